"""The terminal on every screen: phone, tablet, laptop, wall; installable, light, and still while the link is lost."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]
ON_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
TOTALS = [f"total-{n}" for n in range(4, 18)]

SHIFTS = """() => { window.shifted = 0; new PerformanceObserver((list) => {
  for (const it of list.getEntries()) if (!it.hadRecentInput) window.shifted += it.value;
}).observe({ type: 'layout-shift', buffered: true }); }"""


def box(person: Person, selector: str) -> dict[str, float]:
    found = person.page.locator(selector).first.bounding_box()
    assert found
    return {key: round(found[key]) for key in ("x", "y", "width", "height")}


def open_at(enters: Enters, house: Served, table: str, **context: Any) -> tuple[Person, Dealer]:
    person, dealer = enters("Ann", **context).sits(table, 1), Dealer(house, table)
    dealer.opens_betting()
    person.waits_for("betting")
    return person, dealer


def test_the_first_page_of_a_phone_has_what_is_bet_on_most_and_none_of_it_lies_under_the_tray(
    enters: Enters, house: Served
) -> None:
    ann, dealer = open_at(enters, house, "Sic Bo 3", **ON_PHONE)
    small, big, odd, even = (box(ann, f'[data-id="{it}"]') for it in ("small", "big", "odd", "even"))
    assert small["y"] == big["y"] < odd["y"] == even["y"]
    assert small["x"] == odd["x"] < big["x"] == even["x"]
    tray = box(ann, ".tray")
    for area in TOTALS:
        it = box(ann, f'[data-id="{area}"]')
        assert it["width"] >= 44
        assert it["height"] >= 44
        assert it["y"] + it["height"] <= tray["y"] + 1, "it lies under the tray"
    ann.area("small").tap()
    ann.page.get_by_role("tab", name="Doubles").tap()
    ann.area("double-4").tap()
    expect(ann.page.get_by_role("tab", name="Main")).to_contain_text("$5")
    expect(ann.page.get_by_role("tab", name="Doubles")).to_contain_text("$5")
    ann.page.get_by_role("tab", name="Main").tap()
    boxes = [it.bounding_box() for it in ann.page.locator(".area, .bands button, .chips button, .acts button").all()]
    assert all(it and it["width"] >= 44 and it["height"] >= 44 for it in boxes)
    felt = box(ann, ".felt")
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    sheet = ann.page.locator(".breakdown")
    expect(sheet).to_be_visible()
    assert box(ann, ".felt") == felt, "the felt above stays whole"
    assert box(ann, ".breakdown")["y"] >= felt["y"] + felt["height"]
    expect(ann.page.locator(".chips")).to_have_count(0)
    assert ann.violations() == []
    dealer.opens_betting()
    line = ann.page.locator(".last-line")
    expect(line).to_contain_text("Last round $0.00")
    line.tap()
    expect(ann.page.get_by_role("dialog", name="Your last rounds")).to_be_visible()


def test_a_phone_at_craps_begins_with_the_win_line_and_a_number_opens_its_four_wagers(
    enters: Enters, house: Served
) -> None:
    bob, dealer = enters("Bob", **ON_PHONE).sits("Craps 1", 2), Dealer(house, "Craps 1")
    expect(bob.page.locator(".area").first).to_have_attribute("data-id", "win-line")
    expect(bob.page.get_by_role("tab").first).to_have_text("Lineno stake")
    bob.area("win-line").tap()
    dealer.offers_dice()
    bob.page.get_by_role("button", name="Take the dice").tap()
    bob.page.get_by_role("button", name="Throw the dice").tap()
    bob.waits_for("in the air")
    dealer.calls(3, 3)
    expect(bob.page.locator(".numbers .point")).to_have_text("6ON")
    bob.page.locator(".numbers button").nth(3).tap()
    assert sorted(it.get_attribute("data-id") or "" for it in bob.page.locator(".area").all()) == [
        "buy-8", "lay-8", "place-lose-8", "place-win-8",
    ]  # fmt: skip
    bob.area("place-win-8").tap()
    expect(bob.page.locator(".numbers button").nth(3)).to_have_attribute("aria-label", "8, $5")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert bob.violations() == []


def test_a_phone_whose_player_is_offered_the_dice_hides_nothing_of_the_line_under_the_tray(
    enters: Enters, house: Served
) -> None:
    ann = enters("Ann", **ON_PHONE).sits("Craps 1", 1)
    ann.area("win-line").tap()
    expect(ann.stake).to_have_text("$5.00")
    Dealer(house, "Craps 1").offers_dice()
    expect(ann.page.get_by_role("button", name="Take the dice")).to_be_visible()
    ann.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    tray = box(ann, ".tray")
    for area in ("win-line", "behind-win-line", "behind-dont-win", "dont-win"):
        it = box(ann, f'[data-id="{area}"] .ground')
        assert it["y"] + it["height"] <= tray["y"] + 1, area
        assert it["height"] >= 44


def test_a_craps_felt_and_its_tray_fit_a_laptop(enters: Enters) -> None:
    bob = enters("Bob").sits("Craps 1", 2)
    acts = box(bob, ".acts")
    assert acts["y"] + acts["height"] <= 800
    assert acts["height"] >= 44
    felt, side = box(bob, ".felt"), box(bob, ".side")
    assert acts["x"] + acts["width"] <= felt["x"] + felt["width"] < side["x"]
    assert bob.page.evaluate("document.documentElement.scrollHeight") <= 800


def test_nothing_beside_the_sums_moves_while_they_change(enters: Enters, house: Served) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 1", 1, "$500"), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    cai.waits_for("betting")
    before = box(cai, ".acts")
    cai.page.keyboard.press("4")
    cai.adds("small", "big")
    expect(cai.rack).to_have_text("$300.00")
    assert box(cai, ".acts") == before
    cai.adds("small", "big")
    expect(cai.rack).to_have_text("$100.00")
    assert box(cai, ".acts") == before
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    expect(cai.rack).to_have_text("$500.00")
    assert box(cai, ".acts") == before


def test_the_tools_of_a_phone_are_behind_a_menu(enters: Enters) -> None:
    cai = enters("Cai", **ON_PHONE).comes_to("Sic Bo 1")
    expect(cai.page.locator(".demo")).to_have_text("Demo")
    cai.page.get_by_role("button", name="Menu").tap()
    menu = cai.page.get_by_role("dialog", name="Menu")
    expect(menu.get_by_role("link", name="Rules")).to_be_visible()
    assert cai.violations() == []
    menu.get_by_role("button", name="中文").tap()
    expect(cai.page.locator("html")).to_have_attribute("lang", "zh-Hans")


@pytest.mark.parametrize("width, height", [(390, 844), (820, 1180), (1024, 768), (1280, 800)])
def test_the_dice_and_how_many_sit_here_are_seen_without_scrolling(
    enters: Enters, house: Served, width: int, height: int
) -> None:
    cai, dealer = open_at(enters, house, "Sic Bo 1", viewport={"width": width, "height": height})
    cai.page.evaluate("scrollTo(0, 0)")
    expect(cai.page.get_by_text("1 of 8 seated").first).to_be_in_viewport()
    felt = box(cai, ".felt")
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    stage = cai.page.locator(".stage")
    expect(stage).to_have_attribute("data-seen", "3")
    expect(stage).to_be_in_viewport()
    assert box(cai, ".felt") == felt


@pytest.mark.parametrize("width, height", [(820, 1180), (1024, 768), (1280, 800), (1920, 1080)])
def test_the_whole_felt_and_the_tray_fit_the_screen(enters: Enters, house: Served, width: int, height: int) -> None:
    dee, _ = open_at(enters, house, "Sic Bo 1", viewport={"width": width, "height": height})
    assert dee.page.locator(".area").count() == 58
    felt, acts = box(dee, ".felt"), box(dee, ".acts")
    assert felt["x"] >= 0
    assert felt["x"] + felt["width"] <= width
    assert acts["y"] + acts["height"] <= height, "the tray is not below the screen"
    pair = box(dee, '[data-id="pair-5-6"] .ground')
    assert pair["width"] >= 44
    assert pair["height"] >= 44
    if width == 1920:
        assert felt["height"] >= 700, "it uses the screen"
    assert dee.page.evaluate("document.documentElement.scrollWidth") <= width
    assert dee.violations() == []


def test_nothing_moves_over_a_round_and_while_the_link_is_lost(
    enters: Enters, house: Served, record_property: Callable[[str, object], None]
) -> None:
    ann, dealer = open_at(enters, house, "Sic Bo 2")
    ann.page.mouse.move(5, 5)
    ann.page.evaluate(SHIFTS)
    ann.page.keyboard.press("2")
    ann.area("small").click()
    expect(ann.stake).to_have_text("$5.00")
    felt, rack = box(ann, ".felt"), box(ann, ".money")
    ann.context.set_offline(True)
    expect(ann.page.locator(".banner.coral")).to_contain_text("Link lost since")
    expect(ann.page.locator(".confirmed")).to_contain_text("Confirmed by the table, $5.00")
    assert (box(ann, ".felt"), box(ann, ".money")) == (felt, rack)
    expect(ann.page.locator(".ring-seconds")).not_to_have_text(re.compile(r"\d"))
    ann.context.set_offline(False)
    expect(ann.page.locator(".banner.coral")).to_have_count(0)
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    expect(ann.page.locator(".net b")).to_have_text("+$5.00")
    assert box(ann, ".felt") == felt
    dealer.opens_betting()
    expect(ann.page.locator(".last-round")).to_contain_text("+$5.00")
    shifted = ann.page.evaluate("window.shifted")
    record_property("layout shift over a round", round(shifted, 4))
    assert shifted < 0.05
    ann.complaints.clear()  # the browser itself says that it could not connect


def test_the_terminal_can_be_installed_and_its_first_load_is_light(
    enters: Enters, record_property: Callable[[str, object], None]
) -> None:
    cai = enters("Cai")
    line = cai.context.new_cdp_session(cai.page)
    line.send("Network.enable")
    loaded: list[float] = []
    line.on("Network.loadingFinished", lambda it: loaded.append(it["encodedDataLength"]))
    cai.comes_to("Sic Bo 1")
    record_property("first load of a terminal, bytes", round(sum(loaded)))
    assert 0 < sum(loaded) < 200_000
    manifest = json.loads(line.send("Page.getAppManifest")["data"])
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert line.send("Page.getAppManifest")["errors"] == []
