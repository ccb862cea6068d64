"""The figures of `hupai evaluate`, on readings whose faults are known."""

import json
from pathlib import Path

import numpy as np
import pytest

from hupai.__main__ import main
from models.evaluation import compare, load_truth, summary
from models.evaluation.compare import match
from models.evaluation.distance import farther
from models.evaluation.truth import TruePhoto
from models.evaluation.turning import turned
from scoring.hand import Hand
from scoring.tiles import Tile
from scoring.words import UserError
from tests.vision.rows import row
from vision.detections import Detections
from vision.picture import Picture
from vision.reading import Reading

WIDTH, HEIGHT = 900, 600
PICTURE = Picture(np.full((HEIGHT, WIDTH, 3), 60, np.uint8), "table.png")
HAND = "123m456p789sEE222p"


def truth(detections: Detections, hand: str | None = HAND) -> TruePhoto:
    """The truth that these detections are all there is."""
    boxes = detections.boxes.astype(np.float64)
    centres, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    shares = np.concatenate([centres, sizes], axis=1) / [WIDTH, HEIGHT, WIDTH, HEIGHT]
    parsed = Hand.parse(hand) if hand else None
    return TruePhoto(Path("table.png"), detections.class_ids, shares, parsed)


def with_class(detections: Detections, index: int, tile: Tile, sure: float) -> Detections:
    class_ids, confidence = detections.class_ids.copy(), detections.confidence.copy()
    class_ids[index], confidence[index] = tile, sure
    return Detections(
        detections.boxes,
        confidence,
        class_ids,
        detections.class_ids.copy(),
        detections.runner_up_confidence,
    )


def result_of(found: Detections, true: Detections | None = None, hand: str | None = HAND):
    return compare(truth(true or row(HAND), hand), Reading.of(PICTURE, found), 0.1)


def test_a_perfect_reading() -> None:
    figures = summary([result_of(row(HAND))])
    for name in ("recall", "precision", "photos_wholly_right", "hands_right", "structure_right"):
        assert figures[name] == 1, name
    assert figures["photos_silently_wrong"] == 0
    assert figures["right_tiles_flagged"] == 0
    assert figures["confusions"] == []


def test_a_wrong_tile_that_nobody_doubts_is_silently_wrong() -> None:
    result = result_of(with_class(row(HAND), 4, Tile.P8, sure=1.0))
    figures = summary([result])
    assert (result.located, result.right, result.hand_right) == (14, 13, False)
    assert figures["photos_silently_wrong"] == 1
    assert figures["confusions"] == [{"is": "5p", "read": "8p", "times": 1}]
    assert figures["runner_up_right"] == 1
    assert figures["per_class"]["5p"] == {"tiles": 1, "recall": 0}


def test_a_wrong_tile_that_is_doubtful_is_flagged() -> None:
    result = result_of(with_class(row(HAND), 4, Tile.P8, sure=0.3))
    assert (result.is_right, result.silently_wrong, result.wrong_flagged) == (False, False, 1)


def test_a_missing_tile_is_told_by_the_count() -> None:
    result = result_of(row(HAND[:-2] + "p"))
    assert (result.located, result.tiles, result.hand_right) == (13, 14, False)
    assert not result.silently_wrong


def test_a_tile_too_many_lowers_precision() -> None:
    true = row("123m", left=100)
    found = row("123m9p", left=100)
    figures = summary([result_of(found, true, hand=None)])
    assert (figures["recall"], figures["precision"]) == (1, 0.75)


def test_structure_counts_sets_but_not_order() -> None:
    written = "234m55s678pEEE222p"
    flat = compare(
        truth(row(written), "234m55s678pEEE [222p]"), Reading.of(PICTURE, row(written)), 1
    )
    assert (flat.hand_right, flat.structure_right) == (True, False)
    other_way = compare(
        truth(row(written), "678p55sEEE222p432m"), Reading.of(PICTURE, row(written)), 1
    )
    assert (other_way.hand_right, other_way.structure_right) == (True, True)


def test_boxes_are_matched_one_to_one_by_best_overlap() -> None:
    true = np.array([[0, 0, 10, 10], [10, 0, 20, 10]], np.float32)
    found = np.array([[11, 0, 21, 10], [1, 0, 11, 10], [0, 0, 10, 11]], np.float32)
    assert match(true, found) == {0: 2, 1: 0}
    assert match(true, found[:0]) == {}


