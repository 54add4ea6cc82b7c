"""The page of one's sessions in a real browser: others are seen and ended, by keyboard and by a manager too."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture
from tests.web.served import PASSWORD, Browser, Served

Enters = Callable[..., Person]


def is_in(it: Browser) -> bool:
    return bool(it.get("/api/me").json["signed_in"])


def signs_in(page: Page, **filled: str) -> None:
    page.goto("/sign-in?next=/sessions")
    if "Name" in filled:
        page.get_by_role("button", name="As staff").click()
    for label, value in filled.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()


def test_a_player_on_a_phone_ends_a_session_elsewhere_with_the_pin(enters: Enters, house: Served) -> None:
    lost = Browser(house).signs_in("player", card="1002", pin="2222")
    bob = enters(viewport=PHONE)
    page = bob.page
    signs_in(page, Card_number="1002", PIN="2222")
    expect(page.locator(".session")).to_have_count(2)
    assert bob.violations() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="End it").click()
    page.keyboard.press("Tab")
    page.get_by_label("Your PIN").fill("9999")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("card and PIN do not belong together", ignore_case=True)
    assert bob.violations() == []
    bob.complaints.clear()  # the browser itself reports the refused request
    page.get_by_label("Your PIN").fill("2222")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("One session has ended.")
    expect(page.locator(".session")).to_have_count(1)
    assert not is_in(lost)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Dice tables, dealt by the book")).to_be_visible()


def test_a_manager_signs_someone_out_and_the_console_leaves(enters: Enters, house: Served) -> None:
    dealer = Browser(house).signs_in("staff", name="the dealer", password=PASSWORD)
    max_ = enters().comes_in("Max")
    max_.page.get_by_role("link", name="Your sessions").click()
    line = max_.page.get_by_role("listitem").filter(has_text="the dealer")
    expect(line).to_contain_text(re.compile("1 session, last used"))
    assert max_.violations() == []
    picture(max_.page, "sessions")
    line.get_by_role("button").click()
    max_.page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere").click()
    expect(max_.page.get_by_role("status")).to_have_text("the dealer: one session has ended.")
    expect(line).to_have_count(0)
    assert not is_in(dealer)


def test_signing_out_from_a_seat_says_first_that_the_chips_stay(enters: Enters, house: Served) -> None:
    ann = enters("Ann").sits("Sic Bo 1", 1)
    ann.page.get_by_role("button", name="Sign out").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Your seat and $200.00 stay at the table")
    assert ann.violations() == []
    ann.page.get_by_role("dialog").get_by_role("button", name="Stay").click()
    expect(ann.rack).to_have_text("$200.00")
    ann.page.get_by_role("button", name="Sign out").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Sign out now").click()
    expect(ann.page.get_by_role("heading", name="Dice tables, dealt by the book")).to_be_visible()
    assert house.floor.tables["Sic Bo 1"].table.seats[1].person == "Ann"
