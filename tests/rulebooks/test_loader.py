"""From a TOML file to a rulebook: one's own works as a built-in does, and a mistake in it is told where it stands."""

import hashlib
import json
import tomllib
from datetime import date
from pathlib import Path

import pytest

from dicehouse.layout import Layout
from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, RulebookError, load
from dicehouse.rulebooks.loader import PROCEDURES, SHIPPED, restored, text_of
from dicehouse.rulebooks.readings import readings, readings_of
from dicehouse.rulebooks.rulebook import Ban, Cited, Diagram, InForce, NoResult, NotifyRule, Power, Role, Time
from tests.houses import HOUSE, WHOLE, changed, marked, mistake, says, write
from tests.tables import decided

# --- a whole rulebook of one's own


def test_a_rulebook_of_ones_own_says_all_that_its_file_says(tmp_path: Path) -> None:
    book = load(write(tmp_path, HOUSE))
    assert (book.id, book.name) == ("corner-house", "Sic Bo at the Corner House")
    assert (book.document, book.edition, book.regulator) == ("aruze-sicbo", "first", "the town")
    assert book.game.id == "sicbo"
    assert list(book.wagers) == ["small", "big", "odd", *(f"single-{face}" for face in range(1, 7))]
    assert book.optional == {"odd"}
    assert book.markers == (), "a table carries no marker that none of its wagers minds"
    assert (book.chips_clause, book.calls_clause, book.removal_clause) == ("3.8", "", '1.1 "wagering period"')
    assert book.no_result == NoResult("no result", "7.4", frozenset(), {"cocked dice": "7.4.1", "power-cut": "7.6"})
    assert book.limits == {
        "per": Cited("wager", '1.1 "maximum bet"'),
        "below_minimum": Cited("refused", '1.1 "minimum bet"'),
        "above_maximum": Cited("refused", '1.1 "maximum bet"'),
        "off_unit": Cited("refused", "3.2"),
    }
    assert book.times == {"shoot": Time(10, "seconds", "3.10.3"), "closing": Time(5, "minutes", "8.2")}
    assert book.roles == (
        Role("host", "Host", "8.15", ()),
        Role("supervisor", "Supervisor", '1.1 "electronic gaming supervisor"', ("host",)),
    )
    assert book.powers == {
        "close_table": Power(("supervisor",), "8.2"),
        "decide_dispute": Power(("host", "supervisor"), "8.15"),
    }


def test_readings_are_as_the_file_says_and_else_as_shipped(tmp_path: Path) -> None:
    book = load(write(tmp_path, HOUSE))
    assert book.readings["pair_pays"] == "each_pair"
    shipped = {key: reading.shipped("aruze-sicbo") for key, reading in readings().items()}
    assert book.readings == {**shipped, "pair_pays": "each_pair"}
    assert book.open_readings == tuple(readings_of("aruze-sicbo"))
    assert "pair_pays" in book.open_readings
    assert "even_totals" not in book.open_readings


def test_wagers_settle_by_it_as_by_a_built_in(tmp_path: Path) -> None:
    layout = Layout(load(str(write(tmp_path, HOUSE))))
    layout.place("w1", "single-6", 500)
    layout.place("w2", "odd", 500)
    ends = decided(layout.roll([6, 6, 5]))
    assert [(it.result, it.winnings, it.clauses) for it in ends] == [
        ("win", 1000, ("3.9.8", "3.9.10[Any Number 2]")),
        ("win", 500, ("3.9",)),
    ]


def test_a_house_that_cites_no_rule_for_taking_down_cites_only_the_wager(tmp_path: Path) -> None:
    silent = changed("[removal]\nclause = '1.1 \"wagering period\"'\n", "")
    layout = Layout(load(write(tmp_path, silent)))
    assert layout.book.removal_clause == ""
    layout.place("w1", "big", 500)
    (gone,) = decided(layout.remove("w1"))
    assert gone.clauses == ("3.9.2",)


def test_a_file_is_read_again_each_time(tmp_path: Path) -> None:
    path = write(tmp_path, HOUSE)
    assert load(path).edition == "first"
    write(tmp_path, changed('"first"', '"second"'))
    assert load(path).edition == "second"


# --- built in


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_rulebook_is_loaded_once(name: str) -> None:
    assert load(name) is load(name)
    assert load(name).id == name
    assert load(name, {}) is load(name)


def test_a_built_in_rulebook_with_another_reading_is_another() -> None:
    printed = load("star-sicbo-2024", {"even_totals": "printed"})
    assert printed.readings["even_totals"] == "printed"
    assert load("star-sicbo-2024").readings["even_totals"] == "corrected"
    assert printed is load("star-sicbo-2024", {"even_totals": "printed"})


def test_an_option_that_is_true_or_false_is_so_and_no_text() -> None:
    key = "streak_opening_result_counts"
    assert load("star-sicbo-2024").readings[key] is False
    assert load("star-sicbo-2024", {key: "true"}).readings[key] is True
    assert load("star-sicbo-2024", {key: "false"}).readings[key] is False


