"""An evening as CSV, for a spreadsheet."""

import csv
import io

from hupai.evening.model import Evening
from hupai.spreadsheet import BYTE_ORDER_MARK, safe_cell
from scoring.words import Words

_HEADINGS = (
    Words("局", "Hand"),
    Words("时间", "Time"),
    Words("手牌", "Tiles"),
    Words("情况", "Circumstances"),
    Words("规则", "Rules"),
)
_TOTAL = Words("合计", "Total")
_SEATS = (Words("甲", "A"), Words("乙", "B"), Words("丙", "C"), Words("丁", "D"))


def evening_csv(evening: Evening, language: str) -> str:
    """One row a hand and a row of totals. Begins with a byte order mark, so that spreadsheets
    read Chinese; text that a spreadsheet would run as a formula is quoted."""
    file = io.StringIO()
    writer = csv.writer(file)
    names = [
        safe_cell(name or seat.in_language(language))
        for name, seat in zip(evening.names, _SEATS, strict=True)
    ]
    writer.writerow([*(heading.in_language(language) for heading in _HEADINGS), *names])
    for number, played in enumerate(evening.hands, 1):
        kept = played.kept
        tiles = " / ".join([kept.hand, *(f"{seat}: {hand}" for seat, hand in kept.others)])
        facts = (played.played_at, tiles, kept.circumstances, kept.rules)
        writer.writerow([number, *map(safe_cell, facts), *played.payments])
    writer.writerow([_TOTAL.in_language(language), "", "", "", "", *evening.totals])
    return BYTE_ORDER_MARK + file.getvalue()
