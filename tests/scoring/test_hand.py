"""Hands and melds in one line."""

import pytest

from scoring import Hand, Meld, MeldKind, Tile, UserError
from scoring.hand import HandTextError
from scoring.tiles import parse_tiles

MELDS = [
    ("[pon 222p from 3]", MeldKind.PON, 3, "[pon 222p from 3]"),
    ("[222p]", MeldKind.PON, None, "[pon 222p]"),
    ("[123s]", MeldKind.CHOW, None, "[chow 123s]"),
    ("[chow 345m from 0]", MeldKind.CHOW, 0, "[chow 345m from 0]"),
    ("[2222p]", MeldKind.OPEN_KAN, None, "[kan 2222p open]"),
    ("[kan 2222p open from 1]", MeldKind.OPEN_KAN, 1, "[kan 2222p open from 1]"),
    ("[kan 2222p added from 3]", MeldKind.ADDED_KAN, 3, "[kan 2222p added from 3]"),
    ("[kan 2222p concealed]", MeldKind.CONCEALED_KAN, None, "[kan 2222p concealed]"),
    ("[2222p concealed]", MeldKind.CONCEALED_KAN, None, "[kan 2222p concealed]"),
    ("[X22Xp]", MeldKind.CONCEALED_KAN, None, "[kan 2222p concealed]"),
    ("[碰 222p 来自 3]", MeldKind.PON, 3, "[pon 222p from 3]"),
    ("[暗杠 发发发发]", MeldKind.CONCEALED_KAN, None, "[kan FFFF concealed]"),
]


@pytest.mark.parametrize(("text", "kind", "fed_by", "written"), MELDS)
def test_melds(text: str, kind: MeldKind, fed_by: int | None, written: str) -> None:
    meld = Meld.parse(text)
    assert (meld.kind, meld.fed_by, meld.text) == (kind, fed_by, written)
    assert Meld.parse(meld.text) == meld
    assert meld.is_legal
    assert kind.words.zh


ILLEGAL = ["[pon 223p]", "[chow 124m]", "[chow EEE]", "[kan 222p open]", "[chow 89m1p]", "[22p]"]


@pytest.mark.parametrize("text", ILLEGAL)
def test_melds_that_are_no_sets(text: str) -> None:
    assert not Meld.parse(text).is_legal


HANDS = [
    # text, tiles with a kong as three, concealed
    ("345m678s46p99m [pon 222p from 3] | f1z3 + 5p", 14, False),
    ("345m678s46p99m [kan 2222p concealed] + 5p", 14, True),
    ("345m678s46p99m222p5p", 14, True),
    ("三万四万五万", 3, True),
    ("", 0, True),
]


@pytest.mark.parametrize(("text", "tiles", "concealed"), HANDS)
def test_hands(text: str, tiles: int, concealed: bool) -> None:
    hand = Hand.parse(text)
    assert Hand.parse(hand.text) == hand
    assert (hand.tile_count, hand.is_concealed) == (tiles, concealed)


def test_parts_of_a_hand() -> None:
    hand = Hand.parse("345m678s46p99m [pon 222p from 3] | f1z3 + 5p")
    assert hand.winning_tile is Tile.P5
    assert hand.flowers == parse_tiles("f1z3")
    assert hand.held == parse_tiles("345m678s46p99m5p")
    assert hand.all_tiles == parse_tiles("345m678s46p99m5p222p")
    assert hand.counts()[Tile.P2] == 3


def test_the_winning_tile_taken_from_the_concealed_ones() -> None:
    hand = Hand.parse("345m678s456p99m222p").with_winning_tile(Tile.M9)
    assert hand.text == "345m678s456p9m222p + 9m"
    other = hand.with_winning_tile(Tile.P5)
    assert (other.winning_tile, other.tile_count) == (Tile.P5, 14)
    with pytest.raises(HandTextError, match="'E'"):
        hand.with_winning_tile(Tile.EAST)


BAD = [
    ("345m [pon 222p", "brackets"),
    ("345m + 5p6p", "one winning tile"),
    ("345m + f1", "one winning tile"),
    ("345m [pon 222p from 9]", "seat"),
    ("345m [kan XXXX]", "shows no tile"),
    ("345m + ", "one winning tile"),
]


@pytest.mark.parametrize(("text", "named"), BAD)
def test_bad_text_is_one_clear_error(text: str, named: str) -> None:
    with pytest.raises(UserError, match=named):
        Hand.parse(text)
