"""Both networks together: where tiles lie, and which they are."""

from pathlib import Path

from vision.detections import BACK, Detections
from vision.detector import Detector
from vision.network import Network, default_path
from vision.picture import Picture
from vision.reader import Reader, combined

LIKELY = 0.5
"""A place that the detector finds at least so likely is a tile."""
FAINT = 0.25
"""A fainter place is a tile where the reader sees a clear face in it."""
CLEAR_FACE = 0.9


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
        kept = (found.likelihood >= LIKELY) | (read[:, :BACK].max(axis=1) >= CLEAR_FACE)
        return Detections.from_scores(found.boxes, combined(found.scores, read))[kept]
