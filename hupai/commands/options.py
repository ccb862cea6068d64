"""Options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

from hupai.language import LANGUAGES, say

SelfDraw = Annotated[bool, typer.Option("--self-draw", help=say("自摸", "Won by self-draw."))]
Circumstances = Annotated[
    str,
    typer.Option(
        metavar="TEXT",
        help=say(
            "其他情况，例如 “winner=1; last_tile; codes=3m1s2pN”",
            "Anything else, e.g. 'winner=1; last_tile; codes=3m1s2pN'.",
        ),
    ),
]
Rules = Annotated[
    str,
    typer.Option(metavar="NAME|FILE", help=say("规则名或规则文件", "Rule set or rule file.")),
]
DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar="HUPAI_DATA",
        help=say("数据放在哪个文件夹", "The folder in which evenings and corrections are kept."),
    ),
]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LANGUAGES), help=say("语言", "Language.")),
]
