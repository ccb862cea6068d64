"""A win that was none (A-24)."""

from scoring.catalogue import items
from scoring.hand import SEATS
from scoring.outcome import Outcome
from scoring.result import Line, Transfer, sum_transfers
from scoring.ruleset import RuleSet
from scoring.words import Words


def settle_false_win(seats: tuple[int, ...], rules: RuleSet) -> Outcome | None:
    """The fine of the false winners at `seats`; None where the house has none."""
    fine = rules.number("false_win_points")
    if rules["false_win"] == "none" or not fine:
        return None
    text = Words(f"诈胡赔每家 {fine}", f"a false win: {fine} to each")
    transfers = tuple(
        Transfer(seat, other, fine, "false_win", text)
        for seat in seats
        for other in SEATS
        if other != seat
    )
    name = items()["A-24"].name
    lines = tuple(Line("A-24", name, -3 * fine, text, "false_win", seat) for seat in seats)
    return Outcome(lines, transfers, sum_transfers(transfers))
