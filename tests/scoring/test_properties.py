"""What holds for every hand, whatever the circumstances and the house rules."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from scoring import Circumstances, Hand, Meld, RuleSet, Score, Tile, readings, score, score_many
from scoring.catalogue import options
from scoring.manner import Winner, win_of
from scoring.outcome import price
from scoring.result import BothColumns, sum_transfers
from scoring.win import total
from tests.scoring.strategies import raw_values, situations, winning_hands

Situation = tuple[Hand, Circumstances, RuleSet]
many = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def payment_rows(result: Score) -> list[tuple[int, ...]]:
    payments = result.payments
    assert payments is not None, result.problems
    if isinstance(payments, BothColumns):
        return [payments.self_draw, *(row for _, row in payments.discard)]
    return [payments]


@many
@given(situations())
def test_payments_sum_to_zero(situation: Situation) -> None:
    """VAL-07."""
    result = score(*situation)
    assert result.result == "win"
    assert all(sum(row) == 0 for row in payment_rows(result))


@many
@given(situations())
def test_transfers_add_up_to_the_payments(situation: Situation) -> None:
    result = score(*situation)
    if isinstance(result.payments, BothColumns):
        drawn = [t for t in result.transfers if t.column == "self_draw"]
        assert sum_transfers(drawn) == result.payments.self_draw
        for seat, row in result.payments.discard:
            assert sum_transfers([t for t in result.transfers if t.discarder == seat]) == row
    else:
        assert sum_transfers(result.transfers) == result.payments


@many
@given(situations())
def test_hand_lines_add_up_to_one_share(situation: Situation) -> None:
    result = score(*situation)
    wins = [t for t in result.transfers if t.reason == "win"]
    for column in {line.column for line in result.lines}:
        share = sum(x.value for x in result.lines if x.part == "hand" and x.column == column)
        amounts = [t.amount for t in wins if t.column == column]
        assert all(amount % share == 0 for amount in amounts) if share else not any(amounts)


def rotated(seat: int | None, by: int) -> int | None:
    return None if seat is None else (seat + by) % 4


def rotate(hand: Hand, c: Circumstances, by: int) -> tuple[Hand, Circumstances]:
    melds = tuple(Meld(m.kind, m.tiles, rotated(m.fed_by, by)) for m in hand.melds)
    turned = replace(
        c,
        dealer=(c.dealer + by) % 4,
        winner=(c.winners[0] + by) % 4,
        discard_by=rotated(c.discard_by, by),
        robbed=rotated(c.robbed, by),
        catcher=rotated(c.catcher, by),
    )
    return replace(hand, melds=melds), turned


@many
@given(situations(), st.integers(1, 3))
def test_the_numbering_of_seats_does_not_matter(situation: Situation, by: int) -> None:
    hand, c, rules = situation
    expected = score(hand, c, rules).payments
    got = score(*rotate(hand, c, by), rules).payments
    assert expected is not None
    assert got is not None
    if isinstance(expected, BothColumns):
        assert isinstance(got, BothColumns)
        assert turn(got.self_draw, by) == expected.self_draw
        rows = dict(got.discard)
        assert all(turn(rows[(seat + by) % 4], by) == row for seat, row in expected.discard)
    else:
        assert not isinstance(got, BothColumns)
        assert turn(got, by) == expected


def turn(row: tuple[int, ...], by: int) -> tuple[int, ...]:
    return tuple(row[(seat + by) % 4] for seat in range(4))


@many
@given(situations(), st.randoms(use_true_random=False))
def test_the_order_of_tiles_does_not_matter(situation: Situation, random: st.DataObject) -> None:
    hand, c, rules = situation
    concealed = list(hand.concealed)
    random.shuffle(concealed)  # type: ignore[attr-defined]
    other = replace(hand, concealed=tuple(concealed), flowers=(Tile.PLUM, Tile.AUTUMN))
    assert score(other, c, rules).payments == score(hand, c, rules).payments
    assert score(other, c, rules).lines == score(hand, c, rules).lines


@many
@given(situations(), st.permutations([0, 9, 18]))
def test_the_suits_are_alike(situation: Situation, order: list[int]) -> None:
    hand, c, rules = situation

    def other(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(Tile(order[t // 9] + t % 9) if t < Tile.EAST else t for t in tiles)

    melds = tuple(Meld(m.kind, other(m.tiles), m.fed_by) for m in hand.melds)
    assert hand.winning_tile is not None
    swapped = Hand(other(hand.concealed), melds, (), other((hand.winning_tile,))[0])
    c_swapped = replace(c, codes=other(c.codes), fish=other(c.fish))
    assert score(swapped, c_swapped, rules).payments == score(hand, c, rules).payments


@many
@given(situations())
@example((Hand.parse("111222333m55p66s + 6s"), Circumstances(self_draw=True), RuleSet.default()))
@example((Hand.parse("223344m556677p8s + 8s"), Circumstances(self_draw=True), RuleSet.default()))
def test_no_single_reading_pays_more(situation: Situation) -> None:
    """A-06: the score is never below that of any way to cut the hand."""
    hand, c, rules = situation
    if not c.manner_known:
        c = replace(c, self_draw=True)
    result = score(hand, c, rules)
    best = sum(line.value for line in result.lines if line.part == "hand")
    found = readings(hand)
    assert found
    for reading in found:
        winner = Winner(c.winners[0], (reading.shape,), hand.melds)
        assert total(price(win_of(winner, reading.shape, c, rules, 1), rules)) <= best


@many
@given(situations())
def test_json_and_text_round_trip(situation: Situation) -> None:
    hand, c, rules = situation
    result = score(hand, c, rules)
    assert Score.from_json(json.loads(json.dumps(result.to_json()))) == result
    assert Circumstances.parse(c.text) == c
    assert Circumstances.from_json(json.loads(json.dumps(c.to_json()))) == c
    assert Hand.parse(hand.text) == hand
    for language in ("zh", "en"):
        text = result.text(language)
        assert all(line.name.in_language(language) in text for line in result.lines)


@many
@given(st.lists(winning_hands(), min_size=1, max_size=5), st.sampled_from(RuleSet.names()))
def test_many_hands_score_as_each_alone(hands: list[Hand], name: str) -> None:
    c, rules = Circumstances(winner=1, self_draw=True), RuleSet.load(name)
    # A mapping goes through every check; one hand alone may take the short way.
    assert list(score_many(hands, c, rules)) == [score({1: hand}, c, rules) for hand in hands]


EXCLUDES = [
    ("PT-06", "PT-07"),
    ("PT-06", "PT-08"),
    ("PT-06", "PT-09"),
    ("PT-06", "A-26"),
    ("PT-07", "PT-08"),
    ("PT-07", "PT-09"),
    ("PT-08", "PT-09"),
    ("PT-10a", "PT-10b"),
    ("PT-10b", "PT-11"),
    ("PT-11", "PT-12"),
    ("PT-13", "PT-14"),
    *(("PT-02", other) for other in ("PT-03", "PT-04", "PT-05", "PT-06", "PT-07", "PT-08")),
    *(("PT-03", other) for other in ("PT-04", "PT-05", "PT-06", "PT-07", "PT-08", "PT-13")),
    *(("PT-04", event) for event in ("PT-09", "PT-10b", "PT-11", "PT-12", "PT-13", "PT-14")),
    *(("NN-00", other) for other in ("NN-21", "NN-22", "PT-05", "PT-06", "PT-07", "PT-08")),
    *(("NN-10", other) for other in ("NN-11", "NN-12", "NN-15d", "NN-21")),
]
"""Items that never count together under the catalogue's defaults."""


