"""Hands scored per second, beside other packages on the same hands, one core, in one run.

Every package gets winning hands of 14 concealed tiles (a third of them with a claimed pon),
already in its own form, and scores them by its own rules, with its reasons. Each round times all
packages in turn, so that a busy machine slows them alike; the best round counts. "First time" is
the rate of the very first pass, with nothing remembered.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.effort import Effort
from benchmarks.machine import installed
from benchmarks.tables import NOT_INSTALLED, Column, Row, Table, same
from benchmarks.timed import seconds_of
from scoring import Circumstances, Hand, Meld, MeldKind, Scorer, Tile, score
from scoring.words import Words

Deal = tuple[tuple[int, ...], int | None]
"""14 faces (0 to 33, the winning tile last), and the face of a claimed pon among them."""
SEED = 3
COLUMNS = (
    Column("rate", Words("每秒几手", "hands/s")),
    Column("first", Words("第一遍每秒几手", "hands/s the first time")),
    Column("ratio", Words("是 mahjong 的几倍", "times mahjong"), ".1f"),
)


@dataclass(frozen=True)
class Package:
    """A package: how it takes the hands, and how it scores one."""

    convert: Callable[[Deal], Any]
    score: Callable[[Any], object]


@dataclass(frozen=True)
class Contestant:
    """A package that may be installed; `distribution` is its name there, empty for this project."""

    title: str
    made: Callable[[], Package]
    distribution: str = ""

    @property
    def absent(self) -> bool:
        return bool(self.distribution) and installed(self.distribution) is None

    @property
    def name(self) -> str:
        return self.title.format(version=installed(self.distribution) if self.distribution else "")


def deals(count: int) -> list[Deal]:
    """So many winning hands, always the same."""
    source = random.Random(SEED)
    return [deal(source) for _ in range(count)]


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


def many_hands() -> Package:
    """This project, many hands under the same circumstances."""
    scorer = Scorer(Circumstances(winner=1, self_draw=True))
    return Package(own_hand, scorer.score)


def hand_by_hand() -> Package:
    """This project, one call a hand."""
    circumstances = Circumstances(winner=1, self_draw=True)
    return Package(own_hand, lambda hand: score(hand, circumstances))


def mahjong() -> Package:
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

    return Package(convert, value)


def mahjong_gb() -> Package:
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

    return Package(convert, value)


CONTESTANTS = {
    "hupai": Contestant("hupai, Scorer", many_hands),
    "single": Contestant("hupai, score()", hand_by_hand),
    "mahjong": Contestant("mahjong {version}", mahjong, "mahjong"),
    "gb": Contestant("PyMahjongGB {version} (C++)", mahjong_gb, "PyMahjongGB"),
}


def score_all(package: Package, hands: list[Deal]) -> None:
    """Score the hands once."""
    for hand in [package.convert(hand) for hand in hands]:
        package.score(hand)


def measure(effort: Effort) -> Table:
    """All packages that are installed on the same hands."""
    dealt = deals(effort.hands)
    present = {key: one.made() for key, one in CONTESTANTS.items() if not one.absent}
    ready = {key: [one.convert(hand) for hand in dealt] for key, one in present.items()}
    first = {key: _pass(one, ready[key]) for key, one in present.items()}
    rounds = [
        {key: _pass(one, ready[key]) for key, one in present.items()} for _ in range(effort.rounds)
    ]
    rates = {key: len(dealt) / min(times[key] for times in rounds) for key in present}
    rows = []
    for key, one in CONTESTANTS.items():
        if one.absent:
            rows.append(Row.absent(key, same(one.distribution), COLUMNS, NOT_INSTALLED))
            continue
        ratio = rates[key] / rates["mahjong"] if "mahjong" in rates else None
        rows.append(Row(key, same(one.name), (rates[key], len(dealt) / first[key], ratio)))
    about = Words(
        f"同样的 {len(dealt):,} 手胡牌，各按自己的规则算，一个核；{effort.rounds} 遍里最快的。",
        f"The same {len(dealt):,} winning hands, each scored by its own rules, on one core; "
        f"best of {effort.rounds} rounds.",
    )
    title = Words("每秒算几手牌", "Hands scored a second")
    return Table("hands", title, about, Words("程序", "program"), COLUMNS, tuple(rows))


def _pass(package: Package, hands: list[Any]) -> float:
    one = package.score

    def work() -> None:
        for hand in hands:
            one(hand)

    return seconds_of(work)
