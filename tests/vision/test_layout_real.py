"""The layout of real photos against structure written down by hand (`../shared/data/layouts`).

The whole structure must be right: the concealed tiles in reading order, the sets, the flowers,
the tile set apart, and nothing else in the hand.
"""

from pathlib import Path

import pytest

from tests.vision.layout_truth import SPLITS, Photo, Structure, matched, photos
from vision.layout import arrange
from vision.recognizer import Recognizer


@pytest.fixture(scope="module")
def all_photos(shared: Path) -> list[Photo]:
    return [photo for split in SPLITS for photo in photos(shared, split)]


def test_from_true_boxes(all_photos: list[Photo]) -> None:
    wrong = {
        photo.path.name: differences
        for photo in all_photos
        if (differences := photo.truth.differences(Structure.of_layout(arrange(photo.detections))))
    }
    assert len(wrong) <= 0.05 * len(all_photos), wrong


def test_from_detected_boxes(all_photos: list[Photo]) -> None:
    """Where every tile of the hand was found with its right class."""
    recognizer = Recognizer()
    found_all, wrong = 0, {}
    for photo in all_photos:
        found = recognizer.recognize(photo.picture)
        places = matched(photo.detections, found)
        if not photo.truth.indices <= set(places):
            continue
        found_all += 1
        differences = photo.truth.moved(places).differences(Structure.of_layout(arrange(found)))
        if differences:
            wrong[photo.path.name] = differences
    assert found_all > 50
    assert len(wrong) <= 0.15 * found_all, wrong
