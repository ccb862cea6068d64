"""`hupai serve`: the page, on this machine or for the phones around the table."""

import importlib.util
from typing import Annotated

import typer

from hupai.commands.options import DataFolder, Language
from hupai.language import say
from scoring.words import UserError, Words

PORT = 8770


def serve(
    port: Annotated[
        int, typer.Option(metavar="N", min=1, max=65535, help=say("端口", "The port to listen on."))
    ] = PORT,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan",
            help=say(
                "让同一网络里的手机也能打开（要 PIN）",
                "Serve the phones of the local network too, behind a PIN.",
            ),
        ),
    ] = False,
    https: Annotated[
        bool,
        typer.Option(
            "--https",
            help=say(
                "用自制证书开 HTTPS：手机浏览器只在 HTTPS 下给用实时相机",
                "HTTPS with a self-made certificate: phones allow the live camera only then.",
            ),
        ),
    ] = False,
    data: DataFolder = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=16, help=say("同时识别几张照片", "Photos read at once.")
        ),
    ] = 1,
    language: Language = None,
) -> None:
    """Serve the page until Ctrl+C."""
    check_web_extra()
    # The web libraries are an extra, and slow to import.
    from hupai.web.serving import Plan, run

    run(Plan(port, lan, https, data, workers), language)


def check_web_extra() -> None:
    """Raises `UserError` where the extra `web` is not installed."""
    for module in ("fastapi", "uvicorn", "segno", "platformdirs", "python_multipart"):
        if importlib.util.find_spec(module) is None:
            raise UserError(
                "web_extra_missing",
                Words(
                    "网页还缺几个库：请运行 pip install 'hupai[web]'。",
                    "The page needs a few more libraries: run pip install 'hupai[web]'.",
                ),
            )