def test_several_readings_are_changed_at_once_in_any_order() -> None:
    one, other = (
        {"horn": "all_returned", "crap_eleven": "all_paid"},
        {"crap_eleven": "all_paid", "horn": "all_returned"},
    )
    assert load("star-craps", one) is load("star-craps", other)
    assert load("star-craps", one).readings["horn"] == "all_returned"
    assert load("star-craps", one).readings["crap_eleven"] == "all_paid"


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_text_of_a_built_in_rulebook_makes_the_same_one(name: str, tmp_path: Path) -> None:
    copy = load(write(tmp_path, text_of(name), "copy.toml"))
    assert copy.id == "copy"
    assert copy.hash == load(name).hash
    assert list(copy.wagers) == list(load(name).wagers)
    assert copy.readings == load(name).readings


def test_a_built_in_rulebook_that_is_broken_is_told_by_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.rulebooks.loader.text_of", lambda name: f'# {name}\nnaem = "x"\n')
    found = mistake("star-craps", horn="broken")
    assert str(found) == "star-craps.toml, line 2: naem: no such key here; did you mean name?"


@pytest.mark.parametrize(
    "name, near",
    [
        ("star-crap", "; did you mean star-craps?"),
        ("crown-sicbo", "; did you mean crown-sicbo-b?"),
        ("roulette", ""),
        ("", ""),
        ("star-craps.json", "; did you mean star-craps?"),
    ],
)
def test_an_unknown_rulebook_is_answered_with_the_nearest_and_all_there_are(name: str, near: str) -> None:
    known = (
        "star-sicbo-2024, star-sicbo-pre2024, crown-sicbo-a, crown-sicbo-b, aruze-sicbo, star-craps, macau-sicbo,"
        " macau-sicbo-high, strip-craps, crapless-craps, chuck-a-luck, yee-hah-hi, under-over-seven"
    )
    assert str(mistake(name)) == f"{name}: there is no such rulebook{near} ({known}, or a .toml file)"


# --- files that are none


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nobody.toml"
    assert str(mistake(path)) == f"{path}: it cannot be read: No such file or directory"


def test_a_folder_is_told_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "folder.toml"
    path.mkdir()
    assert str(mistake(path)) == f"{path}: it cannot be read: Is a directory"


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert str(mistake(path)) == f"{path}: this is not a text file in UTF-8"


