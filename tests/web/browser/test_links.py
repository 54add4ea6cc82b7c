"""The line between a terminal and its table: slow, lost and found again; nothing is placed twice or lost."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 6_000, "uploadThroughput": 6_000}
"""A telephone at the edge of its net: bytes in a second, milliseconds there and back."""


CLICKS_AND_CUTS = """(area) => {
  document.querySelector(`[data-id="${area}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  window.dispatchEvent(new Event("offline"));
}"""
"""The chip is sent, and the line is cut before its answer can be read."""


def stakes(house: Served, table: str) -> list[int]:
    return [it.stake for it in house.floor.tables[table].table.layout.standing.values()]


def test_a_double_click_on_a_slow_network_is_two_chips_of_one_wager_and_every_chip_is_confirmed(
    enters: Enters, house: Served
) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    ann.waits_for("betting")
    line = ann.context.new_cdp_session(ann.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    ann.area("big").dblclick()
    ann.adds("total-9", "single-1")
    expect(ann.stake).to_have_text("$20.00")
    expect(ann.page.locator(".stake.pending")).to_have_count(0)
    assert stakes(house, "Sic Bo 1") == [1_000, 500, 500]
    dealer.closes_betting()
    ann.area("small").click(force=True)
    expect(ann.message).to_contain_text("$5 on Small was not placed.")
    assert stakes(house, "Sic Bo 1") == [1_000, 500, 500]
    dealer.shows(1, 3, 5)
    expect(ann.page.locator(".net b")).to_have_text("+$30.00")


def test_a_chip_that_was_on_its_way_when_the_link_broke_is_placed_once_when_it_is_back(
    enters: Enters, house: Served
) -> None:
    bob, dealer = enters("Bob").sits("Sic Bo 2", 1), Dealer(house, "Sic Bo 2")
    dealer.opens_betting()
    bob.waits_for("betting")
    bob.adds("small")
    expect(bob.stake).to_have_text("$5.00")
    bob.page.evaluate(CLICKS_AND_CUTS, "total-9")
    expect(bob.stake).to_have_text("$10.00")
    expect(bob.page.locator(".stake.pending")).to_have_count(0)
    assert stakes(house, "Sic Bo 2") == [500, 500]
    bob.context.set_offline(True)
    expect(bob.page.locator(".banner.coral")).to_contain_text("Link lost since")
    assert bob.violations() == []
    bob.context.set_offline(False)
    expect(bob.page.locator(".banner.coral")).to_have_count(0)
    expect(bob.stake).to_have_text("$10.00")
    bob.complaints.clear()  # the browser itself says that it could not connect
    assert stakes(house, "Sic Bo 2") == [500, 500]


def test_a_round_that_ended_while_the_link_was_lost_is_shown_when_it_is_back(enters: Enters, house: Served) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 3", 1), Dealer(house, "Sic Bo 3")
    dealer.opens_betting()
    cai.waits_for("betting")
    cai.adds("any-triple", "small")
    expect(cai.stake).to_have_text("$10.00")
    cai.context.set_offline(True)
    expect(cai.page.locator(".confirmed")).to_contain_text("Confirmed by the table, $10.00")
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    cai.context.set_offline(False)
    expect(cai.rack).to_have_text("$200.00")
    expect(cai.page.locator(".net b")).to_have_text("$0.00")
    cai.complaints.clear()


def test_two_browsers_of_one_player_show_the_same_seat(enters: Enters, house: Served) -> None:
    dee, dealer = enters("Dee").sits("Symbols 1", 2), Dealer(house, "Symbols 1")
    again = enters("Dee").comes_to("Symbols 1")
    dealer.opens_betting()
    dee.waits_for("betting")
    again.waits_for("betting")
    dee.adds("symbol-fish")
    expect(again.stake).to_have_text("$5.00")
    again.adds("symbol-fish")
    expect(dee.area("symbol-fish")).to_have_attribute("aria-label", re.compile("your stake 10 dollars"))
