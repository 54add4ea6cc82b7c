"""The form of a report: columns that know what they hold, rows, totals, and notes with the clause they rest on."""

from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.reports.walk import Record, Walk
from dicehouse.table import Event

ZONE: Final = House().time_zone
"""Where a house is unless something else is said."""

Cell = str | int | bool | date | datetime | Fraction | None
"""A value of a row; None where there is none."""


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    COUNT = "count"
    MONEY = "money"
    """Whole cents."""
    MOMENT = "moment"
    DAY = "day"
    SHARE = "share"
    """A fraction, shown as a percentage to two decimals."""
    CENTS = "cents"
    """An exact fraction of a cent."""
    TIME = "time"
    """Seconds, shown in hours and minutes."""
    YES = "yes"


class Column(Struct, frozen=True):
    name: str
    kind: Kind = Kind.TEXT
    title: str = ""

    @property
    def heading(self) -> str:
        return self.title or self.name.replace("_", " ").capitalize()

    @property
    def is_right(self) -> bool:
        return self.kind in {Kind.COUNT, Kind.MONEY, Kind.SHARE, Kind.CENTS, Kind.TIME}


class Note(Struct, frozen=True):
    """What a reader must know, and the clause it rests on."""

    text: str
    clause: str = ""


class Report(Struct, frozen=True, kw_only=True):
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]
    totals: dict[str, Cell] = {}
    """By column."""
    notes: tuple[Note, ...] = ()


class AskedError(ValueError):
    """A report was asked for that cannot be made so."""


class Asked(Struct, frozen=True, kw_only=True):
    """Which part of the journal a report is about."""

    since: date | None = None
    until: date | None = None
    """The last day, which still counts."""
    table: str = ""
    patron: str = ""
    zone: str = ZONE

    def day(self, at: datetime) -> date:
        """The calendar day in the house."""
        return at.astimezone(ZoneInfo(self.zone)).date()

    def covers(self, at: datetime) -> bool:
        return self.covers_day(self.day(at))

    def covers_day(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and not self.is_past(day)

    def is_before(self, at: datetime) -> bool:
        """Whether something was before the first day."""
        return self.since is not None and self.day(at) < self.since

    def is_after(self, at: datetime) -> bool:
        return self.is_past(self.day(at))

    def is_past(self, day: date) -> bool:
        return self.until is not None and day > self.until

    def is_at(self, table: str) -> bool:
        return self.table in {"", table}

    def wants(self, record: Record, event: Event) -> bool:
        """Whether something happened in the time, and at the table, that is asked for."""
        return self.covers(event.at) and self.is_at(record.table_of(event))

    def ends(self, walk: Walk) -> datetime | None:
        """The moment as of which the report speaks: the end of the last day, or the latest entry before that."""
        if self.until is None or walk.latest is None:
            return walk.latest
        end = datetime.combine(self.until + timedelta(days=1), time(), ZoneInfo(self.zone))
        return min(walk.latest, end)


Makes = Callable[[Walk, Asked], Report]
"""What makes a report: a fold over the records."""


def total(columns: Iterable[Column], rows: Iterable[tuple[Cell, ...]]) -> dict[str, Cell]:
    """The sum of every column of money, counts and times."""
    summed = {
        place: it.name for place, it in enumerate(columns) if it.kind in {Kind.MONEY, Kind.COUNT, Kind.TIME}
    }  # fmt: skip
    sums: dict[str, int] = dict.fromkeys(summed.values(), 0)
    for row in rows:
        for place, name in summed.items():
            value = row[place]
            if isinstance(value, int):
                sums[name] += value
    return {**sums}
