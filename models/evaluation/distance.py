"""Photos as if taken from farther away, together with what is known of them."""

from dataclasses import replace

import numpy as np

from models.evaluation.truth import TruePhoto
from models.evaluation.turning import edge_colour
from vision.picture import Picture


def farther(photo: TruePhoto, picture: Picture, times: float) -> tuple[TruePhoto, Picture]:
    """The photo in the middle of a scene `times` (1 or more) as wide and high, none of it shrunk.

    The scene around it has the usual colour of the photo's edge.
    """
    height, width = picture.pixels.shape[:2]
    full_width, full_height = round(width * times), round(height * times)
    left, top = (full_width - width) // 2, (full_height - height) // 2
    scene = np.full((full_height, full_width, 3), edge_colour(picture.pixels), np.uint8)
    scene[top : top + height, left : left + width] = picture.pixels
    inside = photo.boxes * [width, height, width, height] + [left, top, 0, 0]
    boxes = inside / [full_width, full_height, full_width, full_height]
    return replace(photo, boxes=boxes), Picture(scene, picture.name)
