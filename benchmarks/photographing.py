"""What helps and what harms a photo: made-up hands photographed in many ways, and read.

    python -m benchmarks.photographing docs/photographing.jpg

draws examples. Every hand is a row of 14 tiles with faces drawn by rule. It needs a Chinese font.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.effort import Effort
from benchmarks.tables import Column, Row, Table
from benchmarks.timed import Pipeline
from models.classes import CLASS_ID
from models.synthesis.camera import View
from models.synthesis.clutter import die, print_on
from models.synthesis.deal import Wall
from samples.make import Row as TileRow
from samples.make import Sample, render
from scoring.tiles import Tile
from scoring.words import Words
from vision.detections import class_text
from vision.opencv import cv2
from vision.picture import Picture

SIZE = (1280, 800)
LARGE = (2560, 1600)
PLAIN = View(elevation=65, azimuth=0, roll=0, distance=28)
FILL = 0.92
FIRST_UNSEEN = 1000
"""Number of the first set of faces; the networks were trained on drawn sets up to number 79."""
TILE = 0.0626
"""Width of one of 14 tiles, as a share of the photo's width, where the hand fills it."""
COLUMNS = (
    Column("tiles", Words("认对的牌", "tiles right"), ".1%"),
    Column("hands", Words("全对的手牌", "hands right"), ".0%"),
    Column("silent", Words("错了没有提示", "silently wrong"), ".0%"),
)
Harm = Callable[[np.ndarray], np.ndarray]


def _rendered(
    tiles: str, look: int, view: View, fill: float, size: tuple[int, int]
) -> NDArray[np.uint8]:
    return render(Sample("", (TileRow(tiles),), view, look, fill), size).pixels


_plain = lru_cache(maxsize=32)(_rendered)
"""The plain photo of a hand, from which those with harmed pixels are made."""


@dataclass(frozen=True)
class Way:
    """One way to photograph a hand: how it is rendered, and what is done to the pixels."""

    name: Words
    view: View = PLAIN
    fill: float = FILL
    size: tuple[int, int] = SIZE
    harm: Harm = lambda pixels: pixels

    def photo(self, tiles: str, look: int) -> Picture:
        seen = (self.view, self.fill, self.size)
        same = seen == (PLAIN, FILL, SIZE)
        pixels = (_plain if same else _rendered)(tiles, look, *seen)
        return Picture(np.ascontiguousarray(self.harm(pixels)))


@dataclass(frozen=True)
class Group:
    """Ways that differ in one thing alone, from the best to the worst."""

    key: str
    title: Words
    ways: tuple[Way, ...]


def shrunk(width: int) -> Harm:
    def harm(pixels: np.ndarray) -> np.ndarray:
        size = (width, round(width * pixels.shape[0] / pixels.shape[1]))
        return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))

    return harm


def blurred(share: float) -> Harm:
    """Out of focus, by a share of a tile's width."""

    def harm(pixels: np.ndarray) -> np.ndarray:
        sigma = share * TILE * pixels.shape[1]
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma)) if share else pixels

    return harm


def shaken(share: float) -> Harm:
    """Moved sideways by a share of a tile's width while the shutter was open."""

    def harm(pixels: np.ndarray) -> np.ndarray:
        length = max(1, round(share * TILE * pixels.shape[1]))
        return np.asarray(cv2.blur(pixels, (length, 1)))

    return harm


def glare(strength: float) -> Harm:
    """A lamp that is reflected by about three tiles in the middle."""

    def harm(pixels: np.ndarray) -> np.ndarray:
        height, width = pixels.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        radius = TILE * width
        away = ((x - width / 2) ** 2 + (y - _row_middle(pixels)) ** 2) / (2 * radius**2)
        light = (strength * np.exp(-(away**2)))[..., None]
        return np.asarray(pixels * (1 - light) + 255 * light).astype(np.uint8)

    return harm


def _row_middle(pixels: np.ndarray) -> float:
    """The height at which the bright tiles lie."""
    bright = (pixels.min(2) > 150).sum(1)
    return float((bright * np.arange(len(bright))).sum() / bright.sum())


