"""Hands by chance: what lies in the concealed row, which sets are exposed, which flowers."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from models.classes import CLASS_ID, FLOWERS, NAMES

SUITED = CLASS_ID["9s"] + 1
KINDS = CLASS_ID["WD"] + 1
"""Classes below this come four times in a set; flowers once."""

EXPOSED = (0.36, 0.2, 0.17, 0.15, 0.12)
"""How often 0, 1, 2, 3 or 4 sets are exposed."""


@dataclass(frozen=True)
class Set3:
    """An exposed set or a kong: its tiles, and whether a kong was made without a claim."""

    tiles: tuple[int, ...]
    hidden: bool = False

    @property
    def is_kong(self) -> bool:
        """Whether the set has four tiles."""
        return len(self.tiles) == 4


@dataclass(frozen=True)
class Deal:
    """The tiles of one player, by class number."""

    concealed: tuple[int, ...]
    melds: tuple[Set3, ...]
    flowers: tuple[int, ...]


class Wall:
    """The tiles of a set that are still to be taken."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.left = Counter(dict.fromkeys(range(KINDS), 4))
        self.left.update(dict.fromkeys(FLOWERS, 1))

    def take(self, tiles: tuple[int, ...]) -> bool:
        """Take these tiles if all are left."""
        wanted = Counter(tiles)
        if any(self.left[tile] < number for tile, number in wanted.items()):
            return False
        self.left.subtract(wanted)
        return True

    def same(self, number: int) -> tuple[int, ...]:
        """`number` equal tiles of a kind that has as many left."""
        while True:
            tiles = (int(self.rng.integers(KINDS)),) * number
            if self.take(tiles):
                return tiles

    def run(self) -> tuple[int, ...]:
        """Three tiles in sequence."""
        while True:
            first = int(self.rng.integers(3)) * 9 + int(self.rng.integers(7))
            if self.take((first, first + 1, first + 2)):
                return first, first + 1, first + 2

    def any(self, number: int) -> tuple[int, ...]:
        """`number` tiles by chance, flowers among them as often as they are left."""
        stock = list(self.left.elements())
        chosen = self.rng.choice(len(stock), min(number, len(stock)), replace=False)
        tiles = tuple(stock[place] for place in chosen)
        self.left.subtract(tiles)
        return tiles


def deal(rng: np.random.Generator, wall: Wall) -> Deal:
    """A hand by chance: mostly complete ones, some of any tiles at all."""
    flowers = tuple(
        int(tile)
        for tile in rng.permutation(FLOWERS)[: rng.choice([0, 1, 2, 3, 5, 8], p=_FLOWER_SHARE)]
    )
    wall.take(flowers)
    kind = rng.random()
    if kind < 0.15:
        number = int(rng.integers(5, 15))
        tiles = tuple(tile for tile in wall.any(number) if tile < KINDS)
        return Deal(tiles, (), flowers)
    if kind < 0.23:
        pairs = sum((wall.same(2) for _ in range(7)), ())
        return Deal(_ordered(pairs, rng), (), flowers)
    exposed = int(rng.choice(5, p=EXPOSED))
    melds = tuple(_meld(rng, wall) for _ in range(exposed))
    concealed: tuple[int, ...] = wall.same(2)
    for _ in range(4 - exposed):
        many = 4 if rng.random() < 0.04 else 3
        concealed += wall.run() if rng.random() < 0.6 else wall.same(many)
    return Deal(_ordered(concealed, rng), melds, flowers)


_FLOWER_SHARE = (0.45, 0.2, 0.15, 0.1, 0.07, 0.03)


def _meld(rng: np.random.Generator, wall: Wall) -> Set3:
    kind = rng.random()
    if kind < 0.3:
        return Set3(wall.run())
    if kind < 0.65:
        return Set3(wall.same(3))
    return Set3(wall.same(4), hidden=bool(rng.random() < 0.5))


def _ordered(tiles: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...]:
    """Sorted as most owners do, or by set as they were dealt, or in no order."""
    habit = rng.random()
    if habit < 0.65:
        return tuple(sorted(tiles))
    if habit < 0.85:
        return tiles
    return tuple(int(tile) for tile in rng.permutation(tiles))


_LETTERS = {"RD": "C", "GD": "F", "WD": "B"}


def tiles_text(tiles: tuple[int, ...]) -> str:
    """Tiles in hand notation, in their order: `123s B B f1`."""
    parts: list[str] = []
    for tile in tiles:
        name = NAMES[tile]
        if tile >= SUITED:
            parts.append(_LETTERS.get(name, name if tile < KINDS else name.lower()))
        elif parts and parts[-1][0].isdigit() and parts[-1][-1] == name[1]:
            parts[-1] = parts[-1][:-1] + name
        else:
            parts.append(name)
    return " ".join(parts)
