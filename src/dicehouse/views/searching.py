"""What an inspector looks for in the journal: a person, a wager, an amount or a clause, and whether an entry has it.

A person is found wherever their name stands by itself: as whoever gave a command, sat down, was paid or was written
about. A wager is found by any name that it goes by in the rulebook of its table; an amount among the sums of money and
the postings of an entry; a clause with everything below it, so that 8.10 finds 8.10.2 and not 8.1.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

import msgspec

from dicehouse.journal.record import Entry
from dicehouse.money import cents
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.nicknames import names, plain

OF_WAGERS: Final = frozenset({"wager", "wagers", "on"})
"""Fields that name a wager."""
CITES: Final = frozenset({"clause", "clauses"})
"""Fields that cite a clause."""
NOT_MONEY: Final = frozenset(
    {"seat", "round", "number", "no", "seq", "dice", "faces", "count", "counts", "checks", "order", "times", "state"}
)
"""Fields of whole numbers that are no sums of money."""


class Search:
    """What is looked for; everything that is given has to be found in the same entry."""

    def __init__(self, *, person: str = "", wager: str = "", amount: str = "", clause: str = "") -> None:
        self._person = person.strip().casefold()
        self._wager = wager.strip()
        self._amount = amount_of(amount)
        self._clause = clause.strip().strip("()")
        self._ids: dict[str, Collection[str]] = {}

    def finds(self, entry: Entry, book: Rulebook | None) -> bool:
        """Whether an entry has all of it; a table's wagers are looked up in its rulebook."""
        fields = list(_fields(entry))
        return (
            (not self._person or self._has_person(fields))
            and (not self._wager or self._has_wager(fields, book))
            and (not self._clause or self._has_clause(fields))
            and (self._amount is None or self._has_amount(fields, entry))
        )

    def _has_person(self, fields: list[tuple[str, Any]]) -> bool:
        return any(isinstance(value, str) and value.casefold() == self._person for _, value in fields)

    def _has_wager(self, fields: list[tuple[str, Any]], book: Rulebook | None) -> bool:
        ids = self._called(book)
        return any(key in OF_WAGERS and value in ids for key, value in fields)

    def _has_clause(self, fields: list[tuple[str, Any]]) -> bool:
        return any(key in CITES and isinstance(it, str) and within(it, self._clause) for key, it in fields)

    def _has_amount(self, fields: list[tuple[str, Any]], entry: Entry) -> bool:
        if any(abs(it.amount) == self._amount for it in entry.postings):
            return True
        return any(type(value) is int and abs(value) == self._amount and key not in NOT_MONEY for key, value in fields)

    def _called(self, book: Rulebook | None) -> Collection[str]:
        """The wagers of a table that go by what is looked for: by their whole name, or else by a part of it."""
        if book is None:
            return frozenset({self._wager})
        if book.hash not in self._ids:
            said, known = plain(self._wager), names(book)
            whole = known.get(said)
            parts = {id for called, id in known.items() if said and f" {said} " in f" {called} "}
            self._ids[book.hash] = frozenset({whole} if whole else parts)
        return self._ids[book.hash]


def amount_of(text: str) -> int | None:
    """ "$1,250" and "1250.00" as 125,000 cents, nothing as None; a ValueError for what is no amount."""
    text = text.strip().removeprefix("$").replace(",", "")
    return cents(text) if text else None


def within(clause: str, wanted: str) -> bool:
    """Whether a clause is the one that is wanted, or lies below it."""
    return clause == wanted or clause.startswith((f"{wanted}.", f"{wanted}(", f"{wanted}["))


def _fields(entry: Entry) -> Iterator[tuple[str, Any]]:
    """Every text and number of the command and of what came of it, with the name of its field."""
    for body in (entry.command, entry.refused, *entry.events):
        yield from _leaves("", msgspec.json.decode(body))


def _leaves(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(name, inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(key, inner)
    else:
        yield key, value
