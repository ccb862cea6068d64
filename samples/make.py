"""Render the sample photos: `python samples/make.py` writes them beside this file.

Needs a Chinese font (Debian's fonts-lxgw-wenkai or any other that `fc-list :lang=zh` knows).
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from models.synthesis import drawing, faces, scene  # noqa: E402
from models.synthesis.camera import View, aim, frame  # noqa: E402
from models.synthesis.layouts import LENGTH, Placed  # noqa: E402
from models.synthesis.solids import Body, Light, Painter, Seen, Solid  # noqa: E402
from vision.detections import class_id  # noqa: E402
from vision.picture import Picture  # noqa: E402

SIZE = (1280, 800)
BODY = Body(
    front=np.array([228.0, 240.0, 246.0]),
    back=np.array([40.0, 120.0, 225.0]),
    paint=None,
    thickness=0.65,
    seam=0.4,
    corner=0.1,
    bevel=0.035,
)
LIGHT = Light(np.array([-0.35, 0.35, 0.87]), 0.45)
FELT = (62, 96, 38)


@dataclass(frozen=True)
class Row:
    """Tiles side by side from `x` on at depth `y`, in tile widths; `angle` turns each in place."""

    tiles: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0

    def placed(self) -> list[Placed]:
        tiles = []
        for place, text in enumerate(self.tiles.split()):
            back = text.startswith("-")
            pose = "down" if back else "up"
            x = self.x + 1.02 * place
            tiles.append(Placed(class_id(text.lstrip("-")), x, self.y, self.angle, pose))
        return tiles


@dataclass(frozen=True)
class Sample:
    name: str
    rows: tuple[Row, ...]
    view: View
    look: int
    fill: float = 0.9


SEATED = View(elevation=58, azimuth=-6, roll=2, distance=26)
SAMPLES = (
    Sample(
        "all-pons",
        (Row("2p 2p 2p 7s 7s 7s 3m 3m 3m 8m 8m 9s 9s"), Row("8m", x=14.2)),
        SEATED,
        look=1,
    ),
    Sample("codes", (Row("3m 7p 2s E"),), SEATED, look=1, fill=0.5),
    Sample(
        "hand-and-codes",
        (
            Row("2p 2p 2p 7s 7s 7s 3m 3m 3m 8m 8m 9s 9s"),
            Row("8m", x=14.2),
            Row("5p 3s 6s E", x=5.0, y=4.5),
        ),
        View(elevation=66, azimuth=4, roll=1, distance=30),
        look=1,
    ),
    Sample(
        "two-sets",
        (
            Row("3s 4s 5s 4p 5p 6p 9s 9s"),
            Row("2p 2p 2p", x=9.4),
            Row("C C C C", x=1.0, y=LENGTH + 0.25),
        ),
        View(elevation=66, azimuth=8, roll=-3, distance=30),
        look=18,
    ),
    Sample(
        "concealed-kong-turned",
        (
            Row("6s 7s 8s 3p 3p 5m 6m 7m 2s 2s 2s"),
            Row("-E E E -E", x=2.0, y=LENGTH + 0.3),
        ),
        View(elevation=74, azimuth=0, roll=90, distance=30),
        look=1,
    ),
)


def render(sample: Sample, size: tuple[int, int] = SIZE) -> Picture:
    """The photo of one sample, `size` as width and height."""
    rng = np.random.default_rng(sample.look)
    inks = {tile: faces.fit(ink) for tile, ink in drawing.drawn_set(sample.look).items()}
    solids = [Solid(tile, BODY) for row in sample.rows for tile in row.placed()]
    corners = np.concatenate([solid.rings[3] for solid in solids])
    camera = aim(sample.view, corners.mean(0))
    camera = frame(camera, corners, size, sample.fill, rng)
    weave = rng.normal(0, 5, (size[1], size[0], 1))
    table = np.asarray(np.array(FELT) + weave, np.float32)
    scene.shadows(table, solids, camera, LIGHT, rng)
    painter = Painter(table, camera, LIGHT)
    for solid in sorted(solids, key=lambda one: -np.linalg.norm(one.centre - camera.position)):
        seen = Seen.by(camera, solid)
        painter.draw(solid, seen, inks[solid.tile.tile] if seen.inked else None, 1.0)
    glow = np.linspace(1.06, 0.86, size[0], dtype=np.float32)[None, :, None]
    noise = rng.normal(0, 2, (size[1], size[0], 1))
    return Picture.load(np.clip(table * glow + noise, 0, 255).astype(np.uint8))


def main() -> None:
    for sample in SAMPLES:
        (HERE / f"{sample.name}.jpg").write_bytes(render(sample).encode(".jpg"))


if __name__ == "__main__":
    main()