def test_an_empty_file_lacks_its_document(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    assert str(mistake(path)) == f"{path}: document: this key is missing"


def test_a_file_that_is_not_toml_is_told_with_the_line(tmp_path: Path) -> None:
    text = changed('edition = "first"', "edition = first # here")
    path = write(tmp_path, text)
    assert str(mistake(path)) == f"{path}, line 5: this is not TOML: Invalid value (at line 5, column 11)"


# --- mistakes in a file of one's own: what is changed, the key, and the message

DOCUMENTS = "star-sicbo-2024, star-sicbo-pre2024, crown-sicbo, aruze-sicbo, star-craps"
UNITS = "times, seconds, minutes, hours, days, rounds"
MISSING = "this key is missing"
MISTAKES = {
    "an unknown key": (
        'edition = "first"',
        'editoin = "first" # here',
        "editoin",
        "no such key here; did you mean edition?",
    ),
    "an unknown key like none": ('edition = "first"', "zzz = 1 # here", "zzz", "no such key here"),
    "an unknown table": ("[chips]", "[chops] # here", "chops", "no such key here; did you mean chips?"),
    "no name": ('name = "Sic Bo at the Corner House"\n', "", "name", MISSING),
    "a name that is no text": (
        'name = "Sic Bo at the Corner House"',
        "name = 1 # here",
        "name",
        'this is a text, not 1; write it in quotes: "1"',
    ),
    "no edition": ('edition = "first"\n', "", "edition", MISSING),
    "no regulator": ('regulator = "the town"\n', "", "regulator", MISSING),
    "no document": ('document = "aruze-sicbo"\n', "", "document", MISSING),
    "an unknown document": (
        'document = "aruze-sicbo"',
        'document = "aruze" # here',
        "document",
        f"'aruze' is not one of {DOCUMENTS}; did you mean aruze-sicbo?",
    ),
    "no game": ('game = "sicbo"\n', "", "game", MISSING),
    "an unknown game": (
        'game = "sicbo"',
        'game = "roulette" # here',
        "game",
        "'roulette' is not one of sicbo, symbols, craps",
    ),
    "an unknown base": (
        'edition = "first"',
        'edition = "first"\nbased_on = "aruze" # here',
        "based_on",
        f"'aruze' is not one of {', '.join([*BUILT_IN, *SHIPPED, *PROCEDURES])}; did you mean aruze-sicbo?",
    ),
    "a base that is no text": (
        'edition = "first"',
        'edition = "first"\nbased_on = 7 # here',
        "based_on",
        'this is a text, not 7; write it in quotes: "7"',
    ),
    "an unknown reading": (
        'pair_pays = "each_pair"',
        'pair_pay = "each_pair" # here',
        "readings.pair_pay",
        "there is no such reading; did you mean pair_pays?",
    ),
    "a reading like none": (
        'pair_pays = "each_pair"',
        'zzz = "each_pair" # here',
        "readings.zzz",
        "there is no such reading",
    ),
    "a reading of another document": (
        'pair_pays = "each_pair"',
        'even_totals = "printed" # here',
        "readings.even_totals",
        "aruze-sicbo leaves no doubt about this, so there is nothing to read",
    ),
    "an option that a reading has not": (
        'pair_pays = "each_pair"',
        'pair_pays = "twice" # here',
        "readings.pair_pays",
        "'twice' is not one of once, each_pair",
    ),
    "an option that is a number": (
        'pair_pays = "each_pair"',
        "pair_pays = 2 # here",
        "readings.pair_pays",
        "'2' is not one of once, each_pair",
    ),
    "an option that is true": (
        'pair_pays = "each_pair"',
        "pair_pays = true # here",
        "readings.pair_pays",
        "'true' is not one of once, each_pair",
    ),
    "a table of a clause with another key": (
        'clause = "3.8"',
        'clauses = "3.8" # here',
        "chips.clauses",
        "no such key here; did you mean clause?",
    ),
    "a round without a name": ('called = "no result"\n', "", "no_result.called", MISSING),
    "an unknown key of a round": (
        'called = "no result"',
        'called = "no result"\nhold = [] # here',
        "no_result.hold",
        "no such key here; did you mean holds?",
    ),
    "a family held that there is not": (
        'called = "no result"',
        'called = "no result"\nholds = ["small", "strek"] # here',
        "no_result.holds",
        "there is no family 'strek'; did you mean streak?",
    ),
    "families held that are no list": (
        'called = "no result"',
        'called = "no result"\nholds = "streak" # here',
        "no_result.holds",
        "this is a list of texts",
    ),
    "an optional reason that there is not": (
        'called = "no result"',
        'called = "no result"\noptional = ["power-cuts"] # here',
        "no_result.optional",
        "there is no reason 'power-cuts'; did you mean power-cut?",
    ),
    "a malfunction that is no reason": (
        'called = "no result"',
        'called = "no result"\nmalfunctions = ["power-cuts"] # here',
        "no_result.malfunctions",
        "there is no reason 'power-cuts'; did you mean power-cut?",
    ),
    "a reason without a clause": (
        'power-cut = "7.6"',
        "power-cut = 7.6 # here",
        "no_result.reasons.power-cut",
        'this is a text, not 7.6; write it in quotes: "7.6"',
    ),
    "a limit that is missing": (
        'off_unit = { value = "refused", clause = "3.2" }\n',
        "",
        "limits.off_unit",
        "this table is missing",
    ),
    "an unknown limit": (
        'off_unit = { value = "refused", clause = "3.2" }',
        "off_units = 1 # here",
        "limits.off_units",
        "no such key here; did you mean off_unit?",
    ),
    "a limit of another value": (
        'per = { value = "wager", clause = \'1.1 "maximum bet"\' }',
        'per = { value = "hour", clause = "3.2" } # here',
        "limits.per.value",
        "'hour' is not one of player, player_area_or_wager, wager",
    ),
    "a limit with another key": (
        'off_unit = { value = "refused", clause = "3.2" }',
        'off_unit = { valeu = "refused", clause = "3.2" } # here',
        "limits.off_unit.valeu",
        "no such key here; did you mean value?",
    ),
    "a limit that is no table": (
        'off_unit = { value = "refused", clause = "3.2" }',
        'off_unit = "refused" # here',
        "limits.off_unit",
        "this is a table",
    ),
    "an unknown time": (
        "[times.closing]\namount = 5",
        "[times.lunch] # here\namount = 5",
        "times.lunch",
        "no such key here",
    ),
    "a time of nothing": ("amount = 5", "amount = 0 # here", "times.closing.amount", "0 is not above zero"),
    "a time below nothing": ("amount = 5", "amount = -5 # here", "times.closing.amount", "-5 is not above zero"),
    "a time in parts": (
        "amount = 5",
        "amount = 0.5 # here",
        "times.closing.amount",
        "this is a whole number above zero, not 0.5",
    ),
    "a time in words": (
        "amount = 5",
        'amount = "5" # here',
        "times.closing.amount",
        "this is a whole number above zero, not '5'",
    ),
    "a time that is true": (
        "amount = 5",
        "amount = true # here",
        "times.closing.amount",
        "this is a whole number above zero, not True",
    ),
    "a time without amount": (
        "[times.closing]\namount = 5\n",
        "[times.closing] # here\n",
        "times.closing.amount",
        MISSING,
    ),
    "an unknown unit": (
        'unit = "minutes"',
        'unit = "minute" # here',
        "times.closing.unit",
        f"'minute' is not one of {UNITS}; did you mean minutes?",
    ),
    "a time with another key": (
        'unit = "minutes"',
        'units = "minutes" # here',
        "times.closing.units",
        "no such key here; did you mean unit?",
    ),
    "a role without a name": (
        '[[roles]]\nid = "host"\nname = "Host"\n',
        '[[roles]] # here\nid = "host"\n',
        "roles.0.name",
        MISSING,
    ),
    "a role without an id": ('[[roles]]\nid = "host"\n', "[[roles]] # here\n", "roles.0.id", MISSING),
    "a role with another key": (
        'counts_as = ["host"]',
        'count_as = ["host"] # here',
        "roles.1.count_as",
        "no such key here; did you mean counts_as?",
    ),
    "a role that counts as nobody": (
        'counts_as = ["host"]',
        'counts_as = ["host", "hosts"] # here',
        "roles.1.counts_as",
        "there is no role 'hosts'; did you mean host?",
    ),
    "a role that counts as no list": (
        'counts_as = ["host"]',
        'counts_as = "host" # here',
        "roles.1.counts_as",
        "this is a list of texts",
    ),
    "an unknown power": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_tables = { by = ["supervisor"], clause = "8.2" } # here',
        "powers.close_tables",
        "no such key here; did you mean close_table?",
    ),
    "a power by an unknown role": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_table = { by = ["host", "boss"], clause = "8.2" } # here',
        "powers.close_table.by",
        "there is no role 'boss'",
    ),
    "a power by nobody": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_table = { by = [], clause = "8.2" } # here',
        "powers.close_table.by",
        "name at least one role",
    ),
    "a power that says not by whom": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_table = { clause = "8.2" } # here',
        "powers.close_table.by",
        "name at least one role",
    ),
    "a power by no list": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_table = { by = "supervisor", clause = "8.2" } # here',
        "powers.close_table.by",
        "this is a list of texts",
    ),
    "a power with another key": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_table = { by = ["supervisor"], claus = "8.2" } # here',
        "powers.close_table.claus",
        "no such key here; did you mean clause?",
    ),
    "a power that is no table": (
        'close_table = { by = ["supervisor"], clause = "8.2" }',
        'close_table = "supervisor" # here',
        "powers.close_table",
        "this is a table",
    ),
}
UNDER = {"a round without a name": "[no_result]", "a limit that is missing": "[limits]"}
"""Where something is missing, the header that it is missed under."""


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_names_the_file_the_line_the_key_and_what_is_wrong(what: str, tmp_path: Path) -> None:
    old, new, key, message = MISTAKES[what]
    text = changed(old, new)
    if what in UNDER:
        text = text.replace(f"{UNDER[what]}\n", f"{UNDER[what]} # here\n")
    path = write(tmp_path, text)
    found = mistake(path)
    assert str(found) == says(path, text, key, message)
    assert (found.file, found.key, found.line) == (str(path), key, marked(text))


