"""A tournament in a real browser: terms to file, entries, seats, spins, rulings, and prizes that are paid."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from dicehouse.house.tournaments.directing import AppointDirector, BriefPlayers
from dicehouse.house.tournaments.entering import EnterTournament
from dicehouse.house.tournaments.finishing import CancelTournament
from dicehouse.house.tournaments.preparing import (
    ApproveTournament,
    DesignateTables,
    FileTournament,
    NotifyInspectorate,
    OfferTerms,
)
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.seating import PromiseSeats
from dicehouse.house.tournaments.terms import read_terms
from dicehouse.refusal import Refused, Why
from dicehouse.table.people import TakeSeat
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture
from tests.web.served import Served
from tests.web.tournament_terms import HOUR, terms

Enters = Callable[..., Person]
PEOPLE = ("Ann", "Bob", "Cai", "Dee")
TABLE = "Sic Bo 3"


def offers(house: Served, id: str) -> None:
    """The terms are approved, available and known to the inspectorate."""
    house.does("house", ApproveTournament, "Max", "casino-operator", tournament=id)
    house.does("house", OfferTerms, "Max", "casino-operator", tournament=id, where="At the desk")
    house.does("house", NotifyInspectorate, "Max", "casino-operator", tournament=id, to="I. Vance")


def prepared(house: Served, text: str, id: str, people: tuple[str, ...]) -> None:
    """A tournament that these people have entered, without the web."""
    house.does("house", FileTournament, "Max", "casino-operator", terms=read_terms(text))
    offers(house, id)
    house.does("house", AppointDirector, "Max", "casino-operator", tournament=id, person="Tess")
    house.does("house", DesignateTables, "Max", "casino-operator", tournament=id, tables=("Sic Bo 3",))
    for who in people:
        how = {"tournament": id, "person": who, "means": "cash", "accepted": True}
        house.does("house", EnterTournament, "Cass", "cashier", **how)
    house.submit("house", PromiseSeats, "Tess", "tournament-director", tournament=id)  # or the clock has done it


def begun(house: Served, id: str) -> None:
    """A tournament in its first round, without the web."""
    does = house.does
    prepared(house, terms(house, id, id.title()), id, PEOPLE)
    does("house", BriefPlayers, "Tess", "tournament-director", tournament=id, understood=PEOPLE)
    house.floor.clock.not_before(house.floor.now() + HOUR)
    does("house", StartRound, "Tess", "tournament-director", tournament=id)


class Room:
    """Someone at the director's desk."""

    def __init__(self, person: Person, tournament: str) -> None:
        self.person = person
        self.page = person.page
        self.page.goto(f"/director/{tournament}")
        expect(self.page.locator(".director")).to_be_visible()

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def message(self) -> Locator:
        return self.page.locator(".desk-message")

    @property
    def table(self) -> Locator:
        return self.page.locator(f'[data-table="{TABLE}"]')

    def seat(self, number: int) -> Locator:
        return self.table.get_by_role("button", name=re.compile(rf"E{number:02d}\b"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def does(self, name: str, **filled: str) -> None:
        """An act with its form."""
        self.button(name).first.click()
        for label, value in filled.items():
            self.form.get_by_label(label.replace("_", " ")).fill(value)
        self.form.get_by_role("button", name=name, exact=True).click()
        expect(self.form).to_have_count(0)

    def closes(self, *numbers: int, **stakes: str) -> None:
        """Everyone stakes on Small, or what is said of them on Big."""
        self.table.get_by_role("button", name="No more bets").click()
        for number in numbers:
            on_big = stakes.get(f"E{number:02d}")
            self.form.get_by_label(f"E{number:02d} Wager", exact=True).select_option("big" if on_big else "small")
            self.form.get_by_label(f"E{number:02d} Stake", exact=True).fill(on_big or "100")

    def settles(self, *dice: int) -> None:
        self.table.get_by_role("button", name="Key the dice").click()
        for place, face in enumerate(dice, start=1):
            self.form.get_by_label(f"Die {place}").fill(str(face))
        self.form.get_by_role("button", name="Key the dice").click()
        expect(self.form).to_have_count(0)


@pytest.mark.clause("crown-sicbo", "8.2.3", "8.2.4", "8.4.6(a)")
def test_a_director_runs_a_small_tournament_from_its_terms_to_its_prizes(enters: Enters, house: Served) -> None:
    files(max_ := enters("Max"), house)
    prepares(max_)
    max_.page.goto("about:blank")  # setting the clock ahead ends the session
    house.floor.clock.not_before(house.floor.now() + HOUR)
    plays(Room(enters("Tess"), "spring"), house)
    pays(Room(enters("Max"), "spring"))
    assert house.floor.house.house.accounts["patron/Ann"] == 500_000 - 12_000 + 30_000
    anyone = enters()
    anyone.page.goto("/leaderboard/spring")
    expect(anyone.page.locator(".standings")).to_contain_text("prize $300")


def files(max_: Person, house: Served) -> None:
    page = max_.page
    page.goto("/promotions")
    page.get_by_label("Terms").fill(terms(house, "spring", "Spring Sic Bo").replace('location = "Level 1"\n', ""))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".problems")).to_contain_text("say where it takes place8.4.1(a)(iv)")
    page.get_by_label("Terms").fill(terms(house, "spring", "Spring Sic Bo"))
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="File them").click()
    expect(page.locator('[data-promotion="spring"]')).to_contain_text("Planned")


