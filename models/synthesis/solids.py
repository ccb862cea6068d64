"""Tiles as solid bodies: two layers of colour, rounded edges, an inked face, sides in the light.

Local frame of a tile: u to the right of its face, v to the face's top, w out of the face.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data import Image
from models.synthesis.camera import Camera, Points
from models.synthesis.layouts import LENGTH, Placed

SHIFT = 4
"""Bits behind the point in the corners that OpenCV's polygons are given."""
Colour = NDArray[np.float64]


@dataclass(frozen=True)
class Body:
    """The make of a set's tiles; colours are BGR, lengths are in tile widths."""

    front: Colour
    back: Colour
    paint: Colour | None
    thickness: float
    seam: float
    corner: float
    bevel: float

    def inked(self, ink: Image) -> NDArray[np.float32]:
        """The colours of a face; where `paint` is set, light paint on a dark body."""
        share = ink.astype(np.float32) / 255
        if self.paint is None:
            return np.asarray(self.front * share, np.float32)
        share = share.mean(2, keepdims=True)
        return np.asarray(self.front * share + self.paint * (1 - share), np.float32)


@dataclass(frozen=True)
class Light:
    """Where light comes from (unit vector towards it) and how much of it has a direction."""

    direction: Points
    strength: float

    def shade(self, normal: Points) -> float:
        """How bright a surface is; 1 for one that faces straight up."""
        raw = 1 - self.strength + self.strength * max(0.0, float(normal @ self.direction))
        top = 1 - self.strength + self.strength * max(0.0, float(self.direction[2]))
        return raw / top


def outline(corner: float, inset: float) -> NDArray[np.float64]:
    """The rounded outline of a face, `(16, 2)` in u and v, counter-clockwise."""
    half = np.array([0.5 - inset, LENGTH / 2 - inset])
    radius = max(0.01, corner - inset)
    points = []
    for quarter, sign in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        centre = half * sign - radius * np.array(sign)
        for step in range(4):
            angle = np.pi / 2 * (quarter + step / 3)
            points.append(centre + radius * np.array([np.cos(angle), np.sin(angle)]))
    return np.array(points)


def pose(tile: Placed, thickness: float) -> tuple[Points, Points]:
    """Centre of the body and its axes u, v, w as rows, in the owner's frame."""
    turn = np.radians(tile.angle)
    x = np.array([np.cos(turn), np.sin(turn), 0.0])
    y = np.array([-np.sin(turn), np.cos(turn), 0.0])
    z = np.array([0.0, 0.0, 1.0])
    rise = tile.level * thickness
    if tile.pose == "standing":
        return np.array([tile.x, tile.y, rise + LENGTH / 2]), np.stack([x, z, -y])
    axes = np.stack([x, y, z]) if tile.pose == "up" else np.stack([-x, y, -z])
    return np.array([tile.x, tile.y, rise + thickness / 2]), axes


class Solid:
    """One tile in the owner's frame, ready to be drawn."""

    def __init__(self, tile: Placed, body: Body) -> None:
        self.tile, self.body = tile, body
        self.centre, self.axes = pose(tile, body.thickness)
        half = body.thickness / 2
        split = -half + body.seam * body.thickness
        wide, narrow = outline(body.corner, 0), outline(body.corner, body.bevel)
        self.rings = [
            self._ring(narrow, -half),
            self._ring(wide, -half + body.bevel),
            self._ring(wide, split),
            self._ring(wide, half - body.bevel),
            self._ring(narrow, half),
        ]

    def _ring(self, flat: NDArray[np.float64], w: float) -> Points:
        local = np.concatenate([flat, np.full((len(flat), 1), w)], 1)
        return np.asarray(local @ self.axes + self.centre)

    def face_corners(self) -> Points:
        """Corners of the whole face (top left, top right, bottom right, bottom left)."""
        u, v = 0.5, LENGTH / 2
        local = np.array([[-u, v], [u, v], [u, -v], [-u, -v]])
        return self._ring(local, self.body.thickness / 2)

    def faces(self, camera: Camera) -> bool:
        """Whether the camera sees the inked side."""
        top = self.centre + self.axes[2] * self.body.thickness / 2
        return float(self.axes[2] @ (camera.position - top)) > 0.05


def fill(canvas: NDArray[np.float32], points: Points, colour: Colour) -> None:
    """Fill the convex hull of pixel points."""
    hull = cv2.convexHull(np.round(points * (1 << SHIFT)).astype(np.int32))
    cv2.fillConvexPoly(canvas, hull, colour.tolist(), cv2.LINE_AA, SHIFT)


