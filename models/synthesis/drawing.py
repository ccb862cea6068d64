"""Tile faces drawn by rule: dots, bamboo, and characters from the fonts of the system.

A face is an ink map, uint8 `(h, w, 3)` BGR: 255 leaves the body of the tile bare.
"""

import subprocess
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from models.classes import CLASS_ID, NAMES
from models.data import Image
from models.synthesis import suits
from models.synthesis.birds import bird
from models.synthesis.inks import BLACK, BLUE, GREEN, HEIGHT, RED, WHITE, WIDTH, Colour

NUMERALS = "一二三四五六七八九"
CHARACTERS = {"E": "東东", "S": "南南", "W": "西西", "N": "北北", "RD": "中中", "GD": "發发"}
FLOWER_WORDS = {
    **{f"F{n}": pair for n, pair in enumerate(("梅梅", "蘭兰", "菊菊", "竹竹"), 1)},
    **{f"Z{n}": pair for n, pair in enumerate(("春春", "夏夏", "秋秋", "冬冬"), 1)},
}


@dataclass(frozen=True)
class Style:
    """How one drawn set looks."""

    font: Path
    simplified: bool
    five_with_person: bool
    colours: dict[str, Colour]
    number: Colour
    wan: Colour
    wind: Colour
    green: Colour
    dot: str
    stick: str
    white: str
    index: bool
    weight: int
    plant: Colour
    season: Colour


