"""Networks whose time is taken, the same weights in a bare onnxruntime, and another reader."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from hupai.settling import Request, settle
from vision.network import Network, default_path
from vision.picture import Picture, Source
from vision.reading import Reading
from vision.recognizer import Recognizer

STAGES = ("load", "detector", "reader", "rest", "layout", "score")


class TimedNetwork(Network):
    """A network that adds up the seconds of its runs and keeps what it was given."""

    def __init__(self, kind: str, threads: int) -> None:
        super().__init__(default_path(kind), kind, threads)
        self.seconds = 0.0
        self.inputs: list[NDArray[np.float32]] = []

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        start = time.perf_counter()
        outputs = super().run(inputs)
        self.seconds += time.perf_counter() - start
        self.inputs.append(inputs)
        return outputs


@dataclass(frozen=True)
class Timed:
    """What one photo took, in seconds by stage, and what was found in it."""

    seconds: dict[str, float]
    reading: Reading
    inputs: list[tuple[str, NDArray[np.float32]]]

    @property
    def whole(self) -> float:
        return sum(self.seconds.values())


class Pipeline:
    """From a photo to payments on so many threads (0: all cores), stage by stage."""

    def __init__(self, threads: int) -> None:
        self.detector = TimedNetwork("detector", threads)
        self.reader = TimedNetwork("reader", threads)
        self.recognizer = Recognizer(self.detector, self.reader)
        self.request = Request.parse("self_draw")

    def run(self, source: Source) -> Timed:
        for network in (self.detector, self.reader):
            network.seconds, network.inputs = 0.0, []
        start = time.perf_counter()
        picture = Picture.load(source)
        loaded = time.perf_counter()
        found = self.recognizer.recognize(picture)
        recognized = time.perf_counter()
        reading = Reading.of(picture, found)
        laid_out = time.perf_counter()
        settle(self.request, reading)
        scored = time.perf_counter()
        networks = self.detector.seconds + self.reader.seconds
        seconds = {
            "load": loaded - start,
            "detector": self.detector.seconds,
            "reader": self.reader.seconds,
            "rest": recognized - loaded - networks,
            "layout": laid_out - recognized,
            "score": scored - laid_out,
        }
        inputs = [("detector", one) for one in self.detector.inputs]
        inputs += [("reader", one) for one in self.reader.inputs]
        return Timed(seconds, reading, inputs)


def bare_networks(threads: int) -> Callable[[list[tuple[str, NDArray[np.float32]]]], object]:
    """The shipped weights in plain onnxruntime sessions: runs recorded inputs."""
    sessions = {}
    for kind in ("detector", "reader"):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        # As in vision/network.py: the limit is the best that onnxruntime does here.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        sessions[kind] = onnxruntime.InferenceSession(str(default_path(kind)), options)
    names = {kind: session.get_inputs()[0].name for kind, session in sessions.items()}
    return lambda inputs: [sessions[kind].run(None, {names[kind]: one}) for kind, one in inputs]


def other_reader(threads: int) -> Callable[[Path], object] | None:
    """The package `mahjong-detector` on so many threads; None where it is not installed."""
    try:
        from mahjong_detector import detect_tiles, predict
    except ImportError:
        return None
    # The package's function `predict` hides its module of that name.
    module: Any = sys.modules[predict.__module__]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    module.threadlocal.session = onnxruntime.InferenceSession(str(module.model_path), options)
    return lambda path: detect_tiles(str(path))


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds that `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