def test_a_role_ranked_twice_is_told(tmp_path: Path) -> None:
    text = changed('id = "supervisor"', 'id = "host"')
    path = write(tmp_path, text)
    found = mistake(path)
    assert str(found).endswith("id: 'host' is ranked twice")
    assert text.splitlines()[found.line - 1] == 'id = "host"'


@pytest.mark.parametrize(
    "without, key, message",
    [
        ("no_result", "no_result", "this table is missing"),
        ("no_result.reasons", "no_result.reasons", "this table is missing"),
        ("limits", "limits", "this table is missing"),
        ("powers", "powers", "this table is missing"),
        ("roles", "roles", "this is an array of tables, written [[roles]]"),
        ("wagers", "wagers", "this table is missing"),
    ],
)
def test_a_table_that_every_rulebook_needs_is_missed(without: str, key: str, message: str, tmp_path: Path) -> None:
    blocks = HOUSE.split("\n\n")
    kept = [block for block in blocks if not block.lstrip("[").startswith((f"{without}]", f"{without}."))]
    assert len(kept) < len(blocks)
    path = write(tmp_path, "\n\n".join(kept))
    found = mistake(path)
    assert str(found).startswith(str(path))
    assert str(found).endswith(f": {key}: {message}")


def test_a_table_of_times_may_be_empty_but_not_missing(tmp_path: Path) -> None:
    start, end = HOUSE.index("[times]"), HOUSE.index("[[roles]]")
    assert load(write(tmp_path, HOUSE[:start] + "[times]\n\n" + HOUSE[end:])).times == {}
    path = write(tmp_path, HOUSE[:start] + HOUSE[end:])
    assert str(mistake(path)) == f"{path}: times: this table is missing"


# --- clauses, wherever they stand