@cache
def fonts() -> tuple[Path, ...]:
    """Fonts of the system that hold Chinese characters (東), in order of their paths."""
    try:
        listed = subprocess.run(
            ["fc-list", f":charset={ord('東'):x}", "file"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(sorted({Path(line.rstrip(": ")) for line in listed.splitlines()}))


@cache
def font_with(text: str, preferred: Path) -> Path:
    """The preferred font, or the first of the system that has `text` where that lacks it."""
    return next((path for path in (preferred, *fonts()) if _has(path, text)), preferred)


def _has(path: Path, text: str) -> bool:
    font = ImageFont.truetype(str(path), 24)
    shape, no_shape = (bytes(font.getmask(what)) for what in (text, "\uffff"))
    return bool(shape) and shape != no_shape


def style(rng: np.random.Generator) -> Style:
    """A style by chance. Raises ValueError where the system has no Chinese font."""
    if not fonts():
        raise ValueError("no Chinese font found; install one, e.g. the package fonts-lxgw-wenkai")

    def pick(*options: Colour) -> Colour:
        return options[rng.integers(len(options))]

    def either(usual: Colour, *others: Colour) -> Colour:
        return usual if rng.random() < 0.6 else pick(*others)

    dark = pick(BLUE, BLACK, GREEN, BLUE)
    look = Style(
        font=fonts()[rng.integers(len(fonts()))],
        simplified=bool(rng.random() < 0.4),
        five_with_person=bool(rng.random() < 0.5),
        colours={"a": pick(GREEN, GREEN, BLUE, BLACK), "b": pick(BLUE, GREEN, BLACK), "c": RED},
        number=pick(BLACK, BLUE, RED, BLACK),
        wan=pick(RED, RED, RED, BLACK, GREEN),
        wind=dark,
        green=GREEN,
        dot=str(rng.choice(suits.DOT_KINDS)),
        stick=str(rng.choice(suits.STICK_KINDS)),
        white=str(rng.choice(["blank", "blank", "frame", "double", "corners"])),
        index=bool(rng.random() < 0.3),
        weight=int(rng.integers(0, 4)),
        plant=either(dark, RED, GREEN, BLUE),
        season=either(RED, BLUE, GREEN, BLACK),
    )
    if rng.random() < 0.12:
        # Cheap and travelling sets have one ink or two.
        look = replace(look, colours=dict.fromkeys("abc", dark), number=dark, wan=pick(dark, RED))
    if rng.random() < 0.25:
        look = replace(look, white=str(rng.choice(["word", "dashed", "letter"])))
    # The green dragon of many Japanese sets is black, or as dark as black.
    return replace(look, green=either(GREEN, BLACK, dark))


def _write(
    face: Image, text: str, box: tuple[float, float, float, float], look: Style, colour: Colour
) -> Image:
    """The face with `text` stretched into `box` (left, top, right, bottom, in shares)."""
    font = ImageFont.truetype(str(font_with(text, look.font)), 200)
    left, top, right, bottom = font.getbbox(text)
    mask = Picture.new("L", (max(1, int(right - left) + 8), max(1, int(bottom - top) + 8)), 0)
    ImageDraw.Draw(mask).text((4 - left, 4 - top), text, fill=255, font=font)
    x0, y0 = int(box[0] * WIDTH), int(box[1] * HEIGHT)
    size = int(box[2] * WIDTH) - x0, int(box[3] * HEIGHT) - y0
    ink = cv2.resize(np.asarray(mask), size, interpolation=cv2.INTER_AREA)
    if look.weight:
        ink = cv2.dilate(ink, np.ones((look.weight + 1, look.weight + 1), np.uint8))
    share = ink[..., None].astype(np.float32) / 255
    part = face[y0 : y0 + size[1], x0 : x0 + size[0]]
    part[:] = (part * (1 - share) + np.array(colour) * share).astype(np.uint8)
    return face


def _white_dragon(face: Image, look: Style) -> None:
    colour = look.wind
    x, y = int(WIDTH * 0.18), int(HEIGHT * 0.14)
    low = (WIDTH - x, HEIGHT - y)
    if look.white == "blank":
        return
    if look.white == "word":
        _write(face, "白", (0.18, 0.18, 0.82, 0.82), look, colour)
        return
    if look.white == "letter":
        cv2.putText(face, "P", (WIDTH // 3, HEIGHT * 2 // 3), 0, 3, colour, 10, cv2.LINE_AA)
    cv2.rectangle(face, (x, y), low, colour, 8, cv2.LINE_AA)
    if look.white == "dashed":
        for share in (0.3, 0.5, 0.7):
            gap = int(HEIGHT * share)
            cv2.rectangle(face, (0, gap - 9), (WIDTH, gap + 9), WHITE, -1)
            gap = int(WIDTH * share)
            cv2.rectangle(face, (gap - 9, 0), (gap + 9, HEIGHT), WHITE, -1)
    if look.white in ("double", "corners"):
        cv2.rectangle(face, (x + 18, y + 18), (low[0] - 18, low[1] - 18), colour, 3, cv2.LINE_AA)
    if look.white == "corners":
        for corner in ((x, y), (low[0], y), (x, low[1]), low):
            cv2.circle(face, corner, 16, colour, 5, cv2.LINE_AA)


def _flower(face: Image, name: str, look: Style, rng: np.random.Generator) -> None:
    """A word, a number and a plant by chance: flowers of real sets agree in little more."""
    number, word = int(name[1]), FLOWER_WORDS[name][look.simplified]
    usual, other = (look.season, look.plant) if name[0] == "Z" else (look.plant, look.season)
    left = rng.random() < 0.5
    word_box = (0.1, 0.06, 0.42, 0.32) if left else (0.58, 0.06, 0.9, 0.32)
    _write(face, word, word_box, look, usual)
    digit_colour = usual if rng.random() < 0.6 else other
    if rng.random() < 0.6:
        at = (WIDTH * 68 // 100 if left else WIDTH * 14 // 100, HEIGHT // 4)
        cv2.putText(face, str(number), at, 0, 1.6, digit_colour, 6, cv2.LINE_AA)
    else:
        digit_box = (0.68, 0.07, 0.86, 0.25) if left else (0.14, 0.07, 0.32, 0.25)
        _write(face, NUMERALS[number - 1], digit_box, look, digit_colour)
    for _ in range(rng.integers(2, 5)):
        stem = rng.uniform((0.2, 0.4), (0.8, 0.8), (2, 2)) * (WIDTH, HEIGHT)
        points = np.array(
            [stem[0], stem.mean(0) + rng.normal(0, 18, 2), (WIDTH / 2, HEIGHT * 0.93)]
        )
        cv2.polylines(face, [points.astype(np.int32)], False, GREEN, 6, cv2.LINE_AA)
    for _ in range(rng.integers(1, 5)):
        centre = rng.uniform((0.25, 0.4), (0.75, 0.8)) * (WIDTH, HEIGHT)
        suits.dot(face, (centre[0], centre[1]), rng.uniform(14, 34), RED, "petals")


def _index(face: Image, name: str, look: Style) -> None:
    text = {"RD": "C", "GD": "F", "WD": "B"}.get(name, name[0])
    cv2.putText(face, text, (10, 44), cv2.FONT_HERSHEY_DUPLEX, 1.4, look.number, 4, cv2.LINE_AA)


def draw(name: str, look: Style, rng: np.random.Generator) -> Image | None:
    """The ink of a face, or None for the back, which has none."""
    face = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    number, suit = (int(name[0]), name[1]) if name[0].isdigit() else (0, "")
    if name == "back":
        return None
    if suit == "m":
        numeral = "伍" if number == 5 and look.five_with_person else NUMERALS[number - 1]
        flat = {1: (0.2, 0.22, 0.8, 0.3), 2: (0.18, 0.12, 0.82, 0.38)}
        _write(face, numeral, flat.get(number, (0.2, 0.06, 0.8, 0.44)), look, look.number)
        _write(face, "万" if look.simplified else "萬", (0.22, 0.5, 0.78, 0.93), look, look.wan)
    elif name == "1s":
        bird(face, [*look.colours.values(), look.plant, look.season], rng)
    elif suit == "p":
        suits.dots(face, number, look.colours, look.dot)
    elif suit == "s":
        suits.bamboo(face, number, look.colours, look.stick)
    elif name == "WD":
        _white_dragon(face, look)
    elif name in CHARACTERS:
        colour = {"RD": RED, "GD": look.green}.get(name, look.wind)
        _write(face, CHARACTERS[name][look.simplified], (0.16, 0.16, 0.84, 0.84), look, colour)
    else:
        _flower(face, name, look, rng)
    if look.index and CLASS_ID[name] < CLASS_ID["F1"]:
        _index(face, name, look)
    return face


def drawn_set(seed: int) -> dict[int, Image]:
    """All faces of one drawn set: class to ink map. Raises ValueError without a Chinese font."""
    rng = np.random.default_rng(seed)
    look = style(rng)
    faces = {CLASS_ID[name]: draw(name, look, rng) for name in NAMES}
    return {number: face for number, face in faces.items() if face is not None}
