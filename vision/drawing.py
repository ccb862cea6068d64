"""Numbered boxes drawn on a photo, so that a person can say which tile to mend."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.picture import Picture

Colour = tuple[int, int, int]

DOUBTFUL: Colour = (40, 40, 235)
ASIDE: Colour = (150, 150, 150)
GROUP_COLOURS: tuple[Colour, ...] = (
    *((80, 175, 30), (215, 140, 20), (190, 60, 170)),
    *((30, 150, 215), (160, 150, 20), (90, 90, 200)),
)
"""BGR. Groups of the hand take these in turn."""
USUAL_CAPTION = "14 5pm"
"""A caption of usual length: it fits the width of its box, so that captions are of one size."""


@dataclass(frozen=True, eq=False)
class Mark:
    """One box to draw: `box` (4,) left, top, right, bottom in pixels, caption and colour."""

    box: NDArray[np.float32]
    caption: str
    colour: Colour
    thick: bool = False


def draw(picture: Picture, marks: Sequence[Mark]) -> Picture:
    """A copy of `picture` with the marks on it."""
    pixels = picture.pixels.copy()
    for mark in marks:
        _draw_box(pixels, mark)
    # Captions last, so that no neighbour's box crosses them.
    for mark in marks:
        _draw_caption(pixels, mark)
    return Picture(pixels, picture.name)


def _draw_box(pixels: NDArray[np.uint8], mark: Mark) -> None:
    left, top, right, bottom = (round(edge) for edge in mark.box.tolist())
    line = max(1, round(min(pixels.shape[:2]) / 480)) * (2 if mark.thick else 1)
    cv2.rectangle(pixels, (left, top), (right, bottom), mark.colour, line, cv2.LINE_AA)


def _draw_caption(pixels: NDArray[np.uint8], mark: Mark) -> None:
    left, top, right, _ = mark.box.tolist()
    font = cv2.FONT_HERSHEY_SIMPLEX
    (usual_width, _), _ = cv2.getTextSize(USUAL_CAPTION, font, 1.0, 1)
    scale = float(np.clip((right - left) / usual_width, 0.3, 1.0))
    weight = 2 if scale > 0.7 else 1
    (text_width, text_height), _ = cv2.getTextSize(mark.caption, font, scale, weight)
    x = int(np.clip(left, 0, max(0, pixels.shape[1] - text_width - 4)))
    y = int(max(top, text_height + 6))
    corner = (x + text_width + 4, y)
    cv2.rectangle(pixels, (x, y - text_height - 6), corner, mark.colour, cv2.FILLED)
    place = (x + 2, y - 3)
    cv2.putText(pixels, mark.caption, place, font, scale, (255, 255, 255), weight, cv2.LINE_AA)
