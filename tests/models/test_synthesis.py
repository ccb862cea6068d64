"""Made-up photos: the same number gives the same picture, and its truth fits its boxes."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.classes import BACK, NAMES
from models.synthesis import __main__ as synthesis
from models.synthesis import birds, deal, drawing, inks, layouts, pictures
from models.synthesis.camera import View

needs_fonts = pytest.mark.skipif(not drawing.fonts(), reason="needs a font with Chinese characters")
seeds = st.integers(0, 2**31)


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_no_tile_comes_more_often_than_in_a_set(seed: int) -> None:
    layout = layouts.arrange(np.random.default_rng(seed))
    tiles = [tile.tile for tile in layout.tiles]
    for tile in set(tiles):
        assert tiles.count(tile) <= (4 if tile < deal.KINDS else 1)


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_a_tile_belongs_to_one_group(seed: int) -> None:
    layout = layouts.arrange(np.random.default_rng(seed))
    assert len(set(layout.hand)) == len(layout.hand)
    held = [layout.tiles[index].tile for index in layout.hand]
    dealt = layout.deal
    melds = sum((meld.tiles for meld in dealt.melds), ())
    assert sorted(held) == sorted(dealt.concealed + melds + dealt.flowers)


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_truth_points_at_boxes_of_its_tiles(seed: int) -> None:
    (line,) = pictures.lines(seed, 1)
    row = json.loads(line)
    groups = [row["concealed"], *row["melds"], row["flowers"], row["not_hand"]]
    groups += [[row["separated"]]] if row["separated"] is not None else []
    indices = [index for group in groups for index in group]
    assert sorted(indices) == list(range(len(row["boxes"])))
    width, height = row["size"]
    for name, left, top, right, bottom in row["boxes"]:
        assert name in NAMES
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    assert all(row["boxes"][index][0][0] in "FZ" for index in row["flowers"])
    if not row["missing"]:
        assert len(indices) - len(row["not_hand"]) == row["tiles"]


def test_the_same_seed_writes_the_same_layouts(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        synthesis.main(["--count", "5", "--seed", "7", "--boxes", str(tmp_path / folder)])
    first, second = ((tmp_path / name).read_bytes() for name in ("a", "b"))
    assert first == second
    assert len(first.splitlines()) == 5


@needs_fonts
def test_the_same_number_gives_the_same_picture() -> None:
    first, again = pictures.render(3, 4, (320, 240)), pictures.render(3, 4, (320, 240))
    other = pictures.render(3, 5, (320, 240))
    assert first.image.shape == (240, 320, 3)
    assert (first.image == again.image).all()
    assert first.truth == again.truth
    assert (first.image != other.image).any()


@needs_fonts
def test_a_drawn_set_has_every_face() -> None:
    faces = drawing.drawn_set(1)
    assert set(faces) == set(range(BACK))
    inked = {tile: (face < 200).any() for tile, face in faces.items()}
    assert all(inked[tile] for tile in inked if NAMES[tile] != "WD")


@needs_fonts
def test_a_character_that_a_font_lacks_is_written_in_another() -> None:
    (font, *_) = drawing.fonts()
    assert drawing.font_with("東", font) == font
    assert drawing.font_with("\uffff", font) == font
    for text in ("萬", "万", "發", "发"):
        assert drawing._has(drawing.font_with(text, font), text)


@pytest.mark.parametrize("seed", range(20))
def test_a_bird_is_drawn_in_the_colours_of_its_set(seed: int) -> None:
    empty = np.full((inks.HEIGHT, inks.WIDTH, 3), 255, np.uint8)
    face = birds.bird(empty, [inks.RED, inks.RED], np.random.default_rng(seed))
    inked = (face != 255).any(2)
    assert 0.03 < inked.mean() < 0.5
    assert (face[inked].astype(int) >= np.array(inks.RED) - 1).all()


def test_darkened_inks_are_told_by_their_shape_alone() -> None:
    ink = np.array([[inks.RED, inks.GREEN, inks.BLUE, (255, 255, 255)]], np.uint8)
    dark = inks.darkened(ink, 1.0)[0]
    assert (dark[:3].max(1) <= 30).all()
    assert (dark[3] == 255).all()
    assert (inks.darkened(ink, 0.0) == ink).all()


@pytest.mark.parametrize(
    ("degrees", "rotation"),
    [(0, 0), (14.9, 0), (-14, 0), (90, 90), (104, 90), (-90, 270), (178, 180), (20, "angled")],
)
def test_rotation_by_row_direction(degrees: float, rotation: int | str) -> None:
    assert pictures.rotation(degrees) == rotation


@pytest.mark.parametrize(
    ("elevation", "kind"), [(90, "overhead"), (72, "overhead"), (60, "seat"), (30, "steep")]
)
def test_view_by_elevation(elevation: float, kind: str) -> None:
    assert View(elevation, 0, 0, 20).kind == kind


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["1m", "2m", "3p"], "12m 3p"),
        (["RD", "RD", "E", "9s"], "C C E 9s"),
        (["F1", "Z4"], "f1 z4"),
        ([], ""),
    ],
)
def test_hand_notation(names: list[str], text: str) -> None:
    assert deal.tiles_text(tuple(NAMES.index(name) for name in names)) == text


@needs_fonts
def test_photos_are_written_with_labels_and_truth(tmp_path: Path) -> None:
    from models.data import read_image, read_labels, to_corners
    from models.synthesis.__main__ import main

    main(["--count", "2", "--seed", "5", "--size", "400", "300", "--out", str(tmp_path)])
    rows = [json.loads(line) for line in (tmp_path / "layouts.jsonl").read_text().splitlines()]
    assert len(rows) == 2
    for row in rows:
        image = read_image(tmp_path / "images" / row["file"])
        assert image.shape == (300, 400, 3)
        labels = read_labels(tmp_path / "labels" / row["file"].replace(".jpg", ".txt"))
        boxes = to_corners(labels, 400, 300)
        assert (boxes[:, :2] < boxes[:, 2:]).all()
        groups = [row["concealed"], row["flowers"], row["not_hand"], *row["melds"]]
        assert all(place < len(labels) for group in groups for place in group)


def test_a_red_five_keeps_its_shape() -> None:
    ink = np.full((40, 30, 3), 255, np.uint8)
    ink[10:20, 5:15] = (140, 60, 20)
    ink[25:30] = (30, 25, 25)
    red = inks.red_ink(ink).astype(int)
    bare = (ink == 255).all(2)
    assert (red[bare] == 255).all()
    assert (red[~bare, 2] > red[~bare, :2].max(1) + 100).all()
