"""What a run measured: tables of numbers, as JSON and as Markdown in two languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.words import Words

ABSENT = "–"


def same(text: str) -> Words:
    """A name that is the same in both languages."""
    return Words(text, text)


NOT_INSTALLED = Words("没有安装", "not installed")


@dataclass(frozen=True)
class Column:
    """A column of numbers; `form` is the format specification that writes one of them."""

    key: str
    name: Words
    form: str = ",.0f"


@dataclass(frozen=True)
class Row:
    """A line of numbers, None where there is none; `note` says why there is none."""

    key: str
    name: Words
    values: tuple[float | None, ...]
    note: Words | None = None

    @classmethod
    def absent(cls, key: str, name: Words, columns: Sequence[Column], note: Words) -> "Row":
        """A line without numbers."""
        return cls(key, name, (None,) * len(columns), note)


@dataclass(frozen=True)
class Table:
    """One thing measured. `about` says how, `head` names what the rows are."""

    key: str
    title: Words
    about: Words
    head: Words
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def number(self, row: str, column: str) -> float | None:
        """One number; None where it was not measured."""
        place = self._place(column)
        return next((one.values[place] for one in self.rows if one.key == row), None)

    def value(self, row: str, column: str) -> str:
        """One number as it is written; a dash where it was not measured."""
        return written(self.number(row, column), self.columns[self._place(column)].form)

    def _place(self, column: str) -> int:
        return next(n for n, one in enumerate(self.columns) if one.key == column)

    def markdown(self, language: str) -> str:
        """The table alone."""
        heads = [column.name.in_language(language) for column in self.columns]
        lines = [[self.head.in_language(language), *heads], ["---", *["---:"] * len(heads)]]
        for row in self.rows:
            name = row.name.in_language(language)
            if row.note is not None:
                name += f"（{row.note.zh}）" if language == "zh" else f" ({row.note.en})"
            pairs = zip(row.values, self.columns, strict=True)
            lines.append([name, *(written(value, column.form) for value, column in pairs)])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "title": self.title.to_json(),
            "about": self.about.to_json(),
            "head": self.head.to_json(),
            "columns": [
                {"key": one.key, "name": one.name.to_json(), "form": one.form}
                for one in self.columns
            ],
            "rows": [
                {
                    "key": one.key,
                    "name": one.name.to_json(),
                    "values": [rounded(value) for value in one.values],
                    "note": None if one.note is None else one.note.to_json(),
                }
                for one in self.rows
            ],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Table":
        columns = tuple(
            Column(one["key"], Words(**one["name"]), one["form"]) for one in value["columns"]
        )
        rows = tuple(
            Row(
                one["key"],
                Words(**one["name"]),
                tuple(one["values"]),
                None if one["note"] is None else Words(**one["note"]),
            )
            for one in value["rows"]
        )
        title, about, head = (Words(**value[name]) for name in ("title", "about", "head"))
        return cls(value["key"], title, about, head, columns, rows)


def written(value: float | None, form: str) -> str:
    return ABSENT if value is None else format(value, form)


def rounded(value: float | None) -> float | None:
    """A number with as many digits as are worth keeping."""
    return None if value is None else float(f"{value:.5g}")
