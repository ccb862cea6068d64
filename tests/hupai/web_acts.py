"""What a person does on the page, and what must be true of it at every step."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs the dev extra: pip install 'hupai[dev]'")

from playwright.sync_api import Locator, Page, expect

PHONE, LAPTOP = (360, 640), (1280, 800)
SERIOUS = ("serious", "critical")
SMALLEST = 44
"""Pixels. A target's least width and height."""
Opener = Callable[..., Page]
"""Opens the page: size, language, dark or light, address."""


def upload(page: Page, photo: Path) -> None:
    page.locator("input[data-for='start.choose']").set_input_files(photo)
    page.locator(".groups").wait_for()


def tile(page: Page, number: int) -> Locator:
    """The button of the tile with this number on the photo."""
    return page.locator(f".groups [data-tile='{number - 1}']")


def settle_by_tapping(page: Page) -> None:
    """From the hand as read to payments: mend the doubt, complete the set, say how it was won."""
    page.locator(".doubt").click()
    page.locator(".panel [data-likely='7s']").click()
    expect(page.locator(".doubts")).to_have_count(0)
    tile(page, 14).click()
    page.locator(".panel .row:last-child button").nth(1).click()
    expect(page.locator(".meld .tile")).to_have_count(3)
    page.locator(".how .seats [data-seat='1']").click()
    page.locator(".how .choice").nth(4).click()
    page.locator(".result[data-settled='yes']").wait_for()


def amounts(page: Page, where: str) -> list[str]:
    return [text.replace("−", "-") for text in page.locator(f"{where} .amount").all_inner_texts()]


def check_page(page: Page, width: int) -> None:
    """No serious fault by axe, no sideways scrolling, and no target that is too small."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="needs the dev extra: axe-playwright-python"
    )
    faults = [
        (fault["id"], [node["html"] for node in fault["nodes"]][:3])
        for fault in axe.Axe().run(page).response["violations"]
        if fault["impact"] in SERIOUS
    ]
    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert too_small(page) == []


def too_small(page: Page) -> list[str]:
    return [
        f"{one['html']} is {one['width']:.0f} x {one['height']:.0f}"
        for one in page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, a, summary")]
            .filter((one) => one.offsetParent && !one.matches(".skip"))
            .map((one) => ({...one.getBoundingClientRect().toJSON(),
                            html: one.outerHTML.slice(0, 90)}))"""
        )
        if min(one["width"], one["height"]) < SMALLEST - 0.5
    ]


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what `selector` finds."""
    for _ in range(150):
        if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")
