"""After a round: its net and reasons stay through the next betting period, and one's rounds are one tap away."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]


def test_the_last_round_stays_until_bets_close_and_my_rounds_are_filtered(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 2", 1), Dealer(house, "Sic Bo 2")
    for wagers, dice in ((("small", "total-9"), (1, 2, 4)), (("big",), (1, 1, 2))):
        dealer.opens_betting()
        ann.waits_for("betting")
        ann.adds(*wagers)
        expect(ann.stake).to_have_text(f"${5 * len(wagers)}.00")
        dealer.closes_betting()
        dealer.shows(*dice)
        expect(ann.page.locator(".net b")).to_be_visible()
    dealer.opens_betting()
    last = ann.page.locator(".last-round")
    expect(last).to_contain_text("Last round 2, until bets close")
    expect(last.locator(".net-figure")).to_have_text("−$5.00")  # noqa: RUF001
    expect(last.locator("li")).to_contain_text("Big lost, the total was 4; 11 to 17 is needed")
    ann.adds("small")
    expect(last).to_be_visible()
    assert ann.violations() == []
    last.get_by_role("button", name="My rounds").click()
    dialog = ann.page.get_by_role("dialog", name="Your last rounds")
    expect(dialog.locator(".rounds > li")).to_have_count(2)
    dialog.get_by_role("button", name="Lost").click()
    expect(dialog.locator(".rounds > li")).to_have_count(1)
    dialog.locator("summary").click()
    expect(dialog).to_contain_text("The total was 4; 11 to 17 is needed")
    dialog.get_by_role("combobox").select_option(label="Total 9")
    expect(dialog.locator(".rounds > li")).to_have_count(0)
    assert ann.violations() == []
    ann.page.keyboard.press("Escape")
    dealer.closes_betting()
    expect(last).to_have_count(0)


def test_the_roads_are_a_bead_plate_and_a_big_road(enters: Enters, house: Served) -> None:
    bob, dealer = enters("Bob").comes_to("Sic Bo 2"), Dealer(house, "Sic Bo 2")
    for dice in ((1, 1, 2), (1, 1, 3), (6, 6, 5)):
        dealer.opens_betting()
        dealer.closes_betting()
        dealer.shows(*dice)
    roads = bob.page.locator(".roads")
    expect(roads.locator(".road .bead")).to_have_count(6)
    roads.get_by_role("button", name="Big road").click()
    beads = roads.locator(".big-road").first.locator(".bead circle")
    expect(beads).to_have_count(3)
    columns = [it.get_attribute("cx") for it in beads.all()]
    assert columns[0] == columns[1] != columns[2]
    assert bob.violations() == []
