"""The pit in a real browser: a supervisor at work, from the board to what is written down."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import AlertPolicy, Policy
from dicehouse.house.slips import RequestFill
from dicehouse.table import dealt_result
from dicehouse.table.chips import BuyChips
from dicehouse.table.config import Limits
from dicehouse.table.disputes import AskReview, DecideDispute, RaiseDispute
from dicehouse.table.faults import ReportLights
from dicehouse.table.limits import SetPersonalLimits
from dicehouse.table.opening import AnnounceClosing, CloseTable
from dicehouse.table.people import TakeSeat
from dicehouse.table.tray import AskForFill
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]
PIT = {"width": 1440, "height": 900}
SUPERVISOR = "casino-supervisor"


class Pit:
    """Someone at the board."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.page.goto("/pit")
        expect(self.page.locator(".table-card")).to_have_count(9)

    def opens(self, table: str) -> "Pit":
        self.page.locator(".table-card", has_text=table).click()
        expect(self.opened.locator("h2")).to_have_text(table)
        return self

    @property
    def opened(self) -> Locator:
        return self.page.locator(".opened")

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def message(self) -> Locator:
        return self.page.locator(".desk-message")

    def key(self, name: str) -> Locator:
        return self.opened.locator(".act-key", has=self.page.get_by_text(name, exact=True))

    def card(self, table: str) -> Locator:
        return self.page.locator(".table-card", has_text=table)


def sue(enters: Enters) -> Pit:
    return Pit(enters("Sue", viewport=PIT))


@pytest.mark.clause("star-sicbo-2024", "9.17", "9.18")
def test_a_supervisor_reviews_a_dispute_from_the_list_to_the_record(enters: Enters, house: Served) -> None:
    table, dealer = house.floor.tables["Sic Bo 1"].table, Dealer(house, "Sic Bo 1")
    ann, bob = enters("Ann").sits("Sic Bo 1", 4), enters("Bob").sits("Sic Bo 1", 2)
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("odd")
    bob.adds("small")
    expect(ann.stake).to_have_text("$5.00")
    expect(bob.stake).to_have_text("$5.00")
    bet = next(it.id for it in table.bets.values() if it.seat == 4)
    dealer.closes_betting()
    dealer.shows(3, 5, 6)
    house.does("Sic Bo 1", RaiseDispute, "Ann", "player", about="The $5 stood on Even, not Odd", bet=bet)
    (dispute,) = table.disputes
    ruling = {"dispute": dispute, "ruling": "the settlement stands", "upheld": False}
    house.does("Sic Bo 1", DecideDispute, "Gil", "games-supervisor", **ruling)
    house.does("Sic Bo 1", AskReview, "Ann", "player", dispute=dispute)
    limits = Limits(500, 200_000)
    house.does("Sic Bo 1", SetPersonalLimits, "Sue", SUPERVISOR, seat=4, limits=limits, sign="at seat 4")

    pit = sue(enters)
    pit.page.get_by_role("button", name=re.compile("^Review asked, Seat 4")).click()
    case = pit.opened.locator(".case").first
    evidence = case.get_by_role("region", name="Evidence of round 1")
    expect(evidence.get_by_role("img", name="3, 5, 6")).to_be_visible()
    expect(evidence).to_contain_text(re.compile(r"Keyed by casino operator Sue at \d\d:\d\d:\d\d"))
    lines = evidence.locator(".story li")
    expect(lines.filter(has_text="on Odd")).to_contain_text(re.compile(r"The player placed .*the player, entry [\d,]+"))
    lost = lines.filter(has_text="Odd lost: the total was 14, which is even")
    expect(lost).to_contain_text("$5 staked, $0 went back")
    expect(lost).to_contain_text("(3.3.1.2)")
    expect(lines.filter(has_text="Small")).to_have_count(0)
    expect(case.locator(":scope > .story li")).to_have_count(3)
    expect(pit.opened).not_to_contain_text("Bob")
    expect(evidence).not_to_contain_text("Ann")
    assert pit.person.violations() == []
    picture(pit.page, "pit")
    case.get_by_role("button", name="Change it").click()
    assert pit.person.violations() == []
    pit.form.get_by_role("button", name="Change it").click()
    assert table.disputes[dispute].reviewed is False
    pit.form.get_by_label("Ruling, in words").fill("the record shows Even")
    pit.form.get_by_role("button", name="Change it").click()
    expect(pit.message).to_contain_text("Change it: done.")
    expect(case.locator(":scope > .story li").last).to_contain_text("the record shows Even (for the player)")
    rack = table.seats[4].rack
    pays_the_ruling(pit, case)
    assert table.seats[4].rack == rack + 1_000