def prepares(max_: Person) -> None:
    desk = Room(max_, "spring")
    page = desk.page
    desk.button("Approve the terms").click()
    expect(desk.message).to_contain_text("Approve the terms: done.")
    desk.does("Make the terms available", Where_patrons_can_have_them="At the desk")
    desk.does("Tell the inspectorate", Who_took_the_message="I. Vance")
    desk.does("Appoint a director", Who="Tess")
    desk.button("Set tables apart").click()
    desk.form.get_by_label(TABLE).check()
    desk.form.get_by_role("button", name="Set tables apart").click()
    expect(page.locator(".bar")).to_contain_text("Sic Bo 3, this only (8.2.5)")
    for who in PEOPLE:
        desk.button("Take an entry").click()
        desk.form.get_by_label("Patron").fill(who)
        desk.form.get_by_role("radio", name="From the account").check()
        desk.form.get_by_label("Accepts the terms").check()
        desk.form.get_by_role("button", name="Take an entry").click()
        expect(desk.form).to_have_count(0)
    expect(page.locator(".bar")).to_contain_text("accepted by 4 of 4")
    assert max_.violations() == []


def plays(tess: Room, house: Served) -> None:
    page = tess.page
    expect(page.get_by_text("The house", exact=True)).to_have_count(0)
    tess.button("Brief the players").click()
    for number in range(1, 5):
        tess.form.get_by_label(f"E{number:02d}").check()
    tess.form.get_by_role("button", name="Brief the players").click()
    tess.button("A practice spin").click()
    tess.form.get_by_role("textbox", name="Dice").fill("1 2 3")
    tess.form.get_by_role("button", name="A practice spin").click()
    expect(tess.message).to_contain_text("A practice spin: done.")
    expect(page.locator(".seats-drawn")).to_contain_text(house.floor.house.house.tournaments["spring"].promised[1])
    tess.button("Draw the seats and start round 1").click()
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
    assert not [who for who in PEOPLE if who in page.locator("main").inner_text()]
    refused = house.submit(TABLE, TakeSeat, "Ann", "player", seat=1, person="Ann")
    assert isinstance(refused, Refused)
    assert (refused.why, refused.clause) == (Why.NOT_HERE, "crown-sicbo 8.2.5")

    tess.closes(1, 2, 3, 4, E01="40", E02="500")
    tess.form.get_by_role("button", name="No more bets").click()
    expect(tess.form.get_by_role("alert")).to_contain_text("50")
    tess.form.get_by_label("E01 Stake", exact=True).fill("300")
    assert tess.person.violations() == []
    tess.form.get_by_role("button", name="No more bets").click()
    expect(tess.table).to_contain_text("No more bets")
    tess.settles(4, 5, 6)
    expect(tess.seat(2)).to_contain_text("$1,500")
    expect(tess.seat(1)).to_contain_text("$1,300")
    expect(tess.seat(2)).to_contain_text("top of table")
    expect(page.locator(".the-line")).to_have_text("goes on above, $1,300")
    tess.closes(1, 2, 3, 4)
    tess.form.get_by_role("button", name="No more bets").click()
    tess.settles(1, 2, 4)
    tess.button("End the round").click()
    expect(page.get_by_role("heading", name="Between rounds")).to_be_visible()
    tess.button("Draw the seats and start round 2").click()
    expect(page.get_by_role("heading", name="Final", exact=True)).to_be_visible()
    tess.closes(1, 2, E01="500")
    tess.form.get_by_role("button", name="No more bets").click()
    tess.settles(4, 5, 6)
    tess.button("End the round").click()
    tess.does("Say who has won")
    expect(page.locator('[data-entrant="1"]')).to_contain_text("prize $300")
    expect(page.locator('[data-entrant="2"]')).to_contain_text("prize $100")


