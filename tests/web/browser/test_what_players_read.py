"""What a player reads in any phase, on any page and in either language: names and no ids, "$5" and no "5.00"."""

import re
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from dicehouse.house.exclusions import ExcludeFromCasino
from dicehouse.house.judge import COMMANDS as OF_THE_HOUSE
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import DOCUMENTS, clauses_of
from dicehouse.table import craps_roll, dealt_result, shooter, throw
from dicehouse.table.faults import ReportLights
from dicehouse.table.judge import COMMANDS as OF_TABLES
from dicehouse.table.opening import AnnounceClosing
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.browser.test_chinese_pages import EVERY_TEXT, NAMES, WORD
from tests.web.served import Served

Enters = Callable[..., Person]
LANGUAGES: Final = ("en", "zh")

OTHER: Final = {"en": "zh-Hans", "zh": "en"}
"""What is marked as said in the other language on purpose."""
SAID_SO: Final = frozenset({"buy-in"})
"""A command whose id is also how people say it."""
IDS: Final = frozenset(
    it
    for it in (
        *(wager for book in BUILT_IN for wager in load(book).wagers),
        *(order.__struct_config__.tag for order in (*OF_TABLES, *OF_THE_HOUSE)),
        *BUILT_IN,
    )
    if isinstance(it, str) and "-" in it
) - SAID_SO  # fmt: skip
"""Ids of wagers, commands and rulebooks; those of one plain word read as that word."""
CLAUSES: Final = frozenset(it.partition("[")[0] for document in DOCUMENTS for it in clauses_of(document))
"""Numbers such as 3.10 that are written like money."""

CITED: Final = re.compile(r"(?:Rule|规则|[a-z]+-procedure) [\d.]+")
"""A clause with the word for it, as a rulebook of a house's own has them too."""
COMPOUND: Final = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+")
AMOUNT: Final = re.compile(r"(?<![\d$.,])\d[\d,]*\.\d\d(?![\d.%])")
CODE: Final = re.compile(
    r"\b[a-z]+_[a-z_0-9]+\b|\d\[|\bundefined\b|\bNaN\b|\[object|\{\w+\}|\b(?=\d*[a-f])[0-9a-f]{16,}\b|\d{16,}"
)
CHINESE: Final = re.compile("[\u4e00-\u9fff]")


def faults(text: str, language: str) -> Iterator[str]:
    """What nobody should have to read."""
    yield from (f"id {it}" for it in COMPOUND.findall(text) if it in IDS)
    yield from (f"bare amount {it}" for it in AMOUNT.findall(CITED.sub("", text)) if it not in CLAUSES)
    yield from (f"code {it}" for it in CODE.findall(text))
    if language == "zh":
        if found := WORD.findall(NAMES.sub("", text)):
            yield f"English {' '.join(found)}"
    elif CHINESE.search(text):
        yield "Chinese"


@pytest.mark.parametrize(
    "text, language, found",
    [
        ("Win Line won: the point 6 was made (6.1.1)", "en", []),
        ("$5 on win-line", "en", ["id win-line"]),
        ("5.00 on Small (3.10)", "en", ["bare amount 5.00"]),
        ("$5.00 on Small, 7.41% (3.10)", "en", []),
        ("Horn (8.1[Horn and Horn High note])", "en", ["code 1["]),
        ("小 Small", "en", ["Chinese"]),
        ("Small 赢 $5", "zh", ["English Small"]),
    ],
)
def test_such_texts_are_found(text: str, language: str, found: list[str]) -> None:
    assert list(faults(text, language)) == found


class Reader:
    """Reads pages again and again, and keeps what nobody should have to read with where it stood first."""

    def __init__(self, language: str, **pages: Page) -> None:
        self.language, self.pages = language, pages
        self.found: dict[str, str] = {}

    def reads(self, when: str) -> None:
        for name, page in self.pages.items():
            page.wait_for_timeout(80)
            for text in page.evaluate(EVERY_TEXT, f"{OTHER[self.language]}], details .mono, [hidden"):
                for fault in faults(text, self.language):
                    self.found.setdefault(f"{fault}: {text}", f"{name}, {when}")

    def opens_each(self, page: Page, buttons: str) -> None:
        """Press every one of these buttons, and read what opens."""
        for number in range(page.locator(buttons).count()):
            page.locator(buttons).nth(number).click()
            self.reads(f"{buttons} {number}")
            if page.get_by_role("dialog").count():
                page.keyboard.press("Escape")

    def is_content(self) -> None:
        assert not self.found, "\n".join(f"{where}: {text}" for text, where in self.found.items())


