"""`/api/corrections`: corrected photos that a person gives to training, and takes back."""

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from fastapi import Request as HttpRequest

from hupai.web.photos import file_name
from hupai.web.requests import read_json
from hupai.web.settings import Settings
from hupai.web.training_data import TrainingData
from hupai.web.turns import Turns
from scoring.json_values import bad_value, list_value
from scoring.words import UserError, Words
from vision.picture import Picture


def correction_routes(data: TrainingData, turns: Turns, settings: Settings) -> APIRouter:
    """Giving and deleting; both only ever on a person's own word."""
    router = APIRouter(prefix="/api/corrections", tags=["corrections"])

    @router.post("", summary="Give a corrected photo to training")
    async def add(
        request: HttpRequest,
        photo: Annotated[UploadFile, File()],
        tiles: Annotated[str, Form(description="JSON: a list of {tile, box}")],
        consent: Annotated[bool, Form()] = False,
    ) -> dict[str, str]:
        if not consent:
            raise UserError(
                "no_consent",
                Words("没有同意，照片没有保存。", "Without consent the photo is not kept."),
            )
        content, name = await photo.read(), file_name(photo)
        labelled = read_tiles(tiles)

        def keep() -> str:
            return data.add(Picture.load(content, name, settings.max_pixels), labelled)

        return {"id": await turns.run(request.scope["client_id"], keep)}

    @router.delete("/{correction}", summary="Take a corrected photo back")
    def delete(correction: str) -> dict[str, str]:
        data.delete(correction)
        return {"deleted": correction}

    return router


def read_tiles(text: str) -> list[Any]:
    """The tiles of a photo from JSON, not looked at yet. Raises `UserError`."""
    try:
        return list_value("tiles", read_json(text))
    except UserError:
        raise
    except ValueError as error:
        wanted = Words("JSON 列表 [{tile, box}]", "a JSON list of {tile, box}")
        raise bad_value("tiles", text, wanted) from error
