"""A rulebook as a journal keeps it: its whole text, so that it is the same when its file is long gone.

The text is JSON: what the file and all that it was based on say, every reading, and the clauses that it cites. The hash
of a rulebook is that of its text, so that anyone who has both can hold one against the other.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib import resources
from typing import Any, Final

from dicehouse.games.family import Choice
from dicehouse.rulebooks.source import RulebookError, Table

FORM: Final = 2
"""Of the text. The first form had only the readings that the document leaves open, and no clauses."""
FILE: Final = "the rulebook that was kept"


@dataclass(frozen=True)
class Kept:
    """A text that was kept, read."""

    id: str
    table: Table
    """All that the rulebook says, as its files said it."""
    whole: bool
    """Whether it has every reading."""
    open: tuple[str, ...]
    """The readings that its document leaves open."""
    clauses: Mapping[str, str]
    """What it cites, in a few words each."""

    @property
    def document(self) -> str:
        """The id of its document."""
        said = self.table.get("document")
        return str(said.get("id") if isinstance(said, Mapping) else said)


def written(id: str, table: Table, chosen: Mapping[str, Choice], doubts: tuple[str, ...], clauses: Table) -> str:
    """The text of a rulebook."""
    said = _said(table, chosen)
    cited = {number: clauses[number] for number in dict.fromkeys(_texts(said)) if number in clauses}
    kept = {"form": FORM, "id": id, "rulebook": said, "open": doubts, "clauses": cited}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), default=lambda it: {"day": it.isoformat()})


def read(text: str) -> Kept:
    """What a text says; a RulebookError where it is none."""
    try:
        found = json.loads(text, object_hook=_with_days)
        form, id, table = found.get("form", 1), found["id"], found["rulebook"]
        readings, clauses = found.get("open", ()), found.get("clauses", {})
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise RulebookError(FILE, "its text cannot be read") from None
    if not isinstance(id, str) or not isinstance(table, dict) or not isinstance(clauses, dict):
        raise RulebookError(FILE, "its text cannot be read")
    if form not in {1, FORM}:
        raise RulebookError(FILE, f"it is of form {form}, and this program knows forms up to {FORM}; use a newer one")
    return Kept(id, table, form == FORM, tuple(readings), clauses)


def hash_of(table: Table, chosen: Mapping[str, Choice]) -> str:
    """SHA-256 of all that a rulebook says, as it is in force."""
    said = json.dumps(_said(table, chosen), sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(said.encode()).hexdigest()


def of_first_form(chosen: Mapping[str, Choice]) -> dict[str, Choice]:
    """The readings there were when texts had the first form; all of them went into the hash."""
    names = resources.files(__package__).joinpath("first_form.txt").read_text(encoding="utf-8").split()
    return {key: chosen[key] for key in names if key in chosen}


def _said(table: Table, chosen: Mapping[str, Choice]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "based_on"} | {"readings": dict(chosen)}


def _texts(value: object) -> Iterator[str]:
    """Every text in a table."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for it in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(it)


def _with_days(found: dict[str, Any]) -> object:
    """A day, which JSON has no word for, or the table itself."""
    return date.fromisoformat(found["day"]) if found.keys() == {"day"} else found
