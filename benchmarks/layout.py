"""How fast and how right the layout is on arrangements by chance.

    python -m benchmarks.layout [--count 2000] [--seed 7] [--layouts FILE]

prints the share of arrangements whose whole structure is right, how many tiles were lost, the
time for about 40 boxes, and what was wrong. FILE holds arrangements of the kind that
`python -m models.synthesis --boxes` writes; `tests.vision.synthesized` tells which are passed over
and why. Of either, the first `--count` are measured.
"""

import argparse
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks.effort import Effort
from benchmarks.tables import Column, Row, Table
from scoring.words import Words
from tests.vision.synthesized import Sample, samples, scenes
from vision.detections import Detections
from vision.layout import Layout, arrange

SEED = 7
ABOUT_40 = range(36, 45)
COLUMNS = (
    Column("right", Words("全部正确", "wholly right"), ".1%"),
    Column("lost", Words("丢掉的牌", "tiles lost")),
    Column("median", Words("约 40 张牌，毫秒（中位）", "about 40 boxes, ms (median)"), ".2f"),
    Column("most", Words("95% 不超过，毫秒", "95% under, ms"), ".2f"),
)


def measure(effort: Effort) -> Table:
    """Arrangements of `tests.vision.chance_scenes`."""
    return table(list(scenes(SEED, effort.arrangements)))[0]


def table(made: list[Sample]) -> tuple[Table, Counter[str]]:
    """The figures, and what was wrong how often."""
    wrong: Counter[str] = Counter()
    missing = 0
    for sample in made:
        layout = arrange(sample.detections)
        missing += lost(layout, len(sample.detections))
        if mistakes := sample.mistakes(layout):
            wrong[" ".join(mistakes)] += 1
    times = milliseconds([one.detections for one in made if len(one.detections) in ABOUT_40])
    share = 1 - sum(wrong.values()) / len(made)
    middle, most = (
        (float(np.median(times)), float(np.percentile(times, 95))) if len(times) else (None, None)
    )
    about = Words(
        f"{len(made)} 种随机的摆法，只有方框；手牌的顺序、每一组、花牌、胡的那张全对才算对。"
        f"时间取自 {len(times)} 种有 36 到 44 张牌的。",
        f"{len(made)} arrangements by chance, boxes alone; right only if the order of the hand, "
        "every set, the flowers and the winning tile are. "
        f"Times of the {len(times)} with 36 to 44 boxes.",
    )
    row = Row("layout", Words("分组", "layout"), (share, missing, middle, most))
    return Table("layout", Words("分组", "Layout"), about, Words("", ""), COLUMNS, (row,)), wrong


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
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--layouts", type=Path)
    options = parser.parse_args()
    if options.layouts:
        lines = options.layouts.read_text(encoding="utf-8").splitlines()
        made = list(islice(samples(lines), options.count))
    else:
        made = list(scenes(options.seed, options.count))
    figures, wrong = table(made)
    print(figures.about.en, figures.markdown("en"), f"wrong: {dict(wrong.most_common())}", sep="\n")


if __name__ == "__main__":
    main()
