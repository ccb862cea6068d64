"""Whole pictures of hands: pixels, boxes and layout truth from one number."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.classes import BACK, CLASS_ID, NAMES, WHITE
from models.data import Boxes, Image, from_corners
from models.synthesis import faces, inks, scene
from models.synthesis.camera import Camera, View, aim, chance_view, frame
from models.synthesis.clutter import clutter
from models.synthesis.deal import tiles_text
from models.synthesis.layouts import Layout, arrange
from models.synthesis.solids import Body, Painter, Seen, Solid

VISIBLE = 0.55
"""Least visible share of a face that gets a box."""
SMALLEST = 16
"""Least area of a face that gets a box, in pixels."""


FIVES = tuple(CLASS_ID[f"5{suit}"] for suit in "mps")
RED_FIVES = 0.12
"""Share of fives that are all red."""
BLANK_WHITE = 0.2
"""Share of pictures whose white dragons are blank, whatever those of their set look like."""


@dataclass(frozen=True)
class Shown:
    """A layout before a camera whose picture has `size` (width, height)."""

    layout: Layout
    solids: tuple[Solid, ...]
    camera: Camera
    view: View
    size: tuple[int, int]

    def seen(self) -> dict[int, Seen]:
        """The tiles that may lie in the picture, farthest first."""
        away = [np.linalg.norm(solid.centre - self.camera.position) for solid in self.solids]
        order = np.argsort(away)[::-1].tolist()
        every = {index: Seen.by(self.camera, self.solids[index]) for index in order}
        return {index: seen for index, seen in every.items() if seen.touches(*self.size)}

    def boxes(self, seen: dict[int, Seen]) -> dict[int, NDArray[np.float64]]:
        """Boxes of the tiles of which enough shows; none for those behind others or cut off."""
        owner = np.zeros(self.size[::-1], np.int32)
        for index, tile in seen.items():
            tile.claim(owner, index + 1)
        pixels = np.bincount(owner.ravel(), minlength=len(self.solids) + 1)
        found = {}
        for index, tile in seen.items():
            area = cv2.contourArea(cv2.convexHull(tile.outline.astype(np.float32)))
            if area > SMALLEST and pixels[index + 1] >= VISIBLE * area:
                low, high = tile.outline.min(0), tile.outline.max(0)
                corners = [np.maximum(low, 0), np.minimum(high, self.size)]
                found[index] = np.concatenate(corners)
        return found


@dataclass(frozen=True)
class Rendered:
    """A picture with its boxes `(n, 4)`, classes `(n,)` and layout truth.

    decoys: boxes `(m, 4)` of things that are no tiles; tiles may lie on them.
    """

    image: Image
    classes: NDArray[np.int64]
    boxes: Boxes
    truth: dict[str, Any]
    decoys: Boxes

    @property
    def labels(self) -> Boxes:
        """YOLO labels `(n, 5)`."""
        return from_corners(self.classes, self.boxes, self.image.shape[1], self.image.shape[0])


def show(rng: np.random.Generator, size: tuple[int, int], body: Body) -> Shown:
    """A layout by chance, and a camera that has its hand in the frame."""
    view = chance_view(rng)
    layout = arrange(rng, upright=view.sees_standing and rng.random() < 0.25)
    solids = tuple(Solid(tile, body) for tile in layout.tiles)
    hand = np.array([solids[index].centre for index in layout.hand])
    camera = aim(view, hand.mean(0) + rng.normal(0, 0.5, 3) * (1, 1, 0))
    outer = np.concatenate([solids[index].rings[3] for index in layout.hand])
    fill = float(rng.uniform(0.6, 0.97))
    return Shown(layout, solids, frame(camera, outer, size, fill, rng), view, size)


def render(seed: int, number: int, size: tuple[int, int] = (640, 640)) -> Rendered:
    """Picture `number` of a seed, `size` as width and height."""
    rng = np.random.default_rng((seed, number))
    body, light = scene.chance_body(rng), scene.chance_light(rng)
    shown = show(rng, size, body)
    sets = faces.all_sets()
    chosen = sets[rng.choice(len(sets), p=faces.weights(sets))]
    tint = inks.chance_tint(rng)
    blank = rng.random() < BLANK_WHITE
    back = scene.background(rng, *size)
    if rng.random() < 0.45:
        scene.table_edge(back, shown.camera, rng)
    decoys = clutter(back, rng)
    scene.shadows(back, list(shown.solids), shown.camera, light, rng)
    seen, painter = shown.seen(), Painter(back, shown.camera, light)
    for index, tile in seen.items():
        solid = shown.solids[index]
        ink = None
        if tile.inked:
            ink = inks.tint_ink(chosen.pick(solid.tile.tile, sets, rng), tint)
            if blank and solid.tile.tile == WHITE:
                ink[:] = 255
            if solid.tile.tile in FIVES and rng.random() < RED_FIVES:
                ink = inks.red_ink(ink)
        painter.draw(solid, tile, ink, float(rng.normal(1, 0.02)))
    scene.lighting(back, rng)
    image = scene.camera_faults(back, rng)
    return Rendered(image, *described(shown, seen), np.array(decoys, np.float32).reshape(-1, 4))


def described(
    shown: Shown, seen: dict[int, Seen]
) -> tuple[NDArray[np.int64], Boxes, dict[str, Any]]:
    """Classes, boxes and truth of a picture; boxes are in a mixed order, as detectors give them."""
    kept = shown.boxes(seen)
    order = np.random.default_rng(len(kept)).permutation(list(kept)).tolist()
    tiles = [shown.solids[index].tile.tile if seen[index].inked else BACK for index in order]
    boxes = np.array([kept[index] for index in order], np.float32).reshape(-1, 4)
    places = {index: place for place, index in enumerate(order)}
    return np.array(tiles, np.int64), boxes, truth(shown, places)


def truth(shown: Shown, places: dict[int, int]) -> dict[str, Any]:
    """What belongs to what, with the fields of `layouts/dev.jsonl`.

    `places` gives the box number of each visible tile; hidden ones are left out and named in
    `missing`.
    """
    layout = shown.layout

    def boxes(indices: tuple[int, ...]) -> list[int]:
        return [places[index] for index in indices if index in places]

    hand = set(layout.hand)
    degrees = row_degrees(shown)
    gone = [NAMES[layout.tiles[index].tile] for index in layout.hand if index not in places]
    return {
        "rotation": rotation(degrees),
        "row_deg": round(degrees, 1),
        "view": shown.view.kind,
        "concealed": boxes(layout.concealed),
        "melds": [boxes(meld) for meld in layout.melds],
        "kongs_hidden": [meld.hidden for meld in layout.deal.melds],
        "flowers": boxes(layout.flowers),
        "separated": places.get(layout.separated) if layout.separated is not None else None,
        "not_hand": sorted(place for index, place in places.items() if index not in hand),
        "unlabelled_faceup": False,
        "missing": ", ".join(gone),
        "hand": hand_text(layout),
        "tiles": len(hand),
    }


def hand_text(layout: Layout) -> str:
    """The hand in one line of hand notation, concealed kongs marked."""

    def faces_of(indices: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(layout.tiles[index].tile for index in indices)

    parts = [tiles_text(faces_of(layout.concealed))]
    for meld, dealt in zip(layout.melds, layout.deal.melds, strict=True):
        text = tiles_text(faces_of(meld))
        parts.append(f"[kan {text} concealed]" if dealt.hidden else f"[{text}]")
    if layout.flowers:
        parts += ["|", tiles_text(faces_of(layout.flowers))]
    if layout.separated is not None:
        parts += ["+", tiles_text(faces_of((layout.separated,)))]
    return " ".join(part for part in parts if part)


def row_degrees(shown: Shown) -> float:
    """Direction of the owner's reading in the picture: 0 to the right, 90 downwards."""
    centre = np.array([shown.solids[index].centre for index in shown.layout.hand]).mean(0)
    left, right = shown.camera.project(centre + np.array([[-0.5, 0, 0], [0.5, 0, 0]]))
    return float(np.degrees(np.arctan2(right[1] - left[1], right[0] - left[0])))


