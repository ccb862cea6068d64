"""How often the labelled photos are read right, by the functions of `hupai evaluate`."""

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.effort import Effort
from benchmarks.inputs import DEV, DEV_HANDS, NO_MATERIAL
from benchmarks.machine import installed
from benchmarks.tables import NOT_INSTALLED, Column, Row, Table, same
from hupai.commands.evaluate import measure as evaluated
from hupai.commands.evaluate import reader_of
from models.evaluation import load_truth, summary
from scoring.words import Words

FIGURES = {
    "hands_right": Words("整手牌全对", "hands right"),
    "recall": Words("找到并认对的牌", "recall"),
    "precision": Words("认出的牌里对的", "precision"),
    "photos_silently_wrong": Words("错了没有提示", "silently wrong"),
}
COLUMNS = tuple(Column(key, name, ".1%") for key, name in FIGURES.items())
PEER = "mahjong-detector"


def measure(effort: Effort) -> Table:
    """Ours and `mahjong-detector` on the dev photos: upright, turned, and from farther away."""
    about = Words("没有 ../shared 里的照片，没有测。", "Not measured: ../shared is not there.")
    rows: list[Row] = []
    for peer, name in ((None, "hupai"), (PEER, PEER)):
        for key, words, turn, away in _ways(name, effort):
            if not DEV_HANDS.is_file():
                rows.append(Row.absent(key, words, COLUMNS, NO_MATERIAL))
            elif peer and installed(peer) is None:
                rows.append(Row.absent(key, words, COLUMNS, NOT_INSTALLED))
            else:
                figures = _figures(peer, turn, away, effort.dev_photos)
                rows.append(Row(key, words, tuple(figures[one] for one in FIGURES)))
                about = _about(figures)
    title = Words("认得有多准", "How often photos are read right")
    return Table("recognition", title, about, same(""), COLUMNS, tuple(rows))


def _ways(name: str, effort: Effort) -> Iterator[tuple[str, Words, int, float]]:
    """Key and name of each row of the reader `name`, with the turn and distance of its photos."""
    for turn in effort.turns:
        yield f"{name} {turn}", Words(f"{name}，转 {turn} 度", f"{name}, turned {turn}°"), turn, 1
    for away in effort.away:
        words = Words(f"{name}，远 {away} 倍", f"{name}, {away} times as far")
        yield f"{name} far {away}", words, 0, away


def _figures(peer: str | None, turn: int, away: float, limit: int | None) -> dict[str, Any]:
    truth = load_truth(DEV, DEV_HANDS)[:limit]
    reader: Callable[..., Any] = reader_of(peer)
    return summary([result for result, _, _ in evaluated(truth, reader, turn, away, quiet=True)])


def _about(figures: dict[str, Any]) -> Words:
    photos, tiles = figures["photos"], figures["tiles"]
    return Words(
        f"{photos} 张没有用来训练的照片，{tiles} 张牌，`hupai evaluate` 的算法。"
        "整手牌全对：每张牌（包括花牌）都对。错了没有提示：手牌不对，错的牌又没有标为拿不准，"
        "也没有别的提醒。",
        f"{photos} photos with {tiles} tiles that were never trained on, as `hupai evaluate` "
        "counts. Hands right: every tile of the hand, flowers included. Silently wrong: a hand "
        "that is wrong without a doubt on a wrong tile or a problem.",
    )
