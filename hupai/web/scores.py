"""`POST /api/score` and `/api/offers`: the same fields as the options of `hupai score`."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi import Request as HttpRequest
from starlette.concurrency import run_in_threadpool

from hupai.settling import DEFAULT_RULES, settle
from hupai.web.offers import offers
from hupai.web.photos import PhotoReader
from hupai.web.requests import read_others, read_request
from scoring.hand import Hand

HandText = Annotated[str | None, Form(description="The hand in one line; replaces what was read")]
CircumstancesText = Annotated[str, Form(description="e.g. `winner=1; dealer=0; self_draw`")]
Others = Annotated[str, Form(description="Hands of further winners, JSON: seat to hand")]
Rules = Annotated[str, Form(description="The name of a rule set")]


def score_routes(photos: PhotoReader) -> APIRouter:
    """Scoring, with or without a photo."""
    router = APIRouter(prefix="/api", tags=["scores"])

    @router.post("/score", summary="Score a hand, as `hupai score --json` does")
    async def score(
        request: HttpRequest,
        photo: Annotated[UploadFile | None, File()] = None,
        hand: HandText = None,
        circumstances: CircumstancesText = "",
        rules: Rules = DEFAULT_RULES,
        winning_tile: Annotated[str | None, Form()] = None,
        set: Annotated[list[str] | None, Form(description="NUMBER=TILE")] = None,
        drop: Annotated[list[str] | None, Form()] = None,
        add: Annotated[list[str] | None, Form()] = None,
        others: Others = "{}",
    ) -> Response:
        mends = (set or [], drop or [], add or [])
        asked = read_request(
            hand, circumstances, rules, None, winning_tile, mends, read_others(others)
        )
        reading = None
        if photo is not None:
            reading = await photos.read(photo, request.scope["client_id"])
        outcome = await run_in_threadpool(settle, asked, reading)
        # Written as the command line writes it, byte for byte.
        text = json.dumps(outcome.to_json(), ensure_ascii=False)
        return Response(text, media_type="application/json")

    @router.post("/offers", summary="Which circumstances the rules and the hand allow")
    def offered(
        hand: HandText = None, circumstances: CircumstancesText = "", rules: Rules = DEFAULT_RULES
    ) -> dict[str, Any]:
        asked = read_request(hand, circumstances, rules)
        found = offers(asked.hand or Hand(), asked.circumstances, asked.rules)
        return {"offers": [offer.to_json() for offer in found]}

    return router
