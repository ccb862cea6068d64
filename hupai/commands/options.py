"""Options that several commands take."""

from typing import Annotated

import typer

from hupai.language import LANGUAGES, say

SelfDraw = Annotated[bool, typer.Option("--self-draw", help=say("自摸", "Won by self-draw."))]
Rules = Annotated[
    str,
    typer.Option(metavar="NAME|FILE", help=say("规则名或规则文件", "Rule set or rule file.")),
]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LANGUAGES), help=say("语言", "Language.")),
]
