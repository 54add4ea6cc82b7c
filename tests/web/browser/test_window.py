"""A Super Streak can be played: its window has seconds of its own, a price, and what it is worth if it ends now."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from dicehouse.floor import demo
from dicehouse.floor.plan import HousePlan, Pace
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]
LADDER = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}


@pytest.fixture
def house_plan() -> HousePlan:
    """One table with a practice dealer who waits for a streak, and one that people deal."""
    made = demo.plan(pace=Pace(betting=2, beat=0.05, show=1, window=600))
    waits, keyed = (next(it for it in made.tables if it.name == name) for name in ("Sic Bo 1", "Sic Bo 2"))
    return replace(made, tables=(waits, replace(keyed, dealer="staff", tumbler="keyed")))


@pytest.mark.clause("star-sicbo-2024", "6.1", "6.2", "6.7")
def test_the_practice_dealer_waits_while_a_window_is_open_and_the_streak_is_bought_by_one_touch(
    enters: Enters,
) -> None:
    ann = enters("Ann").sits("Sic Bo 1", 1)
    window = ann.page.locator(".area.window").first
    for _ in range(8):  # a triple opens no window: then the next round does
        ann.waits_for("betting")
        ann.adds("small")
        ann.waits_for("between rounds")
        if window.count():
            break
    expect(ann.page.locator(".ring h2")).to_have_text("Super Streak")
    expect(ann.page.locator(".ring-seconds")).to_have_text(re.compile(r"^\d+$"))
    card = ann.page.locator(".streak-card")
    expect(card).to_contain_text(re.compile(r"Super Streak.*\$10"))
    assert (
        dict(zip(*[iter(int(it) for it in card.locator(".rungs li *").all_inner_texts())] * 2, strict=True)) == LADDER
    )
    expect(card).to_contain_text("If it ends now")
    expect(ann.message).to_contain_text("Super Streak is open until the shake")
    expect(ann.message).to_contain_text("Touch it to take it for $10.")
    expect(window).to_have_attribute("aria-label", re.compile("open now, follows (Small|Big|Odd|Even)$"))
    assert ann.violations() == []
    window.click()
    expect(ann.stake).to_have_text("$10.00")
    expect(ann.page.locator('.area.staked[data-id^="streak"]')).to_contain_text("Ends now: $0")


@pytest.mark.clause("star-sicbo-2024", "6.4")
def test_a_streak_that_is_held_shows_its_run_and_what_it_is_worth(enters: Enters, house: Served) -> None:
    """It counts the results after the one that opened its window; of them four pay."""
    bob, dealer = enters("Bob").sits("Sic Bo 2", 1), Dealer(house, "Sic Bo 2")
    dealer.opens_betting()
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    bob.area("streak-small-big").click()
    expect(bob.stake).to_have_text("$10.00")
    expect(bob.area("streak-small-big")).to_contain_text("Follows Small")
    for n, worth in ((1, "$0"), (2, "$0"), (3, "$0"), (4, "$60"), (5, "$100")):
        dealer.opens_betting()
        dealer.closes_betting()
        dealer.shows(1, 1, 2)
        held = bob.area("streak-small-big")
        expect(held).to_contain_text(f"Small, {n} in a row")
        expect(held).to_contain_text(f"Ends now: {worth}")