def shows(it: Person, language: str, path: str, ready: str) -> Page:
    it.page.add_init_script(f"localStorage.setItem('dicehouse.language', '{language}')")
    it.page.goto(path)
    expect(it.page.locator(ready).first).to_be_visible()
    return it.page


def at(enters: Enters, player: Person, table: str, language: str) -> Reader:
    """The player's terminal and the display over the table."""
    wall = enters("Dana")
    return Reader(
        language,
        player=shows(player, language, f"/player/{quote(table)}", ".felt-drawing"),
        display=shows(wall, language, f"/display/{quote(table)}", "svg"),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", ["Sic Bo 1", "Sic Bo 3", "Symbols 1", "Macau 1"])
def test_rounds_of_sic_bo(enters: Enters, house: Served, table: str, language: str) -> None:
    ann, dealer = enters("Ann").sits(table, 1), Dealer(house, table)
    reader = at(enters, ann, table, language)
    page = reader.pages["player"]
    reader.reads("before")
    page.locator('[data-id="big"]').click(force=True)
    reader.reads("too early")
    dealer.opens_betting()
    ann.waits_for("betting")
    areas = [it.get_attribute("data-id") or "" for it in page.locator(".area:not(.shut):not(.locked)").all()]
    ann.adds(*areas[::2])
    for area in areas[:: max(1, len(areas) // 12)]:
        ann.area(area).hover()
        reader.reads(f"card of {area}")
    page.locator(".chips button").last.click()
    ann.adds("small")
    reader.reads("more than there is")
    page.keyboard.press("c")
    reader.reads("cleared")
    page.keyboard.press("u")
    reader.reads("put back")
    dealer.closes_betting()
    reader.reads("closed")
    ann.area("small").click(force=True)
    reader.reads("too late")
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 4, 5))
    reader.reads("called")
    dealer.does(dealt_result.EnterResult, dice=(1, 4, 5))
    dealer.does(dealt_result.Settle)
    expect(page.locator(".net b")).to_be_visible()
    reader.reads("settled")
    dealer.opens_betting()
    page.keyboard.press("r")
    reader.reads("the next round")
    expect(page.locator(".last-round")).to_be_visible()
    reader.reads("the last round")
    dealer.does(dealt_result.CallNoResult, reason="cocked dice")
    dealer.does(AnnounceClosing)
    reader.reads("no result, and closing")
    reader.is_content()


@pytest.mark.parametrize("table, language", [("Craps 1", "en"), ("Craps 1", "zh"), ("Las Vegas 1", "en")])
def test_rolls_of_craps(enters: Enters, house: Served, table: str, language: str) -> None:
    bob, crew = enters("Bob").sits(table, 3, "$500"), Dealer(house, table)
    reader = at(enters, bob, table, language)
    page = reader.pages["player"]
    bob.adds("win-line")
    reader.reads("come out")
    crew.offers_dice()
    reader.reads("offered")
    crew.does(shooter.AcceptDice, seat=3, dice=(1, 2))
    reader.reads("accepted")
    for nth, dice in enumerate(((4, 4), (5, 4), (3, 5))):
        crew.does(throw.ThrowDice)
        bob.waits_for("in the air")
        reader.reads("in the air")
        crew.does(craps_roll.CallRoll, dice=dice)
        reader.reads("called")
        crew.does(craps_roll.SettleRoll)
        reader.reads("settled")
        bob.waits_for("betting")
        page.keyboard.press("Escape")
        areas = page.locator(".area:not(.shut):not(.locked)").evaluate_all("all => all.map((it) => it.dataset.id)")
        for area in areas[nth::3]:
            bob.area(area).click(position={"x": 12, "y": 12}, force=True)
        reader.reads("with wagers everywhere")
        bob.area("win-line").hover(position={"x": 12, "y": 12})
        reader.reads("the line")
    reader.is_content()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_at_a_terminal(enters: Enters, language: str) -> None:
    dee = enters("Dee").sits("Electronic 1", 4)
    reader = at(enters, dee, "Electronic 1", language)
    dee.waits_for("betting")
    dee.adds("small", "pair-1-2")
    reader.reads("betting")
    dee.page.locator(".shooter .button.main").click()
    expect(dee.page.locator(".net b")).to_be_visible()
    reader.reads("settled")
    dee.page.locator(".money .more").last.click()
    reader.reads("collecting")
    dee.page.locator("dialog .button.main, [role=dialog] .button.main").click()
    reader.reads("a ticket")
    reader.is_content()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_opens_over_a_terminal_and_what_befalls_it(enters: Enters, house: Served, language: str) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 2", 3), Dealer(house, "Sic Bo 2")
    for wagers in (("small", "total-9"), ("double-4",)):
        dealer.opens_betting()
        cai.waits_for("betting")
        cai.adds(*wagers)
        expect(cai.stake).to_have_text(f"${5 * len(wagers)}.00")
        dealer.closes_betting()
        dealer.shows(1, 2, 4)
    reader = Reader(language, player=shows(cai, language, "/player/Sic%20Bo%202", ".felt-drawing"))
    page = reader.pages["player"]
    dealer.opens_betting()
    cai.waits_for("betting")
    cai.adds("small")
    expect(cai.stake).to_have_text("$5.00")
    reader.opens_each(page, "button.tool:not(.language):not([lang])")
    reader.opens_each(page, ".acts .button:nth-last-child(-n+2), .money .more, .roads .link, .last-round .my-rounds")
    page.locator(".bar-own button, button.tool").first.click()
    page.get_by_role("dialog").locator(".choices .button").first.click()
    reader.reads("a limit is set")
    page.keyboard.press("Escape")
    page.locator(".last-round .my-rounds").click()
    expect(page.locator(".rounds > li")).to_have_count(2)
    page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
    reader.reads("the explanation of each wager")
    page.locator(".rounds .button").first.click()
    page.locator(".dispute textarea").fill("$5")
    page.locator(".dispute .button.main").click()
    page.locator(".last-round .my-rounds").click()
    reader.reads("a dispute")
    page.keyboard.press("Escape")
    cai.context.set_offline(True)
    expect(page.locator(".banner.coral")).to_be_visible()
    reader.reads("the link is lost")
    cai.context.set_offline(False)
    expect(page.locator(".banner.coral")).to_have_count(0)
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 4, 5))
    dealer.does(dealt_result.EnterResult, dice=(1, 4, 5))
    dealer.does(ReportLights, areas=("big",))
    reader.reads("stopped")
    house.does("house", ExcludeFromCasino, "Max", "gaming-manager", person="Cai", reason="$5")
    expect(page.locator(".felt-drawing")).to_have_count(0)
    reader.reads("shown out")
    cai.complaints.clear()  # the browser itself says that it could not connect
    reader.is_content()


