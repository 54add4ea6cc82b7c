"""The dealer's console in a real browser: whole rounds by hand, corrections, no result, and the craps crew."""

import re
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser as Window
from playwright.sync_api import Locator, expect

from dicehouse.floor import demo
from dicehouse.floor.plan import HousePlan
from dicehouse.house.cage import SellChips
from dicehouse.leading.leader import HOUSE
from dicehouse.table.betting import PlaceWager
from dicehouse.table.call_bets import CallWager, DeclareWager
from dicehouse.table.orders import PLAYER
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card
from dicehouse.table.shooter import AcceptDice
from dicehouse.table.throw import ThrowDice
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer, plan
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., "Crew"]
DESK = {"width": 1024, "height": 768}


@pytest.fixture
def house_plan() -> HousePlan:
    """A house whose dice are keyed in; at Sic Bo 2 a practice dealer deals them from a simulated tumbler."""
    made = plan()
    pace = {it.name: it for it in demo.plan().tables}["Sic Bo 2"].pace
    own = replace(pace, betting=600)
    sealed = {"dealer": "practice", "tumbler": "simulated", "pace": own}
    tables = (replace(it, **sealed) if it.name == "Sic Bo 2" else it for it in made.tables)
    return replace(made, tables=tuple(tables))


class Crew(Person):
    """Someone who deals."""

    def deals(self, table: str) -> "Crew":
        self.page.goto(f"/dealer/{table}")
        expect(self.page.locator(".dealer")).to_be_visible()
        return self

    def key(self, panel: str) -> Locator:
        return self.page.locator(f'[data-key="{panel}"]')

    def step(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def keys(self, *faces: int) -> None:
        for face in faces:
            self.page.locator(f'[data-face="{face}"]').click()

    @property
    def say(self) -> Locator:
        return self.page.locator(".say")

    @property
    def sums(self) -> Locator:
        """All seats together."""
        return self.page.locator(".sums > div")

    def lays(self, seat: int, chip: str, area: str) -> None:
        """A wager that was called out: the seat, the chip and the area."""
        self.page.get_by_role("button", name=f"Seat {seat}", exact=True).click()
        self.page.locator(".lay-tray").get_by_role("button", name=chip, exact=True).click()
        self.felt(area).click()

    def felt(self, area: str) -> Locator:
        return self.page.locator(f'[data-area="{area}"]')

    def pills(self, area: str) -> Locator:
        return self.felt(area).locator(".pill")

    def at(self, phase: str) -> None:
        expect(self.page.locator(f'.dealer[data-phase="{phase}"]')).to_be_visible()


@pytest.fixture
def enters(browser_window: Window, house: Served) -> Iterator[Enters]:
    people: list[Crew] = []

    def enter(who: str = "Dana") -> Crew:
        people.append(Crew(browser_window, house, who, viewport=DESK))
        return people[-1]

    yield enter
    for person in people:
        person.leaves()


def sits(house: Served, table: str, seat: int, name: str, rack: int = 100_000) -> None:
    """Someone with chips in front of them."""
    house.does(table, TakeSeat, name, PLAYER, seat=seat, card=Card(f"card of {name}", name))
    house.does(HOUSE, SellChips, "Cass", "cashier", amount=rack)
    house.does(table, BringChips, "Dana", "dealer", seat=seat, amount=rack)


def bets(house: Served, table: str, seat: int, **stakes: int) -> None:
    person = house.floor.tables[table].table.seats[seat].person
    for wager, stake in stakes.items():
        house.does(table, PlaceWager, person, PLAYER, seat=seat, wager=wager.replace("_", "-"), stake=stake)


def point_is_six(house: Served) -> None:
    """Seat 2 shoots, and has come out with a six."""
    crew = Dealer(house, "Craps 1")
    sits(house, crew.table, 2, "ann")
    bets(house, crew.table, 2, win_line=1_000)
    crew.offers_dice()
    crew.does(AcceptDice, seat=2, dice=(1, 2))
    crew.does(ThrowDice)
    crew.calls(2, 4)


@pytest.mark.clause("star-sicbo-2024", "2.6")
@pytest.mark.clause("star-sicbo-2024", "5.1")
def test_a_round_by_the_four_keys_from_the_shake_to_the_last_seat_that_is_paid(enters: Enters, house: Served) -> None:
    for seat, name in ((1, "ann"), (3, "bob"), (5, "cai")):
        sits(house, "Sic Bo 1", seat, name)
    dana = enters().deals("Sic Bo 1")
    names = [it.inner_text() for it in dana.page.locator(".panel-key b").all()]
    assert names == ["Shake Dice", "No More Bets", "Enter Results", "Cocked Dice"]
    expect(dana.say).to_have_text("Cover the dice and shake them.")
    dana.key("shake").click()
    expect(dana.key("shake")).to_contain_text("3 tumbles")
    dana.step("Place your bets")
    dana.at("betting")
    bets(house, "Sic Bo 1", 1, small=5_000, total_10=500)
    bets(house, "Sic Bo 1", 3, small=2_500, pair_4_5=1_000, double_4=500, four_1_2_3_4=500)
    bets(house, "Sic Bo 1", 5, any_triple=500, odd=2_500)
    expect(dana.sums).to_have_text(["On the felt$130", "Wagers8"])
    dana.key("no-more-bets").click()
    dana.at("no more bets")
    dana.page.keyboard.press("6")
    expect(dana.page.locator(".slot")).to_have_count(0)
    dana.step("Lift the cover")
    dana.at("uncovered")
    expect(dana.page.locator(".keypad b")).to_have_text(list("123456"))
    dana.keys(1, 4)
    expect(dana.page.locator(".slot-total")).to_contain_text("no dice yet")
    dana.keys(5)
    expect(dana.say).to_have_text("One, four, five. Total ten.")
    expect(dana.page.locator(".slot-total")).to_contain_text("10")
    picture(dana.page, "dealer")
    assert dana.violations() == []
    dana.step("Correct, light it")
    dana.at("entered")
    expect(dana.page.locator(".pay-card li").first).to_contain_text("$80")
    expect(dana.page.locator(".pay-card li").first).to_contain_text("Small $50, Total 10 $30")
    stacks = dana.page.locator(".pay-card li").first.locator(".stack")
    assert [it.locator(".unseen").inner_text() for it in stacks.all()] == ["3 chips of $25", "1 chip of $5"]
    expect(dana.page.locator(".pay-card .none")).to_contain_text("Nothing to pay, $30 collected")
    expect(dana.page.locator(".button.main")).to_have_count(1)
    picture(dana.page, "dealer-pay")
    boxes = {it.inner_text(): it.bounding_box() for it in dana.page.locator(".dealer button:visible").all()}
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes.values()), boxes
    assert all(box and box["height"] >= 56 for name, box in boxes.items() if name == "Paid")
    assert dana.violations() == []
    dana.step("Seat 1 is paid")
    expect(dana.page.locator(".pay-card li").first).to_contain_text("$80 paid by Dana")
    dana.page.reload()
    for crew in (dana, enters().deals("Sic Bo 1")):
        expect(crew.page.locator(".pay-card li").first).to_contain_text("$80 paid by Dana")
        expect(crew.page.get_by_role("button", name="Seat 1 is paid")).to_have_count(0)
    assert dana.violations() == []
    dana.at("entered")
    dana.step("Seat 3 is paid")
    dana.at("between rounds")
    expect(dana.key("shake")).to_have_class(re.compile("current"))


