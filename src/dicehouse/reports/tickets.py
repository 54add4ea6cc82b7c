"""What the house owes on tickets: issued, paid, expired, and outstanding by age."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from dicehouse.house.inquiries import Determined
from dicehouse.house.tickets import TicketAccepted, TicketIssued, TicketPaid, TicketsExpired, TicketVoided
from dicehouse.house.tickets import account as ticket_account
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Walk
from dicehouse.table import Event

COLUMNS: Final = (Column("line"), Column("tickets", Kind.COUNT), Column("amount", Kind.MONEY))
AGES: Final = ((1, "up to a day old"), (7, "up to 7 days old"), (30, "up to 30 days old"), (90, "up to 90 days old"),
               (365, "up to 365 days old"), (10**6, "older"))  # fmt: skip
NOTES: Final = (
    Note("A ticket is paid once; what is not paid by its last moment is written off.", "aruze-sicbo 3.8"),
    Note("Outstanding at the start and issued, less all the ways a ticket ends, is outstanding at the end."),
)


class Sum(Struct):
    count: int = 0
    amount: int = 0

    def add(self, amount: int) -> None:
        self.count += 1
        self.amount += amount


class _Open(Struct, frozen=True):
    amount: int
    issued: datetime
    table: str


ENDS: Final = ("paid at the cashier", "taken in at terminals", "voided and owed by hand", "expired", "forfeited")


def ticket_liability(walk: Walk, asked: Asked) -> Report:
    outstanding: dict[str, _Open] = {}
    before, issued = Sum(), Sum()
    ended = {it: Sum() for it in ENDS}
    ledger = 0
    for record in walk:
        if asked.is_after(record.at):
            continue
        for event in record.events:
            if isinstance(event, TicketIssued):
                it = _Open(event.amount, event.at, event.terminal.rpartition("/")[0])
                if asked.is_at(it.table):
                    outstanding[event.ticket] = it
                    (before if asked.is_before(event.at) else issued).add(event.amount)
                continue
            for ticket, how in _ended(event):
                gone = outstanding.pop(ticket, None)
                if gone and asked.is_before(event.at):
                    before.count -= 1
                    before.amount -= gone.amount
                elif gone:
                    ended[how].add(gone.amount)
        ledger += sum(it.amount for it in record.postings if it.account.startswith(_ACCOUNTS))
    now = asked.ends(walk)
    rows: list[tuple[Cell, ...]] = [_row("outstanding at the start", before), _row("issued", issued)]
    rows += [_row(how, it) for how, it in ended.items()]
    whole = Sum(len(outstanding), sum(it.amount for it in outstanding.values()))
    rows.append(_row("outstanding at the end", whole))
    rows += [_row(f"of these, {age}", it) for age, it in _aged(outstanding, now).items()]
    notes = NOTES
    if not asked.table:
        rows.append(("in the accounts of tickets in the ledger", None, ledger))
        rows.append(("difference", None, ledger - whole.amount))
    return Report(title="Ticket liability", columns=COLUMNS, rows=rows, notes=notes)


_ACCOUNTS: Final = ticket_account("")


def _ended(event: Event) -> list[tuple[str, str]]:
    """The tickets that an event ends, and how."""
    if isinstance(event, TicketPaid):
        return [(event.ticket, ENDS[0])]
    if isinstance(event, TicketAccepted):
        return [(event.ticket, ENDS[1])]
    if isinstance(event, TicketVoided):
        return [(event.ticket, ENDS[2])]
    if isinstance(event, TicketsExpired):
        return [(it, ENDS[3]) for it in event.tickets]
    if isinstance(event, Determined) and event.kind == "ticket" and not event.pay:
        return [(event.of, ENDS[4])]
    return []


def _row(line: str, it: Sum) -> tuple[Cell, ...]:
    return line, it.count, it.amount


def _aged(outstanding: dict[str, _Open], now: datetime | None) -> dict[str, Sum]:
    sums = {age: Sum() for _, age in AGES}
    for it in outstanding.values():
        old = now - it.issued if now else timedelta()
        sums[next(age for days, age in AGES if old <= timedelta(days=days))].add(it.amount)
    return sums
