"""hupai asks nothing of a network, reports to nobody, and runs without the training libraries."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.hupai.batch_photos import write_photos

SAMPLE = ROOT / "samples" / "all-pons.jpg"
BLOCK = """
import atexit, json, os, socket, sys

NOTES = os.environ["NOTES_FOLDER"]
LOCAL = ("127.0.0.1", "::1", "localhost", None, "", b"localhost")


def note(kind, value):
    with open(os.path.join(NOTES, f"{kind}-{os.getpid()}.txt"), "a", encoding="utf-8") as file:
        file.write(f"{value!r}\\n")


def blocked(name, real):
    def call(*arguments, **named):
        address = arguments[-1] if name.startswith("connect") else arguments[0]
        host = address[0] if isinstance(address, tuple) else address
        is_path = name.startswith("connect") and isinstance(address, (str, bytes))
        if not is_path and host not in LOCAL:
            note("attempt", (name, address))
            raise OSError(f"the network is blocked: {name} {address!r}")
        return real(*arguments, **named)

    return call


class Blocked(socket.socket):
    connect = blocked("connect", socket.socket.connect)
    connect_ex = blocked("connect_ex", socket.socket.connect_ex)


socket.socket = Blocked
socket.getaddrinfo = blocked("getaddrinfo", socket.getaddrinfo)
socket.gethostbyname = blocked("gethostbyname", socket.gethostbyname)
note("started", sys.argv if hasattr(sys, "argv") else [])
atexit.register(lambda: note("modules", sorted({name.partition(".")[0] for name in sys.modules})))
"""


@dataclass(frozen=True)
class Box:
    """Where a process without a network runs: what is in its environment, what it noted."""

    environment: dict[str, str]
    notes: Path
    home: Path

    def check(self) -> None:
        """It ran as blocked, tried no network, left nothing at home, loaded no training library."""
        assert list(self.notes.glob("started-*"))
        assert [file.read_text("utf-8") for file in self.notes.glob("attempt-*")] == []
        assert [file for file in self.home.rglob("*") if file.is_file()] == []
        modules = [file.read_text("utf-8") for file in self.notes.glob("modules-*")]
        assert modules
        assert not any("'torch'" in one or "'ultralytics'" in one for one in modules)

    def run(self, *arguments: str | Path) -> str:
        answer = subprocess.run(
            [sys.executable, "-m", "hupai", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=self.environment,
            timeout=120,
        )
        assert answer.returncode == 0, answer.stderr
        return answer.stdout


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    site, notes, home = (tmp_path / name for name in ("site", "notes", "home"))
    for folder in (site, notes, home):
        folder.mkdir()
    (site / "sitecustomize.py").write_text(BLOCK, "utf-8")
    # What switches reports off by itself, as in a test run, is taken away.
    quiet = ("CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS")
    kept = {name: value for name, value in os.environ.items() if name not in quiet}
    folders = dict.fromkeys(("HOME", "USERPROFILE", "XDG_CACHE_HOME", "TMPDIR"), str(home))
    paths = os.pathsep.join([str(site), str(ROOT)])
    own = {"PYTHONPATH": paths, "NOTES_FOLDER": str(notes), "PYTHONIOENCODING": "utf-8"}
    opened = Box({**kept, **folders, **own}, notes, home)
    yield opened
    opened.check()


def test_the_block_blocks(box: Box) -> None:
    code = (
        "import socket\n"
        "for call in (lambda: socket.create_connection(('192.0.2.1', 9), 1),\n"
        "             lambda: socket.getaddrinfo('hupai.example', 80)):\n"
        "    try:\n        call()\n"
        "    except OSError as error:\n        assert 'is blocked' in str(error), error\n"
        "    else:\n        raise AssertionError\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=box.environment, timeout=60)
    attempts = list(box.notes.glob("attempt-*"))
    assert len(attempts) == 1
    attempts[0].unlink()


def test_score(box: Box) -> None:
    (line,) = box.run("score", SAMPLE, "--self-draw", "--json").splitlines()
    assert json.loads(line)["score"]["payments"] == [30, -10, -10, -10]


def test_batch(box: Box, tmp_path: Path) -> None:
    write_photos(tmp_path / "photos", 3)
    box.run("batch", tmp_path / "photos", "--out", tmp_path / "results", "--workers", "2")
    assert len((tmp_path / "results" / "results.jsonl").read_text("utf-8").splitlines()) == 3


def test_serve(box: Box, tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
    httpx = pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")
    from tests.hupai.web_process import served

    with served(tmp_path / "data", environment=box.environment) as server:
        address = f"http://127.0.0.1:{server.port}"
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address) as page:
            assert b"main.js" in page.read()
        files = {"photo": ("a.jpg", SAMPLE.read_bytes())}
        answer = httpx.post(f"{address}/api/score", files=files, data={"hand": ""}, timeout=60)
        assert answer.status_code == 200
