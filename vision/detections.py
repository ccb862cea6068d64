"""What the detector found in a photo: parallel arrays, one entry a tile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.json_values import (
    bad_value,
    is_number,
    list_value,
    member,
    object_value,
    text_value,
)
from scoring.tiles import FACE_DOWN, Tile
from scoring.words import Words

BACK = len(Tile)
"""Class id of a tile that lies face down; the ids before it are those of `Tile`."""
CLASS_COUNT = BACK + 1
FACES = tuple(Tile)
_BOX = Words("[左, 上, 右, 下] 四个像素数", "[left, top, right, bottom] in pixels")


def class_text(class_id: int) -> str:
    """Hand notation of a class id: `5p`, `E`, `f1`, or `X` for a back."""
    return FACE_DOWN if class_id == BACK else Tile(class_id).text


def class_id(text: str) -> int:
    """The class id that hand notation names. Raises `UnknownTileError`."""
    return BACK if text == FACE_DOWN else int(Tile.parse(text))


@dataclass(frozen=True, eq=False)
class Detections:
    """Tiles found in a photo, as arrays of one length n.

    boxes: (n, 4) float32, left, top, right, bottom in pixels of the upright photo.
    confidence: (n,) float32, 0 to 1, that the class is right.
    class_ids: (n,) int64, 0 to 42: `Tile` values, and `BACK`.
    runner_up: (n,) int64, the second most likely class.
    runner_up_confidence: (n,) float32, 0 to 1.

    Raises ValueError where shapes or ranges do not fit.
    """

    boxes: NDArray[np.float32]
    confidence: NDArray[np.float32]
    class_ids: NDArray[np.int64]
    runner_up: NDArray[np.int64]
    runner_up_confidence: NDArray[np.float32]

    def __post_init__(self) -> None:
        count = len(self.boxes)
        if self.boxes.shape != (count, 4):
            raise ValueError(f"boxes must have shape (n, 4), not {self.boxes.shape}")
        for field in fields(self)[1:]:
            shape = getattr(self, field.name).shape
            if shape != (count,):
                raise ValueError(f"{field.name} must have shape ({count},), not {shape}")
        for name in ("class_ids", "runner_up"):
            ids = getattr(self, name)
            if count and not (ids.min() >= 0 and ids.max() < CLASS_COUNT):
                raise ValueError(f"{name} must lie from 0 to {CLASS_COUNT - 1}")
        if not (self.boxes[:, :2] <= self.boxes[:, 2:]).all():
            raise ValueError("boxes must have left <= right and top <= bottom")

    @classmethod
    def build(
        cls,
        boxes: Sequence[Sequence[float]] | NDArray[Any],
        class_ids: Sequence[int] | NDArray[Any],
        confidence: Sequence[float] | NDArray[Any] | None = None,
    ) -> "Detections":
        """Detections from plain lists, sure of every class where no confidence is given."""
        ids = np.asarray(class_ids, dtype=np.int64).reshape(-1)
        sure = np.ones(len(ids)) if confidence is None else np.asarray(confidence)
        return cls(
            boxes=np.asarray(boxes, dtype=np.float32).reshape(-1, 4),
            confidence=sure.astype(np.float32),
            class_ids=ids,
            runner_up=ids.copy(),
            runner_up_confidence=np.zeros(len(ids), dtype=np.float32),
        )

    @classmethod
    def from_scores(cls, boxes: NDArray[np.float32], scores: NDArray[np.float32]) -> "Detections":
        """Detections of boxes (n, 4) whose classes are scored (n, 43), 0 to 1."""
        ranking = np.argsort(-scores, axis=1, kind="stable")[:, :2]
        rows = np.arange(len(boxes))
        return cls(
            boxes=boxes,
            confidence=scores[rows, ranking[:, 0]],
            class_ids=ranking[:, 0].astype(np.int64),
            runner_up=ranking[:, 1].astype(np.int64),
            runner_up_confidence=scores[rows, ranking[:, 1]],
        )

    @classmethod
    def empty(cls) -> "Detections":
        return cls.build([], [])

    def __len__(self) -> int:
        return len(self.boxes)

    def __getitem__(self, index: Any) -> "Detections":
        """The detections that a mask, a slice or an array of positions selects."""
        return Detections(*(getattr(self, field.name)[index] for field in fields(self)))

    def tile(self, index: int) -> Tile | None:
        """The face of detection `index`; None when it lies face down."""
        class_id = int(self.class_ids[index])
        return None if class_id == BACK else Tile(class_id)

    @property
    def tiles(self) -> list[Tile | None]:
        """The face of each detection."""
        return [None if one == BACK else FACES[one] for one in self.class_ids.tolist()]

    def to_json(self) -> list[dict[str, Any]]:
        """One object a tile: tile, box, confidence, runner_up, runner_up_confidence."""
        return [
            {
                "tile": class_text(int(self.class_ids[index])),
                "box": [round(float(edge), 1) for edge in self.boxes[index]],
                "confidence": round(float(self.confidence[index]), 4),
                "runner_up": class_text(int(self.runner_up[index])),
                "runner_up_confidence": round(float(self.runner_up_confidence[index]), 4),
            }
            for index in range(len(self))
        ]

    @classmethod
    def from_json(cls, rows: Sequence[Mapping[str, Any]]) -> "Detections":
        """Reads what `to_json` wrote. Raises `UserError` `bad_value` for rows of another form."""
        read = [_read_row(f"tiles.{at}", row) for at, row in enumerate(list_value("tiles", rows))]
        columns = list(zip(*read, strict=True)) or [()] * len(fields(cls))
        boxes, confidence, class_ids, runner_up, runner_up_confidence = columns
        return cls(
            boxes=np.array(boxes, dtype=np.float32).reshape(-1, 4),
            confidence=np.array(confidence, dtype=np.float32),
            class_ids=np.array(class_ids, dtype=np.int64),
            runner_up=np.array(runner_up, dtype=np.int64),
            runner_up_confidence=np.array(runner_up_confidence, dtype=np.float32),
        )


Box = tuple[float, float, float, float]


def read_box(key: str, value: Any) -> Box:
    """Left, top, right, bottom from JSON. Raises `UserError` `bad_value`."""
    edges = value if isinstance(value, list) else []
    if len(edges) != 4 or not all(map(is_number, edges)):
        raise bad_value(key, value, _BOX)
    left, top, right, bottom = map(float, edges)
    if left > right or top > bottom:
        raise bad_value(key, value, _BOX)
    return left, top, right, bottom


def _read_row(key: str, value: Any) -> tuple[Box, float, int, int, float]:
    """The fields of one tile, in the order of `Detections`."""
    row = object_value(key, value)

    def of(name: str) -> tuple[str, Any]:
        return f"{key}.{name}", member(key, row, name)

    return (
        read_box(*of("box")),
        _share(*of("confidence")),
        class_id(text_value(*of("tile"))),
        class_id(text_value(*of("runner_up"))),
        _share(*of("runner_up_confidence")),
    )


def _share(key: str, value: Any) -> float:
    if not is_number(value) or not 0 <= value <= 1:
        raise bad_value(key, value, Words("0 到 1 的数", "a number from 0 to 1"))
    return float(value)
