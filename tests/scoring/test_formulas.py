"""The engine against the catalogue's own formulas, written down a second time and plainly."""

from collections import Counter

from hypothesis import HealthCheck, assume, given, settings

from scoring import Circumstances, Hand, MeldKind, RuleSet, Tile, score
from tests.scoring.strategies import situations

Situation = tuple[Hand, Circumstances, RuleSet]


def is_pure(hand: Hand) -> bool:
    return len({tile.suit for tile in hand.all_tiles}) == 1 and hand.all_tiles[0].suit is not None


def is_all_pons(hand: Hand) -> bool:
    """The melds of these hands are pons and kongs; so the rest must be threes and a pair."""
    return sorted(Counter(hand.held).values()) == [2] + [3] * (4 - len(hand.melds))


def is_seven_pairs(hand: Hand) -> bool:
    return not hand.melds and all(n % 2 == 0 for n in Counter(hand.held).values())


def shape_values(hand: Hand, discard: bool) -> list[int]:
    """What each way to read the hand is worth in a column (PT-05 to PT-09)."""
    pure = (9 if discard else 6) if is_pure(hand) else 0
    values = []
    if is_seven_pairs(hand):
        big = 4 in Counter(hand.held).values()
        values.append(pure + ((24 if big else 12) if discard else (16 if big else 8)))
    if is_all_pons(hand):
        claimed = discard and len(hand.melds) == 4
        values.append(pure + (18 if claimed else 9 if discard else 6))
    return values or [pure]


def flower_of(hand: Hand, c: Circumstances) -> str | None:
    if c.kong_flower is None:
        return None
    last = [meld for meld in hand.melds if meld.kind.is_kan][-1]
    return "concealed" if last.kind is MeldKind.CONCEALED_KAN else "exposed"


def points_value(hand: Hand, c: Circumstances) -> tuple[int, list[int]]:
    """PT total: what each payer pays, and who pays."""
    winner = c.winners[0]
    flower = flower_of(hand, c)
    discard = not c.self_draw or flower == "exposed"
    events = {"exposed": 18, "concealed": 9, None: 0}[flower]
    events += 9 * c.kong_discard + 9 * (c.robbed is not None)
    events += (6 if c.self_draw else 9) * c.last_tile
    menqing = 4 if c.self_draw and not events and hand.is_concealed else 0
    value = max(shape_values(hand, discard)) + events + menqing or (2 if discard else 3)
    if c.discard_by is not None or c.robbed is not None:
        return value, [seat for seat in (c.discard_by, c.robbed) if seat is not None]
    if flower == "exposed":
        fed_by = [meld for meld in hand.melds if meld.kind.is_kan][-1].fed_by
        assert fed_by is not None
        return value, [fed_by]
    return value, [seat for seat in range(4) if seat != winner]


def fan_value(hand: Hand, c: Circumstances) -> tuple[int, list[int]]:
    """NN: what each share costs, and who pays it."""
    winner = c.winners[0]
    discard = c.discard_by is not None
    shapes = max(shape_values(hand, discard))
    fan = shapes + (4 if not discard and hand.is_concealed else 0) or (2 if discard else 3)
    if c.kong_discard:
        fan = 9 + shapes
    elif c.kong_flower or c.robbed is not None or c.last_tile:
        fan = max(5, fan)
    fan += c.declared_ready is True
    losers = [seat for seat in range(4) if seat != winner]
    fed = Counter(meld.fed_by for meld in hand.melds if meld.fed_by is not None)
    feeder = next((seat for seat, n in fed.items() if n >= 3), None)
    if c.robbed is not None:
        return fan, [c.robbed] * 3
    if discard:
        assert c.discard_by is not None
        return fan, [c.discard_by if feeder is None else feeder]
    return fan, losers if feeder is None else [feeder] * 3


def kong_money(hand: Hand, winner: int) -> list[int]:
    seats = [0, 0, 0, 0]
    for meld in hand.melds:
        concealed = meld.kind is MeldKind.CONCEALED_KAN
        payers = [s for s in range(4) if s != winner] if concealed else [meld.fed_by]
        for payer in payers if meld.kind.is_kan else []:
            assert payer is not None
            seats[payer] -= 1
            seats[winner] += 1
    return seats


def code_factors(c: Circumstances) -> list[int]:
    """What each seat gains or pays for one unit of a self-draw, by the formula of section 2."""
    winner, place = c.winners[0], (c.winners[0] - c.dealer) % 4 + 1
    owners = {Tile.EAST: 1, Tile.SOUTH: 2, Tile.WEST: 3, Tile.NORTH: 4}
    owners |= {Tile.RED: 1, Tile.GREEN: 2, Tile.WHITE: 3}
    owned = [owners.get(t) or {0: 4}.get((t.rank or 0) % 4, (t.rank or 0) % 4) for t in c.codes]
    k, n = owned.count(place), len(owned)
    catcher = c.catcher if c.catcher is not None and winner == c.dealer else winner
    win_units, lose_units = [0] * 4, [int(seat != winner) for seat in range(4)]
    win_units[winner] += 1
    win_units[catcher] += k
    if catcher != winner:
        lose_units[catcher] += n - k
    total_win, total_lose = sum(win_units), sum(lose_units)
    return [win_units[s] * total_lose - lose_units[s] * total_win for s in range(4)]


def expected(hand: Hand, c: Circumstances, system: object) -> tuple[int, ...]:
    winner = c.winners[0]
    if system == "points":
        value, payers = points_value(hand, c)
    elif system == "nanning_fan":
        value, payers = fan_value(hand, c)
    else:
        value = 1
        other = c.discard_by if c.discard_by is not None else c.robbed
        payers = [other] if other is not None else [s for s in range(4) if s != winner]
    kongs = [0] * 4 if system == "codes" else kong_money(hand, winner)
    seats = [0] * 4
    each_pays = sorted(payers) == [s for s in range(4) if s != winner]
    if c.self_draw and each_pays:
        seats = [value * factor for factor in code_factors(c)]
    else:
        # One player for all three (NN-13) pays the codes for all three.
        factor = code_factors(c)[winner] // 3 if c.self_draw and len(payers) == 3 else 1
        for payer in payers:
            seats[payer] -= value * factor
            seats[winner] += value * factor
    return tuple(a + b for a, b in zip(seats, kongs, strict=True))


def fed_nine(hand: Hand) -> bool:
    fed = Counter(meld.fed_by for meld in hand.melds if meld.fed_by is not None)
    return max(fed.values(), default=0) >= 3


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(situations())
def test_payments_by_the_formulas(situation: Situation) -> None:
    """PT total, the evaluation order of NN, the general code formula (CODE-01 to CODE-18)."""
    hand, c, changed = situation
    rules = RuleSet.load(changed.name)
    assume(c.manner_known and not c.fish)
    # Who pays a catcher when one player pays for all is nowhere said.
    assume(not (c.codes and c.catcher is not None and fed_nine(hand)))
    result = score(hand, c, rules)
    assert result.payments == expected(hand, c, rules["system"])
