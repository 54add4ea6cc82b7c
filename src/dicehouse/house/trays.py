"""Table money as the cage sees it: trays and boxes counted, what each table won, and its evening reconciled.

Two persons count. Whoever counts a box is not told what it should hold, and says why where it holds something else.
What a table won is what its tray and its box gained: closer, credits and drop, less opener and fills. An evening is
reconciled by someone who counted none of it, once nothing of it is still out.
"""

from fractions import Fraction
from typing import Literal, NamedTuple

from dicehouse.house.accounts import (
    CAGE_CASH,
    VARIANCE,
    Postings,
    counter,
    dropped,
    given,
    move,
    post,
    taken,
)
from dicehouse.house.cage_state import Box, CountDifference, Tray
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.counted import Counted, Explanation, sum_of
from dicehouse.table.orders import Answer, Balance, Command, Event, Name, Perhaps, stamp


class CountTray(Command, frozen=True):
    """Put the count of a table's tray on record, as it opens or closes."""

    table: Name
    when: Literal["opener", "closer"]
    with_: Name
    """Who counted too."""
    chips: Counted = ()
    counted: Balance = 0
    """What was counted, where it is not said in chips."""
    booked: Balance | None = None
    """What the table has on record, where it passes the count on."""
    counted_by: Perhaps = ""
    """Who counted, where the table passes the count on."""
    explained: Explanation = ""
    """Why the count differs from the record."""


class RemoveDropBox(Command, frozen=True):
    """Take a drop box off its table."""

    box: Name
    table: Name
    recorded: Balance | None = None
    """What the table has on record as dropped into it, where the table passes that on."""
    removed_by: Perhaps = ""
    """Who took it off, where the table passes that on."""


class CountDropBox(Command, frozen=True):
    """Put on record what two persons counted out of a drop box."""

    box: Name
    counted: Balance
    with_: Name
    """Who counted too."""
    recorded: Balance | None = None
    """What the table has on record as dropped into it; left out where the table has passed that on."""
    explained: Explanation = ""
    """Why the count differs from the record."""


class ReconcileTable(Command, frozen=True):
    """Close the evening of a table: its tray and boxes are counted, and every difference is explained."""

    table: Name
    remark: Explanation = ""


class TrayCounted(Event, frozen=True):
    """The count of a tray is on record."""

    table: str
    when: Literal["opener", "closer"]
    counted: int
    difference: int
    """Of an opener, from the closer before; of a closer, from what the table has on record."""
    with_: str
    chips: Counted = ()
    counted_by: str = ""
    """Who counted; empty: who gave the command."""
    explained: str = ""
    told: Postings = ()
    """What the table left in the account between it and the cage, by its own entry, as far as it differs."""
    postings: Postings = ()


class DropBoxRemoved(Event, frozen=True):
    """A drop box left its table."""

    box: str
    table: str
    recorded: int | None = None
    removed_by: str = ""


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
    explained: str = ""


class TableReconciled(Event, frozen=True):
    """The evening of a table is closed, with what it won and what was counted otherwise than recorded."""

    table: str
    win: int
    drop: int
    difference: int
    """Of tray and boxes together, counted less recorded."""
    remark: str


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
    """An opener begins a new record; a closer ends it, and what it lacks of the table's record is on record too."""
    before = house.trays.get(command.table)
    is_open = before is not None and before.closer is None
    who = command.counted_by or command.by
    if command.when == "closer" and not is_open:
        return Refused(Why.NOT_YET, None, "tray-not-open", table=command.table)
    if command.with_ == who:
        return _two_count(command.table, who)
    if command.when == "opener" and before and is_open:
        return Refused(Why.ALREADY_DONE, None, "tray-open", table=command.table, opener=before.opener)
    counted = sum_of(command.table, command.chips, command.counted)
    if isinstance(counted, Refused):
        return counted
    closer = before.closer if before else None
    should_be = command.booked if command.when == "closer" else closer
    difference = 0 if should_be is None else counted - should_be
    told, postings = _variance(command.table, difference) if command.booked is not None else ((), ())
    return (
        TrayCounted(
            clause="", table=command.table, when=command.when, counted=counted, difference=difference,
            with_=command.with_, chips=command.chips, counted_by=command.counted_by, explained=command.explained,
            told=told, postings=postings, **stamp(command),
        ),
    )  # fmt: skip


def _variance(table: str, difference: int) -> tuple[Postings, Postings]:
    """Chips that lie between table and cage as the table has them on record, put right by what was counted."""
    there = counter(table)
    if difference < 0:
        return given(there, -difference), move(there, VARIANCE, -difference)
    return taken(there, difference), move(VARIANCE, there, difference)


def _two_count(subject: str, person: str) -> Refused:
    return Refused(Why.SAME_PERSON, None, "second-person-counts", subject=subject, person=person)


