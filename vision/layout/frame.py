"""The row's own frame: how far along and how far across each tile lies, and its size there.

Lengths are in tile widths of the row, so that they mean the same in every photo.
"""

from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.layout.chains import Chain, Floats, Ints, sizes_of

MIN_SLANT = 0.3
"""At 45 degrees the box of a turned tile looks like that of an upright one."""
TURNED, TURNED_BESIDE = 0.28, 0.42
"""A tile is turned where its width exceeds its height by this much more than its neighbours'."""
LINE_HALF_HEIGHT = 0.5
"""A tile belongs to the row's line when its centre lies within this share of a tile height."""
NEIGHBOURS = 3.2
"""Tiles of one line this close (tile widths) are compared and averaged with one another."""


@dataclass(frozen=True, eq=False)
class Frame:
    """All tiles seen along one row. Arrays have one entry a detection.

    direction: unit vector of reading in the photo. along, across: centre in tile widths;
    `across` grows to the right-hand side of `direction` (down in the photo where it points
    right) and is measured from the row's curve. scale: size of the tile relative to the row's
    middle; likeness: relative to the row's tiles there, which a camera makes larger towards it.
    height: tile height in widths. turned: lies with its long side along the row.
    gap: (n, n) free space along the row between two tiles, in tile widths; negative where they
    overlap. offset: (n, n) distance across the row, in tile heights. apart: (n, n) free space
    along and across together, in tile widths.
    """

    direction: tuple[float, float]
    along: Floats
    across: Floats
    scale: Floats
    likeness: Floats
    height: float
    turned: NDArray[np.bool_]
    gap: Floats
    offset: Floats
    apart: Floats

    @classmethod
    def of_chain(cls, chain: Chain, centres: Floats, boxes: NDArray[np.float32]) -> "Frame":
        """The frame of the row that holds `chain`, fitted to all tiles in line with it."""
        first = cls._of_members(np.array(chain.indices), centres, boxes)
        members = first.line(chain.indices)
        return first if len(members) == len(chain) else cls._of_members(members, centres, boxes)

    @classmethod
    def _of_members(cls, members: Ints, centres: Floats, boxes: NDArray[np.float32]) -> "Frame":
        direction = _direction(centres[members])
        relative = centres - centres[members].mean(axis=0)
        along = relative @ np.array(direction)
        across = relative @ np.array([-direction[1], direction[0]])
        bend, slope = _curve(along[members], across[members], along)
        tangent = np.arctan2(direction[1], direction[0]) + np.arctan(slope)
        cosine, sine = np.abs(np.cos(tangent)), np.abs(np.sin(tangent))
        sizes = sizes_of(boxes)
        size = sizes.sum(axis=1) / (cosine + sine)
        row_size = median(size[members].tolist())
        share = _width_shares(members, centres, size, along)
        row_share = median(share[members].tolist())
        width = row_share * row_size
        along, across = along / width, (across - bend) / width
        scale, height = size / row_size, (1 - row_share) / row_share
        likeness = scale / _expected(along[members], scale[members], along)
        offset = np.abs(across[:, None] - across[None])
        offset /= (scale[:, None] + scale[None]) / 2 * height
        distance = np.abs(along[:, None] - along[None])
        close = ((offset < LINE_HALF_HEIGHT) & (distance < NEIGHBOURS)).astype(np.float64)
        beside = np.abs(across) > LINE_HALF_HEIGHT * height * scale
        turned = _turned(sizes, cosine - sine, members, size * row_share, close, along, beside)
        smooth = (close @ scale) / close.sum(axis=1) * share / row_share
        half = np.where(turned, max(height, 1.0), 1.0) * smooth / 2
        gap = distance - half[:, None] - half[None]
        beyond = np.maximum(offset - 1.0, 0.0) * height
        apart = np.hypot(np.maximum(gap, 0.0), beyond)
        return cls(direction, along, across, scale, likeness, height, turned, gap, offset, apart)

    def line(self, members: tuple[int, ...]) -> Ints:
        """The tiles in line with `members`, going on from them over small gaps, in order."""
        level = np.abs(self.across) < LINE_HALF_HEIGHT * self.height * self.scale
        level &= (self.likeness > 1 / 1.5) & (self.likeness < 1.5)
        order = [i for i in np.argsort(self.along, kind="stable").tolist() if level[i]]
        inside = [position for position, index in enumerate(order) if index in members]
        if len(inside) < 2:
            return np.array(members)
        low, high = inside[0], inside[-1]
        while low > 0 and self.gap[order[low], order[low - 1]] < 0.5:
            low -= 1
        while high < len(order) - 1 and self.gap[order[high], order[high + 1]] < 0.5:
            high += 1
        row = [index for index in order[low : high + 1] if index in members]
        for index in order[low : high + 1]:
            if index not in members and self.gap[index, row].min() > -0.5:
                row.append(index)
        return np.array(sorted(row, key=lambda index: float(self.along[index])))


