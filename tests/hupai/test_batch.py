"""`hupai batch` as a user runs it: a folder of everything, outputs, exit status."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.hupai.batch_photos import write_broken, write_links, write_photos
from tests.hupai.conftest import Run
from vision.picture import Picture


def objects(out: Path) -> dict[str, dict[str, Any]]:
    lines = (out / "results.jsonl").read_text("utf-8").splitlines()
    return {value["photo"]: value for value in map(json.loads, lines)}


def table(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((out / "results.csv").read_text("utf-8-sig"))))


def outputs(out: Path) -> dict[str, bytes]:
    """Everything a batch wrote for its user."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and ".hupai" not in path.parts
    }


def test_a_folder_of_everything(hupai: Run, tmp_path: Path) -> None:
    folder, out = tmp_path / "比赛", tmp_path / "结果"
    photos = [*write_photos(folder, 3), *write_photos(folder / "第二 桌", 2)]
    reasons = write_broken(folder / "坏的")
    write_links(folder)
    (folder / "again.jpg").symlink_to(photos[0])
    (folder / "Thumbs.db").write_bytes(b"\xd0\xcf\x11\xe0")
    (folder / ".hidden.jpg").write_bytes(b"")
    (folder / "no suffix").write_bytes(photos[1].read_bytes())

    status, text, _ = hupai("batch", folder, "--out", out, "--save-images", "--labels")
    assert status == 1
    results = objects(out)
    good = {*map(str, photos), str(folder / "again.jpg"), str(folder / "no suffix")}
    assert set(results) == good | set(map(str, reasons))
    for path, names in reasons.items():
        (problem,) = results[str(path)]["problems"]
        assert problem["name"] in names.split(), path
        assert repr(str(path)) in problem["message"]["en"]
        assert results[str(path)]["score"] is None
    assert all(results[photo]["score"] is not None for photo in good)
    assert f"{len(results)} photos" in text
    assert "2 other files" in text
    rows = table(out)
    assert [row["photo"] for row in rows] == list(results)
    assert sum(row["status"] == "refused" for row in rows) == len(reasons)

    drawn = Picture.load(out / "images" / "第二 桌" / "手牌 1.jpg")
    assert (drawn.pixels != Picture.load(photos[3]).pixels).any()
    boxes = np.loadtxt(out / "labels" / "手牌 1.txt", ndmin=2)
    tiles = results[str(photos[0])]["tiles"]
    assert boxes.shape == (len(tiles), 5)
    assert ((boxes[:, 1:] > 0) & (boxes[:, 1:] < 1)).all()

    before = outputs(out)
    status, text, _ = hupai("batch", folder, "--out", out, "--save-images", "--labels")
    assert (status, outputs(out)) == (1, before)
    assert ", 0 of them scored now" in text


def test_objects_equal_those_of_the_score_command(hupai: Run, tmp_path: Path) -> None:
    photos = write_photos(tmp_path / "in", 3)
    hupai("batch", tmp_path / "in", "--out", tmp_path / "out", "--circumstances", "self_draw")
    _, printed, _ = hupai("score", *photos, "--self-draw", "--json")
    assert (tmp_path / "out" / "results.jsonl").read_text("utf-8") == printed


def test_rows_keep_the_order_of_the_input(hupai: Run, tmp_path: Path) -> None:
    photos = write_photos(tmp_path / "b", 11, width=64)
    first = write_photos(tmp_path / "a", 2, width=96)
    for workers in ("1", "3"):
        out = tmp_path / f"out{workers}"
        hupai("batch", tmp_path / "b", tmp_path / "a", "--out", out, "--workers", workers)
        assert list(objects(out)) == [str(path) for path in (*photos, *first)]
    assert outputs(tmp_path / "out1") == outputs(tmp_path / "out3")


