"""The strips around a row with what the readings ask of them again and again."""

from collections import Counter

import numpy as np

from scoring.hand import MeldKind
from scoring.tiles import Tile
from vision.layout import evidence
from vision.layout.frame import Frame
from vision.layout.sets import set_kind, split_into_sets
from vision.layout.strips import Strip

Indices = tuple[int, ...]
Sets = tuple[tuple[MeldKind | None, Indices], ...]

NEAR = 0.6
"""Tiles this close to the hand, in tile widths, are likely part of it."""
MAX_JOIN = 2.2
"""The widest gap, in tile widths, inside one row."""
IN_LINE = 0.5


class Field:
    """Strips by their number, and how they lie to one another.

    A set of strips is a bit mask. Distances are in tile widths.
    """

    def __init__(self, frame: Frame, strips: tuple[Strip, ...], faces: list[Tile | None]) -> None:
        self.frame, self.strips, self.faces = frame, strips, faces
        order = np.array([index for strip in strips for index in strip.indices])
        starts = np.cumsum([0, *(len(strip) for strip in strips[:-1])])
        to_strip = np.minimum.reduceat(frame.apart[order][:, order], starts, axis=1)
        self.distance: list[list[float]] = np.minimum.reduceat(to_strip, starts, axis=0).tolist()
        first = np.array([strip.indices[0] for strip in strips])
        last = np.array([strip.indices[-1] for strip in strips])
        self._measure_ends(first, last)
        copies = Counter(faces[index] for index in order.tolist())
        self.faces_of_four = [
            face for face, many in copies.items() if many >= 4 and face is not None
        ]
        bits = 1 << np.arange(len(strips), dtype=object)
        masks = (to_strip < NEAR).astype(object) @ bits
        near = dict(zip(order.tolist(), masks.tolist(), strict=True))
        self.sets = [self._sets(strip) for strip in strips]
        self.singles = [
            number
            for number, strip in enumerate(strips)
            if len(strip) == 1 and strip.tiles and strip.faces[0] is not None
        ]
        self.fourths = {
            indices: self._fourths(indices)
            for sets in self.sets
            for kind, indices in sets or ()
            if kind is MeldKind.PON
        }
        """For each pon the single tiles (strip, tile) that make a kong of it where they lie."""
        # For each strip that comes near others: for each of its tiles, those others.
        self._crowds = [
            (1 << number, touched)
            for number, strip in enumerate(strips)
            if (touched := [near[i] for i in strip.tiles if near[i] & ~(1 << number)])
        ]
        self._runs = [
            (1 << number, sum(1 << other for other in self._continued(number)))
            for number, strip in enumerate(strips)
            if len(strip.tiles) >= 3
        ]

    def _measure_ends(self, first: np.ndarray, last: np.ndarray) -> None:
        """How far apart the facing ends of two strips are along and across the row."""
        frame = self.frame
        before = frame.along[last][:, None] < frame.along[first][None]
        after = before.T
        offset = np.where(before, frame.offset[last][:, first], np.inf)
        offset = np.where(after, frame.offset[first][:, last], offset)
        gap = np.where(before, frame.gap[last][:, first], frame.gap[first][:, last])
        self.is_before: list[list[bool]] = before.tolist()
        self.in_line: list[list[bool]] = (offset < IN_LINE).tolist()
        self.gap: list[list[float]] = gap.tolist()

    def _sets(self, strip: Strip) -> Sets | None:
        """The strip cut into neighbouring sets; None where most of them are not legal."""
        cuts = split_into_sets([self.faces[index] for index in strip.tiles])
        if not cuts:
            return None
        found = []
        for start, end in cuts:
            indices = strip.tiles[start:end]
            found.append((set_kind([self.faces[index] for index in indices]), indices))
        legal = sum(kind is not None for kind, _ in found)
        return tuple(found) if legal * 2 >= len(found) else None

    def distances_to(self, others: list[int]) -> list[float]:
        """Free space from each strip to the nearest of others."""
        return [min(one) for one in zip(*(self.distance[other] for other in others), strict=True)]

    def distance_to(self, strip: int, others: list[int]) -> float:
        """Free space from a strip to the nearest of others."""
        return min(self.distance[strip][other] for other in others)

    def _fourths(self, pon: Indices) -> list[tuple[int, int]]:
        alike = [
            (number, self.strips[number].indices[0])
            for number in self.singles
            if self.strips[number].faces[0] == self.faces[pon[0]]
        ]
        return [
            (number, tile)
            for number, tile in alike
            if self.frame.apart[tile, list(pon)].min() < evidence.ADDED_REACH
        ]

    def fours(self, indices: Indices) -> list[Indices]:
        """Fours of equal tiles among some, side by side or not: any may be a kong by the count."""
        alike = (
            tuple(index for index in indices if self.faces[index] == face)
            for face in self.faces_of_four
        )
        return sorted(four for four in alike if len(four) == 4)

    def crowd(self, used: int) -> int:
        """How many tiles of unused strips lie as if they were part of the hand `used`."""
        return sum(
            1 for strip, tiles in self._crowds if not strip & used for near in tiles if near & used
        )

    def runs_on(self, used: int) -> int:
        """How many unused strips of three tiles or more go on in a row of the hand `used`."""
        return sum(1 for strip, others in self._runs if not strip & used and others & used)

    def _continued(self, strip: int) -> list[int]:
        """The strips whose row this one goes on."""
        return [
            other
            for other, gap in enumerate(self.gap[strip])
            if gap < MAX_JOIN and self.in_line[strip][other]
        ]
