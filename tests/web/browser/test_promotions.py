"""A promotion in a real browser: from its terms to a draw that anyone can work out again, and a claim denied."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

from dicehouse.house.promotions.entering import CountPlay
from dicehouse.house.promotions.lot import commitment, seed, winners
from dicehouse.house.promotions.publishing import ApproveAmendment
from tests.web.browser.chromium import PHONE, Person
from tests.web.browser.pictures import picture
from tests.web.served import Served

Enters = Callable[..., Person]
HOUR = timedelta(hours=1)

TERMS = """
id = "summer"
name = "Summer draw"
rulebook = "star-sicbo-2024"
starts = {starts}
entries_close = {closes}
draw_at = {draws}
place = "Main gaming floor"
awarded = "By a draw among sealed entries"
awarded_when = "At the draw"
eligible = "Members with a card in force"
disbursed = "At the promotions desk"
claimed = "At the promotions desk, with the card"
present = false
told = ["telephone", "email"]
published = "At the promotions desk"
available = ["promotions desk"]
marketing = "Every poster names the terms"
scrutineer = "Wren"
[entries]
for_stakes_of = "50.00"
most_each = 100
minimum_wager = "10.00"
[[prizes]]
name = "Boat"
value = "12000.00"
nature = "A small boat"
conditions = "none"
alternative = "other"
"""


class Counter:
    """Someone at the promotions desk."""

    def __init__(self, person: Person, opens: str = "") -> None:
        self.person = person
        self.page = person.page
        self.page.goto("/promotions")
        expect(self.page.locator("main.promotions")).to_be_visible()
        if opens:
            self.button(f"Open {opens}").click()
            expect(self.page.locator(".opened h2")).to_have_text(opens)

    def leaves(self) -> None:
        """Before the clock is set ahead, which ends every session."""
        self.page.goto("about:blank")

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("dialog")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def does(self, name: str, **filled: str) -> None:
        self.button(name).first.click()
        for label, value in filled.items():
            self.form.get_by_label(label.replace("_", " ")).fill(value)
        self.form.get_by_role("button", name=name, exact=True).click()
        expect(self.form).to_have_count(0)


def files(desk: Counter, house: Served, after: timedelta) -> None:
    start = house.floor.now() + after
    text = TERMS.format(
        starts=start.isoformat(), closes=(start + HOUR).isoformat(), draws=(start + 2 * HOUR).isoformat()
    )
    desk.page.get_by_label("Terms").fill(text)
    desk.button("Check").click()
    desk.button("File them").click()
    expect(desk.page.locator(".opened h2")).to_have_text("Summer draw")


@pytest.mark.clause("star-sicbo-2024", "10.2", "10.7.1", "10.9", "10.10")
def test_a_promotion_goes_from_its_terms_to_a_verified_draw_and_a_denied_claim(enters: Enters, house: Served) -> None:
    desk = Counter(enters("Max"))
    files(desk, house, 23 * HOUR)
    commits(desk, house)
    plays(house)
    amends(Counter(enters("Max"), "Summer draw"), house)
    draws(enters, house)
    it = house.floor.house.house.promotions["summer"]
    secret = it.draw.secret
    assert commitment(secret) == it.draw.committed
    (found,) = winners(seed(secret, it.draw.sealed, it.draw.word), it.entries, 1, one_each=True)
    assert (found.person, found.entry) == (it.won[1].person, it.won[1].entry)
    claims_on_a_screen(enters(it.won[1].person, viewport=PHONE))
    denies(Counter(enters("Max"), "Summer draw"), it.won[1].person)
    inspects(enters("Ines", viewport={"width": 1440, "height": 900}), it.won[1].person)
    anyone = enters(viewport=PHONE)
    anyone.page.goto("/promotions/summer")
    expect(anyone.page.locator("main")).to_contain_text(secret)
    expect(anyone.page.locator("main")).to_contain_text("Results: At the promotions desk")
    expect(anyone.page.locator("table").first).not_to_contain_text(it.won[1].person)
    assert anyone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert anyone.violations() == []
    picture(anyone.page, "promotion")


def commits(desk: Counter, house: Served) -> None:
    """Terms filed too late are not published; those filed in time are, and a secret is promised that nobody sees."""
    publish = desk.page.locator(".opened").get_by_role("button", name="Publish", exact=False)
    expect(publish).to_have_attribute("aria-disabled", "true")
    publish.click(force=True)
    expect(desk.page.locator(".desk-message")).to_contain_text("less than 1 day")
    files(desk, house, 25 * HOUR)
    expect(desk.page.locator('[data-promotion="summer"]')).to_contain_text("version 2")
    desk.button("Publish").click()
    expect(desk.page.locator(".desk-message")).to_contain_text("Publish: done.")
    desk.button("Promise the secret").click()
    expect(desk.page.locator(".opened")).to_contain_text("The house keeps the secret under seal until the draw.")
    expect(desk.page.locator(".opened")).to_contain_text(house.floor.house.house.promotions["summer"].draw.committed)
    assert desk.person.violations() == []
    desk.leaves()


def plays(house: Served) -> None:
    house.floor.clock.not_before(house.floor.now() + 25 * HOUR)
    for who in ("Ann", "Bob"):
        fields = {"promotion": "summer", "person": who, "table": "Sic Bo 1", "staked": 50_000}
        house.does("house", CountPlay, "Sic Bo 1", "device", **fields)


def amends(desk: Counter, house: Served) -> None:
    """After the start terms change only by the regulator's letter, and staff are shut out."""
    terms = house.floor.house.house.promotions["summer"].terms
    dates = {"starts": terms.starts, "closes": terms.entries_close, "draws": terms.draw_at}
    text = TERMS.format(**{key: at.isoformat() for key, at in dates.items() if at is not None})
    desk.page.get_by_label("Terms").fill(text.replace("A small boat", "A small boat with oars"))
    desk.button("Check").click()
    desk.button("Propose this change").click()
    desk.form.get_by_label("Reason").fill("The oars come with it")
    desk.form.get_by_role("button", name="Propose this change").click()
    expect(desk.page.locator(".opened")).to_contain_text("A change of the terms waits for the regulator.")
    expect(desk.page.locator(".due-lines")).to_contain_text("Have the change of terms approved")
    own = desk.page.get_by_role("button", name=re.compile("^The change is approved"))
    expect(own).to_have_attribute("aria-disabled", "true")
    letter = {"promotion": "summer", "reference": "L-17", "approved": house.floor.now()}
    house.does("house", ApproveAmendment, "Coco", "chief-operating-officer", **letter)
    expect(desk.page.locator(".opened")).to_contain_text("version 3")
    desk.does("Shut someone out", Who="Cai", Reason="Works here")
    expect(desk.page.locator(".opened")).to_contain_text("Cai is shut out: Works here")
    assert desk.person.violations() == []
    desk.leaves()


