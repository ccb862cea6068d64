"""One sample photo in every format and mode: the same hand, whichever way it comes in."""

import io
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.vision.orientations import STORED, as_stored
from vision.detections import Detections
from vision.picture import Picture, PictureError
from vision.reading import Reading, read

SAMPLE = Path(__file__).parents[2] / "samples" / "all-pons.jpg"
HAND = "222p777s33388m99s + 8m"
ORIENTATION = 0x0112


def photo() -> Image.Image:
    return Image.open(SAMPLE).convert("RGB")


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def adaptive(image: Image.Image) -> Image.Image:
    return image.convert("P", palette=Image.Palette.ADAPTIVE)


def see_through(image: Image.Image) -> Image.Image:
    """With a clear rim, where nothing lies."""
    alpha = Image.new("L", image.size, 0)
    alpha.paste(255, (20, 20, image.width - 20, image.height - 20))
    image.putalpha(alpha)
    return image


def sixteen_bits(image: Image.Image) -> Image.Image:
    return Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257)


def two_frames(kind: str) -> bytes:
    """The photo first, an empty table behind."""
    first = photo()
    empty = Image.new("RGB", first.size, (60, 90, 40))
    if kind == "GIF":
        first, empty = adaptive(first), adaptive(empty)
    return saved(first, kind, save_all=True, append_images=[empty])


def orientation_tag(orientation: int) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    return exif.tobytes()


def heic(image: Image.Image, orientation: int = 1) -> bytes:
    """With the EXIF orientation, and the turn (irot, imir) of the container that goes with it."""
    pillow_heif = pytest.importorskip("pillow_heif", reason="needs pip install 'hupai[heic]'")
    buffer = io.BytesIO()
    file = pillow_heif.from_bytes(image.mode, image.size, image.tobytes())
    file.save(buffer, quality=90, exif=orientation_tag(orientation))
    return buffer.getvalue()


def retagged(data: bytes, before: int, after: int) -> bytes:
    """A HEIC file with another EXIF orientation; the turn of the container stays."""
    assert data.count(orientation_tag(before)) == 1
    return data.replace(orientation_tag(before), orientation_tag(after))


FILES: dict[str, Callable[[], bytes]] = {
    "jpeg baseline": lambda: saved(photo(), "JPEG", quality=92),
    "jpeg progressive": lambda: saved(photo(), "JPEG", quality=92, progressive=True),
    "jpeg cmyk": lambda: saved(photo().convert("CMYK"), "JPEG", quality=92),
    "jpeg grey": lambda: saved(photo().convert("L"), "JPEG", quality=92),
    "png": lambda: saved(photo(), "PNG"),
    "png grey": lambda: saved(photo().convert("L"), "PNG"),
    "png grey 16 bits": lambda: saved(sixteen_bits(photo()), "PNG"),
    "png grey and alpha": lambda: saved(see_through(photo()).convert("LA"), "PNG"),
    "png palette": lambda: saved(adaptive(photo()), "PNG"),
    "png alpha": lambda: saved(see_through(photo()), "PNG"),
    "webp": lambda: saved(photo(), "WEBP", quality=90),
    "webp alpha": lambda: saved(see_through(photo()), "WEBP", lossless=True),
    "bmp": lambda: saved(photo(), "BMP"),
    "tiff": lambda: saved(photo(), "TIFF"),
    "tiff compressed": lambda: saved(photo(), "TIFF", compression="tiff_lzw"),
    "tiff grey 16 bits": lambda: saved(sixteen_bits(photo()), "TIFF"),
    "tiff cmyk": lambda: saved(photo().convert("CMYK"), "TIFF"),
    "gif of two frames": lambda: two_frames("GIF"),
    "mpo of two frames": lambda: two_frames("MPO"),
    "heic": lambda: heic(photo()),
}


@lru_cache(maxsize=1)
def expected() -> Detections:
    return read(SAMPLE).detections


def assert_same_tiles(reading: Reading) -> None:
    assert reading.hand.text == HAND
    assert reading.size == (1280, 800)
    assert reading.detections.class_ids.tolist() == expected().class_ids.tolist()
    assert np.abs(reading.detections.boxes - expected().boxes).max() < 8


@pytest.mark.parametrize("name", FILES)
def test_the_same_hand_from_every_format(name: str, tmp_path: Path) -> None:
    data = FILES[name]()
    picture = Picture.load(data)
    assert_same_tiles(read(picture))
    path = tmp_path / "照片" / "胡牌 1.jpg"
    path.parent.mkdir()
    path.write_bytes(data)
    assert np.array_equal(Picture.load(path).pixels, picture.pixels)
    assert np.array_equal(uploaded(data).pixels, picture.pixels)


