"""The activity statement of a patron, by day: money put in, staked, returned and withdrawn, and the time played."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from dicehouse.house import cage, patrons, payouts, play_record, playtime, purchases, tickets
from dicehouse.house.patron_state import Day
from dicehouse.reports.report import Asked, AskedError, Cell, Column, Kind, Note, Report, total
from dicehouse.reports.walk import Walk
from dicehouse.table import Event

COLUMNS: Final = (
    Column("day", Kind.DAY),
    Column("put_in", Kind.MONEY, "Put in from outside"),
    Column("other", Kind.MONEY, "Other money in"),
    Column("cash", Kind.MONEY, "Of both, cash"),
    Column("withdrawn", Kind.MONEY),
    Column("staked", Kind.MONEY),
    Column("returned", Kind.MONEY),
    Column("net", Kind.MONEY, "Won or lost"),
    Column("played", Kind.TIME, "Time played"),
)
NOTES: Final = (
    Note("Staked and returned are of wagers that were decided. Won or lost is what was returned less what was staked."),
    Note("Someone at two places at once plays once. Play that goes on counts up to the latest entry."),
)


class _Statement:
    """The days of one patron."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.known = False
        self.days: dict[date, Day] = {}
        self.places: set[str] = set()
        self.since: datetime | None = None

    def day(self, at: datetime) -> Day:
        return self.days.setdefault(self.asked.day(at), Day())

    def add(self, event: Event) -> None:
        step = _STEPS.get(type(event))
        if step and self.asked.patron in {getattr(event, "patron", None), getattr(event, "person", None)}:
            step(self, event)

    # --- what the facts do

    def registered(self, _: patrons.PatronRegistered) -> None:
        self.known = True

    def deposited(self, event: cage.FundsDeposited) -> None:
        day = self.day(event.at)
        if event.outside:
            day.deposited += event.amount
        else:
            day.other += event.amount
        day.cash += event.amount if event.means == "cash" else 0

    def cash_put_in(self, event: play_record.CashRecorded) -> None:
        self.day(event.at).other += event.amount
        self.day(event.at).cash += event.amount

    def purchase_reversed(self, event: purchases.PurchaseReversed) -> None:
        """On the day on which it was counted."""
        day = self.days.setdefault(event.day, Day())
        day.other -= event.cash
        day.cash -= event.cash

    def prize(self, event: payouts.PaidOut) -> None:
        self.day(event.at).other += event.amount if event.form == "account" else 0

    def ticket(self, event: tickets.TicketPaid) -> None:
        self.day(event.at).other += event.amount if event.to == "account" else 0

    def withdrawn(self, event: cage.FundsWithdrawn) -> None:
        self.day(event.at).withdrawn += event.amount

    def played(self, event: play_record.PlayRecorded) -> None:
        day = self.day(event.decided or event.at)
        day.staked += event.stake
        day.returned += event.returned

    def sat_down(self, event: playtime.SatDown) -> None:
        self.places.add(event.place)
        self.since = self.since or event.at

    def got_up(self, event: playtime.GotUp) -> None:
        self.places.discard(event.place)
        if not self.places:
            self.plays_until(event.at)

    def plays_until(self, end: datetime) -> None:
        """Count a stretch of play, each part on the day it was."""
        since, zone = self.since, ZoneInfo(self.asked.zone)
        self.since = None
        while since and since < end:
            midnight = datetime.combine(self.asked.day(since) + timedelta(days=1), time(), zone)
            until = min(end, midnight)
            self.day(since).seconds += (until.astimezone(end.tzinfo) - since) // timedelta(seconds=1)
            since = until.astimezone(end.tzinfo)


_STEPS: Final[dict[type[Event], Callable[[_Statement, Any], None]]] = {  # each takes its own kind of event
    patrons.PatronRegistered: _Statement.registered,
    cage.FundsDeposited: _Statement.deposited,
    play_record.CashRecorded: _Statement.cash_put_in,
    purchases.PurchaseReversed: _Statement.purchase_reversed,
    payouts.PaidOut: _Statement.prize,
    tickets.TicketPaid: _Statement.ticket,
    cage.FundsWithdrawn: _Statement.withdrawn,
    play_record.PlayRecorded: _Statement.played,
    playtime.SatDown: _Statement.sat_down,
    playtime.GotUp: _Statement.got_up,
}


def activity_statement(walk: Walk, asked: Asked) -> Report:
    if not asked.patron:
        raise AskedError("activity-statement: it is of one patron; name them with --patron")
    statement = _Statement(asked)
    for record in walk:
        for event in record.events:
            statement.add(event)
    if not statement.known:
        raise AskedError(f"{asked.patron}: the house has nobody of this name on its books; write it as the house does")
    if statement.since and walk.latest:
        statement.plays_until(walk.latest)
    rows: list[tuple[Cell, ...]] = [
        (
            day, it.deposited, it.other, it.cash, it.withdrawn, it.staked, it.returned, it.returned - it.staked,
            it.seconds,
        )
        for day, it in sorted(statement.days.items())
        if asked.covers_day(day)
    ]  # fmt: skip
    return Report(
        title=f"Activity statement of {asked.patron}", columns=COLUMNS, rows=rows, totals=total(COLUMNS, rows),
        notes=NOTES,
    )  # fmt: skip
