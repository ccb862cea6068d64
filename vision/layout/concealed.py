"""The concealed tiles: which strips they are, and which tile won by its place."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from vision.layout import evidence
from vision.layout.field import MAX_JOIN, NEAR, Field, Indices

EVEN_ROW = 5
LINES_APART = 0.7
"""How far two rows of one hand lie apart at their ends at least, in tile heights."""


@dataclass(frozen=True)
class Held:
    """The concealed tiles: from which strips, and how likely they belong together."""

    parts: list[int]
    tiles: Indices
    winning: int | None
    winning_strip: int | None
    score: float
    slots: int = 0
    slot_cost: float = 0.0
    """Gaps just as wide as a tile, where one may be missing, and what the score lost by them."""

    @property
    def mask(self) -> int:
        mask = 0 if self.winning_strip is None else 1 << self.winning_strip
        for strip in self.parts:
            mask |= 1 << strip
        return mask

    def won_by(
        self, tile: int, score: float, tiles: Indices | None = None, strip: int | None = None
    ) -> "Held":
        """The same tiles with a winning one, which leaves `tiles` or is a strip of its own."""
        left = self.tiles if tiles is None else tiles
        return Held(self.parts, left, tile, strip, score, self.slots, self.slot_cost)

    @property
    def indices(self) -> Indices:
        return self.tiles if self.winning is None else (*self.tiles, self.winning)


def concealed_parts(field: Field) -> Iterator[Held]:
    """Strips that may be the concealed tiles together, in order, without a winning tile."""
    bases = [
        number
        for number, strip in enumerate(field.strips)
        if strip.tiles and None not in strip.faces
    ]
    # The strip that holds the pair, 3n + 2 tiles, is the likeliest; then the longest.
    sizes = {number: len(field.strips[number].tiles) for number in bases}
    bases.sort(key=lambda number: (-sizes[number], number))
    pairs = sorted(bases, key=lambda number: sizes[number] % 3 != 2)
    seen: set[tuple[int, ...]] = set()
    for base in dict.fromkeys([*bases[:3], *pairs[:4]]):
        parts, score, slots, slot_cost = [base], 0.0, 0, 0.0
        while tuple(parts) not in seen:
            seen.add(tuple(parts))
            yield Held(parts, _tiles(field, parts), None, None, score, slots, slot_cost)
            nearest = _next_in_line(field, parts, bases)
            if nearest is None or score < evidence.HOPELESS:
                break
            single = len(field.strips[nearest[2]]) == 1
            cost = evidence.joined(nearest[0] + (evidence.SINGLE if single else 0.0))
            score += cost
            if not single and abs(nearest[0] - 1.0) < evidence.SLOT:
                slots, slot_cost = slots + 1, slot_cost + cost
            parts = [nearest[2], *parts] if nearest[1] else [*parts, nearest[2]]
    yield from _two_lines(field, bases[:3])


def _next_in_line(
    field: Field, parts: list[int], bases: list[int]
) -> tuple[float, bool, int] | None:
    """The nearest strip that goes on in the same row: gap, whether in front, strip."""
    found = []
    for strip in bases:
        if strip in parts:
            continue
        front = field.is_before[strip][parts[0]]
        end = parts[0] if front else parts[-1]
        onward = front or field.is_before[end][strip]
        if onward and field.in_line[end][strip] and field.gap[end][strip] < MAX_JOIN:
            found.append((field.gap[end][strip], front, strip))
    return min(found, default=None)


def _two_lines(field: Field, bases: list[int]) -> Iterator[Held]:
    """Two touching rows read as one concealed hand, the far row first."""
    across, offset = field.frame.across, field.frame.offset
    for pair in combinations(bases, 2):
        if min(len(field.strips[strip]) for strip in pair) > 2:
            far, near = sorted(pair, key=lambda one: float(across[[*field.strips[one].ends]].sum()))
            ends = zip(field.strips[far].ends, field.strips[near].ends, strict=True)
            apart = max(float(offset[one, other]) for one, other in ends)
            if field.distance[far][near] < NEAR and apart > LINES_APART:
                tiles = _tiles(field, [far, near])
                yield Held([far, near], tiles, None, None, evidence.SECOND_LINE)


def _tiles(field: Field, parts: list[int]) -> Indices:
    return tuple(index for part in parts for index in field.strips[part].tiles)


def winning_tiles(field: Field, held: Held) -> Iterator[Held]:
    """The concealed tiles as they are, and with each tile that may be the winning one."""
    yield held
    parts, tiles, joined = held.parts, held.tiles, held.score
    if len(tiles) < 2:
        return
    turned = field.frame.turned
    for end, beside, part in ((0, 1, parts[0]), (-1, -2, parts[-1])):
        if _is_turned_away(field, tiles[end], tiles[beside], part):
            rest = tiles[1:] if end == 0 else tiles[:-1]
            score = joined + evidence.WINNING_TURNED
            yield held.won_by(tiles[end], score, tiles=rest)
        elif _is_set_apart(field, tiles[end], part):
            rest = tiles[1:] if end == 0 else tiles[:-1]
            score = joined + evidence.WINNING_IN_LINE
            yield held.won_by(tiles[end], score, tiles=rest)
    near: list[tuple[bool, float, int, int]] = []
    distances = field.distances_to(parts)
    for number in field.singles:
        if number in parts:
            continue
        index = field.strips[number].indices[0]
        distance = distances[number] / max(float(field.frame.scale[index]), 1.0)
        if distance < evidence.WINNING_REACH:
            beside = not _is_in_line(field, parts, number)
            near.append((beside, distance, number, index))
    for _, distance, number, index in sorted(near)[:4]:
        place = _winning_place(field, parts, number, distance)
        place += evidence.WINNING_TURNED if turned[index] else 0.0
        yield held.won_by(index, joined + place, strip=number)


def _is_turned_away(field: Field, tile: int, neighbour: int, part: int) -> bool:
    """Whether the last tile of a row is turned, and not the claimed tile of a set."""
    sets = field.sets[part]
    is_set = sets is not None and all(kind is not None for kind, _ in sets)
    if is_set or len(field.strips[part].tiles) < 4 or not field.frame.turned[tile]:
        return False
    # A turned tile takes more room: were it upright, it would seem to overlap its neighbour.
    return bool(field.frame.gap[tile, neighbour] > evidence.TURNED_OVERLAP)


def _is_set_apart(field: Field, tile: int, part: int) -> bool:
    """Whether the last tile of an even row leaves a gap, be it a small one."""
    row = field.strips[part].tiles
    if len(row) < EVEN_ROW or len(row) % 3 != 2:
        return False
    gaps = [float(field.frame.gap[one, two]) for one, two in pairwise(row)]
    last = gaps.pop(0 if tile == row[0] else -1)
    return last > evidence.WINNING_GAP + max(gaps)


def _winning_place(field: Field, parts: list[int], strip: int, distance: float) -> float:
    for end in (parts[0], parts[-1]):
        if field.in_line[end][strip]:
            return evidence.WINNING_IN_LINE + evidence.parted(
                field.gap[end][strip] + evidence.SINGLE
            )
    if _is_by_itself(field, parts, strip):
        return evidence.WINNING_BESIDE
    return evidence.WINNING_OFF_LINE - max(distance - 0.8, 0.0)


def _is_by_itself(field: Field, parts: list[int], strip: int) -> bool:
    """Whether a single tile beside the row is close to it and closer than to any other."""
    distance = field.distance_to(strip, parts)
    others = company(field, strip, parts)
    return distance < evidence.WINNING_CLOSE and distance + evidence.WINNING_ROOM < others


def _is_in_line(field: Field, parts: list[int], strip: int) -> bool:
    return field.in_line[parts[0]][strip] or field.in_line[parts[-1]][strip]


def loose_winning(field: Field, parts: list[int], strip: int) -> float:
    """What a winning tile loses that completes nothing and lies beside the row, by others."""
    if _is_in_line(field, parts, strip):
        return 0.0
    return 0.0 if _is_by_itself(field, parts, strip) else evidence.WINNING_LOOSE


def company(field: Field, strip: int, members: list[int]) -> float:
    """How far from a strip the nearest tile lies that is not of the hand."""
    others = (
        field.distance[strip][other]
        for other, one in enumerate(field.strips)
        if other != strip and other not in members and one.tiles
    )
    return min(others, default=math.inf)
