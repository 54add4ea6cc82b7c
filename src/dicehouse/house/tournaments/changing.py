"""What may change about an entry: withdrawal, one substitute, and chips that are bought later, for all alike."""

from typing import Final, Literal

from dicehouse.house.accounts import Postings, move, post, short
from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import LADDER, PATRON, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.tournaments.asked import entrant, found, rule
from dicehouse.house.tournaments.entering import (
    Means,
    account_for,
    not_accepted,
    not_cash,
    not_eligible,
    on_paper,
    paying,
)
from dicehouse.house.tournaments.parts import Purchase, share_of
from dicehouse.house.tournaments.state import Entrant, Tournament, owed_account
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, stamp

CASHIER: Final = LADDER[0]


class WithdrawEntry(Command, frozen=True):
    """Withdraw before play begins."""

    tournament: Name
    person: Name


class NominateSubstitute(Command, frozen=True):
    """Let someone else take over an entry."""

    tournament: Name
    person: Name
    substitute: Name
    accepted: bool
    signed: bool = False
    publicity: bool = False


class BuyTournamentChips(Command, frozen=True):
    """Buy more chips, or the way back in."""

    tournament: Name
    person: Name
    what: Literal["re-buy", "add-on", "buy-back"]
    means: Means


class EntryWithdrawn(Event, frozen=True):
    """Someone does not play after all."""

    tournament: str
    person: str
    amount: int
    """What the house gives back."""
    refunds: dict[str, int]
    postings: Postings


class SubstituteNominated(Event, frozen=True):
    """Someone else has taken over an entry."""

    tournament: str
    person: str
    substitute: str
    version: int
    publicity: bool


class TournamentChipsBought(Event, frozen=True):
    """A player has more chips, or is in again."""

    tournament: str
    person: str
    what: str
    amount: int
    chips: int
    postings: Postings


def refunds_of(one: Entrant, share: str) -> dict[str, int]:
    """What is given back of each payment, in whole cents."""
    return {payment: int(share_of(share, amount)) for payment, amount in one.paid.items()}


def refunding(it: Tournament, refunds: dict[str, int]) -> Postings:
    """From where the payments lie to what the house owes."""
    lines: Postings = ()
    for payment, amount in refunds.items():
        lines += move(account_for(it, payment), owed_account(it.terms.id), amount)
    return lines


def withdraw_entry(house: House, command: WithdrawEntry) -> Answer:
    """All of it comes back in time, or while terms were changed that this person has not accepted; else a share."""
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    refused = not_their_own(command, command.person)
    if refused is not None:
        return refused
    if one.standing != "entered":
        return Refused(
            Why.ALREADY_DONE, rule("8.4.2(d)"), "withdrawn", person=command.person, tournament=command.tournament
        )
    until = it.terms.entry.withdraw_until
    in_time = until is None or command.at <= until or one.accepted != it.version
    refunds = refunds_of(one, "1/1" if in_time else it.terms.conduct.late_refund)
    return (
        EntryWithdrawn(
            tournament=command.tournament,
            person=command.person,
            amount=sum(refunds.values()),
            refunds=refunds,
            postings=refunding(it, refunds),
            clause=rule("8.4.2(d)" if in_time else "8.4.8(a)(iv)"),
            **stamp(command),
        ),
    )


def nominate_substitute(house: House, command: NominateSubstitute) -> Answer:
    it = found(house, command, command.tournament, "planned")
    if isinstance(it, Refused):
        return it
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    refused = _no_substitute(it, one, command) or not_eligible(house, it, command.substitute)
    refused = refused or not_accepted(it, command.substitute, command.accepted, signed=on_paper(command))
    if refused is not None:
        return refused
    return (
        SubstituteNominated(
            tournament=command.tournament,
            person=command.person,
            substitute=command.substitute,
            version=it.version,
            publicity=command.publicity,
            clause=rule("8.4.8(b)(iv)"),
            **stamp(command),
        ),
    )


def _no_substitute(it: Tournament, one: Entrant, command: NominateSubstitute) -> Refused | None:
    clause = rule("8.4.8(a)(iii)")
    if one.for_:
        return Refused(Why.ALREADY_DONE, clause, "substitute-already", person=command.person, other=one.for_)
    if one.standing != "entered":
        return Refused(
            Why.NOT_ALLOWED, clause, "substitute-while-entered", person=command.person, standing=one.standing
        )
    if one.staff:
        return Refused(Why.NOT_ALLOWED, rule("8.4.2(a)(v)"), "staff-substitute", person=command.person)
    until = it.terms.entry.substitute_until
    if until is None:
        return Refused(
            Why.NOT_ALLOWED, clause, "terms-know-no-substitutes", person=command.person, tournament=command.tournament
        )
    if command.at > until:
        return Refused(
            Why.TOO_LATE, clause, "substitutes-named-until", person=command.person, until=until, at=command.at
        )
    return not_their_own(command, command.person)


