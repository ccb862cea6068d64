"""The peak memory of each program, in a process of its own."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.batch import batch_rate
from benchmarks.effort import Effort
from benchmarks.inputs import SAMPLE, copied, of_megapixels, photos_folder
from benchmarks.machine import installed, peak_of
from benchmarks.scoring import CONTESTANTS, deals, score_all
from benchmarks.tables import NOT_INSTALLED, Column, Row, Table, same
from benchmarks.timed import Pipeline, bare_networks, other_reader
from hupai.commands.batch import cores
from scoring.words import Words

COLUMNS = (Column("mib", Words("最多用的内存，MiB", "peak, MiB")),)
PEER = "mahjong-detector"


def measure(effort: Effort) -> Table:
    """Python and the libraries are included in each."""
    rows = []
    with TemporaryDirectory() as folder:
        large = Path(folder) / "12.jpg"
        large.write_bytes(of_megapixels(12))
        for key, name, megapixels, path in (
            ("photo", "hupai", 1, SAMPLE),
            ("photo 12", "hupai", 12, large),
        ):
            words = Words(
                f"{name}，一张 {megapixels} 百万像素的照片", f"{name}, a photo of {megapixels} MP"
            )
            rows.append(_row(key, words, read_one, path))
        rows.append(_peer(SAMPLE))
    alone = Words("只跑同样的网络（onnxruntime）", "the same networks in bare onnxruntime")
    rows.append(_row("raw", alone, run_bare, SAMPLE))
    rows.append(_batch(effort))
    rows += [_scorer(key, effort.hands) for key in CONTESTANTS]
    about = Words(
        "每个程序在自己的进程里，包括 Python 和库。",
        "Each in a process of its own, Python and libraries included.",
    )
    title = Words("内存", "Memory")
    return Table("memory", title, about, Words("程序", "program"), COLUMNS, tuple(rows))


def _row(key: str, name: Words, work: Callable[..., object], *arguments: Any) -> Row:
    return Row(key, name, (peak_of(work, *arguments),))


def _peer(photo: Path) -> Row:
    version = installed(PEER)
    if version is None:
        return Row.absent("peer", same(PEER), COLUMNS, NOT_INSTALLED)
    words = Words(f"{PEER} {version}，一张 1 百万像素的照片", f"{PEER} {version}, a photo of 1 MP")
    return _row("peer", words, read_one_by_peer, photo)


def _scorer(key: str, hands: int) -> Row:
    name = CONTESTANTS[key].name
    if CONTESTANTS[key].absent:
        return Row.absent(f"score {key}", same(name), COLUMNS, NOT_INSTALLED)
    words = Words(f"{name}，算 {hands:,} 手牌", f"{name}, {hands:,} hands scored")
    return _row(f"score {key}", words, score_hands, key, hands)


def _batch(effort: Effort) -> Row:
    count = cores()
    words = Words(
        f"hupai batch，{count} 个进程，{effort.photos} 张照片（总和）",
        f"hupai batch, {count} workers, {effort.photos} photos (all processes)",
    )
    memory: list[float] = []
    with TemporaryDirectory() as folder:
        copied(photos_folder(), Path(folder), max(effort.photos, 5 * count))
        batch_rate(Path(folder), count, "local", memory)
    return Row("batch", words, (max(memory),))


def read_one(photo: Path) -> None:
    Pipeline(0).run(photo)


def read_one_by_peer(photo: Path) -> None:
    other = other_reader(0)
    assert other is not None
    other(photo)


def run_bare(photo: Path) -> None:
    """The networks on what hupai gives them for a photo, which is in the figure too."""
    bare_networks(0)(Pipeline(0).run(photo).inputs)


def score_hands(key: str, hands: int) -> None:
    score_all(CONTESTANTS[key].made(), deals(hands))
