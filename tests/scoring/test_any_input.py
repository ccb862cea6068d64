"""Whatever is put in, a score comes out: it describes what is wrong and never breaks."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import BothColumns, Circumstances, Hand, Meld, MeldKind, RuleSet, Score, Tile, score
from scoring.catalogue import options
from tests.scoring.strategies import raw_values

SEATS = st.integers(0, 3)
TILES = st.sampled_from(Tile)
FEW = st.sampled_from([Tile.M1, Tile.M2, Tile.M3, Tile.EAST, Tile.PLUM])
MELDS = st.builds(
    Meld,
    st.sampled_from(MeldKind),
    st.one_of(
        st.builds(lambda tile, n: (tile,) * n, FEW, st.integers(3, 4)),
        st.lists(FEW, min_size=1, max_size=4).map(tuple),
    ),
    st.none() | SEATS,
)


def plain(tiles: list[Tile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if not tile.is_flower)


HANDS = st.builds(
    lambda concealed, melds, flowers, winning: Hand(plain(concealed), melds, flowers, winning),
    st.lists(st.one_of(TILES, FEW), max_size=16),
    st.lists(MELDS, max_size=5).map(tuple),
    st.lists(st.sampled_from([Tile.PLUM, Tile.SPRING]), max_size=3).map(tuple),
    st.none() | TILES.filter(lambda tile: not tile.is_flower),
)
CIRCUMSTANCES = st.builds(
    Circumstances,
    dealer=SEATS,
    winner=SEATS,
    self_draw=st.booleans(),
    discard_by=st.none() | SEATS,
    robbed=st.none() | SEATS,
    last_tile=st.booleans(),
    last_round=st.booleans(),
    kong_flower=st.sampled_from([None, "any", "concealed", "exposed"]),
    kong_fed_by=st.none() | SEATS,
    kong_discard=st.booleans(),
    heavenly=st.booleans(),
    human=st.booleans(),
    earthly=st.booleans(),
    pon_in_first_round=st.booleans(),
    declared_ready=st.booleans() | st.lists(SEATS, max_size=2).map(tuple),
    codes=st.lists(TILES, max_size=6).map(tuple),
    catcher=st.none() | SEATS,
    prev_hand_won=st.sampled_from([None, True, False]),
    fish=st.lists(TILES, max_size=4).map(tuple),
    fish_missing=st.booleans(),
    melds_of=st.lists(st.tuples(SEATS, st.lists(MELDS, max_size=2).map(tuple)), max_size=2).map(
        tuple
    ),
    target_kong=st.sampled_from([None, "concealed", "melded_from_discard"]),
    exhaustive_draw=st.booleans(),
)
CHANGES = [
    (key, raw)
    for key, option in options().items()
    if key != "system"
    for raw in raw_values(option)
    # Half a table of explicit fans is an error of the rules, not of the hand.
    if raw != "explicit"
]
RULES = st.builds(
    lambda name, change: RuleSet.load(name).with_options([change]),
    st.sampled_from(RuleSet.names()),
    st.sampled_from(CHANGES),
)


def check(result: Score) -> None:
    assert result.result in ("win", "not_a_win", "draw", "error")
    assert (result.result == "error") == bool(result.problems)
    assert Score.from_json(json.loads(json.dumps(result.to_json()))) == result
    assert result.text("zh")
    assert result.text("en")
    rows = []
    if isinstance(result.payments, BothColumns):
        rows = [result.payments.self_draw, *(row for _, row in result.payments.discard)]
    elif result.payments is not None:
        rows = [result.payments]
    assert all(sum(row) == 0 for row in rows)


@settings(max_examples=400, deadline=None)
@given(HANDS, CIRCUMSTANCES, RULES)
def test_any_hand(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> None:
    check(score(hand, circumstances, rules))


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(SEATS, HANDS, min_size=1, max_size=4), CIRCUMSTANCES)
def test_any_hands(hands: dict[int, Hand], circumstances: Circumstances) -> None:
    check(score(hands, circumstances))


WINS = [
    "123m567p34s88p [pon FFF from 2] + 5s",
    "222p777s333m88m99s + 8m",
    "6p [kan 2222m open from 0] [kan 4444s added from 2] [kan EEEE concealed] [pon 999p] + 6p",
    "1122m33p4455s77sN + N",
    "123m567p34s88p [FFFF] + 5s",
]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(WINS).map(Hand.parse), CIRCUMSTANCES, RULES)
def test_any_circumstances(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> None:
    check(score(hand, circumstances, rules))
