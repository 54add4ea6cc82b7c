"""Games that are nothing but a file, at their tables: a round of each, on every console, in both languages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from dicehouse.table import throw
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]

SMALL = """() => [...document.querySelectorAll('.felt-drawing .area .ground')].filter((area) => {
  const box = area.getBoundingClientRect();
  return box.width < 44 || box.height < 44;
}).map((area) => area.parentElement.dataset.id)"""
"""Areas that a finger cannot hit."""

OUTSIDE = """() => [...document.querySelectorAll('.felt-drawing .area')].filter((area) => {
  const ground = area.querySelector('.ground').getBoundingClientRect();
  return [...area.querySelectorAll('.face text')].some((text) => {
    const box = text.getBoundingClientRect();
    return box.right > ground.right + 1 || box.left < ground.left - 1 || box.bottom > ground.bottom + 2;
  });
}).map((area) => area.dataset.id)"""
"""Areas on which a word runs over the edge."""


def is_drawn_well(person: Person) -> None:
    """Whole and by bands, in English and Chinese: everything can be hit, and no word runs over the edge."""
    for _ in range(2):
        for size in (ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)):
            person.page.set_viewport_size(size)
            shape = "phone" if size["width"] < 500 else "wide"
            expect(person.page.locator(".terminal")).to_have_attribute("data-shape", shape)
            tabs = person.page.locator(".bands [role=tab]")
            for number in range(max(1, tabs.count() if shape == "phone" else 1)):
                if shape == "phone":
                    tabs.nth(number).click()
                assert person.page.evaluate(SMALL) == []
                assert person.page.evaluate(OUTSIDE) == []
        person.page.set_viewport_size(ViewportSize(width=1280, height=800))
        expect(person.page.locator(".terminal")).to_have_attribute("data-shape", "wide")
        person.page.get_by_role("button", name="中文").or_(person.page.get_by_role("button", name="English")).click()


@pytest.mark.parametrize(
    "table, wagers, dice, rack, words",
    [
        ("Macau 1", ("small", "pair-2-4", "total-9"), (2, 2, 4), "$225.00", "Small, Even"),
        ("Yee Hah Hi 1", ("symbol-fish", "symbol-crab", "colour-red"), (1, 1, 3), "$200.00", ""),
    ],
)
def test_a_round_of_dealt_dice(
    enters: Enters, house: Served, table: str, wagers: tuple[str, ...], dice: tuple[int, ...], rack: str, words: str
) -> None:
    ann, crew, wall = enters("Ann").sits(table, 1), enters("Dana"), enters("Dana")
    crew.page.goto(f"/dealer/{table}")
    wall.page.goto(f"/display/{table}")
    dealer = Dealer(house, table)
    is_drawn_well(ann)
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds(*wagers)
    expect(ann.stake).to_have_text("$15.00")
    expect(crew.page.locator(".stakes > span")).to_have_count(3)
    dealer.closes_betting()
    dealer.shows(*dice)
    expect(ann.rack).to_have_text(rack)
    expect(wall.page.locator(f'.felt-drawing [data-id="{wagers[0]}"]')).to_have_class("area win")
    if words:
        expect(wall.page.locator(".winning-words")).to_contain_text(words)


def test_a_hand_of_las_vegas_craps(enters: Enters, house: Served) -> None:
    ann, crew, wall = enters("Ann").sits("Las Vegas 1", 1), enters("Dana"), enters("Dana")
    crew.page.goto("/dealer/Las Vegas 1")
    wall.page.goto("/display/Las Vegas 1")
    dealer = Dealer(house, "Las Vegas 1")
    is_drawn_well(ann)
    ann.adds("win-line", "all-small", "hop-1-2")
    expect(ann.stake).to_have_text("$15.00")
    dealer.offers_dice()
    ann.page.get_by_role("button", name="Take the dice").click()
    expect(crew.page.locator(".stakes > span")).to_have_count(3)
    dealer.does(throw.ThrowDice)
    dealer.does(throw.MarkRest)
    dealer.calls(1, 2)
    expect(ann.rack).to_have_text("$265.00")  # the hop won $75, the line lost, and All Small stays
    expect(crew.page.locator(".stakes > span")).to_have_count(1)
