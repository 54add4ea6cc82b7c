"""Table money as the cage sees it: trays counted, filled and relieved, boxes counted, and what each table won.

A fill or credit is asked for, approved by another person, and then delivered. A drop box is counted by two persons.
What a table won is what its tray and its box gained: closer, credits and drop, less opener and fills.
"""

from fractions import Fraction
from typing import Literal, NamedTuple

from dicehouse.house.accounts import (
    CAGE_CASH,
    CAGE_CHIPS,
    VARIANCE,
    Postings,
    counter,
    dropped,
    given,
    move,
    post,
    short,
)
from dicehouse.house.cage import sent_before
from dicehouse.house.cage_state import Box, Sent, Slip, Tray
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Balance, Command, Event, Name, Words, stamp


class RequestFill(Command, frozen=True):
    """Ask for chips for a table's tray."""

    slip: Name
    table: Name
    amount: Amount


class RequestCredit(Command, frozen=True):
    """Ask for chips to be taken out of a table's tray."""

    slip: Name
    table: Name
    amount: Amount


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
    counted: Amount


class CountTray(Command, frozen=True):
    """Put the count of a table's tray on record, as it opens or closes."""

    table: Name
    when: Literal["opener", "closer"]
    counted: Balance
    with_: Name
    """Who counted too."""


class RemoveDropBox(Command, frozen=True):
    """Take a drop box off its table."""

    box: Name
    table: Name


class CountDropBox(Command, frozen=True):
    """Put on record what two persons counted out of a drop box."""

    box: Name
    counted: Balance
    recorded: Balance
    """What the table has on record as dropped into it."""
    with_: Name
    """Who counted too."""


class SlipRequested(Event, frozen=True):
    """A fill or credit of a tray was asked for."""

    slip: str
    kind: Literal["fill", "credit"]
    table: str
    amount: int


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


class CreditReceived(Event, frozen=True):
    """The chips of a credit are in the cage."""

    slip: str
    table: str
    amount: int
    told: Postings
    """What the table sent by its own entry."""
    postings: Postings


class TrayCounted(Event, frozen=True):
    """The count of a tray is on record."""

    table: str
    when: Literal["opener", "closer"]
    counted: int
    difference: int
    """From the closer before, where this is an opener and there was one."""
    with_: str


class DropBoxRemoved(Event, frozen=True):
    """A drop box left its table."""

    box: str
    table: str


class DropBoxCounted(Event, frozen=True):
    """Two persons counted a drop box, and the cash is in the cage."""

    box: str
    table: str
    counted: int
    difference: int
    """From what the table has on record."""
    with_: str
    told: Postings
    """What left the table with the box, by its own entry."""
    postings: Postings


class Figures(NamedTuple):
    """What a table took in and what it won."""

    opener: int
    fills: int
    credits: int
    closer: int | None
    drop: int
    win: int | None
    """None until the closer is counted."""
    hold: Fraction | None
    """The win as a part of the drop; None without either."""


def figures(tray: Tray) -> Figures:
    """Drop, win and hold since the tray was opened."""
    drop = tray.drop + tray.paper
    win = None if tray.closer is None else tray.closer + tray.credits + drop - tray.opener - tray.fills
    hold = Fraction(win, drop) if win is not None and drop else None
    return Figures(tray.opener, tray.fills, tray.credits, tray.closer, drop, win, hold)


def drop_win_hold(house: House) -> dict[str, Figures]:
    """The figures of every table."""
    return {table: figures(tray) for table, tray in house.trays.items()}


def request_fill(house: House, command: RequestFill) -> Answer:
    return _requested(house, command, "fill")


def request_credit(house: House, command: RequestCredit) -> Answer:
    return _requested(house, command, "credit")


def _requested(house: House, command: RequestFill | RequestCredit, kind: Literal["fill", "credit"]) -> Answer:
    if command.slip in house.slips:
        it = house.slips[command.slip]
        return Refused(Why.DUPLICATE_ID, None, "slip-number-taken", slip=command.slip, kind=it.kind, amount=it.amount)
    return sent_before(house, command.slip) or (
        SlipRequested(
            clause="", slip=command.slip, kind=kind, table=command.table, amount=command.amount, **stamp(command)
        ),
    )


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
            clause="", slip=command.slip, table=slip.table, amount=slip.amount, postings=postings, **stamp(command)
        ),
    )


def receive_credit(house: House, command: ReceiveCredit) -> Answer:
    """Only what the slip says, since the table has sent no more on its side."""
    slip = _slip(house, command.slip, "credit", approved=True)
    if isinstance(slip, Refused):
        return slip
    if command.counted != slip.amount:
        return Refused(
            Why.ENTRY_DIFFERS, None, "counted-slip-says", slip=command.slip, counted=command.counted, amount=slip.amount
        )
    return (
        CreditReceived(
            clause="", slip=command.slip, table=slip.table, amount=slip.amount,
            told=given(counter(slip.table), slip.amount), postings=move(counter(slip.table), CAGE_CHIPS, slip.amount),
            **stamp(command),
        ),
    )  # fmt: skip


