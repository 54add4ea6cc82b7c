"""Seats that nobody can arrange: what they are drawn from is promised before it is known who plays, and opened then.

A promise is the SHA-256 of a text, on record and public from that moment. For the first round it is made before
entries close, for every later one before the round before it has ended; one that is made afterwards is on record as
late. `standings` says how seats and lots follow from the text and the players' names.
"""

from dicehouse.house.orders import DEVICE, DIRECTOR, Appliers, Order, Orders
from dicehouse.house.promotions.drawing import Promise
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, found, rule
from dicehouse.house.tournaments.preparing import not_ready
from dicehouse.house.tournaments.state import Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, stamp


class PromiseSeats(Command, frozen=True):
    """Promise what the seats of the next round are drawn from: SHA-256 of it."""

    tournament: Name
    commitment: Promise = ""
    """Empty: a running house draws a text itself and keeps it under seal."""


class SeatsPromised(Event, frozen=True):
    """It is fixed what the seats of a round are drawn from, and nobody knows it."""

    tournament: str
    round: int
    commitment: str
    late: bool
    """Whether it was known by then who plays."""


def coming_round(it: Tournament) -> int:
    """The round whose players are not seated yet; more than there are where none comes."""
    return it.rounds + (2 if it.phase == "playing" else 1)


def promise_due(it: Tournament) -> bool:
    """Whether the house's clock is to promise seats now: from when entries open, and in each round for the next."""
    waits = it.phase == "playing" or (it.phase == "planned" and not_ready(it) is None)
    return waits and coming_round(it) <= len(it.terms.format.rounds) and coming_round(it) not in it.promised


def promise_seats(house: House, command: PromiseSeats) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    number, rounds, clause = coming_round(it), len(it.terms.format.rounds), rule("8.4.3(a)(ii)")
    if number > rounds:
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "no-seats-to-promise",
            tournament=command.tournament,
            rounds=rounds,
        )
    if number in it.promised:
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "seats-promised",
            tournament=command.tournament,
            promised=it.promised[number],
            number=number,
        )
    if not command.commitment:
        return Refused(Why.NOT_DECLARED, clause, "seat-promise-missing", tournament=command.tournament)
    closes = it.terms.details.entries_close
    known = it.phase == "between" or (it.phase == "planned" and closes is not None and command.at > closes)
    return (
        SeatsPromised(
            tournament=command.tournament,
            round=number,
            commitment=command.commitment,
            late=known,
            clause=clause,
            **stamp(command),
        ),
    )


def not_promised(it: Tournament, seed: str) -> Refused | None:
    """Why seats are not drawn from this text: it is not what was promised for the round."""
    number, clause = it.rounds + 1, rule("8.4.3(a)(ii)")
    promised = it.promised.get(number, "")
    if not promised:
        return Refused(Why.OUT_OF_ORDER, clause, "no-seats-promised", terms=it.terms.id, number=number)
    if commitment(seed) != promised:
        return Refused(
            Why.ENTRY_DIFFERS,
            clause,
            "seed-differs" if seed else "seed-missing",
            terms=it.terms.id,
            given=commitment(seed),
            promised=promised,
        )
    return None


# --- what the facts do


def seats_promised(house: House, event: SeatsPromised) -> None:
    house.tournaments[event.tournament].promised[event.round] = event.commitment


COMMANDS: Orders = {PromiseSeats: Order(promise_seats, others=(DIRECTOR, DEVICE))}
APPLIERS: Appliers = {SeatsPromised: seats_promised}