CLAUSES = {
    "chips.clause": ('clause = "3.8"', 'clause = "3.88" # here'),
    "removal.clause": ("clause = '1.1 \"wagering period\"'", 'clause = "3.88" # here'),
    "calls.clause": ("[chips]", '[calls]\nclause = "3.88" # here\n[chips]'),
    "no_result.clause": ('clause = "7.4"\n', 'clause = "3.88" # here\n'),
    "no_result.reasons.cocked dice": ('"cocked dice" = "7.4.1"', '"cocked dice" = "3.88" # here'),
    "limits.off_unit.clause": ('"refused", clause = "3.2" }', '"refused", clause = "3.88" } # here'),
    "times.shoot.clause": ('clause = "3.10.3" }', 'clause = "3.88" } # here'),
    "roles.0.clause": ('name = "Host"\nclause = "8.15"', 'name = "Host"\nclause = "3.88" # here'),
    "roles.1.clause": ("clause = '1.1 \"electronic gaming supervisor\"'", 'clause = "3.88" # here'),
    "powers.close_table.clause": ('["supervisor"], clause = "8.2" }', '["supervisor"], clause = "3.88" } # here'),
    "powers.close_table.only": (
        '["supervisor"], clause = "8.2" }',
        '["supervisor"], clause = "8.2", only = "3.88" } # here',
    ),
    "wagers.small.clause": ('clause = "3.9.1"', 'clause = "3.88" # here'),
    "wagers.small.says.lose": ('lose = "3.9.1.2" }', 'lose = "3.88" } # here'),
    "wagers.big.says.win": ('says.win = "3.9.2.1"', 'says.win = "3.88" # here'),
    "wagers.small.odds.win.clause": ('clause = "3.9.10[Small]" }', 'clause = "3.88" } # here'),
    "wagers.big.odds.win.clause": ('clause = "3.9.10[Big]" } }', 'clause = "3.88" } } # here'),
    "wagers.odd.odds.win.clause": ('pays = "1 to 1"\nclause = "3.9"', 'pays = "1 to 1"\nclause = "3.88" # here'),
    "wagers.single.odds.two.clause": ('clause = "3.9.10[Any Number 2]" }', 'clause = "3.88" } # here'),
}


@pytest.mark.parametrize("key", CLAUSES)
def test_a_clause_that_does_not_exist_is_told_wherever_it_stands(key: str, tmp_path: Path) -> None:
    text = changed(*CLAUSES[key])
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, key, "the document has no clause '3.88'; did you mean 3.8?")


@pytest.mark.parametrize(
    "own, key",
    [
        ("[wagers.behind-come.limit]\nclause = '3.88' # here", "wagers.behind-come.limit.clause"),
        ("[wagers.buy]\ncommission.clause = '3.88' # here", "wagers.buy.commission.clause"),
        ("[calls]\nclause = '3.88' # here", "calls.clause"),
    ],
)
def test_a_clause_of_craps_that_does_not_exist_is_told_too(own: str, key: str, tmp_path: Path) -> None:
    text = f'based_on = "star-craps"\n{own}\n'
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, key, "the document has no clause '3.88'; did you mean 3.8?")


# --- based on another rulebook


def test_a_rulebook_based_on_another_says_only_what_is_different(tmp_path: Path) -> None:
    text = """\
based_on = "crown-sicbo-a"
name = "Ours"
[readings]
small_big_triple = "wins"
[wagers.triple.odds.win]
pays = "190 to 1"
[times.closing]
amount = 5
"""
    book, base = load(write(tmp_path, text)), load("crown-sicbo-a")
    assert (book.id, book.name, book.edition) == ("corner-house", "Ours", base.edition)
    assert book.readings == {**base.readings, "small_big_triple": "wins"}
    assert book.wagers["triple-1"].best == 190
    assert book.times == {**base.times, "closing": Time(5, "rounds", "9.8")}
    assert list(book.wagers) == list(base.wagers)
    assert (book.roles, book.powers, book.limits) == (base.roles, base.powers, base.limits)


def test_a_list_of_roles_takes_the_place_of_the_whole_list_it_is_based_on(tmp_path: Path) -> None:
    rows = "".join(f'[[roles]]\nid = "{id}"\nname = "x"\nclause = "9.8"\n' for id in ("a", "dealer", "z"))
    text = f'based_on = "crown-sicbo-a"\n{rows}'
    path = write(tmp_path, text)
    found = mistake(path)
    assert found.file == "crown-sicbo-a.toml"
    assert str(found).endswith("powers.demonstrate.by: there is no role 'tg-area-manager'")


OVER = {
    "readings that are no table": ("readings = 3 # here", "readings", "this is a table"),
    "roles that are no array": ("roles = 3 # here", "roles", "this is an array of tables, written [[roles]]"),
    "roles that are a list of texts": (
        'roles = ["dealer"] # here',
        "roles",
        "this is an array of tables, written [[roles]]",
    ),
    "a table that is none": ("chips = 3 # here", "chips", "this is a table"),
    "times that are no table": ("times = 3 # here", "times", "this is a table"),
    "a price": ('wagers.small.odds.win.pays = "even" # here', "wagers.small.odds.win.pays", "NOT ODDS 'even'"),
    "a price in a table": (
        '[wagers.small.odds]\nwin.pays = "even" # here',
        "wagers.small.odds.win.pays",
        "NOT ODDS 'even'",
    ),
    "a price in an inline table": (
        '[wagers.small]\nodds = { win = { pays = "even" } } # here',
        "wagers.small.odds.win.pays",
        "NOT ODDS 'even'",
    ),
    "an unknown key in a table of the base": (
        "[wagers.small]\nods = 1 # here",
        "wagers.small.ods",
        "no such key here; did you mean odds?",
    ),
    "a citation in an inline table": (
        '[wagers.small]\nsays = { win = "3.77" } # here',
        "wagers.small.says.win",
        "the document has no clause '3.77'; did you mean 3.7?",
    ),
    "a role without a name": (
        '[[roles]] # here\nid = "dealer"\nclause = "9.8"',
        "roles.0.name",
        "this key is missing",
    ),
    "roles in one line": (
        'roles = [{ id = "dealer", name = 3, clause = "9.8" }] # here',
        "roles.0.name",
        'this is a text, not 3; write it in quotes: "3"',
    ),
}


