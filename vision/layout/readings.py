"""Readings of the strips as a hand, each with a score that sums up the evidence for it."""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from heapq import merge
from itertools import combinations, pairwise
from typing import NamedTuple

from scoring.hand import HAND_SIZE, MeldKind
from scoring.tiles import Tile
from vision.layout import evidence
from vision.layout.concealed import Held, company, concealed_parts, loose_winning, winning_tiles
from vision.layout.field import Field, Indices, Sets
from vision.layout.sets import is_complete

MIN_ROW, SHORT_ROW = 7, 4
"""So many tiles in a row are a hand whatever their count; or so many that lie by themselves."""
FEW, MANY = 10, 17
"""Readings of fewer tiles, or more, are not worth a look beside others."""
MOST_FINISHED, MOST_SET_STRIPS = 5, 5
WIDE, ROOM = 7.0, 1.0
"""Readings this much worse than the best so far are dropped; what each set may still add."""
MOST_GAIN = max(evidence.COUNT_SCORES.values()) + evidence.WINNING_TURNED + evidence.WINNING_IN_LINE
"""What the count and the winning tile add to concealed tiles at most."""


class _Choice(NamedTuple):
    """Strips taken as sets, as numbers and as a mask; what they add to a score, or at most.

    They add the most where single tiles make added kongs of them.
    """

    strips: Indices = ()
    mask: int = 0
    sets: Sets = ()
    score: float = 0.0
    most: float = 0.0

    def joined(self, other: "_Choice") -> "_Choice":
        """The strips of both."""
        return _Choice(
            self.strips + other.strips,
            self.mask | other.mask,
            self.sets + other.sets,
            self.score + other.score,
            self.most + other.most,
        )


@dataclass(frozen=True, slots=True)
class _Prospect:
    """A draft before a look at its sets and their places; `score` is without them."""

    held: Held
    count: int
    score: float
    choice: _Choice

    @property
    def most(self) -> float:
        """The score that a draft of it reaches at most."""
        return self.score + self.choice.most


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
    def structure(self) -> tuple[object, ...]:
        """What two readings that say the same have in common."""
        melds = frozenset(frozenset(indices) for _, indices in self.melds)
        return frozenset(self.concealed), melds, self.winning, frozenset(self.kans)

    @property
    def used(self) -> Indices:
        held = () if self.winning is None else (self.winning,)
        in_melds = tuple(index for _, meld in self.melds for index in meld)
        return self.concealed + in_melds + self.flowers + held


@dataclass(frozen=True)
class _Draft:
    """A reading before the dear checks: `score` can only rise by evidence.COMPLETE."""

    held: Held
    sets: Sets
    used: int
    crowd: int
    count: int
    score: float


def best_readings(field: Field, best: float) -> list[Reading]:
    """The readings worth a look, best first, given the best score found elsewhere."""
    drafts: list[_Draft] = []
    floor = best - WIDE
    places: dict[tuple[Indices, Indices], float] = {}
    for prospect in _prospects(field, floor):
        if prospect.most <= floor:
            break
        draft = _draft(field, prospect, places, floor)
        if draft is None:
            continue
        insort(drafts, draft, key=lambda one: -one.score)
        del drafts[MOST_FINISHED:]
        floor = max(floor, drafts[0].score - WIDE)
        if len(drafts) == MOST_FINISHED:
            floor = max(floor, drafts[-1].score)
    finished = [_finish(field, draft) for draft in drafts]
    return sorted(finished, key=lambda reading: -reading.score)


def _prospects(field: Field, floor: float) -> Iterator[_Prospect]:
    """Concealed tiles with a choice of sets that may reach `floor`, the most promising first."""
    falling: list[Iterator[_Prospect]] = []
    choices: dict[Indices, list[list[_Choice]]] = {}
    for row in concealed_parts(field):
        most_sets = max(MANY - len(row.tiles), 0) // 3
        if row.score - row.slot_cost + MOST_GAIN + ROOM * most_sets <= floor:
            continue
        strips = _set_strips(field, row)
        if strips not in choices:
            choices[strips] = _set_choices(field, strips)
        for held in winning_tiles(field, row):
            falling += _combined(field, held, choices[strips], floor)
    return merge(*falling, key=lambda prospect: -prospect.most)


