"""`POST /api/read`: a photo in, the hand it shows out."""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, File, UploadFile
from fastapi import Request as HttpRequest

from hupai.web.errors import sendable
from hupai.web.settings import Settings
from hupai.web.turns import Turns
from scoring.words import Words
from vision.picture import Picture
from vision.reading import Reading

FAR = 0.012
"""Width of a tile over that of the photo below which the photo was taken from too far."""
FAR_WORDS = Words(
    "离得有点远，牌在照片里很小：靠近一些会读得更准。",
    "The tiles are small in this photo: come closer to have them read better.",
)
Reader = Callable[[Picture], Reading]


class PhotoReader:
    """Reads uploaded photos, each client in its turn."""

    def __init__(self, reader: Reader, turns: Turns, settings: Settings) -> None:
        self._reader = reader
        self._turns = turns
        self._settings = settings

    async def read(self, photo: UploadFile, client: str) -> Reading:
        """The reading of an upload. Raises `PictureError` or `BusyError`."""
        data, name = await photo.read(), file_name(photo)
        return await self._turns.run(client, lambda: self._read(data, name))

    def _read(self, data: bytes, name: str) -> Reading:
        return self._reader(Picture.load(data, name, self._settings.max_pixels))


def file_name(photo: UploadFile) -> str:
    """The upload's own name without folders; it is shown, never opened."""
    name = PurePosixPath((photo.filename or "").replace("\\", "/")).name
    return sendable(name[-100:]) or "photo"


def reading_json(reading: Reading) -> dict[str, Any]:
    """The reading as the page needs it, with what to say of the photo itself."""
    widths = reading.detections.boxes[:, 2:] - reading.detections.boxes[:, :2]
    far = len(widths) > 0 and float(np.median(widths.min(axis=1))) < FAR * max(reading.size)
    return {
        "reading": reading.to_json(),
        "doubtful": list(reading.doubtful),
        "notes": [FAR_WORDS.to_json()] if far else [],
    }


def photo_routes(photos: PhotoReader) -> APIRouter:
    """The route that reads a photo."""
    router = APIRouter(prefix="/api", tags=["photos"])

    @router.post("/read", summary="Read the hand in a photo")
    async def read(photo: Annotated[UploadFile, File()], request: HttpRequest) -> dict[str, Any]:
        return reading_json(await photos.read(photo, request.scope["client_id"]))

    return router
