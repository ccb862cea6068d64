"""The reader in use: names each found tile from a crop of the photo at full resolution.

Needs numpy, OpenCV and onnxruntime only; nothing here touches the training libraries.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detections import BACK
from vision.opencv import cv2

Image = NDArray[Any]

SIZE = 64
"""Side of the reader's input in pixels."""
MARGIN = 1.25
"""How many times a box is enlarged before it is cut out."""
TURNS = (0, 1, 2, 3)
"""Quarter turns in which a tile may be read."""
SURE = 0.9
"""A reading at least as likely as this stands after the first look."""

DETECTOR_SHARE = 0.5
"""How much the detector's evidence about a tile's class counts beside the reader's."""


class Runs(Protocol):
    """What runs the network: `(n, 3, S, S)` float32 RGB 0 to 1 to logits `(n, 43)`."""

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logits of a batch of crops."""


def pad(crop: Image, size: int) -> Image:
    """A crop in the middle of a square of `size` pixels, its edges repeated outwards."""
    rows, columns = size - crop.shape[0], size - crop.shape[1]
    top, left = rows // 2, columns // 2
    sides = (top, rows - top, left, columns - left)
    return np.asarray(cv2.copyMakeBorder(crop, *sides, cv2.BORDER_REPLICATE), np.uint8)


def cut_out(image: Image, box: NDArray[np.float32], size: int = SIZE) -> Image:
    """The crop `(size, size, 3)` for a box (left, top, right, bottom) of a photo `(h, w, 3)`.

    The box is enlarged `MARGIN` times and its longer side fitted; what lies outside repeats the
    edge.
    """
    half = np.maximum((box[2:] - box[:2]) / 2 * MARGIN, 1)
    centre = (box[:2] + box[2:]) / 2
    scale = size / (2 * float(half.max()))
    inner = np.clip(np.round(2 * half * scale), 2, size).astype(int)
    limit = np.array([image.shape[1], image.shape[0]])
    low = np.clip(np.floor(centre - half).astype(int), 0, limit - 1)
    high = np.clip(np.ceil(centre + half).astype(int) + 1, low + 1, limit)
    part = image[low[1] : high[1], low[0] : high[0]]
    grown = np.ones(2)
    if scale < 0.7:
        before = np.array([part.shape[1], part.shape[0]])
        after = np.maximum(1, np.round(before * scale)).astype(int)
        part = cv2.resize(part, after.tolist(), interpolation=cv2.INTER_AREA)
        grown = after / before
    steps = scale / grown
    offset = inner / 2 - (centre - low) * scale
    matrix = np.array([[steps[0], 0, offset[0]], [0, steps[1], offset[1]]])
    crop = cv2.warpAffine(part, matrix, inner.tolist(), borderMode=cv2.BORDER_REPLICATE)
    return pad(np.asarray(crop, np.uint8), size)


def batch(crops: list[Image], turns: tuple[int, ...]) -> NDArray[np.float32]:
    """Crops as network input: for each crop all its `turns`, `(n * len(turns), 3, S, S)`."""
    turned = [np.rot90(crop, -turn) for crop in crops for turn in turns]
    planes = np.stack(turned)[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(planes, np.float32) / np.float32(255)


class Reader:
    """Names tiles. `read` may be called from several threads if the network may be."""

    def __init__(self, network: Runs, size: int = SIZE, sure: float = SURE) -> None:
        self.network, self.size, self.sure = network, size, sure

    def read(self, image: Image, boxes: NDArray[np.float32]) -> NDArray[np.float32]:
        """How likely each of the 43 classes is for each box: `(n, 4)` pixels to `(n, 43)`.

        A tile that is not read at once with the probability `sure` is read again in the three
        other quarter turns, and the evidence of all four is averaged.
        """
        if not len(boxes):
            return np.zeros((0, 43), np.float32)
        crops = [cut_out(image, box, self.size) for box in boxes]
        chances = softmax(self.network.run(batch(crops, (0,))))
        unsure = np.flatnonzero(chances.max(1) < self.sure)
        if len(unsure):
            again = self.network.run(batch([crops[index] for index in unsure], TURNS[1:]))
            three = np.log(softmax(again).reshape(len(unsure), 3, -1) + 1e-6)
            all_four = np.log(chances[unsure] + 1e-6) + three.sum(1)
            chances[unsure] = softmax(all_four / 4)
        return chances


def combined(
    found: NDArray[np.float32], read: NDArray[np.float32], share: float = DETECTOR_SHARE
) -> NDArray[np.float32]:
    """Class probabilities `(n, 43)` from the detector's scores and the reader's probabilities.

    Whether a tile shows its face is the reader's word. Of which face it is both are evidence, so
    their logarithms are added; the detector's count less, as it sees the tile smaller.
    """
    both = softmax(np.log(read[:, :BACK] + 1e-6) + share * np.log(found[:, :BACK] + 1e-3))
    back = read[:, BACK:]
    return np.concatenate([both * (1 - back), back], 1)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits `(n, k)` as probabilities."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)
