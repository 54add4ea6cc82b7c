"""The wagering period of terminals, and which terminals take a wager in it.

A period begins at the resolution of the round before and lasts as long as the house set it (1.1). The server's clock
decides when it is over, also before the terminals have said so (3.8.1). A terminal out of order takes no wager until it
is rectified (7.1), and one person plays at as many terminals as the house and the supervisor allow (8.1).
"""

from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import (
    PLAYER,
    Answer,
    Command,
    Event,
    Events,
    Facts,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    stamp,
)
from dicehouse.table.state import Round, Seat, Table

TERMINALS: Final = frozenset({Kind.ELECTRONIC})


class LimitTerminals(Command, frozen=True):
    """Tell a person at how many terminals to play at a time."""

    person: Name
    most: Annotated[int, Meta(ge=0, le=9_999)] = 1
    """0: at as many as the house allows."""


class WageringOpened(Event, frozen=True):
    """A round began: terminals take wagers until its wagering period ends."""

    round: int
    ends: datetime
    rulebook: str = ""
    """The hash of the rulebook by which it is played."""
    program: str = ""
    """The hash of the program that leads the table; empty where none was put on record."""


class TerminalsLimited(Event, frozen=True):
    """A person was told at how many terminals to play at a time."""

    person: str
    most: int


def wagering_opens(table: Table, command: Command) -> Events:
    """The next wagering period, at a table that has them; none while play is stopped."""
    return (next_period(table, command),) if table.kind is Kind.ELECTRONIC and not table.stopped else ()


def next_period(table: Table, command: Command) -> WageringOpened:
    clause, number = table.book.removal_clause, table.round.number + 1
    return WageringOpened(
        clause=clause, round=number, ends=period_end(table, command), rulebook=table.book.hash, program=table.program,
        **stamp(command),
    )  # fmt: skip


def period_end(table: Table, command: Command) -> datetime:
    """When a wagering period ends that begins now."""
    return command.at + timedelta(seconds=table.config.wagering_seconds)


def period_over(table: Table, at: datetime) -> bool:
    """Whether the clock has reached the end of the wagering period, where there is one."""
    return table.round.ends is not None and at >= table.round.ends


def not_at_terminal(table: Table, command: Command) -> Refused | None:
    """At a terminal the player presses the buttons and nobody else (3.3)."""
    if table.kind is not Kind.ELECTRONIC or command.role == PLAYER:
        return None
    said = command.__struct_config__.tag
    message = f"{said}: a terminal takes wagers from its player, not from {command.role}; let the player do it"
    return Refused(Why.NOT_ALLOWED, "3.3", message)


def out_of_order(seat: Seat) -> Refused | None:
    """Whether a terminal waits to be rectified."""
    if seat.fault is None:
        return None
    message = f"seat {seat.number}: its terminal is out of order ({seat.fault.kind}); have it rectified first"
    return Refused(Why.OUT_OF_ORDER, "7.1", message)


def one_terminal_more(table: Table, person: str) -> Refused | None:
    """Whether a person is at as many terminals as the house and the supervisor allow."""
    if table.kind is not Kind.ELECTRONIC:
        return None
    most = table.most_terminals.get(person, 0) or (0 if table.config.several_terminals else 1)
    at = sum(it.person == person for it in table.seats.values())
    return _too_many(table, person, at, most) if most and at >= most else None


def playing_elsewhere(table: Table, seat: Seat) -> Refused | None:
    """Whether someone who was kept to fewer terminals has wagers at that many others."""
    most = table.most_terminals.get(seat.person, 0)
    if not most:
        return None
    others = sum(it.person == seat.person and it.staked > 0 for it in table.seats.values() if it is not seat)
    return _too_many(table, seat.person, others, most) if others >= most else None


def _too_many(table: Table, person: str, at: int, most: int) -> Refused:
    message = f"{person}: plays at {at} of at most {most} terminals at {table.config.name}; leave one of them first"
    return Refused(Why.TERMINAL_LIMIT, table.clause("limit_terminals"), message)


def limit_terminals(table: Table, command: LimitTerminals) -> Answer:
    """A player may play at several terminals unless a supervisor says otherwise (8.1)."""
    clause, before = table.clause("limit_terminals"), table.most_terminals.get(command.person, 0)
    if command.most == before:
        message = f"limit-terminals: {command.person} has {before or 'no'} as the most terminals already; name another"
        return Refused(Why.ALREADY_DONE, clause, message)
    return (TerminalsLimited(clause=clause, person=command.person, most=command.most, **stamp(command)),)


# --- what the facts do


def wagering_opened(table: Table, event: WageringOpened) -> None:
    table.round = Round(number=event.round, ends=event.ends, running=True)
    table.phase = Phase.BETTING


def terminals_limited(table: Table, event: TerminalsLimited) -> None:
    table.most_terminals.pop(event.person, None)
    if event.most:
        table.most_terminals[event.person] = event.most


ORDERS: Orders = {LimitTerminals: Order(limit_terminals, "limit_terminals", kinds=TERMINALS)}
FACTS: Facts = {WageringOpened: wagering_opened, TerminalsLimited: terminals_limited}
