"""The layout of arrangements by chance, at all angles and views: 97% right, no tile lost."""

from collections.abc import Callable
from itertools import islice

import pytest

from models.synthesis import pictures
from tests.vision.synthesized import Sample, samples, scenes
from vision.layout import arrange

SCENES, LAYOUTS = 2000, 400


def of_scenes() -> list[Sample]:
    return list(scenes(7, SCENES))


def of_training_photos() -> list[Sample]:
    return list(islice(samples(pictures.lines(31, 2 * LAYOUTS)), LAYOUTS))


@pytest.mark.parametrize("source", [of_scenes, of_training_photos])
def test_whole_structure(source: Callable[[], list[Sample]]) -> None:
    made = source()
    wrong = {}
    for number, sample in enumerate(made):
        layout = arrange(sample.detections)
        for index in range(len(sample.detections)):
            layout.group_of(index)  # raises where a tile is lost
        if mistakes := sample.mistakes(layout):
            wrong[number] = mistakes
    assert len(made) >= LAYOUTS
    assert len(wrong) <= 0.03 * len(made), wrong
