"""How many photos a second a batch scores, beside the bare network and another reader.

    python -m benchmarks.batch [FOLDER] [--photos 120] [--rounds 3] [--engine local|ray]

prints photos per second for one worker, for all cores, for onnxruntime alone (the same networks
on the same inputs, one thread), for the recognizer alone (the networks with their letterbox,
crops and suppression), and for the PyPI package `mahjong-detector` where it is installed; then
the share of `cores x one thread alone` that the batch reaches.
"""

import argparse
import contextlib
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from hupai.batch.listing import listings
from hupai.batch.record import Job, Recipe, Scorer, version
from hupai.batch.runner import Plan, run
from hupai.batch.said import Said
from hupai.commands.batch import cores
from hupai.settling import DEFAULT_RULES
from scoring import RuleSet
from vision.network import Network
from vision.picture import Picture

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT.parent / "shared" / "data" / "photos" / "dev" / "images", ROOT / "samples")
WARM = 4
"""Photos of each worker that do not count: while it starts, and while onnxruntime warms up."""


def copied(source: Path, target: Path, wanted: int) -> list[Path]:
    """That many photos in `target`, from those of `source`, no two of the same bytes."""
    (listing,) = listings([str(source)])
    names = [name for name in listing.photos if "/" not in name]
    paths = []
    for number in range(wanted):
        name = names[number % len(names)]
        paths.append(target / f"{number}{Path(name).suffix}")
        # What follows the end of a picture changes its bytes and nothing else.
        paths[-1].write_bytes((source / name).read_bytes() + b"\0" * (number // len(names)))
    return paths


def batch_rate(folder: Path, workers: int, engine: str, memory: list[float]) -> float:
    """Photos a second of a whole batch, results written, without the time it takes to start.

    `memory` gets the megabytes in use after each photo.
    """
    times: list[float] = []

    def note(done: int, total: int) -> None:
        times.append(time.perf_counter())
        memory.append(megabytes())

    with tempfile.TemporaryDirectory() as out:
        run(Plan((str(folder),), out, workers=workers, engine=engine), note)
        end = time.perf_counter()
    skipped = 1 + WARM * workers
    return (len(times) - skipped) / (end - times[skipped - 1])


def megabytes() -> float:
    """Memory of this process and its workers; 0 where the system does not tell."""
    pids = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def recorded(photos: Iterable[Path]) -> list[tuple[Network, Any]]:
    """Every input that the networks get while these photos are read, in order."""
    calls: list[tuple[Network, Any]] = []
    plain = Network.run

    def recording(network: Network, inputs: Any) -> Any:
        calls.append((network, inputs))
        return plain(network, inputs)

    work = scorer()
    Network.run = recording  # type: ignore[method-assign]
    try:
        score(photos, work)
    finally:
        Network.run = plain  # type: ignore[method-assign]
    return calls


def scorer() -> Scorer:
    """What a worker scores photos with."""
    return Recipe({DEFAULT_RULES: RuleSet.load(DEFAULT_RULES)}, version()).scorer()


def score(photos: Iterable[Path], work: Scorer) -> None:
    """Score photos in this process, as a worker does."""
    for path in photos:
        work(Job(0, path.name, Said()), path.read_bytes())


def rate(photos: int, work: Callable[[], object]) -> float:
    """Photos a second of `work`, which does that many."""
    start = time.perf_counter()
    work()
    return photos / (time.perf_counter() - start)


def replay(calls: Iterable[tuple[Network, Any]]) -> None:
    for network, inputs in calls:
        network.run(inputs)


def other_reader() -> Callable[[Path], object] | None:
    """`mahjong-detector` on one thread, as our workers run; None where it is not installed."""
    try:
        import onnxruntime
        from mahjong_detector import detect_tiles, predict
    except ImportError:
        return None
    # The package's function `predict` hides its module of that name.
    module = sys.modules[predict.__module__]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    module.threadlocal.session = onnxruntime.InferenceSession(str(module.model_path), options)
    return lambda path: detect_tiles(str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--photos", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", default="local")
    options = parser.parse_args()
    source = options.folder or next(folder for folder in FOLDERS if folder.is_dir())
    with tempfile.TemporaryDirectory() as folder:
        photos = copied(source, Path(folder), options.photos)
        report(Path(folder), photos, options.rounds, options.engine)


def report(folder: Path, photos: list[Path], rounds: int, engine: str) -> None:
    some = photos[: max(1, len(photos) // 4)]
    calls, other, workers = recorded(some), other_reader(), cores()
    memory: list[float] = []
    replay(calls[:WARM])
    alone, whole = "onnxruntime alone, one thread", "recognizer alone, one thread"
    pictures = [Picture.load(path) for path in some]
    recognize = scorer().recognizer.recognize
    measures: dict[str, Callable[[], float]] = {
        alone: lambda: rate(len(some), lambda: replay(calls)),
        whole: lambda: rate(len(some), lambda: deque(map(recognize, pictures), maxlen=0)),
        "batch, one worker": lambda: batch_rate(folder, 1, engine, []),
        f"batch, {workers} workers": lambda: batch_rate(folder, workers, engine, memory),
    }
    if other is not None:
        measures["mahjong-detector, one thread"] = lambda: rate(
            len(some), lambda: deque(map(other, some), maxlen=0)
        )
    rates: dict[str, list[float]] = {name: [] for name in measures}
    # In turns, so that whatever else the machine does hits all of them.
    for _ in range(rounds):
        for name, measure in measures.items():
            rates[name].append(measure())
    middle = {name: statistics.median(values) for name, values in rates.items()}
    for name, values in rates.items():
        print(f"{name:32}{middle[name]:8.2f} photos/s  ({min(values):.2f} to {max(values):.2f})")
    for name in (alone, whole):
        share = middle[f"batch, {workers} workers"] / (workers * middle[name])
        print(f"{workers} workers reach {share:.2f} of {workers} x {name}")
    quarter = len(photos) // 4
    early, late = max(memory[-3 * quarter : -2 * quarter]), max(memory[-quarter:])
    print(
        f"memory of the last batch: {early:.0f} MB in its second quarter, {late:.0f} MB in its last"
    )
    print(f"of a photo's time on one core {cpu_share(some, calls):.2f} is in the networks")


def cpu_share(photos: Sequence[Path], calls: Iterable[tuple[Network, Any]]) -> float:
    """The networks' part of the processor time that a photo takes: the most that can be reached."""
    work = scorer()
    score(photos[:WARM], work)
    start = time.process_time()
    replay(calls)
    networks = time.process_time() - start
    start = time.process_time()
    score(photos, work)
    return networks / (time.process_time() - start)


if __name__ == "__main__":
    main()
