"""Winnings that may have been won with a device: held aside during the investigation, then paid or kept (9.2.3)."""

from typing import Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.conduct import breach_giving, everyone_in
from dicehouse.table.ledger import CAGE, collected, move, own, rack, tray_of
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Name,
    Order,
    Orders,
    Postings,
    Words,
    stamp,
)
from dicehouse.table.settlement import gains
from dicehouse.table.state import Table


class WithholdWinnings(Command, frozen=True):
    """Pay nobody in breach winnings until an investigation has ended."""

    breach: Name
    reason: Words


class ReleaseWinnings(Command, frozen=True):
    """End the withholding by the outcome of the investigation."""

    person: Name
    outcome: Literal["paid", "kept"]
    reason: Words


class WinningsWithheld(Event, frozen=True):
    """From now on a person's winnings are held aside."""

    person: str
    breach: str
    reason: str


class WinningsReleased(Event, frozen=True):
    """What was held aside went to its winner or to the house."""

    person: str
    outcome: Literal["paid", "kept"]
    amount: int
    seat: int
    """Where it was paid; 0: away from the table, or not at all."""
    reason: str


def withhold_winnings(table: Table, command: WithholdWinnings) -> Answer:
    """Winnings that may have been won with a device wait for the investigation (9.2.3); stakes do not."""
    breach = breach_giving(table, command.breach, "withhold_winnings")
    if isinstance(breach, Refused):
        return breach
    clause = table.clause("withhold_winnings")
    people = [it for it in breach.people if it not in table.withheld]
    if not people:
        return Refused(
            Why.ALREADY_DONE, clause, "held-aside-already", command="withhold-winnings", all=everyone_in(breach)
        )
    return tuple(
        WinningsWithheld(clause=clause, person=it, breach=breach.id, reason=command.reason, **stamp(command))
        for it in people
    )


def release_winnings(table: Table, command: ReleaseWinnings) -> Answer:
    """The investigation has ended: the winnings are paid, at the table to whoever is still there, or kept."""
    clause = table.clause("withhold_winnings")
    amount = table.withheld.get(command.person)
    if amount is None:
        return Refused(
            Why.UNKNOWN_ID, clause, "nothing-held-aside", command="release-winnings", person=command.person, amount=0
        )
    seat = table.seat_of(command.person) if command.outcome == "paid" else None
    return (
        WinningsReleased(
            clause=clause,
            person=command.person,
            outcome=command.outcome,
            amount=amount,
            seat=seat.number if seat else 0,
            reason=command.reason,
            **stamp(command),
        ),
    )


def winnings_withheld(table: Table, event: WinningsWithheld) -> None:
    table.withheld[event.person] = 0


def winnings_released(table: Table, event: WinningsReleased) -> None:
    del table.withheld[event.person]
    if event.outcome == "kept":
        table.float += event.amount
        seat = table.seat_of(event.person)
        if seat is not None:
            gains(seat, -event.amount)
    elif event.seat:
        table.seats[event.seat].rack += event.amount
    else:
        table.came -= event.amount


def release_moved(table: Table, event: WinningsReleased) -> Entries:
    """Kept by the house, paid at the table, or at the cage to whoever has left it."""
    if event.outcome == "kept":
        to = tray_of(table)
    elif event.seat:
        to = rack(table, event.seat)
    else:
        to = collected(table.config.name) if table.config.cage else CAGE
    return move(own(table.config.name, "withheld"), to, event.amount)


COMMANDS: Orders = {
    WithholdWinnings: Order(withhold_winnings, "withhold_winnings"),
    ReleaseWinnings: Order(release_winnings, "withhold_winnings", when_closed=True),
}


APPLIERS: Appliers = {
    WinningsWithheld: winnings_withheld,
    WinningsReleased: winnings_released,
}


POSTINGS: Postings = {
    WinningsReleased: release_moved,
}