@pytest.mark.parametrize("what", OVER)
def test_a_mistake_of_ones_own_is_told_in_ones_own_file(what: str, tmp_path: Path) -> None:
    own, key, message = OVER[what]
    text = f'based_on = "crown-sicbo-a"\n{own}\n'
    path = write(tmp_path, text)
    message = message.replace("NOT ODDS", 'odds are a text such as "9 to 5" or "7.5 to 1", not')
    assert str(mistake(path)) == says(path, text, key, message)


def test_dotted_keys_of_the_base_do_not_draw_a_mistake_of_ones_own_to_them(tmp_path: Path) -> None:
    text = 'based_on = "star-craps"\n[wagers.win-line]\nsays = { natural = "99.9" } # here\n'
    path = write(tmp_path, text)
    message = "the document has no clause '99.9'; did you mean 9.9?"
    assert str(mistake(path)) == says(path, text, "wagers.win-line.says.natural", message)


def test_a_mistake_that_stands_in_the_base_is_told_there(tmp_path: Path) -> None:
    """The base is sound by itself; another document makes its readings and clauses wrong."""
    found = mistake(write(tmp_path, 'based_on = "aruze-sicbo"\ndocument = "crown-sicbo"\n'))
    assert found.file == "aruze-sicbo.toml"
    assert found.key == "readings.double_on_triple"
    assert text_of("aruze-sicbo").splitlines()[found.line - 1].startswith("double_on_triple")


# --- readings changed from outside


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("pair_pays", "twice", "'twice' is not one of once, each_pair"),
        ("pair_pay", "once", "there is no such reading; did you mean pair_pays?"),
        ("even_totals", "printed", "aruze-sicbo leaves no doubt about this, so there is nothing to read"),
    ],
)
def test_a_reading_that_cannot_be_is_told_with_the_option_that_named_it(
    key: str, value: str, message: str, tmp_path: Path
) -> None:
    for name in ("aruze-sicbo", write(tmp_path, HOUSE)):
        found = mistake(name, **{key: value})
        assert str(found) == f"--reading: {key}: {message}"


def test_a_reading_from_outside_comes_before_that_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, HOUSE)
    assert load(path, {"pair_pays": "once"}).readings["pair_pays"] == "once"
    assert load(path, {"total_by_triple": "loses"}).readings["pair_pays"] == "each_pair"


@pytest.mark.parametrize("text", ["true", '"true"'])
def test_an_option_that_is_true_may_be_written_as_a_text(text: str, tmp_path: Path) -> None:
    own = f'based_on = "star-sicbo-2024"\nreadings.streak_opening_result_counts = {text}\n'
    assert load(write(tmp_path, own)).readings["streak_opening_result_counts"] is True


# --- the hash

IN_FORCE = {
    "name": ('"Sic Bo at the Corner House"', '"Other"'),
    "edition": ('"first"', '"second"'),
    "regulator": ('"the town"', '"the county"'),
    "reading": ('"each_pair"', '"once"'),
    "chips": ('clause = "3.8"', 'clause = "3.7"'),
    "no result": ('called = "no result"', 'called = "no spin"'),
    "held": ('called = "no result"', 'called = "no result"\nholds = ["small"]'),
    "optional": ('called = "no result"', 'called = "no result"\noptional = ["power-cut"]'),
    "malfunction": ('called = "no result"', 'called = "no result"\nmalfunctions = ["power-cut"]'),
    "reason": ('power-cut = "7.6"', 'power-cuts = "7.6"'),
    "limit": ('per = { value = "wager"', 'per = { value = "player"'),
    "limit's clause": ('clause = "3.2" }', 'clause = "3.3" }'),
    "time": ("amount = 5", "amount = 6"),
    "unit": ('unit = "minutes"', 'unit = "hours"'),
    "role": ('name = "Host"', 'name = "Hostess"'),
    "rank": ('counts_as = ["host"]', "counts_as = []"),
    "power": ('by = ["host", "supervisor"]', 'by = ["host"]'),
    "price": ('pays = "12 to 1"', 'pays = "13 to 1"'),
    "price's clause": ('clause = "3.9.10[Big]"', 'clause = "3.9.10"'),
    "wager's clause": ('clause = "3.9.8"', 'clause = "3.9"'),
    "citation": ('win = "3.9.1.1"', 'win = "3.9.1"'),
    "wager's name": ('name = "Small"', 'name = "Little"'),
    "offer": ("optional = true", "optional = true\noffered = false"),
}


