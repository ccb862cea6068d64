"""Hands scored per second, beside other packages on the same hands, one core, in one run.

    python -m benchmarks.scoring [--hands 20000] [--rounds 5]

Every package gets winning hands of 14 concealed tiles (a third of them with a claimed pon),
already in its own form, and scores them by its own rules, with its reasons. Each round times all
packages in turn, so that a busy machine slows them alike; the best round counts. "First time" is
the rate of the very first pass, with nothing remembered. Memory is the peak of a process of its
own that scores the hands once. Packages that are not installed are left out.
"""

import argparse
import multiprocessing
import random
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from scoring import Circumstances, Hand, Meld, MeldKind, Scorer, Tile, score

Deal = tuple[tuple[int, ...], int | None]
"""14 faces (0 to 33, the winning tile last), and the face of a claimed pon among them."""


@dataclass(frozen=True)
class Contestant:
    """A package: how it takes the hands, and how it scores one."""

    name: str
    convert: Callable[[Deal], Any]
    score: Callable[[Any], object]


def deal(source: random.Random) -> Deal:
    """A winning hand of four sets and a pair, or of seven pairs."""
    while True:
        pons = []
        if source.random() < 0.1:
            tiles = [face for face in source.sample(range(34), 7) for _ in (0, 1)]
        else:
            tiles = [source.randrange(34)] * 2
            for _ in range(4):
                start = source.randrange(34)
                run = start < 27 and start % 9 < 7 and source.random() < 0.7
                tiles += [start, start + 1, start + 2] if run else [start] * 3
                pons += [] if run else [start]
        if max(map(tiles.count, tiles)) <= 4:
            break
    source.shuffle(tiles)
    if not pons or source.random() < 0.5:
        return tuple(tiles), None
    pon = pons[0]
    for _ in range(3):
        tiles.remove(pon)
    # The claimed tiles first, and so never the winning one.
    return (pon, pon, pon, *tiles), pon


def own_hand(hand: Deal) -> Hand:
    tiles, pon = hand
    faces = [Tile(face) for face in tiles]
    if pon is None:
        return Hand(tuple(faces[:-1]), (), (), faces[-1])
    meld = Meld(MeldKind.PON, tuple(faces[:3]), fed_by=2)
    return Hand(tuple(faces[3:-1]), (meld,), (), faces[-1])


def batch_contestant() -> Contestant:
    """This project, many hands under the same circumstances."""
    scorer = Scorer(Circumstances(winner=1, self_draw=True))
    return Contestant("hupai, many hands (Scorer)", own_hand, scorer.score)


def single_contestant() -> Contestant:
    """This project, one call a hand."""
    circumstances = Circumstances(winner=1, self_draw=True)
    return Contestant("hupai, hand by hand (score)", own_hand, lambda h: score(h, circumstances))


def mahjong_contestant() -> Contestant:
    """The riichi scorer `mahjong`: the value of a hand with its yaku."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld as RiichiMeld

    config = HandConfig(is_tsumo=True)

    def convert(hand: Deal) -> object:
        seen: dict[int, int] = {}
        tiles = []
        for face in hand[0]:
            tiles.append(4 * face + seen.get(face, 0))
            seen[face] = seen.get(face, 0) + 1
        pon = [RiichiMeld(RiichiMeld.PON, tiles[:3])] if hand[1] is not None else None
        return tiles, pon

    def value(hand: Any) -> object:
        tiles, melds = hand
        return HandCalculator.estimate_hand_value(tiles, tiles[-1], melds, config=config)

    return Contestant(f"mahjong {version('mahjong')}", convert, value)


def mahjong_gb_contestant() -> Contestant:
    """The scorer of Chinese official rules `PyMahjongGB`, in C++."""
    from MahjongGB import MahjongFanCalculator

    names = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
    names += [f"F{wind}" for wind in range(1, 5)] + [f"J{dragon}" for dragon in range(1, 4)]

    def convert(hand: Deal) -> object:
        tiles = tuple(names[face] for face in hand[0])
        if hand[1] is None:
            return (), tiles[:-1], tiles[-1]
        return (("PENG", names[hand[1]], 1),), tiles[3:-1], tiles[-1]

    def value(hand: Any) -> object:
        packs, tiles, winning = hand
        return MahjongFanCalculator(packs, tiles, winning, 0, True, False, False, False, 0, 0)

    return Contestant(f"PyMahjongGB {version('PyMahjongGB')} (C++)", convert, value)


MAKERS = (batch_contestant, single_contestant, mahjong_contestant, mahjong_gb_contestant)


def installed() -> list[Callable[[], Contestant]]:
    """This project twice, then the packages that are installed."""
    found: list[Callable[[], Contestant]] = []
    for make in MAKERS:
        try:
            make()
            found.append(make)
        except ImportError as error:
            print(f"left out: {error}", file=sys.stderr)
    return found


def seconds(contestant: Contestant, hands: list[Any]) -> float:
    one = contestant.score
    start = time.perf_counter()
    for hand in hands:
        one(hand)
    return time.perf_counter() - start


def peak_mib(make: Callable[[], Contestant], deals: list[Deal]) -> float:
    """The peak memory of a process that scores the hands once (it has imported `scoring` too)."""
    contestant = make()
    seconds(contestant, [contestant.convert(hand) for hand in deals])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    source = random.Random(3)
    deals = [deal(source) for _ in range(arguments.hands)]
    makers = installed()
    entries = [(each, [each.convert(hand) for hand in deals]) for each in (m() for m in makers)]
    first = [seconds(each, hands) for each, hands in entries]
    rounds = [[seconds(each, hands) for each, hands in entries] for _ in range(arguments.rounds)]
    rates = [len(deals) / min(times) for times in zip(*rounds, strict=True)]
    peer = next((r for r, (e, _) in zip(rates, entries, strict=True) if "mahjong " in e.name), None)
    context = multiprocessing.get_context("spawn")
    print(f"{len(deals)} hands, one core, best of {arguments.rounds} rounds")
    print(f"{'':34}{'hands/s':>10}{'first time':>12}{'x mahjong':>11}{'peak MiB':>10}")
    for make, (each, _), rate, cold in zip(makers, entries, rates, first, strict=True):
        with context.Pool(1) as pool:
            peak = pool.apply(peak_mib, (make, deals))
        times = f"{rate / peer:.1f}" if peer else "-"
        print(f"{each.name:34}{rate:10,.0f}{len(deals) / cold:12,.0f}{times:>11}{peak:10.1f}")


if __name__ == "__main__":
    main()