def draws(enters: Enters, house: Served) -> None:
    house.floor.clock.not_before(house.floor.now() + HOUR)
    desk = Counter(enters("Max"), "Summer draw")
    expect(desk.page.locator(".due-lines")).to_contain_text("Seal the entries")
    desk.button("Seal the entries").click()
    expect(desk.page.locator(".opened")).to_contain_text("Entries sealed")
    desk.leaves()
    house.floor.clock.not_before(house.floor.now() + HOUR)
    wren = Counter(enters("Wren"), "Summer draw")
    wren.does("Oversee the draw", **{"A word of your own choice": "heron"})
    expect(wren.page.locator(".opened")).to_contain_text("heron (Wren)")
    desk = Counter(enters("Max"), "Summer draw")
    desk.button("Open the draw").click()
    own = desk.form.get_by_label("The secret, where the house does not keep it")
    own.fill("another secret, which was never promised")
    desk.form.get_by_role("button", name="Open the draw").click()
    expect(desk.form.get_by_role("alert")).to_contain_text("give the secret that was promised")
    own.fill("")
    desk.form.get_by_role("button", name="Open the draw").click()
    expect(desk.page.locator('[data-prize="1"]')).to_contain_text("to be told by")


def denies(desk: Counter, winner: str) -> None:
    other = "Bob" if winner == "Ann" else "Ann"
    desk.button("Record a try to tell").click()
    desk.form.get_by_role("radio", name="Telephone").check()
    desk.form.get_by_label("The winner was told").check()
    desk.form.get_by_label("What was said").fill("Comes tomorrow")
    desk.form.get_by_role("button", name="Record a try to tell").click()
    expect(desk.page.locator('[data-prize="1"]')).to_contain_text("Comes tomorrow")
    desk.does("Take a claim", Who_claims=other)
    claim = desk.page.locator(f'[data-claim="{other}"]')
    expect(claim.get_by_role("button", name="Hand the prize over")).to_have_attribute("aria-disabled", "true")
    claim.get_by_role("button", name="Deny the claim", exact=True).click()
    desk.form.get_by_label("Reason").fill("It was won by another entry")
    desk.form.get_by_role("button", name="Deny the claim").click()
    asked = "give the claimant's name and address (star-sicbo-2024 10.10.1)"
    expect(desk.form.get_by_role("alert")).to_contain_text(asked)
    desk.form.get_by_label("Claimant's name").fill(other)
    desk.form.get_by_label("Claimant's address").fill("1 Pier Road")
    desk.form.get_by_role("button", name="Deny the claim").click()
    expect(claim).to_contain_text("denied: It was won by another entry")
    assert desk.person.violations() == []
    picture(desk.page, "promotions")
    desk.page.locator(f'[data-claim="{winner}"]').get_by_role("button", name="In several forms").click()
    desk.form.get_by_label("To the account").fill("7000")
    desk.form.get_by_label("By cheque").fill("4000")
    desk.form.get_by_role("button", name="In several forms").click()
    expect(desk.form.get_by_role("alert")).to_contain_text("the parts add up to $11,000 and its value is $12,000")
    desk.form.get_by_label("By cheque").fill("5000")
    desk.form.get_by_role("button", name="In several forms").click()
    expect(desk.page.locator('[data-prize="1"]')).to_contain_text("handed over")
    desk.does("Publish the results", Where_they_are_published="At the promotions desk")
    expect(desk.page.locator(".opened")).to_contain_text("Results published")