def rotation(degrees: float) -> int | str:
    """The quarter turn of a hand, or `angled` if it is more than 15 degrees off all of them."""
    quarter = round(degrees / 90) * 90
    return quarter % 360 if abs(degrees - quarter) <= 15 else "angled"


def lines(seed: int, count: int, size: tuple[int, int] = (1024, 768)) -> Iterator[str]:
    """Layout truths with boxes as a camera would see them but without pixels, in JSON.

    Each line has the fields of `layouts/dev.jsonl` (file, rotation, view, concealed, melds,
    flowers, separated, not_hand, unlabelled_faceup, missing, hand, tiles, row_deg) and `boxes`: a
    list of `[class name, left, top, right, bottom]` in pixels of a picture of `size` [width,
    height]; every index points into it. `kongs_hidden` tells for each meld whether it is a
    concealed kong; its face-down tiles have the class `back`. The tile in `separated` is not in
    `concealed`; in `hand` it stands after a `+`. Tiles of the hand that cannot be seen are named in
    `missing`.
    """
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        shown = show(rng, size, scene.chance_body(rng))
        tiles, boxes, found = described(shown, shown.seen())
        rows = [
            [NAMES[tile], *(round(edge, 1) for edge in box)]
            for tile, box in zip(tiles.tolist(), boxes.tolist(), strict=True)
        ]
        row = {"file": f"{seed}-{number:06d}", "size": list(size)} | found | {"boxes": rows}
        yield json.dumps(row, ensure_ascii=False)
