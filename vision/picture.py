"""The one loader of pictures: path, bytes or array in, upright BGR pixels out."""

import io
import os
import stat
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from scoring.words import UserError, Words
from vision.formats import format_of

MAX_BYTES = 60_000_000
MAX_PIXELS = 120_000_000
MIN_SIDE = 32
"""Pixels. Below this no picture holds a readable row of tiles."""

Source = str | os.PathLike[str] | bytes | NDArray[np.generic]


class PictureError(UserError):
    """A picture that cannot be used; `name` says why (`no_such_file`, `broken_picture`...)."""

    def __init__(self, name: str, zh: str, en: str) -> None:
        super().__init__(name, Words(zh, en))


@dataclass(frozen=True, eq=False)
class Picture:
    """An upright picture.

    pixels: (height, width, 3) uint8, BGR. All boxes of this project are in its pixels.
    name: where it came from, for messages.
    """

    pixels: NDArray[np.uint8]
    name: str = field(default="array")

    @classmethod
    def load(
        cls, source: Source, name: str | None = None, max_pixels: int = MAX_PIXELS
    ) -> "Picture":
        """A picture from a path, from the bytes of a picture file, or from an array.

        Files are turned upright by their EXIF orientation; of several frames the first counts;
        transparency becomes white. `max_pixels` is the most that a file may have. Arrays
        are grey (h, w), BGR (h, w, 3) or BGRA (h, w, 4), of uint8 or uint16. Raises
        `PictureError`; sizes are checked before anything is decoded.
        """
        if isinstance(source, np.ndarray):
            return cls(_from_array(source, name or "array"), name or "array")
        if isinstance(source, bytes):
            return cls(_decode(source, name or "bytes", max_pixels), name or "bytes")
        path = Path(source)
        return cls(_decode(read_file(path), str(path), max_pixels), name or str(path))

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    def to_png(self) -> bytes:
        """The picture as a PNG file; `Picture.load` reads it back pixel for pixel."""
        return self.encode(".png")

    def encode(self, suffix: str, quality: int = 92) -> bytes:
        """The picture as a file of the kind that `suffix` names (`.jpg`, `.png`, `.webp`...).

        `quality` is 1 to 100, for the formats that lose detail. Raises `PictureError` for a
        suffix that no picture format has.
        """
        kind = Image.registered_extensions().get(suffix.lower())
        if kind is None or kind not in Image.SAVE:
            raise PictureError(
                "unknown_format",
                f"不知道 {suffix!r} 是什么图片格式：请用 .jpg 或 .png 结尾的文件名。",
                f"{suffix!r} is no picture format: use a file name that ends in .jpg or .png.",
            )
        buffer = io.BytesIO()
        Image.fromarray(self.pixels[:, :, ::-1]).save(buffer, kind, quality=quality)
        return buffer.getvalue()


