"""What a score says: both columns, lines, transfers, next dealer, text and JSON."""

import json

import pytest

from scoring import BothColumns, Circumstances, Hand, RuleSet, Score, Tile, score, score_many

EXAMPLE = Hand.parse("222p777s333m88m99s + 8m")
OPEN = Hand.parse("123m567p34s88p [pon FFF from 2] + 5s")
FED_NINE = Hand.parse("34s88p [pon FFF from 2] [pon 222m from 2] [pon 777m from 2] + 5s")


def scored(hand: Hand, circumstances: str, rules: str = "nanning-points") -> Score:
    return score(hand, Circumstances.parse(circumstances), RuleSet.load(rules))


def test_the_manner_known() -> None:
    result = scored(EXAMPLE, "self_draw")
    assert result.payments == (30, -10, -10, -10)
    assert [(line.rule_id, line.value, line.column) for line in result.lines] == [
        ("PT-06", 6, None),
        ("PT-04", 4, None),
    ]


def test_both_columns() -> None:
    result = scored(EXAMPLE, "winner=2; dealer=1")
    assert result.payments == BothColumns(
        (-10, -10, 30, -10),
        ((0, (-9, 0, 9, 0)), (1, (0, -9, 9, 0)), (3, (0, 0, 9, -9))),
    )
    assert [(line.rule_id, line.value, line.column) for line in result.lines] == [
        ("PT-06", 6, "self_draw"),
        ("PT-04", 4, "self_draw"),
        ("PT-06", 9, "discard"),
    ]
    assert result.to_json()["payments"] == {
        "self_draw": [-10, -10, 30, -10],
        "discard": {"0": [-9, 0, 9, 0], "1": [0, -9, 9, 0], "3": [0, 0, 9, -9]},
    }


def test_both_columns_with_codes_on_the_self_draw_alone() -> None:
    """CODE-02: codes go with the self-draw."""
    result = scored(OPEN, "winner=1; codes=2m6m3s4s")
    assert isinstance(result.payments, BothColumns)
    assert result.payments.self_draw == (-9, 27, -9, -9)
    assert dict(result.payments.discard)[3] == (0, 2, 0, -2)
    assert result.warnings == ()


def test_both_columns_with_a_feeder() -> None:
    """NN-13: who pays depends on the discarder only where the house says so."""
    result = scored(FED_NINE, "winner=1", "nanning-fan")
    assert isinstance(result.payments, BothColumns)
    assert result.payments.self_draw == (0, 9, -9, 0)
    assert {row for _, row in result.payments.discard} == {(0, 2, -2, 0)}


def test_the_winning_tile_need_not_be_known() -> None:
    hand = Hand.parse("222p777s333m888m99s")
    assert scored(hand, "self_draw").payments == (30, -10, -10, -10)
    assert scored(hand, "").payments == scored(EXAMPLE, "").payments


def test_who_pays_whom_and_why() -> None:
    hand = Hand.parse("345678m1m [pon 222m from 3] [kan 9999m concealed] + 1m")
    result = scored(hand, "winner=1; self_draw; codes=2p3m4s8p")
    assert [(t.payer, t.payee, t.amount, t.reason) for t in result.transfers] == [
        *((payer, 1, 6, "win") for payer in (0, 2, 3)),
        *((payer, 1, 6, "codes") for payer in (0, 2, 3)),
        *((payer, 1, 1, "kong") for payer in (0, 2, 3)),
    ]
    assert [line.rule_id for line in result.lines] == ["PT-05", "CODE-09", "PT-01c"]
    assert "2p" in result.lines[1].why.zh


def test_the_example_of_a_loser_who_catches() -> None:
    """CODE-11 to CODE-15: the pot of 12, shared."""
    result = scored(OPEN, "winner=0; self_draw; codes=1s2m3s4s; catcher=1", "guangxi-codes")
    assert result.payments == (6, -2, -2, -2)
    to_catcher = [t.amount for t in result.transfers if t.payee == 1]
    from_catcher = [t.amount for t in result.transfers if t.payer == 1]
    assert (sum(to_catcher), sum(from_catcher)) == (2, 4)


