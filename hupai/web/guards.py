"""What stands before the page: which sites may ask, and how much a request may send."""

import asyncio
import ipaddress
from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hupai.web.errors import error_response
from hupai.web.turns import BusyError
from scoring.words import Words

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_FOREIGN = Words(
    "请求来自别的网站，已拒绝：请直接打开本页面。",
    "The request comes from another site and was refused: open the page itself.",
)


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
        return origin is None or (host != "" and origin.partition("://")[2] == host)


def is_loopback(host: str) -> bool:
    """Whether a Host header (`localhost:8770`, `[::1]`) names this machine itself.

    >>> is_loopback("127.0.0.1:8770"), is_loopback("[::1]:80"), is_loopback("evil.example")
    (True, True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost":
            return True
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def client_address(scope: Scope) -> str:
    """The address that a request comes from."""
    return scope["client"][0] if scope.get("client") else "unknown"


class BodyLimit:
    """Refuses bodies over `size` bytes, those that take longer than `seconds` to arrive, and
    more than `together` bytes of all requests at a time, so that memory stays bounded. One address
    gets half of that at most, so that its slow uploads do not keep the others out."""

    def __init__(self, app: ASGIApp, size: int, together: int, seconds: float) -> None:
        self.app = app
        self.size = size
        self.together = together
        self.seconds = seconds
        self._held: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        announced, address = self._announced(scope), client_address(scope)
        if announced > self.size:
            await self._refuse(scope, receive, send)
        elif not self._has_room(address, announced):
            busy = BusyError()
            headers = {"Connection": "close", "Retry-After": "3"}
            await error_response(busy.name, busy.words, 503, headers)(scope, receive, send)
        else:
            self._held[address] += announced
            try:
                await self._pass_on(scope, receive, send)
            finally:
                self._held[address] -= announced
                if not self._held[address]:
                    del self._held[address]

    def _has_room(self, address: str, announced: int) -> bool:
        together = self._held.total() + announced
        return together <= self.together and (self._held[address] + announced <= self.together // 2)

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
