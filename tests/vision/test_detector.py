"""Letterbox, decoding and non-maximum suppression; then the shipped network itself."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from vision.detections import CLASS_COUNT, Detections
from vision.detector import Detector, Letterbox, decode, iou, suppress
from vision.network import Network, WeightsError, default_path
from vision.picture import Picture
from vision.recognizer import Recognizer

SAMPLE = Path(__file__).parents[2] / "samples" / "all-pons.jpg"
SIZES = [(640, 640), (1280, 720), (720, 1280), (853, 640), (333, 77), (5000, 40), (31, 1000)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_letterbox_geometry(width: int, height: int) -> None:
    letterbox = Letterbox.fit(width, height, 640)
    assert max(letterbox.width, letterbox.height) == 640
    assert letterbox.width % 32 == letterbox.height % 32 == 0
    planes = letterbox.apply(np.zeros((height, width, 3), np.uint8))
    assert planes.shape == (1, 3, letterbox.height, letterbox.width)
    corner = np.array([[0, 0, width, height]], np.float32)
    scale = letterbox.scale
    inside = corner * scale + [letterbox.left, letterbox.top, letterbox.left, letterbox.top]
    assert np.allclose(letterbox.to_picture(inside.astype(np.float32)), corner, atol=0.5)


def test_letterbox_swaps_bgr_to_rgb() -> None:
    blue = np.zeros((640, 640, 3), np.uint8)
    blue[:, :, 0] = 255
    red_plane, _, blue_plane = Letterbox.fit(640, 640, 640).apply(blue)[0]
    assert red_plane.max() == 0
    assert blue_plane.min() == 1


def raw_output(*rows: tuple[tuple[float, ...], dict[int, float]]) -> np.ndarray:
    """A network's output (4 + classes, n) from (centre x, centre y, width, height), scores."""
    output = np.zeros((4 + CLASS_COUNT, len(rows)), np.float32)
    for column, (box, scores) in enumerate(rows):
        output[:4, column] = box
        for class_id, score in scores.items():
            output[4 + class_id, column] = score
    return output


def test_decode_gives_corners_best_and_second_class() -> None:
    output = raw_output(
        ((50, 60, 20, 30), {3: 0.5, 7: 0.4}),
        ((150, 60, 20, 30), {5: 0.9, 1: 0.05}),
        ((250, 60, 20, 30), {2: 0.1}),
    )
    found = decode(output, 0.25)
    named = Detections.from_scores(found.boxes, found.scores)
    assert named.class_ids.tolist() == [5, 3]
    assert named.runner_up.tolist() == [1, 7]
    assert named.runner_up_confidence == pytest.approx([0.05, 0.4])
    assert found.boxes.tolist() == [[140, 45, 160, 75], [40, 45, 60, 75]]


def test_a_tile_of_which_no_single_class_is_likely_is_found() -> None:
    flowers = {34: 0.2, 35: 0.18, 36: 0.17}
    output = raw_output(((50, 60, 20, 30), flowers), ((150, 60, 20, 30), {3: 0.45}))
    found = decode(output).at_least(0.5)
    assert found.boxes.tolist() == [[40, 45, 60, 75]]


def test_two_classes_on_one_tile_stay_one_tile_with_a_runner_up() -> None:
    output = raw_output(((50, 60, 20, 30), {3: 0.8}), ((50, 61, 20, 30), {7: 0.6}))
    kept = suppress(decode(output, 0.25), 0.5)
    found = Detections.from_scores(kept.boxes, kept.scores)
    assert len(found) == 1
    assert (found.class_ids[0], found.runner_up[0]) == (3, 7)
    assert found.runner_up_confidence[0] == pytest.approx(0.6)


def test_touching_tiles_stay_two() -> None:
    output = raw_output(((50, 60, 20, 30), {3: 0.8}), ((61, 60, 20, 30), {3: 0.7}))
    found = decode(output, 0.25)
    assert 0.25 < iou(found.boxes[0], found.boxes)[1] < 0.35
    assert len(suppress(found, 0.5)) == 2


def test_no_tiles_in_an_empty_picture() -> None:
    table = Picture.load(np.full((480, 640, 3), 90, np.uint8))
    assert len(Recognizer().recognize(table)) == 0


def test_threads_share_one_network() -> None:
    picture = Picture.load(SAMPLE)
    detector = Detector()
    alone = detector.find(picture, 0.25)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: detector.find(picture, 0.25), range(24)))
    assert len(alone) > 0
    assert all(np.array_equal(answer.boxes, alone.boxes) for answer in answers)
    assert Network.default("detector") is Network.default("detector")


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A copy of the shipped weights and card that a test may break."""
    path = tmp_path / "detector.onnx"
    shutil.copy(default_path("detector"), path)
    shutil.copy(default_path("detector").with_suffix(".json"), path.with_suffix(".json"))
    return path


def alter_card(weights: Path, **changes: object) -> None:
    card = weights.with_suffix(".json")
    card.write_text(json.dumps(json.loads(card.read_text("utf-8")) | changes), "utf-8")


def test_missing_weights(weights: Path) -> None:
    weights.unlink()
    with pytest.raises(WeightsError, match="missing"):
        Network(weights, "detector")


def test_missing_card(weights: Path) -> None:
    weights.with_suffix(".json").unlink()
    with pytest.raises(WeightsError, match=r"card .* is missing"):
        Network(weights, "detector")


def test_broken_card(weights: Path) -> None:
    weights.with_suffix(".json").write_text("{", "utf-8")
    with pytest.raises(WeightsError, match="cannot be read"):
        Network(weights, "detector")


def test_truncated_weights(weights: Path) -> None:
    weights.write_bytes(weights.read_bytes()[:100_000])
    with pytest.raises(WeightsError, match="truncated or altered"):
        Network(weights, "detector")


def test_weights_of_another_kind(weights: Path) -> None:
    alter_card(weights, kind="reader")
    with pytest.raises(WeightsError, match="'reader'"):
        Network(weights, "detector")


def test_file_that_is_no_network(weights: Path) -> None:
    import hashlib

    weights.write_bytes(b"not a network")
    alter_card(weights, sha256=hashlib.sha256(b"not a network").hexdigest())
    with pytest.raises(WeightsError, match="cannot be loaded") as caught:
        Network(weights, "detector")
    assert "\n" not in str(caught.value)
