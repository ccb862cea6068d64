"""`/api/evenings`: names, hands, totals, undo, CSV, and events for phones that watch."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from hupai.evening import Evening, EveningStore, KeptHand
from hupai.evening.export import evening_csv
from hupai.evening.model import read_names
from hupai.settling import DEFAULT_RULES
from hupai.web.requests import LONGEST_TEXT, load_rules, read_request, settled
from hupai.web.watchers import Watchers

Number = Annotated[int, Path(ge=1, le=2**63 - 1)]
"""A recorded hand; no larger than the database can ask for."""
Seat = Annotated[int, Field(ge=0, le=3)]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]


class TableIn(BaseModel):
    """What the players agreed on."""

    names: list[Text] = Field(min_length=4, max_length=4)
    rules: Text = DEFAULT_RULES
    options: dict[Text, Text] = Field(default_factory=dict, max_length=200)


class HandIn(BaseModel):
    """A hand that the players confirm."""

    hand: Text = ""
    circumstances: Text = ""
    rules: Text = DEFAULT_RULES
    others: dict[Text, Text] = Field(default_factory=dict, max_length=2)

    def kept(self) -> KeptHand:
        """The hand as it is kept. Raises `UserError` for one that is not settled."""
        asked = read_request(self.hand, self.circumstances, self.rules, others=self.others)
        outcome = settled(asked).to_json()
        return KeptHand(
            self.hand, self.circumstances, self.rules, tuple(self.others.items()), outcome
        )


class NewHandIn(HandIn):
    """A new hand; `key` is any text of the page's own, so that sending twice adds one hand."""

    key: Annotated[str, Field(min_length=8, max_length=64)]


def evening_routes(store: EveningStore, watchers: Watchers) -> APIRouter:
    """Everything about evenings. Each change is told to those who watch."""
    router = APIRouter(prefix="/api/evenings", tags=["evenings"])

    def told(evening: Evening) -> dict[str, Any]:
        watchers.tell(evening.id, evening.version)
        return evening.to_json()

    @router.get("/newest", summary="The evening that began last; begins one if there is none")
    async def newest() -> dict[str, Any]:
        def find() -> Evening:
            return store.newest() or store.start(DEFAULT_RULES)

        return (await run_in_threadpool(find)).to_json()

    @router.post("", summary="Begin a new evening with the rules and names of the last one")
    async def start() -> dict[str, Any]:
        last = await run_in_threadpool(store.newest)
        begun = await run_in_threadpool(_start_like, store, last)
        if last is not None:
            watchers.move(last.id)
        return begun.to_json()

    @router.get("/{evening}", summary="An evening with its hands and totals")
    async def get(evening: str) -> dict[str, Any]:
        return (await run_in_threadpool(store.evening, evening)).to_json()

    @router.put("/{evening}/table", summary="Set names and house rules")
    async def table(evening: str, table: TableIn) -> dict[str, Any]:
        load_rules(table.rules).with_options(table.options.items())
        names = read_names(table.names)
        changed = await run_in_threadpool(
            store.set_table, evening, names, table.rules, table.options
        )
        return told(changed)

    @router.put("/{evening}/dealer", summary="Say who deals the next hand")
    async def dealer(evening: str, seat: Annotated[Seat, Body(embed=True)]) -> dict[str, Any]:
        return told(await run_in_threadpool(store.choose_dealer, evening, seat))

    @router.post("/{evening}/undo", summary="Take back the last change of hands")
    async def undo(evening: str) -> dict[str, Any]:
        return told(await run_in_threadpool(store.undo, evening))

    _hand_routes(router, store, told)
    _reading_routes(router, store, watchers)
    return router


def _hand_routes(router: APIRouter, store: EveningStore, told: Any) -> None:
    @router.post("/{evening}/hands", summary="Keep a confirmed hand")
    async def add(evening: str, new: NewHandIn) -> dict[str, Any]:
        def keep() -> Evening:
            return store.add_hand(evening, new.key, new.kept())

        return dict(told(await run_in_threadpool(keep)))

    @router.put("/{evening}/hands/{number}", summary="Replace a hand")
    async def edit(evening: str, number: Number, new: HandIn) -> dict[str, Any]:
        def keep() -> Evening:
            return store.edit_hand(evening, number, new.kept())

        return dict(told(await run_in_threadpool(keep)))

    @router.delete("/{evening}/hands/{number}", summary="Leave a hand out")
    async def remove(evening: str, number: Number) -> dict[str, Any]:
        return dict(told(await run_in_threadpool(store.remove_hand, evening, number)))


def _reading_routes(router: APIRouter, store: EveningStore, watchers: Watchers) -> None:
    @router.get("/{evening}/csv", summary="The evening as a table for spreadsheets")
    async def as_csv(
        evening: str, lang: Annotated[Literal["zh", "en"], Query()] = "zh"
    ) -> Response:
        found = await run_in_threadpool(store.evening, evening)
        name = f"hupai-{found.started_at[:10]}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(evening_csv(found, lang), media_type="text/csv", headers=headers)

    @router.get("/{evening}/events", summary="Server-sent events: `changed` with the version")
    async def events(evening: str) -> StreamingResponse:
        found = await run_in_threadpool(store.evening, evening)
        stream = watchers.watch(found.id, found.version)
        return StreamingResponse(stream, media_type="text/event-stream")


def _start_like(store: EveningStore, last: Evening | None) -> Evening:
    if last is None:
        return store.start(DEFAULT_RULES)
    begun = store.start(last.rules, last.names, last.dealer)
    return store.set_table(begun.id, last.names, last.rules, dict(last.options))