def test_the_hash_changes_with_anything_in_force(tmp_path: Path) -> None:
    hashes = {what: load(write(tmp_path, changed(*change))).hash for what, change in IN_FORCE.items()}
    hashes["as it is"] = load(write(tmp_path, HOUSE)).hash
    hashes["read otherwise"] = load(write(tmp_path, HOUSE), {"total_by_triple": "loses"}).hash
    assert len(set(hashes.values())) == len(hashes)


TOP, *BLOCKS = HOUSE.split("\n\n")
SAME = {
    "a comment at the end": HOUSE + "# The end.\n",
    "comments everywhere": HOUSE.replace("\n", " # a word\n"),
    "other lines": HOUSE.replace("\n\n", "\n\n\n"),
    "another order": "\n\n".join([TOP, *BLOCKS[-5:], *BLOCKS[:-5]]),
    "a reading stated as shipped": changed('"each_pair"', '"each_pair"\ntotal_by_triple = "wins"'),
    "dotted keys": changed(
        'says = { win = "3.9.1.1", lose = "3.9.1.2" }', 'says.lose = "3.9.1.2"\nsays.win = "3.9.1.1"'
    ),
}


@pytest.mark.parametrize("how", SAME)
def test_the_hash_is_the_same_for_the_same_rules_however_they_are_written(how: str, tmp_path: Path) -> None:
    assert load(write(tmp_path, SAME[how], "another-name.toml")).hash == load(write(tmp_path, HOUSE)).hash


def test_a_reading_is_the_same_from_the_file_and_from_outside(tmp_path: Path) -> None:
    inside = load(write(tmp_path, changed('"each_pair"', '"once"')))
    assert load(write(tmp_path, HOUSE), {"pair_pays": "once"}).hash == inside.hash


def test_a_rulebook_that_changes_nothing_of_its_base_has_the_hash_of_its_base(tmp_path: Path) -> None:
    assert load(write(tmp_path, 'based_on = "star-craps"')).hash == load("star-craps").hash


def test_another_program_can_make_the_hash_from_the_file_and_the_readings(tmp_path: Path) -> None:
    """SHA-256 of the file as JSON, keys sorted and no spaces, with every reading that is in force."""
    book = load(write(tmp_path, HOUSE))
    said = json.dumps({**tomllib.loads(HOUSE), "readings": dict(book.readings)}, sort_keys=True, separators=(",", ":"))
    assert book.hash == hashlib.sha256(said.encode()).hexdigest()


def test_a_mistake_is_one_kind_of_error(tmp_path: Path) -> None:
    with pytest.raises(RulebookError):
        load(write(tmp_path, ""))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_house_that_says_nothing_of_readings_takes_those_that_are_shipped(name: str, tmp_path: Path) -> None:
    head, _, rest = text_of(name).partition("[readings]\n")
    _, _, after = rest.partition("\n\n")
    path = tmp_path / f"{name}.toml"
    path.write_text(head + after, encoding="utf-8")
    assert "[readings]" not in path.read_text(encoding="utf-8")
    assert load(path).readings == load(name).readings


# --- what is forbidden, who is told, and what lies beside the round

BESIDE = """
[conduct]
device = { clause = "8.5", by = ["player"], unless = "on_duty", exempt = "8.6", powers = ["close_table"] }
syndicate = { clause = "8.10", least = 2, defined = '1.1 "syndicated play"' }
private_bets = { clause = "8.13", unless = "asked" }
refusing_to_vacate = { clause = "8.14", after = "vacate_seat" }

[notices]
lights_failed = { to = "inspector", clause = "7.5" }
detained = { to = "host", clause = "8.7" }

[layouts]
Small = { clause = "Diagram A", without = ["odd"], needs = "2.3" }
Large = { clause = "2.3.2" }

[topics]
rules = "8.17"

[refusals]
table-closed = "8.2"
not-offered = "3.9"
"""


def test_a_house_says_what_it_forbids_whom_it_tells_and_where_its_document_treats_the_rest(tmp_path: Path) -> None:
    book = load(write(tmp_path, HOUSE + BESIDE))
    assert book.conduct == {
        "device": Ban("8.5", ("player",), "on_duty", "8.6", ("close_table",)),
        "syndicate": Ban("8.10", (), "", "", (), "", 2, '1.1 "syndicated play"'),
        "private_bets": Ban("8.13", (), "asked", "8.13", ()),
        "refusing_to_vacate": Ban("8.14", (), "", "", (), after="vacate_seat"),
    }
    assert book.refusals == {"table-closed": "8.2", "not-offered": "3.9"}
    assert (book.forbids(Why.TABLE_CLOSED), book.forbids(Why.WRONG_DICE)) == ("8.2", None)
    assert book.notices == {"lights_failed": NotifyRule("inspector", "7.5"), "detained": NotifyRule("host", "8.7")}
    assert book.layouts == {
        "Small": Diagram("Diagram A", frozenset({"odd"}), "2.3"),
        "Large": Diagram("2.3.2", frozenset(), ""),
    }
    assert book.topics == {"rules": "8.17"}


