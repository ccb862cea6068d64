"""The photos that are measured on."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.machine import ROOT
from hupai.batch.listing import listings
from scoring.words import Words
from vision.opencv import cv2
from vision.picture import Picture

SAMPLES = ROOT / "samples"
DEV = ROOT.parent / "shared" / "data" / "photos" / "dev"
DEV_HANDS = ROOT.parent / "shared" / "data" / "layouts" / "dev.jsonl"
SAMPLE = SAMPLES / "all-pons.jpg"
NO_MATERIAL = Words("没有 ../shared 里的照片", "the photos of ../shared are not there")
GRID_SIZE = (1600, 1200)
"""Width and height of the photos with a number of tiles."""


def photos_folder() -> Path:
    """The dev photos, or the samples where those are not there."""
    return DEV / "images" if DEV.is_dir() else SAMPLES


def folder_words(folder: Path) -> Words:
    """Which photos those of a folder are."""
    if folder == SAMPLES:
        return Words("示例照片（1280×800）", "the sample photos (1280×800)")
    if folder == DEV / "images":
        return Words("测试照片（约 640×853）", "the dev photos (about 640×853)")
    return Words(f"{folder} 里的照片", f"the photos of {folder}")


def photos(folder: Path, wanted: int) -> list[Path]:
    """So many photos of a folder, again from its first one where it has fewer."""
    (listing,) = listings([str(folder)])
    names = [name for name in listing.photos if "/" not in name]
    return [folder / names[number % len(names)] for number in range(wanted)]


def copied(folder: Path, target: Path, wanted: int) -> list[Path]:
    """So many photos of a folder in `target`, no two of the same bytes."""
    paths = []
    for number, source in enumerate(photos(folder, wanted)):
        paths.append(target / f"{number}{source.suffix}")
        # What follows the end of a picture changes its bytes and nothing else.
        paths[-1].write_bytes(source.read_bytes() + number.to_bytes(4, "big"))
    return paths


def of_megapixels(megapixels: float) -> bytes:
    """The sample photo as a JPEG file of so many million pixels."""
    picture = Picture.load(SAMPLE)
    scale = (megapixels * 1e6 / (picture.width * picture.height)) ** 0.5
    size = (round(picture.width * scale), round(picture.height * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    pixels = cv2.resize(picture.pixels, size, interpolation=how)
    return Picture(np.asarray(pixels, np.uint8)).encode(".jpg")


def of_tiles(count: int, boxes: NDArray[np.float32]) -> Picture:
    """A photo of one size with `count` tiles in rows: those in `boxes` of the sample photo."""
    sample = Picture.load(SAMPLE)
    columns = min(count, 16)
    tile = (72, 100)
    canvas = np.empty((GRID_SIZE[1], GRID_SIZE[0], 3), np.uint8)
    canvas[:] = np.median(sample.pixels[:40].reshape(-1, 3), axis=0)
    left = (GRID_SIZE[0] - columns * (tile[0] + 8)) // 2
    for number in range(count):
        low_x, low_y, high_x, high_y = boxes[number % len(boxes)].astype(int)
        face = cv2.resize(sample.pixels[low_y:high_y, low_x:high_x], tile)
        row, column = divmod(number, columns)
        x, y = left + column * (tile[0] + 8), 40 + row * (tile[1] + 24)
        canvas[y : y + tile[1], x : x + tile[0]] = face
    return Picture(canvas, f"{count} tiles")
