"""What a person mends in a reading, by the tile numbers drawn on the photo."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.tiles import Tile, parse_tiles
from scoring.words import UserError, Words
from vision.detections import class_id

_LONGEST_NUMBER = 9
"""Digits; no photo has as many tiles."""


@dataclass(frozen=True)
class Corrections:
    """Tiles to rename, to leave out, and to add.

    renamed: (number, class id) pairs. dropped: numbers of tiles that are not of the hand.
    added: tiles of the hand that were not found. Numbers are those drawn on the photo, from 1.
    """

    renamed: tuple[tuple[int, int], ...] = ()
    dropped: tuple[int, ...] = ()
    added: tuple[Tile, ...] = ()

    @classmethod
    def parse(
        cls, renamed: Iterable[str] = (), dropped: Iterable[str] = (), added: Iterable[str] = ()
    ) -> "Corrections":
        """Corrections as they are written: `3=5p` renames tile 3, `7` drops one, `2s` adds one.

        Raises `UserError`, which quotes what it cannot read.

        >>> Corrections.parse(["3=5p"], ["7"], ["2s"]).renamed
        ((3, 13),)
        """
        return cls(
            tuple(_renaming(text) for text in renamed),
            tuple(_number(text, text) for text in dropped),
            tuple(tile for text in added for tile in parse_tiles(text)),
        )

    def __bool__(self) -> bool:
        return bool(self.renamed or self.dropped or self.added)

    def check(self, count: int) -> None:
        """Raises `UserError` where a number is not among the `count` tiles of the photo."""
        for number in (*(number for number, _ in self.renamed), *self.dropped):
            if not 1 <= number <= count:
                raise UserError(
                    "no_such_number",
                    Words(
                        f"照片上没有编号 {number} 的牌：编号是 1 到 {count}。",
                        f"The photo has no tile number {number}: its tiles are 1 to {count}.",
                    ),
                )


def _renaming(text: str) -> tuple[int, int]:
    number, equals, tile = text.partition("=")
    if not equals or not tile.strip():
        raise _bad(text)
    return _number(number, text), class_id(tile.strip())


def _number(digits: str, text: str) -> int:
    # int() alone does not take all that counts as a space.
    digits = digits.strip()
    if not digits.isdecimal() or len(digits) > _LONGEST_NUMBER:
        raise _bad(text)
    return int(digits)


def _bad(text: str) -> UserError:
    return UserError(
        "bad_correction",
        Words(
            f"{text!r} 不是更正：改牌写“编号=牌”，例如 3=5p；去掉一张只写编号，例如 7。",
            f"{text!r} is not a correction: write NUMBER=TILE to mend a tile, e.g. 3=5p, "
            "or a number alone to drop one, e.g. 7.",
        ),
    )
