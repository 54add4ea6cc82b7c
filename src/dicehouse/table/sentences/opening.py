"""Sentences of a table that opens and closes, its sign, and the program that leads it."""

from collections.abc import Mapping
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    opening,
    program,
    table_sign,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, clock, counted


def _opened(book: Rulebook, it: opening.TableOpened) -> str:
    layout = f" on layout {it.config.layout}" if it.config.layout else ""
    return f"{it.config.name} opened by {book.name}{layout}, with {as_money(it.float)} in the tray"


def _closing(_: Rulebook, it: opening.ClosingAnnounced) -> str:
    if it.closes is None:
        return f"The table closes after {counted(it.rounds, 'more round', 'more rounds')}"
    return f"The table closes at {clock(it.closes)}"


def _program_started(book: Rulebook, event: program.ProgramStarted) -> str:  # noqa: ARG001
    said = f"Version {event.version} of the program leads the table, by its hash {event.program}"
    if not event.changes:
        return said
    return f"{said}; its rulebook is another one than before: {'; '.join(map(_rule_change, event.changes))}"


def _rule_change(it: program.RuleChange) -> str:
    told = {
        "wager-added": f"{it.of} is new",
        "wager-dropped": f"{it.of} is not offered any more",
        "rule": f"{it.of} has another rule",
        "terms": f"{it.of} is placed or taken down on other terms",
        "text": "its clauses or its words are others",
    }
    return told.get(it.what) or f"{it.what} {it.of} was {it.was or 'not there'} and is {it.now or 'not there any more'}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    program.ProgramStarted: _program_started,
    program.SnapshotRecorded: "A snapshot after entry {no} is on record, by its hash {sha256}",
    table_sign.LimitsSigned: "New limits hang at the table and count from {counts}",
    table_sign.LimitsChanged: lambda _, it: (
        f"New limits are in force, {as_money(it.sign.every.minimum)} to {as_money(it.sign.every.maximum)}"
    ),
    opening.TableOpened: _opened,
    opening.ClosingAnnounced: _closing,
    opening.ClosingWithdrawn: "The table stays open after all",
    opening.TableClosed: "The table is closed, with {float} in the tray and {drop} in the box",
}
