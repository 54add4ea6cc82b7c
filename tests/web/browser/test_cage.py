"""The cage in a real browser: a cashier at work, with money, limits, tickets, hand-pays and fills."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from playwright.sync_api import Locator, expect

from dicehouse.house.identity import RecordIdentity
from dicehouse.house.limits import SetLimit
from dicehouse.house.patrons import RegisterPatron, SetPolicy
from dicehouse.house.policy import GatePolicy, IdentityPolicy, Policy
from dicehouse.house.tickets import VoidTicket
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]


class Cage:
    """Someone at the counter."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.page.goto("/cage")
        expect(self.page.locator(".card-search")).to_be_visible()

    def reads(self, card: str) -> "Cage":
        self.page.get_by_label("Card", exact=True).fill(card)
        self.page.keyboard.press("Enter")
        return self

    @property
    def balance(self) -> Locator:
        return self.page.locator(".balance")

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def message(self) -> Locator:
        return self.page.locator(".desk-message")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def limit(self, name: str) -> Locator:
        return self.page.locator(".limit-row", has_text=name)

    def line(self, text: str) -> Locator:
        return self.page.locator(".desk-line", has_text=text)


def ticket_of(person: Person, house: Served, terminal: int) -> str:
    """Someone puts money in at a terminal and takes it out again as a ticket."""
    before = set(house.floor.house.house.tickets)
    person.sits("Electronic 1", terminal)
    person.page.get_by_role("button", name="Collect").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Collect").click()
    expect(person.rack).to_have_text("$0.00")
    person.until(lambda: set(house.floor.house.house.tickets) - before)
    (new,) = set(house.floor.house.house.tickets) - before
    return new


def test_a_card_is_found_money_goes_in_and_the_limit_is_the_houses_word(enters: Enters, house: Served) -> None:
    house.does("house", SetLimit, "Cass", "cashier", patron="Dee", limit="deposit", amount=150_000)
    house.does("house", SetLimit, "Cass", "cashier", patron="Dee", limit="week", amount=100_000)
    house.does("house", SetLimit, "Cass", "cashier", patron="Dee", limit="week", amount=200_000)
    cage = Cage(enters("Cass"))
    expect(cage.balance).to_have_count(0)
    cage.reads("4711")
    expect(cage.page.locator(".quiet-line").first).to_contain_text("the house has issued no such card; show another")
    cage.reads("1004")
    expect(cage.balance).to_have_text("$1,000.00")
    expect(cage.page.locator(".account .note")).to_have_text("$500 may still be put in today.")
    amount = cage.page.get_by_label("Amount", exact=True)
    amount.fill("600")
    cage.button("Deposit $600.00").click()
    expect(cage.page.locator(".account [role=alert]")).to_contain_text("deposit at most $500")
    expect(cage.balance).to_have_text("$1,000.00")
    cage.button("All $500").click()
    assert cage.person.violations() == []
    picture(cage.page, "cage")
    cage.button("Deposit $500.00").click()
    expect(cage.balance).to_have_text("$1,500.00")
    expect(cage.message).to_contain_text("$500.00 deposited.")
    expect(cage.page.locator(".account .note")).to_contain_text("above the deposit limit")
    expect(cage.page.locator(".account .main")).to_be_disabled()
    cage.page.get_by_role("button", name="Withdraw", exact=True).first.click()
    amount.fill("500.50")
    cage.button("Withdraw $500.50").click()
    expect(cage.balance).to_have_text("$999.50")
    cage.button("Clear").click()
    expect(cage.balance).to_have_count(0)


@pytest.mark.clause("star-sicbo-2024", '1.1 "Loss Limit"')
def test_lowering_a_limit_counts_now_and_raising_waits_a_day_and_can_be_cancelled(
    enters: Enters, house: Served
) -> None:
    cage = Cage(enters("Cass")).reads("1002")
    row = cage.limit("Loss, a day")
    row.get_by_role("button", name="Change").click()
    cage.form.get_by_label("Amount").fill("500")
    assert cage.person.violations() == []
    cage.form.get_by_role("button", name="Lower or raise").click()
    expect(row).to_contain_text("$500 left until")
    row.get_by_role("button", name="Change").click()
    cage.form.get_by_label("Amount").fill("2000")
    cage.form.get_by_role("button", name="Lower or raise").click()
    expect(row).to_contain_text(re.compile(r"\$2,000 from \w+"))
    expect(row).to_contain_text("$500 left until")
    row.get_by_role("button", name="Cancel").click()
    expect(row).not_to_contain_text("$2,000 from")
    limit = house.floor.house.house.patrons["Bob"].limits["day"]
    assert (limit.amount, limit.coming) == (50_000, None)


