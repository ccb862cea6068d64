"""Evenings and corrected photos over the page's server."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

from fastapi.testclient import TestClient

from tests.hupai.web_table import SETTLED_TEXT, photo_bytes

pytest_plugins = ["tests.hupai.web_client"]


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
    "not a list": ({"tile": "2p"}, "bad_value"),
    "numbers": ([5], "bad_value"),
    "no box": ([{"tile": "2p"}], "bad_value"),
    "a number for a tile": ([{"tile": 5, "box": [60, 200, 130, 294]}], "bad_value"),
    "yes for an edge": ([{"tile": "2p", "box": [True, 200, 130, 294]}], "bad_value"),
    "none": ([], "bad_tiles"),
    "outside": ([{"tile": "2p", "box": [60, 200, 9000, 294]}], "bad_box"),
    "not a number": ([{"tile": "2p", "box": ["a", 1, 2, 3]}], "bad_value"),
    "no tile": ([{"tile": "5q", "box": [60, 200, 130, 294]}], "unknown_tile"),
}


@pytest.mark.parametrize(("tiles", "name"), BAD_TILES.values(), ids=BAD_TILES)
def test_bad_corrections_are_refused(
    client: TestClient, data: Path, tiles: object, name: str
) -> None:
    assert give(client, tiles, consent="true").json()["error"]["name"] == name
    assert not list((data / "corrections").glob("*.json"))
