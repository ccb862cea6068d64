"""A table for tests of the page: a photo, what is read on it, and a server that reads it so."""

import io
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")

import uvicorn

from hupai.web.app import create_app
from hupai.web.serving import configured
from hupai.web.settings import Settings
from scoring.hand import MeldKind
from scoring.tiles import Tile
from scoring.words import Words
from vision.detections import Detections, class_id
from vision.layout.types import Aside, Layout, LayoutMeld
from vision.picture import Picture
from vision.reading import Reading

BASE = "http://localhost"
"""The address of servers that are asked without a network."""
WIDTH, HEIGHT = 1200, 700
TILE = (70, 94)
CONCEALED = ["2p", "2p", "2p", "7s", "7s", "7s", "8m", "8m", "9s", "9s"]
WINNING = "8m"
SET = ["E", "E", "E"]
DISCARD = "5p"
MISREAD = 5
"""The number of the 7s that is read as a 9s; it is doubtful, its runner-up is right."""
SETTLED_TEXT = "2p2p2p7s7s7s8m8m9s9s [pon EEE] + 8m"
"""The hand once it is mended: a pon of E whose third tile was read as lying aside."""


def places() -> list[tuple[str, int, int]]:
    """Every tile of the photo with its left and top edge, in the order of the numbers."""
    row = [(face, 60 + 74 * index, 200) for index, face in enumerate(CONCEALED)]
    apart = [(WINNING, 60 + 74 * 11, 200)]
    melded = [(face, 60 + 74 * index, 420) for index, face in enumerate(SET)]
    return [*row, *melded[:2], *apart, melded[2], (DISCARD, 800, 560)]


def photo() -> Image.Image:
    """A drawn photo of the table: white tiles with their names on green cloth."""
    image = Image.new("RGB", (WIDTH, HEIGHT), (28, 110, 62))
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=40)
    for face, left, top in places():
        box = (left, top, left + TILE[0], top + TILE[1])
        pen.rounded_rectangle(box, 8, fill=(250, 247, 238), outline=(90, 90, 80), width=2)
        pen.text((left + 12, top + 22), face, fill=(20, 40, 120), font=font)
    return image


def photo_bytes(kind: str = "JPEG") -> bytes:
    buffer = io.BytesIO()
    photo().save(buffer, kind)
    return buffer.getvalue()


def read_table(picture: Picture) -> Reading:
    """What `hupai` would read on `photo`, at any size, with one tile misread and one left out."""
    faces = [face for face, _, _ in places()]
    faces[MISREAD - 1] = "9s"
    scale = picture.width / WIDTH
    boxes = [
        [left * scale, top * scale, (left + TILE[0]) * scale, (top + TILE[1]) * scale]
        for _, left, top in places()
    ]
    sure = Detections.build(boxes, [class_id(face) for face in faces])
    confidence, runner_up = sure.confidence.copy(), sure.runner_up.copy()
    runner_up_confidence = sure.runner_up_confidence.copy()
    confidence[MISREAD - 1], runner_up_confidence[MISREAD - 1] = 0.5, 0.45
    runner_up[MISREAD - 1] = class_id("7s")
    found = Detections(boxes_of(sure), confidence, sure.class_ids, runner_up, runner_up_confidence)
    count = len(CONCEALED)
    layout = Layout(
        concealed=tuple(range(count)),
        melds=(LayoutMeld(MeldKind.PON, (count, count + 1), (Tile.EAST, Tile.EAST)),),
        winning=count + 2,
        aside=(
            Aside(count + 3, "discard", Words("打出的牌", "a discard")),
            Aside(count + 4, "discard", Words("打出的牌", "a discard")),
        ),
    )
    return Reading(picture.name, (picture.width, picture.height), found, layout)


def boxes_of(found: Detections) -> np.ndarray:
    return found.boxes


@dataclass
class Table:
    """A running server: its address, its data folder, and the pictures it was given to read."""

    address: str
    data: Path
    pictures: list[Picture] = field(default_factory=list)


@contextmanager
def serving(data: Path, pin: str | None = None) -> Iterator[Table]:
    """The page on a free port of this machine, in a thread, reading with `read_table`."""
    table = Table("", data)

    def reader(picture: Picture) -> Reading:
        table.pictures.append(picture)
        return read_table(picture)

    app = create_app(Settings(data, pin), reader)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(configured(app))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        table.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield table
    finally:
        server.should_exit = True
        thread.join(5)
