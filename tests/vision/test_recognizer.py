"""Which of the detector's candidates are tiles, by the word of both networks."""

import numpy as np
import pytest

from scoring.tiles import Tile
from vision.detections import BACK
from vision.detector import Candidates
from vision.recognizer import is_tile

DOTS = int(Tile.parse("2p"))
CASES = [
    # What it is, the detector's class and score, the reader's class and probability, a tile?
    ("a face that both see", DOTS, 0.9, DOTS, 0.95, True),
    ("a back that both see", BACK, 0.9, BACK, 0.95, True),
    ("a die: a face to the detector alone", DOTS, 0.7, BACK, 0.9, False),
    ("a face that the reader is not sure of", DOTS, 0.7, BACK, 0.5, True),
    ("a blank white dragon, or a back", int(Tile.WHITE), 0.7, BACK, 0.9, True),
    ("a faint face that the reader sees clearly", DOTS, 0.3, DOTS, 0.95, True),
    ("a faint face that the reader hardly sees", DOTS, 0.3, DOTS, 0.6, False),
    ("a faint back", BACK, 0.3, BACK, 0.95, False),
]


@pytest.mark.parametrize(
    ("found", "score", "read", "chance", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_tiles_and_other_things(
    found: int, score: float, read: int, chance: float, expected: bool
) -> None:
    scores = np.zeros((1, 43), np.float32)
    scores[0, found] = score
    chances = np.full((1, 43), (1 - chance) / 42, np.float32)
    chances[0, read] = chance
    candidates = Candidates(np.array([[0, 0, 30, 40]], np.float32), scores)
    assert is_tile(candidates, chances).tolist() == [expected]


def test_no_candidates() -> None:
    nothing = Candidates(np.zeros((0, 4), np.float32), np.zeros((0, 43), np.float32))
    assert is_tile(nothing, np.zeros((0, 43), np.float32)).shape == (0,)
