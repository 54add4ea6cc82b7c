"""The display over a table in a real browser: numbers, lit areas, the sign and what comes; nothing before its time."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser as Window
from playwright.sync_api import Locator, expect

from dicehouse.house.cage import SellChips
from dicehouse.leading.leader import HOUSE
from dicehouse.table import dealt_result
from dicehouse.table.betting import PlaceWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.opening import AnnounceClosing
from dicehouse.table.orders import PLAYER
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card
from dicehouse.table.shooter import AcceptDice
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.table.throw import ThrowDice
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Served

Shows = Callable[..., "Screen"]
SCREEN = {"width": 1920, "height": 1080}


class Screen(Person):
    """A screen over a table."""

    def shows(self, table: str) -> "Screen":
        self.page.goto(f"/display/{table}")
        expect(self.page.locator(".felt-drawing.still")).to_be_visible()
        return self

    @property
    def lit(self) -> Locator:
        return self.page.locator(".area.win")

    def at(self, phase: str) -> None:
        expect(self.page.locator(f'.display[data-phase="{phase}"]')).to_be_visible()


@pytest.fixture
def shows(browser_window: Window, house: Served) -> Iterator[Shows]:
    screens: list[Screen] = []

    def show(table: str, **context: object) -> Screen:
        screens.append(Screen(browser_window, house, "Dana", **{"viewport": SCREEN, **context}))
        return screens[-1].shows(table)

    yield show
    for screen in screens:
        screen.leaves()


def sits(house: Served, table: str, name: str) -> None:
    house.does(table, TakeSeat, name, PLAYER, seat=1, card=Card(f"card of {name}", name))
    house.does(HOUSE, SellChips, "Cass", "cashier", amount=100_000)
    house.does(table, BringChips, "Dana", "dealer", seat=1, amount=100_000)


def bets(house: Served, table: str, name: str, wager: str, stake: int) -> None:
    house.does(table, PlaceWager, name, PLAYER, seat=1, wager=wager, stake=stake)


@pytest.mark.clause("star-sicbo-2024", "2.3", "5.4")
def test_the_winning_numbers_and_the_lit_layout_come_with_the_entry_and_not_before(shows: Shows, house: Served) -> None:
    screen, dealer = shows("Sic Bo 1"), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    screen.at("betting")
    expect(screen.page.locator(".sign")).to_contain_text("Minimum")
    expect(screen.page.locator(".sign")).to_contain_text("$5")
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover, dice=(5, 1, 4))
    screen.at("uncovered")
    expect(screen.page.locator(".winning")).to_contain_text("The dice are covered")
    assert "10" not in screen.page.locator(".winning").inner_text()
    dealer.does(dealt_result.AnnounceResult, dice=(1, 4, 5))
    expect(screen.page.locator(".winning-dice b")).to_have_text("10")
    expect(screen.lit).to_have_count(0)
    dealer.does(dealt_result.EnterResult, dice=(1, 4, 5))
    ids = ["small", "even", "total-10", "pair-1-4", "pair-1-5", "pair-4-5", "single-1", "single-4", "single-5"]
    expect(screen.lit).to_have_count(len(ids))
    assert {it.get_attribute("data-id") for it in screen.lit.all()} == set(ids)
    expect(screen.page.get_by_role("img", name=re.compile("^Lit: Small, Even"))).to_be_visible()
    dealer.does(dealt_result.Settle)
    screen.at("between rounds")
    expect(screen.lit).to_have_count(len(ids))
    expect(screen.page.locator(".display-roads .bead")).to_have_count(2)
    expect(screen.page.locator(".streak")).to_have_count(2)
    assert screen.violations() == []


@pytest.mark.clause("star-sicbo-2024", "4.5", "9.13")
def test_coming_limits_and_a_closing_stand_on_the_sign(shows: Shows, house: Served) -> None:
    screen, dealer = shows("Sic Bo 1"), Dealer(house, "Sic Bo 1")
    soon = house.floor.now() + timedelta(minutes=30)
    dealer.does(ChangeLimits, sign=Sign(every=Limits(minimum=1_000, maximum=100_000)), counts=soon)
    expect(screen.page.locator(".coming b").first).to_have_text("Minimum $10")
    picture(screen.page, "display")
    dealer.does(AnnounceClosing, closes=soon)
    expect(screen.page.locator(".coming")).to_have_count(2)
    expect(screen.page.locator(".coming b").last).to_contain_text("This table closes at")
    assert screen.violations() == []


@pytest.mark.clause("aruze-sicbo", "3.10.1")
def test_the_electronic_table_shows_the_countdown_the_shooter_and_the_jackpot(
    shows: Shows, house: Served, browser_window: Window
) -> None:
    screen, ann = shows("Electronic 1"), Person(browser_window, house, "Ann").sits("Electronic 1", 1)
    expect(screen.page.locator(".countdown .ring-seconds")).to_have_text(re.compile("^[0-4]$"))
    expect(screen.page.locator(".jackpot")).to_contain_text("Triple six jackpot")
    expect(screen.page.locator(".jackpot b")).to_have_text(re.compile(r"^\$[0-9,]+\.[0-9]{2}$"))
    expect(screen.page.locator(".shoot-rule")).to_contain_text("Players shoot in turn")
    ann.waits_for("betting")
    ann.adds("small", "big")
    expect(screen.page.locator(".shooting .big")).to_have_text("Terminal 1 shoots")
    ann.page.get_by_role("button", name="Shoot the dice").click()
    expect(screen.lit.first).to_be_visible()
    expect(screen.page.locator(".winning-dice b")).to_have_text(re.compile("^[0-9]+$"))
    picture(screen.page, "display-electronic")
    assert screen.violations() == []
    ann.leaves()


@pytest.mark.clause("star-craps", "2.4.3")
def test_the_craps_display_has_the_puck_and_who_shoots(shows: Shows, house: Served) -> None:
    sits(house, "Craps 1", "ann")
    bets(house, "Craps 1", "ann", "win-line", 1_000)
    screen, dealer = shows("Craps 1"), Dealer(house, "Craps 1")
    expect(screen.page.locator(".puck-line")).to_have_text("OFFCome out")
    dealer.offers_dice()
    dealer.does(AcceptDice, seat=1, dice=(1, 2))
    expect(screen.page.locator(".shooting .big")).to_have_text("Seat 1 has the dice")
    dealer.does(ThrowDice)
    dealer.calls(5, 4)
    expect(screen.page.locator(".puck-line")).to_have_text("ONPoint 9")
    expect(screen.page.locator(".box.on")).to_have_text("9ON")
    expect(screen.page.locator('.area.win[data-id="field"]')).to_be_visible()
    assert screen.violations() == []


def test_a_display_names_nobody_and_shows_no_ones_stake(shows: Shows, house: Served) -> None:
    sits(house, "Symbols 1", "zoe")
    Dealer(house, "Symbols 1").opens_betting()
    bets(house, "Symbols 1", "zoe", "small", 77_700)
    screen = shows("Symbols 1")
    screen.at("betting")
    text = screen.page.locator(".display").inner_text()
    assert "zoe" not in text
    assert "777" not in text
    assert screen.page.locator(".chip").count() == 0
    assert screen.violations() == []


def test_the_display_is_chinese_when_it_is_switched_and_fits_its_screen(shows: Shows) -> None:
    screen = shows("Sic Bo 3")
    assert screen.page.evaluate("document.documentElement.scrollHeight") <= SCREEN["height"]
    screen.page.get_by_role("button", name="中文").click()
    expect(screen.page.locator(".sign")).to_contain_text("最低")
    expect(screen.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert screen.violations() == []
