"""Train all candidates at once on a machine with a GPU and no network, from a pack.

    python -m models.gpu pack --out OUT --minutes 9

`pack` is what `models.pack` wrote. The networks train side by side to the last minute: the readers
at once, the detectors as soon as their pictures are made. `OUT` gets a checkpoint of each
(`detector-n.pt`, ...) in half precision and `log.jsonl`; `models.export` makes ONNX files of them.
"""

import argparse
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE_SHARE = 0.3
"""Part of the time in which the detectors' pictures are made."""
CANDIDATES = ("detector-n", "detector-w", "reader-n", "reader-s")
RATES = {"detector": 1e-3, "reader": 1e-3}
BATCHES = {"detector": 64, "reader": 512}
MANY_STEPS = 10**6
"""More than fit into the minutes, which end a run."""


@dataclass(frozen=True)
class Candidate:
    """One network to train: `kind` and `scale` as `models.train` takes them."""

    name: str
    pictures: Path
    work: Path

    @property
    def kind(self) -> str:
        """`detector` or `reader`."""
        return self.name.partition("-")[0]

    def command(self, minutes: float, workers: int, smoke: bool) -> list[str]:
        """The training of it; the small ones go on from the shipped checkpoints."""
        scale = self.name.partition("-")[2]
        start = ROOT / "models" / "checkpoints" / f"{self.kind}.pt"
        options = {
            "--out": self.work / self.name,
            "--scale": scale,
            "--minutes": minutes,
            "--steps": MANY_STEPS,
            "--batch": BATCHES[self.kind],
            "--rate": RATES[self.kind],
            "--workers": workers,
            **({"--start": start} if scale == "n" else {}),
            **({"--pictures": self.pictures} if self.kind == "detector" else {}),
        }
        words = [str(word) for option in options.items() for word in option]
        smoke_words = ["--smoke"] if smoke else []
        return [sys.executable, "-m", "models.train", self.kind, *words, *smoke_words]


def environment(pack: Path, site: Path) -> dict[str, str]:
    """What the training needs to find the pack; its wheels are unpacked to `site`."""
    wheels = sorted(str(path) for path in (pack / "wheels").glob("*.whl"))
    if wheels:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
        subprocess.run([*command, "--target", str(site), *wheels], check=True)
    paths = [str(ROOT), str(site), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "HUPAI_MATERIAL": str((pack / "data").resolve()),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }


def make_pictures(folder: Path, minutes: float, workers: int, least: int) -> int:
    """Training pictures of the detector in `folder`, made by several processes; how many."""
    until = time.time() + 60 * minutes
    jobs = [(folder, first, workers, until, least) for first in range(workers)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return sum(pool.starmap(_make_some, jobs))


def _make_some(folder: Path, first: int, step: int, until: float, least: int) -> int:
    """Every `step`-th picture from number `first` on, `least` in all, then until the time is up."""
    import cv2

    from models.mixture import MixedSource
    from models.samples import KeptSource

    cv2.setNumThreads(1)
    source, made, number = KeptSource(MixedSource(), folder, MANY_STEPS), 0, first
    while number < least or time.time() < until:
        source.sample(1, number)
        made, number = made + 1, number + step
    return made


def collect(candidates: list[Candidate], out: Path) -> None:
    """Copy the checkpoints, and write one log of all runs."""
    lines = []
    for candidate in candidates:
        folder = candidate.work / candidate.name
        if (folder / "ema.pt").exists():
            shutil.copyfile(folder / "ema.pt", out / f"{candidate.name}.pt")
        log = folder / "log.jsonl"
        written = log.read_text("utf-8").splitlines() if log.exists() else []
        lines += [json.dumps({"network": candidate.name} | json.loads(line)) for line in written]
    (out / "log.jsonl").write_text("".join(line + "\n" for line in lines), "utf-8")


def train_all(candidates: list[Candidate], options: argparse.Namespace) -> None:
    """Train side by side: readers at once, detectors as soon as there are pictures."""
    until = time.monotonic() + 60 * options.minutes
    each = max(1, options.workers // len(candidates))

    def start(kind: str) -> dict[str, subprocess.Popen[bytes]]:
        minutes = (until - time.monotonic()) / 60
        some = [one for one in candidates if one.kind == kind]
        return {
            one.name: subprocess.Popen(one.command(minutes, each, options.smoke), cwd=ROOT)
            for one in some
        }

    running = start("reader")
    makers = max(1, options.workers - each * len(running))
    share = 0.0 if options.smoke else PICTURE_SHARE
    made = make_pictures(candidates[0].pictures, share * options.minutes, makers, 4)
    print(f"{made} pictures made", flush=True)
    running |= start("detector")
    while any(process.poll() is None for process in running.values()):
        time.sleep(1 if options.smoke else 15)
        collect(candidates, options.out)
    # A run may have ended after it was last looked at, also when another failed.
    collect(candidates, options.out)
    failed = [name for name, process in running.items() if process.returncode]
    if failed:
        raise SystemExit(f"not trained to the end: {', '.join(failed)}; see the messages above")


def main(arguments: list[str] | None = None) -> None:
    """Read the command line; make pictures, train, collect."""
    parser = argparse.ArgumentParser(description="Train all candidates from a pack on a GPU.")
    parser.add_argument("pack", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="*", choices=CANDIDATES, default=CANDIDATES)
    parser.add_argument("--smoke", action="store_true", help="few pictures and steps")
    options = parser.parse_args(arguments)
    if not (options.pack / "data").is_dir():
        raise SystemExit(f"{str(options.pack)!r} is no pack: make it with python -m models.pack")
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hupai-gpu-") as folder:
        work = Path(folder)
        os.environ.update(environment(options.pack, work / "site"))
        candidates = [Candidate(name, work / "pictures", work) for name in options.only]
        train_all(candidates, options)


if __name__ == "__main__":
    main()
