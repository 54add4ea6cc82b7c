"""An inspector at work in a real browser: the proof, a round explained, a notice taken, reports and rules."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.table.conduct import DetainPerson, RecordContravention
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Browser, Served

Enters = Callable[..., Person]
DESK = {"width": 1440, "height": 900}


@pytest.fixture
def played(house: Served) -> int:
    """Two players at Crown's table, and a round of 1, 4, 5 after one without wagers; its number."""
    table = "Sic Bo 3"
    dealer = Dealer(house, table)
    wagers = {"Ann": {"small": 2_500, "pair-4-5": 1_000, "double-4": 500}, "Bob": {"even": 5_000, "big": 10_000}}
    people = {who: Browser(house).signs_in("demo", who=who) for who in wagers}
    for seat, (who, browser) in enumerate(people.items(), 5):
        assert browser.submit(table, "take-seat", seat=seat).status == 200
        assert browser.submit("house", "buy-in", person=who, table=table, amount=30_000).status == 200
    house.at_rest()
    dealer.opens_betting()
    dealer.closes_betting()
    dealer.shows(2, 3, 6)
    dealer.opens_betting()
    for seat, (who, browser) in enumerate(people.items(), 5):
        for wager, stake in wagers[who].items():
            said = browser.submit(table, "place-wager", seat=seat, wager=wager, stake=stake)
            assert said.status == 200, said.body
    dealer.closes_betting()
    late = people["Bob"].submit(table, "place-wager", seat=6, wager="small", stake=500)
    assert late.why == "betting-closed"
    dealer.shows(1, 4, 5)
    return house.floor.tables[table].table.round.number


@pytest.fixture
def ines(enters: Enters) -> Person:
    person = enters("Ines", viewport=DESK)
    person.page.goto("/inspector")
    expect(person.page.locator(".timeline li").first).to_be_visible()
    return person


