"""How fast and how right the layout is on arrangements by chance.

    python -m benchmarks.layout [--count 2000] [--seed 7]

prints the time for scenes of 36 to 44 boxes, the share of arrangements whose whole structure is
right, what was wrong in the others, and how many tiles were lost.
"""

import argparse
import time
from collections import Counter

import numpy as np

from tests.vision.arrangements import Scene, View, chance_scene, shoot
from tests.vision.layout_truth import Structure
from vision.detections import Detections
from vision.layout import Layout, arrange


def scenes(seed: int, count: int) -> list[tuple[Scene, Detections]]:
    made = []
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        scene = chance_scene(rng)
        made.append((scene, shoot(scene, View.chance(rng))))
    return made


def lost(layout: Layout, count: int) -> int:
    """How many of `count` tiles are in no group of the layout."""
    held = set() if layout.winning is None else {layout.winning}
    melds = {index for meld in layout.melds for index in meld.indices}
    aside = {one.index for one in layout.aside}
    groups = {*layout.concealed, *melds, *layout.flowers, *held, *aside, *layout.unresolved}
    return count - len(groups)


def milliseconds(detections: list[Detections], rounds: int = 3) -> np.ndarray:
    """The best of some rounds for each, in milliseconds."""
    best = np.full(len(detections), np.inf)
    for _ in range(rounds):
        for place, one in enumerate(detections):
            start = time.process_time()
            arrange(one)
            best[place] = min(best[place], 1000 * (time.process_time() - start))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    made = scenes(options.seed, options.count)
    wrong: Counter[str] = Counter()
    missing = 0
    for scene, detections in made:
        layout = arrange(detections)
        missing += lost(layout, len(detections))
        differences = scene.truth.differences(Structure.of_layout(layout))
        alone = len(scene.truth.indices) == len(scene.tiles)
        if differences and not (alone and differences == ["direction"]):
            wrong[" ".join(differences)] += 1
    share = 1 - sum(wrong.values()) / len(made)
    print(
        f"{len(made)} arrangements: {share:.1%} right, {missing} tiles lost; wrong: {dict(wrong)}"
    )
    times = milliseconds([one for _, one in made if 36 <= len(one) <= 44])
    middle, most = np.median(times), np.percentile(times, 95)
    print(f"{len(times)} scenes of about 40 boxes: median {middle:.1f} ms, 95% under {most:.1f} ms")


if __name__ == "__main__":
    main()
