"""The games that come as files alone: worth what is published, and the same read a second way."""

import sys
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest

from dicehouse.odds.chain import solve_chain
from dicehouse.odds.figures import percent
from dicehouse.odds.value import values
from dicehouse.rulebooks import load
from dicehouse.rulebooks.loader import SHIPPED
from dicehouse.wager import Automaton
from tests.interpreter import agrees, told
from tests.support import tell

PUBLISHED = {
    "strip-craps": {
        "win-line": ("7/495", "1.414%"),
        "dont-win": ("3/220", "1.364%"),
        "come": ("7/495", "1.414%"),
        "dont-come": ("3/220", "1.364%"),
        "behind-win-line-4": ("0", "0.000%"),
        "behind-dont-come-9": ("0", "0.000%"),
        "place-win-6": ("1/66", "1.515%"),
        "place-win-5": ("1/25", "4.000%"),
        "place-win-4": ("1/15", "6.667%"),
        "place-lose-4": ("1/33", "3.030%"),
        "place-lose-5": ("1/40", "2.500%"),
        "place-lose-6": ("1/55", "1.818%"),
        "buy-4": ("1/60", "1.667%"),
        "buy-5": ("1/50", "2.000%"),
        "lay-4": ("1/60", "1.667%"),
        "hard-6": ("1/11", "9.091%"),
        "hard-4": ("1/9", "11.111%"),
        "big-6": ("1/11", "9.091%"),
        "put-6": ("1/11", "9.091%"),
        "field": ("1/36", "2.778%"),
        "any-seven": ("1/6", "16.667%"),
        "any-craps": ("1/9", "11.111%"),
        "craps-2": ("5/36", "13.889%"),
        "craps-3": ("1/9", "11.111%"),
        "eleven": ("1/9", "11.111%"),
        "horn": ("1/8", "12.500%"),
        "world": ("2/15", "13.333%"),
        "crap-eleven": ("1/9", "11.111%"),
        "hop-1-2": ("1/9", "11.111%"),
        "hop-3-3": ("5/36", "13.889%"),
        "all-small": ("1687/21736", "7.761%"),
        "all-tall": ("1687/21736", "7.761%"),
        "all": ("10207263466/136745788725", "7.464%"),
        "repeater-2": ("8/49", "16.327%"),
        "repeater-3": ("13/64", "20.313%"),
        "repeater-4": ("5/27", "18.519%"),
        "repeater-5": ("533/3125", "17.056%"),
        "repeater-6": ("349686/1771561", "19.739%"),
        "repeater-8": ("349686/1771561", "19.739%"),
        "repeater-12": ("8/49", "16.327%"),
    },
    "crapless-craps": {
        "win-line": ("373/6930", "5.382%"),
        "behind-win-line-2": ("0", "0.000%"),
        "place-win-2": ("1/14", "7.143%"),
        "place-win-3": ("1/16", "6.250%"),
        "field": ("1/36", "2.778%"),
    },
    "chuck-a-luck": {"number-1": ("17/216", "7.870%")},
    "under-over-seven": {"under": ("1/6", "16.667%"), "over": ("1/6", "16.667%"), "seven": ("1/6", "16.667%")},
    "yee-hah-hi": {
        "colour-red": ("1/9", "11.111%"),
        "colour-double-blue": ("1/9", "11.111%"),
        "any-colour-triple": ("1/9", "11.111%"),
        "symbol-crab": ("17/216", "7.870%"),
    },
    "macau-sicbo": {
        "small": ("1/36", "2.778%"),
        "big": ("1/36", "2.778%"),
        "odd": ("1/36", "2.778%"),
        "even": ("1/36", "2.778%"),
        "total-4": ("7/24", "29.167%"),
        "total-16": ("17/36", "47.222%"),
        "total-6": ("11/36", "30.556%"),
        "total-7": ("7/72", "9.722%"),
        "total-8": ("1/8", "12.500%"),
        "total-9": ("41/216", "18.981%"),
        "total-10": ("1/8", "12.500%"),
        "triple-1": ("65/216", "30.093%"),
        "any-triple": ("11/36", "30.556%"),
        "double-5": ("1/3", "33.333%"),
        "pair-1-2": ("1/6", "16.667%"),
        "single-6": ("17/216", "7.870%"),
        "four-1-2-3-4": ("1/9", "11.111%"),
    },
    "macau-sicbo-high": {
        "small": ("1/36", "2.778%"),
        "total-4": ("11/72", "15.278%"),
        "total-5": ("5/36", "13.889%"),
        "total-15": ("1/6", "16.667%"),
        "triple-1": ("35/216", "16.204%"),
        "any-triple": ("5/36", "13.889%"),
        "double-5": ("5/27", "18.519%"),
    },
}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_worth_what_is_published(name: str) -> None:
    edges = {it.id: it.edge for it in values(load(name))}
    for wager, (exact, shown) in PUBLISHED[name].items():
        assert (wager, str(edges[wager]), percent(edges[wager], 3)) == (wager, exact, shown)


def test_the_fire_bet_is_worth_what_is_published() -> None:
    it = next(it for it in values(load("strip-craps")) if it.id == "fire")
    assert percent(it.edge) == "20.76%"
    assert {end.label: percent(end.chance, 4) for end in it.payouts if end.label != "lose"} == {
        "win 999:1": "0.0162%",
        "win 249:1": "0.1640%",
        "win 24:1": "0.8798%",
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_wager_is_the_same_read_a_second_way(name: str) -> None:
    wagers, second = load(name).wagers, told(name)
    assert list(wagers) == list(second)
    for id, wager in wagers.items():
        assert agrees(wager, second[id]) == len(wager.states)


def test_all_has_1023_states_and_is_valued_in_a_tenth_of_a_second() -> None:
    rules = load("strip-craps").wagers["all"].rules
    assert len(rules.states) == 1023
    fastest = min(_seconds(rules) for _ in range(3))
    assert fastest < 0.1, f"{fastest:.3f} s"


def _seconds(rules: Automaton) -> float:
    """Of the processor, and not of whoever watches which lines are run."""
    watched = sys.gettrace()
    sys.settrace(None)
    try:
        start = process_time()
        solve_chain.__wrapped__(rules)
        return process_time() - start
    finally:
        sys.settrace(watched)


def test_a_wager_may_be_worth_the_same_from_any_order_of_what_came() -> None:
    rules = load("strip-craps").wagers["all-small"].rules
    assert tell(rules, ["2", "4", "9", "4"]) == tell(rules, ["4", "2"]) == "up_seen_2_4"
    assert solve_chain(rules)["up_seen_2_3_4_5"].rolls == Fraction(36, 11)


LARGE = """
based_on = "strip-craps"
name = "A large one"
[document]
id = "large"
title = "Of its own"
[document.clauses]
"1" = "Every total but seven before the twentieth seven."
[wagers.huge]
name = "Huge"
clause = "1"
remembers = { seen = "set of 2-6, 8-12", sevens = "count to 20" }
arms = [
  { on = "not total 7", adds = "seen", when = "seen is full", pays = "17 to 1" },
  { on = "total 7", counts = "sevens", when = "sevens = 20", lose = true },
]
"""


def test_a_wager_of_twenty_thousand_states_is_valued_in_five_seconds(tmp_path: Path) -> None:
    """Close to the most that the language allows on two dice."""
    file = tmp_path / "large.toml"
    file.write_text(LARGE, encoding="utf-8")
    rules = load(file).wagers["huge"].rules
    assert len(rules.states) == 20 * 1023
    assert _seconds(rules) < 5
