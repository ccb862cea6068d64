"""The loop of the live view: frames, window and keys; or JSON lines without a window."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hupai.camera.correcting import Page
from hupai.camera.sources import Source
from hupai.camera.watch import View, Watch
from hupai.camera.window import Key, Window
from hupai.report import print_outcome
from hupai.settling import Outcome, Request
from scoring.words import UserError, Words
from vision.picture import Picture
from vision.recognizer import Recognizer


def run_headless(source: Source, request: Request, recognizer: Recognizer) -> Iterator[Outcome]:
    """Every hand once, when it lies still, until the source ends."""
    watch = Watch(source.name, request, recognizer.recognize)
    for frame in source.frames():
        view = watch.look(frame)
        if view.is_new and view.outcome is not None:
            yield view.outcome


@dataclass
class Live:
    """The live view in a window. folder: where photos are saved."""

    source: Source
    request: Request
    recognizer: Recognizer
    folder: Path
    language: str

    def __post_init__(self) -> None:
        self._watch = Watch(self.source.name, self.request, self.recognizer.recognize)
        self._page = Page(self.recognizer)

    def run(self) -> None:
        """Show frames until the source ends or the user quits."""
        view: View | None = None
        message: Words | None = None
        with Window(self.language) as window:
            for frame in self.source.frames():
                view = self._watch.look(frame)
                key = window.show(view, message)
                if key is Key.QUIT:
                    return
                if key is not None:
                    message = self._act(key, view, window)
                elif view.is_new:
                    message = None
            # A file ends, and its last picture stays until the user has seen it.
            while view is not None:
                key = window.show(view, message, milliseconds=50)
                if key is Key.QUIT:
                    return
                if key is not None:
                    message = self._act(key, view, window)

    def _act(self, key: Key, view: View, window: Window) -> Words | None:
        """Do what a key asks for; what to tell the user. What goes wrong is told, not raised."""
        try:
            if key is Key.CORRECT:
                return self._page.open(view.picture)
            if key is Key.SAVE:
                return self._save(view)
            return self._settle(view, window)
        except UserError as error:
            return error.words

    def _settle(self, view: View, window: Window) -> Words | None:
        """Print the whole score and hold the picture until a key is pressed."""
        outcome = view.outcome or self._watch.settle(view.picture)
        assert outcome.reading is not None
        print_outcome(outcome, None, self.language)
        held = View(view.picture, outcome.reading, outcome)
        hint = Words(
            "已结算，明细在终端里；按 s 继续",
            "Settled, with the reasons in the terminal; press s to go on",
        )
        while window.show(held, hint, milliseconds=50) is None:
            pass
        return None

    def _save(self, view: View) -> Words:
        """Save photo, numbered photo and result; where they are."""
        path = free_path(self.folder, "hand")
        save(path, view.picture, view.outcome or self._watch.settle(view.picture))
        return Words(f"已保存：{path}", f"Saved: {path}")


def free_path(folder: Path, name: str) -> Path:
    """The first of `hand-1.jpg`, `hand-2.jpg`... in `folder` that is not taken."""
    number = 1
    while (path := folder / f"{name}-{number}.jpg").exists():
        number += 1
    return path


def save(path: Path, picture: Picture, outcome: Outcome) -> None:
    """Write the photo to `path`, and beside it the numbered photo and the result as JSON.

    Raises `UserError` where that is not possible.
    """
    assert outcome.reading is not None
    files = {
        path: picture.encode(".jpg"),
        path.with_suffix(".hupai.jpg"): outcome.reading.draw(picture).encode(".jpg"),
        path.with_suffix(".json"): json.dumps(outcome.to_json(), ensure_ascii=False).encode(),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for target, data in files.items():
            target.write_bytes(data)
    except OSError as error:
        raise UserError(
            "cannot_save",
            Words(
                f"无法写入 {str(path)!r}（{error.strerror}）：请用 --save-to 换一个文件夹。",
                f"{str(path)!r} cannot be written ({error.strerror}): "
                "choose another folder with --save-to.",
            ),
        ) from error
