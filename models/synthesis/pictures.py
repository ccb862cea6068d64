"""Whole pictures of hands: pixels, boxes and layout truth from one number."""

import json
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.classes import BACK, NAMES
from models.data import Boxes, Image, from_corners
from models.synthesis import faces, scene
from models.synthesis.camera import Camera, View, aim, chance_view, frame
from models.synthesis.deal import tiles_text
from models.synthesis.layouts import Layout, arrange
from models.synthesis.solids import Body, Canvas, Solid

VISIBLE = 0.55
"""Least visible share of a face that gets a box."""


@dataclass(frozen=True)
class Shown:
    """A layout as a camera sees it: for each tile the box of its visible side, or None."""

    layout: Layout
    solids: tuple[Solid, ...]
    camera: Camera
    view: View
    size: tuple[int, int]


@dataclass(frozen=True)
class Rendered:
    """A picture with its boxes `(n, 4)`, classes `(n,)` and layout truth."""

    image: Image
    classes: NDArray[np.int64]
    boxes: Boxes
    truth: dict[str, Any]

    @property
    def labels(self) -> Boxes:
        """YOLO labels `(n, 5)`."""
        return from_corners(self.classes, self.boxes, self.image.shape[1], self.image.shape[0])


def show(rng: np.random.Generator, size: tuple[int, int], body: Body) -> Shown:
    """A layout by chance, and a camera that has its hand in the frame."""
    layout, view = arrange(rng), chance_view(rng)
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
    tint = scene.chance_tint(rng)
    back = scene.background(rng, *size)
    if rng.random() < 0.45:
        scene.table_edge(back, shown.camera, rng)
    scene.shadows(back, list(shown.solids), shown.camera, light, rng)
    canvas = Canvas(back)
    distance = [np.linalg.norm(s.centre - shown.camera.position) for s in shown.solids]
    outlines: list[NDArray[np.float64] | None] = [None] * len(shown.solids)
    for index in np.argsort(distance)[::-1]:
        solid = shown.solids[index]
        ink = None
        if solid.faces(shown.camera):
            ink = scene.tint_ink(chosen.pick(solid.tile.tile, sets, rng), tint)
        bright = float(rng.normal(1, 0.02))
        outlines[index] = canvas.draw(int(index) + 1, solid, ink, shown.camera, light, bright)
    scene.lighting(canvas.colour, rng)
    image = scene.camera_faults(canvas.colour, rng)
    return _rendered(image, shown, outlines, canvas.owner)


def _rendered(
    image: Image,
    shown: Shown,
    outlines: list[NDArray[np.float64] | None],
    owner: NDArray[np.int32],
) -> Rendered:
    """Boxes of the tiles that can be seen, in a mixed order, as detectors give them."""
    pixels = np.bincount(owner.ravel(), minlength=len(outlines) + 1)
    kept: dict[int, NDArray[np.float64]] = {}
    for index, points in enumerate(outlines):
        if points is None:
            continue
        area = cv2.contourArea(cv2.convexHull(points.astype(np.float32)))
        if area > 16 and pixels[index + 1] >= VISIBLE * area:
            low, high = points.min(0), points.max(0)
            kept[index] = np.concatenate([np.maximum(low, 0), np.minimum(high, shown.size)])
    order = np.random.default_rng(len(kept)).permutation(list(kept)).tolist()
    classes = [_class(shown.solids[index], shown.camera) for index in order]
    boxes = np.array([kept[index] for index in order], np.float32).reshape(-1, 4)
    places = {index: place for place, index in enumerate(order)}
    return Rendered(image, np.array(classes, np.int64), boxes, truth(shown, places))


def _class(solid: Solid, camera: Camera) -> int:
    return solid.tile.tile if solid.faces(camera) else BACK


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
    left, right = shown.camera.project(np.stack([centre - (0.5, 0, 0), centre + (0.5, 0, 0)]))
    return float(np.degrees(np.arctan2(right[1] - left[1], right[0] - left[0])))


def rotation(degrees: float) -> int | str:
    """The quarter turn of a hand, or `angled` if it is more than 15 degrees off all of them."""
    quarter = round(degrees / 90) * 90
    return quarter % 360 if abs(degrees - quarter) <= 15 else "angled"


def truth_line(name: str, rendered_truth: dict[str, Any]) -> str:
    """One line of a layouts file."""
    return json.dumps({"file": name} | rendered_truth, ensure_ascii=False)
