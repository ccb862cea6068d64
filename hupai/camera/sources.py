"""Frames from a camera, a network stream or a video file."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.words import UserError, Words
from vision.opencv import cv2

CAMERAS = (0, 1, 2, 3)
"""Tried in turn where no source is named."""
FILE_INTERVAL = 0.1
"""Seconds between two frames that are read from a file: as fast as a camera is read."""
USUAL_RATE = 25.0
"""Frames per second of a file that does not tell."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source: (height, width, 3) BGR pixels, and seconds since it began."""

    pixels: NDArray[np.uint8]
    seconds: float


@dataclass(frozen=True)
class Source:
    """An open source: what it is called, and its frames. `frames` ends with the source."""

    name: str
    frames: Callable[[], Iterator[Frame]]


def open_source(wanted: str | None = None, paced: bool = False) -> Source:
    """The source that `wanted` names (a camera's number, a URL or a file), else the first camera.

    With `paced` a file is played at its own speed. Raises `UserError`, which names what was
    tried.
    """
    # OpenCV prints lines of its own for every camera that is not there.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if wanted is not None and not wanted.isdecimal():
        return _stream(wanted) if "://" in wanted else _file(wanted, paced)
    tried = CAMERAS if wanted is None else (int(wanted),)
    for number in tried:
        with _quiet():
            capture = cv2.VideoCapture(number)
            opened = capture.isOpened() and capture.read()[0]
        if opened:
            return Source(f"camera {number}", partial(_newest, capture))
        capture.release()
    names = ", ".join(map(str, tried))
    raise UserError(
        "no_camera",
        Words(
            f"没有摄像头应答（试过 {names}）："
            f"请接上摄像头，或用 --source 给出编号、网址或视频文件。",
            f"No camera answered (tried {names}): plug one in, or give --source a number, "
            "a URL or a video file.",
        ),
    )


def _file(path: str, paced: bool) -> Source:
    if not Path(path).is_file():
        raise UserError(
            "no_such_file",
            Words(
                f"找不到视频文件 {path!r}：请检查名字。",
                f"There is no video file {path!r}: check its name.",
            ),
        )
    with _quiet():
        capture = cv2.VideoCapture(path)
    if not capture.isOpened():
        raise UserError(
            "not_a_video",
            Words(
                f"{path!r} 不是视频，或格式不支持：请用 MP4、AVI 或 MKV。",
                f"{path!r} is not a video, or of a format not known here: use MP4, AVI or MKV.",
            ),
        )
    return Source(path, lambda: _every(capture, paced))


def _stream(url: str) -> Source:
    with _quiet():
        capture = cv2.VideoCapture(url)
    if not capture.isOpened():
        raise UserError(
            "no_stream",
            Words(
                f"连不上 {url!r}：请检查网址和网络。",
                f"{url!r} cannot be reached: check the address and the network.",
            ),
        )
    return Source(url, lambda: _newest(capture))


def _every(capture: Any, paced: bool) -> Iterator[Frame]:
    """The frames of a file at even intervals, whatever time each takes to be used."""
    rate = capture.get(cv2.CAP_PROP_FPS) or USUAL_RATE
    began, number, due = time.monotonic(), 0, 0.0
    try:
        while capture.grab():
            seconds = number / rate
            number += 1
            if seconds + 1e-6 < due:
                continue
            due += FILE_INTERVAL
            good, pixels = capture.retrieve()
            if not good:
                return
            if paced:
                time.sleep(max(0.0, began + seconds - time.monotonic()))
            yield Frame(np.asarray(pixels, np.uint8), seconds)
    finally:
        capture.release()


def _newest(capture: Any) -> Iterator[Frame]:
    """The newest frame each time: a thread takes them all, so that none is old when it is used."""
    latest: list[Frame] = []
    news = threading.Condition()
    over = threading.Event()
    began = time.monotonic()

    def take() -> None:
        while not over.is_set():
            good, pixels = capture.read()
            with news:
                if good:
                    latest[:] = [Frame(np.asarray(pixels, np.uint8), time.monotonic() - began)]
                else:
                    over.set()
                news.notify()
        capture.release()

    threading.Thread(target=take, daemon=True).start()
    try:
        while True:
            with news:
                news.wait_for(lambda: latest or over.is_set())
                if not latest:
                    return
                frame = latest.pop()
            yield frame
    finally:
        over.set()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keeps from the user what drivers and decoders write to standard error."""
    saved = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(nowhere)
