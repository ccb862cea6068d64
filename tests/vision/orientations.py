"""EXIF orientations."""

from PIL import Image

STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How the pixels of an upright photo lie in a file of each EXIF orientation."""


def as_stored(image: Image.Image, orientation: int) -> Image.Image:
    """The pixels of an upright photo as a file of this EXIF orientation holds them."""
    undo = STORED[orientation]
    return image if undo is None else image.transpose(undo)
