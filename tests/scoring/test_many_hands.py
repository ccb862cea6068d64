"""Many random hands of every rule set: no error, zero-sum, explained, and priced a second time."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from scoring import MeldKind, RuleSet, Score, score
from scoring.result import BothColumns, Transfer, sum_transfers
from tests.scoring.chance import SEATS, Dealer, Situation
from tests.scoring.plain_points import payments

FEW, MANY, MANY_WITH_CHOWS = 1_500, 200_000, 20_000


def columns(result: Score) -> Iterator[tuple[tuple[int, ...], list[Transfer]]]:
    """Each row of payments with the transfers that make it up."""
    assert result.payments is not None
    if isinstance(result.payments, BothColumns):
        drawn = [t for t in result.transfers if t.column == "self_draw"]
        yield result.payments.self_draw, drawn
        for seat, row in result.payments.discard:
            yield row, [t for t in result.transfers if t.discarder == seat]
    else:
        yield result.payments, list(result.transfers)


def check_sums(result: Score) -> None:
    """VAL-07, and every payment is the sum of what is said about who pays whom."""
    for row, transfers in columns(result):
        assert sum(row) == 0
        assert sum_transfers(transfers) == row


def check_explanation(result: Score) -> None:
    """The lines add up to the transfers: shares, kongs, codes and fished tiles."""
    paid: dict[tuple[int, str], list[int]] = defaultdict(list)
    for transfer in result.transfers:
        paid[transfer.payee, transfer.reason].append(transfer.amount)
    for seat, _ in result.hands:
        lines = [line for line in result.lines if line.seat == seat]
        value = {part: sum(x.value for x in lines if x.part == part) for part in ("hand", "payer")}
        wins = paid[seat, "win"]
        others = any(line.part == "payer" for line in lines)
        assert sum(wins) == value["payer"] if others else set(wins) == {value["hand"]}
        for line in lines:
            if line.part == "codes" and line.rule_id != "CODE-18":
                assert sum(paid[seat, "codes"]) == (line.value - 1) * sum(wins)
            if line.part == "fishing":
                assert sum(paid[seat, "fishing"]) == line.value * sum(wins)
    kongs = sum(line.value for line in result.lines if line.part == "kong")
    assert kongs == sum(t.amount for t in result.transfers if t.reason == "kong")


def plainly(situation: Situation) -> tuple[int, ...] | BothColumns:
    """What the second implementation says, in the form of `Score.payments`."""
    hands, c = situation.hands, situation.circumstances
    if c.manner_known:
        return payments(hands, c)
    losers = [seat for seat in SEATS if seat not in hands]
    discard = tuple((seat, payments(hands, replace(c, discard_by=seat))) for seat in losers)
    return BothColumns(payments(hands, replace(c, self_draw=True)), discard)  # type: ignore[arg-type]


def check_one(situation: Situation, rules: RuleSet) -> None:
    result = score(situation.hands, situation.circumstances, rules)
    assert result.result == "win", (situation.text, result.problems)
    check_sums(result)
    if result.payments is not None and not isinstance(result.payments, BothColumns):
        check_explanation(result)
    if rules["system"] == "points":
        assert result.payments == plainly(situation), situation.text


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", RuleSet.names())
def test_random_hands(name: str, count: int) -> None:
    rules = RuleSet.load(name)
    dealer = Dealer(Random(f"{name} {count}"), str(rules["system"]))
    for _ in range(count):
        check_one(dealer.situation(), rules)


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY_WITH_CHOWS, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", RuleSet.names())
def test_random_hands_where_chows_are_allowed(name: str, count: int) -> None:
    """A-25."""
    rules = RuleSet.load(name).with_options([("melds.allow_chow", True)])
    dealer = Dealer(Random(f"chows {name} {count}"), str(rules["system"]), chows=True)
    with_chows = 0
    for _ in range(count):
        situation = dealer.situation()
        check_one(situation, rules)
        melds = [meld for hand in situation.hands.values() for meld in hand.melds]
        with_chows += any(meld.kind is MeldKind.CHOW for meld in melds)
    assert with_chows > count / 10
