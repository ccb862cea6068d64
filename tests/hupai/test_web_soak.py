"""The page's server in long use: it answers as before, and holds no more than before.

The long one takes ten minutes; `pytest --long --soak 3600 tests/hupai/test_web_soak.py` takes an
hour.
"""

import time
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("httpx", reason="needs the dev extra: pip install 'hupai[dev]'")

from tests.hupai.web_process import served
from tests.hupai.web_soak import Held, Phone, use_for

SHORT = 20.0
"""Seconds of the one that every run of the tests has."""
WARM_UP = 0.3
"""The part of the time after which nothing may grow any more."""
PHONES = 3
GROWTH = 1.1
"""How much memory may grow after the warm-up: freed pieces of photos do not all go back."""
IDLE = 6.0
"""Seconds after which the server has closed the connections that nobody uses."""

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="reads what a process holds from /proc"
)


def check_answers(phones: list[Phone]) -> None:
    assert [line for phone in phones for line in phone.unexpected] == []
    answers = sum((phone.answers for phone in phones), Counter())
    busy = sum(count for (_, status), count in answers.items() if status == 503)
    assert busy <= 0.05 * answers.total()
    for act in ("POST /api/read", "POST /api/score", "GET /api/evenings", "watch"):
        assert answers[act, 200] > 0, act


@pytest.mark.parametrize(
    "long", [False, pytest.param(True, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_nothing_leaks_in_long_use(tmp_path: Path, pytestconfig: pytest.Config, long: bool) -> None:
    seconds = pytestconfig.getoption("--soak") if long else SHORT
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with served(tmp_path / "data", environment={"TMPDIR": str(temporary)}) as server:
        check_answers(use_for(server.port, PHONES, WARM_UP * seconds, seed=1))
        time.sleep(IDLE)
        warm = Held.of(server.pid, temporary)
        check_answers(use_for(server.port, PHONES, (1 - WARM_UP) * seconds, seed=100))
        time.sleep(IDLE)
        after = Held.of(server.pid, temporary)
    print(f"after the warm-up {warm}, at the end {after}")
    assert after.temporary == 0
    assert after.files <= warm.files + 1
    assert after.threads <= warm.threads + PHONES
    assert after.memory <= GROWTH * warm.memory + 20
    assert list((tmp_path / "data" / "corrections").iterdir()) == []
