"""The program on record: which version leads a table or the house, by the hash of its files, and by which rulebook.

It is recorded when a process begins to lead, and both hashes go with every round (Order effect). With them goes on
record whatever else judging needs, so that history can be judged again from the journal alone: the text of the rulebook
the first time it is in force, how the table is set up, and what the house is called and where its clock stands. What a
program writes down of a state, to start from later, is on record by its hash before it is kept.
"""

from typing import Annotated

from msgspec import Meta, field

from dicehouse.refusal import Refused, Why
from dicehouse.table.config import Config
from dicehouse.table.orders import DEVICE, Answer, Appliers, Command, Event, Name, Order, Orders, Perhaps, Phase, stamp
from dicehouse.table.state import Table

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256, in hexadecimal")]


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
        readings=command.readings, source=command.source, config=command.config, house=command.house,
        time_zone=command.time_zone, **stamp(command),
    )  # fmt: skip


def start_program(table: Table, command: StartProgram) -> Answer:
    """By the rulebook that the table goes by, and no other."""
    if command.rulebook != table.book.hash:
        named = (command.rulebook or "none")[:12]
        return Refused(
            Why.ENTRY_DIFFERS,
            None,
            "rulebook-differs",
            rulebook=table.book.id,
            named=named,
            hash=table.book.hash[:12],
        )
    if command.source and command.source != table.book.source:
        return Refused(Why.ENTRY_DIFFERS, None, "rulebook-text-differs", rulebook=table.book.id)
    return (started(command),)


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
    table.program = event.program
    if event.source:
        table.rulebooks = (*table.rulebooks, event.rulebook or "")
    if event.config is not None and table.phase is Phase.CLOSED:
        table.config, table.sign = event.config, event.config.sign


COMMANDS: Orders = {
    StartProgram: Order(start_program, others=(DEVICE,), when_closed=True),
    RecordSnapshot: Order(recorded, others=(DEVICE,), when_closed=True),
}
APPLIERS: Appliers = {ProgramStarted: program_started, SnapshotRecorded: snapshot_recorded}
