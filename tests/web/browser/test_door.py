"""The door: one button leads to a seat with chips; a table is known by its felt and what happens there now."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from dicehouse.floor import demo
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]


def at_the_door(enters: Enters, **context: object) -> Person:
    someone = enters(**context)
    someone.page.goto("/")
    expect(someone.page.locator(".table-card .felt-drawing")).to_have_count(len(demo.plan().tables))
    return someone


def test_one_click_leads_to_a_seat_with_chips_and_the_second_is_a_wager(enters: Enters, house: Served) -> None:
    Dealer(house, "Sic Bo 1").opens_betting()
    someone = at_the_door(enters)
    expect(someone.page.locator(".hero")).to_contain_text("A seat at Sic Bo 1 and $200 in play chips.")
    someone.page.get_by_role("button", name="Play now").click()
    someone.waits_for("betting")
    someone.adds("small")
    expect(someone.stake).to_have_text("$5.00")
    expect(someone.rack).to_have_text("$195.00")
    table = house.floor.tables["Sic Bo 1"].table
    assert {it.person for it in table.seats.values()} == {"Guest 1"}


def test_play_leads_to_the_fullest_table_that_is_betting(enters: Enters, house: Served) -> None:
    for name, seat in (("Ann", 1), ("Bob", 2)):
        enters(name).sits("Sic Bo 3", seat)
    enters("Cai").sits("Sic Bo 2", 1)
    Dealer(house, "Sic Bo 3").opens_betting()
    someone = at_the_door(enters)
    expect(someone.page.locator(".play-words")).to_contain_text("A seat at Sic Bo 3")
    card = someone.page.get_by_role("link", name="Sic Bo 3")
    expect(card).to_contain_text("Betting")
    expect(card).to_contain_text("2 of 8 seated")
    Dealer(house, "Sic Bo 3").closes_betting()
    expect(card).to_contain_text("No more bets")


def test_an_empty_table_says_that_it_waits_and_its_card_seats_a_guest_there(enters: Enters, house: Served) -> None:
    someone = at_the_door(enters)
    card = someone.page.get_by_role("link", name="Craps 1")
    expect(card).to_contain_text("Waits for someone to sit")
    card.click()
    expect(someone.rack).to_have_text("$200.00")
    assert house.floor.tables["Craps 1"].table.seat_of("Guest 1") is not None


def test_whoever_is_a_player_already_sits_down_as_that_player(enters: Enters, house: Served) -> None:
    ann = enters("Ann")
    ann.page.goto("/")
    expect(ann.page.locator(".play-words")).to_have_text("A seat at Sic Bo 1. The dealer begins when you sit down.")
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.rack).to_have_text("$200.00")
    assert house.floor.tables["Sic Bo 1"].table.seat_of("Ann") is not None
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Play: Sic Bo 1").click()
    expect(ann.rack).to_have_text("$200.00")
    assert len(house.floor.tables["Sic Bo 1"].table.seats) == 1


def test_other_roles_are_folded_and_staff_find_their_desks_and_every_display(enters: Enters) -> None:
    someone = at_the_door(enters)
    expect(someone.page.get_by_role("button", name="Dana")).not_to_be_visible()
    expect(someone.page.get_by_role("link", name=re.compile("Display|Deal"))).to_have_count(0)
    sue = enters().comes_in("Sue")
    expect(sue.page.get_by_role("link", name="Pit", exact=True)).to_be_visible()
    assert sue.violations() == []
    sue.page.locator(".ways").get_by_role("link", name="Craps 1").click()
    expect(sue.page.locator(".display")).to_be_visible()
    sue.page.goto("/")
    expect(sue.page.get_by_role("link", name="Deal: Sic Bo 1")).to_have_attribute("href", "/dealer/Sic%20Bo%201")


def test_a_click_on_the_felt_without_a_seat_says_what_to_do(enters: Enters, house: Served) -> None:
    ann = enters("Ann").comes_to("Sic Bo 2")
    Dealer(house, "Sic Bo 2").opens_betting()
    ann.waits_for("betting")
    ann.area("small").click(force=True)
    expect(ann.message).to_have_text("Take a seat first: choose a free one below the felt.")
    ann.comes_to(demo.ELECTRONIC)
    ann.area("small").click(force=True)
    expect(ann.message).to_have_text("Take a terminal first: choose a free one below the felt.")


def test_the_door_on_a_phone_and_in_chinese(enters: Enters) -> None:
    someone = at_the_door(enters, viewport=PHONE, has_touch=True, is_mobile=True)
    expect(someone.page.get_by_role("button", name="Play now")).to_be_in_viewport()
    assert someone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert someone.violations() == []
    someone.page.get_by_role("button", name="中文").click()
    expect(someone.page.get_by_role("button", name="立即开始")).to_be_visible()
    expect(someone.page.locator(".play-words")).not_to_contain_text(re.compile("[a-z]{3}"))
    assert someone.violations() == []
