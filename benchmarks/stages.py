"""Seconds a photo, stage by stage, beside the networks alone and another reader."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.effort import Effort
from benchmarks.inputs import folder_words, photos, photos_folder
from benchmarks.machine import installed
from benchmarks.tables import NOT_INSTALLED, Column, Row, Table, same
from benchmarks.timed import STAGES, Pipeline, Timed, bare_networks, other_reader, seconds_of
from scoring.words import Words
from vision.opencv import cv2

COLUMNS = (
    Column("one", Words("一个线程，秒", "one thread, s"), ".4f"),
    Column("all", Words("全部核，秒", "all cores, s"), ".4f"),
)
NAMES = {
    "load": Words("读照片（解码、转正）", "load (decode, turn upright)"),
    "detector": Words("找牌的网络", "detector network"),
    "reader": Words("认牌的网络", "reader network"),
    "rest": Words("识别的其余部分", "rest of recognition"),
    "layout": Words("分组", "layout"),
    "score": Words("算分", "score"),
}
PEER = "mahjong-detector"


def measure(effort: Effort) -> Table:
    """One thread is how a batch worker runs, all cores how `hupai score` runs."""
    folder = photos_folder()
    chosen = photos(folder, effort.photos)
    by_threads = [_on_threads(threads, chosen, effort.rounds) for threads in (1, 0)]
    rows = [
        Row(key, name, tuple(seconds[key] for seconds in by_threads))
        for key, name in {
            **NAMES,
            "whole": Words("整张照片", "whole photo"),
            "raw": Words("只跑同样的网络（onnxruntime）", "the same networks in bare onnxruntime"),
        }.items()
    ]
    peer = Words(f"{PEER} {installed(PEER)}，整张照片", f"{PEER} {installed(PEER)}, whole photo")
    if installed(PEER) is None:
        rows.append(Row.absent("peer", same(PEER), COLUMNS, NOT_INSTALLED))
    else:
        rows.append(Row("peer", peer, tuple(seconds["peer"] for seconds in by_threads)))
    where = folder_words(folder)
    about = Words(
        f"{where.zh}，{len(chosen)} 张的平均；每张取 {effort.rounds} 遍里最快的。"
        "mahjong-detector 只认牌，不分组、不算分。",
        f"Mean of {len(chosen)} photos, {where.en}; of each the best of {effort.rounds} rounds. "
        "mahjong-detector names tiles; it neither groups nor scores them.",
    )
    title = Words("一张照片多少秒", "Seconds a photo")
    return Table("stages", title, about, Words("步骤", "stage"), COLUMNS, tuple(rows))


def _on_threads(threads: int, chosen: list[Path], rounds: int) -> dict[str, float]:
    """Mean seconds of each stage, of the whole, of the bare networks and of the other reader."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(threads or before)
    pipeline, bare, other = Pipeline(threads), bare_networks(threads), other_reader(threads)
    pipeline.run(chosen[0])
    timed = [_best(partial(pipeline.run, path), rounds) for path in chosen]
    cv2.setNumThreads(before)
    seconds = {key: _mean(one.seconds[key] for one in timed) for key in STAGES}
    seconds["whole"] = sum(seconds.values())
    seconds["raw"] = _mean(_fastest(partial(bare, one.inputs), rounds) for one in timed)
    if other is not None:
        other(chosen[0])
        seconds["peer"] = _mean(_fastest(partial(other, path), rounds) for path in chosen)
    return seconds


def _best(work: Callable[[], Timed], rounds: int) -> Timed:
    return min((work() for _ in range(rounds)), key=lambda one: one.whole)


def _fastest(work: Callable[[], object], rounds: int) -> float:
    return min(seconds_of(work) for _ in range(rounds))


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every)
