"""Sales of chips undone: the chips go back to the tray, and the money to where it came from.

Whoever sold them may do so in the same round; later it takes someone who may put payments right. A sale can be undone
once, while its buyer is at the seat and has the chips in hand, and the money is still in the box.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.chips import WITH_CHIPS, Means
from dicehouse.table.conduct import lacks
from dicehouse.table.ledger import CASH, move, own, rack, transit, tray_of
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Moment,
    Name,
    Order,
    Orders,
    Postings,
    Words,
    stamp,
)
from dicehouse.table.state import Sale, Table, this_round
from dicehouse.table.till import note


class ReverseSale(Command, frozen=True):
    """Undo a sale of chips."""

    sale: Name
    """The id of the command by which they were sold."""
    reason: Words


class SaleReversed(Event, frozen=True):
    """Chips went back to the tray, and what was paid for them to the buyer."""

    sale: str
    seat: int
    person: str
    amount: int
    with_: Means
    late: bool
    """Whether the chips were to count from the next round only."""
    sold: Moment
    reason: str


def reverse_sale(table: Table, command: ReverseSale) -> Answer:
    clause = table.book.topics.get("cash_change") or table.clause("correct_payment")
    sale = table.sales.get(command.sale)
    if sale is None:
        return Refused(Why.UNKNOWN_ID, clause, "no-such-sale", sale=command.sale)
    refused = _not_theirs_to_undo(table, command, sale) or _gone(table, command.sale, sale, clause)
    if refused:
        return refused
    return (
        SaleReversed(
            clause=clause, sale=command.sale, seat=sale.seat, person=sale.person, amount=sale.amount, with_=sale.with_,
            late=sale.late, sold=sale.at, reason=command.reason, **stamp(command),
        ),
    )  # fmt: skip


def _not_theirs_to_undo(table: Table, command: ReverseSale, sale: Sale) -> Refused | None:
    """Whoever sold the chips may undo it within the round; else it takes the power to put payments right."""
    if command.by == sale.by and sale.round == this_round(table):
        return None
    refused = lacks(table, command, "correct_payment")
    if refused is None:
        return None
    return Refused(
        Why.NOT_ALLOWED,
        refused.clause,
        "sale-of-earlier-round" if command.by == sale.by else "sale-of-another",
        sale=command.sale,
        seller=sale.by,
        role=command.role,
        may=table.book.powers["correct_payment"].by,
    )


def _gone(table: Table, id: str, sale: Sale, clause: str) -> Refused | None:
    """Whether it was undone before, or the chips or the money are no longer there in full."""
    if sale.reversed:
        return Refused(Why.ALREADY_DONE, clause, "sale-undone-already", id=id, amount=sale.amount)
    rack = table.seats[sale.seat].rack
    if rack < sale.amount:
        return Refused(
            Why.NOT_ENOUGH, clause, "sold-chips-played", id=id, amount=sale.amount, rack=rack, seat=sale.seat
        )
    there, box = (table.drop, "in the drop box") if sale.with_ == "cash" else (table.cashless, "in buy-in slips")
    if there < sale.amount:
        return Refused(Why.NOT_ENOUGH, clause, "box-emptied-since", id=id, amount=sale.amount, there=there, box=box)
    return None


# --- what the facts do


def sale_reversed(table: Table, event: SaleReversed) -> None:
    seat = table.seats[event.seat]
    seat.rack -= event.amount
    seat.late = max(0, seat.late - event.amount) if event.late else seat.late
    table.float += event.amount
    table.came -= event.amount
    if event.with_ == "cash":
        table.drop -= event.amount
    else:
        table.cashless -= event.amount
    table.sales[event.sale].reversed = True
    note(table, event, "undone", event.seat, event.amount)


def reversal_moved(table: Table, event: SaleReversed) -> Entries:
    """Chips into the tray, and what was paid for them out of the box."""
    name = table.config.name
    payer, box = (CASH, "drop") if event.with_ == "cash" else (transit(name), "cashless")
    back = move(rack(table, event.seat), tray_of(table), event.amount)
    return [*back, *move(own(name, box), payer, event.amount)]


COMMANDS: Orders = {ReverseSale: Order(reverse_sale, staff=True, kinds=WITH_CHIPS)}
APPLIERS: Appliers = {SaleReversed: sale_reversed}
POSTINGS: Postings = {SaleReversed: reversal_moved}
