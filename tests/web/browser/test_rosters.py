"""The staff of a table in a real browser: on the roster, signed on, relieved by name, and told to the inspector."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]
DESK = {"width": 1024, "height": 768}
PIT = {"width": 1440, "height": 900}


def acts(page: Page, name: str) -> None:
    """Press the button of the form that is open."""
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_relief_from_the_roster_to_the_inspectors_page(enters: Enters, house: Served) -> None:
    """Sue puts Dana on the roster, Dana signs on and hands over to Sue, who deals the next round herself."""
    table = house.floor.tables["Sic Bo 3"].table
    sue = enters("Sue", viewport=PIT)
    pit = sue.page
    pit.goto("/pit")
    pit.locator(".table-card", has_text="Sic Bo 3").click()
    crew = pit.locator(".opened .crew")
    expect(crew).to_contain_text("Nobody is signed on.")
    crew.get_by_role("button", name="Put on the roster").click()
    form = pit.get_by_role("dialog")
    form.get_by_label("Dealer", exact=True).check()
    form.get_by_label("Who", exact=True).fill("Dana")
    acts(pit, "Put on the roster")
    expect(crew).to_contain_text("Dana")

    dana = enters("Dana", viewport=DESK).page
    dana.goto("/dealer/Sic%20Bo%203")
    dana.get_by_role("button", name="More", exact=True).click()
    dana.get_by_role("dialog").get_by_role("button", name="Sign on").click()
    dana.get_by_role("dialog").get_by_label("Dealer", exact=True).check()
    acts(dana, "Sign on")
    expect(dana.get_by_role("banner")).to_contain_text("on since")
    expect(crew.locator("li", has_text="Dana").first).to_contain_text("since")

    dana.get_by_role("button", name="More", exact=True).click()
    dana.get_by_role("dialog").get_by_role("button", name="Hand over").click()
    dana.get_by_role("dialog").get_by_label("Dealer", exact=True).check()
    dana.get_by_role("dialog").get_by_label("Relief, by name").fill("Sue")
    acts(dana, "Hand over")
    expect(crew).to_contain_text("hands over to Sue")
    assert sue.violations() == []
    picture(pit, "pit-crew")
    crew.get_by_role("button", name="Sign on").click()
    pit.get_by_role("dialog").get_by_label("Dealer", exact=True).check()
    acts(pit, "Sign on")
    expect(crew.locator("li").first).to_contain_text("Sue")
    assert {it.staff for it in table.duties.values()} == {"Sue"}
    expect(dana.get_by_role("banner")).not_to_contain_text("on since")

    enters("Ann").sits("Sic Bo 3", 1)
    dealer = Dealer(house, "Sic Bo 3")
    dealer.opens_betting()
    dealer.closes_betting()
    dealer.shows(2, 3, 6)
    ines = enters("Ines", viewport=PIT).page
    ines.goto("/inspector")
    ines.get_by_label("Table", exact=True).select_option("Sic Bo 3")
    ines.get_by_role("spinbutton", name="Round").fill(str(table.round.number))
    ines.get_by_role("button", name="Open", exact=True).click()
    expect(ines.locator(".round-head")).to_contain_text(re.compile("Crew: Dealer Sue"))
    picture(ines, "inspector-crew")
