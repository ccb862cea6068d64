"""`hupai rules`: the rule sets, what is in one, and a table of hands checked against rules."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from hupai.language import LANGUAGES, current, say
from scoring.catalogue import Option, items, options, value_text
from scoring.ruleset import RuleSet
from scoring.table import Checked, check_rows, read_table
from scoring.words import UserError

AGREES, DIFFERS, BAD_INPUT = 0, 1, 2

app = typer.Typer(
    invoke_without_command=True,
    help=say("各套规则：列出、细看、用牌例核对。", "The rule sets: list, show, check."),
)

Language = Annotated[
    str,
    typer.Option(
        "--lang", metavar="|".join(LANGUAGES), help=say("语言", "Language."), default_factory=current
    ),
]


def _console() -> Console:
    return Console(soft_wrap=True, highlight=False)


def _fail(error: UserError, language: str) -> typer.Exit:
    Console(stderr=True, soft_wrap=True, highlight=False).print(
        error.words.in_language(language), markup=False
    )
    return typer.Exit(BAD_INPUT)


def _said(language: str, zh: str, en: str) -> str:
    return zh if language == "zh" else en
