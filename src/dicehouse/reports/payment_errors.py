"""The monthly register of payment errors above $1,000, and what was done about each (8.13)."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report, total
from dicehouse.reports.walk import Record, Walk
from dicehouse.table.enquiries import AttemptLogged, EnquiryRecorded, MispaymentClosed, RegulatorInformed
from dicehouse.table.mispayments import MispaymentRecorded
from dicehouse.table.payment_report import REPORTED_ABOVE, PaymentReportSent
from dicehouse.table.rectifying import MispaymentRectified

COLUMNS: Final = (
    Column("month"),
    Column("aware", Kind.MOMENT),
    Column("table"),
    Column("error_id", title="Error"),
    Column("of"),
    Column("person"),
    Column("due", Kind.MONEY),
    Column("paid", Kind.MONEY),
    Column("error", Kind.MONEY, "Over or under"),
    Column("suspected", Kind.YES, "Suspected intent"),
    Column("attempts"),
    Column("rectified", Kind.MONEY),
    Column("left", Kind.MONEY),
    Column("regulator", Kind.YES, "Regulator told"),
    Column("state"),
    Column("reported", Kind.MOMENT, "In a report sent at"),
    Column("reported_by"),
    Column("clause"),
    Column("asked_by", title="Report asked for by"),
)
NOTES: Final = (
    Note("Every error above $1,000.00, by the month in which the house became aware of it.", "star-sicbo-2024 8.13"),
    Note("Where nothing asks for it, the document of the table has no such report; the house keeps it for itself."),
    Note("An error is above nothing where too much was paid, and below where too little was."),
)


class _Line(Struct):
    """An error, with what was done since as far as the journal goes."""

    record: Record
    event: MispaymentRecorded
    asked_by: str
    (Note("Where nothing asks for it, the table's document has no such report, and the house keeps it for itself."),)
    person: str
    suspected: bool
    attempts: list[str]
    rectified: int = 0
    regulator: bool = False
    state: str = "open"
    reported: datetime | None = None
    reported_by: str = ""

    def row(self, asked: Asked) -> tuple[Cell, ...]:
        it, error = self.event, self.event.paid - self.event.due
        month = f"{it.aware.astimezone(ZoneInfo(asked.zone)):%Y-%m}"
        left = abs(error) - self.rectified
        return (
            month, it.aware, self.record.table, it.mispayment, it.of, self.person, it.due, it.paid, error,
            self.suspected, ", ".join(self.attempts), self.rectified, left, self.regulator, self.state,
            self.reported, self.reported_by, self.record.clause(it), self.asked_by,
        )  # fmt: skip


def payment_errors(walk: Walk, asked: Asked) -> Report:
    found: dict[tuple[str, str], _Line] = {}
    for record in walk:
        for event in record.events:
            if isinstance(event, MispaymentRecorded):
                if asked.is_at(record.table) and asked.covers(event.aware) and _is_large(event):
                    asked_by = walk.places[record.stream].payment_report if record.stream in walk.places else ""
                    line = _Line(record, event, asked_by, event.person, event.suspected, [])
                    found[record.stream, event.mispayment] = line
            elif isinstance(event, PaymentReportSent):
                for it in event.errors:
                    _was_reported(found.get((record.stream, it.id)), event)
            elif isinstance(event, _LATER) and (record.stream, event.mispayment) in found:
                _went_on(found[record.stream, event.mispayment], event)
    rows = [it.row(asked) for it in sorted(found.values(), key=lambda it: it.event.aware)]
    return Report(
        title=f"Payment errors above ${REPORTED_ABOVE // 100:,}.00",
        columns=COLUMNS,
        rows=rows,
        totals=total(COLUMNS, rows),
        notes=NOTES,
    )


def _was_reported(line: _Line | None, event: PaymentReportSent) -> None:
    if line is not None:
        line.reported, line.reported_by = event.at, f"{event.role} {event.by}"


def _is_large(event: MispaymentRecorded) -> bool:
    return abs(event.paid - event.due) > REPORTED_ABOVE


_LATER = EnquiryRecorded | AttemptLogged | MispaymentRectified | RegulatorInformed | MispaymentClosed


def _went_on(
    line: _Line, event: EnquiryRecorded | AttemptLogged | MispaymentRectified | RegulatorInformed | MispaymentClosed
) -> None:
    if isinstance(event, EnquiryRecorded):
        line.suspected = event.suspected
    elif isinstance(event, AttemptLogged):
        line.person = event.person or line.person
        line.attempts.append(event.how)
    elif isinstance(event, MispaymentRectified):
        line.rectified += event.amount
        line.state = "open" if event.left else "put right"
    elif isinstance(event, RegulatorInformed):
        line.regulator = True
    else:
        line.state = f"left as it is: {event.reason}"
