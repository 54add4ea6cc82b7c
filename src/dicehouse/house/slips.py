"""Fills and credits of the tables' trays, each by its slip: asked for, checked, handed over, received.

The house numbers the slips, one after the other. Nobody checks what they asked for, and whoever takes the chips in is
someone else than whoever sent them: at the table for a fill, at the cage for a credit. Where another system writes the
slips, it has them received, and the chips go into the tray as they are handed over. The latest slips stay on record
with everyone who had a hand in them, so that they can be printed and signed.
"""

from itertools import count
from typing import Final, Literal

from dicehouse.house.accounts import CAGE_CHIPS, Postings, counter, given, move, post, short
from dicehouse.house.cage import sent_before
from dicehouse.house.cage_state import Sent, Slip
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.counted import Counted, sum_of
from dicehouse.table.orders import Answer, Balance, Command, Event, Name, Perhaps, Words, stamp

KEPT: Final = 30
"""Slips that are done and stay on record here; the journal has all of them."""


class RequestFill(Command, frozen=True):
    """Ask for chips for a table's tray."""

    table: Name
    chips: Counted = ()
    amount: Balance = 0
    """Their worth, where it is not said in chips."""
    slip: Perhaps = ""
    """A number of its own, where the slip was written elsewhere; without it the house numbers the slip."""
    asked_by: Perhaps = ""
    """Who asked at the table, where the table passes it on."""


class RequestCredit(Command, frozen=True):
    """Ask for chips to be taken out of a table's tray."""

    table: Name
    chips: Counted = ()
    amount: Balance = 0
    slip: Perhaps = ""
    asked_by: Perhaps = ""


class ApproveSlip(Command, frozen=True):
    """Approve a fill or credit that someone else asked for."""

    slip: Name


class CancelSlip(Command, frozen=True):
    """Give up a fill or credit that is not yet done."""

    slip: Name
    reason: Words


class DeliverFill(Command, frozen=True):
    """Hand the chips of a fill over to be brought to the table."""

    slip: Name


class ReceiveCredit(Command, frozen=True):
    """Take the chips of a credit in at the cage."""

    slip: Name
    chips: Counted = ()
    counted: Balance = 0
    """What was counted, where it is not said in chips."""


class SlipRequested(Event, frozen=True):
    """A fill or credit of a tray was asked for."""

    slip: str
    kind: Literal["fill", "credit"]
    table: str
    amount: int
    chips: Counted = ()
    number: int = 0
    """Of the slips that the house numbered; 0: it was numbered elsewhere."""
    asked_by: str = ""


class SlipApproved(Event, frozen=True):
    """A fill or credit was approved."""

    slip: str


class SlipCancelled(Event, frozen=True):
    """A fill or credit was given up."""

    slip: str
    reason: str


class FillDelivered(Event, frozen=True):
    """The chips of a fill are on their way to the table."""

    slip: str
    table: str
    amount: int
    postings: Postings
    chips: Counted = ()
    to_count: bool = False
    """Whether someone at the table counts them; the chips of a slip that was written elsewhere were received there."""


class CreditReceived(Event, frozen=True):
    """The chips of a credit are in the cage."""

    slip: str
    table: str
    amount: int
    told: Postings
    """What the table sent by its own entry."""
    postings: Postings


# --- the judgements


def request_fill(house: House, command: RequestFill) -> Answer:
    return _requested(house, command, "fill")


def request_credit(house: House, command: RequestCredit) -> Answer:
    return _requested(house, command, "credit")


def _requested(house: House, command: RequestFill | RequestCredit, kind: Literal["fill", "credit"]) -> Answer:
    amount = sum_of(command.table, command.chips, command.amount)
    if isinstance(amount, Refused):
        return amount
    if not amount:
        return Refused(Why.BAD_STAKE, None, "no-chips-said", subject=command.table)
    number, slip = (0, command.slip) if command.slip else _next_number(house, kind)
    if slip in house.slips:
        it = house.slips[slip]
        return Refused(Why.DUPLICATE_ID, None, "slip-number-taken", slip=slip, kind=it.kind, amount=it.amount)
    return sent_before(house, slip) or (
        SlipRequested(
            clause="", slip=slip, kind=kind, table=command.table, amount=amount, chips=command.chips, number=number,
            asked_by=command.asked_by, **stamp(command),
        ),
    )  # fmt: skip


def _next_number(house: House, kind: str) -> tuple[int, str]:
    """The next that nothing goes by."""
    taken = house.slips.keys() | house.past_slips.keys() | house.sent.keys()
    numbers = ((it, f"{kind[0].upper()}-{it:05d}") for it in count(house.numbered_slips + 1))
    return next(it for it in numbers if it[1] not in taken)


