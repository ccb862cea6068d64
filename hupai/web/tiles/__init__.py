"""The tiles as SVG, drawn by this project: 34 faces, 8 flowers and the back."""

from hupai.web.tiles.drawing import FACES, tile_svg

__all__ = ["FACES", "tile_svg"]