def pays_the_ruling(pit: Pit, case: Locator) -> None:
    """The $5 that lost goes back with $5 in winnings, by the case of the dispute and then by its correction."""
    case.get_by_role("button", name="Correct its payment").click()
    pit.form.get_by_role("textbox", name="Due", exact=True).fill("10")
    pit.form.get_by_role("textbox", name="Paid", exact=True).fill("0")
    pit.form.get_by_role("textbox", name="Booked").fill("0")
    assert pit.person.violations() == []
    pit.form.get_by_role("button", name="Correct its payment").click()
    expect(pit.message).to_contain_text("Correct its payment: done.")
    correction = pit.opened.locator(".case", has_text="Correction, Seat 4")
    expect(correction).to_contain_text("Paid $0, due $10. Short by $10.")
    correction.get_by_role("button", name="Pay it").click()
    pit.form.get_by_role("button", name="Pay it").click()
    expect(case.locator(":scope > .story li").last).to_contain_text("paid $10, $0 left")


def test_a_higher_minimum_hangs_on_its_sign_for_twenty_minutes_and_the_form_says_so(
    enters: Enters, house: Served
) -> None:
    pit = sue(enters).opens("Sic Bo 2")
    pit.key("Change limits").click()
    pit.form.get_by_label("Minimum").fill("ten")
    pit.form.get_by_role("button", name="Change limits").click()
    expect(pit.form.get_by_role("alert")).to_have_text("Minimum: write dollars, such as 25 or 12.50.")
    pit.form.get_by_label("Minimum").fill("2000")
    pit.form.get_by_role("button", name="Change limits").click()
    expect(pit.form.get_by_role("alert")).to_contain_text("above maximum")
    pit.form.get_by_label("Minimum").fill("10")
    pit.form.get_by_role("button", name="Change limits").click()
    expect(pit.message).to_contain_text("Change limits: done.")
    expect(pit.card("Sic Bo 2")).to_contain_text("Minimum $10 at")
    expect(pit.page.locator(".running")).to_contain_text("Sic Bo 2, $10 to $1,000")
    coming = house.floor.tables["Sic Bo 2"].table.coming
    assert coming is not None
    assert coming.sign.every == Limits(1_000, 100_000)


@pytest.mark.clause("crown-sicbo", "3.15")
def test_wagers_over_100_per_cent_are_acknowledged_one_by_one_before_a_table_opens(
    enters: Enters, house: Served
) -> None:
    house.does("Symbols 1", CloseTable, "Sue", "tg-area-manager")
    pit = sue(enters)
    pit.page.get_by_role("button", name=re.compile("^Symbols 1 waits to open")).click()
    expect(pit.opened.locator(".over-list li")).to_have_count(6)
    pit.key("Open the table").click()
    boxes = pit.form.get_by_role("checkbox")
    expect(boxes).to_have_count(6)
    for box in boxes.all()[:-1]:
        box.check()
    pit.form.get_by_role("button", name="Open the table").click()
    expect(pit.form.get_by_role("alert")).to_contain_text("Double Blue: it returns 103.70%, above 100%")
    assert pit.person.violations() == []
    boxes.last.check()
    pit.form.get_by_role("button", name="Open the table").click()
    expect(pit.card("Symbols 1")).to_contain_text("Shake Dice")
    expect(pit.card("Symbols 1")).not_to_contain_text("over 100%")


@pytest.mark.clause("star-sicbo-2024", "8.8")
def test_a_malfunction_stops_a_table_until_the_pit_declares_it_rectified(enters: Enters, house: Served) -> None:
    pit, dealer = sue(enters), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 2, 4))
    dealer.does(dealt_result.EnterResult, dice=(1, 2, 4))
    dealer.does(ReportLights, areas=())
    dealer.does(dealt_result.Settle)
    expect(pit.card("Sic Bo 1")).to_contain_text("Stopped")
    need = pit.page.locator(".need").first
    expect(need).to_contain_text("Sic Bo 1 is stopped")
    need.click()
    pit.opened.get_by_role("button", name="It works again").click()
    pit.form.get_by_label("What was done").fill("a cable was replaced")
    pit.form.get_by_role("button", name="It works again").click()
    expect(pit.card("Sic Bo 1")).not_to_contain_text("Stopped")
    expect(pit.page.locator(".needs")).not_to_contain_text("Sic Bo 1 is stopped")


