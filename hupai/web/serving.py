"""Starts the server and tells people how to reach it."""

import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from rich.console import Console
from rich.markup import escape

from hupai.language import LANGUAGES, current
from hupai.web.access import new_pin
from hupai.web.addresses import certificate, lan_addresses, qr_code
from hupai.web.app import create_app
from hupai.web.connections import MOST_CONNECTIONS, GuardedConnection
from hupai.web.settings import Settings, default_data_folder
from scoring.words import UserError, Words
from vision.reading import read
from vision.recognizer import Recognizer

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Plan:
    """What a person asked for on the command line."""

    port: int
    lan: bool = False
    https: bool = False
    data: Path | None = None
    workers: int = 1


def run(plan: Plan, language: str | None) -> None:
    """Serve until Ctrl+C. Raises `UserError` where the port or the data folder cannot be used."""
    said = Console(highlight=False)
    speech = language if language in LANGUAGES else current()
    addresses = lan_addresses() if plan.lan else []
    folder = plan.data or default_data_folder()
    settings = Settings(folder, new_pin() if plan.lan else None, plan.https, plan.workers)
    recognizer = Recognizer()
    try:
        app = create_app(settings, lambda picture: read(picture, recognizer))
        files = certificate(folder / "certificate", addresses) if plan.https else None
    except OSError as error:
        raise _bad_folder(folder, error) from error
    with listen(plan) as listening:
        for line in greeting(plan, settings.pin, addresses):
            said.print(escape(line.in_language(speech)), soft_wrap=True)
        uvicorn.Server(configured(app, files)).run(sockets=[listening])


def configured(app: FastAPI, files: tuple[Path, Path] | None = None) -> uvicorn.Config:
    """How `app` is served; `files` are the certificate and its key, for HTTPS."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        http=GuardedConnection,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        ssl_certfile=files[0] if files else None,
        ssl_keyfile=files[1] if files else None,
    )


def listen(plan: Plan) -> socket.socket:
    """The socket to serve on. Raises `UserError` for a port that cannot be used."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        # Elsewhere this would let two servers share one port.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("0.0.0.0" if plan.lan else LOOPBACK, plan.port))
        # From here on browsers are kept waiting rather than refused while the server starts.
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise UserError(
            "port_in_use",
            Words(
                f"端口 {plan.port} 用不了（{error.strerror}）：请用 --port 换一个。",
                f"Port {plan.port} cannot be used ({error.strerror}): choose another with --port.",
            ),
        ) from error
    return listening


def greeting(plan: Plan, pin: str | None, addresses: list[str]) -> list[Words]:
    """What to print: the addresses, and for phones the PIN and a QR code."""
    scheme = "https" if plan.https else "http"
    if pin is None:
        here = f"{scheme}://localhost:{plan.port}/"
        return [Words(f"请打开 {here}（按 Ctrl+C 结束）", f"Open {here} (Ctrl+C ends it)")]
    urls = [f"{scheme}://{one}:{plan.port}/?pin={pin}" for one in addresses or ["localhost"]]
    lines = [
        Words(
            "手机连同一个网络，扫码或打开：",
            "On a phone in the same network, scan the code or open:",
        ),
        *(Words(url, url) for url in urls),
        Words(f"PIN：{pin}（按 Ctrl+C 结束）", f"PIN: {pin} (Ctrl+C ends it)"),
    ]
    code = qr_code(urls[0])
    if can_print(code):
        lines.append(Words(code, code))
    if plan.https:
        lines.append(
            Words(
                "证书是自制的：浏览器第一次会警告，请选“继续访问”。",
                "The certificate is self-made: the browser warns once; choose to go on.",
            )
        )
    else:
        lines.append(
            Words(
                "手机上要用实时相机，请加 --https；不加也可以用手机自带的相机拍照。",
                "For the live camera on phones add --https; "
                "without it the phone's own camera works.",
            )
        )
    return lines


def can_print(text: str) -> bool:
    """Whether the terminal's encoding has these letters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _bad_folder(folder: Path, error: OSError) -> UserError:
    return UserError(
        "bad_data_folder",
        Words(
            f"数据文件夹 {str(folder)!r} 用不了（{error.strerror}）：请用 --data 换一个。",
            f"The data folder {str(folder)!r} cannot be used ({error.strerror}): "
            "choose another with --data.",
        ),
    )
