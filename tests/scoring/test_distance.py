"""How far a hand is from a win, and what it waits for."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Circumstances, Distance, Hand, RuleSet, Tile, score
from scoring.counting import count_tiles
from scoring.distance import distance, tiles_away
from scoring.shapes import shapes
from scoring.tiles import tiles_text
from tests.scoring.strategies import FACES

RULES = RuleSet.load("nanning-points")

HANDS = [
    # with a winning tile that does not win: tiles away, and what the other 13 wait for
    ("345m678s46p99m [pon 222p from 3] + 7p", 1, "5p"),
    ("123m456p789s1155s + 9m", 1, "15s"),
    ("1113456789999m + E", 1, "236m"),
    ("2345678m [pon 111s] [pon EEE] + C", 1, "258m"),
    ("1122m33p4455s77sN + C", 1, "N"),
    ("1111m33p4455s77sN + C", 1, "N"),
    ("147m258p369sESWN + C", 7, ""),
    ("9s [pon 222m] [pon 333m] [pon 444m] [pon 555m] + 8s", 1, "9s"),
    # All four copies are in the hand: nothing can come.
    ("1m [kan 1111p] [pon 222m] [pon 333m] [pon 444m] + 2p", 1, "1m"),
    ("123m456p789s1111s + E", 1, ""),
]


@pytest.mark.parametrize(("text", "away", "waits"), HANDS)
def test_distance_and_waits(text: str, away: int, waits: str) -> None:
    (found,) = score(Hand.parse(text), Circumstances(self_draw=True)).distances
    assert (found.tiles_away, tiles_text(found.waits)) == (away, waits)


def test_each_discard_where_no_winning_tile_is_known() -> None:
    (found,) = score(Hand.parse("123m456p789s1155s9m")).distances
    assert [(tile.text, tiles_text(waits)) for tile, waits in found.discards] == [("9m", "15s")]
    (two_ways,) = score(Hand.parse("123m456p789s11s357m")).distances
    assert [(tile.text, tiles_text(waits)) for tile, waits in two_ways.discards] == [
        ("3m", "6m"),
        ("7m", "4m"),
    ]


def test_thirteen_tiles_are_told_what_they_wait_for() -> None:
    result = score(Hand.parse("123m456p789s1155s"))
    assert [problem.name for problem in result.problems] == ["tile_count"]
    assert [tiles_text(found.waits) for found in result.distances] == ["15s"]


def test_house_rules_change_what_a_hand_waits_for() -> None:
    """A-22, A-26."""
    hand = Hand.parse("19m19p19sESWNCFB + 5m")
    assert distance(0, hand, RULES).waits == ()
    orphans = RULES.with_options([("extra.thirteen_orphans", "24/16")])
    assert tiles_text(distance(0, hand, orphans).waits) == "19m19p19sESWNCFB"
    assert distance(0, hand, orphans).tiles_away == 1
    short = RULES.with_options([("tiles.set", "108")])
    assert all(not tile.is_honour for tile in distance(0, hand, short).waits)


def test_json_round_trip() -> None:
    found = distance(2, Hand.parse("123m456p789s1155s9m"), RULES)
    assert Distance.from_json(found.to_json()) == found


@st.composite
def any_hands(draw: st.DrawFn) -> Hand:
    """14 tiles from few faces, so that they are near a win."""
    faces = draw(st.lists(st.sampled_from(FACES[:9] + FACES[27:30]), min_size=5, unique=True))
    pool = [face for face in faces for _ in range(4)]
    return Hand(tuple(draw(st.permutations(pool))[:14]))


@settings(max_examples=60, deadline=None)
@given(any_hands())
def test_tiles_away_by_exchanging_tiles(hand: Hand) -> None:
    """0 is a win; 1 is a win after one exchange and not before; 2 takes two."""
    away = tiles_away(hand, RULES)
    counted = count_tiles(hand.concealed)
    wins = bool(shapes(counted))
    assert wins == (away == 0)
    one = any(wins_after(hand, (gone,)) for gone in set(hand.concealed))
    assert (away <= 1) == (one or wins)
    if away == 2:
        assert any(wins_after(hand, pair) for pair in set(combinations(sorted(hand.concealed), 2)))


def wins_after(hand: Hand, gone: tuple[Tile, ...]) -> bool:
    """Whether some other tiles in the place of `gone` make a win."""
    left = list(hand.concealed)
    for tile in gone:
        left.remove(tile)
    return any(
        shapes(count_tiles([*left, *new]))
        for new in added(len(gone))
        if all((left + list(new)).count(tile) <= 4 for tile in new)
    )


def added(number: int) -> list[tuple[Tile, ...]]:
    near = FACES[:9] + FACES[27:]
    if number == 1:
        return [(tile,) for tile in FACES]
    return [(one, two) for one in near for two in near if one <= two]
