"""Which of the two languages to speak."""

import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

from scoring.words import UserError, Words

LANGUAGES = ("zh", "en")


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """`zh` or `en`: what `--lang` says, else `HUPAI_LANG`, else the system's own language.

    >>> chosen(["score", "--lang", "zh"], {}), chosen([], {"LANG": "zh_CN.UTF-8"}), chosen([], {})
    ('zh', 'zh', 'en')
    """
    for before, after in pairwise([*arguments, ""]):
        value = after if before == "--lang" else before.removeprefix("--lang=")
        if before.startswith("--lang") and value in LANGUAGES:
            return value
    for name in ("HUPAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "zh" if environment[name].startswith("zh") else "en"
    return "en"


def current() -> str:
    """The language of this process's command line."""
    return chosen(sys.argv[1:], os.environ)


def spoken(language: str | None) -> str:
    """The language of `--lang`, or of this process without it. Raises `UserError` for another."""
    if language is not None and language not in LANGUAGES:
        raise UserError(
            "unknown_language",
            Words(
                f"没有 {language!r} 这种语言：请用 zh 或 en。",
                f"{language!r} is no language here: use zh or en.",
            ),
        )
    return language or current()


def say(zh: str, en: str) -> str:
    """One of the two texts, in the language of this process's command line."""
    return zh if current() == "zh" else en
