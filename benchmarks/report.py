"""Everything that was measured, and the documents that show it.

Blocks of a document between `<!-- bench NAME -->` and `<!-- /bench -->` are rewritten: the name of
a table puts that table there, `sizing` what two of them come to for large batches;
`<!-- bench -->` alone puts the short table of the README.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.sizing import sizing
from benchmarks.tables import ABSENT, Table
from scoring.words import Words

BLOCK = re.compile(r"<!-- bench ?(?P<key>\w*) -->\n.*?<!-- /bench -->", re.DOTALL)
CHINESE = ".zh-CN.md"
MACHINE = {
    "cpu": Words("处理器", "processor"),
    "cores": Words("核", "cores"),
    "memory": Words("内存", "memory"),
    "system": Words("系统", "system"),
    "python": Words("Python", "Python"),
    "numpy": Words("numpy", "numpy"),
    "opencv-python": Words("opencv-python", "opencv-python"),
    "onnxruntime": Words("onnxruntime", "onnxruntime"),
    "pillow": Words("pillow", "pillow"),
    "hupai": Words("hupai", "hupai"),
    "networks": Words("模型（SHA-256 开头）", "networks (start of SHA-256)"),
}


@dataclass(frozen=True)
class Measured:
    """A table with the day and the commit of its measurement."""

    table: Table
    date: str
    commit: str


@dataclass(frozen=True)
class Report:
    """The figures of one machine; `parts` by the key of the table, in the order of the page."""

    machine: dict[str, str]
    parts: dict[str, Measured]

    @classmethod
    def load(cls, path: Path) -> "Report":
        """The report in a JSON file; an empty one where there is none."""
        if not path.is_file():
            return cls({}, {})
        content = json.loads(path.read_text("utf-8"))
        parts = {
            one["key"]: Measured(Table.from_json(one), one["date"], one["commit"])
            for one in content["tables"]
        }
        return cls(content["machine"], parts)

    def to_json(self) -> dict[str, Any]:
        tables = [
            {**one.table.to_json(), "date": one.date, "commit": one.commit}
            for one in self.parts.values()
        ]
        return {"machine": self.machine, "tables": tables}

    def save(self, path: Path) -> None:
        text = json.dumps(self.to_json(), ensure_ascii=False, indent=1)
        path.write_text(text + "\n", "utf-8")

    def page(self, language: str) -> str:
        """`docs/benchmarks.md` or its Chinese twin."""
        return "\n".join([*_head(language), *self._machine(language), *self._tables(language)])

    def _machine(self, language: str) -> Iterator[str]:
        yield "| | |\n|---|---|"
        for key, words in MACHINE.items():
            yield f"| {words.in_language(language)} | {self.machine.get(key, ABSENT)} |"
        yield ""

    def _tables(self, language: str) -> Iterator[str]:
        for one in self.parts.values():
            yield f"## {one.table.title.in_language(language)}\n"
            yield f"{one.table.about.in_language(language)}\n"
            yield f"{one.table.markdown(language)}\n"
            yield _date(one, language) + "\n"

    def in_document(self, text: str, language: str) -> str:
        """A document with its blocks rewritten. Raises KeyError for a table there is none of."""

        def block(match: re.Match[str]) -> str:
            key = match["key"]
            shown = self.table(key).markdown(language) if key else self.short(language)
            mark = f"bench {key}".strip()
            return f"<!-- {mark} -->\n{shown}\n<!-- /bench -->"

        return BLOCK.sub(block, text)

    def table(self, key: str) -> Table:
        """A table that was measured, or reckoned from such. Raises KeyError for no such table."""
        if key == "sizing":
            return sizing(self.parts["workers"].table, self.parts["sizes"].table)
        return self.parts[key].table

    def short(self, language: str) -> str:
        """The table of the README."""
        others = Words("别的程序", "others").in_language(language)
        lines = [f"| | hupai | {others} |", "|---|---:|---|"]
        lines += [
            f"| {name.in_language(language)} | {ours} | {theirs} |"
            for name, ours, theirs in self._short_rows(language)
        ]
        return "\n".join([*lines, "", self._short_note(language)])

    def _value(self, table: str, row: str, column: str) -> str:
        return self.parts[table].table.value(row, column) if table in self.parts else ABSENT

    def _turns(self, who: str, column: str) -> str:
        return " / ".join(
            self._value("recognition", f"{who} {turn}", column) for turn in (0, 90, 180, 270)
        )

    def _short_rows(self, language: str) -> Iterator[tuple[Words, str, str]]:
        alone = Words("只跑网络", "networks alone").in_language(language)
        rates = [self._value("hands", key, "first") for key in ("mahjong", "gb")]
        yield (
            Words("每秒算几手没见过的牌，一个核", "new hands scored a second, one core"),
            self._value("hands", "hupai", "first"),
            f"`mahjong` {rates[0]}, `PyMahjongGB` {rates[1]}",
        )
        for column, cores in (
            ("one", Words("一个核", "one core")),
            ("all", Words("全部核", "all")),
        ):
            raw, peer = (self._value("stages", key, column) for key in ("raw", "peer"))
            yield (
                Words(f"一张照片几秒，{cores.zh}", f"seconds a photo, {cores.en}"),
                self._value("stages", "whole", column),
                f"`mahjong-detector` {peer}, {alone} {raw}",
            )
        for column, zh, en in (
            (
                "hands_right",
                "整手牌全对，转 0 / 90 / 180 / 270 度",
                "hands right, turned 0 / 90 / 180 / 270°",
            ),
            ("recall", "找到并认对的牌，同上", "tiles found and named right, likewise"),
            ("precision", "认出的牌里对的，同上", "of what is found, right, likewise"),
            ("photos_silently_wrong", "错了没有提示，同上", "wrong without a hint, likewise"),
        ):
            theirs = f"`mahjong-detector` {self._turns('mahjong-detector', column)}"
            yield Words(zh, en), self._turns("hupai", column), theirs
        yield (
            Words("约 40 张牌分组，毫秒", "layout of about 40 tiles, ms"),
            self._value("layout", "layout", "median"),
            "",
        )
        yield (
            Words("认一张照片的内存，MiB", "peak memory for one photo, MiB"),
            self._value("memory", "photo", "mib"),
            f"`mahjong-detector` {self._value('memory', 'peer', 'mib')}",
        )
        workers = self.machine.get("cores", "")
        yield (
            Words(
                f"文件夹，{workers} 个核，每秒几张", f"photos of a folder a second, {workers} cores"
            ),
            self._value("workers", workers, "rate"),
            "",
        )

    def _short_note(self, language: str) -> str:
        cpu, cores = self.machine.get("cpu", ABSENT), self.machine.get("cores", ABSENT)
        dates = sorted({one.date for one in self.parts.values()})
        day = dates[-1] if dates else ABSENT
        return Words(
            f"由 `make bench` 测得：{cpu}，{cores} 核，{day}。"
            "全部数字和测法见 [docs/benchmarks.zh-CN.md](docs/benchmarks.zh-CN.md)。",
            f"Measured by `make bench` on {cores} cores of a {cpu}, {day}. All figures and how "
            "they are measured: [docs/benchmarks.md](docs/benchmarks.md).",
        ).in_language(language)


def language_of(path: Path) -> str:
    """The language of a document, by its name."""
    return "zh" if path.name.endswith(CHINESE) else "en"


def documents(root: Path) -> Iterator[Path]:
    """The documents of a checkout that have blocks."""
    for path in sorted([*root.glob("*.md"), *root.glob("docs/*.md")]):
        if BLOCK.search(path.read_text("utf-8")):
            yield path


def publish(report: Report, docs: Path, rewritten: Iterable[Path]) -> None:
    """Write the JSON file, both pages, and the blocks of these documents."""
    docs.mkdir(parents=True, exist_ok=True)
    report.save(docs / "benchmarks.json")
    # Numbers are rounded when they are saved; the pages show those that are kept.
    report = Report.load(docs / "benchmarks.json")
    for path in (docs / "benchmarks.md", docs / f"benchmarks{CHINESE}"):
        path.write_text(report.page(language_of(path)), "utf-8")
    for path in rewritten:
        text = path.read_text("utf-8")
        path.write_text(report.in_document(text, language_of(path)), "utf-8")


def _head(language: str) -> list[str]:
    if language == "zh":
        return [
            "# 测出来的数字\n",
            "English: [benchmarks.md](benchmarks.md)。\n",
            "这一页由 `make bench` 写出，不要手改。别的程序在同一台机器、同一次运行里测。\n",
        ]
    return [
        "# Benchmarks\n",
        "中文：[benchmarks.zh-CN.md](benchmarks.zh-CN.md)。\n",
        "`make bench` writes this page; it is not edited by hand. Other programs are measured on "
        "the same\nmachine in the same run.\n",
    ]


def _date(one: Measured, language: str) -> str:
    return Words(
        f"{one.date}，提交 {one.commit}。", f"{one.date}, commit {one.commit}."
    ).in_language(language)
