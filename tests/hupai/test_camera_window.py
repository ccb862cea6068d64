"""`hupai camera` in a real window, with keys that are pressed in it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.hupai.videos import moving, sample, shows, still, table, write
from vision.picture import Picture


@pytest.fixture
def display() -> Iterator[str]:
    """A display of its own, under Xvfb."""
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}, to press keys in a real window")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x1000x24"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.send_signal(signal.SIGTERM)
    server.wait()


class Desk:
    """The camera's window on a display, and the keys that are pressed in it."""

    def __init__(self, display: str, folder: Path, *arguments: str) -> None:
        self.opened = folder / "browser.txt"
        browser = folder / "browser.sh"
        browser.write_text(f'#!/bin/sh\necho "$1" >> "{self.opened}"\n', "utf-8")
        browser.chmod(0o755)
        self.environment = {
            **os.environ,
            **{"DISPLAY": display, "BROWSER": f"{browser} %s", "HUPAI_LANG": "en"},
            **{"XDG_DATA_HOME": str(folder / "data"), "QT_LOGGING_RULES": "*=false"},
        }
        command = [sys.executable, "-m", "hupai", "camera", *arguments]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )

    def press(self, key: str) -> None:
        """Press a key in the window, if it is there."""
        search = ["xdotool", "search", "--onlyvisible", "--name", "hupai"]
        windows = subprocess.run(
            search, env=self.environment, capture_output=True, text=True, timeout=30
        ).stdout.split()
        for window in windows[:1]:
            keys = ["xdotool", "windowfocus", window, "key", key]
            subprocess.run(keys, env=self.environment, stderr=subprocess.DEVNULL, timeout=30)

    def press_until(self, key: str, happened: Callable[[], bool], seconds: float = 60) -> None:
        """Press a key until it had its effect: a busy machine may be slow to see it."""
        end = time.monotonic() + seconds
        while not happened():
            assert time.monotonic() < end, f"{key!r} had no effect"
            assert self.process.poll() is None, "the camera ended by itself"
            self.press(key)
            time.sleep(1)


def saved(folder: Path) -> dict[str, Any]:
    """The result that was saved last."""
    newest = max(folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
    result: dict[str, Any] = json.loads(newest.read_text("utf-8"))
    return result


def test_a_real_window(display: str, tmp_path: Path) -> None:
    hand = sample("all-pons")
    path = write(tmp_path / "hand.avi", table(0.3), moving(hand, 0.4), still(hand, 1.5))
    out = tmp_path / "saved"
    desk = Desk(
        *(display, tmp_path, "--source", str(path), "--save-to", str(out), "--self-draw"),
    )
    try:
        desk.press_until("p", lambda: (out / "hand-1.json").exists())
        desk.press_until("p", lambda: shows(saved(out), "all-pons"))
        newest = max(out.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
        drawn = Picture.load(newest.with_suffix(".hupai.jpg"))
        assert (drawn.pixels != Picture.load(newest.with_suffix(".jpg")).pixels).any()
        desk.press_until("c", desk.opened.exists)
        address = desk.opened.read_text("utf-8").split()[0]
        page, _, query = address.partition("/?given=")
        with urllib.request.urlopen(f"{page}/given/{query}") as answer:
            assert Picture.load(answer.read()).width == 640
        desk.press("s")
        time.sleep(1)
        desk.press("s")
        desk.press_until("q", lambda: desk.process.poll() is not None)
        printed, _ = desk.process.communicate(timeout=30)
        assert desk.process.returncode == 0
        assert "Hand  " in printed
    finally:
        desk.process.kill()
        desk.process.wait()
