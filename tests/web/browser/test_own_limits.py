"""Safer play in place: time and net at a glance, and a limit, a break or an exclusion in two taps at the table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.house.exclusions import EndExclusion, ExcludeFromCasino
from dicehouse.refusal import Refused, Why
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Browser, Served

Enters = Callable[..., Person]


def own(person: Person) -> None:
    """The first tap: one's own name in the bar."""
    person.page.get_by_role("button", name=re.compile("^Seat 1")).click()


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_time_and_net_stand_in_the_bar_and_a_limit_is_two_taps_away(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    tool = ann.page.get_by_role("button", name=re.compile("^Seat 1"))
    expect(tool).to_have_text("Seat 1 · 0 h 00 min · $0.00")
    expect(ann.page.locator(".bar-tags")).to_contain_text("1 of 8 seated")
    own(ann)
    ann.page.get_by_role("dialog").get_by_role("button", name="$50", exact=True).click()
    expect(ann.page.get_by_role("dialog").locator(".glance")).to_contain_text("$50 left")
    assert ann.violations() == []
    ann.page.keyboard.press("Escape")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("big")
    expect(ann.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.shows(1, 1, 2)
    expect(tool).to_have_text("Seat 1 · 0 h 00 min · −$5.00")  # noqa: RUF001


def test_a_break_is_two_taps_away(enters: Enters) -> None:
    ann = enters("Ann").sits("Sic Bo 1", 1)
    own(ann)
    ann.page.get_by_role("dialog").get_by_role("button", name="15 minutes").click()
    expect(ann.page.locator(".on-break")).to_contain_text("On a break until")


def test_whoever_excludes_oneself_is_asked_once_more_and_then_plays_no_more(enters: Enters, house: Served) -> None:
    ann = enters("Ann").sits("Sic Bo 1", 1)
    own(ann)
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="for a day").click()
    expect(dialog).to_be_visible()
    expect(ann.page.locator(".banner")).to_have_count(0)
    dialog.get_by_role("button", name="Yes, exclude me for a day").click()
    expect(ann.page.locator(".banner")).to_contain_text(re.compile("^Ann: excluded from the casino until .*, own wish"))
    expect(ann.page.locator(".felt-drawing")).to_have_count(0)
    house.does("house", EndExclusion, "Max", "gaming-manager", person="Ann", reason="a day is over")


def test_nobody_excludes_another_and_none_but_a_manager_lets_anyone_in_again(house: Served) -> None:
    ann = Browser(house).signs_in("demo", who="Ann")
    said = ann.submit("house", "exclude-from-casino", person="Bob", reason="a rival")
    assert said.why == "not-allowed"
    refused = house.submit("house", ExcludeFromCasino, "Ann", "patron", person="Bob", reason="a rival")
    assert isinstance(refused, Refused)
    assert refused.why is Why.NOT_ALLOWED
    assert ann.submit("house", "end-exclusion", person="Ann", reason="changed my mind").why == "not-allowed"
