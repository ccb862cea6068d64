"""Readings of the strips as a hand, each with a score that sums up the evidence for it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from scoring.hand import HAND_SIZE, MeldKind
from scoring.tiles import Tile
from vision.layout.frame import Frame
from vision.layout.sets import is_complete, set_kind, split_into_sets
from vision.layout.strips import Strip

Indices = tuple[int, ...]

# Evidence in the manner of log odds: what makes a reading likelier, and by how much.
COUNT_SCORES = {14: 6.0, 13: 3.0, 12: 1.0, 15: -1.0, 11: 0.0, 10: -0.5}
OTHER_COUNT = -3.0
COMPLETE = 3.0
FIFTH_COPY = -4.0
LEGAL_SET, ILLEGAL_SET = 1.0, -3.0
UNUSED_TILE, UNUSED_MOST = -0.6, -3.0
NEAR = 0.6
"""Tiles this close to the hand, in tile widths, are likely part of it."""
FAR = -0.4
SECOND_LINE = -2.5
ADDED_TILE = 1.5
WINNING_APART, WINNING_TURNED = 0.3, 1.5

MAX_JOIN = 2.2
FLOWER_REACH, LOOSE_FLOWER_REACH = 6.0, 1.5
WINNING_REACH = 2.5


@dataclass(frozen=True)
class MeldStrip:
    """A strip read as sets. `added` are tiles put onto a pon, by the set's position."""

    strip: Strip
    sets: tuple[tuple[MeldKind | None, Indices], ...]

    @cached_property
    def legal(self) -> int:
        return sum(kind is not None for kind, _ in self.sets)


@dataclass(frozen=True)
class Reading:
    """One way to read the strips. `melds` are (kind or None where illegal, indices)."""

    concealed: Indices
    kans: tuple[Indices, ...]
    melds: tuple[tuple[MeldKind | None, Indices], ...]
    flowers: Indices
    winning: int | None
    unused: Indices
    count: int
    in_one_line: bool
    score: float

    @property
    def used(self) -> Indices:
        held = () if self.winning is None else (self.winning,)
        in_melds = tuple(index for _, meld in self.melds for index in meld)
        return self.concealed + in_melds + self.flowers + held


