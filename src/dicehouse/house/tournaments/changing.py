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
        message = f"{command.person}: has withdrawn from {command.tournament}; nothing is to be done"
        return Refused(Why.ALREADY_DONE, rule("8.4.2(d)"), message)
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
        message = f"{command.person}: is the substitute of {one.for_}, and an entry has 1; play, or withdraw"
        return Refused(Why.ALREADY_DONE, clause, message)
    if one.standing != "entered":
        message = f"{command.person}: is {one.standing}; name a substitute while an entry stands"
        return Refused(Why.NOT_ALLOWED, clause, message)
    if one.staff:
        message = f"{command.person}: staff play by an approval of their own; withdraw, and enter someone else"
        return Refused(Why.NOT_ALLOWED, rule("8.4.2(a)(v)"), message)
    until = it.terms.entry.substitute_until
    if until is None:
        message = f"{command.person}: the terms of {command.tournament} know no substitutes; play, or withdraw"
        return Refused(Why.NOT_ALLOWED, clause, message)
    if command.at > until:
        message = f"{command.person}: substitutes were named until {until}, and it is {command.at}; play, or withdraw"
        return Refused(Why.TOO_LATE, clause, message)
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
        return Refused(Why.NOT_OFFERED, clause, f"{who}: {it.terms.id} has no {what}; play with what you have")
    now = it.rounds + 1
    if it.round is None or it.phase != "playing" or now > offer.until_round:
        message = f"{who}: a {what} is taken while one of rounds 1 to {offer.until_round} is played; it is too late"
        return Refused(Why.TOO_LATE, clause, f"{message}; play with what you have")
    broke = one.standing == "out" and one.reached == now and not one.bank and what == "re-buy"
    if one.standing != "playing" and not broke:
        return Refused(Why.NOT_ALLOWED, clause, f"{who}: is {one.standing}; a {what} is for who plays in round {now}")
    if it.round.tables[one.table].ended:
        return Refused(Why.TOO_LATE, clause, f"{who}: play at {one.table} is over; wait for the next round")
    if it.round.tables[one.table].staked is not None:
        message = f"{who}: betting is closed at {one.table}; buy when the spin is settled"
        return Refused(Why.BETTING_CLOSED, clause, message)
    if one.bought.get(what, 0) >= offer.most:
        message = f"{who}: has had {one.bought[what]} of {offer.most}; play with what you have"
        return Refused(Why.ABOVE_MAXIMUM, clause, message)
    return offer


def _way_back(it: Tournament, one: Entrant, command: BuyTournamentChips) -> Purchase | Refused:
    offer, who, clause = it.terms.format.buy_back, command.person, rule("8.4.3(a)(iv)")
    if offer is None:
        return Refused(Why.NOT_OFFERED, clause, f"{who}: {it.terms.id} has no buy-back; enter another tournament")
    if it.phase != "between" or it.rounds not in offer.after_rounds:
        rounds = ", ".join(map(str, offer.after_rounds))
        message = f"{who}: players buy back after round {rounds} and before the next; wait for it"
        return Refused(Why.WRONG_TIME, clause, message)
    if one.standing != "out":
        return Refused(Why.NOT_ALLOWED, clause, f"{who}: is {one.standing}; a buy-back is for who is out")
    if it.bought_back >= offer.places:
        message = f"{who}: {it.bought_back} of {offer.places} have bought back after round {it.rounds}; it is full"
        return Refused(Why.ABOVE_MAXIMUM, clause, f"{message}; enter another tournament")
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
