"""Light, doubts and threads: what readers of photos are known to stumble over."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.rows import row
from vision.picture import Picture
from vision.reading import Reading, read
from vision.recognizer import Recognizer

SAMPLE = Path(__file__).parents[2] / "samples" / "all-pons.jpg"
HAND = "222p777s33388m99s + 8m"
ROW = "123m456p789sEE222p"
NEIGHBOURS = [(3, Tile.M2), (4, Tile.P5), (5, Tile.P4), (6, Tile.P5), (7, Tile.S9), (9, Tile.S7)]
"""Numbers of tiles in `ROW`, each with a face that is easily taken for it."""


@pytest.mark.parametrize(("number", "rival"), NEIGHBOURS)
@pytest.mark.parametrize(("share", "doubted"), [(0.45, True), (0.08, True), (0.01, False)])
def test_close_faces_are_a_doubt(number: int, rival: Tile, share: float, doubted: bool) -> None:
    sure = row(ROW)
    confidence, runner_up = sure.confidence.copy(), sure.runner_up.copy()
    second = sure.runner_up_confidence.copy()
    confidence[number - 1], runner_up[number - 1], second[number - 1] = 1 - share, rival, share
    found = replace(sure, confidence=confidence, runner_up=runner_up, runner_up_confidence=second)
    picture = Picture(np.zeros((600, 900, 3), np.uint8))
    reading = Reading.of(picture, found)
    assert (number in reading.doubtful) == doubted
    assert reading.tiles_json()[number - 1]["runner_up"] == rival.text


def brightened(factor: np.ndarray | float) -> Picture:
    pixels = Picture.load(SAMPLE).pixels * factor
    return Picture(np.clip(pixels, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("factor", [0.5, 0.75, 1.25])
def test_the_same_hand_at_other_exposures(factor: float) -> None:
    assert read(brightened(factor)).hand.text == HAND


@pytest.mark.parametrize("slope", [-0.6, 0.0, 0.6])
def test_a_shadow_changes_no_tile(slope: float) -> None:
    """A dark band with a sharp edge lies across the whole row."""
    x, y = np.meshgrid(np.arange(1280), np.arange(800))
    band = np.abs(x - 640 + slope * (y - 400)) < 220
    assert read(brightened(np.where(band, 0.45, 1.0)[:, :, None])).hand.text == HAND


@pytest.mark.long
def test_eight_threads_answer_as_one() -> None:
    """Fifty requests a thread, on one recognizer."""
    picture, recognizer = Picture.load(SAMPLE), Recognizer()
    alone = recognizer.recognize(picture)
    with ThreadPoolExecutor(8) as pool:
        for answer in pool.map(lambda _: recognizer.recognize(picture), range(8 * 50)):
            assert np.array_equal(answer.boxes, alone.boxes)
            assert np.array_equal(answer.class_ids, alone.class_ids)
