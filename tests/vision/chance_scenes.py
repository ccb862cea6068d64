"""Hands and what lies around them, laid out by chance, with the truth about them."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from scoring.tiles import Tile
from tests.vision.arrangements import LENGTH, Placed, Random, Scene
from vision.detections import BACK


class Deal:
    """Tiles still to be had from one set of 144."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = Counter(dict.fromkeys(range(Tile.PLUM), 4))
        self.left.update(dict.fromkeys(range(Tile.PLUM, BACK), 1))

    def take(self, faces: Sequence[int]) -> bool:
        wanted = Counter(faces)
        if any(self.left[face] < many for face, many in wanted.items()):
            return False
        self.left.subtract(wanted)
        return True

    def same(self, many: int) -> list[int]:
        while not self.take(faces := [int(self.rng.integers(Tile.PLUM))] * many):
            pass
        return faces

    def run(self) -> list[int]:
        while True:
            first = int(self.rng.integers(3)) * 9 + int(self.rng.integers(7))
            if self.take(faces := [first, first + 1, first + 2]):
                return faces

    def loose(self, many: int) -> list[int]:
        stock = [face for face in self.left.elements() if face < Tile.PLUM]
        chosen = [int(face) for face in self.rng.choice(stock, min(many, len(stock)), False)]
        self.left.subtract(chosen)
        return chosen

    def flowers(self, many: int) -> list[int]:
        chosen = [int(face) for face in self.rng.choice(range(Tile.PLUM, BACK), many, False)]
        self.left.subtract(chosen)
        return chosen


def chance_scene(rng: Random) -> Scene:
    """A hand laid out by chance, mostly with other people's tiles on the table."""
    scene, deal = Scene(), Deal(rng)
    sets = int(rng.choice(5, p=[0.36, 0.2, 0.17, 0.15, 0.12]))
    melds = [_meld_faces(deal, rng) for _ in range(sets)]
    _concealed(scene, deal, 4 - sets, rng)
    spots = _put_melds(scene, melds, rng)
    _put_flowers(
        scene, deal.flowers(int(rng.choice([0, 1, 2, 4], p=[0.4, 0.25, 0.2, 0.15]))), spots, rng
    )
    _surround(scene, deal, rng)
    return _jittered(scene, rng)


def _meld_faces(deal: Deal, rng: Random) -> tuple[str, list[int]]:
    kind = str(rng.choice(["chow", "pon", "kan", "top", "hidden"], p=[0.25, 0.35, 0.12, 0.1, 0.18]))
    if kind == "chow":
        return kind, deal.run()
    return kind, deal.same(3 if kind == "pon" else 4)


def _concealed(scene: Scene, deal: Deal, sets: int, rng: Random) -> None:
    if sets == 4 and rng.random() < 0.1:
        faces = [face for _ in range(7) for face in deal.same(2)]
    else:
        faces = deal.same(2)
        for _ in range(sets):
            many = 4 if rng.random() < 0.05 else 3
            faces += deal.run() if rng.random() < 0.6 else deal.same(many)
    faces = sorted(faces) if rng.random() < 0.7 else faces
    bend = float(rng.choice([0.0, rng.normal(0, 1.2)], p=[0.7, 0.3]))
    way = str(rng.choice(["", "gap", "turned", "above"], p=[0.7, 0.14, 0.08, 0.08]))
    if not way or len(faces) < 5 or len(faces) % 3 != 2:
        scene.concealed = scene.row(faces, bend=bend)
        return
    faces = rng.permutation(faces).tolist() if rng.random() < 0.2 else faces
    scene.concealed = scene.row(faces[:-1], bend=bend)
    last = scene.tiles[scene.concealed[-1]]
    turn = np.radians(last.angle)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    if way == "gap":
        spot = along * (1 + rng.uniform(0.5, 1.8))
    elif way == "turned":
        spot = along * ((1 + LENGTH) / 2 + rng.uniform(0.02, 0.8)) - across * (LENGTH - 1) / 2
    else:
        spot = -along * rng.uniform(0, 3) + across * (LENGTH + rng.uniform(0.1, 0.6))
    angle = last.angle + (90 if way == "turned" else 0)
    scene.separated = scene.put(faces[-1], last.x + spot[0], last.y + spot[1], angle)


