"""`report.html`: every photo with its boxes, hand, score and doubts, needing no other file.

Long batches are cut into pages, which a browser can still hold.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from typing import Any

from hupai.batch.rows import Row, Rows, doubt_text, encoded
from hupai.batch.webpage_assets import SCRIPT, STYLE
from hupai.report import COLUMN_WORDS, RESULT_WORDS
from scoring.words import UserError, Words

PAGE_ROWS = 400
STATUS_WORDS = {
    "settled": Words("算好了", "settled"),
    "doubtful": Words("请核对", "please check"),
    "unsettled": Words("没算成", "not settled"),
    "refused": Words("用不了", "refused"),
}
_FILTERS = {
    "all": Words("全部", "All"),
    "check": Words("要看的", "To look at"),
    **STATUS_WORDS,
}


def page_name(number: int) -> str:
    """The file of page `number`, counted from 0."""
    return f"report-{number + 1}.html" if number else "report.html"


def pages(
    rows: Rows, notices: Sequence[UserError], language: str
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The report's files: name and content, to be used one after the other."""
    count = max(1, -(-len(rows) // PAGE_ROWS))
    iterator = iter(rows)
    for number in range(count):
        part = islice(iterator, PAGE_ROWS)
        yield (
            page_name(number),
            _page(part, number, count, notices if number == 0 else (), language),
        )


def _page(
    rows: Iterator[Row], number: int, count: int, notices: Sequence[UserError], language: str
) -> Iterator[bytes]:
    yield encoded(_head(language))
    yield encoded(_navigation(number, count))
    for notice in notices:
        yield encoded(f'<p class="notice">{both(notice.words)}</p>\n')
    for place, row in enumerate(rows, number * PAGE_ROWS + 1):
        yield encoded(_article(place, row))
    yield encoded(f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")


def both(words: Words) -> str:
    """Text in both languages, of which the page shows one."""
    if words.zh == words.en:
        return escape(words.zh)
    return f'<span lang="zh">{escape(words.zh)}</span><span lang="en">{escape(words.en)}</span>'


def _head(language: str) -> str:
    # Nothing is loaded from anywhere, whatever a photo's name may hold.
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    )
    filters = "".join(
        f'<button type="button" data-filter="{name}" aria-pressed="false">'
        f'{both(words)} <b class="count"></b></button>'
        for name, words in _FILTERS.items()
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{"zh-CN" if language == "zh" else "en"}" '
        f'data-language="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>hupai 胡牌</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<header><h1>hupai 胡牌</h1><nav>{filters}"
        '<button type="button" id="language" lang="mul">中文 / English</button></nav></header>\n'
        "<main>\n"
    )


def _navigation(number: int, count: int) -> str:
    if count == 1:
        return ""
    links = (
        f"<b>{page + 1}</b>" if page == number else f'<a href="{page_name(page)}">{page + 1}</a>'
        for page in range(count)
    )
    return f'<p class="pages">{both(Words("页：", "Pages:"))} {" ".join(links)}</p>\n'


def _article(place: int, row: Row) -> str:
    record, result = row.record, row.record.result
    parts = [
        f"<h2><small>{place}</small> {escape(row.photo.name)} "
        f'<em class="{row.status}">{both(STATUS_WORDS[row.status])}</em></h2>',
        f'<p class="hand">{escape(result["hand"])}</p>' if result["hand"] else "",
        _fact(Words("请核对", "Please check"), "doubt", ", ".join(map(doubt_text, record.doubts))),
        *(_note("problem", one["message"]) for one in result["problems"]),
        *(_note("note", note.words.to_json()) for note in record.notes),
        _fact(Words("情况", "Circumstances"), "said", row.photo.said.circumstances),
        _score(result["score"]) if result["score"] else "",
    ]
    return (
        f'<article data-status="{row.status}">{_picture(row)}'
        f"<div>{''.join(part for part in parts if part)}</div></article>\n"
    )


def _picture(row: Row) -> str:
    if not row.record.thumbnail:
        return '<div class="none">?</div>'
    data = base64.b64encode(row.record.thumbnail).decode("ascii")
    return (
        f'<img loading="lazy" alt="{escape(row.photo.name)}" src="data:image/jpeg;base64,{data}">'
    )


def _fact(name: Words, kind: str, text: str) -> str:
    return f'<p class="{kind}"><b>{both(name)}</b> {escape(text)}</p>' if text else ""


def _note(kind: str, message: Mapping[str, str]) -> str:
    return f'<p class="{kind}">{both(Words(**message))}</p>'


def _score(score: Mapping[str, Any]) -> str:
    parts = []
    if score["result"] != "win":
        parts.append(f"<p>{both(RESULT_WORDS[score['result']])}</p>")
    if score["payments"] is not None:
        parts.append(_payments(score["payments"]))
    if score["lines"]:
        lines = "".join(map(_line, score["lines"]))
        title = both(Words("每一分的来历", "Where every point comes from"))
        parts.append(f"<details><summary>{title}</summary><table>{lines}</table></details>")
    return "".join(parts)


def _line(line: Mapping[str, Any]) -> str:
    column = both(COLUMN_WORDS[line["column"]]) if line["column"] else ""
    return (
        f"<tr><td>{column}</td><td>{escape(line['rule_id'])}</td>"
        f"<td>{both(Words(**line['name']))}</td><td class=number>{line['value']}</td>"
        f"<td>{both(Words(**line['why']))}</td></tr>"
    )


def _payments(payments: Any) -> str:
    """What each seat gains or pays, a row a way of winning."""
    rows = [(Words("", ""), payments)]
    if isinstance(payments, dict):
        rows = [(COLUMN_WORDS["self_draw"], payments["self_draw"])]
        for seat, seats in payments["discard"].items():
            rows.append((Words(f"座位 {seat} 放炮", f"discard by seat {seat}"), seats))
    head = "".join(f"<th>{both(Words(f'座位 {seat}', f'Seat {seat}'))}</th>" for seat in range(4))
    body = "".join(
        f"<tr><th>{both(name)}</th>{''.join(map(_amount, seats))}</tr>" for name, seats in rows
    )
    return f'<table class="payments"><tr><th></th>{head}</tr>{body}</table>'


def _amount(amount: int) -> str:
    sign = "gain" if amount > 0 else "loss" if amount < 0 else "zero"
    return f'<td class="number {sign}">{f"{amount:+d}" if amount else "0"}</td>'
