"""How many photos a second a batch scores, beside the bare networks.

    python -m benchmarks.batch [FOLDER] [--photos 120] [--rounds 3] [--engine local|ray]

prints photos per second for each number of workers up to all cores, and the share of as many
cores with nothing but the networks (onnxruntime alone on the same inputs, one thread).
"""

import argparse
import contextlib
import multiprocessing
import os
import resource
import statistics
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.effort import Effort
from benchmarks.inputs import copied, folder_words, photos_folder
from benchmarks.tables import Column, Row, Table, same
from benchmarks.timed import Pipeline, bare_networks, seconds_of
from hupai.batch.runner import Plan, run
from hupai.commands.batch import cores
from scoring.words import Words
from vision.opencv import cv2

WARM = 4
"""Photos of each worker that do not count: while it starts, and while onnxruntime warms up."""
BARE_PHOTOS = 30
RATE = Column("rate", Words("每秒几张", "photos/s"), ".2f")
WORKERS = (RATE, Column("share", Words("是网络极限的几成", "share of the limit"), ".2f"))
FOLDERS = (
    Column("seconds", Words("全部，秒", "in all, s"), ".1f"),
    RATE,
    Column("main", Words("主进程内存，MB", "main process, MB")),
    Column("all", Words("全部进程内存，MB", "all processes, MB")),
)


def folders(effort: Effort) -> Table:
    """Whole runs over folders of more and more photos, starting and writing included."""
    source, rows = photos_folder(), []
    for count in effort.folders:
        with TemporaryDirectory() as folder, TemporaryDirectory() as out:
            copied(source, Path(folder), count)
            main: list[float] = []
            every: list[float] = []

            def note(
                done: int, total: int, main: list[float] = main, every: list[float] = every
            ) -> None:
                main.append(megabytes([os.getpid()]))
                every.append(megabytes(all_pids()))

            plan = Plan((folder,), out, workers=cores())
            seconds = seconds_of(partial(run, plan, note))
            values = (seconds, count / seconds, max(main), max(every))
            rows.append(Row(str(count), same(f"{count:,}"), values))
    where = folder_words(source)
    about = Words(
        f"{where.zh}的副本，每张的内容都不同；{cores()} 个进程，从启动到写完结果。",
        f"Copies of {where.en}, no two alike; {cores()} workers, from start to written results.",
    )
    title = Words("文件夹里的照片数", "Cost by photos in a folder")
    return Table("folders", title, about, Words("照片", "photos"), FOLDERS, tuple(rows))


def workers(effort: Effort) -> Table:
    """Photos a second by the number of workers."""
    count = max(effort.photos * 2, (WARM + 2) * cores())
    with TemporaryDirectory() as folder:
        source = photos_folder()
        copied(source, Path(folder), count)
        return workers_table(Path(folder), folder_words(source), count, effort.rounds, "local")


def workers_table(folder: Path, where: Words, count: int, rounds: int, engine: str) -> Table:
    """The same for the photos of any folder."""
    limit = bare_rate(folder)
    counts = [n for n in (1, 2, 4, 8, 16, 32, 64, cores()) if n <= cores()]
    rates: dict[int, list[float]] = {n: [] for n in dict.fromkeys(counts)}
    # In turns, so that whatever else the machine does hits all of them.
    for _ in range(rounds):
        for number, seen in rates.items():
            seen.append(batch_rate(folder, number, engine, []))
    rows = [Row("bare", Words("只跑网络，一个核", "networks alone, one core"), (limit, 1.0))]
    for number, seen in rates.items():
        rate = statistics.median(seen)
        name = Words(f"{number} 个进程", f"{number} worker{'s' * (number > 1)}")
        rows.append(Row(str(number), name, (rate, rate / (number * limit))))
    about = Words(
        f"{where.zh}，{count} 张，{rounds} 遍的中位数；不算启动。极限：每个核只跑网络。",
        f"{count} photos, {where.en}, median of {rounds} rounds; the start does not count. "
        "The limit: as many cores with nothing but the networks.",
    )
    title = Words("进程数", "Photos a second by workers")
    return Table("workers", title, about, Words("", ""), WORKERS, tuple(rows))


def bare_rate(folder: Path) -> float:
    """Photos a second of bare onnxruntime on one thread, on the inputs of these photos."""
    paths = sorted(folder.iterdir())[:BARE_PHOTOS]
    before = cv2.getNumThreads()
    pipeline, bare = Pipeline(1), bare_networks(1)
    cv2.setNumThreads(before)
    inputs = [pipeline.run(path).inputs for path in paths]
    return len(paths) / seconds_of(lambda: [bare(one) for one in inputs])


def batch_rate(folder: Path, workers: int, engine: str, memory: list[float]) -> float:
    """Photos a second of a whole batch, results written, without the time it takes to start.

    `memory` gets the megabytes in use after each photo.
    """
    times: list[float] = []

    def note(done: int, total: int) -> None:
        times.append(time.perf_counter())
        memory.append(megabytes(all_pids()))

    with TemporaryDirectory() as out:
        run(Plan((str(folder),), out, workers=workers, engine=engine), note)
        end = time.perf_counter()
    skipped = min(1 + WARM * workers, len(times) - 1)
    return (len(times) - skipped) / (end - times[skipped - 1])


def all_pids() -> list[int]:
    """This process and its workers."""
    children = (child.pid for child in multiprocessing.active_children())
    return [os.getpid(), *(pid for pid in children if pid is not None)]


def megabytes(pids: list[int]) -> float:
    """Memory of these processes; 0 where the system does not tell."""
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--photos", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", default="local")
    options = parser.parse_args()
    source = options.folder or photos_folder()
    with TemporaryDirectory() as folder:
        copied(source, Path(folder), options.photos)
        where = folder_words(source)
        figures = workers_table(Path(folder), where, options.photos, options.rounds, options.engine)
    print(figures.about.en, figures.markdown("en"), sep="\n")


if __name__ == "__main__":
    main()
