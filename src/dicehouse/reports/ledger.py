"""What was counted held against what should have been there, and what one side has posted and the other has not."""

from typing import Final

from dicehouse.house.accounts import collected, counter, dropped, exchanged, transit
from dicehouse.house.trays import DropBoxCounted, TrayCounted
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Record, Walk
from dicehouse.table.opening import TableClosed

COLUMNS: Final = (
    Column("at", Kind.MOMENT),
    Column("where"),
    Column("what"),
    Column("should_be", Kind.MONEY),
    Column("counted", Kind.MONEY),
    Column("difference", Kind.MONEY),
    Column("by"),
)
BETWEEN: Final = {
    transit(""): "money for players on its way to the table",
    counter(""): "chips between the cage and the tray",
    collected(""): "credits collected and not yet on paper",
    exchanged(""): "vouchers used up and not yet exchanged",
    dropped(""): "cash in boxes that are to be counted",
}
"""How the accounts begin to which a table and the cage both post, and what lies in them."""
NOTES: Final = (
    Note("Every count of a tray or a box, beside what the record had for it."),
    Note("The last lines are accounts to which the cage and the tables both post: what is in one of them at the end of "
         "the period, one side has on its books and the other has not yet."),
)  # fmt: skip


def ledger_variance(walk: Walk, asked: Asked) -> Report:
    rows: list[tuple[Cell, ...]] = []
    closers: dict[str, int] = {}
    counted: set[str] = set()
    accounts: dict[str, int] = {}
    for record in walk:
        if asked.is_after(record.at):
            continue
        _count(record, asked, closers, counted, rows)
        for it in record.postings:
            if it.account.startswith(_SHARED):
                accounts[it.account] = accounts.get(it.account, 0) + it.amount
    differences = sum(_cents(row[5]) for row in rows)
    now = asked.ends(walk)
    for account, amount in sorted(accounts.items()):
        begins = next(it for it in _SHARED if account.startswith(it))
        if amount and asked.is_at(account.removeprefix(begins)):
            rows.append((now, account, BETWEEN[begins], None, amount, None, ""))
    return Report(
        title="Counts and the ledger", columns=COLUMNS, rows=rows, totals={"difference": differences}, notes=NOTES
    )


_SHARED: Final = tuple(BETWEEN)


def _cents(value: Cell) -> int:
    return value if isinstance(value, int) else 0


def _count(
    record: Record, asked: Asked, closers: dict[str, int], counted: set[str], rows: list[tuple[Cell, ...]]
) -> None:
    """The counts of one record; `closers` is what trays held when tables closed, `counted` whose closers were."""
    for event in record.events:
        if isinstance(event, TableClosed):
            closers[record.table] = event.float
        elif isinstance(event, TrayCounted | DropBoxCounted):
            what, should = _due(event, closers, counted)
            if isinstance(event, TrayCounted) and event.when == "closer":
                counted.add(event.table)
            if asked.wants(record, event):
                difference = None if should is None else event.counted - should
                by = f"{event.by} with {event.with_}"
                rows.append((event.at, event.table, what, should, event.counted, difference, by))


def _due(event: TrayCounted | DropBoxCounted, closers: dict[str, int], counted: set[str]) -> tuple[str, int | None]:
    """What was counted, and what should have been there where something says so."""
    if isinstance(event, DropBoxCounted):
        return f"drop box {event.box}, against the table's record", event.counted - event.difference
    if event.when == "closer":
        return "closer, against the table's record", closers.get(event.table)
    if event.table in counted:
        return "opener, against the closer before", event.counted - event.difference
    return "first opener", None
