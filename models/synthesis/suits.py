"""Dots and bamboo, drawn by rule in the kinds that sets have."""

from collections.abc import Iterable

import cv2
import numpy as np

from models.data import Image
from models.synthesis.inks import HEIGHT, RED, WHITE, WIDTH, Colour, Point

DOT_KINDS = ("rings", "solid", "wheel", "petals", "double")
STICK_KINDS = ("knots", "plain", "bone", "outline", "dumbbell", "beads")

# Places in the unit square of the face's drawn part; the letter names the colour's role.
DOTS: dict[int, list[tuple[float, float, str]]] = {
    2: [(0.5, 0.22, "a"), (0.5, 0.78, "b")],
    3: [(0.2, 0.17, "b"), (0.5, 0.5, "c"), (0.8, 0.83, "a")],
    4: [(0.22, 0.2, "b"), (0.78, 0.2, "a"), (0.22, 0.8, "a"), (0.78, 0.8, "b")],
    5: [(0.2, 0.17, "b"), (0.8, 0.17, "a"), (0.5, 0.5, "c"), (0.2, 0.83, "a"), (0.8, 0.83, "b")],
    6: [(x, y, "a" if y < 0.3 else "c") for y in (0.17, 0.56, 0.86) for x in (0.24, 0.76)],
    7: [(0.16, 0.1, "a"), (0.5, 0.22, "a"), (0.84, 0.34, "a")]
    + [(x, y, "c") for y in (0.63, 0.88) for x in (0.28, 0.72)],
    8: [(x, y, "b") for y in (0.12, 0.37, 0.63, 0.88) for x in (0.27, 0.73)],
    9: [(x, y, r) for y, r in ((0.14, "a"), (0.5, "c"), (0.86, "b")) for x in (0.15, 0.5, 0.85)],
}
DOT_RADIUS = {2: 0.21, 3: 0.17, 4: 0.18, 5: 0.16, 6: 0.155, 7: 0.125, 8: 0.125, 9: 0.14}
_ROW = (0.18, 0.5, 0.82)
STICKS: dict[int, list[tuple[float, float, str]]] = {
    2: [(0.5, 0.25, "a"), (0.5, 0.75, "b")],
    3: [(0.5, 0.25, "a"), (0.25, 0.75, "b"), (0.75, 0.75, "b")],
    4: [(x, y, "a" if (x < 0.5) == (y < 0.5) else "b") for y in (0.25, 0.75) for x in (0.25, 0.75)],
    5: [(x, y, "a") for y in (0.25, 0.75) for x in (0.18, 0.82)] + [(0.5, 0.5, "c")],
    6: [(x, y, "a" if y < 0.5 else "b") for y in (0.25, 0.75) for x in _ROW],
    7: [(0.5, 0.16, "c")] + [(x, y, "a") for y in (0.5, 0.83) for x in _ROW],
    9: [(x, y, "c" if x == 0.5 else "a") for y in (0.17, 0.5, 0.83) for x in _ROW],
}


def dots(face: Image, number: int, colours: dict[str, Colour], kind: str) -> None:
    """Draw the dots of a number onto a face; `colours` are those of the roles a, b and c."""
    if number == 1:
        _big_dot(face, colours, kind)
        return
    for x, y, role in DOTS[number]:
        at = (WIDTH * (0.14 + 0.72 * x), HEIGHT * (0.12 + 0.76 * y))
        dot(face, at, DOT_RADIUS[number] * WIDTH, colours[role], kind)


def bamboo(face: Image, number: int, colours: dict[str, Colour], kind: str) -> None:
    """Draw the sticks of a number from two to nine onto a face."""
    if number == 8:
        _eight_sticks(face, colours, kind)
        return
    half = HEIGHT * (0.13 if number in (7, 9) else 0.17)
    for x, y, role in STICKS[number]:
        cx, cy = WIDTH * (0.1 + 0.8 * x), HEIGHT * (0.06 + 0.88 * y)
        _stick(face, (cx, cy - half), (cx, cy + half), WIDTH * 0.15, colours[role], kind)


