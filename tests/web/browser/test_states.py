"""Every state of the terminal, for everybody: axe finds nothing, the keyboard is enough, and so is twice the size.

The pictures of these states in the docs are taken here.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicehouse.floor import demo
from dicehouse.refusal import Refused, Why
from dicehouse.table.betting import PlaceWager
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]


def hovers(it: Person, wager: str) -> None:
    it.area(wager).hover()
    expect(it.page.get_by_role("tooltip")).to_be_visible()


def test_the_door_a_table_before_one_sits_down_and_the_sign_in_page(enters: Enters) -> None:
    someone = enters()
    someone.page.goto("/")
    expect(someone.page.locator(".table-card .felt-drawing")).to_have_count(len(demo.plan().tables))
    picture(someone.page, "door")
    ann = enters("Ann").comes_to("Sic Bo 1")
    expect(ann.page.get_by_role("heading", name="Take a seat")).to_be_visible()
    assert ann.violations() == []
    picture(ann.page, "player-seat")
    ann.page.goto("/sign-in")
    expect(ann.page.get_by_label("Card number")).to_be_visible()
    assert ann.violations() == []
    picture(ann.page, "sign-in")


def test_sic_bo_open_closed_and_settled(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small", "double-4", "single-5")
    expect(ann.stake).to_have_text("$15.00")
    hovers(ann, "total-9")
    assert ann.violations() == []
    picture(ann.page, "player")
    ann.page.mouse.move(1, 1)
    expect(ann.page.get_by_role("tooltip")).to_have_count(0)
    dealer.closes_betting()
    expect(ann.area("small")).to_have_class(re.compile("locked"))
    assert ann.violations() == []
    dealer.shows(1, 4, 5)
    expect(ann.page.locator(".net b")).to_have_text("+$5.00")
    assert ann.violations() == []
    picture(ann.page, "player-settled")
    ann.page.get_by_role("button", name="中文").click()
    expect(ann.page.locator(".breakdown")).to_contain_text("出了一个 4；须两个")  # noqa: RUF001
    expect(ann.page.locator(".breakdown")).not_to_contain_text(re.compile("[a-z]{3}"))
    assert ann.violations() == []
    picture(ann.page, "player-chinese")


def test_symbols_and_craps(enters: Enters, house: Served) -> None:
    bob, dealer = enters("Bob").sits("Symbols 1", 1), Dealer(house, "Symbols 1")
    dealer.opens_betting()
    bob.waits_for("betting")
    bob.adds("symbol-crab", "colour-red")
    expect(bob.stake).to_have_text("$10.00")
    hovers(bob, "symbol-triple-coin")
    assert bob.violations() == []
    picture(bob.page, "player-symbols")
    cai, crew = enters("Cai").sits("Craps 1", 3), Dealer(house, "Craps 1")
    cai.adds("win-line")
    expect(cai.stake).to_have_text("$5.00")
    crew.offers_dice()
    expect(cai.page.get_by_role("button", name="Take the dice")).to_be_visible()
    assert cai.violations() == []
    cai.page.get_by_role("button", name="Take the dice").click()
    cai.page.get_by_role("button", name="Throw the dice").click()
    cai.waits_for("in the air")
    crew.calls(3, 5)
    cai.adds("behind-win-line", "come", "place-win-6", "hard-8")
    expect(cai.stake).to_have_text("$25.00")
    assert cai.violations() == []
    picture(cai.page, "player-craps")


def test_an_electronic_table_open_and_with_the_shooters_button(enters: Enters) -> None:
    dee = enters("Dee").sits("Electronic 1", 4)
    dee.waits_for("betting")
    dee.adds("small", "pair-1-2")
    expect(dee.stake).to_have_text("$10.00")
    assert dee.violations() == []
    expect(dee.page.get_by_role("button", name="Shoot the dice")).to_be_visible()
    picture(dee.page, "player-electronic")
    assert dee.violations() == []


DIALOGS = {
    "Keys": "Keys you can use",
    "Break": "Take a break",
    "Saved": "Favourite bets",
    "Statistics": "Statistics",
    "Buy chips": "Buy chips",
    "Seat 2": "My play today",
}


def test_every_dialog(enters: Enters, house: Served) -> None:
    ann = enters("Ann").sits("Sic Bo 2", 2)
    Dealer(house, "Sic Bo 2").opens_betting()
    ann.waits_for("betting")
    for button, title in DIALOGS.items():
        ann.page.get_by_role("button", name=re.compile(f"^{button}")).click()
        dialog = ann.page.get_by_role("dialog", name=title)
        expect(dialog).to_be_visible()
        assert ann.violations() == [], title
        if title == "My play today":
            dialog.get_by_role("button", name="Your last rounds").click()
            expect(ann.page.get_by_role("dialog", name="Your last rounds")).to_be_visible()
            assert ann.violations() == []
        ann.page.keyboard.press("Escape")
        expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_a_break_hides_the_felt_on_every_terminal_survives_a_reload_and_ends_when_its_player_says_so(
    enters: Enters, house: Served
) -> None:
    bob = enters("Bob").sits("Sic Bo 3", 2)
    bob.page.get_by_role("button", name="Break").click()
    bob.page.get_by_role("button", name="15 minutes").click()
    expect(bob.page.locator(".on-break")).to_contain_text("On a break until")
    assert bob.violations() == []
    bob.page.reload()
    expect(bob.page.locator(".on-break")).to_be_visible()
    elsewhere = enters("Bob")
    elsewhere.page.goto("/player/Electronic%201")
    expect(elsewhere.page.locator(".on-break")).to_be_visible()
    placed = house.submit("Sic Bo 3", PlaceWager, "Bob", "player", seat=2, wager="small", stake=1_000)
    assert isinstance(placed, Refused)
    assert placed.why is Why.PAUSED
    elsewhere.page.get_by_role("button", name="Come back").click()
    expect(elsewhere.page.locator(".felt-drawing")).to_be_visible()
    expect(bob.page.locator(".felt-drawing")).to_be_visible()


def test_favourites_are_kept_and_placed_again(enters: Enters, house: Served) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 2", 5), Dealer(house, "Sic Bo 2")
    dealer.opens_betting()
    cai.waits_for("betting")
    cai.adds("big", "total-12")
    expect(cai.stake).to_have_text("$10.00")
    cai.page.get_by_role("button", name="Saved").click()
    cai.page.get_by_role("button", name="Keep these bets as a favourite").click()
    cai.page.keyboard.press("Escape")
    cai.page.get_by_role("button", name="Clear").click()
    expect(cai.stake).to_have_text("$0.00")
    cai.page.get_by_role("button", name="Saved").click()
    cai.page.get_by_role("button", name="Favourite 1, $10").click()
    expect(cai.stake).to_have_text("$10.00")


@pytest.mark.clause("star-sicbo-2024", "9.19")
@pytest.mark.parametrize("table", ["Sic Bo 1", "Symbols 1", "Craps 1", "Electronic 1"])
def test_anyone_may_read_the_rules_of_a_table(enters: Enters, table: str) -> None:
    someone = enters()
    someone.page.goto(f"/rules/{table}")
    expect(someone.page.get_by_role("heading", name=f"Rules at {table}")).to_be_visible()
    expect(someone.page.get_by_role("heading", name="If you disagree")).to_be_visible()
    assert someone.violations() == []
    if table == "Sic Bo 1":
        expect(someone.page.get_by_role("row", name=re.compile("^Double 4"))).to_contain_text("11 to 1")
        picture(someone.page, "rules")
    someone.page.get_by_role("button", name="中文").click()
    expect(someone.page.locator("tbody td:nth-child(2)").first).not_to_contain_text(re.compile("[a-z]{2}"))


def tabs_to(page: Page, selector: str) -> None:
    """As far as Tab must be pressed until the focus is there, once there is something to come to."""
    expect(page.locator(selector).first).to_be_visible()
    for _ in range(40):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


def test_a_whole_round_is_played_by_keyboard_alone(enters: Enters, house: Served) -> None:
    """From taking a seat to reading what became of it, without a pointer."""
    dee, dealer = enters("Dee").comes_to("Sic Bo 1"), Dealer(house, "Sic Bo 1")
    press = dee.page.keyboard.press
    tabs_to(dee.page, '.seats button[aria-label="Seat 7"]')
    press("Enter")
    tabs_to(dee.page, ".money .more")
    press("Enter")
    tabs_to(dee.page, ".choices .button:nth-child(3)")
    press("Enter")
    expect(dee.rack).to_have_text("$100.00")
    dealer.opens_betting()
    dee.waits_for("betting")
    tabs_to(dee.page, ".area")
    press("3")
    press("Enter")
    expect(dee.stake).to_have_text("$25.00")
    expect(dee.page.locator(".area:focus")).to_have_attribute("aria-label", re.compile("your stake 25 dollars"))
    dealer.closes_betting()
    dealer.shows(1, 1, 3)
    expect(dee.page.locator(".breakdown")).to_be_visible()
    press("F6")
    press("F6")
    expect(dee.page.locator(".side:focus, .side :focus")).to_have_count(1)


SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "twice the size": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 900, "height": 1200}, "has_touch": True},
}


@pytest.mark.parametrize("size", SIZES)
def test_the_terminal_on_other_screens_and_at_200_percent(enters: Enters, house: Served, size: str) -> None:
    """Nothing is cut off or scrolls sideways, and axe finds nothing open or settled."""
    bob = enters("Bob", **SIZES[size])
    seat = {"phone": 3, "twice the size": 4, "tablet": 5}[size]
    bob.sits("Sic Bo 3", seat) if not _sits(house) else bob.comes_to("Sic Bo 3")
    dealer = Dealer(house, "Sic Bo 3")
    dealer.opens_betting()
    bob.waits_for("betting")
    bob.area("small").click(position={"x": 20, "y": 20})
    expect(bob.stake).to_have_text("$5.00")
    wide = SIZES[size]["viewport"]["width"]
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= wide
    assert bob.violations() == []
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    expect(bob.page.locator(".net b")).to_have_text("+$5.00")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= wide
    assert bob.violations() == []
    if size == "phone":
        picture(bob.page, "player-phone")


def _sits(house: Served) -> bool:
    return any(it.person == "Bob" for it in house.floor.tables["Sic Bo 3"].table.seats.values())


def test_with_less_motion_nothing_moves_while_a_result_is_shown(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann", reduced_motion="reduce").sits("Symbols 1", 5), Dealer(house, "Symbols 1")
    dealer.opens_betting()
    dealer.closes_betting()
    dealer.shows(1, 2, 3)
    expect(ann.page.locator(".area.win").first).to_be_visible()
    moving = "[...document.querySelectorAll('*')].filter((it) => getComputedStyle(it).animationName !== 'none').length"
    assert ann.page.evaluate(moving) == 0
