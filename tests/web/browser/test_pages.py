"""Every page in a real browser: nobody is shut out, nothing is inline, and both languages are whole."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from dicehouse.floor import demo
from tests.web.browser.chromium import PHONE, Person

Enters = Callable[..., Person]
ZH_LABEL = "对子 4，赔率 1赔11，未投注，已锁定"  # noqa: RUF001 - Chinese commas


def test_the_door_lets_anyone_of_the_demo_in_and_says_that_it_is_one(enters: Enters) -> None:
    ann = enters().comes_in("Ann")
    expect(ann.page.locator(".demo")).to_have_text("Demo, play money")
    expect(ann.page.get_by_role("link", name="Play: ")).to_have_count(len(demo.plan().tables))
    assert ann.violations() == []
    ann.page.get_by_role("button", name="Sign out").click()
    expect(ann.page.get_by_role("link", name="Sign in")).to_be_visible()
    assert ann.violations() == []


def test_a_card_and_its_pin_open_the_door_and_a_wrong_pin_says_so(enters: Enters) -> None:
    someone = enters()
    page = someone.page
    page.goto("/sign-in?next=//elsewhere.example")
    page.get_by_label("Card number").fill("1001")
    page.get_by_label("PIN").fill("9999")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert someone.violations() == []
    someone.complaints.clear()  # the browser itself reports the refused request
    page.get_by_label("PIN").fill("1111")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="You are Ann")).to_be_visible()


@pytest.mark.parametrize("table", ["Sic Bo 1", "Symbols 1", "Craps 1", "Electronic 1"])
def test_axe_finds_nothing_at_a_terminal(enters: Enters, table: str) -> None:
    assert enters("Cai").comes_to(table).violations() == []


def test_axe_finds_nothing_on_a_phone(enters: Enters) -> None:
    assert enters("Cai", viewport=PHONE).comes_to("Sic Bo 1").violations() == []


def test_a_dialog_takes_the_focus_and_gives_it_back(enters: Enters) -> None:
    cai = enters("Cai").comes_to("Sic Bo 1")
    cai.page.get_by_role("button", name="Keys").click()
    expect(cai.page.get_by_role("dialog").locator(":focus")).to_have_count(1)
    assert cai.violations() == []
    cai.page.keyboard.press("Escape")
    expect(cai.page.get_by_role("dialog")).to_have_count(0)
    expect(cai.page.get_by_role("button", name="Keys")).to_be_focused()


def test_the_page_is_wholly_chinese_when_it_is_switched(enters: Enters) -> None:
    cai = enters("Cai").comes_to("Sic Bo 2")
    cai.page.get_by_role("button", name="中文").click()
    expect(cai.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(cai.area("double-4")).to_have_attribute("aria-label", ZH_LABEL)
    expect(cai.page.locator('[data-id="small"] .face')).not_to_contain_text("Small")
    assert cai.violations() == []
    cai.page.get_by_role("button", name="English").click()
    expect(cai.page.locator("html")).to_have_attribute("lang", "en")


def test_less_motion_is_respected(enters: Enters) -> None:
    cai = enters("Cai", reduced_motion="reduce").comes_to("Sic Bo 1")
    moving = "[...document.querySelectorAll('*')].filter((it) => getComputedStyle(it).animationName !== 'none').length"
    assert cai.page.evaluate(moving) == 0


def test_no_page_has_anything_inline() -> None:
    from dicehouse.web.pages import STATIC

    pages = list(STATIC.glob("*.html"))
    assert pages
    for page in pages:
        text = page.read_text()
        assert "<style" not in text
        assert " style=" not in text
        assert all("src=" in it.partition(">")[0] for it in text.split("<script")[1:])
