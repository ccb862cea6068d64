"""Folders for the tests of the batch: small photos, and files that are broken in every way."""

import importlib.util
import os
import socket
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

SAMPLES = Path(__file__).parents[2] / "samples"
NAMES = ("all-pons", "two-sets", "concealed-kong-turned")
HEIC_REASON = "broken_picture" if importlib.util.find_spec("pillow_heif") else "heic_picture"
"""What is wrong with an empty HEIC photo, where such photos can be opened and where not."""


def write_photos(folder: Path, count: int, width: int = 480, narrow: bool = False) -> list[Path]:
    """`count` small photos of the sample hands, no two of the same content.

    `narrow` ones show a band of the table, which takes the networks less time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    samples = [Image.open(SAMPLES / f"{name}.jpg") for name in NAMES]
    if narrow:
        samples = [one.crop((0, one.height // 4, one.width, one.height // 2)) for one in samples]
    paths = []
    for number in range(count):
        sample = samples[number % len(samples)]
        small = sample.resize((width, round(sample.height * width / sample.width)))
        shade = np.asarray(small, np.float32) * (1 - 0.4 * number / max(1, count))
        paths.append(folder / f"手牌 {number + 1}.jpg")
        Image.fromarray(shade.astype(np.uint8)).save(paths[-1], quality=90)
    return paths


def _saved(kind: str, keep: float = 1.0) -> bytes:
    """A picture as a file of `kind`, of which the first part is kept."""
    noise = np.random.default_rng(5).integers(0, 255, (200, 300, 3), np.uint8)
    buffer = BytesIO()
    Image.fromarray(noise).save(buffer, kind)
    return buffer.getvalue()[: int(len(buffer.getvalue()) * keep)]


def _png(width: int, height: int, body: bytes = b"", spoil: int = 0) -> bytes:
    """A PNG file by hand; `spoil` is added to the checksum of its header."""

    def chunk(kind: bytes, data: bytes, wrong: int = 0) -> bytes:
        checksum = (zlib.crc32(kind + data) + wrong) & 0xFFFFFFFF
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header, spoil)
        + chunk(b"IDAT", zlib.compress(body))
        + chunk(b"IEND", b"")
    )


def _one_pixel(width: int, height: int) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (width, height)).save(buffer, "PNG")
    return buffer.getvalue()


BROKEN: dict[str, tuple[str, bytes]] = {
    "empty.jpg": ("empty_file", b""),
    "text.jpg": ("not_a_picture", b"This is no picture.\n" * 9),
    "页面.png": ("not_a_picture", b"<!DOCTYPE html><p>404</p>"),
    "drawing.png": ("not_a_picture", b'<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "pointer.jpg": ("not_a_picture", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
    "archive.jpg": ("not_a_picture", b"PK\x03\x04" + bytes(60)),
    "paper.jpeg": ("not_a_picture", b"%PDF-1.7\n" + bytes(60)),
    "film.jpg": ("not_a_picture", b"\0\0\0\x18ftypmp42" + bytes(60)),
    "phone.heic": (HEIC_REASON, b"\0\0\0\x18ftypheic" + bytes(60)),
    "fork.jpg": ("not_a_picture", b"\0\x05\x16\x07\0\x02\0\0Mac OS X" + bytes(60)),
    "noise.jpg": ("not_a_picture", np.random.default_rng(2).bytes(5000)),
    "zeros.jpg": ("not_a_picture", bytes(100_000)),
    "array.jpg": ("not_a_picture", b"\x93NUMPY" + bytes(60)),
    "spaces.jpg": ("not_a_picture", b" " * 500),
    "start.jpg": ("not_a_picture broken_picture", b"\xff\xd8\xff"),
    "end.jpg": ("not_a_picture", b"\xff\xd9"),
    "signature.png": ("not_a_picture broken_picture", b"\x89PNG\r\n\x1a\n"),
    "cut.jpg": ("broken_picture", _saved("JPEG", 0.6)),
    "cut.png": ("broken_picture", _saved("PNG", 0.6)),
    "cut.webp": ("broken_picture not_a_picture", _saved("WEBP", 0.6)),
    "cut.bmp": ("broken_picture", _saved("BMP", 0.6)),
    "cut.tif": ("broken_picture not_a_picture", _saved("TIFF", 0.6)),
    "cut.gif": ("broken_picture", _saved("GIF", 0.6)),
    "checksum.png": ("broken_picture not_a_picture", _png(64, 64, bytes(65 * 64), spoil=1)),
    "short.png": ("broken_picture", _png(300, 300, bytes(500))),
    "nothing.png": ("broken_picture not_a_picture picture_too_small", _png(0, 0)),
    "claims.png": ("picture_too_large", _png(60_000, 60_000, bytes(100))),
    "dot.png": ("picture_too_small", _one_pixel(1, 1)),
    "stripe.png": ("picture_too_small", _one_pixel(2000, 3)),
}
"""A file's name to the reasons that it may be refused for, and its content."""


def write_broken(folder: Path) -> dict[Path, str]:
    """Every kind of broken file, to the reasons it may be refused for."""
    folder.mkdir(parents=True, exist_ok=True)
    reasons = {}
    for name, (names, data) in BROKEN.items():
        (folder / name).write_bytes(data)
        reasons[folder / name] = names
    for name, (names, make) in SPECIAL.items():
        make(folder / name)
        reasons[folder / name] = names
    return reasons


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(61_000_000)


def _socket(path: Path) -> None:
    # A socket's path may be no longer than about 100 bytes.
    here = os.open(path.parent, os.O_RDONLY)
    before = os.open(".", os.O_RDONLY)
    try:
        os.fchdir(here)
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.fchdir(before)
        os.close(here)
        os.close(before)


SPECIAL: dict[str, tuple[str, Callable[[Path], None]]] = {
    "huge.jpg": ("picture_too_large", _huge),
    "pipe.jpg": ("not_a_picture", lambda path: os.mkfifo(path)),
    "socket.jpg": ("not_a_picture", _socket),
    "nowhere.jpg": ("no_such_file", lambda path: path.symlink_to("not-there")),
    "itself.jpg": ("unreadable_file", lambda path: path.symlink_to(path.name)),
}


def write_links(folder: Path) -> None:
    """Loops of links, and links to what is there already."""
    (folder / "环").symlink_to(folder, target_is_directory=True)
    (folder / "above").symlink_to("..", target_is_directory=True)
    for one, other in (("left", "right"), ("right", "left")):
        (folder / one).mkdir()
        (folder / one / "across").symlink_to(f"../{other}", target_is_directory=True)
