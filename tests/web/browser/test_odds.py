"""The odds laboratory in a real browser: exact returns, readings as switches, the automaton, sessions and stakes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import Policy
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]
SLOW = 60_000
"""Milliseconds for every reading of a rulebook, on a busy machine."""


def comes(enters: Enters, rulebook: str, asked: str = "", **context: object) -> Person:
    someone = enters(**context)
    someone.page.goto(f"/odds/{rulebook}{asked}")
    expect(someone.page.locator(".list tbody tr").first).to_be_visible()
    return someone


def test_a_published_rule_above_100_percent_is_warned_of_in_words_and_hatching(enters: Enters) -> None:
    page = comes(enters, "crown-sicbo-b").page
    first = page.locator(".list tbody tr").first
    expect(first).to_contain_text("140.74%")
    expect(first).to_contain_text("over 100%")
    expect(first.locator("svg")).to_have_attribute("aria-label", "the house loses 40.74%")
    expect(page.locator(".over-box")).to_contain_text("No table opens until it is acknowledged by name")
    own = page.get_by_role("link", name=re.compile("^Sic Bo at Crown Melbourne, Option B"))
    expect(own).to_contain_text("6 wagers return more than 100%")


def test_a_reading_is_tried_and_its_worth_is_seen_before_and_after(enters: Enters) -> None:
    someone = comes(enters, "star-sicbo-2024")
    page = someone.page
    page.get_by_role("button", name=re.compile("^Super Streak")).click()
    expect(page.locator(".figures")).to_contain_text("1847/2048")
    switch = page.get_by_role("group", name=re.compile("^Does the result that opens"))
    expect(switch).to_be_visible(timeout=SLOW)
    switch.get_by_role("button", name=re.compile("^Yes")).click()
    expect(page.locator(".figures")).to_contain_text("1847/1024")
    expect(page.locator(".effect")).to_contain_text("90.19%")
    expect(page.locator(".effect")).to_contain_text("180.37%")
    expect(page.locator(".over-box")).to_be_visible()
    assert "streak_opening_result_counts=true" in page.url.replace("%3D", "=")
    expect(page.locator(".drawing img")).to_have_js_property("complete", True)
    expect(page.locator(".drawing img")).not_to_have_js_property("naturalWidth", 0)
    assert someone.violations() == []
    page.locator(".wager-pane").evaluate("it => { it.scrollTop = 0; }")
    picture(page, "odds")
    page.get_by_role("button", name="Back to shipped").click()
    expect(page.locator(".figures")).to_contain_text("1847/2048")


def test_a_session_is_worked_out_and_drawn(enters: Enters) -> None:
    someone = comes(enters, "star-craps", "?wager=win-line")
    page = someone.page
    page.get_by_role("button", name="Session", exact=True).click()
    page.get_by_label("Wagers made").fill("2")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".worked .figures")).to_contain_text("24.30%")
    expect(page.locator(".session-chart svg rect").first).to_be_visible()
    assert someone.violations() == []
    page.get_by_role("button", name="Stakes", exact=True).click()
    expect(page.locator(".stakes")).to_contain_text("minimum $26, steps of $1")
    assert someone.violations() == []


def test_the_page_is_in_chinese_and_fits_a_phone(enters: Enters) -> None:
    someone = comes(enters, "aruze-sicbo", viewport=PHONE)
    page = someone.page
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".list")).to_contain_text("小、大")
    assert someone.violations() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_wager_has_an_address_that_can_be_sent_to_someone(enters: Enters) -> None:
    page = comes(enters, "star-craps").page
    page.get_by_role("button", name=re.compile("^Field")).click()
    expect(page.get_by_role("heading", name="Field")).to_be_visible()
    sent = page.url
    assert sent.endswith("/odds/star-craps?wager=field")
    other = enters()
    other.page.goto(sent)
    expect(other.page.get_by_role("heading", name="Field")).to_be_visible()
    expect(other.page.locator(".list thead")).to_contain_text("House edge")
    expect(other.page.locator(".list tr.chosen .edge")).to_have_text("5.56%")  # 2 in 36


def test_on_a_phone_the_house_edge_stands_in_the_list(enters: Enters) -> None:
    page = comes(enters, "star-craps", viewport=PHONE).page
    expect(page.locator(".list .edge").first).to_be_in_viewport()


def test_a_laboratory_that_the_house_has_closed_says_so(enters: Enters, house: Served) -> None:
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy(laboratory="staff"))
    someone = enters("Ann")
    someone.page.goto("/odds/star-craps")
    expect(someone.page.locator(".banner")).to_contain_text("The odds laboratory of this house is closed to players")
    expect(someone.page.locator(".banner")).to_contain_text("the rules of each table say what every wager pays")
    assert someone.violations() == []
    someone.complaints.clear()  # the browser itself reports the refused request
    comes(enters, "star-craps", who="Dana")


def test_a_rulebook_nobody_knows_is_told(enters: Enters) -> None:
    someone = enters()
    someone.page.goto("/odds/luck")
    expect(someone.page.locator(".banner")).to_contain_text("no such rulebook")
    someone.complaints.clear()  # the browser itself reports the refused request


@pytest.mark.parametrize("rulebook", ["crown-sicbo-a", "star-sicbo-pre2024"])
def test_axe_finds_nothing(enters: Enters, rulebook: str) -> None:
    assert comes(enters, rulebook).violations() == []