def _put_melds(
    scene: Scene, melds: list[tuple[str, list[int]]], rng: Random
) -> dict[str, tuple[float, float]]:
    """Lays the sets; returns where flowers may begin, by name of the place."""
    right = max((tile.x for tile in scene.tiles), default=0.0) + 0.7
    gap = float(rng.choice([0.0, 0.2, 0.5, 1.0]))
    lift = LENGTH + float(rng.uniform(0.05, 0.8))
    width = sum(len(faces) * 1.1 + gap for _, faces in melds)
    middle = (right - width) / 2 + float(rng.normal(0, 1.5))
    crowded = scene.separated is not None
    places = {
        "right": (right + float(rng.uniform(0.7, 1.8)), 0.0),
        "left": (-width - float(rng.uniform(0.7, 1.5)), 0.0),
        "behind": (middle, -lift),
        **({} if crowded else {"front": (middle, lift)}),
    }
    where = str(rng.choice(list(places)))
    x, y = places[where]
    sideways = rng.random() < 0.3
    for kind, faces in melds:
        indices, x = _put_meld(scene, kind, faces, x, y, sideways, rng)
        scene.melds.append(indices)
        x += gap
    spots = {"right": places["right"], "left": (-0.5, 0.0)}
    if melds:
        spots = {name: spot for name, spot in spots.items() if name != where}
        if where != "left":
            spots["meld"] = (x + 0.6, y)
    return spots


def _put_meld(
    scene: Scene, kind: str, faces: list[int], x: float, y: float, sideways: bool, rng: Random
) -> tuple[list[int], float]:
    if kind == "hidden":
        form = str(rng.choice(["xxxx", "xffx", "fxxf", "fxxx", "xxxf"]))
        shown = [face if mark == "f" else BACK for face, mark in zip(faces, form, strict=True)]
        return scene.row(shown, x, y), x + 4
    turned = int(rng.integers(3)) if sideways else -1
    indices = []
    for place, face in enumerate(faces[:3] if kind == "top" else faces):
        long = place == turned
        lower = (LENGTH - 1) / 2 if long else 0.0
        width = LENGTH if long else 1.0
        indices.append(scene.put(face, x + width / 2, y - lower, 90.0 if long else 0.0))
        x += width
    if kind == "top":
        under = scene.tiles[indices[max(turned, 0)]]
        away = 1.0 if turned >= 0 else LENGTH * 0.55
        indices.append(scene.put(faces[3], under.x, under.y + away, under.angle, int(turned < 0)))
    return indices, x


def _put_flowers(
    scene: Scene, faces: list[int], spots: dict[str, tuple[float, float]], rng: Random
) -> None:
    if not faces:
        return
    free = min(tile.x for tile in scene.tiles) > -1
    where = str(rng.choice([*sorted(spots), *(["inside"] if free else [])]))
    if where == "inside":
        _insert(scene, faces, rng)
        return
    x, y = spots[where]
    shift = -float(len(faces)) if where == "left" else float(rng.uniform(0, 1))
    scene.flowers = scene.row(faces, x + shift, y)


def _insert(scene: Scene, faces: list[int], rng: Random) -> None:
    """Flowers at the left end of the concealed row, touching it."""
    first = scene.tiles[scene.concealed[0]]
    turn = np.radians(first.angle)
    for place, face in enumerate(faces, 1):
        x, y = first.x - place * np.cos(turn), first.y - place * np.sin(turn)
        scene.flowers.append(scene.put(face, x, y, first.angle))


def _surround(scene: Scene, deal: Deal, rng: Random) -> None:
    """Discards, a wall and another player's row, beyond the hand."""
    top = max(tile.y for tile in scene.tiles) + LENGTH * 1.1 + float(rng.uniform(0.5, 2.0))
    if rng.random() < 0.6:
        wild = rng.random() < 0.6
        pitch = LENGTH * 1.3 if wild else LENGTH + 0.03
        columns, left = int(rng.integers(4, 11)), float(rng.uniform(-2, 6))
        for place, face in enumerate(deal.loose(columns * int(rng.integers(1, 5)))):
            shift = rng.normal(0, 0.1, 2) if wild else np.zeros(2)
            angle = float(rng.uniform(0, 360)) if wild else 0.0
            step = pitch if wild else 1.02
            x, y = left + place % columns * step, top + place // columns * pitch
            scene.put(face, x + shift[0], y + shift[1], angle)
    if rng.random() < 0.4:
        y, left = top + float(rng.uniform(6, 9)), float(rng.uniform(-3, 5))
        for place in range(int(rng.integers(5, 16))):
            scene.put(BACK, left + place, y)
    if rng.random() < 0.2:
        for place, face in enumerate(deal.loose(int(rng.integers(8, 14)))):
            scene.put(face, place, top + 11, 180)


def _jittered(scene: Scene, rng: Random) -> Scene:
    """Every tile a little off its place, as hands lay them."""
    mess = float(rng.choice([0.2, 1.0, 2.0]))
    for index, tile in enumerate(scene.tiles):
        dx, dy, turn = rng.normal(0, 1, 3) * [0.012, 0.02, 1.0] * mess
        scene.tiles[index] = Placed(
            tile.face, tile.x + dx, tile.y + dy, tile.angle + turn, tile.level
        )
    return scene
