"""What a complete hand can be read as, and what the rules look at in each reading."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.counting import ONES, SUIT_BITS, SUIT_MASK, UNITS, count_tiles, suit_counts
from scoring.cuts import cuts, honours_mark, pon_readings, suit_mark
from scoring.hand import Hand, Meld, MeldKind
from scoring.tiles import Tile, tiles_text

ORPHANS = tuple(face for face in Tile if not face.is_flower and face.rank in (None, 1, 9))
_ALL_ORPHANS = sum(UNITS[face] for face in ORPHANS)
_FOURS = 4 * ONES
# The last digits of a signature: no pairs, orphans, or 2 more than the quads of seven pairs.
_NO_PAIRS, _IS_ORPHANS, _IS_PAIRS = 0, 1, 2


class Shape(NamedTuple):
    """What the rules look at in one reading of a hand. Equal shapes score alike."""

    form: str
    """`standard`, `seven_pairs` or `thirteen_orphans`."""
    all_pons: bool = False
    quads: int = 0
    """Tiles held four times, for seven pairs (rule PT-08)."""
    suits: int = 0
    """Suits in the hand, melds included."""
    honours: bool = False
    concealed: bool = True
    claimed_all: str = ""
    """`open` when four pons or kongs leave a single tile (rule PT-09), `concealed_kong` when
    one of them is a concealed kong, else empty."""


class Reading(NamedTuple):
    """One way to read a hand: its shape, and the sets, pairs or single tiles it is cut into."""

    shape: Shape
    parts: tuple[tuple[Tile, ...], ...]

    @property
    def text(self) -> str:
        """The parts in short notation: `222p 777s 333m 888m 99s`."""
        return " ".join(tiles_text(part) for part in self.parts)


class Melds(NamedTuple):
    """What the melds of a hand mean for its shape and its payments."""

    tiles: int = 0
    """The tiles, counted in one integer."""
    number: int = 0
    concealed: bool = True
    all_pons: bool = True
    claimed_all: str = ""
    legal: bool = True
    key: tuple[object, ...] = ()
    """Equal for melds that are paid for alike."""


NO_MELDS = Melds()


@lru_cache(maxsize=16_384)
def melds_of(melds: tuple[Meld, ...]) -> Melds:
    """What `melds` mean together."""
    pons = all(meld.kind is not MeldKind.CHOW for meld in melds)
    claimed = ""
    if len(melds) == 4 and pons:
        claimed = "concealed_kong" if any(meld.is_concealed for meld in melds) else "open"
    return Melds(
        count_tiles(tile for meld in melds for tile in meld.tiles),
        len(melds),
        all(meld.is_concealed for meld in melds),
        pons,
        claimed,
        all(meld.is_legal for meld in melds),
        # Lines name the tiles of a kong, so kongs of other tiles are not alike.
        tuple((m.kind.value, m.fed_by, m.tiles if m.kind.is_kan else None) for m in melds),
    )


def signature(held: int, melds: Melds, orphans: bool = False) -> int:
    """One number for all that a complete hand's shapes depend on, its melds aside.

    `held` counts the concealed tiles with the winning one: 14 less three for each meld, at most
    four of a face. `orphans` allows thirteen orphans (A-26). The digits are the sum of the
    suits' marks, the suits in use (a bit each), and what pairs there are.
    """
    first, second = held & SUIT_MASK, (held >> SUIT_BITS) & SUIT_MASK
    third, honours = (held >> 2 * SUIT_BITS) & SUIT_MASK, held >> 3 * SUIT_BITS
    mark = suit_mark(first) + suit_mark(second) + suit_mark(third) + honours_mark(honours)
    if melds.number:
        total = held + melds.tiles
        first, second = total & SUIT_MASK, total & (SUIT_MASK << SUIT_BITS)
        third, honours = total & (SUIT_MASK << 2 * SUIT_BITS), total >> 3 * SUIT_BITS
        pairs = _NO_PAIRS
    elif not held & ONES:
        pairs = _IS_PAIRS + (held & _FOURS).bit_count()
    else:
        pairs = _IS_ORPHANS if orphans and _is_thirteen_orphans(held) else _NO_PAIRS
    used = (first and 1) + (second and 1) + (third and 1) + (honours and 4)
    return (mark * 8 + used) * 8 + pairs


def _is_thirteen_orphans(held: int) -> bool:
    extra = held - _ALL_ORPHANS
    return any(extra == UNITS[face] for face in ORPHANS)


def shapes_of(sign: int, melds: Melds = NO_MELDS) -> tuple[Shape, ...]:
    """The shapes behind a signature; empty when the hand does not win."""
    rest, pairs = divmod(sign, 8)
    mark, used = divmod(rest, 8)
    suits, honours = used % 4, used >= 4
    found = [
        Shape(
            "standard",
            pons and melds.all_pons,
            0,
            suits,
            honours,
            melds.concealed,
            melds.claimed_all,
        )
        for pons in pon_readings(mark)
    ]
    if pairs >= _IS_PAIRS:
        found.append(Shape("seven_pairs", False, pairs - _IS_PAIRS, suits, honours))
    elif pairs == _IS_ORPHANS:
        found.append(Shape("thirteen_orphans", False, 0, suits, honours))
    return tuple(dict.fromkeys(found))


def shapes(held: int, melds: Melds = NO_MELDS, orphans: bool = False) -> tuple[Shape, ...]:
    """The shapes a complete hand can be read as (see `signature`); empty for no win."""
    return shapes_of(signature(held, melds, orphans), melds)


def readings(hand: Hand, orphans: bool = False) -> tuple[Reading, ...]:
    """Every way to read a complete hand, melds first, in a fixed order.

    >>> [reading.text for reading in readings(Hand.parse("111222333m55p666s"))]
    ['111m 222m 333m 55p 666s', '123m 123m 123m 55p 666s']
    """
    held = count_tiles(hand.held)
    melds = melds_of(hand.melds)
    melded = tuple(meld.tiles for meld in hand.melds)
    found: list[Reading] = []
    for shape in shapes(held, melds, orphans):
        if shape.form == "standard":
            parts = [
                cut
                for cut in _standard_parts(held)
                if not melds.all_pons or _all_pons(cut) == shape.all_pons
            ]
        else:
            size = 2 if shape.form == "seven_pairs" else 1
            tiles = sorted(hand.held)
            parts = [tuple((tile,) * size for tile in tiles[::size])]
        found += [Reading(shape, melded + cut) for cut in parts]
    return tuple(found)


def _all_pons(parts: tuple[tuple[Tile, ...], ...]) -> bool:
    return all(len(set(part)) == 1 for part in parts)


def _standard_parts(held: int) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    suits = [(held >> (suit * SUIT_BITS)) & SUIT_MASK for suit in range(4)]
    by_suit = [
        [
            tuple(tuple(Tile(9 * suit + rank) for rank in part) for part in cut)
            for cut in cuts(suit_counts(key), suit < 3)
        ]
        for suit, key in enumerate(suits)
    ]
    for combination in product(*by_suit):
        parts = tuple(part for cut in combination for part in cut)
        if sum(len(part) == 2 for part in parts) == 1:
            yield parts
