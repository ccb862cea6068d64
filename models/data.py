"""Where the training material lies, and how labelled photos are read."""

import csv
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
DATA = Path(os.environ.get("HUPAI_MATERIAL") or BESIDE)
"""The material beside the project (`../shared/data`); not part of it.

The environment variable HUPAI_MATERIAL names another folder, such as `models.pack` writes.
"""

Image = NDArray[Any]
"""Pixels `(h, w, 3)`, BGR, uint8; OpenCV's own types say no more than `Any`."""
Boxes = NDArray[np.float32]
QUALITY_KEYS = {".jpg": cv2.IMWRITE_JPEG_QUALITY, ".webp": cv2.IMWRITE_WEBP_QUALITY}


def read_image(path: Path) -> Image:
    """A picture file as BGR `(h, w, 3)`.

    Raises ValueError where the file is no picture.
    """
    image = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{str(path)!r} is no picture that can be read")
    return np.asarray(image, np.uint8)


def write_image(path: Path, image: Image, quality: int = 90) -> None:
    """Write a picture in the format of the path's ending; `quality` counts for JPEG and WebP."""
    key = QUALITY_KEYS.get(path.suffix)
    ok, content = cv2.imencode(path.suffix, image, [] if key is None else [key, quality])
    if not ok:
        raise ValueError(f"cannot write a picture as {path.suffix!r}; use .jpg, .webp or .png")
    content.tofile(path)


def read_labels(path: Path) -> Boxes:
    """A YOLO label file as `(n, 5)`: class, centre x, centre y, width, height (0 to 1)."""
    rows = [line.split()[:5] for line in path.read_text("utf-8").splitlines() if line.strip()]
    return np.array(rows, np.float32).reshape(-1, 5)


def image_paths(folder: Path) -> tuple[Path, ...]:
    """The picture files of a folder, by name."""
    return tuple(path for path in sorted(folder.glob("*")) if path.suffix in (".jpg", ".webp"))


def write_labels(path: Path, labels: Boxes) -> None:
    """Write `(n, 5)` labels as a YOLO label file."""
    lines = [f"{int(row[0])} " + " ".join(f"{value:.5f}" for value in row[1:]) for row in labels]
    path.write_text("".join(line + "\n" for line in lines), "utf-8")


def to_corners(labels: Boxes, width: int, height: int) -> Boxes:
    """YOLO labels `(n, 5)` as boxes `(n, 4)` in pixels: left, top, right, bottom."""
    centre = labels[:, 1:3] * (width, height)
    half = labels[:, 3:5] * (width, height) / 2
    return np.concatenate([centre - half, centre + half], 1).astype(np.float32)


def from_corners(classes: NDArray[np.int64], boxes: Boxes, width: int, height: int) -> Boxes:
    """Classes `(n,)` and pixel boxes `(n, 4)` as YOLO labels `(n, 5)`."""
    low, high = boxes[:, :2], boxes[:, 2:]
    scale = np.array([width, height], np.float32)
    parts = [classes[:, None], (low + high) / 2 / scale, (high - low) / scale]
    return np.concatenate(parts, 1).astype(np.float32)


@dataclass(frozen=True)
class Photo:
    """A labelled photo and what is known of it."""

    image: Path
    labels: Path
    source: str
    session: str
    kind: str


def own_photos(folder: Path) -> tuple[Photo, ...]:
    """The photos of a folder as `hupai corrections export` writes it: `images/` and `labels/`.

    Raises ValueError where there is no photo, or one without its label file.
    """
    images = sorted(path for path in folder.glob("images/*") if path.is_file())
    if not images:
        raise ValueError(f"no photos in {str(folder / 'images')!r}; give the folder above images/")
    found = [
        Photo(image, folder / "labels" / f"{image.stem}.txt", "own", "own", "own")
        for image in images
    ]
    for photo in found:
        if not photo.labels.is_file():
            raise ValueError(
                f"{str(photo.image)!r} has no labels: {str(photo.labels)!r} is missing"
            )
    return tuple(found)


@cache
def photos(part: str, data: Path = DATA) -> tuple[Photo, ...]:
    """The photos of `train`, `dev` or `shop`, in the order of their table."""
    found = []
    with (data / "photos" / f"{part}.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            image = data / "photos" / part / "images" / row["file"]
            labels = data / "photos" / part / "labels" / (image.stem + ".txt")
            found.append(Photo(image, labels, row["source"], row["session"], row["kind"]))
    return tuple(found)
