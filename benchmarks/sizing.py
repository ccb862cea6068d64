"""How many cores a large batch needs, reckoned from what was measured on this machine."""

from benchmarks.tables import Column, Row, Table
from scoring.words import Words

CORES = (1, 16, 512)
LARGE = "12"
"""Megapixels of a phone's photo: a row of the table `sizes`."""
SMALL = "0.5"
"""Megapixels of the photos whose rate was measured."""
COLUMNS = (
    Column("rate", Words("张/秒", "photos/s"), ",.1f"),
    Column("million", Words("一百万张，小时", "a million photos, hours"), ",.2f"),
    Column("hundred", Words("一亿张，小时", "a hundred million, hours"), ",.0f"),
)


def sizing(workers: Table, sizes: Table) -> Table:
    """One worker's rate for so many cores, and for photos that take longer to decode."""
    rate = workers.number("1", "rate")
    small, large = (sizes.number(key, "whole") for key in (SMALL, LARGE))
    slow = None
    if rate and small is not None and large is not None:
        slow = 1 / (1 / rate + large - small)
    rows = [_row(str(cores), _cores(cores), cores, rate) for cores in CORES]
    most = _cores(CORES[-1])
    name = Words(f"{most.zh}，{LARGE} 百万像素", f"{most.en}, {LARGE} megapixels")
    rows.append(_row("large", name, CORES[-1], slow))
    about = Words("由一个进程的速度推算。", "Reckoned from the rate of one worker.")
    title = Words("大批照片", "Large batches")
    return Table("sizing", title, about, Words("", ""), COLUMNS, tuple(rows))


def _cores(count: int) -> Words:
    return Words(f"{count} 核", f"{count} core{'s' * (count > 1)}")


def _row(key: str, name: Words, cores: int, rate: float | None) -> Row:
    if not rate:
        return Row(key, name, (None,) * len(COLUMNS))
    hours = 1e6 / (rate * cores) / 3600
    return Row(key, name, (rate * cores, hours, 100 * hours))
