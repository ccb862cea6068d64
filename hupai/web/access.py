"""The PIN that a phone of the local network must show before it sees the page."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hupai.web.errors import error_response
from hupai.web.guards import client_address
from scoring.words import Words

COOKIE = "hupai"
"""Tells browsers apart, and behind a PIN says that it was shown."""
PIN_LENGTH = 8
_OPEN_PATHS = ("/static/css/",)
_LONGEST_WAIT = 300.0
_REMEMBERED = 10_000


def new_pin() -> str:
    """A random PIN of digits."""
    return "".join(secrets.choice("0123456789") for _ in range(PIN_LENGTH))


class SlowDown:
    """Makes an address that guesses wait: 1 s after the third wrong PIN, then twice as long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Seconds until `address` may try again; 0 when it may now."""
        _, until = self._failures.get(address, (0, 0.0))
        return max(0.0, until - self._clock())

    def failed(self, address: str) -> None:
        """Note one wrong PIN."""
        count = self._failures.pop(address, (0, 0.0))[0] + 1
        pause = min(_LONGEST_WAIT, 2.0 ** (count - 3)) if count >= 3 else 0.0
        self._failures[address] = (count, self._clock() + pause)
        while len(self._failures) > _REMEMBERED:
            self._failures.popitem(last=False)

    def succeeded(self, address: str) -> None:
        self._failures.pop(address, None)


class Access:
    """Lets in browsers whose cookie says that they showed the PIN, and takes the PIN."""

    def __init__(
        self, app: ASGIApp, pin: str | None, secure: bool, slow_down: SlowDown | None = None
    ) -> None:
        self.app = app
        self.pin = pin
        self.secure = secure
        self.slow_down = slow_down or SlowDown()
        self._key = secrets.token_bytes(32)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        cookie = HTTPConnection(scope).cookies.get(COOKIE, "")
        client = self._client(cookie)
        if client is not None and self.pin is not None and b"pin=" in scope["query_string"]:
            await RedirectResponse("/", 303)(scope, receive, send)
        elif client is not None:
            scope["client_id"] = client
            await self.app(scope, receive, send)
        elif scope["path"].startswith(_OPEN_PATHS):
            await self.app(scope, receive, send)
        elif self.pin is None:
            await self._welcome(scope, receive, send)
        else:
            await self._ask(scope)(scope, receive, send)

    def _client(self, cookie: str) -> str | None:
        """The browser that a cookie of ours names; None for any other cookie."""
        client, _, seal = cookie.partition(".")
        # As bytes: text may hold letters that `compare_digest` does not take.
        genuine = hmac.compare_digest(seal.encode(), self._seal(client).encode())
        return client if client and genuine else None

    def _seal(self, client: str) -> str:
        return hmac.new(self._key, client.encode(), "sha256").hexdigest()

    def _set_cookie(self, response: Response) -> None:
        client = secrets.token_urlsafe(12)
        value = f"{client}.{self._seal(client)}"
        response.set_cookie(
            COOKIE, value, httponly=True, samesite="strict", secure=self.secure, path="/"
        )

    async def _welcome(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Without a PIN every browser is let in; a page gets the cookie that tells it apart."""
        scope["client_id"] = client_address(scope)
        if scope["path"] != "/":
            await self.app(scope, receive, send)
            return
        holder = Response()
        self._set_cookie(holder)

        async def with_cookie(message: object) -> None:
            assert isinstance(message, dict)
            if message["type"] == "http.response.start":
                cookie = (b"set-cookie", holder.headers["set-cookie"].encode())
                message = {**message, "headers": [*message["headers"], cookie]}
            await send(message)

        await self.app(scope, receive, with_cookie)

    def _ask(self, scope: Scope) -> Response:
        """The answer to a browser without the cookie: a way in, a refusal, or the question."""
        address = client_address(scope)
        shown = parse_qs(scope["query_string"].decode("latin-1")).get("pin")
        wait = self.slow_down.wait(address)
        if wait > 0:
            return _refusal(scope, 429, _wait_words(wait), {"Retry-After": str(int(wait) + 1)})
        if shown is None:
            return _refusal(scope, 401, _QUESTION)
        assert self.pin is not None
        if not hmac.compare_digest(_digest(shown[0]), _digest(self.pin)):
            self.slow_down.failed(address)
            return _refusal(scope, 403, _WRONG)
        self.slow_down.succeeded(address)
        # The address without the PIN, so that nobody passes it on by copying the address.
        response = RedirectResponse("/", 303)
        self._set_cookie(response)
        return response


def _digest(text: str) -> bytes:
    """Of one length whatever the text, so that the time a comparison takes tells nothing."""
    return hashlib.sha256(text.encode()).digest()


_QUESTION = Words("请输入 PIN（在电脑屏幕上）", "Enter the PIN shown on the computer's screen")
_WRONG = Words("PIN 不对，请再试。", "That PIN is wrong: try again.")


def _wait_words(seconds: float) -> Words:
    whole = int(seconds) + 1
    return Words(f"错得太多次：请等 {whole} 秒再试。", f"Too many wrong PINs: wait {whole} s.")


def _refusal(
    scope: Scope, status: int, words: Words, headers: dict[str, str] | None = None
) -> Response:
    if "text/html" not in Headers(scope=scope).get("accept", ""):
        return error_response("pin_needed", words, status, headers)
    # The words are our own; nothing that a visitor sent is in this page.
    page = f"""<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>hupai</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/css/base.css"></head><body class="gate"><main>
<h1>胡牌 hupai</h1><p>{words.zh}</p><p lang="en">{words.en}</p>
<form action="/" method="get"><label for="pin">PIN</label>
<input id="pin" name="pin" inputmode="numeric" autocomplete="off" maxlength="{PIN_LENGTH}"
 pattern="[0-9]*" required autofocus><button class="primary">OK</button></form>
</main></body></html>"""
    return HTMLResponse(page, status, headers)
