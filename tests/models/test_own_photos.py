"""Photos of one's own beside the training photos."""

from pathlib import Path

import numpy as np
import pytest

from models.data import own_photos, write_image
from models.synthesis import strips


def own_folder(folder: Path) -> Path:
    """A folder of one photo of a white dragon on grey, as `hupai corrections export` writes it."""
    photo = np.full((200, 200, 3), 90, np.uint8)
    photo[60:140, 70:130] = 250
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    write_image(folder / "images" / "mine.jpg", photo)
    (folder / "labels" / "mine.txt").write_text("33 0.5 0.5 0.3 0.4\n", "utf-8")
    return folder


def test_photos_of_ones_own_are_among_the_training_photos(tmp_path: Path, shared: Path) -> None:
    own = own_folder(tmp_path / "own")
    pool = strips.training_photos(own=own)
    assert [photo.image.name for photo, _ in pool if photo.source == "own"] == ["mine.jpg"]
    weights = strips.photo_weights(pool)
    assert weights[-1] == pytest.approx(0.3 / 1.3)


def test_a_photo_of_ones_own_needs_its_labels(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no photos in"):
        own_photos(tmp_path)
    own = own_folder(tmp_path / "own")
    (own / "labels" / "mine.txt").unlink()
    with pytest.raises(ValueError, match=r"mine\.txt' is missing"):
        own_photos(own)


@pytest.mark.train
def test_the_reader_sees_tiles_of_ones_own(tmp_path: Path, shared: Path) -> None:
    from models.crops import SHARES, patch_weights, real_patches

    patches, sources = real_patches(own=own_folder(tmp_path / "own"))
    share = patch_weights(patches, sources)[sources.index("own")]
    assert share == pytest.approx(SHARES["own"] / sum(SHARES.values()))


@pytest.mark.train
def test_a_folder_without_photos_is_told_in_a_sentence(tmp_path: Path, shared: Path) -> None:
    from models import train

    with pytest.raises(SystemExit, match="nothing was trained: no photos in"):
        train.main(["reader", "--own", str(tmp_path), "--out", str(tmp_path / "run"), "--smoke"])
