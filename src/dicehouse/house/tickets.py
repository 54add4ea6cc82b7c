"""Tickets: the credits of a terminal on paper, which the house owes to whoever brings it, and pays once, ever.

A ticket has a number, a validation number that was drawn for it, and a last moment (3.8). What became of one that was
paid, voided or left to expire is remembered by the day of its issue, until nobody can ask any more; after that its
number is unknown, and that is refused too. The latest 35 tickets in and out of each terminal are on record.
"""

from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple

from dicehouse.house.accounts import (
    HOUSE,
    Postings,
    balances,
    collected,
    given,
    move,
    paid_out_by,
    patron,
    post,
    short,
    transit,
)
from dicehouse.house.cage import sent_before, unknown
from dicehouse.house.cage_state import Payout, Sent, Ticket, TicketDay, TicketLine, TicketRecord
from dicehouse.house.calendar import day_of
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.play_record import money_in
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, Perhaps, SeatNumber, Words, stamp

ISSUED_BY: Final = "aruze-sicbo 3.8"
PAID_BY: Final = "aruze-sicbo 5.3"
CREDITED_BY: Final = "aruze-sicbo 3.4"
KEPT: Final = 35
"""How many tickets in, and how many out, the record of a terminal shows."""


class IssueTicket(Command, frozen=True):
    """Put credits that were collected at a terminal on a ticket."""

    ticket: Name
    table: Name
    seat: SeatNumber
    amount: Amount
    validation: Name
    """A number that nobody can guess, drawn for this ticket."""


class PayTicket(Command, frozen=True):
    """Pay a ticket at the cashier."""

    ticket: Name
    validation: Name
    amount: Amount
    """What is printed on it."""
    to: Literal["cash", "account"] = "cash"
    person: Perhaps = ""
    """Whose account."""


class AcceptTicket(Command, frozen=True):
    """Take a ticket in at a terminal as credits."""

    ticket: Name
    validation: Name
    amount: Amount
    table: Name
    seat: SeatNumber


class VoidTicket(Command, frozen=True):
    """Take a ticket out of use that cannot be read or was printed wrongly; its holder is paid by hand."""

    ticket: Name
    person: Name
    reason: Words


class ExpireTickets(Command, frozen=True):
    """Write off the tickets whose time is over, and forget those that nobody can ask about any more."""


class TicketIssued(Event, frozen=True):
    """Credits became a ticket."""

    ticket: str
    terminal: str
    amount: int
    validation: str
    until: datetime
    """The last moment at which it is paid."""
    day: str
    told: Postings
    """What the table collected by its own entry; nothing where it is not a terminal's."""
    postings: Postings


class TicketPaid(Event, frozen=True):
    """A ticket was paid; it will not be again."""

    ticket: str
    amount: int
    to: str
    person: str
    postings: Postings


class TicketAccepted(Event, frozen=True):
    """A terminal took a ticket; its worth is on its way to the credit meter."""

    ticket: str
    table: str
    terminal: str
    amount: int
    postings: Postings


class TicketVoided(Event, frozen=True):
    """A ticket is out of use, and its holder is owed what it was worth."""

    ticket: str
    person: str
    amount: int
    reason: str
    postings: Postings


class TicketsExpired(Event, frozen=True):
    """Tickets were written off, and days were forgotten."""

    tickets: tuple[str, ...]
    amount: int
    forgotten: tuple[str, ...]
    """Days of issue."""
    postings: Postings


class Liability(NamedTuple):
    """What the house owes on tickets."""

    tickets: int
    amount: int
    withheld: int
    """Of that, pending an inquiry."""
    over: int
    """Of that, on tickets whose time is over and that have yet to be written off."""


def account(ticket: str) -> str:
    return f"ticket/{ticket}"


def terminal(table: str, seat: int) -> str:
    return f"{table}/{seat}"


def liability(house: House) -> Liability:
    """Everything that is owed on tickets, which is what their accounts hold."""
    every = house.tickets.values()
    return Liability(
        tickets=len(every),
        amount=sum(balances(house, "ticket/").values()),
        withheld=sum(it.amount for it in every if it.withheld),
        over=sum(it.amount for it in every if house.now and it.until < house.now),
    )


def latest(house: House, table: str, seat: int) -> TicketRecord:
    """The latest tickets in and out of a terminal."""
    return house.ticket_records.get(terminal(table, seat), TicketRecord())


class Printed(NamedTuple):
    """What a new ticket goes by."""

    ticket: str
    validation: str
    terminal: str


