"""The layout of arrangements by chance, at all angles and views."""

import numpy as np

from tests.vision.arrangements import View, shoot
from tests.vision.chance_scenes import chance_scene
from tests.vision.layout_truth import Structure
from vision.layout import arrange

COUNT = 2000


def test_arrangements_by_chance() -> None:
    """97% right. Where nothing else lies on the table, nobody can tell the row's two ends."""
    wrong = {}
    for number in range(COUNT):
        rng = np.random.default_rng((7, number))
        scene = chance_scene(rng)
        layout = arrange(shoot(scene, View.chance(rng)))
        differences = scene.truth.differences(Structure.of_layout(layout))
        alone = len(scene.truth.indices) == len(scene.tiles)
        if differences and not (alone and differences == ["direction"]):
            wrong[number] = differences
    assert len(wrong) <= 0.03 * COUNT, wrong
