"""The drop box: taken off the table with what is in it, to be counted by the house."""

from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import BOXES, HOUSE, Sums, dropped, own
from dicehouse.table.orders import Answer, Appliers, Command, Entries, Event, Name, Order, Orders, Postings, stamp
from dicehouse.table.state import Table


class EmptyBox(Command, frozen=True):
    """Take the drop box, or the notes of the terminals, off the table and put an empty one there."""

    box: Name
    """The number of the box that leaves, under which the house counts it."""


class BoxEmptied(Event, frozen=True):
    """A drop box left the table with everything in it."""

    box: str
    drop: int
    """Cash, by the table's own record."""
    tokens: int
    cashless: int


def empty_box(table: Table, command: EmptyBox) -> Answer:
    """At any time, by whoever may close the table; a box with nothing in it stays."""
    if not (table.drop or table.taken or table.cashless):
        return Refused(Why.ALREADY_DONE, None, "box-empty", box=command.box, table=table.config.name)
    return (
        BoxEmptied(
            clause="", box=command.box, drop=table.drop, tokens=table.taken, cashless=table.cashless, **stamp(command)
        ),
    )


def box_emptied(table: Table, event: BoxEmptied) -> None:
    table.came -= event.drop + event.tokens + event.cashless
    table.drop = table.taken = table.cashless = 0


def box_carried(table: Table, event: BoxEmptied) -> Entries:
    """Cash to be counted; paper and tokens have done their work."""
    name = table.config.name
    sums = Sums()
    sums.move(own(name, "drop"), dropped(name) if table.config.cage else BOXES, event.drop)
    sums.move(own(name, "tokens"), HOUSE, event.tokens)
    sums.move(own(name, "cashless"), HOUSE, event.cashless)
    return sums.entries()


COMMANDS: Orders = {EmptyBox: Order(empty_box, "close_table")}
APPLIERS: Appliers = {BoxEmptied: box_emptied}
POSTINGS: Postings = {BoxEmptied: box_carried}
