"""Video files of sample hands: laid down, lying still, taken away; and what they show."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import iou
from vision.picture import Picture
from vision.reading import read

SAMPLES = Path(__file__).parents[2] / "samples"
RATE = 20
SIZE = (640, 400)

Pixels = NDArray[np.uint8]


def sample(name: str) -> Pixels:
    """A sample photo as a camera of this size would show it."""
    pixels = Picture.load(SAMPLES / f"{name}.jpg").pixels
    return np.asarray(cv2.resize(pixels, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def table(seconds: float) -> Iterator[Pixels]:
    """An empty table."""
    for _ in range(round(seconds * RATE)):
        yield np.full((SIZE[1], SIZE[0], 3), (62, 96, 38), np.uint8)


def still(pixels: Pixels, seconds: float, seed: int = 0) -> Iterator[Pixels]:
    """A picture that lies still, under the noise of a camera."""
    rng = np.random.default_rng(seed)
    for _ in range(round(seconds * RATE)):
        yield np.clip(pixels + rng.normal(0, 2, pixels.shape), 0, 255).astype(np.uint8)


def moving(pixels: Pixels, seconds: float) -> Iterator[Pixels]:
    """A picture that is pushed to and fro by about a tile's width a tenth of a second."""
    for number in range(round(seconds * RATE)):
        shift = round(90 * np.sin(number * 1.1))
        move = np.array([[1, 0, shift], [0, 1, shift / 3]], np.float32)
        yield np.asarray(cv2.warpAffine(pixels, move, SIZE, borderValue=(62, 96, 38)), np.uint8)


def write(path: Path, *parts: Iterator[Pixels]) -> Path:
    """A video file of these parts, one after the other."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, SIZE)
    assert writer.isOpened()
    for part in parts:
        for pixels in part:
            writer.write(pixels)
    writer.release()
    return path


def shows(result: dict[str, Any], name: str) -> bool:
    """Whether a result is of that sample: about its tiles, whatever they were taken for."""
    wanted = read(Picture(sample(name))).detections.boxes
    boxes = np.array([tile["box"] for tile in result["tiles"]], np.float32)
    found = sum(bool((iou(box, boxes) > 0.5).any()) for box in wanted) if len(boxes) else 0
    return found >= len(wanted) - 2 and len(boxes) <= len(wanted) + 2
