"""A JSON Schema of rulebook files, made of the words that the loader knows, for editors that complete and check."""

from collections.abc import Mapping
from typing import Any, Final

from dicehouse.dice import MOST_DICE
from dicehouse.games import GAMES
from dicehouse.refusal import Why
from dicehouse.rulebooks.language import ARM, DICE, DOCUMENT, FELT, MARKER, STATE, TOP, WAGER, Key
from dicehouse.rulebooks.loader import FOLDERS
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.rulebooks.vocabulary import CONDUCT, LIMITS, MATTERS, NOTICES, POWERS, TIMES

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_ODDS: Final[Schema] = {"type": "string", "pattern": r"^[0-9]{1,4}(\.[0-9])?\s?(to|for|:)\s?[0-9]{1,4}$"}
_TABLE_OF_TEXTS: Final[Schema] = {"type": "object", "additionalProperties": _TEXT}
_SPEECH: Final[Schema] = {
    "anyOf": [
        _TEXT,
        {"type": "object", "properties": {"en": _TEXT, "zh": _TEXT}, "required": ["en", "zh"],
         "additionalProperties": False},
    ]
}  # fmt: skip
_KINDS: Final[Mapping[str, Schema]] = {
    **dict.fromkeys(("text", "words", "numbers", "condition"), _TEXT),
    "odds by": {"anyOf": [_ODDS, {"type": "object", "additionalProperties": _ODDS}]},
    "part": {"type": "string", "pattern": "^[0-9]+/[0-9]+$"},
    "flag": {"const": True},
    "bool": {"type": "boolean"},
    "whole": {"type": "integer", "minimum": 1},
    "name": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
    "texts": {"type": "array", "items": _TEXT},
    "table": {"type": "object"},
    "speech": _SPEECH,
    "arms": {"type": "array", "items": {"$ref": "#/$defs/arm"}},
    "states": {
        "type": "object",
        "additionalProperties": {"anyOf": [{"$ref": "#/$defs/arms"}, {"$ref": "#/$defs/state"}]},
    },
}


def schema() -> Schema:
    """The whole schema; a family of a game in the code keeps its own keys, which depend on the game."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A rulebook of Dicehouse",
        "type": "object",
        "properties": {key: {"description": says, **_TOP.get(key, {})} for key, says in TOP.items()},
        "additionalProperties": False,
        "$defs": {
            "arm": _closed(ARM),
            "arms": _KINDS["arms"],
            "state": _closed(STATE),
            "wager": {"type": "object", "properties": _properties(WAGER)},
        },
    }


def _properties(keys: Mapping[str, Key]) -> Schema:
    return {name: {"description": key.means, **_KINDS[key.is_a]} for name, key in keys.items()}


def _closed(keys: Mapping[str, Key]) -> Schema:
    return {"type": "object", "properties": _properties(keys), "additionalProperties": False}


def _named(words: Mapping[str, str]) -> Schema:
    return {"type": "object", "properties": {word: {"description": says} for word, says in words.items()},
            "additionalProperties": False}  # fmt: skip


_DOCUMENT: Final[Schema] = {
    **_closed(DOCUMENT),
    "properties": {**_properties(DOCUMENT), "clauses": {"anyOf": [_TEXT, _TABLE_OF_TEXTS]}},
    "required": ["id", "title", "clauses"],
}
_DICE: Final[Schema] = {
    **_closed(DICE),
    "properties": {**_properties(DICE), "count": {"type": "integer", "minimum": 1, "maximum": MOST_DICE}},
    "required": ["count"],
}
_TOP: Final[Mapping[str, Schema]] = {
    "name": _TEXT,
    "edition": _TEXT,
    "regulator": _TEXT,
    "document": {"anyOf": [_TEXT, _DOCUMENT]},
    "game": {"type": "string", "examples": [*GAMES]},
    "based_on": {"type": "string", "examples": [*FOLDERS]},
    "not_offered": _KINDS["texts"],
    "dice": _DICE,
    "felt": _closed(FELT),
    "numbers": _TABLE_OF_TEXTS,
    "sets": _TABLE_OF_TEXTS,
    "markers": {"type": "object", "additionalProperties": _closed(MARKER)},
    "wagers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/wager"}},
    "readings": {
        "type": "object",
        "properties": {
            key: {"description": it.asks, "enum": [it if isinstance(it, bool) else shown(it) for it in it.options]}
            for key, it in readings().items()
        },
        "additionalProperties": False,
    },
    "limits": _named({key: ", ".join(options) for key, options in LIMITS.items()}),
    "times": _named(TIMES),
    "powers": _named(POWERS),
    "conduct": _named(CONDUCT),
    "notices": _named(NOTICES),
    "topics": _named(MATTERS),
    "refusals": _named({str(why): "the clause by which something is refused for this" for why in Why}),
    "roles": {"type": "array", "items": {"type": "object"}},
    "in_force": {"type": "object"},
    "chips": {"type": "object"},
    "calls": {"type": "object"},
    "removal": {"type": "object"},
    "no_result": {"type": "object"},
    "cards": {"type": "object"},
    "layouts": {"type": "object"},
}
