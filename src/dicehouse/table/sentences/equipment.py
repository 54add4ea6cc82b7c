"""Sentences of dice, tumblers, lights and displays, and of what fails."""

from collections.abc import Mapping
from typing import Final

from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    equipment,
    faults,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, counted, faces


def _lights(_: Rulebook, it: faults.LightsReported) -> str:
    said = f"{counted(len(it.areas), 'area was', 'areas were')} seen lit"
    return f"{said}, by a slip in keying" if it.slip else f"{said}, as they should be"


def _display(book: Rulebook, it: faults.DisplayReported) -> str:
    said = f"The winning number display showed {faces(book, it.dice) or 'nothing'}"
    if it.waits:
        return f"{said}, and the dice are yet to be called"
    return f"{said}, which is wrong and decides nothing" if it.differs else said


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    equipment.EquipmentPut: lambda _, it: f"{it.serial} is at the table{' and lies ready' if it.spare else ', in use'}",
    equipment.EquipmentChecked: lambda _, it: (
        f"{it.serial} was inspected and found {'sound' if it.sound else 'not sound'}: {it.words}"
    ),
    equipment.EquipmentExchanged: "{serial} is in use in place of {removed}: {reason}",
    equipment.EquipmentRemoved: "{serial} left the table: {reason}",
    faults.LightsReported: _lights,
    faults.LightsFailed: "The winning areas did not light up as they should: {what}; the dice decide",
    faults.EquipmentFailed: "Equipment does not work, {what}; play stops at {stops} unless it is mended",
    faults.DisplayReported: _display,
    faults.FaultRectified: "The equipment works again: {done}",
}
