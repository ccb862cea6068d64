"""The weights that are shipped are the checkpoints that training goes on from, exported."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.export import sha256
from models.networks import load_checkpoint
from vision import reader
from vision.detector import Letterbox, decode
from vision.network import Network
from vision.picture import Picture
from vision.reading import read

ROOT = Path(__file__).parents[2]
SAMPLES = [ROOT / "samples" / name for name in ("all-pons.jpg", "codes.jpg")]
KINDS = pytest.mark.parametrize("kind", ["detector", "reader"])
SIZE = 640
# About ten times what the rounding of either file to half precision was seen to change; networks
# of another training lie ten times as far away again.
MOST_PIXELS, MOST_SCORE, MOST_LOGIT = 0.2, 0.05, 0.03


def checkpoint(kind: str) -> Path:
    return ROOT / "models" / "checkpoints" / f"{kind}.pt"


def trained(kind: str, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the checkpoint makes of `inputs`, before anything is exported."""
    import torch

    with torch.no_grad():
        outputs: Any = load_checkpoint(checkpoint(kind)).eval()(torch.from_numpy(inputs))
    first = outputs[0] if isinstance(outputs, tuple | list) else outputs
    return np.asarray(first.numpy(), np.float32)


def pictures() -> Iterator[Picture]:
    for path in SAMPLES:
        picture = Picture.load(path)
        yield picture
        yield Picture(np.ascontiguousarray(np.rot90(picture.pixels)))


def logits(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    """Up to a constant for each row, which is taken away; what is surely not so counts alike."""
    logs = np.log(np.maximum(probabilities, 1e-6))
    return np.asarray(logs - logs.max(axis=1, keepdims=True))


def softmax(values: NDArray[np.float32]) -> NDArray[np.float32]:
    grown = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


@KINDS
def test_the_card_names_the_checkpoint(kind: str) -> None:
    card = json.loads((ROOT / "models" / f"{kind}.json").read_text("utf-8"))
    assert card["source_sha256"] == sha256(checkpoint(kind))
    assert card["sha256"] == sha256(ROOT / "models" / card["file"])


@pytest.mark.train
def test_the_exported_detector_answers_as_the_trained_one() -> None:
    network = Network.default("detector")
    for picture in pictures():
        inputs = Letterbox.fit(picture.width, picture.height, SIZE).apply(picture.pixels)
        exported, expected = network.run(inputs)[0], trained("detector", inputs)[0]
        assert exported.shape == expected.shape
        assert np.abs(exported[4:] - expected[4:]).max() < MOST_SCORE
        # Boxes that nobody looks at may lie anywhere.
        looked_at = expected[4:].max(axis=0) >= MOST_SCORE
        assert np.abs(exported[:4, looked_at] - expected[:4, looked_at]).max() < MOST_PIXELS
        assert len(decode(expected)) > 0


@pytest.mark.train
def test_the_exported_reader_answers_as_the_trained_one() -> None:
    network = Network.default("reader")
    for path in SAMPLES:
        picture = Picture.load(path)
        boxes = read(picture).detections.boxes[:6]
        crops = [reader.cut_out(picture.pixels, box) for box in boxes]
        inputs = reader.batch(crops, reader.TURNS)
        exported, expected = logits(softmax(network.run(inputs))), logits(trained("reader", inputs))
        assert exported.shape == expected.shape
        assert len(exported) > 0
        assert np.abs(exported - expected).max() < MOST_LOGIT
