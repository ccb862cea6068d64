"""Pack the training material for a machine with a GPU and no network.

    python -m models.pack pack            # pack/data and pack/wheels
    python -m models.gpu pack --out OUT --minutes 9      # there, with its own torch

Photos are reduced to 640 pixels and pictures stored as WebP; faces that are drawn with art and
fonts are stored as they are. Made-up photos are made on that machine.
"""

import argparse
import csv
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np

from models.data import DATA, Image, image_paths, read_image, write_image
from models.synthesis import faces

MOST_BYTES = 45_000_000
"""What may travel beside the files of the repository."""
PHOTO_SIDE, GRID_SIDE, CROP_SIDE, GROUND_SIDE = 640, 1024, 160, 384
PHOTO_QUALITY, CROP_QUALITY, GROUND_QUALITY = 75, 85, 70
WHEELS = ("ultralytics", "ultralytics-thop")
"""What torch, numpy and OpenCV of that machine lack."""


def reduced(image: Image, side: int) -> Image:
    """The picture with its longer side at most `side` pixels."""
    scale = side / max(image.shape[:2])
    if scale >= 1:
        return image
    size = np.maximum(1, np.round(np.array(image.shape[1::-1]) * scale)).astype(int)
    return np.asarray(cv2.resize(image, size.tolist(), interpolation=cv2.INTER_AREA), np.uint8)


def pack_picture(source: Path, target: Path, side: int, quality: int) -> None:
    """Write a picture file anew as WebP, reduced."""
    target.parent.mkdir(parents=True, exist_ok=True)
    write_image(target, reduced(read_image(source), side), quality)


def pack_table(source: Path, target: Path, pack: Callable[[str, str], None]) -> None:
    """Write a CSV table whose column `file` names pictures, calling `pack(old, new)` for each."""
    with source.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    for row in rows:
        old, row["file"] = row["file"], str(Path(row["file"]).with_suffix(".webp"))
        pack(old, row["file"])
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def pack_photos(part: str, side: int, data: Path, out: Path) -> None:
    """The photos of a part with their table and labels."""
    source, target = data / "photos" / part, out / "photos" / part

    def pack(old: str, new: str) -> None:
        pack_picture(source / "images" / old, target / "images" / new, side, PHOTO_QUALITY)

    pack_table(source.with_suffix(".csv"), target.with_suffix(".csv"), pack)
    shutil.copytree(source / "labels", target / "labels", dirs_exist_ok=True)


def pack_crops(data: Path, out: Path) -> None:
    """The single faces with their table."""

    def pack(old: str, new: str) -> None:
        pack_picture(data / "crops" / old, out / "crops" / new, CROP_SIDE, CROP_QUALITY)

    pack_table(data / "crops" / "labels.csv", out / "crops" / "labels.csv", pack)


def pack_backgrounds(data: Path, out: Path) -> None:
    """The pictures of table tops."""
    for path in image_paths(data / "backgrounds"):
        target = out / "backgrounds" / path.with_suffix(".webp").name
        pack_picture(path, target, GROUND_SIDE, GROUND_QUALITY)


def pack_data(data: Path, out: Path) -> None:
    """Everything the training reads but starting weights, which are `models/checkpoints`."""
    pack_photos("train", PHOTO_SIDE, data, out)
    pack_photos("shop", GRID_SIDE, data, out)
    pack_crops(data, out)
    pack_backgrounds(data, out)
    faces.write_sets(faces.made_sets(data), out / faces.PACKED)


def pack_wheels(out: Path) -> None:
    """The training library as wheels of the installed versions, without what it needs itself."""
    names = [f"{name}=={version(name)}" for name in WHEELS]
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps"]
    subprocess.run([*command, "--only-binary=:all:", "--dest", str(out), *names], check=True)


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, pack, and tell how large each part is."""
    parser = argparse.ArgumentParser(description="Pack the training material for a GPU machine.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--most", type=int, default=MOST_BYTES, help="bytes that may travel")
    parser.add_argument("--no-wheels", action="store_true", help="the library is there already")
    options = parser.parse_args(arguments)
    if not (DATA / "photos").is_dir():
        raise SystemExit(f"nothing to pack: the training material is not in {str(DATA)!r}")
    shutil.rmtree(options.out, ignore_errors=True)
    pack_data(DATA, options.out / "data")
    if not options.no_wheels:
        pack_wheels(options.out / "wheels")
    parts = [*(options.out / "data").iterdir(), *options.out.glob("wheels")]
    for part in sorted(path for path in parts if path.is_dir()):
        print(f"{part}: {size_of(part) / 1e6:.1f} MB")
    whole = size_of(options.out)
    print(f"{options.out}: {whole / 1e6:.1f} MB of at most {options.most / 1e6:.1f} MB")
    if whole > options.most:
        raise SystemExit(f"{str(options.out)!r} is too large; lower a side or a quality")


if __name__ == "__main__":
    main()
