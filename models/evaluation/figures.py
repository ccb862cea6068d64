"""Figures over many photos."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from models.evaluation.compare import PhotoResult
from scoring.words import Words

_NAMES = {
    "photos": Words("照片", "photos"),
    "tiles": Words("牌", "tiles"),
    "located": Words("找到的牌", "tiles located"),
    "class_right": Words("其中认对的", "class right, of those located"),
    "recall": Words("找到并认对", "recall (located and right)"),
    "precision": Words("精确率", "precision"),
    "photos_wholly_right": Words("整张全对", "photos wholly right"),
    "photos_silently_wrong": Words("错了没有提示", "photos silently wrong"),
    "wrong_photos_flagged": Words("错的照片有提示", "wrong photos that are flagged"),
    "right_tiles_flagged": Words("对的牌也被提示", "right tiles flagged"),
    "wrong_tiles_flagged": Words("错的牌被提示", "wrong tiles flagged"),
    "runner_up_right": Words("错的牌，第二候选是对的", "wrong tiles whose runner-up is right"),
    "hands": Words("手牌", "hands"),
    "hands_right": Words("手牌全对", "hands right (all tiles)"),
    "structure_right": Words("结构也对", "hands right, concealed and sets too"),
    "seconds_a_photo": Words("每张秒数（中位）", "seconds a photo (median)"),
}


def named(figures: dict[str, Any]) -> Iterator[tuple[Words, str]]:
    """The figures that are one number each, with their names for people."""
    for name, words in _NAMES.items():
        value = figures[name]
        is_rate = isinstance(value, float) and name != "seconds_a_photo"
        yield words, "-" if value is None else f"{value:.1%}" if is_rate else str(value)


def _rate(part: float, whole: float) -> float | None:
    return round(part / whole, 6) if whole else None


def _total(results: Iterable[PhotoResult], count: Callable[[PhotoResult], int]) -> int:
    return sum(count(result) for result in results)


def summary(results: Sequence[PhotoResult]) -> dict[str, Any]:
    """All figures of these photos as one JSON object; a rate of nothing is null.

    recall: tiles located and right among the labelled. precision: right ones among what was
    found in photos whose every face-up tile is labelled, as far as the truth tells.
    photos_wholly_right: photos whose every known tile is right. photos_silently_wrong: photos
    whose hand (where it is not known, any tile) is wrong without a doubt on a wrong tile or a
    problem. hands_right: the hand's tiles, flowers included; structure_right: also which of
    them are concealed and which are sets.
    """
    tiles = _total(results, lambda r: r.tiles)
    located = _total(results, lambda r: r.located)
    right = _total(results, lambda r: r.right)
    found = _total(results, lambda r: r.found)
    wrong = [result for result in results if not result.is_right]
    confused = _total(results, lambda r: len(r.confused))
    hands = [result for result in results if result.hand_right is not None]
    return {
        "photos": len(results),
        "tiles": tiles,
        "located": _rate(located, tiles),
        "class_right": _rate(right, located),
        "recall": _rate(right, tiles),
        "precision": _rate(found - _total(results, lambda r: r.extra), found),
        "photos_wholly_right": _rate(sum(r.wholly_right for r in results), len(results)),
        "photos_silently_wrong": _rate(sum(r.silently_wrong for r in results), len(results)),
        "wrong_photos_flagged": _rate(sum(r.flagged for r in wrong), len(wrong)),
        "right_tiles_flagged": _rate(_total(results, lambda r: r.right_flagged), right),
        "wrong_tiles_flagged": _rate(_total(results, lambda r: r.wrong_flagged), confused),
        "runner_up_right": _rate(_total(results, lambda r: r.runner_up_right), confused),
        "hands": len(hands),
        "hands_right": _rate(sum(bool(r.hand_right) for r in hands), len(hands)),
        "structure_right": _rate(sum(bool(r.structure_right) for r in hands), len(hands)),
        "seconds_a_photo": round(statistics.median(r.seconds for r in results), 4),
        "confusions": _confusions(results),
        "per_class": _per_class(results),
        "per_tile_set": _per_tile_set(results),
    }


def _confusions(results: Sequence[PhotoResult]) -> list[dict[str, Any]]:
    """Pairs of what a tile is and what it was read as, commonest first."""
    pairs = Counter(pair for result in results for pair in result.confused)
    return [{"is": is_, "read": read, "times": n} for (is_, read), n in pairs.most_common()]


def _per_class(results: Sequence[PhotoResult]) -> dict[str, dict[str, Any]]:
    seen: dict[str, list[bool]] = defaultdict(list)
    for result in results:
        for name, right in result.per_class:
            seen[name].append(right)
    return {
        name: {"tiles": len(rights), "recall": _rate(sum(rights), len(rights))}
        for name, rights in sorted(seen.items())
    }


def _per_tile_set(results: Sequence[PhotoResult]) -> dict[str, dict[str, Any]]:
    sets: dict[str, list[PhotoResult]] = defaultdict(list)
    for result in results:
        if result.tile_set:
            sets[result.tile_set].append(result)
    return {
        name: {
            "photos": len(group),
            "recall": _rate(_total(group, lambda r: r.right), _total(group, lambda r: r.tiles)),
            "photos_wholly_right": _rate(sum(r.wholly_right for r in group), len(group)),
        }
        for name, group in sorted(sets.items())
    }