def test_a_house_may_say_nothing_of_them(tmp_path: Path) -> None:
    book = load(write(tmp_path, HOUSE))
    assert (book.conduct, book.notices, book.layouts, book.topics, book.refusals) == ({}, {}, {}, {}, {})


BESIDE_MISTAKES = {
    "something else forbidden": ("syndicate =", "syndicates =", "conduct.syndicates", "did you mean syndicate?"),
    "another key": ("exempt =", "exampt =", "conduct.device.exampt", "did you mean exempt?"),
    "someone unknown": ('["player"]', '["players"]', "conduct.device.by", "did you mean player?"),
    "a power of nobody": ('["close_table"]', '["detain"]', "conduct.device.powers", "'detain' is not one of"),
    "an unknown excuse": ('"asked"', '"aksed"', "conduct.private_bets.unless", "did you mean asked?"),
    "no clause of what is forbidden": ('"8.10"', '"8.99"', "conduct.syndicate.clause", "has no clause '8.99'"),
    "no clause of a definition": ('"syndicated play"', '"play"', "conduct.syndicate.defined", "has no clause"),
    "nobody in breach": ("least = 2", "least = 0", "conduct.syndicate.least", "0 is not above zero"),
    "no clause of an exemption": ('"8.6"', '"8.99"', "conduct.device.exempt", "has no clause '8.99'"),
    "another notice": ("detained =", "detain =", "notices.detain", "did you mean detained?"),
    "a notice to nobody": ('"host"', '"hosts"', "notices.detained.to", "did you mean host?"),
    "a notice with another key": ('to = "inspector"', "two = 2", "notices.lights_failed.two", "no such key"),
    "a notice by no clause": ('"7.5"', '"7.99"', "notices.lights_failed.clause", "has no clause '7.99'"),
    "no such direction": ('"vacate_seat"', '"vacate"', "conduct.refusing_to_vacate.after", "did you mean vacate_seat?"),
    "no such refusal": ("table-closed =", "table-close =", "refusals.table-close", "did you mean table-closed?"),
    "a refusal by no clause": ('"8.2"', '"8.99"', "refusals.table-closed", "has no clause '8.99'"),
    "an area of no family": ('["odd"]', '["odds"]', "layouts.Small.without", "did you mean odd?"),
    "a layout with another key": ("needs =", "need =", "layouts.Small.need", "did you mean needs?"),
    "an area that no clause asks for": (
        '["odd"], needs = "2.3"',
        '["odd"]',
        "layouts.Small.needs",
        "this key is missing",
    ),
    "another matter": ("rules =", "rule =", "topics.rule", "did you mean rules?"),
    "a matter of no clause": ('"8.17"', '"8.99"', "topics.rules", "has no clause '8.99'"),
}


@pytest.mark.parametrize("what", BESIDE_MISTAKES)
def test_a_mistake_in_them_is_told_where_it_stands(what: str, tmp_path: Path) -> None:
    old, new, key, message = BESIDE_MISTAKES[what]
    assert BESIDE.count(old) == 1
    text = BESIDE.replace(old, new)
    line = next(number for number, it in enumerate((HOUSE + text).split("\n"), start=1) if new in it and number > WHOLE)
    found = str(mistake(write(tmp_path, HOUSE + text)))
    assert f", line {line}: {key}: " in found
    assert message in found


def test_an_edition_cannot_end_before_it_begins(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('based_on = "star-craps"\nin_force = { from = 2026-01-02, until = 2026-01-01 }\n')
    with pytest.raises(RulebookError, match=r"in_force\.until.*2026-01-01 is before 2026-01-02"):
        load(str(own))
    own.write_text('based_on = "star-craps"\nin_force = { from = 2026-01-02, until = 2026-01-02 }\n')
    assert load(str(own)).in_force == InForce(date(2026, 1, 2), date(2026, 1, 2))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_rulebook_is_made_again_from_its_own_source(name: str) -> None:
    book = load(name)
    again = restored(book.source)
    assert (again.id, again.hash, again.source) == (name, book.hash, book.source)
    assert (again.in_force, again.cards, list(again.wagers)) == (book.in_force, book.cards, list(book.wagers))


def test_a_source_keeps_what_a_house_changed_and_what_it_is_based_on(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('based_on = "star-sicbo-2024"\nname = "Ours"\n', encoding="utf-8")
    book = load(own, {"even_totals": "printed"})
    again = restored(book.source)
    assert (again.name, again.readings["even_totals"], again.hash) == ("Ours", "printed", book.hash)
    assert "based_on" not in book.source


@pytest.mark.parametrize(
    "text", ["", "[]", '{"id":"a"}', '{"id":1,"rulebook":{}}', '{"id":"a","rulebook":[]}', "[" * 9_000]
)
def test_a_source_that_is_none_is_told(text: str) -> None:
    with pytest.raises(RulebookError, match="its text cannot be read"):
        restored(text)
