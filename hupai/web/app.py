"""The web application: routes, guards and the page's own files."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles

from hupai.evening import EveningStore
from hupai.web.access import Access
from hupai.web.catalogue import catalogue_routes
from hupai.web.corrected import correction_routes
from hupai.web.errors import handle_errors
from hupai.web.evenings import evening_routes
from hupai.web.guards import BodyLimit, SameSite
from hupai.web.headers import SecurityHeaders
from hupai.web.photos import PhotoReader, Reader, photo_routes
from hupai.web.scores import score_routes
from hupai.web.settings import Settings
from hupai.web.tiles import FACES, tile_svg
from hupai.web.training_data import TrainingData
from hupai.web.turns import Turns
from hupai.web.watchers import Watchers

STATIC = Path(__file__).parent / "static"


def create_app(settings: Settings, reader: Reader) -> FastAPI:
    """The page as an ASGI application.

    `reader` finds the hand in a picture (`vision.reading.read`); it is called from threads.
    """
    turns = Turns(
        settings.workers, settings.waiting_photos, settings.waiting_photos_each, settings.patience
    )
    photos = PhotoReader(reader, turns, settings)
    store = EveningStore(settings.data / "evenings.sqlite3")
    corrected = TrainingData(settings.data / "corrections")

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        turns.close()

    app = FastAPI(
        title="hupai 胡牌",
        summary="A photo of a mahjong hand in, what each player gains or pays out.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    handle_errors(app)
    app.include_router(photo_routes(photos))
    app.include_router(score_routes(photos))
    app.include_router(catalogue_routes())
    app.include_router(evening_routes(store, Watchers()))
    app.include_router(correction_routes(corrected, turns, settings))
    _add_page(app)
    # Added last, seen first: headers, then who asks, then how much is sent.
    app.add_middleware(
        BodyLimit,
        size=settings.max_upload,
        together=settings.max_uploads_together,
        seconds=settings.upload_time,
    )
    app.add_middleware(Access, pin=settings.pin, secure=settings.secure)
    app.add_middleware(SameSite, loopback=settings.pin is None)
    app.add_middleware(SecurityHeaders)
    return app


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    @app.get("/api", include_in_schema=False)
    def api_page() -> FileResponse:
        return FileResponse(STATIC / "api.html")

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> Response:
        return Response(tile_svg("C"), media_type="image/svg+xml")

    @app.get("/tiles/{face}.svg", include_in_schema=False)
    def tile(face: str) -> Response:
        if face not in FACES:
            return Response(status_code=404)
        headers = {"Cache-Control": "max-age=86400"}
        return Response(tile_svg(face), media_type="image/svg+xml", headers=headers)

    app.mount("/static", _PageFiles(directory=STATIC))


class _PageFiles(StaticFiles):
    """The page's files, which browsers ask for again after an upgrade of hupai."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response
