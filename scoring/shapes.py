"""Cutting a hand into sets and a pair, and what the cut is worth looking at for.

Tiles are counted in one integer, `COUNT_BITS` bits a face: adding tiles is adding integers,
and the nine counts of a suit are one slice, under which its cuts are remembered.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from scoring.hand import Hand, Meld, MeldKind
from scoring.tiles import Tile, tiles_text

COUNT_BITS = 6
"""Wide enough for every tile of a hand and of what lies open beside it."""
FACES = 34
SUIT_BITS = 9 * COUNT_BITS
_SUIT_MASK = (1 << SUIT_BITS) - 1
_COUNT_MASK = (1 << COUNT_BITS) - 1
UNITS = tuple(1 << (COUNT_BITS * face) if face < FACES else 0 for face in Tile)
"""What each tile adds to the count; flowers add nothing."""
_ONES = sum(UNITS)
_FOURS = 4 * _ONES
# Adding 27 carries a count of 5 or more, and no smaller one, into its highest bit.
_FIVE_TEST, _FIVE_BIT = 27 * _ONES, 32 * _ONES
ORPHANS = tuple(face for face in Tile if not face.is_flower and face.rank in (None, 1, 9))
_NO_ORPHANS = _COUNT_MASK * sum(UNITS[face] for face in Tile if face not in ORPHANS)

# How a suit cuts up, as numbers that add up over the suits of a hand (see `_standard`).
_PAIR, _RUNS, _NO_CUT, _ALSO_RUNS = 1, 10, 100, 1000


class Shape(NamedTuple):
    """What the rules look at in one reading of a hand. Equal shapes score alike."""

    form: str
    """`standard`, `seven_pairs`, `thirteen_orphans`, or `any` (codes alone look at none)."""
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


def count_tiles(tiles: Iterable[Tile]) -> int:
    """The tiles in one integer."""
    return sum(map(UNITS.__getitem__, tiles))


def has_five(count: int) -> bool:
    """Whether some face is counted five times or more."""
    return bool((count + _FIVE_TEST) & _FIVE_BIT)


def copies(count: int, tile: int) -> int:
    return (count >> (COUNT_BITS * tile)) & _COUNT_MASK


def five_copies(count: int) -> tuple[Tile, ...]:
    """The faces that are counted more than four times."""
    return tuple(Tile(face) for face in range(FACES) if copies(count, face) > 4)


def _cuts(
    counts: tuple[int, ...], runs: bool, least: tuple[int, int] = (0, 0)
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to cut one suit into sets and at most one pair, once each; ranks from 0.

    Parts come by their first rank and then as pon, pair, run: `least` is where to go on.
    """
    first = next((rank for rank, count in enumerate(counts) if count), None)
    if first is None:
        yield ()
        return
    options = [(first,) * 3, (first,) * 2]
    if runs and first <= 6:
        options.append((first, first + 1, first + 2))
    for kind, part in enumerate(options):
        left = list(counts)
        for rank in part:
            left[rank] -= 1
        if min(left) >= 0 and (first, kind) >= least:
            for rest in _cuts(tuple(left), runs, (first, kind)):
                if len(part) == 3 or all(len(other) == 3 for other in rest):
                    yield (part, *rest)


def _unpack(key: int) -> tuple[int, ...]:
    return tuple((key >> (COUNT_BITS * rank)) & _COUNT_MASK for rank in range(9))


@cache
def _suit_cut(key: int, runs: bool = True) -> int:
    """How the counts of one suit (or of the honours) cut up, as a sum of the marks above."""
    counts = _unpack(key)
    cuts = list(_cuts(counts, runs)) if sum(counts) % 3 != 1 else []
    if not cuts:
        return _NO_CUT
    pair = _PAIR if sum(counts) % 3 == 2 else 0
    with_runs = [any(len(set(part)) == 3 for part in cut) for cut in cuts]
    if all(with_runs):
        return pair + _RUNS
    return pair + (_ALSO_RUNS if any(with_runs) else 0)


def _standard(count: int) -> tuple[bool, ...]:
    """For each reading as sets and a pair: whether it is all pons. Empty: no such reading."""
    mark = (
        _suit_cut(count & _SUIT_MASK)
        + _suit_cut((count >> SUIT_BITS) & _SUIT_MASK)
        + _suit_cut((count >> (2 * SUIT_BITS)) & _SUIT_MASK)
        + _suit_cut(count >> (3 * SUIT_BITS), False)
    )
    if mark == _PAIR:
        return (True,)
    if mark % 1000 >= _NO_CUT or mark % 10 != _PAIR:
        return ()
    return (True, False) if mark % 1000 == _PAIR else (False,)


