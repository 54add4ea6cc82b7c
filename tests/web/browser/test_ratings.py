"""What the house keeps, live in a real browser: drop, win, hold and theory per table, and who is rated."""

from collections.abc import Callable

from msgspec.structs import replace
from playwright.sync_api import expect

from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import RatingsPolicy
from dicehouse.table.people import LeaveSeat
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]
PIT = {"width": 1440, "height": 900}


def test_two_consoles_of_the_pit_follow_win_and_theory_as_the_dealer_settles(enters: Enters, house: Served) -> None:
    """Ann stakes 5.00 on Small and Bob 5.00 on Big; 4, 5, 6 is Big, and both wagers keep 1/36."""
    policy = replace(house.floor.house.house.policy, ratings=RatingsPolicy(comps_percent=20))
    house.does("house", SetPolicy, "Max", "casino-operator", policy=policy)
    dealer = Dealer(house, "Sic Bo 1")
    ann, bob = enters("Ann").sits("Sic Bo 1", 4), enters("Bob").sits("Sic Bo 1", 2)
    sue, max_ = enters("Sue", viewport=PIT).page, enters("Max", viewport=PIT).page
    for page in (sue, max_):
        page.goto("/pit")
        expect(page.locator(".ratings tbody tr")).to_have_count(2)
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small")
    bob.adds("big")
    expect(ann.stake).to_have_text("$5.00")
    expect(bob.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.shows(4, 5, 6)
    for page in (sue, max_):
        ann_line = page.locator(".ratings tbody tr", has_text="••1001")
        expect(ann_line).to_contain_text("Sic Bo 1, 4")
        expect(ann_line.locator("td")).to_have_text(["Sic Bo 1, 4", "0 min", "$5", "$0.14", "+$5.00", "$0.02"])
        line = page.locator(".table-card", has_text="Sic Bo 1")
        expect(line.locator(".theory")).to_contain_text("Wagers won the house $0.00; theory $0.28")
    expect(sue.locator(".ratings")).to_contain_text("comps 20% of theory, by the policy")
    assert "Ann" not in sue.locator(".board").inner_text(), "players are named by their seats"
    house.does("Sic Bo 1", LeaveSeat, "Ann", "player", seat=4)
    expect(sue.locator(".ratings tbody tr", has_text="••1001")).to_contain_text("(left)")
    line = sue.locator(".table-card", has_text="Sic Bo 1")
    line.click()
    expect(sue.locator(".opened h2")).to_have_text("Sic Bo 1")
    picture(sue, "pit-figures")
