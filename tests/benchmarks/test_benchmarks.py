"""What `make bench` measures with, on very little, and what it wrote into the documents."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import batch, growth, layout, memory, photographing, recognition, scoring, stages
from benchmarks.effort import QUICK
from benchmarks.machine import networks, peak_of
from benchmarks.report import Measured, Report, documents, language_of, publish
from benchmarks.sizing import sizing
from benchmarks.tables import NOT_INSTALLED, Column, Row, Table, same
from scoring.words import Words

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "benchmarks.zh-CN.md")
COLUMNS = (Column("rate", Words("每秒", "a second"), ",.1f"), Column("share", same("%"), ".1%"))
TABLE = Table(
    "hands",
    Words("手牌", "Hands"),
    Words("一个核。", "One core."),
    Words("程序", "program"),
    COLUMNS,
    (
        Row("hupai", same("hupai"), (1234.5678, 0.5)),
        Row.absent("mahjong", same("mahjong"), COLUMNS, NOT_INSTALLED),
    ),
)


@pytest.fixture
def report() -> Report:
    return Report.load(ROOT / "docs" / "benchmarks.json")


def test_a_table_in_both_languages() -> None:
    assert TABLE.markdown("en").splitlines() == [
        "| program | a second | % |",
        "| --- | ---: | ---: |",
        "| hupai | 1,234.6 | 50.0% |",
        "| mahjong (not installed) | – | – |",
    ]
    assert "| mahjong（没有安装） | – | – |" in TABLE.markdown("zh")
    assert TABLE.value("hupai", "share") == "50.0%"
    assert TABLE.value("mahjong", "share") == TABLE.value("nobody", "share") == "–"


def test_a_report_is_written_and_read_back(tmp_path: Path) -> None:
    report = Report({"cpu": "fast", "cores": "2"}, {"hands": Measured(TABLE, "2026-01-02", "abc")})
    document = tmp_path / "x.zh-CN.md"
    document.write_text("a\n<!-- bench hands -->\nold\n<!-- /bench -->\nz\n", "utf-8")
    publish(report, tmp_path / "docs", [document])
    assert document.read_text("utf-8").startswith("a\n<!-- bench hands -->\n| 程序 | 每秒 |")
    assert document.read_text("utf-8").endswith("|\n<!-- /bench -->\nz\n")
    again = Report.load(tmp_path / "docs" / "benchmarks.json")
    assert again.to_json() == report.to_json()
    page = (tmp_path / "docs" / "benchmarks.md").read_text("utf-8")
    for expected in ("| processor | fast |", "## Hands", "1,234.6", "2026-01-02, commit abc."):
        assert expected in page


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_page_is_what_was_measured(report: Report, page: Path) -> None:
    assert page.read_text("utf-8") == report.page(language_of(page))


def test_the_blocks_of_the_documents_are_what_was_measured(report: Report) -> None:
    found = list(documents(ROOT))
    assert {ROOT / "README.md", ROOT / "README.zh-CN.md"} <= set(found)
    for path in found:
        text = path.read_text("utf-8")
        assert text == report.in_document(text, language_of(path)), path


def test_large_batches_are_reckoned_from_what_was_measured(report: Report) -> None:
    workers = Table(
        *("workers", same(""), same(""), same("")),
        (Column("rate", same("")),),
        (Row("1", same(""), (4.0,)),),
    )
    sizes = Table(
        *("sizes", same(""), same(""), same("")),
        (Column("whole", same("")),),
        (Row("0.5", same(""), (0.25,)), Row("12", same(""), (0.5,))),
    )
    table = sizing(workers, sizes)
    assert table.number("1", "rate") == 4
    assert table.number("512", "rate") == 2048
    assert table.number("large", "rate") == 1024
    assert table.number("16", "million") == pytest.approx(1e6 / 64 / 3600)
    assert table.number("16", "hundred") == pytest.approx(1e8 / 64 / 3600)
    unknown = replace(sizes, rows=())
    assert sizing(workers, unknown).value("large", "rate") == "–"
    assert report.table("sizing").number("1", "rate") == report.table("workers").number("1", "rate")


def test_the_figures_are_those_of_the_shipped_networks(report: Report) -> None:
    expected = " ".join(f"{kind} {digest[:12]}" for kind, digest in networks().items())
    assert report.machine["networks"] == expected, "the networks changed: run 'make bench'"


def test_hands_a_second() -> None:
    table = scoring.measure(QUICK)
    assert [row.key for row in table.rows] == list(scoring.CONTESTANTS)
    rate, first, _ = table.rows[0].values
    assert rate is not None
    assert first is not None
    assert rate > 100
    assert first > 10


def test_seconds_by_stage_add_up() -> None:
    rows = {row.key: row.values for row in stages.measure(QUICK).rows}
    for place in (0, 1):
        parts = [rows[key][place] or 0 for key in stages.NAMES]
        assert min(parts) > 0
        assert sum(parts) == pytest.approx(rows["whole"][place])
        assert (rows["raw"][place] or 0) > 0


def test_recognition(shared: Path) -> None:
    table = recognition.measure(replace(QUICK, turns=(0,), away=()))
    ours = table.rows[0]
    assert (ours.key, len(ours.values)) == ("hupai 0", len(recognition.COLUMNS))
    assert (ours.values[1] or 0) > 0.5


def test_recognition_without_the_material(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognition, "DEV_HANDS", Path("nowhere"))
    table = recognition.measure(QUICK)
    assert all(row.values == (None,) * 4 and row.note for row in table.rows)
    assert "not measured" in table.about.en.lower()


def test_layout() -> None:
    (row,) = layout.measure(QUICK).rows
    right, lost, _, _ = row.values
    assert (right or 0) > 0.5
    assert lost == 0


def test_memory_counts_one_process_alone() -> None:
    held = bytearray(300 << 20)
    assert 5 < peak_of(len, b"") < 290
    assert len(held) == 300 << 20


def test_memory() -> None:
    rows = {row.key: row for row in memory.measure(replace(QUICK, photos=10)).rows}
    assert 50 < (rows["photo"].values[0] or 0) < 2000
    assert {"peer", "raw", "batch", "score mahjong"} <= set(rows)


def test_growth() -> None:
    sizes = growth.sizes(QUICK)
    assert [row.key for row in sizes.rows] == ["0.5", "1"]
    tiles = growth.tiles(QUICK)
    assert [row.values[0] for row in tiles.rows] == [1, 4]


def test_batches() -> None:
    (row,) = batch.folders(QUICK).rows
    assert all((value or 0) > 0 for value in row.values)
    table = batch.workers(QUICK)
    assert table.rows[0].values[1] == 1
    assert all(0 < (row.values[1] or 0) < 5 for row in table.rows)


def test_ways_to_photograph(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = tuple(
        replace(group, ways=(group.ways[0], group.ways[-1]))
        for group in photographing.GROUPS
        if group.key in ("pixels", "light")
    )
    monkeypatch.setattr(photographing, "GROUPS", groups)
    for table in photographing.measure(QUICK):
        best, worst = (row.values[0] or 0 for row in table.rows)
        assert best > 0.9
        assert worst < best
