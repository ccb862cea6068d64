"""`hupai serve` and `hupai corrections` as a user runs them."""

import re
import socket
import ssl
import urllib.request
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")

from hupai.web.addresses import lan_addresses, qr_code
from hupai.web.training_data import TrainingData
from models.classes import NAMES
from tests.hupai.conftest import Run
from tests.hupai.web_process import served
from vision.picture import Picture

ROOT = Path(__file__).parents[2]


def keep_one(data: Path) -> str:
    picture = Picture(np.full((100, 200, 3), 90, np.uint8))
    tiles = [{"tile": "5p", "box": [20, 10, 60, 60]}, {"tile": "X", "box": [100, 0, 150, 100]}]
    return TrainingData(data / "corrections").add(picture, tiles)


def test_corrections_are_exported_as_a_yolo_data_set(hupai: Run, tmp_path: Path) -> None:
    kept = keep_one(tmp_path)
    target = tmp_path / "set"
    status, out, _ = hupai("corrections", "export", str(target), "--data", str(tmp_path))
    assert (status, out.startswith("1 photos")) == (0, True)
    assert Picture.load(target / "images" / f"{kept}.jpg").width == 200
    labels = (target / "labels" / f"{kept}.txt").read_text("utf-8").splitlines()
    assert labels == [
        f"{NAMES.index('5p')} 0.20000 0.35000 0.20000 0.50000",
        f"{NAMES.index('back')} 0.62500 0.50000 0.25000 1.00000",
    ]
    described = (target / "data.yaml").read_text("utf-8")
    assert f"  {len(NAMES) - 1}: back\n" in described
    status, _, err = hupai("corrections", "export", str(target), "--data", str(tmp_path))
    assert (status, err.count("\n")) == (2, 1)
    assert "not empty" in err


def test_corrections_are_listed_and_deleted(hupai: Run, tmp_path: Path) -> None:
    first, second = keep_one(tmp_path), keep_one(tmp_path)
    here = ("--data", str(tmp_path))
    assert set(hupai("corrections", "list", *here)[1].split()) == {first, second}
    assert hupai("corrections", "delete", first, *here)[0] == 0
    assert hupai("corrections", "list", *here)[1].split() == [second]
    assert hupai("corrections", "delete", "--all", *here)[0] == 0
    assert hupai("corrections", "list", *here)[1] == ""
    assert list((tmp_path / "corrections").iterdir()) == []


BAD = {
    "nothing named": (["corrections", "delete"], "Give one id"),
    "no such photo": (["corrections", "delete", "0123456789abcdef"], "'0123456789abcdef'"),
    "a path": (["corrections", "delete", "../../x"], "'../../x'"),
    "unwritable": (["corrections", "export", "/proc/none/set"], "/proc/none/set"),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD)
def test_bad_input_is_one_clear_line(
    hupai: Run, tmp_path: Path, arguments: list[str], words: str
) -> None:
    status, _, err = hupai(*arguments, "--data", str(tmp_path))
    assert (status, err.count("\n")) == (2, 1)
    assert words in err


def test_a_port_in_use_is_one_clear_line(hupai: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, _, err = hupai("serve", "--port", str(port), "--data", str(tmp_path))
    assert (status, err.count("\n")) == (2, 1)
    assert f"Port {port}" in err


def test_a_bad_data_folder_is_one_clear_line(hupai: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, _, err = hupai("serve", "--port", "1", "--data", str(tmp_path / "file" / "data"))
    assert (status, err.count("\n")) == (2, 1)
    assert "data folder" in err


def test_without_the_web_extra_one_clear_line(hupai: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    status, _, err = hupai("serve")
    assert (status, err.count("\n")) == (2, 1)
    assert "pip install 'hupai[web]'" in err


def get(address: str) -> tuple[int, str]:
    """Status and body, whatever the certificate; several tries while the server starts."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=trusting),
        urllib.request.HTTPCookieProcessor(),
    )
    try:
        with opener.open(address, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_serving_on_this_machine_alone(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert f"http://localhost:{server.port}/" in server.said
        assert "PIN" not in server.said
        status, page = get(f"http://localhost:{server.port}/")
        assert (status, "main.js" in page) == (200, True)


def test_serving_the_local_network_behind_a_pin(tmp_path: Path) -> None:
    with served(tmp_path, "--lan", "--https") as server:
        found = re.search(rf"(https://[\d.a-z]+:{server.port}/)\?pin=(\d{{8}})", server.said)
        assert found is not None
        assert f"PIN: {found[2]}" in server.said
        here = f"https://127.0.0.1:{server.port}/"
        assert get(here + "api/rules")[0] == 401
        assert get(here + f"?pin={(int(found[2]) + 1) % 10**8:08}")[0] == 403
        status, page = get(here + f"?pin={found[2]}")
        assert (status, "main.js" in page) == (200, True)
    key = tmp_path / "certificate" / "key.pem"
    assert key.stat().st_mode & 0o077 == 0


def test_the_qr_code_is_square_and_has_its_margin() -> None:
    rows = qr_code("http://192.168.1.7:8770/?pin=12345678").split("\n")
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) in (2 * len(rows), 2 * len(rows) - 1)
    assert set("".join(rows)) <= set("█▀▄ ")
    assert set(rows[0]) == {"█"}


def test_addresses_are_of_networks() -> None:
    assert not any(address.startswith("127.") for address in lan_addresses())
