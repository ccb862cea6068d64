"""Both networks together: where tiles lie, and which they are."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import Tile
from vision.detections import BACK, Detections
from vision.detector import Candidates, Detector
from vision.network import Network, default_path
from vision.picture import Picture
from vision.reader import Reader, combined

LIKELY = 0.4
"""A place that the detector finds at least so likely is a tile."""
FAINT = 0.25
"""A fainter place is a tile where the reader sees a clear face in it."""
CLEAR_FACE = 0.9
NO_FACE = 0.6
"""What the reader takes for no face with this probability is no tile, but for a back or a blank."""


class Recognizer:
    """From a picture to detections. `recognize` may be called from several threads.

    The detector sees the whole photo, the reader each tile at full resolution; both are evidence
    of which tile it is.
    """

    def __init__(self, detector: Network | None = None, reader: Network | None = None) -> None:
        """By default the networks that come with the project. Raises `WeightsError`."""
        self.detector = Detector(detector)
        self.reader = Reader(reader or Network.default("reader"))

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = 0) -> "Recognizer":
        """A recognizer with networks of its own, each run of which takes `threads` cores (0: all).

        They are `detector.onnx` and `reader.onnx` of `folder`, by default the project's own.
        Raises `WeightsError`.
        """
        kinds = ("detector", "reader")
        paths = (folder / f"{kind}.onnx" if folder else default_path(kind) for kind in kinds)
        return cls(*(Network(path, kind, threads) for path, kind in zip(paths, kinds, strict=True)))

    def recognize(self, picture: Picture) -> Detections:
        """The tiles of `picture`, with boxes in its pixels."""
        found = self.detector.find(picture, FAINT)
        read = self.reader.read(picture.pixels, found.boxes)
        detections = Detections.from_scores(found.boxes, combined(found.scores, read))
        return detections[is_tile(found, read)]


def is_tile(found: Candidates, read: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which of the detector's `n` candidates are tiles: (n,); `read` is what the reader says.

    `read` (n, 43) are probabilities of the classes.
    """
    likely = (found.likelihood >= LIKELY) | (read[:, :BACK].max(axis=1) >= CLEAR_FACE)
    faces, back = found.scores[:, :BACK], found.scores[:, BACK]
    # Dice and print look like a face to the detector alone, and like a back to neither.
    seems_face = (faces.max(axis=1) > back) & (faces.argmax(axis=1) != Tile.WHITE)
    return np.asarray(likely & ~(seems_face & (read[:, BACK] >= NO_FACE)))
