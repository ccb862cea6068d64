"""Tile faces of many sets as ink maps, from crops of real tiles, drawn art, fonts and own drawing.

An ink map is uint8 `(FACE_HEIGHT, FACE_WIDTH, 3)` BGR over the whole face of a tile; 255 leaves
its body bare. A set need not have every face: `FaceSet.pick` borrows what is missing.
"""

import csv
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from models.classes import CLASS_ID
from models.data import DATA, Image
from models.synthesis import drawing, inks

FACE_WIDTH, FACE_HEIGHT = 120, 160
PACKED = "faces.zip"
"""Where a packed data folder (`models.pack`) keeps the sets that are not photographed."""
DRAWN_SETS = 80
"""How many sets are drawn by rule, each with its own style."""


@dataclass(frozen=True)
class FaceSet:
    """The faces of one set of tiles: class to its ink maps (one for each known copy)."""

    name: str
    inks: dict[int, tuple[Image, ...]]

    def pick(self, tile: int, others: "tuple[FaceSet, ...]", rng: np.random.Generator) -> Image:
        """An ink map of class `tile`, from another set where this one has none."""
        known = self.inks.get(tile)
        if known is None:
            lenders = [other for other in others if tile in other.inks]
            known = lenders[rng.integers(len(lenders))].inks[tile]
        return known[rng.integers(len(known))]


def fit(image: Image, margin: float = 0.0) -> Image:
    """A face picture brought to the size of an ink map, with a bare margin (share of a side)."""
    inner = (round(FACE_WIDTH * (1 - 2 * margin)), round(FACE_HEIGHT * (1 - 2 * margin)))
    small = cv2.resize(image, inner, interpolation=cv2.INTER_AREA)
    left, top = (FACE_WIDTH - inner[0]) // 2, (FACE_HEIGHT - inner[1]) // 2
    whole = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8)
    whole[top : top + inner[1], left : left + inner[0]] = small
    return whole


def _fade_edge(ink: Image, share: float) -> Image:
    """The ink with its outermost part gone: there lie the rim and the shadow of a real tile."""
    y = np.minimum(np.arange(FACE_HEIGHT), np.arange(FACE_HEIGHT)[::-1]) / (FACE_WIDTH * share)
    x = np.minimum(np.arange(FACE_WIDTH), np.arange(FACE_WIDTH)[::-1]) / (FACE_WIDTH * share)
    kept = np.clip(np.minimum(y[:, None], x[None]), 0, 1)[..., None]
    return np.asarray(255 - (255 - ink.astype(np.float32)) * kept, np.uint8)


