"""Tiles drawn after a win: the codes (码) and the fishing tiles (钓鱼), written or photographed."""

from dataclasses import dataclass, replace
from pathlib import Path

from hupai.settling import Request
from scoring.tiles import Tile, parse_tiles
from scoring.words import UserError, Words
from vision.layout import loose_group, read_loose
from vision.picture import Picture
from vision.reading import Reading
from vision.recognizer import Recognizer

GROUP = "group"
"""Said instead of tiles: the one group of 2 to 5 tiles that lies apart in the hand's own photo."""


@dataclass(frozen=True)
class Drawn:
    """What a person says of the drawn tiles: tiles, a photo of them, `group`, or nothing."""

    codes: str | None = None
    fish: str | None = None

    def added_to(self, request: Request, reading: Reading | None) -> Request:
        """`request` with the drawn tiles among its circumstances.

        Raises `UserError` for tiles or photos that cannot be read, or tiles said twice.
        """
        circumstances = request.circumstances
        for name, said in (("codes", self.codes), ("fish", self.fish)):
            if said is None:
                continue
            if getattr(circumstances, name):
                raise UserError(
                    "said_twice",
                    Words(f"{name} 说了两次。", f"{name!r} is given twice."),
                )
            tiles = _tiles(said, reading)
            if name == "codes":
                circumstances = replace(circumstances, codes=tiles)
            else:
                circumstances = replace(circumstances, fish=tiles)
        return replace(request, circumstances=circumstances)


def _tiles(said: str, reading: Reading | None) -> tuple[Tile, ...]:
    if said == GROUP:
        return _group(reading)
    if Path(said).suffix or Path(said).is_file():
        return read_loose(Recognizer().recognize(Picture.load(said)))
    return parse_tiles(said)


def _group(reading: Reading | None) -> tuple[Tile, ...]:
    found = () if reading is None else loose_group(reading.detections, reading.layout)
    tiles = () if reading is None else tuple(reading.detections.tile(index) for index in found)
    faces = tuple(tile for tile in tiles if tile is not None)
    if not faces:
        raise UserError(
            "no_group",
            Words(
                "照片里没有单独放着的 2 到 5 张牌：请写出这些牌，或另拍一张。",
                "The photo has no one group of 2 to 5 tiles that lies apart: write the tiles, "
                "or take a photo of them alone.",
            ),
        )
    return faces
