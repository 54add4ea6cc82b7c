"""The cage: accounts filled and drawn on, chips bought and cashed, and money on its way to a table.

Money that comes from outside (cash, a debit card, EFTPOS, a bank transfer) is told apart from what was in the house
already, since only the first counts against a deposit limit. A buy-in from an account lies in transit until the table
hands the chips over; if it does not, it goes back where it came from.
"""

from typing import Literal

from dicehouse.house.accounts import (
    BANK,
    CAGE_CASH,
    CAGE_CHIPS,
    CASH,
    CHIPS_OUTSIDE,
    HOUSE,
    Postings,
    move,
    paid_in_by,
    paid_out_by,
    patron,
    post,
    posted,
    short,
    taken,
    transit,
)
from dicehouse.house.cage_state import Sent
from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.identity import not_gated
from dicehouse.house.limits import OUTSIDE_FUNDS, above_deposit_limit
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.play_record import money_in, money_out
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, Perhaps, Words, stamp

Means = Literal["cash", "debit-card", "eftpos", "bank-transfer", "chips"]


class StockCage(Command, frozen=True):
    """Bring cash from the bank or chips from the vault to the cage, or take them back there."""

    what: Literal["cash", "chips"]
    amount: Amount
    out: bool = False
    """Whether they leave the cage."""


class DeclareChipsOutside(Command, frozen=True):
    """Declare chips of the house that are in people's pockets though it sold none on these books.

    Such as those that were out before the books were opened; or declare that so many are good no more.
    """

    amount: Amount
    reason: Words
    out: bool = False
    """Whether they are good no more."""


class DepositFunds(Command, frozen=True):
    """Put money into a patron's account."""

    person: Name
    amount: Amount
    means: Means


class WithdrawFunds(Command, frozen=True):
    """Pay money out of a patron's account."""

    person: Name
    amount: Amount
    means: Literal["cash", "bank-transfer", "chips"]


class SellChips(Command, frozen=True):
    """Sell chips for cash at the cage."""

    amount: Amount


class CashChips(Command, frozen=True):
    """Pay cash for chips at the cage."""

    amount: Amount


class BuyIn(Command, frozen=True):
    """Send money from a patron's account to a table, to buy chips there."""

    person: Name
    table: Name
    amount: Amount


class ConfirmReceipt(Command, frozen=True):
    """Say that a table has taken what was sent to it."""

    sent: Name
    """The id by which it was sent."""
    received_by: Perhaps = ""
    """Who counted it at the table, where someone did."""


class ReturnSent(Command, frozen=True):
    """Take back what was sent to a table that has not taken it."""

    sent: Name
    reason: Words


class CageStocked(Event, frozen=True):
    """Cash or chips came to the cage, or left it."""

    what: str
    amount: int
    out: bool
    postings: Postings


class ChipsOutsideDeclared(Event, frozen=True):
    """Chips outside were declared, which people may bring to tables and cash; or declared good no more."""

    amount: int
    reason: str
    out: bool
    postings: Postings


class FundsDeposited(Event, frozen=True):
    """Money was put into a patron's account."""

    person: str
    amount: int
    means: str
    outside: bool
    """Whether it is new money, which counts against a deposit limit."""
    postings: Postings


class FundsWithdrawn(Event, frozen=True):
    """Money was paid out of a patron's account."""

    person: str
    amount: int
    means: str
    postings: Postings


class ChipsSold(Event, frozen=True):
    """Chips were sold for cash at the cage."""

    amount: int
    postings: Postings


class ChipsCashed(Event, frozen=True):
    """Cash was paid for chips at the cage."""

    amount: int
    postings: Postings


class BoughtIn(Event, frozen=True):
    """Money from a patron's account is on its way to a table."""

    sent: str
    person: str
    table: str
    amount: int
    postings: Postings


class ReceiptConfirmed(Event, frozen=True):
    """A table has taken what was sent to it."""

    sent: str
    table: str
    amount: int
    what: str
    told: Postings
    """What the table moved by its own entry; the house follows, and posts nothing."""
    received_by: str = ""


class SentReturned(Event, frozen=True):
    """What a table did not take is back where it came from."""

    sent: str
    amount: int
    reason: str
    postings: Postings


def stock_cage(house: House, command: StockCage) -> Answer:
    store, cage = (BANK, CAGE_CASH) if command.what == "cash" else (HOUSE, CAGE_CHIPS)
    postings = move(cage, store, command.amount) if command.out else move(store, cage, command.amount)
    return short(house, postings, "take out less") or (
        CageStocked(
            clause="", what=command.what, amount=command.amount, out=command.out, postings=postings, **stamp(command)
        ),
    )


def declare_chips_outside(house: House, command: DeclareChipsOutside) -> Answer:  # noqa: ARG001
    """The ledger refuses to take out more than are outside."""
    amount = -command.amount if command.out else command.amount
    return (
        ChipsOutsideDeclared(
            clause="", amount=command.amount, reason=command.reason, out=command.out,
            postings=move(HOUSE, CHIPS_OUTSIDE, amount), **stamp(command),
        ),
    )  # fmt: skip


def deposit_funds(house: House, command: DepositFunds) -> Answer:
    """New money only up to the patron's deposit limit."""
    refused = unknown(house, command.person) or above_deposit_limit(
        house, command.person, command.means, command.amount, command.at
    )
    if refused:
        return refused
    return (
        FundsDeposited(
            clause="", person=command.person, amount=command.amount, means=command.means,
            outside=command.means in OUTSIDE_FUNDS,
            postings=paid_in_by(patron(command.person), command.amount, command.means, BANK), **stamp(command),
        ),
    )  # fmt: skip


def unknown(house: House, person: str) -> Refused | None:
    """Whether someone has no account here."""
    found = patron_of(house, person)
    return found if isinstance(found, Refused) else None


