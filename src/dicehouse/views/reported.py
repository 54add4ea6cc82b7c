"""Reports as an inspector sees them on the screen: which there are, and one of them as a table."""

from typing import Literal

from msgspec import Struct

from dicehouse.reports.catalogue import REPORTS, Made
from dicehouse.reports.report import Kind
from dicehouse.reports.written import scope, shown


class ReportLine(Struct, frozen=True):
    name: str
    says: str
    of_patrons: bool
    """Whether it can be of one patron."""


class ReportList(Struct, frozen=True):
    reports: tuple[ReportLine, ...]


class ReportColumn(Struct, frozen=True):
    title: str
    right: bool
    kind: Literal["text", "count", "money", "moment", "day", "share", "cents", "time", "yes"]


class ReportNote(Struct, frozen=True):
    text: str
    clause: str


class ReportView(Struct, frozen=True, kw_only=True):
    """A report, every cell in words."""

    name: str
    title: str
    scope: str
    """The days, the tables, the journal's length and its head."""
    columns: tuple[ReportColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int
    """How many rows there are, also those that are not shown here."""
    totals: tuple[str, ...]
    """By column; nothing where there are none."""
    notes: tuple[ReportNote, ...]


MOST = 500
"""Rows that are shown; a file has all of them."""


def report_list() -> ReportList:
    return ReportList(tuple(ReportLine(name, it.says, it.of_patrons) for name, it in REPORTS.items()))


def report_view(made: Made) -> ReportView:
    report, zone = made.report, made.asked.zone
    totals = tuple(shown(report.totals.get(it.name), it.kind, zone) for it in report.columns) if report.totals else ()
    return ReportView(
        name=made.name,
        title=report.title,
        scope=scope(made),
        columns=tuple(ReportColumn(it.heading, it.is_right, _kind(it.kind)) for it in report.columns),
        rows=tuple(
            tuple(shown(value, it.kind, zone) for value, it in zip(row, report.columns, strict=True))
            for row in report.rows[:MOST]
        ),
        count=len(report.rows),
        totals=totals,
        notes=tuple(ReportNote(it.text, it.clause) for it in report.notes),
    )


def _kind(kind: Kind) -> Literal["text", "count", "money", "moment", "day", "share", "cents", "time", "yes"]:
    return kind.value
