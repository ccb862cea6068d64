"""The bird of the one of bamboo, drawn by rule: a sparrow, a crane or a peacock by chance.

Real sets agree in a body, a head with a beak, and a tail that hangs or is spread.
"""

from collections.abc import Callable

import cv2
import numpy as np

from models.data import Image
from models.synthesis.inks import WHITE, Colour


def bird(face: Image, colours: list[Colour], rng: np.random.Generator) -> Image:
    """Draw a bird onto an empty face `(h, w, 3)`, in some of the colours; returns the face."""
    height, width = face.shape[:2]

    def colour() -> Colour:
        return colours[rng.integers(len(colours))]

    lean = np.radians(rng.uniform(20, 80))
    along, across = _axes(lean)
    body = np.array([width * rng.uniform(0.42, 0.58), height * rng.uniform(0.42, 0.55)])
    size = width * rng.uniform(0.15, 0.24)
    head = body + along * size * rng.uniform(1.5, 2.2)
    _tail(face, body - along * size, -along, size, colour, rng)
    if rng.random() < 0.7:
        foot = np.array([body[0] + rng.normal(0, 8), height * rng.uniform(0.82, 0.92)])
        toe = np.array([28, 0])
        _line(face, [body, (body + foot) / 2 + rng.normal(0, 6, 2), foot], colour(), 5)
        _line(face, [foot - toe, foot + toe], colour(), 5)
    _line(face, [body, (body + head) / 2 + across * rng.normal(0, 10), head], colour(), 18)
    _oval(face, body, (size * 1.25, size * rng.uniform(0.6, 0.85)), lean, colour())
    _oval(face, body, (size * 0.8, size * 0.35), lean + rng.normal(0, 0.3), colour())
    if rng.random() < 0.6:
        for share in np.linspace(-0.6, 0.6, int(rng.integers(3, 7))):
            start = body + across * size * share
            _line(face, [start, start - along * size * rng.uniform(0.5, 0.9)], WHITE, 3)
    radius = size * rng.uniform(0.35, 0.5)
    _oval(face, head, (radius, radius), 0, colour())
    beak = head + (along + rng.normal(0, 0.4, 2)) * radius * rng.uniform(1.6, 2.3)
    _line(face, [head, beak], colour(), 6)
    _oval(face, head, (radius * 0.3, radius * 0.3), 0, WHITE)
    for _ in range(rng.integers(0, 4)):
        _line(face, [head, head - [rng.normal(0, 18), radius * 2]], colour(), 4)
    if rng.random() < 0.5:
        face[:] = face[:, ::-1]
    return face


def _axes(lean: float) -> tuple[np.ndarray, np.ndarray]:
    """Which way the bird looks, up and to the right by `lean`, and across that."""
    along = np.array([np.cos(lean), -np.sin(lean)])
    return along, np.array([-along[1], along[0]])


def _tail(
    face: Image,
    root: np.ndarray,
    away: np.ndarray,
    size: float,
    colour: Callable[[], Colour],
    rng: np.random.Generator,
) -> None:
    """Feathers that hang in a bundle or are spread like a fan, some with an eye at the end."""
    spread = rng.choice([0.25, 0.5, 1.1])
    middle = np.arctan2(away[1], away[0]) + rng.normal(0, 0.3)
    eyes, width = rng.random() < 0.4, int(rng.integers(4, 12))
    for turn in np.linspace(-spread, spread, int(rng.integers(3, 8))):
        angle = middle + turn
        end = root + np.array([np.cos(angle), np.sin(angle)]) * size * rng.uniform(1.6, 2.8)
        bend = (root + end) / 2 + rng.normal(0, 8, 2)
        paint = colour()
        _line(face, [root, bend, end], paint, width)
        if eyes:
            _oval(face, end, (13, 13), 0, paint)
            _oval(face, end, (6, 6), 0, WHITE)


def _line(face: Image, points: list[np.ndarray], colour: Colour, width: int) -> None:
    path = np.round(np.array(points)).astype(np.int32)
    cv2.polylines(face, [path], False, colour, width, cv2.LINE_AA)


def _oval(
    face: Image, centre: np.ndarray, axes: tuple[float, float], turn: float, colour: Colour
) -> None:
    place = (int(centre[0]), int(centre[1]))
    half = (max(1, int(axes[0])), max(1, int(axes[1])))
    cv2.ellipse(face, place, half, -np.degrees(turn), 0, 360, colour, -1, cv2.LINE_AA)
