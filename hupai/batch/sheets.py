"""What is written beside the photos: `hands.csv` of a folder, or a TOML file of one photo."""

import csv
import difflib
import io
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from posixpath import dirname, normpath
from typing import Any

from hupai.batch.said import Said
from hupai.batch.storage import joined
from scoring.catalogue import value_text
from scoring.json_values import TEXT, bad_value, is_whole
from scoring.words import UserError, Words

COLUMNS = {
    "photo": Words("照片", "photo"),
    "hand": Words("手牌", "hand"),
    "winning_tile": Words("胡张", "winning_tile"),
    "winner": Words("胡家", "winner"),
    "dealer": Words("庄家", "dealer"),
    "self_draw": Words("自摸", "self_draw"),
    "from": Words("放炮", "from"),
    "circumstances": Words("其他情况", "circumstances"),
    "rules": Words("规则", "rules"),
    "set": Words("更正", "set"),
    "drop": Words("去掉", "drop"),
    "add": Words("补上", "add"),
    "notes": Words("备注", "notes"),
}
"""Every column of `hands.csv` and key of a TOML file, with its heading in both languages."""

_LISTS = ("set", "drop", "add")
_LISTED = Words("文字，或文字的列表", "text or a list of texts")
_YES = ("1", "yes", "y", "true", "x", "是", "√", "✓")
_NO = ("", "0", "no", "n", "false", "否")


@dataclass(frozen=True)
class Entry:
    """What one row or file says: `said`, or the `error` in it. `where` names the place."""

    where: Words
    said: Said | None = None
    error: UserError | None = None


@dataclass
class Sheet:
    """One `hands.csv`. entries: by photo, relative to the sheet's folder, as `same` writes it.

    notices: what is odd about the sheet as a whole. error: why none of it can be used.
    """

    folder: str
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    notices: list[UserError] = field(default_factory=list)
    error: UserError | None = None


def same(path: str) -> str:
    """A photo's path in the one form in which tables and folders can be compared."""
    return unicodedata.normalize("NFC", normpath(path.strip().replace("\\", "/")))


def read_sheet(data: bytes, path: str, general: Said) -> Sheet:
    """The sheet in `data`, the bytes of the CSV file `path`; `general` is said for all photos."""
    sheet = Sheet(dirname(path) or ".")
    try:
        rows = csv_rows(data, path)
        columns = columns_of(rows, path, sheet.notices)
    except UserError as error:
        sheet.error = error
        return sheet
    for line, cells in rows[1:]:
        if not any(cell.strip() for cell in cells):
            continue
        values = {key: cells[place].strip() for key, place in columns.items() if place < len(cells)}
        where = Words(f"{path!r} 第 {line} 行", f"Line {line} of {path!r}")
        photo = values.pop("photo", "")
        entry = _entry(where, values, general, sheet.folder)
        if not photo:
            sheet.notices.append(_at(where, Words("没有写照片名。", "names no photo.")))
            continue
        sheet.names.setdefault(same(photo), photo)
        sheet.entries.setdefault(same(photo), []).append(entry)
    return sheet


def read_note(data: bytes, path: str, general: Said) -> Entry:
    """What the TOML file `path` says of its photo."""
    where = Words(repr(path), repr(path))
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    # Besides its own error, the parser raises ValueError for numbers of thousands of digits.
    except (ValueError, RecursionError) as error:
        return Entry(
            where, error=_at(where, Words(f"不是 TOML：{error}。", f"is no TOML: {error}."))
        )
    for key in values:
        if key not in COLUMNS or key == "photo":
            return Entry(where, error=_unknown(where, key))
    try:
        cells = {key: _cell(key, value) for key, value in values.items()}
    except UserError as error:
        return Entry(where, error=_at(where, error.words))
    return _entry(where, cells, general, dirname(path))


def _cell(key: str, value: Any) -> str:
    """A TOML value as a cell has it. Raises `UserError` for one that no cell can be."""
    if isinstance(value, bool) and key == "self_draw":
        return "yes" if value else "no"
    parts = value if isinstance(value, list) and key in _LISTS else [value]
    if not all(isinstance(part, str) or is_whole(part) for part in parts):
        raise bad_value(key, value, _LISTED if key in _LISTS else TEXT)
    return " ".join(map(value_text, parts))


