"""What is wrong with a hand or its circumstances, as values: every problem at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
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
    template: Words | None = field(default=None, compare=False, repr=False)
    """The words with `{numbers}` where the numbers stand; None where they name none."""

    @classmethod
    def pointing(
        cls, name: str, template: Words, numbers: Iterable[int], tiles: tuple[Tile, ...] = ()
    ) -> "Problem":
        """A problem whose words name the numbers, in the place of `{numbers}`.

        >>> Problem.pointing("odd", Words("第 {numbers} 张", "Tiles {numbers}"), (7, 3)).words.en
        'Tiles 3, 7'
        """
        ordered = tuple(sorted(numbers))
        texts = [str(number) for number in ordered]
        words = Words(
            template.zh.replace("{numbers}", "、".join(texts)),
            template.en.replace("{numbers}", ", ".join(texts)),
        )
        return cls(name, words, tiles, ordered, template)

    def renumbered(self, numbers: Iterable[int]) -> "Problem":
        """The same problem where its tiles have other numbers."""
        if self.template is None:
            return replace(self, numbers=tuple(sorted(numbers)))
        return Problem.pointing(self.name, self.template, numbers, self.tiles)

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
