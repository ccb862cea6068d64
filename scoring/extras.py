"""What comes on top of a win: codes (catalogue section 2) and fishing (NN-30 to NN-34)."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.circumstances import Circumstances
from scoring.codes import CodeHits, fish_hits, owned, position
from scoring.lines import code_line, fishing_line
from scoring.result import Line, Transfer
from scoring.ruleset import RuleSet
from scoring.settle import KongFee, Share
from scoring.win import DISCARD, ROBBED, Win
from scoring.words import Words


class Extras(NamedTuple):
    lines: list[Line]
    transfers: list[Transfer]


def extras_of(
    seat: int, win: Win, shares: list[Share], fees: list[KongFee], c: Circumstances, rules: RuleSet
) -> Extras:
    """Codes and fishing on top of a win's shares."""
    extras = Extras([], [])
    if codes_are_drawn(win, c, rules):
        hits = caught(seat, c, rules)
        extras.lines.append(code_line(seat, hits))
        extras.transfers.extend(code_transfers(seat, shares, fees, hits, rules))
    if fishing_applies(win, c, rules):
        by_owner, tiles = fish_hits(c.fish, seat, c.dealer, rules)
        extras.lines.append(fishing_line(seat, tiles, win.manner == DISCARD))
        extras.transfers.extend(fishing_transfers(seat, shares, by_owner, rules))
    return extras


def codes_are_drawn(win: Win, c: Circumstances, rules: RuleSet) -> bool:
    """CODE-02: after a self-draw; A-45 for a robbed kong and what PT counts as a discard."""
    if not c.codes or win.manner == DISCARD:
        return False
    if rules["codes.short_wall"] == "none" and len(c.codes) < rules.number("codes.n"):
        return False
    as_discard = rules["system"] == "points" and win.flower == "exposed"
    if win.manner == ROBBED or as_discard:
        return rules["codes.after_rob"] is True
    return True


def caught(winner: int, c: Circumstances, rules: RuleSet) -> CodeHits:
    """The codes that belong to the winner's position, and who caught them (A-04)."""
    hit = owned(c.codes, position(winner, c.dealer), rules)
    catcher = code_catcher(winner, c, rules)
    return CodeHits(catcher, len(hit), len(c.codes) - len(hit), hit)


def code_catcher(winner: int, c: Circumstances, rules: RuleSet) -> int:
    mode = rules["codes.catcher_mode"]
    others_may = mode == "any" or (mode == "dealer_only" and winner == c.dealer)
    return c.catcher if c.catcher is not None and others_may else winner


def fishing_applies(win: Win, c: Circumstances, rules: RuleSet) -> bool:
    """NN-30, NN-31, and A-38 for a discard win."""
    if rules["system"] != "nanning_fan" or not c.fish or c.prev_hand_won is False:
        return False
    return win.manner != DISCARD or rules["fish.on_discard"] == "same"


def fishing_transfers(
    winner: int, shares: Iterable[Share], hits: dict[int, int], rules: RuleSet
) -> list[Transfer]:
    """Each hit pays a share again, or one 张 more (A-37). `hits` is by the share's owner."""
    flat = rules["fish.pay"] == "flat_units"
    transfers = []
    for share in shares:
        k = hits[share.owner]
        amount = k * (1 if flat else share.amount)
        if amount:
            text = f"{k}×{1 if flat else share.amount}={amount}"
            words = Words(f"钓中 {k} 张：{text}", f"{k} hits: {text}")
            transfers.append(Transfer(share.payer, winner, amount, "fishing", words))
    return transfers


def code_transfers(
    winner: int, shares: list[Share], fees: Iterable[KongFee], hits: CodeHits, rules: RuleSet
) -> list[Transfer]:
    """The code formula (catalogue section 2) as payments beyond the ordinary ones.

    Each hit is one more winner, held by the catcher: every other loser pays him again. Each
    miss is one more loser, held by a catcher who lost: he pays the winner again.
    """
    lost = hits.catcher != winner
    units = [(share.owner, share.payer, _code_unit(share, rules)) for share in shares]
    missed = [units[0][2]] if units else []
    if rules["codes.include_kongs"] is True:
        own = [fee for fee in fees if fee.payee == winner]
        units += [(fee.payer, fee.payer, fee.amount) for fee in own]
        missed += [f.amount for f in own if f.meld.is_concealed and f.payer == hits.catcher]
    transfers = [
        _code_transfer(payer, hits.catcher, hits.hits, unit, _HIT)
        for owner, payer, unit in units
        if not (lost and hits.catcher in (owner, payer))
    ]
    if lost:
        transfers += [
            _code_transfer(hits.catcher, winner, hits.misses, unit, _MISS) for unit in missed
        ]
    return [transfer for transfer in transfers if transfer.amount]


_HIT = Words("中码", "code hits")
_MISS = Words("没中的码", "code misses")


def _code_unit(share: Share, rules: RuleSet) -> int:
    """What one code is worth (A-02)."""
    if rules["codes.unit"] == "win_payment":
        return share.amount
    return rules.number("points.base") if rules["system"] == "points" else 1


def _code_transfer(payer: int, payee: int, times: int, unit: int, what: Words) -> Transfer:
    text = f"{times}×{unit}={times * unit}"
    words = Words(f"{what.zh} {times} 张：{text}", f"{times} {what.en}: {text}")
    return Transfer(payer, payee, times * unit, "codes", words)
