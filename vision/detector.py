"""The tile detector: a YOLO network in onnxruntime, from a picture to detections.

Preprocess (letterbox), network, postprocess (decode, non-maximum suppression).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.network import Network
from vision.opencv import cv2
from vision.picture import Picture

STRIDE = 32
PADDING_GREY = 114
MIN_CONFIDENCE = 0.25
MAX_IOU = 0.5
MAX_TILES = 200


@dataclass(frozen=True)
class Letterbox:
    """How a picture was fitted into the network's input: scaled by `scale`, then shifted.

    >>> Letterbox.fit(width=1280, height=720, size=640)
    Letterbox(scale=0.5, left=0, top=12, width=640, height=384)
    """

    scale: float
    left: int
    top: int
    width: int
    height: int

    @classmethod
    def fit(cls, width: int, height: int, size: int) -> "Letterbox":
        """The box whose longer side is `size` pixels, each side padded to a multiple of 32."""
        scale = size / max(width, height)
        inner_width, inner_height = round(width * scale), round(height * scale)
        full_width, full_height = (
            -(-side // STRIDE) * STRIDE for side in (inner_width, inner_height)
        )
        left, top = (full_width - inner_width) // 2, (full_height - inner_height) // 2
        return cls(scale, left, top, full_width, full_height)

    def apply(self, pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(h, w, 3) BGR uint8 to the network's input (1, 3, height, width), RGB, 0 to 1."""
        inner_width = max(1, round(pixels.shape[1] * self.scale))
        inner_height = max(1, round(pixels.shape[0] * self.scale))
        shrinks = self.scale < 1
        resized = cv2.resize(
            pixels,
            (inner_width, inner_height),
            interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR,
        )
        canvas = np.full((self.height, self.width, 3), PADDING_GREY, np.uint8)
        canvas[self.top : self.top + inner_height, self.left : self.left + inner_width] = resized
        planes = canvas[:, :, ::-1].transpose(2, 0, 1)[None]
        return np.ascontiguousarray(planes, dtype=np.float32) / np.float32(255)

    def to_picture(self, boxes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Boxes (n, 4) left, top, right, bottom of the input, in pixels of the picture."""
        shift = np.array([self.left, self.top, self.left, self.top], np.float32)
        return (boxes - shift) / np.float32(self.scale)


def decode(output: NDArray[np.float32], min_confidence: float) -> Detections:
    """The raw output (4 + 43, n) as detections in input pixels, most confident first.

    Rows: centre x, centre y, width, height, then one score for each class.
    """
    scores = output[4:].T
    best = scores.max(axis=1)
    kept = np.flatnonzero(best >= min_confidence)
    kept = kept[np.argsort(-best[kept], kind="stable")]
    scores, (x, y, width, height) = scores[kept], output[:4, kept]
    ranking = np.argsort(-scores, axis=1, kind="stable")[:, :2]
    rows = np.arange(len(kept))
    return Detections(
        boxes=np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], axis=1),
        confidence=scores[rows, ranking[:, 0]],
        class_ids=ranking[:, 0].astype(np.int64),
        runner_up=ranking[:, 1].astype(np.int64),
        runner_up_confidence=scores[rows, ranking[:, 1]],
    )


def suppress(detections: Detections, max_iou: float) -> Detections:
    """Non-maximum suppression across classes: of boxes that overlap the most confident stays.

    A tile has one face, so boxes of different classes compete too. The suppressed class becomes
    the runner-up of the box that stays, where it is likelier than the runner-up known so far.
    `detections` are most confident first, as `decode` gives them.
    """
    boxes = detections.boxes
    runner_up = detections.runner_up.copy()
    runner_up_confidence = detections.runner_up_confidence.copy()
    alive = np.ones(len(detections), dtype=bool)
    kept: list[int] = []
    for index in range(len(detections)):
        if not alive[index]:
            continue
        kept.append(index)
        rivals = alive & (iou(boxes[index], boxes) > max_iou)
        rivals[: index + 1] = False
        alive &= ~rivals
        other = np.flatnonzero(rivals & (detections.class_ids != detections.class_ids[index]))
        if len(other) and detections.confidence[other[0]] > runner_up_confidence[index]:
            runner_up[index] = detections.class_ids[other[0]]
            runner_up_confidence[index] = detections.confidence[other[0]]
    return Detections(
        boxes, detections.confidence, detections.class_ids, runner_up, runner_up_confidence
    )[np.array(kept, dtype=np.int64)]


def iou(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersection over union of one box (4,) with each of `boxes` (n, 4): (n,), 0 to 1."""
    top_left = np.maximum(box[:2], boxes[:, :2])
    bottom_right = np.minimum(box[2:], boxes[:, 2:])
    overlap = np.prod(np.maximum(bottom_right - top_left, 0), axis=1)
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    union = areas + np.prod(box[2:] - box[:2]) - overlap
    return np.asarray(overlap / np.maximum(union, 1e-9), dtype=np.float32)


class Detector:
    """Finds and names the tiles of a picture. `detect` may be called from several threads."""

    def __init__(self, network: Network | None = None) -> None:
        """`network` is of the kind `detector`; by default the one that comes with the project."""
        self.network = network or Network.default("detector")

    def detect(self, picture: Picture, min_confidence: float = MIN_CONFIDENCE) -> Detections:
        """The tiles of `picture`, boxes in its pixels, most confident first."""
        letterbox = Letterbox.fit(picture.width, picture.height, self.network.card.input_size)
        output = self.network.run(letterbox.apply(picture.pixels))[0]
        found = suppress(decode(output, min_confidence), MAX_IOU)[:MAX_TILES]
        limits = np.array([picture.width, picture.height] * 2, np.float32)
        return replace(found, boxes=np.clip(letterbox.to_picture(found.boxes), 0, limits))
