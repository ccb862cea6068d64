"""Training pictures of the detector, filled with tiles: strips of real photos and made-up scenes.

A picture is cut into panels; each is a made-up scene or a table covered with strips, so that a
slow processor sees about fifty tiles in every picture instead of fourteen.
"""

from pathlib import Path

import cv2
import numpy as np

from models.data import DATA, Boxes, Image, from_corners
from models.samples import DetectorSource
from models.synthesis import pictures, scene, strips
from models.synthesis.clutter import clutter

SIDE = 640
TRIES = 14
"""Strips that are tried to be laid on a panel."""
COVERED = 0.7
Panel = tuple[Image, np.ndarray, Boxes]


class MixedSource(DetectorSource):
    """Real strips and made-up scenes; `made_up` is the share of panels that are made up."""

    def __init__(self, made_up: float = 0.5, data: Path = DATA, own: Path | None = None) -> None:
        self.made_up = made_up
        self.pool = strips.training_photos(data, own)
        self.shares = strips.photo_weights(self.pool)

    def sample(self, seed: int, number: int) -> tuple[Image, Boxes]:
        """Picture `number` of a seed: BGR `(640, 640, 3)` and YOLO labels."""
        rng = np.random.default_rng((seed, number))
        canvas = np.zeros((SIDE, SIDE, 3), np.uint8)
        classes, boxes = [], []
        for place, (left, top, width, height) in enumerate(panels(rng)):
            if rng.random() < self.made_up:
                size = (width, height)
                made = pictures.render(seed, number * 8 + place, size)
                image, found, corners = made.image, made.classes, made.boxes
            else:
                image, found, corners = self._table(rng, width, height)
            canvas[top : top + height, left : left + width] = image
            classes.append(found)
            boxes.append(corners + np.array([left, top, left, top], np.float32))
        every = np.concatenate(boxes)
        big = (every[:, 2:] - every[:, :2]).min(1) > 5
        return canvas, from_corners(np.concatenate(classes)[big], every[big], SIDE, SIDE)

    def _table(self, rng: np.random.Generator, width: int, height: int) -> Panel:
        """A table top of the given size, covered with strips that do not overlap."""
        ground = scene.background(rng, width, height)
        clutter(ground, rng)
        canvas = np.clip(ground, 0, 255).astype(np.uint8)
        taken = np.zeros((height, width), bool)
        classes, boxes = [np.zeros(0, np.int64)], [np.zeros((0, 4), np.float32)]
        base = float(rng.choice([0, 90, 180, 270], p=[0.55, 0.15, 0.15, 0.15]))
        for _ in range(TRIES):
            strip = strips.cut(rng, self.pool, self.shares)
            tile = float(np.exp(rng.uniform(np.log(22), np.log(85))))
            if rng.random() < 0.1:
                tile = float(rng.uniform(85, 180))
            image, mask, corners = strips.turned(rng, strip, tile, base)
            laid = _lay(rng, canvas, taken, image, mask, corners)
            if laid is not None:
                kept, there = laid
                classes.append(strip.classes[kept])
                boxes.append(there)
            if taken.mean() > COVERED:
                break
        work = canvas.astype(np.float32)
        scene.lighting(work, rng)
        return scene.camera_faults(work, rng), np.concatenate(classes), np.concatenate(boxes)


def panels(rng: np.random.Generator) -> list[tuple[int, int, int, int]]:
    """The picture cut into one to four panels: left, top, width, height."""
    kind = rng.random()
    if kind < 0.25:
        return [(0, 0, SIDE, SIDE)]
    cut = int(rng.uniform(0.35, 0.65) * SIDE)
    if kind < 0.5:
        return [(0, 0, SIDE, cut), (0, cut, SIDE, SIDE - cut)]
    if kind < 0.7:
        return [(0, 0, cut, SIDE), (cut, 0, SIDE - cut, SIDE)]
    other = int(rng.uniform(0.35, 0.65) * SIDE)
    return [
        (x, y, width, height)
        for x, width in ((0, cut), (cut, SIDE - cut))
        for y, height in ((0, other), (other, SIDE - other))
    ]


def _lay(
    rng: np.random.Generator,
    canvas: Image,
    taken: np.ndarray,
    strip: Image,
    mask: np.ndarray,
    boxes: Boxes,
) -> tuple[np.ndarray, Boxes] | None:
    """Paste a strip where it covers no other; one larger than the canvas is cut.

    Returns which of its boxes show, and where. None: there is no room.
    """
    size = np.array([canvas.shape[1], canvas.shape[0]])
    whole = np.array([mask.shape[1], mask.shape[0]])
    low = np.array([rng.integers(0, max(1, extra + 1)) for extra in whole - size])
    high = np.minimum(low + size, whole)
    kept, boxes = strips.within(boxes, low, high)
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    strip, mask = strip[part], mask[part]
    height, width = mask.shape
    inside = mask > 127
    for _ in range(8):
        x, y = (int(rng.integers(0, room + 1)) for room in size - (width, height))
        there = np.s_[y : y + height, x : x + width]
        if (taken[there] & inside).any():
            continue
        taken[there] |= cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0
        canvas[there][inside] = strip[inside]
        return kept, boxes + np.array([x, y, x, y], np.float32)
    return None
