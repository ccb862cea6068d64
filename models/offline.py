"""Keeps ultralytics from calling home, installing packages and writing in the user's home."""

import os
import tempfile
from pathlib import Path

REASON = "ultralytics is missing: install the extra 'train' (pip install 'hupai[train]')"


def prepare() -> None:
    """Set the environment that ultralytics reads when it is first imported.

    Call it before every import of ultralytics; later calls change nothing.
    """
    os.environ.setdefault("YOLO_OFFLINE", "true")
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    os.environ.setdefault("YOLO_VERBOSE", "false")
    settings = Path(tempfile.gettempdir()) / "hupai-ultralytics"
    settings.mkdir(exist_ok=True)
    os.environ.setdefault("YOLO_CONFIG_DIR", str(settings))
