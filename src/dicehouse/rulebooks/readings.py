"""Readings: the points where a document is unclear, the ways to take it, and the way we ship.

A reading is a named option of every rulebook whose document leaves the point open. A rulebook states
its choices; a person tries another with `--reading KEY=VALUE`, and `dicehouse readings` says what each is worth.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

from dicehouse.games.family import Choice


@dataclass(frozen=True)
class Reading:
    key: str
    id: str
    asks: str
    room: str
    clauses: Mapping[str, tuple[str, ...]]
    """Where the point arises: clauses by document."""
    default: Choice
    why: str
    options: Mapping[Choice, str]
    also: tuple[str, ...] = ()
    """Further points that this choice settles."""
    defaults: Mapping[str, Choice] = field(default_factory=dict)
    """What we ship for a document where it is not the default."""
    examples: tuple[tuple[str, int], ...] = ()
    """Wagers, each with so many chips, by which it is shown what an answer is worth."""

    def shipped(self, document: str) -> Choice:
        return self.defaults.get(document, self.default)

    def option(self, text: str) -> Choice | None:
        """The option that a person named, if there is one."""
        return next((it for it in self.options if shown(it) == text), None)


def shown(choice: Choice) -> str:
    return str(choice).lower() if isinstance(choice, bool) else choice


@cache
def readings() -> Mapping[str, Reading]:
    """Every reading by its key, in the order of the list of readings."""
    text = resources.files(__package__).joinpath("readings.toml").read_text(encoding="utf-8")
    return {key: _reading(key, table) for key, table in tomllib.loads(text).items()}


def readings_of(document: str) -> Mapping[str, Reading]:
    """The readings of points that arise in a document."""
    return {key: reading for key, reading in readings().items() if document in reading.clauses}


def _reading(key: str, table: dict[str, Any]) -> Reading:
    return Reading(
        key=key,
        id=table["id"],
        asks=table["asks"],
        room=table["room"],
        clauses={document: tuple(numbers) for document, numbers in table["clauses"].items()},
        default=table["default"],
        why=table["why"],
        options={_FLAGS.get(name, name): says for name, says in table["options"].items()},
        also=tuple(table.get("also", ())),
        defaults=table.get("defaults", {}),
        examples=tuple(_example(text) for text in table.get("examples", ())),
    )


def _example(text: str) -> tuple[str, int]:
    wager, _, chips = text.partition(" ")
    return wager, int(chips)


_FLAGS: Final = {"true": True, "false": False}
"""The keys of a TOML table are texts, and some options are not."""
