"""The seal on the dice at a player's page: the page works it out itself and says so, or says that it cannot."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from dicehouse.floor import demo
from dicehouse.floor.plan import HousePlan
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import plan
from tests.web.served import Served

Enters = Callable[..., Person]
WRONG_SHA = "SubtleCrypto.prototype.digest = async () => new ArrayBuffer(32);"
NO_SHA = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });"


@pytest.fixture
def house_plan() -> HousePlan:
    """At Sic Bo 2 a practice dealer deals quickly from a simulated tumbler."""
    made = plan()
    pace = replace({it.name: it for it in demo.plan().tables}["Sic Bo 2"].pace, betting=2, beat=0.2, show=1)
    sealed = {"dealer": "practice", "tumbler": "simulated", "pace": pace}
    tables = (replace(it, **sealed) if it.name == "Sic Bo 2" else it for it in made.tables)
    return replace(made, tables=tuple(tables))


def said(page: Page, word: str) -> None:
    expect(page.get_by_role("button", name=word, exact=True)).to_be_visible(timeout=20_000)


def test_the_page_checks_the_opened_seal_itself(enters: Enters, house: Served) -> None:
    ann = enters("Ann").sits("Sic Bo 2", 1)
    ann.waits_for("betting")
    ann.adds("small")
    said(ann.page, "Checked")
    ann.page.get_by_role("button", name="Checked", exact=True).click()
    opened = house.floor.tables["Sic Bo 2"].opened
    assert opened is not None
    dialog = ann.page.locator(".opened-seal")
    expect(dialog).to_contain_text("This page has worked the seal out itself")
    expect(dialog).to_contain_text("This page had the seal before the dice were shown.")
    dialog.locator("summary").click()
    dice = "-".join(map(str, opened.dice))
    expect(dialog).to_contain_text(f"printf %s {opened.salt}:{dice} | sha256sum")
    expect(dialog).to_contain_text(opened.seal)
    for script, word, words in (
        (WRONG_SHA, "Seal wrong", "do not make the seal"),
        (NO_SHA, "Not checked", "This page cannot check the seal"),
    ):
        ann.page.add_init_script(script)
        ann.page.reload()
        said(ann.page, word)
        ann.page.get_by_role("button", name=word, exact=True).click()
        expect(ann.page.locator(".opened-seal")).to_contain_text(words)
