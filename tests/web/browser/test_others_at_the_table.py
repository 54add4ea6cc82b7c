"""Other people at the table: how many there are, and in a house that wants it what they have on the felt together."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import Policy
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]


def test_totals_of_everyone_stand_on_the_felt_where_the_house_shows_them(enters: Enters, house: Served) -> None:
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy(area_totals=True))
    ann, bob = enters("Ann").sits("Sic Bo 1", 1), enters("Bob").sits("Sic Bo 1", 5)
    dealer = Dealer(house, "Sic Bo 1")
    expect(ann.page.locator(".bar-tags")).to_contain_text("2 of 8 seated")
    dealer.opens_betting()
    ann.waits_for("betting")
    bob.waits_for("betting")
    bob.adds("small", "small", "total-9", "pair-1-2", "single-3")
    ann.adds("small")
    expect(ann.area("small").locator(".everyone")).to_have_text("all 15")
    expect(ann.area("total-9").locator(".everyone")).to_have_text("all 5")
    expect(ann.area("small")).to_have_attribute(
        "aria-label", "Small, pays 1 to 1, your stake 5 dollars, everyone together 15 dollars"
    )
    expect(ann.page.locator(".everyone")).to_have_count(4)
    expect(bob.area("total-9")).to_have_attribute("aria-label", re.compile("your stake 5 dollars, everyone together 5"))
    ann.area("total-9").hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("Everyone together $5")
    assert ann.violations() == []
    picture(ann.page, "player-totals")
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    expect(ann.page.locator(".everyone")).to_have_count(0)


def test_nothing_of_others_is_shown_where_the_house_does_not_want_it(enters: Enters, house: Served) -> None:
    ann, bob = enters("Ann").sits("Sic Bo 2", 1), enters("Bob").sits("Sic Bo 2", 5)
    Dealer(house, "Sic Bo 2").opens_betting()
    ann.waits_for("betting")
    bob.waits_for("betting")
    bob.adds("small")
    expect(bob.stake).to_have_text("$5.00")
    ann.adds("big")
    expect(ann.stake).to_have_text("$5.00")
    expect(ann.page.locator(".everyone")).to_have_count(0)
    expect(ann.area("small")).to_have_attribute("aria-label", "Small, pays 1 to 1, no stake")