def _set_strips(field: Field, held: Held) -> Indices:
    """The nearest strips that are sets."""
    distances = field.distances_to(held.parts)
    nearest = sorted(
        (distances[number], number)
        for number, sets in enumerate(field.sets)
        if sets and number not in held.parts
    )
    return tuple(number for _, number in nearest[:MOST_SET_STRIPS])


def _set_choices(field: Field, strips: Indices) -> list[list[_Choice]]:
    """Every choice among strips that are sets, by how many sets, the most promising first."""
    choices = [_Choice()]
    for strip in strips:
        alone = _choice(field, strip)
        choices += [choice.joined(alone) for choice in choices]
    by_sets: defaultdict[int, list[_Choice]] = defaultdict(list)
    for choice in choices:
        by_sets[len(choice.sets)].append(choice)
    return [sorted(alike, key=lambda choice: -choice.most) for alike in by_sets.values()]


def _choice(field: Field, strip: int) -> _Choice:
    sets = field.sets[strip] or ()
    legal = sum(kind is not None for kind, _ in sets)
    score = evidence.LEGAL_SET * legal + evidence.ILLEGAL_SET * (len(sets) - legal)
    addable = sum(bool(field.fourths.get(indices)) for _, indices in sets)
    return _Choice((strip,), 1 << strip, sets, score, score + evidence.ADDED_TILE * addable)


def _combined(
    field: Field, held: Held, choices: list[list[_Choice]], floor: float
) -> Iterator[Iterator[_Prospect]]:
    """The concealed tiles with every choice of strips as sets, by how many sets.

    Each number of sets that may reach `floor` gives its prospects, the most promising first.
    """
    concealed = len(held.indices)
    most_sets = max(len(alike[0].sets) for alike in choices)
    fours = len(_fours(field, held.tiles)) if concealed + 3 * most_sets > HAND_SIZE else 0
    base = held.score + (evidence.LONE_TILE if concealed == 1 else 0.0)
    for alike in choices:
        least = concealed + 3 * len(alike[0].sets)
        count = max(min(least, HAND_SIZE), least - fours)
        alone = not alike[0].sets and len(held.tiles) >= SHORT_ROW
        if count > MANY or (count < FEW and not alone):
            continue
        score = base + evidence.COUNT_SCORES.get(count, evidence.OTHER_COUNT)
        if held.slots and count + held.slots <= HAND_SIZE:
            score += evidence.MISSING_TILE - held.slot_cost
        if score + alike[0].most > floor:
            yield map(partial(_Prospect, held, count, score), alike)


def _draft(
    field: Field,
    prospect: _Prospect,
    places: dict[tuple[Indices, Indices], float],
    floor: float,
) -> _Draft | None:
    """The reading before the dear checks; None where it does not reach `floor`.

    `places` keeps what the places of sets beside a row add, for the next winning tile of it.
    """
    held, choice, count = prospect.held, prospect.choice, prospect.count
    used, sets, score = held.mask | choice.mask, choice.sets, prospect.score + choice.score
    if choice.most > choice.score:
        added, sets = _added(field, sets, used)
        used |= sum(1 << strip for strip in added)
        score += evidence.ADDED_TILE * len(added)
    at = tuple(held.parts), choice.strips
    if at not in places:
        places[at] = _meld_places(field, held.parts, choice.strips)
    score += places[at]
    if score <= floor:
        return None
    crowd = field.crowd(used)
    score += max(evidence.UNUSED_TILE * crowd, evidence.UNUSED_MOST)
    score += evidence.UNUSED_RUN * field.runs_on(used)
    return _Draft(held, sets, used, crowd, count, score)


