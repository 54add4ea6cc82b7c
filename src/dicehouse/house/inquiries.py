"""Inquiries: a prize or ticket withheld, or demanded back, while the house investigates (5.2, F10).

An inspector is notified at once and reviews it, and only then does the house determine what becomes of the money: it is
the player's and is paid, or it is not and is the house's.
"""

from typing import Literal

from dicehouse.house.accounts import HOUSE, Postings, cash_in, move, post
from dicehouse.house.cage_state import Inquiry, Payout
from dicehouse.house.orders import INSPECTOR, Appliers, Order, Orders
from dicehouse.house.payouts import WITHHELD, Number, account, payout_of
from dicehouse.house.state import House
from dicehouse.house.tickets import account as ticket_account
from dicehouse.house.tickets import ended, outstanding
from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import notice
from dicehouse.table.orders import Amount, Answer, Command, Event, Events, Name, Perhaps, Words, stamp


class WithholdPayout(Command, frozen=True):
    """Withhold a prize while the house investigates."""

    inquiry: Name
    payout: Number
    reason: Words


class WithholdTicket(Command, frozen=True):
    """Withhold a ticket while the house investigates."""

    inquiry: Name
    ticket: Name
    reason: Words
    person: Perhaps = ""
    """Who holds it, where that is known."""


class DemandReturn(Command, frozen=True):
    """Demand back a prize or the worth of a ticket that was paid, while the house investigates."""

    inquiry: Name
    of: Number
    """The payout or ticket."""
    person: Name
    amount: Amount
    reason: Words


class TakeReturn(Command, frozen=True):
    """Take in cash that was demanded back."""

    inquiry: Name
    amount: Amount


class ReviewInquiry(Command, frozen=True):
    """Review, as an inspector, what was withheld or demanded back."""

    inquiry: Name
    remarks: Words


class Determine(Command, frozen=True):
    """End an inquiry: the money is the player's, or it is not."""

    inquiry: Name
    pay: bool
    reason: Words


class PaymentWithheld(Event, frozen=True):
    """A prize or ticket is withheld."""

    inquiry: str
    kind: Literal["payout", "ticket"]
    of: str
    person: str
    amount: int
    reason: str


class ReturnDemanded(Event, frozen=True):
    """A prize, or the worth of a ticket, is demanded back."""

    inquiry: str
    of: str
    person: str
    amount: int
    reason: str


class ReturnTaken(Event, frozen=True):
    """Cash that was demanded back came in."""

    inquiry: str
    amount: int
    postings: Postings


class InquiryReviewed(Event, frozen=True):
    """An inspector has reviewed what was withheld or demanded back."""

    inquiry: str
    remarks: str


class Determined(Event, frozen=True):
    """An inquiry is over."""

    inquiry: str
    kind: Literal["payout", "ticket", "return"]
    of: str
    person: str
    pay: bool
    amount: int
    """What goes to the player, or what the house keeps."""
    reason: str
    postings: Postings


def held_for(inquiry: str) -> str:
    """Where money that came back waits for the determination."""
    return f"inquiry/{inquiry}"


def withhold_payout(house: House, command: WithholdPayout) -> Answer:
    it = payout_of(house, command.payout)
    if isinstance(it, Refused):
        return it
    return _withhold(house, command, "payout", command.payout, it)


def withhold_ticket(house: House, command: WithholdTicket) -> Answer:
    it = outstanding(house, command.ticket)
    if isinstance(it, Refused):
        return it
    held = Payout(
        person=command.person, amount=it.amount, of="ticket", since=it.issued, form="cash", withheld=it.withheld
    )
    return _withhold(house, command, "ticket", command.ticket, held)


def _withhold(
    house: House, command: WithholdPayout | WithholdTicket, kind: Literal["payout", "ticket"], of: str, it: Payout
) -> Answer:
    """An inspector is notified at once."""
    refused = _used(house, command.inquiry)
    if refused:
        return refused
    if it.withheld:
        return Refused(Why.ALREADY_DONE, WITHHELD, "withheld-already", kind=kind, of=of, withheld=it.withheld)
    about = f"{kind} {of}: {dollars(it.amount)} is withheld: {command.reason}"
    withheld = PaymentWithheld(
        clause=WITHHELD, inquiry=command.inquiry, kind=kind, of=of, person=it.person, amount=it.amount,
        reason=command.reason, **stamp(command),
    )  # fmt: skip
    return (withheld, *_inspector_told(command, command.inquiry, about))


def _inspector_told(command: Command, inquiry: str, about: str) -> Events:
    return (notice(command, f"inquiry {inquiry}", INSPECTOR, about, command.at, WITHHELD),)


def _used(house: House, inquiry: str) -> Refused | None:
    if inquiry not in house.inquiries:
        return None
    return Refused(Why.DUPLICATE_ID, WITHHELD, "inquiry-number-taken", inquiry=inquiry, of=house.inquiries[inquiry].of)


