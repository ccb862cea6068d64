"""Detections: checked arrays, and the same after a trip through JSON."""

import json
from typing import Any

import numpy as np
import pytest

from scoring.words import UserError
from vision.detections import BACK, Detections, class_id, class_text


def sample() -> Detections:
    return Detections(
        boxes=np.array([[1, 2, 30, 44], [31, 2, 60, 44]], np.float32),
        confidence=np.array([0.75, 0.5], np.float32),
        class_ids=np.array([13, BACK]),
        runner_up=np.array([14, 33]),
        runner_up_confidence=np.array([0.25, 0.125], np.float32),
    )


def test_json_round_trip() -> None:
    rows = json.loads(json.dumps(sample().to_json()))
    assert rows[0]["tile"] == "5p"
    assert rows[1]["tile"] == "X"
    assert Detections.from_json(rows).to_json() == sample().to_json()
    assert Detections.from_json([]).to_json() == Detections.empty().to_json() == []


def test_json_without_a_field() -> None:
    rows = sample().to_json()
    del rows[0]["runner_up"]
    with pytest.raises(UserError, match="runner_up"):
        Detections.from_json(rows)


ROW = sample().to_json()[0]
BAD_JSON: list[tuple[Any, list[str]]] = [
    # the JSON, and what the message must name and quote
    (None, ["tiles", "null", "a list"]),
    ({"tiles": []}, ["tiles", "a list"]),
    ([5], ["tiles.0", "5", "an object"]),
    ([ROW, {**ROW, "tile": 7}], ["tiles.1.tile", "7", "text"]),
    ([{**ROW, "runner_up": None}], ["tiles.0.runner_up", "null", "text"]),
    ([{**ROW, "tile": "5q"}], ["5q"]),
    ([{**ROW, "box": [1, 2, 3]}], ["tiles.0.box", "[1, 2, 3]", "pixels"]),
    ([{**ROW, "box": [1, 2, 3, True]}], ["tiles.0.box", "true", "pixels"]),
    ([{**ROW, "box": [1, 2, float("inf"), 4]}], ["tiles.0.box", "Infinity", "pixels"]),
    ([{**ROW, "box": [30, 2, 1, 44]}], ["tiles.0.box", "[30, 2, 1, 44]", "left"]),
    ([{**ROW, "confidence": "0.5"}], ["tiles.0.confidence", '"0.5"', "from 0 to 1"]),
    ([{**ROW, "confidence": float("nan")}], ["tiles.0.confidence", "NaN", "from 0 to 1"]),
    ([{**ROW, "runner_up_confidence": True}], ["runner_up_confidence", "true", "from 0 to 1"]),
]


@pytest.mark.parametrize(("value", "named"), BAD_JSON)
def test_bad_json_is_one_clear_error(value: Any, named: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        Detections.from_json(value)
    assert caught.value.words.zh.endswith("。")
    for name in named:
        assert name in caught.value.words.en


BAD: dict[str, dict[str, Any]] = {
    "boxes of three": {"boxes": np.zeros((2, 3), np.float32)},
    "one confidence short": {"confidence": np.ones(1, np.float32)},
    "class out of range": {"class_ids": np.array([0, 43])},
    "negative runner-up": {"runner_up": np.array([0, -1])},
    "left beyond right": {"boxes": np.array([[5, 0, 1, 9], [0, 0, 1, 1]], np.float32)},
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_arrays_are_checked(change: dict[str, Any]) -> None:
    values = {name: getattr(sample(), name) for name in sample().__dataclass_fields__}
    with pytest.raises(ValueError, match="must"):
        Detections(**(values | change))


def test_selection_keeps_every_array() -> None:
    chosen = sample()[np.array([1])]
    assert len(chosen) == 1
    assert chosen.tile(0) is None
    assert chosen.runner_up.tolist() == [33]


def test_class_text_both_ways() -> None:
    assert [class_id(class_text(number)) for number in range(43)] == list(range(43))