@pytest.mark.clause("star-craps", "9.8")
def test_a_closing_is_announced_and_the_table_may_not_close_before_its_time(enters: Enters) -> None:
    enters("Dee").sits("Craps 1", 3)
    pit = sue(enters).opens("Craps 1")
    expect(pit.key("Close the table")).to_contain_text("1 players are there; announce the closing first (9.8).")
    pit.key("Close the table").click(force=True)
    expect(pit.message).to_contain_text("announce the closing first (9.8).")
    expect(pit.form).to_have_count(0)
    pit.key("Announce the closing").click()
    pit.form.get_by_role("button", name="Announce the closing").click()
    expect(pit.card("Craps 1")).to_contain_text("Closes")
    expect(pit.page.locator(".running")).to_contain_text("Craps 1 closes")
    expect(pit.key("Close the table")).to_have_attribute("aria-disabled", "true")
    pit.key("Take the sign down").click()
    expect(pit.card("Craps 1")).not_to_contain_text("Closes")


def test_a_fill_is_checked_by_a_manager_and_not_by_someone_without_a_rank_in_the_house(
    enters: Enters, house: Served
) -> None:
    fill = {"slip": "F-101", "table": "Sic Bo 3", "amount": 500_000}
    house.does("house", RequestFill, "Cass", "cashier", **fill)
    pit = sue(enters).opens("Sic Bo 3")
    approve = pit.opened.get_by_role("button", name="Approve")
    expect(approve).to_have_attribute("aria-disabled", "true")
    approve.click(force=True)
    expect(pit.message).to_contain_text("Sue has no rank here; ask someone who has one.")
    manager = Pit(enters("Max", viewport=PIT)).opens("Sic Bo 3")
    manager.opened.get_by_role("button", name="Approve").click()
    expect(manager.opened.locator(".case")).to_contain_text("Checked by Max.")
    assert house.floor.house.house.slips["F-101"].approved_by == "Max"


def test_the_board_is_worked_by_keyboard_and_wholly_in_chinese(enters: Enters) -> None:
    pit = sue(enters)
    pit.card("Electronic 1").focus()
    pit.page.keyboard.press("Enter")
    expect(pit.opened.locator("h2")).to_have_text("Electronic 1")
    pit.opened.locator(".act-key").first.focus()
    pit.page.keyboard.press("Enter")
    expect(pit.form.locator(":focus")).to_have_count(1)
    pit.page.keyboard.press("Escape")
    expect(pit.opened.locator(".act-key").first).to_be_focused()
    pit.page.get_by_role("button", name="中文").click()
    expect(pit.page.get_by_role("heading", name="待您处理")).to_be_visible()
    expect(pit.opened.locator(".act-key").first).to_contain_text("更改限额")
    assert pit.person.violations() == []
    pit.page.get_by_role("button", name="English").click()


def test_a_narrow_screen_shows_everything_below_one_another(enters: Enters) -> None:
    pit = Pit(enters("Sue", viewport=PHONE)).opens("Sic Bo 1")
    assert pit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert pit.person.violations() == []
    boxes = [
        it.bounding_box() for it in pit.page.locator(".opened button, .table-card, .need").all() if it.is_visible()
    ]
    assert all(box and box["height"] >= 40 for box in boxes)


def test_a_dealer_is_told_that_the_pit_is_not_for_dealers(enters: Enters) -> None:
    dana = enters("Dana")
    dana.page.goto("/pit")
    expect(dana.page.locator(".banner.coral")).to_contain_text("may not see it")


def counted(form: Locator, counts: dict[str, int], with_: str) -> None:
    """Two people have counted a tray."""
    for value, count in counts.items():
        form.get_by_label(f"Chips of {value}", exact=True).fill(str(count))
    form.get_by_label("Counted with").fill(with_)