@pytest.mark.clause("star-sicbo-2024", "5.4")
def test_an_entry_is_put_right_before_settlement_and_what_is_refused_says_why(enters: Enters, house: Served) -> None:
    sits(house, "Sic Bo 1", 1, "ann")
    sits(house, "Sic Bo 1", 3, "bob")
    dana = enters().deals("Sic Bo 1")
    press = dana.page.keyboard.press
    press("n")
    expect(dana.page.locator(".message.refused")).to_be_visible()
    press("s")
    dana.at("tumbled")
    press("Enter")
    dana.at("betting")
    bets(house, "Sic Bo 1", 1, big=1_000)
    bets(house, "Sic Bo 1", 3, big=1_000)
    press("n")
    dana.at("no more bets")
    expect(dana.page.locator('[data-step="uncover"]')).to_be_enabled()  # betting is closed first, then the key pressed
    press("Enter")
    dana.at("uncovered")
    for key in ("6", "6", "2", "Backspace", "5"):
        press(key)
    expect(dana.say).to_have_text("Five, six, six. Total seventeen.")
    press("Enter")
    dana.at("entered")
    expect(dana.page.locator(".pay-card li").first).to_contain_text("$10")
    dana.step("Seat 1 is paid")
    expect(dana.page.locator(".pay-card li").first).to_contain_text("$10 paid by Dana")
    dana.key("change").click()
    dana.keys(1, 1, 2)
    expect(dana.say).to_have_text("One, one, two. Total four.")
    dana.step("Correct, light it")
    expect(dana.page.locator(".pay-card .none")).to_contain_text("$10 collected")
    expect(dana.page.locator(".pay-card li").first).to_contain_text("Take back $10")
    assert dana.violations() == []
    dana.step("Taken back from seat 1")
    dana.at("between rounds")
    assert house.floor.tables["Sic Bo 1"].table.history[-1] == (1, 1, 2)


