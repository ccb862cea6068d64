"""`hupai camera`: stillness, votes, sources, JSON lines, and a real window."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hupai.__main__ import main
from hupai.camera import sources
from hupai.camera.sources import Frame, open_source
from hupai.camera.stillness import Stillness, is_same, vote
from hupai.camera.watch import Watch
from hupai.settling import Request
from scoring.tiles import Tile
from tests.conftest import ROOT
from tests.hupai.videos import moving, sample, still, table, write
from tests.vision.rows import row
from vision.detections import Detections
from vision.detector import iou
from vision.picture import Picture
from vision.reading import read

HAND = "123m456p789sEE222p"
LAID = row(HAND)


def moved(detections: Detections, right: float) -> Detections:
    return replace(detections, boxes=detections.boxes + np.float32([right, 0, right, 0]))


def without(detections: Detections, *indices: int) -> Detections:
    return detections[[index for index in range(len(detections)) if index not in indices]]


WIDTH = float(LAID.boxes[0, 2] - LAID.boxes[0, 0])
STILL = {
    "half a second": ([LAID] * 6, True),
    "too short": ([LAID] * 5, False),
    "no tiles": ([Detections.empty()] * 9, False),
    "trembling": ([moved(LAID, 0.1 * WIDTH * (-1) ** n) for n in range(6)], True),
    "pushed": ([moved(LAID, 0.5 * WIDTH * n) for n in range(9)], False),
    "slowly pushed": ([moved(LAID, 0.12 * WIDTH * n) for n in range(9)], False),
    "one tile comes and goes": ([LAID, without(LAID, 3)] * 3, True),
    "one odd frame": ([LAID] * 3 + [moved(LAID, WIDTH)] + [LAID] * 3, True),
    "a hand over it": ([LAID] * 6 + [without(LAID, 1, 2, 3, 4)] * 2, False),
    "another hand": ([LAID] * 6 + [moved(LAID, 3 * WIDTH)] * 3, False),
}


@pytest.mark.parametrize(("frames", "expected"), STILL.values(), ids=STILL)
def test_when_a_hand_lies_still(frames: list[Detections], expected: bool) -> None:
    stillness = Stillness()
    for number, frame in enumerate(frames):
        answer = stillness.feed(frame, number * 0.1)
    assert answer is expected


def test_two_frames_of_half_a_second_are_too_few() -> None:
    stillness = Stillness()
    assert not any(stillness.feed(LAID, seconds) for seconds in (0.0, 0.6, 1.2))


def test_empty_frames_are_the_same() -> None:
    assert is_same(Detections.empty(), Detections.empty())
    assert not is_same(Detections.empty(), LAID)


def unsure(detections: Detections, index: int, tile: Tile, confidence: float) -> Detections:
    class_ids, sure = detections.class_ids.copy(), detections.confidence.copy()
    class_ids[index], sure[index] = tile, confidence
    return replace(detections, class_ids=class_ids, confidence=sure)


def test_frames_vote_by_how_sure_they_are() -> None:
    frames = [
        *(unsure(LAID, 4, Tile.P6, 0.3) for _ in range(3)),
        *(unsure(LAID, 4, Tile.P5, 0.8) for _ in range(2)),
    ]
    voted = vote(frames)
    assert voted.tile(4) is Tile.P5
    assert voted.runner_up[4] == Tile.P6
    assert voted.confidence[4] == pytest.approx(2 * 0.8 / 5)
    assert voted.runner_up_confidence[4] == pytest.approx(3 * 0.3 / 5)


def test_a_tile_needs_most_of_the_frames() -> None:
    ghost = moved(LAID, 100 * WIDTH)[:1]
    both = Detections.build(
        np.concatenate([LAID.boxes, ghost.boxes]), np.append(LAID.class_ids, Tile.M1)
    )
    assert len(vote([LAID, both, LAID])) == len(LAID)
    assert len(vote([both, both, LAID])) == len(LAID) + 1
    assert len(vote([without(LAID, 0), without(LAID, 5), LAID])) == len(LAID)
    assert len(vote([Detections.empty()] * 3)) == 0


def test_boxes_are_the_median() -> None:
    voted = vote([LAID, moved(LAID, 1), moved(LAID, 2)])
    assert voted.boxes == pytest.approx(moved(LAID, 1).boxes)


def test_a_hand_is_told_once_and_again_when_it_changes() -> None:
    pixels = np.zeros((600, 900, 3), np.uint8)
    other = row("111m456p789sEE222p", top=300)
    seen = [LAID] * 12 + [moved(LAID, WIDTH * n) for n in range(4)] + [LAID] * 12 + [other] * 9
    frames = iter(seen)
    watch = Watch("camera 0", Request.parse("self_draw"), lambda picture: next(frames))
    told = []
    for number in range(len(seen)):
        view = watch.look(Frame(pixels, number * 0.1))
        if view.is_new and view.outcome is not None:
            told.append((number, view.outcome.hand.text))
    assert told == [(5, HAND), (33, "111m456p789sEE222p")]


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hupai(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line; gives exit status, standard output and standard error."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setenv("HUPAI_LANG", "en")
        monkeypatch.setattr("sys.argv", ["hupai", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        streams = capfd.readouterr()
        code = caught.value.code
        return code if isinstance(code, int) else 0, streams.out, streams.err

    return run


def shows(result: dict[str, Any], name: str) -> bool:
    """Whether a result is of that sample: about its tiles, whatever they were taken for."""
    wanted = read(Picture(sample(name))).detections.boxes
    boxes = np.array([tile["box"] for tile in result["tiles"]], np.float32)
    found = sum(bool((iou(box, boxes) > 0.5).any()) for box in wanted) if len(boxes) else 0
    return found >= len(wanted) - 2 and len(boxes) <= len(wanted) + 2


def test_json_lines_of_a_video(hupai: Run, tmp_path: Path) -> None:
    first, second = sample("all-pons"), sample("two-sets")
    path = write(
        tmp_path / "牌桌.avi",
        *(table(0.5), moving(first, 0.8), still(first, 1.2), moving(first, 0.6)),
        *(table(0.4), still(second, 1.2)),
    )
    status, out, err = hupai("camera", "--source", path, "--headless", "--self-draw")
    assert (status, err) == (0, "")
    lines: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert len(lines) == 2
    for line, name, start in zip(lines, ("all-pons", "two-sets"), (1.3, 3.5), strict=True):
        assert shows(line, name)
        assert set(line) == {"photo", "hand", "tiles", "problems", "score"}
        seconds = float(line["photo"].split()[-2])
        assert start + 0.5 <= seconds <= start + 1.0


def test_nothing_is_told_of_a_hand_that_never_lies_still(hupai: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "moving.avi", moving(sample("all-pons"), 2))
    assert hupai("camera", "--source", path, "--headless") == (0, "", "")


BAD_SOURCES = {
    "no camera": ([], "tried 0, 1, 2, 3"),
    "no such camera": (["--source", "7"], "tried 7"),
    "no such file": (["--source", "none.mp4"], "'none.mp4'"),
    "not a video": (["--source", str(ROOT / "README.md")], "not a video"),
    "no such stream": (["--source", "http://127.0.0.1:9/live"], "'http://127.0.0.1:9/live'"),
    "rules": (["--rules", "hongkong"], "'hongkong'"),
    "circumstances": (["--circumstances", "moon"], "'moon'"),
    "language": (["--lang", "fr"], "'fr'"),
}


@pytest.mark.skipif(Path("/dev/video0").exists(), reason="this machine has a camera")
@pytest.mark.parametrize(("arguments", "words"), BAD_SOURCES.values(), ids=BAD_SOURCES)
def test_bad_input_is_one_clear_line(hupai: Run, arguments: list[str], words: str) -> None:
    status, out, err = hupai("camera", "--headless", *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def test_without_a_display(hupai: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "hand.avi", table(0.2))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if sys.platform not in ("win32", "darwin"):
        status, _, err = hupai("camera", "--source", path)
        assert (status, "--headless" in err) == (2, True)
        monkeypatch.setenv("DISPLAY", ":987")
        status, _, err = hupai("camera", "--source", path)
        assert (status, "--headless" in err) == (2, True)


class SlowCamera:
    """A camera of 100 frames a second; each frame holds its number."""

    def __init__(self, number: int) -> None:
        self.count = 0 if number == 2 else 200

    def isOpened(self) -> bool:  # noqa: N802 (as OpenCV has it)
        return self.count < 200

    def read(self) -> tuple[bool, np.ndarray]:
        time.sleep(0.01)
        self.count += 1
        return self.count < 200, np.full((64, 64, 3), self.count, np.uint8)

    def release(self) -> None:
        self.count = 200


def test_a_live_source_gives_the_newest_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources.cv2, "VideoCapture", SlowCamera)
    source = open_source()
    assert source.name == "camera 2"
    numbers = []
    for frame in source.frames():
        numbers.append(int(frame.pixels[0, 0, 0]))
        time.sleep(0.1)
    assert len(numbers) < 40
    assert min(np.diff(numbers)[:-1]) >= 3


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
