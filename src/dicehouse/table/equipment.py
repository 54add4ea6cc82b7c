"""The dice or the tumbler of a table, by the serials of the house's register: one in use, and one that may lie ready.

Where the house keeps the register for a table, it does not open without a complete set, or a tumbler, on it (Craps 2.3;
2.5, Crown 2.2.4(b), Aruze 2.2). What comes to the table comes by the register; staff inspect it there, exchange it
between rounds and take it off, and the register is told.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.dice_set import new_set, on_the_table
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    Words,
    stamp,
)
from dicehouse.table.state import Table


class PutEquipment(Command, frozen=True):
    """Have a set of dice or a tumbler of the register at the table."""

    serial: Name


class InspectEquipment(Command, frozen=True):
    """Inspect what is in use at the table, or what lies ready."""

    sound: bool
    words: Words
    spare: bool = False
    """Whether it is the one that lies ready."""


class ExchangeEquipment(Command, frozen=True):
    """Take what lies ready into use in place of the other, between rounds."""

    reason: Words


class RemoveEquipment(Command, frozen=True):
    """Take a set or a tumbler off the table: what lies ready, or at a closed table also what was in use."""

    serial: Name
    reason: Words


class EquipmentPut(Event, frozen=True):
    """A set of dice or a tumbler is at the table."""

    serial: str
    spare: bool
    """Whether it lies ready beside the one in use."""


class EquipmentChecked(Event, frozen=True):
    """A set of dice or a tumbler was inspected at the table."""

    serial: str
    sound: bool
    words: str


class EquipmentExchanged(Event, frozen=True):
    """What lay ready is in use, and the other has left the table."""

    serial: str
    removed: str
    reason: str


class EquipmentRemoved(Event, frozen=True):
    """A set of dice or a tumbler has left the table."""

    serial: str
    reason: str


# --- questions


def not_equipped(table: Table) -> Refused | None:
    """Whether play cannot commence, for want of dice on the register."""
    if not table.config.registered_equipment:
        return None
    clause = table.book.topics.get("equipment") or None
    what = "set of dice" if table.kind is Kind.CRAPS else "tumbler"
    if not table.in_use:
        return Refused(Why.NOT_YET, clause, "nothing-of-register", table=table.config.name, what=what)
    left = len(on_the_table(table))
    if table.hand.missing:
        return Refused(
            Why.NOT_YET,
            clause,
            "dice-too-few",
            in_use=table.in_use,
            left=left,
            all=left + len(table.hand.missing),
        )
    return None


# --- the judgements


def put_equipment(table: Table, command: PutEquipment) -> Answer:
    clause = table.book.topics.get("equipment", "")
    return (EquipmentPut(clause=clause, serial=command.serial, spare=bool(table.in_use), **stamp(command)),)


def inspect_equipment(table: Table, command: InspectEquipment) -> Answer:
    clause = table.book.topics.get("equipment", "")
    serial = table.spare if command.spare else table.in_use
    if not serial:
        return Refused(Why.NOT_YET, clause or None, "nothing-to-inspect", command="inspect-equipment")
    return (
        EquipmentChecked(clause=clause, serial=serial, sound=command.sound, words=command.words, **stamp(command)),
    )  # fmt: skip


def exchange_equipment(table: Table, command: ExchangeEquipment) -> Answer:
    """While nothing is decided by it: no round of a tumbler under way, no shooter with the dice."""
    clause = table.book.topics.get("equipment", "")
    if not table.spare:
        return Refused(
            Why.NOT_YET,
            clause or None,
            "nothing-ready",
            command="exchange-equipment",
            in_use=table.in_use or "none",
        )
    if not _rests(table):
        return Refused(
            Why.WRONG_PHASE,
            clause or None,
            "equipment-in-play",
            command="exchange-equipment",
            in_use=table.in_use,
            round=table.round.number,
        )
    return (
        EquipmentExchanged(
            clause=clause, serial=table.spare, removed=table.in_use, reason=command.reason, **stamp(command)
        ),
    )


def _rests(table: Table) -> bool:
    if table.phase is Phase.CLOSED:
        return True
    if table.kind is Kind.CRAPS:
        return table.phase is Phase.BETTING and not (table.hand.shooter or table.hand.stick)
    return table.phase is (Phase.BETWEEN if table.kind is Kind.DEALT else Phase.BETTING) and not table.bets


def remove_equipment(table: Table, command: RemoveEquipment) -> Answer:
    clause = table.book.topics.get("equipment", "")
    if command.serial not in {table.in_use, table.spare}:
        return Refused(
            Why.UNKNOWN_ID,
            clause or None,
            "another-in-use",
            serial=command.serial,
            in_use=table.in_use or "none",
            table=table.config.name,
        )
    if command.serial == table.in_use and table.phase is not Phase.CLOSED:
        return Refused(Why.TABLE_OPEN, clause or None, "in-use", serial=command.serial, table=table.config.name)
    return (EquipmentRemoved(clause=clause, serial=command.serial, reason=command.reason, **stamp(command)),)


# --- what the facts do


def equipment_put(table: Table, event: EquipmentPut) -> None:
    if event.spare:
        table.spare = event.serial
    else:
        _takes(table, event.serial)


def _takes(table: Table, serial: str) -> None:
    """Something else is in use, whole."""
    table.in_use = serial
    if table.kind is Kind.CRAPS:
        new_set(table, table.hand.set + 1)


def equipment_checked(table: Table, event: EquipmentChecked) -> None:
    """On record, here and in the register."""


def equipment_exchanged(table: Table, event: EquipmentExchanged) -> None:
    table.spare = ""
    _takes(table, event.serial)


def equipment_removed(table: Table, event: EquipmentRemoved) -> None:
    if event.serial == table.spare:
        table.spare = ""
    else:
        table.in_use, table.spare = table.spare, ""


COMMANDS: Orders = {
    PutEquipment: Order(put_equipment, others=(DEVICE,), when_closed=True),
    InspectEquipment: Order(inspect_equipment, staff=True, when_closed=True),
    ExchangeEquipment: Order(exchange_equipment, staff=True, when_closed=True),
    RemoveEquipment: Order(remove_equipment, staff=True, when_closed=True),
}
APPLIERS: Appliers = {
    EquipmentPut: equipment_put,
    EquipmentChecked: equipment_checked,
    EquipmentExchanged: equipment_exchanged,
    EquipmentRemoved: equipment_removed,
}
