"""The one picture loader: formats, modes, orientation, limits, and clear errors."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.orientations import STORED, as_stored
from vision.picture import MAX_BYTES, Picture, PictureError

# A picture whose four quarters differ, so that every turn and channel swap shows.
WIDTH, HEIGHT = 96, 64
RED, GREEN, BLUE, WHITE = (230, 20, 20), (20, 200, 20), (20, 20, 220), (245, 245, 245)


def quarters() -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), RED)
    image.paste(GREEN, (WIDTH // 2, 0, WIDTH, HEIGHT // 2))
    image.paste(BLUE, (0, HEIGHT // 2, WIDTH // 2, HEIGHT))
    image.paste(WHITE, (WIDTH // 2, HEIGHT // 2, WIDTH, HEIGHT))
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def corners(picture: Picture) -> list[list[int]]:
    """The middle pixel of each quarter as RGB: top left, top right, bottom left, bottom right."""
    ys, xs = (
        (picture.height // 4, 3 * picture.height // 4),
        (
            picture.width // 4,
            3 * picture.width // 4,
        ),
    )
    return [[int(v) for v in picture.pixels[y, x, ::-1]] for y in ys for x in xs]


def assert_quarters(picture: Picture, tolerance: int = 12) -> None:
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    difference = np.abs(np.array(corners(picture)) - [RED, GREEN, BLUE, WHITE])
    assert difference.max() <= tolerance, corners(picture)


COLOUR_FILES = {
    "jpeg": ("JPEG", "RGB", {"quality": 95}),
    "progressive jpeg": ("JPEG", "RGB", {"quality": 95, "progressive": True}),
    "png": ("PNG", "RGB", {}),
    "png with alpha": ("PNG", "RGBA", {}),
    "png palette": ("PNG", "P", {}),
    "webp": ("WEBP", "RGB", {"quality": 95}),
    "bmp": ("BMP", "RGB", {}),
    "tiff": ("TIFF", "RGB", {}),
    "gif": ("GIF", "P", {}),
}


@pytest.mark.parametrize(("kind", "mode", "options"), COLOUR_FILES.values(), ids=COLOUR_FILES)
def test_colour_formats_give_the_same_pixels(kind: str, mode: str, options: dict) -> None:
    image = quarters().convert(mode, palette=Image.Palette.ADAPTIVE)
    assert_quarters(Picture.load(encoded(image, kind, **options)))


def test_cmyk_jpeg_keeps_its_colours() -> None:
    assert_quarters(Picture.load(encoded(quarters().convert("CMYK"), "JPEG", quality=95)), 40)


@pytest.mark.parametrize("depth", [8, 16])
def test_grey_of_8_and_16_bits_is_equally_bright(depth: int) -> None:
    grey = np.asarray(quarters().convert("L"))
    image = Image.fromarray(grey if depth == 8 else grey.astype(np.uint16) * 257)
    picture = Picture.load(encoded(image, "PNG"))
    assert np.abs(picture.pixels[:, :, 0].astype(int) - grey).max() <= 1


def test_transparent_pixels_become_white() -> None:
    image = quarters().convert("RGBA")
    image.putalpha(0)
    assert Picture.load(encoded(image, "PNG")).pixels.min() == 255


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("as_path", [True, False], ids=["path", "bytes"])
def test_exif_orientation_is_undone(orientation: int, as_path: bool, tmp_path: Path) -> None:
    stored = as_stored(quarters(), orientation)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(stored, "JPEG", quality=95, exif=exif.tobytes())
    path = tmp_path / "turned.jpg"
    path.write_bytes(data)
    assert_quarters(Picture.load(path if as_path else data))


def test_chinese_path(tmp_path: Path) -> None:
    path = tmp_path / "照片" / "胡牌 1.jpg"
    path.parent.mkdir()
    path.write_bytes(encoded(quarters(), "JPEG", quality=95))
    picture = Picture.load(path)
    assert_quarters(picture)
    assert picture.name == str(path)


def test_arrays_are_bgr() -> None:
    bgr = np.asarray(quarters())[:, :, ::-1]
    assert_quarters(Picture.load(bgr), 0)
    assert_quarters(Picture.load(np.dstack([bgr, np.full(bgr.shape[:2], 255, np.uint8)])), 0)
    assert_quarters(Picture.load(bgr.astype(np.uint16) * 257), 0)
    grey = Picture.load(bgr[:, :, 0])
    assert grey.pixels.shape == (HEIGHT, WIDTH, 3)


def test_png_round_trip() -> None:
    picture = Picture.load(np.asarray(quarters()))
    assert np.array_equal(Picture.load(picture.to_png()).pixels, picture.pixels)


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


BAD_BYTES = {
    "empty": (b"", "empty_file"),
    "text": (b"not a picture at all\n" * 50, "not_a_picture"),
    "truncated jpeg": (truncated(encoded(quarters(), "JPEG", quality=95)), "broken_picture"),
    "truncated png": (truncated(encoded(quarters(), "PNG")), "broken_picture"),
    "one pixel": (encoded(Image.new("RGB", (1, 1)), "PNG"), "picture_too_small"),
    "too many pixels": (encoded(Image.new("1", (20000, 20000)), "PNG"), "picture_too_large"),
    "too many bytes": (bytes(MAX_BYTES + 1), "picture_too_large"),
}


@pytest.mark.parametrize(("data", "name"), BAD_BYTES.values(), ids=BAD_BYTES)
def test_bad_files_are_named(data: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jpg"
    path.write_bytes(data)
    for source in (path, data):
        with pytest.raises(PictureError) as caught:
            Picture.load(source)
        assert caught.value.name == name
        assert "\n" not in caught.value.words.en + caught.value.words.zh
    assert "bad.jpg" in _message(path)


def _message(path: Path) -> str:
    with pytest.raises(PictureError) as caught:
        Picture.load(path)
    return str(caught.value)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="There is no file"):
        Picture.load(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        Picture.load(tmp_path)


@pytest.mark.parametrize(
    "array",
    [np.zeros((64,), np.uint8), np.zeros((64, 64, 2), np.uint8), np.zeros((64, 64), np.float32)],
    ids=["one axis", "two channels", "floats"],
)
def test_bad_arrays(array: np.ndarray) -> None:
    with pytest.raises(PictureError) as caught:
        Picture.load(array)
    assert caught.value.name == "bad_array"


def test_only_one_module_decodes_pictures() -> None:
    """OpenCV's own readers know neither EXIF in bytes nor Chinese paths on every system."""
    root = Path(__file__).parents[2]
    guilty = [
        path.name
        for package in ("vision", "scoring", "hupai")
        for path in (root / package).rglob("*.py")
        if "imread" in (text := path.read_text("utf-8")) or "imwrite" in text or "imdecode" in text
    ]
    assert guilty == []
