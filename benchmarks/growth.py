"""How cost grows with the size of a photo and with the tiles in it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.effort import Effort
from benchmarks.inputs import GRID_SIZE, SAMPLE, of_megapixels, of_tiles
from benchmarks.machine import peak_of
from benchmarks.memory import read_one
from benchmarks.tables import Column, Row, Table, same
from benchmarks.timed import Pipeline, Timed
from scoring.words import Words

SECONDS = (
    Column("load", Words("读照片，秒", "load, s"), ".3f"),
    Column("networks", Words("网络，秒", "networks, s"), ".3f"),
    Column("rest", Words("其余，秒", "rest, s"), ".3f"),
    Column("whole", Words("合计，秒", "whole, s"), ".3f"),
)
MEMORY = Column("mib", Words("最多用的内存，MiB", "peak, MiB"))
FOUND = Column("found", Words("找到的牌", "tiles found"))
LAYOUT = Column("layout", Words("其中分组，毫秒", "of it layout, ms"), ".1f")


def sizes(effort: Effort) -> Table:
    """The sample photo in other sizes, as a JPEG file."""
    pipeline = Pipeline(1)
    rows = []
    with TemporaryDirectory() as folder:
        for megapixels in effort.megapixels:
            photo = Path(folder) / f"{megapixels}.jpg"
            photo.write_bytes(of_megapixels(megapixels))
            timed = _best(pipeline, photo, effort.rounds)
            values = (*_seconds(timed), peak_of(read_one, photo))
            name = Words(f"{megapixels:g} 百万像素", f"{megapixels:g} megapixels")
            rows.append(Row(f"{megapixels:g}", name, values))
    about = Words(
        f"示例照片放大、缩小，JPEG，一个线程；{effort.rounds} 遍里最快的。",
        f"The sample photo enlarged or shrunk, JPEG, one thread; best of {effort.rounds} rounds.",
    )
    title = Words("照片大小", "Cost by photo size")
    return Table("sizes", title, about, Words("照片", "photo"), (*SECONDS, MEMORY), tuple(rows))


def tiles(effort: Effort) -> Table:
    """Photos of one size with more and more tiles in rows."""
    pipeline = Pipeline(1)
    boxes = pipeline.run(SAMPLE).reading.detections.boxes
    rows = []
    for count in effort.tiles:
        data = of_tiles(count, boxes).encode(".png")
        timed = _best(pipeline, data, effort.rounds)
        found = len(timed.reading.detections)
        values = (found, *_seconds(timed), 1000 * timed.seconds["layout"])
        rows.append(Row(str(count), same(str(count)), values))
    about = Words(
        f"{GRID_SIZE[0]}×{GRID_SIZE[1]} 的拼图，牌取自示例照片，每排 16 张，PNG，一个线程。",
        f"Pictures of {GRID_SIZE[0]}×{GRID_SIZE[1]} pasted from tiles of the sample photo, "
        "16 in a row, PNG, one thread.",
    )
    columns = (FOUND, *SECONDS, LAYOUT)
    title = Words("照片里的牌数", "Cost by tiles in the photo")
    return Table("tiles", title, about, Words("牌", "tiles"), columns, tuple(rows))


def _best(pipeline: Pipeline, source: Path | bytes, rounds: int) -> Timed:
    return min((pipeline.run(source) for _ in range(rounds)), key=lambda one: one.whole)


def _seconds(timed: Timed) -> tuple[float, ...]:
    """Load, networks, rest, whole."""
    networks = timed.seconds["detector"] + timed.seconds["reader"]
    load = timed.seconds["load"]
    return load, networks, timed.whole - load - networks, timed.whole
