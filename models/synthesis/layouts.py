"""Layouts of tiles on a table, as people lay out a hand to be scored, with the truth about them.

Owner's frame: x to the owner's right, y away from the owner, z up; a tile is one unit wide. The
concealed row lies at y = 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from models.classes import FLOWERS
from models.synthesis.deal import Deal, Set3, Wall, deal

LENGTH = 1.35
"""Length of a tile's face, in widths."""
INSIDE_GAP, SETS_GAP = (0.1, 0.4), (0.6, 1.5)
"""Gaps inside the concealed row and before sets in line with it, in tile widths.

Whoever parts the row leaves less room there than before the sets: where both are as wide, the
picture does not tell which tiles are concealed.
"""


@dataclass(frozen=True)
class Placed:
    """One tile: class, centre of its footprint, turn, pose, and how many tiles lie under it.

    `angle` is in degrees, counter-clockwise from above; 0 means that the owner sees it upright.
    `pose` is `up` (face up), `down` (back up) or `standing` (face to the owner).
    """

    tile: int
    x: float
    y: float
    angle: float = 0.0
    pose: str = "up"
    level: int = 0


@dataclass(frozen=True)
class Layout:
    """Tiles on the table, and which of them belong to what: indices into `tiles`."""

    tiles: tuple[Placed, ...]
    concealed: tuple[int, ...] = ()
    melds: tuple[tuple[int, ...], ...] = ()
    flowers: tuple[int, ...] = ()
    separated: int | None = None
    deal: Deal = field(default_factory=lambda: Deal((), (), ()))

    @property
    def hand(self) -> tuple[int, ...]:
        """Indices of all tiles of the hand, flowers included."""
        apart = () if self.separated is None else (self.separated,)
        return self.concealed + sum(self.melds, ()) + self.flowers + apart