def test_a_pin_is_checked_and_is_seen_nowhere(enters: Enters) -> None:
    cage = Cage(enters("Cass")).reads("1003")
    for pin, told in (("9999", "The PIN is wrong. 4 tries are left."), ("3333", "The PIN is right.")):
        cage.button("Check the PIN").click()
        field = cage.form.get_by_label("PIN, keyed by the player")
        expect(field).to_have_attribute("type", "password")
        field.fill(pin)
        cage.form.get_by_role("button", name="Check the PIN").click()
        expect(cage.message).to_contain_text(told)
        expect(cage.page.locator("body")).not_to_contain_text(pin)


@pytest.mark.clause("aruze-sicbo", "3.8", "5.3")
def test_a_ticket_is_paid_once_and_the_second_time_says_so(enters: Enters, house: Served) -> None:
    number = ticket_of(enters("Cai"), house, 3)
    proof = house.floor.house.house.tickets[number].validation
    cage = Cage(enters("Cass"))
    expect(cage.line(number)).to_contain_text("$200.00")
    assert proof not in cage.page.content()

    def pays(validation: str) -> None:
        cage.form.get_by_label("Validation number on it").fill(validation)
        cage.form.get_by_label("Amount printed on it").fill("200")
        cage.form.get_by_role("button", name="Pay", exact=True).click()

    cage.line(number).get_by_role("button", name="Pay", exact=True).click()
    pays("guessed")
    expect(cage.form.get_by_role("alert")).to_contain_text("validation")
    pays(proof)
    expect(cage.line(number)).to_have_count(0)
    cage.button("Pay a ticket, scan or type").click()
    cage.form.get_by_label("Ticket number").fill(number)
    pays(proof)
    expect(cage.form.get_by_role("alert")).to_contain_text("paid")


@pytest.mark.clause("aruze-sicbo", "5.1", "5.3.3")
def test_a_hand_pay_is_identified_checked_and_signed_for_before_it_is_paid(enters: Enters, house: Served) -> None:
    number = ticket_of(enters("Ann"), house, 4)
    house.does("house", VoidTicket, "Cleo", "cage-supervisor", ticket=number, person="Ann", reason="torn")
    cage = Cage(enters("Cass"))
    pay = cage.page.locator(".hand-pay")
    expect(pay.locator(".sum")).to_have_text("$200.00")
    pay.get_by_role("button", name="Ask for identification").click()
    expect(pay).to_contain_text("Identification asked")
    expect(pay.get_by_role("button", name=re.compile("^Pay after signature"))).to_have_attribute(
        "aria-disabled", "true"
    )
    pay.get_by_role("button", name="Identification shown").click()
    cage.form.get_by_label("Document").fill("passport")
    cage.form.get_by_role("button", name="Identification shown").click()
    expect(pay).to_contain_text("Identified (5.3.3)")
    pay.get_by_role("button", name="Pay after signature").click()
    assert cage.person.violations() == []
    cage.form.get_by_label("Signed by").fill("Ann")
    cage.form.get_by_label("Number of the form").fill("HP-77")
    cage.form.get_by_label("Sum as the player checked it").fill("150")
    cage.form.get_by_role("button", name="Pay after signature").click()
    expect(cage.form.get_by_role("alert")).to_contain_text("5.1")
    cage.form.get_by_label("Sum as the player checked it").fill("200")
    cage.form.get_by_role("button", name="Pay after signature").click()
    expect(pay).to_have_count(0)
    expect(cage.page.get_by_text("Nothing is to be paid by hand.")).to_be_visible()


def counts(form: Locator, **chips: int) -> None:
    """Someone counts chips by value: `counts(form, _100=30, _25=60)`."""
    for value, count in chips.items():
        form.get_by_label(f"Chips of ${value[1:]}", exact=True).fill(str(count))


