"""Phones that watch an evening and hear at once when it changes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from scoring.words import UserError, Words

MOST_WATCHERS = 64
HEARTBEAT = 15.0
"""Seconds. Proxies and phones drop connections that stay silent."""


class Watchers:
    """Who watches which evening. Used from the event loop only."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Queue[str]]] = {}

    def tell(self, evening: str, version: int) -> None:
        """Let all who watch `evening` know its newest version."""
        self._send(evening, _changed(version))

    def move(self, evening: str) -> None:
        """Let all who watch `evening` know that a new one has begun."""
        self._send(evening, "event: moved\ndata: newest\n\n")

    def _send(self, evening: str, event: str) -> None:
        for queue in self._waiting.get(evening, ()):
            # A slow phone needs only the newest event.
            with suppress(asyncio.QueueEmpty):
                queue.get_nowait()
            queue.put_nowait(event)

    def watch(self, evening: str, version: int) -> AsyncIterator[str]:
        """Server-sent events: the version now, and again with each change.

        Raises `UserError` when too many watch already.
        """
        if sum(map(len, self._waiting.values())) >= MOST_WATCHERS:
            raise UserError(
                "busy", Words("看的人太多了：请关掉几个页面。", "Too many pages are watching.")
            )
        return self._events(evening, version)

    async def _events(self, evening: str, version: int) -> AsyncIterator[str]:
        queue: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
        queue.put_nowait(_changed(version))
        self._waiting.setdefault(evening, set()).add(queue)
        try:
            while True:
                try:
                    yield await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self._waiting[evening].discard(queue)
            if not self._waiting[evening]:
                del self._waiting[evening]


def _changed(version: int) -> str:
    return f"event: changed\ndata: {version}\n\n"
