"""Limits on what a request may send: size, time, and all requests together."""

import asyncio
import json
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")

from hupai.web.guards import BodyLimit

Parts = list[bytes | None]
"""The pieces of a body as they arrive; None stands for one that never comes."""


class Request:
    """A request sent to an ASGI application by hand."""

    def __init__(
        self, parts: Parts, announced: int | None = None, address: str = "192.0.2.1"
    ) -> None:
        self.parts = parts
        self.address = address
        length = sum(len(part or b"") for part in parts) if announced is None else announced
        self.headers = [(b"content-length", str(length).encode())]
        self.status = 0
        self.body = b""

    async def receive(self) -> dict[str, Any]:
        part = self.parts.pop(0)
        if part is None:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}

    async def send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    @property
    def error(self) -> str:
        return str(json.loads(self.body)["error"]["name"])


def limited(gate: asyncio.Event | None = None, together: int = 1000) -> BodyLimit:
    """An application that takes 100 bytes within 0.05 s and answers with their number."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert not message["more_body"]
        if gate is not None:
            await gate.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(len(message["body"])).encode()})

    return BodyLimit(app, size=100, together=together, seconds=0.05)


async def ask(app: BodyLimit, request: Request) -> Request:
    await app(
        {
            **{"type": "http", "method": "POST", "path": "/", "headers": request.headers},
            "client": (request.address, 1234),
        },
        request.receive,
        request.send,
    )
    return request


CASES: dict[str, tuple[Parts, int | None, int, str]] = {
    "whole": ([b"x" * 100], None, 200, ""),
    "in parts": ([b"x" * 40, b"x" * 40], None, 200, ""),
    "announced too large": ([b""], 101, 413, "too_large"),
    "larger than announced": ([b"x" * 60, b"x" * 60], 10, 413, "too_large"),
    "no number": ([b""], -1, 413, "too_large"),
    "too slow": ([b"x", None], 50, 408, "too_slow"),
}


@pytest.mark.parametrize(("parts", "announced", "status", "error"), CASES.values(), ids=CASES)
def test_size_and_time(parts: Parts, announced: int | None, status: int, error: str) -> None:
    request = asyncio.run(ask(limited(), Request(list(parts), announced)))
    assert request.status == status
    if error:
        assert request.error == error
    else:
        assert request.body == str(sum(len(part or b"") for part in parts)).encode()


def together(*addresses: str) -> list[Request]:
    """The answers to a request of each address, all of which the application holds until all are
    in, and to one more of the first address after that. There is room for 250 bytes."""

    async def run() -> list[Request]:
        gate = asyncio.Event()
        app = limited(gate, together=250)
        requests = [Request([b"x" * 60], address=one) for one in addresses]
        tasks = [asyncio.create_task(ask(app, one)) for one in requests]
        while not any(task.done() for task in tasks):
            await asyncio.sleep(0)
        gate.set()
        answers = await asyncio.gather(*tasks)
        answers.append(await ask(app, Request([b"x" * 60], address=addresses[0])))
        return answers

    return asyncio.run(run())


def test_all_bodies_together_are_bounded_and_room_comes_back() -> None:
    answers = together("a", "b", "c", "d", "e")
    assert [one.status for one in answers] == [200, 200, 200, 200, 503, 200]
    assert answers[4].error == "busy"


def test_one_address_gets_half_of_the_room() -> None:
    answers = together("a", "a", "a", "b", "b")
    assert [one.status for one in answers] == [200, 200, 503, 200, 200, 200]
