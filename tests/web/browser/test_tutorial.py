"""The tutorial docs/play-on-the-floor.md goes as it says, and every console has its picture in the docs."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from dicehouse.floor import demo
from dicehouse.floor.plan import HousePlan, Pace
from tests.web.browser.chromium import Person
from tests.web.browser.pictures import PICTURES

Enters = Callable[..., Person]
ROOT = Path(__file__).parents[3]
PAGES = sorted(it.stem for it in (ROOT / "consoles").glob("*.html"))


@pytest.fixture
def house_plan() -> HousePlan:
    """The demo as `make run` serves it, at a quicker pace."""
    made = demo.plan(pace=Pace(betting=4, beat=0.1, show=2))
    return replace(made, tables=tuple(it for it in made.tables if it.name == "Sic Bo 1"))


def test_the_tutorial_leads_to_a_settled_wager(enters: Enters) -> None:
    ann = enters()
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.rack).to_have_text("$200.00")
    ann.waits_for("betting")
    ann.adds("small", "double-4")
    expect(ann.stake).to_have_text("$10.00")
    expect(ann.page.locator(".breakdown li")).to_have_count(2)
    expect(ann.page.locator(".net b")).to_have_text(re.compile(r"^[+\u2212]?\$\d+\.00$"))


@pytest.mark.parametrize("page", PAGES)
def test_every_console_has_its_picture(page: str) -> None:
    assert (PICTURES / f"{page}.png").is_file(), f"call picture(page, {page!r}) in its test, then `make pictures`"


def test_every_picture_is_shown_on_a_page() -> None:
    text = "".join(it.read_text(encoding="utf-8") for it in (ROOT / "docs").rglob("*.md"))
    assert [it.name for it in PICTURES.glob("*.png") if f"pictures/consoles/{it.name}" not in text] == []
