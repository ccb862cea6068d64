"""What is wrong with a laid-out hand, and what a person should look at, tile by tile."""

from collections.abc import Iterable, Iterator

import numpy as np

from scoring.hand import HAND_SIZE, MeldKind
from scoring.problems import Problem
from scoring.tiles import Tile
from scoring.words import Words
from vision.detections import BACK, Detections
from vision.layout.chains import centres_of
from vision.layout.types import Layout, LayoutMeld

SMALL_TILE = 18.0
"""Pixels along a tile's longer side below which nobody tells 六 from 八."""
CLOSE_SCORES = 1.5
"""Readings whose scores differ by less than this are both likely."""
ITS_OWN = 1.5
"""A flower is surely of the hand where other people's tiles lie so many times as far from it."""
EMPTY_SLOT = 1.6
"""A step between neighbours of so many usual steps leaves room for a tile."""


def problems_of(layout: Layout, detections: Detections) -> tuple[Problem, ...]:
    """Everything that is wrong with the hand of `layout`."""
    if not layout.concealed:
        return (_no_hand(detections),)
    return (
        *_tile_count(layout, detections),
        *_five_copies(layout, detections),
        *_wrong_sets(layout),
        *_too_small(layout, detections),
    )


def doubts_of(
    layout: Layout, others: tuple[Layout, ...], detections: Detections
) -> tuple[Problem, ...]:
    """What the layout of `layout` is unsure of, given the next best readings."""
    return (
        *_close_readings(layout, others),
        *_kan_kinds(layout),
        *_unresolved(layout),
        *_others_flowers(layout, detections),
    )


def _numbers(indices: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(int(index) + 1 for index in indices))


def _hand_indices(layout: Layout) -> list[int]:
    winning = [] if layout.winning is None else [layout.winning]
    in_melds = [index for meld in layout.melds for index in meld.indices]
    return [*layout.concealed, *in_melds, *layout.flowers, *winning]


def _no_hand(detections: Detections) -> Problem:
    if not len(detections):
        return Problem(
            "no_tiles",
            Words(
                "照片上没有找到麻将牌：请靠近一些，让牌面朝上、光线充足，再拍一张。",
                "No tiles were found in the photo: come closer, with the faces up and "
                "enough light.",
            ),
        )
    return Problem(
        "no_hand",
        Words(
            f"找到 {len(detections)} 张牌，但没有看出哪一排是胡牌人的手牌："
            "请把整排手牌拍进画面，或者直接输入手牌。",
            f"{len(detections)} tiles were found, but no row that could be a hand: "
            "get the whole row into the picture, or type the hand in.",
        ),
    )


def _tile_count(layout: Layout, detections: Detections) -> Iterator[Problem]:
    held = len(layout.concealed) + (layout.winning is not None) - len(layout.kans)
    count = held + 3 * len(layout.melds)
    if count == HAND_SIZE:
        return
    if count < HAND_SIZE:
        gaps = _empty_slots(layout.concealed, detections)
        pointed = sorted({index for slot in gaps for index in slot})
        hint = Words(
            "{numbers} 号牌之间像是漏了牌。", " One may be missing between tiles {numbers}."
        )
    else:
        pointed = [index for index in layout.concealed if _may_be_flower(index, detections)]
        hint = Words("{numbers} 号牌也可能是花牌。", " Tiles {numbers} may be flowers.")
    yield Problem.pointing(
        "tile_count",
        Words(
            f"找到 {count} 张牌，需要 {HAND_SIZE} 张（杠算三张，不算花）。"
            + (hint.zh if pointed else ""),
            f"{count} tiles were found where {HAND_SIZE} are needed (a kong counts as three, "
            "flowers do not count)." + (hint.en if pointed else ""),
        ),
        _numbers(pointed),
    )


def _may_be_flower(index: int, detections: Detections) -> bool:
    """Whether the second most likely class is a flower; many look like the bird of 1s."""
    runner_up = int(detections.runner_up[index])
    return Tile.PLUM <= runner_up < BACK and runner_up != int(detections.class_ids[index])


