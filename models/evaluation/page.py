"""A self-contained HTML page: the figures, and every photo that was read wrong, drawn."""

import base64
import html
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from models.evaluation.compare import PhotoResult
from models.evaluation.figures import named
from scoring.words import Words
from vision.picture import Picture

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: left }
tr { border-bottom: 1px solid #8884 } img { max-width: 100%; border-radius: .4rem }
code, h2 { overflow-wrap: anywhere } .silent { color: #c22 } section { margin: 2rem 0 }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e6e6e6 } }
"""


@dataclass(frozen=True, eq=False)
class WrongPhoto:
    """A photo that was read wrong: its result and the photo with numbered boxes."""

    result: PhotoResult
    drawn: Picture


def page(figures: dict[str, Any], wrong: Iterable[WrongPhoto], language: str) -> str:
    """The page as text."""
    title = Words("识别评测", "How often photos are read right").in_language(language)
    rows = "".join(
        f"<tr><th>{html.escape(words.in_language(language))}</th><td>{value}</td></tr>"
        for words, value in named(figures)
    )
    pairs = "".join(
        f"<tr><td>{html.escape(pair['is'])}</td><td>{html.escape(pair['read'])}</td>"
        f"<td>{pair['times']}</td></tr>"
        for pair in figures["confusions"]
    )
    confusions = Words("认错的牌", "Tiles read as another").in_language(language)
    heads = Words("是,读成,次数", "is,read as,times").in_language(language).split(",")
    head = "".join(f"<th>{name}</th>" for name in heads)
    sections = "".join(_section(one, language) for one in wrong)
    return (
        f"<!doctype html><html lang={language}><meta charset=utf-8><title>{title}</title>"
        "<meta name=viewport content='width=device-width'>"
        f"<style>{STYLE}</style><h1>{title}</h1><table>{rows}</table>"
        f"<details><summary>{confusions}</summary><table><tr>{head}</tr>{pairs}</table></details>"
        f"{sections}</html>"
    )


def _section(wrong: WrongPhoto, language: str) -> str:
    result = wrong.result
    silent = Words("没有提示", "not flagged").in_language(language)
    note = f" <b class=silent>{silent}</b>" if result.silently_wrong else ""
    image = base64.b64encode(wrong.drawn.encode(".jpg")).decode()
    truth, read = Words("应为,读成", "is,read as").in_language(language).split(",")
    return (
        f"<section><h2>{html.escape(result.file)}{note}</h2>"
        f"<p>{truth} <code>{html.escape(result.truth)}</code><br>"
        f"{read} <code>{html.escape(result.read)}</code></p>"
        f"<img alt='' src='data:image/jpeg;base64,{image}'></section>"
    )