def pays(desk: Room) -> None:
    for number in (1, 2):
        desk.page.locator(f'[data-owed="{number}"]').get_by_role("button", name="Pay").click()
        desk.form.get_by_role("radio", name="To the account").check()
        desk.form.get_by_role("button", name="Pay", exact=True).click()
        expect(desk.page.locator(f'[data-owed="{number}"]')).to_have_count(0)
    desk.does("Publish the results", Where_they_are_published="At the desk")


RE_BUY = """
[details.re_buy]
price = "50.00"
bank = "1000.00"
[entry]
"""


@pytest.mark.clause("crown-sicbo", "8.4.1(a)(ii)", "8.4.2(a)(i)", "8.4.2(a)(iii)", "8.4.8(b)(iv)")
def test_what_changes_about_entries_is_done_at_the_desk_and_on_players_screens(enters: Enters, house: Served) -> None:
    text = terms(house, "cup", "Cup").replace("[entry]\n", RE_BUY)
    prepared(house, text, "cup", PEOPLE[:3])
    max_ = Room(enters("Max"), "cup")
    max_.does("Refuse an application", Patron="Dee", Reason="Not a member")
    max_.button("Name a substitute").click()
    max_.form.get_by_role("radio", name="E03").check()
    max_.form.get_by_label("Substitute").fill("Dee")
    max_.form.get_by_role("button", name="Name a substitute").click()
    expect(max_.form.get_by_role("alert")).to_contain_text("the application was refused (Not a member)")
    max_.form.get_by_role("button", name="Leave it").click()
    house.does("house", FileTournament, "Max", "casino-operator", terms=read_terms(text.replace("Level 1", "Level 2")))
    offers(house, "cup")
    accepts_on_a_screen(enters("Ann", viewport=PHONE))
    for number in (2, 3):
        max_.button("Version 2 is accepted").click()
        max_.form.get_by_label(f"E{number:02d}").check()
        max_.form.get_by_role("button", name="Version 2 is accepted").click()
        expect(max_.form).to_have_count(0)
    expect(max_.page.locator(".bar")).to_contain_text("accepted by 3 of 3")
    max_.page.goto("about:blank")
    house.does("house", BriefPlayers, "Tess", "tournament-director", tournament="cup", understood=PEOPLE[:3])
    house.floor.clock.not_before(house.floor.now() + HOUR)
    house.does("house", StartRound, "Tess", "tournament-director", tournament="cup")
    buys(Room(enters("Max"), "cup"), enters("Ann", viewport=PHONE))
    seals(Room(enters("Tess", viewport={"width": 1440, "height": 900}), "cup"))
    house.does("house", CancelTournament, "Max", "casino-operator", tournament="cup", reason="The lights are out")


