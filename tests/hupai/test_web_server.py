"""The page's server: the same scores as the command line, bad input, access, limits."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

from fastapi.testclient import TestClient

from hupai.__main__ import main
from hupai.web.access import Access, SlowDown, new_pin
from hupai.web.app import create_app
from hupai.web.guards import SECURITY_HEADERS
from hupai.web.settings import Settings
from tests.hupai.web_table import SETTLED_TEXT, photo_bytes, read_table
from vision.picture import Picture
from vision.reading import read

SAMPLES = Path(__file__).parents[2] / "samples"
HAND = "222p777s333m88m99s + 8m"
BASE = "http://localhost"
PIN = "48151623"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    app = create_app(Settings(data), read_table)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as opened:
        yield opened


def run_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    """What `hupai score --json` prints, without its newline."""
    monkeypatch.setattr("sys.argv", ["hupai", "score", *arguments, "--json"])
    with pytest.raises(SystemExit):
        main()
    return capsys.readouterr().out.rstrip("\n")


SAME_AS_COMMAND: dict[str, tuple[list[str], dict[str, Any]]] = {
    "written hand": (["--hand", HAND, "--self-draw"], {"hand": HAND, "circumstances": "self_draw"}),
    "both columns": (
        ["--hand", HAND, "--winner", "2"],
        {"hand": HAND, "circumstances": "winner=2"},
    ),
    "wrong hand": (["--hand", "11111p"], {"hand": "11111p"}),
    "other rules": (
        ["--hand", HAND, "--from", "3", "--rules", "nanning-fan"],
        {"hand": HAND, "circumstances": "discard_by=3", "rules": "nanning-fan"},
    ),
    "house rule": (
        ["--hand", HAND, "--circumstances", "self_draw; option:points.base=2"],
        {"hand": HAND, "circumstances": "self_draw; option:points.base=2"},
    ),
}


@pytest.mark.parametrize(("arguments", "form"), SAME_AS_COMMAND.values(), ids=SAME_AS_COMMAND)
def test_scores_are_those_of_the_command_line_byte_for_byte(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    form: dict[str, Any],
) -> None:
    expected = run_command(monkeypatch, capsys, *arguments)
    answer = client.post("/api/score", data=form)
    assert answer.status_code == 200
    assert answer.text == expected


def test_a_photo_gives_the_json_of_the_command_line(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(SAMPLES)
    expected = run_command(monkeypatch, capsys, "all-pons.jpg", "--self-draw", "--set", "1=E")
    with TestClient(create_app(Settings(data), read), base_url=BASE) as client:
        files = {"photo": ("all-pons.jpg", (SAMPLES / "all-pons.jpg").read_bytes())}
        form = {"circumstances": "self_draw", "set": "1=E"}
        answer = client.post("/api/score", data=form, files=files)
    assert answer.text == expected


def test_reading_a_photo(client: TestClient) -> None:
    files = {"photo": ("../../手牌.jpg", photo_bytes())}
    answer = client.post("/api/read", files=files)
    body = answer.json()
    assert answer.status_code == 200
    assert body["reading"]["photo"] == "手牌.jpg"
    assert body["doubtful"] == [5]
    assert body["reading"]["size"] == [1200, 700]
    assert len(body["reading"]["tiles"]) == 15
    assert body["notes"] == []


def saved(image: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def bad_uploads() -> dict[str, tuple[bytes, int, str]]:
    """A bad upload: its bytes, the status, and what its sentence must hold."""
    heic = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + b"\x00" * 200
    return {
        "empty": (b"", 400, "empty file"),
        "no picture": (b"This is no picture." * 20, 400, "not a picture"),
        "60 MB": (b"\xff\xd8" + b"\x00" * 60_000_000, 413, "larger than 30 MB"),
        "20000x20000": (saved(Image.new("1", (20000, 20000)), "PNG"), 400, "too many pixels"),
        "9000x9000": (saved(Image.new("1", (9000, 9000)), "PNG"), 400, "60 million"),
        "truncated": (photo_bytes()[:9000], 400, "broken or truncated"),
        "HEIC": (heic, 400, "HEIC"),
        "one pixel": (saved(Image.new("RGB", (1, 1)), "PNG"), 400, "1x1"),
    }


@pytest.mark.parametrize("name", bad_uploads())
def test_bad_uploads_get_one_clear_sentence_and_the_server_goes_on(
    client: TestClient, name: str
) -> None:
    content, status, words = bad_uploads()[name]
    answer = client.post("/api/read", files={"photo": ("bad.jpg", content)})
    message = answer.json()["error"]["message"]
    assert answer.status_code == status
    assert words in message["en"]
    assert "\n" not in message["en"]
    assert any("\u4e00" <= letter <= "\u9fff" for letter in message["zh"])
    assert client.post("/api/read", files={"photo": ("ok.jpg", photo_bytes())}).status_code == 200


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


def test_a_failure_inside_is_a_sentence_too(data: Path) -> None:
    def broken(picture: Picture) -> Any:
        raise RuntimeError("secret detail")

    app = create_app(Settings(data), broken)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        answer = client.post("/api/read", files={"photo": ("a.jpg", photo_bytes())})
    assert answer.status_code == 500
    assert answer.json()["error"]["name"] == "server_error"
    assert "secret" not in answer.text


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
    static = Path(create_app.__code__.co_filename).parent / "static"
    for path in static.rglob("*"):
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


def offered(client: TestClient, hand: str, circumstances: str, rules: str) -> set[str]:
    form = {"hand": hand, "circumstances": circumstances, "rules": rules}
    return {one["key"] for one in client.post("/api/offers", data=form).json()["offers"]}


KONG = "222p777s88m99s [kan EEEE concealed] + 8m"
OFFERS = {
    "points, self-draw": (HAND, "self_draw", "nanning-points", {"last_tile", "heavenly", "codes"}),
    "points, no dealer": (
        HAND,
        "winner=1; self_draw",
        "nanning-points",
        {"last_tile", "codes"},
    ),
    "points, discard": (HAND, "discard_by=1", "nanning-points", {"last_tile", "kong_discard"}),
    "points, kong": (
        KONG,
        "winner=1; self_draw",
        "nanning-points",
        {"last_tile", "kong_flower_concealed", "codes"},
    ),
    "fan, self-draw": (
        HAND,
        "winner=1; self_draw; prev_hand_won=yes; fish=1m2m3m",
        "nanning-fan",
        {"last_tile", "declared_ready", "earthly", "fish"},
    ),
    "house rule": (
        HAND,
        "winner=1; self_draw; option:points.earthly=6; option:codes.n=0",
        "nanning-points",
        {"last_tile", "earthly"},
    ),
    "dealer's codes": (
        HAND,
        "self_draw; codes=1m2m3m4m",
        "guangxi-codes",
        {"codes", "catcher"},
    ),
}


@pytest.mark.parametrize(("hand", "how", "rules", "expected"), OFFERS.values(), ids=OFFERS)
def test_only_what_rules_and_hand_allow_is_offered(
    client: TestClient, hand: str, how: str, rules: str, expected: set[str]
) -> None:
    assert offered(client, hand, how, rules) == expected


def test_rules_and_tiles_have_both_languages(client: TestClient) -> None:
    rules = client.get("/api/rules").json()
    assert rules["items"]["PT-06"]["source"].startswith("碰碰胡")
    options = client.get("/api/rules/nanning-points").json()["options"]
    assert all(option["name"]["zh"] and option["name"]["en"] for option in options)
    assert client.get("/api/tiles").json()["5p"] == {"zh": "五筒", "en": "5 of dots"}


def played(key: str = "key-of-hand-1") -> dict[str, str]:
    return {"key": key, "hand": SETTLED_TEXT, "circumstances": "winner=1; self_draw"}


def test_an_evening_over_the_api(client: TestClient) -> None:
    evening = client.get("/api/evenings/newest").json()
    assert client.get("/api/evenings/newest").json()["id"] == evening["id"]
    address = f"/api/evenings/{evening['id']}"
    after = client.post(f"{address}/hands", json=played()).json()
    assert after["totals"] == [-6, 18, -6, -6]
    assert after["dealer"] == 1
    assert client.post(f"{address}/hands", json=played()).json()["totals"] == [-6, 18, -6, -6]
    number = after["hands"][0]["id"]
    changed = {"hand": SETTLED_TEXT, "circumstances": "winner=2; discard_by=0"}
    assert client.put(f"{address}/hands/{number}", json=changed).json()["totals"] == [-9, 0, 9, 0]
    assert client.post(f"{address}/undo").json()["totals"] == [-6, 18, -6, -6]
    assert client.delete(f"{address}/hands/{number}").json()["totals"] == [0, 0, 0, 0]
    assert client.put(f"{address}/dealer", json={"seat": 3}).json()["dealer"] == 3
    assert client.put(f"{address}/dealer", json={"seat": 4}).status_code == 422


def test_a_drawn_hand_keeps_the_dealer(client: TestClient) -> None:
    address = f"/api/evenings/{client.get('/api/evenings/newest').json()['id']}"
    drawn = {"key": "key-of-hand-1", "hand": "", "circumstances": "dealer=0; exhaustive_draw"}
    after = client.post(f"{address}/hands", json=drawn).json()
    assert after["totals"] == [0, 0, 0, 0]
    assert (after["dealer"], after["prev_hand_won"]) == (0, False)


TWO_WINNERS = {
    "hand": SETTLED_TEXT,
    "circumstances": "winner=1+2; discard_by=0",
}


def test_two_winners_of_one_tile(client: TestClient) -> None:
    others = {"2": "345s678s46p99m [pon WWW] + 8m"}
    form = {**TWO_WINNERS, "others": json.dumps(others)}
    assert client.post("/api/score", data=form).json()["score"]["result"] == "not_a_win"
    others = {"2": "345s678s67m99p [pon WWW] + 8m"}
    form = {**TWO_WINNERS, "others": json.dumps(others)}
    payments = client.post("/api/score", data=form).json()["score"]["payments"]
    assert payments == [-11, 9, 2, 0]
    address = f"/api/evenings/{client.get('/api/evenings/newest').json()['id']}"
    sent = {"key": "key-of-hand-1", **TWO_WINNERS, "others": others}
    after = client.post(f"{address}/hands", json=sent).json()
    assert after["totals"] == payments
    assert after["hands"][0]["others"] == others


@pytest.mark.parametrize("others", ["no json", "[]", '{"9": "1m"}', '{"2": 3}'])
def test_bad_hands_of_others_are_refused(client: TestClient, others: str) -> None:
    answer = client.post("/api/score", data={**TWO_WINNERS, "others": others})
    assert answer.status_code == 400


UNSETTLED = {
    "manner not known": (SETTLED_TEXT, "winner=1"),
    "not a win": ("345m678s46p99m [pon 222p from 3] + 7p", "winner=1; self_draw"),
    "13 tiles": ("222p777s333m88m9s + 8m", "winner=1; self_draw"),
}


@pytest.mark.parametrize(("hand", "how"), UNSETTLED.values(), ids=UNSETTLED)
def test_only_settled_hands_are_kept(client: TestClient, hand: str, how: str) -> None:
    address = f"/api/evenings/{client.get('/api/evenings/newest').json()['id']}"
    sent = {"key": "key-of-hand-1", "hand": hand, "circumstances": how}
    answer = client.post(f"{address}/hands", json=sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["name"] == "not_settled"


def test_csv_runs_no_formula(client: TestClient) -> None:
    address = f"/api/evenings/{client.get('/api/evenings/newest').json()['id']}"
    names = ["=HYPERLINK(1)", "+1", "@x", "王"]
    client.put(f"{address}/table", json={"names": names})
    client.post(f"{address}/hands", json=played())
    answer = client.get(f"{address}/csv?lang=en")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    first, hand, total = answer.text.splitlines()
    assert first.endswith("'=HYPERLINK(1),'+1,'@x,王")
    assert hand.startswith("1,")
    assert hand.endswith(",-6,18,-6,-6")
    assert total == "Total,,,,,-6,18,-6,-6"


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


def test_a_forged_cookie_is_refused(data: Path) -> None:
    client = pinned(data, [0.0])
    client.cookies.set("hupai", "me.0000")
    assert client.get("/api/rules").status_code == 401


def test_pins_are_random_digits() -> None:
    pins = {new_pin() for _ in range(50)}
    assert len(pins) == 50
    assert all(len(pin) == 8 and pin.isdigit() for pin in pins)


def give(client: TestClient, tiles: object, **form: str) -> Any:
    files = {"photo": ("a.jpg", photo_bytes())}
    return client.post("/api/corrections", data={"tiles": json.dumps(tiles), **form}, files=files)


def test_corrections_need_consent_and_can_be_taken_back(client: TestClient, data: Path) -> None:
    tiles = [{"tile": "2p", "box": [60, 200, 130, 294]}]
    assert give(client, tiles).json()["error"]["name"] == "no_consent"
    assert not (data / "corrections").exists()
    kept = give(client, tiles, consent="true").json()["id"]
    assert sorted(path.name for path in (data / "corrections").iterdir()) == [
        f"{kept}.jpg",
        f"{kept}.json",
    ]
    assert client.delete(f"/api/corrections/{kept}").status_code == 200
    assert list((data / "corrections").iterdir()) == []
    assert client.delete(f"/api/corrections/{kept}").status_code == 400


BAD_TILES = {
    "not a list": ({"tile": "2p"}, "bad_tiles"),
    "none": ([], "bad_tiles"),
    "outside": ([{"tile": "2p", "box": [60, 200, 9000, 294]}], "bad_box"),
    "not a number": ([{"tile": "2p", "box": ["a", 1, 2, 3]}], "bad_tiles"),
    "no tile": ([{"tile": "5q", "box": [60, 200, 130, 294]}], "unknown_tile"),
}


@pytest.mark.parametrize(("tiles", "name"), BAD_TILES.values(), ids=BAD_TILES)
def test_bad_corrections_are_refused(
    client: TestClient, data: Path, tiles: object, name: str
) -> None:
    assert give(client, tiles, consent="true").json()["error"]["name"] == name
    assert not list((data / "corrections").glob("*.json"))
