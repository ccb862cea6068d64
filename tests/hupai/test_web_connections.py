"""Many connections, slow ones and silent ones against a real server."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

import httpx

from hupai.web import connections, watchers
from tests.hupai import web_table
from tests.hupai.web_table import Table, photo_bytes, serving
from vision.picture import Picture
from vision.reading import Reading

HEADER_TIME = 0.5


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(connections, "HEADER_TIME", HEADER_TIME)
    with serving(tmp_path / "data") as running:
        yield running


def connect(table: Table) -> socket.socket:
    address = urlsplit(table.address)
    assert address.hostname is not None
    opened = socket.create_connection((address.hostname, address.port or 0), timeout=10)
    opened.settimeout(10)
    return opened


def is_closed(opened: socket.socket) -> bool:
    """Whether the server closes the connection, without another word, within ten seconds."""
    try:
        return opened.recv(1000) == b""
    except ConnectionResetError:
        return True


REQUEST = b"GET /api/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
PIECES = {
    "silent": [],
    "half a line": [b"GET /api/ru"],
    "a header at a time": [b"GET /api/rules HTTP/1.1\r\n", *(b"X: y\r\n" for _ in range(20))],
}


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
def test_headers_that_do_not_come_are_not_waited_for(table: Table, pieces: list[bytes]) -> None:
    with connect(table) as slow:
        start = time.monotonic()
        try:
            for piece in pieces:
                slow.sendall(piece)
                time.sleep(HEADER_TIME / 10)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert is_closed(slow)
        assert time.monotonic() - start < 8 * HEADER_TIME


def test_headers_of_a_second_request_are_not_waited_for_either(table: Table) -> None:
    with connect(table) as slow:
        slow.sendall(REQUEST)
        assert slow.recv(100_000).startswith(b"HTTP/1.1 200")
        while True:
            slow.settimeout(HEADER_TIME / 5)
            try:
                slow.recv(100_000)
            except TimeoutError:
                break
        slow.settimeout(10)
        slow.sendall(b"GET /api")
        assert is_closed(slow)


def test_one_address_does_not_take_all_connections(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_TIME", 60)
    monkeypatch.setattr(connections, "MOST_CONNECTIONS_EACH", 5)
    opened = [connect(table) for _ in range(5)]
    try:
        for one in opened:
            one.sendall(b"GET /api/rules HTTP/1.1\r\n")
        with connect(table) as one_too_many:
            assert is_closed(one_too_many)
        opened[0].sendall(b"Host: localhost\r\n\r\n")
        assert opened[0].recv(1000).startswith(b"HTTP/1.1 200")
    finally:
        for one in opened:
            one.close()


def test_a_slow_body_holds_nobody_up(table: Table) -> None:
    head = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n"
    slow = [connect(table) for _ in range(5)]
    try:
        for one in slow:
            one.sendall(head + b"x")
        files = {"photo": ("a.jpg", photo_bytes())}
        assert httpx.post(f"{table.address}/api/read", files=files).status_code == 200
    finally:
        for one in slow:
            one.close()


def test_who_watches_is_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MOST_WATCHERS", 2)
    evening = httpx.get(f"{table.address}/api/evenings/newest").json()["id"]
    address = f"{table.address}/api/evenings/{evening}/events"
    with httpx.stream("GET", address) as first, httpx.stream("GET", address) as second:
        streams = [first.iter_raw(), second.iter_raw()]
        assert [next(stream)[:5] for stream in streams] == [b"event", b"event"]
        answer = httpx.get(address)
        assert (answer.status_code, answer.json()["error"]["name"]) == (503, "busy")
    for _ in range(100):
        with httpx.stream("GET", address) as again:
            if again.status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the places of those who left are not free again")


def uploads(table: Table, gate: threading.Event, cookies: list[httpx.Cookies]) -> list[int]:
    """Uploads that are sent at the same time, one for each of `cookies`: their statuses.

    The first waits at the detector until the others have had their turn to be refused."""
    files = {"photo": ("a.jpg", photo_bytes())}

    def one(own: httpx.Cookies) -> httpx.Response:
        with httpx.Client(base_url=table.address, cookies=own, timeout=30) as client:
            return client.post("/api/read", files=files)

    with ThreadPoolExecutor(len(cookies)) as pool:
        sent = [pool.submit(one, own) for own in cookies]
        wanted = time.monotonic() + 2
        while time.monotonic() < wanted and sum(one.done() for one in sent) < len(cookies) - 5:
            time.sleep(0.05)
        gate.set()
        answers = [one.result() for one in sent]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert all(answer.headers["retry-after"] == "3" for answer in refused)
    assert {answer.json()["error"]["name"] for answer in refused} <= {"busy"}
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize(("clients", "served"), [(17, 17), (1, 5)])
def test_seventeen_uploads_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, clients: int, served: int
) -> None:
    """Seventeen phones wait in turn; of one phone one is read, four wait, the rest come back."""
    gate = threading.Event()
    read = web_table.read_table

    def held(picture: Picture) -> Reading:
        gate.wait(20)
        return read(picture)

    monkeypatch.setattr(web_table, "read_table", held)
    own = [httpx.get(f"{table.address}/").cookies for _ in range(clients)]
    statuses = uploads(table, gate, own * (17 // clients))
    assert (statuses.count(200), statuses.count(503)) == (served, 17 - served)