def accepts_on_a_screen(ann: Person) -> None:
    ann.page.goto("/entrant/cup")
    expect(ann.page.locator("main")).to_contain_text("version 2 is to be accepted")
    assert ann.violations() == []
    ann.page.get_by_role("button", name="Accept version 2").click()
    expect(ann.page.get_by_role("button", name="Accept version 2")).to_have_count(0)
    ann.page.goto("about:blank")


def buys(max_: Room, ann: Person) -> None:
    """A re-buy at the desk, and one on a player's own screen."""
    max_.button("Sell chips").click()
    max_.form.get_by_label("E02").check()
    max_.form.get_by_role("radio", name="Re-buy").check()
    max_.form.get_by_role("radio", name="Cash").check()
    max_.form.get_by_role("button", name="Sell chips").click()
    expect(max_.seat(2)).to_contain_text("$2,000")
    ann.page.goto("/entrant/cup")
    ann.page.get_by_role("button", name="Re-buy").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Re-buy").click()
    expect(ann.page.locator(".own-place .bank")).to_have_text("$2,000")
    again = ann.page.get_by_role("button", name=re.compile("^Re-buy"))
    expect(again).to_have_attribute("aria-disabled", "true")
    ann.page.goto("about:blank")


def seals(tess: Room) -> None:
    """A wager in an envelope, taken by the director, opens with the player's word."""
    tess.table.get_by_role("button", name="Take a sealed wager").click()
    tess.form.get_by_label("Whose").select_option("Cai")
    tess.form.get_by_label("Wager").select_option("big")
    tess.form.get_by_label("Stake", exact=True).fill("350")
    tess.form.get_by_label("Word of the player's own").fill("heron")
    assert tess.person.violations() == []
    tess.form.get_by_role("button", name="Take a sealed wager").click()
    expect(tess.seat(3)).to_contain_text("sealed")
    tess.closes(1, 2)
    tess.form.get_by_label("E03, secret wager Wager").select_option("big")
    tess.form.get_by_label("E03, secret wager Stake").fill("350")
    tess.form.get_by_label("E03, secret wager Word on the slip").fill("heron")
    tess.form.get_by_role("button", name="No more bets").click()
    expect(tess.form).to_have_count(0)
    tess.settles(4, 5, 6)
    expect(tess.seat(3)).to_contain_text("$1,350")


def inspects(ines: Person) -> None:
    """An inspector reads the terms, entries, standings, seats with their proof, rulings, and what is due."""
    ines.page.goto("/inspector")
    ines.page.get_by_role("button", name="Tournaments and promotions").click()
    ines.page.get_by_role("button", name="Autumn").click()
    record = ines.page.locator(".record")
    expect(record).to_contain_text("Worked out again: agrees")
    for said in ("Ann", "Says that betting closed early", "Rule on the dispute of Cai", "Level 1", "Inspectorate told"):
        expect(record).to_contain_text(said)
    assert ines.violations() == []
    ines.page.get_by_role("button", name="中文").click()
    expect(record).to_contain_text("重新验算")
    picture(ines.page, "inspector-tournament-chinese")
    ines.page.get_by_role("button", name="English").click()


def looks_at_the_board(anyone: Person) -> None:
    anyone.page.goto("/leaderboard/autumn")
    expect(anyone.page.locator(".the-line")).to_contain_text("goes on above")
    expect(anyone.page.locator("main")).not_to_contain_text("Ann")
    expect(anyone.page.locator("main")).not_to_contain_text("ruling")
    assert anyone.violations() == []
    picture(anyone.page, "leaderboard")


