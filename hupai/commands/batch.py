"""`hupai batch`: folders of photos in, tables and a report out."""

import os
import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from hupai.batch.runner import Plan, run
from hupai.batch.said import Said
from hupai.batch.summary import Summary
from hupai.batch.template import write_template
from hupai.batch.webpage import STATUS_WORDS
from hupai.commands.options import Language, Rules
from hupai.language import say, spoken
from hupai.settling import DEFAULT_RULES
from scoring.words import UserError, Words

CLEAN, LEFT_OVER, INTERRUPTED = 0, 1, 130
ENGINES = ("local", "ray")
LINE_SECONDS = 10.0
"""Between two lines of progress where there is no terminal to draw a bar on."""


def batch(
    roots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DIR...",
            help=say(
                "放照片的文件夹（或照片、s3:// 地址）", "Folders of photos, photos, or s3:// URLs."
            ),
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help=say("结果放在哪个文件夹", "The folder for the results.")),
    ] = None,
    template: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help=say(
                "在 DIR 里写一个空的 hands.csv，每张照片一行，然后结束",
                "Write an empty hands.csv into DIR, a row a photo, and stop.",
            ),
        ),
    ] = None,
    circumstances: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help=say(
                "所有照片的情况，例如 “self_draw; dealer=2”；hands.csv 里写的优先",
                "Circumstances of all photos, e.g. 'self_draw; dealer=2'; hands.csv wins over it.",
            ),
        ),
    ] = "",
    rules: Rules = DEFAULT_RULES,
    save_images: Annotated[
        bool,
        typer.Option("--save-images", help=say("保存标号照片", "Save the numbered photos.")),
    ] = False,
    labels: Annotated[
        bool, typer.Option("--labels", help=say("保存 YOLO 标注", "Save YOLO labels."))
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1024,
            metavar="N",
            help=say("同时算几张（默认：每个核一张）", "Photos at a time (by default one a core)."),
        ),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            metavar="|".join(ENGINES),
            help=say("在本机上算，或用 Ray 集群", "On this machine, or on a Ray cluster."),
        ),
    ] = ENGINES[0],
    address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help=say(
                "Ray 集群的地址（默认：本机）", "A Ray cluster's address (by default a local Ray)."
            ),
        ),
    ] = None,
    language: Language = None,
) -> None:
    """Score folders of photos; the exit status is 0, 1 or 2 (see docs/batch.md)."""
    language = spoken(language)
    _check(engine, address)
    if template is not None:
        path, added = write_template(template, language)
        print(
            Words(
                f"{str(path)!r}：新增 {added} 行。填好以后运行 hupai batch。",
                f"{str(path)!r}: {added} rows added. Fill it in, then run hupai batch.",
            ).in_language(language)
        )
        return
    plan = Plan(
        roots=tuple(roots or ()),
        out=_needed(roots, out),
        said=Said(circumstances=circumstances, rules=rules),
        images=save_images,
        labels=labels,
        workers=workers or cores(),
        engine=engine,
        address=address,
        language=language,
    )
    raise typer.Exit(_run(plan))


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check(engine: str, address: str | None) -> None:
    """Raises `UserError` for options that make no sense."""
    if engine not in ENGINES:
        raise UserError(
            "unknown_engine",
            Words(
                f"没有 {engine!r} 这种引擎：请用 local 或 ray。",
                f"{engine!r} is no engine here: use local or ray.",
            ),
        )
    if address is not None and engine != "ray":
        raise UserError(
            "address_without_ray",
            Words("--address 要和 --engine ray 一起用。", "--address goes with --engine ray."),
        )


def _needed(roots: list[str] | None, out: str | None) -> str:
    if not roots or not out:
        raise UserError(
            "no_folders",
            Words(
                "请给出放照片的文件夹，并用 --out 说明结果放在哪里。",
                "Give folders of photos, and say with --out where the results go.",
            ),
        )
    return out


def _run(plan: Plan) -> int:
    """Run the plan under a progress bar and print the summary; the exit status."""
    console = Console(highlight=False, soft_wrap=True)
    started = time.monotonic()
    with _Bar(plan.language) as bar:
        try:
            summary = run(plan, bar.show)
        except KeyboardInterrupt:
            console.print(
                Words(
                    f"已停下：{bar.done} / {bar.total} 张。再运行同一条命令就接着算。",
                    f"Stopped at {bar.done} of {bar.total} photos. "
                    "The same command goes on from here.",
                ).in_language(plan.language)
            )
            return INTERRUPTED
    _print_summary(console, summary, plan, time.monotonic() - started)
    return CLEAN if summary.is_clean else LEFT_OVER


class _RateColumn(ProgressColumn):
    """Photos per second of this run."""

    def __init__(self, words: Words, language: str) -> None:
        super().__init__()
        self._unit = words.in_language(language)

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:.1f} {self._unit}")


class _Bar:
    """Progress on standard error: a bar in a terminal, else a line now and then."""

    def __init__(self, language: str) -> None:
        self.done = self.total = 0
        self._language = language
        self._console = Console(stderr=True)
        self._said_at = time.monotonic()
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            _RateColumn(Words("张/秒", "photos/s"), language),
            TextColumn(Words("还要", "left").in_language(language)),
            TimeRemainingColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._task = self._progress.add_task("")

    def __enter__(self) -> "_Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self._progress.update(self._task, completed=done, total=total)
        if not self._console.is_terminal and time.monotonic() - self._said_at > LINE_SECONDS:
            self._said_at = time.monotonic()
            print(f"{done}/{total}", file=sys.stderr)


def _print_summary(console: Console, summary: Summary, plan: Plan, seconds: float) -> None:
    def line(words: Words, style: str = "") -> None:
        console.print(words.in_language(plan.language), style=style, markup=False)

    rate = summary.scored / seconds if seconds else 0.0
    line(
        Words(
            f"{summary.total} 张照片，这次算了 {summary.scored} 张，{seconds:.1f} 秒"
            f"（每秒 {rate:.1f} 张）。",
            f"{summary.total} photos, {summary.scored} of them scored now, in {seconds:.1f} s "
            f"({rate:.1f} a second).",
        )
    )
    for status, words in STATUS_WORDS.items():
        if summary.statuses[status]:
            count = summary.statuses[status]
            line(Words(f"  {words.zh}：{count}", f"  {words.en}: {count}"))
    for reason in summary.refused:
        line(Words(f"    {reason.zh}", f"    {reason.en}"), "red")
    more = summary.statuses["refused"] - len(summary.refused)
    if more > 0:
        line(
            Words(f"    还有 {more} 张，见报告。", f"    ... and {more} more, in the report."),
            "red",
        )
    for notice in summary.notices:
        line(notice.words, "yellow")
    if summary.others:
        line(
            Words(
                f"另有 {summary.others} 个文件不是照片，没有理会。",
                f"{summary.others} other files are no photos and were left out.",
            )
        )
    report = f"{plan.out.rstrip('/')}/report.html"
    line(Words(f"结果：{report}", f"Results: {report}"))
