"""What may be a hand: concealed tiles with a choice of sets, the most promising first."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from heapq import merge
from typing import NamedTuple

from scoring.hand import HAND_SIZE
from vision.layout import evidence
from vision.layout.concealed import Held, concealed_parts, winning_tiles
from vision.layout.field import Field, Indices, Sets

SHORT_ROW = 4
"""So many tiles in a row are a hand where they lie by themselves."""
FEW, MANY = 10, 17
"""Readings of fewer tiles, or more, are not worth a look beside others."""
MOST_SET_STRIPS = 5
ROOM = 1.0
"""What each set may add to a score."""
MOST_GAIN = max(evidence.COUNT_SCORES.values()) + evidence.WINNING_TURNED + evidence.WINNING_IN_LINE
"""What the count and the winning tile add to concealed tiles at most."""


class Choice(NamedTuple):
    """Strips taken as sets, as numbers and as a mask; what they add to a score, or at most.

    They add the most where single tiles make added kongs of them.
    """

    strips: Indices = ()
    mask: int = 0
    sets: Sets = ()
    score: float = 0.0
    most: float = 0.0

    def joined(self, other: "Choice") -> "Choice":
        """The strips of both."""
        return Choice(
            self.strips + other.strips,
            self.mask | other.mask,
            self.sets + other.sets,
            self.score + other.score,
            self.most + other.most,
        )


@dataclass(frozen=True, slots=True)
class Prospect:
    """A draft before a look at its sets and their places; `score` is without them."""

    held: Held
    count: int
    score: float
    choice: Choice

    @property
    def most(self) -> float:
        """The score that a draft of it reaches at most."""
        return self.score + self.choice.most


def prospects(field: Field, floor: float) -> Iterator[Prospect]:
    """Concealed tiles with a choice of sets that may reach `floor`, the most promising first."""
    falling: list[Iterator[Prospect]] = []
    choices: dict[Indices, list[list[Choice]]] = {}
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


def _set_choices(field: Field, strips: Indices) -> list[list[Choice]]:
    """Every choice among strips that are sets, by how many sets, the most promising first."""
    choices = [Choice()]
    for strip in strips:
        alone = _choice(field, strip)
        choices += [choice.joined(alone) for choice in choices]
    by_sets: defaultdict[int, list[Choice]] = defaultdict(list)
    for choice in choices:
        by_sets[len(choice.sets)].append(choice)
    return [sorted(alike, key=lambda choice: -choice.most) for alike in by_sets.values()]


def _choice(field: Field, strip: int) -> Choice:
    sets = field.sets[strip] or ()
    legal = sum(kind is not None for kind, _ in sets)
    score = evidence.LEGAL_SET * legal + evidence.ILLEGAL_SET * (len(sets) - legal)
    addable = sum(bool(field.fourths.get(indices)) for _, indices in sets)
    return Choice((strip,), 1 << strip, sets, score, score + evidence.ADDED_TILE * addable)


def _combined(
    field: Field, held: Held, choices: list[list[Choice]], floor: float
) -> Iterator[Iterator[Prospect]]:
    """The concealed tiles with every choice of strips as sets, by how many sets.

    Each number of sets that may reach `floor` gives its prospects, the most promising first.
    """
    concealed = len(held.indices)
    most_sets = max(len(alike[0].sets) for alike in choices)
    fours = len(field.fours(held.tiles)) if concealed + 3 * most_sets > HAND_SIZE else 0
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
            yield map(partial(Prospect, held, count, score), alike)
