"""What stands before the page: security headers, who may ask, and how much a request may send."""

import asyncio
import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hupai.web.errors import error_response
from hupai.web.turns import BusyError
from scoring.words import Words

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_FOREIGN = Words(
    "请求来自别的网站，已拒绝：请直接打开本页面。",
    "The request comes from another site and was refused: open the page itself.",
)


class SecurityHeaders:
    """Adds `SECURITY_HEADERS` to every answer; answers of the API are not kept by browsers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self.app(scope, receive, with_headers)


class SameSite:
    """Refuses what another site makes a browser send, and on loopback any foreign host name.

    Without the second check a site whose name is made to point at 127.0.0.1 could read the page.
    """

    def __init__(self, app: ASGIApp, loopback: bool) -> None:
        self.app = app
        self.loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._allowed(scope):
            await error_response("foreign_request", _FOREIGN, 403)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _allowed(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.loopback and not is_loopback(host):
            return False
        if scope["method"] in _SAFE_METHODS:
            return True
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc == host


def is_loopback(host: str) -> bool:
    """Whether a Host header (`localhost:8770`, `[::1]`) names this machine itself.

    >>> is_loopback("127.0.0.1:8770"), is_loopback("[::1]:80"), is_loopback("evil.example")
    (True, True, False)
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class BodyLimit:
    """Refuses bodies over `size` bytes, those that take longer than `seconds` to arrive, and
    more than `together` bytes of all requests at a time, so that memory stays bounded."""

    def __init__(self, app: ASGIApp, size: int, together: int, seconds: float) -> None:
        self.app = app
        self.size = size
        self.together = together
        self.seconds = seconds
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        announced = self._announced(scope)
        if announced > self.size:
            await self._refuse(scope, receive, send)
        elif self._held + announced > self.together:
            busy = BusyError()
            headers = {"Connection": "close", "Retry-After": "3"}
            await error_response(busy.name, busy.words, 503, headers)(scope, receive, send)
        else:
            self._held += announced
            try:
                await self._pass_on(scope, receive, send)
            finally:
                self._held -= announced

    def _announced(self, scope: Scope) -> int:
        """How many bytes a request says that it sends; the most allowed where it does not say."""
        length = Headers(scope=scope).get("content-length")
        if length is None:
            return self.size if "transfer-encoding" in Headers(scope=scope) else 0
        return int(length) if length.isdigit() else self.size + 1

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await asyncio.wait_for(self._body(receive), self.seconds)
        except TimeoutError:
            await error_response("too_slow", _TOO_SLOW, 408)(scope, receive, send)
            return
        if body is None:
            await self._refuse(scope, receive, send)
        else:
            await self.app(scope, _replay(body, receive), send)

    async def _body(self, receive: Receive) -> bytearray | None:
        """The whole body; None when it is longer than announced and allowed."""
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self.size:
                return None
            if message["type"] == "http.disconnect" or not message.get("more_body"):
                return body

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = self.size / 1e6
        words = Words(
            f"上传的内容超过 {limit:.0f} MB：请用小一些的照片。",
            f"The upload is larger than {limit:.0f} MB: use a smaller photo.",
        )
        # The rest of the body is not worth reading, so the connection goes with the answer.
        headers = {"Connection": "close"}
        await error_response("too_large", words, 413, headers)(scope, receive, send)


_TOO_SLOW = Words("上传太慢，已中断：请再试一次。", "The upload took too long: please try again.")


def _replay(body: bytearray, receive: Receive) -> Receive:
    """A receive channel that hands out `body` once, then what the real one brings."""
    waiting = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
