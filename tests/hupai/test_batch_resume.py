"""A batch that is killed at any moment goes on where it was, and ends with the same bytes."""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.hupai.batch_photos import write_broken, write_links, write_photos
from tests.hupai.test_batch import objects, outputs

KILLS = 20


def command(folder: Path, out: Path, *more: str) -> list[str]:
    options = ["--save-images", "--labels", "--lang", "en", *more]
    return [sys.executable, "-m", "hupai", "batch", str(folder), "--out", str(out), *options]


def run(folder: Path, out: Path, *more: str) -> str:
    """A run to the end; what it printed."""
    answer = subprocess.run(command(folder, out, *more), cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 1, answer.stderr
    assert answer.stderr.count("Traceback") == 0
    return answer.stdout


def finished(out: Path) -> Counter[str]:
    """How often the journal holds each record that is final."""
    journal = out / ".hupai" / "journal"
    lines = journal.read_bytes().split(b"\n")[:-1] if journal.exists() else []
    return Counter(line.split()[0].decode() for line in lines if line.split()[1] == b"final")


def killed(folder: Path, out: Path, more: int, seconds: float) -> bool:
    """A run ended that long after so `more` photos were finished; whether it was still running."""
    enough = len(finished(out)) + more
    with subprocess.Popen(
        command(folder, out), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        while len(finished(out)) < enough and process.poll() is None:
            time.sleep(0.02)
        time.sleep(seconds)
        alive = process.poll() is None
        process.kill()
    return alive


def kill_again_and_again(folder: Path, out: Path, whole: Path) -> None:
    """Kill a batch at random moments, let it end, and compare it with the one in `whole`."""
    chance = random.Random(20)
    # Counted in photos, not in seconds: on a fast machine as on a slow one some are left to do.
    share = len(finished(whole)) // KILLS
    alive, done = 0, 0
    for _ in range(KILLS):
        alive += killed(folder, out, chance.randint(0, share), chance.uniform(0.0, 0.4))
        assert len(finished(out)) >= done, "a finished photo was lost"
        done = len(finished(out))
    text = run(folder, out)
    assert outputs(out) == outputs(whole)
    assert max(finished(out).values()) == 1, "a finished photo was scored again"
    assert alive >= KILLS // 2, "hardly a run was killed while it ran"
    assert done, text


def test_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    folder = tmp_path / "照片"
    write_photos(folder, 24)
    write_broken(folder / "broken")
    write_links(folder)
    run(folder, tmp_path / "whole")
    kill_again_and_again(folder, tmp_path / "killed", tmp_path / "whole")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_interrupted_by_its_user(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    write_photos(folder, 60)
    with subprocess.Popen(
        command(folder, out),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that were started in the background ignore the signal, and so would the batch.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        while not finished(out):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, complaints = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "The same command goes on from here." in printed
    assert "Traceback" not in complaints


@pytest.mark.long
def test_a_thousand_photos_killed_at_twenty_random_moments(tmp_path: Path, shared: Path) -> None:
    folder = tmp_path / "照片"
    broken = write_broken(folder / "坏的")
    write_links(folder)
    real = sorted((shared / "data" / "photos" / "dev" / "images").iterdir())
    for path in real:
        (folder / path.name).symlink_to(path)
    write_photos(folder / "桌 2", 1000 - len(real) - len(broken), narrow=True)
    text = run(folder, tmp_path / "whole")
    assert "1000 photos" in text
    assert len(objects(tmp_path / "whole")) == 1000
    assert text.count("refused: 34") == 1
    kill_again_and_again(folder, tmp_path / "killed", tmp_path / "whole")
