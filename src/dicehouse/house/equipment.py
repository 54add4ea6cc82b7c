"""The register of dice and tumblers: every set by its serial, who inspected it and when, and where it is.

A set of five dice comes to a craps table, a tumbler with three sealed in it to a Sic Bo table (Craps 2.3; 2.5, Crown
2.2.4(b), Aruze 2.2). Nothing goes to a table that was not inspected and found sound since it was last at one; what is
retired goes nowhere any more. A table has one in use and at most one more that lies ready. Inspections, exchanges and
faults at the table reach this register by themselves, and each line of it stays with its serial.
"""

from typing import Final, Literal

from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import Equipment, EquipmentLine, House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Perhaps, Words, stamp

MANAGER: Final = "gaming-manager"
DICE: Final = {"dice": 5, "tumbler": 3}
"""How many dice a set for a craps table has, and how many are sealed in a tumbler."""
LATEST: Final = 50
"""Lines that are kept at hand for each serial; the journal has all."""

What = Literal["dice", "tumbler"]


class RegisterEquipment(Command, frozen=True):
    """Enter a set of dice, or a tumbler with the dice sealed in it."""

    serial: Name
    what: What
    dice: Words
    """The serial of each die, one after the other."""


class RecordInspection(Command, frozen=True):
    """Put on record that a set or a tumbler was inspected."""

    serial: Name
    sound: bool
    words: Words
    """What was looked at, and what was found."""
    person: Perhaps = ""
    """Who looked, where that is not who records it."""


class BringEquipment(Command, frozen=True):
    """Bring a set or a tumbler to a table."""

    serial: Name
    table: Name


class RecordRemoval(Command, frozen=True):
    """Put on record that a set or a tumbler left its table."""

    serial: Name
    table: Name
    reason: Words
    person: Perhaps = ""
    """Who took it off, where that is not who records it."""


class RecordFault(Command, frozen=True):
    """Put on record that what is in use at a table failed."""

    table: Name
    fault: Words
    person: Perhaps = ""
    """Who called it, where that is not who records it."""


class RetireEquipment(Command, frozen=True):
    """Take a set or a tumbler out of use for good."""

    serial: Name
    reason: Words
    destroyed: bool = False
    witness: Perhaps = ""
    """Who saw it destroyed, beside whoever records it."""


class EquipmentRegistered(Event, frozen=True):
    """A set or a tumbler is on the register."""

    serial: str
    what: What
    dice: tuple[str, ...]


class EquipmentInspected(Event, frozen=True):
    """A set or a tumbler was inspected."""

    serial: str
    sound: bool
    words: str
    person: str
    """Who looked."""


class EquipmentBrought(Event, frozen=True):
    """A set or a tumbler went to a table."""

    serial: str
    what: What
    dice: tuple[str, ...]
    table: str


class EquipmentTakenOff(Event, frozen=True):
    """A set or a tumbler left its table, and is to be inspected before it goes to another."""

    serial: str
    table: str
    reason: str
    person: str
    """Who took it off."""


class EquipmentFailed(Event, frozen=True):
    """What is in use at a table failed."""

    serial: str
    table: str
    fault: str
    person: str
    """Who called it."""


class EquipmentRetired(Event, frozen=True):
    """A set or a tumbler is out of use for good."""

    serial: str
    reason: str
    destroyed: bool
    witness: str


# --- the judgements


def register_equipment(house: House, command: RegisterEquipment) -> Answer:
    if command.serial in house.equipment:
        what = house.equipment[command.serial].what
        return Refused(Why.DUPLICATE_ID, None, "serial-taken", serial=command.serial, what=what)
    needed, dice = DICE[command.what], tuple(command.dice.split())
    if len(set(dice)) != needed or len(dice) != needed:
        return Refused(
            Why.WRONG_DICE, None, "dice-not-all-named", serial=command.serial, count=len(set(dice)), needed=needed
        )
    twice = next((it for own in house.equipment.values() for it in dice if it in own.dice), None)
    if twice is not None:
        return Refused(Why.WRONG_DICE, None, "die-registered", twice=twice)
    return (EquipmentRegistered(clause="", serial=command.serial, what=command.what, dice=dice, **stamp(command)),)


def _known(house: House, serial: str) -> Equipment | Refused:
    """Something on the register that is not retired."""
    found = house.equipment.get(serial)
    if found is None:
        return Refused(Why.UNKNOWN_ID, None, "not-on-register", serial=serial)
    if found.retired:
        return Refused(Why.NOT_ELIGIBLE, None, "equipment-retired", serial=serial, retired=found.retired)
    return found


def record_inspection(house: House, command: RecordInspection) -> Answer:
    found = _known(house, command.serial)
    if isinstance(found, Refused):
        return found
    return (
        EquipmentInspected(
            clause="", serial=command.serial, sound=command.sound, words=command.words,
            person=command.person or command.by, **stamp(command),
        ),
    )  # fmt: skip


