"""The pictures of a folder, with everything below it."""

import os
import re
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from hupai.batch.storage import bucket, is_url, joined
from scoring.words import UserError, Words

PICTURE_SUFFIXES = (
    *(".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".dib", ".tif", ".tiff"),
    *(".gif", ".heic", ".heif", ".avif"),
)
SHEET = "hands.csv"
NOTE_SUFFIX = ".toml"
_SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"II*\0", b"MM\0*")


@dataclass
class Listing:
    """What lies below one folder `root`. Paths are relative to it, with `/` between parts.

    photos: the pictures, in natural order (photo 2 before photo 10). sheets: tables of hands.
    notes: TOML files. unreadable: folders that could not be looked into, and why.
    others: how many files were left out.
    """

    root: str
    photos: list[str] = field(default_factory=list)
    sheets: list[str] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    others: int = 0
    whole: bool = True
    """False where the user named a single photo of this folder."""

    def sort(self) -> None:
        self.photos.sort(key=natural)
        self.sheets.sort(key=natural)


def natural(path: str) -> tuple[list[list[str | int]], str]:
    """A key that sorts paths by folder, and numbers in names by their value.

    >>> sorted(["b/1.jpg", "a10.jpg", "a9.jpg"], key=natural)
    ['a9.jpg', 'a10.jpg', 'b/1.jpg']
    """
    parts = [re.split(r"([0-9]+)", part.casefold()) for part in path.split("/")]
    return [
        [int(text) if place % 2 else text for place, text in enumerate(part)] for part in parts
    ], path


def listings(roots: list[str], out: str | None = None) -> list[Listing]:
    """What lies below each of `roots`, folders or single photos. `out` is left out.

    A folder that several ways lead to is entered once. Raises `UserError` for a root that is
    not there.
    """
    walk = _Walk()
    if out is not None and not is_url(out) and os.path.isdir(out):
        walk.enter(out)
    found = [_bucket_listing(root) if is_url(root) else walk.listing(root) for root in roots]
    for listing in found:
        listing.sort()
    return found


class _Walk:
    """Follows links, but enters each folder once, and never one that it is inside of."""

    def __init__(self) -> None:
        self._entered: set[tuple[int, int]] = set()
        self._single: set[str] = set()

    def enter(self, folder: str) -> bool:
        """Note that `folder` is entered; whether this is the first time."""
        status = os.stat(folder)
        identity = (status.st_dev, status.st_ino)
        first = identity not in self._entered
        self._entered.add(identity)
        return first

    def listing(self, root: str) -> Listing:
        if os.path.isdir(root):
            listing = Listing(root)
            self._below(root, listing)
            return listing
        if not os.path.lexists(root):
            raise _no_such_root(root)
        return self._single_photo(root)

    def _single_photo(self, path: str) -> Listing:
        folder, name = os.path.split(path)
        folder = folder or "."
        listing = Listing(folder, whole=False)
        if os.path.abspath(path) not in self._single:
            self._single.add(os.path.abspath(path))
            listing.photos.append(name)
        listing.sheets = [SHEET] if os.path.isfile(os.path.join(folder, SHEET)) else []
        notes = (f"{name}{NOTE_SUFFIX}", f"{os.path.splitext(name)[0]}{NOTE_SUFFIX}")
        listing.notes = {note for note in notes if os.path.isfile(os.path.join(folder, note))}
        return listing

    def _below(self, root: str, listing: Listing) -> None:
        """Real folders first, so that a photo goes by its own name and not by a link's."""
        folders, links = [""], deque[str]()
        while folders or links:
            relative = folders.pop() if folders else links.popleft()
            path = os.path.join(root, relative)
            try:
                if not self.enter(path):
                    continue
                entries = sorted(os.scandir(path), key=lambda entry: entry.name)
            except OSError as error:
                listing.unreadable.append((relative, error.strerror or str(error)))
                continue
            for entry in entries:
                name = f"{relative}/{entry.name}" if relative else entry.name
                if entry.name.startswith("."):
                    listing.others += 1
                elif not _is_folder(entry):
                    _sort_in(listing, name, entry)
                elif not entry.is_symlink():
                    folders.append(name)
                elif not _leads_back(entry.path):
                    links.append(name)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _leads_back(link: str) -> bool:
    """Whether a link leads to a folder that it lies in."""
    here = Path(os.path.realpath(os.path.dirname(link)))
    return here.is_relative_to(os.path.realpath(link))


def _sort_in(listing: Listing, name: str, entry: "os.DirEntry[str]") -> None:
    suffix = os.path.splitext(entry.name)[1].lower()
    if suffix in PICTURE_SUFFIXES or _looks_like_picture(entry):
        listing.photos.append(name)
    elif entry.name == SHEET:
        listing.sheets.append(name)
    elif suffix == NOTE_SUFFIX:
        listing.notes.add(name)
    else:
        listing.others += 1


def _looks_like_picture(entry: "os.DirEntry[str]") -> bool:
    """Whether a file without a picture's suffix begins as pictures do."""
    try:
        if not entry.is_file():
            return False
        with open(entry.path, "rb") as file:
            start = file.read(12)
    except OSError:
        return False
    return start.startswith(_SIGNATURES) or (start[:4], start[8:]) == (b"RIFF", b"WEBP")


def _bucket_listing(root: str) -> Listing:
    system, inner = bucket(root)
    if not system.exists(inner):
        raise _no_such_root(root)
    if system.isfile(inner):
        folder, _, name = root.rpartition("/")
        return Listing(folder, photos=[name], whole=False)
    listing = Listing(root)
    for path in system.find(inner):
        relative = path.removeprefix(inner).lstrip("/")
        suffix = os.path.splitext(relative)[1].lower()
        if any(part.startswith(".") for part in relative.split("/")):
            listing.others += 1
        elif suffix in PICTURE_SUFFIXES:
            listing.photos.append(relative)
        elif relative.rpartition("/")[2] == SHEET:
            listing.sheets.append(relative)
        elif suffix == NOTE_SUFFIX:
            listing.notes.add(relative)
        else:
            listing.others += 1
    return listing


def _no_such_root(root: str) -> UserError:
    return UserError(
        "no_such_folder",
        Words(
            f"找不到 {root!r}：请检查文件夹或照片的名字。",
            f"There is no {root!r}: check the name of the folder or photo.",
        ),
    )


def read_beside(root: str, relative: str) -> bytes:
    """The bytes of a small file below `root`. Raises OSError."""
    path = joined(root, relative)
    if is_url(path):
        system, inner = bucket(path)
        return bytes(system.cat_file(inner))
    return Path(path).read_bytes()
