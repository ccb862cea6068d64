"""What is wrong with circumstances, alone and beside the winners' hands (VAL-04 to VAL-06)."""

from collections.abc import Iterator, Mapping

from scoring.circumstances import Circumstances
from scoring.counting import count_tiles, five_copies
from scoring.event_checks import (
    event_problems,
    first_turn_problems,
    flower_problems,
    robbery_problems,
)
from scoring.hand import Hand
from scoring.hand_checks import tiles_outside_set, too_many_copies
from scoring.problems import Problem
from scoring.ruleset import RuleSet
from scoring.tiles import Tile
from scoring.words import Words


def table_problems(hands: Mapping[int, Hand], c: Circumstances, rules: RuleSet) -> list[Problem]:
    """What is wrong with the circumstances, by themselves and beside the winners' hands."""
    return [
        *_manner(c),
        *_seats(hands, c),
        *event_problems(c, rules),
        *first_turn_problems(hands, c),
        *robbery_problems(hands, c),
        *_kongs(hands, c, rules),
        *_extras(c, rules),
        *_copies_at_table(hands, c, rules),
    ]


def draw_problems(hands: Mapping[int, Hand], c: Circumstances, rules: RuleSet) -> list[Problem]:
    """What is wrong with a hand that nobody won."""
    problems = [*_bad_melds(c), *_copies_at_table(hands, c, rules)]
    if c.manner_known:
        problems.append(
            Problem(
                "draw_contradiction",
                Words(
                    "流局（exhaustive_draw）没有人胡，不能又写怎么胡的。",
                    "Nobody wins a drawn hand (exhaustive_draw), so there is no manner of winning.",
                ),
            )
        )
    return problems


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


def _bad_melds(c: Circumstances) -> Iterator[Problem]:
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


def _kongs(hands: Mapping[int, Hand], c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    if c.kong_flower:
        for seat, hand in hands.items():
            yield from flower_problems(seat, hand, c, rules)
    others = c.melds_by_seat().get(c.discard_by) if c.discard_by is not None else None
    if c.kong_discard and others and not any(meld.kind.is_kan for meld in others):
        yield Problem(
            "event_needs_kong",
            Words(
                f"座位 {c.discard_by} 没有杠，谈不上杠后放炮。",
                f"Seat {c.discard_by} has no kong, so there is no discard after one.",
            ),
        )
    yield from _bad_melds(c)


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
    yield from too_many_copies(at_table, "桌上的牌", "the tiles on the table")
