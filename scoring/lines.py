"""The lines of a score: one for each rule that had a say, with its reason."""

from collections import Counter
from collections.abc import Iterable

from scoring.catalogue import items
from scoring.codes import CodeHits
from scoring.result import Line
from scoring.settle import KongFee, Share
from scoring.tiles import Tile, tiles_text
from scoring.win import Part
from scoring.words import Words


def _line(rule_id: str, value: int, why: Words, part: str, seat: int) -> Line:
    return Line(rule_id, items()[rule_id].name, value, why, part, seat)


def hand_lines(seat: int, parts: Iterable[Part]) -> list[Line]:
    """What makes up one share of the win at `seat`; the values add up to it."""
    return [_line(part.rule_id, part.amount, part.why, "hand", seat) for part in parts]


def payer_line(seat: int, rule_id: str, shares: list[Share]) -> Line:
    """Who pays instead of the usual payers."""
    by_payer = Counter(share.payer for share in shares)
    why = Words(
        "，".join(f"座位 {payer} 付 {number} 份" for payer, number in by_payer.items()),
        ", ".join(
            f"seat {payer} pays {number} share{'s' if number > 1 else ''}"
            for payer, number in by_payer.items()
        ),
    )
    return _line(rule_id, sum(share.amount for share in shares), why, "payer", seat)


def unpaid_line(seat: int, nearest: int, rule_id: str) -> Line:
    """A winner who goes without, because only the nearest one is paid."""
    why = Words(f"只付最近的座位 {nearest}", f"only the nearest winner, seat {nearest}, is paid")
    return _line(rule_id, 0, why, "payer", seat)


def code_line(seat: int, hits: CodeHits) -> Line:
    """How many codes hit; the value is the factor that a code hit makes of a payment."""
    k, factor = hits.hits, hits.hits + 1
    tiles = tiles_text(hits.hit_tiles) or "-"
    if hits.catcher != seat:
        why = Words(
            f"座位 {hits.catcher} 摸码，中 {k} 张（{tiles}），没中 {hits.misses} 张",
            f"seat {hits.catcher} catches: {k} hit ({tiles}), {hits.misses} miss",
        )
        return _line("CODE-18", factor, why, "codes", seat)
    why = Words(f"中 {k} 张（{tiles}），翻 {factor} 倍", f"{k} hit ({tiles}): times {factor}")
    return _line("CODE-09" if k == 1 else "CODE-10", factor, why, "codes", seat)


def fishing_line(seat: int, tiles: tuple[Tile, ...], on_discard: bool) -> Line:
    """How many fished tiles hit."""
    k = len(tiles)
    text = tiles_text(tiles) or "-"
    why = Words(f"钓中 {k} 张（{text}）", f"{k} hit ({text})")
    return _line("NN-34" if on_discard else "NN-33", k, why, "fishing", seat)


def kong_lines(fees: Iterable[KongFee]) -> list[Line]:
    """One line for each kong that is paid for."""
    by_kong: dict[tuple[int, str], list[KongFee]] = {}
    for fee in fees:
        by_kong.setdefault((fee.payee, fee.meld.text), []).append(fee)
    lines = []
    for (seat, _), paid in by_kong.items():
        meld, first = paid[0].meld, paid[0]
        zh = "、".join(str(fee.payer) for fee in paid) + (" 各付" if len(paid) > 1 else " 付")
        en = ", ".join(str(fee.payer) for fee in paid)
        why = Words(
            f"{meld.kind.words.zh} {tiles_text(meld.tiles)}：座位 {zh} {first.amount}",
            f"{meld.kind.words.en} {tiles_text(meld.tiles)}: {first.amount} from seat {en}",
        )
        lines.append(_line(first.rule_id, sum(fee.amount for fee in paid), why, "kong", seat))
    return lines
