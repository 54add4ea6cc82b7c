"""The end: places and prizes by the terms, refunds if it is cancelled, payment of what is owed, and results."""

from typing import Final, Literal

from dicehouse.house.accounts import BANK, HOUSE, Postings, balance, move, paid_out_by, patron, post, short
from dicehouse.house.orders import DIRECTOR, LADDER, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import GOING_ON, OVER, found, rule
from dicehouse.house.tournaments.changing import owe
from dicehouse.house.tournaments.distributing import cashed, pool_of, taken_places
from dicehouse.house.tournaments.state import Place, fees_account, owed_account, pool_account
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp

CASHIER, MANAGER, OPERATOR = LADDER[0], LADDER[2], LADDER[3]
GONE: Final = ("withdrawn", "disqualified")
"""Who has nothing back when a tournament is cancelled."""


class FinishTournament(Command, frozen=True):
    """Say who has won what."""

    tournament: Name


class CancelTournament(Command, frozen=True):
    """Call a tournament off and give back what was paid."""

    tournament: Name
    reason: Words


class PayTournament(Command, frozen=True):
    """Pay someone what a tournament owes: a prize, chips or a refund."""

    tournament: Name
    person: Name
    form: Literal["account", "cash", "cheque"]


class PublishTournamentResults(Command, frozen=True):
    """Record where the results were published."""

    tournament: Name
    where: Words


class TournamentFinished(Event, frozen=True):
    """A tournament is over, and everyone has a place."""

    tournament: str
    pool: int
    places: tuple[Place, ...]
    cashed: dict[str, int]
    """What chips are worth in money."""
    postings: Postings


class TournamentCancelled(Event, frozen=True):
    """A tournament was called off."""

    tournament: str
    reason: str
    refunds: dict[str, int]
    postings: Postings


class TournamentPaid(Event, frozen=True):
    """Someone has what a tournament owed."""

    tournament: str
    person: str
    amount: int
    form: str
    postings: Postings


class TournamentResultsPublished(Event, frozen=True):
    """The results of a tournament are public."""

    tournament: str
    where: str


def finish_tournament(house: House, command: FinishTournament) -> Answer:
    it = found(house, command, command.tournament, "between")
    if isinstance(it, Refused):
        return it
    rounds = len(it.terms.format.rounds)
    if it.rounds < rounds:
        return Refused(
            Why.NOT_YET,
            rule("8.4.6(a)"),
            "rounds-left-to-play",
            tournament=command.tournament,
            rounds=it.rounds,
            all=rounds,
        )
    waiting = [id for id, ruling in it.rulings.items() if not ruling.decision]
    if waiting:
        return Refused(
            Why.NOT_YET, rule("8.4.8(h)"), "rulings-wait", tournament=command.tournament, waiting=tuple(waiting)
        )
    whole = pool_of(it.terms.pool, balance(house, pool_account(command.tournament)))
    places, chips = taken_places(it, whole), cashed(it)
    owed = sum(each.prize for each in places) + sum(chips.values())
    return (
        TournamentFinished(
            tournament=command.tournament,
            pool=whole,
            places=tuple(places),
            cashed=chips,
            postings=_closing(house, command.tournament, owed),
            clause=rule("8.4.7(b)"),
            **stamp(command),
        ),
    )


def _closing(house: House, tournament: str, owed: int) -> Postings:
    """What is owed comes out of the pool first and then from the house, which has what is left."""
    pool, fees = (balance(house, account(tournament)) for account in (pool_account, fees_account))
    there = min(pool, owed)
    return (
        *move(pool_account(tournament), owed_account(tournament), there),
        *move(pool_account(tournament), HOUSE, pool - there),
        *move(fees_account(tournament), HOUSE, fees),
        *move(HOUSE, owed_account(tournament), owed - there),
    )


def cancel_tournament(house: House, command: CancelTournament) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON)
    if isinstance(it, Refused):
        return it
    refunds = {who: sum(one.paid.values()) for who, one in it.entrants.items() if one.standing not in GONE}
    return (
        TournamentCancelled(
            tournament=command.tournament,
            reason=command.reason,
            refunds=refunds,
            postings=_closing(house, command.tournament, sum(refunds.values())),
            clause=rule("8.4.8(a)(iv)"),
            **stamp(command),
        ),
    )


def pay_tournament(house: House, command: PayTournament) -> Answer:
    it = found(house, command, command.tournament, *GOING_ON, *OVER)
    if isinstance(it, Refused):
        return it
    amount, source = it.owed.get(command.person, 0), owed_account(command.tournament)
    if not amount:
        return Refused(
            Why.ALREADY_DONE, rule("8.4.7(b)"), "owes-nothing", person=command.person, tournament=command.tournament
        )
    postings = paid_out_by(source, amount, command.form, patron(command.person) if command.form == "account" else BANK)
    refused = short(house, postings, "bring cash to the cage first")
    if refused is not None:
        return refused
    return (
        TournamentPaid(
            tournament=command.tournament,
            person=command.person,
            amount=amount,
            form=command.form,
            postings=postings,
            clause=rule("8.4.7(b)"),
            **stamp(command),
        ),
    )


def publish_results(house: House, command: PublishTournamentResults) -> Answer:
    it = found(house, command, command.tournament, "finished")
    if isinstance(it, Refused):
        return it
    return (
        TournamentResultsPublished(
            tournament=command.tournament, where=command.where, clause=rule("8.4.6(a)"), **stamp(command)
        ),
    )


# --- what the facts do


def tournament_finished(house: House, event: TournamentFinished) -> None:
    it = house.tournaments[event.tournament]
    it.phase, it.places = "finished", [*event.places]
    for each in event.places:
        owe(it, each.person, each.prize)
    for who, amount in event.cashed.items():
        owe(it, who, amount)
    post(house, event.postings)


def tournament_cancelled(house: House, event: TournamentCancelled) -> None:
    it = house.tournaments[event.tournament]
    it.phase, it.over = "cancelled", event.reason
    for who, amount in event.refunds.items():
        owe(it, who, amount)
    post(house, event.postings)


def tournament_paid(house: House, event: TournamentPaid) -> None:
    del house.tournaments[event.tournament].owed[event.person]
    post(house, event.postings)


def tournament_results_published(house: House, event: TournamentResultsPublished) -> None:
    house.tournaments[event.tournament].results = event.where


COMMANDS: Orders = {
    FinishTournament: Order(finish_tournament, others=(DIRECTOR,)),
    CancelTournament: Order(cancel_tournament, OPERATOR),
    PayTournament: Order(pay_tournament, CASHIER),
    PublishTournamentResults: Order(publish_results, MANAGER),
}
APPLIERS: Appliers = {
    TournamentFinished: tournament_finished,
    TournamentCancelled: tournament_cancelled,
    TournamentPaid: tournament_paid,
    TournamentResultsPublished: tournament_results_published,
}
