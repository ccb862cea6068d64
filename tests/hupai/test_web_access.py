"""Who may ask the page's server and for what: PIN, other sites, paths, headers, bad requests."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

from fastapi.testclient import TestClient

from hupai.web import access
from hupai.web.access import Access, SlowDown, new_pin
from hupai.web.app import STATIC, create_app
from hupai.web.headers import SECURITY_HEADERS
from hupai.web.settings import Settings
from tests.hupai.web_table import BASE, photo_bytes, read_table

pytest_plugins = ["tests.hupai.web_client"]
PIN = "48151623"


HAND = "222p777s333m88m99s + 8m"


BAD_REQUESTS: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "no photo": ("POST", "/api/read", {}, 422, "'photo'"),
    "unknown tile": ("POST", "/api/score", {"data": {"hand": "345q"}}, 400, "'q'"),
    "no hand": ("POST", "/api/score", {"data": {}}, 400, "hand"),
    "rules by path": (
        "POST",
        "/api/score",
        {"data": {"hand": HAND, "rules": "/etc/passwd.toml"}},
        400,
        "no rule set",
    ),
    "long text": ("POST", "/api/score", {"data": {"hand": "1m" * 5000}}, 400, "too long"),
    "no such address": ("GET", "/api/nothing", {}, 404, "nothing at this address"),
    "wrong method": ("DELETE", "/api/rules", {}, 405, "cannot be used"),
    "no such evening": ("GET", "/api/evenings/none", {}, 404, "'none'"),
    "three names": (
        "PUT",
        "/api/evenings/none/table",
        {"json": {"names": ["a", "b", "c"]}},
        422,
        "'names'",
    ),
    "unknown rule set": ("GET", "/api/rules/hongkong", {}, 400, "'hongkong'"),
    "no such correction": ("DELETE", "/api/corrections/..%2f..%2fx", {}, 404, "nothing"),
    "no JSON": (
        "POST",
        "/api/evenings/none/hands",
        {"content": b"{", "headers": {"Content-Type": "application/json"}},
        422,
        "Missing or wrong",
    ),
}


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "words"), BAD_REQUESTS.values(), ids=BAD_REQUESTS
)
def test_bad_requests_get_one_clear_sentence(
    client: TestClient, method: str, path: str, sent: dict[str, Any], status: int, words: str
) -> None:
    answer = client.request(method, path, **sent)
    assert answer.status_code == status
    assert words in answer.json()["error"]["message"]["en"]


PATHS = [
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..%2fapp.py",
    "/static//etc/passwd",
    "/tiles/..%2f..%2fapp.svg",
    "/api/evenings/..%2f..%2fetc",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_file_outside_the_page_is_served(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "import" not in answer.text


@pytest.mark.parametrize("path", ["/", "/api/rules", "/api/nothing", "/static/js/main.js"])
def test_every_answer_has_the_security_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value


def test_nothing_is_loaded_from_a_network() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in (".html", ".css", ".js") and path.parent.name != "vendor":
            assert "://" not in path.read_text("utf-8"), path


def test_other_sites_are_refused(client: TestClient) -> None:
    foreign = {"Origin": "http://evil.example"}
    assert client.post("/api/evenings", headers=foreign).status_code == 403
    assert client.get("/api/rules", headers={"Host": "evil.example"}).status_code == 403
    assert client.post("/api/evenings", headers={"Origin": BASE}).status_code == 200


def test_the_api_is_described(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()
    paths = set(described["paths"])
    assert {"/api/read", "/api/score", "/api/offers", "/api/evenings/{evening}/hands"} <= paths
    assert all(
        operation["summary"]
        for methods in described["paths"].values()
        for operation in methods.values()
    )
    assert client.get("/api").status_code == 200


def pinned(data: Path, clock: list[float]) -> TestClient:
    app = create_app(Settings(data, PIN), read_table)
    slow_down = SlowDown(lambda: clock[0])
    for middleware in app.user_middleware:
        if middleware.cls is Access:
            middleware.kwargs["slow_down"] = slow_down
    return TestClient(app, base_url="http://192.168.1.7:8770", raise_server_exceptions=False)


def test_without_the_pin_nothing_is_shown(data: Path) -> None:
    client = pinned(data, [0.0])
    assert client.get("/api/rules").status_code == 401
    assert client.post("/api/read", files={"photo": ("a.jpg", photo_bytes())}).status_code == 401
    page = client.get("/", headers={"Accept": "text/html"})
    assert page.status_code == 401
    assert "PIN" in page.text
    assert PIN not in page.text


def test_the_pin_opens_the_page_and_leaves_the_address(data: Path) -> None:
    client = pinned(data, [0.0])
    answer = client.get(f"/?pin={PIN}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert PIN not in cookie
    assert client.get("/api/rules").status_code == 200


def test_wrong_pins_are_refused_and_slowed_down(data: Path) -> None:
    clock = [0.0]
    client = pinned(data, clock)
    for _ in range(3):
        assert client.get("/?pin=00000000").status_code == 403
    waiting = client.get("/?pin=00000000")
    assert waiting.status_code == 429
    assert int(waiting.headers["retry-after"]) >= 1
    assert client.get(f"/?pin={PIN}", follow_redirects=False).status_code == 429
    clock[0] += 1.5
    assert client.get("/?pin=00000000").status_code == 403
    clock[0] += 1.5
    assert client.get("/?pin=00000000").status_code == 429
    clock[0] += 10
    assert client.get(f"/?pin={PIN}", follow_redirects=False).status_code == 303


@pytest.mark.parametrize("cookie", ["me.0000", "me.", ".", "", "me", "me.é", "é.é", "." + "0" * 64])
def test_a_forged_cookie_is_refused(data: Path, cookie: str) -> None:
    client = pinned(data, [0.0])
    header = {"Cookie": f"hupai={cookie}".encode("latin-1")}
    assert client.get("/api/rules", headers=header).status_code == 401


def test_a_cookie_of_another_server_is_refused(data: Path) -> None:
    first, second = pinned(data, [0.0]), pinned(data, [0.0])
    first.get(f"/?pin={PIN}", follow_redirects=False)
    second.cookies.set("hupai", first.cookies["hupai"])
    assert first.get("/api/rules").status_code == 200
    assert second.get("/api/rules").status_code == 401


@pytest.mark.parametrize("shown", [PIN, "0", "48151624", "9" * 5000, "四八", ""])
def test_the_time_of_a_comparison_tells_nothing_of_the_pin(
    data: Path, monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def noted(first: bytes, second: bytes) -> bool:
        compared.append((first, second))
        return compare(first, second)

    compare = access.hmac.compare_digest
    monkeypatch.setattr(access.hmac, "compare_digest", noted)
    answer = pinned(data, [0.0]).get("/", params={"pin": shown}, follow_redirects=False)
    status = 303 if shown == PIN else 403 if shown else 401
    assert answer.status_code == status
    # The cookie is compared first, then the PIN; both as digests, which are of one length.
    assert [len(one) for pair in compared for one in pair] == [0, 64, 32, 32][: 4 if shown else 2]
    assert not any(PIN.encode() in one for pair in compared for one in pair)


def test_each_address_is_slowed_down_for_itself() -> None:
    slow_down = SlowDown(lambda: 0.0)
    waits = []
    for _ in range(12):
        slow_down.failed("192.168.1.20")
        waits.append(slow_down.wait("192.168.1.20"))
    assert waits == [0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300]
    assert slow_down.wait("192.168.1.21") == 0
    slow_down.succeeded("192.168.1.20")
    assert slow_down.wait("192.168.1.20") == 0


def test_a_phone_inside_is_not_slowed_down_by_wrong_pins_of_its_address(data: Path) -> None:
    inside = pinned(data, [0.0])
    outside = TestClient(inside.app, base_url="http://192.168.1.7:8770")
    inside.get(f"/?pin={PIN}", follow_redirects=False)
    for _ in range(5):
        outside.get("/?pin=00000000")
    assert outside.get(f"/?pin={PIN}").status_code == 429
    assert inside.get("/api/rules").status_code == 200


def test_pins_are_random_digits() -> None:
    pins = {new_pin() for _ in range(50)}
    assert len(pins) == 50
    assert all(len(pin) == 8 and pin.isdigit() for pin in pins)
