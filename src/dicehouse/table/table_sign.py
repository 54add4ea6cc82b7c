"""The limits on a table's sign: changed from the next round, a higher minimum only after its notice has run.

At craps the next round begins as soon as the puck is Off and the last roll is paid, not only with the throw.
"""

from copy import copy
from datetime import datetime, timedelta

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks.rulebook import Rulebook, Time
from dicehouse.table.config import Sign
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Kind,
    Moment,
    Order,
    Orders,
    Phase,
    stamp,
)
from dicehouse.table.state import Change, Table, stated


class ChangeLimits(Command, frozen=True):
    """Put new limits on the sign."""

    sign: Sign
    counts: Moment | None = None
    """From when; without it from the next round. A higher minimum needs its notice."""


class EnforceLimits(Command, frozen=True):
    """Bring limits into force whose time has come between two hands of craps; the house's clock does."""


class LimitsSigned(Event, frozen=True):
    """New limits hang at the table and are not yet in force."""

    sign: Sign
    counts: datetime


class LimitsChanged(Event, frozen=True):
    """New limits are in force."""

    sign: Sign


def change_limits(table: Table, command: ChangeLimits) -> Answer:
    """From the next round at the earliest; a minimum rises only once its sign has hung long enough (4.5, 7.5)."""
    clause = table.clause("change_limits")
    refused = wrong_sign(table.book, command.sign, clause, "change-limits")
    if refused:
        return refused
    notice = table.book.times.get("raise_minimum")
    earliest = command.at
    if notice and _raises(table.book, table.sign, command.sign):
        earliest += length(notice)
    counts = command.counts or earliest
    if notice and earliest > counts >= command.at:
        return Refused(
            Why.NOT_YET,
            notice.clause,
            "minimum-needs-notice",
            command="change-limits",
            amount=notice.amount,
            unit=notice.unit,
            clock=table.clock(earliest),
        )
    if counts < command.at:
        from_ = table.clock(earliest)
        return Refused(
            Why.TOO_LATE,
            clause,
            "limits-time-passed",
            command="change-limits",
            clock=table.clock(counts),
            earliest=from_,
        )
    signed = LimitsSigned(clause=clause, sign=command.sign, counts=counts, **stamp(command))
    if counts == command.at and between_hands(table):
        return (signed, LimitsChanged(clause=clause, sign=command.sign, **stamp(command)))
    return (signed,)


def wrong_sign(book: Rulebook, sign: Sign, clause: str, said: str) -> Refused | None:
    """A sign that speaks of wagers nobody offers, or whose minimum is above its maximum."""
    for wager in sign.wagers:
        if wager not in book.wagers and wager not in {it.family for it in book.wagers.values()}:
            return Refused(Why.UNKNOWN_WAGER, clause, "no-wager-or-family", command=said, wager=wager, rulebook=book.id)
    for limits in (sign.every, *sign.wagers.values()):
        if limits.minimum > limits.maximum:
            return Refused(
                Why.ABOVE_MAXIMUM, clause, "limits-reversed", command=said, least=limits.minimum, most=limits.maximum
            )
    return None


def _raises(book: Rulebook, old: Sign, new: Sign) -> bool:
    """Whether any wager's minimum is higher than it was."""
    return any(stated(new, it).minimum > stated(old, it).minimum for it in book.wagers.values())


def due_now(table: Table, command: Command) -> Events:
    """Limits whose time has come, in force from the round that begins."""
    coming = table.coming
    if coming is None or command.at < coming.since:
        return ()
    return (LimitsChanged(clause=table.clause("change_limits"), sign=coming.sign, **stamp(command)),)


def between_hands(table: Table) -> bool:
    """Whether the round of craps that the next throw begins takes wagers already."""
    return table.kind is Kind.CRAPS and table.phase is Phase.BETTING and not table.round.running


def under_due_limits(table: Table, at: datetime) -> Table:
    """The table as it is judged and shown: between two hands of craps limits are in force the moment they fall due."""
    if table.coming is None or at < table.coming.since or not between_hands(table):
        return table
    made = copy(table)
    made.sign = table.coming.sign
    return made


def enforce_limits(table: Table, command: EnforceLimits) -> Answer:
    """Nothing more than what `decide` does before every command: limits that have fallen due come into force (7.5)."""
    clause = table.clause("change_limits")
    if table.coming is None:
        return Refused(Why.ALREADY_DONE, clause, "no-limits-on-sign", command="enforce-limits")
    if command.at < table.coming.since:
        return Refused(
            Why.NOT_YET, clause, "limits-count-later", command="enforce-limits", clock=table.clock(table.coming.since)
        )
    if table.round.running:
        return Refused(Why.NOT_YET, clause, "hand-in-progress", command="enforce-limits", round=table.round.number)
    return ()


def limits_signed(table: Table, event: LimitsSigned) -> None:
    table.coming = Change(event.sign, event.counts)


def limits_changed(table: Table, event: LimitsChanged) -> None:
    table.sign, table.coming = event.sign, None


def length(time: Time) -> timedelta:
    """A time of the rulebook on the clock."""
    return timedelta(**{time.unit: time.amount})


COMMANDS: Orders = {
    ChangeLimits: Order(change_limits, "change_limits"),
    EnforceLimits: Order(enforce_limits, others=(DEVICE,), kinds=frozenset({Kind.CRAPS})),
}


APPLIERS: Appliers = {
    LimitsSigned: limits_signed,
    LimitsChanged: limits_changed,
}
