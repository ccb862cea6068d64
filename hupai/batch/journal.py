"""Finished photos on disk, so that a run that was killed goes on where it was."""

import json
import os
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from hupai.batch.record import Record
from scoring.words import UserError, Words

SYNC_SECONDS = 1.0
"""At most so much work is lost when the power fails; a killed process loses none."""

FINAL, AGAIN, IMAGE = b"final", b"again", b"image"
"""Kinds of lines: a record, a record to be made again by the next run, a drawn image."""


class Journal:
    """Records by key, in a file that only grows: one line a record, with its checksum.

    A line that was being written when the process or the machine died fails its checksum and is
    left out. Use as a context manager: one process at a time holds a journal.
    """

    def __init__(
        self,
        path: Path,
        on_sync: Callable[[bytes], None] | None = None,
        sync_seconds: float = SYNC_SECONDS,
    ) -> None:
        """`on_sync` gets what was added since it was last called.

        Raises `UserError` where the file cannot be had, or another process has it.
        """
        self._places: dict[str, tuple[int, int]] = {}
        self._images: dict[str, str] = {}
        self._drawn_to: dict[str, str] = {}
        self._on_sync = on_sync
        self._sync_seconds = sync_seconds
        self._unsynced: list[bytes] = []
        self._synced_at = time.monotonic()
        self._file = _opened(path)
        self._end = self._load()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.sync()
        self._file.close()

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def keys(self) -> frozenset[str]:
        return frozenset(self._places)

    def get(self, key: str) -> Record:
        """The record of `key`. Raises KeyError."""
        start, length = self._places[key]
        self._file.seek(start)
        return Record.from_json(json.loads(self._file.read(length)))

    def drawn(self, image: str) -> str:
        """The key of the photo that was last drawn to the file `image`; empty for none."""
        return self._images.get(image, "")

    def image_of(self, key: str) -> str | None:
        """A file that the photo of `key` was drawn to, if there is one."""
        image = self._drawn_to.get(key)
        return image if image is not None and self._images[image] == key else None

    def add(self, record: Record) -> None:
        """Keep a record. One that is not final is kept for this run alone."""
        flag = FINAL if record.is_final else AGAIN
        self._places[record.key] = self._write(record.key, flag, record.to_json())

    def add_image(self, image: str, key: str) -> None:
        """Note that the photo of `key` was drawn to the file `image`."""
        self._write(key, IMAGE, image)
        self._images[image] = key
        self._drawn_to[key] = image

    def _write(self, key: str, flag: bytes, content: Any) -> tuple[int, int]:
        """Append a line; start and length of its content."""
        body = json.dumps(content, separators=(",", ":")).encode()
        start = b"%s %s " % (key.encode(), flag)
        head = b"%s%08x " % (start, zlib.crc32(start + body))
        line = head + body + b"\n"
        self._file.seek(self._end)
        self._file.write(line)
        self._file.flush()
        place = (self._end + len(head), len(body))
        self._end += len(line)
        self._unsynced.append(line)
        if time.monotonic() - self._synced_at > self._sync_seconds:
            self.sync()
        return place

    def sync(self) -> None:
        """Bring everything to the disk itself."""
        os.fsync(self._file.fileno())
        if self._on_sync is not None and self._unsynced:
            self._on_sync(b"".join(self._unsynced))
        self._unsynced.clear()
        self._synced_at = time.monotonic()

    def _load(self) -> int:
        """Index the records that are whole; the position after the last of them."""
        self._file.seek(0)
        position = end = 0
        for line in self._file:
            if line.endswith(b"\n"):
                self._index(line, position)
                end = position + len(line)
            position += len(line)
        self._file.truncate(end)
        return end

    def _index(self, line: bytes, position: int) -> None:
        parts = line[:-1].split(b" ", 3)
        if len(parts) != 4:
            return
        key, flag, checksum, body = parts
        if checksum != b"%08x" % zlib.crc32(b"%s %s " % (key, flag) + body):
            return
        if flag == FINAL:
            start = position + len(line) - 1 - len(body)
            self._places[key.decode()] = (start, len(body))
        elif flag == IMAGE:
            image = json.loads(body)
            self._images[image] = key.decode()
            self._drawn_to[key.decode()] = image


def _opened(path: Path) -> IO[bytes]:
    """The journal's file, for this process alone. Raises `UserError` where another has it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)), "r+b")
        _lock(file)
    except BlockingIOError:
        raise UserError(
            "folder_in_use",
            Words(
                f"{str(path.parent.parent)!r} 正被另一个 hupai batch 使用："
                "请等它结束，或换一个 --out。",
                f"{str(path.parent.parent)!r} is in use by another 'hupai batch': "
                "wait for it, or choose another --out.",
            ),
        ) from None
    except OSError as error:
        raise UserError(
            "cannot_save",
            Words(
                f"无法写入 {str(path)!r}（{error.strerror}）：请换一个 --out。",
                f"{str(path)!r} cannot be written ({error.strerror}): choose another --out.",
            ),
        ) from error
    return file


def _lock(file: IO[bytes]) -> None:
    """Lock the file until it is closed, or until the process ends in whatever way."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
