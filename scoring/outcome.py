"""Settling a win, a drawn hand or a false win whose circumstances are known and sound."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.circumstances import Circumstances
from scoring.extras import extras_of
from scoring.fan import price_fan
from scoring.hand import Meld, MeldKind
from scoring.lines import hand_lines, kong_lines, payer_line, unpaid_line
from scoring.manner import Winner, melds_as_told, win_of
from scoring.notices import code_warnings, fish_warnings, hand_warnings, others_warnings
from scoring.points import price_points
from scoring.problems import Problem
from scoring.result import Line, SeatAmounts, Transfer, merge_transfers, sum_transfers
from scoring.ruleset import RuleSet
from scoring.settle import KongFee, kong_fees, kong_transfers, win_shares, win_transfers
from scoring.tiles import Tile
from scoring.win import Part, Win, total
from scoring.words import Words


class Outcome(NamedTuple):
    """What a hand came to."""

    lines: tuple[Line, ...]
    transfers: tuple[Transfer, ...]
    payments: SeatAmounts
    warnings: tuple[Problem, ...] = ()
    next_dealer: int | None = None


def settle_wins(
    winners: tuple[Winner, ...], c: Circumstances, rules: RuleSet, robbed_tile: Tile | None = None
) -> Outcome:
    """What the winners are paid. The manner of the win is known and nothing contradicts.

    `robbed_tile` is the tile of a robbed kong, which is not paid for (PT-12a).
    """
    lines: list[Line] = []
    transfers: list[Transfer] = []
    warnings: list[Problem] = []
    fees = table_fees(winners, c, rules, robbed_tile)
    paid = _paid_winners(winners, c, rules)
    for winner in winners:
        win, parts = best_price(winner, c, rules, len(winners))
        lines += hand_lines(winner.seat, parts)
        warnings += hand_warnings(winner.seat, winner.melds, win, c, rules)
        if winner.seat in paid:
            shares, rule = win_shares(winner.seat, win, total(parts), winner.melds, c, rules)
            lines += [payer_line(winner.seat, rule, shares)] if rule else []
            transfers += win_transfers(winner.seat, shares)
            extras = extras_of(winner.seat, win, shares, fees, c, rules)
            lines += extras.lines
            transfers += extras.transfers
        else:
            lines.append(unpaid_line(winner.seat, paid[0], "A-20" if c.robbed is None else "A-40"))
        warnings += code_warnings(winner.seat, win, c, rules) + fish_warnings(win, c, rules)
    warnings += others_warnings(c, rules)
    lines += kong_lines(fees)
    transfers = merge_transfers([*transfers, *kong_transfers(fees)])
    return Outcome(
        tuple(lines),
        tuple(transfers),
        sum_transfers(transfers),
        tuple(dict.fromkeys(warnings)),
        next_dealer(c, rules),
    )


def settle_draw(winners: tuple[Winner, ...], c: Circumstances, rules: RuleSet) -> Outcome:
    """A hand that nobody won: kong money only, as A-21 says."""
    keep = rules["kong.on_draw"] == "keep"
    fees = table_fees(winners, c, rules, None) if keep else []
    transfers = merge_transfers(kong_transfers(fees))
    keep_dealer = rules["dealer.draw"] == "keep"
    dealer = c.dealer if keep_dealer else c.last_drawer
    dealer = None if rules["system"] == "codes" else dealer
    return Outcome(
        tuple(kong_lines(fees)),
        tuple(transfers),
        sum_transfers(transfers),
        tuple(others_warnings(c, rules)),
        dealer,
    )


def best_price(
    winner: Winner, c: Circumstances, rules: RuleSet, winners: int
) -> tuple[Win, tuple[Part, ...]]:
    """The reading that pays most; of equal ones the first (A-06)."""
    best: tuple[Win, tuple[Part, ...]] | None = None
    for shape in winner.shapes:
        win = win_of(winner, shape, c, rules, winners)
        parts = price(win, rules)
        if best is None or total(parts) > total(best[1]):
            best = win, parts
    assert best is not None
    return best


def price(win: Win, rules: RuleSet) -> tuple[Part, ...]:
    """The parts of what one share of the win costs, capped as A-47 says."""
    if rules["system"] == "codes":
        return (Part("A-02", 1, Words("单算码：一家付一倍", "codes alone: one unit a payer")),)
    parts = price_points(win, rules) if rules["system"] == "points" else price_fan(win, rules)
    cap = rules["limits.cap"]
    if isinstance(cap, int) and total(parts) > cap:
        why = Words(f"封顶 {cap}", f"capped at {cap}")
        parts = (*parts, Part("A-47", cap - total(parts), why))
    return parts


def table_fees(
    winners: Iterable[Winner], c: Circumstances, rules: RuleSet, robbed_tile: Tile | None
) -> list[KongFee]:
    """The kong money of everyone at the table, but for a robbed kong (PT-12a)."""
    fees = []
    for winner in winners:
        fees += kong_fees(winner.seat, melds_as_told(winner.melds, c), rules)
    for seat, melds in c.melds_of:
        if seat == c.robbed:
            melds = tuple(m for m in melds if not _is_robbed(m, robbed_tile))
        fees += kong_fees(seat, melds, rules)
    return fees


def _is_robbed(meld: Meld, tile: Tile | None) -> bool:
    return meld.kind is MeldKind.ADDED_KAN and (tile is None or tile in meld.tiles)


def _paid_winners(winners: tuple[Winner, ...], c: Circumstances, rules: RuleSet) -> tuple[int, ...]:
    """The seats that are paid: all, or the nearest after the loser (A-20, A-40)."""
    seats = tuple(winner.seat for winner in winners)
    loser = c.robbed if c.robbed is not None else c.discard_by
    if len(seats) == 1 or loser is None:
        return seats
    if rules["system"] == "points":
        who = rules["points.multi_win"]
    else:
        who = rules["nn.multi_rob"] if c.robbed is not None else "all"
    return (nearest(loser, seats),) if who == "nearest" else seats


def nearest(loser: int, seats: Iterable[int]) -> int:
    """The one of `seats` that comes first in turn order after `loser`."""
    return min(seats, key=lambda seat: (seat - loser) % 4)


def next_dealer(c: Circumstances, rules: RuleSet) -> int | None:
    """NN-03: the winner deals; several winners as A-43 says. Codes alone do not say."""
    if rules["system"] == "codes":
        return None
    if len(c.winners) == 1:
        return c.winners[0]
    loser = c.robbed if c.robbed is not None else c.discard_by
    if loser is None or rules["dealer.multi_win"] == "discarder":
        return loser
    return nearest(loser, c.winners)
