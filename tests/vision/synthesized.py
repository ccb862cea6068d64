"""Layouts by chance as boxes with the truth about them: scenes, and those of training photos."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from models.classes import CLASS_ID
from scoring.hand import HAND_SIZE
from tests.vision.arrangements import View, shoot
from tests.vision.chance_scenes import chance_scene
from tests.vision.layout_truth import Structure
from vision.detections import Detections
from vision.layout import Layout


@dataclass(frozen=True)
class Sample:
    """Boxes and what they are. `alone`: no other tile tells the two ends of the row apart."""

    detections: Detections
    truth: Structure
    alone: bool

    def mistakes(self, layout: Layout) -> list[str]:
        """The parts that `layout` has wrong, by name.

        Boxes do not tell which way up a face is, so that the reading direction of a hand with
        nothing around it counts either way.
        """
        differences = self.truth.differences(Structure.of_layout(layout))
        return [] if self.alone and differences == ["direction"] else differences


def samples(lines: Iterable[str]) -> Iterator[Sample]:
    """The samples of lines of `layouts.jsonl` (`models.synthesis.pictures.lines` describes them).

    Passed over: hands with hidden tiles, which no boxes show, and rows of fewer than 13 tiles,
    which the synthesis lays out for its pictures and which are no hands.
    """
    for line in lines:
        row = json.loads(line)
        if row["missing"] or row["tiles"] - len(row["flowers"]) < HAND_SIZE - 1:
            continue
        boxes = [box[1:] for box in row["boxes"]]
        detections = Detections.build(boxes, [CLASS_ID[box[0]] for box in row["boxes"]])
        yield Sample(detections, Structure.of_truth(row), not row["not_hand"])


def scenes(seed: int, count: int) -> Iterator[Sample]:
    """Scenes of `tests.vision.chance_scenes`, seen from anywhere."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        scene = chance_scene(rng)
        alone = len(scene.truth.indices) == len(scene.tiles)
        yield Sample(shoot(scene, View.chance(rng)), scene.truth, alone)
