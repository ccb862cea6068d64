"""When a hand lies still, and what the frames of it vote for."""

from dataclasses import replace

import numpy as np
import pytest

from hupai.camera.sources import Frame
from hupai.camera.stillness import Stillness, is_same, vote
from hupai.camera.watch import Watch
from hupai.settling import Request
from scoring.tiles import Tile
from tests.vision.rows import row
from vision.detections import Detections

HAND = "123m456p789sEE222p"
LAID = row(HAND)


def moved(detections: Detections, right: float) -> Detections:
    return replace(detections, boxes=detections.boxes + np.float32([right, 0, right, 0]))


def without(detections: Detections, *indices: int) -> Detections:
    return detections[[index for index in range(len(detections)) if index not in indices]]


WIDTH = float(LAID.boxes[0, 2] - LAID.boxes[0, 0])
STILL = {
    "half a second": ([LAID] * 6, True),
    "too short": ([LAID] * 5, False),
    "no tiles": ([Detections.empty()] * 9, False),
    "trembling": ([moved(LAID, 0.1 * WIDTH * (-1) ** n) for n in range(6)], True),
    "pushed": ([moved(LAID, 0.5 * WIDTH * n) for n in range(9)], False),
    "slowly pushed": ([moved(LAID, 0.12 * WIDTH * n) for n in range(9)], False),
    "one tile comes and goes": ([LAID, without(LAID, 3)] * 3, True),
    "one odd frame": ([LAID] * 3 + [moved(LAID, WIDTH)] + [LAID] * 3, True),
    "a hand over it": ([LAID] * 6 + [without(LAID, 1, 2, 3, 4)] * 2, False),
    "another hand": ([LAID] * 6 + [moved(LAID, 3 * WIDTH)] * 3, False),
}


@pytest.mark.parametrize(("frames", "expected"), STILL.values(), ids=STILL)
def test_when_a_hand_lies_still(frames: list[Detections], expected: bool) -> None:
    stillness = Stillness()
    for number, frame in enumerate(frames):
        answer = stillness.feed(frame, number * 0.1)
    assert answer is expected


def test_two_frames_of_half_a_second_are_too_few() -> None:
    stillness = Stillness()
    assert not any(stillness.feed(LAID, seconds) for seconds in (0.0, 0.6, 1.2))


def test_empty_frames_are_the_same() -> None:
    assert is_same(Detections.empty(), Detections.empty())
    assert not is_same(Detections.empty(), LAID)


def unsure(detections: Detections, index: int, tile: Tile, confidence: float) -> Detections:
    class_ids, sure = detections.class_ids.copy(), detections.confidence.copy()
    class_ids[index], sure[index] = tile, confidence
    return replace(detections, class_ids=class_ids, confidence=sure)


def test_frames_vote_by_how_sure_they_are() -> None:
    frames = [
        *(unsure(LAID, 4, Tile.P6, 0.3) for _ in range(3)),
        *(unsure(LAID, 4, Tile.P5, 0.8) for _ in range(2)),
    ]
    voted = vote(frames)
    assert voted.tile(4) is Tile.P5
    assert voted.runner_up[4] == Tile.P6
    assert voted.confidence[4] == pytest.approx(2 * 0.8 / 5)
    assert voted.runner_up_confidence[4] == pytest.approx(3 * 0.3 / 5)


def test_a_tile_needs_most_of_the_frames() -> None:
    ghost = moved(LAID, 100 * WIDTH)[:1]
    both = Detections.build(
        np.concatenate([LAID.boxes, ghost.boxes]), np.append(LAID.class_ids, Tile.M1)
    )
    assert len(vote([LAID, both, LAID])) == len(LAID)
    assert len(vote([both, both, LAID])) == len(LAID) + 1
    assert len(vote([without(LAID, 0), without(LAID, 5), LAID])) == len(LAID)
    assert len(vote([Detections.empty()] * 3)) == 0


def test_boxes_are_the_median() -> None:
    voted = vote([LAID, moved(LAID, 1), moved(LAID, 2)])
    assert voted.boxes == pytest.approx(moved(LAID, 1).boxes)


def test_a_hand_is_told_once_and_again_when_it_changes() -> None:
    pixels = np.zeros((600, 900, 3), np.uint8)
    other = row("111m456p789sEE222p", top=300)
    seen = [LAID] * 12 + [moved(LAID, WIDTH * n) for n in range(4)] + [LAID] * 12 + [other] * 9
    frames = iter(seen)
    watch = Watch("camera 0", Request.parse("self_draw"), lambda picture: next(frames))
    told = []
    for number in range(len(seen)):
        view = watch.look(Frame(pixels, number * 0.1))
        if view.is_new and view.outcome is not None:
            told.append((number, view.outcome.hand.text))
    assert told == [(5, HAND), (33, "111m456p789sEE222p")]
