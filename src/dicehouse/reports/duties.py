"""Who worked at which table: each duty from signing on to signing off, who relieved whom, and the rounds in between."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report, total
from dicehouse.reports.walk import Record, Walk
from dicehouse.table import Event
from dicehouse.table.crew import HandoverNamed, StaffReleased, StaffRostered, StaffSignedOff, StaffSignedOn
from dicehouse.table.duties import RosterLine
from dicehouse.table.settling import RoundBegan
from dicehouse.table.wagering import WageringOpened

COLUMNS: Final = (
    Column("table"),
    Column("position"),
    Column("staff"),
    Column("signed_on", Kind.MOMENT),
    Column("signed_off", Kind.MOMENT),
    Column("time", Kind.TIME),
    Column("rounds", Kind.COUNT),
    Column("relieved"),
    Column("relieved_by"),
    Column("named_by"),
    Column("why"),
    Column("rostered_from", Kind.MOMENT),
    Column("rostered_until", Kind.MOMENT),
)
NOTES: Final = (
    Note("A duty without an end goes on; its time is up to the latest entry. Rounds are those that began meanwhile."),
    Note("Why is relief, break, shift-over, or another table where the same person signed on. A line of the roster is "
         "told where it was for this position and person and overlaps the duty."),
)  # fmt: skip


class _Duty(Struct):
    table: str
    position: str
    staff: str
    since: datetime
    relieved: str
    until: datetime | None = None
    rounds: int = 0
    relieved_by: str = ""
    named_by: str = ""
    why: str = ""


class _Fold:
    def __init__(self) -> None:
        self.duties: list[_Duty] = []
        self.now: dict[tuple[str, str], _Duty] = {}
        """By table and position."""
        self.roster: dict[str, list[RosterLine]] = {}
        """By table, all that was ever on it."""

    def add(self, record: Record, event: Event) -> None:
        table = record.table
        if isinstance(event, RoundBegan | WageringOpened):
            for (where, _), duty in self.now.items():
                duty.rounds += where == table
        elif isinstance(event, HandoverNamed):
            self.now[table, event.position].named_by = event.by
        elif isinstance(event, StaffSignedOn):
            if event.relieved:
                gone = self._ends(table, event.position, event.at, "relief")
                gone.relieved_by = event.staff
            made = _Duty(table, event.position, event.staff, event.at, event.relieved)
            self.now[table, event.position] = made
            self.duties.append(made)
        elif isinstance(event, StaffSignedOff):
            self._ends(table, event.position, event.at, event.why)
        elif isinstance(event, StaffReleased):
            for position in event.positions:
                self._ends(table, position, event.at, event.table)
        elif isinstance(event, StaffRostered):
            line = RosterLine(
                id=event.line, position=event.position, staff=event.staff, since=event.since, until=event.until
            )
            self.roster.setdefault(table, []).append(line)

    def _ends(self, table: str, position: str, at: datetime, why: str) -> _Duty:
        duty = self.now.pop((table, position))
        duty.until, duty.why = at, why
        return duty

    def line(self, it: _Duty, ends: datetime) -> RosterLine | None:
        """The latest line of the roster by which someone was to be there."""
        own = [
            line
            for line in self.roster.get(it.table, ())
            if (line.position, line.staff) == (it.position, it.staff) and line.since < ends and it.since < line.until
        ]
        return own[-1] if own else None


def duties(walk: Walk, asked: Asked) -> Report:
    """Those that began in the time that is asked for."""
    fold = _Fold()
    for record in walk:
        if record.table:
            for event in record.events:
                fold.add(record, event)
    rows: list[tuple[Cell, ...]] = []
    for it in fold.duties:
        if not (asked.covers(it.since) and asked.is_at(it.table)):
            continue
        ends = it.until or walk.latest or it.since
        line = fold.line(it, ends)
        planned = (line.since, line.until) if line else (None, None)
        rows.append((
            it.table, it.position, it.staff, it.since, it.until, (ends - it.since) // timedelta(seconds=1), it.rounds,
            it.relieved, it.relieved_by, it.named_by, it.why, *planned,
        ))  # fmt: skip
    return Report(
        title="Who worked at which table", columns=COLUMNS, rows=rows, totals=total(COLUMNS, rows), notes=NOTES
    )
