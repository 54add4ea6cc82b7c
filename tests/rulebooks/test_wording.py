"""What a file says of its wagers to people, in both languages, and every mistake in it told with its line and key."""

from pathlib import Path

import pytest

from dicehouse.rulebooks import load
from dicehouse.rulebooks.nicknames import names, wager_called
from dicehouse.rulebooks.reasons import reason
from dicehouse.rulebooks.wording import Speech
from dicehouse.wager import Decision
from tests.houses import mistake, write

GAME = """\
name = "The Corner Game"

[document]
id = "corner-rules"
title = "Rules of the corner"

[document.clauses]
"1" = "The game."

[dice]
count = 2
faces = ["fish", "prawn", "gourd", "coin", "crab", "rooster"]
chinese = { fish = "鱼", prawn = "虾" }

[felt.bands]
fishes = { en = "Fishes", zh = "鱼类" }

[wagers.symbol]
name = { en = "A {s}", zh = "一{s}" }
nicknames = ["the {s}"]
rule = { en = "a {s} shows", zh = "开出{s}" }
told = { lose = { en = "{dice} came, no {s}", zh = "开出 {dice}…没有{s}" } }
call = { en = "{s}!", zh = "{s}~" }
felt = { band = "fishes", across = 2 }
clause = "1"
each = { s = "fish, prawn" }
wins = [{ on = "shows s", pays = "1 to 1" }]
"""


def test_what_a_file_says_of_a_wager_stands_in_both_languages(tmp_path: Path) -> None:
    book = load(str(write(tmp_path, GAME)))
    said = book.wording["symbol-prawn"]
    assert (said.name, said.rule, said.call) == (
        Speech("A Prawn", "一虾"), Speech("a Prawn shows", "开出虾"), Speech("Prawn!", "虾~"),
    )  # fmt: skip
    assert (said.told["lose"].zh, said.band, said.across) == ("开出 {dice}…没有虾", "fishes", 2)
    assert (book.name_of("symbol-prawn"), book.felt.bands["fishes"]) == ("A Prawn", Speech("Fishes", "鱼类"))


def test_it_goes_by_its_names_in_both_languages_and_by_its_nicknames(tmp_path: Path) -> None:
    book = load(str(write(tmp_path, GAME)))
    for called in ("symbol-fish", "Fish", "一鱼", "the fish"):
        assert wager_called(book, called).id == "symbol-fish"
    assert "" not in names(book)
    assert wager_called(load("strip-craps"), "yo-leven").id == "eleven"


def test_the_reason_is_what_the_file_says_and_else_is_made_of_the_dice(tmp_path: Path) -> None:
    book = load(str(write(tmp_path, GAME)))
    fish = book.wagers["symbol-fish"]
    lost, won = (fish.rules.steps[0][book.dice.index(dice)] for dice in ((2, 6), (1, 6)))
    assert isinstance(lost, Decision)
    assert isinstance(won, Decision)
    assert reason(book, fish, "open", (2, 6), lost) == "prawn-rooster came, no Fish"
    assert reason(book, fish, "open", (1, 6), won) == "fish-rooster came"
    strip = load("strip-craps")
    step = strip.wagers["place-win-6"].rules.steps[0][strip.dice.index((3, 4))]
    assert isinstance(step, Decision)
    assert reason(strip, strip.wagers["place-win-6"], "up", (3, 4), step) == "7 came; 6 was needed first"


def test_a_wager_that_is_declared_anew_keeps_what_it_was_called(tmp_path: Path) -> None:
    write(tmp_path, GAME, "first.toml")
    anew = '[wagers.symbol]\nclause = "1"\neach = { s = "fish, prawn" }\nwins = [{ on = "shows s", pays = "2 to 1" }]\n'
    book = load(str(write(tmp_path, f'based_on = "first.toml"\nname = "Second"\n{anew}')))
    said = book.wording["symbol-fish"]
    assert (said.name.zh, said.nicknames, said.band) == ("一鱼", ("the fish",), "fishes")
    assert (said.rule, said.told) == (Speech(""), {})  # which were true of the old rules


MISTAKES = {
    "a language that is missing": (
        'name = { en = "A {s}", zh = "一{s}" }', 'name = { en = "A {s}" } # here', "wagers.symbol.name.zh", "missing",
    ),
    "a name in braces that stands for nothing": (
        'rule = { en = "a {s} shows"', 'rule = { en = "a {x} shows"', "wagers.symbol.rule", "there is no {x}",
    ),
    "a word near a place": (
        "开出 {dice}", "开出 {dise}", "wagers.symbol.told.lose", "there is no {dise} to fill in; did you mean dice?",
    ),
    "a result that never comes": (
        "told = { lose", "told = { push", "wagers.symbol.told.push", "it never comes to a push",
    ),
    "a band that is not there": (
        'band = "fishes"', 'band = "fishe"', "wagers.symbol.felt.band", "did you mean fishes?",
    ),
    "too many across": ("across = 2", "across = 16", "wagers.symbol.felt.across", "at most 15"),
    "a symbol that is not on the dice": (
        'chinese = { fish = "鱼", prawn', 'chinese = { fish = "鱼", pawn', "dice.chinese.pawn", "did you mean prawn?",
    ),
    "a button that nobody has": (
        'nicknames = ["the {s}"]', 'button = "bye"', "wagers.symbol.button", "did you mean buy?",
    ),
    "a nickname that is no list": ('nicknames = ["the {s}"]', 'nicknames = "the"', "wagers.symbol.nicknames", "list"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_what_is_said_is_one_line(tmp_path: Path, name: str) -> None:
    old, new, key, says = MISTAKES[name]
    assert old in GAME
    error = mistake(write(tmp_path, GAME.replace(old, new)))
    assert (error.key, says in str(error)) == (key, True), str(error)
