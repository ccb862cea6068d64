"""Real photos from end to end: the hands of every fifth dev photo, upright and turned."""

from pathlib import Path

import pytest

from models.evaluation import compare, load_truth, summary
from models.evaluation.turning import turned
from vision.picture import Picture
from vision.reading import read
from vision.recognizer import Recognizer


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_hands_are_read(shared: Path, turn: int) -> None:
    data = shared / "data"
    photos = load_truth(data / "photos" / "dev", data / "layouts" / "dev.jsonl")[turn // 90 :: 5]
    recognizer = Recognizer()
    results = []
    for photo in photos:
        photo, picture = turned(photo, Picture.load(photo.path), turn)
        results.append(compare(photo, read(picture, recognizer), 0.0))
    figures = summary(results)
    assert figures["photos"] >= 24
    assert figures["hands_right"] >= 0.85, [r.file for r in results if not r.hand_right]
    assert figures["recall"] >= 0.97
    assert figures["right_tiles_flagged"] <= 1 / 30
