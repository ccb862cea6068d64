"""The reader in use: names each found tile from a crop of the photo at full resolution.

Needs numpy, OpenCV and onnxruntime only; nothing here touches the training libraries.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detections import BACK, CLASS_COUNT
from vision.opencv import cv2
from vision.tilt import own_sides, tilts

Image = NDArray[Any]

SIZE = 64
"""Side of the reader's input in pixels."""
MARGIN = 1.25
"""How many times a box is enlarged before it is cut out."""
TURNS = (0, 1, 2, 3)
"""Quarter turns in which a tile may be read."""
SURE = 0.9
"""A reading at least as likely as this stands after the first look."""
ASKEW = 8.0
"""Degrees from which a tile is turned straight before it is read."""

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


def cut_out(image: Image, box: NDArray[np.float32], size: int = SIZE, tilt: float = 0.0) -> Image:
    """The crop `(size, size, 3)` for a box (left, top, right, bottom) of a photo `(h, w, 3)`.

    The tile is enlarged `MARGIN` times and its longer side fitted; what lies outside repeats the
    edge. A tile that is turned clockwise by `tilt` degrees is turned back.
    """
    sides = own_sides(box, tilt) if tilt else box[2:] - box[:2]
    half = np.maximum(sides / 2 * MARGIN, 1)
    centre = (box[:2] + box[2:]) / 2
    scale = size / (2 * float(half.max()))
    inner = np.clip(np.round(2 * half * scale), 2, size).astype(int)
    cosine, sine = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    back = np.array([[cosine, sine], [-sine, cosine]])
    reach = np.abs(back).T @ half
    limit = np.array([image.shape[1], image.shape[0]])
    low = np.clip(np.floor(centre - reach).astype(int), 0, limit - 1)
    high = np.clip(np.ceil(centre + reach).astype(int) + 1, low + 1, limit)
    part = image[low[1] : high[1], low[0] : high[0]]
    grown = np.ones(2)
    if scale < 0.7:
        before = np.array([part.shape[1], part.shape[0]])
        after = np.maximum(1, np.round(before * scale)).astype(int)
        part = cv2.resize(part, after.tolist(), interpolation=cv2.INTER_AREA)
        grown = after / before
    offset = inner / 2 - scale * back @ (centre - low)
    matrix = np.column_stack([scale * back / grown, offset])
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

        A tile that lies at an angle is turned straight and read again. What is not named with the
        probability `sure` is also read in the three other quarter turns, and the evidence of all
        four is averaged.
        """
        if not len(boxes):
            return np.zeros((0, CLASS_COUNT), np.float32)
        crops = [cut_out(image, box, self.size) for box in boxes]
        first = self._look(crops)
        angles = tilts(crops, boxes)
        askew = np.flatnonzero(np.abs(angles) >= ASKEW)
        for place in askew:
            crops[place] = cut_out(image, boxes[place], self.size, float(angles[place]))
        chances = first.copy()
        chances[askew] = self._look([crops[place] for place in askew])
        unsure = np.flatnonzero(chances.max(1) < self.sure)
        again = self._look([crops[place] for place in unsure], TURNS[1:])
        three = np.log(again.reshape(len(unsure), 3, CLASS_COUNT) + 1e-6)
        all_four = np.log(chances[unsure] + 1e-6) + three.sum(1)
        chances[unsure] = softmax(all_four / 4)
        chances[askew] = both_looks(first[askew], chances[askew], angles[askew])
        return chances

    def _look(self, crops: list[Image], turns: tuple[int, ...] = (0,)) -> NDArray[np.float32]:
        """Class probabilities of crops, each in all `turns`: `(n * len(turns), 43)`."""
        if not crops:
            return np.zeros((0, CLASS_COUNT), np.float32)
        return softmax(self.network.run(batch(crops, turns)))


def both_looks(
    first: NDArray[np.float32], straight: NDArray[np.float32], angles: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Class probabilities `(n, 43)` from two looks at tiles that lie at `angles` `(n,)` degrees.

    The further a tile is turned, the more the look at it turned straight tells which face it is.
    Whether it shows its face is told by the first, which sees more of what is around it.
    """
    share = np.abs(angles)[:, None] / 45
    evidence = [np.log(look[:, :BACK] + 1e-6) for look in (first, straight)]
    return _with_back(softmax((1 - share) * evidence[0] + share * evidence[1]), first[:, BACK:])


def combined(
    found: NDArray[np.float32], read: NDArray[np.float32], share: float = DETECTOR_SHARE
) -> NDArray[np.float32]:
    """Class probabilities `(n, 43)` from the detector's scores and the reader's probabilities.

    Whether a tile shows its face is the reader's word. Of which face it is both are evidence, so
    their logarithms are added; the detector's count less, as it sees the tile smaller.
    """
    both = softmax(np.log(read[:, :BACK] + 1e-6) + share * np.log(found[:, :BACK] + 1e-3))
    return _with_back(both, read[:, BACK:])


def _with_back(faces: NDArray[np.float32], back: NDArray[np.float32]) -> NDArray[np.float32]:
    """Class probabilities from those among the faces `(n, 42)` and that of the back `(n, 1)`."""
    return np.asarray(np.concatenate([faces * (1 - back), back], 1), np.float32)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits `(n, k)` as probabilities."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)