def buy_chips(house: House, command: BuyTournamentChips) -> Answer:
    it = found(house, command, command.tournament, "playing", "between")
    if isinstance(it, Refused):
        return it
    one = entrant(it, command.person)
    if isinstance(one, Refused):
        return one
    refused = not_their_own(command, command.person)
    refused = refused or not_cash(command, command.person, command.means, "8.4.1(a)(ii)")
    offer = refused or (_way_back(it, one, command) if command.what == "buy-back" else _more(it, one, command))
    if isinstance(offer, Refused):
        return offer
    postings = paying(it, command.person, command.means, {command.what: offer.price})
    clause = rule("8.4.3(a)(iv)" if command.what == "buy-back" else "8.4.1(a)(ii)")
    refused = short(house, postings, "put money into the account, or pay in cash", clause)
    if refused is not None:
        return refused
    return (
        TournamentChipsBought(
            tournament=command.tournament,
            person=command.person,
            what=command.what,
            amount=offer.price,
            chips=offer.bank,
            postings=postings,
            clause=clause,
            **stamp(command),
        ),
    )


def _more(it: Tournament, one: Entrant, command: BuyTournamentChips) -> Purchase | Refused:
    """In the rounds and as often as the terms say; a re-buy also brings back who has no chips left."""
    details, who, what = it.terms.details, command.person, command.what
    offer, clause = details.re_buy if what == "re-buy" else details.add_on, rule("8.4.1(a)(ii)")
    if offer is None:
        return Refused(Why.NOT_OFFERED, clause, "not-sold", who=who, terms=it.terms.id, what=what)
    now = it.rounds + 1
    if it.round is None or it.phase != "playing" or now > offer.until_round:
        return Refused(Why.TOO_LATE, clause, "taken-in-rounds-up-to", who=who, what=what, last=offer.until_round)
    broke = one.standing == "out" and one.reached == now and not one.bank and what == "re-buy"
    if one.standing != "playing" and not broke:
        return Refused(
            Why.NOT_ALLOWED, clause, "for-players-of-round", who=who, standing=one.standing, what=what, now=now
        )
    if it.round.tables[one.table].ended:
        return Refused(Why.TOO_LATE, clause, "play-over-at-table", who=who, table=one.table)
    if it.round.tables[one.table].staked is not None:
        return Refused(Why.BETTING_CLOSED, clause, "buy-after-spin", who=who, table=one.table)
    if one.bought.get(what, 0) >= offer.most:
        return Refused(Why.ABOVE_MAXIMUM, clause, "bought-the-most", who=who, bought=one.bought[what], most=offer.most)
    return offer


def _way_back(it: Tournament, one: Entrant, command: BuyTournamentChips) -> Purchase | Refused:
    offer, who, clause = it.terms.format.buy_back, command.person, rule("8.4.3(a)(iv)")
    if offer is None:
        return Refused(Why.NOT_OFFERED, clause, "no-buy-back", who=who, terms=it.terms.id)
    if it.phase != "between" or it.rounds not in offer.after_rounds:
        rounds = ", ".join(map(str, offer.after_rounds))
        return Refused(Why.WRONG_TIME, clause, "buy-back-later", who=who, rounds=rounds)
    if one.standing != "out":
        return Refused(Why.NOT_ALLOWED, clause, "buy-back-for-those-out", who=who, standing=one.standing)
    if it.bought_back >= offer.places:
        return Refused(
            Why.ABOVE_MAXIMUM,
            clause,
            "bought-back-all",
            who=who,
            bought_back=it.bought_back,
            places=offer.places,
            round=it.rounds,
        )
    return Purchase(price=offer.price, bank=it.terms.format.starting_bank)


# --- what the facts do


def entry_withdrawn(house: House, event: EntryWithdrawn) -> None:
    it = house.tournaments[event.tournament]
    one = it.entrants[event.person]
    one.standing = "withdrawn"
    one.paid = {payment: amount - event.refunds[payment] for payment, amount in one.paid.items()}
    owe(it, event.person, event.amount)
    post(house, event.postings)


def owe(it: Tournament, person: str, amount: int) -> None:
    if amount:
        it.owed[person] = it.owed.get(person, 0) + amount


def substitute_nominated(house: House, event: SubstituteNominated) -> None:
    """The substitute has the entry as it stands, in its place."""
    it = house.tournaments[event.tournament]
    one = it.entrants[event.person]
    new = Entrant(
        number=one.number,
        accepted=event.version,
        publicity=event.publicity,
        for_=event.person,
        paid=one.paid,
    )
    it.entrants = {event.substitute if who == event.person else who: each for who, each in it.entrants.items()}
    it.entrants[event.substitute] = new


def tournament_chips_bought(house: House, event: TournamentChipsBought) -> None:
    it = house.tournaments[event.tournament]
    one = it.entrants[event.person]
    one.paid[event.what] = one.paid.get(event.what, 0) + event.amount
    one.bought[event.what] = one.bought.get(event.what, 0) + 1
    if event.what == "buy-back":
        one.standing, one.bank = "through", event.chips
        it.bought_back += 1
    else:
        one.standing = "playing"
        one.bank += event.chips
    post(house, event.postings)


COMMANDS: Orders = {
    WithdrawEntry: Order(withdraw_entry, CASHIER, (PATRON,)),
    NominateSubstitute: Order(nominate_substitute, CASHIER, (PATRON,)),
    BuyTournamentChips: Order(buy_chips, CASHIER, (PATRON,)),
}
APPLIERS: Appliers = {
    EntryWithdrawn: entry_withdrawn,
    SubstituteNominated: substitute_nominated,
    TournamentChipsBought: tournament_chips_bought,
}
