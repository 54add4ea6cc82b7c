"""One Chromium and one house, with known dice, for all browser tests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser.chromium import Person, chromium
from tests.web.browser.dealing import plan
from tests.web.served import Served

Enters = Callable[..., Person]


@pytest.fixture(scope="session")
def browser_window() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for each file of tests, so that none finds what another left behind."""
    served = Served(tmp_path_factory.mktemp("browser") / "journal.db", plan())
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
