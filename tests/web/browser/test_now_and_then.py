"""What is done now and then, from the console of whoever notices it: lights and payments that are wrong, a drop box,
a demonstration, a bet that is called out, a jackpot and the policy of the house.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from dicehouse.table import dealt_result, shooter, throw
from dicehouse.table.chips import BuyChips
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]
DESK = {"width": 1024, "height": 768}
PIT = {"width": 1440, "height": 900}


def submits(page: Page) -> None:
    page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_dealer_notices_wrong_lights_and_a_wrong_payment(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    dana = enters("Dana", viewport=DESK).page
    dana.goto("/dealer/Sic%20Bo%201")
    lights = dana.locator(".wrong button", has_text="Lights wrong")
    expect(lights).not_to_have_attribute("aria-disabled", "true")  # dead lights are seen between spins too
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small")
    expect(ann.stake).to_have_text("$5.00")
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 4, 5))
    dealer.does(dealt_result.EnterResult, dice=(1, 4, 5))
    dana.get_by_role("button", name="Other fault").click()
    dana.get_by_role("dialog").get_by_role("button", name="Lights wrong").click()
    dana.get_by_role("dialog").get_by_label("Big", exact=True).check()
    submits(dana)
    expect(dana.locator(".banner", has_text="lit up wrongly")).to_be_visible()
    dealer.does(dealt_result.Settle)
    dana.get_by_role("button", name="More", exact=True).click()
    dana.get_by_role("dialog").get_by_role("button", name="Paid wrong").click()
    form = dana.get_by_role("dialog")
    form.get_by_label("A wager").check()
    form.get_by_role("textbox", name="Due", exact=True).fill("10")
    form.get_by_label(re.compile("^Paid")).fill("5")
    form.get_by_label(re.compile("^Seat")).select_option("Seat 1")
    form.get_by_label(re.compile("^Who")).select_option("Seat 1")
    submits(dana)
    assert [it.due - it.paid for it in house.floor.tables["Sic Bo 1"].table.mispayments.values()] == [500]
    sue = enters("Sue", viewport=PIT).page
    sue.goto("/pit")
    expect(sue.locator(".need", has_text="Correction, Seat 1, Sic Bo 1")).to_be_visible()
    expect(sue.locator(".need", has_text="Sic Bo 1 is stopped")).to_be_visible()


def test_the_pit_orders_a_demonstration_and_empties_a_drop_box(enters: Enters, house: Served) -> None:
    sue = enters("Max", viewport=PIT).page
    sue.goto("/pit")
    sue.locator(".table-card", has_text="Sic Bo 3").click()
    sue.locator(".seldom summary").click()
    sue.locator(".act-key", has_text="Demonstration").click()
    sue.get_by_role("dialog").get_by_label(re.compile("How many spins")).fill("3")
    submits(sue)
    assert house.floor.tables["Sic Bo 3"].table.demonstrations == 3
    enters("Bob").sits("Sic Bo 2", 2)
    sue.locator(".table-card", has_text="Sic Bo 2").click()
    expect(sue.locator(".opened h2")).to_have_text("Sic Bo 2")
    dealer = Dealer(house, "Sic Bo 2")
    dealer.does(BuyChips, seat=2, amount=5_000, with_="cash")
    box = sue.locator(".act-key", has_text="Empty the drop box")
    expect(box).to_contain_text("by the table's record")
    box.click()
    sue.get_by_role("dialog").get_by_label("Number of the box").fill("B7")
    submits(sue)
    assert house.floor.tables["Sic Bo 2"].table.drop == 0
    expect(box).to_have_attribute("aria-disabled", "true")


def test_a_bet_is_called_out_while_the_dice_are_in_the_air_and_stands_when_a_dealer_says_so(
    enters: Enters, house: Served
) -> None:
    cai, crew = enters("Cai").sits("Craps 1", 3), Dealer(house, "Craps 1")
    cai.adds("win-line")
    expect(cai.stake).to_have_text("$5.00")
    crew.offers_dice()
    crew.does(shooter.AcceptDice, seat=3, dice=(1, 2))
    crew.does(throw.ThrowDice)
    cai.waits_for("in the air")
    cai.page.get_by_role("button", name="Call out").click()
    cai.page.get_by_label("Which bet").select_option("Field")
    assert cai.violations() == []
    cai.page.get_by_role("button", name="Call $5 out").click()
    expect(cai.message).to_contain_text("It counts when a dealer confirms it")
    expect(cai.stake).to_have_text("$5.00")
    dana = enters("Dana", viewport=DESK).page
    dana.goto("/dealer/Craps%201")
    dana.get_by_role("button", name=re.compile("^It stands")).click()
    expect(cai.stake).to_have_text("$10.00")


def test_a_manager_offers_a_jackpot_and_sets_how_long_someone_may_play(enters: Enters, house: Served) -> None:
    cage = enters("Max").page
    cage.goto("/cage")
    cage.locator(".terms summary").click()
    cage.get_by_role("button", name="Offer a jackpot").click()
    form = cage.get_by_role("dialog")
    form.get_by_label("Name of the jackpot").fill("Triple one")
    form.get_by_label("Won by").fill("1 1 7")
    form.get_by_label("Sic Bo 2").check()
    form.get_by_label("Approval on file").fill("L-7")
    form.locator("button[type=submit]").click()
    expect(form.get_by_role("alert")).to_contain_text("write 3 faces from 1 to 6")
    form.get_by_label("Won by").fill("1 1 1")
    submits(cage)
    terms = house.floor.house.house.jackpots["Triple one"].terms
    assert (terms.rate.parts, terms.tables, terms.approved_by) == (100, ("Sic Bo 2",), "L-7")
    assert terms.trigger.states["start"][0].rolled.faces == (1, 1, 1)
    cage.get_by_role("button", name="How long someone may play").click()
    form.get_by_label("Hours at tables without a break").fill("4")
    form.get_by_label("No more play").check()
    submits(cage)
    policy = house.floor.house.house.policy.play
    assert policy is not None
    assert (policy.table_hours, policy.continuous) == (4, "block")
