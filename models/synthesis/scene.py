"""What surrounds the tiles of a picture: table, shadows, light, and the faults of a camera.

Pictures under work are float32 BGR, 0 to 255.
"""

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.data import DATA, Image, image_paths, read_image
from models.synthesis.camera import Camera
from models.synthesis.layouts import LENGTH
from models.synthesis.solids import Body, Light, Solid

Work = NDArray[Any]
BACKS = (
    *((150, 120, 30), (70, 130, 40), (40, 120, 230), (160, 60, 170), (220, 150, 60)),
    *((40, 40, 190), (60, 190, 230), (40, 40, 40), (60, 90, 140), (190, 170, 240)),
)


def chance_body(rng: np.random.Generator) -> Body:
    """A make of tiles by chance: mostly white or ivory, with backs of any colour."""
    warm = rng.uniform(0, 40)
    front = np.array([240 - warm * 1.2, 244 - warm * 0.3, 248.0]) * rng.uniform(0.86, 1.0)
    front += rng.normal(0, 4, 3)
    paint = None
    kind = rng.random()
    if kind < 0.04:
        front, paint = rng.uniform(15, 70, 3), rng.uniform((60, 170, 190), (240, 245, 250))
    elif kind < 0.08:
        front = rng.uniform((120, 170, 170), (230, 245, 250))
    back = np.array(BACKS[rng.integers(len(BACKS))]) * rng.uniform(0.6, 1.2)
    back = np.clip(back + rng.normal(0, 25, 3), 10, 250)
    if rng.random() < 0.03:
        back = front * rng.uniform(0.9, 1.0)
    return Body(
        front=np.clip(front, 8, 252),
        back=back,
        paint=paint,
        thickness=float(rng.uniform(0.5, 0.9)),
        seam=float(rng.uniform(0.2, 0.55)),
        corner=float(rng.uniform(0.06, 0.17)),
        bevel=float(rng.uniform(0.015, 0.06)),
    )


def chance_light(rng: np.random.Generator) -> Light:
    """Light by chance, from above and some side."""
    turn, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(30, 85))
    flat = np.cos(height)
    direction = np.array([flat * np.cos(turn), flat * np.sin(turn), np.sin(height)])
    return Light(direction, float(rng.uniform(0.25, 0.75)))


_backgrounds = cache(image_paths)


@cache
def _background(path: Path) -> Image:
    return read_image(path)


def background(rng: np.random.Generator, width: int, height: int, data: Path = DATA) -> Work:
    """A table top by chance: a picture, or plain cloth."""
    paths = _backgrounds(data / "backgrounds")
    if not paths or rng.random() < 0.35:
        colour = rng.uniform(20, 200, 3)
        if rng.random() < 0.5:
            colour = np.array([60.0, 110.0, 30.0]) * rng.uniform(0.4, 1.4) + rng.normal(0, 15, 3)
        grain = rng.normal(0, rng.uniform(1, 9), (height // 2 + 1, width // 2 + 1))
        weave = cv2.resize(grain.astype(np.float32), (width, height))[..., None]
        return np.asarray(np.clip(colour.astype(np.float32) + weave, 0, 255), np.float32)
    image = _background(paths[rng.integers(len(paths))])
    scale = max(height / image.shape[0], width / image.shape[1]) * rng.uniform(1.0, 1.6)
    image = cv2.resize(image, None, fx=scale * 1.01, fy=scale * 1.01)
    y = rng.integers(image.shape[0] - height + 1)
    x = rng.integers(image.shape[1] - width + 1)
    part = image[y : y + height, x : x + width].astype(np.float32)
    return part * np.float32(rng.uniform(0.35, 1.1))


def table_edge(canvas: Work, camera: Camera, rng: np.random.Generator) -> None:
    """The rim of the table on the owner's side, with another material beyond."""
    near = -LENGTH / 2 - rng.uniform(0.0, 1.2)
    for low, high in ((near - rng.uniform(1.5, 4), near), (near - 30, near - 3)):
        corners = np.array([[-40, low, 0], [40, low, 0], [40, high, 0], [-40, high, 0.0]])
        if ((corners - camera.position) @ camera.axes[2] < 1).any():
            continue
        mask = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(camera.project(corners)).astype(np.int32)], 255)
        other = background(rng, canvas.shape[1], canvas.shape[0])
        canvas[mask > 0] = other[mask > 0]


