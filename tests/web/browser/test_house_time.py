"""Every page shows and takes the house's time, whatever zone its own machine is in."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, expect

from dicehouse.house.limits import SetLimit
from dicehouse.table.opening import AnnounceClosing
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]
AWAY: dict[str, Any] = {"timezone_id": "America/New_York"}
"""Half a day from the house."""
HOUSE = ZoneInfo("Australia/Sydney")
TIME = re.compile(r"\b\d\d:\d\d\b")


def is_now(clock: Locator, house: Served) -> None:
    """A clock on a page goes by that of the house; a minute may turn meanwhile."""
    expect(clock).to_have_text(TIME)
    found = TIME.search(clock.inner_text())
    now = house.floor.now().astimezone(HOUSE)
    assert found is not None
    assert found[0] in {f"{now - timedelta(minutes=back):%H:%M}" for back in range(2)}


def test_the_clocks_of_the_consoles(enters: Enters, house: Served) -> None:
    for who, path, clock in (
        ("Dana", "/dealer/Sic%20Bo%201", ".bar-clock"), ("Dana", "/display/Sic%20Bo%201", "header time, time"),
        ("Sue", "/pit", ".desk-clock"), ("Cass", "/cage", ".desk-clock"), ("Ines", "/inspector", ".house-clock"),
    ):  # fmt: skip
        someone = enters(who, **AWAY)
        someone.page.goto(path)
        is_now(someone.page.locator(clock).first, house)


def test_a_round_that_is_recalled_and_a_break(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann", **AWAY).sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small")
    expect(ann.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.shows(1, 4, 5)
    ann.page.get_by_role("button", name=re.compile("Seat 1")).click()
    ann.page.get_by_role("button", name="Your last rounds").click()
    is_now(ann.page.locator(".rounds summary .faint").first, house)
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Break").click()
    ann.page.get_by_role("button", name="5 minutes", exact=True).click()
    until = house.floor.now().astimezone(HOUSE) + timedelta(minutes=5)
    at = {f"{until - timedelta(minutes=back):%H:%M}" for back in range(2)}
    expect(ann.page.locator(".on-break h2")).to_have_text(re.compile("|".join(at)))


def test_a_time_that_is_typed_is_the_houses(enters: Enters, house: Served) -> None:
    sue = enters("Sue", viewport={"width": 1440, "height": 900}, **AWAY)
    sue.page.goto("/pit")
    sue.page.locator(".table-card", has_text="Sic Bo 2").click()
    wanted = (house.floor.now().astimezone(HOUSE) + timedelta(hours=2)).replace(second=0, microsecond=0)
    sue.page.get_by_role("button", name=re.compile("Announce the closing")).click()
    sue.page.get_by_label("Closes at").fill(f"{wanted:%Y-%m-%dT%H:%M}")
    sue.page.get_by_role("dialog").get_by_role("button", name="Announce the closing").click()
    expect(sue.page.locator(".running li").first).to_contain_text(f"{wanted:%H:%M}")
    closing = house.floor.tables["Sic Bo 2"].table.closing
    assert closing is not None
    assert closing.at == wanted


def test_when_a_limit_ends_and_a_sign_that_hangs(enters: Enters, house: Served) -> None:
    house.does("house", SetLimit, "Cass", "cashier", patron="Bob", limit="day", amount=50_000)
    house.does("Craps 1", AnnounceClosing, "Sue", "gaming-manager")
    cass, wall = enters("Cass", **AWAY), enters("Dana", **AWAY)
    cass.page.goto("/cage")
    cass.page.locator("input[name=card]").fill("1002")
    cass.page.keyboard.press("Enter")
    # A day of the house ends at its own midnight.
    expect(cass.page.locator(".limit-row", has_text="Loss, a day")).to_contain_text("00:00")
    wall.page.goto("/display/Craps%201")
    closing = house.floor.tables["Craps 1"].table.closing
    assert closing is not None
    assert closing.at is not None
    expect(wall.page.locator(".coming")).to_contain_text(f"{closing.at.astimezone(HOUSE):%H:%M}")
