"""A pinhole camera over the table, framed on chosen points."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Projects points of the owner's frame (tile widths) to pixels.

    `axes` holds right, up and forward as rows; `affine` (2, 3) turns the view plane into pixels.
    """

    position: Points
    axes: Points
    affine: Points

    def project(self, points: Points) -> Points:
        """`(..., 3)` in the owner's frame to `(..., 2)` in pixels."""
        seen = (points - self.position) @ self.axes.T
        plane = seen[..., :2] / np.maximum(seen[..., 2:], 1e-3)
        return np.asarray(plane @ self.affine[:, :2].T + self.affine[:, 2])


@dataclass(frozen=True)
class View:
    """Where a photo is taken from: degrees, and distance in tile widths."""

    elevation: float
    azimuth: float
    roll: float
    distance: float

    @property
    def kind(self) -> str:
        """`overhead`, `seat` or `steep`, by how much of a tile's near side shows."""
        side = 0.55 / np.tan(np.radians(self.elevation))
        return "overhead" if side < 0.2 else "seat" if side < 0.6 else "steep"

    @property
    def sees_standing(self) -> bool:
        """Whether tiles that stand on their edge show their faces: seen low, from the owner."""
        return self.elevation < 60 and abs(self.azimuth) < 40


def chance_view(rng: np.random.Generator, upright: float = 0.55) -> View:
    """A view by chance; with the share `upright` the hand lies as its owner sees it."""
    band = rng.random()
    low, high = (65, 90) if band < 0.45 else (42, 65) if band < 0.85 else (24, 42)
    tilt = float(rng.normal(0, 4))
    quarter = 0.0 if rng.random() < upright else float(rng.choice([0, 90, 180, 270]))
    if rng.random() < 0.1:
        tilt = float(rng.uniform(-180, 180))
    by_seat = rng.random() < 0.4
    azimuth = float(rng.normal(0, 12)) + (quarter if by_seat else 0)
    roll = tilt + (0 if by_seat else quarter)
    return View(float(rng.uniform(low, high)), azimuth, roll, float(rng.uniform(14, 45)))


def aim(view: View, target: Points) -> Camera:
    """A camera at `view` of the point `target`; its picture plane is not yet scaled."""
    elevation, azimuth, roll = np.radians([view.elevation, view.azimuth, view.roll])
    away = np.array(
        [
            np.sin(azimuth) * np.cos(elevation),
            -np.cos(azimuth) * np.cos(elevation),
            np.sin(elevation),
        ]
    )
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    axes = np.stack([right, np.cross(right, -away), -away])
    turn = np.array([[np.cos(roll), np.sin(roll)], [np.sin(roll), -np.cos(roll)]])
    affine = np.concatenate([turn, np.zeros((2, 1))], 1)
    return Camera(target + away * view.distance, axes, affine)


def frame(
    camera: Camera, points: Points, size: tuple[int, int], fill: float, rng: np.random.Generator
) -> Camera:
    """The camera zoomed so that `points` fill the share `fill` of a picture (width, height)."""
    seen = camera.project(points)
    low, high = seen.min(0), seen.max(0)
    span = np.maximum(high - low, 1e-6)
    scale = fill * min(size[0] / span[0], size[1] / span[1])
    spare = np.array(size) - span * scale
    corner = spare * rng.uniform(0.1, 0.9, 2) if fill <= 1 else spare * rng.uniform(0, 1, 2)
    affine = camera.affine * scale
    affine[:, 2] = corner - low * scale
    return Camera(camera.position, camera.axes, affine)