def test_a_fill_is_numbered_checked_by_another_printed_and_counted_at_the_table(enters: Enters, house: Served) -> None:
    cass, cleo = Cage(enters("Cass")), Cage(enters("Cleo"))
    dana = enters("Dana")
    dana.page.goto("/dealer/Sic Bo 3")
    dana.page.get_by_role("button", name="More", exact=True).click()
    dana.page.get_by_role("button", name="Ask for a fill").click()
    asked = dana.page.get_by_role("dialog")
    counts(asked, _100=30, _25=60, _5=100)
    expect(asked.locator(".spread b")).to_have_text("$5,000.00")
    assert dana.violations() == []
    asked.get_by_role("button", name="Ask for a fill").click()
    line = cass.line("Fill, Sic Bo 3").first
    expect(line).to_contain_text("prepared by Dana")
    expect(line.locator(".slip-chips li").first).to_contain_text("30")
    number = next(iter(house.floor.house.house.slips))
    expect(line).to_contain_text(number)
    assert re.fullmatch(r"F-\d{5}", number)
    expect(line.get_by_role("button", name="Check")).to_have_attribute("aria-disabled", "true")
    cleo.line(number).get_by_role("button", name="Check", exact=True).click()
    expect(line).to_contain_text("checked by Cleo")
    line.get_by_role("button", name="Slip", exact=True).click()
    paper = cass.page.locator(".slip-paper")
    expect(paper).to_contain_text("The Demo House")
    expect(paper.locator("tbody tr")).to_have_text(
        ["$10030$3,000.00", "$2560$1,500.00", "$5100$500.00", "Together$5,000.00"]
    )
    expect(paper.locator("li").nth(1)).to_contain_text("Cleo")
    assert cass.person.violations() == []
    picture(cass.page, "slip")
    cass.page.emulate_media(media="print")
    expect(cass.page.locator(".card-search")).to_be_hidden()
    expect(paper).to_be_visible()
    picture(cass.page, "slip-printed")
    cass.page.emulate_media(media="screen")
    cass.page.keyboard.press("Escape")
    tray = house.floor.tables["Sic Bo 3"].table.float
    line.get_by_role("button", name="Hand over").click()
    come = dana.page.locator(".fill-card")
    expect(come).to_contain_text("Handed over by Cass")
    assert house.floor.tables["Sic Bo 3"].table.float == tray
    picture(dana.page, "dealer-fill")
    come.get_by_role("button", name="Receive the fill").click()
    counted = dana.page.get_by_role("dialog")
    counts(counted, _5=99)
    counted.get_by_role("button", name="Receive the fill").click()
    expect(counted.get_by_role("alert")).to_contain_text("$4,995 was counted and the slip says $5,000")
    counts(counted, _5=100)
    counted.get_by_role("button", name="Receive the fill").click()
    expect(come).to_have_count(0)
    assert house.floor.tables["Sic Bo 3"].table.float == tray + 500_000
    cass.page.get_by_text("Handed over and done").click()
    expect(cass.line(number)).to_contain_text("received by Dana")
    picture(cass.page, "cage-slips")


def test_chips_are_counted_by_value_and_go_to_the_account(enters: Enters) -> None:
    cage = Cage(enters("Cass")).reads("1001")
    before = cage.balance.inner_text()
    cage.page.get_by_label("Chips of $100", exact=True).fill("3")
    cage.page.get_by_label("Chips of $25", exact=True).fill("6")
    expect(cage.page.locator(".together b")).to_have_text("$450.00")
    cage.button("To account").click()
    expect(cage.balance).not_to_have_text(before)
    expect(cage.page.locator(".together b")).to_have_text("$0.00")


def test_a_new_patron_gets_a_card_and_a_pin(enters: Enters, house: Served) -> None:
    cage = Cage(enters("Cass"))
    cage.page.get_by_text("New patron").click()
    cage.button("Register someone").click()
    cage.form.get_by_label("Name").fill("Eve")
    cage.form.get_by_role("button", name="Register someone").click()
    expect(cage.message).to_contain_text("Register someone: done.")
    cage.button("Issue a first card").click()
    cage.form.get_by_label("Name").fill("Eve")
    cage.form.get_by_label("Number").fill("2001")
    cage.form.get_by_label("PIN, keyed by the player").fill("86420")
    cage.form.get_by_role("radio", name="Physical").check()
    cage.form.get_by_role("radio", name="Club").check()
    cage.form.get_by_role("button", name="Issue a first card").click()
    expect(cage.message).to_contain_text("Issue a first card: done.")
    cage.reads("2001")
    expect(cage.page.locator(".patron h2")).to_have_text("Card 2001")
    assert house.floor.house.house.cards["2001"] == "Eve"


