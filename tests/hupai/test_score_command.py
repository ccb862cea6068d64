"""`hupai score` as a user runs it: output, JSON, corrections, exit status, bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scoring import Hand
from tests.hupai.conftest import Run
from vision.picture import Picture

SAMPLES = Path(__file__).parents[2] / "samples"
PHOTO = str(SAMPLES / "all-pons.jpg")
HAND = "222p777s333m88m99s + 8m"


def as_json(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_a_written_hand(hupai: Run) -> None:
    status, out, err = hupai("score", "--hand", HAND, "--self-draw")
    assert (status, err) == (0, "")
    for expected in ("222p777s33388m99s + 8m", "All pons", "PT-06", "+30", "-10"):
        assert expected in out


def test_both_languages(hupai: Run) -> None:
    _, chinese, _ = hupai("score", "--hand", HAND, "--lang", "zh")
    _, english, _ = hupai("score", "--hand", HAND, "--lang", "en")
    assert "碰碰胡" in chinese
    assert "手牌" in chinese
    assert "All pons" in english
    assert not any("\u4e00" <= letter <= "\u9fff" for letter in english)


def test_both_columns_where_the_manner_is_not_known(hupai: Run) -> None:
    status, out, _ = hupai("score", "--hand", HAND, "--json", "--winner", "1", "--dealer", "2")
    (result,) = as_json(out)
    assert status == 0
    assert result["score"]["payments"] == {
        "self_draw": [-10, 30, -10, -10],
        "discard": {"0": [-9, 9, 0, 0], "2": [0, 9, -9, 0], "3": [0, 9, 0, -9]},
    }


def test_json_of_a_photo(hupai: Run) -> None:
    status, out, _ = hupai("score", PHOTO, "--self-draw", "--json")
    (result,) = as_json(out)
    assert status == 0
    assert set(result) == {"photo", "hand", "tiles", "problems", "score"}
    assert {"rules", "lines", "payments", "warnings"} <= set(result["score"])
    assert result["photo"] == PHOTO
    assert len(result["tiles"]) == 14
    picture = Picture.load(PHOTO)
    for number, tile in enumerate(result["tiles"], 1):
        assert tile["number"] == number
        assert {"tile", "box", "confidence", "runner_up", "doubtful", "group"} <= set(tile)
        left, top, right, bottom = tile["box"]
        assert 0 <= left < right <= picture.width
        assert 0 <= top < bottom <= picture.height
        assert 0 <= tile["confidence"] <= 1


def test_one_json_object_a_photo_and_the_worst_status(hupai: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jpg"
    empty.touch()
    status, out, err = hupai("score", PHOTO, str(empty), PHOTO, "--self-draw", "--json")
    first, broken, last = as_json(out)
    assert status == 2
    assert first == last
    assert (broken["photo"], broken["hand"], broken["score"]) == (str(empty), None, None)
    assert [problem["name"] for problem in broken["problems"]] == ["empty_file"]
    assert "empty.jpg" in err


def test_corrections(hupai: Run) -> None:
    _, out, _ = hupai("score", PHOTO, "--json", "--set", "1=E", "--drop", "2", "--add", "2p")
    (result,) = as_json(out)
    tiles = {tile["number"]: tile for tile in result["tiles"]}
    assert tiles[1]["tile"] == "E"
    assert tiles[2]["group"] == "aside"
    assert (tiles[None]["tile"], tiles[None]["box"]) == ("2p", None)
    assert Hand.parse(result["hand"]).counts() == Hand.parse("E22p777s333m888m99s").counts()


def test_a_written_hand_replaces_what_was_read(hupai: Run) -> None:
    status, out, _ = hupai(
        "score", PHOTO, "--hand", "1133m5577p2299sE + E", "--self-draw", "--json"
    )
    (result,) = as_json(out)
    assert (status, result["hand"]) == (0, "1133m5577p2299sE + E")
    assert result["score"]["payments"] == [36, -12, -12, -12]
    assert len(result["tiles"]) == 14


def test_winning_tile(hupai: Run) -> None:
    _, out, _ = hupai("score", "--hand", "222p777s333m888m99s", "--winning-tile", "8万", "--json")
    assert as_json(out)[0]["hand"] == "222p777s33388m99s + 8m"


def test_saved_image_is_the_photo_with_marks(hupai: Run, tmp_path: Path) -> None:
    target = tmp_path / "新 folder" / "hand.png"
    status, out, _ = hupai("score", PHOTO, "--self-draw", "--save-image", str(target))
    assert status == 0
    assert str(target) in out
    drawn, photo = Picture.load(target), Picture.load(PHOTO)
    assert drawn.pixels.shape == photo.pixels.shape
    assert 0 < (drawn.pixels != photo.pixels).any(axis=2).mean() < 0.5


def test_saved_images_of_several_photos_go_into_a_folder(hupai: Run, tmp_path: Path) -> None:
    others = str(SAMPLES / "two-sets.jpg")
    hupai("score", PHOTO, others, "--save-image", str(tmp_path / "out"))
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["all-pons.hupai.jpg", "two-sets.hupai.jpg"]


def save(image: Image.Image, path: Path) -> bytes:
    image.save(path)
    return path.read_bytes()


def bad_photos(folder: Path) -> dict[str, str]:
    """A bad photo's path to the words that its one line must hold."""
    (folder / "empty.jpg").touch()
    (folder / "text.jpg").write_text("This is no picture.\n" * 20, "utf-8")
    whole = Path(PHOTO).read_bytes()
    (folder / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    save(Image.new("RGB", (1, 1)), folder / "dot.png")
    save(Image.new("1", (20000, 20000)), folder / "bomb.png")
    return {
        "none.jpg": "There is no file",
        "": "is a folder",
        "empty.jpg": "empty file",
        "text.jpg": "not a picture",
        "cut.jpg": "broken or truncated",
        "dot.png": "only 1x1 pixels",
        "bomb.png": "too many pixels",
    }


def test_bad_photos_are_one_clear_line_each(hupai: Run, tmp_path: Path) -> None:
    for name, words in bad_photos(tmp_path).items():
        status, out, err = hupai("score", str(tmp_path / name))
        assert (status, out) == (2, ""), name
        assert err.count("\n") == 1
        assert words in err
        assert name in err


def test_a_photo_without_tiles(hupai: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    Image.fromarray(np.full((480, 640, 3), 90, np.uint8)).save(path)
    status, out, err = hupai("score", str(path))
    assert (status, err) == (1, "")
    assert "No tiles were found" in out


BAD_INPUT = {
    "unknown letter": (["--hand", "345q"], "'q'"),
    "rank zero": (["--hand", "345m678s46p90m + 5p"], "'0m'"),
    "no suit": (["--hand", "345"], "'345'"),
    "bracket": (["--hand", "345m [222p"], "bracket"),
    "seat in a meld": (["--hand", "[pon 222p from 9]"], "'9'"),
    "winning tile not held": (["--hand", "345m + 5p", "--winning-tile", "E"], "'E'"),
    "no such rules": (["--hand", HAND, "--rules", "hongkong"], "'hongkong'"),
    "no such rule file": (["--hand", HAND, "--rules", "mine.toml"], "mine.toml"),
    "circumstances": (["--hand", HAND, "--circumstances", "moon=3"], "'moon'"),
    "twice": (["--hand", HAND, "--winner", "1", "--circumstances", "winner=2"], "'winner'"),
    "language": (["--hand", HAND, "--lang", "fr"], "'fr'"),
    "nothing at all": ([], "--hand"),
    "mending without a photo": (["--hand", HAND, "--set", "1=5p"], "photo"),
    "mending two photos": ([PHOTO, PHOTO, "--drop", "1"], "one photo"),
    "number that is not there": ([PHOTO, "--drop", "77"], "77"),
    "number that is no number": ([PHOTO, "--set", "x=5p"], "'x=5p'"),
    "no such seat": (["--hand", HAND, "--from", "7"], "'7'"),
    "no such option": (["--hand", HAND, "--moon"], "--moon"),
    "option without a value": (["--hand"], "--hand"),
    "unwritable image": ([PHOTO, "--save-image", "/proc/none/x.jpg"], "/proc/none/x.jpg"),
    "image of no format": ([PHOTO, "--save-image", "hand.xyz"], "'.xyz'"),
}


@pytest.mark.parametrize(("arguments", "words"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_clear_line(hupai: Run, arguments: list[str], words: str) -> None:
    status, _, err = hupai("score", *arguments)
    assert status == 2
    assert err.count("\n") == 1
    assert words in err


BAD_HANDS = {
    "13 tiles": ("222p777s333m88m9s + 8m", "tile_count"),
    "15 tiles": ("222p777s333m88m999s + 8m", "tile_count"),
    "five copies": ("222p222p333m88m99s + 8m", "five_copies"),
    "mixed set": ("345m678s46p99m [pon 223p] + 5p", "bad_meld"),
    "two things at once": ("11111p777s333m8m9s", "five_copies"),
}


@pytest.mark.parametrize(("hand", "problem"), BAD_HANDS.values(), ids=BAD_HANDS)
def test_wrong_hands_are_described(hupai: Run, hand: str, problem: str) -> None:
    status, out, err = hupai("score", "--hand", hand, "--self-draw", "--json")
    (result,) = as_json(out)
    assert (status, err) == (1, "")
    assert problem in [one["name"] for one in result["problems"]]
    assert result["score"]["payments"] is None
    status, text, _ = hupai("score", "--hand", hand, "--self-draw")
    assert "Problem" in text


def test_a_hand_that_does_not_win(hupai: Run) -> None:
    status, out, _ = hupai(
        "score", "--hand", "345m678s46p99m [pon 222p from 3] + 7p", "--from", "1"
    )
    assert status == 1
    assert "not a winning hand" in out
    assert "5p" in out


def test_a_terminal_without_chinese_gets_no_traceback() -> None:
    command = [sys.executable, "-m", "hupai", "score", "--lang", "zh", "--hand", HAND]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    answer = subprocess.run(
        command, capture_output=True, env=environment, cwd=SAMPLES.parent, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert b"222p777s33388m99s + 8m" in answer.stdout


def test_codes_as_tiles_and_as_a_photo(hupai: Run) -> None:
    plain = ("score", "--hand", "345m678s46p99m [pon 222p from 3] + 5p", "--winner", "2")
    settings = (*plain, "--self-draw", "--rules", "guangxi-codes", "--json")
    _, written, _ = hupai(*settings, "--codes", "3m1s2pN")
    assert as_json(written)[0]["score"]["payments"] == [-2, -2, 6, -2]
    status, photographed, err = hupai(*settings, "--codes", str(SAMPLES / "codes.jpg"))
    assert (status, err) == (0, "")
    assert as_json(photographed)[0]["score"]["payments"] == [-3, -3, 9, -3]


def test_codes_as_the_group_that_lies_apart(hupai: Run) -> None:
    settings = ("--self-draw", "--rules", "guangxi-codes", "--json", "--codes", "group")
    status, out, _ = hupai("score", str(SAMPLES / "hand-and-codes.jpg"), *settings)
    (result,) = as_json(out)
    assert (status, result["hand"]) == (0, "222p777s33388m99s + 8m")
    assert result["score"]["payments"] == [9, -3, -3, -3]
