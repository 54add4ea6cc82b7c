"""One house for all tests of the web, served on a loopback port."""

from collections.abc import Iterator

import pytest

from tests.web.served import Browser, Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(tmp_path_factory.mktemp("house") / "journal.db")
    yield house
    house.stop()


@pytest.fixture(scope="module")
def other_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for each file of tests that turn it upside down."""
    house = Served(tmp_path_factory.mktemp("house") / "journal.db")
    yield house
    house.stop()


@pytest.fixture
def browser(served: Served) -> Browser:
    """A browser in which nobody is signed in."""
    return Browser(served)


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.signs_in("demo", who="Ann")


@pytest.fixture
def dana(served: Served) -> Browser:
    """The dealer."""
    return Browser(served).signs_in("demo", who="Dana")