def uploaded(data: bytes) -> Picture:
    """What the page's server is given to read of an upload."""
    client = pytest.importorskip("fastapi.testclient", reason="needs the web extra")
    from hupai.web.app import create_app
    from hupai.web.settings import Settings

    seen: list[Picture] = []

    def reader(picture: Picture) -> Reading:
        seen.append(picture)
        return Reading.of(picture, Detections.empty())

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder)), reader)
        with client.TestClient(app, base_url="http://localhost") as opened:
            answer = opened.post("/api/read", files={"photo": ("手牌.jpg", data)})
    assert answer.status_code == 200, answer.text
    return seen[0]


def turned(orientation: int, kind: str) -> bytes:
    stored = as_stored(photo(), orientation)
    return saved(stored, kind, exif=orientation_tag(orientation), quality=92)


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_boxes_are_in_the_upright_photo(orientation: int, kind: str, tmp_path: Path) -> None:
    data = turned(orientation, kind)
    picture = Picture.load(data)
    path = tmp_path / "turned.jpg"
    path.write_bytes(data)
    assert np.array_equal(Picture.load(path).pixels, picture.pixels)
    assert np.array_equal(uploaded(data).pixels, picture.pixels)
    if kind == "JPEG":
        assert_same_tiles(read(picture))
    else:
        assert np.abs(picture.pixels - bgr(photo())).mean() < 4


def small() -> Image.Image:
    """HEIC takes long to write."""
    return photo().resize((320, 200))


def bgr(image: Image.Image) -> NDArray[np.int64]:
    return np.asarray(image)[:, :, ::-1].astype(np.int64)


@pytest.mark.parametrize("orientation", STORED)
def test_heic_is_turned_once_by_its_container(orientation: int) -> None:
    """Phones write the turn twice, in the container and as EXIF; the container's counts."""
    data = heic(as_stored(small(), orientation), orientation)
    turns = {kind for kind in (b"irot", b"imir") if kind in data}
    assert bool(turns) == (orientation != 1)
    picture = Picture.load(data)
    assert np.array_equal(uploaded(data).pixels, picture.pixels)
    assert np.abs(picture.pixels - bgr(small())).mean() < 4
    without_exif = Picture.load(retagged(data, orientation, 1))
    assert np.array_equal(without_exif.pixels, picture.pixels)


@pytest.mark.parametrize("orientation", STORED)
def test_an_exif_orientation_alone_does_not_turn_heic(orientation: int) -> None:
    """As ISO/IEC 23008-12 has it: programs that turn the pixels themselves leave a stale one."""
    stored = as_stored(small(), orientation)
    picture = Picture.load(retagged(heic(stored), 1, orientation))
    assert picture.pixels.shape == bgr(stored).shape
    assert np.abs(picture.pixels - bgr(stored)).mean() < 4


def test_heic_without_its_extra_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    data = FILES["heic"]()
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(PictureError, match=r"hupai\[heic\]") as caught:
        Picture.load(data)
    assert caught.value.name == "heic_picture"


def test_text_is_no_picture_even_where_pillow_is_altered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training libraries replace Pillow's opener by one that fails in other ways."""

    def other_open(*args: object, **options: object) -> None:
        raise RuntimeError("altered")

    monkeypatch.setattr(Image, "open", other_open)
    with pytest.raises(PictureError) as caught:
        Picture.load(b"This is no picture." * 20)
    assert caught.value.name == "not_a_picture"


BOMBS = {
    "png": lambda: saved(Image.new("1", (20000, 20000)), "PNG"),
    "gif": lambda: saved(Image.new("P", (20000, 20000)), "GIF"),
    "tiff": lambda: saved(Image.new("1", (20000, 20000)), "TIFF", compression="tiff_lzw"),
    "jpeg": lambda: saved(Image.new("L", (12000, 12000)), "JPEG"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_too_many_pixels_are_refused_before_any_is_decoded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = BOMBS[name]()
    decoded: list[str] = []
    for opened in (Image.Image, *Image.Image.__subclasses__()):
        monkeypatch.setattr(opened, "load", lambda image: decoded.append(str(image)), raising=False)
    with pytest.raises(PictureError) as caught:
        Picture.load(data)
    assert caught.value.name == "picture_too_large"
    assert decoded == []
