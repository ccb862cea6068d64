"""The golden cases of the layout, as they stand in `golden/layouts.jsonl`.

    python -m tests.vision.golden_cases

writes that file from the scenes: one JSON object a line with `name`, `boxes` (tile in hand
notation, left, top, right, bottom in pixels), and the truth: `concealed`, `kans`, `melds`,
`kinds` of the melds where they matter, `flowers`, `winning`, and `outside` (tiles that are no
part of the hand).
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.vision.arrangements import shoot
from tests.vision.golden_scenes import SCENES, faces
from vision.detections import Detections, class_text

FILE = Path(__file__).parent / "golden" / "layouts.jsonl"


def case(name: str) -> dict[str, Any]:
    """The golden case `name` as it stands in the file."""
    one, view, extra = SCENES[name]()
    detections = shoot(one, view)
    hand = one.truth.indices
    return {
        "name": name,
        "boxes": [
            [class_text(tile.face), *(round(float(edge), 1) for edge in box)]
            for tile, box in zip(one.tiles, detections.boxes, strict=True)
        ],
        "concealed": one.concealed,
        "kans": [sorted(kan) for kan in extra.get("kans", [])],
        "melds": [sorted(meld) for meld in one.melds],
        "kinds": extra.get("kinds", []),
        "flowers": one.flowers,
        "winning": one.separated,
        "outside": [index for index in range(len(one.tiles)) if index not in hand],
    }


def detections_of(row: dict[str, Any]) -> Detections:
    boxes = np.array([box[1:] for box in row["boxes"]], np.float32)
    return Detections.build(boxes, [faces(box[0])[0] for box in row["boxes"]])


def cases() -> list[dict[str, Any]]:
    """The golden cases, from the file."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    lines = [json.dumps(case(name), ensure_ascii=False) for name in SCENES]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
