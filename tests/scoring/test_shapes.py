"""Cutting hands into sets and a pair."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

import pytest

from scoring import Hand, Tile
from scoring.counting import COUNT_BITS, count_tiles, five_copies, has_five
from scoring.shapes import NO_MELDS, ORPHANS, Shape, melds_of, readings, shapes

READINGS = [
    # All of them, not only the first one found (three runs are three pons too).
    ("111222333m55p66s + 6s", ["111m 222m 333m 55p 666s", "123m 123m 123m 55p 666s"]),
    ("11123444m55566p + 6p", ["111m 234m 44m 555p 666p", "11m 123m 444m 555p 666p"]),
    ("112233m445566p7s + 7s", ["123m 123m 456p 456p 77s", "11m 22m 33m 44p 55p 66p 77s"]),
    ("2222m55p66p77p88pEE", ["22m 22m 55p 66p 77p 88p EE"]),
    ("EEESSSWWWNNN + C", []),
    ("123m456p789sEEE + N", []),
    ("EEESSSWWWNNNC + C", ["EEE SSS WWW NNN CC"]),
    (
        "9s [pon 222m from 1] [kan EEEE concealed] [pon 333p] [pon 444p] + 9s",
        ["222m EEEE 333p 444p 99s"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), READINGS)
def test_readings(text: str, expected: list[str]) -> None:
    """A-06, A-13: every way to read a hand, in a fixed order."""
    assert [reading.text for reading in readings(Hand.parse(text))] == expected


def test_pons_runs_and_pairs_of_one_suit() -> None:
    """22223333444455m is cut in many ways; each uses the tiles exactly once."""
    hand = Hand.parse("22223333444455m")
    found = [reading.text for reading in readings(hand)]
    assert "22m 22m 33m 33m 44m 44m 55m" in found
    for reading in readings(hand):
        assert Counter(sum(reading.parts, ())) == Counter(hand.held)
    assert found == [
        "222m 234m 333m 444m 55m",
        "22m 234m 234m 345m 345m",
        "234m 234m 234m 234m 55m",
        "22m 22m 33m 33m 44m 44m 55m",
    ]


KONGS = [
    # tiles on the table, kongs, and whether the hand is concealed (PT-04, NN-21)
    ("222m345p66s + 6s", "[pon EEE from 1]", 14, False),
    ("222m345p66s + 6s", "[kan EEEE concealed]", 15, True),
    ("222m345p66s + 6s", "[kan EEEE open from 1]", 15, False),
    ("222m345p66s + 6s", "[kan EEEE added from 1]", 15, False),
]


@pytest.mark.parametrize(("rest", "meld", "tiles", "concealed"), KONGS)
def test_a_kong_counts_as_three(rest: str, meld: str, tiles: int, concealed: bool) -> None:
    """VAL-01 with kongs of each kind."""
    concealed_tiles, winning = rest.split(" + ")
    hand = Hand.parse(f"{concealed_tiles}99p {meld} + {winning}")
    assert hand.tile_count == 14
    assert len(hand.all_tiles) == tiles
    (shape,) = shapes(count_tiles(hand.held), melds_of(hand.melds))
    assert shape.concealed is concealed


@pytest.mark.parametrize("kongs", range(5))
@pytest.mark.parametrize("kind", ["open from 1", "added from 1", "concealed"])
def test_up_to_four_kongs(kongs: int, kind: str) -> None:
    sets = ["111m", "444p", "777s", "EEE"]
    melds = " ".join(f"[kan {s[0]}{s} {kind}]" for s in sets[:kongs])
    hand = Hand.parse(f"{''.join(sets[kongs:])}9s {melds} + 9s")
    assert len(hand.all_tiles) == 14 + kongs
    (shape,) = shapes(count_tiles(hand.held), melds_of(hand.melds))
    claimed = {4: "concealed_kong" if kind == "concealed" else "open"}.get(kongs, "")
    assert shape == Shape("standard", True, 0, 3, True, kind == "concealed" or not kongs, claimed)


def test_counting() -> None:
    hand = Hand.parse("1111m9sBBBB f1z4")
    count = count_tiles((*hand.all_tiles, *hand.flowers))
    assert count == 4 + (1 << (COUNT_BITS * Tile.S9)) + (4 << (COUNT_BITS * Tile.WHITE))
    assert not has_five(count)
    assert has_five(count + count_tiles([Tile.M1]))
    assert five_copies(count + count_tiles([Tile.M1, Tile.WHITE])) == (Tile.M1, Tile.WHITE)
    assert has_five(count_tiles([Tile.P5] * 18))


# An independent account of a win: every winning hand is built, none is taken apart.


def built_hands(faces: range, runs: bool) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
    """The count vectors of all hands of four sets and a pair, and of those of pons alone."""
    pons = [(face, face, face) for face in faces]
    chows = [(face, face + 1, face + 2) for face in faces if runs and face + 2 in faces]
    every, pons_only = set(), set()
    for sets in combinations_with_replacement(pons + chows, 4):
        for pair in faces:
            tiles = [face for part in sets for face in part] + [pair, pair]
            vector = tuple(tiles.count(face) for face in faces)
            if max(vector) <= 4:
                every.add(vector)
                if all(part in pons for part in sets):
                    pons_only.add(vector)
    return every, pons_only


def vectors(faces: int, tiles: int) -> Iterator[tuple[int, ...]]:
    """All ways to hold `tiles` tiles of `faces` faces, at most four of each."""
    if faces == 0:
        if tiles == 0:
            yield ()
        return
    for first in range(min(4, tiles) + 1):
        for rest in vectors(faces - 1, tiles - first):
            yield (first, *rest)


@pytest.mark.parametrize(
    ("first", "faces", "runs", "number"),
    [
        (0, 9, True, 118_800),
        (Tile.EAST, 7, False, 8_135),
    ],
    ids=["one suit", "honours"],
)
def test_every_hand_of_one_suit(first: int, faces: int, runs: bool, number: int) -> None:
    """All hands of 14 tiles of one suit (the three count alike), and all of honours."""
    every, pons_only = built_hands(range(faces), runs)
    seen = 0
    for vector in vectors(faces, 14):
        seen += 1
        count = sum(n << (COUNT_BITS * (first + face)) for face, n in enumerate(vector))
        found = shapes(count)
        standard = {shape.all_pons for shape in found if shape.form == "standard"}
        pairs = [shape.quads for shape in found if shape.form == "seven_pairs"]
        assert bool(standard) == (vector in every), vector
        assert (True in standard) == (vector in pons_only), vector
        is_pairs = all(n % 2 == 0 for n in vector)
        assert pairs == ([vector.count(4)] if is_pairs else []), vector
    assert seen == number


def random_hand(random: Random) -> list[int]:
    """14 tiles: sets and a pair or pairs, often with one or two tiles exchanged."""
    while True:
        if random.random() < 0.05:
            tiles = [int(face) for face in (*ORPHANS, random.choice(ORPHANS))]
        elif random.random() < 0.2:
            tiles = [face for face in random.sample(range(34), 7) for _ in (0, 1)]
        else:
            tiles = []
            for _ in range(4):
                start = random.randrange(34)
                run = start < 27 and start % 9 < 7 and random.random() < 0.7
                tiles += [start, start + 1, start + 2] if run else [start] * 3
            tiles += [random.randrange(34)] * 2
        for _ in range(random.choice((0, 0, 1, 2))):
            tiles[random.randrange(14)] = random.randrange(34)
        if max(map(tiles.count, tiles)) <= 4:
            return tiles


def test_100_000_hands_as_the_mahjong_package_sees_them() -> None:
    """Standard shapes, and seven different pairs; it takes no pair twice."""
    agari = pytest.importorskip("mahjong.agari", reason="the package mahjong is not installed")
    random = Random(20_240_601)
    wins = 0
    for _ in range(100_000):
        tiles = random_hand(random)
        counts = [tiles.count(face) for face in range(34)]
        found = shapes(count_tiles(map(Tile, tiles)), NO_MELDS, orphans=True)
        ours = any(shape.form != "seven_pairs" or shape.quads == 0 for shape in found)
        assert ours == agari.Agari.is_agari(counts), tiles
        wins += ours
    assert wins > 30_000
