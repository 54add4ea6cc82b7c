"""Every mistake in a declared wager is one line: the file, the line, the key, what is wrong and the nearest word."""

from pathlib import Path

import pytest

from dicehouse.rulebooks import declared, load
from tests.houses import mistake, says, write
from tests.rulebooks.test_declared import BEHIND, LINE, TWO_DICE, field

SEEN = '{ seen = "set of 2" }'
OTHER_MARKER = """\
[markers.lamp]
states.dark = [{ on = "total 7", go = "lit" }]
states.lit = [{ on = "total 7", go = "dark" }]

"""
HERE = field(wins="").replace("[wagers.field]", "[wagers.field] # here")
ARM = 'wins = [\n  { on = "total 3", pays = "1 to 1" },\n'
MISTAKES: dict[str, tuple[str, str, str]] = {
    "a wrong dice word": (
        f'{field(wins="")}{ARM}  {{ on = "totl 2", pays = "1 to 1" }}, # here\n]\n',
        "wagers.field.wins.1.on",
        "'totl 2': 'totl' is not understood there; did you mean total?",
    ),
    "a list of arms under a wrong word": (
        f'{field(wins="")}winss = [] # here\n',
        "wagers.field.winss",
        "no such key here; did you mean wins?",
    ),
    "a wager that says nothing of how it wins": (
        "[wagers.field] # here\nname = \"Field\"\nclause = \"1\"\nzzz = 1\n",
        "wagers.field",
        "dice has no such wager; declare it by wins, arms or states",
    ),
    "a list of arms that is no list": (
        f'{field(wins="")}wins = {{ on = "total 2", pays = "1 to 1" }} # here\n',
        "wagers.field.wins",
        "this is a list, written wins = [{ … }]",
    ),
    "a clause without quotes": (
        field(clause="4.2 # here"),
        "wagers.field.clause",
        'this is a text, not 4.2; write it in quotes: "4.2"',
    ),
    "a number by itself": (
        field(wins='[{ on = "7", pays = "1 to 1" }] # here'),
        "wagers.field.wins.0.on",
        "'7': '7' is not understood there; did you mean total 7 or shows 7?",
    ),
    "a word of the table": (
        field(wins='[{ on = "snake eyes", pays = "1 to 1" }] # here'),
        "wagers.field.wins.0.on",
        "'snake eyes': 'snake' is not understood there; did you mean roll 1 1?",
    ),
    "a word for a number": (
        field(wins='[{ on = "total seven", pays = "1 to 1" }] # here'),
        "wagers.field.wins.0.on",
        "'total seven': 'seven' is not understood there; did you mean 7?",
    ),
    "a word too many": (
        field(wins='[{ on = "any double", pays = "1 to 1" }] # here'),
        "wagers.field.wins.0.on",
        "'any double': 'any' is not understood there; leave it out: triple is any triple",
    ),
    "a wrong name of numbers": (
        f'{field(wins="")}{ARM}  {{ on = "total pont", pays = "1 to 1" }}, # here\n]\n',
        "wagers.field.wins.1.on",
        "'total pont': 'pont' is not understood there; did you mean point?",
    ),
    "two arms with the same roll": (
        f'{field(wins="")}{ARM}  {{ on = "total 2-3", pays = "1 to 1" }}, # here\n]\n',
        "wagers.field.wins.1",
        "field: a total of 3 stands in two arms of 'open': wins.0 and wins.1",
    ),
    "words that name no roll": (
        f'{field(wins="")}{ARM}  {{ on = "hard 5", pays = "1 to 1" }}, # here\n]\n',
        "wagers.field.wins.1.on",
        "these words name no roll, so it can never happen",
    ),
    "an arm that never counts": (
        f'{field(wins="")}{ARM}  {{ on = "total 4", when = "1 = 2", pays = "1 to 1" }}, # here\n]\n',
        "wagers.field.wins.1",
        "no roll ever comes to this arm; leave it out, or look at its `when`",
    ),
    "a wrong condition": (
        f'{field(wins="")}{ARM}  {{ on = "total 4", when = "point = 1", pays = "1 to 1" }}, # here\n]\n',
        "wagers.field.wins.1.when",
        "'point = 1': one number goes there, not 4, 10",
    ),
    "an arm without a decision where one roll decides": (
        f'{field(wins="")}{ARM}  {{ on = "total 4" }}, # here\n]\n',
        "wagers.field.wins.1",
        "the next roll decides this wager; say pays, push, lose or back",
    ),
    "an arm that does two things": (
        field(wins='[{ on = "total 2", pays = "1 to 1", lose = true }] # here'),
        "wagers.field.wins.0.lose",
        "an arm does one thing, and this does pays and lose",
    ),
    "a loss that is none": (
        field(wins='[{ on = "total 2", lose = false }] # here'),
        "wagers.field.wins.0.lose",
        "write true, or leave it out",
    ),
    "an arm without rolls": (
        field(wins='[{ pays = "1 to 1" }] # here'), "wagers.field.wins.0.on", "this key is missing",
    ),
    "an unknown key of an arm": (
        field(wins='[{ on = "total 2", pay = "1 to 1" }] # here'),
        "wagers.field.wins.0.pay",
        "no such key here; did you mean pays?",
    ),
    "odds below zero": (
        field(wins='[{ on = "total 2", pays = "-1 to 1" }] # here'),
        "wagers.field.wins.0.pays",
        'odds are a text such as "9 to 5" or "7.5 to 1", not \'-1 to 1\'',
    ),
    "nothing left after the commission": (
        field(wins='[{ on = "total 2", pays = "1 to 20" }] # here',
              commission='{ percent = 5, of = "stake", when = "won", clause = "2" }'),
        "wagers.field.wins.0.pays",
        "nothing is left of it after the commission",
    ),
    "a part that is none": (
        field(wins='[{ on = "total 2", pays = "1 to 1", part = "5/4" }] # here'),
        "wagers.field.wins.0.part",
        "a part of the stake is a text such as \"1/4\", not '5/4'",
    ),
    "a price for nobody": (
        field(wins='[{ on = "total 2", pays = { 4 = "1 to 1" } }] # here'),
        "wagers.field.wins.0.pays",
        "there is no parameter to pick by; write one value",
    ),
    "no price for a value": (
        field(name='"Field {p}"', each='{ p = "4-5" }', wins='[{ on = "total p", pays = { 4 = "1 to 1" } }] # here'),
        "wagers.field.wins.0.pays",
        "there is nothing for 5",
    ),
    "a price by a parameter that is none": (
        field(name='"Field {p}"', each='{ p = "4" }',
              wins='[{ on = "total p", by = "q", pays = { 4 = "1 to 1" } }] # here'),
        "wagers.field.wins.0.by",
        "there is no parameter 'q'",
    ),
    "wins and arms": (
        field(arms='[{ on = "total 2", lose = true }] # here'),
        "wagers.field.arms",
        "say one of wins, arms and states, not wins and arms",
    ),
    "no states": (field(wins="") + "states = {} # here\n", "wagers.field.states", "there are no states"),
    "two states of one name": (
        field(wins="") + 'states.a = [{ on = "total 7", lose = true }]\n'
        'states."{p}" = { each = { p = "1-1" }, arms = [{ on = "total 7", lose = true }] }\n'
        'states."1" = [{ on = "total 7", lose = true }] # here\n',
        "wagers.field.states.1",
        "two states are called '1'",
    ),
    "a state that nobody reaches": (
        HERE + 'states.a = [{ on = "total 7", lose = true }]\nstates.b = [{ on = "total 7", lose = true }]\n',
        "wagers.field.states",
        "field: no roll leads to 'b'",
    ),
    "a state that nobody leaves": (
        HERE + 'states.a = [{ on = "total 7", lose = true }, { on = "total 2", go = "b" }]\n'
        'states.b = [{ on = "total 12", go = "b" }]\n',
        "wagers.field.states",
        "field: no roll ever decides it in 'b'",
    ),
    "a way to nowhere": (
        field(wins="") + 'states.a = [{ on = "total 7", lose = true }, { on = "total 2", go = "c" }] # here\n',
        "wagers.field.states.a.1",
        "field: it goes to 'c', which is not one of its states",
    ),
    "a wager that never decides": (
        field(wins="") + 'arms = [{ on = "total 7" }] # here\n', "wagers.field.arms", "field: no roll decides it",
    ),
    "a parameter without values": (
        field(name='"Field {p}"', each='{ p = "9-4" } # here'),
        "wagers.field.each.p",
        "'9-4': 9-4 names no numbers; write the lower one first",
    ),
    "a family that is too large": (
        field(name='"F {p}"', each='{ p = "1-1001" } # here'),
        "wagers.field.each",
        "a family has at most 1000 members; make several of it",
    ),
    "a name for more than there is": (
        field(name='"Field {q}" # here'), "wagers.field.name", "'Field {q}' has a place for more than `each` names",
    ),
    "a parameter that is a word of the language": (
        field(name='"F {total}"', each='{ total = "1-2" } # here'),
        "wagers.field.each.total",
        "'total' means something already; give it another name",
    ),
    "a parameter of two words": (
        field(name='"F"', each='{ "a b" = "1-2" } # here'),
        "wagers.field.each.a b",
        "'a b' is not one word of letters; give it a plain name",
    ),
    "a memory that is none": (
        field(wins="", remembers=SEEN, arms='[{ on = "total 7", lose = true, adds = "sen" }] # here'),
        "wagers.field.arms.0.adds",
        "it remembers no 'sen'; did you mean seen?",
    ),
    "a memory that is declared wrongly": (
        field(remembers='{ seen = "sett of 2" } # here'),
        "wagers.field.remembers.seen",
        "'sett of 2': 'sett' is not understood there; did you mean set?",
    ),
    "a change that does not fit": (
        field(wins="", remembers=SEEN, arms='[{ on = "total 7", lose = true, counts = "seen" }] # here'),
        "wagers.field.arms.0",
        "counts does not go with seen, which takes adds",
    ),
    "too much to remember": (
        field(wins="", remembers='{ a = "count to 200", b = "count to 200" }',
              arms='[{ on = "total 7", lose = true }, { on = "total 2", counts = "a" },'
              ' { on = "total 3", counts = "b" }] # here'),
        "wagers.field.arms",
        "field: it remembers too much: at most 27777 states of 36 outcomes each",
    ),
    "an unknown marker": (
        field(placed='"pukc off" # here'), "wagers.field.placed",
        "there is no marker 'pukc' on this table; did you mean puck?",
    ),
    "an unknown state of a marker": (
        field(placed='"puck of" # here'), "wagers.field.placed", "puck has no state 'of'; did you mean off?",
    ),
    "two markers for one wager": (
        OTHER_MARKER + field(placed='"puck off"', off='"lamp dark" # here'),
        "wagers.field.off", "it is placed by puck and off by lamp; one marker does both",
    ),
    "a contract in no state": (
        field(contract='["open"] # here'), "wagers.field.contract", "there is no state 'open'",
    ),
    "a clause that is not given": (
        field(clause='"9" # here'), "wagers.field.clause", "the document has no clause '9'",
    ),
    "nothing to stand behind": (
        BEHIND.replace('behind = "line"', 'behind = "lnie" # here'),
        "wagers.odds.behind",
        "there is no wager 'lnie' to stand behind",
    ),
    "behind a state that never is": (
        f"{field()}{BEHIND.replace('line', 'field').replace('[wagers.odds]', '[wagers.odds] # here')}",
        "wagers.odds.states",
        "field is never in 'point 4'",
    ),
    "two wagers of one id": (
        field(name='"F {p}"', each='{ p = "4" }') + field().replace("field]", "field-4] # here"),
        "wagers.field-4",
        "field-4 is a wager of field too; call one of them differently",
    ),
    "a wager that is declared by nothing": (
        '[wagers.feild] # here\nname = "F"\nclause = "1"\n',
        "wagers.feild",
        "dice has no such wager; declare it by wins, arms or states",
    ),
    "a limit of no kind": (
        LINE + BEHIND.replace('of = "stake", clause = "2" }', 'of = "stack", clause = "2" } # here'),
        "wagers.odds.limit.of",
        "'stack' is not one of stake, winnings; did you mean stake?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text, key, message", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_names_the_line_the_key_and_what_is_wrong(tmp_path: Path, text: str, key: str, message: str) -> None:
    path = write(tmp_path, TWO_DICE + text)
    assert str(mistake(path)) == says(path, TWO_DICE + text, key, message)


def test_a_family_that_is_too_large_together_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TWO_DICE + field(name='"F {p}"', each='{ p = "4-7" } # here', wins='[{ on = "total p", pays = "1 to 1" }]')
    path = write(tmp_path, text)
    monkeypatch.setattr(declared, "MOST_FAMILY_CELLS", 4 * 36)
    assert len(load(path).wagers) == 4
    monkeypatch.setattr(declared, "MOST_FAMILY_CELLS", 4 * 36 - 1)
    message = "its members have more than 3 states together; make fewer of them"
    assert str(mistake(path)) == says(path, text, "wagers.field.each", message)
