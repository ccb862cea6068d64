"""What is wrong with one hand by itself: every problem at once (VAL-01 to VAL-03)."""

from collections.abc import Iterable, Iterator

from scoring.counting import count_tiles, five_copies
from scoring.hand import HAND_SIZE, Hand, Meld, MeldKind
from scoring.problems import Problem
from scoring.ruleset import RuleSet
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
    yield from too_many_copies(five_copies(count_tiles(hand.all_tiles)), "这手牌", "the hand")
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


def too_many_copies(tiles: tuple[Tile, ...], where_zh: str, where_en: str) -> Iterator[Problem]:
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
