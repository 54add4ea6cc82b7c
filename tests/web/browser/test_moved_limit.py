"""One loss limit at two tables, in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.house.limits import SetLimit
from tests.web.browser.chromium import Person
from tests.web.served import Served

Enters = Callable[..., Person]


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_someone_at_two_tables_moves_what_is_kept_of_the_limit_to_the_one_they_play_at(
    enters: Enters, house: Served
) -> None:
    house.does("house", SetLimit, "Cass", "cashier", patron="Dee", limit="day", amount=10_000)
    dee = enters("Dee").sits("Sic Bo 1", 8)
    expect(dee.page.locator(".bar-fact")).to_have_text("$100 left to lose here")
    dee.sits("Sic Bo 2", 8)
    expect(dee.page.locator(".bar-fact")).to_have_text("$0 left to lose here")
    expect(dee.page.locator(".banner")).to_contain_text("$100.00 of your loss limit is kept for Sic Bo 1")
    dee.page.get_by_role("button", name="Move it here").click()
    expect(dee.page.locator(".bar-fact")).to_have_text("$100 left to lose here")
    expect(dee.page.locator(".banner")).to_have_count(0)
