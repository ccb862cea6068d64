"""Arrangements of tiles on a table as boxes in a photo, with the truth about them.

The owner's frame: x to the owner's right, y away from the owner, both in tile widths, with the
concealed row along y = 0. `shoot` turns tiles into the boxes that a camera anywhere above the
owner's side of the table would see.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tests.vision.layout_truth import Structure
from vision.detections import Detections

LENGTH = 1.35
THICK = 0.55
Random = np.random.Generator


@dataclass(frozen=True)
class Placed:
    """One tile lying on the table. `angle` in degrees, counter-clockwise; `level` 1: on another."""

    face: int
    x: float
    y: float
    angle: float = 0.0
    level: int = 0


@dataclass
class Scene:
    """Tiles on a table; the lists hold positions in `tiles`."""

    tiles: list[Placed] = field(default_factory=list)
    concealed: list[int] = field(default_factory=list)
    melds: list[list[int]] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    separated: int | None = None

    def put(self, face: int, x: float, y: float, angle: float = 0.0, level: int = 0) -> int:
        self.tiles.append(Placed(int(face), x, y, angle, level))
        return len(self.tiles) - 1

    def row(
        self, faces: Sequence[int], x: float = 0.0, y: float = 0.0, bend: float = 0.0
    ) -> list[int]:
        """Touching tiles from the left edge x on; `bend` is the turn from tile to tile, degrees."""
        placed = []
        angle = -bend * (len(faces) - 1) / 2
        for face in faces:
            step = np.radians(angle)
            x, y = x + np.cos(step) / 2, y + np.sin(step) / 2
            placed.append(self.put(face, x, y, angle))
            x, y = x + np.cos(step) / 2, y + np.sin(step) / 2
            angle += bend
        return placed

    @property
    def right(self) -> float:
        """Where the rightmost tile of the concealed row ends."""
        return max((self.tiles[index].x for index in self.concealed), default=0.0) + 0.5

    @property
    def truth(self) -> Structure:
        return Structure(
            tuple(self.concealed),
            frozenset(map(frozenset, self.melds)),
            frozenset(self.flowers),
            self.separated,
        )


@dataclass(frozen=True)
class View:
    """Where the camera is: degrees above the table, degrees round it, roll, distance."""

    elevation: float = 80.0
    azimuth: float = 0.0
    roll: float = 0.0
    distance: float = 25.0

    @classmethod
    def chance(cls, rng: Random) -> "View":
        return cls(
            float(rng.uniform(38, 90)),
            float(rng.normal(0, 10)),
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6))
            if rng.random() < 0.8
            else float(rng.uniform(0, 360)),
            float(rng.uniform(16, 45)),
        )


def shoot(scene: Scene, view: View, width: int = 1000) -> Detections:
    """The tiles' faces as boxes, in the order of `scene.tiles`, in a photo `width` pixels wide."""
    corners = np.array([_corners(tile) for tile in scene.tiles])
    seen = _project(corners, view)
    seen -= seen.min(axis=(0, 1))
    seen *= (width - 40) / seen.max()
    boxes = np.hstack([seen.min(axis=1), seen.max(axis=1)]) + 20
    return Detections.build(boxes, [tile.face for tile in scene.tiles])


def _corners(tile: Placed) -> NDArray[np.float64]:
    """(4, 3) corners of the upper side."""
    across, along = np.array([-0.47, 0.47, 0.47, -0.47]), np.array([-0.47, -0.47, 0.47, 0.47])
    turn = np.radians(tile.angle)
    along = along * LENGTH
    x = tile.x + across * np.cos(turn) - along * np.sin(turn)
    y = tile.y + across * np.sin(turn) + along * np.cos(turn)
    return np.stack([x, y, np.full(4, THICK * (1 + tile.level))], axis=1)


def _project(points: NDArray[np.float64], view: View) -> NDArray[np.float64]:
    elevation, azimuth, roll = np.radians([view.elevation, view.azimuth, view.roll])
    away = np.array([0.0, -np.cos(elevation), np.sin(elevation)])
    turn = np.array([[np.cos(azimuth), -np.sin(azimuth)], [np.sin(azimuth), np.cos(azimuth)]])
    away[:2] = turn @ away[:2]
    right = np.array([*(turn @ [1.0, 0.0]), 0.0])
    axes = np.stack([right, np.cross(right, -away), -away])
    middle = points.reshape(-1, 3).mean(axis=0)
    seen = (points - middle - away * view.distance) @ axes.T
    plane = seen[..., :2] / seen[..., 2:] * [1, -1]
    spin = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    return np.asarray(plane @ spin.T)
