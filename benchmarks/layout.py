"""How fast and how right the layout is on arrangements by chance.

    python -m benchmarks.layout [--count 2000] [--seed 7] [--layouts FILE]

prints the share of arrangements whose whole structure is right, what was wrong in the others, how
many tiles were lost, and the time for about 40 boxes. FILE holds arrangements of the kind that
`python -m models.synthesis.layouts` writes; `tests.vision.synthesized` tells which are passed over
and why. Of either, the first `--count` are measured.
"""

import argparse
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np

from tests.vision.synthesized import samples, scenes
from vision.detections import Detections
from vision.layout import Layout, arrange


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
    parser.add_argument("--layouts", type=Path)
    options = parser.parse_args()
    if options.layouts:
        lines = options.layouts.read_text(encoding="utf-8").splitlines()
        made = list(islice(samples(lines), options.count))
    else:
        made = list(scenes(options.seed, options.count))
    wrong: Counter[str] = Counter()
    missing = 0
    for sample in made:
        layout = arrange(sample.detections)
        missing += lost(layout, len(sample.detections))
        if mistakes := sample.mistakes(layout):
            wrong[" ".join(mistakes)] += 1
    share = 1 - sum(wrong.values()) / len(made)
    print(f"{len(made)} arrangements: {share:.1%} right, {missing} tiles lost")
    print(f"wrong: {dict(wrong.most_common())}")
    times = milliseconds([one.detections for one in made if 36 <= len(one.detections) <= 44])
    middle, most = np.median(times), np.percentile(times, 95)
    print(f"{len(times)} scenes of about 40 boxes: median {middle:.1f} ms, 95% under {most:.1f} ms")


if __name__ == "__main__":
    main()
