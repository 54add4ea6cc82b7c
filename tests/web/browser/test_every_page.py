"""Every page that the server knows says in a demo that it is one, and in no other house; and lets its person out.

The pages are read off the routes, so a new one is looked at here by itself.
"""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser as Window
from playwright.sync_api import Position, expect
from starlette.routing import Route

from dicehouse.house.promotions.publishing import FileTerms, PublishPromotion
from dicehouse.house.promotions.terms import read_terms as promotion_terms
from dicehouse.house.tournaments.preparing import FileTournament
from dicehouse.house.tournaments.terms import read_terms as tournament_terms
from dicehouse.web.pages import PAGES
from tests.web.browser.chromium import Person
from tests.web.browser.test_director import offers
from tests.web.browser.test_promotions import HOUR, TERMS
from tests.web.served import KEY, PASSWORD, Served, plan
from tests.web.tournament_terms import terms

KNOWN: Final = {"table": "Sic Bo 1", "rulebook": "star-sicbo-2024", "tournament": "cup", "promotion": "summer"}
"""Something for each part of an address to be of."""
NOWHERE: Final = "Nothing 9"


def opened(served: Served) -> Served:
    """A house in which every page has something to show."""
    served.does("house", FileTournament, "Max", "casino-operator", terms=tournament_terms(terms(served, "cup", "Cup")))
    offers(served, "cup")
    moments = {
        name: (served.floor.now() + hours * HOUR).isoformat()
        for name, hours in {"starts": 25, "closes": 26, "draws": 27}.items()
    }
    served.does("house", FileTerms, "Max", "casino-operator", terms=promotion_terms(TERMS.format(**moments)))
    served.does("house", PublishPromotion, "Max", "casino-operator", promotion="summer")
    return served


@pytest.fixture(scope="module")
def demo_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = opened(Served(tmp_path_factory.mktemp("demo") / "journal.db"))
    yield served
    served.stop()


@pytest.fixture(scope="module")
def earnest_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = opened(Served(tmp_path_factory.mktemp("earnest") / "journal.db", replace(plan(), demo=False)))
    yield served
    served.stop()


def addresses(served: Served, *, also_unknown: bool) -> list[str]:
    """Every page as it is asked for; also those of something that is not there, and no page at all."""
    pages = [it.path for it in served.app.routes if isinstance(it, Route) and it.path in PAGES]
    assert {"/", "/pit", "/odds/{rulebook}"} <= set(pages)
    known = [re.sub(r"\{(\w+)\}", lambda part: KNOWN[part[1]], path) for path in pages]
    unknown = [re.sub(r"\{\w+\}", NOWHERE, path) for path in pages if "{" in path]
    return [*known, *unknown, "/nowhere"] if also_unknown else known


def someone(window: Window, served: Served, **how: str) -> Person:
    """Someone who has signed in, or nobody."""
    person = Person(window, served)
    if how:
        person.signs_in(how.pop("as_"), **how)
    return person


END: Final[Position] = {"x": 112, "y": 10}
"""Of the tag, where something beside it would lie on it first."""
ANN: Final = {"as_": "demo", "who": "Ann"}
DEMO_PEOPLE: Final = [{}, ANN, {"as_": "demo", "who": "Ines"}]
EARNEST_PEOPLE: Final = [
    {"as_": "player", "card": "1001", "pin": "1111"},
    {"as_": "staff", "name": "the inspector", "password": PASSWORD},
]


@pytest.mark.parametrize("how", DEMO_PEOPLE, ids=lambda how: how.get("who", "nobody"))
def test_every_page_of_a_demo_says_that_it_is_one(
    browser_window: Window, demo_house: Served, how: dict[str, str]
) -> None:
    person = someone(browser_window, demo_house, **how)
    for address in addresses(demo_house, also_unknown=how == ANN):
        person.page.goto(address, wait_until="commit")
        tag = person.page.get_by_text("Demo, play money", exact=True)
        expect(tag, f"{address} does not say that it is a demo").to_be_visible()
        tag.click(trial=True, position=END)  # nothing lies on it
    person.context.close()


@pytest.mark.parametrize("how", EARNEST_PEOPLE, ids=lambda how: how["as_"])
def test_no_page_of_a_house_that_is_none_says_so_and_every_one_of_a_session_has_a_way_out(
    browser_window: Window, earnest_house: Served, how: dict[str, str]
) -> None:
    person = someone(browser_window, earnest_house, **how)
    for address in addresses(earnest_house, also_unknown=False):
        person.page.goto(address, wait_until="commit")
        expect(person.page.get_by_role("button", name="中文"), address).to_be_visible()
        out = person.page.get_by_role("button", name="Sign out", exact=True)
        expect(out, f"{address}: who is signed in is to have one way out").to_have_count(1)
        expect(person.page.locator(".demo"), address).to_have_count(0)
    person.context.close()


def test_nobody_who_passes_by_signs_a_device_out(browser_window: Window, earnest_house: Served) -> None:
    display = someone(browser_window, earnest_house, as_="terminal", name="display 1", key=KEY)
    display.page.goto("/display/Sic Bo 1")
    expect(display.page.locator(".display")).to_be_visible()
    expect(display.page.get_by_role("button", name="Sign out")).to_have_count(0)
    display.leaves()