def read_file(path: Path) -> bytes:
    """The bytes of a picture file, whose size is checked first. Raises `PictureError`."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise PictureError(
                "is_a_folder",
                f"{str(path)!r} 是文件夹：请给出一张照片。",
                f"{str(path)!r} is a folder: give one photo.",
            )
        if not stat.S_ISREG(status.st_mode):
            # Opening a pipe would wait for ever.
            raise PictureError(
                "not_a_picture",
                f"{str(path)!r} 不是普通文件：请给出一张照片。",
                f"{str(path)!r} is not an ordinary file: give one photo.",
            )
        check_bytes(status.st_size, str(path))
        return path.read_bytes()
    except FileNotFoundError:
        raise PictureError(
            "no_such_file",
            f"找不到文件 {str(path)!r}：请检查名字和所在的文件夹。",
            f"There is no file {str(path)!r}: check its name and folder.",
        ) from None
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(
            "unreadable_file",
            f"无法读取 {str(path)!r}（{error}）：请检查权限。",
            f"{str(path)!r} cannot be read ({error}): check its permissions.",
        ) from error


def check_bytes(size: int, name: str) -> None:
    """Raises `PictureError` for a picture file of no bytes, or of too many."""
    if size == 0:
        raise PictureError(
            "empty_file",
            f"{name!r} 是空文件：请重新拍照或重新复制。",
            f"{name!r} is an empty file: take or copy the photo again.",
        )
    if size > MAX_BYTES:
        raise PictureError(
            "picture_too_large",
            f"{name!r} 有 {size / 1e6:.0f} MB，超过 {MAX_BYTES / 1e6:.0f} MB：请用小一些的照片。",
            f"{name!r} has {size / 1e6:.0f} MB, more than the {MAX_BYTES / 1e6:.0f} MB allowed: "
            "use a smaller photo.",
        )


def _check_size(width: int, height: int, name: str, max_pixels: int = MAX_PIXELS) -> None:
    if width * height > max_pixels:
        raise PictureError(
            "picture_too_large",
            f"{name!r} 是 {width}x{height} 像素，超过 {max_pixels / 1e6:.0f} 百万像素："
            "请用小一些的照片。",
            f"{name!r} has {width}x{height} pixels, more than the "
            f"{max_pixels / 1e6:.0f} million allowed: use a smaller photo.",
        )
    if min(width, height) < MIN_SIDE:
        raise PictureError(
            "picture_too_small",
            f"{name!r} 只有 {width}x{height} 像素，看不清牌：至少要 {MIN_SIDE}x{MIN_SIDE}。",
            f"{name!r} has only {width}x{height} pixels, too few to show tiles: "
            f"it needs at least {MIN_SIDE}x{MIN_SIDE}.",
        )


def _decode(data: bytes, name: str, max_pixels: int) -> NDArray[np.uint8]:
    check_bytes(len(data), name)
    kind = format_of(data)
    if kind is None:
        raise _not_a_picture(name)
    try:
        with warnings.catch_warnings():
            # The size is judged below, by our own limit and in our own words.
            warnings.simplefilter("ignore")
            image = _open(data, kind, name)
            _check_size(*image.size, name, max_pixels)
            image.load()
            return _to_bgr(ImageOps.exif_transpose(image) or image)
    except Image.DecompressionBombError as error:
        raise PictureError(
            "picture_too_large",
            f"{name!r} 的像素太多：请用小一些的照片。",
            f"{name!r} has too many pixels: use a smaller photo.",
        ) from error
    except PictureError:
        raise
    # Pillow's decoders raise many kinds of errors for broken files; all mean the same here.
    except Exception as error:
        raise PictureError(
            "broken_picture",
            f"{name!r} 是损坏或不完整的图片：请重新拍照或重新复制。",
            f"{name!r} is a broken or truncated picture: take or copy the photo again.",
        ) from error


def _open(data: bytes, kind: str, name: str) -> Image.Image:
    """The picture with its header read and nothing decoded."""
    if kind != "HEIF":
        # No decoder but that of the format is tried, whatever else is registered.
        return Image.open(io.BytesIO(data), formats=[kind])
    try:
        from pillow_heif import HeifImageFile
    except ImportError:
        raise PictureError(
            "heic_picture",
            f"{name!r} 是 HEIC 照片，要装 pip install 'hupai[heic]' 才能打开；"
            "也可以在手机相机设置里选“兼容性最佳”，或发 JPEG。",
            f"{name!r} is a HEIC photo, which needs pip install 'hupai[heic]'; or set the phone's "
            "camera to 'Most Compatible', or give a JPEG.",
        ) from None
    image: Image.Image = HeifImageFile(io.BytesIO(data))
    return image


def _not_a_picture(name: str) -> PictureError:
    return PictureError(
        "not_a_picture",
        f"{name!r} 不是图片，或格式不支持：请用 JPEG、PNG、WebP、BMP、TIFF 或 GIF。",
        f"{name!r} is not a picture, or of a format not known here: "
        "use JPEG, PNG, WebP, BMP, TIFF or GIF.",
    )


def _to_bgr(image: Image.Image) -> NDArray[np.uint8]:
    if image.mode.startswith(("I", "F")):
        return _grey_to_bgr(np.asarray(image))
    if image.mode in ("LA", "PA", "RGBA", "RGBa", "La") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    colour = image if image.mode == "RGB" else image.convert("RGB")
    flat = np.frombuffer(colour.tobytes("raw", "BGR"), np.uint8)
    return flat.reshape(image.height, image.width, 3)


def _grey_to_bgr(grey: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Grey of any depth, by the range that its type or its brightest pixel tells."""
    values = np.nan_to_num(grey.astype(np.float32))
    brightest = float(values.max(initial=0))
    full = 1.0 if brightest <= 1.0 else 255.0 if brightest <= 255.0 else 65535.0
    shade = np.clip(values * (255.0 / max(full, brightest)), 0, 255).astype(np.uint8)
    return np.repeat(shade[:, :, None], 3, axis=2)


def _from_array(array: NDArray[np.generic], name: str) -> NDArray[np.uint8]:
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise PictureError(
            "bad_array",
            f"数组形状 {array.shape} 不是图片：需要 (高, 宽)、(高, 宽, 3) 或 (高, 宽, 4)。",
            f"An array of shape {array.shape} is no picture: "
            "it needs (height, width), (height, width, 3) or (height, width, 4).",
        )
    _check_size(array.shape[1], array.shape[0], name)
    if array.dtype not in (np.uint8, np.uint16):
        raise PictureError(
            "bad_array",
            f"数组类型 {array.dtype} 不是图片：需要 uint8 或 uint16。",
            f"An array of {array.dtype} is no picture: it needs uint8 or uint16.",
        )
    depth = 257 if array.dtype == np.uint16 else 1
    pixels = (array.reshape(*array.shape[:2], -1).astype(np.uint16) // depth).astype(np.uint8)
    if pixels.shape[2] == 1:
        return np.repeat(pixels, 3, axis=2)
    if pixels.shape[2] == 4:
        alpha = pixels[:, :, 3:].astype(np.float32) / 255
        pixels = (pixels[:, :, :3] * alpha + 255 * (1 - alpha)).round().astype(np.uint8)
    return np.ascontiguousarray(pixels)
