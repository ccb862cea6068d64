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

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
SPLITS = ("dev", "train")


@dataclass(frozen=True)
class Photo:
    """One photo with its labelled boxes and the structure that a person wrote down.

    Boxes are in pixels of a photo of `size` (width, height).
    """

    split: str
    file: str
    truth: dict[str, Any]
    detections: Detections
    size: tuple[int, int]

    @property
    def path(self) -> Path:
        return SHARED / "data" / "photos" / self.split / "images" / self.file

    def groups(self) -> "Structure":
        return Structure.of_truth(self.truth)


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


def photos(split: str) -> Iterator[Photo]:
    """The photos of `split` (`dev` or `train`) that have hand-made structure."""
    import cv2

    folder = SHARED / "data" / "photos" / split
    for line in (SHARED / "data" / "layouts" / f"{split}.jsonl").read_text().splitlines():
        truth = json.loads(line)
        file = truth["file"]
        image = cv2.imdecode(np.fromfile(folder / "images" / file, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        label = folder / "labels" / f"{Path(file).stem}.txt"
        rows = np.array([row.split() for row in label.read_text().splitlines() if row], float)
        height, width = image.shape[:2]
        centre, size = rows[:, 1:3], rows[:, 3:5]
        boxes = np.hstack([centre - size / 2, centre + size / 2]) * np.array([width, height] * 2)
        yield Photo(
            split, file, truth, Detections.build(boxes, rows[:, 0].astype(int)), (width, height)
        )


def matched(truth: Detections, found: Detections) -> dict[int, int]:
    """Which found tile each labelled tile is (IoU of at least 0.4, the same class)."""
    pairs: dict[int, int] = {}
    for index, box in enumerate(truth.boxes):
        overlaps = iou(box, found.boxes) * (found.class_ids == truth.class_ids[index])
        if len(overlaps) and overlaps.max() >= 0.4:
            pairs[index] = int(overlaps.argmax())
    return pairs