def issue_ticket(house: House, command: IssueTicket) -> Answer:
    """For credits that the terminal has cancelled from its meter (3.8)."""
    printed = Printed(command.ticket, command.validation, terminal(command.table, command.seat))
    source = collected(command.table)
    event = issued(house, command, printed, command.amount, source, given(source, command.amount))
    return event if isinstance(event, Refused) else (event,)


def issued(
    house: House, command: Command, printed: Printed, amount: int, source: str, told: Postings = ()
) -> TicketIssued | Refused:
    """A ticket for money that is in an account, or that a table has put there; its number must be new."""
    if printed.ticket in house.tickets or became(house, printed.ticket):
        return Refused(Why.DUPLICATE_ID, ISSUED_BY, "ticket-number-taken", ticket=printed.ticket)
    return TicketIssued(
        clause=ISSUED_BY,
        ticket=printed.ticket,
        terminal=printed.terminal,
        amount=amount,
        validation=printed.validation,
        until=command.at.astimezone(UTC) + timedelta(days=house.cage.ticket_days),
        day=day_of(house, command.at).isoformat(),
        told=told,
        postings=move(source, account(printed.ticket), amount),
        **stamp(command),
    )


def became(house: House, ticket: str) -> str:
    """What became of a ticket that is no longer outstanding; empty if nobody knows of it."""
    for day in house.ticket_days.values():
        if ticket in day.paid:
            return "paid"
        if ticket in day.otherwise:
            return day.otherwise[ticket]
    return ""


def pay_ticket(house: House, command: PayTicket) -> Answer:
    """At once, in cash or to an account (5.3)."""
    it = (unknown(house, command.person) if command.to == "account" else None) or _payable(house, command)
    if isinstance(it, Refused):
        return it
    postings = paid_out_by(account(command.ticket), it.amount, command.to, patron(command.person))
    return short(house, postings, "bring cash from the bank", PAID_BY) or (
        TicketPaid(
            clause=PAID_BY, ticket=command.ticket, amount=it.amount, to=command.to, person=command.person,
            postings=postings, **stamp(command),
        ),
    )  # fmt: skip


def accept_ticket(house: House, command: AcceptTicket) -> Answer:
    """Only where the house lets terminals take tickets (F13)."""
    if house.cage.ticket_in == "cashier_only":
        return Refused(
            Why.WRONG_CHIPS, CREDITED_BY, "terminals-take-no-tickets", ticket=command.ticket, amount=command.amount
        )
    it = _payable(house, command)
    if isinstance(it, Refused):
        return it
    return sent_before(house, command.id) or (
        TicketAccepted(
            clause=CREDITED_BY, ticket=command.ticket, table=command.table,
            terminal=terminal(command.table, command.seat), amount=it.amount,
            postings=move(account(command.ticket), transit(command.table), it.amount), **stamp(command),
        ),
    )  # fmt: skip


def _payable(house: House, command: PayTicket | AcceptTicket) -> Ticket | Refused:
    """A ticket that is what it says, not withheld, and in time."""
    it = outstanding(house, command.ticket)
    if isinstance(it, Refused):
        return it
    if it.withheld:
        return Refused(
            Why.NOT_YET,
            "aruze-sicbo 5.2",
            "ticket-withheld",
            ticket=command.ticket,
            withheld=it.withheld,
        )
    if command.at > it.until:
        return Refused(Why.TOO_LATE, ISSUED_BY, "ticket-expired", ticket=command.ticket, until=it.until, at=command.at)
    if command.validation != it.validation:
        return Refused(
            Why.ENTRY_DIFFERS,
            ISSUED_BY,
            "validation-differs",
            ticket=command.ticket,
            validation=command.validation,
        )
    if command.amount != it.amount:
        return Refused(
            Why.ENTRY_DIFFERS,
            ISSUED_BY,
            "ticket-amount-differs",
            ticket=command.ticket,
            amount=command.amount,
            own_amount=it.amount,
        )
    return it


def outstanding(house: House, ticket: str) -> Ticket | Refused:
    """A ticket that nothing has become of yet."""
    it = house.tickets.get(ticket)
    if it is not None:
        return it
    fate = became(house, ticket)
    if fate == "expired":
        return Refused(Why.TOO_LATE, ISSUED_BY, "expired-written-off", ticket=ticket)
    if fate:
        return Refused(Why.ALREADY_DONE, ISSUED_BY, "ticket-used", ticket=ticket, fate=fate)
    return Refused(Why.UNKNOWN_ID, ISSUED_BY, "no-such-ticket", ticket=ticket)


