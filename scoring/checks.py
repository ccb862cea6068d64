"""What is wrong with a hand or its circumstances: every problem at once (VAL-01 to VAL-06)."""

from collections.abc import Iterable, Iterator, Mapping

from scoring.circumstances import Circumstances
from scoring.hand import HAND_SIZE, Hand, Meld, MeldKind
from scoring.problems import Problem
from scoring.ruleset import RuleSet
from scoring.shapes import count_tiles, five_copies
from scoring.tiles import Tile, tiles_text
from scoring.words import Words


def hand_problems(hand: Hand, rules: RuleSet) -> list[Problem]:
    """What is wrong with one hand by itself."""
    return [
        *_tile_count(hand),
        *_bad_melds(hand.melds, rules),
        *_own_copies(hand),
        *_set(hand, rules),
    ]


def _tile_count(hand: Hand) -> Iterator[Problem]:
    if hand.tile_count != HAND_SIZE:
        yield Problem(
            "tile_count",
            Words(
                f"一手胡牌是 {HAND_SIZE} 张（每个杠算三张），这里有 {hand.tile_count} 张。",
                f"A complete hand has {HAND_SIZE} tiles (a kong counts as three); "
                f"this one has {hand.tile_count}.",
            ),
            hand.held,
        )


def _bad_melds(melds: Iterable[Meld], rules: RuleSet) -> Iterator[Problem]:
    for meld in melds:
        if not meld.is_legal:
            yield Problem(
                "bad_meld",
                Words(
                    f"{meld.text} 不成一副{meld.kind.words.zh}。",
                    f"{meld.text!r} is not a {meld.kind.words.en}.",
                ),
                meld.tiles,
            )
        if meld.kind is MeldKind.CHOW and rules["melds.allow_chow"] is not True:
            yield Problem(
                "chow_not_allowed",
                Words(
                    f"这套规则不可吃牌：{meld.text}。要允许请设 melds.allow_chow = true。",
                    f"These rules allow no chow: {meld.text!r}. "
                    "Set melds.allow_chow = true where it is allowed.",
                ),
                meld.tiles,
            )


def _own_copies(hand: Hand) -> Iterator[Problem]:
    yield from _five(five_copies(count_tiles(hand.all_tiles)), "这手牌", "the hand")
    flowers = sorted(hand.flowers)
    twice = tuple(dict.fromkeys(tile for tile in flowers if flowers.count(tile) > 1))
    if twice:
        yield Problem(
            "flower_twice",
            Words(
                f"花牌每样只有一张：{'、'.join(tile.words.zh for tile in twice)}。",
                f"There is one of each flower: {', '.join(tile.words.en for tile in twice)}.",
            ),
            twice,
        )


def _five(tiles: tuple[Tile, ...], where_zh: str, where_en: str) -> Iterator[Problem]:
    for tile in tiles:
        yield Problem(
            "five_copies",
            Words(
                f"{where_zh}里 {tile.words.zh} 超过四张。",
                f"More than four copies of the {tile.words.en} in {where_en}.",
            ),
            (tile,),
        )


def _set(hand: Hand, rules: RuleSet) -> Iterator[Problem]:
    yield from tiles_outside_set(hand.all_tiles, rules)


def tiles_outside_set(tiles: Iterable[Tile], rules: RuleSet) -> Iterator[Problem]:
    """VAL-03: honours where the table plays with 108 tiles."""
    if rules["tiles.set"] == 108:
        outside = tuple(dict.fromkeys(tile for tile in tiles if tile.is_honour))
        if outside:
            yield Problem(
                "unknown_tile",
                Words(
                    f"108 张的牌里没有字牌：{tiles_text(outside)}。",
                    f"A set of 108 tiles has no honours: {tiles_text(outside)}.",
                ),
                outside,
            )


def table_problems(hands: Mapping[int, Hand], c: Circumstances, rules: RuleSet) -> list[Problem]:
    """What is wrong with the circumstances, by themselves and beside the winners' hands."""
    return [
        *_manner(c),
        *_seats(hands, c),
        *_events(c, rules),
        *_robbery(hands, c),
        *_kongs(hands, c),
        *_extras(c, rules),
        *_copies_at_table(hands, c, rules),
    ]


def _manner(c: Circumstances) -> Iterator[Problem]:
    given = [
        name
        for name, there in (
            ("self_draw", c.self_draw),
            ("discard_by", c.discard_by is not None),
            ("robbed", c.robbed is not None),
        )
        if there
    ]
    if len(given) > 1:
        yield Problem(
            "manner_contradiction",
            Words(
                f"一次胡牌只能有一种方式，这里写了 {'、'.join(given)}。",
                f"A hand is won in one manner, not in several: {', '.join(given)}.",
            ),
        )
    if len(c.winners) > 1 and not (c.discard_by is not None or c.robbed is not None):
        yield Problem(
            "several_winners_need_discard",
            Words(
                "几家同胡要写明谁放炮（discard_by）或谁被抢杠（robbed）。",
                "Several winners need the one tile they won on: discard_by or robbed.",
            ),
        )


