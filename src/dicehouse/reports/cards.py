"""Everything that happened to player cards and limits, and to those who hold them. No PIN or hash of one is told."""

from typing import Final

from dicehouse.house import declarations, limits, patrons, pins, playtime
from dicehouse.reports.report import Asked, AskedError, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Walk
from dicehouse.reports.words import about, called
from dicehouse.table import Event, cards, declared_chips, losses

COLUMNS: Final = (
    Column("at", Kind.MOMENT),
    Column("patron"),
    Column("what"),
    Column("about"),
    Column("where"),
    Column("by"),
    Column("role"),
    Column("clause"),
)

TOLD: Final[dict[type[Event], tuple[str, ...]]] = {
    patrons.PatronRegistered: (),
    patrons.CardIssued: ("number", "form", "membership"),
    patrons.CardEnded: ("number", "reason"),
    patrons.CardSuspended: ("number", "reason"),
    patrons.CardReinstated: ("number", "reason"),
    pins.PinMissed: ("number", "left"),
    pins.CardLocked: ("number",),
    pins.CardUnlocked: ("number", "reason"),
    pins.PinSet: ("number",),
    limits.LimitSet: ("limit", "amount"),
    limits.LimitRaiseAsked: ("limit", "amount", "since"),
    limits.LimitDeclined: ("limit",),
    limits.BreakRequired: ("until",),
    declarations.DeclarationRecorded: ("what", "amount", "late"),
    declarations.DirectionRecorded: ("direction", "followed"),
    playtime.PatronChecked: ("note",),
    cards.AssistanceLogged: ("seat", "helper"),
    losses.PlayerPaused: ("until",),
    declared_chips.PlayerDirected: ("seat", "direction", "followed"),
}
"""What is told of each."""
NOTES: Final = (
    Note("One card in force for each patron, and nobody plays by another's.", "star-sicbo-2024 9.1"),
    Note("A limit is lowered at once and raised after 24 hours.", 'star-sicbo-2024 1.1 "Loss Limit"'),
)


def card_and_limit_actions(walk: Walk, asked: Asked) -> Report:
    rows: list[tuple[Cell, ...]] = []
    known: set[str] = set()
    for record in walk:
        for event in record.events:
            fields = TOLD.get(type(event))
            if fields is None:
                continue
            patron = str(getattr(event, "patron", "") or getattr(event, "person", ""))
            known.add(patron)
            if asked.patron in {"", patron} and asked.wants(record, event):
                where = record.table_of(event) or "the house"
                told = _told(event, fields)
                rows.append((event.at, patron, called(event), told, where, event.by, event.role, record.clause(event)))
    if asked.patron and asked.patron not in known:
        raise AskedError(f"{asked.patron}: the journal knows nobody of this name; write the name as the house does")
    return Report(title="Actions on cards and limits", columns=COLUMNS, rows=rows, notes=NOTES)


def _told(event: Event, fields: tuple[str, ...]) -> str:
    if isinstance(event, pins.PinMissed):
        return f"number {event.number}, {event.left} attempts left"
    return about(event, fields)