class Reader:
    """Makes the readings of the strips around one chain."""

    def __init__(self, frame: Frame, strips: tuple[Strip, ...], faces: list[Tile | None]) -> None:
        self.frame = frame
        self.faces = faces
        self.strips = [strip for strip in strips if not strip.is_wall]

    def readings(self) -> list[Reading]:
        """All readings worth a look, best first."""
        found: list[Reading] = []
        for parts, joined in self._concealed_parts():
            rest = [strip for strip in self.strips if strip not in parts]
            for concealed, winning, place in self._winning_tiles(parts, rest):
                left = [strip for strip in rest if strip.indices != (winning,)]
                found += [
                    self._reading(concealed, winning, melds, left, joined, place)
                    for melds in self._meld_choices(concealed, winning, left)
                ]
        return sorted(found, key=lambda reading: -reading.score)

    def _concealed_parts(self) -> Iterator[tuple[list[Strip], float]]:
        """Strips that may be the concealed tiles together, in order, and how likely."""
        bases = [strip for strip in self.strips if strip.tiles and None not in strip.faces]
        bases.sort(key=lambda strip: -len(strip))
        seen: set[tuple[Indices, ...]] = set()
        for base in bases[:4]:
            parts, score = [base], 0.0
            while True:
                key = tuple(strip.indices for strip in parts)
                if key not in seen:
                    seen.add(key)
                    yield list(parts), score
                nearest = self._next_in_line(parts, bases)
                if nearest is None:
                    break
                strip, gap = nearest
                score -= _apart(gap)
                parts = sorted(
                    [*parts, strip], key=lambda one: float(self.frame.along[one.indices[0]])
                )
        yield from self._two_lines(bases)

    def _next_in_line(self, parts: list[Strip], bases: list[Strip]) -> tuple[Strip, float] | None:
        """The nearest strip that goes on in the same row, with the gap before it."""
        ends = (parts[0].indices[0], parts[-1].indices[-1])
        best: tuple[Strip, float] | None = None
        for strip in bases:
            if strip in parts or not strip.tiles:
                continue
            for end, start in ((ends[1], strip.indices[0]), (ends[0], strip.indices[-1])):
                gap = float(self.frame.gap[end, start])
                along = self.frame.along[start] - self.frame.along[end]
                onward = along > 0 if end == ends[1] else along < 0
                in_line = self.frame.offset[end, start] < 0.5
                if onward and in_line and gap < (best[1] if best else MAX_JOIN):
                    best = (strip, gap)
        return best

    def _two_lines(self, bases: list[Strip]) -> Iterator[tuple[list[Strip], float]]:
        """Two touching rows read as one concealed hand, the far row first."""
        for one, other in combinations(bases[:3], 2):
            if min(len(one), len(other)) > 2 and self._distance(one.indices, other.indices) < NEAR:
                rows = sorted(
                    (one, other), key=lambda row: float(self.frame.across[list(row.indices)].mean())
                )
                if self.frame.offset[rows[0].indices[0], rows[1].indices[0]] > 0.7:
                    yield rows, SECOND_LINE

    def _winning_tiles(
        self, parts: list[Strip], rest: list[Strip]
    ) -> Iterator[tuple[Indices, int | None, float]]:
        """The concealed tiles with each tile that may be the winning one by its place."""
        concealed = tuple(index for strip in parts for index in strip.tiles)
        yield concealed, None, 0.0
        for end in (0, -1):
            if len(concealed) > 1 and self.frame.turned[concealed[end]]:
                others = concealed[1:] if end == 0 else concealed[:-1]
                yield others, concealed[end], WINNING_TURNED
        near: list[tuple[float, int]] = []
        for strip in rest:
            if len(strip) == 1 and strip.tiles and strip.faces[0] is not None:
                distance = self._place(strip.indices[0], concealed)
                if distance < WINNING_REACH:
                    near.append((distance, strip.indices[0]))
        for distance, index in sorted(near)[:3]:
            turned = WINNING_TURNED if self.frame.turned[index] else 0.0
            score = min(4 * (distance - WINNING_APART), 0.5) + turned - max(distance - 0.8, 0)
            yield concealed, index, score

    def _place(self, index: int, concealed: Indices) -> float:
        """How far a single tile is from its slot in the row."""
        gap = float(self.frame.gap[index, list(concealed)].min())
        nearest = int(self.frame.gap[index, list(concealed)].argmin())
        across = float(self.frame.offset[index, concealed[nearest]])
        return float((max(gap, 0.0) ** 2 + max(across - 0.25, 0.0) ** 2) ** 0.5)

    def _meld_choices(
        self, concealed: Indices, winning: int | None, rest: list[Strip]
    ) -> Iterator[tuple[MeldStrip, ...]]:
        options = []
        for strip in rest:
            cuts = split_into_sets(self._faces(strip.tiles)) if strip.tiles else None
            if cuts:
                sets = [strip.tiles[start:end] for start, end in cuts]
                kinds = [set_kind(self._faces(one)) for one in sets]
                meld = MeldStrip(strip, tuple(zip(kinds, sets, strict=True)))
                if meld.legal * 2 >= len(sets):
                    options.append((self._distance(concealed, strip.indices), meld))
        options.sort(key=lambda option: option[0])
        melds = [meld for _, meld in options[:5]]
        for size in range(len(melds) + 1):
            yield from combinations(melds, size)

    def _reading(
        self,
        concealed: Indices,
        winning: int | None,
        melds: tuple[MeldStrip, ...],
        rest: list[Strip],
        joined: float,
        place: float,
    ) -> Reading:
        sets = [one for meld in melds for one in meld.sets]
        left = [strip for strip in rest if all(strip is not meld.strip for meld in melds)]
        sets, left, added = self._added(sets, left)
        held = (*concealed, *(() if winning is None else (winning,)))
        kans = self._kans(concealed, len(held) + 3 * len(sets) - HAND_SIZE)
        count = len(held) - len(kans) + 3 * len(sets)
        score = joined + place + COUNT_SCORES.get(count, OTHER_COUNT) + added * ADDED_TILE
        legal = sum(kind is not None for kind, _ in sets)
        score += legal * LEGAL_SET + (len(sets) - legal) * ILLEGAL_SET
        in_kans = {index for kan in kans for index in kan}
        tiles = [self.faces[index] for index in held if index not in in_kans]
        if count == HAND_SIZE and legal == len(sets) and is_complete([t for t in tiles if t]):
            score += COMPLETE
        used = held + tuple(index for _, one in sets for index in one)
        copies = Counter(face for index in used if (face := self.faces[index]) is not None)
        score += FIFTH_COPY * sum(max(many - 4, 0) for many in copies.values())
        for meld in melds:
            distance = self._distance(concealed, meld.strip.indices)
            near = self._in_line(concealed, meld.strip.indices)
            score += _apart(distance) if near else FAR * max(distance - NEAR, 0)
        flowers = self._flowers(used)
        unused = [i for strip in left for i in strip.tiles]
        crowd = sum(self._crowd(strip, used) for strip in left)
        score += max(UNUSED_TILE * crowd, UNUSED_MOST)
        in_line = joined > SECOND_LINE
        return Reading(
            concealed, kans, tuple(sets), flowers, winning, tuple(unused), count, in_line, score
        )

    def _crowd(self, strip: Strip, used: Indices) -> int:
        """How many tiles of an unused strip lie so that they look like part of the hand."""
        if not strip.tiles:
            return 0
        apart = self.frame.apart[np.ix_(strip.tiles, used)].min(axis=1)
        if len(strip) >= 3 and apart.min() < MAX_JOIN and self._in_line(strip.tiles, used):
            return len(strip.tiles)
        return int((apart < NEAR).sum())

    def _added(
        self, sets: list[tuple[MeldKind | None, Indices]], left: list[Strip]
    ) -> tuple[list[tuple[MeldKind | None, Indices]], list[Strip], int]:
        """Single tiles that lie on or before a pon of the same face make it an added kong."""
        added = 0
        for position, (kind, indices) in enumerate(sets):
            if kind is not MeldKind.PON:
                continue
            for strip in left:
                alike = len(strip) == 1 and strip.faces[0] == self.faces[indices[0]]
                if alike and self.frame.apart[strip.indices[0], list(indices)].min() < 0.4:
                    sets[position] = (MeldKind.ADDED_KAN, (*indices, strip.indices[0]))
                    left = [one for one in left if one is not strip]
                    added += 1
                    break
        return sets, left, added

    def _kans(self, concealed: Indices, wanted: int) -> tuple[Indices, ...]:
        """Runs of four equal tiles in the row, as many as the tile count asks for."""
        runs: list[Indices] = []
        position = 0
        while position + 4 <= len(concealed):
            run = concealed[position : position + 4]
            if len({self.faces[index] for index in run}) == 1:
                runs.append(run)
                position += 4
            else:
                position += 1
        if wanted <= 0 or not runs:
            return ()
        choices = list(combinations(runs, min(wanted, len(runs))))
        for choice in choices:
            taken = {index for kan in choice for index in kan}
            rest = [face for i in concealed if i not in taken and (face := self.faces[i])]
            if is_complete([int(face) for face in rest]):
                return choice
        return choices[0]

    def _flowers(self, used: Indices) -> Indices:
        flowers: list[int] = []
        taken = set(used)
        for strip in self.strips:
            inside = any(index in taken for index in strip.indices)
            reach = FLOWER_REACH if not strip.tiles else LOOSE_FLOWER_REACH
            if strip.flowers and (inside or self._distance(strip.flowers, used) < reach):
                flowers.extend(strip.flowers)
        return tuple(flowers)

    def _in_line(self, one: Indices, other: Indices) -> bool:
        """Whether two groups lie in one row: their nearest tiles are not offset across it."""
        place = np.ix_(one, other)
        return bool(self.frame.offset[place].flat[self.frame.gap[place].argmin()] < 0.5)

    def _distance(self, one: Indices, other: Indices) -> float:
        return float(self.frame.apart[np.ix_(one, other)].min())

    def _faces(self, indices: Indices) -> list[Tile | None]:
        return [self.faces[index] for index in indices]


def _apart(gap: float) -> float:
    """How much a gap (tile widths) tells that what it parts does not belong together."""
    return min(max(4 * (gap - 0.5), -2.0), 3.0)