def darkened(share: float) -> Harm:
    """So much of the light, with the noise of a phone's camera."""

    def harm(pixels: np.ndarray) -> np.ndarray:
        noise = np.random.default_rng(1).normal(0, 4, pixels.shape)
        return np.clip(pixels * share + noise, 0, 255).astype(np.uint8)

    return harm


def strewn(count: int) -> Harm:
    """Dice and printed sheets by turns, on both sides of the hand, none on it."""

    def harm(pixels: np.ndarray) -> np.ndarray:
        rng = np.random.default_rng((1, int(pixels.sum()) % 2**32))
        canvas, width, middle = pixels.astype(np.float32), pixels.shape[1], _row_middle(pixels)
        tile = TILE * width
        for number in range(count):
            away = rng.uniform(3.2, 4.6) * tile * rng.choice((-1, 1))
            at = np.array([rng.uniform(0.05, 0.95) * width, middle + away])
            if number % 2:
                print_on(canvas, at, tile / 4, rng)
            else:
                die(canvas, at, tile * rng.uniform(0.5, 0.8), rng)
        return np.clip(canvas, 0, 255).astype(np.uint8)

    return harm


def compressed(quality: int) -> Harm:
    """Saved as JPEG, as messengers do."""

    def harm(pixels: np.ndarray) -> np.ndarray:
        data = Picture(np.ascontiguousarray(pixels)).encode(".jpg", quality)
        return np.asarray(Picture.load(data).pixels)

    return harm


def _each(
    values: tuple[float, ...], name: tuple[str, str], make: Callable[..., Way]
) -> tuple[Way, ...]:
    zh, en = name
    return tuple(
        replace(make(value), name=Words(zh.format(value), en.format(value))) for value in values
    )


NONE = Words("", "")
GROUPS = (
    Group(
        "fill",
        Words("手牌占照片宽度的多少", "How much of the photo's width the hand fills"),
        _each(
            (0.9, 0.6, 0.4, 0.3, 0.2, 0.1), ("{:.0%}",) * 2, lambda v: Way(NONE, fill=v, size=LARGE)
        ),
    ),
    Group(
        "pixels",
        Words("一张牌宽多少像素", "Pixels across a tile"),
        _each(
            (80, 40, 30, 20, 15, 10), ("{}",) * 2, lambda v: Way(NONE, harm=shrunk(round(v / TILE)))
        ),
    ),
    Group(
        "elevation",
        Words("相机的高度（90 度是正上方）", "How high the camera is (90° is straight above)"),
        _each(
            (90, 70, 50, 40, 30, 20),
            ("{} 度", "{}°"),
            lambda v: Way(NONE, view=replace(PLAIN, elevation=v)),
        ),
    ),
    Group(
        "roll",
        Words("照片转了多少度", "How far the photo is turned"),
        _each(
            (0, 15, 45, 90, 180), ("{} 度", "{}°"), lambda v: Way(NONE, view=replace(PLAIN, roll=v))
        ),
    ),
    Group(
        "blur",
        Words("没对准焦（模糊的宽度，按牌宽）", "Out of focus (spread, by a tile's width)"),
        _each((0, 0.02, 0.04, 0.06, 0.1), ("{:.0%}",) * 2, lambda v: Way(NONE, harm=blurred(v))),
    ),
    Group(
        "shake",
        Words("手抖（拖了多长，按牌宽）", "Shaken (length, by a tile's width)"),
        _each((0, 0.05, 0.1, 0.2, 0.3), ("{:.0%}",) * 2, lambda v: Way(NONE, harm=shaken(v))),
    ),
    Group(
        "glare",
        Words(
            "灯的反光（中间三张牌，被盖住多少）",
            "A lamp's glare (on three tiles: how much it hides)",
        ),
        _each((0, 0.5, 0.8, 0.95, 1), ("{:.0%}",) * 2, lambda v: Way(NONE, harm=glare(v))),
    ),
    Group(
        "light",
        Words("光线（和明亮时比）", "Light (beside a bright room)"),
        _each((1, 0.4, 0.2, 0.1, 0.05), ("{:.0%}",) * 2, lambda v: Way(NONE, harm=darkened(v))),
    ),
    Group(
        "things",
        Words("手牌旁边有几颗骰子、几张印着字的纸", "Dice and printed sheets beside the hand"),
        _each((0, 2, 4, 8, 12), ("{}",) * 2, lambda v: Way(NONE, harm=strewn(v))),
    ),
    Group(
        "jpeg",
        Words("压缩（JPEG 质量）", "Compression (JPEG quality)"),
        _each((92, 50, 20, 10, 5), ("{}",) * 2, lambda v: Way(NONE, harm=compressed(v))),
    ),
)


