"""The program on record: which version leads a table or the house, by the hash of its files, and by which rulebook.

It is recorded when a process begins to lead, and both hashes go with every round (Order effect). With them goes on
record whatever else judging needs, so that history can be judged again from the journal alone: the text of the rulebook
the first time it is in force, how the table is set up, and what the house is called and where its clock stands. What a
program writes down of a state, to start from later, is on record by its hash before it is kept.

A table goes by the rulebook that was named last. Another one is named only while it is closed, with its whole text and
what is different in it; so whatever becomes of the files, a round is finished by the rules that it began under.
"""

from typing import Annotated

from msgspec import Meta, Struct, field

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, RulebookError
from dicehouse.rulebooks.differences import differences
from dicehouse.rulebooks.loader import restored
from dicehouse.table.config import Config
from dicehouse.table.orders import DEVICE, Answer, Appliers, Command, Event, Name, Order, Orders, Perhaps, Phase, stamp
from dicehouse.table.snapshots import adopt
from dicehouse.table.state import Table

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256, in hexadecimal")]


class RuleChange(Struct, frozen=True):
    """One thing in a rulebook that is not as it was in the one before."""

    what: str
    """wager-added, wager-dropped, rule, price, terms, limit, time, reading, or text where it is none of these."""
    of: str
    was: str = ""
    now: str = ""


class StartProgram(Command, frozen=True):
    """Put on record which program begins to lead."""

    version: Name
    program: Hash
    """Of the program's files."""
    rulebook: Hash | None = None
    """Of the rulebook with its readings; the house has none."""
    readings: dict[str, str] = field(default_factory=dict)
    """Where they are not the ones shipped."""
    source: str = ""
    """The text of the rulebook, unless it is on record already."""
    changes: tuple[RuleChange, ...] = ()
    """What is different in it from the one before."""
    config: Config | None = None
    """How the table is set up; in force once it is closed."""
    house: Perhaps = ""
    """What the house is called, on the record of the house itself."""
    time_zone: Perhaps = ""


class ProgramStarted(Event, frozen=True):
    """This program leads from here on, by this rulebook."""

    version: str
    program: str
    rulebook: str | None
    readings: dict[str, str]
    source: str = ""
    changes: tuple[RuleChange, ...] = ()
    config: Config | None = None
    house: str = ""
    time_zone: str = ""


class RecordSnapshot(Command, frozen=True):
    """Put on record the snapshot of the state after the entry before."""

    no: Annotated[int, Meta(ge=1)]
    """The number of that entry in its stream."""
    sha256: Hash
    """Of the snapshot."""
    program: Hash
    """Which made it; another may take the same entries for another state."""


class SnapshotRecorded(Event, frozen=True):
    """This snapshot was made after this entry, by this program; no other may be taken for it."""

    no: int
    sha256: str
    program: str


def started(command: StartProgram) -> ProgramStarted:
    return ProgramStarted(
        clause="", version=command.version, program=command.program, rulebook=command.rulebook,
        readings=command.readings, source=command.source, changes=command.changes, config=command.config,
        house=command.house, time_zone=command.time_zone, **stamp(command),
    )  # fmt: skip


def start_program(table: Table, command: StartProgram) -> Answer:
    """By the rulebook that the table goes by, or while it is closed by another one whose text comes with it."""
    if command.rulebook != table.book.hash and (table.phase is not Phase.CLOSED or not command.source):
        named = (command.rulebook or "none")[:12]
        return Refused(
            Why.ENTRY_DIFFERS,
            None,
            "rulebook-differs",
            rulebook=table.book.id,
            named=named,
            hash=table.book.hash[:12],
        )
    if command.source and not _is_the_text(table, command):
        return Refused(Why.ENTRY_DIFFERS, None, "rulebook-text-differs", rulebook=table.book.id)
    return (started(command),)


def _is_the_text(table: Table, command: StartProgram) -> bool:
    """Whether the text that was named is that of the rulebook that was named."""
    if command.source == table.book.source:
        return command.rulebook == table.book.hash
    try:
        return restored(command.source).hash == command.rulebook != table.book.hash
    except RulebookError:
        return False


def changes_between(before: Rulebook, after: Rulebook) -> tuple[RuleChange, ...]:
    """What a table that goes from one rulebook to another puts on record."""
    return tuple(RuleChange(*it) for it in differences(before, after))


def snapshot_id(no: int) -> str:
    """Of the command that records it; nobody outside the program gives one that begins so."""
    return f"~snapshot/{no}"


def recorded(_: object, command: RecordSnapshot) -> Answer:
    """For a table and the house alike, and by the program alone."""
    if command.id != snapshot_id(command.no):
        return Refused(Why.MALFORMED, None, "not-programs-id", command="record-snapshot", id=command.id)
    no, sha256, program = command.no, command.sha256, command.program
    return (SnapshotRecorded(clause="", no=no, sha256=sha256, program=program, **stamp(command)),)


def snapshot_recorded(_: object, event: SnapshotRecorded) -> None:
    """It changes nothing of what it is a snapshot of."""


def program_started(table: Table, event: ProgramStarted) -> None:
    """A table that is closed is set up as its house now says; an open one stays as it was opened."""
    table.program, named = event.program, event.rulebook or ""
    if event.source:
        table.texts[named] = event.source
        table.rulebooks = tuple(dict.fromkeys((*table.rulebooks, named)))
    if named != table.book.hash and named in table.texts:
        adopt(table, restored(table.texts[named]))
    if event.config is not None and table.phase is Phase.CLOSED:
        table.config, table.sign = event.config, event.config.sign


COMMANDS: Orders = {
    StartProgram: Order(start_program, others=(DEVICE,), when_closed=True),
    RecordSnapshot: Order(recorded, others=(DEVICE,), when_closed=True),
}
APPLIERS: Appliers = {ProgramStarted: program_started, SnapshotRecorded: snapshot_recorded}
