"""Which crops the reader is trained on."""

import numpy as np
import pytest

from models.classes import BACK, CLASS_ID


def test_every_face_is_seen_alike_and_backs_as_they_come() -> None:
    pytest.importorskip("torch")
    from models.crops import alike

    tiles = [CLASS_ID["1m"]] * 6 + [CLASS_ID["F1"], CLASS_ID["Z4"]] + [BACK] * 4
    shares = np.bincount(tiles, weights=alike(tiles), minlength=len(CLASS_ID))
    assert shares[BACK] == pytest.approx(4 / 12)
    for face in ("1m", "F1", "Z4"):
        assert shares[CLASS_ID[face]] == pytest.approx(8 / 12 / 3)


def test_white_dragons_come_twice_as_often() -> None:
    pytest.importorskip("torch")
    from models.crops import alike

    shares = alike([CLASS_ID["1m"], CLASS_ID["WD"], BACK])
    assert shares == pytest.approx([2 / 9, 4 / 9, 1 / 3])
