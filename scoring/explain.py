"""A score as plain text."""

from collections.abc import Iterator

from scoring.result import BothColumns, Distance, Line, Score, SeatAmounts
from scoring.tiles import tiles_text
from scoring.words import Words

_RESULTS = {
    "win": Words("胡牌", "a win"),
    "not_a_win": Words("没有胡", "not a win"),
    "draw": Words("流局", "a drawn hand"),
    "error": Words("有问题，没有算分", "not scored, there are problems"),
}
_COLUMNS = {
    "self_draw": Words("自摸", "by self-draw"),
    "discard": Words("放炮", "by discard"),
}
_REASONS = {
    "win": Words("胡牌", "win"),
    "codes": Words("抓码", "codes"),
    "fishing": Words("钓鱼", "fishing"),
    "kong": Words("杠钱", "kong"),
    "false_win": Words("诈胡", "false win"),
}


def score_text(score: Score, language: str) -> str:
    """The score in `zh` or `en`: hands, lines, who pays whom, payments, problems."""
    return "\n".join(line.in_language(language) for line in _all_words(score))


def _all_words(score: Score) -> Iterator[Words]:
    result = _RESULTS[score.result]
    yield Words(f"{result.zh}（{score.rules}）", f"{result.en} ({score.rules})")
    for seat, hand in score.hands:
        yield Words(f"座位 {seat}：{hand.text}", f"seat {seat}: {hand.text}")
    for problem in (*score.problems, *score.warnings):
        mark = Words("问题", "problem") if problem in score.problems else Words("注意", "note")
        yield Words(f"{mark.zh}：{problem.words.zh}", f"{mark.en}: {problem.words.en}")
    yield from (distance_words(away) for away in score.distances)
    yield from (line_words(line) for line in score.lines)
    yield from _transfer_words(score)
    yield from payment_words(score)
    if score.next_dealer is not None:
        dealer = score.next_dealer
        yield Words(f"下局庄家：座位 {dealer}", f"next dealer: seat {dealer}")


def line_words(line: Line) -> Words:
    """One line: rule, name, value, reason."""
    column = _COLUMNS[line.column] if line.column else None
    zh = f"  [{column.zh}] " if column else "  "
    en = f"  [{column.en}] " if column else "  "
    return Words(
        f"{zh}{line.name.zh} {line.value}（{line.why.zh}）{line.rule_id}",
        f"{en}{line.name.en} {line.value} ({line.why.en}) {line.rule_id}",
    )


def distance_words(away: Distance) -> Words:
    """How far the hand is, and what it waits for."""
    zh, en = (
        f"座位 {away.seat} 还差 {away.tiles_away} 张",
        f"seat {away.seat}: {away.tiles_away} away",
    )
    if away.waits:
        waits = tiles_text(away.waits)
        zh, en = f"{zh}，听 {waits}", f"{en}, waiting for {waits}"
    for tile, waits_for in away.discards:
        waits = tiles_text(waits_for)
        zh, en = (
            f"{zh}；打 {tile.text} 听 {waits}",
            f"{en}; discard {tile.text} to wait for {waits}",
        )
    return Words(zh, en)


def _transfer_words(score: Score) -> Iterator[Words]:
    for transfer in score.transfers:
        column = _COLUMNS[transfer.column] if transfer.column else Words("", "")
        reason = _REASONS[transfer.reason]
        by = "" if transfer.discarder is None else f" {transfer.discarder}"
        mark_zh = f"[{column.zh}{by}] " if transfer.column else ""
        mark_en = f"[{column.en}{by}] " if transfer.column else ""
        yield Words(
            f"  {mark_zh}座位 {transfer.payer} → 座位 {transfer.payee}：{transfer.amount} "
            f"{reason.zh}（{transfer.arithmetic.zh}）",
            f"  {mark_en}seat {transfer.payer} -> seat {transfer.payee}: {transfer.amount} "
            f"{reason.en} ({transfer.arithmetic.en})",
        )


def payment_words(score: Score) -> Iterator[Words]:
    """What each seat gains or pays, a row for each column."""
    payments = score.payments
    if isinstance(payments, BothColumns):
        yield _amounts_words(_COLUMNS["self_draw"], payments.self_draw)
        for seat, amounts in payments.discard:
            who = Words(f"座位 {seat} 放炮", f"discard by seat {seat}")
            yield _amounts_words(who, amounts)
    elif payments is not None:
        yield _amounts_words(Words("合计", "total"), payments)


def _amounts_words(what: Words, amounts: SeatAmounts) -> Words:
    row = "  ".join(f"{seat}: {amount:+d}" for seat, amount in enumerate(amounts))
    return Words(f"{what.zh}  {row}", f"{what.en}  {row}")
