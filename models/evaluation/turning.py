"""Photos turned by any angle, together with what is known of them."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.evaluation.truth import TruePhoto
from vision.opencv import cv2
from vision.picture import Picture

QUARTER = 90


def turned(photo: TruePhoto, picture: Picture, degrees: int) -> tuple[TruePhoto, Picture]:
    """The photo and its picture turned clockwise by `degrees`; nothing of it is cut off.

    Quarter turns move pixels and boxes exactly. By other angles the corners are filled with the
    usual colour of the photo's edge, and a box becomes the upright one around the turned: larger
    than the tile where that lay at an angle before, so that then rather the hands tell.
    """
    quarters, rest = divmod(degrees % 360, QUARTER)
    boxes, pixels = photo.boxes, picture.pixels
    for _ in range(quarters):
        x, y, width, height = boxes.T
        boxes = np.stack([1 - y, x, height, width], axis=1)
        pixels = np.rot90(pixels, -1)
    if rest:
        pixels, boxes = _tilted(np.ascontiguousarray(pixels), boxes, rest)
    found = Picture(np.ascontiguousarray(pixels), picture.name)
    return replace(photo, boxes=boxes), found


def _tilted(
    pixels: NDArray[np.uint8], boxes: NDArray[np.float64], degrees: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Pixels and boxes (n, 4) (centre and size, as shares) turned clockwise about the middle."""
    height, width = pixels.shape[:2]
    linear = cv2.getRotationMatrix2D((0, 0), -degrees, 1)[:, :2]
    spread = np.abs(linear)
    size = np.ceil(spread @ [width, height])
    offset = size / 2 - linear @ [width / 2, height / 2]
    image = cv2.warpAffine(
        pixels,
        np.column_stack([linear, offset]),
        (int(size[0]), int(size[1])),
        flags=cv2.INTER_CUBIC,
        borderValue=edge_colour(pixels),
    )
    centres = (boxes[:, :2] * [width, height]) @ linear.T + offset
    sizes = (boxes[:, 2:] * [width, height]) @ spread.T
    return np.asarray(image, np.uint8), np.concatenate([centres / size, sizes / size], axis=1)


def edge_colour(pixels: NDArray[np.uint8]) -> list[float]:
    """The usual colour (BGR, 0 to 255) along the edge of a picture (h, w, 3)."""
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    return [float(value) for value in np.median(edge, axis=0)]