class _Table:
    """Collects tiles; every place is jittered as tidily as the owner is tidy."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.tiles: list[Placed] = []
        self.mess = float(rng.choice([0.3, 1.0, 2.5], p=[0.45, 0.4, 0.15]))
        self.gap = float(rng.choice([0.0, 0.02, 0.06, 0.2], p=[0.3, 0.35, 0.25, 0.1]))
        self.flipped = float(rng.choice([0.0, 0.3, 1.0], p=[0.82, 0.13, 0.05]))

    def put(self, tile: Placed, loose: float = 1.0) -> int:
        """Lay a tile down with a little jitter; returns its index."""
        shift = self.rng.normal(0, 0.012 * self.mess * loose, 2)
        angle = tile.angle + self.rng.normal(0, 0.8 * self.mess * loose)
        if tile.pose == "up" and self.rng.random() < self.flipped:
            angle += 180
        moved = replace(tile, x=tile.x + shift[0], y=tile.y + shift[1], angle=angle)
        self.tiles.append(moved)
        return len(self.tiles) - 1

    def row(self, tiles: Sequence[int], left: float, y: float, pose: str = "up") -> list[int]:
        """A row of tiles from its left edge on."""
        step = 1 + self.gap
        return [
            self.put(Placed(tile, left + 0.5 + place * step, y, 0.0, pose))
            for place, tile in enumerate(tiles)
        ]

    def width(self, number: int) -> float:
        """Width of a row of so many tiles."""
        return number * (1 + self.gap)


def arrange(rng: np.random.Generator, upright: bool = False) -> Layout:
    """A layout by chance: a hand, and mostly other things on the table.

    `upright` stands the concealed tiles on their edge, faces to the owner.
    """
    wall = Wall(rng)
    dealt = deal(rng, wall)
    table = _Table(rng)
    concealed, separated, right = _concealed(table, dealt.concealed, upright, rng)
    melds, spots = _melds(table, dealt.melds, right, rng)
    flowers = _flowers(table, dealt.flowers, spots, rng)
    hand = Layout(
        tuple(table.tiles),
        tuple(concealed),
        tuple(map(tuple, melds)),
        tuple(flowers),
        separated,
        dealt,
    )
    _surroundings(table, wall, hand, rng)
    return replace(hand, tiles=tuple(table.tiles))


def _concealed(
    table: _Table, tiles: tuple[int, ...], upright: bool, rng: np.random.Generator
) -> tuple[list[int], int | None, float]:
    """The concealed row, the index of a tile set apart, and where the row ends."""
    pose = "standing" if upright else "up"
    # Nobody wins on the fourth tile of a kong.
    apart = len(tiles) > 4 and rng.random() < 0.25 and tiles.count(tiles[-1]) < 4
    kept = tiles[:-1] if apart else tiles
    # Half a shorter row looks like two sets laid out.
    if len(kept) > 12 and rng.random() < 0.05:
        half = len(kept) // 2
        row = table.row(kept[:half], 0, LENGTH + rng.uniform(0, 0.4), pose)
        row += table.row(kept[half:], rng.uniform(-0.5, 0.5), 0, pose)
        end = table.width(len(kept) - half)
    elif len(kept) > 5 and rng.random() < 0.12:
        row, end = [], 0.0
        for part in np.array_split(np.array(kept), rng.integers(2, 5)):
            row += table.row([int(tile) for tile in part], end, 0, pose)
            end += table.width(len(part)) + rng.uniform(*INSIDE_GAP)
    else:
        row, end = table.row(kept, 0, 0, pose), table.width(len(kept))
    if not apart:
        if len(row) > 3 and pose == "up" and rng.random() < 0.1:
            nudged = row[rng.integers(len(row))]
            table.tiles[nudged] = replace(table.tiles[nudged], y=float(rng.uniform(0.15, 0.4)))
        return row, None, end
    winning = tiles[-1]
    way = rng.random()
    if way < 0.45:
        gap = rng.uniform(0.35, 1.8)
        spot = Placed(winning, end + gap + 0.5, rng.normal(0, 0.1))
    elif way < 0.75:
        turned = float(rng.choice([90, -90]))
        gap = rng.uniform(0.02, 0.6)
        spot = Placed(winning, end + gap + LENGTH / 2, -LENGTH / 2 + 0.5, angle=turned)
    else:
        spot = Placed(winning, end * rng.uniform(0.6, 1.0), LENGTH + rng.uniform(0.15, 0.8))
    return row, table.put(spot, 2.0), spot.x + LENGTH / 2 if way < 0.75 else end


def _melds(
    table: _Table, melds: tuple[Set3, ...], right: float, rng: np.random.Generator
) -> tuple[list[list[int]], dict[str, tuple[float, float]]]:
    """The exposed sets, and where a next thing may begin: to the right, in front, to the left."""
    turn_claimed = rng.random() < 0.25
    gap = float(rng.choice([0.0, 0.15, 0.4, 0.8], p=[0.2, 0.25, 0.35, 0.2]))
    lift = LENGTH + float(rng.uniform(0.05, 0.9))
    spots = {
        "right": (right + float(rng.uniform(*SETS_GAP)), 0.0),
        "front": (float(rng.uniform(-1, 3)), lift),
        "behind": (float(rng.uniform(-1, 3)), -lift),
    }
    where = str(rng.choice(["right", "front", "behind", "left"], p=[0.3, 0.45, 0.1, 0.15]))
    room = gap + (LENGTH - 1 if turn_claimed else 0.0)
    total = sum(table.width(len(meld.tiles)) + room for meld in melds)
    x, y = spots.get(where, (-total - float(rng.uniform(*SETS_GAP)), 0.0))
    found: list[list[int]] = []
    for meld in melds:
        indices, x = _meld(table, meld, x, y, turn_claimed, rng)
        found.append(indices)
        x += gap
    if where in spots:
        spots[where] = (x + 0.3, y)
    return found, spots


def _meld(
    table: _Table, meld: Set3, x: float, y: float, turn: bool, rng: np.random.Generator
) -> tuple[list[int], float]:
    """One set from its left edge on; returns its indices and its right edge."""
    if meld.hidden:
        forms = ["xxxx", "xffx", "fxxf", "fxxx", "xxxf", "ffff", "xfxx"]
        form = str(rng.choice(forms, p=[0.12, 0.26, 0.18, 0.12, 0.16, 0.08, 0.08]))
        indices = [
            table.put(Placed(tile, x + 0.5 + place * (1 + table.gap), y, 0, pose))
            for place, (tile, pose) in enumerate(
                (tile, "down" if mark == "x" else "up")
                for tile, mark in zip(meld.tiles, form, strict=True)
            )
        ]
        return indices, x + table.width(4)
    tiles = list(meld.tiles)
    if meld.is_kong and rng.random() < 0.3:
        indices = table.row(tiles[:3], x, y)
        top = Placed(tiles[3], x + 0.5 + (1 + table.gap), y, level=1)
        return [*indices, table.put(top)], x + table.width(3)
    turned = int(rng.integers(len(tiles))) if turn else -1
    indices = []
    for place, tile in enumerate(tiles):
        if place == turned:
            spot = Placed(tile, x + LENGTH / 2, y - (LENGTH - 1) / 2, angle=90)
            x += LENGTH + table.gap
        else:
            spot = Placed(tile, x + 0.5, y)
            x += 1 + table.gap
        indices.append(table.put(spot))
    return indices, x


def _flowers(
    table: _Table,
    flowers: tuple[int, ...],
    spots: dict[str, tuple[float, float]],
    rng: np.random.Generator,
) -> list[int]:
    if not flowers:
        return []
    names = sorted(spots)
    where = names[int(rng.integers(len(names)))]
    x, y = spots[where]
    if rng.random() < 0.15:
        return [
            table.put(Placed(tile, x + 0.5 + place % 2, y + place // 2 * LENGTH), 2)
            for place, tile in enumerate(flowers)
        ]
    return table.row(flowers, x, y)


def _surroundings(table: _Table, wall: Wall, hand: Layout, rng: np.random.Generator) -> None:
    """Discards, walls and other hands, clear of the hand."""
    top = max((tile.y for tile in hand.tiles), default=0.0) + LENGTH + rng.uniform(0.3, 2.5)
    if rng.random() < 0.6:
        _discards(table, wall, top, rng)
    if rng.random() < 0.45:
        _wall(table, wall, top + rng.uniform(-0.2, 6), rng)
    if rng.random() < 0.15:
        number = int(rng.integers(8, 15))
        for place, tile in enumerate(_played(wall, number)):
            table.put(Placed(tile, 1.0 + place, top + 9, angle=180))


def _played(wall: Wall, number: int) -> list[int]:
    """Up to `number` tiles by chance; no flowers, which their player lays aside."""
    return [tile for tile in wall.any(number) if tile not in FLOWERS]


def _discards(table: _Table, wall: Wall, top: float, rng: np.random.Generator) -> None:
    """Rows of discards, or a pool in which tiles lie as they fell."""
    wild = rng.random() < 0.6
    pitch = LENGTH + (rng.uniform(0.25, 0.7) if wild else 0.05)
    columns, rows = int(rng.integers(3, 12)), int(rng.integers(1, 6))
    left = float(rng.uniform(-1, 14 - columns))
    turn = float(rng.choice([0, 0, 90, 180, 270]))
    for place, tile in enumerate(_played(wall, columns * rows)):
        across, up = place % columns, place // columns
        shift = rng.normal(0, 0.12 if wild else 0.02, 2)
        x, y = left + across * pitch + shift[0], top + up * pitch + shift[1]
        angle = float(rng.uniform(0, 360)) if wild else turn
        pose = "down" if wild and rng.random() < 0.12 else "up"
        table.put(Placed(tile, x, y, angle=angle, pose=pose))


def _wall(table: _Table, wall: Wall, y: float, rng: np.random.Generator) -> None:
    """A wall of face-down tiles, one or two high."""
    number, high = int(rng.integers(4, 16)), 1 + int(rng.random() < 0.7)
    left, slope = float(rng.uniform(-2, 6)), float(rng.normal(0, 0.05))
    taken = np.array([(tile.x, tile.y) for tile in table.tiles])
    for place in range(number):
        x, at = left + place * 1.01, y + place * slope
        if np.hypot(*(taken - (x, at)).T).min() < LENGTH + 0.1:
            continue
        for level in range(high):
            tiles = wall.any(1)
            if tiles:
                table.put(Placed(tiles[0], x, at, pose="down", level=level), 0.5)
