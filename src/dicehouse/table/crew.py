"""The crew of a table: who is on the roster for it, who has signed on, who relieves whom, and who takes a break.

A position is held by one person at a time. Whoever holds it hands it over by name, and nobody but the one named takes
it then; a supervisor names the relief of someone who does not. What is keyed at a table is on record with whoever keyed
it, as ever: the crew says who dealt the round.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.duties import Duty, RosterLine, StaffBreak
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Kind,
    Moment,
    Name,
    Order,
    Orders,
    stamp,
)
from dicehouse.table.state import Table

SUPERVISES: Final = "close_table"
"""Whoever holds this power makes the roster and names reliefs."""
LONGEST: Final = timedelta(hours=12)
"""Of one line of the roster, and of a break."""
SECOND: Final = "-2"
"""How the second place of the lowest rank is called at craps, where two dealers work."""


class RosterStaff(Command, frozen=True):
    """Put someone on the roster of the table."""

    position: Name
    staff: Name
    since: Moment
    until: Moment


class DropFromRoster(Command, frozen=True):
    """Take a line off the roster."""

    line: Name


class SignOn(Command, frozen=True):
    """Sign on at a position of the table, as its relief if someone hands it over."""

    position: Name


class HandOver(Command, frozen=True):
    """Name the relief to whom a position is handed over."""

    position: Name
    to: Name


class SignOff(Command, frozen=True):
    """Sign off from a position that nobody takes over."""

    position: Name
    why: Literal["break", "shift-over"]
    until: Moment | None = None
    """Of a break: when it is over."""


class ReleaseStaff(Command, frozen=True):
    """Someone has signed on at another table."""

    staff: Name
    table: Name
    since: Moment
    """Since when; where they have signed on again here after that, they stay."""


class StaffRostered(Event, frozen=True):
    """Someone is on the roster."""

    line: str
    position: str
    staff: str
    since: datetime
    until: datetime


class RosterDropped(Event, frozen=True):
    """A line of the roster does not hold any more."""

    line: str
    staff: str


class HandoverNamed(Event, frozen=True):
    """A position is handed over to a relief who has yet to sign on."""

    position: str
    staff: str
    to: str


class StaffSignedOn(Event, frozen=True):
    """Someone is at a position from here on."""

    position: str
    staff: str
    relieved: str = ""
    """Whom they took over from; empty: nobody was there."""


class StaffSignedOff(Event, frozen=True):
    """Someone left a position to nobody."""

    position: str
    staff: str
    why: str
    until: datetime | None = None


class StaffReleased(Event, frozen=True):
    """Someone is at another table by now, and here no more."""

    staff: str
    table: str
    positions: tuple[str, ...]
    """Those that they left to nobody; none where they had only been on a break from here."""


def positions(table: Table) -> tuple[str, ...]:
    """The ranks that run the game, from the lowest up to those who may close the table; two dealers at craps."""
    power = table.book.powers.get(SUPERVISES)
    ladder = [it.id for it in table.book.roles]
    first = min((ladder.index(it) for it in power.by if it in ladder), default=len(ladder)) if power else len(ladder)
    working = tuple(ladder[: max(1, first)])
    return (working[0], working[0] + SECOND, *working[1:]) if table.kind is Kind.CRAPS else working


def rank_of(position: str) -> str:
    """The rank that a position takes."""
    return position.removesuffix(SECOND)


# --- the judgements


def _no_such(table: Table, position: str) -> Refused | None:
    known = positions(table)
    if position in known:
        return None
    return Refused(Why.UNKNOWN_ID, None, "no-such-position", position=position, table=table.config.name, known=known)


def roster_staff(table: Table, command: RosterStaff) -> Answer:
    """Nobody is at two positions of a table at once, and no position is taken twice."""
    refused = _no_such(table, command.position) or _wrong_times(command)
    if refused:
        return refused
    for it in table.roster.values():
        if it.since < command.until and command.since < it.until and _collides(it, command):
            return Refused(
                Why.ALREADY_DONE, None, "already-on-roster", staff=it.staff, position=it.position,
                since=table.clock(it.since), until=table.clock(it.until),
            )  # fmt: skip
    return (
        StaffRostered(
            clause="", line=command.id, position=command.position, staff=command.staff, since=command.since,
            until=command.until, **stamp(command),
        ),
    )  # fmt: skip


def _collides(it: RosterLine, command: RosterStaff) -> bool:
    return it.position == command.position or it.staff == command.staff


def _wrong_times(command: RosterStaff) -> Refused | None:
    if command.until <= max(command.since, command.at):
        return Refused(Why.WRONG_TIME, None, "roster-would-be-over", staff=command.staff, until=command.until)
    if command.until - command.since > LONGEST:
        return Refused(Why.ABOVE_MAXIMUM, None, "roster-longer", staff=command.staff, longest=str(LONGEST))
    return None


def drop_from_roster(table: Table, command: DropFromRoster) -> Answer:
    it = table.roster.get(command.line)
    if it is None:
        return Refused(Why.UNKNOWN_ID, None, "no-such-roster-line", line=command.line, table=table.config.name)
    return (RosterDropped(clause="", line=it.id, staff=it.staff, **stamp(command)),)


def sign_on(table: Table, command: SignOn) -> Answer:
    """At a free position, or at one that was handed over to this person by name."""
    refused = _no_such(table, command.position) or _too_low(table, command) or _elsewhere_here(table, command)
    if refused:
        return refused
    duty = table.duties.get(command.position)
    if duty is not None and duty.to != command.by:
        says = "position-handed-to-another" if duty.to else "position-not-handed-over"
        return Refused(
            Why.ALREADY_DONE, None, says, position=command.position, staff=duty.staff, to=duty.to, by=command.by
        )
    return (
        StaffSignedOn(
            clause="", position=command.position, staff=command.by, relieved=duty.staff if duty else "",
            **stamp(command),
        ),
    )  # fmt: skip


def _too_low(table: Table, command: SignOn) -> Refused | None:
    ranks, rank = table.book.ranks, rank_of(command.position)
    if ranks[command.role] >= ranks[rank]:
        return None
    return Refused(
        Why.NOT_ALLOWED, None, "rank-below-position", by=command.by, role=command.role, position=command.position
    )


def _elsewhere_here(table: Table, command: SignOn) -> Refused | None:
    held = next((position for position, it in table.duties.items() if it.staff == command.by), None)
    if held is None:
        return None
    return Refused(Why.ALREADY_DONE, None, "signed-on-already", by=command.by, position=held, table=table.config.name)


def _held(table: Table, command: HandOver | SignOff) -> Duty | Refused:
    """The duty of whoever gives the command, or of anyone where a supervisor does."""
    refused = _no_such(table, command.position)
    if refused:
        return refused
    duty = table.duties.get(command.position)
    if duty is None:
        return Refused(Why.UNKNOWN_ID, None, "nobody-at-position", position=command.position, table=table.config.name)
    if duty.staff != command.by and not table.book.may(command.role, SUPERVISES):
        return Refused(
            Why.NOT_ALLOWED, None, "position-of-another", position=command.position, staff=duty.staff, by=command.by
        )
    return duty


def hand_over(table: Table, command: HandOver) -> Answer:
    """Whoever is named first is named no more once another is."""
    duty = _held(table, command)
    if isinstance(duty, Refused):
        return duty
    if command.to == duty.staff:
        return Refused(Why.ALREADY_DONE, None, "hands-over-to-themselves", position=command.position, staff=duty.staff)
    if command.to == duty.to:
        return Refused(Why.ALREADY_DONE, None, "handed-over-already", position=command.position, to=duty.to)
    return (HandoverNamed(clause="", position=command.position, staff=duty.staff, to=command.to, **stamp(command)),)


def sign_off(table: Table, command: SignOff) -> Answer:
    """Between rounds; whoever is in the middle of one hands over."""
    duty = _held(table, command)
    if isinstance(duty, Refused):
        return duty
    if table.round.running:
        return Refused(
            Why.WRONG_PHASE, None, "round-needs-its-crew", staff=duty.staff, position=command.position,
            round=table.round.number,
        )  # fmt: skip
    refused = _wrong_break(command)
    if refused:
        return refused
    return (
        StaffSignedOff(
            clause="", position=command.position, staff=duty.staff, why=command.why, until=command.until,
            **stamp(command),
        ),
    )  # fmt: skip


def _wrong_break(command: SignOff) -> Refused | None:
    if command.why != "break":
        return Refused(Why.MALFORMED, None, "only-breaks-end") if command.until else None
    if command.until is None:
        return Refused(Why.MALFORMED, None, "break-needs-its-end")
    if not command.at < command.until <= command.at + LONGEST:
        return Refused(Why.WRONG_TIME, None, "staff-break-times", until=command.until, longest=str(LONGEST))
    return None


def release_staff(table: Table, command: ReleaseStaff) -> Answer:
    duties, rest = table.duties.items(), table.staff_breaks.get(command.staff)
    held = tuple(position for position, it in duties if it.staff == command.staff and it.since <= command.since)
    if not held and (rest is None or rest.since > command.since):
        return Refused(Why.ALREADY_DONE, None, "not-at-table", staff=command.staff, table=table.config.name)
    return (StaffReleased(clause="", staff=command.staff, table=command.table, positions=held, **stamp(command)),)


# --- what the facts do


def staff_rostered(table: Table, event: StaffRostered) -> None:
    """Lines that are over are forgotten."""
    made = RosterLine(id=event.line, position=event.position, staff=event.staff, since=event.since, until=event.until)
    there = (*(it for it in table.roster.values() if it.until > event.at), made)
    table.roster = {it.id: it for it in sorted(there, key=lambda it: (it.since, it.position))}


def roster_dropped(table: Table, event: RosterDropped) -> None:
    del table.roster[event.line]


def handover_named(table: Table, event: HandoverNamed) -> None:
    duty = table.duties[event.position]
    table.duties[event.position] = Duty(staff=duty.staff, since=duty.since, to=event.to)


def signed_on(table: Table, event: StaffSignedOn) -> None:
    table.duties[event.position] = Duty(staff=event.staff, since=event.at)
    table.staff_breaks.pop(event.staff, None)


def signed_off(table: Table, event: StaffSignedOff) -> None:
    del table.duties[event.position]
    if event.until is not None:
        table.staff_breaks[event.staff] = StaffBreak(since=event.at, until=event.until)


def staff_released(table: Table, event: StaffReleased) -> None:
    for position in event.positions:
        del table.duties[position]
    table.staff_breaks.pop(event.staff, None)


COMMANDS: Orders = {
    RosterStaff: Order(roster_staff, SUPERVISES, when_closed=True),
    DropFromRoster: Order(drop_from_roster, SUPERVISES, when_closed=True),
    SignOn: Order(sign_on, staff=True, when_closed=True),
    HandOver: Order(hand_over, staff=True, when_closed=True),
    SignOff: Order(sign_off, staff=True, when_closed=True),
    ReleaseStaff: Order(release_staff, others=(DEVICE,), when_closed=True),
}
APPLIERS: Appliers = {
    StaffRostered: staff_rostered,
    RosterDropped: roster_dropped,
    HandoverNamed: handover_named,
    StaffSignedOn: signed_on,
    StaffSignedOff: signed_off,
    StaffReleased: staff_released,
}
