"""What is drawn on the felt does not hide what is printed there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]
WON = ("small", "odd", "total-9", "pair-1-3", "single-1", "single-5")

HIDDEN = """() => [...document.querySelectorAll('.area.win')].flatMap((area) => {
  const tag = area.querySelector('.won rect')?.getBoundingClientRect();
  const prices = tag ? [...area.querySelectorAll('.face text.o, .stake .chip text')] : [];
  return prices.filter((it) => {
    const box = it.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;  // a letter's box is taller than its figures
    return box.left < tag.right && tag.left < box.right && tag.top < middle + 4 && middle - 4 < tag.bottom;
  }).map((it) => `${area.dataset.id}: ${it.textContent}`);
})"""
"""Prices and stakes that lie under what a wager won."""


OVER_A_PRICE = """() => [...document.querySelectorAll('.area.staked')].flatMap((area) => {
  const chip = area.querySelector('.stake .stack').getBoundingClientRect();
  const price = area.querySelector('.face text.o').getBoundingClientRect();
  const foot = (price.top + price.bottom) / 2 + 4;  // a letter's box is taller than its figures
  return chip.left < price.right && price.left < chip.right && chip.top < foot ? [area.dataset.id] : [];
})"""
"""Areas whose price lies under one's own chip."""


@pytest.mark.parametrize("width, height", [(390, 844), (640, 400), (820, 1180), (1280, 800)])
def test_a_chip_lies_on_no_price_of_a_total(enters: Enters, house: Served, width: int, height: int) -> None:
    screen = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
    bob = enters("Bob", **screen).sits("Sic Bo 2", 1)
    Dealer(house, "Sic Bo 2").opens_betting()
    bob.waits_for("betting")
    for total in (4, 10, 17):
        bob.area(f"total-{total}").click()
    expect(bob.stake).to_have_text("$15.00")
    assert bob.page.evaluate(OVER_A_PRICE) == []


def test_what_a_wager_won_hides_neither_its_price_nor_its_stake(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds(*WON)
    expect(ann.stake).to_have_text("$30.00")
    dealer.closes_betting()
    dealer.shows(1, 3, 5)
    expect(ann.page.locator(".won")).to_have_count(len(WON))
    assert ann.page.evaluate(HIDDEN) == []
    ann.page.get_by_role("button", name="中文").click()
    expect(ann.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert ann.page.evaluate(HIDDEN) == []
    ann.page.set_viewport_size(ViewportSize(width=390, height=844))
    expect(ann.page.locator(".terminal")).to_have_attribute("data-shape", "phone")
    assert ann.page.evaluate(HIDDEN) == []
