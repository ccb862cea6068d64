"""Things on a table that are no tiles, some of them much like tiles: dice, print, chips, a sleeve.

Pictures under work are float32 BGR, 0 to 255.
"""

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from models.data import Image
from models.synthesis.drawing import fonts

Work = NDArray[Any]
Point = NDArray[np.float64]
Box = NDArray[np.float32]

WRITING = (
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学"
    "对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头"
    "面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向"
    "情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信"
    "北少关並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數"
)
LETTERS = "ABCDEFGHKMNPRSTUWXYZabdeghkmnoprstuy0123456789"
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
"""Places of a die's pips, in steps from the middle of a side."""


def clutter(canvas: Work, rng: np.random.Generator) -> list[Box]:
    """Put things on a table. Returns boxes of those that might be taken for tiles."""
    height, width = canvas.shape[:2]
    unit = max(width, height) / 40
    decoys = []
    for _ in range(rng.integers(1, 5) if rng.random() < 0.5 else 0):
        at = rng.uniform(0, 1, 2) * (width, height)
        kind = rng.random()
        if kind < 0.3:
            decoys.append(die(canvas, at, unit * rng.uniform(0.6, 2.4), rng))
        elif kind < 0.65 and fonts():
            decoys += print_on(canvas, at, unit, rng)
        else:
            _plain(canvas, at, unit, rng)
    return decoys


def _plain(canvas: Work, at: Point, unit: float, rng: np.random.Generator) -> None:
    """A chip, a pen, a dark slab, or a sleeve or hand."""
    kind = rng.integers(4)
    if kind == 0:
        colour = rng.uniform(20, 250, 3).tolist()
        cv2.circle(canvas, _pixel(at), int(unit * rng.uniform(0.5, 1.6)), colour, -1, cv2.LINE_AA)
    elif kind == 1:
        end = at + rng.normal(0, unit * 8, 2)
        colour = rng.uniform(0, 230, 3).tolist()
        cv2.line(canvas, _pixel(at), _pixel(end), colour, int(unit * 0.6) + 1, cv2.LINE_AA)
    else:
        shade = rng.uniform(0, 90, 3) if kind == 2 else np.array([130, 160, 215.0])
        size = unit * rng.uniform(2, 8, 2)
        turned = cv2.boxPoints((at.tolist(), size.tolist(), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(canvas, np.round(turned).astype(np.int32), shade.tolist())


def _pixel(at: Point) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def die(canvas: Work, at: Point, side: float, rng: np.random.Generator) -> Box:
    """A die seen from somewhere above, mostly white. Returns its box."""
    turn, tilt = rng.uniform(0, np.pi / 2), rng.uniform(0, 1.2)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    axes = (lean @ spin).T * side / 2
    numbers = rng.permutation(3)
    body = rng.uniform(190, 250) * np.ones(3) if rng.random() < 0.8 else rng.uniform(0, 230, 3)
    dark = body.mean() > 120
    patch = canvas.copy()
    for axis in range(3):
        out = axes[axis] if axes[axis, 2] >= 0 else -axes[axis]
        across, along = axes[(axis + 1) % 3, :2], axes[(axis + 2) % 3, :2]
        shade = body * (0.7 + 0.3 * out[2] / (side / 2))
        corners = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) @ np.stack([across, along])
        _polygon(patch, corners + out[:2] + at, shade)
        number = int(numbers[axis]) + (1 if rng.random() < 0.5 else 4)
        red = dark and number in (1, 4) and rng.random() < 0.8
        ink = np.array([30, 30, 170.0]) if red else np.full(3, 25.0 if dark else 235.0)
        size = 0.4 if number == 1 and rng.random() < 0.6 else 0.2
        for place in PIPS[number]:
            centre = out[:2] + at + (np.array(place) * 0.52) @ np.stack([across, along])
            _polygon(patch, centre + size * _CIRCLE @ np.stack([across, along]), ink)
    reach = np.abs(axes[:, :2]).sum(0)
    box = np.concatenate([at - reach, at + reach])
    low = np.maximum(box[:2].astype(int) - 2, 0)
    high = np.maximum(box[2:].astype(int) + 3, 0)
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    if canvas[part].size:
        canvas[part] = cv2.GaussianBlur(patch[part], (0, 0), max(0.4, side * 0.02))
    return np.asarray(box, np.float32)


_ANGLES = np.linspace(0, 2 * np.pi, 14, endpoint=False)
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 1)


def _polygon(canvas: Work, corners: Point, colour: Point) -> None:
    places = np.round(corners * 16).astype(np.int32)
    cv2.fillConvexPoly(canvas, places, colour.tolist(), cv2.LINE_AA, shift=4)


@cache
def _font(path: Path, size: int) -> Any:
    return ImageFont.truetype(str(path), size)


def print_on(canvas: Work, at: Point, unit: float, rng: np.random.Generator) -> list[Box]:
    """A book, a box, a leaflet or keys with writing. Returns the boxes of some characters."""
    card, letters = _printed(rng)
    reach = unit * rng.uniform(3, 16)
    scale = reach / max(card.shape[:2])
    turn = np.radians(rng.choice([0, 90, 180, 270]) + rng.normal(0, 15))
    linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    linear = linear @ np.array([[1, rng.normal(0, 0.15)], [0, rng.uniform(0.6, 1)]])
    middle = np.array(card.shape[1::-1]) / 2
    matrix = np.concatenate([linear, (at - linear @ middle)[:, None]], 1)
    size = canvas.shape[1::-1]
    small = cv2.blur(card, (3, 3)) if scale < 0.5 else card
    seen = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), matrix, size)
    canvas[mask > 127] = seen[mask > 127]
    chosen = letters[rng.permutation(len(letters))[:3]]
    corners = chosen[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2) @ linear.T + matrix[:, 2]
    return [np.concatenate([four.min(0), four.max(0)]).astype(np.float32) for four in corners]


def _printed(rng: np.random.Generator) -> tuple[Image, NDArray[np.float64]]:
    """A card with writing, and the boxes `(n, 4)` of its characters."""
    size = int(rng.integers(24, 60))
    columns, rows = int(rng.integers(1, 12)), int(rng.integers(1, 9))
    pitch = size * (rng.uniform(1.05, 1.3, 2) if rng.random() < 0.8 else rng.uniform(1.6, 2.6, 2))
    margin = size * rng.uniform(0.2, 1.5)
    width, height = (pitch * (columns, rows) + 2 * margin).astype(int)
    paper = rng.uniform(190, 255, 3) if rng.random() < 0.5 else rng.uniform(0, 255, 3)
    ink = rng.uniform(0, 60, 3) if paper.mean() > 120 else rng.uniform(180, 255, 3)
    if rng.random() < 0.3:
        ink = np.array([40, 30, 180.0]) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    sheet = Picture.new("RGB", (width, height), tuple(paper.astype(int).tolist()))
    pen, writing = ImageDraw.Draw(sheet), WRITING if rng.random() < 0.7 else LETTERS
    font, colour = _font(fonts()[rng.integers(len(fonts()))], size), tuple(ink.astype(int).tolist())
    boxes = []
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.12:
                continue
            left, top = margin + pitch * (column, row)
            pen.text((left, top), writing[rng.integers(len(writing))], fill=colour, font=font)
            boxes.append((left - 0.1 * size, top, left + 1.1 * size, top + 1.25 * size))
    return np.asarray(sheet, np.uint8), np.array(boxes, np.float64).reshape(-1, 4)
