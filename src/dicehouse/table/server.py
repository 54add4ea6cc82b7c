"""Faults of the server behind the terminals: wagers not yet settled are void, and play stops until it is rectified.

Rounds that were settled before the fault stand (7.6).
"""

from typing import Final, Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Order,
    Orders,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.settlement import taken_back
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import Table
from dicehouse.table.wagering import TERMINALS, next_period

_TOPICS: Final = {"same-error": "server_error", "opinion": "server_opinion"}


class ReportServerFault(Command, frozen=True):
    """Say that the server does not work as it should."""

    kind: Literal["same-error", "opinion"]
    """Several terminals show the same error, or it is the house's opinion."""
    error: Words
    seats: tuple[SeatNumber, ...] = ()
    """The terminals that show the error, or that the opinion is about."""


class RectifyServer(Command, frozen=True):
    """Declare that the server works again."""

    done: Words


class ServerFailed(Event, frozen=True):
    """The server is out of order: wagers not yet settled are void, and play stops."""

    kind: str
    error: str
    seats: tuple[int, ...]


class ServerRectified(Event, frozen=True):
    """The server works again."""

    done: str


def report_server_fault(table: Table, command: ReportServerFault) -> Answer:
    """The same error at several terminals, or the house's opinion of the server (7.6.1)."""
    clause, seats = table.matter(_TOPICS[command.kind]), tuple(dict.fromkeys(command.seats))
    if command.kind == "opinion" and command.role == DEVICE:
        return Refused(Why.NOT_ALLOWED, clause or None, "opinion-of-house", command="report-server-fault")
    most = table.config.seats
    unknown = next((it for it in seats if it > most), None)
    if unknown is not None:
        return Refused(Why.UNKNOWN_SEAT, None, "no-such-seat-there", seat=unknown, table=table.config.name, most=most)
    one_terminal = len(seats) < 2 if command.kind == "same-error" else bool(seats) and _server_only(table)
    if one_terminal:
        said = "report-server-fault"
        return Refused(Why.NOT_ELIGIBLE, clause or None, "not-servers-fault", command=said, count=len(seats))
    reason = "server malfunction"
    voids = table.book.no_result.reasons[reason]
    return (
        ServerFailed(clause=clause, kind=command.kind, error=command.error, seats=seats, **stamp(command)),
        *taken_back(table, command, table.bets, voids, reason),
        RoundEnded(clause=voids, round=table.round.number, counts=False, **stamp(command)),
    )


def _server_only(table: Table) -> bool:
    return table.reading("server_fault") == "server_only"


def rectify_server(table: Table, command: RectifyServer) -> Answer:
    """Play goes on with the next wagering period."""
    clause = table.clause("rectify")
    if not table.stopped:
        return Refused(Why.ALREADY_DONE, clause, "server-in-order", command="rectify-server")
    return (ServerRectified(clause=clause, done=command.done, **stamp(command)), next_period(table, command))


# --- what the facts do


def server_failed(table: Table, event: ServerFailed) -> None:
    table.stopped = f"server malfunction ({event.error})"
    table.last = ()


def server_rectified(table: Table, event: ServerRectified) -> None:  # noqa: ARG001
    table.stopped = ""


COMMANDS: Orders = {
    ReportServerFault: Order(
        report_server_fault, "call_no_result", others=(DEVICE,), kinds=TERMINALS, when_stopped=False
    ),
    RectifyServer: Order(rectify_server, "rectify", kinds=TERMINALS),
}
APPLIERS: Appliers = {ServerFailed: server_failed, ServerRectified: server_rectified}
