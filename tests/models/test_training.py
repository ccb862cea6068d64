"""Training runs: a few steps, resumed, exported. Needs the train extra."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision import reader

pytestmark = pytest.mark.train


def test_a_detector_learns_a_few_steps_goes_on_and_exports(tmp_path: Path, shared: Path) -> None:
    from models import export, train

    out = tmp_path / "run"
    arguments = ["detector", "--out", str(out), "--smoke", "--keep", "2"]
    train.main(arguments)
    plan, _ = train.parse(["detector", "--out", str(out), "--steps", "4", "--batch", "2"])
    source = train.source_of(plan, train.parse([*arguments])[1])
    run = train.train(plan, source)
    assert run.step == 4
    target = tmp_path / "detector.onnx"
    export.main(["detector", str(out / "ema.pt"), str(target)])
    card = json.loads(target.with_suffix(".json").read_text("utf-8"))
    assert card["sha256"] == export.sha256(target)
    assert len(card["classes"]) == 43


def test_a_reader_learns_a_few_steps_and_exports(tmp_path: Path, shared: Path) -> None:
    import onnxruntime

    from models import export, train

    train.main(["reader", "--out", str(tmp_path), "--smoke"])
    target = tmp_path / "reader.onnx"
    export.main(["reader", str(tmp_path / "ema.pt"), str(target)])
    session = onnxruntime.InferenceSession(str(target))
    crops = np.random.default_rng(1).random((3, 3, reader.SIZE, reader.SIZE), np.float32)
    logits = session.run(None, {"images": crops})[0]
    assert logits.shape == (3, 43)
    assert (logits < 0).any()


def test_kept_pictures_come_back_turned(tmp_path: Path) -> None:
    from models.samples import KeptSource, quarter_turns

    class Made:
        def sample(self, seed: int, number: int) -> tuple[np.ndarray, np.ndarray]:
            image = np.zeros((64, 64, 3), np.uint8)
            image[:16, 32:] = 255
            return image, np.array([[number, 0.75, 0.125, 0.5, 0.25]], np.float32)

    source = KeptSource(Made(), tmp_path, 2)
    source.sample(1, 1)
    image, labels = source.sample(1, 3)
    expected, turned = quarter_turns(*Made().sample(1, 1), 1)
    assert labels == pytest.approx(turned, abs=1e-4)
    assert np.abs(image.astype(int) - expected).mean() < 5
