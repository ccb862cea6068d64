"""Things on a table that are no tiles."""

import numpy as np
import pytest

from models.synthesis import drawing
from models.synthesis.clutter import clutter, die, print_on

needs_fonts = pytest.mark.skipif(not drawing.fonts(), reason="needs a font with Chinese characters")


def table() -> np.ndarray:
    return np.full((300, 400, 3), 77, np.float32)


def changed(canvas: np.ndarray) -> np.ndarray:
    """The box around all that was painted."""
    rows, columns = np.nonzero((canvas != 77).any(2))
    return np.array([columns.min(), rows.min(), columns.max(), rows.max()])


@pytest.mark.parametrize("seed", range(8))
def test_a_die_fills_its_box(seed: int) -> None:
    canvas = table()
    box = die(canvas, np.array([200.0, 150.0]), 50, np.random.default_rng(seed))
    assert np.abs(changed(canvas) - box).max() <= 4
    assert canvas.std() > 0


@needs_fonts
@pytest.mark.parametrize("seed", range(8))
def test_print_lies_around_its_characters(seed: int) -> None:
    canvas = table()
    boxes = print_on(canvas, np.array([200.0, 150.0]), 12, np.random.default_rng(seed))
    painted = changed(canvas)
    assert 0 < len(boxes) <= 3
    for box in boxes:
        assert (box[:2] < box[2:]).all()
        middle = (box[:2] + box[2:]) / 2
        assert (middle >= painted[:2]).all()
        assert (middle <= painted[2:]).all()


def test_the_same_chance_gives_the_same_table() -> None:
    first, second = table(), table()
    for seed in range(6):
        for canvas in (first, second):
            clutter(canvas, np.random.default_rng(seed))
    assert (first == second).all()
    assert (first != table()).any()


def test_things_at_the_edge_are_cut_off() -> None:
    for seed in range(40):
        canvas = table()
        die(canvas, np.array([-20.0, 301.0]), 40, np.random.default_rng(seed))
        assert np.isfinite(canvas).all()
