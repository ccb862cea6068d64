"""Tiles counted in one integer, `COUNT_BITS` bits a face.

Adding tiles is adding integers, and the nine counts of a suit are one slice of the bits.
"""

from collections.abc import Iterable

from scoring.tiles import Tile

COUNT_BITS = 6
"""Wide enough for every tile of a hand and of what lies open beside it."""
FACES = 34
SUIT_BITS = 9 * COUNT_BITS
SUIT_MASK = (1 << SUIT_BITS) - 1
"""The bits of one suit, shifted to the low end; the honours are the fourth suit."""
UNITS = tuple(1 << (COUNT_BITS * face) if face < FACES else 0 for face in Tile)
"""What each tile adds to a count; flowers add nothing."""
ONES = sum(UNITS)
_COUNT_MASK = (1 << COUNT_BITS) - 1
# Adding 27 carries a count of 5 or more, and no smaller one, into its highest bit.
_FIVE_TEST, _FIVE_BIT = 27 * ONES, 32 * ONES
_unit_of = UNITS.__getitem__


def count_tiles(tiles: Iterable[Tile]) -> int:
    """The tiles in one integer."""
    return sum(map(_unit_of, tiles))


def copies(count: int, tile: int) -> int:
    """How often `tile` is counted."""
    return (count >> (COUNT_BITS * tile)) & _COUNT_MASK


def has_five(count: int) -> bool:
    """Whether some face is counted five times or more."""
    return (count + _FIVE_TEST) & _FIVE_BIT != 0


def five_copies(count: int) -> tuple[Tile, ...]:
    """The faces that are counted more than four times."""
    return tuple(Tile(face) for face in range(FACES) if copies(count, face) > 4)


def suit_counts(key: int) -> tuple[int, ...]:
    """The nine counts of one suit's bits."""
    return tuple(copies(key, rank) for rank in range(9))
