"""The wagering period of terminals, and which terminals take a wager in it.

A period begins at the resolution of the round before and lasts as long as the house set it (1.1); while nobody is
seated it waits, without an end, for the first person. The server's clock decides when it is over, also before the
terminals have said so (3.8.1). A terminal out of order takes no wager until it is rectified (7.1), and one person plays
at those terminals that the house and the supervisor allow (8.1).
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import field

from dicehouse.refusal import Refused, Why
from dicehouse.table.duties import crew_of
from dicehouse.table.orders import (
    PLAYER,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    SeatNumber,
    stamp,
)
from dicehouse.table.rounds import Round
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table

TERMINALS: Final = frozenset({Kind.ELECTRONIC})


class LimitTerminals(Command, frozen=True):
    """Tell a person at which terminals to play."""

    person: Name
    terminals: tuple[SeatNumber, ...] = ()
    """Those and no others; without any, wherever the house allows."""


class WageringOpened(Event, frozen=True):
    """A round began: terminals take wagers until its wagering period ends."""

    round: int
    ends: datetime | None
    """None: not before someone is seated."""
    rulebook: str = ""
    """The hash of the rulebook by which it is played."""
    program: str = ""
    """The hash of the program that leads the table; empty where none was put on record."""
    crew: dict[str, str] = field(default_factory=dict)
    """Who of the staff was signed on, by position."""


class WageringExtended(Event, frozen=True):
    """Nobody had wagered, so the wagering period goes on, or begins with the first person to be seated."""

    round: int
    ends: datetime | None
    """None: nobody is seated, and it waits for someone."""


class TerminalsLimited(Event, frozen=True):
    """A person was told at which terminals to play."""

    person: str
    terminals: tuple[int, ...] = ()
    """Without any, wherever the house allows."""


def wagering_opens(table: Table, command: Command) -> Events:
    """The next wagering period, at a table that has them; none while play is stopped."""
    return (next_period(table, command),) if table.kind is Kind.ELECTRONIC and not table.stopped else ()


def next_period(table: Table, command: Command) -> WageringOpened:
    clause, number = table.book.removal_clause, table.round.number + 1
    return WageringOpened(
        clause=clause, round=number, ends=period_end(table, command, seated=bool(table.seats)),
        rulebook=table.book.hash, program=table.program, crew=crew_of(table.duties), **stamp(command),
    )  # fmt: skip


def extended(table: Table, command: Command, *, seated: bool) -> WageringExtended:
    """The wagering period of a round in which nobody has wagered, anew from now on."""
    return WageringExtended(
        clause=table.book.removal_clause, round=table.round.number, ends=period_end(table, command, seated=seated),
        **stamp(command),
    )  # fmt: skip


def waits_for_someone(table: Table) -> bool:
    """Whether terminals take wagers and the period has not begun, because nobody is seated."""
    waits = table.kind is Kind.ELECTRONIC and table.phase is Phase.BETTING and table.round.ends is None
    return waits and not table.stopped


def period_end(table: Table, command: Command, *, seated: bool) -> datetime | None:
    """When a wagering period ends that begins now; without anyone seated it waits, so that an idle table is still."""
    return command.at + timedelta(seconds=table.config.wagering_seconds) if seated else None


def period_over(table: Table, at: datetime) -> bool:
    """Whether the clock has reached the end of the wagering period, where there is one."""
    return table.round.ends is not None and at >= table.round.ends


def not_at_terminal(table: Table, command: Command) -> Refused | None:
    """At a terminal the player presses the buttons and nobody else (3.3)."""
    if table.kind is not Kind.ELECTRONIC or command.role == PLAYER:
        return None
    said = command.__struct_config__.tag
    clause = table.matter("terminal_wagers") or None
    return Refused(Why.NOT_ALLOWED, clause, "terminal-takes-players-wagers", command=said, role=command.role)


def out_of_order(table: Table, seat: Seat) -> Refused | None:
    """Whether a terminal waits to be rectified."""
    if seat.fault is None:
        return None
    clause = table.matter("out_of_order") or None
    return Refused(Why.OUT_OF_ORDER, clause, "terminal-out-order", seat=seat.number, kind=seat.fault.kind)


def one_terminal_more(table: Table, person: str, seat: int) -> Refused | None:
    """Whether a person may not sit down at a terminal too, by the house or by a supervisor's word."""
    if table.kind is not Kind.ELECTRONIC:
        return None
    other = None if table.config.several_terminals else table.seat_of(person)
    if other is not None:
        return Refused(
            Why.TERMINAL_LIMIT,
            table.clause("limit_terminals"),
            "plays-at-another-terminal",
            person=person,
            other=other.number,
        )
    return not_this_terminal(table, person, seat)


def not_this_terminal(table: Table, person: str, seat: int) -> Refused | None:
    """Whether someone was told to play at other terminals."""
    told = table.only_terminals.get(person)
    if told is None or seat in told:
        return None
    return Refused(
        Why.TERMINAL_LIMIT,
        table.clause("limit_terminals"),
        "told-to-play-elsewhere",
        person=person,
        told=told,
        seat=seat,
    )


def limit_terminals(table: Table, command: LimitTerminals) -> Answer:
    """A player may play at several terminals unless a supervisor says otherwise (8.1)."""
    clause, before = table.clause("limit_terminals"), table.only_terminals.get(command.person, ())
    terminals = tuple(sorted(set(command.terminals)))
    if terminals == before:
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "kept-to-terminals" if before else "plays-at-any-terminal",
            command="limit-terminals",
            person=command.person,
            terminals=before,
        )
    beyond = next((it for it in terminals if it > table.config.seats), None)
    if beyond is not None:
        return Refused(
            Why.UNKNOWN_SEAT,
            clause,
            "no-such-terminal",
            beyond=beyond,
            table=table.config.name,
            seats=table.config.seats,
        )
    return (TerminalsLimited(clause=clause, person=command.person, terminals=terminals, **stamp(command)),)


# --- what the facts do


def wagering_opened(table: Table, event: WageringOpened) -> None:
    sealed = table.round.seal if table.config.sealed_dice else ""
    table.round = Round(number=event.round, ends=event.ends, running=True, seal=sealed)
    table.phase = Phase.BETTING


def wagering_extended(table: Table, event: WageringExtended) -> None:
    table.round.ends = event.ends


def terminals_limited(table: Table, event: TerminalsLimited) -> None:
    table.only_terminals.pop(event.person, None)
    if event.terminals:
        table.only_terminals[event.person] = event.terminals


COMMANDS: Orders = {LimitTerminals: Order(limit_terminals, "limit_terminals", kinds=TERMINALS)}
APPLIERS: Appliers = {
    WageringOpened: wagering_opened,
    WageringExtended: wagering_extended,
    TerminalsLimited: terminals_limited,
}