@many
@given(situations())
def test_items_that_exclude_each_other(situation: Situation) -> None:
    """PT-02 to PT-14, NN-00 to NN-22: nothing is paid for twice."""
    hand, c, rules = situation
    lines = score(hand, c, RuleSet.load(rules.name)).lines
    for column in (None, "self_draw", "discard"):
        found = [line.rule_id for line in lines if line.column == column and line.part == "hand"]
        assert len(found) == len(set(found))
        assert not [pair for pair in EXCLUDES if set(pair) <= set(found)]


LINES_OF = {
    "limits.cap": {"A-47"},
    "points.base": {"PT-00", "PT-01a", "PT-01b", "PT-01c", "PT-10a"},
    "points.plain": {"PT-02", "PT-03", "NN-00"},
    "points.menqing": {"PT-04", "NN-21"},
    "points.pure": {"PT-05"},
    "points.all_pons": {"PT-06"},
    "points.seven_pairs": {"PT-07"},
    "points.big_seven_pairs": {"PT-08"},
    "points.quanqiuren": {"PT-09"},
    "points.kong_flower": {"PT-10a", "PT-10b"},
    "points.kong_discard": {"PT-11"},
    "points.rob": {"PT-12"},
    "points.last_tile": {"PT-13", "PT-14"},
    "points.menqing_stack": {"PT-04", "NN-21"},
    "points.seven_pairs_menqing": {"PT-04", "NN-21", "NN-00"},
    "points.menqing_on_events": {"PT-04"},
    "points.menqing_on_discard": {"PT-04", "PT-02"},
    "points.big_seven": {"PT-08"},
    "points.quanqiuren_pure": {"PT-05"},
    "points.quanqiuren_concealed_kong": {"PT-09", "PT-06"},
    "kong.open": {"PT-01a", "PT-01b", "NN-20"},
    "kong.concealed": {"PT-01c", "NN-20"},
    "kong.added_payer": {"PT-01b", "NN-20"},
    "nn.ting": {"NN-14"},
    "nn.floor": {"NN-10", "NN-11", "NN-12", "NN-15d"},
    "nn.gangchong": {"NN-22"},
    "nn.gangchong_units": {"NN-22"},
    "nn.baohu_discard": {"NN-13"},
    "nn.baohu_who": {"NN-13"},
    "nn.exposed_kong_flower": {"NN-11"},
    "fish.hit": {"NN-33", "NN-34"},
    "fish.pay": set(),
    "codes.unit": set(),
    "codes.include_kongs": set(),
    "codes.dragons": {"CODE-09", "CODE-10", "CODE-18", "NN-33", "NN-34"},
    "codes.catcher_mode": {"CODE-09", "CODE-10", "CODE-18"},
    "codes.after_rob": {"CODE-09", "CODE-10", "CODE-18"},
    "dealer.multi_win": set(),
    "kong.on_draw": set(),
}
"""The lines that each house rule may change, by rule id. A change of what a hand is worth also
changes what is made of it: the floor that is still missing, and who pays how much in all."""
FOLLOWING = {"NN-10", "NN-11", "NN-12", "NN-13", "NN-15b", "NN-15d", "NN-00", "PT-02", "PT-03"}
FOLLOWING |= {"PT-10a", "A-47"}


@pytest.mark.parametrize("key", LINES_OF)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(situation=situations(), data=st.data())
def test_a_house_rule_changes_only_its_own_lines(
    key: str, situation: Situation, data: st.DataObject
) -> None:
    hand, c, rules = situation
    # Another reading may pay most under the changed rules, and it has other lines.
    assume(len({reading.shape for reading in readings(hand)}) == 1)
    rules = RuleSet.load(rules.name)
    raw = data.draw(st.sampled_from(raw_values(options()[key])))
    before, after = score(hand, c, rules), score(hand, c, rules.with_options([(key, raw)]))
    lines = set(before.lines) ^ set(after.lines)
    assert {line.rule_id for line in lines} <= LINES_OF[key] | FOLLOWING
