"""The command line, for the tests that run it in their own process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hupai.__main__ import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hupai(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line; gives exit status, standard output and standard error."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setenv("HUPAI_LANG", "en")
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr("sys.argv", ["hupai", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        streams = capfd.readouterr()
        code = caught.value.code
        return code if isinstance(code, int) else 0, streams.out, streams.err

    return run
