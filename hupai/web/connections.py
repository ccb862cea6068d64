"""Connections that may not linger: uvicorn itself waits for a request's headers for ever."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 256
MOST_CONNECTIONS_EACH = 64
"""Of one address. Browsers open six, and one for each tab that watches an evening."""
HEADER_TIME = 10.0
"""Seconds in which the headers of a request must have come."""


class GuardedConnection(H11Protocol):
    """An HTTP connection that is closed when it sends no whole request header within
    `HEADER_TIME`, or when its address has too many already. What comes after the headers is
    bounded by `BodyLimit`, the pause between two requests by uvicorn's keep-alive."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._deadline is None:
            self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_one_too_many(self) -> bool:
        address = self.client[0] if self.client else ""
        own = [one for one in self.connections if isinstance(one, GuardedConnection)]
        same = [one for one in own if one.client and one.client[0] == address]
        return len(same) > MOST_CONNECTIONS_EACH or len(own) > MOST_CONNECTIONS

    def _wait_for_headers(self) -> None:
        self._deadline = self.loop.call_later(HEADER_TIME, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
