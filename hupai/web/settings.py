"""What a person may set about the server, and its limits."""

from dataclasses import dataclass
from pathlib import Path

import platformdirs


def default_data_folder() -> Path:
    """Where evenings and corrections are kept unless a person says otherwise."""
    return Path(platformdirs.user_data_dir("hupai", appauthor=False))


@dataclass(frozen=True)
class Settings:
    """How the page is served. Times are in seconds, sizes in bytes.

    data: the one folder that is read and written. pin: what a phone must show first; None on
    loopback. secure: whether the page is served over HTTPS. workers: photos read at once.
    """

    data: Path
    pin: str | None = None
    secure: bool = False
    workers: int = 1
    max_upload: int = 30_000_000
    max_uploads_together: int = 240_000_000
    max_pixels: int = 60_000_000
    upload_time: float = 60
    waiting_photos: int = 64
    waiting_photos_each: int = 4
    patience: float = 90
    """How long a photo may wait for its turn."""