def _meld_places(field: Field, parts: list[int], melds: Indices) -> float:
    """How well the sets lie apart from the row and yet near to it, or to one another."""
    score, reached, left = 0.0, list(parts), list(melds)
    while left:
        distance, strip, nearest = min(
            (field.distance[strip][other], strip, other) for strip in left for other in reached
        )
        if not field.in_line[nearest][strip]:
            score += evidence.FAR_BESIDE * max(distance - evidence.FREE_BESIDE, 0.0)
        elif nearest in parts:
            score += evidence.parted(field.gap[nearest][strip])
        score += evidence.FAR * max(distance - evidence.FREE, 0.0)
        reached.append(strip)
        left.remove(strip)
    return score


def _added(field: Field, sets: Sets, used: int) -> tuple[list[int], Sets]:
    """Single tiles that lie on or before a pon of the same face make it an added kong."""
    added: list[int] = []
    extended = list(sets)
    for position, (_, indices) in enumerate(sets):
        for number, tile in field.fourths.get(indices, ()):
            if number not in added and not used >> number & 1:
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
        score += evidence.COMPLETE
    elif held.winning_strip is not None:
        score += loose_winning(field, held.parts, held.winning_strip)
    in_sets = [index for _, indices in draft.sets for index in indices]
    copies = Counter(_shown(field, (*held.indices, *in_sets)))
    score += evidence.FIFTH_COPY * sum(max(many - 4, 0) for many in copies.values())
    flowers = _flowers(field, draft.used)
    score += evidence.FLOWER * len(flowers)
    in_line = all(field.in_line[one][other] for one, other in pairwise(held.parts))
    place = (draft.count, in_line, draft.crowd, score)
    return Reading(held.tiles, kans, draft.sets, flowers, held.winning, *place)


def _shown(field: Field, indices: Iterator[int] | Indices) -> list[Tile]:
    return [face for index in indices if (face := field.faces[index]) is not None]


def _fours(field: Field, concealed: Indices) -> list[Indices]:
    """Fours of equal tiles in the row, side by side or not: any may be a kong by the count."""
    alike = (
        tuple(index for index in concealed if field.faces[index] == face)
        for face in field.faces_of_four
    )
    return sorted(four for four in alike if len(four) == 4)


def _kans(field: Field, concealed: Indices, wanted: int) -> tuple[Indices, ...]:
    """As many of the fours as the tile count asks for; those that leave a whole hand."""
    fours = _fours(field, concealed)
    if wanted <= 0 or not fours:
        return ()
    choices = list(combinations(fours, min(wanted, len(fours))))
    for choice in choices:
        taken = {index for kan in choice for index in kan}
        if is_complete(_shown(field, (index for index in concealed if index not in taken))):
            return choice
    return choices[0]


def _flowers(field: Field, used: int) -> Indices:
    """Flowers in the hand's strips, beside them, and in strips of their own not far away."""
    members = [number for number in range(len(field.strips)) if used >> number & 1]
    found = [number for number in members if field.strips[number].flowers]
    left = [
        number
        for number, strip in enumerate(field.strips)
        if strip.flowers and number not in members
    ]
    while fresh := [number for number in left if _is_reached(field, number, members)]:
        members += fresh
        found += fresh
        left = [number for number in left if number not in fresh]
    return tuple(index for number in found for index in field.strips[number].flowers)


def _is_reached(field: Field, strip: int, members: list[int]) -> bool:
    """Whether a strip with flowers keeps company with the hand rather than with other tiles."""
    if field.strips[strip].tiles:
        return False
    # Flowers are never discarded, so that two side by side are somebody's.
    several = len(field.strips[strip]) > 1
    reach = evidence.FLOWER_LINE_REACH if several else evidence.FLOWER_REACH
    if any(field.in_line[strip][one] and field.gap[strip][one] < reach for one in members):
        return True
    distance = field.distance_to(strip, members)
    near = distance < evidence.FLOWER_REACH
    close = distance < evidence.FLOWER_CLOSE
    return near and (several or close or distance < company(field, strip, members))
