"""Chains of tiles that lie side by side, found along any direction from boxes alone.

Coordinates are pixels of the photo, y down. A box of a tile of width w and height h whose row
runs at an angle a measures w|cos a| + h|sin a| by w|sin a| + h|cos a|, so that
(box width + box height) / (|cos a| + |sin a|) is w + h whatever the angle.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# The step from a tile to the next as a share of w + h: 0.42 to 0.5 for tiles that touch by
# their long sides, up to 0.6 where one of them is turned or a low camera makes them look
# short; less where they overlap.
MIN_STEP, MAX_STEP = 0.3, 0.7
STEEP_STEP = 0.85
"""The longest step where a camera looks along the table, tried when no row is found else."""
ROW = 5
MAX_SIZE_RATIO = 1.5
MAX_BEND = 0.55
"""How much a step may differ from the one before it, as a share of its length."""


@dataclass(frozen=True)
class Chain:
    """Tiles in a line. `indices` run from one end to the other; `bend` is its mean unevenness."""

    indices: tuple[int, ...]
    bend: float

    def __len__(self) -> int:
        return len(self.indices)


def centres_of(boxes: NDArray[np.float32]) -> Floats:
    """(n, 2) centres of (n, 4) boxes."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2, dtype=np.float64)


def sizes_of(boxes: NDArray[np.float32]) -> Floats:
    """(n, 2) width and height of (n, 4) boxes, one pixel at least."""
    return np.asarray(np.maximum(boxes[:, 2:] - boxes[:, :2], 1.0), dtype=np.float64)


def extents_of(boxes: NDArray[np.float32]) -> Floats:
    """(n,) width plus height of (n, 4) boxes."""
    return np.asarray(sizes_of(boxes).sum(axis=1))


def find_chains(centres: Floats, extents: Floats) -> list[Chain]:
    """Every chain of two tiles or more, longest first; a tile may be in several."""
    chains = _find(centres, extents, MAX_STEP)
    if not chains or len(chains[0]) < min(ROW, len(centres)):
        chains = _find(centres, extents, STEEP_STEP)
    return chains


def _find(centres: Floats, extents: Floats, max_step: float) -> list[Chain]:
    start, end, steps = _links(centres, extents, max_step)
    if not len(start):
        return []
    successor, cost = _successors(start, end, steps, extents)
    chains: dict[tuple[int, ...], Chain] = {}
    for first in np.flatnonzero(~np.isin(np.arange(len(start)), successor)).tolist():
        chain = _follow(first, start, end, successor, cost)
        key = min(chain.indices, chain.indices[::-1])
        chains.setdefault(key, Chain(key, chain.bend))
    return sorted(chains.values(), key=lambda chain: (-len(chain), chain.bend, chain.indices))


def _links(centres: Floats, extents: Floats, max_step: float) -> tuple[Ints, Ints, Floats]:
    """Pairs of tiles that could touch: start, end (m,), and the steps between them (m, 2)."""
    steps = centres[None] - centres[:, None]
    distance = np.hypot(steps[..., 0], steps[..., 1])
    spread = np.abs(steps).sum(axis=2) / np.maximum(distance, 1e-9)
    size = (extents[None] + extents[:, None]) / 2 / np.maximum(spread, 1.0)
    ratio = extents[None] / np.maximum(extents[:, None], 1e-9)
    fits = (distance > MIN_STEP * size) & (distance < max_step * size)
    fits &= (ratio < MAX_SIZE_RATIO) & (ratio > 1 / MAX_SIZE_RATIO)
    start, end = np.nonzero(fits)
    return start, end, steps[start, end]


def _successors(
    start: Ints, end: Ints, steps: Floats, extents: Floats
) -> tuple[list[int], list[float]]:
    """For each link the link that goes on from it, or -1, and how uneven that is."""
    count = len(start)
    # Links are sorted by start, so those that leave a tile are neighbours.
    first = np.searchsorted(start, end, side="left")
    many = np.searchsorted(start, end, side="right") - first
    before = np.repeat(np.arange(count), many)
    after = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many) + first[before]
    change = steps[after] - steps[before]
    length = np.hypot(steps[:, 0], steps[:, 1])
    cost = np.hypot(change[:, 0], change[:, 1]) * 2 / (length[after] + length[before])
    cost += 0.5 * np.abs(np.log(extents[end[after]] / extents[start[before]]))
    keep = cost < MAX_BEND
    before, after, cost = before[keep], after[keep], cost[keep]
    best_after = _best(before, after, cost, count)
    best_before = _best(after, before, cost, count)
    mutual = best_after[best_after >= 0]
    mutual = mutual[best_before[after[mutual]] == mutual]
    successor, unevenness = np.full(count, -1), np.zeros(count)
    successor[before[mutual]] = after[mutual]
    unevenness[before[mutual]] = cost[mutual]
    return successor.tolist(), unevenness.tolist()


def _best(rows: Ints, columns: Ints, cost: Floats, count: int) -> Ints:
    """For each row the place of its least cost in the lists, or -1."""
    order = np.lexsort((columns, cost, rows))[::-1]
    best = np.full(count, -1)
    best[rows[order]] = order
    return best


def _follow(link: int, start: Ints, end: Ints, successor: list[int], cost: list[float]) -> Chain:
    indices = [int(start[link]), int(end[link])]
    uneven = 0.0
    while (after := successor[link]) >= 0 and int(end[after]) not in indices:
        uneven += cost[link]
        indices.append(int(end[after]))
        link = after
    return Chain(tuple(indices), uneven / max(len(indices) - 2, 1))