def test_a_lost_link_locks_the_counter_and_a_cashier_may_not_suspend(enters: Enters) -> None:
    cage = Cage(enters("Cass")).reads("1001")
    suspend = cage.page.get_by_role("button", name=re.compile("^Suspend"))
    suspend.click(force=True)
    expect(cage.message).to_contain_text("Cashier may not; ask cage supervisor or above.")
    cage.person.context.set_offline(True)
    expect(cage.page.locator(".banner.coral")).to_contain_text("Link lost since")
    expect(cage.page.locator(".account .main")).to_be_disabled()
    cage.person.context.set_offline(False)
    expect(cage.page.locator(".banner.coral")).to_have_count(0)
    expect(cage.balance).to_be_visible()
    cage.person.complaints.clear()  # the browser itself says that it could not connect


def test_the_cage_is_wholly_chinese_and_fits_a_narrow_screen(enters: Enters) -> None:
    cage = Cage(enters("Cass", viewport=PHONE)).reads("1001")
    assert cage.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert cage.person.violations() == []
    cage.page.get_by_role("button", name="中文").click()
    expect(cage.page.get_by_role("heading", name="玩家自设限额")).to_be_visible()
    assert cage.person.violations() == []
    cage.page.get_by_role("button", name="English").click()


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_the_cage_is_told_at_which_tables_a_loss_limit_does_not_bind(enters: Enters, house: Served) -> None:
    house.does("house", SetLimit, "Cass", "cashier", patron="Cai", limit="day", amount=50_000)
    cage = Cage(enters("Cass")).reads("1003")
    expect(cage.limit("Loss, a day")).to_contain_text("$500")
    told = cage.page.get_by_text("The loss limit does not bind at:")
    expect(told).to_have_count(0)
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy(loss_limits="documents_that_say_so"))
    expect(told).to_contain_text(
        "Sic Bo 2, Sic Bo 3, Symbols 1, Craps 1, Macau 1, Las Vegas 1, Yee Hah Hi 1, Electronic 1. Tell the player."
    )
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy())
    expect(told).to_have_count(0)


def test_an_identity_is_on_record_before_a_card_and_large_sums_ask_for_pin_and_picture(
    enters: Enters, house: Served
) -> None:
    asks = Policy(identity=IdentityPolicy(), gates=GatePolicy(pin_above=50_000, picture_above=500_000))
    house.does("house", SetPolicy, "Max", "casino-operator", policy=asks)
    house.does("house", RegisterPatron, "Cass", "cashier", patron="Eve")
    cage = Cage(enters("Cass"))
    cage.page.get_by_text("New patron").click()
    cage.button("Record an identity").click()
    cage.form.get_by_label("Name").fill("Eve")
    cage.form.get_by_role("radio", name="Passport").check()
    cage.form.get_by_label("Its number").fill("PA1234821")
    cage.form.get_by_label("Date of birth").fill("2015-05-05")
    assert cage.person.violations() == []
    cage.form.get_by_role("button", name="Record an identity").click()
    expect(cage.form.get_by_role("alert")).to_contain_text("is younger than 18 years; refuse entry")
    cage.form.get_by_label("Date of birth").fill("1984-03-02")
    picture(cage.page, "cage-identity")
    cage.form.get_by_role("button", name="Record an identity").click()
    expect(cage.message).to_contain_text("Record an identity: done.")
    known = house.floor.house.house.identities["Eve"]
    assert (known.number_ends, known.checked_by) == ("821", "Cass")
    assert house.floor.document_numbers.number(known.number_reference) == "PA1234821"
    journal = b"".join(body for _, body, _ in house.floor.store.bodies())
    assert b"1234821" not in journal

    house.does("house", RecordIdentity, "Cass", "cashier", patron="Cai", document="passport", number_ends="123",
               number_reference="00" * 16, born=date(1980, 1, 1))  # fmt: skip
    cage.reads("1003")
    patron = cage.page.locator(".patron")
    expect(patron).to_contain_text("Passport ••123, born 1980-01-01, checked by Cass")
    cage.page.get_by_role("button", name="Withdraw", exact=True).first.click()
    cage.page.get_by_label("Amount", exact=True).fill("600")
    cage.button("Withdraw $600.00").click()
    expect(cage.page.locator(".account [role=alert]")).to_contain_text("above $500 the PIN is keyed no more than 10")
    cage.button("Check the PIN").click()
    cage.form.get_by_label("PIN, keyed by the player").fill("3333")
    cage.form.get_by_role("button", name="Check the PIN").click()
    expect(patron).to_contain_text("PIN keyed")
    cage.button("Withdraw $600.00").click()
    expect(cage.message).to_contain_text("$600.00 withdrawn.")
    picture(cage.page, "cage-gates")
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy())
