"""The window: the live picture with boxes, the hand and score under it, and the keys."""

import os
import re
import subprocess
import sys
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from hupai.camera.watch import View
from hupai.report import COLUMN_WORDS
from hupai.settling import Outcome
from scoring.result import BothColumns
from scoring.words import UserError, Words
from vision.opencv import cv2

TITLE = "hupai"
WIDTHS = (960, 1280)
"""Pixels: pictures that are narrower or wider are shown larger or smaller."""
LINES = 5
"""Under the picture; the last one is for the keys."""
LINE = 34
MARGIN = 12
TEXT_SIZE = 22
WHITE, GREY, GREEN, YELLOW, RED = (
    *((255, 255, 255), (170, 170, 170), (120, 220, 120)),
    *((80, 210, 250), (110, 110, 255)),
)


class Key(Enum):
    """What a person can do."""

    SETTLE = "s"
    CORRECT = "c"
    SAVE = "p"
    QUIT = "q"


_CODES = {ord("s"): Key.SETTLE, 13: Key.SETTLE, ord("c"): Key.CORRECT, ord("p"): Key.SAVE}
_CODES |= {ord("q"): Key.QUIT, 27: Key.QUIT}
HELP = Words("s 结算   c 更正   p 保存   q 退出", "s settle   c correct   p save   q quit")
LOOKING = Words("等牌放稳……", "waiting until the hand lies still...")
NO_TILES = Words("看不到牌", "no tiles in sight")


def check_display() -> None:
    """Raises `UserError` where no window can be shown."""
    # Qt ends the whole process where it finds no display, so a process of its own tries it.
    test = f"import cv2; cv2.namedWindow({TITLE!r}); cv2.waitKey(1)"
    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        tried = subprocess.run([sys.executable, "-c", test], capture_output=True, timeout=60)
        if tried.returncode == 0:
            return
    raise UserError(
        "no_display",
        Words(
            "打不开窗口（没有显示器，或 OpenCV 是 headless 版）："
            "请加 --headless，结果按行输出 JSON。",
            "No window can be opened (no display, or a headless OpenCV): "
            "add --headless to get JSON lines instead.",
        ),
    )


class Window:
    """Shows views and tells which key was pressed. Use as a context manager."""

    def __init__(self, language: str) -> None:
        self._language = language
        # OpenCV has Chinese letters from version 5 on.
        self._font = cv2.FontFace("uni") if hasattr(cv2, "FontFace") else None
        if self._font is None:
            self._language = "en"

    def __enter__(self) -> "Window":
        cv2.namedWindow(TITLE, cv2.WINDOW_AUTOSIZE | cv2.WINDOW_GUI_NORMAL)
        return self

    def __exit__(self, *_: object) -> None:
        cv2.destroyAllWindows()

    def show(self, view: View, message: Words | None = None, milliseconds: int = 1) -> Key | None:
        """Show a view; the key that was pressed. A closed window counts as quitting."""
        cv2.imshow(TITLE, self.drawn(view, message))
        code = cv2.waitKey(milliseconds) & 0xFF
        if cv2.getWindowProperty(TITLE, cv2.WND_PROP_VISIBLE) < 1:
            return Key.QUIT
        return _CODES.get(code)

    def drawn(self, view: View, message: Words | None = None) -> NDArray[np.uint8]:
        """What the window shows: the picture with its boxes, and lines of text below."""
        pixels = view.reading.draw(view.picture).pixels
        width = int(np.clip(pixels.shape[1], *WIDTHS))
        if width != pixels.shape[1]:
            size = (width, round(pixels.shape[0] * width / pixels.shape[1]))
            how = cv2.INTER_AREA if width < pixels.shape[1] else cv2.INTER_LINEAR
            pixels = np.asarray(cv2.resize(pixels, size, interpolation=how), np.uint8)
        lines = [
            (text, colour)
            for words, colour in self._lines(view)
            for text in wrapped(words.in_language(self._language), width - 2 * MARGIN)
        ][: LINES - 1]
        last = (message or HELP).in_language(self._language)
        lines.append((last, YELLOW if message else GREY))
        panel = np.full((LINE * LINES + MARGIN, width, 3), 32, np.uint8)
        for number, (text, colour) in enumerate(lines):
            self._write(panel, text, (MARGIN, LINE * (number + 1) - 6), colour)
        return np.concatenate([pixels, panel])

    def _lines(self, view: View) -> list[tuple[Words, tuple[int, int, int]]]:
        hand = view.reading.hand.text
        if not hand:
            return [(NO_TILES, GREY)]
        if view.outcome is None:
            return [(Words(hand, hand), GREY), (LOOKING, GREY)]
        return outcome_lines(view.outcome)

    def _write(
        self, panel: NDArray[np.uint8], text: str, place: tuple[int, int], colour: tuple[int, ...]
    ) -> None:
        if self._font is None:
            cv2.putText(panel, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.65, colour, 1, cv2.LINE_AA)
        else:
            cv2.putText(panel, text, place, colour, self._font, TEXT_SIZE)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines that are about `width` pixels wide; Chinese breaks anywhere.

    >>> wrapped("waiting until it lies still", 200)
    ['waiting until ', 'it lies still']
    """
    lines, room = [""], float(width)
    for piece in re.findall(r"[!-~]+ *|.", text):
        wide = sum(TEXT_SIZE if letter > "\u2e80" else TEXT_SIZE * 0.56 for letter in piece)
        if wide > room and lines[-1]:
            lines.append("")
            room = width
        lines[-1] += piece
        room -= wide
    return lines


def outcome_lines(outcome: Outcome) -> list[tuple[Words, tuple[int, int, int]]]:
    """Hand, then what is wrong or who gains what: three lines."""
    hand = outcome.hand.text or "-"
    lines = [(Words(hand, hand), WHITE)]
    if outcome.problems:
        return [*lines, *((problem.words, RED) for problem in outcome.problems[:2])]
    doubts = () if outcome.reading is None or outcome.written else outcome.reading.doubtful
    if doubts:
        numbers = ", ".join(map(str, doubts))
        lines.append((Words(f"请核对 {numbers}", f"please check {numbers}"), YELLOW))
    lines += [(words, GREEN) for words in payment_lines(outcome)]
    return lines[:3]


def payment_lines(outcome: Outcome) -> list[Words]:
    """What the four seats gain or pay, a line a way of winning."""
    payments = outcome.score.payments
    if payments is None:
        return [Words("没有胡", "not a winning hand")]
    if not isinstance(payments, BothColumns):
        return [_amounts(Words("", ""), payments)]
    rows = [_amounts(COLUMN_WORDS["self_draw"], payments.self_draw)]
    for seat, amounts in payments.discard:
        rows.append(_amounts(Words(f"座位 {seat} 放炮", f"discard by seat {seat}"), amounts))
    return rows


def _amounts(name: Words, amounts: tuple[int, ...]) -> Words:
    seats = "   ".join(f"{seat}: {amount:+d}" for seat, amount in enumerate(amounts))
    return Words(f"{name.zh}  座位 {seats}".strip(), f"{name.en}  seats {seats}".strip())