@pytest.mark.clause("star-sicbo-2024", "8.1", "8.6")
def test_cocked_dice_ask_for_the_reason_and_say_what_goes_back(enters: Enters, house: Served) -> None:
    sits(house, "Sic Bo 1", 3, "bob")
    dana = enters().deals("Sic Bo 1")
    dana.key("shake").click()
    dana.step("Place your bets")
    dana.at("betting")
    bets(house, "Sic Bo 1", 3, small=2_500)
    dana.key("no-more-bets").click()
    dana.at("no more bets")
    dana.step("Lift the cover")
    dana.at("uncovered")
    dana.key("no-result").click()
    expect(dana.page.locator(".no-result")).to_contain_text("All wagers go back: $25 (8.6).")
    assert dana.violations() == []
    expect(dana.page.locator(".declare button")).to_be_disabled()
    dana.page.get_by_role("radio", name=re.compile("^Cocked dice")).click()
    picture(dana.page, "dealer-no-result")
    dana.step("Declare no result")
    dana.at("between rounds")
    assert not house.floor.tables["Sic Bo 1"].table.bets


@pytest.mark.clause("crown-sicbo", "2.2.4(c)")
@pytest.mark.clause("crown-sicbo", "2.2.4(c)(i)")
@pytest.mark.clause("crown-sicbo", "2.2.4(c)(ii)")
@pytest.mark.parametrize(
    "table, labels, call",
    [
        ("Sic Bo 3", ["1", "2", "3", "4", "5", "6"], "Two, two, six. Total ten."),
        ("Symbols 1", ["Fish", "Prawn", "Gourd", "Coin", "Crab", "Chicken"], "Prawn, prawn, chicken. Total ten."),
    ],
)
def test_the_panel_of_each_option_has_its_own_labels_and_runs_a_round(
    enters: Enters, house: Served, table: str, labels: list[str], call: str
) -> None:
    sits(house, table, 2, "eve")
    dana = enters().deals(table)
    dana.step("Place your bets")
    dana.at("betting")
    bets(house, table, 2, small=1_000)
    dana.key("shake").click()
    expect(dana.key("shake")).to_contain_text("1 tumble")
    dana.key("no-more-bets").click()
    dana.at("no more bets")
    dana.step("Lift the cover")
    dana.at("uncovered")
    expect(dana.page.locator(".keypad b")).to_have_text(labels)
    dana.keys(2, 6, 2)
    expect(dana.say).to_have_text(call)
    assert dana.violations() == []
    dana.step("Correct, light it")
    dana.step("Seat 2 is paid")
    dana.at("between rounds")


@pytest.mark.clause("star-sicbo-pre2024", "2.6")
@pytest.mark.clause("star-sicbo-pre2024", "2.5")
def test_a_person_takes_over_from_the_practice_dealer_and_deals_sealed_dice(enters: Enters, house: Served) -> None:
    sits(house, "Sic Bo 2", 1, "fay")
    dana = enters().deals("Sic Bo 2")
    dana.step("Deal it yourself")
    expect(dana.page.locator('.dealer[data-practice="false"]')).to_be_visible()
    phase = house.floor.tables["Sic Bo 2"].table.phase  # wherever the practice dealer was
    if phase == "between rounds":
        dana.key("shake").click()
        dana.at("tumbled")
    if phase in ("between rounds", "tumbled"):
        dana.step("Place your bets")
    dana.at("betting")
    bets(house, "Sic Bo 2", 1, small=1_000, big=1_000)
    expect(dana.page.locator(".uncovered")).to_have_count(0)
    dana.key("no-more-bets").click()
    dana.at("no more bets")
    expect(dana.page.locator(".uncovered")).to_have_count(0)
    dana.step("Lift the cover")
    expect(dana.page.locator(".uncovered .dice")).to_be_visible()
    dice = house.floor.tables["Sic Bo 2"].table.round.shown
    wrong = (1, 1, 1) if sorted(dice) != [1, 1, 1] else (2, 2, 2)
    dana.keys(*wrong)
    dana.step("Correct, light it")
    expect(dana.page.locator(".message.refused")).to_contain_text("say what they show")
    dana.keys(*dice)
    dana.step("Correct, light it")
    dana.at("entered")
    if len(set(dice)) > 1:
        dana.step("Seat 1 is paid")
    else:
        dana.step("Done, end the round")
    dana.at("between rounds")
    dana.page.get_by_role("button", name="Practice dealer").click()
    expect(dana.page.locator('.dealer[data-practice="true"]')).to_be_visible()