def demand_return(house: House, command: DemandReturn) -> Answer:
    refused = _used(house, command.inquiry)
    if refused:
        return refused
    about = f"{command.of}: {dollars(command.amount)} is demanded back from {command.person}: {command.reason}"
    demanded = ReturnDemanded(
        clause=WITHHELD, inquiry=command.inquiry, of=command.of, person=command.person, amount=command.amount,
        reason=command.reason, **stamp(command),
    )  # fmt: skip
    return (demanded, *_inspector_told(command, command.inquiry, about))


def _inquiry(house: House, id: str) -> Inquiry | Refused:
    found = house.inquiries.get(id)
    if found is not None:
        return found
    waiting = ", ".join(house.inquiries) or "none"
    return Refused(Why.UNKNOWN_ID, WITHHELD, "no-such-inquiry", id=id, waiting=waiting)


def take_return(house: House, command: TakeReturn) -> Answer:
    """No more than was demanded; it waits for the determination."""
    it = _inquiry(house, command.inquiry)
    if isinstance(it, Refused):
        return it
    due = it.amount - it.returned if it.kind == "return" else 0
    if command.amount > due:
        return Refused(
            Why.ABOVE_MAXIMUM,
            WITHHELD,
            "above-demanded-back",
            inquiry=command.inquiry,
            amount=command.amount,
            due=due,
        )
    return (
        ReturnTaken(
            clause=WITHHELD, inquiry=command.inquiry, amount=command.amount,
            postings=cash_in(held_for(command.inquiry), command.amount), **stamp(command),
        ),
    )  # fmt: skip


def review_inquiry(house: House, command: ReviewInquiry) -> Answer:
    it = _inquiry(house, command.inquiry)
    if isinstance(it, Refused):
        return it
    if it.reviewed:
        return Refused(Why.ALREADY_DONE, WITHHELD, "inspector-reviewed", inquiry=command.inquiry)
    return (
        InquiryReviewed(clause=WITHHELD, inquiry=command.inquiry, remarks=command.remarks, **stamp(command)),
    )  # fmt: skip


def determine(house: House, command: Determine) -> Answer:
    """Only after an inspector's review; then it is paid as before, or it is the house's."""
    it = _inquiry(house, command.inquiry)
    if isinstance(it, Refused):
        return it
    if not it.reviewed:
        return Refused(Why.NOT_YET, WITHHELD, "no-inspector-reviewed", inquiry=command.inquiry)
    if it.kind == "return":
        to = account(command.id) if command.pay else HOUSE
        postings = move(held_for(command.inquiry), to, it.returned)
    else:
        held = account(it.of) if it.kind == "payout" else ticket_account(it.of)
        postings = () if command.pay else move(held, HOUSE, it.amount)
    return (
        Determined(
            clause=WITHHELD, inquiry=command.inquiry, kind=it.kind, of=it.of, person=it.person, pay=command.pay,
            amount=it.returned if it.kind == "return" else it.amount, reason=command.reason, postings=postings,
            **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def payment_withheld(house: House, event: PaymentWithheld) -> None:
    house.inquiries[event.inquiry] = Inquiry(
        kind=event.kind,
        of=event.of,
        person=event.person,
        amount=event.amount,
        reason=event.reason,
        since=event.at,
    )
    held = house.payouts[event.of] if event.kind == "payout" else house.tickets[event.of]
    held.withheld = event.inquiry


def return_demanded(house: House, event: ReturnDemanded) -> None:
    house.inquiries[event.inquiry] = Inquiry(
        kind="return",
        of=event.of,
        person=event.person,
        amount=event.amount,
        reason=event.reason,
        since=event.at,
    )


def return_taken(house: House, event: ReturnTaken) -> None:
    post(house, event.postings)
    house.inquiries[event.inquiry].returned += event.amount


def inquiry_reviewed(house: House, event: InquiryReviewed) -> None:
    house.inquiries[event.inquiry].reviewed = True


def determined(house: House, event: Determined) -> None:
    """For a ticket that is paid after all, the time that it was withheld does not count."""
    post(house, event.postings)
    it = house.inquiries.pop(event.inquiry)
    if event.kind == "return":
        if event.pay and event.amount:
            house.payouts[event.cause] = Payout(
                person=event.person, amount=event.amount, of=event.of, since=event.at, form="cash"
            )
    elif event.kind == "payout":
        if event.pay:
            house.payouts[event.of].withheld = ""
        else:
            del house.payouts[event.of]
    elif event.pay:
        ticket = house.tickets[event.of]
        ticket.withheld = ""
        ticket.until += event.at - it.since
    else:
        ended(house, event.of, "forfeited")


COMMANDS: Orders = {
    WithholdPayout: Order(withhold_payout, "gaming-manager"),
    WithholdTicket: Order(withhold_ticket, "gaming-manager"),
    DemandReturn: Order(demand_return, "gaming-manager"),
    TakeReturn: Order(take_return, "cashier"),
    ReviewInquiry: Order(review_inquiry, others=(INSPECTOR,)),
    Determine: Order(determine, "gaming-manager"),
}
APPLIERS: Appliers = {
    PaymentWithheld: payment_withheld,
    ReturnDemanded: return_demanded,
    ReturnTaken: return_taken,
    InquiryReviewed: inquiry_reviewed,
    Determined: determined,
}
