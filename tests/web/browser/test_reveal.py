"""The reveal: covered dice, then one by one, then the areas and what they paid; skippable, and still on request."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from dicehouse.table import dealt_result
from tests.web.browser.chromium import Person
from tests.web.browser.dealing import Dealer
from tests.web.served import Served

Enters = Callable[..., Person]

WATCHES = """() => {
  window.seen = [];
  const note = (what) => { if (!window.seen.includes(what)) window.seen.push(what); };
  new MutationObserver(() => {
    const stage = document.querySelector('.stage');
    if (stage?.querySelector('.cover.down')) note('covered');
    else if (stage && !document.querySelector('.area.win')) note(`dice ${stage.dataset.seen}`);
    if (document.querySelector('.area.win')) note('lit');
    if (document.querySelector('.flying')) note('flying');
    if (document.querySelector('.counting')) note('counting');
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Notes what came, in the order in which it came."""


def bets(person: Person, dealer: Dealer, *wagers: str) -> None:
    dealer.opens_betting()
    person.waits_for("betting")
    person.adds(*wagers)
    expect(person.stake).to_have_text(f"${5 * len(wagers)}.00")


def test_the_dice_come_one_by_one_then_the_areas_and_then_the_payment(enters: Enters, house: Served) -> None:
    ann, dealer = enters("Ann").sits("Sic Bo 1", 1), Dealer(house, "Sic Bo 1")
    bets(ann, dealer, "small", "single-5")
    ann.page.evaluate(WATCHES)
    dealer.closes_betting()
    expect(ann.page.locator(".stage")).to_have_text("The dice are covered. Nobody sees them before the shaker opens.")
    assert ann.violations() == []
    dealer.shows(1, 4, 5)
    expect(ann.rack).to_have_text("$210.00")
    expect(ann.page.locator(".stage")).to_contain_text("Small, Even")
    seen = ann.page.evaluate("window.seen")
    assert [it for it in seen if it != "counting"] == [
        "covered", "dice 0", "dice 1", "dice 2", "dice 3", "lit", "flying",
    ]  # fmt: skip
    assert "counting" in seen
    expect(ann.page.locator(".flying")).to_have_count(0)
    assert ann.violations() == []


def test_until_the_areas_are_lit_neither_the_rack_nor_the_roads_nor_the_message_tell_the_result(
    enters: Enters, house: Served
) -> None:
    bob, dealer = enters("Bob").sits("Sic Bo 1", 2), Dealer(house, "Sic Bo 1")
    bets(bob, dealer, "small")
    tells = """() => new Promise((done) => new MutationObserver(() => {
      const stage = document.querySelector('.stage');
      if (stage?.dataset.seen === '2') done({
        lit: document.querySelectorAll('.area.win').length, beads: document.querySelectorAll('.bead').length,
        rack: document.querySelector('.money b').textContent, message: document.querySelector('.message').textContent,
      });
    }).observe(document.body, { subtree: true, childList: true, attributes: true }))"""
    bob.page.evaluate(f"() => {{ window.held = ({tells})(); }}")
    dealer.closes_betting()
    dealer.shows(1, 2, 4)
    assert bob.page.evaluate("window.held") == {"lit": 0, "beads": 0, "rack": "$195.00", "message": ""}
    expect(bob.rack).to_have_text("$205.00")


def test_skip_and_escape_go_to_the_last_frame_and_nothing_flies_for_a_round_that_was_lost(
    enters: Enters, house: Served
) -> None:
    cai, dealer = enters("Cai").sits("Sic Bo 2", 1), Dealer(house, "Sic Bo 2")
    skip = cai.page.get_by_role("button", name="Skip")
    for by in ("Skip", "Escape"):
        bets(cai, dealer, "big")
        cai.page.evaluate(WATCHES)
        dealer.closes_betting()
        dealer.shows(1, 1, 3)
        expect(skip).to_be_visible()
        if by == "Skip":
            skip.click()
        else:
            cai.page.keyboard.press(by)
        expect(skip).to_have_count(0)
        expect(cai.page.locator(".area.win").first).to_be_visible()
        expect(cai.page.locator(".net b")).to_have_text("−$5.00")  # noqa: RUF001
        assert "flying" not in cai.page.evaluate("window.seen")


def test_with_less_motion_the_last_frame_is_there_at_once(
    enters: Enters, house: Served, record_property: Callable[[str, object], None]
) -> None:
    dee, dealer = enters("Dee", reduced_motion="reduce").sits("Sic Bo 3", 1), Dealer(house, "Sic Bo 3")
    bets(dee, dealer, "small")
    dee.page.evaluate(
        """() => { window.litAt = new Promise((done) => new MutationObserver(() => {
          if (document.querySelector('.area.win')) done(Date.now());
        }).observe(document.body, { subtree: true, childList: true, attributes: true })); }"""
    )
    dealer.closes_betting()
    dealer.does(dealt_result.Uncover)
    dealer.does(dealt_result.AnnounceResult, dice=(1, 2, 4))
    announced = time.time() * 1_000
    late = dee.page.evaluate("window.litAt") - announced
    record_property("result on the screen after ms", round(late))
    expect(dee.page.locator(".stage button")).to_have_count(0)
    assert late < 2_000, "a quiet machine takes less than 100 ms"


def test_sound_is_off_until_it_is_switched_on_and_that_is_remembered(enters: Enters) -> None:
    ann = enters("Ann").comes_to("Sic Bo 1")
    ann.page.add_init_script(
        "window.made = 0; const Made = AudioContext; window.AudioContext = class extends Made"
        " { constructor() { super(); window.made += 1; } };"
    )
    ann.page.reload()
    ann.area("small").click(force=True)
    assert ann.page.evaluate("window.made") == 0
    ann.page.get_by_role("button", name="Sound on").click()
    expect(ann.page.get_by_role("button", name="Sound off")).to_be_visible()
    assert ann.page.evaluate("window.made") == 1
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Sound off")).to_be_visible()
    ann.area("small").click(force=True)
    expect(ann.message).to_have_text(re.compile("Take a seat first"))
    assert ann.page.evaluate("window.made") == 1