@pytest.mark.clause("star-sicbo-2024", "3.9")
@pytest.mark.clause("star-sicbo-2024", "3.12")
def test_colour_checks_oral_wagers_and_tokens_are_handled_at_the_seat(enters: Enters, house: Served) -> None:
    sits(house, "Sic Bo 1", 3, "bob")
    sits(house, "Sic Bo 1", 5, "eli")
    dana = enters().deals("Sic Bo 1")
    seat = dana.page.get_by_role("button", name="Chips of seat 5", exact=True)
    seat.click()
    dialog = dana.page.get_by_role("dialog")
    colours = dialog.get_by_role("form", name="Colour checks")
    colours.get_by_label("Colour").select_option("pink")
    colours.get_by_label("Checks").fill("20")
    colours.get_by_label("Dollars each").fill("5")
    colours.get_by_role("button", name="Issue").click()
    expect(dialog.get_by_role("status")).to_have_text("20 Pink issued to seat 5.")
    expect(colours.get_by_label("Checks")).to_have_value("")
    laying = dialog.get_by_role("form", name="Lay a wager that was called out")
    laying.get_by_label("Wager").select_option("small")
    laying.get_by_label("Dollars").fill("10")
    laying.get_by_role("button", name="Lay it").click()
    expect(dialog.get_by_role("status")).to_contain_text("betting has not opened")
    assert dana.violations() == []
    dana.page.keyboard.press("Escape")
    expect(seat).to_be_focused()
    dana.key("shake").click()
    dana.step("Place your bets")
    dana.at("betting")
    seat.click()
    laying.get_by_label("Wager").select_option("small")
    laying.get_by_label("Dollars").fill("10")
    laying.get_by_label("With").select_option("colour pink")
    laying.get_by_role("button", name="Lay it").click()
    expect(dialog.get_by_role("status")).to_have_text("Seat 5: $10 on Small.")
    voucher = dialog.get_by_role("form", name="Exchange a promotional voucher")
    voucher.get_by_label("Voucher").fill("V-7")
    voucher.get_by_label("Dollars").fill("25")
    voucher.get_by_role("button", name="Exchange").click()
    expect(dialog.get_by_role("status")).not_to_be_empty()
    dana.page.keyboard.press("Escape")
    expect(dana.page.locator(".seats-card")).to_contain_text("Pink at $5")
    house.does("Sic Bo 1", DeclareWager, "bob", PLAYER, seat=3, wager="big", stake=1_000)
    row = dana.page.locator(".waiting li")
    expect(row).to_contain_text("Big, $10")
    row.get_by_role("button", name=re.compile("^Lay it")).click()
    expect(row).to_have_count(0)
    expect(dana.sums).to_have_text(["On the felt$20", "Wagers2"])


@pytest.mark.clause("star-craps", "2.4.3", "4.4.1")
def test_the_craps_crew_has_the_puck_and_a_roll_from_the_offer_to_the_payment(enters: Enters, house: Served) -> None:
    craps = "Craps 1"
    sits(house, craps, 2, "ann")
    sits(house, craps, 4, "bob")
    bets(house, craps, 2, win_line=1_000)
    bets(house, craps, 4, field=500)
    crew = enters().deals(craps)
    expect(crew.page.locator(".puck")).to_have_text("OFF")
    crew.key("offer").click()
    expect(crew.page.locator(".shoots h2")).to_have_text("Seat 2 is asked")
    crew.step("Seat 2 takes the dice")
    expect(crew.page.locator(".shoots h2")).to_have_text("Seat 2 shoots")
    expect(crew.page.locator(".five")).to_contain_text("With the shooter")
    crew.key("throw").click()
    crew.at("in the air")
    crew.key("enter").click()
    expect(crew.say).to_have_text("Key in the two dice.")
    crew.keys(3)
    expect(crew.page.locator(".slot-total b")).to_have_text("-")
    crew.keys(3)
    expect(crew.say).to_have_text("Six.")
    expect(crew.page.locator(".slot-total")).to_contain_text("Hard 6")
    crew.step("Correct, call it")
    crew.at("called")
    expect(crew.page.locator(".moves")).to_contain_text("The puck goes On, to the 6")
    crew.step("Done, settle the roll")
    crew.at("betting")
    expect(crew.page.locator(".crew-box.on")).to_have_text("6ON")


