"""The register of dice and tumblers: everything that was done with each serial, when and by whom."""

from typing import Final

from dicehouse.house import equipment
from dicehouse.house.sentences import sentence
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Walk

COLUMNS: Final = (
    Column("serial"),
    Column("at", Kind.MOMENT),
    Column("done"),
    Column("by"),
    Column("table"),
)


def equipment_register(walk: Walk, asked: Asked) -> Report:
    """Line by line, each serial by itself; whoever did it is named also where a machine passed it on."""
    rows: list[tuple[Cell, ...]] = []
    for record in walk:
        for event in record.events:
            if type(event) in equipment.APPLIERS and asked.wants(record, event):
                by = getattr(event, "person", "") or event.by
                rows.append((str(getattr(event, "serial", "")), event.at, sentence(event), by, record.table_of(event)))
    serials = {row[0] for row in rows}
    return Report(
        title="Register of dice and tumblers",
        columns=COLUMNS,
        rows=sorted(rows, key=lambda row: str(row[0])),
        notes=(Note(f"{len(serials)} serials with {len(rows)} lines in all."),),
    )
