"""How far tiles lie off the axes of a photo, as seen in their crops."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2

Image = NDArray[Any]

REACH = 2.0
"""How far, in tiles, neighbours count: tiles of a row lie alike, and a bird alone tells little."""
MOST_RATIO = 1 / 0.7
"""Of the sides of a tile, whichever way it lies."""


def tilts(crops: list[Image], boxes: NDArray[np.float32]) -> NDArray[np.float64]:
    """How far each tile is turned clockwise, from -45 to 45 degrees: `(n,)`.

    `crops` show the tiles in the boxes `(n, 4)`. The edges and strokes of a tile lie along its
    sides; quarter turns look the same.
    """
    if not crops:
        return np.zeros(0)
    centres, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).mean(1)
    gaps = np.linalg.norm(centres[:, None] - centres[None], axis=2) / np.maximum(sizes, 1)[:, None]
    weights = np.exp(-((gaps / REACH) ** 2) / 2)
    return np.asarray(np.degrees(np.angle(weights @ _strokes(crops))) / 4)


def _strokes(crops: list[Image]) -> NDArray[np.complex64]:
    """The usual direction of each crop's strokes as a complex number of four times its angle.

    `crops` are `(side, side, 3)` each. A number's length (0 to 1) tells how much the strokes agree.
    """
    tall = cv2.cvtColor(np.vstack(crops), cv2.COLOR_BGR2GRAY)
    half = len(crops[0]) // 2
    small = cv2.resize(tall, (half, half * len(crops)), interpolation=cv2.INTER_AREA)
    gradients = (cv2.Sobel(small, cv2.CV_32F, *order) for order in ((1, 0), (0, 1)))
    across, down = (g.reshape(-1, half, half)[:, 1:-1, 1:-1] for g in gradients)
    square = (across + 1j * down) ** 2
    strength = np.abs(square) + 1
    return np.asarray((square**2 / strength).sum((1, 2)) / strength.sum((1, 2)), np.complex64)


def own_sides(box: NDArray[np.float32], tilt: float) -> NDArray[np.float64]:
    """Width and height of a tile that is turned by `tilt` degrees in an upright box `(4,)`."""
    width, height = np.maximum(box[2:] - box[:2], 1).tolist()
    cosine, sine = np.cos(np.radians(tilt)), np.sin(np.radians(abs(tilt)))
    both = (width + height) / (cosine + sine)
    # At 45 degrees the box is square whatever the tile's sides are.
    difference = (width - height) / max(cosine - sine, 1e-6)
    most = both * (MOST_RATIO - 1) / (MOST_RATIO + 1)
    difference = float(np.clip(difference, -most, most))
    return np.array([both + difference, both - difference]) / 2
