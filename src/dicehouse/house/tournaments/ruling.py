"""Disputes in a tournament: the director decides for good, on record, and tells of the right to complain."""

from typing import Final

from dicehouse.house.orders import DEVICE, DIRECTOR, LADDER, PATRON, Facts, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, found, rule
from dicehouse.house.tournaments.directing import no_table
from dicehouse.house.tournaments.state import Ruling
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Perhaps, Words, stamp

CASHIER: Final = LADDER[0]


class RaiseTournamentDispute(Command, frozen=True):
    """Ask the director for a ruling."""

    tournament: Name
    person: Name
    about: Words
    table: Perhaps = ""
    """The table that waits for it; empty: none does. A patron holds up none."""


class DecideTournamentDispute(Command, frozen=True):
    """Decide for good, and tell whoever is not satisfied of the right to complain to the regulator."""

    tournament: Name
    dispute: Name
    decision: Words
    satisfied: bool


class TournamentDisputed(Event, frozen=True):
    """Something in a tournament waits for the director."""

    tournament: str
    dispute: str
    person: str
    about: str
    table: str


class TournamentDisputeDecided(Event, frozen=True):
    """The director has decided, and that is final."""

    tournament: str
    dispute: str
    decision: str
    advised: bool
    """Whether the person was told of the right to complain to the regulator."""


def raise_dispute(house: House, command: RaiseTournamentDispute) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON, "finished")
    if isinstance(it, Refused):
        return it
    tables = it.round.tables if it.round is not None and it.phase == "playing" else {}
    if command.table and (command.table not in tables or command.role == PATRON):
        return no_table(it, command.table, "8.4.8(h)")
    return (
        TournamentDisputed(
            tournament=command.tournament,
            dispute=command.id,
            person=command.person,
            about=command.about,
            table=command.table,
            clause=rule("8.4.8(h)"),
            **stamp(command),
        ),
    )


def decide_dispute(house: House, command: DecideTournamentDispute) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON, "finished")
    if isinstance(it, Refused):
        return it
    ruling = it.rulings.get(command.dispute)
    if ruling is None:
        known = ", ".join(it.rulings) or "none"
        message = f"{command.dispute}: there is no such dispute in {command.tournament}; those there are: {known}"
        return Refused(Why.UNKNOWN_ID, None, message)
    if ruling.decision:
        message = f"{command.dispute}: it was decided for good ({ruling.decision}); leave it so"
        return Refused(Why.ALREADY_DONE, rule("8.4.8(h)"), message)
    return (
        TournamentDisputeDecided(
            tournament=command.tournament,
            dispute=command.dispute,
            decision=command.decision,
            advised=not command.satisfied,
            clause=rule("8.4.8(h)" if command.satisfied else "8.4.8(j)"),
            **stamp(command),
        ),
    )


# --- what the facts do


def tournament_disputed(house: House, event: TournamentDisputed) -> None:
    it = house.tournaments[event.tournament]
    it.rulings[event.dispute] = Ruling(person=event.person, about=event.about, table=event.table)
    if event.table and it.round is not None:
        it.round.tables[event.table].held = event.dispute


def tournament_dispute_decided(house: House, event: TournamentDisputeDecided) -> None:
    it = house.tournaments[event.tournament]
    ruling = it.rulings[event.dispute]
    ruling.decision, ruling.advised = event.decision, event.advised
    for here in it.round.tables.values() if it.round is not None else ():
        if here.held == event.dispute:
            here.held = ""


ORDERS: Orders = {
    RaiseTournamentDispute: Order(raise_dispute, CASHIER, (DIRECTOR, DEVICE, PATRON)),
    DecideTournamentDispute: Order(decide_dispute, others=(DIRECTOR,)),
}
FACTS: Facts = {TournamentDisputed: tournament_disputed, TournamentDisputeDecided: tournament_dispute_decided}