def hands(count: int) -> Iterator[tuple[str, int]]:
    """So many complete hands of 14 tiles as text, each with the number of its tile set."""
    for number in range(count):
        rng = np.random.default_rng((5, number))
        wall = Wall(rng)
        # No rule draws the bird of the first bamboo.
        wall.take((CLASS_ID["1s"],) * 4)
        faces = wall.same(2)
        for _ in range(4):
            faces += wall.run() if rng.random() < 0.6 else wall.same(3)
        yield " ".join(class_text(face) for face in sorted(faces)), FIRST_UNSEEN + number


def measure(effort: Effort) -> Iterator[Table]:
    """A table for each thing that a photographer can do better or worse."""
    pipeline = Pipeline(0)
    about = Words(
        f"每行 {effort.made_up} 手画出来的牌（各用一套牌面），一排 14 张，其余条件不变。",
        f"Each row: {effort.made_up} made-up hands of 14 tiles in a row, each with its own set of "
        "faces; all else as in a plain photo.",
    )
    for group in GROUPS:
        rows = tuple(
            Row(str(number), way.name, _figures(way, pipeline, effort.made_up))
            for number, way in enumerate(group.ways)
        )
        yield Table(f"photo_{group.key}", group.title, about, Words("", ""), COLUMNS, rows)


def _figures(way: Way, pipeline: Pipeline, count: int) -> tuple[float, ...]:
    """The shares of tiles and hands that are right, and of hands wrong without a hint."""
    tiles = right = whole = silent = 0
    for text, look in hands(count):
        truth = sorted(Tile.parse(face) for face in text.split())
        photo = way.photo(text, look)
        reading = pipeline.run(photo.pixels).reading
        read = reading.hand.counts()
        hits = sum(min(read[face], truth.count(face)) for face in set(truth))
        tiles, right = tiles + len(truth), right + hits
        is_right = hits == len(truth) == read.total()
        whole += is_right
        silent += not is_right and not reading.doubtful and not reading.problems
    return right / tiles, whole / count, silent / count


EXAMPLES = (
    ("fill", 0),
    ("elevation", 1),
    ("roll", 3),
    ("light", 1),
    ("fill", 5),
    ("elevation", 5),
    ("shake", 4),
    ("glare", 4),
)
"""The photos of the picture in the documents: in the upper row good ones, below bad ones."""


def sheet(path: Path) -> None:
    """Numbered examples in two columns."""
    text, look = next(hands(1))
    cells = []
    for number, (key, place) in enumerate(EXAMPLES, 1):
        group = next(group for group in GROUPS if group.key == key)
        photo = group.ways[place].photo(text, look).pixels
        small = cv2.resize(photo, (640, 400), interpolation=cv2.INTER_AREA)
        good = number <= len(EXAMPLES) // 2
        colour = (60, 160, 40) if good else (40, 40, 200)
        cv2.rectangle(small, (0, 0), (639, 399), colour, 8)
        cv2.circle(small, (40, 40), 28, colour, -1, cv2.LINE_AA)
        place_of_text = (29, 52)
        white = (255, 255, 255)
        cv2.putText(small, str(number), place_of_text, cv2.FONT_HERSHEY_SIMPLEX, 1.2, white, 3)
        cells.append(small)
    half = len(cells) // 2
    picture = np.vstack([np.hstack(pair) for pair in zip(cells[:half], cells[half:], strict=True)])
    path.write_bytes(Picture(np.ascontiguousarray(picture)).encode(path.suffix))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("picture", type=Path)
    sheet(parser.parse_args().picture)


if __name__ == "__main__":
    main()
