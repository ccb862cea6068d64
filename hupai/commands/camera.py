"""`hupai camera`: the table live, scored when the hand lies still."""

import json
from pathlib import Path
from typing import Annotated

import typer

from hupai.commands.options import Circumstances, Language, Rules, SelfDraw
from hupai.language import say, spoken
from hupai.settling import DEFAULT_RULES, Request


def camera(
    source: Annotated[
        str | None,
        typer.Option(
            metavar="N|URL|FILE",
            help=say(
                "摄像头编号、网址或视频文件（默认：找到的第一个摄像头）",
                "A camera's number, a URL or a video file (by default the first camera found).",
            ),
        ),
    ] = None,
    headless: Annotated[
        bool,
        typer.Option(
            "--headless",
            help=say(
                "不开窗口：牌放稳时输出一行 JSON",
                "No window: a line of JSON whenever a hand lies still.",
            ),
        ),
    ] = False,
    self_draw: SelfDraw = False,
    circumstances: Circumstances = "",
    rules: Rules = DEFAULT_RULES,
    save_to: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help=say("照片存到哪个文件夹", "The folder that photos are saved to.")
        ),
    ] = Path("out"),
    language: Language = None,
) -> None:
    """Watch the table until the user quits or the source ends."""
    # OpenCV and the networks are slow to load, and `hupai --help` needs neither.
    from hupai.camera.live import Live, run_headless
    from hupai.camera.sources import open_source
    from hupai.camera.window import check_display
    from vision.recognizer import Recognizer

    speech = spoken(language)
    request = Request.parse(
        "; ".join([part for part in (circumstances, "self_draw" * self_draw) if part]), rules
    )
    opened = open_source(source, paced=not headless)
    if headless:
        for outcome in run_headless(opened, request, Recognizer()):
            print(json.dumps(outcome.to_json(), ensure_ascii=False), flush=True)
    else:
        check_display()
        Live(opened, request, Recognizer(), save_to, speech).run()
