"""The dice or the tumbler of a table, by the serials of the house's register."""

from typing import Any, Self

import pytest

from dicehouse.refusal import Why
from dicehouse.table.dealt_result import CallNoResult
from dicehouse.table.dice_set import DiceReplaced, ReplaceDice, ReportDiceOff
from dicehouse.table.equipment import (
    EquipmentChecked,
    EquipmentExchanged,
    EquipmentPut,
    EquipmentRemoved,
    ExchangeEquipment,
    InspectEquipment,
    PutEquipment,
    RemoveEquipment,
)
from dicehouse.table.opening import CloseTable, OpenTable
from dicehouse.table.shooter import PassDice
from tests.croupier import Croupier, happened, only, refused
from tests.stickperson import Stickperson

CLAUSES = {
    "star-craps": "2.3", "star-sicbo-2024": "2.5", "star-sicbo-pre2024": "2.5", "crown-sicbo-a": "2.2.4(b)",
    "aruze-sicbo": "2.2",
}  # fmt: skip


def put(table: Croupier, serial: str) -> Any:
    return table.does(PutEquipment, "the house", "device", serial=serial)


def equipped(book: str, *serials: str) -> Croupier:
    """A closed table with these of the register at it."""
    table = Croupier(book, registered_equipment=True)
    for serial in serials:
        happened(put(table, serial))
    return table


class Registered(Stickperson):
    """A craps table that opens with these sets of the register at it."""

    def __init__(self, *serials: str) -> None:
        self.serials = serials
        super().__init__(registered_equipment=True)

    def opens(self, tray: int = 10_000_000, **fields: Any) -> Self:
        for serial in self.serials:
            happened(put(self, serial))
        return super().opens(tray, **fields)


def opens(table: Croupier) -> Any:
    return table.staff(OpenTable, float=1_000_000, acknowledged=(table.book.id,))


@pytest.mark.clause("star-craps", "2.3")
@pytest.mark.clause("star-sicbo-2024", "2.5")
@pytest.mark.clause("star-sicbo-pre2024", "2.5")
@pytest.mark.clause("crown-sicbo", "2.2.4(b)")
@pytest.mark.clause("aruze-sicbo", "2.2")
@pytest.mark.parametrize("book, clause", CLAUSES.items())
def test_a_table_on_the_register_opens_only_with_its_dice_or_tumbler(book: str, clause: str) -> None:
    table = equipped(book)
    assert refused(opens(table)) == (Why.NOT_YET, clause)
    there = only(put(table, "S-1"), EquipmentPut)
    assert (there.serial, there.spare, there.clause) == ("S-1", False, clause)
    happened(opens(table))
    assert table.table.in_use == "S-1"
    assert refused(table.staff(PutEquipment, serial="S-2"))[0] is Why.NOT_ALLOWED, "only by the register"
    assert table.replays()


def test_a_table_without_the_register_opens_as_ever() -> None:
    happened(Croupier("star-craps").staff(OpenTable))


@pytest.mark.clause("star-craps", "2.3")
def test_a_set_that_lost_a_die_is_not_complete_when_play_commences() -> None:
    table = equipped("star-craps", "D-1")
    happened(opens(table))
    happened(table.staff(ReportDiceOff, dice=(4,)))
    happened(table.staff(CloseTable))
    assert refused(opens(table)) == (Why.NOT_YET, "2.3")
    happened(put(table, "D-2"))
    happened(table.staff(ExchangeEquipment, reason="a die is lost"))
    happened(opens(table))
    assert (table.table.in_use, table.table.spare) == ("D-2", "")
    assert table.replays()


@pytest.mark.clause("star-craps", "3.6")
def test_when_two_dice_are_lost_the_set_that_lies_ready_comes_into_use() -> None:
    table = Registered("D-1")
    table.seats(ann=1, bob=2).shoots("ann")
    happened(table.box(ReportDiceOff, dice=(3, 4)))
    assert refused(table.box(ReplaceDice)) == (Why.NOT_YET, "3.6")
    happened(put(table, "D-2"))
    replaced = only(table.box(ReplaceDice), DiceReplaced)
    assert (replaced.serial, replaced.removed, replaced.at_once) == ("D-2", "D-1", False)
    assert (table.table.in_use, table.table.spare, table.table.hand.missing) == ("D-2", "", (3, 4))
    happened(table.player("ann", PassDice))
    assert table.table.hand.missing == ()
    assert table.replays()


