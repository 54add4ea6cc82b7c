"""Notices: who had to be told what, by when, and who said so."""

from typing import Final

from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Record, Walk
from dicehouse.table.notices import NoticeAcknowledged, NoticeGiven

COLUMNS: Final = (
    Column("given", Kind.MOMENT),
    Column("where"),
    Column("to"),
    Column("about"),
    Column("due", Kind.MOMENT),
    Column("acknowledged", Kind.MOMENT),
    Column("by"),
    Column("state"),
    Column("clause"),
)


def notices(walk: Walk, asked: Asked) -> Report:
    """Every notice given in the time asked for; one that waits past its due time is overdue."""
    given: dict[tuple[str, str], tuple[Record, NoticeGiven]] = {}
    told: dict[tuple[str, str], NoticeAcknowledged] = {}
    for record in walk:
        for event in record.events:
            if isinstance(event, NoticeGiven) and asked.wants(record, event):
                given[record.stream, event.id] = record, event
            elif isinstance(event, NoticeAcknowledged) and (record.stream, event.notice) in given:
                told[record.stream, event.notice] = event
    now = asked.ends(walk)
    rows: list[tuple[Cell, ...]] = []
    for key, (record, event) in given.items():
        done = told.get(key)
        state = "overdue" if now and event.due < now else "waiting"
        if done:
            state = "late" if done.late else "on time"
        by = f"{done.by}, {done.role}" if done else ""
        at = done.at if done else None
        where = record.table or "the house"
        rows.append((event.at, where, event.to, event.about, event.due, at, by, state, record.clause(event)))
    states = [str(row[-2]) for row in rows]
    said = ", ".join(f"{states.count(it)} {it}" for it in ("on time", "late", "waiting", "overdue"))
    return Report(
        title="Notices to inspectors and managers",
        columns=COLUMNS,
        rows=rows,
        notes=(
            Note(f"Of {len(rows)} in all: {said}."),
            Note("Overdue is what nobody had acknowledged after its due time when the period, or the journal, ended."),
        ),
    )
