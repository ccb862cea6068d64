"""Measure exported weights on labelled photos, as training goes on.

    python -m models.measure --detector models/detector.onnx --part dev
    python -m models.measure --detector runs/d/detector.onnx --reader models/reader.onnx --turns

Counts, over the boxes of the photos: tiles located (IoU of at least 0.5, any class), class right
among those located, recall (located and right), precision where no unlabelled tiles are around;
and, for the hands of `layouts/dev.jsonl`, those whose every tile is found and right.
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models.classes import BACK, NAMES
from models.data import DATA, Boxes, Image, photos, read_image, read_labels, to_corners
from models.reader import Reader, combined
from vision.detector import MAX_IOU, Letterbox, iou

IOU_SAME = 0.5


def overlaps(first: Boxes, second: Boxes) -> NDArray[np.float32]:
    """Intersection over union of corner boxes: `(n, 4)` and `(m, 4)` give `(n, m)`."""
    rows = [iou(box, second) for box in first]
    return np.stack(rows) if rows else np.zeros((0, len(second)), np.float32)


def suppress(boxes: Boxes, scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """Class-blind non-maximum suppression: indices kept, best first."""
    order, kept = np.argsort(-scores), []
    while len(order):
        kept.append(order[0])
        order = order[iou(boxes[order[0]], boxes[order]) <= MAX_IOU]
    return np.array(kept, np.int64)


class Finder:
    """Exported weights at work: boxes and class scores of a photo, before anything is settled."""

    def __init__(
        self, detector: Path, size: int, threshold: float, reader: Path | None = None
    ) -> None:
        self.session = onnxruntime.InferenceSession(str(detector))
        self.size, self.threshold = size, threshold
        self.reader = Reader(_Session(reader)) if reader else None

    def __call__(self, image: Image) -> tuple[Boxes, NDArray[np.float32]]:
        """Boxes `(n, 4)` in pixels of the photo and scores `(n, 43)`, best first."""
        letterbox = Letterbox.fit(image.shape[1], image.shape[0], self.size)
        raw = self.session.run(None, {"images": letterbox.apply(image)})[0][0].T
        raw = raw[raw[:, 4:].max(1) >= self.threshold]
        centre, half = raw[:, :2], raw[:, 2:4] / 2
        boxes = letterbox.to_picture(np.concatenate([centre - half, centre + half], 1))
        kept = suppress(boxes, raw[:, 4:].max(1))
        boxes, scores = boxes[kept], raw[kept, 4:]
        if self.reader:
            scores = combined(scores, self.reader.read(image, boxes))
        return boxes, scores


class _Session:
    """A reader's weights without a card."""

    def __init__(self, path: Path) -> None:
        self.session = onnxruntime.InferenceSession(str(path))

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(self.session.run(None, {"images": inputs})[0], np.float32)


@dataclass
class Tally:
    """Counts over photos."""

    photos: int = 0
    tiles: int = 0
    located: int = 0
    right: int = 0
    wholly_right: int = 0
    hands: int = 0
    hands_right: int = 0
    found_where_all_labelled: int = 0
    false_where_all_labelled: int = 0
    seconds: float = 0.0
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """The rates, and the commonest confusions (true, read)."""
        found = max(1, self.found_where_all_labelled)
        return {
            "photos": self.photos,
            "tiles": self.tiles,
            "located": round(self.located / max(1, self.tiles), 4),
            "class_right": round(self.right / max(1, self.located), 4),
            "recall": round(self.right / max(1, self.tiles), 4),
            "precision": round(1 - self.false_where_all_labelled / found, 4),
            "photos_wholly_right": round(self.wholly_right / max(1, self.photos), 4),
            "hands": self.hands,
            "hands_right": round(self.hands_right / max(1, self.hands), 4),
            "seconds_a_photo": round(self.seconds / max(1, self.photos), 3),
            "confused": [[*pair, n] for pair, n in self.confused.most_common(12)],
        }


