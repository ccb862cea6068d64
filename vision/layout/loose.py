"""A few drawn tiles beside or instead of a hand: the codes (码) and fishing tiles (钓鱼)."""

import numpy as np

from scoring.tiles import Tile
from scoring.words import UserError, Words
from vision.detections import BACK, Detections
from vision.layout.chains import centres_of, extents_of
from vision.layout.types import Layout

FEWEST, MOST = 1, 6
SEPARATE = 1.0
"""A group of its own is this far (shares of width + height) from any other tile."""


def read_loose(detections: Detections) -> tuple[Tile, ...]:
    """The drawn tiles in a photo of their own, left to right (top to bottom in a column).

    Backs are passed over. Raises `UserError` where there is no face-up tile, or more than six.
    """
    faced = np.flatnonzero(detections.class_ids != BACK)
    if not FEWEST <= len(faced) <= MOST:
        raise UserError(
            "loose_count",
            Words(
                f"照片里找到 {len(faced)} 张亮着的牌，翻码或钓鱼要 {FEWEST} 到 {MOST} 张："
                "请只拍翻出来的牌，或者直接写牌。",
                f"{len(faced)} face-up tiles were found where {FEWEST} to {MOST} drawn tiles are "
                "expected: photograph the drawn tiles alone, or write them.",
            ),
        )
    ordered = _reading_order(faced.tolist(), detections)
    return tuple(Tile(int(detections.class_ids[index])) for index in ordered)


def loose_group(detections: Detections, layout: Layout) -> tuple[int, ...]:
    """The drawn tiles in a photo of the hand: one clearly separate group of 2 to 5, or none.

    Positions in `detections`, left to right. Empty where no group or several could be it.
    """
    outside = {one.index for one in layout.aside if one.name != "wall"} | set(layout.unresolved)
    faced = [index for index in sorted(outside) if detections.class_ids[index] != BACK]
    groups = [group for group in _groups(faced, detections) if 2 <= len(group) <= 5]
    return tuple(_reading_order(groups[0], detections)) if len(groups) == 1 else ()


def _groups(indices: list[int], detections: Detections) -> list[list[int]]:
    """Groups of tiles that lie close together and away from all others."""
    centres, extents = centres_of(detections.boxes), extents_of(detections.boxes)
    distance = np.hypot(*(centres[None] - centres[:, None]).T)
    close = distance < SEPARATE * (extents[None] + extents[:, None]) / 2
    left, groups = set(indices), []
    while left:
        group, stack = set(), [min(left)]
        while stack:
            index = stack.pop()
            group.add(index)
            stack += [int(i) for i in np.flatnonzero(close[index]) if int(i) not in group]
        if group <= set(indices):
            groups.append(sorted(group))
        left -= group
    return groups


def _reading_order(indices: list[int], detections: Detections) -> list[int]:
    centres = centres_of(detections.boxes)[indices]
    spread = np.ptp(centres, axis=0)
    axis = 0 if spread[0] >= spread[1] else 1
    return [indices[place] for place in np.argsort(centres[:, axis], kind="stable")]