@pytest.mark.clause("star-craps", "2.4.5")
@pytest.mark.clause("star-craps", "2.4.5.1", "2.4.5.2", "2.4.5.3", "2.4.5.4", "2.4.5.5")
def test_the_marker_buttons_lie_on_the_wagers_and_calls_wait_for_the_crews_word(enters: Enters, house: Served) -> None:
    point_is_six(house)
    craps, crew = "Craps 1", enters().deals("Craps 1")
    sits(house, craps, 4, "bob")
    bets(house, craps, 4, buy_4=2_500, lay_10=4_000, place_lose_9=1_000, place_win_8=1_200, hard_6=500, come=1_000)
    hard, place = (_bet(house, craps, it) for it in ("hard-6", "place-win-8"))
    house.does(craps, CallWager, "bob", PLAYER, bet=place, working=False)
    house.does(craps, CallWager, "bob", PLAYER, bet=hard, working=True)
    expect(crew.page.locator(".waiting")).to_contain_text("Hard 6, $5")
    picture(crew.page, "dealer-craps")
    assert crew.violations() == []
    crew.page.locator(".waiting").get_by_role("button", name=re.compile("^Put On")).click()
    expect(crew.page.locator(".seats-card .marker-button.on")).to_be_visible()
    shown = [it.inner_text() for it in crew.page.locator(".seats-card .marker-button").all()]
    assert sorted(shown) == ["BUY", "DON'T", "LAY", "OFF", "ON"]
    crew.page.keyboard.press("t")
    crew.at("in the air")
    house.does(craps, DeclareWager, "bob", PLAYER, seat=4, wager="any-seven", stake=500)
    expect(crew.page.locator(".waiting.due")).to_contain_text("before the dice stop")
    crew.key("enter").click()
    expect(crew.page.locator(".waiting")).to_have_count(0)
    crew.keys(4, 4)
    crew.step("Correct, call it")
    crew.at("called")
    expect(crew.page.locator(".moves")).to_contain_text("Come $10 goes to the 8 box")
    expect(crew.page.locator(".moves")).to_contain_text("Place 8, $12 was Off: it stays (6.6.2)")
    assert crew.violations() == []
    crew.step("Done, settle the roll")
    crew.at("betting")


def _bet(house: Served, table: str, wager: str) -> str:
    """The id of a wager on the layout."""
    return next(it.id for it in house.floor.tables[table].table.layout.standing.values() if it.name == wager)


@pytest.mark.clause("star-craps", "5.2", "5.3")
def test_no_roll_parts_what_must_be_called_from_what_may_be(enters: Enters, house: Served) -> None:
    point_is_six(house)
    crew = enters().deals("Craps 1")
    crew.key("throw").click()
    crew.at("in the air")
    crew.page.keyboard.press("x")
    expect(crew.page.locator(".reasons legend").first).to_contain_text("Must be called")
    expect(crew.page.locator(".reasons legend").nth(1)).to_contain_text("May be called")
    crew.page.get_by_role("radio", name=re.compile("^One on the other")).click()
    assert crew.violations() == []
    crew.step("Declare no roll")
    crew.at("betting")
    expect(crew.page.locator(".crew-box.on")).to_have_text("6ON")
    crew.step("A die is off the table")
    crew.page.get_by_role("dialog").get_by_role("button", name="Die 2, blue").click()
    expect(crew.page.locator(".five")).to_contain_text("Off the table")


def test_the_console_is_wholly_chinese_when_it_is_switched(enters: Enters) -> None:
    dana = enters().deals("Sic Bo 3")
    dana.page.get_by_role("button", name="中文").click()
    names = [it.inner_text() for it in dana.page.locator(".panel-key b").all()]
    assert names == ["摇骰", "停止下注", "输入结果", "骰子未平"]
    expect(dana.say).to_have_text("请下注。")
    assert dana.violations() == []


def test_nobody_but_staff_of_the_table_deals(enters: Enters) -> None:
    ann = enters("Ann")
    ann.page.goto("/dealer/Sic Bo 1")
    expect(ann.page.locator(".banner.coral")).to_contain_text("may not see it")