def remove_drop_box(house: House, command: RemoveDropBox) -> Answer:
    if command.box in house.boxes:
        return Refused(Why.DUPLICATE_ID, None, "box-not-counted", box=command.box, table=house.boxes[command.box].table)
    return (
        DropBoxRemoved(
            clause="", box=command.box, table=command.table, recorded=command.recorded, removed_by=command.removed_by,
            **stamp(command),
        ),
    )  # fmt: skip


def count_drop_box(house: House, command: CountDropBox) -> Answer:
    """All that was counted goes to the cage; what differs from the record is on record too, and why."""
    box = house.boxes.get(command.box)
    if box is None:
        waiting = ", ".join(house.boxes) or "none"
        return Refused(Why.UNKNOWN_ID, None, "no-such-box", box=command.box, waiting=waiting)
    if command.with_ == command.by:
        return _two_count(command.box, command.by)
    recorded = command.recorded if box.recorded is None else box.recorded
    if recorded is None:
        return Refused(Why.NOT_YET, None, "box-without-record", box=command.box, table=box.table)
    difference = command.counted - recorded
    if difference and box.recorded is not None and not command.explained:
        return Refused(
            Why.ENTRY_DIFFERS, None, "count-not-explained", subject=command.box, counted=command.counted,
            recorded=recorded,
        )  # fmt: skip
    there = dropped(box.table)
    postings = move(there, CAGE_CASH, recorded) + move(VARIANCE, CAGE_CASH, difference)
    return (
        DropBoxCounted(
            clause="", box=command.box, table=box.table, counted=command.counted, difference=difference,
            with_=command.with_, told=given(there, recorded), postings=postings, explained=command.explained,
            **stamp(command),
        ),
    )  # fmt: skip


def reconcile_table(house: House, command: ReconcileTable) -> Answer:
    """By someone who counted none of it, once the tray and every box of the evening are counted."""
    tray = house.trays.get(command.table)
    if tray is None or tray.closer is None:
        return Refused(Why.NOT_YET, None, "closer-not-counted", table=command.table)
    if tray.reconciled_by:
        return Refused(Why.ALREADY_DONE, None, "table-reconciled", table=command.table, by=tray.reconciled_by)
    out = [number for number, it in house.boxes.items() if it.table == command.table]
    out += [number for number, it in (house.slips | house.sent).items() if it.table == command.table]
    if out:
        return Refused(Why.NOT_YET, None, "still-out", table=command.table, out=", ".join(out))
    if command.by in tray.counters:
        return Refused(Why.SAME_PERSON, None, "reconciled-by-counter", table=command.table, person=command.by)
    now = figures(tray)
    return (
        TableReconciled(
            clause="", table=command.table, win=now.win or 0, drop=now.drop,
            difference=sum(it.difference for it in tray.differences), remark=command.remark, **stamp(command),
        ),
    )  # fmt: skip


# --- what the facts do


def tray_counted(house: House, event: TrayCounted) -> None:
    post(house, event.told + event.postings)
    who = event.counted_by or event.by
    if event.when == "opener":
        house.trays[event.table] = Tray(opener=event.counted, since=event.at)
    else:
        tray = house.trays[event.table]
        tray.closer, tray.closed_at = event.counted, event.at
        tray.counters = (*tray.counters, who, event.with_)
    _differs(house.trays[event.table], event.when, event.difference, event.explained, (who, event.with_))


def _differs(tray: Tray, what: str, difference: int, explained: str, by: tuple[str, str]) -> None:
    if difference:
        tray.differences = (
            *tray.differences, CountDifference(what=what, difference=difference, explained=explained, by=by)
        )  # fmt: skip


def drop_box_removed(house: House, event: DropBoxRemoved) -> None:
    house.boxes[event.box] = Box(
        table=event.table, removed_by=event.removed_by or event.by, since=event.at, recorded=event.recorded
    )


def drop_box_counted(house: House, event: DropBoxCounted) -> None:
    post(house, event.told + event.postings)
    del house.boxes[event.box]
    tray = house.trays.get(event.table)
    if tray is not None:
        tray.drop += event.counted
        tray.counters = (*tray.counters, event.by, event.with_)
        _differs(tray, event.box, event.difference, event.explained, (event.by, event.with_))


def table_reconciled(house: House, event: TableReconciled) -> None:
    tray = house.trays[event.table]
    tray.reconciled_by, tray.reconciled_at, tray.remark = event.by, event.at, event.remark


COMMANDS: Orders = {
    CountTray: Order(count_tray, "cashier", (DEVICE,)),
    RemoveDropBox: Order(remove_drop_box, "cage-supervisor", (DEVICE,)),
    CountDropBox: Order(count_drop_box, "cashier"),
    ReconcileTable: Order(reconcile_table, "cage-supervisor"),
}
APPLIERS: Appliers = {
    TrayCounted: tray_counted,
    DropBoxRemoved: drop_box_removed,
    DropBoxCounted: drop_box_counted,
    TableReconciled: table_reconciled,
}
