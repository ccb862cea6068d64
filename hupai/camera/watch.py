"""The watch over the table: frames in, and each hand once when it lies still."""

from collections.abc import Callable
from dataclasses import dataclass

from hupai.camera.sources import Frame
from hupai.camera.stillness import Stillness
from hupai.settling import Outcome, Request, settle
from vision.detections import Detections
from vision.picture import Picture
from vision.reading import Reading

Detect = Callable[[Picture], Detections]


@dataclass(frozen=True, eq=False)
class View:
    """What is seen at one moment.

    picture: the frame. reading: its tiles; those of all still frames together where the hand
    lies still. outcome: the score, where the hand lies still. is_new: whether this hand was not
    told before.
    """

    picture: Picture
    reading: Reading
    outcome: Outcome | None = None
    is_new: bool = False

    @property
    def is_still(self) -> bool:
        return self.outcome is not None


class Watch:
    """Reads frames one after the other and settles the hand by `request` when it lies still."""

    def __init__(self, source: str, request: Request, detect: Detect) -> None:
        self._source, self._request, self._detect = source, request, detect
        self._stillness = Stillness()
        self._still: Outcome | None = None
        self._told = ""

    def look(self, frame: Frame) -> View:
        """What the next frame shows."""
        picture = Picture(frame.pixels, f"{self._source} {frame.seconds:.1f} s")
        detections = self._detect(picture)
        if not self._stillness.feed(detections, frame.seconds):
            self._still = None
            return View(picture, Reading.of(picture, detections))
        if self._still is not None and self._still.reading is not None:
            # Nothing moved: the boxes stay as they are, and so does the score.
            return View(picture, self._still.reading, self._still)
        outcome = self.settle(picture)
        assert outcome.reading is not None
        self._still = outcome
        is_new = outcome.hand.text != self._told
        self._told = outcome.hand.text
        return View(picture, outcome.reading, outcome, is_new)

    def settle(self, picture: Picture) -> Outcome:
        """The score of what lies there now, still or not, by the votes of the last frames."""
        return settle(self._request, Reading.of(picture, self._stillness.voted()))
