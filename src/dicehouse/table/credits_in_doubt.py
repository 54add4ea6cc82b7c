"""Credits in doubt: withheld from a terminal until the house has investigated and decided (7.5).

They leave the credit meter for an account of their own, an inspector is told at once, and they come back to the player
or go to the house by a decision that is on record. What is staked stays where it is.
"""

from typing import Literal

from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Doubted
from dicehouse.table.ledger import TICKETS, collected, move, own, rack, tray_of
from dicehouse.table.notices import notice
from dicehouse.table.orders import (
    INSPECTOR,
    Amount,
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Name,
    Order,
    Orders,
    Postings,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.settlement import gains
from dicehouse.table.state import Table, seat_at
from dicehouse.table.wagering import TERMINALS


class WithholdCredits(Command, frozen=True):
    """Withhold credits of a terminal that are in doubt. They go by the id of this command."""

    seat: SeatNumber
    reason: Words
    amount: Amount | None = None
    """Without it everything on the meter."""


class DecideCredits(Command, frozen=True):
    """Decide what becomes of credits that were withheld."""

    withheld: Name
    outcome: Literal["released", "voided"]
    reason: Words


class CreditsWithheld(Event, frozen=True):
    """Credits are off the meter until it is decided whose they are."""

    withheld: str
    seat: int
    person: str
    amount: int
    reason: str


class CreditsDecided(Event, frozen=True):
    """Withheld credits are the player's again, or the house's."""

    withheld: str
    seat: int
    """The terminal of their player by now; 0: none, so that they are paid on paper."""
    person: str
    amount: int
    outcome: Literal["released", "voided"]
    taken_at: int
    """The terminal where they were withheld."""
    reason: str


def withhold_credits(table: Table, command: WithholdCredits) -> Answer:
    """By the casino operator, while it investigates; an inspector is notified as soon as practicable (7.5)."""
    clause = table.clause("correct_payment")
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    amount = seat.rack if command.amount is None else command.amount
    if not 0 < amount <= seat.rack:
        return Refused(
            Why.NOT_ENOUGH,
            clause,
            "above-meter" if seat.rack else "meter-empty",
            seat=seat.number,
            rack=seat.rack,
            amount=amount,
        )
    withheld = CreditsWithheld(
        clause=clause, withheld=command.id, seat=seat.number, person=seat.person, amount=amount, reason=command.reason,
        **stamp(command),
    )  # fmt: skip
    about = f"seat {seat.number}: {dollars(amount)} in credits of {seat.person} is withheld: {command.reason}"
    return (withheld, notice(command, "credits", INSPECTOR, about, command.at, clause))


def decide_credits(table: Table, command: DecideCredits) -> Answer:
    """Released to the player, at their terminal or on paper to whoever has left; or void, and the house's."""
    clause = table.clause("correct_payment")
    it = table.doubted.get(command.withheld)
    if it is None:
        waiting = ", ".join(table.doubted) or "none"
        return Refused(
            Why.UNKNOWN_ID,
            clause,
            "nothing-withheld-so",
            command="decide-credits",
            withheld=command.withheld,
            waiting=waiting,
        )
    return (
        CreditsDecided(
            clause=clause, withheld=it.id, seat=_terminal_of(table, it), person=it.person, amount=it.amount,
            outcome=command.outcome, taken_at=it.seat, reason=command.reason, **stamp(command),
        ),
    )  # fmt: skip


def _terminal_of(table: Table, it: Doubted) -> int:
    """Where someone plays by now: at the same terminal, or else at another."""
    seat = table.seats.get(it.seat)
    if seat is not None and seat.person == it.person:
        return seat.number
    other = table.seat_of(it.person)
    return other.number if other else 0


# --- what the facts do


def credits_withheld(table: Table, event: CreditsWithheld) -> None:
    table.seats[event.seat].rack -= event.amount
    table.doubted[event.withheld] = Doubted(
        id=event.withheld, seat=event.seat, person=event.person, amount=event.amount, reason=event.reason
    )


def credits_decided(table: Table, event: CreditsDecided) -> None:
    """What is void was not won after all, which counts under a loss limit."""
    del table.doubted[event.withheld]
    if event.outcome == "voided":
        table.float += event.amount
        if event.seat:
            gains(table.seats[event.seat], -event.amount)
    elif event.seat:
        table.seats[event.seat].rack += event.amount
    else:
        table.came -= event.amount


def withholding_moved(table: Table, event: CreditsWithheld) -> Entries:
    return move(rack(table, event.seat), own(table.config.name, "doubted"), event.amount)


def decision_moved(table: Table, event: CreditsDecided) -> Entries:
    if event.outcome == "voided":
        to = tray_of(table)
    elif event.seat:
        to = rack(table, event.seat)
    else:
        to = collected(table.config.name) if table.config.cage else TICKETS
    return move(own(table.config.name, "doubted"), to, event.amount)


COMMANDS: Orders = {
    WithholdCredits: Order(withhold_credits, "correct_payment", kinds=TERMINALS, when_closed=True),
    DecideCredits: Order(decide_credits, "correct_payment", kinds=TERMINALS, when_closed=True),
}
APPLIERS: Appliers = {CreditsWithheld: credits_withheld, CreditsDecided: credits_decided}
POSTINGS: Postings = {CreditsWithheld: withholding_moved, CreditsDecided: decision_moved}