def void_ticket(house: House, command: VoidTicket) -> Answer:
    """Nobody loses by a misprint: what the ticket was worth is owed by hand."""
    it = outstanding(house, command.ticket)
    if isinstance(it, Refused):
        return it
    if it.withheld:
        return Refused(
            Why.NOT_YET,
            "aruze-sicbo 5.2",
            "ticket-withheld",
            ticket=command.ticket,
            withheld=it.withheld,
        )
    return (
        TicketVoided(
            clause=ISSUED_BY, ticket=command.ticket, person=command.person, amount=it.amount, reason=command.reason,
            postings=move(account(command.ticket), f"handpay/{command.id}", it.amount), **stamp(command),
        ),
    )  # fmt: skip


def expire_tickets(house: House, command: ExpireTickets) -> Answer:
    """After its last moment a ticket is written off, unless it is withheld; then its inquiry decides."""
    over = {id: it.amount for id, it in house.tickets.items() if it.until < command.at and not it.withheld}
    waiting = {it.day for id, it in house.tickets.items() if id not in over}
    forgotten = tuple(day for day, it in house.ticket_days.items() if it.forget < command.at and day not in waiting)
    if not over and not forgotten:
        return Refused(
            Why.NOT_YET,
            ISSUED_BY,
            "none-tickets-over",
            command="expire-tickets",
            count=len(house.tickets),
            at=command.at,
        )
    return (
        TicketsExpired(
            clause=ISSUED_BY, tickets=tuple(over), amount=sum(over.values()), forgotten=forgotten,
            postings=tuple(each for id, amount in over.items() for each in move(account(id), HOUSE, amount)),
            **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def ticket_issued(house: House, event: TicketIssued) -> None:
    post(house, event.told + event.postings)
    house.tickets[event.ticket] = Ticket(
        amount=event.amount,
        terminal=event.terminal,
        issued=event.at,
        until=event.until,
        validation=event.validation,
        day=event.day,
    )
    forget = event.until + timedelta(days=house.cage.ticket_memory)
    day = house.ticket_days.setdefault(event.day, TicketDay(forget=forget))
    day.forget = max(day.forget, forget)
    _record(house, event.terminal).given.append(TicketLine(event.ticket, event.amount, event.at))
    del _record(house, event.terminal).given[:-KEPT]


def _record(house: House, terminal: str) -> TicketRecord:
    return house.ticket_records.setdefault(terminal, TicketRecord())


def ended(house: House, ticket: str, fate: str) -> None:
    """A ticket is no longer outstanding."""
    day = house.ticket_days[house.tickets.pop(ticket).day]
    if fate == "paid":
        day.paid[ticket] = None
    else:
        day.otherwise[ticket] = fate


def ticket_paid(house: House, event: TicketPaid) -> None:
    post(house, event.postings)
    ended(house, event.ticket, "paid")
    if event.to == "account":
        money_in(house, event.person, "ticket", event.amount, event.at)


def ticket_accepted(house: House, event: TicketAccepted) -> None:
    post(house, event.postings)
    ended(house, event.ticket, "paid")
    where = transit(event.table)
    house.sent[event.cause] = Sent(table=event.table, amount=event.amount, what="ticket", account=where, origin="")
    _record(house, event.terminal).taken.append(TicketLine(event.ticket, event.amount, event.at))
    del _record(house, event.terminal).taken[:-KEPT]


def ticket_voided(house: House, event: TicketVoided) -> None:
    post(house, event.postings)
    ended(house, event.ticket, "voided")
    house.payouts[event.cause] = Payout(
        person=event.person, amount=event.amount, of=f"ticket {event.ticket}", since=event.at, form="cash"
    )


def tickets_expired(house: House, event: TicketsExpired) -> None:
    post(house, event.postings)
    for ticket in event.tickets:
        ended(house, ticket, "expired")
    for day in event.forgotten:
        del house.ticket_days[day]


COMMANDS: Orders = {
    IssueTicket: Order(issue_ticket, "cashier", (DEVICE,)),
    PayTicket: Order(pay_ticket, "cashier"),
    AcceptTicket: Order(accept_ticket, others=(DEVICE,)),
    VoidTicket: Order(void_ticket, "cage-supervisor"),
    ExpireTickets: Order(expire_tickets, "cashier", (DEVICE,)),
}
APPLIERS: Appliers = {
    TicketIssued: ticket_issued,
    TicketPaid: ticket_paid,
    TicketAccepted: ticket_accepted,
    TicketVoided: ticket_voided,
    TicketsExpired: tickets_expired,
}
