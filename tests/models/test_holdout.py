"""The material without some tile sets."""

from pathlib import Path

import numpy as np
import pytest

from models import holdout
from models.data import photos, write_image
from models.evaluation import load_truth
from models.synthesis.faces import crop_sets


@pytest.fixture
def material(tmp_path: Path) -> Path:
    """Three photos of two sources, and two crops of two sets."""
    data = tmp_path / "material"
    for folder in (
        "crops",
        "backgrounds",
        *(f"photos/{p}/{k}" for p in ("train", "shop") for k in ("images", "labels")),
    ):
        (data / folder).mkdir(parents=True)
    for part, names in {"train": ("a", "b"), "shop": ("c",)}.items():
        rows = "".join(f"{name}.jpg,from-{name},evening-{name},other\n" for name in names)
        (data / "photos" / f"{part}.csv").write_text("file,source,session,kind\n" + rows, "utf-8")
        for name in names:
            write_image(
                data / "photos" / part / "images" / f"{name}.jpg", np.zeros((64, 64, 3), np.uint8)
            )
            (data / "photos" / part / "labels" / f"{name}.txt").write_text("4 0.5 0.5 0.2 0.3\n")
    (data / "crops" / "labels.csv").write_text(
        "file,label,tile_set,quality\nx.jpg,1m,t1,ok\ny.jpg,2m,t2,ok\n"
    )
    for name in "xy":
        write_image(data / "crops" / f"{name}.jpg", np.zeros((32, 24, 3), np.uint8))
    return data


def test_named_sets_are_left_out_and_their_photos_kept_apart(
    material: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    counts = holdout.hold_out(material, out, {"from-a"}, {"t2"})
    assert counts == {"from-a": 1, "t2": 1}
    data = out / "data"
    assert [photo.session for photo in photos("train", data)] == ["evening-b"]
    assert [photo.session for photo in photos("shop", data)] == ["evening-c"]
    assert {path.name for path in data.iterdir()} == {path.name for path in material.iterdir()}
    assert [(faces.name, set(faces.inks)) for faces in crop_sets(data)] == [("t1", {0})]
    (photo,) = load_truth(out / "held" / "from-a")
    assert (photo.path.name, photo.class_ids.tolist()) == ("a.jpg", [4])


def test_a_photo_may_be_named_by_its_session(material: Path, tmp_path: Path) -> None:
    holdout.hold_out(material, tmp_path / "out", {"evening-b"}, set())
    assert [p.image.name for p in photos("train", tmp_path / "out" / "data")] == ["a.jpg"]


def test_an_unknown_name_is_told_and_nothing_written(
    material: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holdout, "DATA", material)
    with pytest.raises(SystemExit, match="no photo or crop is of nobody"):
        holdout.main([str(tmp_path / "out"), "--photos", "from-a", "nobody"])
    assert not (tmp_path / "out").exists()
    with pytest.raises(SystemExit, match="exists already"):
        holdout.main([str(material), "--photos", "from-a"])
