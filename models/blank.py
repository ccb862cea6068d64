"""Blank white dragons made of framed ones: no source of photos but one has any."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.classes import CLASS_ID
from models.data import Boxes, Image

WHITE = CLASS_ID["WD"]
INSET = 0.04
"""Share of a box at each side that is left as it is: there is the rim of the tile."""
STROKE = 0.3
"""Widest stroke that is filled, as a share of the shorter side of the box."""
FEATHER = 0.02


def blanked(image: Image, boxes: Boxes) -> Image:
    """A copy of a picture without the strokes in the boxes `(n, 4)`; light and rims stay."""
    found = image.copy()
    for left, top, right, bottom in boxes.tolist():
        width, height = right - left, bottom - top
        low = np.maximum([left + INSET * width, top + INSET * height], 0).round().astype(int)
        high = np.round([right - INSET * width, bottom - INSET * height]).astype(int)
        part = found[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) > 4:
            part[:] = _without_strokes(part, min(width, height))
    return found


def _without_strokes(part: Image, side: float) -> NDArray[np.uint8]:
    """A piece of a tile of this shorter side whose dark strokes take the colour around them."""
    reach = max(3, int(side * STROKE) | 1)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    filled = cv2.morphologyEx(part, cv2.MORPH_CLOSE, brush)
    filled = cv2.GaussianBlur(filled, (0, 0), max(0.8, side * 0.03))
    rim = max(1, int(side * FEATHER))
    share: NDArray[np.float32] = np.zeros(part.shape[:2], np.float32)
    share[rim:-rim, rim:-rim] = 1
    soft = cv2.GaussianBlur(share, (0, 0), rim)[..., None]
    return np.asarray(part + (filled.astype(np.float32) - part) * soft, np.uint8)
