"""Wrong hands and contradicting circumstances: every problem at once, each with its tiles."""

import pytest

from scoring import Circumstances, Hand, RuleSet, Tile, UserError, score
from scoring.tiles import parse_tiles

PROBLEMS = [
    # hand, circumstances, the problems' names with the tiles each points at
    ("123m", "", {"tile_count": "123m"}),
    ("55555m123p456s777s", "", {"five_copies": "5m"}),
    ("555m123p456s77s [kan 5555m concealed]", "", {"five_copies": "5m"}),
    (
        "555m123p456s77s [pon 555m from 1] + 7s",
        "",
        {"tile_count": "555m123p456s777s", "five_copies": "5m"},
    ),
    (
        "123p456s7s [chow 123m from 0] [pon 12m3m from 2] + 7s",
        "",
        {"chow_not_allowed": "123m", "bad_meld": "123m"},
    ),
    ("123m456p789s77s [pon CCF] f1f1", "", {"bad_meld": "CCF", "flower_twice": "f1"}),
    (
        "123m567p34s88p [pon FFF from 2] + 5s",
        "winner=1; self_draw; codes=8p8p8pF4m",
        {"five_copies": "8p"},
    ),
    (
        "123m567p34s88p [pon FFF from 2] + 5s",
        "winner=1; discard_by=1; heavenly",
        {
            "bad_discarder": "",
            "event_needs_self_draw": "",
            "event_needs_dealer": "",
            "event_needs_concealed": "",
        },
    ),
    (
        "123m567p34s88p [pon FFF from 2] + 5s",
        "winner=1; robbed=2; target_kong=concealed; human; kong_flower",
        {
            "rob_concealed_kong": "",
            "event_needs_discard": "",
            "event_needs_self_draw": "",
            "event_needs_concealed": "",
            "event_needs_kong": "",
        },
    ),
]


@pytest.mark.parametrize(("hand", "circumstances", "expected"), PROBLEMS)
def test_every_problem_at_once(hand: str, circumstances: str, expected: dict[str, str]) -> None:
    result = score(Hand.parse(hand), Circumstances.parse(circumstances))
    assert result.result == "error"
    assert result.payments is None
    assert {problem.name: set(problem.tiles) for problem in result.problems} == {
        name: set(parse_tiles(tiles)) for name, tiles in expected.items()
    }
    for problem in result.problems:
        assert problem.words.zh.endswith("。")
        assert problem.words.en.endswith(".")


def test_five_copies_are_told_apart_from_no_win() -> None:
    """VAL-02: five of a tile is its own problem, not just a hand that does not win."""
    five = score(Hand.parse("55555m123p456s77s + 7s"))
    assert [problem.name for problem in five.problems] == ["five_copies"]
    no_win = score(Hand.parse("5555m123p456s77s8s + 1m"))
    assert (no_win.result, no_win.problems) == ("not_a_win", ())


@pytest.mark.parametrize("number", [13, 15])
def test_the_number_of_tiles(number: int) -> None:
    hand = Hand(parse_tiles("123m567p345s88pFFFEE")[:number])
    (problem,) = score(hand).problems
    assert problem.name == "tile_count"
    assert str(number) in problem.words.zh
    assert str(number) in problem.words.en


def test_a_robbed_tile_may_be_one_too_many_but_is_noted() -> None:
    """A-18: the robbed kong with the winner's own copies."""
    c = Circumstances.parse("winner=1; robbed=3; melds_of_3=[kan 8888m added from 2]")
    hand = Hand.parse("333m88m99s [pon 222p from 3] [pon 777s from 0] + 8m")
    result = score(hand, c)
    assert result.payments == (0, 18, 0, -18)
    assert [warning.name for warning in result.warnings] == ["impossible_with_four_copies"]


def test_several_winners_share_one_winning_tile() -> None:
    """VAL-05: the tile that several won on is there once."""
    hands = {
        1: Hand.parse("123m567p34s88p [pon FFF from 3] + 5s"),
        2: Hand.parse("444m66p55s [pon EEE from 3] [pon 111s from 1] + 5s"),
    }
    c = Circumstances.parse("winner=1+2; discard_by=3; melds_of_0=[pon 999s from 3]")
    assert score(hands, c).result == "win"
    crowded = Circumstances.parse("winner=1+2; discard_by=3; melds_of_0=[pon 555s from 3]")
    (problem,) = score(hands, crowded).problems
    assert (problem.name, problem.tiles) == ("five_copies", (Tile.S5,))


def test_one_of_several_hands_that_does_not_win() -> None:
    hands = {
        1: Hand.parse("123m567p34s88p [pon FFF from 3] + 5s"),
        2: Hand.parse("444m66p57s [pon EEE from 3] [pon 111s from 1] + 5s"),
    }
    result = score(hands, Circumstances.parse("winner=1+2; discard_by=3"))
    assert (result.result, result.payments) == ("not_a_win", None)
    assert [away.seat for away in result.distances] == [2]


def test_winners_by_seat_need_not_be_told_twice() -> None:
    hands = {
        3: Hand.parse("444m66p55s [pon EEE from 2] [pon 111s from 1] + 5s"),
        1: Hand.parse("123m567p34s88p [pon FFF from 2] + 5s"),
    }
    assert score(hands, Circumstances.parse("discard_by=0")).payments == (-11, 2, 0, 9)