def match(truth: Boxes, boxes: Boxes) -> list[int]:
    """For each true box the found box that covers it best (IoU of 0.5 or more), or -1."""
    given = [-1] * len(truth)
    if not len(truth) or not len(boxes):
        return given
    overlap = overlaps(truth, boxes)
    while overlap.max() >= IOU_SAME:
        row, column = np.unravel_index(overlap.argmax(), overlap.shape)
        given[row] = int(column)
        overlap[row], overlap[:, column] = 0, 0
    return given


def turn(image: Image, boxes: Boxes, quarters: int) -> tuple[Image, Boxes]:
    """A photo and its boxes turned clockwise by quarter turns."""
    for _ in range(quarters):
        height = image.shape[0]
        image = np.ascontiguousarray(image.transpose(1, 0, 2)[:, ::-1])
        left, top, right, bottom = boxes.T
        boxes = np.stack([height - bottom, left, height - top, right], 1)
    return image, boxes


def count(
    tally: Tally,
    truth: tuple[NDArray[np.int64], Boxes],
    found: tuple[Boxes, NDArray[np.float32]],
    layout: dict[str, Any] | None,
    name: str,
) -> None:
    """Add one photo to the tally; found backs are left out, as the photos have no such boxes."""
    boxes, scores = found
    face = scores.argmax(1) != BACK
    boxes, scores = boxes[face], scores[face]
    classes, corners = truth
    given = match(corners, boxes)
    read = [int(scores[column].argmax()) if column >= 0 else -1 for column in given]
    good = [a == b for a, b in zip(read, classes.tolist(), strict=True)]
    tally.photos += 1
    tally.tiles += len(classes)
    tally.located += sum(column >= 0 for column in given)
    tally.right += sum(good)
    tally.wholly_right += all(good)
    for a, b in zip(classes.tolist(), read, strict=True):
        if a != b:
            tally.confused[NAMES[a], NAMES[b] if b >= 0 else "missed"] += 1
    if layout is None:
        return
    hand = set(range(len(classes))) - set(layout["not_hand"])
    if not layout["missing"]:
        tally.hands += 1
        tally.hands_right += all(good[index] for index in hand)
        if not all(good[index] for index in hand):
            tally.wrong.append(name)
    if not layout["unlabelled_faceup"]:
        tally.found_where_all_labelled += len(boxes)
        tally.false_where_all_labelled += len(boxes) - sum(column >= 0 for column in given)


def measure(finder: Any, part: str, quarters: int, data: Path = DATA) -> Tally:
    """The tally of a part of the photos, turned by quarter turns."""
    layouts = {}
    path = data / "layouts" / f"{part}.jsonl"
    if path.exists():
        rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line)
        layouts = {row["file"]: row for row in rows}
    tally = Tally()
    for photo in photos(part, data):
        image, labels = read_image(photo.image), read_labels(photo.labels)
        boxes = to_corners(labels, image.shape[1], image.shape[0])
        image, boxes = turn(image, boxes, quarters)
        began = time.perf_counter()
        found = finder(image)
        tally.seconds += time.perf_counter() - began
        truth = labels[:, 0].astype(np.int64), boxes
        count(tally, truth, found, layouts.get(photo.image.name), photo.image.name)
    return tally


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, measure, and print the figures as JSON lines."""
    parser = argparse.ArgumentParser(description="Measure exported weights on labelled photos.")
    parser.add_argument("--detector", type=Path, required=True)
    parser.add_argument("--reader", type=Path)
    parser.add_argument("--part", default="dev", choices=["train", "dev", "shop"])
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--threshold", type=float, default=0.3)
    parser.add_argument("--turns", action="store_true", help="also turned by 90, 180, 270 degrees")
    options = parser.parse_args(arguments)
    finder = Finder(options.detector, options.size, options.threshold, options.reader)
    for quarters in range(4 if options.turns else 1):
        tally = measure(finder, options.part, quarters)
        print(json.dumps({"turned": quarters * 90} | tally.figures(), ensure_ascii=False))


if __name__ == "__main__":
    main()