def _slip(house: House, number: str, kind: str = "", *, approved: bool = False) -> Slip | Refused:
    found = house.slips.get(number)
    if found is None or (kind and found.kind != kind):
        waiting = ", ".join(id for id, it in house.slips.items() if kind in {"", it.kind}) or "none"
        return Refused(Why.UNKNOWN_ID, None, "no-such-slip", number=number, kind=kind or "slip", waiting=waiting)
    if approved and not found.approved_by:
        return Refused(
            Why.NOT_YET, None, "requested-by-same", number=number, requested_by=found.requested_by, amount=found.amount
        )
    return found


def approve_slip(house: House, command: ApproveSlip) -> Answer:
    """Nobody approves what they asked for."""
    slip = _slip(house, command.slip)
    if isinstance(slip, Refused):
        return slip
    if command.by == slip.requested_by:
        return Refused(Why.SAME_PERSON, None, "asked-by-same", slip=command.slip, by=command.by)
    if slip.approved_by:
        return Refused(Why.ALREADY_DONE, None, "slip-approved", slip=command.slip, approved_by=slip.approved_by)
    return (SlipApproved(clause="", slip=command.slip, **stamp(command)),)


def cancel_slip(house: House, command: CancelSlip) -> Answer:
    slip = _slip(house, command.slip)
    if isinstance(slip, Refused):
        return slip
    return (SlipCancelled(clause="", slip=command.slip, reason=command.reason, **stamp(command)),)


def deliver_fill(house: House, command: DeliverFill) -> Answer:
    slip = _slip(house, command.slip, "fill", approved=True)
    if isinstance(slip, Refused):
        return slip
    postings = move(CAGE_CHIPS, counter(slip.table), slip.amount)
    return short(house, postings, "bring chips from the vault") or (
        FillDelivered(
            clause="", slip=command.slip, table=slip.table, amount=slip.amount, chips=slip.chips,
            to_count=slip.numbered,
            postings=postings, **stamp(command),
        ),
    )  # fmt: skip


def receive_credit(house: House, command: ReceiveCredit) -> Answer:
    """Only what the slip says, since the table has sent no more on its side."""
    slip = _slip(house, command.slip, "credit", approved=True)
    if isinstance(slip, Refused):
        return slip
    counted = sum_of(command.slip, command.chips, command.counted)
    if isinstance(counted, Refused):
        return counted
    if counted != slip.amount:
        return Refused(
            Why.ENTRY_DIFFERS, None, "counted-slip-says", slip=command.slip, counted=counted, amount=slip.amount
        )
    return (
        CreditReceived(
            clause="", slip=command.slip, table=slip.table, amount=slip.amount,
            told=given(counter(slip.table), slip.amount), postings=move(counter(slip.table), CAGE_CHIPS, slip.amount),
            **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def slip_requested(house: House, event: SlipRequested) -> None:
    house.slips[event.slip] = Slip(
        kind=event.kind, table=event.table, amount=event.amount, chips=event.chips, numbered=bool(event.number),
        requested_by=event.asked_by or event.by, requested_at=event.at,
    )  # fmt: skip
    house.numbered_slips = max(house.numbered_slips, event.number)


def slip_approved(house: House, event: SlipApproved) -> None:
    it = house.slips[event.slip]
    it.approved_by, it.approved_at = event.by, event.at


def slip_cancelled(house: House, event: SlipCancelled) -> None:
    _done(house, event.slip, f"given up by {event.by}: {event.reason}")


def fill_delivered(house: House, event: FillDelivered) -> None:
    post(house, event.postings)
    it = house.slips[event.slip]
    it.handed_by, it.handed_at = event.by, event.at
    _done(house, event.slip)
    house.sent[event.slip] = Sent(
        table=event.table, amount=event.amount, what="fill", account=counter(event.table), origin=CAGE_CHIPS
    )


def credit_received(house: House, event: CreditReceived) -> None:
    post(house, event.told + event.postings)
    it = house.slips[event.slip]
    it.received_by, it.received_at = event.by, event.at
    _done(house, event.slip)
    if event.table in house.trays:
        house.trays[event.table].credits += event.amount


def _done(house: House, number: str, ended: str = "") -> None:
    """The cage is done with a slip; those that are still on their way are not forgotten."""
    it = house.slips.pop(number)
    it.ended = ended
    house.past_slips[number] = it
    for old in [id for id in house.past_slips if id not in house.sent and id != number][: -KEPT + 1]:
        del house.past_slips[old]


COMMANDS: Orders = {
    RequestFill: Order(request_fill, "cashier", (DEVICE,)),
    RequestCredit: Order(request_credit, "cashier", (DEVICE,)),
    ApproveSlip: Order(approve_slip, "cage-supervisor"),
    CancelSlip: Order(cancel_slip, "cage-supervisor"),
    DeliverFill: Order(deliver_fill, "cashier"),
    ReceiveCredit: Order(receive_credit, "cashier"),
}
APPLIERS: Appliers = {
    SlipRequested: slip_requested,
    SlipApproved: slip_approved,
    SlipCancelled: slip_cancelled,
    FillDelivered: fill_delivered,
    CreditReceived: credit_received,
}
