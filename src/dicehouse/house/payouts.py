"""Payouts: what the house owes someone, paid at once, or with the reason why not (Aruze section 5).

Whoever is paid by hand verifies the amount and signs for it (5.1). A payment may wait for a time agreed with the
player (5.3.1), be made in another form than asked (5.3.2), or wait for identification (5.3.3). What is withheld for an
inquiry waits for its end (5.2).
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from dicehouse.house.accounts import BANK, Postings, collected, given, move, paid_out_by, patron, post, short, transit
from dicehouse.house.cage import sent_before, unknown
from dicehouse.house.cage_state import Payout, Sent
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.play_record import money_in
from dicehouse.house.state import House
from dicehouse.house.tickets import Printed, issued, terminal
from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import notice
from dicehouse.table.orders import (
    Amount,
    Answer,
    Command,
    Event,
    Moment,
    Name,
    Perhaps,
    SeatNumber,
    Words,
    stamp,
)

Form = Literal["cash", "cheque", "bank-transfer", "account", "ticket", "meter"]
Number = Annotated[str, Meta(min_length=1, max_length=200)]
"""Of a payout: that of the command which brought it about, with more where it brought about several."""
BY_HAND: Final = frozenset({"cash", "cheque", "bank-transfer", "account"})
"""Forms for which the player signs."""

SIGNED: Final = "aruze-sicbo 5.1"
WITHHELD: Final = "aruze-sicbo 5.2"
AT_ONCE: Final = "aruze-sicbo 5.3"
DELAYED: Final = "aruze-sicbo 5.3.1"
OTHER_FORM: Final = "aruze-sicbo 5.3.2"
IDENTIFIED: Final = "aruze-sicbo 5.3.3"
TO_THE_METER: Final = "aruze-sicbo 4.1.3.1"
BY_TICKET: Final = "aruze-sicbo 4.1.3.2"


class OweHandPay(Command, frozen=True):
    """Have credits that were collected at a terminal paid by hand."""

    table: Name
    seat: SeatNumber
    person: Name
    amount: Amount
    form: Form = "cash"
    """How the player would have it."""


class PayOut(Command, frozen=True):
    """Pay what is owed, in the form that is on record for it."""

    payout: Number
    verified: Amount
    """The amount as the player, or the terminal, verified it."""
    signed_by: Perhaps = ""
    """Who signed the form of a payment by hand."""
    paper: Perhaps = ""
    """The number of that form."""
    ticket: Perhaps = ""
    """The number of the ticket, where it is paid by one."""
    validation: Perhaps = ""


class ChangeForm(Command, frozen=True):
    """Pay in another form than the player asked for."""

    payout: Number
    form: Form
    reason: Words


class DelayPayment(Command, frozen=True):
    """Put a payment off, to a time agreed with the player, while the entitlement is verified."""

    payout: Number
    until: Moment
    agreed_by: Name
    """The player."""
    reason: Words


class AskIdentification(Command, frozen=True):
    """Ask the player for identification before the payment."""

    payout: Number


class ShowIdentification(Command, frozen=True):
    """Put on record that the player has shown identification."""

    payout: Number
    document: Words


class HandPayOwed(Event, frozen=True):
    """Collected credits are to be paid by hand."""

    payout: str
    person: str
    amount: int
    form: Form
    table: str
    seat: int
    told: Postings
    """What the table collected by its own entry."""
    postings: Postings


class PaidOut(Event, frozen=True):
    """Someone was paid what they were owed."""

    payout: str
    person: str
    amount: int
    form: str
    signed_by: str
    paper: str
    table: str
    postings: Postings


class FormChanged(Event, frozen=True):
    """A payment will be made in another form than the player asked for."""

    payout: str
    asked: str
    form: Form
    reason: str


class PaymentDelayed(Event, frozen=True):
    """A payment was put off to a time agreed with the player."""

    payout: str
    until: Moment
    agreed_by: str
    reason: str


class IdentificationAsked(Event, frozen=True):
    """The player is to show identification first."""

    payout: str


class IdentificationShown(Event, frozen=True):
    """The player has shown identification."""

    payout: str
    document: str


def account(payout: str) -> str:
    return f"handpay/{payout}"


def owed(house: House) -> int:
    """Everything that is to be paid out."""
    return sum(it.amount for it in house.payouts.values())


def owe_hand_pay(_: House, command: OweHandPay) -> Answer:
    source = collected(command.table)
    return (
        HandPayOwed(
            clause=SIGNED, payout=command.id, person=command.person, amount=command.amount, form=command.form,
            table=command.table, seat=command.seat,
            told=given(source, command.amount), postings=move(source, account(command.id), command.amount),
            **stamp(command),
        ),
    )  # fmt: skip


def payout_of(house: House, id: str) -> Payout | Refused:
    found = house.payouts.get(id)
    if found is not None:
        return found
    waiting = ", ".join(house.payouts) or "none"
    return Refused(Why.UNKNOWN_ID, AT_ONCE, "no-such-payout", id=id, waiting=waiting)


def pay_out(house: House, command: PayOut) -> Answer:
    """At once, unless it waits for something; whoever is paid by hand has signed for the exact amount."""
    it = payout_of(house, command.payout)
    if isinstance(it, Refused):
        return it
    refused = _not_payable_in(house, command, it) or _waits(command, it) or _not_acknowledged(command, it)
    if refused:
        return refused
    if it.form == "ticket":
        return _paid_by_ticket(house, command, it)
    postings = _postings(account(command.payout), it)
    return short(house, postings, "bring cash from the bank", AT_ONCE) or (_paid(command, it, postings),)


def _not_payable_in(house: House, command: PayOut, it: Payout) -> Refused | None:
    if command.role == DEVICE and it.form in BY_HAND:
        return Refused(Why.NOT_ALLOWED, SIGNED, "not-paid-by-machine", payout=command.payout, form=it.form)
    if it.form == "account":
        return unknown(house, it.person)
    if it.form == "meter":
        if not it.table:
            return Refused(Why.WRONG_CHIPS, TO_THE_METER, "payout-of-no-terminal", payout=command.payout)
        return sent_before(house, command.id)
    if it.form == "ticket" and not (command.ticket and command.validation):
        return Refused(Why.NOT_DECLARED, BY_TICKET, "ticket-needs-numbers", payout=command.payout)
    return None


def _waits(command: PayOut, it: Payout) -> Refused | None:
    """For a determination, an agreed time, or identification."""
    if it.withheld:
        return Refused(Why.NOT_YET, WITHHELD, "payout-withheld", payout=command.payout, withheld=it.withheld)
    if it.after and command.at < it.after:
        return Refused(Why.NOT_YET, DELAYED, "payment-delayed", payout=command.payout, after=it.after, at=command.at)
    if it.identified is False:
        return Refused(Why.NOT_YET, IDENTIFIED, "asked-identification", payout=command.payout, person=it.person)
    return None


def _not_acknowledged(command: PayOut, it: Payout) -> Refused | None:
    if it.form in BY_HAND and (command.signed_by != it.person or not command.paper):
        signed = command.signed_by or "nobody"
        return Refused(
            Why.NOT_ACKNOWLEDGED, SIGNED, "signed-by-another", payout=command.payout, signed=signed, person=it.person
        )
    if command.verified != it.amount:
        return Refused(
            Why.ENTRY_DIFFERS,
            SIGNED,
            "verified-differs",
            payout=command.payout,
            verified=command.verified,
            amount=it.amount,
        )
    return None


def _paid_by_ticket(house: House, command: PayOut, it: Payout) -> Answer:
    printed = Printed(command.ticket, command.validation, terminal(it.table or "cage", it.seat))
    ticket = issued(house, command, printed, it.amount, account(command.payout))
    return ticket if isinstance(ticket, Refused) else (ticket, _paid(command, it, ()))


def _postings(source: str, it: Payout) -> Postings:
    to = {"account": patron(it.person), "meter": transit(it.table)}.get(it.form, BANK)
    return paid_out_by(source, it.amount, it.form, to)


def _paid(command: PayOut, it: Payout, postings: Postings) -> PaidOut:
    clause = {"meter": TO_THE_METER, "ticket": BY_TICKET}.get(it.form, SIGNED)
    return PaidOut(
        clause=clause, payout=command.payout, person=it.person, amount=it.amount, form=it.form,
        signed_by=command.signed_by, paper=command.paper, table=it.table if it.form == "meter" else "",
        postings=postings, **stamp(command),
    )  # fmt: skip


def change_form(house: House, command: ChangeForm) -> Answer:
    it = payout_of(house, command.payout)
    if isinstance(it, Refused):
        return it
    if command.form == it.form:
        return Refused(Why.ALREADY_DONE, OTHER_FORM, "paid-in-that-form", payout=command.payout, form=it.form)
    return (
        FormChanged(
            clause=OTHER_FORM, payout=command.payout, asked=it.form, form=command.form, reason=command.reason,
            **stamp(command),
        ),
    )  # fmt: skip


def delay_payment(house: House, command: DelayPayment) -> Answer:
    """To a time to come that the player has agreed to; the cage is reminded of it."""
    it = payout_of(house, command.payout)
    if isinstance(it, Refused):
        return it
    if command.until <= command.at:
        return Refused(
            Why.WRONG_TIME,
            DELAYED,
            "delay-not-after-now",
            payout=command.payout,
            until=command.until,
            at=command.at,
        )
    if command.agreed_by != it.person:
        return Refused(
            Why.NOT_ACKNOWLEDGED,
            DELAYED,
            "agreed-by-another",
            payout=command.payout,
            agreed_by=command.agreed_by,
            person=it.person,
        )
    delayed = PaymentDelayed(
        clause=DELAYED, payout=command.payout, until=command.until, agreed_by=command.agreed_by, reason=command.reason,
        **stamp(command),
    )  # fmt: skip
    about = f"payout {command.payout}: {dollars(it.amount)} is to be paid to {it.person}: {command.reason}"
    return (delayed, notice(command, "delayed payment", "cashier", about, command.until, DELAYED))


def ask_identification(house: House, command: AskIdentification) -> Answer:
    it = payout_of(house, command.payout)
    if isinstance(it, Refused):
        return it
    if it.identified is not None:
        return Refused(
            Why.ALREADY_DONE, IDENTIFIED, "asked-identification-before", payout=command.payout, person=it.person
        )
    return (IdentificationAsked(clause=IDENTIFIED, payout=command.payout, **stamp(command)),)


def show_identification(house: House, command: ShowIdentification) -> Answer:
    it = payout_of(house, command.payout)
    if isinstance(it, Refused):
        return it
    return (IdentificationShown(clause=IDENTIFIED, payout=command.payout, document=command.document, **stamp(command)),)


# --- what the facts do


def hand_pay_owed(house: House, event: HandPayOwed) -> None:
    post(house, event.told + event.postings)
    house.payouts[event.payout] = Payout(
        person=event.person,
        amount=event.amount,
        of="credits",
        since=event.at,
        form=event.form,
        table=event.table,
        seat=event.seat,
    )


def paid_out(house: House, event: PaidOut) -> None:
    post(house, event.postings)
    del house.payouts[event.payout]
    if event.form == "account":
        money_in(house, event.person, "prize", event.amount, event.at)
    if event.table:
        house.sent[event.cause] = Sent(
            table=event.table,
            amount=event.amount,
            what="prize",
            account=transit(event.table),
            origin="",
            person=event.person,
        )


def form_changed(house: House, event: FormChanged) -> None:
    house.payouts[event.payout].form = event.form


def payment_delayed(house: House, event: PaymentDelayed) -> None:
    house.payouts[event.payout].after = event.until


def identification_asked(house: House, event: IdentificationAsked) -> None:
    house.payouts[event.payout].identified = False


def identification_shown(house: House, event: IdentificationShown) -> None:
    house.payouts[event.payout].identified = True


COMMANDS: Orders = {
    OweHandPay: Order(owe_hand_pay, "cashier", (DEVICE,)),
    PayOut: Order(pay_out, "cashier", (DEVICE,)),
    ChangeForm: Order(change_form, "cage-supervisor"),
    DelayPayment: Order(delay_payment, "cage-supervisor"),
    AskIdentification: Order(ask_identification, "cashier"),
    ShowIdentification: Order(show_identification, "cashier"),
}
APPLIERS: Appliers = {
    HandPayOwed: hand_pay_owed,
    PaidOut: paid_out,
    FormChanged: form_changed,
    PaymentDelayed: payment_delayed,
    IdentificationAsked: identification_asked,
    IdentificationShown: identification_shown,
}
