"""What is wrong with a hand or its circumstances, as values: every problem at once."""

from dataclasses import dataclass
from typing import Any

from scoring.tiles import Tile
from scoring.words import Words


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, or (as a warning) odd.

    `name` is a short fixed identifier (`tile_count`, `five_copies`). `tiles` are the tiles it
    is about; `numbers` are their numbers in a photo, where the hand was read from one.
    """

    name: str
    words: Words
    tiles: tuple[Tile, ...] = ()
    numbers: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "message": self.words.to_json(),
            "tiles": [tile.text for tile in self.tiles],
            "numbers": list(self.numbers),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Problem":
        return cls(
            value["name"],
            Words(**value["message"]),
            tuple(Tile.parse(tile) for tile in value["tiles"]),
            tuple(value["numbers"]),
        )
