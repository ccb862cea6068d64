"""Chromium with the page of a table, for the test modules that name this one as a plugin.

Their tests are skipped where Chromium is missing.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs the dev extra: pip install 'hupai[dev]'")

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from tests.hupai.web_acts import LAPTOP, Opener
from tests.hupai.web_table import Table, photo_bytes, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
)
PATIENCE = 15_000


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium whose camera plays the photo of the table."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    video = tmp_path_factory.mktemp("camera") / "hand.mjpeg"
    video.write_bytes(photo_bytes() * 4)
    camera = f"--use-file-for-fake-video-capture={video}"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*ARGUMENTS, camera], headless=True
        )
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser, table: Table) -> Iterator[Opener]:
    """Opens the page of a new evening; an error in its scripts fails the test."""
    # A new evening goes on with the names, rules and dealer of the one before.
    evening = httpx.post(f"{table.address}/api/evenings").json()["id"]
    httpx.put(f"{table.address}/api/evenings/{evening}/table", json={"names": [""] * 4})
    httpx.put(f"{table.address}/api/evenings/{evening}/dealer", json={"seat": 0})
    contexts, errors = [], []

    def open_one(
        size: tuple[int, int] = LAPTOP, language: str = "en", dark: bool = False, address: str = ""
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="zh-CN" if language == "zh" else "en-US",
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address or table.address)
        page.locator("main h1").wait_for()
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def photo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "手牌 1.jpg"
    path.write_bytes(photo_bytes())
    return path