@pytest.mark.parametrize("degrees", [0, 30, 45, 90, 135, 180, 270, 300, -60, 360])
def test_turned_truth_fits_the_turned_photo(degrees: int) -> None:
    photo = truth(row("1m"))
    (left, top, right, bottom) = photo.corners(WIDTH, HEIGHT)[0].round().astype(int)
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    pixels[top:bottom, left:right] = 255
    photo, picture = turned(photo, Picture(pixels, "table.png"), degrees)
    shown = picture.pixels[..., 0] > 127
    expected = [
        edge for axis in (1, 0) for edge in np.flatnonzero(shown.any(axis=1 - axis))[[0, -1]]
    ]
    left, top, right, bottom = photo.corners(picture.width, picture.height)[0]
    exact = degrees % 90 == 0
    assert [left, right - 1, top, bottom - 1] == pytest.approx(expected, abs=0.01 if exact else 2)
    if exact:
        assert np.array_equal(picture.pixels, np.rot90(pixels, -degrees // 90))


def test_a_tilted_photo_is_turned_clockwise_and_keeps_its_corners() -> None:
    pixels = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    pixels[:40, :40] = 255
    _, picture = turned(truth(row("1m")), Picture(pixels, "table.png"), 30)
    y, x = np.argwhere(picture.pixels[..., 0] > 200).mean(0)
    assert (x, y) == pytest.approx((HEIGHT / 2 + 8, 26), abs=4)
    assert set(np.unique(picture.pixels[[0, 0, -1, -1], [0, -1, 0, -1]])) == {60}


@pytest.mark.parametrize("times", [1, 1.7, 4])
def test_a_photo_from_farther_away_keeps_its_pixels_and_truth(times: float) -> None:
    photo = truth(row("1m"))
    (left, top, right, bottom) = photo.corners(WIDTH, HEIGHT)[0].round().astype(int)
    pixels = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    pixels[top:bottom, left:right] = 255
    photo, picture = farther(photo, Picture(pixels, "table.png"), times)
    assert picture.pixels.shape == (round(HEIGHT * times), round(WIDTH * times), 3)
    y, x = np.nonzero(picture.pixels[..., 0] == 255)
    box = photo.corners(picture.width, picture.height)[0]
    assert [x.min(), y.min(), x.max() + 1, y.max() + 1] == pytest.approx(box, abs=0.01)
    assert (x.max() + 1 - x.min(), y.max() + 1 - y.min()) == (right - left, bottom - top)
    assert set(np.unique(picture.pixels)) == {60, 255}


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """One labelled photo without tiles, as a folder in YOLO's form."""
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    (tmp_path / "images" / "a.png").write_bytes(PICTURE.to_png())
    (tmp_path / "labels" / "a.txt").write_text("13 0.5 0.5 0.1 0.2\n42 0.2 0.5 0.1 0.2\n", "utf-8")
    return tmp_path


def test_load_truth(labelled: Path) -> None:
    (photo,) = load_truth(labelled)
    assert photo.class_ids.tolist() == [13, 42]
    assert photo.corners(100, 200)[0].tolist() == pytest.approx([45, 80, 55, 120])


def test_hands_need_no_labels_and_no_images_folder(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(PICTURE.to_png())
    hands = tmp_path / "hands.jsonl"
    rows = [{"file": "a.png", "hand": HAND, "tile_set": "old"}, {"file": "b.png", "hand": ""}]
    hands.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    (photo,) = load_truth(tmp_path, hands)
    figures = summary([compare(photo, Reading.of(PICTURE, row(HAND)), 0.1)])
    assert (figures["recall"], figures["hands_right"], figures["photos_wholly_right"]) == (1, 1, 1)
    assert figures["per_tile_set"]["old"]["photos"] == 1


BAD_LABELS = ["13 0.5 0.5 0.1", "43 0.5 0.5 0.1 0.2", "5p 0.5 0.5 0.1 0.2"]


@pytest.mark.parametrize("line", BAD_LABELS)
def test_bad_labels_are_named_by_file_and_line(labelled: Path, line: str) -> None:
    (labelled / "labels" / "a.txt").write_text(f"0 0.5 0.5 0.1 0.1\n{line}\n", "utf-8")
    with pytest.raises(UserError, match=r"Line 2 of .*a\.txt"):
        load_truth(labelled)


def test_bad_hands_are_named_by_line(labelled: Path) -> None:
    hands = labelled / "hands.jsonl"
    hands.write_text('{"file": "a.png", "hand": ""}\n{"file": "a.png"}\n', "utf-8")
    with pytest.raises(UserError, match="Line 2"):
        load_truth(labelled, hands)


def test_the_command_prints_json_and_writes_a_page(
    labelled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = labelled / "out"
    monkeypatch.setattr(
        "sys.argv", ["hupai", "evaluate", str(labelled), "--json", "--out", str(out)]
    )
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["photos"], figures["recall"], figures["photos_silently_wrong"]) == (1, 0, 0)
    assert "a.png" in (out / "evaluation.html").read_text("utf-8")
    assert (
        json.loads((out / "evaluation.json").read_text("utf-8"))["per_photo"][0]["file"] == "a.png"
    )
