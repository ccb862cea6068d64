"""Small tiles are looked at again, enlarged."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.closer import (
    MOST_GROWN,
    MOST_PIXELS,
    SMALL,
    WANTED,
    CloserLook,
    closer_look,
    parts_with_tiles,
    wholly_inside,
)
from vision.detector import Candidates, Detector, Letterbox, joined
from vision.picture import Picture
from vision.reading import read

SAMPLE = Path(__file__).parents[2] / "samples" / "all-pons.jpg"
WIDTH, HEIGHT = 4000, 3000


def line(x: float, y: float, count: int = 14, tile: float = 50) -> np.ndarray:
    """The boxes of a row of tiles whose first has its corner at (x, y)."""
    left = x + tile * np.arange(count)
    top = np.full(count, y)
    return np.stack([left, top, left + tile, top + tile], axis=1).astype(np.float32)


def test_a_row_is_one_part_with_room_around_it() -> None:
    parts = parts_with_tiles(line(1000, 1000), 50, WIDTH, HEIGHT)
    assert parts.tolist() == [pytest.approx([850, 850, 1850, 1200], abs=25)]


def test_parts_end_at_the_edge_of_the_photo() -> None:
    parts = parts_with_tiles(line(WIDTH - 700, 0), 50, WIDTH, HEIGHT)
    assert parts.tolist() == [pytest.approx([WIDTH - 850, 0, WIDTH, 200], abs=25)]


def test_rows_far_apart_are_parts_of_their_own() -> None:
    rows = [line(500, 500), line(2500, 2400), line(2500, 2560)]
    assert len(parts_with_tiles(np.concatenate(rows), 50, WIDTH, HEIGHT)) == 2


@pytest.mark.parametrize(
    ("boxes", "seen_at"),
    [
        (np.zeros((0, 4), np.float32), 0.24),
        (line(1000, 1000, tile=SMALL / 0.24 + 1), 0.24),
        (np.concatenate([line(60, y, 76) for y in range(60, 2900, 60)]), 0.24),
        (line(100, 100, tile=12), 2.5),
    ],
    ids=["no tiles", "large enough", "all over the photo", "no more pixels to see"],
)
def test_no_closer_look_where_it_is_no_help(boxes: np.ndarray, seen_at: float) -> None:
    assert closer_look(boxes, WIDTH, HEIGHT, seen_at) is None


@pytest.mark.parametrize("tile", [12, 22, 44, 95])
@pytest.mark.parametrize("rows", [1, 4, 12])
def test_tiles_are_enlarged_within_limits(tile: float, rows: int) -> None:
    boxes = np.concatenate([line(100, 100 + 1.3 * tile * n, tile=tile) for n in range(rows)])
    look = closer_look(boxes, WIDTH, HEIGHT, 0.24)
    assert look is not None
    assert 0.24 < look.scale <= MOST_GROWN
    assert tile * look.scale <= WANTED + 0.01
    sides = (look.parts[:, 2:] - look.parts[:, :2]) * look.scale
    assert sides.prod(axis=1).sum() <= MOST_PIXELS * 1.01


def test_no_tile_is_read_in_half_at_the_edge_of_a_part() -> None:
    boxes = line(850, 0, 4)
    assert wholly_inside(boxes, [850, 0, 1050, 400], WIDTH, HEIGHT).tolist() == [0, 1, 1, 0]
    assert wholly_inside(boxes, [0, 0, WIDTH, 400], WIDTH, HEIGHT).all()
    assert wholly_inside(line(0, 0, 4), [0, 0, 250, 400], WIDTH, HEIGHT).all()


def test_looks_are_joined_likeliest_first() -> None:
    scores = np.zeros((3, 43), np.float32)
    scores[range(3), [4, 5, 6]] = 0.3, 0.9, 0.6
    boxes = line(0, 0, 3)
    both = joined([Candidates(boxes[:1], scores[:1]), Candidates(boxes[1:], scores[1:])])
    assert both.boxes.tolist() == boxes[[1, 2, 0]].tolist()
    assert both.scores.argmax(axis=1).tolist() == [5, 6, 4]


@pytest.mark.parametrize("times", [4, 6])
def test_a_hand_far_away_is_read_as_well(times: int) -> None:
    near = Picture.load(SAMPLE)
    table = near.pixels[0, 0]
    scene = np.full((near.height * times, near.width * times, 3), table, np.uint8)
    scene[near.height : 2 * near.height, near.width : 2 * near.width] = near.pixels
    far = read(Picture(scene, "far.png"))
    assert far.hand.text == read(near).hand.text
    assert not far.problems


def test_a_part_that_cuts_tiles_off_is_made_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look finds one tile of a row alone; each closer look what its part shows."""
    row = line(1000, 1000)
    parts = []

    class Sight(Detector):
        def _look(self, pixels: np.ndarray, letterbox: Letterbox) -> Candidates:
            if pixels.shape[:2] == (HEIGHT, WIDTH):
                return seen(row[6:7])
            left, top, right, bottom = parts[-1]
            inside = np.clip(row, [left, top] * 2, [right, bottom] * 2) - [left, top] * 2
            return seen(inside[inside[:, 2] - inside[:, 0] > 10].astype(np.float32))

    def seen(boxes: np.ndarray) -> Candidates:
        scores = np.zeros((len(boxes), 43), np.float32)
        scores[:, 4] = 0.9
        return Candidates(boxes, scores)

    def spied(*arguments: Any) -> CloserLook | None:
        look = closer_look(*arguments)
        parts.extend(look.parts.tolist() if look else [])
        return look

    monkeypatch.setattr("vision.detector.closer_look", spied)
    photo = Picture(np.zeros((HEIGHT, WIDTH, 3), np.uint8), "table.png")
    found = Sight().find(photo, 0.25)
    assert len(parts) == 3
    assert [len(found), found.boxes[:, 2].max()] == [len(row), row[:, 2].max()]
