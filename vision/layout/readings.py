"""Readings of the strips as a hand, each with a score that sums up the evidence for it."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, pairwise

from scoring.hand import HAND_SIZE, MeldKind
from scoring.tiles import Tile
from vision.layout import evidence
from vision.layout.concealed import Held, company, loose_winning
from vision.layout.field import Field, Indices, Sets
from vision.layout.prospects import Prospect, prospects
from vision.layout.sets import is_complete

MIN_ROW = 7
"""So many tiles in a row are a hand whatever their count."""
MOST_DRAFTS, MOST_FINISHED = 40, 5
"""So many prospects are drafted, and so many drafts finished, at most."""
WIDE = 7.0
"""Readings this much worse than the best so far are dropped."""


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
    for prospect in islice(prospects(field, floor), MOST_DRAFTS):
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


def _draft(
    field: Field,
    prospect: Prospect,
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


def _kans(field: Field, concealed: Indices, wanted: int) -> tuple[Indices, ...]:
    """As many of the fours as the tile count asks for; those that leave a whole hand."""
    fours = field.fours(concealed)
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