def ink_of_photo(image: Image) -> Image:
    """The ink of a photographed face: the picture divided by the colour of the bare body."""
    face = cv2.resize(image, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(face, (0, 0), 2).astype(np.float32)
    inner = soft[16:-16, 12:-12].reshape(-1, 3)
    bright = inner[inner.sum(1) >= np.percentile(inner.sum(1), 60)]
    body = np.median(bright, 0)
    ratio = np.clip((face / np.maximum(body, 1) - 0.03) * 1.06, 0, 1)
    return _fade_edge((ratio * 255).astype(np.uint8), 0.07)


def ink_of_art(picture: Image, margin: float, edge: float) -> Image:
    """The ink of drawn art `(h, w, 4)`, its transparent parts bare."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    flat = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    face = fit(flat, margin)
    return _fade_edge(face, edge) if edge else face


def _read(path: Path) -> Image:
    image = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"{str(path)!r} is no picture that can be read")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGRA)
    return np.asarray(image, np.uint8)


def crop_sets(data: Path = DATA) -> list[FaceSet]:
    """The photographed sets of `crops/`."""
    sets: dict[str, dict[int, list[Image]]] = {}
    with (data / "crops" / "labels.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            if row["quality"] != "ok":
                continue
            ink = ink_of_photo(_read(data / "crops" / row["file"])[..., :3])
            faces = sets.setdefault(row["tile_set"], {})
            faces.setdefault(CLASS_ID[row["label"]], []).append(ink)
    return [_face_set(name, faces) for name, faces in sets.items()]


def _face_set(name: str, faces: dict[int, list[Image]]) -> FaceSet:
    return FaceSet(name, {tile: tuple(inks) for tile, inks in faces.items()})


_HK_ORDER = (
    *("WD", "GD", "RD", "E", "S", "W", "N"),
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *(f"Z{n}" for n in range(1, 5)),
    *(f"F{n}" for n in range(1, 5)),
)
_RIICHI_WORDS = {
    **{"Chun": "RD", "Haku": "WD", "Hatsu": "GD"},
    **{"Nan": "S", "Pei": "N", "Shaa": "W", "Ton": "E"},
}
_LIETXIA_WORDS = {
    **{"flat_mei": "F1", "flat_lan": "F2", "flat_ju": "F3", "flat_zu": "F4"},
    **{"flat_xia": "Z2", "flat_qiu": "Z3", "flat_chun": "Z1", "flat_dong": "Z4"},
    **{"f1z": "E", "f2z": "S", "f3z": "W", "f4z": "N", "f5z": "WD", "f6z": "GD", "f7z": "RD"},
}


def art_sets(data: Path = DATA) -> list[FaceSet]:
    """The drawn sets of `art/` that are single pictures."""
    art = data / "art"
    hong_kong: dict[int, list[Image]] = {}
    for path in sorted((art / "samoheen_hk").glob("*.png")):
        name = _HK_ORDER[int(path.name[:2]) - 1]
        hong_kong[CLASS_ID[name]] = [ink_of_art(_read(path), 0.07, 0)]
    riichi: dict[int, list[Image]] = {}
    for path in sorted((art / "fluffystuff").glob("*.png")):
        stem = path.stem
        name = _RIICHI_WORDS.get(stem, "")
        if stem[:3] in ("Man", "Pin", "Sou") and "Dora" not in stem:
            name = stem[3] + {"Man": "m", "Pin": "p", "Sou": "s"}[stem[:3]]
        if name:
            riichi[CLASS_ID[name]] = [ink_of_art(_read(path), 0.07, 0)]
    pressed: dict[int, list[Image]] = {}
    for path in sorted((art / "lietxia").glob("*.png")):
        name = _LIETXIA_WORDS.get(path.stem, path.stem[1:])
        if name in CLASS_ID:
            picture = _read(path)
            picture[..., :3] = np.minimum(255, picture[..., :3] * 1.06)
            pressed[CLASS_ID[name]] = [ink_of_art(picture, 0, 0.09)]
    found = {"samoheen_hk": hong_kong, "fluffystuff": riichi, "lietxia": pressed}
    return [_face_set(name, faces) for name, faces in found.items()]


_SPRITES = (
    *(f"{n}p" for n in range(1, 10)),
    *("N", "W", "S", "E", "RD", "GD"),
    *(f"{n}m" for n in range(1, 10)),
    *(f"{n}s" for n in range(1, 10)),
    *("F2", "F3", "F1", "F4", "WD", "Z1", "Z2", "Z3", "Z4"),
)


def sprite_set(data: Path = DATA) -> FaceSet:
    """The GNOME tiles, cut from their strip (the first of two rows)."""
    sheet = _read(data / "art" / "gnome" / "smooth.png")
    side, height = sheet.shape[1] / 43, sheet.shape[0] // 2
    faces: dict[int, list[Image]] = {}
    for place, name in enumerate(_SPRITES):
        left = round(place * side + side * 0.1)
        tile = sheet[round(height * 0.05) : round(height * 0.86), left : round(left + side * 0.76)]
        faces[CLASS_ID[name]] = [_fade_edge(ink_of_photo(tile[..., :3]), 0.1)]
    return _face_set("gnome", faces)


_FONT_ORDER = (
    *("E", "S", "W", "N", "RD", "GD", "WD"),
    *(f"{n}{suit}" for suit in "msp" for n in range(1, 10)),
    *(f"F{n}" for n in (1, 2, 4, 3)),
    *(f"Z{n}" for n in range(1, 5)),
)
"""The order of Unicode's mahjong tiles from U+1F000; bamboo comes before chrysanthemum."""


def font_sets(data: Path = DATA) -> list[FaceSet]:
    """The sets of the mahjong fonts, coloured as tiles usually are."""
    found = []
    for path in sorted((data / "art" / "imahjong_fonts").glob("*.otf")):
        font = ImageFont.truetype(str(path), 240)
        faces: dict[int, list[Image]] = {}
        for place, name in enumerate(_FONT_ORDER):
            text = chr(0x1F000 + place)
            left, top, right, bottom = font.getbbox(text)
            mask = Picture.new("L", (int(right - left), int(bottom - top)), 0)
            ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font)
            rim = round((right - left) * 0.075)
            ink = np.asarray(mask)[rim:-rim, rim:-rim]
            faces[CLASS_ID[name]] = [fit(_coloured(ink, name), 0.05)]
        found.append(_face_set(path.stem, faces))
    return found