def _empty_slots(row: tuple[int, ...], detections: Detections) -> list[tuple[int, int]]:
    """Neighbours in the row that leave room for another tile between them."""
    if len(row) < 3:
        return []
    boxes = detections.boxes[list(row)].astype(np.float64)
    steps = np.diff((boxes[:, :2] + boxes[:, 2:]) / 2, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    wide = np.flatnonzero(lengths > EMPTY_SLOT * np.median(lengths)).tolist()
    return [(row[place], row[place + 1]) for place in wide]


def _five_copies(layout: Layout, detections: Detections) -> Iterator[Problem]:
    copies: dict[Tile, list[int]] = {}
    for index in _hand_indices(layout):
        tile = detections.tile(index)
        if tile is not None:
            copies.setdefault(tile, []).append(index)
    for tile, indices in copies.items():
        most = 1 if tile.is_flower else 4
        if len(indices) <= most:
            continue
        unsure = sorted(indices, key=lambda index: (float(detections.confidence[index]), index))
        yield Problem.pointing(
            "five_copies",
            Words(
                f"{tile.words.zh}有 {len(indices)} 张，最多只有 {most} 张："
                "最不确定的是 {numbers} 号牌。",
                f"{len(indices)} copies of {tile.words.en}, where there are {most} at most: "
                "tiles {numbers} are the least sure.",
            ),
            _numbers(unsure[:2]),
            (tile,),
        )


def _wrong_sets(layout: Layout) -> Iterator[Problem]:
    for number, meld in enumerate(layout.melds, 1):
        if not meld.tiles:
            yield _hidden_kan(meld)
            continue
        made = meld.meld()
        if made is None or made.is_legal:
            continue
        suits = {tile.suit for tile in meld.tiles}
        reason_zh, reason_en = ("花色不同", "is of mixed suits")
        if len(suits) == 1:
            reason_zh, reason_en = ("不是顺子、刻子或杠", "is no chow, pon or kong")
        yield Problem.pointing(
            "mixed_suits" if len(suits) > 1 else "not_a_set",
            Words(
                f"第 {number} 组（{{numbers}} 号牌）{reason_zh}：请核对这几张牌。",
                f"Set {number} (tiles {{numbers}}) {reason_en}: check these tiles.",
            ),
            _numbers(meld.indices),
            meld.tiles,
        )


def _hidden_kan(meld: LayoutMeld) -> Problem:
    return Problem.pointing(
        "hidden_kan",
        Words(
            "{numbers} 号牌全扣着，像是暗杠，看不出是什么牌：请写出来。",
            "Tiles {numbers} all lie face down, like a concealed kong: say which tile it is.",
        ),
        _numbers(meld.indices),
    )


def _too_small(layout: Layout, detections: Detections) -> Iterator[Problem]:
    boxes = detections.boxes
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    small = [index for index in _hand_indices(layout) if sides[index] < SMALL_TILE]
    if small:
        yield Problem(
            "too_small",
            Words(
                f"有 {len(small)} 张牌太小，看不清：请靠近一点再拍。",
                f"{len(small)} tiles are too small to read: come closer.",
            ),
            numbers=_numbers(small),
        )


def _close_readings(layout: Layout, others: tuple[Layout, ...]) -> Iterator[Problem]:
    close = [other for other in others if layout.score - other.score < CLOSE_SCORES]
    if not close:
        return
    every = {*_hand_indices(layout), *_hand_indices(close[0])}
    differ = [index for index in every if _group(layout, index) != _group(close[0], index)]
    yield Problem.pointing(
        "close_readings",
        Words(
            "摆法有两种可能的读法，差别在 {numbers} 号牌：请核对。",
            "The tiles can be read in two ways, which differ in tiles {numbers}: check them.",
        ),
        _numbers(differ),
    )


def _group(layout: Layout, index: int) -> object:
    for meld in (*layout.kans, *layout.melds):
        if index in meld.indices:
            return frozenset(meld.indices)
    return layout.group_of(index)


def _kan_kinds(layout: Layout) -> Iterator[Problem]:
    for kan in layout.kans:
        yield Problem.pointing(
            "kan_kind",
            Words(
                "{numbers} 号牌摆在手牌里，按张数算是杠，当作暗杠：如果是明杠请改正。",
                "Tiles {numbers} lie in the concealed row and by the count are a kong, taken as "
                "concealed: correct it if it was melded.",
            ),
            _numbers(kan.indices),
            kan.tiles,
        )
    for meld in layout.melds:
        if meld.kind is MeldKind.OPEN_KAN:
            yield Problem.pointing(
                "kan_kind",
                Words(
                    "{numbers} 号牌四张都亮着，当作明杠：如果是暗杠或补杠请改正。",
                    "Tiles {numbers} are a kong with all four faces up, taken as open: correct it "
                    "if it was concealed or added to a pon.",
                ),
                _numbers(meld.indices),
                meld.tiles,
            )


def _unresolved(layout: Layout) -> Iterator[Problem]:
    if layout.unresolved:
        yield Problem.pointing(
            "unresolved",
            Words(
                "{numbers} 号牌挨着手牌，但不知道算不算：请核对。",
                "Tiles {numbers} lie by the hand but fit nowhere in it: check them.",
            ),
            _numbers(layout.unresolved),
        )


def _others_flowers(layout: Layout, detections: Detections) -> Iterator[Problem]:
    """Flowers that lie about as near to other people's tiles as to the hand."""
    hand = _hand_indices(layout)
    faced = [one.index for one in layout.aside if detections.class_ids[one.index] != BACK]
    others = [*faced, *layout.unresolved]
    if not layout.flowers or not others:
        return
    centres = centres_of(detections.boxes)

    def nearest(flower: int, some: list[int]) -> float:
        steps = centres[[index for index in some if index != flower]] - centres[flower]
        return float(np.hypot(steps[:, 0], steps[:, 1]).min())

    doubtful = [
        flower
        for flower in layout.flowers
        if nearest(flower, others) < ITS_OWN * nearest(flower, hand)
    ]
    if doubtful:
        yield Problem.pointing(
            "flower_of_whom",
            Words(
                "{numbers} 号花牌离别人的牌也近：请看看是不是这手牌的。",
                "Flowers {numbers} lie near other people's tiles too: check that they are of this "
                "hand.",
            ),
            _numbers(doubtful),
        )
