"""When a hand lies still, and what all the frames of that time say of it together."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detections import CLASS_COUNT, Detections
from vision.detector import iou

STILL_SECONDS = 0.5
STILL_FRAMES = 4
"""A hand lies still when that many frames over that time show the same boxes."""
SAME_IOU = 0.6
"""Overlap of one box in two frames, where it did not move."""
MAX_CHANGED = 0.15
"""Share of the boxes that may come and go although nothing moves: the detector wavers."""
LOST_FRAMES = 2
"""Frames in a row that must differ before the hand counts as moved: one may be blurred."""


@dataclass(frozen=True)
class Moment:
    """The tiles of one frame, at `seconds` of the source."""

    detections: Detections
    seconds: float


class Stillness:
    """Gathers the frames in which the hand lies as it lay in the first of them."""

    def __init__(self) -> None:
        self._moments: list[Moment] = []
        self._odd: list[Moment] = []

    def feed(self, detections: Detections, seconds: float) -> bool:
        """Note the tiles of the next frame; whether the hand lies still now."""
        moment = Moment(detections, seconds)
        if self._moments and is_same(self._moments[0].detections, detections):
            self._moments.append(moment)
            self._odd.clear()
        else:
            self._odd.append(moment)
            if not self._moments or len(self._odd) >= LOST_FRAMES:
                self._moments, self._odd = self._odd, []
        return self.is_still

    @property
    def is_still(self) -> bool:
        first, last = (self._moments[0], self._moments[-1]) if self._moments else (None, None)
        if first is None or last is None or not len(first.detections):
            return False
        return (
            len(self._moments) >= STILL_FRAMES
            and last.seconds - first.seconds >= STILL_SECONDS - 1e-6
        )

    def voted(self) -> Detections:
        """What the frames of this stillness say together."""
        # The newest alone: a table may lie still for an hour.
        return vote([moment.detections for moment in self._moments[-12:]])


def is_same(one: Detections, other: Detections) -> bool:
    """Whether two frames show the same tiles in the same places."""
    if not len(one) or not len(other):
        return len(one) == len(other)
    overlaps = np.stack([iou(box, other.boxes) for box in one.boxes])
    gone = int((overlaps.max(axis=1) < SAME_IOU).sum())
    come = int((overlaps.max(axis=0) < SAME_IOU).sum())
    return max(gone, come) <= MAX_CHANGED * max(len(one), len(other))


def vote(frames: list[Detections]) -> Detections:
    """One set of tiles from several frames: each tile that most of them show.

    A tile's box is the median of its boxes; for its class each frame has as many votes as it is
    sure, and the second most voted class is the runner-up.
    """
    places: list[list[tuple[int, int]]] = []
    for number, frame in enumerate(frames):
        for index in range(len(frame)):
            _place(places, frames, number, index)
    kept = [place for place in places if 2 * len({number for number, _ in place}) > len(frames)]
    if not kept:
        return Detections.empty()
    boxes = np.stack([np.median(_boxes(place, frames), axis=0) for place in kept])
    votes = np.stack([_votes(place, frames) for place in kept])
    ranking = np.argsort(-votes, axis=1, kind="stable")[:, :2]
    rows = np.arange(len(kept))
    return Detections(
        boxes.astype(np.float32),
        votes[rows, ranking[:, 0]].astype(np.float32),
        ranking[:, 0].astype(np.int64),
        ranking[:, 1].astype(np.int64),
        votes[rows, ranking[:, 1]].astype(np.float32),
    )


def _place(
    places: list[list[tuple[int, int]]], frames: list[Detections], number: int, index: int
) -> None:
    """Put one tile of one frame to the tiles that lie where it lies."""
    box = frames[number].boxes[index]
    if places:
        firsts = np.stack([frames[n].boxes[i] for n, i in (place[0] for place in places)])
        overlaps = iou(box, firsts)
        best = int(overlaps.argmax())
        if overlaps[best] >= SAME_IOU:
            places[best].append((number, index))
            return
    places.append([(number, index)])


def _boxes(place: list[tuple[int, int]], frames: list[Detections]) -> NDArray[np.float32]:
    return np.stack([frames[number].boxes[index] for number, index in place])


def _votes(place: list[tuple[int, int]], frames: list[Detections]) -> NDArray[np.float64]:
    """The mean confidence in each class (CLASS_COUNT,) over the frames that show the tile."""
    votes = np.zeros(CLASS_COUNT)
    for number, index in place:
        frame = frames[number]
        votes[frame.class_ids[index]] += frame.confidence[index]
        if frame.runner_up[index] != frame.class_ids[index]:
            votes[frame.runner_up[index]] += frame.runner_up_confidence[index]
    return votes / len(place)
