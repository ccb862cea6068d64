"""Pieces of training photos: what they show is labelled or left out."""

from pathlib import Path

import numpy as np
import pytest

from models.classes import CLASS_ID
from models.data import Photo, write_image
from models.labels import Unlabelled
from models.synthesis import strips

HAND = np.array([[33, 0.25, 0.5, 0.1, 0.2], [33, 0.35, 0.5, 0.1, 0.2]], np.float32)
BESIDE = Unlabelled(
    classes=np.array([CLASS_ID["2p"]]),
    tiles=np.array([[320, 40, 360, 100]], np.float32),
    decoys=np.zeros((0, 4), np.float32),
    unsure=np.array([[100, 130, 140, 190]], np.float32),
)


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Photo:
    """A photo of two tiles in hand, one beside them, and one thing that may be a tile."""
    monkeypatch.setattr(strips.Unlabelled, "of", lambda *_: BESIDE)
    write_image(tmp_path / "table.png", np.full((300, 400, 3), 90, np.uint8))
    return Photo(tmp_path / "table.png", tmp_path / "table.txt", "jonchan", "one", "play")


def cut(photo: Photo, seed: int) -> strips.Strip:
    return strips.cut(np.random.default_rng(seed), ((photo, HAND),), np.ones(1))


def test_a_piece_holds_the_hand_and_sometimes_what_lies_beside_it(photo: Photo) -> None:
    wide = 0
    for seed in range(60):
        strip = cut(photo, seed)
        names = strip.classes.tolist()
        assert names[:2] == [CLASS_ID["WD"]] * 2
        assert names[2:] in ([], [CLASS_ID["2p"]])
        assert strip.straight == (len(names) == 2), "tiles beside a hand lie at all angles"
        assert strip.tile == pytest.approx(60)
        wide += len(names) == 3
    assert 5 <= wide <= 25


def test_what_may_be_a_tile_is_left_out_but_no_part_of_a_tile(photo: Photo) -> None:
    seeds = (seed for seed in range(200) if len(cut(photo, seed).classes) == 3)
    strip = cut(photo, next(seeds))
    rng = np.random.default_rng(1)
    _, mask, boxes = strips.turned(rng, strip, strip.tile, base=0)
    assert mask.shape[:2] == strip.image.shape[:2], "unturned at its own size"
    left, top, right, bottom = strip.holes[0].round().astype(int)
    in_hand = np.zeros_like(mask, bool)
    for box in boxes.round().astype(int):
        in_hand[box[1] : box[3], box[0] : box[2]] = True
    hole = np.zeros_like(in_hand)
    hole[top:bottom, left:right] = True
    assert (mask[hole & ~in_hand] == 0).all()
    assert (mask[in_hand] == 255).all()


def test_boxes_cut_by_the_edge_stay_if_enough_of_them_shows() -> None:
    boxes = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [8, 0, 18, 10]], np.float32)
    kept, inside = strips.within(boxes, np.array([0, 2]), np.array([12, 30]))
    assert kept.tolist() == [True, False, False]
    assert inside.tolist() == [[0, 0, 10, 8]]
