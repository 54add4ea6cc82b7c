"""Every key of a wager that a rulebook declares itself, with what it may be and what it means.

The loader knows no other keys than these; the reference page and the schema for editors are made of them.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple


class Key(NamedTuple):
    """One key of a table."""

    is_a: str
    """A word of `TYPES`."""
    means: str
    example: str = ""


TYPES: Final = {
    "text": "a text",
    "words": "dice words, as a text",
    "numbers": "a list of numbers, as a text",
    "condition": "a condition, as a text",
    "odds": "odds, as a text",
    "odds by": 'odds, or a table of odds by the value of a parameter: `{ "4, 10" = "2 to 1" }`',
    "part": "a part of the stake, as a text",
    "flag": "`true`",
    "bool": "`true` or `false`",
    "whole": "a whole number above zero",
    "name": "a name, or a list of names",
    "arms": "a list of arms",
    "states": "a table of states",
    "table": "a table",
    "texts": "a list of texts",
    "speech": 'a text, or one for each language: `{ en = "Field", zh = "区域注" }`',
}

CHANGES: Final = {
    "adds": "put the total of this roll into a remembered set",
    "counts": "count one more",
    "notes": "remember the total of this roll",
    "clears": "forget what was remembered",
}
"""What an arm can do to what is remembered."""

ARM: Final = {
    "on": Key("words", "the rolls it is about; `otherwise` for all that no other arm names", "total 2, 12"),
    "when": Key("condition", "what must hold beside; it looks at what is remembered after this roll", "seen is full"),
    "pays": Key("odds by", 'the wager wins at these odds; "8 for 1" counts the stake in, so it is 7 to 1', "30 to 1"),
    "by": Key("name", "the parameter that picks from a table of odds; else the one named last", "p"),
    "part": Key("part", "the odds are paid on this part of the stake, and only that part comes back", "1/4"),
    "back": Key("part", "this part of the stake comes back; without `pays`, the rest is lost", "1/2"),
    "push": Key("flag", "the stake comes back"),
    "lose": Key("flag", "the wager loses"),
    "go": Key("text", "the state it goes on in; `{total}` stands for the total of the roll", "point {total}"),
    **{verb: Key("name", says) for verb, says in CHANGES.items()},
    "clause": Key("text", "the clause that says so, where it is not that of the wager", "4.2"),
}

WAGER: Final = {
    "name": Key("speech", "what the felt says; `{a}` stands for the value of a parameter", "Hop {a}-{b}"),
    "nicknames": Key("texts", "what else people call it when they play by words", '["yo", "yo-leven"]'),
    "rule": Key("speech", "when it wins, in a few words; else in words made of its rolls", "each of 2 to 6 before 7"),
    "told": Key(
        "table",
        "by `win`, `lose` and `push`, the reason that its player is told; `{dice}` and `{total}` stand for what came",
        '{ win = "{total} came the hard way" }',
    ),
    "call": Key("speech", "what the crew calls out when it wins on the next roll", "Yo-leven"),
    "felt": Key(
        "table",
        "where it lies: the `band`, and how many of its family `across`; without it, with its kind",
        '{ band = "hops", across = 7 }',
    ),
    "clause": Key("text", "the clause that defines it", "4.2"),
    "each": Key("table", "parameters with their values: one wager is made for each", '{ a = "1-6", b = "a-6" }'),
    "wins": Key("arms", "for a wager that the next roll decides: what wins; everything else loses"),
    "arms": Key("arms", "for a wager that waits in one state: what decides it; everything else leaves it as it is"),
    "states": Key("states", "for a wager of several states, each with its arms; the first one is the start"),
    "remembers": Key(
        "table", "what has come so far: `set of 2-6`, `count to 12` or `one of 4, 5, 6`", '{ seen = "set of 2-6" }'
    ),
    "placed": Key("text", "when it may be placed, by a marker of the table", "puck off"),
    "off": Key("text", "when it does not work unless it is called on, by a marker of the table", "puck off"),
    "contract": Key("texts", "the states in which it may not be taken down", '["point {p}"]'),
    "behind": Key("text", "the wager it stands behind; it starts in the state of that one", "pass"),
    "limit": Key(
        "table",
        "the most behind a wager: `times` its stake, one number or by point, as `of` stake or winnings; and its clause",
        '{ times = { "4, 10" = 3, "5, 9" = 4, "6, 8" = 5 }, of = "stake", clause = "3.2" }',
    ),
    "commission": Key(
        "table",
        "`percent` `of` stake or winnings, charged `when` placed or won; and its clause",
        '{ percent = 5, of = "stake", when = "won", clause = "4.6" }',
    ),
    "units": Key("whole", "the stake is a multiple of so many chips", "4"),
    "line": Key("bool", "whether it is a line wager, of which a shooter at craps needs one"),
    "button": Key("text", "the button that marks it in its box: `buy`, `lay` or `dont-place`", "buy"),
    "optional": Key("bool", "a house may offer it or not"),
    "offered": Key("bool", "whether this house offers an optional one"),
}

BUTTONS: Final[Mapping[str, Literal["buy", "lay", "dont-place"]]] = {
    "buy": "buy",
    "lay": "lay",
    "dont-place": "dont-place",
}

STATE: Final = {
    "each": Key("table", "parameters with their values: one state is made for each", '{ p = "4, 5, 6" }'),
    "arms": Key("arms", "what happens in it; what no arm names leaves the wager there"),
}

MARKER: Final = {
    "states": Key("states", "its states, each with arms of `on` and `go`; the first one is where it starts"),
    "name": Key("speech", "what it is called, where that is not its key", "Puck"),
    "says": Key("table", "what each state means to people, a text or one a language", '{ off = "the puck is Off" }'),
}

DOCUMENT: Final = {
    "id": Key("text", "a short name, which records carry", "strip-craps"),
    "title": Key("text", "its title", "House rules, Craps"),
    "edition": Key("text", "its edition", "of 1 January 2026"),
    "regulator": Key("text", "who approves it, if anyone does"),
    "clauses": Key("table", "each clause by number, in a few words; or the name of a JSON Lines file beside this one"),
    "file": Key("text", "the document itself, beside this file, to hand out as the copy of the rules", "rules.pdf"),
}

DICE: Final = {
    "count": Key("whole", "how many dice, from 1 to 5", "3"),
    "faces": Key("texts", "what stands on the six sides, where it is not numbers", '["fish", "prawn", …]'),
    "colours": Key("table", "colours, each with the sides that carry it", "{ red = [1, 6] }"),
    "chinese": Key("table", "symbols and colours in Chinese", '{ fish = "鱼", red = "红" }'),
}

FELT: Final = {
    "dice": Key("text", "how the dice look: `ivory` or `red`", "red"),
    "bands": Key(
        "table",
        "bands of areas by name, in the order in which they lie; the others follow",
        '{ hops = { en = "Hops", zh = "单掷双骰" } }',
    ),
}

DECLARED: Final = ("wins", "arms", "states")
"""A wager that has one of these is declared in the file; any other belongs to a family of its game."""

TOP: Final = {
    "name": "what the house calls it",
    "based_on": "a rulebook that comes with Dicehouse, or the path of a file, of which only the differences are said",
    "document": "the id of a document that Dicehouse knows, or a table that brings one along",
    "edition": "the edition of a document that Dicehouse knows",
    "regulator": "who approved that document",
    "in_force": "from and until which day it is in force",
    "game": "sicbo, symbols, craps or the game of a package, with its families; with dice, a name for its own",
    "dice": "the dice of a game of its own",
    "numbers": "lists of numbers by name, which dice words can use",
    "sets": "sets of rolls by name, which dice words can use",
    "markers": "what lies on the table and is moved by every roll, such as the puck",
    "felt": "how the felt looks; what it does not say is laid out by itself",
    "wagers": "every wager, declared in dice words or as a family of its game",
    "not_offered": "wagers of the game, or of what it is based on, that this house does not have",
    "readings": "how unclear points are taken",
    "chips": "the clause on payouts that chips cannot make",
    "calls": "the clause on calling wagers on and off",
    "removal": "the clause on taking wagers down",
    "no_result": "what becomes of wagers when a roll does not count, and why it may not",
    "cards": "from when nobody plays without a card",
    "layouts": "the layouts of its tables",
    "limits": "what the sign limits, and what becomes of a wager outside it",
    "refusals": "by which clause something is refused",
    "times": "notices and limits of time",
    "roles": "who is who, from the lowest rank",
    "powers": "who may do what",
    "conduct": "what nobody may do",
    "notices": "who is told of what",
    "topics": "clauses on what lies beside the round",
}
"""Every key at the top of a rulebook file."""
