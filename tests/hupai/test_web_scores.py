"""The page's server: the same scores as the command line, bad uploads, what is offered."""

import importlib.util
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

from fastapi.testclient import TestClient

from hupai.__main__ import main
from hupai.web.app import create_app
from hupai.web.photos import reading_json
from hupai.web.settings import Settings
from tests.hupai.web_table import BASE, photo_bytes
from tests.vision.rows import row
from vision.picture import Picture
from vision.reading import Reading, read

pytest_plugins = ["tests.hupai.web_client"]
SAMPLES = Path(__file__).parents[2] / "samples"


HAND = "222p777s333m88m99s + 8m"


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


@pytest.mark.parametrize(("width", "is_far"), [(2000, False), (4000, True)])
def test_small_tiles_are_told(width: int, is_far: bool) -> None:
    picture = Picture(np.zeros((500, width, 3), np.uint8), "table.jpg")
    reading = Reading.of(picture, row("123m456p789sEE222p"))
    notes = [note["en"] for note in reading_json(reading)["notes"]]
    assert any("come closer" in note for note in notes) == is_far


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
        "HEIC": (heic, 400, "broken" if importlib.util.find_spec("pillow_heif") else "HEIC"),
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


def test_a_failure_inside_is_a_sentence_too(data: Path) -> None:
    def broken(picture: Picture) -> Any:
        raise RuntimeError("secret detail")

    app = create_app(Settings(data), broken)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        answer = client.post("/api/read", files={"photo": ("a.jpg", photo_bytes())})
    assert answer.status_code == 500
    assert answer.json()["error"]["name"] == "server_error"
    assert "secret" not in answer.text


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
