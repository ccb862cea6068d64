"""Readings of the strips as a hand, each with a score that sums up the evidence for it."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from scoring.hand import HAND_SIZE, MeldKind
from scoring.tiles import Tile
from vision.layout.field import MAX_JOIN, NEAR, Field, Indices, Sets
from vision.layout.sets import is_complete

# Evidence in the manner of log odds: what makes a reading likelier, and by how much.
COUNT_SCORES = {14: 6.0, 13: 3.0, 12: 1.0, 15: -1.0, 11: 0.0, 10: -0.5}
OTHER_COUNT = -3.0
COMPLETE = 3.0
FIFTH_COPY = -4.0
LEGAL_SET, ILLEGAL_SET = 0.3, -3.0
UNUSED_TILE, UNUSED_MOST, UNUSED_RUN = -0.6, -3.0, -4.5
FAR, FREE = -0.4, 1.5
FAR_BESIDE, FREE_BESIDE = -1.0, 1.0
"""What a set loses for each tile width beyond FREE that it lies away from the others."""
SECOND_LINE = -2.5
ADDED_TILE, ADDED_REACH = 1.5, 0.4
FLOWER = 0.1
WINNING_TURNED = 0.5
LONE_TILE = -3.0
"""One concealed tile alone, before it wins: seldom, and any loose tile looks like it."""
TURNED_OVERLAP = -0.09
WINNING_IN_LINE, WINNING_BESIDE, WINNING_OFF_LINE = 0.3, 0.2, -0.7
WINNING_CLOSE = 0.9
WINNING_LOOSE = -4.0
"""A tile beside the row that completes nothing is rather a discard."""

GAP_WEIGHT, GAP_MOST = 8.0, 5.0
APART, SINGLE = 0.47, 0.15
"""A gap of so many tile widths parts as often as not, and how much less before a single tile."""
FLOWER_REACH, FLOWER_LINE_REACH = 3.0, 6.0
"""How far flowers lie from the hand, beside it and in line with it."""
WINNING_REACH = 2.5
MIN_ROW, SHORT_ROW = 7, 4
"""So many tiles in a row are a hand whatever their count; or so many that lie by themselves."""
FEW = 10
MOST_FINISHED = 8


@dataclass(frozen=True)
class Reading:
    """One way to read the strips. `melds` are (kind or None where illegal, indices)."""

    concealed: Indices
    kans: tuple[Indices, ...]
    melds: Sets
    flowers: Indices
    winning: int | None
    count: int
    in_one_line: bool
    crowd: int
    score: float

    @property
    def used(self) -> Indices:
        held = () if self.winning is None else (self.winning,)
        in_melds = tuple(index for _, meld in self.melds for index in meld)
        return self.concealed + in_melds + self.flowers + held


@dataclass(frozen=True)
class _Held:
    """The concealed tiles: from which strips, and how likely they belong together."""

    parts: list[int]
    tiles: Indices
    winning: int | None
    winning_strip: int | None
    score: float

    @property
    def mask(self) -> int:
        strips = [*self.parts, *([] if self.winning_strip is None else [self.winning_strip])]
        return sum(1 << strip for strip in strips)

    @property
    def indices(self) -> Indices:
        return self.tiles if self.winning is None else (*self.tiles, self.winning)


@dataclass(frozen=True)
class _Draft:
    """A reading before the dear checks: `score` can only rise by COMPLETE."""

    held: _Held
    sets: Sets
    used: int
    crowd: int
    count: int
    score: float


def best_readings(field: Field) -> list[Reading]:
    """The readings worth a look, best first."""
    drafts = [
        draft
        for parts, joined in _concealed_parts(field)
        for held in _winning_tiles(field, parts, joined)
        for draft in _drafts(field, held)
    ]
    drafts.sort(key=lambda draft: -draft.score)
    finished = [_finish(field, draft) for draft in drafts[:MOST_FINISHED]]
    return sorted(finished, key=lambda reading: -reading.score)


def _concealed_parts(field: Field) -> Iterator[tuple[list[int], float]]:
    """Strips that may be the concealed tiles together, in order, and how likely."""
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
        parts, score = [base], 0.0
        while tuple(parts) not in seen:
            seen.add(tuple(parts))
            yield list(parts), score
            nearest = _next_in_line(field, parts, bases)
            if nearest is None:
                break
            single = len(field.strips[nearest[2]]) == 1
            score += _joined(nearest[0] + (SINGLE if single else 0.0))
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


def _two_lines(field: Field, bases: list[int]) -> Iterator[tuple[list[int], float]]:
    """Two touching rows read as one concealed hand, the far row first."""
    across, offset = field.frame.across, field.frame.offset
    for pair in combinations(bases, 2):
        if min(len(field.strips[strip]) for strip in pair) > 2:
            far, near = sorted(pair, key=lambda one: float(across[field.strips[one].indices[0]]))
            ends = field.strips[far].indices[0], field.strips[near].indices[0]
            if field.distance[far][near] < NEAR and offset[ends] > 0.7:
                yield [far, near], SECOND_LINE


def _winning_tiles(field: Field, parts: list[int], joined: float) -> Iterator[_Held]:
    """The concealed tiles with each tile that may be the winning one by its place."""
    tiles = tuple(index for part in parts for index in field.strips[part].tiles)
    yield _Held(parts, tiles, None, None, joined)
    if len(tiles) < 2:
        return
    turned = field.frame.turned
    for end, beside, part in ((0, 1, parts[0]), (-1, -2, parts[-1])):
        if _is_turned_away(field, tiles[end], tiles[beside], part):
            rest = tiles[1:] if end == 0 else tiles[:-1]
            yield _Held(parts, rest, tiles[end], None, joined + WINNING_TURNED)
    near: list[tuple[bool, float, int, int]] = []
    for number in field.singles:
        distance = field.distance_to(number, parts)
        if distance < WINNING_REACH and number not in parts:
            beside = not _is_in_line(field, parts, number)
            near.append((beside, distance, number, field.strips[number].indices[0]))
    for _, distance, number, index in sorted(near)[:4]:
        place = _winning_place(field, parts, number, distance)
        place += WINNING_TURNED if turned[index] else 0.0
        yield _Held(parts, tiles, index, number, joined + place)


def _is_turned_away(field: Field, tile: int, neighbour: int, part: int) -> bool:
    """Whether the last tile of a row is turned, and not the claimed tile of a set."""
    sets = field.sets[part]
    is_set = sets is not None and all(kind is not None for kind, _ in sets)
    if is_set or len(field.strips[part].tiles) < 4 or not field.frame.turned[tile]:
        return False
    # A turned tile takes more room: were it upright, it would seem to overlap its neighbour.
    return bool(field.frame.gap[tile, neighbour] > TURNED_OVERLAP)


def _winning_place(field: Field, parts: list[int], strip: int, distance: float) -> float:
    for end in (parts[0], parts[-1]):
        if field.in_line[end][strip]:
            return WINNING_IN_LINE + _parted(field.gap[end][strip] + SINGLE)
    if _is_by_itself(field, parts, strip):
        return WINNING_BESIDE
    return WINNING_OFF_LINE - max(distance - 0.8, 0.0)


def _is_by_itself(field: Field, parts: list[int], strip: int) -> bool:
    """Whether a single tile beside the row is close to it and closer than to any other."""
    distance = field.distance_to(strip, parts)
    return distance < WINNING_CLOSE and distance < _company(field, strip, parts)


def _is_in_line(field: Field, parts: list[int], strip: int) -> bool:
    return field.in_line[parts[0]][strip] or field.in_line[parts[-1]][strip]


def _drafts(field: Field, held: _Held) -> Iterator[_Draft]:
    """The concealed tiles with every choice of strips as sets."""
    mask = held.mask
    options = sorted(
        (field.distance_to(number, held.parts), number)
        for number, sets in enumerate(field.sets)
        if sets and not mask >> number & 1
    )
    runs = len(_runs(field, held.tiles))
    for size in range(min(len(options), 5) + 1):
        for melds in combinations(options[:5], size):
            sets = tuple(one for _, strip in melds for one in field.sets[strip] or ())
            least = len(held.indices) + 3 * len(sets)
            count = max(min(least, HAND_SIZE), least - runs)
            alone = not sets and len(held.tiles) >= SHORT_ROW
            if count < FEW and not alone:
                continue
            yield _draft(field, held, [strip for _, strip in melds], sets, count)


def _draft(field: Field, held: _Held, melds: list[int], sets: Sets, count: int) -> _Draft:
    used = held.mask | sum(1 << strip for strip in melds)
    added, extended = _added(field, sets, used)
    used |= sum(1 << strip for strip in added)
    legal = sum(kind is not None for kind, _ in sets)
    waits_alone = LONE_TILE if len(held.indices) == 1 else 0.0
    score = (
        waits_alone + held.score + COUNT_SCORES.get(count, OTHER_COUNT) + ADDED_TILE * len(added)
    )
    score += LEGAL_SET * legal + ILLEGAL_SET * (len(sets) - legal)
    score += _meld_places(field, held.parts, melds)
    crowd = field.crowd(used)
    score += max(UNUSED_TILE * crowd, UNUSED_MOST) + UNUSED_RUN * field.runs_on(used)
    return _Draft(held, extended, used, crowd, count, score)


def _meld_places(field: Field, parts: list[int], melds: list[int]) -> float:
    """How well the sets lie apart from the row and yet near to it, or to one another."""
    score, reached, left = 0.0, list(parts), list(melds)
    while left:
        distance, strip, nearest = min(
            (field.distance[strip][other], strip, other) for strip in left for other in reached
        )
        if not field.in_line[nearest][strip]:
            score += FAR_BESIDE * max(distance - FREE_BESIDE, 0.0)
        elif nearest in parts:
            score += _parted(field.gap[nearest][strip])
        score += FAR * max(distance - FREE, 0.0)
        reached.append(strip)
        left.remove(strip)
    return score


def _added(field: Field, sets: Sets, used: int) -> tuple[list[int], Sets]:
    """Single tiles that lie on or before a pon of the same face make it an added kong."""
    added: list[int] = []
    extended = list(sets)
    for position, (kind, indices) in enumerate(sets):
        if kind is not MeldKind.PON:
            continue
        for number in field.singles:
            tile = field.strips[number].indices[0]
            free = number not in added and not used >> number & 1
            if not free or field.faces[tile] != field.faces[indices[0]]:
                continue
            if field.frame.apart[tile, list(indices)].min() < ADDED_REACH:
                extended[position] = (MeldKind.ADDED_KAN, (*indices, tile))
                added.append(number)
                break
    return added, tuple(extended)


def _finish(field: Field, draft: _Draft) -> Reading:
    held, score = draft.held, draft.score
    kans = _kans(field, held.tiles, len(held.indices) + 3 * len(draft.sets) - HAND_SIZE)
    in_kans = {index for kan in kans for index in kan}
    tiles = _shown(field, (index for index in held.indices if index not in in_kans))
    legal = all(kind is not None for kind, _ in draft.sets)
    if draft.count == HAND_SIZE and legal and is_complete(tiles):
        score += COMPLETE
    elif held.winning_strip is not None:
        score += _loose_winning(field, held.parts, held.winning_strip)
    in_sets = [index for _, indices in draft.sets for index in indices]
    copies = Counter(_shown(field, (*held.indices, *in_sets)))
    score += FIFTH_COPY * sum(max(many - 4, 0) for many in copies.values())
    flowers = _flowers(field, draft.used)
    score += FLOWER * len(flowers)
    in_line = all(field.in_line[one][other] for one, other in pairwise(held.parts))
    place = (draft.count, in_line, draft.crowd, score)
    return Reading(held.tiles, kans, draft.sets, flowers, held.winning, *place)


def _loose_winning(field: Field, parts: list[int], strip: int) -> float:
    """What a winning tile loses that completes nothing and lies beside the row, by others."""
    if _is_in_line(field, parts, strip):
        return 0.0
    return 0.0 if _is_by_itself(field, parts, strip) else WINNING_LOOSE


def _shown(field: Field, indices: Iterator[int] | Indices) -> list[Tile]:
    return [face for index in indices if (face := field.faces[index]) is not None]


def _runs(field: Field, concealed: Indices) -> list[Indices]:
    """Runs of four equal tiles in the row."""
    runs: list[Indices] = []
    position = 0
    while position + 4 <= len(concealed):
        run = concealed[position : position + 4]
        if len({field.faces[index] for index in run}) == 1:
            runs.append(run)
            position += 4
        else:
            position += 1
    return runs


def _kans(field: Field, concealed: Indices, wanted: int) -> tuple[Indices, ...]:
    """As many of the runs of four as the tile count asks for; those that leave a whole hand."""
    runs = _runs(field, concealed)
    if wanted <= 0 or not runs:
        return ()
    choices = list(combinations(runs, min(wanted, len(runs))))
    for choice in choices:
        taken = {index for kan in choice for index in kan}
        if is_complete(_shown(field, (index for index in concealed if index not in taken))):
            return choice
    return choices[0]


def _flowers(field: Field, used: int) -> Indices:
    """Flowers in the hand's strips, beside them, and in strips of their own not far away."""
    members = [number for number in range(len(field.strips)) if used >> number & 1]
    flowers: list[int] = []
    for number, strip in enumerate(field.strips):
        if strip.flowers and (number in members or _is_reached(field, number, members)):
            flowers.extend(strip.flowers)
    return tuple(flowers)


def _is_reached(field: Field, strip: int, members: list[int]) -> bool:
    """Whether a strip with flowers keeps company with the hand rather than with other tiles."""
    distance = field.distance_to(strip, members)
    if any(
        field.in_line[strip][other] and field.gap[strip][other] < FLOWER_LINE_REACH
        for other in members
    ):
        return True
    if field.strips[strip].tiles or distance > FLOWER_REACH:
        return False
    # Flowers are never discarded, so that two side by side are somebody's.
    return len(field.strips[strip]) > 1 or distance < _company(field, strip, members)


def _company(field: Field, strip: int, members: list[int]) -> float:
    """How far from a strip the nearest tile lies that is not of the hand."""
    others = (
        field.distance[strip][other]
        for other, one in enumerate(field.strips)
        if other != strip and other not in members and one.tiles
    )
    return min(others, default=math.inf)


def _joined(gap: float) -> float:
    """What a reading loses that takes tiles as one row across a gap (tile widths)."""
    return -min(max(GAP_WEIGHT * (gap - APART), 0.0), GAP_MOST)


def _parted(gap: float) -> float:
    """What a reading loses that takes tiles as apart although the gap is small."""
    return -min(max(GAP_WEIGHT * (APART - gap), 0.0), GAP_MOST)
