"""The machine and the versions that figures belong to, and the memory of a process."""

import json
import multiprocessing
import os
import platform
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import hupai
from hupai.commands.batch import cores

ROOT = Path(__file__).parents[1]
LIBRARIES = ("numpy", "opencv-python", "onnxruntime", "pillow")
MEASURED_CODE = ("scoring", "vision", "hupai", "models", "benchmarks")


def described() -> dict[str, str]:
    """The machine, Python and the libraries, the commit and the networks."""
    return {
        "cpu": _cpu(),
        "cores": str(cores()),
        "memory": f"{_memory() / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: installed(name) or "-" for name in LIBRARIES},
        "hupai": hupai.__version__,
        "networks": " ".join(f"{kind} {digest[:12]}" for kind, digest in networks().items()),
    }


def when() -> dict[str, str]:
    """The day and the commit of a measurement."""
    return {"date": datetime.now(UTC).date().isoformat(), "commit": _commit()}


def installed(package: str) -> str | None:
    """The version of an installed package; None where it is not."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def networks() -> dict[str, str]:
    """The SHA-256 of the shipped networks, by their kind, as their cards tell it."""
    cards = {kind: ROOT / "models" / f"{kind}.json" for kind in ("detector", "reader")}
    return {kind: json.loads(card.read_text("utf-8"))["sha256"] for kind, card in cards.items()}


def peak_of(work: Callable[..., object], *arguments: Any) -> float:
    """The peak memory in MiB of a process of its own that does `work`."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_peak, (work, arguments))


def _peak(work: Callable[..., object], arguments: tuple[Any, ...]) -> float:
    work(*arguments)
    try:
        # Of this program alone; what getrusage tells includes the parent's at the start.
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
        line = next(line for line in lines if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    except (OSError, StopIteration):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _commit() -> str:
    """The commit, with a `+` where the measured code has changes that are not committed."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--", *MEASURED_CODE) else "")
    except (OSError, subprocess.CalledProcessError):
        return "-"


def _git(*arguments: str) -> str:
    answer = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()
