"""Which of the two languages to speak."""

import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

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


def say(zh: str, en: str) -> str:
    """One of the two texts, in the language of this process's command line."""
    return zh if current() == "zh" else en
