"""Disputes in a tournament: decided for good by the director; who is not satisfied is told of the regulator."""

from typing import Final

from dicehouse.house import complaints
from dicehouse.house.dispute import cannot_advise
from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import DEVICE, DIRECTOR, LADDER, PATRON, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, OVER, found, rule
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.directing import no_table
from dicehouse.house.tournaments.state import Phase, Ruling, Tournament
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
    """Decide for good."""

    tournament: Name
    dispute: Name
    decision: Words
    satisfied: bool
    """Whether the person is; one who is not must be told of the right to complain."""


class AdviseTournamentDispute(Command, frozen=True):
    """Tell the person of the right to complain to the regulator."""

    tournament: Name
    dispute: Name


class LodgeTournamentComplaint(Command, frozen=True):
    """Take a dispute to the regulator."""

    tournament: Name
    dispute: Name
    words: Words
    """The complaint, as the person puts it."""


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
    advised: bool = False
    """Whether the person was told of the right to complain in the same breath, as older records have it."""
    unsatisfied: bool = False
    """Whether the person is to be told of it."""


class TournamentDisputeAdvised(Event, frozen=True):
    """Someone told the person of the right to complain to the regulator."""

    tournament: str
    dispute: str
    person: str
    regulator: str


def raise_dispute(house: House, command: RaiseTournamentDispute) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON, "finished")
    if isinstance(it, Refused):
        return it
    tables = it.round.tables if it.round is not None and it.phase == "playing" else {}
    if command.table and (command.table not in tables or command.role == PATRON):
        return no_table(it, command.table, "8.4.8(h)")
    return not_their_own(command, command.person) or (
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
    asked = _ruling(house, command, *GOING_ON, "finished")
    if isinstance(asked, Refused):
        return asked
    _, ruling = asked
    if ruling.decision:
        return Refused(
            Why.ALREADY_DONE,
            rule("8.4.8(h)"),
            "ruling-stands",
            dispute=command.dispute,
            decision=ruling.decision,
        )
    return (
        TournamentDisputeDecided(
            tournament=command.tournament,
            dispute=command.dispute,
            decision=command.decision,
            unsatisfied=not command.satisfied,
            clause=rule("8.4.8(h)"),
            **stamp(command),
        ),
    )


def _ruling(
    house: House,
    command: DecideTournamentDispute | AdviseTournamentDispute | LodgeTournamentComplaint,
    *phases: Phase,
) -> tuple[Tournament, Ruling] | Refused:
    it = found(house, command, command.tournament, *phases)
    if isinstance(it, Refused):
        return it
    if command.dispute in it.rulings:
        return it, it.rulings[command.dispute]
    known = ", ".join(it.rulings) or "none"
    return Refused(
        Why.UNKNOWN_ID,
        rule("8.4.8(h)"),
        "no-tournament-dispute",
        dispute=command.dispute,
        terms=it.terms.id,
        known=known,
    )


def advise_dispute(house: House, command: AdviseTournamentDispute) -> Answer:
    asked = _ruling(house, command, *GOING_ON, *OVER)
    if isinstance(asked, Refused):
        return asked
    it, ruling = asked
    clause = rule("8.4.8(j)")
    return cannot_advise(ruling, command.dispute, "have the director decide it first", clause) or (
        TournamentDisputeAdvised(
            tournament=command.tournament,
            dispute=command.dispute,
            person=ruling.person,
            regulator=book_of(it.terms).regulator,
            clause=clause,
            **stamp(command),
        ),
    )


def lodge_complaint(house: House, command: LodgeTournamentComplaint) -> Answer:
    """The way outside the house is always open."""
    asked = _ruling(house, command, *GOING_ON, *OVER)
    if isinstance(asked, Refused):
        return asked
    it, ruling = asked
    return complaints.lodged(
        house, command, "tournament", command.tournament, command.dispute, ruling, words=command.words,
        regulator=book_of(it.terms).regulator, clause=rule("8.4.8(j)"),
    )  # fmt: skip


# --- what the facts do


def tournament_disputed(house: House, event: TournamentDisputed) -> None:
    it = house.tournaments[event.tournament]
    it.rulings[event.dispute] = Ruling(person=event.person, about=event.about, table=event.table)
    if event.table and it.round is not None:
        it.round.tables[event.table].held = event.dispute


def tournament_dispute_decided(house: House, event: TournamentDisputeDecided) -> None:
    it = house.tournaments[event.tournament]
    ruling = it.rulings[event.dispute]
    ruling.decision, ruling.advised, ruling.unsatisfied = event.decision, event.advised, event.unsatisfied
    for here in it.round.tables.values() if it.round is not None else ():
        if here.held == event.dispute:
            here.held = ""


def tournament_dispute_advised(house: House, event: TournamentDisputeAdvised) -> None:
    house.tournaments[event.tournament].rulings[event.dispute].advised = True


COMMANDS: Orders = {
    RaiseTournamentDispute: Order(raise_dispute, CASHIER, (DIRECTOR, DEVICE, PATRON)),
    DecideTournamentDispute: Order(decide_dispute, others=(DIRECTOR,)),
    AdviseTournamentDispute: Order(advise_dispute, CASHIER, (DIRECTOR,)),
    LodgeTournamentComplaint: Order(lodge_complaint, CASHIER, (DIRECTOR, PATRON)),
}
APPLIERS: Appliers = {
    TournamentDisputed: tournament_disputed,
    TournamentDisputeDecided: tournament_dispute_decided,
    TournamentDisputeAdvised: tournament_dispute_advised,
}
