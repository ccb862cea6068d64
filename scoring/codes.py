"""Which tiles belong to which seat: codes (catalogue section 2) and fishing (A-37)."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from scoring.hand import SEATS
from scoring.ruleset import RuleSet
from scoring.tiles import Tile

_DRAGON_NAMES = {"zhong": Tile.RED, "fa": Tile.GREEN, "bai": Tile.WHITE}
_WINDS = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)


class CodeHits(NamedTuple):
    """The codes of a hand, caught by one seat for the winner's position."""

    catcher: int
    hits: int
    misses: int
    hit_tiles: tuple[Tile, ...] = ()


def position(seat: int, dealer: int) -> int:
    """1 for the dealer, then on in turn order (CODE-06, CODE-07)."""
    return (seat - dealer) % 4 + 1


def owner(tile: Tile, rules: RuleSet) -> int:
    """The position (1 to 4) that owns `tile`; dragons as `codes.dragons` says (CODE-06..08)."""
    if tile.rank is not None:
        return (tile.rank - 1) % 4 + 1
    if tile in _WINDS:
        return _WINDS.index(tile) + 1
    pairs = re.findall(r"([a-z]+)(\d)", str(rules["codes.dragons"]))
    return {_DRAGON_NAMES[name]: int(place) for name, place in pairs}[tile]


def owned(tiles: Iterable[Tile], place: int, rules: RuleSet) -> tuple[Tile, ...]:
    """Those of `tiles` that belong to the position `place`; every copy counts (CODE-10)."""
    return tuple(tile for tile in tiles if not tile.is_flower and owner(tile, rules) == place)


def fish_hits(
    fish: tuple[Tile, ...], winner: int, dealer: int, rules: RuleSet
) -> tuple[dict[int, int], tuple[Tile, ...]]:
    """How many hits each loser's share has, and the tiles that hit."""
    if rules["fish.hit"] == "loser_seat":
        by_seat = {seat: owned(fish, position(seat, dealer), rules) for seat in SEATS}
        hit = tuple(tile for seat, tiles in by_seat.items() if seat != winner for tile in tiles)
        return {seat: len(tiles) for seat, tiles in by_seat.items()}, hit
    if rules["fish.hit"] == "one_five_nine":
        hit = tuple(tile for tile in fish if tile.rank in (1, 5, 9))
    else:
        hit = owned(fish, position(winner, dealer), rules)
    return dict.fromkeys(SEATS, len(hit)), hit