def csv_rows(data: bytes, path: str) -> list[tuple[int, list[str]]]:
    """The rows with their line numbers, from 1. Raises `UserError` for what is no CSV text."""
    text = decoded(data, path)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[tuple[int, list[str]]] = []
    try:
        while True:
            line = reader.line_num + 1
            row = next(reader, None)
            if row is None:
                return rows
            rows.append((line, row))
    except csv.Error as error:
        raise _sheet_error(path, f"不是 CSV（{error}）", f"is no CSV ({error})") from error


def decoded(data: bytes, path: str) -> str:
    """The text of a table: UTF-8, or what Excel writes on a Chinese system."""
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise _sheet_error(path, "不是文本", "is not text")


def columns_of(
    rows: list[tuple[int, list[str]]], path: str, notices: list[UserError]
) -> dict[str, int]:
    """Where each known column stands; the unknown ones become notices.

    Raises `UserError` where a column stands twice or the photo's column is missing.
    """
    headings = {heading: key for key, words in COLUMNS.items() for heading in words}
    columns: dict[str, int] = {}
    for place, cell in enumerate(rows[0][1] if rows else []):
        name = cell.strip()
        key = headings.get(name.lower())
        if key in columns:
            raise _sheet_error(path, f"“{name}”列写了两次", f"has the column {name!r} twice")
        if key is not None:
            columns[key] = place
        elif name:
            notices.append(_unknown(Words(repr(path), repr(path)), name))
    if "photo" not in columns:
        raise _sheet_error(path, "没有 photo（照片）列", "has no column 'photo'")
    return columns


def _entry(where: Words, values: Mapping[str, str], general: Said, folder: str) -> Entry:
    try:
        return Entry(where, said=_said(values, general, folder))
    except UserError as error:
        return Entry(where, error=_at(where, error.words))


def _said(values: Mapping[str, str], general: Said, folder: str) -> Said:
    """Raises `UserError` for a cell that cannot be read."""
    cell = {key: value for key, value in values.items() if value}
    parts = [cell.get("circumstances", "")]
    parts += [f"{key}={cell[key]}" for key in ("winner", "dealer") if key in cell]
    parts += [f"discard_by={cell['from']}"] if "from" in cell else []
    parts += ["self_draw"] if _yes(cell.get("self_draw", "")) else []
    rules = cell.get("rules", general.rules)
    if "rules" in cell and rules.endswith(".toml"):
        rules = joined(folder, rules)
    return replace(
        general.beside("; ".join(part for part in parts if part)),
        rules=rules,
        hand=cell.get("hand", general.hand),
        winning_tile=cell.get("winning_tile", general.winning_tile),
        renamed=tuple(cell.get("set", "").split()),
        dropped=tuple(cell.get("drop", "").split()),
        added=tuple(cell.get("add", "").split()),
    )


def _yes(text: str) -> bool:
    if text.lower() in (*_YES, *_NO):
        return text.lower() in _YES
    raise UserError(
        "bad_cell",
        Words(
            f"self_draw 要写 yes 或 no，不是“{text}”。",
            f"'self_draw' takes yes or no, not {text!r}.",
        ),
    )


def _at(where: Words, words: Words) -> UserError:
    return UserError("bad_beside", Words(f"{where.zh}：{words.zh}", f"{where.en}: {words.en}"))


def _unknown(where: Words, name: str) -> UserError:
    known = [heading for words in COLUMNS.values() for heading in words]
    near = difflib.get_close_matches(name.lower(), known, n=1)
    zh, en = (f"是不是“{near[0]}”？", f"did you mean {near[0]!r}?") if near else ("", "")
    valid = ", ".join(COLUMNS)
    return UserError(
        "unknown_column",
        Words(
            f"{where.zh}：不认识“{name}”列，{zh or f'可用的有：{valid}。'}",
            f"{where.en}: the column {name!r} is not known; {en or f'there are: {valid}.'}",
        ),
    )


def _sheet_error(path: str, zh: str, en: str) -> UserError:
    return UserError(
        "bad_sheet",
        Words(
            f"{path!r} {zh}：请用 hupai batch --template 写一个新的。",
            f"{path!r} {en}: write a new one with 'hupai batch --template'.",
        ),
    )
