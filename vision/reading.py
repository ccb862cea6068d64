"""From a photo to the hand it shows, with doubts and problems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scoring.hand import Hand
from scoring.problems import Problem
from scoring.tiles import Tile, parse_tiles, tiles_text
from scoring.words import Words
from vision.corrections import Corrections
from vision.detections import BACK, Detections, class_text
from vision.drawing import ASIDE, DOUBTFUL, GROUP_COLOURS, Mark, draw
from vision.layout import Aside, Layout, arrange
from vision.picture import Picture, Source
from vision.recognizer import Recognizer

SURE = 0.98
"""Confidence below which a tile is doubtful."""
RIVAL = 0.05
"""Confidence of the runner-up above which a tile is doubtful."""
SURELY_BLANK = 0.9
"""Confidence below which a white dragon outside the hand may be a tile's back or side."""
REMOVED = Words("被人手动去掉", "removed by hand")


@dataclass(frozen=True, eq=False)
class Reading:
    """What a photo shows. A tile's number is its position in `detections`, counted from 1.

    photo: the photo's name. size: its width and height in pixels.
    detections: the tiles in the order of the layout: the hand first, each group as it is read.
    layout: how they lie. added: tiles of the hand that a person added; they have no box.
    """

    photo: str
    size: tuple[int, int]
    detections: Detections
    layout: Layout
    added: tuple[Tile, ...] = ()

    @classmethod
    def of(cls, picture: Picture, detections: Detections) -> "Reading":
        """The reading of `picture` in which these tiles, in any order, were detected."""
        layout = arrange(detections)
        detections = _with_blank_backs(detections, layout)
        order = _reading_order(layout, len(detections))
        return cls(
            picture.name,
            (picture.width, picture.height),
            detections[order],
            layout.moved(np.argsort(order).tolist()),
        )

    @property
    def hand(self) -> Hand:
        """The hand in notation types; added tiles stand at the end of the concealed ones."""
        hand = self.layout.hand(self.detections)
        return replace(
            hand,
            concealed=hand.concealed + tuple(tile for tile in self.added if not tile.is_flower),
            flowers=hand.flowers + tuple(tile for tile in self.added if tile.is_flower),
        )

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The numbers of the hand's tiles that may be another tile, or none of the hand's."""
        found = self.detections
        unsure = (found.confidence < SURE) | (found.runner_up_confidence > RIVAL)
        asides = {one.index for one in self.layout.aside}
        numbers = {index + 1 for index in np.flatnonzero(unsure).tolist() if index not in asides}
        numbers.update(index + 1 for index in self.layout.unresolved)
        for problem in (*self.layout.problems, *self.layout.doubts):
            if problem.name in ("five_copies", "flower_of_whom"):
                numbers.update(problem.numbers)
        return tuple(sorted(numbers))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the hand as it lies, each pointing at its tiles."""
        if self.added:
            # The count of the boxes alone says nothing once tiles were added without a box.
            return tuple(one for one in self.layout.problems if one.name != "tile_count")
        return self.layout.problems

    def corrected(self, corrections: Corrections) -> "Reading":
        """The reading as a person mends it. Tiles keep their numbers.

        Raises `UserError` for a number that the photo does not have.
        """
        corrections.check(len(self.detections))
        detections = _renamed(self.detections, corrections.renamed)
        dropped = {number - 1 for number in corrections.dropped}
        kept = [index for index in range(len(detections)) if index not in dropped]
        layout = arrange(detections[np.array(kept, dtype=np.int64)]).moved(kept)
        removed = tuple(Aside(index, "removed", REMOVED) for index in sorted(dropped))
        return replace(
            self,
            detections=detections,
            layout=replace(layout, aside=layout.aside + removed),
            added=self.added + corrections.added,
        )

    def draw(self, picture: Picture) -> Picture:
        """`picture` with the tiles' boxes and numbers; doubtful ones thick and red."""
        doubtful = set(self.doubtful)
        groups = [self.layout.group_of(index) for index in range(len(self.detections))]
        hand_groups = [group for group in dict.fromkeys(groups) if group != "aside"]
        marks = []
        for number, group in enumerate(groups, 1):
            tile = class_text(int(self.detections.class_ids[number - 1]))
            is_aside, is_doubtful = group == "aside", number in doubtful
            colour = ASIDE if is_aside else GROUP_COLOURS[hand_groups.index(group) % 6]
            marks.append(
                Mark(
                    box=self.detections.boxes[number - 1],
                    caption=str(number) if is_aside else f"{number} {tile}",
                    colour=DOUBTFUL if is_doubtful else colour,
                    thick=is_doubtful,
                )
            )
        return draw(picture, marks)

    def tiles_json(self) -> list[dict[str, Any]]:
        """One object a tile, in the order of their numbers; added tiles last, with box null."""
        doubtful = set(self.doubtful)
        found = [
            {
                "number": number,
                **row,
                "doubtful": number in doubtful,
                "group": self.layout.group_of(number - 1),
            }
            for number, row in enumerate(self.detections.to_json(), 1)
        ]
        return found + [_added_json(tile) for tile in self.added]

    def to_json(self) -> dict[str, Any]:
        """The whole reading; `from_json` reads it back."""
        return {
            "photo": self.photo,
            "size": list(self.size),
            "hand": self.hand.text,
            "tiles": self.tiles_json(),
            "added": tiles_text(self.added),
            "layout": self.layout.to_json(),
            "problems": [problem.to_json() for problem in self.problems],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Reading":
        rows = [row for row in value["tiles"] if row["box"] is not None]
        width, height = value["size"]
        return cls(
            photo=value["photo"],
            size=(width, height),
            detections=Detections.from_json(rows),
            layout=Layout.from_json(value["layout"]),
            added=parse_tiles(value["added"]),
        )


def read(source: Source | Picture, recognizer: Recognizer | None = None) -> Reading:
    """Read the hand in a photo: a path, the bytes of a picture file, an array or a `Picture`.

    Raises `PictureError` for a photo that cannot be used. A photo without tiles is a reading
    with a problem, not an error.
    """
    picture = source if isinstance(source, Picture) else Picture.load(source)
    return Reading.of(picture, (recognizer or Recognizer()).recognize(picture))


def _reading_order(layout: Layout, count: int) -> list[int]:
    """Positions of all detections: the hand's groups in reading order, the others behind."""
    hand = [
        *layout.concealed,
        *(index for meld in layout.melds for index in meld.indices),
        *layout.flowers,
        *([] if layout.winning is None else [layout.winning]),
        *layout.unresolved,
        *(one.index for one in layout.aside),
    ]
    order = list(dict.fromkeys(hand))
    assert sorted(order) == list(range(count)), "the layout lost a tile"
    return order


def _with_blank_backs(detections: Detections, layout: Layout) -> Detections:
    """The detections in which unsure white dragons outside the hand are backs.

    A blank white dragon looks like the back or the side of a white tile.
    """
    asides = np.zeros(len(detections), dtype=bool)
    asides[[one.index for one in layout.aside]] = True
    blank = asides & (detections.class_ids == Tile.WHITE) & (detections.confidence < SURELY_BLANK)
    return replace(
        detections,
        class_ids=np.where(blank, BACK, detections.class_ids),
        runner_up=np.where(blank, int(Tile.WHITE), detections.runner_up),
    )


def _renamed(detections: Detections, renamed: Sequence[tuple[int, int]]) -> Detections:
    """The detections with classes set by a person, who is sure of them."""
    class_ids, runner_up = detections.class_ids.copy(), detections.runner_up.copy()
    confidence = detections.confidence.copy()
    runner_up_confidence = detections.runner_up_confidence.copy()
    for number, new in renamed:
        index = number - 1
        if class_ids[index] != new:
            runner_up[index] = class_ids[index]
        class_ids[index], confidence[index], runner_up_confidence[index] = new, 1, 0
    return Detections(detections.boxes, confidence, class_ids, runner_up, runner_up_confidence)


def _added_json(tile: Tile) -> dict[str, Any]:
    return {
        "number": None,
        "tile": tile.text,
        "box": None,
        "confidence": 1.0,
        "runner_up": tile.text,
        "runner_up_confidence": 0.0,
        "doubtful": False,
        "group": "flowers" if tile.is_flower else "concealed",
    }