def claims_on_a_screen(winner: Person) -> None:
    winner.page.goto("/promotions/summer")
    part = winner.page.locator(".your-part")
    expect(part).to_contain_text("you have won it")
    part.get_by_role("button", name="Claim this prize").click()
    expect(part).to_contain_text("claimed")
    assert winner.violations() == []
    picture(winner.page, "claimant")


def inspects(ines: Person, winner: str) -> None:
    """An inspector reads terms, entries, the draw with its proof, claims, and what is due."""
    ines.page.goto("/inspector")
    ines.page.get_by_role("button", name="Tournaments and promotions").click()
    ines.page.get_by_role("button", name="Summer draw").click()
    record = ines.page.locator(".record")
    expect(record).to_contain_text("Worked out again: agrees")
    for said in (winner, "denied: It was won by another entry", "Works here", "A small boat with oars", "heron"):
        expect(record).to_contain_text(said)
    assert record.get_by_role("textbox").count() == 0
    assert ines.violations() == []
    picture(ines.page, "inspector-prizes")


def test_the_desk_is_wholly_chinese_and_a_scrutineer_files_nothing(enters: Enters) -> None:
    wren = Counter(enters("Wren", viewport=PHONE))
    expect(wren.page.locator(".filing")).to_contain_text("ask gaming manager or above")
    assert wren.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wren.page.get_by_role("button", name="中文").click()
    expect(wren.page.get_by_role("heading", name="待办事项")).to_be_visible()
    assert wren.person.violations() == []
    wren.page.get_by_role("button", name="English").click()
