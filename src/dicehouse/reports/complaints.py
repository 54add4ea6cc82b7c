"""Complaints outside the house: what was said, the dispute it came from, what came of it, and that its person knows."""

from typing import Final

from dicehouse.house.complaints import ComplainantTold, ComplaintConcluded, ComplaintRegistered, complaint_id
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Record, Walk
from dicehouse.table.complaints import ComplaintLodged

COLUMNS: Final = (
    Column("lodged", Kind.MOMENT),
    Column("where"),
    Column("dispute"),
    Column("person"),
    Column("complaint"),
    Column("about"),
    Column("decision"),
    Column("to"),
    Column("outcome"),
    Column("upheld"),
    Column("reference"),
    Column("concluded", Kind.MOMENT),
    Column("told"),
    Column("clause"),
)
NOTES: Final = (
    Note("The decision is how the house had decided the dispute when the person complained."),
    Note("An outcome without a reference was written down by an inspector."),
)


def complaints(walk: Walk, asked: Asked) -> Report:
    """Every complaint lodged in the time asked for, with whatever came of it since."""
    lodged: dict[str, tuple[Record, ComplaintLodged | ComplaintRegistered]] = {}
    ended: dict[str, ComplaintConcluded] = {}
    told: dict[str, ComplainantTold] = {}
    for record in walk:
        for event in record.events:
            if isinstance(event, ComplaintLodged) and asked.wants(record, event):
                lodged[complaint_id("table", record.table, event.dispute)] = record, event
            elif isinstance(event, ComplaintRegistered) and event.kind != "table" and asked.wants(record, event):
                lodged[event.complaint] = record, event
            elif isinstance(event, ComplaintConcluded):
                ended[event.complaint] = event
            elif isinstance(event, ComplainantTold):
                told[event.complaint] = event
    rows = [_row(*lodged[id], ended.get(id), told.get(id)) for id in lodged]
    open_ = sum(id not in ended for id in lodged)
    return Report(
        title="Complaints outside the house",
        columns=COLUMNS,
        rows=rows,
        notes=(Note(f"{len(rows)} in all, {open_} without an outcome."), *NOTES),
    )


def _row(
    record: Record,
    event: ComplaintLodged | ComplaintRegistered,
    ended: ComplaintConcluded | None,
    told: ComplainantTold | None,
) -> tuple[Cell, ...]:
    outcome: tuple[Cell, ...] = ("", "", "", None)
    if ended:
        outcome = ended.outcome, "yes" if ended.upheld else "no", ended.reference, ended.at
    where = record.table if isinstance(event, ComplaintLodged) else f"{event.kind} {event.of}"
    return (
        event.at, where, event.dispute, event.person, event.words, event.about, event.ruling, event.regulator,
        *outcome, told.how if told else "", record.clause(event),
    )  # fmt: skip
