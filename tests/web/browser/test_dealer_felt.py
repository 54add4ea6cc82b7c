"""The felt of the dealer's console: whose chips lie where, what is paid, and how few touches a round takes."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser as Window
from playwright.sync_api import expect

from dicehouse.table.colours import IssueColours
from dicehouse.table.invalidation import InvalidateOutcome
from dicehouse.table.shooter import AcceptDice
from tests.web.browser.dealing import Dealer
from tests.web.browser.pictures import picture
from tests.web.browser.test_dealer import DESK, Crew, bets, sits
from tests.web.served import Served

Enters = Callable[..., Crew]
TABLE = "Sic Bo 1"
MINUS = "\N{MINUS SIGN}"


class Counted(Crew):
    """Somebody whose touches are counted."""

    touches = 0

    def counts(self) -> None:
        self.page.evaluate("addEventListener('click', () => (window.touches = (window.touches ?? 0) + 1), true)")

    def since(self) -> int:
        """How often the screen was touched since this was last asked."""
        return int(self.page.evaluate("[window.touches ?? 0, (window.touches = 0)][0]"))

    def pays(self, seat: int) -> None:
        self.step(f"Seat {seat} is paid")


@pytest.fixture
def enters(browser_window: Window, house: Served) -> Iterator[Enters]:
    people: list[Counted] = []

    def enter(who: str = "Dana") -> Counted:
        people.append(Counted(browser_window, house, who, viewport=DESK))
        return people[-1]

    yield enter
    for person in people:
        person.leaves()


def opens(dana: Crew) -> None:
    dana.key("shake").click()
    dana.step("Place your bets")
    dana.at("betting")


def shows(dana: Crew, *dice: int) -> None:
    """From No More Bets to the lights."""
    dana.key("no-more-bets").click()
    dana.at("no more bets")
    dana.step("Lift the cover")
    dana.at("uncovered")
    dana.keys(*dice)
    dana.step("Correct, light it")
    dana.at("entered")


@pytest.mark.clause("star-sicbo-2024", "3.12", "5.4")
def test_a_round_takes_eight_touches_a_called_wager_three_and_a_wrong_entry_four(enters: Enters, house: Served) -> None:
    sits(house, TABLE, 1, "ann")
    sits(house, TABLE, 4, "bob")
    house.does(TABLE, IssueColours, "Dana", "dealer", seat=4, colour="blue", count=20, value=500)
    dana = enters().deals(TABLE)
    assert isinstance(dana, Counted)
    dana.counts()
    opens(dana)
    assert dana.since() == 2
    dana.lays(1, "$25", "even")
    expect(dana.pills("even")).to_have_text("125")
    assert dana.since() == 3
    dana.lays(4, "Blue at $5", "big")
    expect(dana.pills("big")).to_have_text("45")
    expect(dana.felt("even").locator(".pill")).to_have_count(0)  # a seat that was touched is shown alone
    dana.step("Seat 4")
    expect(dana.pills("even")).to_have_text("125")
    assert house.floor.tables[TABLE].table.seats[4].on == {"big": 500}
    dana.since()
    shows(dana, 1, 4, 5)
    assert dana.since() == 6  # with the two before it, eight
    expect(dana.felt("even")).to_have_class(re.compile("lit"))
    expect(dana.felt("big")).to_have_class(re.compile("losing"))
    expect(dana.pills("big")).to_have_text(f"4{MINUS}5")
    expect(dana.felt("even")).to_have_attribute("aria-label", "Even, lit, seat 1 $25 to pay")
    expect(dana.sums).to_have_text(["Paid$0", "To pay$25", "Take back$0", "Lost$5"])
    expect(dana.key("shake")).to_contain_text("1 seat to settle")
    dana.key("change").click()
    dana.keys(1, 4, 6)
    dana.step("Correct, light it")
    expect(dana.sums).to_have_text(["Paid$0", "To pay$5", "Take back$0", "Lost$25"])
    assert dana.since() == 5  # one more than four: the change, three dice and the confirmation
    dana.pays(4)
    dana.at("between rounds")
    assert dana.since() == 1
    expect(dana.pills("even")).to_have_text(f"1{MINUS}25")  # until the next shake, so that a question can be answered
    opens(dana)
    expect(dana.page.locator(".pill")).to_have_count(0)
    assert dana.page.evaluate("document.documentElement.scrollHeight") == DESK["height"]


@pytest.mark.clause("star-sicbo-2024", "3.11", "4.4")
def test_a_late_wager_stands_or_is_no_bet_and_both_are_on_record(enters: Enters, house: Served) -> None:
    sits(house, TABLE, 1, "ann")
    dana = enters().deals(TABLE)
    opens(dana)
    bets(house, TABLE, 1, small=1_000)
    dana.key("no-more-bets").click()
    dana.at("no more bets")
    dana.lays(1, "$25", "big")
    late = dana.page.locator(".late")
    expect(late).to_contain_text("Big $25")
    expect(dana.felt("big")).to_have_class(re.compile("asked"))
    picture(dana.page, "dealer-late")
    assert dana.violations() == []
    late.get_by_role("button", name="No bet").click()
    expect(late).to_have_count(0)
    expect(dana.page.locator(".message")).to_contain_text("No bet for seat 1, on record.")
    dana.felt("big").click()
    late.get_by_role("button", name="It stands").click()
    expect(dana.pills("big")).to_have_text("125")
    assert house.floor.tables[TABLE].table.seats[1].on == {"small": 1_000, "big": 2_500}


@pytest.mark.clause("star-sicbo-2024", "5.5")
def test_two_of_a_crew_see_the_same_seats_paid_and_to_take_back(enters: Enters, house: Served) -> None:
    for seat, name in ((1, "ann"), (2, "bea"), (3, "cai")):
        sits(house, TABLE, seat, name)
    dana, dora = enters().deals(TABLE), enters().deals(TABLE)
    opens(dana)
    bets(house, TABLE, 1, small=5_000, odd=1_000)
    bets(house, TABLE, 2, even=2_500)
    bets(house, TABLE, 3, big=1_000)
    shows(dana, 1, 4, 5)
    dana.step("Seat 1 is paid")
    both = ["Paid$50", "To pay$25", "Take back$0", "Lost$20"]
    for crew in (dana, dora):
        expect(crew.sums).to_have_text(both)
        expect(crew.pills("small")).to_have_class(re.compile("paid"))
    dora.key("change").click()
    dora.keys(6, 6, 5)
    dora.step("Correct, light it")
    for crew in (dana, dora):
        expect(crew.sums).to_have_text(["Paid$50", "To pay$10", "Take back$40", "Lost$75"])
        first = crew.page.locator(".pay-card li").first
        expect(first).to_contain_text("Take back $40")
        expect(first).to_contain_text("Paid $50, due $10")
    picture(dana.page, "dealer-take-back")
    assert dana.violations() == []
    dora.step("Taken back from seat 1")
    dana.step("Seat 3 is paid")
    for crew in (dana, dora):
        crew.at("between rounds")


@pytest.mark.clause("star-sicbo-2024", "6.2", "6.7")
def test_super_streak_is_announced_before_the_shake_sold_by_seat_and_paid_with_its_run(
    enters: Enters, house: Served
) -> None:
    sits(house, TABLE, 1, "ann")
    dana = enters().deals(TABLE)
    opens(dana)
    bets(house, TABLE, 1, small=1_000)
    shows(dana, 1, 2, 6)
    expect(dana.page.locator(".streak-card")).to_contain_text(
        "Before the next shake: call Super Streak, Small or Big and Odd or Even."
    )
    expect(dana.page.locator(".streak-card")).to_contain_text("$10 a seat, follows Small and Odd (6.2)")
    dana.step("Seat 1 is paid")
    expect(dana.page.locator(".streak-card")).to_contain_text("Say: “Super Streak, Small or Big and Odd or Even, $10.”")
    expect(dana.page.locator(".ladder")).to_contain_text("Under 4 loses")
    dana.step("Sell Super Streak Small or Big to seat 1, $10")
    expect(dana.sums).to_have_text(["Sold$10", "Price$10", "FollowsSmall, Odd"])
    expect(dana.pills("streak-small-big")).to_have_text("110")
    picture(dana.page, "dealer-window")
    assert dana.violations() == []
    dealer = Dealer(house, TABLE)
    for _ in range(4):
        dealer.opens_betting()
        dealer.closes_betting()
        dealer.shows(1, 1, 3)
    expect(dana.page.locator(".streak-card")).to_contain_text("Small or Big: seat 1, 4 in a row, 6 to 1 if it ends now")
    opens(dana)
    shows(dana, 5, 5, 6)
    expect(dana.page.locator(".pay-card li").first).to_contain_text("Small, 4 in a row, 6 to 1")


@pytest.mark.clause("star-sicbo-2024", "8.1", "9.10")
def test_walk_ups_are_seated_and_every_money_act_says_what_it_did_and_can_be_undone(
    enters: Enters, house: Served
) -> None:
    dana = enters().deals(TABLE)
    dana.step("Seat somebody at 3")
    dialog = dana.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Seat", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("Seat 3 is taken.")
    selling = dialog.get_by_role("form", name="Sell value chips for cash")
    selling.get_by_label("Dollars").fill("200")
    dana.page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("Sold $200 to seat 3.")
    expect(selling.get_by_label("Dollars")).to_have_value("")
    selling.get_by_label("Dollars").fill("2.50")
    dana.page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("2.50")
    expect(selling.get_by_label("Dollars")).to_have_value("2.50")  # refused, so it stands
    assert dana.violations() == []
    dana.page.keyboard.press("Escape")
    dana.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)  # Enter never opens again what was just closed
    dana.step("Last money acts")
    expect(dialog.locator(".till li")).to_contain_text(["Sold $200 to seat 3"])
    picture(dana.page, "dealer-till")
    dialog.get_by_role("button", name="Undo").click()
    dialog.get_by_label("Reason").fill("the wrong seat")
    dana.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert house.floor.tables[TABLE].table.seats[3].rack == 0
    dana.step("Last money acts")
    expect(dialog.locator(".till li")).to_contain_text(["Sale of $200 to seat 3 undone", "Sold $200 to seat 3"])
    expect(dialog.locator(".till li").nth(1)).to_contain_text("undone")


@pytest.mark.clause("star-sicbo-2024", "9.10")
def test_what_the_pit_invalidates_goes_dark_and_the_dealer_is_told_what_goes_back(
    enters: Enters, house: Served
) -> None:
    sits(house, TABLE, 1, "ann")
    sits(house, TABLE, 4, "bob")
    dana, display = enters().deals(TABLE), enters()
    Dealer(house, TABLE).opens_betting()
    Dealer(house, TABLE).closes_betting()
    Dealer(house, TABLE).shows(6, 6, 5)
    display.page.goto(f"/display/{TABLE}")
    opens(dana)
    bets(house, TABLE, 1, small=1_000)
    bets(house, TABLE, 4, big=2_500, odd=500)
    shows(dana, 1, 4, 5)
    expect(dana.page.locator(".crew-area.lit")).not_to_have_count(0)
    rank = house.floor.tables[TABLE].book.powers["invalidate_disrupted"].by[0]
    house.does(TABLE, InvalidateOutcome, "Sue", rank, ground="disrupted", reason="a fire alarm")
    expect(dana.page.locator(".crew-area.lit")).to_have_count(0)
    told = dana.page.locator(".banner.coral")
    expect(told).to_contain_text("Sue declared the outcome invalid (9.9.1), disturbed: a fire alarm.")
    expect(told).to_contain_text("Give back: seat 1 $10, seat 4 $30.")
    picture(dana.page, "dealer-invalid")
    assert dana.violations() == []
    expect(display.page.locator(".winning .dice")).to_have_count(0)
    expect(display.page.locator(".felt-drawing .win")).to_have_count(0)
    opens(dana)
    expect(told).to_have_count(0)


@pytest.mark.clause("star-craps", "4.4.1", "6.3")
def test_a_craps_roll_takes_four_touches_and_a_call_in_the_air_is_answered_on_the_felt(
    enters: Enters, house: Served
) -> None:
    craps, crew, dealer = "Craps 1", enters().deals("Craps 1"), Dealer(house, "Craps 1")
    assert isinstance(crew, Counted)
    sits(house, craps, 2, "ann")
    bets(house, craps, 2, win_line=1_000, field=500)
    dealer.offers_dice()
    dealer.does(AcceptDice, seat=2, dice=(1, 2))
    crew.counts()
    crew.key("throw").click()
    crew.at("in the air")
    crew.keys(5, 5)
    crew.step("Correct, call it")
    assert crew.since() == 4
    crew.at("called")
    expect(crew.felt("field")).to_have_class(re.compile("lit"))
    expect(crew.page.locator(".halves button").first).to_contain_text("pay $5, lost $0")
    picture(crew.page, "dealer-craps-pay")
    crew.step("Seat 2 is paid")
    crew.at("betting")
    expect(crew.page.locator(".crew-box.on")).to_have_text("10ON")
    crew.key("throw").click()
    crew.at("in the air")
    crew.page.get_by_role("button", name=re.compile("^Props")).click()
    crew.lays(2, "$5", "any-seven")
    call = crew.page.locator(".waiting")
    expect(call).to_contain_text("Any Seven, $5")
    expect(crew.pills("any-seven")).to_have_class(re.compile("called"))
    assert crew.violations() == []
    call.get_by_role("button", name=re.compile("^It stands")).click()
    expect(call).to_have_count(0)
    assert house.floor.tables[craps].table.seats[2].on["any-seven"] == 500
