"""The page in a real browser: a hand from photo to payments, at both sizes, in both languages.

Skipped where Chromium or playwright is missing: `apt-get install chromium`, and the extra `dev`.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("playwright", reason="needs the dev extra: pip install 'hupai[dev]'")

import httpx
import numpy as np
from PIL import Image, ImageEnhance, ImageFilter
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from hupai.web.training_data import TrainingData
from tests.hupai.web_table import HEIGHT, WIDTH, Table, photo, photo_bytes, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE, LAPTOP = (360, 640), (1280, 800)
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
SERIOUS = ("serious", "critical")
SMALLEST = 44
"""Pixels. A target's least width and height."""
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


Opener = Callable[..., Page]


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


def test_mending_by_every_way(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    upload(page, photo_file)
    groups = page.locator(".groups .group")
    concealed = groups.nth(0).locator(".tile:not(.add)")
    assert concealed.count() == 10
    tile(page, 1).click()
    page.locator(".panel .row").first.locator("button").last.click()
    expect(concealed).to_have_count(9)
    page.locator(".groups .icon").first.click()
    expect(concealed).to_have_count(10)
    page.locator(".groups .icon").nth(1).click()
    expect(concealed).to_have_count(9)
    page.locator(".groups .tile.add").click()
    # Of the 9s four are used, one of them by a misreading.
    page.locator(".panel [data-face='2p']").click()
    expect(concealed).to_have_count(10)
    expect(page.locator(".panel")).to_have_count(0)
    tile(page, 13).click()
    page.get_by_role("button", name="Not the winning tile").click()
    expect(concealed).to_have_count(11)
    tile(page, 14).click()
    page.get_by_role("button", name="Set 1", exact=True).click()
    expect(page.locator(".meld .tile")).to_have_count(3)
    page.locator(".meld select").first.select_option("kan open")
    expect(page.locator(".meld .tile")).to_have_count(4)
    page.locator(".meld select").nth(1).select_option("3")
    page.locator(".meld button.small").click()
    expect(page.locator(".meld")).to_have_count(0)
    expect(concealed).to_have_count(15)


def test_a_face_without_copies_left_is_greyed(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    upload(page, photo_file)
    page.locator(".groups .tile.add").click()
    for _ in range(2):
        expect(page.locator(".panel [data-face='2p']")).to_be_enabled()
        page.locator(".panel [data-face='2p']").click()
        if page.locator(".panel").count() == 0:
            page.locator(".groups .tile.add").click()
            break
    expect(page.locator(".panel [data-face='2p']")).to_be_disabled()
    expect(page.locator(".panel [data-face='3p']")).to_be_enabled()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what `selector` finds."""
    for _ in range(150):
        if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


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


def test_names_are_text_and_never_markup(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.locator("header .tab").nth(1).click()
    name = "<img src=x onerror=1>"
    page.locator(".names input").nth(1).fill(name)
    page.locator(".names ~ .row button").click()
    expect(page.locator(".totals .name").nth(1)).to_have_text(name)
    assert page.locator(".totals img").count() == 0
    page.locator("header .tab").nth(0).click()
    upload(page, photo_file)
    settle_by_tapping(page)
    expect(page.locator(".mahjong-table .seat.right .name")).to_have_text(name)
    assert page.locator(".mahjong-table img").count() == 0


def test_several_phones_watch_one_table(open_page: Opener, photo_file: Path) -> None:
    watcher, player = open_page(PHONE), open_page()
    watcher.locator("header .tab").nth(1).click()
    upload(player, photo_file)
    settle_by_tapping(player)
    player.locator(".save-row .primary").click()
    expect(watcher.locator(".totals .amount").nth(1)).to_have_text("+18")
    expect(watcher.locator(".played > li")).to_have_count(1)


def test_an_old_hand_is_edited(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    upload(page, photo_file)
    settle_by_tapping(page)
    page.locator(".save-row .primary").click()
    page.get_by_role("button", name="Edit 1").click()
    page.locator(".result[data-settled='yes']").wait_for()
    page.locator(".how .seats [data-seat='2']").click()
    page.locator(".how .choice").nth(4).click()
    page.locator(".result[data-settled='yes']").wait_for()
    page.locator(".save-row .primary").click()
    expect(page.locator(".totals .amount").nth(2)).to_have_text("+18")
    assert amounts(page, ".totals") == ["-6", "-6", "+18", "-6"]


def test_house_rules_are_kept_and_count(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    page.locator("header .tab").nth(2).click()
    page.locator("[data-option='points.base']").fill("2")
    page.locator("[data-option='points.base']").press("Enter")
    expect(page.locator(".options .changed")).to_have_count(1)
    page.reload()
    upload(page, photo_file)
    settle_by_tapping(page)
    assert amounts(page, ".mahjong-table") == ["-12", "+36", "-12", "-12"]


def test_codes_multiply_the_payment(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    upload(page, photo_file)
    settle_by_tapping(page)
    page.locator(".extras summary").click()
    page.locator("[data-add='codes']").click()
    for face in ("2m", "6s", "1p"):
        page.locator(f".panel [data-face='{face}']").click()
    page.keyboard.press("Escape")
    expect(page.locator(".mahjong-table .seat.right .amount")).to_have_text("+54")


def test_a_corrected_photo_is_given_to_training(
    open_page: Opener, photo_file: Path, table: Table, tmp_path: Path
) -> None:
    page = open_page()
    upload(page, photo_file)
    settle_by_tapping(page)
    kept = TrainingData(table.data / "corrections")
    assert kept.ids() == []
    page.locator(".consent button").click()
    expect(page.locator(".consent")).to_contain_text("Thank you")
    assert kept.export(tmp_path / "set", ("x",) * 43) == 1
    (labels,) = (tmp_path / "set" / "labels").iterdir()
    rows = [row.split() for row in labels.read_text("utf-8").splitlines()]
    assert len(rows) == 15
    assert rows[4][0] == "24"
    assert float(rows[0][1]) == pytest.approx((60 + 35) / WIDTH, abs=0.01)
    page.locator(".consent button").click()
    expect(page.locator(".consent")).to_contain_text("deleted")
    assert kept.ids() == []


def test_a_hand_without_a_photo(open_page: Opener) -> None:
    page = open_page(PHONE, "zh")
    page.get_by_role("button", name="不拍照").click()
    page.locator(".groups .tile.add").click()
    for face in ["2p", "2p", "2p", "7s", "7s", "7s", "8m", "8m", "8m", "9s", "9s", "9s", "E"]:
        page.locator(f".panel [data-face='{face}']").click()
    page.locator(".groups .tile.add").click()
    page.locator(".panel [data-face='E']").click()
    page.locator(".how .seats [data-seat='0']").click()
    page.locator(".how .choice").nth(5).click()
    page.locator(".how .seats").nth(1).locator("[data-seat='3']").click()
    page.locator(".result[data-settled='yes']").wait_for()
    assert amounts(page, ".mahjong-table") == ["+9", "0", "0", "-9"]


def test_sharing_as_text_and_as_a_picture(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("delete Navigator.prototype.share; delete Navigator.prototype.canShare")
    upload(page, photo_file)
    settle_by_tapping(page)
    page.get_by_role("button", name="Share as text").click()
    expect(page.locator(".shared")).to_have_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert "All pons 6" in shared
    assert "C pays B 6" in shared
    with page.expect_download() as download:
        page.get_by_role("button", name="Share as picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


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


def test_two_winners_of_one_tile(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    upload(page, photo_file)
    settle_by_tapping(page)
    page.locator(".how .choice").nth(5).click()
    page.locator(".how .seats").nth(1).locator("[data-seat='0']").click()
    page.locator(".others summary").click()
    page.locator("[data-also='2']").click()
    expect(page.locator(".groups .tile:not(.add)")).to_have_count(0)
    page.locator(".groups .tile.add").click()
    for face in ["3s", "4s", "5s", "6s", "7s", "8s", "6m", "7m", "9p", "9p", "8m"]:
        page.locator(f".panel [data-face='{face}']").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Add a set").click()
    page.locator(".panel [data-face='W']").click()
    page.locator(".groups .tile", has=page.locator("[src*='8m']")).click()
    page.get_by_role("button", name="Make it the winning tile").click()
    page.locator(".result[data-settled='yes']").wait_for()
    assert amounts(page, ".mahjong-table") == ["-11", "+9", "+2", "0"]
    assert page.locator(".mahjong-table .won").count() == 2
    page.locator(".save-row .primary").click()
    page.get_by_role("button", name="Edit 1").click()
    page.locator(".result[data-settled='yes']").wait_for()
    page.locator(".others .other button").click()
    expect(page.locator(".mahjong-table .amount").first).to_have_text("−2")


def test_a_drawn_hand_is_saved(open_page: Opener) -> None:
    page = open_page()
    page.get_by_role("button", name="No photo").click()
    page.get_by_role("button", name="Drawn hand").click()
    expect(page.locator(".played > li")).to_have_count(1)
    assert amounts(page, ".totals") == ["0", "0", "0", "0"]
