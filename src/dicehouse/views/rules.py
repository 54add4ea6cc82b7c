"""The rules in force: which rulebook each table goes by, how its open points are read, and every clause's place."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.clauses import DOCUMENTS, clauses_of, tests_of
from dicehouse.rulebooks.readings import readings, shown


class ReadingInForce(Struct, frozen=True, kw_only=True):
    """An open point of a document, and how it is read."""

    key: str
    id: str
    asks: str
    clauses: tuple[str, ...]
    chosen: str
    says: str
    """What the chosen option says."""
    shipped: bool
    """Whether it is the one that is shipped."""
    why: str


class RulesInForce(Struct, frozen=True, kw_only=True):
    """What a table goes by."""

    table: str
    rulebook: str
    name: str
    document: str
    hash: str
    """Of the rulebook with its readings."""
    program: str
    """Of the program that leads the table."""
    over: tuple[str, ...]
    """Wagers that return more than 100%, which were acknowledged by name when the table opened."""
    readings: tuple[ReadingInForce, ...]
    """The open points that have more than one reading."""


class Rules(Struct, frozen=True):
    """The rules of all tables."""

    version: str
    program: str
    """The hash of the program that answers now."""
    tables: tuple[RulesInForce, ...]
    documents: tuple[str, ...]


class ClauseView(Struct, frozen=True):
    """A clause of a document, in our words, and what becomes of it."""

    clause: str
    gist: str
    topic: str
    kind: str
    status: str
    where: str
    tests: tuple[str, ...]


class ClauseMatrix(Struct, frozen=True):
    document: str
    clauses: tuple[ClauseView, ...]


class Ruled(NamedTuple):
    """A table and what it goes by."""

    table: str
    book: Rulebook
    program: str
    over: tuple[str, ...]


def rules_in_force(tables: Iterable[Ruled], version: str, program: str) -> Rules:
    return Rules(version, program, tuple(_in_force(it) for it in tables), DOCUMENTS)


def _in_force(it: Ruled) -> RulesInForce:
    book = it.book
    return RulesInForce(
        table=it.table,
        rulebook=book.id,
        name=book.name,
        document=book.document,
        hash=book.hash,
        program=it.program,
        over=it.over,
        readings=tuple(readings_in_force(book)),
    )


def readings_in_force(book: Rulebook) -> Iterable[ReadingInForce]:
    for key in book.open_readings:
        it = readings()[key]
        if len(it.options) > 1:
            chosen = book.readings[key]
            yield ReadingInForce(
                key=key, id=it.id, asks=it.asks, clauses=it.clauses.get(book.document, ()), chosen=shown(chosen),
                says=it.options[chosen], shipped=chosen == it.shipped(book.document), why=it.why,
            )  # fmt: skip


@cache
def clause_matrix(document: str) -> ClauseMatrix | None:
    """Every clause of a document; None where there is no such document."""
    if document not in DOCUMENTS:
        return None
    return ClauseMatrix(
        document,
        tuple(
            ClauseView(
                it.clause, it.gist, it.topic, it.kind, it.status.value, it.where,
                tuple(tests_of().get(f"{document} {it.clause}", ())),
            )
            for it in clauses_of(document).values()
        ),
    )  # fmt: skip
