"""The drawn tiles: every face, each its own picture, well-formed and self-contained."""

import xml.etree.ElementTree as ElementTree

import pytest

from hupai.web.tiles import FACES, tile_svg


def test_every_face_and_the_back_are_drawn() -> None:
    assert len(FACES) == 43
    assert len({tile_svg(face) for face in FACES}) == 43


@pytest.mark.parametrize("face", sorted(FACES))
def test_a_tile_is_a_picture_of_lines_and_shapes_alone(face: str) -> None:
    root = ElementTree.fromstring(tile_svg(face))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert root.attrib["viewBox"] == "0 0 60 80"
    # Text would need a font, and images or links another file.
    assert names <= {"svg", "rect", "path", "g", "circle", "ellipse"}


def test_what_is_no_tile_is_not_drawn() -> None:
    with pytest.raises(KeyError):
        tile_svg("../x")
