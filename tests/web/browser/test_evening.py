"""Whole evenings in a real browser: from buying chips to cashing out, with all that a table can have happen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.table import dealt_result
from dicehouse.table.disputes import DecideDispute
from dicehouse.table.faults import RectifyFault, ReportLights
from dicehouse.table.opening import AnnounceClosing, CloseTable
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]


def plays(dealer: Dealer, *dice: int) -> None:
    """A round in which nobody bets."""
    dealer.opens_betting()
    dealer.closes_betting()
    dealer.shows(*dice)


def opens(it: Person, *names: str) -> None:
    """Go through the menu to a dialog."""
    for name in names:
        it.page.get_by_role("button", name=name).click()


@pytest.mark.clause("star-sicbo-2024", "6.2", "6.3", "9.17")
def test_a_whole_evening_of_sic_bo(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    ann.area("double-4").hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("Your $5 would win $55.00")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small")
    expect(ann.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.shows(1, 2, 3)
    expect(ann.page.locator(".net b")).to_have_text("+$5.00")
    _follows_a_streak(ann, dealer)
    expect(ann.rack).to_have_text("$265.00")
    _disputes_it(ann, dealer)
    _cashes_out(ann, house)


def _follows_a_streak(ann: Person, dealer: Dealer) -> None:
    """The run of Small has begun, and the window is open until the dice are tumbled."""
    expect(ann.area("streak-small-big")).to_have_class(re.compile("window"))
    ann.adds("streak-small-big")
    expect(ann.stake).to_have_text("$10.00")
    for dice in ((1, 2, 4), (1, 3, 4), (2, 3, 4), (1, 2, 5)):
        plays(dealer, *dice)
    expect(ann.area("streak-small-big")).to_contain_text("Small, 4 in a row")
    plays(dealer, 6, 5, 4)
    expect(ann.page.locator(".breakdown li.win")).to_contain_text("Super Streak")
    expect(ann.page.locator(".breakdown li.win")).to_contain_text("The run of Small was four long when Big came")
    expect(ann.page.locator(".net b")).to_have_text("+$60.00")


def _disputes_it(ann: Person, dealer: Dealer) -> None:
    opens(ann, "Seat 1 ·", "Your last rounds")
    dialog = ann.page.get_by_role("dialog")
    dialog.locator("summary").first.click()
    dialog.get_by_role("button", name=re.compile("^I disagree: Super Streak")).click()
    dialog.get_by_label("What is wrong, in your words").fill("I counted five in a row")
    assert ann.violations() == []
    dialog.get_by_role("button", name="Raise it").click()
    expect(ann.message).to_contain_text("Your dispute is written down.")
    open_now = dealer.served.floor.tables["Sic Bo 1"].table.disputes
    (raised,) = open_now.values()
    assert raised.person == "Ann"
    assert raised.bet
    ruling = {"dispute": raised.id, "ruling": "four followed the wager", "upheld": False}
    dealer.served.does("Sic Bo 1", DecideDispute, "Sue", "games-supervisor", **ruling)
    opens(ann, "Seat 1 ·", "Your last rounds")
    expect(dialog.locator(".own-disputes")).to_contain_text("Decided against you")
    dialog.get_by_role("button", name="I accept it").click()
    expect(dialog.locator(".own-disputes")).to_contain_text("Decided against you, and you are content")
    dialog.get_by_role("button", name="Complain outside").click()
    dialog.get_by_label("Your complaint, in your words").fill("Four did not follow it")
    dialog.get_by_role("button", name="Send it to the inspector").click()
    expect(dialog.locator(".own-disputes")).to_contain_text("Four did not follow it")
    expect(dialog.locator(".own-disputes")).to_contain_text("Lodged; there is no outcome yet")
    ann.page.keyboard.press("Escape")


def _cashes_out(ann: Person, house: Served) -> None:
    opens(ann, "Seat 1 ·", "Leave the seat", "Leave with $265.00?")
    expect(ann.page.get_by_role("heading", name="Take a seat")).to_be_visible()
    opens(ann, "Ann")
    expect(ann.page.get_by_role("dialog")).to_contain_text("$5,065.00")
    assert not house.floor.tables["Sic Bo 1"].table.seats


@pytest.mark.clause("star-craps", "6.1.1", "6.1.5")
def test_a_craps_shooter_takes_odds_behind_and_sevens_out(enters: Enters, house: Served) -> None:
    bob, dealer = enters("Bob").sits("Craps 1", 2), Dealer(house, "Craps 1")
    bob.area("behind-win-line").click(position={"x": 12, "y": 12}, force=True)
    expect(bob.message).to_contain_text("was not placed")
    bob.adds("win-line")
    expect(bob.stake).to_have_text("$5.00")
    dealer.offers_dice()
    opens(bob, "Take the dice", "Throw the dice")
    bob.waits_for("in the air")
    dealer.calls(2, 2)
    expect(bob.page.locator(".ring")).to_contain_text("Point 4")
    bob.adds("behind-win-line")
    expect(bob.stake).to_have_text("$10.00")
    expect(bob.page.locator(".wagers")).to_contain_text("Pays $10 on 4")
    opens(bob, "Throw the dice")
    bob.waits_for("in the air")
    dealer.calls(3, 4)
    expect(bob.page.locator(".net b")).to_have_text("−$10.00")  # noqa: RUF001 - a minus sign
    expect(bob.page.locator(".breakdown li.lose")).to_have_count(2)
    expect(bob.page.locator(".breakdown")).to_contain_text("7 came before the point 4")
    expect(bob.page.get_by_role("button", name="Throw the dice")).to_have_count(0)
    expect(bob.rack).to_have_text("$190.00")


@pytest.mark.clause("aruze-sicbo", "3.10.3")
def test_dice_that_their_shooter_does_not_start_start_by_themselves(enters: Enters) -> None:
    cai = enters("Cai").sits("Electronic 1", 2)
    cai.waits_for("betting")
    cai.adds("small", "big", "any-triple")
    expect(cai.stake).to_have_text("$15.00")
    cai.waits_for("shooting")
    expect(cai.page.get_by_role("button", name="Shoot the dice")).to_be_visible()
    expect(cai.page.locator(".net b")).to_be_visible()
    expect(cai.page.get_by_role("button", name="Shoot the dice")).to_have_count(0)
    expect(cai.page.locator(".breakdown li")).to_have_count(3)


@pytest.mark.clause("star-sicbo-pre2024", "8.8")
def test_a_malfunction_stops_play_until_it_is_rectified(enters: Enters, house: Served) -> None:
    dee, dealer = enters("Dee").sits("Sic Bo 2", 1), Dealer(house, "Sic Bo 2")
    dealer.opens_betting()
    dee.waits_for("betting")
    dee.adds("big")
    expect(dee.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(4, 5, 6))
    dealer.does(dealt_result.EnterResult, dice=(4, 5, 6))
    dealer.does(ReportLights)
    banner = dee.page.locator(".banner.coral")
    expect(banner).to_contain_text("Play is suspended")
    expect(banner).to_contain_text("The winning areas did not light up")
    dealer.does(dealt_result.Settle)
    expect(dee.page.locator(".net b")).to_have_text("+$5.00")
    expect(dee.area("small")).to_have_class(re.compile("locked"))
    assert dee.violations() == []
    dealer.does(RectifyFault, done="a new fuse")
    expect(banner).to_have_count(0)
    dealer.opens_betting()
    dee.waits_for("betting")
    dee.adds("small")
    expect(dee.stake).to_have_text("$5.00")


@pytest.mark.clause("crown-sicbo", "9.8")
def test_a_table_closes_after_the_rounds_that_its_players_were_told(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 3", 4), Dealer(house, "Sic Bo 3")
    dealer.does(AnnounceClosing)
    banner = ann.page.locator(".banner.amber")
    expect(banner).to_contain_text("This table closes after 3 more rounds (9.8)")
    assert ann.violations() == []
    plays(dealer, 1, 2, 3)
    expect(banner).to_contain_text("after 2 more rounds")
    plays(dealer, 2, 3, 4)
    expect(banner).to_contain_text("after 1 more round (9.8)")
    plays(dealer, 4, 5, 6)
    dealer.does(CloseTable, people="stay")  # a table that people deal does not close on chips by itself
    expect(ann.page.locator(".ring h2")).to_have_text("Closed")
    ann.area("small").click(force=True)
    expect(ann.message).to_contain_text("is closed")
    expect(ann.rack).to_have_text("$200.00")
