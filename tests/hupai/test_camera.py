"""`hupai camera`: sources, JSON lines, bad input."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hupai.camera import sources
from hupai.camera.sources import open_source
from tests.conftest import ROOT
from tests.hupai.conftest import Run
from tests.hupai.videos import moving, sample, shows, still, table, write


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
