"""The size of a drawn face, the colours of ink (BGR) that it may have, and their changes.

An ink map is a face on white: `(H, W, 3)` BGR, 0 to 255.
"""

import cv2
import numpy as np

from models.data import Image
from models.synthesis.camera import Points

WIDTH, HEIGHT = 192, 256
Colour = tuple[int, int, int]
Point = tuple[float, float]

BLUE, GREEN, RED, BLACK = (140, 60, 20), (50, 110, 20), (30, 30, 190), (30, 25, 25)
WHITE: Colour = (255, 255, 255)


def tint_ink(ink: Image, change: Points) -> Image:
    """An ink map in other colours of ink: hue turned, saturation and strength changed, darkened."""
    hue, saturation, strength, dark = change
    ink = darkened(ink, dark)
    hsv = cv2.cvtColor(ink, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(hue)) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * saturation, 0, 255)
    bare = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.float32)
    return np.asarray(np.clip(255 - (255 - bare) * strength, 0, 255), np.uint8)


def chance_tint(rng: np.random.Generator) -> Points:
    """How the inks of one set differ from those of their source."""
    dark = rng.uniform(0.4, 1) if rng.random() < 0.1 else 0.0
    if rng.random() < 0.35:
        return np.array([0.0, 1.0, 1.0, dark])
    hue = rng.normal(0, 7) if rng.random() < 0.85 else rng.uniform(0, 180)
    return np.array([hue, rng.uniform(0.3, 1.4), rng.uniform(0.6, 1.15), dark])


def darkened(image: Image, share: float) -> Image:
    """Colours brought by `share` of the way to the darkness of their darkest channel.

    Inks of any colour become black and white stays: a face must be told by its shape alone.
    """
    dark = image.min(2, keepdims=True).astype(np.float32)
    return np.asarray(image + (dark - image) * np.float32(share), np.uint8)


def red_ink(ink: Image) -> Image:
    """A face all in red, as one five of each suit of some sets is."""
    strength = (255 - ink.min(2)).astype(np.float32)[..., None] / 255
    return np.asarray(255 - strength * (255 - np.array(RED)), np.uint8)
