"""Files of this machine, and of object stores by URL (`s3://...`, through fsspec)."""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

from scoring.words import UserError, Words
from vision.picture import PictureError, check_bytes, read_file

WORK_FOLDER = ".hupai"
"""Under the results: what the next run needs to go on (the journal), and half-written files."""


def is_url(path: str) -> bool:
    """Whether `path` lies in an object store and not on this machine."""
    return "://" in path


def joined(folder: str, relative: str) -> str:
    """`relative`, with `/` between its parts, under `folder`, as a user would write it."""
    if folder in ("", "."):
        return relative
    return f"{folder.rstrip('/')}/{relative}"


def bucket(url: str) -> tuple[Any, str]:
    """The fsspec file system of `url` and the path in it. Raises `UserError`."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise UserError(
            "no_cluster_extra",
            Words(
                f"读写 {url!r} 需要扩展包：请运行 pip install 'hupai[cluster]'。",
                f"{url!r} needs the cluster extra: run pip install 'hupai[cluster]'.",
            ),
        ) from None
    try:
        system, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise UserError(
            "bad_url",
            Words(f"打不开 {url!r}：{error}。", f"{url!r} cannot be opened: {error}."),
        ) from error
    return system, str(path)


def read_photo(path: str) -> bytes:
    """The bytes of a photo. Raises `PictureError`, whatever went wrong."""
    if not is_url(path):
        return read_file(Path(path))
    system, inner = bucket(path)
    try:
        check_bytes(system.size(inner), path)
        return bytes(system.cat_file(inner))
    except FileNotFoundError:
        raise PictureError(
            "no_such_file",
            f"找不到文件 {path!r}：请检查名字和所在的文件夹。",
            f"There is no file {path!r}: check its name and folder.",
        ) from None
    # Every store has error types of its own; for the photo they all mean the same.
    except Exception as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(
            "unreadable_file",
            f"无法读取 {path!r}（{error}）：请检查权限。",
            f"{path!r} cannot be read ({error}): check its permissions.",
        ) from error


class Output(Protocol):
    """The folder of the results. Files appear in it whole or not at all."""

    @property
    def root(self) -> str:
        """Where the folder lies, as the user wrote it."""

    def write(self, relative: str, chunks: Iterable[bytes]) -> None:
        """Write a file. Raises `UserError` where that is not possible."""

    def read(self, relative: str) -> bytes:
        """The bytes of a file. Raises OSError."""

    def has(self, relative: str) -> bool:
        """Whether that file is there."""


def output(path: str) -> Output:
    """The folder `path` of this machine, or of an object store."""
    return BucketOutput(path) if is_url(path) else DiskOutput(path)


@dataclass(frozen=True)
class DiskOutput:
    root: str

    def clean(self) -> None:
        """Drop what killed runs left half-written."""
        shutil.rmtree(Path(self.root) / WORK_FOLDER / "tmp", ignore_errors=True)

    def write(self, relative: str, chunks: Iterable[bytes]) -> None:
        target = Path(self.root) / PurePosixPath(relative)
        name = hashlib.sha256(relative.encode("utf-8", "surrogatepass")).hexdigest()[:24]
        # A name of its own for each process: two may write the same file at the same time.
        half = Path(self.root) / WORK_FOLDER / "tmp" / f"{name}-{os.getpid()}"
        with explained(str(target)):
            target.parent.mkdir(parents=True, exist_ok=True)
            half.parent.mkdir(parents=True, exist_ok=True)
            with open(half, "wb") as file:
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
            os.replace(half, target)

    def read(self, relative: str) -> bytes:
        return (Path(self.root) / PurePosixPath(relative)).read_bytes()

    def has(self, relative: str) -> bool:
        return (Path(self.root) / PurePosixPath(relative)).is_file()


@dataclass(frozen=True)
class BucketOutput:
    root: str

    def write(self, relative: str, chunks: Iterable[bytes]) -> None:
        system, inner = bucket(joined(self.root, relative))
        system.makedirs(inner.rpartition("/")[0], exist_ok=True)
        # An object appears in its store when the upload ends, so this is atomic there.
        with system.open(inner, "wb") as file:
            for chunk in chunks:
                file.write(chunk)

    def read(self, relative: str) -> bytes:
        system, inner = bucket(joined(self.root, relative))
        return bytes(system.cat_file(inner))

    def has(self, relative: str) -> bool:
        system, inner = bucket(joined(self.root, relative))
        return bool(system.isfile(inner))


class Segments:
    """A growing file in an object store, where a file cannot grow: as numbered parts."""

    def __init__(self, target: BucketOutput) -> None:
        self._target = target
        self._system, self._folder = bucket(joined(target.root, f"{WORK_FOLDER}/journal"))
        self._count = 0

    def load(self) -> Iterator[bytes]:
        """The parts in their order."""
        if self._system.isdir(self._folder):
            for path in sorted(self._system.find(self._folder)):
                self._count = int(str(path).rpartition("/")[2]) + 1
                yield bytes(self._system.cat_file(path))

    def add(self, data: bytes) -> None:
        self._target.write(f"{WORK_FOLDER}/journal/{self._count:08d}", [data])
        self._count += 1


@contextlib.contextmanager
def explained(path: str) -> Iterator[None]:
    """Turns an OSError of what is written to `path` into a `UserError`."""
    try:
        yield
    except OSError as error:
        raise UserError(
            "cannot_save",
            Words(
                f"无法写入 {path!r}（{error.strerror}）：请换一个文件夹，或腾出空间。",
                f"{path!r} cannot be written ({error.strerror}): "
                "choose another folder, or make room.",
            ),
        ) from error
