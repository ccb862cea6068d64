"""Turns at the detector: a few at once, each client in its turn, and never too many waiting."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from scoring.words import UserError, Words

T = TypeVar("T")


class BusyError(UserError):
    """Too many photos are waiting, or one waited too long."""

    def __init__(self) -> None:
        super().__init__(
            "busy",
            Words(
                "现在照片太多，排不过来：请等几秒再试。",
                "Too many photos are waiting: try again in a few seconds.",
            ),
        )


class Turns:
    """Runs work in threads, `workers` at once. Clients take turns, so that one who sends many
    photos does not keep the others waiting."""

    def __init__(self, workers: int, waiting: int, waiting_each: int, patience: float) -> None:
        self.waiting = waiting
        self.waiting_each = waiting_each
        self.patience = patience
        self._free = workers
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="reading")

    async def run(self, client: str, work: Callable[[], T]) -> T:
        """The result of `work`, once it is the turn of `client`. Raises `BusyError`."""
        await self._turn(client)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        # The thread cannot be stopped, so the place is free only when it has ended.
        running.add_done_callback(lambda _: self._release())
        return await asyncio.shield(running)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        queue = self._queues.setdefault(client, deque())
        total = sum(map(len, self._queues.values()))
        if len(queue) >= self.waiting_each or total >= self.waiting:
            raise BusyError
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(ticket)
        try:
            await asyncio.wait_for(asyncio.shield(ticket), self.patience)
        except TimeoutError:
            self._give_up(ticket)
            raise BusyError from None
        except asyncio.CancelledError:
            self._give_up(ticket)
            raise

    def _give_up(self, ticket: asyncio.Future[None]) -> None:
        if ticket.done():
            self._release()
        else:
            ticket.cancel()

    def _release(self) -> None:
        """Give the place to the client whose turn it is."""
        while self._queues:
            client, queue = self._queues.popitem(last=False)
            ticket = queue.popleft() if queue else None
            if queue:
                self._queues[client] = queue
            if ticket is not None and not ticket.done():
                ticket.set_result(None)
                return
        self._free += 1