def withdraw_funds(house: House, command: WithdrawFunds) -> Answer:
    refused = unknown(house, command.person) or not_gated(house, command.person, command.amount, command.at)
    if refused:
        return refused
    postings = paid_out_by(patron(command.person), command.amount, command.means, BANK)
    return short(house, postings, "pay out less, or in another way") or (
        FundsWithdrawn(
            clause="", person=command.person, amount=command.amount, means=command.means, postings=postings,
            **stamp(command),
        ),
    )  # fmt: skip


def sell_chips(house: House, command: SellChips) -> Answer:
    postings = move(CASH, CAGE_CASH, command.amount) + move(CAGE_CHIPS, CHIPS_OUTSIDE, command.amount)
    return short(house, postings, "bring chips from the vault") or (
        ChipsSold(clause="", amount=command.amount, postings=postings, **stamp(command)),
    )


def cash_chips(house: House, command: CashChips) -> Answer:
    postings = move(CHIPS_OUTSIDE, CAGE_CHIPS, command.amount) + move(CAGE_CASH, CASH, command.amount)
    return short(house, postings, "bring cash from the bank") or (
        ChipsCashed(clause="", amount=command.amount, postings=postings, **stamp(command)),
    )


def buy_in(house: House, command: BuyIn) -> Answer:
    """From one's own account only; staff act for whoever is before them."""
    refused = not_their_own(command, command.person) or unknown(house, command.person) or sent_before(house, command.id)
    if refused:
        return refused
    postings = move(patron(command.person), transit(command.table), command.amount)
    return short(house, postings, "buy in for less, or deposit first") or (
        BoughtIn(
            clause="", sent=command.id, person=command.person, table=command.table, amount=command.amount,
            postings=postings, **stamp(command),
        ),
    )  # fmt: skip


def sent_before(house: House, id: str) -> Refused | None:
    """Whether something else is on its way under this id."""
    if id not in house.sent:
        return None
    it = house.sent[id]
    return Refused(Why.DUPLICATE_ID, None, "sent-number-taken", id=id, what=it.what, amount=it.amount, table=it.table)


def confirm_receipt(house: House, command: ConfirmReceipt) -> Answer:
    it = _on_its_way(house, command.sent)
    if isinstance(it, Refused):
        return it
    return (
        ReceiptConfirmed(
            clause="", sent=command.sent, table=it.table, amount=it.amount, what=it.what,
            told=taken(it.account, it.amount), received_by=command.received_by, **stamp(command),
        ),
    )  # fmt: skip


def return_sent(house: House, command: ReturnSent) -> Answer:
    it = _on_its_way(house, command.sent)
    if isinstance(it, Refused):
        return it
    if not it.origin:
        return Refused(Why.MUST_STAY, None, "used-up-when-sent", sent=command.sent, what=it.what, table=it.table)
    return (
        SentReturned(
            clause="", sent=command.sent, amount=it.amount, reason=command.reason,
            postings=move(it.account, it.origin, it.amount), **stamp(command),
        ),
    )  # fmt: skip


def _on_its_way(house: House, id: str) -> Sent | Refused:
    found = house.sent.get(id)
    if found is not None:
        return found
    return Refused(Why.UNKNOWN_ID, None, "nothing-on-its-way", id=id)


# --- what the facts do


def funds_deposited(house: House, event: FundsDeposited) -> None:
    post(house, event.postings)
    money_in(house, event.person, event.means, event.amount, event.at)


def funds_withdrawn(house: House, event: FundsWithdrawn) -> None:
    post(house, event.postings)
    money_out(house, event.person, event.amount, event.at)


def bought_in(house: House, event: BoughtIn) -> None:
    post(house, event.postings)
    house.sent[event.sent] = Sent(
        table=event.table,
        amount=event.amount,
        what="buy-in",
        account=transit(event.table),
        origin=patron(event.person),
        person=event.person,
    )


def receipt_confirmed(house: House, event: ReceiptConfirmed) -> None:
    """What a table takes in place of cash counts towards its drop."""
    post(house, event.told)
    del house.sent[event.sent]
    tray = house.trays.get(event.table)
    slip = house.past_slips.get(event.sent)
    if slip is not None:
        slip.received_by, slip.received_at = event.received_by or event.by, event.at
    if tray and event.what == "fill":
        tray.fills += event.amount
    elif tray and event.what in {"buy-in", "voucher"}:
        tray.paper += event.amount


def sent_returned(house: House, event: SentReturned) -> None:
    post(house, event.postings)
    del house.sent[event.sent]
    slip = house.past_slips.get(event.sent)
    if slip is not None:
        slip.ended = event.reason


COMMANDS: Orders = {
    StockCage: Order(stock_cage, "cage-supervisor"),
    DeclareChipsOutside: Order(declare_chips_outside, "casino-operator"),
    DepositFunds: Order(deposit_funds, "cashier"),
    WithdrawFunds: Order(withdraw_funds, "cashier"),
    SellChips: Order(sell_chips, "cashier"),
    CashChips: Order(cash_chips, "cashier"),
    BuyIn: Order(buy_in, "cashier", (PATRON, DEVICE)),
    ConfirmReceipt: Order(confirm_receipt, "cashier", (DEVICE,)),
    ReturnSent: Order(return_sent, "cashier", (DEVICE,)),
}
APPLIERS: Appliers = {
    CageStocked: posted,
    ChipsOutsideDeclared: posted,
    FundsDeposited: funds_deposited,
    FundsWithdrawn: funds_withdrawn,
    ChipsSold: posted,
    ChipsCashed: posted,
    BoughtIn: bought_in,
    ReceiptConfirmed: receipt_confirmed,
    SentReturned: sent_returned,
}
