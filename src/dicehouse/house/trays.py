"""Table money as the cage sees it: trays counted, filled and relieved, boxes counted, and what each table won.

A fill or credit is asked for, approved by another person, and then delivered. A drop box is counted by two persons.
What a table won is what its tray and its box gained: closer, credits and drop, less opener and fills.
"""

from fractions import Fraction
from typing import Literal, NamedTuple

from dicehouse.house.accounts import (
    CAGE_CASH,
    VARIANCE,
    Postings,
    dropped,
    given,
    move,
    post,
)
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import Box, House, Tray
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Balance, Command, Event, Name, stamp


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
    CountTray: Order(count_tray, "cashier", (DEVICE,)),
    RemoveDropBox: Order(remove_drop_box, "cage-supervisor"),
    CountDropBox: Order(count_drop_box, "cashier"),
}
APPLIERS: Appliers = {
    TrayCounted: tray_counted,
    DropBoxRemoved: drop_box_removed,
    DropBoxCounted: drop_box_counted,
}
