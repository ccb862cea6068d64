"""Where to look again, enlarged, because the tiles of a photo are small in the detector's input."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2

SMALL = 32.0
"""Tiles narrower than so many pixels of the detector's input are looked at again."""
WANTED = 44.0
"""How wide they are then, if pixels and time allow."""
LEAST_GAIN = 1.25
"""A closer look that enlarges the tiles less than that is not worth its time."""
MOST_GROWN = 3.0
"""The photo itself is not enlarged further: there is no more to see."""
MOST_PIXELS = 1_000_000
"""Of the detector's input for all parts of one closer look together."""
REACH = 3.0
"""How many tiles away from a found one others are looked for."""
EDGE = 2.0
"""Pixels from the edge of a part within which a box is cut off by it."""


@dataclass(frozen=True, eq=False)
class CloserLook:
    """Parts of a photo (m, 4), left, top, right, bottom in its pixels, to be seen at `scale`."""

    parts: NDArray[np.int64]
    scale: float


def closer_look(
    boxes: NDArray[np.float32], width: int, height: int, scale: float
) -> CloserLook | None:
    """The closer look at a photo of this size that was seen at `scale`; None where it is no help.

    `boxes` (n, 4) are those found so far, in pixels of the photo.
    """
    if not len(boxes):
        return None
    tile = max(1.0, float(np.median((boxes[:, 2:] - boxes[:, :2]).mean(axis=1))))
    if tile * scale >= SMALL:
        return None
    parts = parts_with_tiles(boxes, tile, width, height)
    area = float((parts[:, 2:] - parts[:, :2]).prod(axis=1).sum())
    closer = min(WANTED / tile, MOST_GROWN, float(np.sqrt(MOST_PIXELS / area)))
    return CloserLook(parts, closer) if closer >= scale * LEAST_GAIN else None


def parts_with_tiles(
    boxes: NDArray[np.float32], tile: float, width: int, height: int
) -> NDArray[np.int64]:
    """The parts of a photo of this size in which tiles lie: (m, 4), left, top, right, bottom.

    `tile` is the width of a tile in pixels. Tiles that lie near each other share a part.
    """
    cell = max(tile / 4, 1.0)
    reach = REACH * tile
    around = (boxes + np.array([-reach, -reach, reach, reach])) / cell
    near = np.zeros((int(height / cell) + 1, int(width / cell) + 1), np.uint8)
    for left, top, right, bottom in around.astype(int).tolist():
        cv2.rectangle(near, (left, top), (right, bottom), 1, cv2.FILLED)
    found = cv2.connectedComponentsWithStats(near)[2][1:, :4]
    corners = np.concatenate([found[:, :2], found[:, :2] + found[:, 2:]], axis=1) * cell
    return np.clip(corners, 0, [width, height] * 2).astype(np.int64)


def wholly_inside(
    boxes: NDArray[np.float32], part: list[int], width: int, height: int
) -> NDArray[np.bool_]:
    """Which boxes (n, 4) in `part` of a photo of this size are not cut off by its edges: (n,).

    Where the photo itself ends nothing more can be seen, and a box may reach that far.
    """
    inside = np.array(part) != [0, 0, width, height]
    return np.asarray(~((np.abs(boxes - part) < EDGE) & inside).any(axis=1))