WARNINGS = [
    ("winner=1; discard_by=2; codes=1m", "nanning-points", ["codes_not_drawn"]),
    ("winner=0; self_draw; codes=1m", "nanning-points", ["catcher_missing"]),
    ("winner=1; self_draw; codes=1m; catcher=2", "nanning-points", ["catcher_ignored"]),
    ("winner=1; self_draw; fish=1m", "nanning-points", ["fish_ignored"]),
    ("winner=1; self_draw; fish=1m; prev_hand_won=no", "nanning-fan", ["fish_ignored"]),
    ("winner=1; self_draw", "guangxi-codes", ["codes_missing"]),
    ("winner=1; earthly", "nanning-fan", ["earthly_void"]),
    ("winner=1; codes=1m", "nanning-points", []),
]


@pytest.mark.parametrize(("circumstances", "rules", "expected"), WARNINGS)
def test_warnings(circumstances: str, rules: str, expected: list[str]) -> None:
    """A-04, A-45, NN-30: what is odd is said, and the hand is scored."""
    hand = Hand.parse("123m567p34s88p [pon FFF from 2] + 5s")
    result = score(hand, Circumstances.parse(circumstances), RuleSet.load(rules))
    assert result.result == "win"
    assert [warning.name for warning in result.warnings] == expected


def test_an_unknown_feeder_leaves_kong_money_out() -> None:
    hand = Hand.parse("123m567p34s88p [2222p] + 5s")
    result = score(hand, Circumstances.parse("self_draw"))
    assert [warning.name for warning in result.warnings] == ["kong_feeder_unknown"]
    assert result.payments == (9, -3, -3, -3)


TOLD_FEEDERS = [
    # One of the two kongs is the flower's, the other's feeder stays unknown.
    ("[2222p] [7777s]", 19, 1),
    # The flower's kong names its feeder already.
    ("[kan 2222p open from 3] [7777s]", 19, 1),
    ("[kan 2222p open from 1] [7777s]", 20, 0),
]


@pytest.mark.parametrize(("melds", "gain", "unknown"), TOLD_FEEDERS)
def test_the_feeder_of_a_flower_is_that_of_one_kong(melds: str, gain: int, unknown: int) -> None:
    """PT-01a, PT-10a: what is not paid for is always said."""
    hand = Hand.parse(f"12m55p [pon 333s from 1] {melds} + 3m")
    result = score(hand, Circumstances.parse("self_draw; kong_flower_exposed; kong_fed_by=3"))
    assert result.payments is not None
    assert result.payments[0] == gain
    assert [warning.name for warning in result.warnings] == ["kong_feeder_unknown"] * unknown


def test_the_feeder_of_the_winners_kong_is_not_that_of_anothers() -> None:
    c = Circumstances.parse(
        "self_draw; kong_flower_exposed; kong_fed_by=3; melds_of_2=[kan 9999s open]"
    )
    result = score(Hand.parse("12m55p [pon 333s from 1] [222p] [7777s] + 3m"), c)
    assert [warning.name for warning in result.warnings] == ["kong_feeder_unknown"]


def test_a_robbed_kong_without_a_winning_tile() -> None:
    result = score(Hand.parse("123m567p345s88p [pon FFF from 2]"), Circumstances(robbed=3))
    assert result.payments == (9, 0, 0, -9)
    assert [warning.name for warning in result.warnings] == ["winning_tile_unknown"]


def test_another_players_kong_without_a_feeder() -> None:
    c = Circumstances.parse("winner=1; discard_by=2; melds_of_3=[2222s]")
    hand = Hand.parse("123m567p34s88p [pon FFF from 2] + 5s")
    assert [warning.name for warning in score(hand, c).warnings] == ["kong_feeder_unknown"]
    drawn = Circumstances.parse("exhaustive_draw; melds_of_3=[2222s]")
    assert [warning.name for warning in score(Hand(), drawn).warnings] == ["kong_feeder_unknown"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("exhaustive_draw; self_draw", ["draw_contradiction"]),
        ("exhaustive_draw; melds_of_1=[kan 111m2m open from 0]", ["bad_meld"]),
    ],
)
def test_a_drawn_hand_that_contradicts_itself(text: str, names: list[str]) -> None:
    result = score(Hand(), Circumstances.parse(text))
    assert result.result == "error"
    assert [problem.name for problem in result.problems] == names


def test_seats_are_0_to_3() -> None:
    with pytest.raises(UserError, match="not 4"):
        Circumstances(dealer=4)
    for hands in ({}, {5: Hand()}):
        with pytest.raises(UserError, match="0 to 3"):
            score(hands)


def test_each_of_several_winners_needs_a_hand() -> None:
    c = Circumstances.parse("winner=1+2; discard_by=3")
    with pytest.raises(UserError, match="hand of each"):
        score(Hand.parse("123m567p34s88p [pon FFF from 3] + 5s"), c)


def test_only_the_nearest_winner_is_paid() -> None:
    """A-20: the other winner is told why there is nothing."""
    hands = {
        1: Hand.parse("123m567p34s88p [pon FFF from 3] + 5s"),
        2: Hand.parse("444m66p55s [pon EEE from 3] [pon 111s from 1] + 5s"),
    }
    c = Circumstances.parse("winner=1+2; discard_by=3; option:points.multi_win=nearest")
    result = score(hands, c)
    assert result.payments == (0, 2, 0, -2)
    assert [(line.rule_id, line.seat) for line in result.lines if line.part == "payer"] == [
        ("A-20", 2)
    ]
