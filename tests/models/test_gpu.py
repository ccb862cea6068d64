"""The pack of training material, and the training of all candidates from it."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

from models import pack
from models.classes import NAMES
from models.data import photos, read_image, read_labels
from models.synthesis import faces


def write_rows(source: Path, target: Path, count: int, other: int = 0) -> list[dict[str, str]]:
    """The first rows of a table, and as many more from row `other` on."""
    with source.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    some = rows[:count] + (rows[other : other + count] if other else [])
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, list(rows[0]))
        writer.writeheader()
        writer.writerows(some)
    return some


@pytest.fixture
def little(tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of a few photos, faces and backgrounds."""
    data, little = shared / "data", tmp_path / "little"
    for part in ("train", "shop"):
        table = little / "photos" / f"{part}.csv"
        for row in write_rows(data / "photos" / f"{part}.csv", table, 2):
            stem = Path(row["file"]).stem
            for kind, name in (("images", row["file"]), ("labels", stem + ".txt")):
                target = little / "photos" / part / kind / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(data / "photos" / part / kind / name, target)
    for row in write_rows(data / "crops" / "labels.csv", little / "crops" / "labels.csv", 3, 500):
        target = little / "crops" / row["file"]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data / "crops" / row["file"], target)
    (little / "backgrounds").mkdir()
    for path in sorted((data / "backgrounds").glob("*.jpg"))[:2]:
        shutil.copyfile(path, little / "backgrounds" / path.name)
    (little / "art").symlink_to(data / "art")
    monkeypatch.setattr(faces, "drawn_sets", lambda: [])
    return little


def test_a_pack_reads_as_the_material_it_was_made_of(tmp_path: Path, little: Path) -> None:
    out = tmp_path / "pack"
    pack.pack_data(little, out)
    for part, side in (("train", pack.PHOTO_SIDE), ("shop", pack.GRID_SIDE)):
        for old, new in zip(photos(part, little), photos(part, out), strict=True):
            image = read_image(new.image)
            assert max(image.shape[:2]) == min(side, max(read_image(old.image).shape[:2]))
            assert (read_labels(new.labels) == read_labels(old.labels)).all()
            assert (new.source, new.session, new.kind) == (old.source, old.session, old.kind)
    before, after = faces.made_sets(little), faces.all_sets(out)
    assert {one.name for one in before} < {one.name for one in after}
    packed = {one.name: one for one in after}
    for one in before:
        for tile, inks in one.inks.items():
            differences = [
                np.abs(ink.astype(int) - again).mean()
                for ink, again in zip(inks, packed[one.name].inks[tile], strict=True)
            ]
            assert max(differences) < 12, (one.name, NAMES[tile])


def test_a_pack_that_is_too_large_is_refused(
    tmp_path: Path, little: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack, "DATA", little)
    with pytest.raises(SystemExit, match="is too large"):
        pack.main([str(tmp_path / "pack"), "--no-wheels", "--most", "1000"])


def test_a_folder_that_is_no_pack(tmp_path: Path) -> None:
    from models import gpu

    with pytest.raises(SystemExit, match="is no pack"):
        gpu.main([str(tmp_path / "nothing"), "--out", str(tmp_path / "out")])


@pytest.mark.train
def test_candidates_are_trained_from_a_pack(
    tmp_path: Path, little: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import export, gpu

    monkeypatch.setenv("HUPAI_MATERIAL", "")
    monkeypatch.setenv("PYTHONPATH", "")
    folder, out = tmp_path / "pack", tmp_path / "out"
    pack.pack_data(little, folder / "data")
    only = ["--only", "detector-w", "reader-n"]
    gpu.main([str(folder), "--out", str(out), "--smoke", "--workers", "1", *only])
    target = tmp_path / "wide.onnx"
    export.main(["detector", str(out / "detector-w.pt"), str(target)])
    assert (out / "reader-n.pt").stat().st_size > 1e6
    assert 6e6 < target.stat().st_size < 16 * 2**20
