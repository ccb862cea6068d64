"""Draws the picture of `docs/layout.md`: boxes, marked with what the layout makes of them.

python -m tests.vision.layout_picture docs/layout.png
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from tests.vision.arrangements import Scene, View, shoot
from tests.vision.golden_scenes import faces
from vision.detections import Detections, class_text
from vision.drawing import Mark, draw
from vision.layout import Layout, arrange
from vision.picture import Picture

COLOURS = {
    "concealed": (80, 175, 30),
    "winning": (60, 60, 220),
    "flowers": (190, 60, 170),
    "aside": (120, 120, 120),
    "unresolved": (30, 150, 215),
}
MELD = (215, 140, 20)
TABLE = (226, 236, 232)


def table() -> Scene:
    """A row, its winning tile after a gap, two sets, a kong, flowers, a wall and discards."""
    one = Scene()
    one.concealed = one.row(faces("23m55p"))
    one.separated = one.put(faces("4m")[0], 5.5, 0.0)
    one.melds = [one.row(faces("678s"), 7.6), one.row(faces("XCCX"), 11.1)]
    one.melds.append(one.row(faces("EEE"), 0.2, 2.0))
    one.flowers = one.row(faces("f1z3"), -3.0)
    one.row(faces("XXXXXXXX"), 6.0, 5.2)
    for place, face in enumerate(faces("1m9pN3s7mW2s6p")):
        one.put(face, 4.6 + place % 4 * 1.7, 7.4 + place // 4 * 1.8, 35.0 * place)
    return one


def marked(layout: Layout, detections: Detections, size: tuple[int, int]) -> Picture:
    blank = np.full((size[1], size[0], 3), TABLE, np.uint8)
    marks = []
    for index, box in enumerate(detections.boxes):
        colour = COLOURS.get(layout.group_of(index), MELD)
        marks.append(Mark(box, class_text(int(detections.class_ids[index])), colour, True))
    return draw(Picture(blank), marks)


def main() -> None:
    detections = shoot(table(), View(elevation=68.0, azimuth=4.0), width=1100)
    right, bottom = detections.boxes[:, 2:].max(axis=0)
    picture = marked(arrange(detections), detections, (int(right) + 20, int(bottom) + 20))
    cv2.imwrite(str(Path(sys.argv[1])), picture.pixels)


if __name__ == "__main__":
    main()