def _is_seven_pairs(count: int) -> bool:
    return not count & _ONES


def _is_thirteen_orphans(count: int) -> bool:
    return not count & _NO_ORPHANS and all(copies(count, tile) for tile in ORPHANS)


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

    @classmethod
    def of(cls, melds: tuple[Meld, ...]) -> "Melds":
        if not melds:
            return NO_MELDS
        facts = [_meld_facts(meld) for meld in melds]
        pons = all(fact.is_pon for fact in facts)
        claimed = ""
        if len(melds) == 4 and pons:
            claimed = "concealed_kong" if any(fact.concealed for fact in facts) else "open"
        return cls(
            sum(fact.tiles for fact in facts),
            len(melds),
            all(fact.concealed for fact in facts),
            pons,
            claimed,
            all(fact.legal for fact in facts),
            tuple(fact.key for fact in facts),
        )


class _MeldFacts(NamedTuple):
    tiles: int
    concealed: bool
    is_pon: bool
    legal: bool
    key: object


@lru_cache(maxsize=4096)
def _meld_facts(meld: Meld) -> _MeldFacts:
    # Lines name the tiles of a kong, so kongs of other tiles are not alike.
    key = (meld.kind, meld.fed_by, meld.tiles if meld.kind.is_kan else None)
    is_pon = meld.kind is not MeldKind.CHOW
    return _MeldFacts(count_tiles(meld.tiles), meld.is_concealed, is_pon, meld.is_legal, key)


NO_MELDS = Melds()


@lru_cache(maxsize=4096)
def _colours(mask: int) -> tuple[int, bool]:
    return bin(mask & 7).count("1"), bool(mask & 8)


def shapes(held: int, melds: Melds = NO_MELDS, orphans: bool = False) -> tuple[Shape, ...]:
    """The shapes a complete hand can be read as; empty when it is not a winning hand.

    `held` counts the concealed tiles with the winning one: 14 less three for each meld, at most
    four of a face. `orphans` allows thirteen orphans (A-26).
    """
    total = held + melds.tiles
    suits, honours = _colours(
        bool(total & _SUIT_MASK)
        | bool(total & (_SUIT_MASK << SUIT_BITS)) << 1
        | bool(total & (_SUIT_MASK << (2 * SUIT_BITS))) << 2
        | bool(total >> (3 * SUIT_BITS)) << 3
    )
    found = []
    for pons in _standard(held):
        all_pons = pons and melds.all_pons
        claimed = melds.claimed_all
        found.append(Shape("standard", all_pons, 0, suits, honours, melds.concealed, claimed))
    if melds.number == 0:
        if _is_seven_pairs(held):
            quads = (held & _FOURS).bit_count()
            found.append(Shape("seven_pairs", False, quads, suits, honours))
        if orphans and _is_thirteen_orphans(held):
            found.append(Shape("thirteen_orphans", False, 0, suits, honours))
    return tuple(dict.fromkeys(found))


def readings(hand: Hand, orphans: bool = False) -> tuple[Reading, ...]:
    """Every way to read a complete hand, melds first, in a fixed order.

    >>> [reading.text for reading in readings(Hand.parse("111222333m55p666s"))]
    ['111m 222m 333m 55p 666s', '123m 123m 123m 55p 666s']
    """
    held = count_tiles(hand.held)
    melds = Melds.of(hand.melds)
    melded = tuple(meld.tiles for meld in hand.melds)
    found: list[Reading] = []
    for shape in shapes(held, melds, orphans):
        if shape.form == "standard":
            wanted = (
                parts for parts in _standard_parts(held) if _all_pons(parts) == shape.all_pons
            )
            cuts = wanted if melds.all_pons else _standard_parts(held)
        elif shape.form == "seven_pairs":
            cuts = iter([tuple((tile, tile) for tile in sorted(hand.held)[::2])])
        else:
            cuts = iter([tuple((tile,) for tile in sorted(hand.held))])
        found += [Reading(shape, melded + parts) for parts in cuts]
    return tuple(found)


def _all_pons(parts: tuple[tuple[Tile, ...], ...]) -> bool:
    return all(len(set(part)) == 1 for part in parts)


def _standard_parts(held: int) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    suits = [(held >> (suit * SUIT_BITS)) & _SUIT_MASK for suit in range(4)]
    cuts = [
        [
            tuple(tuple(Tile(9 * suit + rank) for rank in part) for part in cut)
            for cut in _cuts(_unpack(key), suit < 3)
        ]
        for suit, key in enumerate(suits)
    ]
    for combination in product(*cuts):
        parts = tuple(part for cut in combination for part in cut)
        if sum(len(part) == 2 for part in parts) == 1:
            yield parts