def _seats(hands: Mapping[int, Hand], c: Circumstances) -> Iterator[Problem]:
    for name, seat in (("discard_by", c.discard_by), ("robbed", c.robbed)):
        if seat is not None and seat in hands:
            yield Problem(
                "bad_discarder",
                Words(
                    f"{name}={seat}：胡牌的人不能胡自己打出的牌。",
                    f"{name}={seat}: a winner cannot win on a tile of their own.",
                ),
            )
    for seat in c.melds_by_seat():
        if seat in hands:
            yield Problem(
                "melds_of_winner",
                Words(
                    f"melds_of_{seat} 是胡家，请把这些写进他的手牌。",
                    f"melds_of_{seat} is a winner: write these melds into that hand.",
                ),
            )


def _events(c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    drawn = c.discard_by is None and c.robbed is None
    for name in ("heavenly", "earthly", "kong_flower"):
        if getattr(c, name) and not drawn:
            yield _needs_self_draw(name)
    # Only the points table pays for a discard of the last tile (PT-14).
    if (c.last_tile and c.discard_by is not None) and rules["system"] != "points":
        yield _needs_self_draw("last_tile")
    for name in ("human", "kong_discard"):
        if getattr(c, name) and (c.self_draw or c.robbed is not None):
            yield Problem(
                "event_needs_discard",
                Words(f"{name} 只能是放炮胡。", f"{name!r} goes with a discard win only."),
            )
    if c.kong_discard and not c.manner_known:
        yield Problem(
            "discarder_missing",
            Words(
                "kong_discard 要写明谁放炮：discard_by=座位。",
                "'kong_discard' needs the discarder: discard_by=SEAT.",
            ),
        )
    yield from _dealer_events(c)


def _needs_self_draw(name: str) -> Problem:
    return Problem(
        "event_needs_self_draw",
        Words(f"{name} 一定要自摸。", f"{name!r} goes with a self-draw only."),
    )


def _dealer_events(c: Circumstances) -> Iterator[Problem]:
    dealer_wins = c.dealer in c.winners
    if c.heavenly and not dealer_wins:
        yield Problem(
            "event_needs_dealer",
            Words("天胡（heavenly）只有庄家才有。", "Only the dealer can win 'heavenly'."),
        )
    for name in ("earthly", "human"):
        if getattr(c, name) and dealer_wins:
            yield Problem(
                "event_needs_non_dealer",
                Words(f"{name} 只有闲家才有。", f"The dealer cannot win {name!r}."),
            )
    if c.human and c.discard_by is not None and c.discard_by != c.dealer:
        yield Problem(
            "event_needs_dealer_discard",
            Words(
                f"人胡（human）胡的是庄家打出的牌，庄家是座位 {c.dealer}。",
                f"'human' is won on the dealer's discard, and the dealer is seat {c.dealer}.",
            ),
        )


def _robbery(hands: Mapping[int, Hand], c: Circumstances) -> Iterator[Problem]:
    if c.robbed is None:
        return
    winning = {hand.winning_tile for hand in hands.values()}
    kinds = {
        meld.kind
        for meld in c.melds_by_seat().get(c.robbed, ())
        if meld.kind.is_kan and meld.tiles[:1] and meld.tiles[0] in winning
    }
    if c.target_kong == "concealed" or MeldKind.CONCEALED_KAN in kinds:
        yield Problem(
            "rob_concealed_kong",
            Words("暗杠不可抢。", "A concealed kong cannot be robbed."),
        )
    if c.target_kong == "melded_from_discard" or MeldKind.OPEN_KAN in kinds:
        yield Problem(
            "rob_open_kong",
            Words(
                "暗刻开的明杠不能抢，只能胡点杠那张牌（discard_by）。",
                "A kong made from a discard cannot be robbed; "
                "one wins on the discard itself (discard_by).",
            ),
        )


def _kongs(hands: Mapping[int, Hand], c: Circumstances) -> Iterator[Problem]:
    if c.kong_flower:
        for seat, hand in hands.items():
            yield from _flower_kong(seat, hand, c)
    others = c.melds_by_seat().get(c.discard_by) if c.discard_by is not None else None
    if c.kong_discard and others and not any(meld.kind.is_kan for meld in others):
        yield Problem(
            "event_needs_kong",
            Words(
                f"座位 {c.discard_by} 没有杠，谈不上杠后放炮。",
                f"Seat {c.discard_by} has no kong, so there is no discard after one.",
            ),
        )
    for seat, melds in c.melds_of:
        yield from (
            Problem(
                "bad_meld",
                Words(f"座位 {seat} 的 {meld.text} 不成一副。", f"{meld.text!r} is not a set."),
                meld.tiles,
            )
            for meld in melds
            if not meld.is_legal
        )


def _flower_kong(seat: int, hand: Hand, c: Circumstances) -> Iterator[Problem]:
    kans = [meld for meld in hand.melds if meld.kind.is_kan]
    if c.kong_flower == "concealed":
        kans = [meld for meld in kans if meld.is_concealed]
    elif c.kong_flower == "exposed":
        kans = [meld for meld in kans if not meld.is_concealed]
    if not kans:
        yield Problem(
            "event_needs_kong",
            Words(
                f"座位 {seat} 没有这样的杠，谈不上杠上开花。",
                f"Seat {seat} has no such kong, so there is no flower after one.",
            ),
        )
    feeders = {meld.fed_by for meld in kans if not meld.is_concealed}
    if c.kong_fed_by is not None and feeders and not feeders & {None, c.kong_fed_by}:
        yield Problem(
            "kong_feeder_contradiction",
            Words(
                f"kong_fed_by={c.kong_fed_by} 和手牌里写的被杠座位不一样。",
                f"kong_fed_by={c.kong_fed_by} is not the seat that the hand says fed the kong.",
            ),
        )


def _extras(c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    if rules["system"] == "nanning_fan":
        yield from _fishing(c, rules)
    if (
        c.codes
        and len(c.codes) < rules.number("codes.n")
        and (rules["codes.short_wall"] == "reserve_n")
    ):
        yield Problem(
            "too_few_codes",
            Words(
                f"说好摸 {rules['codes.n']} 张码并且留够，这里只有 {len(c.codes)} 张。",
                f"{rules['codes.n']} codes are always kept; here are only {len(c.codes)}.",
            ),
            c.codes,
        )
    yield from tiles_outside_set(c.codes + c.fish, rules)


def _fishing(c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    drawn = c.self_draw or c.robbed is not None
    if c.prev_hand_won is False:
        return
    missing = c.fish_missing or (c.prev_hand_won is True and not c.fish and not c.codes)
    if drawn and missing and not c.fish:
        yield Problem(
            "fish_tiles_required",
            Words(
                "上一把有人胡，自摸必须钓鱼：请写 fish=三张牌。",
                "The previous hand was won, so a self-draw must fish: give fish=TILES.",
            ),
        )
    if c.fish and c.codes:
        yield Problem(
            "codes_and_fishing",
            Words(
                "抓码和钓鱼摸的是同样的牌，只能用一种。",
                "Codes and fishing take the same tiles; only one of them can be played.",
            ),
            c.codes + c.fish,
        )
    if len(c.fish) > rules.number("fish.tiles"):
        yield Problem(
            "too_many_fish",
            Words(
                f"钓鱼取 {rules['fish.tiles']} 张，这里有 {len(c.fish)} 张。",
                f"Fishing takes {rules['fish.tiles']} tiles; here are {len(c.fish)}.",
            ),
            c.fish,
        )
    if c.fish and c.discard_by is not None and rules["fish.on_discard"] == "error":
        yield Problem(
            "fish_on_discard",
            Words("放炮胡不钓鱼。", "There is no fishing on a discard win."),
            c.fish,
        )


def _copies_at_table(
    hands: Mapping[int, Hand], c: Circumstances, rules: RuleSet
) -> Iterator[Problem]:
    """VAL-05: everything that lies open; the tile that several won on is there once."""
    own: set[Tile] = set()
    winning: list[Tile] = []
    tiles: list[Tile] = [*c.codes, *c.fish]
    for _, melds in c.melds_of:
        tiles += [tile for meld in melds for tile in meld.tiles]
    for hand in hands.values():
        own.update(five_copies(count_tiles(hand.all_tiles)))
        melded = [tile for meld in hand.melds for tile in meld.tiles]
        tiles += [*hand.concealed, *melded]
        winning += [] if hand.winning_tile is None else [hand.winning_tile]
    # Of a robbed kong the fourth tile is the winning one; that this takes too many copies is
    # only a warning.
    robbed = set(winning) if c.robbed is not None else set()
    total = count_tiles([*tiles, *dict.fromkeys(winning)])
    at_table = tuple(tile for tile in five_copies(total) if tile not in own | robbed)
    yield from _five(at_table, "桌上的牌", "the tiles on the table")
