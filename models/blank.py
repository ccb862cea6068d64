"""Blank white dragons made of framed ones: few photos show any.

    python -m models.blank ../shared/data/photos/dev FOLDER
    hupai evaluate FOLDER        # recall of B among the classes

writes the photos of a labelled folder that show white dragons with blank ones.
"""

import argparse
import shutil
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.classes import WHITE
from models.data import Boxes, Image, own_photos, read_image, read_labels, to_corners, write_image

INSET = 0.04
"""Share of a box at each side that is left as it is: there is the rim of the tile."""
STROKE = 0.3
"""Widest stroke that is filled, as a share of the shorter side of the box."""
FEATHER = 0.02


def blanked(image: Image, boxes: Boxes) -> Image:
    """A copy of a picture without the strokes in the boxes `(n, 4)`; light and rims stay."""
    found = image.copy()
    for left, top, right, bottom in boxes.tolist():
        width, height = right - left, bottom - top
        low = np.maximum([left + INSET * width, top + INSET * height], 0).round().astype(int)
        high = np.round([right - INSET * width, bottom - INSET * height]).astype(int)
        part = found[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) > 4:
            part[:] = _without_strokes(part, min(width, height))
    return found


def _without_strokes(part: Image, side: float) -> NDArray[np.uint8]:
    """A piece of a tile of this shorter side whose dark strokes take the colour around them."""
    reach = max(3, int(side * STROKE) | 1)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    filled = cv2.morphologyEx(part, cv2.MORPH_CLOSE, brush)
    filled = cv2.GaussianBlur(filled, (0, 0), max(0.8, side * 0.03))
    rim = max(1, int(side * FEATHER))
    share: NDArray[np.float32] = np.zeros(part.shape[:2], np.float32)
    share[rim:-rim, rim:-rim] = 1
    soft = cv2.GaussianBlur(share, (0, 0), rim)[..., None]
    return np.asarray(part + (filled.astype(np.float32) - part) * soft, np.uint8)


def blank_photos(folder: Path, target: Path) -> int:
    """Write the photos of `folder` with white dragons to `target`, made blank; returns how many.

    Raises ValueError where there is no photo, or one without its label file.
    """
    photos = own_photos(folder)
    for part in ("images", "labels"):
        (target / part).mkdir(parents=True)
    count = 0
    for photo in photos:
        labels = read_labels(photo.labels)
        white = labels[labels[:, 0] == WHITE]
        if len(white):
            image = read_image(photo.image)
            boxes = to_corners(white, image.shape[1], image.shape[0])
            write_image(target / "images" / f"{photo.image.stem}.png", blanked(image, boxes))
            shutil.copy(photo.labels, target / "labels")
            count += 1
    return count


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write the photos."""
    parser = argparse.ArgumentParser(description="Make the white dragons of photos blank.")
    parser.add_argument("folder", type=Path, help="with images/ and labels/")
    parser.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    if options.target.exists():
        raise SystemExit(f"{str(options.target)!r} exists already; name a new folder")
    if not (options.folder / "images").is_dir():
        raise SystemExit(f"{str(options.folder)!r} has no images/; name a labelled folder")
    try:
        count = blank_photos(options.folder, options.target)
    except ValueError as error:
        raise SystemExit(f"no photo was made blank: {error}") from error
    print(f"{count} photos with blank white dragons written")


if __name__ == "__main__":
    main()
