"""What light, lens and compression do to the crop of a single tile."""

import cv2
import numpy as np

from models.data import Image
from models.synthesis.inks import darkened


def wear(rng: np.random.Generator, crop: Image) -> Image:
    """A square crop under other light, less sharp, with things in front of it."""
    size = crop.shape[0]
    if rng.random() < 0.3:
        small = int(rng.integers(size // 4, size))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = cv2.resize(crop, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        crop = _other_colours(rng, crop)
    if rng.random() < 0.12:
        crop = darkened(crop, float(rng.uniform(0.4, 1)))
    work = _other_light(rng, crop.astype(np.float32))
    if rng.random() < 0.12:
        low = rng.integers(0, size, 2)
        high = low + rng.integers(4, size // 3, 2)
        work[low[1] : high[1], low[0] : high[0]] = rng.uniform(0, 255, 3)
    if rng.random() < 0.25:
        work = cv2.GaussianBlur(work, (0, 0), float(rng.uniform(0.4, 1.6)))
    if rng.random() < 0.08:
        length = int(rng.integers(3, 8))
        work = cv2.blur(work, (length, 1) if rng.random() < 0.5 else (1, length))
    work += rng.standard_normal((size, size, 1), np.float32) * np.float32(rng.uniform(0, 10))
    worn = np.clip(work, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))]
        worn = np.asarray(cv2.imdecode(cv2.imencode(".jpg", worn, quality)[1], cv2.IMREAD_COLOR))
    return worn


def _other_colours(rng: np.random.Generator, crop: Image) -> Image:
    hsv = cv2.cvtColor(crop, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.normal(0, 10))) % 180
    hsv[..., 1] = cv2.convertScaleAbs(hsv[..., 1], alpha=float(rng.uniform(0, 1.5)))
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)


def _other_light(rng: np.random.Generator, work: Image) -> Image:
    size = work.shape[0]
    ramp = np.linspace(-1, 1, size, dtype=np.float32)
    slope = rng.normal(0, 0.12, 2).astype(np.float32)
    field = 1 + slope[0] * ramp[None, :, None] + slope[1] * ramp[:, None, None]
    cast = (1 + rng.normal(0, 0.06, 3)).astype(np.float32)
    work = work * field * cast * np.float32(rng.uniform(0.5, 1.25)) + np.float32(rng.normal(0, 8))
    if rng.random() < 0.12:
        centre = (int(rng.integers(size)), int(rng.integers(size)))
        spot: Image = np.zeros((size, size), np.float32)
        cv2.circle(spot, centre, int(rng.integers(4, size // 3)), 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(2, 8)))
        work += spot[..., None] * np.float32(rng.uniform(40, 180))
    return work
