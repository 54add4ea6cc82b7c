"""Drop, win and hold of each table, from one opening of its tray to the next.

Where the cage has counted a tray, its counts are told; else what the table itself has on record. A drop box belongs to
the opening during which it was taken off the table, whenever it is counted.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any, Final
from zoneinfo import ZoneInfo

from dicehouse.house.cage import ReceiptConfirmed
from dicehouse.house.cage_state import Tray
from dicehouse.house.purchases import BuyInRefunded
from dicehouse.house.slips import CreditReceived
from dicehouse.house.trays import DropBoxCounted, DropBoxRemoved, TrayCounted
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.takings import Changed, Opening, opened
from dicehouse.reports.walk import Record, Walk
from dicehouse.table import Config, Event
from dicehouse.table.box import BoxEmptied
from dicehouse.table.meter import MoneyInserted
from dicehouse.table.opening import TableClosed, TableOpened
from dicehouse.table.tray import FillReceived, TrayCredited, TrayFilled

COLUMNS: Final = (
    Column("table"),
    Column("gaming_day", Kind.DAY),
    Column("opened", Kind.MOMENT),
    Column("opener", Kind.MONEY),
    Column("fills", Kind.MONEY),
    Column("credits", Kind.MONEY),
    Column("drop", Kind.MONEY),
    Column("closer", Kind.MONEY),
    Column("win", Kind.MONEY),
    Column("hold", Kind.SHARE),
    Column("by", title="Counted by"),
)
NOTES: Final = (
    Note("Win is closer, credits and drop less opener and fills; hold is win as a part of drop."),
    Note("Drop is cash from boxes, buy-ins from accounts and vouchers; at terminals, all money put in but jackpots."),
    Note("A tray without a closer is still open: its win and hold are not known. Totals leave it out."),
)


class _Fold:
    def __init__(self) -> None:
        self.counted: dict[str, list[Opening]] = {}
        self.recorded: dict[str, list[Opening]] = {}
        self.boxes: dict[str, Opening | None] = {}

    def add(self, record: Record) -> None:
        for event in record.events:
            step = _STEPS.get(type(event))
            if step:
                step(self, record.table or getattr(event, "table", ""), event)

    def _latest(self, table: str, whose: dict[str, list[Opening]]) -> Opening | None:
        return whose[table][-1] if table in whose else None

    # --- as the cage counts

    def counts(self, table: str, event: TrayCounted) -> None:
        now = self._latest(table, self.counted)
        if event.when == "opener":
            made = Opening(table, Tray(opener=event.counted, since=event.at), "the cage")
            self.counted.setdefault(table, []).append(made)
        elif now:
            now.tray.closer = event.counted

    def receives(self, table: str, event: ReceiptConfirmed) -> None:
        now = self._latest(table, self.counted)
        if now and event.what == "fill":
            now.tray.fills += event.amount
        elif now and event.what in {"buy-in", "voucher"}:
            now.tray.paper += event.amount

    def refunds(self, table: str, event: BuyInRefunded) -> None:
        now = self._latest(table, self.counted)
        if now:
            now.tray.paper -= event.amount

    def takes_credit(self, table: str, event: CreditReceived) -> None:
        now = self._latest(table, self.counted)
        if now:
            now.tray.credits += event.amount

    def removes_box(self, table: str, event: DropBoxRemoved) -> None:
        self.boxes[event.box] = self._latest(table, self.counted)

    def counts_box(self, _: str, event: DropBoxCounted) -> None:
        its = self.boxes.pop(event.box, None)
        if its:
            its.tray.drop += event.counted

    # --- as the table has it

    def opens(self, table: str, event: TableOpened) -> None:
        self.recorded.setdefault(table, []).append(opened(table, event))

    def changes(self, table: str, event: Changed) -> None:
        now = self._latest(table, self.recorded)
        if now is not None:
            now.changes(event)


_STEPS: Final[dict[type[Event], Callable[[_Fold, str, Any], None]]] = {  # each takes its own kind of event
    TrayCounted: _Fold.counts,
    ReceiptConfirmed: _Fold.receives,
    BuyInRefunded: _Fold.refunds,
    CreditReceived: _Fold.takes_credit,
    DropBoxRemoved: _Fold.removes_box,
    DropBoxCounted: _Fold.counts_box,
    TableOpened: _Fold.opens,
    TrayFilled: _Fold.changes,
    FillReceived: _Fold.changes,
    TrayCredited: _Fold.changes,
    MoneyInserted: _Fold.changes,
    BoxEmptied: _Fold.changes,
    TableClosed: _Fold.changes,
}


def gaming_day(config: Config, at: datetime) -> date:
    """The day to which a moment belongs at a table."""
    hours, minutes = map(int, config.gaming_day.split(":"))
    local = at.astimezone(ZoneInfo(config.time_zone)).replace(tzinfo=None)
    return (local - timedelta(hours=hours, minutes=minutes)).date()


def drop_win_hold(walk: Walk, asked: Asked) -> Report:
    fold = _Fold()
    for record in walk:
        fold.add(record)
    rows: list[tuple[Cell, ...]] = []
    for table in sorted(fold.counted.keys() | fold.recorded.keys()):
        config = walk.tables[table].config if table in walk.tables else Config(time_zone=asked.zone)
        for it in fold.counted.get(table) or fold.recorded[table]:
            day = gaming_day(config, it.tray.since)
            if asked.is_at(table) and asked.covers_day(day):
                rows.append(it.row(day))
    return Report(
        title="Drop, win and hold by table and gaming day", columns=COLUMNS, rows=rows, totals=_totals(rows),
        notes=NOTES,
    )  # fmt: skip


def _totals(rows: list[tuple[Cell, ...]]) -> dict[str, Cell]:
    """Of the openings that are over; hold is that of all of them together."""
    places = {it.name: place for place, it in enumerate(COLUMNS)}
    over = [row for row in rows if row[places["win"]] is not None]

    def whole(name: str) -> int:
        return sum(it for row in over if isinstance(it := row[places[name]], int))

    sums: dict[str, Cell] = {it.name: whole(it.name) for it in COLUMNS if it.kind is Kind.MONEY}
    drop = whole("drop")
    return {**sums, "hold": Fraction(whole("win"), drop) if drop else None}
