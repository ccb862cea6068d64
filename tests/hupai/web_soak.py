"""Phones that use the page's server for a long time, and some that misuse it."""

import io
import json
import random
import socket
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx
from PIL import Image

from tests.conftest import ROOT

SETTLED = "222p777s333m88m99s + 8m"
HANDS_AN_EVENING = 30
PAUSE = 0.05
"""Seconds between two requests of a client, which leave a small machine room for other work."""
NOT_FOUND = (400, 404, 422)


def sample(width: int = 960) -> bytes:
    """A sample photo as a phone sends it, smaller."""
    with Image.open(ROOT / "samples" / "all-pons.jpg") as image:
        buffer = io.BytesIO()
        image.resize((width, image.height * width // image.width)).save(buffer, "JPEG")
        return buffer.getvalue()


PHOTO = sample()
TILES = json.dumps([{"tile": "2p", "box": [10, 10, 60, 80]}])


class Phone:
    """One client: each act sends a request and notes the answer under the act's name."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.chance = random.Random(seed)
        self.answers: Counter[tuple[str, int]] = Counter()
        self.unexpected: list[str] = []
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.client.get("/")
        self.evening = self.client.post("/api/evenings").json()["id"]

    def use(self, until: float) -> None:
        """Act until then: everything in turn, each time in another order."""
        with closing(self.client):
            while time.monotonic() < until:
                for act in self.chance.sample(ACTS, len(ACTS)):
                    act(self)
                    time.sleep(PAUSE)

    def ask(self, expected: tuple[int, ...], method: str, path: str, **sent: object) -> object:
        """The JSON of an answer, which must have one of the `expected` statuses, or be busy."""
        answer = self.client.request(method, path, **sent)  # type: ignore[arg-type]
        self.answers[f"{method} {'/'.join(path.split('/')[:3])}", answer.status_code] += 1
        if answer.status_code not in (*expected, 503):
            self.unexpected.append(f"{method} {path[:60]}: {answer.status_code} {answer.text[:90]}")
        is_json = answer.headers.get("content-type", "") == "application/json"
        return answer.json() if is_json else answer.content

    def send_raw(self, *pieces: bytes) -> None:
        """Send bytes that are no whole request, and go away."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as raw:
            for piece in pieces:
                raw.sendall(piece)
        self.answers["raw", 0] += 1


def read_photo(phone: Phone) -> None:
    phone.ask((200,), "POST", "/api/read", files={"photo": ("a.jpg", PHOTO)})


def score_photo(phone: Phone) -> None:
    form = {"circumstances": "self_draw", "set": "1=E"}
    phone.ask((200,), "POST", "/api/score", data=form, files={"photo": ("a.jpg", PHOTO)})


def score_hand(phone: Phone) -> None:
    form = {"hand": SETTLED, "circumstances": f"winner={phone.chance.randrange(4)}; self_draw"}
    phone.ask((200,), "POST", "/api/score", data=form)
    phone.ask((200,), "POST", "/api/offers", data=form)


def look_around(phone: Phone) -> None:
    for path in ("/", "/static/js/main.js", "/api/rules", "/api/tiles", "/tiles/5p.svg"):
        phone.ask((200,), "GET", path)


def play(phone: Phone) -> None:
    """Keep a hand, change it, take the change back; now and then begin a new evening."""
    address = f"/api/evenings/{phone.evening}"
    hand = {"hand": SETTLED, "circumstances": "winner=1; self_draw"}
    kept = phone.ask(
        (200,), "POST", f"{address}/hands", json={"key": f"{phone.chance.random():.16f}", **hand}
    )
    if not isinstance(kept, dict) or "hands" not in kept:
        return
    other = {"hand": SETTLED, "circumstances": "winner=2; discard_by=0"}
    phone.ask((200,), "PUT", f"{address}/hands/{kept['hands'][-1]['id']}", json=other)
    phone.ask((200,), "POST", f"{address}/undo")
    phone.ask((200,), "PUT", f"{address}/table", json={"names": ["王", "<b>", "=1", ""]})
    phone.ask((200,), "GET", f"{address}/csv")
    if len(kept["hands"]) >= HANDS_AN_EVENING:
        begun = phone.ask((200,), "POST", "/api/evenings")
        if isinstance(begun, dict) and "id" in begun:
            phone.evening = begun["id"]


def watch(phone: Phone) -> None:
    with phone.client.stream("GET", f"/api/evenings/{phone.evening}/events") as stream:
        first = next(stream.iter_raw()) if stream.status_code == 200 else b""
        phone.answers["watch", stream.status_code] += 1
        if stream.status_code == 200 and not first.startswith(b"event: changed"):
            phone.unexpected.append(f"watch: {first!r}")


def give_and_take_back(phone: Phone) -> None:
    form = {"tiles": TILES, "consent": "true"}
    files = {"photo": ("a.jpg", PHOTO)}
    given = phone.ask((200,), "POST", "/api/corrections", data=form, files=files)
    if isinstance(given, dict) and "id" in given:
        phone.ask((200,), "DELETE", f"/api/corrections/{given['id']}")


def send_broken_photo(phone: Phone) -> None:
    broken = phone.chance.choice(
        [b"", b"GIF89a", PHOTO[: len(PHOTO) // 3], phone.chance.randbytes(2_000_000)]
    )
    phone.ask((400,), "POST", "/api/read", files={"photo": ("a.jpg", broken)})


def send_nonsense(phone: Phone) -> None:
    kind = {"Content-Type": "application/json"}
    deep, address = b"[" * 50_000, f"/api/evenings/{phone.evening}/table"
    phone.ask(NOT_FOUND, "PUT", address, content=deep, headers=kind)
    phone.ask(NOT_FOUND, "POST", "/api/score", data={"hand": "345q", "others": "{"})
    phone.ask(NOT_FOUND, "GET", "/static/..%2fapp.py")
    phone.ask(NOT_FOUND, "DELETE", "/api/corrections/0123456789abcdef")
    phone.ask((403,), "POST", "/api/evenings", headers={"Origin": "http://evil.example"})


def hang_up(phone: Phone) -> None:
    """Go away in the middle of the headers, of an upload, and before the answer."""
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\n"
    phone.send_raw(head)
    phone.send_raw(head + b"Content-Length: 500000\r\n\r\n", PHOTO[:20_000])
    phone.send_raw(head + b"Content-Length: 99999999\r\n\r\n")
    phone.send_raw(b"GET /api/rules HTTP/1.1\r\nHost: localhost\r\n\r\n")
    phone.send_raw(b"\x16\x03\x01 no HTTP at all\r\n\r\n")


ACTS: tuple[Callable[[Phone], None], ...] = (
    *(read_photo, score_photo, score_hand, look_around, play, watch),
    *(give_and_take_back, send_broken_photo, send_nonsense, hang_up),
)


@dataclass(frozen=True)
class Held:
    """What a process holds: memory in MB, open files, threads, and files in its `folder`."""

    memory: float
    files: int
    threads: int
    temporary: int

    @classmethod
    def of(cls, pid: int, folder: Path) -> "Held":
        process = Path(f"/proc/{pid}")
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        return cls(
            memory=int(status["VmRSS"].split()[0]) / 1024,
            files=len(list((process / "fd").iterdir())),
            threads=int(status["Threads"]),
            temporary=len(list(folder.iterdir())),
        )


def use_for(port: int, phones: int, seconds: float, seed: int) -> list[Phone]:
    """Have so many phones use the server at once; the phones with what they were answered."""
    clients = [Phone(port, seed + number) for number in range(phones)]
    until = time.monotonic() + seconds
    with ThreadPoolExecutor(phones) as pool:
        list(pool.map(lambda phone: phone.use(until), clients))
    return clients