def pages() -> Iterator[tuple[str, str]]:
    yield "/", ".table-card .felt-drawing"
    yield "/sign-in", "input"
    for table in ("Sic Bo 1", "Symbols 1", "Craps 1", "Electronic 1", "Macau 1", "Yee Hah Hi 1"):
        yield f"/rules/{quote(table)}", "tbody tr"
        yield f"/player/{quote(table)}", ".felt-drawing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_door_the_rules_and_every_felt_before_one_sits_down(enters: Enters, language: str) -> None:
    dee = enters("Dee")
    reader = Reader(language)
    for path, ready in pages():
        reader.pages = {path: shows(dee, language, path, ready)}
        reader.reads("there")
    reader.is_content()


TABS = ".wager-pane .tab"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_odds_laboratory(enters: Enters, language: str) -> None:
    """Deviations and what comes back of a unit are written with two decimals and are no money."""
    someone = enters()
    for book, wager in (("star-sicbo-2024", "small"), ("star-craps", "horn"), ("crown-sicbo-b", "symbol-fish")):
        page = shows(someone, language, f"/odds/{book}?wager={wager}", ".list tbody tr")
        reader = Reader(language, odds=page)
        reader.opens_each(page, TABS)
        reader.found = {it: where for it, where in reader.found.items() if not it.startswith("bare amount")}
        reader.is_content()
