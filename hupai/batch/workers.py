"""The local engine: one process a core, each with its own networks on one thread.

Processes, because reading and scoring hold Python's lock; one thread each, because networks
that all use all cores only get into each other's way. While one photo is in the network, others
are decoded and scored, and the next ones are read from the disk.
"""

import multiprocessing
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from hupai.batch.record import Job, Record, worker_died
from scoring.words import UserError

Task = tuple[Job, bytes]
Work = Callable[[Job, bytes], Record]

DEPTH = 2
"""Photos that a worker has in hand: one in work and the next."""
READY = "ready"
"""What a worker sends when its networks are loaded."""
ATTEMPTS = 2
"""A photo whose worker dies is tried again by another, in case the death was not its fault."""
MAX_SECONDS = 300.0
"""A worker that sits on one photo for longer is ended."""


class Maker(Protocol):
    """Something that can be sent to a worker, and makes the work there."""

    def scorer(self) -> Work:
        """The work."""


def score_locally(
    tasks: Iterable[Task],
    maker: Maker,
    workers: int,
    refuse: Callable[[Job, UserError], Record],
    max_seconds: float = MAX_SECONDS,
) -> Generator[tuple[Job, Record], None, None]:
    """Score `tasks` with that many processes; records come as they are ready, in any order.

    A photo whose worker dies or hangs twice gets the record that `refuse` makes of the error.
    Raises `UserError` where a worker cannot start.
    """
    pool = _Pool(maker, workers, refuse, max_seconds)
    try:
        yield from pool.run(ahead(tasks, workers * DEPTH))
    finally:
        pool.stop()


class _Worker:
    """One process, and the tasks that it has in hand, oldest first."""

    def __init__(self, maker: Maker) -> None:
        # Not forked: a copy of a process with threads may hang, and would hold the pipes open.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, maker), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[Task] = deque()
        self.busy_since = time.monotonic()
        self._ready = False

    def give(self, task: Task) -> None:
        if not self.tasks:
            self.busy_since = time.monotonic()
        self.tasks.append(task)
        self.pipe.send(task)

    def take(self) -> tuple[Job, Record] | None:
        """The next finished record; None where the worker has just started.

        Raises EOFError or OSError where the worker is dead, `UserError` where it cannot start.
        """
        answer = self.pipe.recv()
        self.busy_since = time.monotonic()
        if answer == READY:
            self._ready = True
            return None
        if not isinstance(answer, Record):
            raise UserError(*answer)
        job, _ = self.tasks.popleft()
        return job, answer

    def hangs(self, seconds: float) -> bool:
        """Whether it sits on one photo for longer than that."""
        return self._ready and bool(self.tasks) and time.monotonic() - self.busy_since > seconds

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Pool:
    def __init__(
        self,
        maker: Maker,
        size: int,
        refuse: Callable[[Job, UserError], Record],
        max_seconds: float,
    ) -> None:
        self._maker, self._size, self._refuse = maker, size, refuse
        self._max_seconds = max_seconds
        self._workers: list[_Worker] = []
        self._again: deque[Task] = deque()
        self._failures: dict[int, int] = {}

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Job, Record]]:
        exhausted = False
        while True:
            while not exhausted or self._again:
                worker = self._idle()
                if worker is None:
                    break
                task = self._again.popleft() if self._again else next(tasks, None)
                if task is None:
                    exhausted = True
                else:
                    yield from self._give(worker, task)
            if not self._again and not any(worker.tasks for worker in self._workers):
                return
            yield from self._finished()

    def stop(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _idle(self) -> _Worker | None:
        """A worker with room for a task: a free one, a new one, or the one with fewest tasks."""
        least = min(self._workers, key=lambda worker: len(worker.tasks), default=None)
        if (least is None or least.tasks) and len(self._workers) < self._size:
            least = _Worker(self._maker)
            self._workers.append(least)
        return least if least is not None and len(least.tasks) < DEPTH else None

    def _give(self, worker: _Worker, task: Task) -> Iterator[tuple[Job, Record]]:
        try:
            worker.give(task)
        except OSError:
            yield from self._bury(worker)

    def _finished(self) -> Iterator[tuple[Job, Record]]:
        """What is ready now, after waiting for the first."""
        ready = wait([worker.pipe for worker in self._workers], timeout=1.0)
        for worker in list(self._workers):
            if worker.pipe in ready:
                try:
                    if (answer := worker.take()) is not None:
                        yield answer
                except (EOFError, OSError):
                    yield from self._bury(worker)
            elif worker.hangs(self._max_seconds):
                yield from self._bury(worker)

    def _bury(self, worker: _Worker) -> Iterator[tuple[Job, Record]]:
        """A worker died or hangs: its photo is tried again or refused, the others go on."""
        worker.end()
        self._workers.remove(worker)
        tasks = list(worker.tasks)
        if not tasks:
            return
        job = tasks[0][0]
        self._failures[job.index] = self._failures.get(job.index, 0) + 1
        if self._failures[job.index] >= ATTEMPTS:
            yield job, self._refuse(job, worker_died(job.name))
            tasks = tasks[1:]
        self._again.extend(tasks)


def _serve(pipe: "Connection[Any, Any]", maker: Maker) -> None:
    """A worker's life: take a task, do it, send the record, until the pipe closes."""
    # Ctrl-C is the main process's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        work = maker.scorer()
    except UserError as error:
        pipe.send((error.name, error.words))
        return
    pipe.send(READY)
    tasks: queue.Queue[Task | None] = queue.Queue()
    # Tasks are received as they come, so that the sender never waits for a photo to be done.
    threading.Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    while (task := tasks.get()) is not None:
        try:
            pipe.send(work(*task))
        except OSError:  # the main process is gone
            return


def _receive(pipe: "Connection[Any, Any]", tasks: "queue.Queue[Task | None]") -> None:
    try:
        while True:
            tasks.put(pipe.recv())
    except (EOFError, OSError):
        tasks.put(None)


def ahead(items: Iterable[Task], depth: int) -> Iterator[Task]:
    """The same items, taken from their source by a thread up to `depth` ahead."""
    ready: queue.Queue[Task | BaseException | None] = queue.Queue(maxsize=depth)

    def fill() -> None:
        try:
            for item in items:
                ready.put(item)
            ready.put(None)
        except BaseException as error:  # handed over, to be raised where the items are used
            ready.put(error)

    threading.Thread(target=fill, daemon=True).start()
    while (item := ready.get()) is not None:
        if isinstance(item, BaseException):
            raise item
        yield item
