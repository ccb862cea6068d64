"""`hupai score`: photos or a written hand in, hands and payments out."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from hupai.commands.options import Circumstances, Language, Rules, SelfDraw
from hupai.drawn import Drawn
from hupai.language import say, spoken
from hupai.report import print_outcome
from hupai.settling import DEFAULT_RULES, Outcome, Request, refused_json, settle
from scoring.words import UserError, Words
from vision.corrections import Corrections
from vision.picture import Picture
from vision.reading import read

SETTLED, UNSETTLED, BAD_INPUT = 0, 1, 2


def score(
    photos: Annotated[
        list[str] | None,
        typer.Argument(metavar="PHOTO...", help=say("一张或多张照片", "One or more photos.")),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(
            "--hand",
            metavar="TEXT",
            help=say(
                "手牌，例如 “345m678s46p99m [pon 222p from 3] + 5p”；和照片一起用时代替识别结果",
                "The hand, e.g. '345m678s46p99m [pon 222p from 3] + 5p'; beside a photo it "
                "replaces what was read.",
            ),
        ),
    ] = None,
    self_draw: SelfDraw = False,
    discard_by: Annotated[
        str | None,
        typer.Option("--from", metavar="SEAT", help=say("谁放炮（座位）", "Who discarded.")),
    ] = None,
    winner: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help=say("谁胡（座位 0 到 3）", "Who won (seat 0 to 3).")),
    ] = None,
    dealer: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help=say("谁是庄家（座位）", "Who deals.")),
    ] = None,
    winning_tile: Annotated[
        str | None,
        typer.Option(metavar="TILE", help=say("胡的是哪张牌", "Which tile won.")),
    ] = None,
    circumstances: Circumstances = "",
    codes: Annotated[
        str | None,
        typer.Option(
            metavar="PHOTO|TILES",
            help=say(
                "抓的码：写牌、给一张照片，或写 group（手牌照片里单独放着的几张）",
                "The drawn codes: tiles, a photo of them, or 'group' (the tiles that lie apart "
                "in the hand's photo).",
            ),
        ),
    ] = None,
    fish: Annotated[
        str | None,
        typer.Option(
            metavar="PHOTO|TILES", help=say("钓鱼的牌，写法同上", "The fishing tiles, likewise.")
        ),
    ] = None,
    rules: Rules = DEFAULT_RULES,
    rename: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="N=TILE",
            help=say("更正一张牌，例如 3=5p", "Mend one tile by its number, e.g. 3=5p."),
        ),
    ] = None,
    drop: Annotated[
        list[str] | None,
        typer.Option(metavar="N", help=say("去掉一张牌", "Leave out a tile by its number.")),
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option(metavar="TILE", help=say("补上一张牌", "Add a tile that was not found.")),
    ] = None,
    save_image: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            help=say(
                "把标了编号的照片存到 OUT（多张照片时 OUT 是文件夹）",
                "Save the photo with numbered boxes (for several photos OUT is a folder).",
            ),
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help=say("每张照片输出一个 JSON", "Print one JSON object a photo.")),
    ] = False,
    language: Language = None,
) -> None:
    """Score photos or a written hand; the exit status is 0, 1 or 2 (see the README)."""
    request = Request.parse(
        _joined(circumstances, self_draw, discard_by, winner, dealer),
        rules,
        hand,
        winning_tile,
        Corrections.parse(rename or (), drop or (), add or ()),
    )
    _check(photos, request, save_image)
    output = Output(spoken(language), as_json, save_image, several=len(photos or ()) > 1)
    drawn = Drawn(codes, fish)
    statuses = [_score_photo(photo, request, drawn, output) for photo in photos or ()]
    if not photos:
        statuses = [output.show(settle(drawn.added_to(request, None)))]
    raise typer.Exit(max(statuses))


def _joined(
    text: str, self_draw: bool, discard_by: str | None, winner: str | None, dealer: str | None
) -> str:
    """The options as circumstances text, so that one parser sees doubles and contradictions."""
    seats = {"discard_by": discard_by, "winner": winner, "dealer": dealer}
    parts = [text, *(f"{key}={seat}" for key, seat in seats.items() if seat is not None)]
    return "; ".join([*parts, "self_draw"] if self_draw else parts)


def _check(photos: list[str] | None, request: Request, save_image: Path | None) -> None:
    """Raises `UserError` for options that make no sense together."""
    if not photos and (request.corrections or save_image):
        raise UserError(
            "no_photo",
            Words(
                "--set、--drop、--add 和 --save-image 需要照片：请给出照片。",
                "--set, --drop, --add and --save-image need a photo: give one.",
            ),
        )
    if photos and len(photos) > 1 and (request.corrections or request.hand):
        raise UserError(
            "one_photo",
            Words(
                "--hand、--set、--drop 和 --add 一次只能用于一张照片。",
                "--hand, --set, --drop and --add take one photo at a time.",
            ),
        )


def _score_photo(photo: str, request: Request, drawn: Drawn, output: "Output") -> int:
    """Score one photo and show it; a photo that cannot be used is one line. The exit status."""
    try:
        picture = Picture.load(photo)
        reading = read(picture)
        outcome = settle(drawn.added_to(request, reading), reading)
        saved = output.save(picture, outcome)
    except UserError as error:
        return output.show_error(photo, error)
    return output.show(outcome, saved)


@dataclass(frozen=True)
class Output:
    """Where and how results are shown."""

    language: str
    as_json: bool
    image: Path | None
    several: bool

    def save(self, picture: Picture, outcome: Outcome) -> Path | None:
        """Save the photo with numbered boxes, where asked for; the file's path."""
        if self.image is None or outcome.reading is None:
            return None
        path = self.image
        if self.several:
            path = path / f"{Path(picture.name).stem}.hupai.jpg"
        data = outcome.reading.draw(picture).encode(path.suffix)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise UserError(
                "cannot_save",
                Words(
                    f"无法写入 {str(path)!r}（{error.strerror}）：请换一个文件名或文件夹。",
                    f"{str(path)!r} cannot be written ({error.strerror}): "
                    "choose another name or folder.",
                ),
            ) from error
        return path

    def show(self, outcome: Outcome, saved: Path | None = None) -> int:
        """Print a result; the exit status it deserves."""
        if self.as_json:
            print(json.dumps(outcome.to_json(), ensure_ascii=False))
        else:
            print_outcome(outcome, saved, self.language)
        return SETTLED if outcome.is_settled else UNSETTLED

    def show_error(self, photo: str, error: UserError) -> int:
        """One line on standard error, and with `--json` an object in the photo's place."""
        print(error.words.in_language(self.language), file=sys.stderr)
        if self.as_json:
            print(json.dumps(refused_json(photo, error), ensure_ascii=False))
        return BAD_INPUT
