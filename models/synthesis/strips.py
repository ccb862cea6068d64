"""Pieces of real training photos: a part that holds labelled tiles, and where all tiles lie."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.blank import blanked
from models.classes import WHITE
from models.data import (
    DATA,
    Boxes,
    Image,
    Photo,
    own_photos,
    photos,
    read_image,
    read_labels,
    to_corners,
)
from models.labels import Unlabelled, mended

WHOLLY_LABELLED = ("boxset", "leomiura", "camerash_scraped")
"""Sources whose photos show no tile without a box."""
GRID = 24
"""With more boxes than this a photo shows a grid, of which a window is taken."""
STRAIGHT = 4.0
"""Degrees off the axes up to which a box is taken for the outline of its tile."""
BLANKED = 0.3
"""Share of photos with white dragons that are shown with blank ones."""
WIDE = 0.35
"""Share of pieces that reach far beyond the labelled tiles, to what else lies on the table."""


@dataclass(frozen=True)
class Strip:
    """A piece of a photo: picture, classes `(n,)`, boxes `(n, 4)` in its pixels.

    `straight` tells whether the boxes are the tiles' outlines, so that the piece may be turned by
    any angle; boxes around tilted tiles stand only quarter turns. `tile` is the usual length of a
    tile in pixels. `holes` `(m, 4)` are parts to leave out: what they show may be a tile or not.
    """

    image: Image
    classes: NDArray[np.int64]
    boxes: Boxes
    straight: bool
    tile: float
    holes: Boxes


def _with_boxes(some: Iterable[Photo]) -> tuple[tuple[Photo, Boxes], ...]:
    """Those photos that have boxes, with their labels."""
    found = ((photo, mended(photo.image.stem, read_labels(photo.labels))) for photo in some)
    return tuple((photo, labels) for photo, labels in found if len(labels))


@cache
def labelled(part: str, data: Path = DATA) -> tuple[tuple[Photo, Boxes], ...]:
    """The photos of a part that have boxes, with their labels."""
    return _with_boxes(photos(part, data))


def training_photos(data: Path = DATA, own: Path | None = None) -> tuple[tuple[Photo, Boxes], ...]:
    """All photos that may be trained on, those of the folder `own` among them."""
    mine = _with_boxes(own_photos(own)) if own else ()
    return labelled("train", data) + labelled("shop", data) + mine


def photo_weights(pool: tuple[tuple[Photo, Boxes], ...]) -> NDArray[np.float64]:
    """How often a photo is used: one photographer must not drown the others."""
    share = {"jonchan": 0.55, "boxset": 0.17, "leomiura": 0.08, "camerash_scraped": 0.2, "own": 0.3}
    sources = [photo.source for photo, _ in pool]
    found = np.array([share[source] / sources.count(source) for source in sources])
    return np.asarray(found / found.sum())


def slope(boxes: Boxes) -> float:
    """How far a row of boxes is off the axes, in degrees (0 to 45)."""
    if len(boxes) < 3:
        return 0.0
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    steps = centres[:, None] - centres[None]
    far = np.hypot(steps[..., 0], steps[..., 1])
    far[far < 1] = np.inf
    nearest = far.argmin(1)
    near = steps[np.arange(len(centres)), nearest]
    angles = np.degrees(np.arctan2(near[:, 1], near[:, 0]))
    off = (angles + 45) % 90 - 45
    return float(abs(np.median(off)))


def cut(
    rng: np.random.Generator, pool: tuple[tuple[Photo, Boxes], ...], shares: NDArray[np.float64]
) -> Strip:
    """A strip by chance."""
    while True:
        photo, labels = pool[rng.choice(len(pool), p=shares)]
        image = read_image(photo.image)
        limits = np.array(image.shape[1::-1])
        boxes = to_corners(labels, *limits.tolist())
        tile = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(1)))
        white = labels[:, 0] == WHITE
        if white.any() and rng.random() < BLANKED:
            image = blanked(image, boxes[white])
        window = _window(rng, photo, boxes, tile)
        low = np.clip(window[:2], 0, limits).astype(int)
        high = np.clip(window[2:], 0, limits).astype(int)
        kept, hand = within(boxes, low, high)
        if not kept.any() or min(high - low) <= 8:
            continue
        beside = Unlabelled.of(photo.image.stem, *limits.tolist())
        beside_kept, others = within(beside.tiles, low, high)
        classes = [labels[kept, 0].astype(np.int64), beside.classes[beside_kept]]
        return Strip(
            image[low[1] : high[1], low[0] : high[0]],
            np.concatenate(classes),
            np.concatenate([hand, others]),
            # Tiles beside a hand lie at all angles.
            straight=not len(others) and slope(hand) < STRAIGHT,
            tile=tile,
            holes=within(beside.unsure, low, high, visible=0.01)[1],
        )


def _window(
    rng: np.random.Generator, photo: Photo, boxes: Boxes, tile: float
) -> NDArray[np.float64]:
    """The part of a photo to take: around all its boxes, or a window of a grid."""
    if len(boxes) > GRID:
        centre = (boxes[:, :2] + boxes[:, 2:])[rng.integers(len(boxes))] / 2
        half = tile * np.array([rng.uniform(2, 6), rng.uniform(1, 3)])
        return np.concatenate([centre - half, centre + half])
    most = 0.8 if photo.source in WHOLLY_LABELLED else 0.15
    if photo.source != "own" and rng.random() < WIDE:
        most = 8.0
    margin = tile * rng.uniform(0.02, most)
    return np.concatenate([boxes[:, :2].min(0) - margin, boxes[:, 2:].max(0) + margin])


def within(
    boxes: Boxes, low: NDArray[np.int64], high: NDArray[np.int64], visible: float = 0.6
) -> tuple[NDArray[np.bool_], Boxes]:
    """Which boxes lie in a part of a picture with at least a share `visible` of their area.

    Returns that, `(n,)`, and those boxes clipped to the part, in its pixels.
    """
    clipped = np.concatenate(
        [np.clip(boxes[:, :2], low, high), np.clip(boxes[:, 2:], low, high)], 1
    )
    before = np.prod(boxes[:, 2:] - boxes[:, :2], 1)
    after = np.prod(clipped[:, 2:] - clipped[:, :2], 1)
    kept = after >= visible * before
    return kept, (clipped[kept] - np.tile(low, 2)).astype(np.float32)


def turned(
    rng: np.random.Generator, strip: Strip, tile: float, base: float
) -> tuple[Image, Image, Boxes]:
    """A strip brought to `tile` pixels a tile, turned by about `base` degrees (a quarter turn).

    Returns the picture, its mask (255 where it is the photo) and the boxes.
    """
    height, width = strip.image.shape[:2]
    scale = tile / strip.tile
    angle = base
    warp = np.eye(3)
    if strip.straight:
        wild = rng.random()
        angle += rng.normal(0, 4) if wild < 0.85 else rng.uniform(-45, 45)
        lean = rng.uniform(-0.2, 0.2, 2) / max(width, height)
        warp = np.array([[1, rng.normal(0, 0.03), 0], [0, rng.uniform(0.75, 1.08), 0], [*lean, 1]])
    cosine, sine = scale * np.cos(np.radians(angle)), scale * np.sin(np.radians(angle))
    matrix = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]]) @ warp
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = cv2.perspectiveTransform(rim[None], matrix)[0]
    low, high = np.floor(seen.min(0)), np.ceil(seen.max(0))
    matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    source = strip.image
    if scale < 0.6:
        factor = max(scale, 0.25) / 0.8
        source = cv2.resize(source, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        shrink = np.diag([width / source.shape[1], height / source.shape[0], 1])
        image = cv2.warpPerspective(source, matrix @ shrink, size)
    else:
        image = cv2.warpPerspective(source, matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(_whole(strip), matrix, size)
    left, top, right, bottom = strip.boxes.T
    corners = np.stack([left, top, right, top, right, bottom, left, bottom], 1).reshape(1, -1, 2)
    moved = cv2.perspectiveTransform(corners.astype(np.float32), matrix).reshape(-1, 4, 2)
    return image, mask, np.concatenate([moved.min(1), moved.max(1)], 1).astype(np.float32)


def _whole(strip: Strip) -> Image:
    """The mask of a strip before it is turned: 0 in its holes, but for the tiles."""
    mask = np.full(strip.image.shape[:2], 255, np.uint8)
    for value, boxes in ((0, strip.holes), (255, strip.boxes)):
        for left, top, right, bottom in np.round(boxes).astype(int).tolist():
            mask[top:bottom, left:right] = value
    return mask