def dot(face: Image, centre: Point, radius: float, colour: Colour, kind: str) -> None:
    """Draw one dot."""
    x, y = int(centre[0]), int(centre[1])
    r = max(4, int(radius))

    def circle(share: float, fill: Colour, width: int = -1) -> None:
        cv2.circle(face, (x, y), max(1, int(r * share)), fill, width, cv2.LINE_AA)

    thin = max(2, r // 6)
    circle(1.0, colour)
    if kind == "rings":
        circle(0.78, WHITE)
        circle(0.58, colour, thin)
        circle(0.25, colour)
    elif kind == "double":
        circle(0.6, WHITE, thin)
        circle(0.25, WHITE)
    elif kind == "wheel":
        for angle in np.arange(8) * np.pi / 4:
            end = (int(x + r * 0.8 * np.cos(angle)), int(y + r * 0.8 * np.sin(angle)))
            cv2.line(face, (x, y), end, WHITE, thin, cv2.LINE_AA)
        circle(0.25, RED)
    elif kind == "petals":
        circle(0.82, WHITE)
        for angle in np.arange(6) * np.pi / 3:
            at = (int(x + r * 0.45 * np.cos(angle)), int(y + r * 0.45 * np.sin(angle)))
            cv2.circle(face, at, max(2, int(r * 0.24)), colour, -1, cv2.LINE_AA)
        circle(0.2, RED)
    else:
        circle(0.35, WHITE)


def _big_dot(face: Image, colours: dict[str, Colour], kind: str) -> None:
    centre, radius = (WIDTH / 2, HEIGHT / 2), WIDTH * 0.36
    dot(face, centre, radius, colours["a"], "rings" if kind == "solid" else kind)
    dot(face, centre, radius * 0.55, colours["c"], "rings")


def _stick(face: Image, start: Point, end: Point, width: float, colour: Colour, kind: str) -> None:
    a, b = np.array(start), np.array(end)
    along = (b - a) / max(1e-6, float(np.hypot(*(b - a))))
    across = np.array([-along[1], along[0]])

    def bar(low: float, high: float, half: float, fill: Colour) -> None:
        p, q = a + (b - a) * low, a + (b - a) * high
        corners = [p + across * half, q + across * half, q - across * half, p - across * half]
        cv2.fillConvexPoly(face, np.round(corners).astype(np.int32), fill, cv2.LINE_AA)

    def beads(shares: Iterable[float], radius: float) -> None:
        for share in shares:
            x, y = (a + (b - a) * share).astype(int).tolist()
            cv2.circle(face, (x, y), max(1, int(radius)), colour, -1, cv2.LINE_AA)

    if kind == "dumbbell":
        bar(0.0, 1.0, width * 0.2, colour)
        beads((0.1, 0.9), width * 0.46)
        return
    if kind == "beads":
        bar(0.0, 1.0, width * 0.15, colour)
        beads((0.12, 0.37, 0.63, 0.88), width * 0.4)
        return
    bar(0.0, 1.0, width * 0.36, colour)
    if kind in ("knots", "bone"):
        for low, high in ((0.0, 0.12), (0.45, 0.56), (0.88, 1.0)):
            bar(low, high, width * 0.5, colour)
    if kind == "bone":
        for low, high in ((0.16, 0.42), (0.59, 0.85)):
            bar(low, high, width * 0.1, WHITE)
    if kind == "outline":
        bar(0.06, 0.47, width * 0.2, WHITE)
        bar(0.53, 0.94, width * 0.2, WHITE)
    if kind == "plain":
        bar(0.47, 0.53, width * 0.36, WHITE)


def _eight_sticks(face: Image, colours: dict[str, Colour], kind: str) -> None:
    left, right = WIDTH * 0.2, WIDTH * 0.8
    middle = WIDTH * 0.5
    for top, bottom, colour, inner in (
        (0.1, 0.46, colours["a"], "top"),
        (0.54, 0.9, colours["b"], "bottom"),
    ):
        y0, y1 = HEIGHT * top, HEIGHT * bottom
        for x in (left, right):
            _stick(face, (x, y0), (x, y1), WIDTH * 0.11, colour, kind)
            high, low = (middle, x * 0.82 + middle * 0.18), (x * 0.82 + middle * 0.18, middle)
            ends = high if inner == "top" else low
            slope = WIDTH * 0.09
            _stick(face, (ends[0], y0 + slope), (ends[1], y1 - slope), slope, colour, kind)
