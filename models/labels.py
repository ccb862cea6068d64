"""What the labels of the training photos lack: wrong names, and things that have no box.

`label_fixes.csv` puts right the labels that are wrong (photo, number of the box, right tile; no
tile: the box is none). `unlabelled.jsonl` lists what else in a photo looks like a tile to the
networks: `[what, left, top, right, bottom]` in parts of its width and height. What is the name of a
tile, as the networks read it with more than 90% and the eye agreed; `none` for a thing that is no
tile (dice, keys, print); or nothing where it was not decided (faint and blurred ones, backs and
sides).
"""

import csv
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.classes import CLASS_ID
from models.data import Boxes

HERE = Path(__file__).parent
NO_TILE, UNSURE = "none", ""


@dataclass(frozen=True)
class Unlabelled:
    """What a photo shows without a label; boxes `(n, 4)` in its pixels.

    tiles: face-up tiles of the classes `(n,)`. decoys: no tiles. unsure: one or the other.
    """

    classes: NDArray[np.int64]
    tiles: Boxes
    decoys: Boxes
    unsure: Boxes

    @classmethod
    def of(cls, photo: str, width: int, height: int) -> "Unlabelled":
        """What is known of the photo with this name (without its ending) and size."""
        rows = _unlabelled().get(photo, [])
        scale = np.array([width, height, width, height], np.float32)
        boxes = np.array([row[1:] for row in rows], np.float32).reshape(-1, 4) * scale
        what = np.array([row[0] for row in rows], str)
        is_tile = (what != NO_TILE) & (what != UNSURE)
        classes = np.array([CLASS_ID[name] for name in what[is_tile].tolist()], np.int64)
        return cls(classes, boxes[is_tile], boxes[what == NO_TILE], boxes[what == UNSURE])


def mended(photo: str, labels: Boxes) -> Boxes:
    """The labels `(n, 5)` of the photo with this name, as they should be."""
    right = labels.copy()
    fixes = _fixes().get(photo, {})
    for box, tile in fixes.items():
        right[box, 0] = CLASS_ID[tile] if tile else right[box, 0]
    return np.delete(right, [box for box, tile in fixes.items() if not tile], 0)


@cache
def _fixes() -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    with (HERE / "label_fixes.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            found.setdefault(row["photo"], {})[int(row["box"])] = row["tile"]
    return found


@cache
def _unlabelled() -> dict[str, list[tuple[str, float, float, float, float]]]:
    lines = (HERE / "unlabelled.jsonl").read_text("utf-8").splitlines()
    return {row["photo"]: row["found"] for row in map(json.loads, lines)}