@pytest.mark.clause("crown-sicbo", "8.4.4(c)", "8.4.8(h)", "8.4.8(b)(iii)")
def test_secret_wagers_rulings_and_the_board_that_everyone_sees(enters: Enters, house: Served) -> None:
    begun(house, "autumn")
    ann = enters("Ann", viewport=PHONE)
    ann.page.goto("/entrant/autumn")
    expect(ann.page.get_by_role("heading", name="You are E01")).to_be_visible()
    ann.page.get_by_label("Wager").select_option("big")
    ann.page.get_by_label("Stake").fill("350")
    ann.page.get_by_role("button", name="Seal a secret wager").click()
    slip = ann.page.locator(".slip b")
    expect(slip).to_contain_text("Big, $350, word")
    assert ann.violations() == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    picture(ann.page, "entrant")

    tess = Room(enters("Tess", viewport={"width": 1440, "height": 900}), "autumn")
    expect(tess.seat(1)).to_contain_text("sealed")
    expect(tess.page.locator("main")).not_to_contain_text("$350")
    tess.closes(2, 3, 4, E02="200")
    tess.form.get_by_label("E01, secret wager Wager").select_option("big")
    tess.form.get_by_label("E01, secret wager Stake").fill("350")
    tess.form.get_by_label("E01, secret wager Word on the slip").fill("another")
    tess.form.get_by_role("button", name="No more bets").click()
    expect(tess.form.get_by_role("alert")).to_contain_text("8.4.4(c)")
    tess.form.get_by_label("E01, secret wager Word on the slip").fill(slip.inner_text().split(" word ")[1])
    tess.form.get_by_role("button", name="No more bets").click()
    expect(tess.form).to_have_count(0)
    tess.settles(4, 5, 6)
    expect(tess.seat(1)).to_contain_text("$1,350")

    tess.seat(4).click()
    warn = tess.button("Telephone in play: warn")
    expect(warn).to_be_visible()
    expect(tess.button("Late arrival: disqualify")).to_have_count(0)
    lose = tess.page.get_by_role("button", name=re.compile("^Telephone in play: lose the wager"))
    expect(lose).to_have_attribute("aria-disabled", "true")
    tess.does("Telephone in play: warn", Reason="Seen by dealer 41")
    expect(tess.seat(4)).to_contain_text("warned 1")
    tess.button("Hold for a ruling").click()
    tess.form.get_by_role("radio", name="E03").check()
    tess.form.get_by_label("What it is about").fill("Says that betting closed early")
    tess.form.get_by_role("button", name="Hold for a ruling").click()
    expect(tess.table).to_contain_text("Waits for a ruling")
    expect(tess.page.locator(".due-lines")).to_contain_text("Rule on the dispute of E03")
    assert not [who for who in PEOPLE if who in tess.page.locator("main").inner_text()]
    assert tess.person.violations() == []
    picture(tess.page, "director")
    looks_at_the_board(enters())
    inspects(enters("Ines", viewport={"width": 1440, "height": 900}))
    tess.does("Decide for good", Decision="The call was heard; the spin stands")
    tess.button("Told of the right to complain").click()
    expect(tess.page.locator(".rulings")).to_contain_text("Told of the right to complain.")
    expect(tess.table).to_contain_text("Place your bets")


def test_the_desk_is_wholly_chinese_and_fits_a_phone(enters: Enters, house: Served) -> None:
    filed = read_terms(terms(house, "winter", "Winter"))
    house.does("house", FileTournament, "Max", "casino-operator", terms=filed)
    tess = Room(enters("Tess", viewport=PHONE), "winter")
    assert tess.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    tess.page.get_by_role("button", name="中文").click()
    expect(tess.page.get_by_role("heading", name="名次")).to_be_visible()
    assert tess.person.violations() == []
    tess.page.get_by_role("button", name="English").click()
