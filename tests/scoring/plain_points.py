"""The Nanning points table a second time: slow, obvious, and nothing of the engine in it.

Written from the text of the rules (PT-00 to PT-15a, CODE-01 to CODE-18, the defaults of A-01 to
A-47) with the names of the text. Only the notation of hands and circumstances is shared.
"""

from itertools import pairwise

from scoring import Circumstances, Hand, Meld, Tile

Cut = list[list[int]]
"""Groups of tile numbers: runs, threes, fours and pairs."""


def sets_of(tiles: list[int]) -> list[Cut]:
    """Every way to lay sorted tiles out as threes and runs."""
    if not tiles:
        return [[]]
    first = tiles[0]
    found = []
    if tiles.count(first) >= 3:
        rest = tiles[3:]
        found += [[[first] * 3, *others] for others in sets_of(rest)]
    if first < 27 and first % 9 <= 6 and first + 1 in tiles and first + 2 in tiles:
        rest = tiles[1:]
        rest.remove(first + 1)
        rest.remove(first + 2)
        found += [[[first, first + 1, first + 2], *others] for others in sets_of(rest)]
    return found


def cuts_of(hand: Hand) -> list[Cut]:
    """Every way in which the hand is a win: four sets and a pair, or seven pairs."""
    held = sorted(int(tile) for tile in hand.held)
    found: list[Cut] = []
    for tile in sorted(set(held)):
        if held.count(tile) >= 2:
            rest = held.copy()
            rest.remove(tile)
            rest.remove(tile)
            found += [[[tile, tile], *sets] for sets in sets_of(rest)]
    if not hand.melds and all(held.count(tile) % 2 == 0 for tile in held):
        found.append([[tile, tile] for tile in held[::2]])
    return found