def shadows(
    canvas: Work, solids: list[Solid], camera: Camera, light: Light, rng: np.random.Generator
) -> None:
    """The shadows of the tiles on the table."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    lean = -light.direction[:2] / max(0.3, float(light.direction[2]))
    size = 10.0
    for solid in solids:
        points = np.concatenate(solid.rings[::2])
        fallen = points.copy()
        fallen[:, :2] += points[:, 2:] * lean
        fallen[:, 2] = 0
        seen = camera.project(fallen)
        if np.abs(seen).max() < 8 * max(canvas.shape):
            size = float(np.ptp(seen[:, 0]))
            cv2.fillConvexPoly(mask, cv2.convexHull(np.round(seen).astype(np.int32)), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.8, size * rng.uniform(0.03, 0.2)))
    canvas *= 1 - soft[..., None] * np.float32(rng.uniform(0.2, 0.65) / 255)


def lighting(canvas: Work, rng: np.random.Generator) -> None:
    """Uneven light, soft large shadows, glare and a cast of colour."""
    height, width = canvas.shape[:2]
    small = np.ones((24, 32), np.float32)
    y, x = np.mgrid[0:24, 0:32].astype(np.float32) / (24, 32)[0]
    small *= 1 + rng.uniform(-0.3, 0.3) * (x - 0.6) + rng.uniform(-0.3, 0.3) * (y - 0.5)
    for _ in range(rng.integers(0, 4)):
        centre, spread = rng.uniform(-0.2, 1.4, 2), rng.uniform(0.08, 0.5)
        blob = np.exp(-((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (2 * spread**2))
        small *= 1 + rng.uniform(-0.45, 0.2) * blob
    field = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    if rng.random() < 0.2:
        edge = rng.uniform(0.2, 0.8) * width
        ramp = np.clip((np.arange(width) - edge) / rng.uniform(2, 40), 0, 1).astype(np.float32)
        field = field * (1 - ramp[None, :, None] * np.float32(rng.uniform(0.1, 0.5)))
    cast = 1 + rng.normal(0, 0.07, 3) + rng.normal(0, 0.07) * np.array([1, 0, -1])
    canvas *= field * cast.astype(np.float32) * np.float32(rng.uniform(0.7, 1.35))
    if rng.random() < 0.3:
        _glare(canvas, rng)


def _glare(canvas: Work, rng: np.random.Generator) -> None:
    height, width = canvas.shape[:2]
    for _ in range(rng.integers(1, 4)):
        centre = rng.uniform(0, 1, 2) * (width, height)
        axes = rng.uniform(0.01, 0.12, 2) * max(width, height)
        mask: Work = np.zeros((height, width), np.float32)
        place = (int(centre[0]), int(centre[1])), (int(axes[0]) + 1, int(axes[1]) + 1)
        cv2.ellipse(mask, *place, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        mask = cv2.GaussianBlur(mask, (0, 0), float(max(1.0, axes.min() * rng.uniform(0.2, 0.8))))
        # Glare shows on bright, glossy tiles far more than on cloth.
        glossy = np.clip(canvas.mean(2) / 255, 0.1, 1) ** 2
        canvas += (mask * glossy * np.float32(rng.uniform(40, 170)))[..., None]


def camera_faults(canvas: Work, rng: np.random.Generator) -> Image:
    """Blur, noise, sharpening, tone and compression of a phone's camera."""
    if rng.random() < 0.35:
        canvas = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 1.4)))
    if rng.random() < 0.12:
        canvas = _shaken(canvas, int(rng.integers(3, 8)), float(rng.uniform(0, 180)))
    if rng.random() < 0.2:
        soft = cv2.GaussianBlur(canvas, (0, 0), 1.5)
        canvas = canvas + (canvas - soft) * np.float32(rng.uniform(0.3, 1.2))
    grain = 10 * rng.uniform(0, 1) ** 2
    noise = rng.standard_normal((*canvas.shape[:2], 1), np.float32) * np.float32(grain)
    canvas = np.clip(canvas + noise, 0, 255)
    gamma = np.float32(rng.uniform(0.75, 1.35))
    table = (255 * (np.arange(256, dtype=np.float32) / 255) ** gamma).astype(np.uint8)
    image = cv2.LUT(canvas.astype(np.uint8), table)
    if rng.random() < 0.2:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        hsv[..., 1] = cv2.convertScaleAbs(hsv[..., 1], alpha=float(rng.uniform(0.1, 1.5)))
        image = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    quality = int(rng.integers(45, 96))
    _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _shaken(canvas: Work, length: int, angle: float) -> Work:
    """Blur along a line of `length` pixels."""
    kernel: Work = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), angle, 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    even: Work = kernel / max(1e-3, float(kernel.sum()))
    return cv2.filter2D(canvas, -1, even)
