"""The hand-made structure of real photos (`../shared/data/layouts`), and how to compare with it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.detections import Detections
from vision.detector import iou
from vision.layout import Layout
from vision.picture import Picture

SPLITS = ("dev", "train")


@dataclass(frozen=True)
class Photo:
    """One photo with its labelled boxes, in pixels, and the structure that a person wrote down."""

    path: Path
    picture: Picture
    detections: Detections
    truth: "Structure"


@dataclass(frozen=True)
class Structure:
    """What is compared: everything of the hand, by index."""

    concealed: tuple[int, ...]
    melds: frozenset[frozenset[int]]
    flowers: frozenset[int]
    separated: int | None

    @classmethod
    def of_truth(cls, truth: dict[str, Any]) -> "Structure":
        return cls(
            tuple(truth["concealed"]),
            frozenset(frozenset(meld) for meld in truth["melds"]),
            frozenset(truth["flowers"]),
            truth["separated"],
        )

    @classmethod
    def of_layout(cls, layout: Layout) -> "Structure":
        return cls(
            layout.concealed,
            frozenset(frozenset(meld.indices) for meld in layout.melds),
            frozenset(layout.flowers),
            layout.winning,
        )

    @property
    def indices(self) -> set[int]:
        """Every tile of the hand."""
        held = set() if self.separated is None else {self.separated}
        return {*self.concealed, *self.flowers, *held}.union(*self.melds)

    def moved(self, to: Mapping[int, int]) -> "Structure":
        """The same structure over other indices: what was at `i` is at `to[i]`."""
        return Structure(
            tuple(to[index] for index in self.concealed),
            frozenset(frozenset(to[index] for index in meld) for meld in self.melds),
            frozenset(to[index] for index in self.flowers),
            None if self.separated is None else to[self.separated],
        )

    def differences(self, other: "Structure") -> list[str]:
        """The parts in which the two differ, by name; empty when they are the same."""
        parts = [
            name
            for name in ("melds", "flowers", "separated")
            if getattr(self, name) != getattr(other, name)
        ]
        if set(self.concealed) != set(other.concealed):
            parts.append("concealed")
        elif self.concealed == other.concealed[::-1] and len(self.concealed) > 1:
            parts.append("direction")
        elif self.concealed != other.concealed:
            parts.append("order")
        return parts


def photos(shared: Path, split: str) -> Iterator[Photo]:
    """The photos of `split` (`dev` or `train`) that have hand-made structure."""
    folder = shared / "data" / "photos" / split
    for line in (shared / "data" / "layouts" / f"{split}.jsonl").read_text().splitlines():
        truth = json.loads(line)
        path = folder / "images" / truth["file"]
        picture = Picture.load(path)
        label = folder / "labels" / f"{path.stem}.txt"
        rows = np.array([row.split() for row in label.read_text().splitlines() if row], float)
        centre, size = rows[:, 1:3], rows[:, 3:5]
        scale = np.array([picture.width, picture.height] * 2)
        boxes = np.hstack([centre - size / 2, centre + size / 2]) * scale
        detections = Detections.build(boxes, rows[:, 0].astype(int))
        yield Photo(path, picture, detections, Structure.of_truth(truth))


def matched(truth: Detections, found: Detections) -> dict[int, int]:
    """Which found tile each labelled tile is (IoU of at least 0.4, the same class)."""
    pairs: dict[int, int] = {}
    for index, box in enumerate(truth.boxes):
        overlaps = iou(box, found.boxes) * (found.class_ids == truth.class_ids[index])
        if len(overlaps) and overlaps.max() >= 0.4:
            pairs[index] = int(overlaps.argmax())
    return pairs
