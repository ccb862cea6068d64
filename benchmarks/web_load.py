"""The page under load: clients that post photos one after the other, all at once.

    python -m benchmarks.web_load [--clients 16] [--seconds 60] [--photo samples/all-pons.jpg]

Starts `hupai serve` by itself and prints how many photos were read, by the luckiest and the
unluckiest client, the waiting times, what a light request took meanwhile, and the memory.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[1]
PORT = 8799


@dataclass
class Results:
    """Seconds that each photo took, by client; seconds of light requests; what went wrong."""

    photos: dict[int, list[float]] = field(default_factory=dict)
    light: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


async def post_photos(number: int, photo: bytes, until: float, results: Results) -> None:
    times = results.photos.setdefault(number, [])
    async with httpx.AsyncClient(base_url=f"http://localhost:{PORT}", timeout=120) as client:
        await client.get("/")
        while time.monotonic() < until:
            start = time.monotonic()
            answer = await client.post("/api/read", files={"photo": ("hand.jpg", photo)})
            if answer.status_code == 200:
                times.append(time.monotonic() - start)
            else:
                results.errors.append(f"{answer.status_code} {answer.text[:80]}")


async def watch(pid: int, until: float, results: Results) -> None:
    """What a page that scores a hand feels meanwhile, and the server's memory."""
    form = {"hand": "222p777s333m88m99s + 8m", "circumstances": "self_draw"}
    status = Path(f"/proc/{pid}/status")
    async with httpx.AsyncClient(base_url=f"http://localhost:{PORT}", timeout=60) as client:
        while time.monotonic() < until:
            start = time.monotonic()
            (await client.post("/api/score", data=form)).raise_for_status()
            results.light.append(time.monotonic() - start)
            if status.exists():
                line = next(x for x in status.read_text().splitlines() if x.startswith("VmRSS"))
                results.memory.append(int(line.split()[1]) / 1024)
            await asyncio.sleep(0.25)


async def wait_until_served() -> None:
    async with httpx.AsyncClient(base_url=f"http://localhost:{PORT}") as client:
        for _ in range(200):
            try:
                await client.get("/api/rules")
                return
            except httpx.TransportError:
                await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


async def load(clients: int, seconds: float, photo: bytes) -> Results:
    results = Results()
    with tempfile.TemporaryDirectory() as data:
        command = ("-m", "hupai", "serve", "--port", str(PORT), "--data", data)
        server = await asyncio.create_subprocess_exec(
            sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL
        )
        try:
            await wait_until_served()
            until = time.monotonic() + seconds
            posting = (post_photos(number, photo, until, results) for number in range(clients))
            await asyncio.gather(watch(server.pid, until, results), *posting)
        finally:
            server.terminate()
            await server.wait()
    return results


def report(results: Results) -> None:
    counts = [len(times) for times in results.photos.values()]
    waits = sorted(wait for times in results.photos.values() for wait in times)
    print(f"photos read {sum(counts)}, a client {min(counts)} to {max(counts)}")
    print(f"errors {len(results.errors)} {results.errors[:3]}")
    print(f"a photo took {statistics.median(waits):.2f} s (median), {waits[-1]:.2f} s at most")
    light = sorted(results.light)
    print(f"scoring meanwhile {statistics.median(light):.3f} s (median), {light[-1]:.3f} s at most")
    if results.memory:
        print(f"memory {results.memory[0]:.0f} MB at first, {max(results.memory):.0f} MB at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--photo", type=Path, default=ROOT / "samples" / "all-pons.jpg")
    chosen = parser.parse_args()
    report(asyncio.run(load(chosen.clients, chosen.seconds, chosen.photo.read_bytes())))


if __name__ == "__main__":
    main()
