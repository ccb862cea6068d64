"""The tile detector: a YOLO network in onnxruntime, from a picture to what may be tiles.

Preprocess (letterbox), network, postprocess (decode, non-maximum suppression).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.closer import CloserLook, closer_look, wholly_inside
from vision.network import Network
from vision.opencv import cv2
from vision.picture import Picture

STRIDE = 32
PADDING_GREY = 114
MIN_SCORE = 0.05
"""Score of its best class below which a box is not looked at."""
MAX_IOU = 0.5
MAX_TILES = 200
WORTH_A_LOOK = 0.1
"""Likelihood from which a place that may be a small tile is looked at more closely."""
MOST_CLOSER_LOOKS = 3
"""How often at most it goes on where an enlarged part cuts tiles off."""


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


@dataclass(frozen=True, eq=False)
class Candidates:
    """What may be tiles, likeliest first.

    boxes: (n, 4) float32, left, top, right, bottom. scores: (n, 43) float32, 0 to 1, how likely
    each class is. Where the network sees a flower and cannot tell which, no single class scores
    high, but all together do.
    """

    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.boxes)

    @property
    def likelihood(self) -> NDArray[np.float32]:
        """How likely each is a tile, of whatever class: (n,), about 0 to 1."""
        return np.asarray(self.scores.sum(axis=1), dtype=np.float32)

    def at_least(self, likelihood: float) -> "Candidates":
        """Those that are tiles with at least this likelihood."""
        kept = self.likelihood >= likelihood
        return Candidates(self.boxes[kept], self.scores[kept])


def decode(output: NDArray[np.float32], min_score: float = MIN_SCORE) -> Candidates:
    """The raw output (4 + 43, n) as candidates in input pixels.

    Its rows are centre x, centre y, width, height, then one score for each class.
    """
    kept = np.flatnonzero(output[4:].max(axis=0) >= min_score)
    x, y, width, height = output[:4, kept]
    corners = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return ranked(np.stack(corners, axis=1), output[4:, kept].T)


def ranked(boxes: NDArray[np.float32], scores: NDArray[np.float32]) -> Candidates:
    """Boxes (n, 4) with scores (n, 43), likeliest first, as `suppress` wants them."""
    order = np.argsort(-scores.max(axis=1), kind="stable")
    return Candidates(boxes[order], scores[order])


def suppress(candidates: Candidates, max_iou: float) -> Candidates:
    """Non-maximum suppression across classes: of boxes that overlap the likeliest stays.

    A tile has one face, so boxes of different classes compete too. The box that stays takes the
    scores of the suppressed ones where they are higher, so that their class is its runner-up.
    """
    boxes, scores = candidates.boxes, candidates.scores.copy()
    overlapping = iou(boxes[:, None], boxes) > max_iou
    alive = np.ones(len(candidates), dtype=bool)
    kept: list[int] = []
    for index in range(len(candidates)):
        if alive[index]:
            kept.append(index)
            rivals = index + 1 + np.flatnonzero((alive & overlapping[index])[index + 1 :])
            alive[rivals] = False
            if len(rivals):
                scores[index] = np.maximum(scores[index], scores[rivals].max(axis=0))
    return Candidates(boxes[kept], scores[kept])


def joined(looks: list[Candidates]) -> Candidates:
    """The candidates of several looks at one picture, likeliest first."""
    boxes = np.concatenate([look.boxes for look in looks])
    return ranked(boxes, np.concatenate([look.scores for look in looks]))


def iou(box: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersection over union of one box (4,) with each of `boxes` (n, 4): (n,), 0 to 1.

    Of boxes (m, 1, 4) with each of `boxes`: (m, n).
    """
    width = np.minimum(box[..., 2], boxes[:, 2]) - np.maximum(box[..., 0], boxes[:, 0])
    height = np.minimum(box[..., 3], boxes[:, 3]) - np.maximum(box[..., 1], boxes[:, 1])
    overlap = np.maximum(width, 0) * np.maximum(height, 0)
    union = _areas(box) + _areas(boxes) - overlap
    return np.asarray(overlap / np.maximum(union, 1e-9), dtype=np.float32)


def _areas(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    sides = boxes[..., 2:] - boxes[..., :2]
    return np.asarray(sides[..., 0] * sides[..., 1], dtype=np.float32)


class Detector:
    """Finds the tiles of a picture. `find` may be called from several threads."""

    def __init__(self, network: Network | None = None) -> None:
        """`network` is of the kind `detector`; by default the one that comes with the project."""
        self.network = network or Network.default("detector")

    def find(self, picture: Picture, min_likelihood: float) -> Candidates:
        """What may be tiles, with boxes in pixels of `picture`.

        Where tiles are small, the parts of the picture that hold them are looked at again,
        enlarged, and what was seen of them before is forgotten. A part that cuts tiles off is
        made larger and looked at anew.
        """
        width, height = picture.width, picture.height
        whole = Letterbox.fit(width, height, self.network.card.input_size)
        found = self._look(picture.pixels, whole)
        hints = found.at_least(WORTH_A_LOOK).boxes
        for _ in range(MOST_CLOSER_LOOKS):
            closer = closer_look(hints, width, height, whole.scale)
            if not closer:
                break
            found, cut = self._look_closer(picture.pixels, closer)
            if not len(cut):
                break
            hints = np.concatenate([found.at_least(WORTH_A_LOOK).boxes, cut])
        found = found.at_least(min_likelihood)
        return Candidates(found.boxes[:MAX_TILES], found.scores[:MAX_TILES])

    def _look(self, pixels: NDArray[np.uint8], letterbox: Letterbox) -> Candidates:
        """What may be tiles in `pixels` (h, w, 3), with boxes in them."""
        output = self.network.run(letterbox.apply(pixels))[0]
        found = suppress(decode(output), MAX_IOU)
        limits = np.array([pixels.shape[1], pixels.shape[0]] * 2, np.float32)
        return Candidates(np.clip(letterbox.to_picture(found.boxes), 0, limits), found.scores)

    def _look_closer(
        self, pixels: NDArray[np.uint8], closer: CloserLook
    ) -> tuple[Candidates, NDArray[np.float32]]:
        """What may be tiles in parts of `pixels`, with boxes in `pixels`.

        Also the boxes (k, 4) of what the edges of the parts cut off, which is none of them.
        """
        height, width = pixels.shape[:2]
        looks, cut = [], []
        for part in closer.parts.tolist():
            left, top, right, bottom = part
            size = max(1, round(closer.scale * max(right - left, bottom - top)))
            letterbox = Letterbox.fit(right - left, bottom - top, size)
            seen = self._look(pixels[top:bottom, left:right], letterbox)
            boxes = seen.boxes + np.array([left, top, left, top], np.float32)
            kept = wholly_inside(boxes, part, width, height)
            looks.append(Candidates(boxes[kept], seen.scores[kept]))
            cut.append(boxes[~kept & (seen.likelihood >= WORTH_A_LOOK)])
        return suppress(joined(looks), MAX_IOU), np.concatenate(cut)
