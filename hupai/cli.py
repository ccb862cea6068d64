"""The command line: one module a command, under `hupai/commands/`."""

import typer

from hupai.commands import corrections
from hupai.commands.batch import batch
from hupai.commands.camera import camera
from hupai.commands.evaluate import evaluate
from hupai.commands.rules import app as rules
from hupai.commands.score import score
from hupai.commands.serve import serve
from hupai.language import say

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    help=say(
        "胡牌：拍一张摊开的手牌，算出四家各得多少、各付多少。",
        "A photo of a revealed mahjong hand in; what each player gains or pays out.",
    ),
)


@app.callback()
def main() -> None:
    """Keeps the commands as sub-commands."""


app.command(
    help=say(
        "识别照片里的手牌（或用 --hand 写出手牌）并算分。",
        "Read the hand in each photo (or the one written with --hand) and score it.",
    )
)(score)
app.command(
    help=say(
        "用带答案的照片测量识别得有多准。",
        "Measure on labelled photos how often they are read right.",
    )
)(evaluate)
app.command(
    help=say(
        "打开网页：拍照、更正、算分、记一晚上的账。",
        "Open the page: photograph, correct, settle, keep the evening's score.",
    )
)(serve)
app.command(
    help=say(
        "给整个文件夹的照片算分，写出表格和报告；中断了可以接着算。",
        "Score folders of photos into tables and a report; goes on where it was stopped.",
    )
)(batch)
app.command(
    help=say(
        "摄像头对着牌桌：牌放稳就识别、算分。",
        "A camera over the table: the hand is read and scored when it lies still.",
    )
)(camera)
app.add_typer(rules, name="rules")
app.add_typer(corrections.app, name="corrections")
