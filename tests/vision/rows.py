"""Detections of tiles laid out by hand, for tests."""

import numpy as np

from scoring.tiles import parse_tiles
from vision.detections import Detections

WIDTH, HEIGHT = 40, 54


def row(tiles: str, left: float = 100, top: float = 400, gap: float = 1) -> Detections:
    """Upright tiles side by side, each 40 x 54 pixels."""
    faces = parse_tiles(tiles)
    boxes = [
        (x, top, x + WIDTH, top + HEIGHT)
        for x in (left + place * (WIDTH + gap) for place in range(len(faces)))
    ]
    return Detections.build(boxes, [int(face) for face in faces])


def together(*parts: Detections) -> Detections:
    """All parts as one set of detections."""
    return Detections(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in Detections.__dataclass_fields__
        )
    )