@pytest.mark.parametrize("codes", range(9))
@pytest.mark.parametrize("catcher", [0, 1])
def test_the_code_formula(codes: int, catcher: int) -> None:
    """CODE-18 for any number of codes: winner units pay loser units."""
    hits = [Tile.M5, Tile.M9, Tile.P1, Tile.P9, Tile.S1, Tile.S9, Tile.EAST, Tile.RED]
    misses = [Tile.M4, Tile.P2, Tile.P3, Tile.P4, Tile.S2, Tile.S6, Tile.SOUTH, Tile.NORTH]
    for k in range(codes + 1):
        c = Circumstances(
            self_draw=True, codes=tuple(hits[:k] + misses[: codes - k]), catcher=catcher
        )
        payments = score(OPEN, c, RuleSet.load("guangxi-codes")).payments
        if catcher == 0 or not codes:
            assert payments == (3 * (k + 1), -(k + 1), -(k + 1), -(k + 1))
        else:
            expected = (codes - k + 3, 3 * k - codes - 1, -(k + 1), -(k + 1))
            assert payments == expected


NEXT_DEALER = [
    ("winner=2; self_draw", 2),
    ("winner=0; discard_by=3", 0),
    ("exhaustive_draw; dealer=3", 3),
    ("exhaustive_draw; dealer=3; last_drawer=1; option:dealer.draw=last_drawer", 1),
    ("exhaustive_draw; dealer=3; option:dealer.draw=last_drawer", None),
]


@pytest.mark.parametrize(("circumstances", "dealer"), NEXT_DEALER)
def test_next_dealer(circumstances: str, dealer: int | None) -> None:
    """NN-03, A-43."""
    assert scored(OPEN, circumstances, "nanning-fan").next_dealer == dealer


@pytest.mark.parametrize(("choice", "dealer"), [("discarder", 0), ("nearest", 1)])
def test_next_dealer_after_several_winners(choice: str, dealer: int) -> None:
    """A-43."""
    hands = {1: OPEN, 3: Hand.parse("444m66p55s [pon EEE from 2] [pon 111s from 1] + 5s")}
    c = Circumstances.parse(f"discard_by=0; option:dealer.multi_win={choice}")
    assert score(hands, c).next_dealer == dealer


def test_equal_readings_are_settled_the_same_way_each_time() -> None:
    """A-06: of equal readings the first counts; here pons and runs are priced alike."""
    c = Circumstances.parse("self_draw; option:points.all_pons=0; option:points.menqing=3")
    hand = Hand.parse("111222333m55p66s + 6s")
    assert [line.rule_id for line in score(hand, c).lines] == ["PT-06", "PT-04"]
    assert score(hand, c) == score(hand, c)


def test_a_reading_without_pons_may_pay_more() -> None:
    """A-06: a house where a plain hand is dearer than all pons."""
    c = Circumstances.parse("discard_by=1; option:points.all_pons=1; option:points.plain=5")
    assert score(Hand.parse("111222333m55p66s + 6s"), c).payments == (5, -5, 0, 0)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_text(language: str) -> None:
    result = scored(FED_NINE, "winner=1; self_draw; declared_ready", "nanning-fan")
    text = result.text(language)
    assert {"zh": "包胡", "en": "The feeder of nine tiles pays"}[language] in text
    assert FED_NINE.text in text
    assert "4×3=12" in text
    assert "1: +12" in text


def test_text_of_a_hand_that_is_wrong_or_far() -> None:
    assert "five_copies" not in scored(Hand.parse("55555m123p456s77s"), "").text("zh")
    assert "五万" in scored(Hand.parse("55555m123p456s777s"), "").text("zh")
    far = scored(Hand.parse("123m456p789s1155s + 9m"), "").text("en")
    assert "waiting for 15s" in far
    assert "not a win" in far


RESULTS = [
    (OPEN, "winner=1; self_draw"),
    (OPEN, "winner=1"),
    (OPEN, "winner=1; discard_by=1"),
    (Hand.parse("123m456p789s1155s + 9m"), "winner=1"),
    (Hand.parse("123m456p789s1155s9m"), "winner=1"),
    (Hand(), "exhaustive_draw; melds_of_2=[kan 1111m concealed]"),
    (OPEN, "winner=1; self_draw; codes=2m; catcher=2"),
]


@pytest.mark.parametrize(("hand", "circumstances"), RESULTS)
def test_json_round_trip(hand: Hand, circumstances: str) -> None:
    result = scored(hand, circumstances)
    value = json.loads(json.dumps(result.to_json(), ensure_ascii=False))
    assert Score.from_json(value) == result
    top = ["rules", "result", "lines", "payments", "transfers", "warnings", "problems"]
    assert list(value)[:7] == top


def test_many_hands_at_once() -> None:
    hands = [EXAMPLE, OPEN, Hand.parse("123m"), EXAMPLE]
    c = Circumstances.parse("self_draw")
    results = list(score_many(hands, c))
    assert [r.result for r in results] == ["win", "win", "error", "win"]
    assert results == [score(hand, c) for hand in hands]