def _coloured(mask: Image, name: str) -> Image:
    """A black-and-white face in the colours of its suit; characters in two halves."""
    share = mask[..., None].astype(np.float32) / 255
    colour = np.empty((*mask.shape, 3), np.float32)
    colour[:] = {"RD": inks.RED, "GD": inks.GREEN}.get(name, inks.BLUE)
    if name[-1] == "m":
        colour[len(colour) // 2 :] = inks.RED
    elif name[-1] == "s" or name[0] == "F":
        colour[:] = inks.GREEN
    elif name[0] == "Z":
        colour[:] = inks.RED
    return np.asarray(255 * (1 - share) + colour * share, np.uint8)


def drawn_sets(count: int = DRAWN_SETS) -> list[FaceSet]:
    """Sets drawn by rule, as far as the system has Chinese fonts."""
    if not drawing.fonts():
        return []
    found = []
    for seed in range(count):
        faces = drawing.drawn_set(seed)
        found.append(FaceSet(f"drawn-{seed}", {tile: (fit(f),) for tile, f in faces.items()}))
    return found


def made_sets(data: Path = DATA) -> list[FaceSet]:
    """All sets but the photographed ones; only own drawings where the data folder is absent."""
    art = [*art_sets(data), sprite_set(data), *font_sets(data)] if data.exists() else []
    return [*art, *drawn_sets()]


def write_sets(sets: list[FaceSet], path: Path) -> None:
    """Write sets into a zip file, for machines without the art and the fonts."""
    with zipfile.ZipFile(path, "w") as packed:
        for one in sets:
            for tile, inks in one.inks.items():
                for number, ink in enumerate(inks):
                    _, content = cv2.imencode(".webp", ink, [cv2.IMWRITE_WEBP_QUALITY, 85])
                    packed.writestr(f"{one.name}/{tile}-{number}.webp", content.tobytes())


def read_sets(path: Path) -> list[FaceSet]:
    """The sets of a zip file that `write_sets` wrote."""
    sets: dict[str, dict[int, list[Image]]] = {}
    with zipfile.ZipFile(path) as packed:
        for entry in packed.namelist():
            name, _, file = entry.rpartition("/")
            content = np.frombuffer(packed.read(entry), np.uint8)
            ink = np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)
            sets.setdefault(name, {}).setdefault(int(file.split("-")[0]), []).append(ink)
    return [_face_set(name, faces) for name, faces in sets.items()]


@cache
def all_sets(data: Path = DATA) -> tuple[FaceSet, ...]:
    """Every set there is, crops first; only own drawings where the data folder is absent."""
    found = crop_sets(data) if data.exists() else []
    packed = data / PACKED
    found += read_sets(packed) if packed.exists() else made_sets(data)
    if not found:
        raise ValueError(f"no tile faces: neither {str(data)!r} nor a Chinese font is there")
    return tuple(found)


def weights(sets: tuple[FaceSet, ...]) -> NDArray[np.float64]:
    """How often each set is used: photographed sets half the time, drawn ones the other half."""
    photographed = np.array([not _is_drawn(s.name) for s in sets])
    share = np.where(photographed, 0.5 / max(1, photographed.sum()), 0.0)
    share[~photographed] = (0.5 if photographed.any() else 1.0) / max(1, (~photographed).sum())
    return np.asarray(share / share.sum())


def _is_drawn(name: str) -> bool:
    return name.startswith("drawn-")
