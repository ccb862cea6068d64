"""From detections to a reading: numbers, doubts, corrections, JSON, and real photos."""

import json
from dataclasses import replace

import numpy as np
import pytest

from scoring.tiles import Tile
from scoring.words import UserError
from tests.vision.rows import row, together
from vision.corrections import Corrections
from vision.detections import Detections
from vision.picture import Picture
from vision.reading import Reading, read

PICTURE = Picture(np.full((600, 900, 3), 60, np.uint8), "table.jpg")
HAND = "123m456p789sEE222p"


def reading(detections: Detections) -> Reading:
    return Reading.of(PICTURE, detections)


def shuffled(detections: Detections, seed: int = 3) -> Detections:
    return detections[np.random.default_rng(seed).permutation(len(detections))]


def test_numbers_follow_the_hand_and_not_the_detector() -> None:
    result = reading(shuffled(row(HAND)))
    assert result.hand.text == HAND
    assert [one["number"] for one in result.tiles_json()] == list(range(1, 15))
    assert [one["tile"] for one in result.tiles_json()][:4] == ["1m", "2m", "3m", "4p"]


def test_sets_apart_become_melds_and_are_numbered_behind_the_row() -> None:
    result = reading(shuffled(together(row("234m55s678p"), row("222pEEE", top=300))))
    assert result.hand.text == "234m55s678p [pon 222p] [pon EEE]"
    groups = [one["group"] for one in result.tiles_json()]
    assert groups == ["concealed"] * 8 + ["meld 1"] * 3 + ["meld 2"] * 3


def unsure(detections: Detections, index: int, rival: Tile) -> Detections:
    confidence = detections.confidence.copy()
    confidence[index] = 0.4
    runner_up = detections.runner_up.copy()
    runner_up[index] = rival
    return replace(detections, confidence=confidence, runner_up=runner_up)


def test_an_unsure_tile_is_doubtful_with_its_runner_up() -> None:
    result = reading(unsure(row(HAND), 4, Tile.P6))
    assert result.doubtful == (5,)
    tile = result.tiles_json()[4]
    assert (tile["tile"], tile["runner_up"], tile["doubtful"]) == ("5p", "6p", True)


def test_corrections_keep_the_numbers() -> None:
    first = reading(unsure(row("123m456p789sEE22pB"), 4, Tile.P6))
    mended = first.corrected(Corrections.parse(["5=8p"], ["14"], ["2p"]))
    assert mended.hand.text == "123m486p789sEE222p"
    assert mended.doubtful == ()
    tiles = mended.tiles_json()
    assert [one["number"] for one in tiles] == [*range(1, 15), None]
    assert (tiles[4]["tile"], tiles[4]["runner_up"]) == ("8p", "5p")
    assert (tiles[13]["tile"], tiles[13]["group"]) == ("B", "aside")
    assert (tiles[14]["tile"], tiles[14]["box"], tiles[14]["group"]) == ("2p", None, "concealed")


@pytest.mark.parametrize("number", [0, 15, 99])
def test_corrections_of_tiles_that_are_not_there(number: int) -> None:
    with pytest.raises(UserError, match=f"no tile number {number}: its tiles are 1 to 14"):
        reading(row(HAND)).corrected(Corrections(dropped=(number,)))


BAD_CORRECTIONS = ["5p", "x=5p", "3=", "3=5q", "3=5p6p"]


@pytest.mark.parametrize("text", BAD_CORRECTIONS)
def test_unreadable_corrections_are_quoted(text: str) -> None:
    with pytest.raises(UserError, match=text.partition("=")[2] or text):
        Corrections.parse([text])


def test_json_round_trip() -> None:
    first = reading(together(unsure(row("234m55s678p"), 2, Tile.M1), row("222pEEE", top=300)))
    mended = first.corrected(Corrections.parse([], ["3"], ["4m", "f1"]))
    copy = Reading.from_json(json.loads(json.dumps(mended.to_json())))
    assert copy.to_json() == mended.to_json()
    assert copy.hand == mended.hand


def test_a_photo_without_tiles_is_a_problem_and_no_error() -> None:
    result = read(PICTURE)
    assert [problem.name for problem in result.problems] == ["no_tiles"]
    assert result.hand.text == ""


def test_drawing_marks_every_tile_and_leaves_the_photo_alone() -> None:
    result = reading(unsure(row(HAND), 4, Tile.P6))
    before = PICTURE.pixels.copy()
    drawn = result.draw(PICTURE)
    assert np.array_equal(PICTURE.pixels, before)
    for box in result.detections.boxes.round().astype(int):
        left, _, right, bottom = box
        assert (drawn.pixels[bottom, left:right] != before[bottom, left:right]).any()
    doubtful_left, _, doubtful_right, doubtful_bottom = result.detections.boxes[4].astype(int)
    edge = drawn.pixels[doubtful_bottom, (doubtful_left + doubtful_right) // 2]
    assert edge[2] > 150 > edge[0]
