"""The page in a real browser: a hand from photo to payments, at both sizes, in both languages.

Skipped where Chromium or playwright is missing: `apt-get install chromium`, and the extra `dev`.
"""

import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("playwright", reason="needs the dev extra: pip install 'hupai[dev]'")

import httpx
import numpy as np
from PIL import Image, ImageEnhance, ImageFilter
from playwright.sync_api import Browser, expect

from tests.hupai.web_acts import (
    LAPTOP,
    PHONE,
    Opener,
    amounts,
    check_page,
    settle_by_tapping,
    tab_to,
    upload,
)
from tests.hupai.web_table import HEIGHT, WIDTH, Table, photo, photo_bytes, serving

pytest_plugins = ["tests.hupai.web_browser"]


@pytest.mark.parametrize(
    ("size", "language", "dark"),
    [(PHONE, "zh", False), (LAPTOP, "en", True)],
    ids=["phone zh light", "laptop en dark"],
)
def test_a_hand_from_photo_to_the_evening(
    open_page: Opener, photo_file: Path, size: tuple[int, int], language: str, dark: bool
) -> None:
    page = open_page(size, language, dark)
    check_page(page, size[0])
    upload(page, photo_file)
    assert page.locator(".photo .box").count() == 15
    assert page.locator(".doubt").count() == 1
    expect(page.locator(".result")).to_have_attribute("data-settled", "no")
    check_page(page, size[0])
    page.locator(".doubt").click()
    expect(page.locator(".photo .box.selected")).to_have_count(1)
    assert page.locator(".panel .crop").is_visible()
    # The reading and the detector's second choice come first.
    likely = page.locator(".panel [data-likely]").evaluate_all(
        "all => all.map(one => one.dataset.likely)"
    )
    assert likely[:2] == ["9s", "7s"]
    check_page(page, size[0])
    page.keyboard.press("Escape")
    settle_by_tapping(page)
    assert amounts(page, ".mahjong-table") == ["-6", "+18", "-6", "-6"]
    page.locator(".extras summary").click()
    page.locator("[data-flag='last_tile']").click()
    expect(page.locator(".mahjong-table .amount").first).to_have_text("−12")
    page.locator(".lines summary").first.click()
    assert "碰碰胡" in page.locator(".lines blockquote").first.inner_text()
    check_page(page, size[0])
    page.locator(".save-row .primary").click()
    page.locator(".evening").wait_for()
    assert amounts(page, ".totals") == ["-12", "+36", "-12", "-12"]
    check_page(page, size[0])
    page.locator(".evening .row button").first.click()
    expect(page.locator(".totals .amount").first).to_have_text("0")
    expect(page.locator(".played > li")).to_have_count(0)


def test_every_view_on_a_phone_in_english_and_on_a_laptop_in_chinese(open_page: Opener) -> None:
    for size, language in ((PHONE, "en"), (LAPTOP, "zh")):
        page = open_page(size, language, dark=size == PHONE)
        for tab in (1, 2):
            page.locator("header .tab").nth(tab).click()
            page.locator("main h1").wait_for()
            check_page(page, size[0])


def test_the_language_is_switched_and_kept(open_page: Opener) -> None:
    page = open_page(language="zh")
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    page.locator(".language").click()
    expect(page.locator("h1")).to_have_text("hupai")
    page.reload()
    expect(page.locator("h1")).to_have_text("hupai")
    assert page.locator("html").get_attribute("lang") == "en"


def test_both_languages_have_the_same_words(open_page: Opener) -> None:
    page = open_page()
    texts = page.evaluate(
        """async () => ({zh: (await import("/static/js/words/zh.js")).default,
                         en: (await import("/static/js/words/en.js")).default})"""
    )
    assert set(texts["zh"]) == set(texts["en"])
    for key, text in texts["zh"].items():
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", texts["en"][key]))
        if key != "language.other":
            assert not re.search("[\u4e00-\u9fff]", texts["en"][key]) or key == "language.switch"


