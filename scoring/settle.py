"""Who pays whom: the shares of a win, kong money, codes and fishing."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.circumstances import Circumstances
from scoring.hand import SEATS, Meld, MeldKind
from scoring.manner import flower_feeder
from scoring.result import Transfer
from scoring.ruleset import RuleSet
from scoring.win import DISCARD, ROBBED, Win
from scoring.words import Words


class Share(NamedTuple):
    """One payment for a win: whose share it is, who pays it, how much."""

    owner: int
    payer: int
    amount: int


class KongFee(NamedTuple):
    """What one kong costs one player."""

    rule_id: str
    payer: int
    payee: int
    amount: int
    meld: Meld


def nine_tile_feeder(winner: int, melds: tuple[Meld, ...], rules: RuleSet) -> int | None:
    """NN-13: the player who fed nine exposed tiles, that is three melds."""
    feeders = [meld.fed_by for meld in melds if not meld.is_concealed]
    if len(feeders) < 3:
        return None
    if rules["nn.baohu_who"] == "third_meld_feeder":
        return feeders[2] if feeders[2] != winner else None
    return next(
        (seat for seat in SEATS if seat != winner and feeders.count(seat) >= 3),
        None,
    )


def win_shares(
    winner: int, win: Win, value: int, melds: tuple[Meld, ...], c: Circumstances, rules: RuleSet
) -> tuple[list[Share], str | None]:
    """The shares of a win, and the rule that moves them to another payer, if one does."""
    losers = [seat for seat in SEATS if seat != winner]
    fan = rules["system"] == "nanning_fan"
    if win.manner == ROBBED:
        assert c.robbed is not None
        owners = losers if fan else [c.robbed]
        rule = "NN-15b" if fan else None
        return [Share(owner, c.robbed, value) for owner in owners], rule
    feeder = nine_tile_feeder(winner, melds, rules) if fan else None
    if win.manner == DISCARD:
        assert c.discard_by is not None
        return _discard_shares(c.discard_by, feeder, value, rules)
    if feeder is not None:
        return [Share(owner, feeder, value) for owner in losers], "NN-13"
    if win.flower == "exposed" and rules["system"] != "codes":
        kong_feeder = flower_feeder(melds, c)
        if rules["system"] == "points":
            assert kong_feeder is not None
            return [Share(kong_feeder, kong_feeder, value)], "PT-10a"
        if rules["nn.exposed_kong_flower"] == "feeder_x3" and kong_feeder is not None:
            return [Share(owner, kong_feeder, value) for owner in losers], "NN-11"
    return [Share(owner, owner, value) for owner in losers], None


def _discard_shares(
    discarder: int, feeder: int | None, value: int, rules: RuleSet
) -> tuple[list[Share], str | None]:
    shares = [Share(discarder, discarder, value)]
    if feeder in (None, discarder) or rules["nn.baohu_discard"] == "discarder":
        return shares, None
    assert feeder is not None
    if rules["nn.baohu_discard"] == "both":
        return [*shares, Share(feeder, feeder, value)], "NN-13"
    return [Share(discarder, feeder, value)], "NN-13"


def win_transfers(winner: int, shares: Iterable[Share]) -> list[Transfer]:
    """One transfer for each payer."""
    by_payer: dict[int, list[int]] = {}
    for share in shares:
        by_payer.setdefault(share.payer, []).append(share.amount)
    transfers = []
    for payer, amounts in by_payer.items():
        times = f"{amounts[0]}×{len(amounts)}={sum(amounts)}"
        text = times if len(amounts) > 1 else str(amounts[0])
        transfers.append(Transfer(payer, winner, sum(amounts), "win", Words(text, text)))
    return transfers


def kong_fees(seat: int, melds: Iterable[Meld], rules: RuleSet) -> list[KongFee]:
    """What the kongs of `seat` bring (PT-01a to PT-01c, NN-20). None under codes alone."""
    if rules["system"] == "codes":
        return []
    points = rules["system"] == "points"
    base = rules.number("points.base") if points else 1
    others = [other for other in SEATS if other != seat]
    fees = []
    for meld in melds:
        if meld.kind is MeldKind.CONCEALED_KAN:
            rule, amount, payers = "PT-01c", rules.number("kong.concealed"), others
        elif meld.kind is MeldKind.ADDED_KAN and rules["kong.added_payer"] == "all_three":
            rule, amount, payers = "PT-01b", rules.number("kong.open"), others
        elif meld.kind.is_kan:
            rule = "PT-01b" if meld.kind is MeldKind.ADDED_KAN else "PT-01a"
            amount = rules.number("kong.open")
            payers = [] if meld.fed_by in (None, seat) else [meld.fed_by]
        else:
            continue
        rule = rule if points else "NN-20"
        fees += [KongFee(rule, payer, seat, amount * base, meld) for payer in payers]
    return [fee for fee in fees if fee.amount]


def kong_transfers(fees: Iterable[KongFee]) -> list[Transfer]:
    transfers = []
    for fee in fees:
        name = fee.meld.kind.words
        tiles = "".join(tile.text for tile in fee.meld.tiles[:1])
        words = Words(f"{name.zh} {tiles}：{fee.amount}", f"{name.en} of {tiles}: {fee.amount}")
        transfers.append(Transfer(fee.payer, fee.payee, fee.amount, "kong", words))
    return transfers