@dataclass(frozen=True)
class Seen:
    """A tile in pixels: its rings from back to front, and whether its inked side shows."""

    rings: list[Points]
    inked: bool

    @classmethod
    def by(cls, camera: Camera, solid: Solid) -> "Seen":
        """What the camera sees of a tile."""
        return cls([camera.project(ring) for ring in solid.rings], solid.faces(camera))

    @property
    def outline(self) -> Points:
        """The flat part of the side that shows."""
        return self.rings[4] if self.inked else self.rings[0]

    @property
    def rim(self) -> Points:
        """Where the rounded edge of that side begins."""
        return self.rings[3] if self.inked else self.rings[1]

    def touches(self, width: int, height: int) -> bool:
        """Whether any of it may lie in the picture; absurdly near tiles do not count."""
        every = np.concatenate(self.rings)
        low, high = every.min(0), every.max(0)
        near = (high - low > 4 * max(width, height)).any()
        return not (near or (high < 0).any() or (low > (width, height)).any())

    def claim(self, owner: NDArray[np.int32], number: int) -> None:
        """Mark the pixels of the side that shows with `number`, those of the other sides with 0."""
        hull = cv2.convexHull(np.round(np.concatenate(self.rings)).astype(np.int32))
        cv2.fillConvexPoly(owner, hull, 0)
        cv2.fillConvexPoly(owner, np.round(self.outline).astype(np.int32), number)


class Painter:
    """Draws tiles into a picture under one light, farthest first."""

    def __init__(self, colour: NDArray[np.float32], camera: Camera, light: Light) -> None:
        self.colour, self.camera, self.light = colour, camera, light

    def draw(self, solid: Solid, seen: Seen, ink: Image | None, tint: float) -> None:
        """Draw a tile; `ink` is None where its back is up, `tint` the brightness of this tile."""
        body, w = solid.body, solid.axes[2]
        front, back = body.front * tint, body.back * tint
        self._sides(solid, seen.rings, front, back)
        colour = front if seen.inked else back
        shade = self.light.shade(w if seen.inked else -w)
        fill(self.colour, np.concatenate([seen.outline, seen.rim]), colour * shade * 0.93)
        fill(self.colour, seen.outline, colour * shade)
        if seen.inked and ink is not None:
            self._ink(solid, ink, seen.outline, tint * shade)

    def _sides(self, solid: Solid, rings: list[Points], front: Colour, back: Colour) -> None:
        light = self.light
        fill(self.colour, np.concatenate(rings[:3]), back * light.shade(-solid.axes[1]) * 0.85)
        fill(self.colour, np.concatenate(rings[2:]), front * light.shade(-solid.axes[1]) * 0.9)
        for side, normal in enumerate((1, 0, 1, 0)):
            out = solid.axes[normal] * (1 if side in (0, 3) else -1)
            if float(out @ (self.camera.position - solid.centre)) < 0.5:
                continue
            # The outline goes round by corner; side 0 (top) lies between corners 0 and 1.
            place = [side * 4 + 2, (side * 4 + 5) % 16]
            shade = light.shade(out) * 0.93
            fill(self.colour, np.concatenate([rings[1][place], rings[2][place]]), back * shade)
            fill(self.colour, np.concatenate([rings[2][place], rings[3][place]]), front * shade)

    def _ink(self, solid: Solid, ink: Image, ring: Points, shade: float) -> None:
        low = np.maximum(np.floor(ring.min(0)).astype(int), 0)
        high = np.minimum(np.ceil(ring.max(0)).astype(int) + 1, self.colour.shape[1::-1])
        width, height = (high - low).tolist()
        if width < 2 or height < 2:
            return
        corners = self.camera.project(solid.face_corners()) - low
        longest = float(np.abs(np.diff(corners, axis=0)).max())
        while ink.shape[0] > 2.2 * longest and ink.shape[0] > 24:
            ink = cv2.resize(ink, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        rows, columns = ink.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        face = cv2.warpPerspective(
            solid.body.inked(ink) * shade,
            matrix,
            (width, height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        mask = np.zeros((height, width), np.uint8)
        hull = np.round((ring - low) * (1 << SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, SHIFT)
        share = mask[..., None].astype(np.float32) / 255
        part = self.colour[low[1] : high[1], low[0] : high[0]]
        part += (face - part) * share
