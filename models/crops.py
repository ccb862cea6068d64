"""Crops of single tiles that the reader is trained on; `vision.reader` cuts them out in use."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.blank import blanked
from models.classes import BACK, CLASS_ID, WHITE
from models.data import DATA, Boxes, Image, read_image, to_corners
from models.labels import Unlabelled
from models.samples import stack_images
from models.synthesis import pictures, strips
from models.wear import wear
from vision.reader import MARGIN, SIZE, pad

CONTEXT = 1.7
"""A kept patch reaches this far around its box, so that the crop may shift and turn in it."""
PATCH = 112
"""Longest side of a kept patch in pixels."""
WORN = 0.75
"""Share of crops that are worn; made-up scenes are worn already."""
GROUP = 2048
"""Samples that share a set of made-up scenes."""
GROUPS = 60
"""Sets of scenes that are made before the first is used again."""
SCENES = 12
SCENE_SIZE = (896, 896)
EMPTY_TRIES = 6
"""Places without a tile that are looked for in each made-up scene."""


@dataclass(frozen=True)
class Patch:
    """A piece of a picture around one tile; `box` is the width and height of the tile in it."""

    image: Image
    tile: int
    box: tuple[float, float]


def take_patch(image: Image, box: NDArray[np.float32], tile: int) -> Patch:
    """The patch around a box `(4,)`; parts outside the picture repeat its edge."""
    width, height = (box[2:] - box[:2]).tolist()
    scale = min(1.0, PATCH / (CONTEXT * max(width, height)))
    size = (max(4, round(CONTEXT * width * scale)), max(4, round(CONTEXT * height * scale)))
    centre = (box[:2] + box[2:]) / 2
    offset = np.array(size) / 2 - centre * scale
    matrix = np.array([[scale, 0, offset[0]], [0, scale, offset[1]]])
    if scale < 0.6:
        low = np.maximum((centre - CONTEXT * max(width, height)).astype(int), 0)
        high = (centre + CONTEXT * max(width, height)).astype(int)
        part = image[low[1] : high[1], low[0] : high[0]]
        small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        matrix = np.array([[1, 0, offset[0] + low[0] * scale], [0, 1, offset[1] + low[1] * scale]])
        image = small
    patch = cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return Patch(patch, tile, (width * scale, height * scale))


def real_patches(data: Path = DATA, own: Path | None = None) -> tuple[list[Patch], list[str]]:
    """Patches of all labelled training tiles, and the source of each."""
    found, sources = [], []
    for photo, labels in strips.training_photos(data, own):
        image = read_image(photo.image)
        boxes = to_corners(labels, image.shape[1], image.shape[0])
        for row, box in zip(labels, boxes, strict=True):
            found.append(take_patch(image, box, int(row[0])))
            sources.append(photo.source)
        white = boxes[labels[:, 0] == WHITE]
        blank = blanked(image, white)
        found += [take_patch(blank, box, WHITE) for box in white]
        sources += ["blank"] * len(white)
        beside = Unlabelled.of(photo.image.stem, image.shape[1], image.shape[0])
        for box, tile in zip(beside.tiles, beside.classes.tolist(), strict=True):
            found.append(take_patch(image, box, tile))
        found += [take_patch(image, box, BACK) for box in beside.decoys]
        sources += ["beside"] * len(beside.tiles) + ["decoys"] * len(beside.decoys)
    with (data / "crops" / "labels.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            if row["quality"] == "ok":
                image = read_image(data / "crops" / row["file"])
                box = np.array([0, 0, image.shape[1], image.shape[0]], np.float32)
                found.append(take_patch(image, box, CLASS_ID[row["label"]]))
                sources.append("crops")
    return found, sources


SHARES = {
    "jonchan": 0.5,
    "boxset": 0.15,
    "leomiura": 0.1,
    "camerash_scraped": 0.17,
    "crops": 0.18,
    "beside": 0.12,
    "decoys": 0.05,
    "blank": 0.05,
    "own": 0.3,
}
"""How much of the real patches comes from each source.

