"""How far a hand is from a win, and what it waits for."""

from functools import lru_cache

from scoring.counting import FACES, UNITS, copies, count_tiles
from scoring.hand import Hand
from scoring.result import Distance
from scoring.ruleset import RuleSet
from scoring.shapes import ORPHANS, Melds, melds_of, shapes
from scoring.tiles import Tile

_FAR = 99
_Costs = tuple[tuple[int, int], ...]
"""For 0 to 4 sets: the fewest tiles missing without and with a pair."""


def distance(seat: int, hand: Hand, rules: RuleSet) -> Distance:
    """How far the hand at `seat` is from a win; it has 14 tiles, or 13 without a winning one."""
    held = count_tiles(hand.held)
    away = tiles_away(hand, rules)
    if hand.winning_tile is not None:
        waits = waits_of(held - UNITS[hand.winning_tile], hand, rules)
        return Distance(seat, away, waits)
    if hand.tile_count == 13:
        return Distance(seat, away, waits_of(held, hand, rules))
    ready = ((tile, waits_of(held - UNITS[tile], hand, rules)) for tile in sorted(set(hand.held)))
    return Distance(seat, away, (), tuple((tile, waits) for tile, waits in ready if waits))


def waits_of(held: int, hand: Hand, rules: RuleSet) -> tuple[Tile, ...]:
    """The tiles that complete `held` (13 less three for each meld); of each at most four."""
    melds = melds_of(hand.melds)
    orphans = rules["extra.thirteen_orphans"] != "off"
    faces = 27 if rules["tiles.set"] == 108 else FACES
    return tuple(
        tile
        for tile in list(Tile)[:faces]
        if copies(held + melds.tiles, tile) < 4 and shapes(held + UNITS[tile], melds, orphans)
    )


def tiles_away(hand: Hand, rules: RuleSet) -> int:
    """The least number of tiles that must still come for a win; 0 for a winning hand."""
    held = count_tiles(hand.held)
    melds = melds_of(hand.melds)
    honours = rules["tiles.set"] != 108
    away = [_standard_away(held, melds, honours)]
    if not hand.melds:
        away.append(7 - sum(copies(held, face) // 2 for face in range(FACES)))
        if rules["extra.thirteen_orphans"] != "off":
            kinds = [copies(held, face) for face in ORPHANS]
            away.append(14 - sum(map(bool, kinds)) - (max(kinds) > 1))
    return min(away)


def _standard_away(held: int, melds: Melds, honours: bool) -> int:
    """Sets and a pair: the cheapest target over the suits, of four copies at most."""
    best = {(melds.number, 0): 0}
    for start in (0, 9, 18) + ((27,) if honours else ()):
        size = 9 if start < 27 else 7
        have = tuple(copies(held, face) for face in range(start, start + size))
        room = tuple(4 - copies(melds.tiles, face) for face in range(start, start + size))
        costs = _suit_costs(have, room)
        merged: dict[tuple[int, int], int] = {}
        for (sets, pairs), cost in best.items():
            for more, by_pair in enumerate(costs):
                for pair, extra in enumerate(by_pair):
                    key = sets + more, pairs + pair
                    if key[0] <= 4 and key[1] <= 1:
                        merged[key] = min(merged.get(key, _FAR), cost + extra)
        best = merged
    return best.get((4, 1), _FAR)


@lru_cache(maxsize=4096)
def _suit_costs(have: tuple[int, ...], room: tuple[int, ...]) -> _Costs:
    """Rank by rank; the state is the runs begun one and two ranks before, the sets, the pair."""
    runs = len(have) == 9
    states = {(0, 0, 0, 0): 0}
    for rank, held in enumerate(have):
        following: dict[tuple[int, int, int, int], int] = {}
        for (older, newer, sets, pair), cost in states.items():
            for begun in range(5 - sets if runs and rank <= 6 else 1):
                for pon, two in ((0, 0), (1, 0), (0, 1), (1, 1)):
                    wanted = older + newer + begun + 3 * pon + 2 * two
                    key = (newer, begun, sets + begun + pon, pair + two)
                    if wanted <= room[rank] and key[2] <= 4 and key[3] <= 1:
                        price = cost + max(0, wanted - held)
                        following[key] = min(following.get(key, _FAR), price)
        states = following
    costs = [[_FAR, _FAR] for _ in range(5)]
    for (older, newer, sets, pair), cost in states.items():
        if not newer and not older:
            costs[sets][pair] = min(costs[sets][pair], cost)
    return tuple((without, with_pair) for without, with_pair in costs)