def opens(ines: Person, table: str, number: int) -> None:
    ines.page.get_by_label("Table", exact=True).select_option(table)
    ines.page.get_by_role("spinbutton", name="Round").fill(str(number))
    ines.page.get_by_role("button", name="Open", exact=True).click()
    expect(ines.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()


def test_the_journal_is_verified_and_a_copy_outside_agrees(ines: Person) -> None:
    badge = ines.page.get_by_label("Proof of the journal", exact=True).first
    expect(badge).to_contain_text(re.compile(r"Verified to #\d+"))
    expect(badge).to_contain_text("Checkpoint signed")
    expect(badge).to_contain_text("Copy outside agrees")
    badge.get_by_role("button", name="Verify now").click()
    expect(badge).to_contain_text(re.compile(r"Verified to #\d+"))


@pytest.mark.clause("crown-sicbo", "3.6")
def test_a_round_is_explained_clause_by_clause_and_settled_a_second_time(ines: Person, played: int) -> None:
    opens(ines, "Sic Bo 3", played)
    page = ines.page
    expect(page.locator(".round-dice svg")).to_have_attribute("aria-label", re.compile("^1, 4, 5, total 10"))
    story = page.locator(".happenings")
    expect(story).to_contain_text("5 wagers from 2 seats, $190")
    expect(story.locator("tr.refused")).to_contain_text("betting closed")
    expect(page.locator(".settled tbody tr")).to_have_count(5)
    expect(page.locator(".settled")).to_contain_text("Double 4 $5")
    expect(page.locator(".sums")).to_contain_text("Postings sum to $0.00")
    expect(page.locator(".sums")).to_contain_text("Second settlement by the auditor: 5 of 5 equal")
    expect(page.locator(".sums")).to_contain_text("Program")
    assert ines.violations() == []
    picture(page, "inspector")
    story.locator(".entry-link").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Entry "))).to_be_visible()
    assert ines.violations() == []
    page.get_by_role("button", name="Its round, explained").click()
    expect(page.get_by_role("heading", name=f"Round {played}")).to_be_visible()


def test_refusals_are_found_and_new_entries_come_by_themselves(ines: Person, played: int, house: Served) -> None:
    page = ines.page
    page.get_by_role("button", name="Refusals").click()
    expect(page.locator(".timeline li").first).to_contain_text("Refused, place-wager")
    page.get_by_role("button", name="All", exact=True).click()
    before = page.locator(".timeline .seq").first.inner_text()
    Browser(house).signs_in("demo", who="Dee").submit("Sic Bo 3", "take-seat", seat=7)
    expect(page.locator(".timeline .seq").first).not_to_have_text(before)
    assert played


def test_entries_are_searched_by_person_wager_amount_and_clause(ines: Person, played: int) -> None:
    page = ines.page
    search = page.get_by_role("search", name="Search entries")
    found = page.locator(".timeline .said")

    def looks_for(by: str, text: str) -> None:
        search.get_by_label("Search by").select_option(by)
        search.get_by_role("searchbox").fill(text)
        with page.expect_response("**/api/inspector/entries?**"):
            search.get_by_role("button", name="Search").click()

    looks_for("wager", "Double 4")
    expect(found).to_have_count(2)  # laid, and lost
    looks_for("person", "Bob")
    expect(found.filter(has_text="Refused, place-wager")).to_have_count(1)
    looks_for("clause", "8.99")
    expect(page.locator(".timeline")).to_contain_text("No entry of this kind so far back.")
    looks_for("amount", "$300")
    expect(found.first).to_be_visible()
    assert ines.violations() == []
    looks_for("amount", "a lot")
    expect(page.locator(".message")).to_contain_text("an amount such as 5, 12.50 or $1,250")
    ines.complaints.clear()  # the browser itself reports the refused request
    assert played


def test_a_round_has_an_address_that_opens_it_again(ines: Person, played: int) -> None:
    opens(ines, "Sic Bo 3", played)
    address = ines.page.url
    assert f"round={played}" in address
    ines.page.goto("/inspector")
    ines.page.goto(address)
    expect(ines.page.get_by_role("heading", name=f"Round {played}")).to_be_visible()
    ines.page.goto("/inspector?table=nowhere&round=2")
    expect(ines.page.locator(".message")).to_contain_text("nowhere")
    ines.complaints.clear()  # the browser itself reports the page that is not there


@pytest.mark.clause("star-craps", "9.3.4")
def test_a_notice_is_taken_and_there_is_no_other_control(ines: Person, house: Served) -> None:
    rank = house.floor.tables["Craps 1"].book.roles[-1].id
    breach = {"offence": "device", "person": "Cai", "who": "player", "what": "a device"}
    house.does("Craps 1", RecordContravention, "Sue", rank, **breach)
    number = next(iter(house.floor.tables["Craps 1"].table.breaches))
    house.does("Craps 1", DetainPerson, "Sue", rank, breach=number, reason="until the police come")
    due = ines.page.locator(".due li", has_text="Cai is being detained")
    expect(due).to_contain_text("(9.3.4)")
    expect(due).to_contain_text("overdue")
    assert ines.violations() == []
    due.get_by_role("button", name="I was told").click()
    expect(due).to_have_count(0)
    expect(ines.page.locator(".message")).to_contain_text("Acknowledged.")


def test_reports_are_read_as_tables_and_taken_away_as_files(ines: Person) -> None:
    page = ines.page
    page.get_by_role("button", name="Reports", exact=True).click()
    page.get_by_role("button", name=re.compile("^Drop win hold")).click()
    expect(page.locator(".report-table")).to_contain_text("Craps 1")
    assert ines.violations() == []
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download as CSV").click()
    assert taken.value.suggested_filename == "drop-win-hold.csv"
    with page.expect_download() as taken:
        page.get_by_role("link", name="Export").click()
    assert taken.value.suggested_filename == "entries.jsonl"


def test_the_rules_in_force_and_the_clause_matrix_can_be_searched(ines: Person) -> None:
    page = ines.page
    page.get_by_role("button", name="Rules and clauses").click()
    expect(page.locator(".in-force")).to_contain_text("Returns more than 100%, acknowledged by name")
    page.get_by_label("Document").select_option("star-craps")
    expect(page.locator(".matrix")).to_contain_text("clauses")
    page.get_by_label("Search clauses").fill("9.3.4")
    expect(page.locator(".matrix tbody tr").first).to_contain_text("9.3.4")
    assert ines.violations() == []


def test_the_desk_is_in_chinese_too(ines: Person) -> None:
    ines.page.get_by_role("button", name="中文").click()
    expect(ines.page.get_by_role("heading", name="监察")).to_be_visible()
    expect(ines.page.locator(".proof")).to_contain_text("已验证至")
    assert ines.violations() == []


def test_others_are_told_that_it_is_not_for_them(enters: Enters) -> None:
    ann = enters("Ann")
    ann.page.goto("/inspector")
    expect(ann.page.locator(".banner")).to_contain_text("Ann may not see it")
