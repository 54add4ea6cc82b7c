"""Every click counts: quick ones are chips of one wager, chips stand as a stack, and what was undone is told."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]

CLICKS = """async ([areas, n, pause]) => {
  const began = performance.now();
  for (let i = 0; i < n; i++) {
    const area = document.querySelector(`[data-id="${areas[i % areas.length]}"]`);
    area.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const due = began + (i + 1) * pause;
    await new Promise((next) => setTimeout(next, Math.max(0, due - performance.now())));
  }
}"""
"""Clicks that do not wait for each other, one each so many milliseconds, on these areas in turn."""


def stakes(house: Served, table: str) -> dict[str, list[int]]:
    """By area, the stakes of the wagers that stand there."""
    found: dict[str, list[int]] = {}
    for it in house.floor.tables[table].table.layout.standing.values():
        found.setdefault(it.name, []).append(it.stake)
    return found


def test_six_clicks_at_80_ms_are_six_chips_of_one_wager_and_a_double_click_is_two(
    enters: Enters, house: Served
) -> None:
    ann = enters("Ann").sits("Sic Bo 3", 6)
    Dealer(house, "Sic Bo 3").opens_betting()
    ann.waits_for("betting")
    ann.page.evaluate(CLICKS, [["small"], 6, 80])
    ann.area("big").dblclick()
    expect(ann.stake).to_have_text("$40.00")
    expect(ann.page.locator(".stake.pending")).to_have_count(0)
    assert stakes(house, "Sic Bo 3") == {"small": [3_000], "big": [1_000]}
    expect(ann.area("small").locator(".stack")).to_have_attribute("data-chips", "2")  # $25 and $5
    expect(ann.area("small").locator(".stack text")).to_have_text("30")
    expect(ann.area("big").locator(".stack")).to_have_attribute("data-chips", "2")
    expect(ann.message).to_contain_text("$5 on Big. $10 there now.")


def test_of_200_clicks_at_80_ms_none_is_lost_or_counted_twice(enters: Enters, house: Served) -> None:
    bob = enters("Bob").sits("Sic Bo 2", 2, "$500")
    bob.page.get_by_role("button", name="Buy chips").click()
    bob.page.get_by_role("dialog").get_by_role("button", name="$500", exact=True).click()
    expect(bob.rack).to_have_text("$1,000.00")
    Dealer(house, "Sic Bo 2").opens_betting()
    bob.waits_for("betting")
    areas = ["small", "total-9", "single-5", "double-4"]
    bob.page.evaluate(CLICKS, [areas, 200, 80])
    expect(bob.stake).to_have_text("$1,000.00")
    expect(bob.rack).to_have_text("$0.00")
    assert stakes(house, "Sic Bo 2") == {it: [25_000] for it in areas}


def test_undo_undoes_clear_and_repeat_and_double_say_what_they_placed(enters: Enters, house: Served) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 1", 3), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    cai.waits_for("betting")
    cai.adds("big", "big", "total-12")
    expect(cai.stake).to_have_text("$15.00")
    press = cai.page.keyboard.press
    press("c")
    expect(cai.stake).to_have_text("$0.00")
    expect(cai.message).to_contain_text("$15 taken off Big, Total 12. Undo puts it back.")
    press("u")
    expect(cai.stake).to_have_text("$15.00")
    expect(cai.message).to_contain_text("Put back, $15: $10 on Big, $5 on Total 12.")
    press("u")
    expect(cai.stake).to_have_text("$10.00")
    press("u")
    expect(cai.stake).to_have_text("$5.00")
    press("d")
    expect(cai.message).to_contain_text("Doubled, $5 more: $5 on Big.")
    dealer.closes_betting()
    dealer.shows(6, 5, 3)
    expect(cai.page.locator(".net b")).to_have_text("+$10.00")
    dealer.opens_betting()
    cai.waits_for("betting")
    press("r")
    expect(cai.message).to_contain_text("Repeated, $10 in all: $10 on Big.")
    assert stakes(house, "Sic Bo 1") == {"big": [1_000]}


def test_the_list_of_wagers_has_one_row_for_each_wager(enters: Enters) -> None:
    dee = enters("Dee").sits("Craps 1", 2)
    dee.adds("win-line", "win-line", "field", "field")
    expect(dee.stake).to_have_text("$20.00")
    rows = dee.page.locator(".wagers li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(re.compile(r"Win Line.*\$10"))
    expect(rows.nth(1)).to_contain_text(re.compile(r"Field.*\$10"))


def test_a_tap_on_the_horn_is_a_chip_on_each_of_its_parts(enters: Enters, house: Served) -> None:
    ann = enters("Ann").sits("Craps 1", 1)
    ann.adds("horn")
    expect(ann.stake).to_have_text("$20.00")
    assert stakes(house, "Craps 1") == {"horn": [2_000]}
    expect(ann.message).to_contain_text("$20 on Horn.")