def count_tray(house: House, command: CountTray) -> Answer:
    """An opener begins a new record; a closer ends it."""
    before = house.trays.get(command.table)
    is_open = before is not None and before.closer is None
    if command.when == "closer" and not is_open:
        return Refused(Why.NOT_YET, None, "tray-not-open", table=command.table)
    if command.with_ == command.by:
        return _two_count(command.table, command.by)
    if command.when == "opener" and before and is_open:
        return Refused(Why.ALREADY_DONE, None, "tray-open", table=command.table, opener=before.opener)
    closer = before.closer if before else None
    difference = 0 if closer is None else command.counted - closer
    return (
        TrayCounted(
            clause="", table=command.table, when=command.when, counted=command.counted, difference=difference,
            with_=command.with_, **stamp(command),
        ),
    )  # fmt: skip


def _two_count(subject: str, person: str) -> Refused:
    return Refused(Why.SAME_PERSON, None, "second-person-counts", subject=subject, person=person)


def remove_drop_box(house: House, command: RemoveDropBox) -> Answer:
    if command.box in house.boxes:
        return Refused(Why.DUPLICATE_ID, None, "box-not-counted", box=command.box, table=house.boxes[command.box].table)
    return (DropBoxRemoved(clause="", box=command.box, table=command.table, **stamp(command)),)


def count_drop_box(house: House, command: CountDropBox) -> Answer:
    """All that was counted goes to the cage; what differs from the record is on record too."""
    box = house.boxes.get(command.box)
    if box is None:
        waiting = ", ".join(house.boxes) or "none"
        return Refused(Why.UNKNOWN_ID, None, "no-such-box", box=command.box, waiting=waiting)
    if command.with_ == command.by:
        return _two_count(command.box, command.by)
    difference = command.counted - command.recorded
    there = dropped(box.table)
    postings = move(there, CAGE_CASH, command.recorded) + move(VARIANCE, CAGE_CASH, difference)
    return (
        DropBoxCounted(
            clause="", box=command.box, table=box.table, counted=command.counted, difference=difference,
            with_=command.with_, told=given(there, command.recorded), postings=postings, **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def slip_requested(house: House, event: SlipRequested) -> None:
    house.slips[event.slip] = Slip(kind=event.kind, table=event.table, amount=event.amount, requested_by=event.by)


def slip_approved(house: House, event: SlipApproved) -> None:
    it = house.slips[event.slip]
    house.slips[event.slip] = Slip(
        kind=it.kind, table=it.table, amount=it.amount, requested_by=it.requested_by, approved_by=event.by
    )


def slip_cancelled(house: House, event: SlipCancelled) -> None:
    del house.slips[event.slip]


def fill_delivered(house: House, event: FillDelivered) -> None:
    post(house, event.postings)
    del house.slips[event.slip]
    house.sent[event.slip] = Sent(
        table=event.table, amount=event.amount, what="fill", account=counter(event.table), origin=CAGE_CHIPS
    )


def credit_received(house: House, event: CreditReceived) -> None:
    post(house, event.told + event.postings)
    del house.slips[event.slip]
    if event.table in house.trays:
        house.trays[event.table].credits += event.amount


def tray_counted(house: House, event: TrayCounted) -> None:
    if event.when == "opener":
        house.trays[event.table] = Tray(opener=event.counted, since=event.at)
    else:
        house.trays[event.table].closer = event.counted


def drop_box_removed(house: House, event: DropBoxRemoved) -> None:
    house.boxes[event.box] = Box(table=event.table, removed_by=event.by, since=event.at)


def drop_box_counted(house: House, event: DropBoxCounted) -> None:
    post(house, event.told + event.postings)
    del house.boxes[event.box]
    if event.table in house.trays:
        house.trays[event.table].drop += event.counted


COMMANDS: Orders = {
    RequestFill: Order(request_fill, "cashier", (DEVICE,)),
    RequestCredit: Order(request_credit, "cashier", (DEVICE,)),
    ApproveSlip: Order(approve_slip, "cage-supervisor"),
    CancelSlip: Order(cancel_slip, "cage-supervisor"),
    DeliverFill: Order(deliver_fill, "cashier"),
    ReceiveCredit: Order(receive_credit, "cashier"),
    CountTray: Order(count_tray, "cashier", (DEVICE,)),
    RemoveDropBox: Order(remove_drop_box, "cage-supervisor"),
    CountDropBox: Order(count_drop_box, "cashier"),
}
APPLIERS: Appliers = {
    SlipRequested: slip_requested,
    SlipApproved: slip_approved,
    SlipCancelled: slip_cancelled,
    FillDelivered: fill_delivered,
    CreditReceived: credit_received,
    TrayCounted: tray_counted,
    DropBoxRemoved: drop_box_removed,
    DropBoxCounted: drop_box_counted,
}
