"""What an inspector's desk shows at all times: the tables, whom to tell what by when, and whether the journal stands.

An inspector reads everything and changes nothing; what there is to do is to say that one was told, and how a
complaint ended.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from dicehouse.house import judge as house_judge
from dicehouse.house.state import House
from dicehouse.refusal import Refused
from dicehouse.table import Table, decide
from dicehouse.table.cases import Notice
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import INSPECTOR, Command
from dicehouse.views.complaints import ComplaintLine, complaint_lines
from dicehouse.views.parts import Refusal, refusal
from dicehouse.views.proof import ProofView

HOUSE = "house"


class InspectedTable(Struct, frozen=True, kw_only=True):
    """A table at a glance."""

    table: str
    rulebook: str
    rulebook_hash: str
    program: str
    phase: str
    round: int
    seats: int
    wagers: int
    stopped: str
    """Why play has stopped; empty while it goes on."""
    halted: bool
    """Whether its books do not agree."""


class DueNotice(Struct, frozen=True, kw_only=True):
    """Someone has to be told of something."""

    id: str
    at: str
    """The table, or house."""
    to: str
    """A rank, or inspector."""
    about: str
    due: datetime
    overdue: bool
    clause: str
    can: Refusal | None
    """Why the one who looks cannot say that they were told; None where they can."""


class InspectorView(Struct, frozen=True, kw_only=True):
    house: str
    time_zone: str
    now: datetime
    revision: int
    """Grows with whatever happens anywhere."""
    version: str
    program: str
    """The hash of the program that answers."""
    tables: tuple[InspectedTable, ...]
    notices: tuple[DueNotice, ...]
    """What nobody has acknowledged, the longest due first."""
    complaints: tuple[ComplaintLine, ...]
    """The house's register, the latest first."""
    proof: ProofView


class Inspected(NamedTuple):
    """A table that runs."""

    table: Table
    halted: bool


class Here(NamedTuple):
    """Who looks, when, and what runs here."""

    name: str
    now: datetime
    revision: int
    version: str
    program: str


def inspector_view(tables: Mapping[str, Inspected], house: House, proof: ProofView, here: Here) -> InspectorView:
    notices = (*_notices(HOUSE, house, here), *(it for name, own in tables.items() for it in _at(name, own, here)))
    return InspectorView(
        house=house.name,
        time_zone=house.time_zone,
        now=here.now,
        revision=here.revision,
        version=here.version,
        program=here.program,
        tables=tuple(_table(name, it, here.now) for name, it in tables.items()),
        notices=tuple(sorted(notices, key=lambda it: it.due)),
        complaints=complaint_lines(house),
        proof=proof,
    )


def _table(name: str, it: Inspected, now: datetime) -> InspectedTable:
    table = it.table
    return InspectedTable(
        table=name,
        rulebook=table.book.id,
        rulebook_hash=table.book.hash,
        program=table.program,
        phase=table.phase.value,
        round=table.round.number,
        seats=len(table.seats),
        wagers=len(table.bets),
        stopped=table.why_stopped(now),
        halted=it.halted,
    )


def _at(name: str, it: Inspected, here: Here) -> Iterator[DueNotice]:
    return _notices(name, it.table, here)


def _notices(name: str, of: Table | House, here: Here) -> Iterator[DueNotice]:
    for it in of.notices.values():
        yield DueNotice(
            id=it.id, at=name, to=it.to, about=it.about, due=it.due, overdue=it.due < here.now, clause=it.clause,
            can=_can(of, it, here),
        )  # fmt: skip


def _can(of: Table | House, it: Notice, here: Here) -> Refusal | None:
    command: Command = AcknowledgeNotice(id="trial", at=here.now, by=here.name, role=INSPECTOR, notice=it.id)
    answer = house_judge.decide(of, command) if isinstance(of, House) else decide(of, command)
    return refusal(answer) if isinstance(answer, Refused) else None
