"""A network in onnxruntime: weights with their card, checked and loaded once.

This is the only module that touches onnxruntime.
"""

import functools
import hashlib
import json
import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.words import UserError, Words
from vision.detections import CLASS_COUNT

# Since 1.29 onnxruntime reports its use to its makers unless this is set before it is imported;
# hupai asks nothing of the network, and neither may what it is made of.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
import onnxruntime

# On Windows the variable does not reach all of it.
onnxruntime.disable_telemetry_events()

AGAIN_ZH = "请重新安装 hupai，或用 python -m models.export 重新导出。"
AGAIN_EN = "install hupai again, or export the weights with 'python -m models.export'."


class WeightsError(UserError):
    """Weights that are missing, broken or of the wrong kind."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__("bad_weights", Words(f"{zh}：{AGAIN_ZH}", f"{en}: {AGAIN_EN}"))


@dataclass(frozen=True)
class Card:
    """What the JSON file beside the weights says of them.

    `input_size` is the length in pixels of the input's longer side.
    """

    kind: str
    sha256: str
    input_size: int
    class_count: int

    @classmethod
    def read(cls, weights: Path) -> "Card":
        """The card of the file `weights`. Raises `WeightsError`."""
        path = weights.with_suffix(".json")
        try:
            content = json.loads(path.read_text("utf-8"))
            return cls(
                kind=str(content["kind"]),
                sha256=str(content["sha256"]),
                input_size=int(content["input_size"]),
                class_count=len(content["classes"]),
            )
        except FileNotFoundError:
            raise WeightsError(
                f"缺少模型说明 {str(path)!r}", f"The model card {str(path)!r} is missing"
            ) from None
        except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
            raise WeightsError(
                f"模型说明 {str(path)!r} 无法读取（{error}）",
                f"The model card {str(path)!r} cannot be read ({error})",
            ) from error


class Network:
    """Weights in an onnxruntime session. `run` may be called from several threads at once."""

    def __init__(self, path: Path, kind: str, threads: int = 0) -> None:
        """Load the weights at `path`, whose card must name `kind`.

        `threads` is the number of cores for one run; 0 takes all. Raises `WeightsError`.
        """
        self.card = Card.read(path)
        self._check(path, kind)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Threads that wait for the next run by spinning take the cores that the other network
        # needs now: without it two cores read a photo in two thirds of the time.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        # onnxruntime raises its own exception types, which it does not export by name.
        except Exception as error:
            raise WeightsError(
                f"模型 {str(path)!r} 无法加载（{error}）",
                f"The model {str(path)!r} cannot be loaded ({error})",
            ) from error
        self._input: str = self._session.get_inputs()[0].name

    @classmethod
    @functools.cache
    def default(cls, kind: str) -> "Network":
        """The project's own weights of `kind`, loaded once in a process."""
        return cls(default_path(kind), kind)

    def _check(self, path: Path, kind: str) -> None:
        if self.card.kind != kind or self.card.class_count != CLASS_COUNT:
            raise WeightsError(
                f"模型 {str(path)!r} 是 {self.card.kind!r}（{self.card.class_count} 类），"
                f"这里需要 {kind!r}（{CLASS_COUNT} 类）",
                f"The model {str(path)!r} is a {self.card.kind!r} of {self.card.class_count} "
                f"classes where a {kind!r} of {CLASS_COUNT} is needed",
            )
        try:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError as error:
            raise WeightsError(
                f"缺少模型文件 {str(path)!r}", f"The model file {str(path)!r} is missing"
            ) from error
        if digest != self.card.sha256:
            raise WeightsError(
                f"模型文件 {str(path)!r} 不完整或被改动（SHA-256 不符）",
                f"The model file {str(path)!r} is truncated or altered (its SHA-256 differs)",
            )

    def run(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The network's first output for `inputs`, whose shape the kind of network gives."""
        outputs: list[Any] = self._session.run(None, {self._input: inputs})
        return np.asarray(outputs[0], dtype=np.float32)


def default_path(kind: str) -> Path:
    """Where the project's own weights of `kind` lie."""
    return Path(str(resources.files("models"))) / f"{kind}.onnx"