@pytest.mark.parametrize("book, clause", CLAUSES.items())
def test_what_is_in_use_and_what_lies_ready_are_inspected_at_the_table(book: str, clause: str) -> None:
    table = equipped(book)
    assert refused(table.staff(InspectEquipment, sound=True, words="looked")) == (Why.NOT_YET, clause)
    happened(put(table, "S-1"))
    assert refused(table.staff(InspectEquipment, sound=True, words="looked", spare=True))[0] is Why.NOT_YET
    happened(put(table, "S-2"))
    checked = only(table.staff(InspectEquipment, sound=False, words="a crack", spare=True), EquipmentChecked)
    assert (checked.serial, checked.sound, checked.clause) == ("S-2", False, clause)
    assert only(table.staff(InspectEquipment, sound=True, words="looked"), EquipmentChecked).serial == "S-1"
    assert refused(table.player("ann", InspectEquipment, sound=True, words="x"))[0] is Why.NOT_ALLOWED
    happened(opens(table))
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.5")
def test_a_tumbler_is_exchanged_between_rounds_and_not_in_one() -> None:
    table = equipped("star-sicbo-2024", "T-1")
    happened(opens(table))
    assert refused(table.staff(ExchangeEquipment, reason="it rattles")) == (Why.NOT_YET, "2.5")
    happened(put(table, "T-2"))
    table.seats(ann=1).invites()
    assert refused(table.staff(ExchangeEquipment, reason="it rattles")) == (Why.WRONG_PHASE, "2.5")
    happened(table.dealer(CallNoResult, reason="broken tumbler"))
    changed = only(table.staff(ExchangeEquipment, reason="it broke"), EquipmentExchanged)
    assert (changed.serial, changed.removed, changed.reason) == ("T-2", "T-1", "it broke")
    assert (table.table.in_use, table.table.spare) == ("T-2", "")
    assert table.replays()


def test_dice_are_not_exchanged_under_a_shooter_nor_a_tumbler_under_wagers() -> None:
    craps = Registered("D-1", "D-2")
    craps.seats(ann=1, bob=2).shoots("ann")
    assert refused(craps.staff(ExchangeEquipment, reason="routine"))[0] is Why.WRONG_PHASE
    hall = equipped("aruze-sicbo", "T-1", "T-2")
    happened(opens(hall))
    hall.seats(ann=1)
    happened(hall.bets("ann", "small", 1_000))
    assert refused(hall.staff(ExchangeEquipment, reason="routine"))[0] is Why.WRONG_PHASE


def test_what_lies_ready_can_be_taken_off_and_what_is_in_use_once_the_table_is_closed() -> None:
    table = equipped("star-craps", "D-1", "D-2")
    happened(opens(table))
    happened(table.staff(ExchangeEquipment, reason="routine"))
    happened(put(table, "D-3"))
    assert refused(table.staff(RemoveEquipment, serial="D-2", reason="night")) == (Why.TABLE_OPEN, "2.3")
    assert refused(table.staff(RemoveEquipment, serial="D-1", reason="night")) == (Why.UNKNOWN_ID, "2.3")
    gone = only(table.staff(RemoveEquipment, serial="D-3", reason="not needed"), EquipmentRemoved)
    assert (gone.serial, table.table.spare) == ("D-3", "")
    happened(put(table, "D-4"))
    happened(table.staff(CloseTable))
    happened(table.staff(RemoveEquipment, serial="D-2", reason="night"))
    assert (table.table.in_use, table.table.spare) == ("D-4", ""), "what lay ready is what there is"
    happened(table.staff(RemoveEquipment, serial="D-4", reason="night"))
    assert refused(opens(table))[0] is Why.NOT_YET
    assert table.replays()
