"""Tiles and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Tile, UserError
from scoring.tiles import UnknownTileError, parse_faces, parse_tiles, tiles_text

NOTATION = [
    ("345m", "345m"),
    ("3m4m5m", "345m"),
    ("E S W N C F B", "ESWNCFB"),
    ("1234567z", "ESWNBFC"),
    ("三万四筒五条", "3m4p5s"),
    ("三萬 四餅 五索", "3m4p5s"),
    ("东南西北中发白", "ESWNCFB"),
    ("东风 红中 发财 白板 幺鸡", "ECFB1s"),
    ("f1f2f3f4z1z2z3z4", "f1f2f3f4z1z2z3z4"),
    ("梅兰菊竹春夏秋冬", "f1f2f3f4z1z2z3z4"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), NOTATION)
def test_notation(text: str, expected: str) -> None:
    assert tiles_text(parse_tiles(text)) == expected


@pytest.mark.parametrize(
    ("text", "quoted"), [("90m", "0m"), ("35q", "q"), ("8z", "8z"), ("3", "3"), ("3mx", "x")]
)
def test_what_is_no_tile_is_quoted(text: str, quoted: str) -> None:
    """VAL-03."""
    with pytest.raises(UnknownTileError) as caught:
        parse_tiles(text)
    assert repr(quoted) in caught.value.words.en
    assert repr(quoted) in caught.value.words.zh
    assert caught.value.name == "unknown_tile"


def test_face_down_tiles() -> None:
    assert parse_faces("X2Xp") == (None, Tile.P2, None)
    with pytest.raises(UserError, match="face down"):
        parse_tiles("X2p")


@pytest.mark.parametrize("tile", Tile)
def test_each_tile_both_ways(tile: Tile) -> None:
    assert Tile.parse(tile.text) is tile
    assert Tile.parse(tile.words.zh) is tile
    assert tile.words.en


def test_one_tile_is_wanted() -> None:
    for text in ("", "34m"):
        with pytest.raises(UnknownTileError):
            Tile.parse(text)


@given(st.lists(st.sampled_from(Tile)))
def test_text_round_trip(tiles: list[Tile]) -> None:
    assert list(parse_tiles(tiles_text(tiles))) == tiles
