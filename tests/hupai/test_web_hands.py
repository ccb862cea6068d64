"""Hands on the page: mending, circumstances, several winners, the evening, sharing, training."""

from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the web extra: pip install 'hupai[web]'")
pytest.importorskip("playwright", reason="needs the dev extra: pip install 'hupai[dev]'")

from playwright.sync_api import expect

from hupai.web.training_data import TrainingData
from tests.hupai.web_acts import PHONE, Opener, amounts, check_page, settle_by_tapping, tile, upload
from tests.hupai.web_table import WIDTH, Table

pytest_plugins = ["tests.hupai.web_browser"]


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


def test_names_are_text_and_long_ones_fit(open_page: Opener, photo_file: Path) -> None:
    page = open_page(PHONE)
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.locator("header .tab").nth(1).click()
    name = "<img src=x onerror=1>"
    page.locator(".names input").nth(1).fill(name)
    page.locator(".names input").nth(2).fill("W" * 24)
    page.locator(".names ~ .row button").click()
    expect(page.locator(".totals .name").nth(1)).to_have_text(name)
    assert page.locator(".totals img").count() == 0
    check_page(page, PHONE[0])
    page.locator("header .tab").nth(0).click()
    upload(page, photo_file)
    settle_by_tapping(page)
    expect(page.locator(".mahjong-table .seat.right .name")).to_have_text(name)
    assert page.locator(".mahjong-table img").count() == 0
    check_page(page, PHONE[0])


def test_fishing_after_a_hand_that_was_won(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    page.locator("header .tab").nth(2).click()
    page.locator("[data-rules='nanning-fan']").click()
    expect(page.locator("[data-rules='nanning-fan']")).to_have_attribute("aria-pressed", "true")
    page.locator("header .tab").nth(0).click()
    upload(page, photo_file)
    settle_by_tapping(page)
    assert amounts(page, ".mahjong-table") == ["-6", "+18", "-6", "-6"]
    page.locator(".save-row .primary").click()
    expect(page.locator(".played > li")).to_have_count(1)
    page.locator("header .tab").nth(0).click()
    upload(page, photo_file)
    page.locator(".doubt").click()
    page.locator(".panel [data-likely='7s']").click()
    tile(page, 14).click()
    page.get_by_role("button", name="Set 1", exact=True).click()
    page.locator(".how .seats [data-seat='1']").click()
    page.get_by_role("button", name="Self-draw").click()
    expect(page.locator(".problems")).to_contain_text("must fish")
    page.locator(".extras summary").click()
    page.locator("[data-add='fish']").click()
    # Seat 1 deals now, so that 1, 5 and 9 hit.
    for face in ("1m", "2m", "5p"):
        page.locator(f".panel [data-face='{face}']").click()
    expect(page.locator(".mahjong-table .seat.right .amount")).to_have_text("+54")


def test_several_phones_watch_one_table(open_page: Opener, photo_file: Path) -> None:
    watcher, player = open_page(PHONE), open_page()
    watcher.locator("header .tab").nth(1).click()
    upload(player, photo_file)
    settle_by_tapping(player)
    player.locator(".save-row .primary").click()
    expect(watcher.locator(".totals .amount").nth(1)).to_have_text("+18")
    expect(watcher.locator(".played > li")).to_have_count(1)


def test_a_new_evening_is_begun_for_all(open_page: Opener, photo_file: Path) -> None:
    watcher, player = open_page(PHONE), open_page()
    for page in (watcher, player):
        page.locator("header .tab").nth(1).click()
    player.locator(".seats [data-seat='3']").click()
    expect(watcher.locator(".totals [data-seat='3'] .dealer")).to_have_count(1)
    player.on("dialog", lambda dialog: dialog.accept())
    player.get_by_role("button", name="Begin a new evening").click()
    player.locator("header .tab").nth(0).click()
    upload(player, photo_file)
    settle_by_tapping(player)
    player.locator(".save-row .primary").click()
    expect(watcher.locator(".totals .amount").nth(1)).to_have_text("+18")


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


def test_an_unfinished_hand_survives_a_reload(open_page: Opener, photo_file: Path) -> None:
    page = open_page()
    upload(page, photo_file)
    settle_by_tapping(page)
    page.reload()
    page.locator(".result[data-settled='yes']").wait_for()
    assert amounts(page, ".mahjong-table") == ["-6", "+18", "-6", "-6"]
    page.locator(".groups .icon").first.click()
    expect(page.locator(".meld .tile")).to_have_count(2)
    page.locator("header .tab").nth(0).click()
    page.reload()
    page.locator(".start").wait_for()
