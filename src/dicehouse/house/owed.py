"""What is owed by wrong payments: paid to whoever got too little, or taken from whoever got too much, at the cage.

A table leaves a wrong payment to the cage when its person is not there any more. From then on the account of it is
cleared here alone, whatever becomes of the table. To write it off is for the rank that the table's document names; the
table says so, and what is left by then is given up.
"""

from typing import Annotated, Literal

from msgspec import Meta

from dicehouse.house.accounts import HOUSE, Postings, given, move, paid_in_by, paid_out_by, patron, post, short
from dicehouse.house.cage import unknown
from dicehouse.house.cage_state import Owed
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.play_record import money_in, money_out
from dicehouse.house.state import House
from dicehouse.money import LARGEST
from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import owed as account
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, Words, stamp

Number = Annotated[str, Meta(min_length=1, max_length=200)]
"""Of what is owed: the table and the wrong payment there."""
Signed = Annotated[int, Meta(ge=-LARGEST, le=LARGEST, description="whole cents; below nothing: owed to the house")]
Means = Literal["cash", "chips", "account"]


class RecordOwed(Command, frozen=True):
    """Take over from a table what is owed by a wrong payment."""

    table: Name
    mispayment: Name
    person: Name
    amount: Signed
    rule: Name
    """The document and the clause by which it is put right."""


class SettleOwed(Command, frozen=True):
    """Pay someone what they are owed by a wrong payment, or take from them what they owe."""

    owed: Number
    amount: Amount | None = None
    """So much of it; without it all that is left."""
    means: Means = "cash"


class WriteOffOwed(Command, frozen=True):
    """Give up what is left, on the word of the table that closed the wrong payment."""

    owed: Number
    reason: Words


class OwedRecorded(Event, frozen=True):
    """Someone is owed money by a wrong payment, or owes it."""

    owed: str
    table: str
    mispayment: str
    person: str
    amount: int
    """Below nothing: what they owe."""
    told: Postings
    """What the table put into the account of it by its own entry."""


class OwedSettled(Event, frozen=True):
    """Someone was paid what they were owed, or paid what they owed."""

    owed: str
    table: str
    mispayment: str
    person: str
    amount: int
    back: bool
    """Whether the house got it back; otherwise it was paid."""
    left: int
    means: Means
    postings: Postings


class OwedWrittenOff(Event, frozen=True):
    """What was left of it is given up."""

    owed: str
    person: str
    amount: int
    """Below nothing: what they owed."""
    reason: str
    postings: Postings


def number(table: str, mispayment: str) -> str:
    return f"{table}/{mispayment}"


def record_owed(house: House, command: RecordOwed) -> Answer:
    id = number(command.table, command.mispayment)
    if id in house.owed:
        return Refused(Why.DUPLICATE_ID, command.rule, "owed-stands-here", id=id, amount=abs(house.owed[id].amount))
    return (
        OwedRecorded(
            clause=command.rule, owed=id, table=command.table, mispayment=command.mispayment, person=command.person,
            amount=command.amount,
            told=given(account(command.table, command.mispayment), command.amount), **stamp(command),
        ),
    )  # fmt: skip


def _standing(house: House, id: str) -> Owed | Refused:
    found = house.owed.get(id)
    if found is not None:
        return found
    waiting = ", ".join(house.owed) or "none"
    return Refused(Why.UNKNOWN_ID, None, "nothing-owed", id=id, waiting=waiting)


def settle_owed(house: House, command: SettleOwed) -> Answer:
    """In cash or chips over the counter, or with the person's account; never more than is left."""
    it = _standing(house, command.owed)
    if isinstance(it, Refused):
        return it
    left = abs(it.amount)
    amount = left if command.amount is None else command.amount
    if amount > left:
        return Refused(Why.ABOVE_LIMIT, it.rule, "above-left", owed=command.owed, amount=amount, left=left)
    refused = unknown(house, it.person) if command.means == "account" else None
    if refused:
        return refused
    pay = paid_in_by if it.amount < 0 else paid_out_by
    postings = pay(account(it.table, it.mispayment), amount, command.means, patron(it.person))
    return short(house, postings, "take less of it, or in another way", it.rule) or (
        OwedSettled(
            clause=it.rule, owed=command.owed, table=it.table, mispayment=it.mispayment, person=it.person,
            amount=amount, back=it.amount < 0, left=left - amount, means=command.means, postings=postings,
            **stamp(command),
        ),
    )  # fmt: skip


def write_off_owed(house: House, command: WriteOffOwed) -> Answer:
    it = _standing(house, command.owed)
    if isinstance(it, Refused):
        return it
    return (
        OwedWrittenOff(
            clause=it.rule, owed=command.owed, person=it.person, amount=it.amount, reason=command.reason,
            postings=move(account(it.table, it.mispayment), HOUSE, it.amount), **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def owed_recorded(house: House, event: OwedRecorded) -> None:
    post(house, event.told)
    house.owed[event.owed] = Owed(
        table=event.table,
        mispayment=event.mispayment,
        person=event.person,
        amount=event.amount,
        since=event.at,
        rule=event.clause,
    )


def owed_settled(house: House, event: OwedSettled) -> None:
    post(house, event.postings)
    if event.left:
        house.owed[event.owed].amount += event.amount if event.back else -event.amount
    else:
        del house.owed[event.owed]
    if event.means == "account":
        if event.back:
            money_out(house, event.person, event.amount, event.at)
        else:
            money_in(house, event.person, "correction", event.amount, event.at)


def owed_written_off(house: House, event: OwedWrittenOff) -> None:
    post(house, event.postings)
    del house.owed[event.owed]


COMMANDS: Orders = {
    RecordOwed: Order(record_owed, others=(DEVICE,)),
    SettleOwed: Order(settle_owed, "cashier"),
    WriteOffOwed: Order(write_off_owed, others=(DEVICE,)),
}
APPLIERS: Appliers = {OwedRecorded: owed_recorded, OwedSettled: owed_settled, OwedWrittenOff: owed_written_off}
