"""A client of the page's server that asks without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")

from fastapi.testclient import TestClient

from hupai.web.app import create_app
from hupai.web.settings import Settings
from tests.hupai.web_table import BASE, read_table


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    app = create_app(Settings(data), read_table)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as opened:
        yield opened