def test_by_keyboard_alone(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    page.on("filechooser", lambda chooser: chooser.set_files(photo_file))
    tab_to(page, ".choices button:nth-of-type(2)")
    page.keyboard.press("Enter")
    page.locator(".groups").wait_for()
    tab_to(page, ".doubt")
    page.keyboard.press("Enter")
    tab_to(page, ".panel [data-likely='7s']")
    page.keyboard.press("Enter")
    expect(page.locator(".doubts")).to_have_count(0)
    tab_to(page, "[data-tile='13']")
    page.keyboard.press("Enter")
    tab_to(page, ".panel .row:last-child button:nth-of-type(2)")
    page.keyboard.press("Space")
    expect(page.locator(".meld .tile")).to_have_count(3)
    tab_to(page, ".how .seats [data-seat='1']")
    page.keyboard.press("Space")
    tab_to(page, ".how .group:nth-of-type(3) .choice")
    page.keyboard.press("Space")
    page.locator(".result[data-settled='yes']").wait_for()
    tab_to(page, ".save-row .primary")
    page.keyboard.press("Enter")
    page.locator(".evening").wait_for()
    assert amounts(page, ".totals") == ["-6", "+18", "-6", "-6"]


def test_the_live_camera(open_page: Opener, table: Table) -> None:
    page = open_page(PHONE)
    table.pictures.clear()
    page.get_by_role("button", name="Live camera").click()
    shoot = page.get_by_role("button", name="Shoot")
    expect(shoot).to_be_enabled()
    page.wait_for_function("() => document.querySelector('video').videoWidth > 0")
    assert page.locator(".camera .outline").is_visible()
    check_page(page, PHONE[0])
    page.wait_for_function("() => document.querySelector('video').currentTime > 0")
    shoot.click()
    page.locator(".groups").wait_for()
    (seen,) = table.pictures
    assert abs(seen.width / seen.height - WIDTH / HEIGHT) < 0.1
    # The cloth of the drawn table, as the camera saw it.
    middle = seen.pixels[int(seen.height * 0.9), seen.width // 2].astype(int)
    assert np.abs(middle - (62, 110, 28)).max() < 40


def test_without_a_secure_context_the_page_says_why(browser: Browser, open_page: Opener) -> None:
    page = open_page()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.reload()
    live = page.get_by_role("button", name="Live camera")
    expect(live).to_be_disabled()
    expect(page.locator("#no-live")).to_contain_text("HTTPS")
    expect(page.locator("input[capture]")).to_have_count(1)


POOR_PHOTOS = {
    "dark": (ImageEnhance.Brightness(photo()).enhance(0.2), "very dark"),
    "blurred": (photo().filter(ImageFilter.GaussianBlur(6)), "blurred"),
    "good": (photo(), ""),
}


@pytest.mark.parametrize(("image", "words"), POOR_PHOTOS.values(), ids=POOR_PHOTOS)
def test_a_poor_photo_is_told_of(
    open_page: Opener, tmp_path: Path, image: Image.Image, words: str
) -> None:
    page = open_page()
    image.save(tmp_path / "photo.jpg")
    upload(page, tmp_path / "photo.jpg")
    notes = page.locator(".column .note").all_inner_texts()
    assert any(words in note for note in notes) if words else "photo" not in " ".join(notes)


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_boxes_lie_on_the_tiles_of_a_turned_photo(
    open_page: Opener, table: Table, tmp_path: Path, orientation: int
) -> None:
    turns = {3: 180, 6: 90, 8: 270}
    exif = Image.Exif()
    exif[0x0112] = orientation
    lying = photo().rotate(turns[orientation], expand=True)
    lying.save(tmp_path / "turned.jpg", exif=exif)
    page = open_page()
    table.pictures.clear()
    upload(page, tmp_path / "turned.jpg")
    (seen,) = table.pictures
    assert (seen.width, seen.height) == (WIDTH, HEIGHT)
    # The first tile is white where its box is, and the corner is cloth.
    assert seen.pixels[285, 70].min() > 200
    assert seen.pixels[20, 20].max() < 140
    image = page.locator(".photo image")
    assert (image.get_attribute("width"), image.get_attribute("height")) == ("1200", "700")


BAD_FILES = {
    "not a picture": (b"no picture at all " * 50, "not a picture"),
    "empty": (b"", "empty file"),
    "truncated": (photo_bytes()[:700], "broken or truncated"),
}


@pytest.mark.parametrize(("content", "words"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_one_clear_sentence(
    open_page: Opener, tmp_path: Path, content: bytes, words: str
) -> None:
    page = open_page()
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(content)
    page.locator("input[data-for='start.choose']").set_input_files(bad)
    expect(page.locator("[role=alert]")).to_contain_text(words)
    assert page.locator(".start").is_visible()


def test_names_are_text_and_never_markup(open_page: Opener, table: Table) -> None:
    names = ["<img src=x onerror=a()>", "<script>a()</script>", "<b>王</b>", "${a()}&lt;"]
    evening = httpx.get(f"{table.address}/api/evenings/newest").json()["id"]
    httpx.put(f"{table.address}/api/evenings/{evening}/table", json={"names": names})
    page = open_page()
    for tab in (1, 0):
        page.locator("header .tab").nth(tab).click()
        page.locator("main h1").wait_for()
        assert page.locator("main script, main b b, [onerror], [src='x']").count() == 0
    page.locator("header .tab").nth(1).click()
    shown = page.locator(".totals .name").all_inner_texts()
    assert [name.split("\n")[0] for name in shown] == [name[:24] for name in names]


def test_the_page_of_the_interface(open_page: Opener, table: Table) -> None:
    page = open_page(PHONE, address=f"{table.address}/api")
    expect(page.locator("code", has_text="POST /api/score")).to_have_count(1)
    check_page(page, PHONE[0])


def test_the_pin_page(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pin="12345678") as guarded:
        page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        page.goto(guarded.address)
        check_page(page, 360)
        page.locator("#pin").fill("11111111")
        page.locator("button").click()
        assert page.locator("main").inner_text().count("PIN") > 0
        page.locator("#pin").fill("12345678")
        page.locator("button").click()
        page.locator(".start").wait_for()
        assert "pin" not in page.url
        page.context.close()
