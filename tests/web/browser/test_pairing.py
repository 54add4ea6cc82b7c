"""A screen without a key shows a code; staff type it, compare the dice, and the screen becomes the table's display."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]
WALL: Final = {"width": 1920, "height": 1080}


def test_a_screen_is_paired_by_its_code_and_shows_its_table_also_when_it_is_opened_again(
    enters: Enters, house: Served
) -> None:
    wall, dana = enters(viewport=WALL), enters("Sue", viewport=PHONE)
    wall.page.goto("/pair")
    expect(wall.page.locator(".code span")).to_have_count(6)
    code = "".join(wall.page.locator(".code span").all_inner_texts())
    assert re.fullmatch("[2-9A-HJ-NP-Z]{6}", code)
    dice = wall.page.locator(".pair-steps .dice").get_attribute("aria-label")
    picture(wall.page, "pair")
    assert wall.violations() == []
    dana.page.goto("/pit")
    dana.page.get_by_role("link", name="Devices").click()
    dana.page.get_by_label("Code on the screen").fill("O0O0O0")
    dana.page.get_by_role("button", name="Find it").click()
    expect(dana.page.get_by_role("alert")).to_contain_text("no screen shows this code now")
    assert "404" in dana.complaints.pop()
    dana.page.get_by_label("Code on the screen").fill(code)
    dana.page.get_by_role("button", name="Find it").click()
    expect(dana.page.locator(".compare .dice")).to_have_attribute("aria-label", dice or "")
    dana.page.get_by_label("It shows").select_option("Sic Bo 2")
    dana.page.get_by_label("Name on the device list").fill("Wall 3")
    picture(dana.page, "devices")
    assert dana.violations() == []
    dana.page.get_by_role("button", name="Pair it").click()
    expect(dana.page.get_by_role("status")).to_have_text("Wall 3 is paired.")
    wall.page.wait_for_url("**/display/Sic%20Bo%202")
    expect(wall.page.locator(".felt-drawing")).to_be_visible()
    session = next(it for it in house.app.state.sessions.working() if it.name == "Wall 3")
    assert (session.kind, session.roles) == ("display", ())
    wall.context.clear_cookies()
    wall.page.goto("/display/Sic%20Bo%202")  # by its own key
    expect(wall.page.locator(".felt-drawing")).to_be_visible()
    wall.page.goto("about:blank")
    wall.complaints.clear()  # the browser itself says where a line was refused while the cookie was away
    dana.page.get_by_role("button", name="Take off the list").click()
    expect(dana.page.get_by_role("status")).to_have_text("Wall 3 is off the list and signed out.")


def test_a_code_that_has_ended_says_so_and_that_nothing_was_paired(enters: Enters, house: Served) -> None:
    wall = enters(viewport=WALL)
    wall.page.goto("/pair?as=terminal")
    expect(wall.page.get_by_role("heading", name="Pair this terminal")).to_be_visible()
    expect(wall.page.locator(".code span")).to_have_count(6)
    house.app.state.pairing.codes.end_all()
    expect(wall.page.get_by_role("status")).to_have_text("This code has ended. Nothing was paired.")
    wall.page.get_by_role("button", name="Show a new code").click()
    expect(wall.page.locator(".code span")).to_have_count(6)