def _direction(points: Floats) -> tuple[float, float]:
    """Unit vector along a line of points, towards the photo's right (down where upright)."""
    dx, dy = (points - points.mean(axis=0)).T
    angle = 0.5 * np.arctan2(2 * (dx * dy).sum(), (dx * dx - dy * dy).sum())
    x, y = float(np.cos(angle)), float(np.sin(angle))
    if x < -1e-6 or (abs(x) <= 1e-6 and y < 0):
        x, y = -x, -y
    return x, y


def _width_shares(members: Ints, centres: Floats, size: Floats, along: Floats) -> Floats:
    """The tile width as a share of w + h, for every tile; it drifts along a slanting row."""
    steps = centres[members[1:]] - centres[members[:-1]]
    shares = np.hypot(steps[:, 0], steps[:, 1]) * 2 / (size[members[1:]] + size[members[:-1]])
    middle = min(max(median(shares.tolist()), 0.36), 0.75)
    if len(shares) < 6:
        return np.full(len(size), middle)
    at = (along[members[1:]] + along[members[:-1]]) / 2
    usual = np.clip(shares, 0.8 * middle, 1.25 * middle)
    centre = _mean(at)
    from_centre = at - centre
    slope = float((from_centre * (usual - middle)).sum() / (from_centre * from_centre).sum())
    drift = slope * (np.clip(along, at.min(), at.max()) - centre)
    return np.asarray(middle * np.clip(1 + drift / middle, 0.8, 1.25))


def _mean(values: Floats) -> float:
    """The mean; of so few values numpy's own takes three times as long."""
    return float(values.sum()) / len(values)


def _expected(along: Floats, scale: Floats, at: Floats) -> Floats:
    """The size of a tile of the row at any place along it, by how it grows within the row."""
    if len(along) < 4:
        return np.ones(len(at))
    middle = along - _mean(along)
    growth = float((middle * np.log(scale)).sum() / (middle * middle).sum())
    change = np.clip(growth * (at - _mean(along)), -0.6, 0.6)
    return np.asarray(np.exp(change + _mean(np.log(scale))))


def _curve(along: Floats, across: Floats, at: Floats) -> tuple[Floats, Floats]:
    """How the row bends: a parabola within its length, straight on beyond; and its slope."""
    count = 3 if len(along) >= 6 else 2 if len(along) >= 3 else 1
    low, high = float(along.min()), float(along.max())
    length = high - low or 1.0
    share = along / length
    terms = np.array([np.ones(len(along)), share, share * share][:count])
    factors = [*np.linalg.solve(terms @ terms.T, terms @ across).tolist(), 0.0, 0.0]
    level, linear, square = factors[:3]
    inside = np.minimum(np.maximum(at, low), high)
    slope = (linear + 2 * square * inside / length) / length
    bend = level + linear * inside / length + square * (inside / length) ** 2
    return bend + slope * (at - inside), slope


def _turned(
    sizes: Floats,
    slant: Floats,
    members: Ints,
    width: Floats,
    close: Floats,
    along: Floats,
    beside: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    told = np.abs(slant) > MIN_SLANT
    excess = (sizes[:, 0] - sizes[:, 1]) / np.where(told, slant, 1.0) / width
    usual = median(excess[members].tolist())
    if len(members) >= 6:
        slope = _slope(along[members], excess[members])
        excess = excess - slope * (along - _mean(along[members]))
    others = close.sum(axis=1) - 1
    # A turned neighbour must not make an upright tile look unturned, nor the other way round.
    local = (close @ excess) / close.sum(axis=1)
    capped = np.clip(excess, local - TURNED, local + TURNED)
    around = np.where(others > 0, (close @ capped - capped) / np.maximum(others, 1), usual)
    # Rows beside this one are seen at another slant, so that their tiles tell less.
    least = np.where(beside, TURNED_BESIDE, TURNED) / np.maximum(np.abs(slant), MIN_SLANT) ** 0.5
    return np.asarray(told & (excess - around > least), dtype=np.bool_)


def _slope(x: Floats, y: Floats) -> float:
    """The median slope between any two points, which a turned tile at an end does not bend."""
    run, rise = x[None] - x[:, None], y[None] - y[:, None]
    far = run > 0.5
    return median((rise[far] / run[far]).tolist()) if far.any() else 0.0
