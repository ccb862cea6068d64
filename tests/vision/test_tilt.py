"""How far tiles are turned, and that they are read as if they were not."""

import cv2
import numpy as np
import pytest

from vision import reader
from vision.tilt import own_sides, tilts

SIDE = 400
WIDTH, HEIGHT = 60, 80


def table(degrees: float, round_face: bool = False) -> np.ndarray:
    """A tile in the middle of a dark table, turned clockwise: strokes on it, or a disc."""
    image = np.full((SIDE, SIDE, 3), 40, np.uint8)
    left, top = (SIDE - WIDTH) // 2, (SIDE - HEIGHT) // 2
    cv2.rectangle(image, (left, top), (left + WIDTH, top + HEIGHT), (235, 235, 235), -1)
    if round_face:
        cv2.circle(image, (SIDE // 2, SIDE // 2), 20, (40, 140, 40), -1)
    else:
        for y in (15, 30):
            cv2.rectangle(image, (left + 12, top + y), (left + 48, top + y + 5), (40, 40, 160), -1)
    matrix = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), -degrees, 1)
    return cv2.warpAffine(image, matrix, (SIDE, SIDE), borderValue=(40, 40, 40))


def box_of(degrees: float) -> np.ndarray:
    """The upright box around the turned tile."""
    cosine, sine = abs(np.cos(np.radians(degrees))), abs(np.sin(np.radians(degrees)))
    half = np.array([WIDTH * cosine + HEIGHT * sine, WIDTH * sine + HEIGHT * cosine]) / 2
    return np.concatenate([SIDE / 2 - half, SIDE / 2 + half]).astype(np.float32)


def crop_of(degrees: float, round_face: bool = False) -> np.ndarray:
    return reader.cut_out(table(degrees, round_face), box_of(degrees))


@pytest.mark.parametrize("degrees", [-40, -25, -8, 0, 5, 12, 30, 44])
@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_the_tilt_of_a_tile_is_seen_whichever_way_it_is_read(degrees: int, quarter: int) -> None:
    turn = degrees + quarter
    (found,) = tilts([crop_of(turn)], box_of(turn)[None])
    assert found == pytest.approx(degrees, abs=3)


def test_neighbours_tell_how_a_tile_of_no_direction_lies() -> None:
    blank = np.full((64, 64, 3), 200, np.uint8)
    here = box_of(0)
    beside, far = (here + np.array([x, 0, x, 0], np.float32) for x in (60, 3000))
    found = tilts([blank, crop_of(20), crop_of(-30)], np.stack([here, beside, far]))
    assert found == pytest.approx([20, 20, -30], abs=3)


def test_nothing_has_no_tilts() -> None:
    assert tilts([], np.zeros((0, 4), np.float32)).shape == (0,)


@pytest.mark.parametrize("degrees", [-40, -20, 0, 10, 30])
def test_the_sides_of_a_turned_tile(degrees: int) -> None:
    assert own_sides(box_of(degrees), degrees) == pytest.approx([WIDTH, HEIGHT], abs=0.1)


def test_at_45_degrees_the_sides_are_taken_for_alike() -> None:
    assert own_sides(box_of(45), 45) == pytest.approx([70, 70], abs=1)


def test_a_flat_box_does_not_give_a_flat_tile() -> None:
    low, high = sorted(own_sides(np.array([0, 0, 100, 10], np.float32), 40))
    assert low / high > 0.69


@pytest.mark.parametrize("degrees", [-35, 15, 30])
def test_a_crop_at_the_tiles_own_angle_shows_it_upright(degrees: int) -> None:
    upright = crop_of(0).astype(int)
    straight = reader.cut_out(table(degrees), box_of(degrees), tilt=degrees)
    assert straight.shape == upright.shape
    assert np.abs(straight - upright).mean() < 8
    assert np.abs(crop_of(degrees) - upright).mean() > 20


class SeesStrokes:
    """Stands for the network: class 4 as sure as the crop is like the upright tile, else class 7.

    What is little like it, it takes for a back.
    """

    def run(self, inputs: np.ndarray) -> np.ndarray:
        shown = reader.batch([crop_of(0)], (0,))
        likeness = 1 - np.abs(inputs - shown).mean((1, 2, 3)) * 8
        logits = np.full((len(inputs), 43), -20, np.float32)
        logits[:, 4], logits[:, 7] = 20 * likeness, 10
        logits[:, 42] = np.where(likeness > 0.5, -20, 13)
        return logits


def test_the_straight_look_names_and_the_first_tells_whether_it_is_a_face() -> None:
    looks = reader.Reader(SeesStrokes())
    (upright,) = looks.read(table(0), box_of(0)[None])
    (askew,) = looks.read(table(40), box_of(40)[None])
    assert upright[4] > 0.99
    assert askew[42] > 0.9
    assert askew[4] > 5 * askew[7]
    assert askew.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("angle", "named"), [(9, 1), (-9, 1), (36, 2), (-45, 2)])
def test_the_further_a_tile_is_turned_the_more_the_straight_look_counts(
    angle: float, named: int
) -> None:
    looks = np.full((2, 1, 43), 1e-4, np.float32)
    looks[0, 0, 1] = looks[1, 0, 2] = 0.9
    (chances,) = reader.both_looks(looks[0], looks[1], np.array([angle]))
    assert chances.argmax() == named
