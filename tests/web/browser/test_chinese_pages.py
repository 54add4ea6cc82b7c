"""The Chinese pages are Chinese: in a played round no text on them has an English word but names and rulebooks."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

from playwright.sync_api import Page, expect

from dicehouse.house.slips import RequestFill
from dicehouse.house.tickets import VoidTicket
from dicehouse.table import craps_roll, dealt_result, shooter, throw
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.faults import ReportLights
from dicehouse.table.meter import CollectCredits
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.opening import AnnounceClosing
from dicehouse.table.terminals import ReportTerminalFault
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]

WORD = re.compile(r"[A-Za-z][A-Za-z']+")
NAMES = re.compile(
    # the product, tables, people, tickets and the jackpot
    r"Dicehouse|(?:Sic Bo|Craps|Symbols|Electronic|Macau|Las Vegas|Yee Hah Hi) \d|Triple six|\bT\d+\b|\bF-zh\b"
    r"|\b(?:Ann|Bob|Cai|Dee|Dana|Sue|Max|Cass|Cleo|Ines|Tess|Wren|Coco)\b"
    # rulebooks and documents by their ids, and games by the names that their files have in one language
    r"|(?:star|crown|aruze)-(?:sicbo|craps)[a-z0-9-]*|[Mm]acau-sicbo|[Ss]trip-craps|[Yy]ee-hah-hi|(?:craps|dealt)-procedure"
    r"|Sic Bo, Macau|Craps, Las Vegas Strip|Yee Hah Hi"
    # clauses as the documents number them
    r"|\d+(?:\.\d+)* fn\d|s\d+\(\d\)|\d+\.\d+ \"[A-Za-z ]+\""
    # keys of the keyboard, names of formats and of ways to pay, and seals
    r"|Enter|Backspace|Home|End|Esc|EFTPOS|JSON|\b[0-9a-f]{8,}\b"
)
"""What is the same in every language."""
EVERY_TEXT = """(other) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const { parentElement, textContent } = walk.currentNode;
    if (!parentElement.closest(`[lang=${other}], script, style`)) found.push(textContent.trim());
  }
  for (const it of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (it.closest(`[lang=${other}]`)) continue;
    for (const key of ["aria-label", "title", "placeholder"]) found.push(it.getAttribute(key) ?? "");
  }
  return [...new Set(found)].filter(Boolean);
}"""
"""What a page has to read, also for a screen reader alone, but for what is in another language on purpose."""


def english(page: Page) -> list[str]:
    """Every text of a page with an English word in it that is no name."""
    return [it for it in page.evaluate(EVERY_TEXT, "en") if WORD.search(NAMES.sub("", it))]


class Tour:
    """Pages that are looked at again and again, and what was found on them."""

    def __init__(self, **pages: Page) -> None:
        self.pages = pages
        self.found: dict[str, str] = {}
        """By text, where it was first seen."""

    def looks(self, when: str) -> None:
        for name, page in self.pages.items():
            page.wait_for_timeout(120)
            self.keeps(english(page), f"{name}, {when}")

    def keeps(self, texts: list[str], where: str) -> None:
        for it in texts:
            self.found.setdefault(it, where)

    def is_chinese(self) -> None:
        assert not self.found, "\n".join(f"{where}: {text}" for text, where in self.found.items())

    def forms(self, page: Page, buttons: str) -> None:
        """Open every form, one after the other, and every refusal that a button tells."""
        page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
        for number in range(page.locator(buttons).count()):
            button = page.locator(buttons).nth(number)
            name = button.inner_text().partition("\n")[0]
            button.dispatch_event("click")  # also on what is refused, which says why
            expect(page.locator("[aria-busy=true]")).to_have_count(0)  # its form has come
            self.keeps(english(page), f"form {name}")
            if page.get_by_role("dialog").count():
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)


def shows(it: Person, path: str, ready: str) -> Page:
    """Open a page in Chinese."""
    it.page.add_init_script("localStorage.setItem('dicehouse.language', 'zh')")
    it.page.goto(path)
    expect(it.page.locator(ready).first).to_be_visible()
    return it.page


def at_table(enters: Enters, player: Person, table: str) -> Tour:
    dana, wall = enters("Dana"), enters("Dana")
    return Tour(
        player=shows(player, f"/player/{quote(table)}", ".felt-drawing"),
        dealer=shows(dana, f"/dealer/{quote(table)}", ".right .card"),
        display=shows(wall, f"/display/{quote(table)}", "svg"),
    )


def test_sic_bo_to_the_settled_round(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    tour = at_table(enters, ann, "Sic Bo 1")
    tour.looks("before")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small", "double-4", "pair-1-2", "any-triple", "four-1-2-3-4", "total-10")
    ann.area("total-9").hover()
    tour.looks("betting")
    dealer.closes_betting()
    tour.looks("closed")
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 4, 5))
    dealer.does(dealt_result.EnterResult, dice=(1, 4, 5))
    tour.looks("called")
    dealer.does(dealt_result.Settle)
    tour.looks("settled")
    tour.forms(tour.pages["dealer"], ".wrong .act")
    ann.adds("streak-small-big")
    expect(ann.stake).to_have_text("$10.00")
    tour.looks("a streak")
    dealer.opens_betting()
    dealer.does(dealt_result.CallNoResult, reason="cocked dice")
    dealer.does(AnnounceClosing)
    tour.looks("no result, and closing")
    tour.is_chinese()


def test_what_opens_over_a_terminal(enters: Enters, house: Served) -> None:
    bob = enters("Bob").sits("Sic Bo 2", 3)
    Dealer(house, "Sic Bo 2").opens_betting()
    tour = Tour(player=shows(bob, "/player/Sic%20Bo%202", ".felt-drawing"))
    for tool in range(bob.page.locator(".tool").count()):
        if bob.page.locator(".tool").nth(tool).get_attribute("href") is None:
            bob.page.locator(".tool").nth(tool).click()
            tour.looks(f"tool {tool}")
            bob.page.keyboard.press("Escape")
    tour.is_chinese()


def test_craps_to_a_settled_roll(enters: Enters, house: Served) -> None:
    cai, crew = enters("Cai").sits("Craps 1", 3), Dealer(house, "Craps 1")
    tour = at_table(enters, cai, "Craps 1")
    cai.adds("win-line", "field", "place-win-6")
    tour.looks("come out")
    crew.offers_dice()
    tour.looks("offered")
    crew.does(shooter.AcceptDice, seat=3, dice=(1, 2))
    tour.looks("accepted")
    crew.does(throw.ThrowDice)
    cai.waits_for("in the air")
    tour.looks("in the air")
    crew.does(craps_roll.CallRoll, dice=(4, 4))
    tour.looks("called")
    crew.does(craps_roll.SettleRoll)
    tour.looks("settled")
    cai.adds("come", "behind-win-line", "hard-6", "buy-4", "dont-come")
    cai.area("dont-win").hover()
    tour.looks("with a point")
    tour.is_chinese()


def test_symbols_and_terminals(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Symbols 1", 1), Dealer(house, "Symbols 1")
    tour = at_table(enters, ann, "Symbols 1")
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("symbol-crab", "colour-red", "any-symbol-triple")
    dealer.closes_betting()
    dealer.shows(1, 4, 5)
    tour.looks("settled")
    dee = enters("Dee").sits("Electronic 1", 4)
    terminals = at_table(enters, dee, "Electronic 1")
    dee.waits_for("betting")
    dee.adds("small", "pair-1-2")
    terminals.looks("betting")
    dee.page.locator(".shooter .button.main").click()
    expect(dee.page.locator(".net b")).to_be_visible()
    terminals.looks("settled")
    tour.is_chinese()
    terminals.is_chinese()


def test_the_pit_with_everything_that_can_wait(enters: Enters, house: Served) -> None:
    ann, table = enters("Ann").sits("Sic Bo 2", 1), "Sic Bo 2"
    dealer, rank = Dealer(house, table), "casino-supervisor"
    dealer.opens_betting()
    ann.waits_for("betting")
    ann.adds("small")
    expect(ann.stake).to_have_text("$5.00")
    bet = next(it.id for it in house.floor.tables[table].table.bets.values() if it.seat == 1)
    house.does(table, RaiseDispute, "Ann", "player", about="我押的是双", bet=bet)
    house.does(table, RecordMispayment, "Sue", rank, of="wager", due=2_000, paid=1_000, seat=1, person="Ann")
    house.does(table, RecordContravention, "Sue", rank, offence="device", person="Ann", who="player", what="手机")
    enters("Dee").sits("Electronic 1", 4)
    house.does("house", RequestFill, "Cass", "cashier", slip="F-zh", table=table, amount=100_000)
    house.does(
        "Electronic 1", ReportTerminalFault, "Sue", "electronic-gaming-supervisor", seat=4, kind="display", said="黑屏"
    )
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 4, 5))
    dealer.does(dealt_result.EnterResult, dice=(1, 4, 5))
    dealer.does(ReportLights, areas=("big",))
    sue = enters("Sue", viewport={"width": 1440, "height": 900})
    tour = Tour(pit=shows(sue, "/pit", ".table-card"))
    tour.looks("the board")
    for card in range(sue.page.locator(".table-card").count()):
        sue.page.locator(".table-card").nth(card).click()
        tour.looks(f"table {card}")
    sue.page.locator(".table-card", has_text=table).click()
    expect(sue.page.locator(".opened h2")).to_have_text(table)
    tour.forms(sue.page, ".opened .act, .opened .act-key")
    tour.pages["stopped"] = shows(ann, f"/player/{quote(table)}", ".felt-drawing")
    tour.looks("stopped")
    tour.is_chinese()


def test_the_cage_with_everything_that_can_wait(enters: Enters, house: Served) -> None:
    bob, tickets = enters("Bob").sits("Electronic 1", 3), house.floor.house.house.tickets
    house.does("Electronic 1", CollectCredits, "Bob", "player", seat=3, to="ticket")
    expect(bob.rack).to_have_text("$0.00")
    bob.until(lambda: tickets)
    gone = {"ticket": next(iter(tickets)), "person": "Bob", "reason": "卡住"}
    house.does("house", VoidTicket, "Cleo", "cage-supervisor", **gone)
    max_ = enters("Max")
    tour = Tour(cage=shows(max_, "/cage", ".card-search"))
    tour.looks("without a card")
    max_.page.locator("input[name=card]").fill("1001")
    max_.page.keyboard.press("Enter")
    expect(max_.page.locator(".balance")).to_be_visible()
    tour.looks("with a card")
    tour.forms(max_.page, ".cage .act")
    max_.page.locator("input[name=card]").fill("77")
    max_.page.locator(".card-search button").first.click()
    expect(max_.page.locator(".card-search ~ p .coral-text")).to_be_visible()
    tour.looks("with no such card")
    tour.is_chinese()


def everywhere() -> Iterator[tuple[str, str]]:
    for book in ("star-sicbo-2024", "crown-sicbo-b", "star-craps", "aruze-sicbo"):
        yield f"/odds/{book}", "table"
    for table in ("Sic Bo 1", "Symbols 1", "Craps 1", "Electronic 1"):
        yield f"/rules/{quote(table)}", "table, h2"
    yield "/", "button"
    yield "/sign-in", "input"


def test_odds_rules_and_doors(enters: Enters) -> None:
    someone = enters("Ann")
    tour = Tour()
    for path, ready in everywhere():
        tour.pages = {path: shows(someone, path, ready)}
        tour.looks("there")
    tour.is_chinese()
