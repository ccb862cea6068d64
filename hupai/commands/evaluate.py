"""`hupai evaluate`: how often labelled photos are read right."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from hupai.language import current, say
from models.evaluation import PhotoResult, TruePhoto, compare, load_truth, summary
from models.evaluation.distance import farther
from models.evaluation.figures import named
from models.evaluation.page import WrongPhoto, page
from models.evaluation.peers import PEERS
from models.evaluation.turning import turned
from scoring.words import UserError, Words
from vision.detections import Detections
from vision.picture import Picture
from vision.reading import Reading, read
from vision.recognizer import Recognizer


def evaluate(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help=say("带 images/ 和 labels/ 的文件夹", "A folder with images/ and labels/ (YOLO)."),
        ),
    ],
    hands: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            help=say("整手牌的答案（file、hand）", "The whole hands: JSON lines of file and hand."),
        ),
    ] = None,
    turn: Annotated[
        int,
        typer.Option(
            help=say("先把照片顺时针转这么多度", "Turn each photo clockwise by so many degrees.")
        ),
    ] = 0,
    away: Annotated[
        float,
        typer.Option(
            min=1,
            max=10,
            help=say(
                "先把照片放进几倍宽的画面中间，像从远处拍的",
                "Put each photo into a scene so many times as wide, as if taken from far away.",
            ),
        ),
    ] = 1,
    weights: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help=say(
                "用这个文件夹里的模型（detector.onnx、reader.onnx 和各自的 .json）",
                "Use the networks of this folder (detector.onnx, reader.onnx, their .json).",
            ),
        ),
    ] = None,
    peer: Annotated[
        str | None,
        typer.Option(help=say("改测另一个程序", "Measure another reader: mahjong-detector.")),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help=say(
                "把 evaluation.json 和 evaluation.html 存到这里",
                "Write evaluation.json and evaluation.html (with the wrong photos) here.",
            ),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("输出 JSON", "Print JSON."))] = False,
) -> None:
    """Measure on labelled photos."""
    photos = load_truth(folder, hands)
    reader = reader_of(peer, weights)
    results, wrong = [], []
    for result, picture, reading in measure(photos, reader, turn, away, quiet=as_json):
        results.append(result)
        if out is not None and not result.is_right:
            wrong.append(WrongPhoto(result, reading.draw(picture)))
    figures = summary(results)
    if out is not None:
        _save(out, figures, results, wrong)
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
    else:
        _print(figures, out)


Reader = Callable[[Picture], Reading]


def reader_of(peer: str | None, weights: Path | None = None) -> Reader:
    """What reads the photos: our networks, those of a folder, or another reader.

    Raises `UserError` for a reader that is not known or not installed.
    """
    if peer is None:
        recognizer = Recognizer.load(weights)
        return lambda picture: read(picture, recognizer)
    if peer not in PEERS:
        known = ", ".join(PEERS)
        raise UserError(
            "no_peer",
            Words(
                f"不认识 {peer!r}，可以是：{known}。", f"{peer!r} is not known; there is: {known}."
            ),
        )
    detect: Callable[[Picture], Detections] = PEERS[peer]()
    return lambda picture: Reading.of(picture, detect(picture))


def measure(
    photos: list[TruePhoto], reader: Reader, turn: int, away: float, quiet: bool
) -> Iterator[tuple[PhotoResult, Picture, Reading]]:
    """Each photo, turned by `turn` degrees and `away` times as far, read and compared."""
    console = Console(stderr=True)
    for photo in track(photos, say("识别", "Reading"), console=console, disable=quiet):
        picture = Picture.load(photo.path)
        photo, picture = farther(*turned(photo, picture, turn), away)
        start = time.perf_counter()
        reading = reader(picture)
        yield compare(photo, reading, time.perf_counter() - start), picture, reading


def _save(
    out: Path, figures: dict[str, Any], results: list[PhotoResult], wrong: list[WrongPhoto]
) -> None:
    per_photo = [
        {
            "file": r.file,
            "right": r.is_right,
            "silently_wrong": r.silently_wrong,
            "truth": r.truth,
            "read": r.read,
        }
        for r in results
    ]
    try:
        out.mkdir(parents=True, exist_ok=True)
        text = json.dumps({**figures, "per_photo": per_photo}, ensure_ascii=False, indent=1)
        (out / "evaluation.json").write_text(text, "utf-8")
        (out / "evaluation.html").write_text(page(figures, wrong, current()), "utf-8")
    except OSError as error:
        raise UserError(
            "cannot_save",
            Words(
                f"无法写入 {str(out)!r}（{error.strerror}）。",
                f"{str(out)!r} cannot be written ({error.strerror}): choose another folder.",
            ),
        ) from error


def _print(figures: dict[str, Any], out: Path | None) -> None:
    table = Table(show_header=False)
    for words, value in named(figures):
        table.add_row(say(*words), value)
    console = Console(highlight=False)
    console.print(table)
    worst = ", ".join(f"{p['is']}→{p['read']} ×{p['times']}" for p in figures["confusions"][:12])
    console.print(f"{say('混淆', 'Confusions')}: {worst or '-'}")
    if out is not None:
        console.print(str(out / "evaluation.html"))