def test_only_what_changed_is_scored_again(hupai: Run, tmp_path: Path) -> None:
    photos = write_photos(tmp_path / "in", 3)
    arguments = ("batch", tmp_path / "in", "--out", tmp_path / "out")
    hupai(*arguments)
    photos[0].rename(photos[0].with_name("renamed.jpg"))
    _, text, _ = hupai(*arguments)
    assert ", 0 of them scored now" in text
    assert str(tmp_path / "in" / "renamed.jpg") in objects(tmp_path / "out")
    photos[1].write_bytes(photos[2].read_bytes() + b"\0")
    _, text, _ = hupai(*arguments)
    assert ", 1 of them scored now" in text
    (tmp_path / "in" / "hands.csv").write_text(f"photo,dealer\n{photos[2].name},3\n", "utf-8")
    _, text, _ = hupai(*arguments)
    assert ", 1 of them scored now" in text
    _, text, _ = hupai(*arguments, "--rules", "nanning-fan")
    assert ", 3 of them scored now" in text


def test_one_of_several_copies_is_scored(hupai: Run, tmp_path: Path) -> None:
    (photo,) = write_photos(tmp_path / "in", 1)
    for number in range(5):
        photo.with_name(f"copy {number}.jpg").write_bytes(photo.read_bytes())
    arguments = ("batch", tmp_path / "in", "--out", tmp_path / "out", "--save-images")
    _, text, _ = hupai(*arguments)
    assert "6 photos, 1 of them scored now" in text
    results = objects(tmp_path / "out")
    images = {path.read_bytes() for path in (tmp_path / "out" / "images").iterdir()}
    assert (len(list((tmp_path / "out" / "images").iterdir())), len(images)) == (6, 1)
    photo.rename(photo.with_name("renamed.jpg"))
    _, text, _ = hupai(*arguments)
    assert ", 0 of them scored now" in text
    assert (tmp_path / "out" / "images" / "renamed.jpg").read_bytes() in images
    assert len(results) == 6
    assert len({json.dumps({**one, "photo": ""}) for one in results.values()}) == 1


def test_a_written_hand_settles_the_photo(hupai: Run, tmp_path: Path) -> None:
    (photo,) = write_photos(tmp_path / "in", 1)
    photo.with_suffix(".toml").write_text(
        'hand = "222p777s333m88m99s + 8m"\nself_draw = true\nwinner = 1\n', "utf-8"
    )
    status, text, _ = hupai("batch", tmp_path / "in", "--out", tmp_path / "out")
    (row,) = table(tmp_path / "out")
    assert (status, row["status"]) == (0, "settled")
    assert [row[f"seat_{seat}"] for seat in range(4)] == ["-10", "30", "-10", "-10"]
    assert "settled: 1" in text


def test_results_in_the_folder_of_the_photos(hupai: Run, tmp_path: Path) -> None:
    write_photos(tmp_path, 2, width=64)
    arguments = ("batch", tmp_path, "--out", tmp_path / "out", "--save-images")
    hupai(*arguments)
    before = outputs(tmp_path / "out")
    hupai(*arguments)
    assert outputs(tmp_path / "out") == before
    assert len(objects(tmp_path / "out")) == 2


BAD_INPUT = {
    "no such folder": (["none", "--out", "out"], "'none'"),
    "no folder": (["--out", "out"], "--out"),
    "no out": (["."], "--out"),
    "nothing in it": (["empty", "--out", "out"], "no photos"),
    "engine": (["full", "--out", "out", "--engine", "slurm"], "'slurm'"),
    "language": (["full", "--out", "out", "--lang", "fr"], "'fr'"),
    "rules": (["full", "--out", "out", "--rules", "hongkong"], "'hongkong'"),
    "circumstances": (["full", "--out", "out", "--circumstances", "moon"], "'moon'"),
    "address": (["full", "--out", "out", "--address", "x"], "--address"),
    "unwritable": (["full", "--out", "/proc/none"], "/proc/none"),
    "template of no folder": (["--template", "none"], "'none'"),
    "same folder": (["full", "--out", "full"], "'full'"),
}


@pytest.mark.parametrize(("arguments", "words"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_clear_line(
    hupai: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    write_photos(Path("full"), 1, width=64)
    status, _, err = hupai("batch", *arguments)
    assert status == 2
    assert err.count("\n") == 1
    assert words in err
