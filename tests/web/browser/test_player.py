"""The player terminal in a real browser: money, chips, results, two at a table, keyboard, phone and a lost link."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.house.exclusions import EndExclusion, ExcludeFromCasino
from dicehouse.house.limits import SetLimit
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import Policy
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]


@pytest.mark.clause("star-sicbo-2024", "3.11", "3.2.4")
def test_a_round_of_sic_bo_from_buying_chips_to_the_net_in_words(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    expect(ann.area("small")).to_have_attribute("aria-label", "Small, pays 1 to 1, no stake, locked")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small", "double-4", "small")
    expect(ann.stake).to_have_text("$15.00")
    expect(ann.rack).to_have_text("$185.00")
    expect(ann.area("small")).to_have_attribute("aria-label", "Small, pays 1 to 1, your stake 10 dollars")
    expect(ann.message).to_contain_text("$5 on Small. $10 there now. You can add up to $185 here.")
    dealer.closes_betting()
    expect(ann.page.locator(".ring h2")).to_have_text("No more bets")
    expect(ann.area("small")).to_have_class(re.compile("locked"))
    expect(ann.page.locator(".terminal")).not_to_contain_text("total 10")
    dealer.shows(1, 4, 5)
    expect(ann.page.locator(".net b")).to_have_text("+$5.00")
    expect(ann.page.locator(".breakdown li")).to_have_count(2)
    expect(ann.page.locator(".breakdown li.win")).to_contain_text("Small won")
    expect(ann.page.locator(".breakdown li.lose")).to_contain_text("(3.2.4)")
    expect(ann.area("small")).to_have_attribute("aria-label", re.compile("wins, you won 10 dollars$"))
    expect(ann.area("total-10")).to_have_class(re.compile("win"))
    expect(ann.rack).to_have_text("$205.00")


def test_undo_repeat_double_and_clear_do_what_they_say(enters: Enters, house: Served) -> None:
    bob, dealer = enters("Bob").sits("Sic Bo 2", 1), Dealer(house, "Sic Bo 2")
    dealer.opens_betting()
    bob.waits_for("betting")
    bob.adds("small", "total-9")
    expect(bob.stake).to_have_text("$10.00")
    press = bob.page.keyboard.press
    press("d")
    expect(bob.stake).to_have_text("$20.00")
    standing = house.floor.tables["Sic Bo 2"].table
    assert {it.name: it.stake for _, it in standing.bets_of(1)} == {"small": 1_000, "total-9": 1_000}
    press("u")
    expect(bob.stake).to_have_text("$10.00")
    press("u")
    expect(bob.stake).to_have_text("$5.00")
    press("c")
    expect(bob.stake).to_have_text("$0.00")
    bob.adds("big")
    expect(bob.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.shows(6, 6, 5)
    expect(bob.page.locator(".net b")).to_have_text("+$5.00")
    dealer.opens_betting()
    bob.waits_for("betting")
    press("r")
    expect(bob.stake).to_have_text("$5.00")
    expect(bob.area("big")).to_have_attribute("aria-label", re.compile("your stake 5 dollars"))


def test_a_stake_below_the_minimum_is_refused_in_words_and_the_step_that_is_taken_is_offered(
    enters: Enters, house: Served
) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 3", 1), Dealer(house, "Sic Bo 3")
    dealer.opens_betting()
    cai.waits_for("betting")
    cai.page.get_by_role("radio", name="Chip of $1", exact=True).click()
    cai.adds("total-9")
    expect(cai.message).to_contain_text("$1 on Total 9 was not placed.")
    expect(cai.message).to_contain_text("below the minimum")
    expect(cai.rack).to_have_text("$200.00")
    cai.message.get_by_role("button", name="$5").click()
    expect(cai.stake).to_have_text("$5.00")


def test_the_whole_felt_is_one_tab_stop_and_is_played_by_keyboard(enters: Enters, house: Served) -> None:
    dee, dealer = enters("Dee").sits("Symbols 1", 1), Dealer(house, "Symbols 1")
    dealer.opens_betting()
    dee.waits_for("betting")
    assert dee.page.locator('.area[tabindex="0"]').count() == 1
    dee.page.locator('.area[tabindex="0"]').focus()
    press = dee.page.keyboard.press
    press("ArrowRight")
    expect(dee.page.locator(".area:focus")).to_have_attribute("data-id", "symbol-triple-fish")
    press("End")
    expect(dee.page.locator(".area:focus")).to_have_attribute("data-id", "any-colour-triple")
    press("2")
    press("Enter")
    expect(dee.stake).to_have_text("$5.00")
    press("Backspace")
    expect(dee.stake).to_have_text("$0.00")
    press("i")
    expect(dee.page.get_by_role("tooltip")).to_contain_text("24 in 216")
    press("Escape")
    expect(dee.page.get_by_role("tooltip")).to_have_count(0)
    press("F6")
    expect(dee.page.locator('[data-region="tray"] :focus')).to_have_count(1)


def test_a_click_after_betting_has_closed_is_refused_by_the_server_in_words(enters: Enters, house: Served) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 2", 6), Dealer(house, "Sic Bo 2")
    dealer.opens_betting()
    cai.waits_for("betting")
    dealer.closes_betting()
    cai.area("total-9").click(force=True)
    expect(cai.message).to_contain_text("$5 on Total 9 was not placed.")
    expect(cai.message).to_contain_text("(3.10)")
    expect(cai.rack).to_have_text("$200.00")
    dealer.shows(1, 2, 3)


def test_two_browsers_at_one_table_see_the_same_table_and_only_their_own_money(enters: Enters, house: Served) -> None:
    ann, bob = enters("Ann").sits("Symbols 1", 3), enters("Bob").sits("Symbols 1", 4, "$50")
    phase = house.floor.tables["Symbols 1"].table.phase
    if phase != "betting":
        Dealer(house, "Symbols 1").opens_betting()
    ann.waits_for("betting")
    bob.waits_for("betting")
    ann.adds("colour-red")
    expect(ann.stake).to_have_text("$5.00")
    expect(bob.stake).to_have_text("$0.00")
    expect(bob.area("colour-red")).to_have_attribute("aria-label", re.compile("no stake"))


@pytest.mark.clause("star-craps", "3.8", "6.1.1")
def test_a_craps_shooter_takes_the_dice_throws_them_and_makes_a_point(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Craps 1", 2), Dealer(house, "Craps 1")
    ann.adds("win-line")
    expect(ann.stake).to_have_text("$5.00")
    dealer.offers_dice()
    ann.page.get_by_role("button", name="Take the dice").click()
    ann.page.get_by_role("button", name="Throw the dice").click()
    ann.waits_for("in the air")
    dealer.calls(3, 3)
    expect(ann.page.locator(".box.on")).to_have_text("6ON")
    expect(ann.page.locator(".ring")).to_contain_text("Point 6")
    expect(ann.page.locator(".wagers li")).to_contain_text("Win Line")
    ann.adds("behind-win-line", "place-win-8")
    expect(ann.stake).to_have_text("$15.00")
    ann.page.get_by_role("button", name="Remove Place to Win 8").click()
    expect(ann.stake).to_have_text("$10.00")
    ann.page.get_by_role("button", name="Throw the dice").click()
    ann.waits_for("in the air")
    dealer.calls(4, 2)
    expect(ann.page.locator(".net b")).to_have_text("+$11.00")
    expect(ann.rack).to_have_text("$211.00")
    expect(ann.page.locator(".points")).to_have_text("6 made")


@pytest.mark.clause("aruze-sicbo", "3.10.1")
def test_the_shooter_of_an_electronic_round_presses_the_button_and_collects_a_ticket(enters: Enters) -> None:
    ann = enters("Ann").sits("Electronic 1", 1)
    ann.waits_for("betting")
    ann.adds("small", "big")
    shoot = ann.page.get_by_role("button", name="Shoot the dice")
    expect(ann.page.locator(".shooter")).to_contain_text("seconds left")
    shoot.click()
    expect(shoot).to_have_count(0)
    expect(ann.page.locator(".net b")).to_have_text(re.compile(r"^(\$0\.00|.\$10\.00)$"))
    expect(ann.page.locator(".jackpots")).to_contain_text("Triple six jackpot")
    ann.page.get_by_role("button", name="Collect").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Collect").click()
    expect(ann.rack).to_have_text("$0.00")
    expect(ann.message).to_contain_text("Ticket out")


def test_a_reload_in_mid_round_and_a_lost_link_lose_nothing(enters: Enters, house: Served) -> None:
    dee, dealer = enters("Dee").sits("Sic Bo 1", 5), Dealer(house, "Sic Bo 1")
    dealer.opens_betting()
    dee.waits_for("betting")
    dee.adds("small", "single-5")
    expect(dee.stake).to_have_text("$10.00")
    dee.page.reload()
    expect(dee.stake).to_have_text("$10.00")
    dee.context.set_offline(True)
    expect(dee.page.locator(".banner.coral")).to_contain_text("Link lost since")
    expect(dee.page.locator(".confirmed")).to_contain_text("Confirmed by the table, $10.00")
    expect(dee.area("small")).to_have_class(re.compile("locked"))
    dee.context.set_offline(False)
    expect(dee.page.locator(".banner.coral")).to_have_count(0)
    expect(dee.stake).to_have_text("$10.00")
    dee.complaints.clear()  # the browser itself says that it could not connect
    dealer.closes_betting()
    dealer.shows(1, 1, 5)
    expect(dee.page.locator(".net b")).to_have_text("+$10.00")


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_whoever_is_excluded_from_the_casino_sees_why_on_every_page_and_plays_no_more(
    enters: Enters, house: Served
) -> None:
    dee = enters("Dee").comes_to("Sic Bo 2")
    second = dee.opens()
    second.goto("/player/Craps 1")
    expect(second.locator(".felt-drawing")).to_be_visible()
    house.does("house", ExcludeFromCasino, "Max", "gaming-manager", person="Dee", reason="a pocket computer")
    for page in (dee.page, second):
        expect(page.locator(".banner")).to_contain_text("Dee: excluded from the casino, a pocket computer")
        expect(page.locator(".felt-drawing")).to_have_count(0)
        expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    house.does("house", EndExclusion, "Max", "gaming-manager", person="Dee", reason="it was a hearing aid")


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_a_player_is_told_at_which_tables_the_loss_limit_does_not_bind(enters: Enters, house: Served) -> None:
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy(loss_limits="documents_that_say_so"))
    house.does("house", SetLimit, "Cass", "cashier", patron="Cai", limit="day", amount=50_000)
    cai = enters("Cai").comes_to("Sic Bo 1")
    others = ", ".join(name for name in house.floor.tables if name != "Sic Bo 1")
    expect(cai.page.locator(".banner")).to_have_count(0)
    cai.page.get_by_role("button", name=re.compile("^Cai")).click()
    expect(cai.page.get_by_role("dialog")).to_contain_text(f"Your loss limit does not bind at: {others}.")
    expect(cai.page.get_by_role("dialog")).to_contain_text("Loss limit, day")
    cai.comes_to("Craps 1")
    expect(cai.page.locator(".banner")).to_contain_text("Your loss limit does not bind at this table")
    house.does("house", SetPolicy, "Max", "casino-operator", policy=Policy())
    expect(cai.page.locator(".banner")).to_have_count(0)
