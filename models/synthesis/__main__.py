"""Write made-up photos with YOLO labels and layout truth, or one sheet of them to look at.

    python -m models.synthesis --count 200 --seed 1 --out DIR
    python -m models.synthesis --count 12 --seed 1 --sheet sheet.jpg
    python -m models.synthesis --count 2000 --seed 1 --boxes layouts.jsonl

`DIR` gets `images/`, `labels/` (YOLO) and `layouts.jsonl` (fields of the layouts data; the index of
a tile is the line of its label). `--boxes` writes boxes and truth alone (`pictures.lines`).
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from models.data import Image, write_image, write_labels
from models.synthesis.pictures import lines, render

COLUMNS = 4
"""Pictures beside each other on a sheet."""


def write_photos(out: Path, seed: int, count: int, size: tuple[int, int]) -> None:
    """Write `count` pictures of `size` (width, height) with labels and truth into `out`."""
    for folder in ("images", "labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    with (out / "layouts.jsonl").open("w", encoding="utf-8") as truths:
        for number in range(count):
            name = f"{seed}-{number:06d}"
            made = render(seed, number, size)
            write_image(out / "images" / f"{name}.jpg", made.image)
            write_labels(out / "labels" / f"{name}.txt", made.labels)
            line = {"file": f"{name}.jpg"} | made.truth
            truths.write(json.dumps(line, ensure_ascii=False) + "\n")


def sheet(seed: int, count: int, size: tuple[int, int], width: int = 480) -> Image:
    """The first `count` pictures of a seed on one sheet, each `width` pixels wide."""
    height = round(width * size[1] / size[0])
    small = [cv2.resize(render(seed, n, size).image, (width, height)) for n in range(count)]
    small += [np.zeros_like(small[0])] * (-count % COLUMNS)
    rows = [np.hstack(small[start : start + COLUMNS]) for start in range(0, count, COLUMNS)]
    return np.vstack(rows)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Write made-up photos of mahjong hands.")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, nargs=2, default=(1024, 768))
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--out", type=Path)
    target.add_argument("--sheet", type=Path)
    target.add_argument("--boxes", type=Path)
    options = parser.parse_args(arguments)
    size = (options.size[0], options.size[1])
    if options.boxes:
        with options.boxes.open("w", encoding="utf-8") as target_file:
            target_file.writelines(line + "\n" for line in lines(options.seed, options.count, size))
    elif options.sheet:
        write_image(options.sheet, sheet(options.seed, options.count, size))
    else:
        write_photos(options.out, options.seed, options.count, size)


if __name__ == "__main__":
    main()
