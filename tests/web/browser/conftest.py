"""One Chromium for all browser tests, and for each of them a house of its own, with known dice."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from dicehouse.floor.plan import HousePlan
from tests.web.browser.chromium import Person, chromium
from tests.web.browser.dealing import plan
from tests.web.served import Served

Enters = Callable[..., Person]


@pytest.fixture(scope="session")
def browser_window() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def house_plan() -> HousePlan:
    """A file of tests that needs another house says so by a fixture of this name."""
    return plan()


@pytest.fixture
def house(tmp_path: Path, house_plan: HousePlan) -> Iterator[Served]:
    """Opened for one test, so that none finds what another left behind, least of all one that failed half way."""
    served = Served(tmp_path / "journal.db", house_plan)
    yield served
    served.stop()


@pytest.fixture
def enters(browser_window: Browser, house: Served) -> Iterator[Enters]:
    """Someone comes with a browser of their own; at the end of the test they leave, and no page has complained."""
    people: list[Person] = []

    def enter(who: str = "", **context: Any) -> Person:
        people.append(Person(browser_window, house, who, **context))
        return people[-1]

    yield enter
    for person in people:
        person.leaves()
