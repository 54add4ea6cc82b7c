"""Who has never been here finds a next step: after the door, and at desks where nothing is on file yet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture

Enters = Callable[..., Person]


def test_whoever_has_chosen_someone_on_a_phone_goes_on_at_the_top_of_the_page(enters: Enters) -> None:
    someone = enters(viewport=PHONE)
    someone.page.goto("/")
    someone.page.get_by_text("Try another role").click()
    someone.page.get_by_role("button", name="Wren").focus()
    someone.page.get_by_role("button", name="Cai").press("Enter")
    expect(someone.page.get_by_role("heading", name="You are Cai")).to_be_in_viewport()
    expect(someone.page.get_by_role("link", name="Play: Sic Bo 1")).to_be_in_viewport()
    someone.page.keyboard.press("Tab")
    expect(someone.page.get_by_role("button", name="Play now")).to_be_focused()
    assert someone.violations() == []


@pytest.mark.parametrize("what", ["promotion", "tournament"])
def test_terms_that_one_may_begin_with_have_nothing_wrong(enters: Enters, what: str) -> None:
    desk = enters("Max")
    desk.page.goto("/director")
    desk.page.get_by_role("link", name="Promotions desk").click()
    desk.page.get_by_role("button", name=f"Begin with an example of a {what}").click()
    desk.page.get_by_role("button", name="Check").click()
    expect(desk.page.locator(".filing .mint-text")).to_contain_text(
        f"Example {'draw' if what == 'promotion' else 'cup'}"
    )
    expect(desk.page.locator(".filing").get_by_role("button", name="File them")).not_to_have_attribute(
        "aria-disabled", "true"
    )


def test_an_address_without_a_page_says_so_and_leads_back(enters: Enters) -> None:
    someone = enters()
    said = someone.page.goto("/tabels/Sic%20Bo%201")
    assert said
    assert said.status == 404
    expect(someone.page.get_by_role("status")).to_contain_text("There is no page at this address.")
    assert someone.violations() == []
    picture(someone.page, "nowhere")
    someone.page.get_by_role("link", name="All tables").click()
    expect(someone.page.get_by_role("heading", name="Dice tables, dealt by the book")).to_be_visible()
    someone.complaints.clear()  # the browser itself reports the page that is not there