`Unlabelled` gives those beside hands, `blanked` the white dragons whose frame was taken away.
"""


def patch_weights(patches: list[Patch], sources: list[str]) -> NDArray[np.float64]:
    """How often each patch is used: sources by `SHARES`, rare faces more often than common."""
    tiles = np.array([patch.tile for patch in patches])
    rare = 1 / np.sqrt(np.bincount(tiles, minlength=len(CLASS_ID))[tiles])
    shares = np.zeros(len(patches))
    for source, share in SHARES.items():
        mine = np.array(sources) == source
        shares[mine] = rare[mine] * share / max(1e-9, rare[mine].sum())
    return np.asarray(shares / shares.sum())


def alike(tiles: Sequence[int]) -> NDArray[np.float64]:
    """How often each of some tiles is used so that every face is seen alike; backs as they come.

    A set holds four of most faces but one of each flower, whose numbers are hard to read. The white
    dragon comes twice as often as the others: blank ones must be told from backs and sides.
    """
    classes = np.array(tiles)
    shares = 1 / np.bincount(classes, minlength=len(CLASS_ID))[classes]
    shares[classes == WHITE] *= 2
    is_face = classes != BACK
    shares[is_face] *= is_face.sum() / max(1e-9, shares[is_face].sum())
    shares[~is_face] = 1
    return np.asarray(shares / shares.sum())


def vary(rng: np.random.Generator, patch: Patch, size: int = SIZE) -> Image:
    """A crop `(size, size, 3)` of a patch as a detector might give it, turned and worn."""
    turn = np.radians(_angle(rng))
    cosine, sine = abs(np.cos(turn)), abs(np.sin(turn))
    width, height = patch.box
    box = np.array([width * cosine + height * sine, width * sine + height * cosine])
    window = box * MARGIN * rng.uniform(0.9, 1.12) * np.exp(rng.normal(0, 0.05, 2))
    scale = size / window.max()
    inner = np.maximum(2, np.round(window * scale)).astype(int)
    stretch = np.diag(np.exp(rng.normal(0, 0.05, 2)))
    stretch[0, 1] = rng.normal(0, 0.05)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    linear = scale * spin @ stretch
    middle = np.array(patch.image.shape[1::-1]) / 2 + rng.normal(0, 0.035, 2) * patch.box
    matrix = np.concatenate([linear, (inner / 2 - linear @ middle)[:, None]], 1)
    image = cv2.blur(patch.image, (2, 2)) if scale < 0.6 else patch.image
    crop = cv2.warpAffine(
        image, matrix, inner.tolist(), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    crop = pad(crop, size)
    return wear(rng, crop) if rng.random() < WORN else crop


def _angle(rng: np.random.Generator) -> float:
    """Degrees by which a crop is turned: mostly few, often a quarter turn more, seldom any."""
    way = rng.random()
    if way < 0.08:
        return float(rng.uniform(-180, 180))
    quarter = float(rng.choice([90, 180, 270])) if way < 0.46 else 0.0
    return quarter + float(rng.normal(0, 5))


class CropSource:
    """Crops for the reader: real patches and tiles of made-up scenes."""

    def __init__(
        self,
        made_up: float = 0.45,
        size: int = SIZE,
        data: Path = DATA,
        own: Path | None = None,
    ) -> None:
        self.made_up, self.size = made_up, size
        self.patches, sources = real_patches(data, own)
        self.shares = np.cumsum(patch_weights(self.patches, sources))
        self.made: dict[int, tuple[list[Patch], NDArray[np.float64]]] = {}

    def sample(self, seed: int, number: int) -> tuple[Image, int]:
        """Crop `number` of a seed, and its class."""
        group = number // GROUP % GROUPS
        if group not in self.made:
            made = made_up_patches(seed, group)
            self.made[group] = made, np.cumsum(alike([patch.tile for patch in made]))
        rng = np.random.default_rng((seed, number))
        is_made = rng.random() < self.made_up
        patches, shares = self.made[group] if is_made else (self.patches, self.shares)
        place = int(np.searchsorted(shares, rng.random()))
        patch = patches[min(place, len(patches) - 1)]
        return vary(rng, patch, self.size), patch.tile

    def collate(self, group: Sequence[tuple[Image, int]]) -> dict[str, Any]:
        """Crops and their classes as tensors."""
        import torch

        return {
            "img": stack_images([image for image, _ in group]),
            "cls": torch.tensor([tile for _, tile in group]),
        }


def made_up_patches(seed: int, group: int) -> list[Patch]:
    """The tiles of the made-up scenes of one group of samples."""
    found = []
    for place in range(SCENES):
        made = pictures.render(seed, 1_000_000 + group * SCENES + place, SCENE_SIZE)
        big = (made.boxes[:, 2:] - made.boxes[:, :2]).min(1) > 9
        for tile, box in zip(made.classes[big], made.boxes[big], strict=True):
            found.append(take_patch(made.image, box, int(tile)))
        rng = np.random.default_rng((seed, group, place))
        empty = np.concatenate([empty_boxes(rng, made.boxes), made.decoys])
        found += [take_patch(made.image, box, BACK) for box in bare(empty, made.boxes)]
    return found


def empty_boxes(rng: np.random.Generator, boxes: Boxes) -> Boxes:
    """Places `(n, 4)` of the size of tiles, mostly close to tiles."""
    found = []
    for _ in range(EMPTY_TRIES if len(boxes) else 0):
        box = boxes[rng.integers(len(boxes))]
        size = box[2:] - box[:2]
        shift = size * rng.normal(0, 2.5, 2) if rng.random() < 0.7 else rng.normal(0, 300, 2)
        size = size * rng.uniform(0.7, 1.3, 2)
        centre = np.clip((box[:2] + box[2:]) / 2 + shift, size / 2, SCENE_SIZE - size / 2)
        found.append([*(centre - size / 2), *(centre + size / 2)])
    return np.array(found, np.float32).reshape(-1, 4)


def bare(places: Boxes, boxes: Boxes) -> Boxes:
    """Those places within the scene where no tile's face or back is.

    They are read as backs: what is no face must not be named as one.
    """
    centres = (places[:, :2] + places[:, 2:]) / 2
    inside = ((centres > 0) & (centres < SCENE_SIZE)).all(1)
    low = np.maximum(places[:, None, :2], boxes[None, :, :2])
    high = np.minimum(places[:, None, 2:], boxes[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), 2)
    size = np.prod(places[:, 2:] - places[:, :2], 1)
    return np.asarray(places[inside & (shared < 0.2 * size[:, None]).all(1)], np.float32)
