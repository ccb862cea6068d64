"""Circumstances as text and JSON."""

from dataclasses import fields
from typing import Any

import pytest

from scoring import Circumstances, UserError, Words
from scoring.circumstances_json import READERS
from scoring.hand import Meld
from scoring.tiles import parse_tiles

TEXTS = [
    ("", Circumstances()),
    ("dealer=2; winner=1; self_draw", Circumstances(dealer=2, winner=1, self_draw=True)),
    ("winner=1+3; discard_by=0", Circumstances(winner=(1, 3), discard_by=0)),
    ("rob_kong; robbed=3", Circumstances(robbed=3)),
    ("robbed=3", Circumstances(robbed=3)),
    ("last_tile; last_round", Circumstances(last_tile=True, last_round=True)),
    ("kong_flower", Circumstances(kong_flower="any")),
    (
        "kong_flower_exposed; kong_fed_by=3",
        Circumstances(kong_flower="exposed", kong_fed_by=3),
    ),
    ("kong_flower_concealed", Circumstances(kong_flower="concealed")),
    ("kong_discard; heavenly", Circumstances(kong_discard=True, heavenly=True)),
    (
        "human; earthly; pon_in_first_round",
        Circumstances(human=True, earthly=True, pon_in_first_round=True),
    ),
    ("declared_ready", Circumstances(declared_ready=True)),
    ("declared_ready=2", Circumstances(declared_ready=(2,))),
    ("declared_ready=1+2", Circumstances(declared_ready=(1, 2))),
    ("codes=3m1s2pN; catcher=2", Circumstances(codes=parse_tiles("3m1s2pN"), catcher=2)),
    ("prev_hand_won=yes; fish=3m", Circumstances(prev_hand_won=True, fish=parse_tiles("3m"))),
    ("prev_hand_won=no; fish=missing", Circumstances(prev_hand_won=False, fish_missing=True)),
    (
        "melds_of_2=[kan 1111s concealed] [pon EEE from 0]; melds_of_1=[kan 5555m open from 0]",
        Circumstances(
            melds_of=(
                (2, (Meld.parse("[kan 1111s concealed]"), Meld.parse("[pon EEE from 0]"))),
                (1, (Meld.parse("[kan 5555m open from 0]"),)),
            )
        ),
    ),
    ("target_kong=concealed", Circumstances(target_kong="concealed")),
    ("exhaustive_draw; last_drawer=1", Circumstances(exhaustive_draw=True, last_drawer=1)),
    (
        "tileset=108; option:points.base=2",
        Circumstances(options=(("tiles.set", "108"), ("points.base", "2"))),
    ),
    ("winner = 1 ；self_draw；", Circumstances(winner=1, self_draw=True)),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_text_and_json_both_ways(text: str, expected: Circumstances) -> None:
    circumstances = Circumstances.parse(text)
    assert circumstances == expected
    assert Circumstances.parse(circumstances.text) == expected
    assert Circumstances.from_json(circumstances.to_json()) == expected


BAD = [
    # the text, and what the message must name
    ("lucky", ["lucky", "self_draw", "melds_of_SEAT"]),
    ("lucky=3", ["lucky", "dealer"]),
    ("winner=4", ["winner", "4", "0, 1, 2 or 3"]),
    ("winner=1+x", ["winner", "x"]),
    ("dealer", ["dealer"]),
    ("codes", ["codes"]),
    ("self_draw=yes", ["self_draw"]),
    ("winner=1; winner=2", ["winner", "twice"]),
    ("melds_of_1=[pon EEE]; melds_of_1=[pon SSS]", ["melds_of_1", "twice"]),
    ("prev_hand_won=maybe", ["prev_hand_won", "maybe", "yes, no"]),
    ("target_kong=open", ["target_kong", "open", "concealed, melded_from_discard"]),
    ("tileset=144", ["tileset", "144", "108, 136"]),
    ("rob_kong", ["rob_kong", "robbed=SEAT"]),
    ("melds_of_7=[pon EEE]", ["melds_of_7", "7"]),
    ("melds_of_1=EEE", ["EEE", "brackets"]),
    ("codes=3q", ["q"]),
    ("kong_flower; kong_flower_exposed", ["kong_flower_exposed", "twice"]),
]


@pytest.mark.parametrize(("text", "named"), BAD)
def test_bad_text_is_one_clear_error(text: str, named: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        Circumstances.parse(text)
    assert isinstance(caught.value.words, Words)
    assert "\n" not in caught.value.words.zh
    for name in named:
        assert name in caught.value.words.en


SEAT = "a seat: 0, 1, 2 or 3"
FLAG = "true or false"
SEAT_FIELDS = ("dealer", "discard_by", "robbed", "kong_fed_by", "catcher", "last_drawer")
FLAG_FIELDS = (
    *("self_draw", "last_tile", "last_round", "kong_discard", "heavenly", "human", "earthly"),
    *("pon_in_first_round", "prev_hand_won", "fish_missing", "exhaustive_draw"),
)
BAD_JSON: list[tuple[Any, list[str]]] = [
    # the JSON, and what the message must name, quote and expect
    (None, ["circumstances", "null", "an object"]),
    ([{"winner": 1}], ["circumstances", '[{"winner": 1}]', "an object"]),
    ({"lucky": True}, ["'lucky'", "dealer"]),
    *(
        ({field: value}, [repr(field), shown, SEAT])
        for field in SEAT_FIELDS
        for value, shown in ((4, "4"), ("1", '"1"'), (True, "true"), (1.0, "1.0"), ([1], "[1]"))
    ),
    *(
        ({field: value}, [repr(field), shown, FLAG])
        for field in FLAG_FIELDS
        for value, shown in ((1, "1"), ("yes", '"yes"'), ([], "[]"), ({}, "{}"))
    ),
    ({"dealer": None}, ["'dealer'", "null", SEAT]),
    ({"dealer": 10**5000}, ["'dealer'", "<int>", SEAT]),
    ({"last_tile": None}, ["'last_tile'", "null", FLAG]),
    ({"winner": None}, ["'winner'", "null", "a list of different seats"]),
    ({"winner": []}, ["'winner'", "[]", "a list of different seats"]),
    ({"winner": [1, 1]}, ["'winner'", "[1, 1]", "a list of different seats"]),
    ({"winner": [1, "2"]}, ["'winner'", '[1, "2"]', "a list of different seats"]),
    ({"winner": [1, True]}, ["'winner'", "[1, true]", "a list of different seats"]),
    ({"winner": {"1": 2}}, ["'winner'", '{"1": 2}', "a list of different seats"]),
    ({"declared_ready": 1}, ["'declared_ready'", "1", "true, false or a list"]),
    ({"declared_ready": [None]}, ["'declared_ready'", "[null]", "true, false or a list"]),
    ({"kong_flower": True}, ["'kong_flower'", "true", "'any' or 'concealed' or 'exposed'"]),
    ({"kong_flower": ["any"]}, ["'kong_flower'", '["any"]', "'any'"]),
    ({"target_kong": "open"}, ["'target_kong'", '"open"', "'melded_from_discard'"]),
    ({"codes": 5}, ["'codes'", "5", "tiles"]),
    ({"codes": ["1m", "2s"]}, ["'codes'", '["1m", "2s"]', "tiles"]),
    ({"fish": None}, ["'fish'", "null", "tiles"]),
    ({"fish": "3q"}, ["3q"]),
    ({"melds_of": []}, ["'melds_of'", "[]", "an object"]),
    ({"melds_of": {"7": "[222p]"}}, ["'melds_of'", '"7"', "seats"]),
    ({"melds_of": {"1": ["[222p]"]}}, ["'melds_of.1'", '["[222p]"]', "melds"]),
    ({"melds_of": {"1": None}}, ["'melds_of.1'", "null", "melds"]),
    ({"melds_of": {"1": "222p"}}, ["222p", "brackets"]),
    ({"options": ["tiles.set"]}, ["'options'", '["tiles.set"]', "an object"]),
    ({"options": {"tiles.set": None}}, ["'options.tiles.set'", "null", "text"]),
    ({"options": {"points.base": 2.5}}, ["'options.points.base'", "2.5", "text"]),
    ({"options": {"points.base": [2]}}, ["'options.points.base'", "[2]", "text"]),
]


@pytest.mark.parametrize(("value", "named"), BAD_JSON)
def test_bad_json_is_one_clear_error(value: Any, named: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        Circumstances.from_json(value)
    assert caught.value.words.zh.endswith("。")
    assert "\n" not in caught.value.words.zh
    for name in named:
        assert name in caught.value.words.en


def test_every_field_has_a_reader_of_json() -> None:
    assert list(READERS) == [field.name for field in fields(Circumstances)]


def test_options_are_written_in_json_as_in_a_rule_file() -> None:
    options = {"melds.allow_chow": True, "points.base": 2, "tiles.set": "108"}
    expected = (("melds.allow_chow", "true"), ("points.base", "2"), ("tiles.set", "108"))
    assert Circumstances.from_json({"options": options}).options == expected


def test_who_is_ready() -> None:
    """NN-14."""
    assert Circumstances(declared_ready=True).is_ready(3)
    assert not Circumstances().is_ready(0)
    assert Circumstances(declared_ready=(1,)).is_ready(1)
    assert not Circumstances(declared_ready=(1,)).is_ready(2)


@pytest.mark.parametrize("winner", [(), (1, 1), (0, 2, 0)])
def test_each_winner_is_named_once(winner: tuple[int, ...]) -> None:
    with pytest.raises(UserError, match="each named once"):
        Circumstances(winner=winner)
