"""Turns at the detector: fair between clients, bounded, and sure to go on."""

import asyncio
import threading

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")

from hupai.web.turns import BusyError, Turns


def test_a_client_with_many_photos_does_not_hold_up_the_others() -> None:
    order: list[str] = []
    gate = threading.Event()

    async def run() -> None:
        turns = Turns(workers=1, waiting=64, waiting_each=64, patience=10)

        def work(name: str) -> None:
            gate.wait(5)
            order.append(name)

        async def one(client: str, name: str) -> None:
            await turns.run(client, lambda: work(name))

        greedy = [asyncio.create_task(one("greedy", f"greedy {n}")) for n in range(5)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(one(f"client {n}", f"client {n}")) for n in range(3)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*greedy, *others)
        turns.close()

    asyncio.run(run())
    assert set(order[:5]) == {"greedy 0", "greedy 1", "client 0", "client 1", "client 2"}


@pytest.mark.parametrize(("waiting", "each"), [(2, 64), (64, 2)])
def test_too_many_waiting_photos_are_refused(waiting: int, each: int) -> None:
    async def run() -> list[object]:
        gate = threading.Event()
        turns = Turns(workers=1, waiting=waiting, waiting_each=each, patience=10)
        tasks = [asyncio.create_task(turns.run("me", lambda: gate.wait(5))) for _ in range(5)]
        while sum(task.done() for task in tasks) < 2:
            await asyncio.sleep(0)
        gate.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        turns.close()
        return results

    results = asyncio.run(run())
    assert [type(one) for one in results].count(BusyError) == 2
    assert results.count(True) == 3


def test_who_waits_too_long_is_told_and_the_place_is_not_lost() -> None:
    async def run() -> str:
        gate = threading.Event()
        turns = Turns(workers=1, waiting=9, waiting_each=9, patience=0.05)
        first = asyncio.create_task(turns.run("a", lambda: gate.wait(5)))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await turns.run("b", lambda: None)
        gate.set()
        await first
        answer = await turns.run("b", lambda: "done")
        turns.close()
        return answer

    assert asyncio.run(run()) == "done"


def test_a_failure_frees_the_place() -> None:
    async def run() -> str:
        turns = Turns(workers=1, waiting=9, waiting_each=9, patience=5)
        with pytest.raises(ZeroDivisionError):
            await turns.run("a", lambda: 1 // 0)
        answer = await turns.run("a", lambda: "done")
        turns.close()
        return answer

    assert asyncio.run(run()) == "done"
