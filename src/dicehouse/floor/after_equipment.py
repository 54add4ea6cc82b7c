"""Follow-ups in the house of what happens to the dice and tumblers of a table: the register of equipment."""

from collections.abc import Callable
from typing import Any, Final

from dicehouse.floor.follow_up import CurrentState, Follows, FollowUp
from dicehouse.house import equipment as register
from dicehouse.journal.record import Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.table import (
    dealt_result,
    dice_set,
    electronic,
    equipment,
)
from dicehouse.table.orders import Event


def _checked(known: CurrentState, entry: Entry, event: equipment.EquipmentChecked) -> Follows:  # noqa: ARG001
    fields = {"serial": event.serial, "sound": event.sound, "words": event.words, "person": event.by}
    yield FollowUp(HOUSE, "inspected", register.RecordInspection, fields)


def _exchanged(known: CurrentState, entry: Entry, event: equipment.EquipmentExchanged) -> Follows:  # noqa: ARG001
    yield _off(entry, event, event.removed, event.reason)


def _removed(known: CurrentState, entry: Entry, event: equipment.EquipmentRemoved) -> Follows:  # noqa: ARG001
    yield _off(entry, event, event.serial, event.reason)


def _dice_replaced(known: CurrentState, entry: Entry, event: dice_set.DiceReplaced) -> Follows:  # noqa: ARG001
    if event.removed:
        yield _off(entry, event, event.removed, "two of its dice were lost")


def _off(entry: Entry, event: Event, serial: str, reason: str) -> FollowUp:
    fields = {"serial": serial, "table": entry.stream, "reason": reason, "person": event.by}
    return FollowUp(HOUSE, "taken-off", register.RecordRemoval, fields)


FAULTS: Final = frozenset({"broken dice", "broken tumbler", "tumbler malfunction"})
"""Reasons for no result that are a fault of the dice or the tumbler."""


def _failed(known: CurrentState, entry: Entry, event: dealt_result.NoResultCalled | electronic.RoundVoided) -> Follows:
    if event.reason in FAULTS and known.tables[entry.stream].config.registered_equipment:
        fields = {"table": entry.stream, "fault": event.reason, "person": event.by}
        yield FollowUp(HOUSE, "fault", register.RecordFault, fields)


RULES: Final[dict[type[Event], Callable[[CurrentState, Entry, Any], Follows]]] = {
    equipment.EquipmentChecked: _checked,
    equipment.EquipmentExchanged: _exchanged,
    equipment.EquipmentRemoved: _removed,
    dice_set.DiceReplaced: _dice_replaced,
    dealt_result.NoResultCalled: _failed,
    electronic.RoundVoided: _failed,
}