def bring_equipment(house: House, command: BringEquipment) -> Answer:
    """Inspected and found sound, at no other table, and beside one more at the most."""
    found = _known(house, command.serial)
    if isinstance(found, Refused):
        return found
    if found.table:
        return Refused(Why.ALREADY_DONE, None, "equipment-at-table", serial=command.serial, table=found.table)
    if not found.sound:
        return Refused(Why.NOT_YET, None, "not-inspected", serial=command.serial)
    there = at_table(house, command.table)
    if len(there) == 2:
        return Refused(
            Why.TABLE_FULL, None, "two-enough", serial=command.serial, there=tuple(there), table=command.table
        )
    return (
        EquipmentBrought(
            clause="", serial=command.serial, what=found.what, dice=found.dice, table=command.table, **stamp(command)
        ),
    )


def record_removal(house: House, command: RecordRemoval) -> Answer:
    found = _known(house, command.serial)
    if isinstance(found, Refused):
        return found
    if found.table != command.table:
        return Refused(
            Why.UNKNOWN_ID,
            None,
            "equipment-elsewhere",
            serial=command.serial,
            table=found.table or "no table",
            named=command.table,
        )
    return (
        EquipmentTakenOff(
            clause="", serial=command.serial, table=command.table, reason=command.reason,
            person=command.person or command.by, **stamp(command),
        ),
    )  # fmt: skip


def record_fault(house: House, command: RecordFault) -> Answer:
    there = at_table(house, command.table)
    if not there:
        return Refused(Why.UNKNOWN_ID, None, "nothing-at-table", command="record-fault", table=command.table)
    return (
        EquipmentFailed(
            clause="", serial=there[0], table=command.table, fault=command.fault, person=command.person or command.by,
            **stamp(command),
        ),
    )  # fmt: skip


def retire_equipment(house: House, command: RetireEquipment) -> Answer:
    """Not while it is at a table; what is destroyed is seen by a second person."""
    found = _known(house, command.serial)
    if isinstance(found, Refused):
        return found
    if found.table:
        return Refused(Why.NOT_YET, None, "equipment-at-table", serial=command.serial, table=found.table)
    if command.destroyed and command.witness in {"", command.by}:
        return Refused(
            Why.SAME_PERSON,
            None,
            "witness-missing",
            serial=command.serial,
            witness=command.witness or "nobody",
            by=command.by,
        )
    return (
        EquipmentRetired(
            clause="", serial=command.serial, reason=command.reason, destroyed=command.destroyed,
            witness=command.witness, **stamp(command),
        ),
    )  # fmt: skip


def at_table(house: House, table: str) -> list[str]:
    """What is at a table: what is in use there, then what lies ready."""
    there = (serial for serial, it in house.equipment.items() if it.table == table)
    return sorted(there, key=lambda serial: house.equipment[serial].place)


# --- what the facts do


def equipment_registered(house: House, event: EquipmentRegistered) -> None:
    house.equipment[event.serial] = Equipment(what=event.what, dice=event.dice)
    _notes(house, event.serial, event, "registered")


def _notes(house: House, serial: str, event: Event, words: str, by: str = "") -> None:
    log = house.equipment[serial].log
    log.append(EquipmentLine(event.at, by or event.by, words))
    del log[:-LATEST]


def equipment_inspected(house: House, event: EquipmentInspected) -> None:
    house.equipment[event.serial].sound = event.sound
    found = "sound" if event.sound else "not sound"
    _notes(house, event.serial, event, f"inspected, {found}: {event.words}", event.person)


def equipment_brought(house: House, event: EquipmentBrought) -> None:
    it = house.equipment[event.serial]
    it.place = 1 + max((house.equipment[other].place for other in at_table(house, event.table)), default=0)
    it.table = event.table
    _notes(house, event.serial, event, f"brought to {event.table}")


def equipment_taken_off(house: House, event: EquipmentTakenOff) -> None:
    it = house.equipment[event.serial]
    it.table, it.place, it.sound = "", 0, False
    _notes(house, event.serial, event, f"taken off {event.table}: {event.reason}", event.person)


def equipment_failed(house: House, event: EquipmentFailed) -> None:
    it = house.equipment[event.serial]
    it.faults, it.sound = it.faults + 1, False
    _notes(house, event.serial, event, f"failed at {event.table}: {event.fault}", event.person)


def equipment_retired(house: House, event: EquipmentRetired) -> None:
    house.equipment[event.serial].retired = event.reason
    destroyed = f", destroyed before {event.witness}" if event.destroyed else ""
    _notes(house, event.serial, event, f"retired{destroyed}: {event.reason}")


COMMANDS: Orders = {
    RegisterEquipment: Order(register_equipment, MANAGER),
    RecordInspection: Order(record_inspection, MANAGER, (DEVICE,)),
    BringEquipment: Order(bring_equipment, MANAGER),
    RecordRemoval: Order(record_removal, MANAGER, (DEVICE,)),
    RecordFault: Order(record_fault, others=(DEVICE,)),
    RetireEquipment: Order(retire_equipment, MANAGER),
}
APPLIERS: Appliers = {
    EquipmentRegistered: equipment_registered,
    EquipmentInspected: equipment_inspected,
    EquipmentBrought: equipment_brought,
    EquipmentTakenOff: equipment_taken_off,
    EquipmentFailed: equipment_failed,
    EquipmentRetired: equipment_retired,
}