def is_one_suit(hand: Hand) -> bool:
    """清一色; honours are no suit."""
    suits = {int(tile) // 9 for tile in hand.all_tiles}
    return len(suits) == 1 and suits != {3}


def shape_points(hand: Hand, cut: Cut, discard: bool) -> int:
    """Items 5 to 9 of the text."""
    points = 0
    if is_one_suit(hand):
        points += 9 if discard else 6
    if len(cut) == 7:
        four_alike = any(one == other for one, other in pairwise(cut))
        if four_alike:
            points += 24 if discard else 16  # 大七对
        else:
            points += 12 if discard else 8  # 七小对
    elif all(len(set(group)) == 1 for group in [*cut, *(meld.tiles for meld in hand.melds)]):
        if len(hand.melds) == 4 and discard:
            points += 18  # 全求人: one tile left, and only by a discard
        else:
            points += 9 if discard else 6  # 碰碰胡
    return points


def flower_of(hand: Hand, c: Circumstances) -> Meld | None:
    """The kong whose replacement won (杠上花)."""
    if c.kong_flower is None:
        return None
    kongs = [meld for meld in hand.melds if len(meld.tiles) == 4]
    if c.kong_flower == "exposed" or c.kong_fed_by is not None:
        kongs = [meld for meld in kongs if not meld.is_concealed]
    elif c.kong_flower == "concealed":
        kongs = [meld for meld in kongs if meld.is_concealed]
    if c.kong_fed_by is not None:
        named = [meld for meld in kongs if meld.fed_by == c.kong_fed_by]
        return (named or [meld for meld in kongs if meld.fed_by is None])[-1]
    return kongs[-1]


def points(hand: Hand, cut: Cut, c: Circumstances) -> int:
    """What one payer pays for the hand read as `cut`."""
    flower = flower_of(hand, c)
    by_discard = c.discard_by is not None or c.robbed is not None
    # 明杠杠上花 and 抢杠 are 算放炮; 暗杠杠上花 is 算自摸.
    discard = by_discard or (flower is not None and not flower.is_concealed)
    total = shape_points(hand, cut, discard)
    events = 0
    if flower is not None:
        events += 9 if flower.is_concealed else 18
    if c.kong_discard:
        events += 9  # 杠上炮
    if c.robbed is not None:
        events += 9  # 抢杠
    if c.last_tile:
        events += 9 if by_discard else 6  # 海底炮, 海底捞月
    if c.heavenly:
        events += 6  # 天胡
    total += events
    opened = [meld for meld in hand.melds if not meld.is_concealed]
    if c.self_draw and not opened and events == 0:
        total += 4  # 门清
    if total == 0:
        total = 2 if discard else 3  # 放炮, 自摸
    return total


OWNED = {
    0: {"1", "5", "9", "E", "C"},
    1: {"2", "6", "S", "F"},
    2: {"3", "7", "W", "B"},
    3: {"4", "8", "N"},
}
"""Ranks of any suit, winds and dragons, by place from the dealer."""


def code_hits(codes: tuple[Tile, ...], winner: int, dealer: int) -> int:
    owned = OWNED[(winner - dealer) % 4]
    return sum(tile.text.rstrip("mps") in owned for tile in codes)


def self_draw_payments(value: int, winner: int, c: Circumstances) -> list[int]:
    """All three pay, with the codes; the dealer's may be caught by a loser who shares the pot."""
    seats = [0, 0, 0, 0]
    losers = [seat for seat in range(4) if seat != winner]
    hits = code_hits(c.codes, winner, c.dealer)
    misses = len(c.codes) - hits
    if winner == c.dealer and c.codes and c.catcher in losers:
        pot = 0
        for loser in losers:
            units = 1 + misses if loser == c.catcher else 1
            seats[loser] -= units * (hits + 1) * value
            pot += units * (hits + 1) * value
        share = pot // (hits + 1)
        seats[winner] += share
        seats[c.catcher] += share * hits
        return seats
    for loser in losers:
        seats[loser] -= (hits + 1) * value
        seats[winner] += (hits + 1) * value
    return seats


def win_payments(hand: Hand, winner: int, c: Circumstances) -> list[int]:
    """The win of one seat without the kongs."""
    value = max(points(hand, cut, c) for cut in cuts_of(hand))
    flower = flower_of(hand, c)
    if c.discard_by is not None:
        payer = c.discard_by
    elif c.robbed is not None:
        payer = c.robbed
    elif flower is not None and not flower.is_concealed:
        fed_by = c.kong_fed_by if c.kong_fed_by is not None else flower.fed_by
        assert fed_by is not None
        payer = fed_by
    else:
        return self_draw_payments(value, winner, c)
    seats = [0, 0, 0, 0]
    seats[payer] -= value
    seats[winner] += value
    return seats


def kong_payments(meld: Meld, owner: int, fed_by: int | None) -> list[int]:
    """杠钱: 1 from who fed it; for a concealed one 1 from each of the three."""
    seats = [0, 0, 0, 0]
    if len(meld.tiles) == 4:
        payers = [seat for seat in range(4) if seat != owner] if meld.is_concealed else [fed_by]
        for payer in payers:
            if payer is not None:
                seats[payer] -= 1
                seats[owner] += 1
    return seats


def payments(hands: dict[int, Hand], c: Circumstances) -> tuple[int, ...]:
    """What each seat gains or pays. The manner of the win must be known."""
    rows = []
    for seat, hand in hands.items():
        rows.append(win_payments(hand, seat, c))
        flower = flower_of(hand, c)
        for meld in hand.melds:
            told = c.kong_fed_by if meld is flower and meld.fed_by is None else meld.fed_by
            rows.append(kong_payments(meld, seat, told))
    robbed_tile = next(iter(hands.values())).winning_tile
    for seat, melds in c.melds_of:
        for meld in melds:
            robbed = seat == c.robbed and meld.tiles[0] == robbed_tile
            fee = kong_payments(meld, seat, meld.fed_by)
            rows.append([0, 0, 0, 0] if robbed else fee)  # 抢杠: 杠钱就不算了
    return tuple(sum(column) for column in zip(*rows, strict=True))