@pytest.mark.clause("star-sicbo-2024", "9.13")
def test_a_table_closes_with_a_count_and_its_evening_is_reconciled_by_someone_else(
    enters: Enters, house: Served
) -> None:
    table = house.floor.tables["Sic Bo 1"].table
    house.does("Sic Bo 1", TakeSeat, "Dana", "dealer", seat=4, person="Ann")
    house.does("Sic Bo 1", BuyChips, "Dana", "dealer", seat=4, amount=40_000)
    house.does("Sic Bo 1", AnnounceClosing, "Sue", SUPERVISOR)
    house.floor.clock.not_before(house.floor.now() + timedelta(minutes=21))
    pit = sue(enters).opens("Sic Bo 1")
    pit.key("Close the table").click()
    pit.form.get_by_role("radio", name="They take them along and leave").check()
    counted(pit.form, {"$1,000": 800, "$100": 1_796, "$25": 599, "$5": 1_000}, "Dana")
    expect(pit.form.locator(".spread b").last).to_have_text("$999,575.00")
    assert pit.person.violations() == []
    picture(pit.page, "pit-closing")
    pit.form.get_by_role("button", name="Close the table").click()
    expect(pit.form.get_by_role("alert")).to_contain_text(
        "$999,575 was counted and $999,600 is on record; count again, or say why it differs"
    )
    pit.form.get_by_label("Why it differs from the record").fill("A chip of $25 fell behind the table")
    pit.form.get_by_role("button", name="Close the table").click()
    expect(pit.card("Sic Bo 1")).to_contain_text("Not open")
    assert table.seats == {}

    cleo = enters("Cleo").page
    cleo.goto("/cage")
    closing = cleo.get_by_role("region", name="Closing, Sic Bo 1")
    expect(closing).to_contain_text("Tray counted: $999,575, Sue and Dana")
    expect(closing).to_contain_text("$25 short. A chip of $25 fell behind the table")
    waits = closing.get_by_role("button", name="Reconcile")
    expect(waits).to_have_attribute("title", re.compile("Still to be counted or received: B-"))
    max_ = enters("Max").page
    max_.goto("/cage")
    counts = max_.get_by_role("region", name="Closing, Sic Bo 1")
    counts.get_by_role("button", name="Count", exact=True).click()
    form = max_.get_by_role("dialog")
    form.locator("input").first.fill("400")
    form.get_by_label("Counted with").fill("Cass")
    form.get_by_role("button", name="Count").click()
    expect(counts).to_contain_text("Boxes counted: $400")
    closing.get_by_role("button", name="Reconcile").click()
    cleo.get_by_role("dialog").get_by_label("Remark").fill("The chip was found and is in the cage")
    cleo.get_by_role("dialog").get_by_role("button", name="Reconcile").click()
    expect(closing).to_contain_text("Reconciled by Cleo")
    expect(closing.locator("dl")).to_contain_text("Win")
    closing.scroll_into_view_if_needed()
    picture(cleo, "cage-closing")


def test_what_waits_calls_once_can_be_silenced_and_goes_up_to_the_manager_by_the_policys_time(
    enters: Enters, house: Served
) -> None:
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy(alerts=AlertPolicy(minutes=5)))
    pit, manager = sue(enters), Pit(enters("Max", viewport=PIT))
    bell = pit.page.get_by_role("button", name="Alerts on")
    expect(bell).to_have_attribute("data-alerted", "0")
    house.does("Sic Bo 1", AskForFill, "Dana", "dealer", amount=50_000)
    expect(bell).to_have_attribute("data-alerted", "1")
    need = pit.page.locator(".need", has_text="Fill $500")
    expect(need).to_contain_text(re.compile(r"to the gaming manager at \d\d:\d\d"))
    expect(manager.page.locator(".need", has_text="Fill $500")).to_be_visible()
    expect(manager.page.get_by_role("button", name="Alerts on")).to_have_attribute("data-alerted", "0")
    bell.click()
    silenced = pit.page.get_by_role("button", name="Alerts silenced")
    house.does("Sic Bo 2", AskForFill, "Dana", "dealer", amount=70_000)
    expect(pit.page.locator(".need", has_text="Fill $700")).to_be_visible()
    expect(silenced).to_have_attribute("data-alerted", "1")
    assert pit.person.violations() == []
    picture(pit.page, "pit-alerts")
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy())
