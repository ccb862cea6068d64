"""What is known of the training photos beyond their labels."""

import numpy as np
import pytest

from models.classes import CLASS_ID
from models.data import photos, read_labels
from models.labels import Unlabelled, mended

WRONG = [
    # A photo, a box in it, what its label says and what the tile is; None: it is no tile.
    ("cm_1-2", 0, "8m", "8p"),
    ("jc_train_399992495_188000297668658_3604753273341327818_n_jpg", 13, "F3", "F2"),
    ("jc_valid_hand_003_jpg", 10, "1s", "1p"),
    ("jc_valid_396615245_1012553140002307_5358505426230168323_n_jpg", 6, "9s", None),
]


@pytest.mark.parametrize(("photo", "box", "said", "right"), WRONG)
def test_wrong_labels_are_mended(photo: str, box: int, said: str, right: str | None) -> None:
    labels = np.full((20, 5), 0.5, np.float32)
    labels[:, 0] = 33
    labels[box] = (CLASS_ID[said], 0.1, 0.1, 0.1, 0.1)
    after = mended(photo, labels)
    assert len(after) == (20 if right else 19)
    found = after[np.isclose(after[:, 1], 0.1), 0].tolist()
    assert found == ([CLASS_ID[right]] if right else [])
    assert labels[box, 0] == CLASS_ID[said], "the labels given are not touched"


def test_the_label_of_another_photo_stands() -> None:
    labels = np.full((3, 5), 0.5, np.float32)
    assert (mended("another", labels) == labels).all()


def test_every_fix_is_of_a_label_that_is_there_and_wrong(shared: None) -> None:
    every = {photo.image.stem: photo for part in ("train", "shop") for photo in photos(part)}
    changed = 0
    for name, photo in every.items():
        before = read_labels(photo.labels)
        after = mended(name, before)
        changed += len(before) - len(after) or int((before[:, 0] != after[:, 0]).sum())
    assert changed == 31


def test_what_lies_beside_a_hand_is_in_the_pixels_of_its_photo() -> None:
    name = "jc_test_379634318_160328417132022_8868513675632727115_n_jpg"
    small, large = (Unlabelled.of(name, 500 * scale, 300 * scale) for scale in (1, 3))
    assert small.classes[0] == CLASS_ID["2p"]
    assert len(small.tiles) == len(small.classes) > 0
    assert len(small.unsure) > 0
    np.testing.assert_allclose(large.tiles, 3 * small.tiles, rtol=1e-4)
    assert (small.tiles[:, 2] <= 501).all()


def test_nothing_is_known_of_another_photo() -> None:
    beside = Unlabelled.of("another", 640, 480)
    for boxes in (beside.tiles, beside.decoys, beside.unsure):
        assert boxes.shape == (0, 4)
