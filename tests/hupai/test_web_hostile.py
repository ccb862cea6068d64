"""Requests that no page of ours sends: each gets an answer that says what is wrong, never a 500."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

from fastapi.testclient import TestClient

from hupai.evening import store
from hupai.web import training_data
from hupai.web.app import create_app
from hupai.web.headers import SECURITY_HEADERS
from hupai.web.settings import Settings
from tests.hupai.web_table import BASE, SETTLED_TEXT, photo_bytes
from vision.picture import Picture
from vision.reading import Reading

pytest_plugins = ["tests.hupai.web_client"]

HAND = "222p777s333m88m99s + 8m"
DEEP = "[" * 100_000
PHOTO = {"photo": ("a.jpg", photo_bytes())}


def json_body(content: str) -> dict[str, Any]:
    return {"content": content.encode(), "headers": {"Content-Type": "application/json"}}


def corrected(tiles: str) -> dict[str, Any]:
    return {"files": PHOTO, "data": {"tiles": tiles, "consent": "true"}}


def multipart(charset: str, value: bytes, attributes: str = 'name="hand"') -> dict[str, Any]:
    head = f"--x\r\nContent-Disposition: form-data; {attributes}\r\nContent-Type: text/plain"
    body = head.encode() + b"\r\n\r\n" + value + b"\r\n--x--\r\n"
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    return {"content": body, "headers": {"Content-Type": kind}}


def table_named(name: str) -> dict[str, Any]:
    return json_body(f'{{"names": ["{name}", "", "", ""]}}')


EVENING = "/api/evenings/none"
ODD: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "deep JSON": ("PUT", f"{EVENING}/table", json_body(DEEP), 400),
    "deep JSON in a field": ("POST", "/api/score", {"data": {"hand": HAND, "others": DEEP}}, 400),
    "deep list of tiles": ("POST", "/api/corrections", corrected(DEEP), 400),
    "huge JSON": ("PUT", f"{EVENING}/table", json_body('"' + "x" * 31_000_000 + '"'), 413),
    "long names": ("PUT", f"{EVENING}/table", table_named("x" * 1_000_000), 422),
    "many names": ("PUT", f"{EVENING}/table", json_body(json.dumps({"names": ["x"] * 10**5})), 422),
    "half a letter": ("PUT", f"{EVENING}/table", table_named("\\ud800"), 422),
    "many options": (
        "PUT",
        f"{EVENING}/table",
        {"json": {"names": [""] * 4, "options": {f"points.{n}": "1" for n in range(500)}}},
        422,
    ),
    "number beyond the database": ("DELETE", f"{EVENING}/hands/{10**30}", {}, 422),
    "number of 5000 digits": ("DELETE", f"{EVENING}/hands/{'9' * 5000}", {}, 422),
    "box beyond a float": (
        "POST",
        "/api/corrections",
        corrected(f'[{{"tile": "2p", "box": [1, 2, 3, {"9" * 400}]}}]'),
        400,
    ),
    "box without end": (
        "POST",
        "/api/corrections",
        corrected('[{"tile": "2p", "box": [NaN, 0, Infinity, 5]}]'),
        400,
    ),
    "long mend": ("POST", "/api/score", {"data": {"hand": HAND, "set": "1=" + "5" * 10**5}}, 400),
    "many mends": ("POST", "/api/score", {"data": {"hand": HAND, "drop": ["1"] * 500}}, 400),
    "many fields": ("POST", "/api/score", {"data": {f"x{n}": "1" for n in range(5000)}}, 400),
    "unknown charset": ("POST", "/api/score", multipart("zlib", b"x"), 400),
    "charset with half a letter": (
        "POST",
        "/api/score",
        multipart("unicode_escape", b"\\ud800"),
        400,
    ),
    "file name with half a letter": (
        "POST",
        "/api/read",
        multipart("unicode_escape", b"x", 'name="photo"; filename="\\ud800.jpg"'),
        400,
    ),
    "no boundary": (
        "POST",
        "/api/score",
        {"content": b"x", "headers": {"Content-Type": "multipart/form-data"}},
        400,
    ),
    "half a form": (
        "POST",
        "/api/score",
        {
            "content": b'--x\r\nContent-Disposition: form-data; name="hand"\r\n\r\n1m',
            "headers": {"Content-Type": "multipart/form-data; boundary=x"},
        },
        400,
    ),
    "host with a bracket": ("GET", "/api/rules", {"headers": {"Host": "[::1"}}, 403),
    "origin with a bracket": ("POST", "/api/evenings", {"headers": {"Origin": "http://["}}, 403),
    "origin of a sandbox": ("POST", "/api/evenings", {"headers": {"Origin": "null"}}, 403),
    "name like markup": ("GET", "/api/evenings/%3Cscript%3E", {}, 404),
    "name with a zero": ("GET", "/api/evenings/a%00b", {}, 404),
    "name of SQL": ("GET", "/api/evenings/'%20OR%201=1--", {}, 404),
    "long address": ("GET", "/api/evenings/" + "x" * 50_000, {}, 404),
    "tile outside": ("GET", "/tiles/..%2F..%2F..%2Fetc%2Fpasswd.svg", {}, 404),
    "backslashes": ("GET", "/static/..%5C..%5Capp.py", {}, 404),
    "zero in a path": ("GET", "/static/js/main.js%00.html", {}, 404),
    "folder of the page": ("GET", "/static/js/", {}, 404),
}


@pytest.mark.parametrize(("method", "path", "sent", "status"), ODD.values(), ids=ODD)
def test_odd_requests_are_refused(
    client: TestClient, method: str, path: str, sent: dict[str, Any], status: int
) -> None:
    answer = client.request(method, path, **sent)
    assert answer.status_code == status
    message = answer.json()["error"]["message"] if path.startswith("/api") else {"zh": "", "en": ""}
    assert set(message) == {"zh", "en"}
    assert len(answer.content) < 120_000
    assert "text/html" not in answer.headers.get("content-type", "")
    assert client.get("/api/rules").status_code == 200


def test_a_failure_has_the_security_headers(data: Path) -> None:
    def broken(picture: Picture) -> Reading:
        raise RuntimeError

    app = create_app(Settings(data), broken)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        answer = client.post("/api/read", files=PHOTO)
    assert answer.status_code == 500
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value


def test_the_policy_runs_no_script_but_the_pages_own() -> None:
    policy = dict(
        rule.split(" ", 1) for rule in SECURITY_HEADERS["Content-Security-Policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert not any("unsafe" in sources for sources in policy.values())
    assert SECURITY_HEADERS["X-Content-Type-Options"] == "nosniff"


def test_a_full_evening_takes_no_more_hands(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_HANDS", 2)
    address = f"/api/evenings/{client.get('/api/evenings/newest').json()['id']}"
    sent = {"hand": SETTLED_TEXT, "circumstances": "winner=1; self_draw"}
    for number in range(2):
        answer = client.post(f"{address}/hands", json={"key": f"key-{number:04}", **sent})
        assert answer.status_code == 200
    answer = client.post(f"{address}/hands", json={"key": "key-0002", **sent})
    assert (answer.status_code, answer.json()["error"]["name"]) == (400, "evening_full")
    # What was kept before may be sent again, and the next evening has room.
    assert client.post(f"{address}/hands", json={"key": "key-0001", **sent}).status_code == 200
    address = f"/api/evenings/{client.post('/api/evenings').json()['id']}"
    answer = client.post(f"{address}/hands", json={"key": "key-0002", **sent})
    assert answer.status_code == 200


def test_kept_photos_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_data, "MOST_PHOTOS", 1)
    tiles = corrected('[{"tile": "2p", "box": [60, 200, 130, 294]}]')
    assert client.post("/api/corrections", **tiles).status_code == 200
    answer = client.post("/api/corrections", **tiles)
    assert (answer.status_code, answer.json()["error"]["name"]) == (400, "too_many_corrections")


def test_hundreds_of_evenings(client: TestClient) -> None:
    begun = [client.post("/api/evenings").json()["id"] for _ in range(300)]
    assert len(set(begun)) == 300
    assert client.get("/api/evenings/newest").json()["id"] == begun[-1]
    assert client.get(f"/api/evenings/{begun[0]}").json()["hands"] == []
