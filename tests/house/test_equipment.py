"""The register of dice and tumblers: serials, inspections, where each is, and what becomes of it."""

from typing import Any

import pytest

from dicehouse.house.equipment import (
    BringEquipment,
    EquipmentBrought,
    EquipmentFailed,
    EquipmentInspected,
    EquipmentRegistered,
    EquipmentRetired,
    EquipmentTakenOff,
    RecordFault,
    RecordInspection,
    RecordRemoval,
    RegisterEquipment,
    RetireEquipment,
    at_table,
)
from dicehouse.refusal import Why
from tests.house.keeper import Keeper, happened, only, refused

FIVE = ("d1", "d2", "d3", "d4", "d5")


def manager(keeper: Keeper, order: Any, **fields: Any) -> Any:
    return keeper.does(order, "max", "gaming-manager", **fields)


def kept(*serials: str) -> Keeper:
    """Sets of dice on the register, inspected and found sound."""
    keeper = Keeper()
    for serial in serials:
        dice = " ".join(f"{serial}/{it}" for it in FIVE)
        happened(manager(keeper, RegisterEquipment, serial=serial, what="dice", dice=dice))
        happened(manager(keeper, RecordInspection, serial=serial, sound=True, words="calipers, balance"))
    return keeper


@pytest.mark.clause("star-craps", "2.3")
def test_a_set_has_five_dice_each_with_a_serial_of_its_own() -> None:
    keeper = Keeper()
    entered = only(
        manager(keeper, RegisterEquipment, serial="D-1", what="dice", dice=" ".join(FIVE)), EquipmentRegistered
    )
    assert (entered.serial, entered.what, entered.dice) == ("D-1", "dice", FIVE)
    again = manager(keeper, RegisterEquipment, serial="D-1", what="dice", dice="a b c d e")
    assert refused(again)[0] is Why.DUPLICATE_ID
    for dice in ("d1 d2 d3 d4", "d1 d2 d3 d4 d1", "a b c d d1", "a b c d e f", "a b c d e e", " "):
        answer = manager(keeper, RegisterEquipment, serial="D-2", what="dice", dice=dice)
        assert refused(answer)[0] is Why.WRONG_DICE
    assert (
        refused(keeper.cashier(RegisterEquipment, serial="D-2", what="dice", dice=" ".join(FIVE)))[0] is Why.NOT_ALLOWED
    )
    assert keeper.replays()


@pytest.mark.clause("star-sicbo-2024", "2.5")
@pytest.mark.clause("crown-sicbo", "2.2.4(b)")
@pytest.mark.clause("aruze-sicbo", "2.2")
def test_three_dice_are_sealed_in_a_tumbler() -> None:
    keeper = Keeper()
    happened(manager(keeper, RegisterEquipment, serial="T-1", what="tumbler", dice="a b c"))
    five = manager(keeper, RegisterEquipment, serial="T-2", what="tumbler", dice=" ".join(FIVE))
    assert refused(five)[0] is Why.WRONG_DICE


def test_nothing_goes_to_a_table_before_it_was_inspected_and_found_sound() -> None:
    keeper = Keeper()
    happened(manager(keeper, RegisterEquipment, serial="D-1", what="dice", dice=" ".join(FIVE)))
    assert refused(manager(keeper, BringEquipment, serial="D-1", table="craps"))[0] is Why.NOT_YET
    unsound = manager(keeper, RecordInspection, serial="D-1", sound=False, words="an edge is chipped", person="box")
    assert only(unsound, EquipmentInspected).person == "box"
    assert refused(manager(keeper, BringEquipment, serial="D-1", table="craps"))[0] is Why.NOT_YET
    inspected = only(manager(keeper, RecordInspection, serial="D-1", sound=True, words="new die"), EquipmentInspected)
    assert inspected.person == "max"
    brought = only(manager(keeper, BringEquipment, serial="D-1", table="craps"), EquipmentBrought)
    assert (brought.what, brought.dice, brought.table) == ("dice", FIVE, "craps")
    assert refused(manager(keeper, BringEquipment, serial="D-9", table="craps"))[0] is Why.UNKNOWN_ID
    assert keeper.replays()


def test_a_set_is_at_one_table_and_a_table_has_two_at_the_most() -> None:
    keeper = kept("D-1", "D-2", "D-3")
    for serial in ("D-2", "D-1"):
        happened(manager(keeper, BringEquipment, serial=serial, table="craps"))
    assert at_table(keeper.house, "craps") == ["D-2", "D-1"], "what came first is in use"
    assert refused(manager(keeper, BringEquipment, serial="D-1", table="other"))[0] is Why.ALREADY_DONE
    assert refused(manager(keeper, BringEquipment, serial="D-3", table="craps"))[0] is Why.TABLE_FULL
    wrong = keeper.device(RecordRemoval, serial="D-2", table="other", reason="worn")
    assert refused(wrong)[0] is Why.UNKNOWN_ID
    gone = only(keeper.device(RecordRemoval, serial="D-2", table="craps", reason="worn"), EquipmentTakenOff)
    assert (gone.serial, gone.table, gone.reason) == ("D-2", "craps", "worn")
    assert at_table(keeper.house, "craps") == ["D-1"]
    again = manager(keeper, BringEquipment, serial="D-2", table="craps")
    assert refused(again)[0] is Why.NOT_YET, "it is to be inspected first"
    happened(manager(keeper, BringEquipment, serial="D-3", table="craps"))
    assert keeper.replays()


@pytest.mark.clause("star-sicbo-2024", "8.5")
def test_a_fault_is_on_the_log_of_what_is_in_use_at_the_table() -> None:
    keeper = kept("D-1", "D-2")
    assert refused(keeper.device(RecordFault, table="craps", fault="broken dice"))[0] is Why.UNKNOWN_ID
    for serial in ("D-1", "D-2"):
        happened(manager(keeper, BringEquipment, serial=serial, table="craps"))
    failed = only(keeper.device(RecordFault, table="craps", fault="broken dice"), EquipmentFailed)
    assert (failed.serial, failed.fault) == ("D-1", "broken dice")
    it = keeper.house.equipment["D-1"]
    assert (it.faults, it.sound) == (1, False)
    assert [line.words for line in it.log] == [
        "registered", "inspected, sound: calipers, balance", "brought to craps", "failed at craps: broken dice",
    ]  # fmt: skip
    assert keeper.replays()


def test_what_is_retired_goes_nowhere_and_what_is_destroyed_is_seen_by_another() -> None:
    keeper = kept("D-1", "D-2")
    happened(manager(keeper, BringEquipment, serial="D-2", table="craps"))
    assert refused(manager(keeper, RetireEquipment, serial="D-2", reason="old"))[0] is Why.NOT_YET
    assert refused(manager(keeper, RetireEquipment, serial="D-3", reason="old"))[0] is Why.UNKNOWN_ID
    for witness in ("", "max"):
        alone = manager(keeper, RetireEquipment, serial="D-1", reason="old", destroyed=True, witness=witness)
        assert refused(alone)[0] is Why.SAME_PERSON
    gone = manager(keeper, RetireEquipment, serial="D-1", reason="old", destroyed=True, witness="ines")
    assert only(gone, EquipmentRetired).witness == "ines"
    assert keeper.house.equipment["D-1"].log[-1].words == "retired, destroyed before ines: old"
    for order, fields in (
        (BringEquipment, {"table": "craps"}), (RecordInspection, {"sound": True, "words": "x"}),
        (RecordRemoval, {"table": "craps", "reason": "x"}), (RetireEquipment, {"reason": "x"}),
    ):  # fmt: skip
        assert refused(manager(keeper, order, serial="D-1", **fields))[0] is Why.NOT_ELIGIBLE
    happened(manager(keeper, RecordRemoval, serial="D-2", table="craps", reason="worn"))
    happened(manager(keeper, RetireEquipment, serial="D-2", reason="worn"))
    assert keeper.replays()


def test_the_latest_fifty_lines_of_a_serial_are_at_hand() -> None:
    keeper = kept("D-1")
    for number in range(60):
        happened(manager(keeper, RecordInspection, serial="D-1", sound=True, words=f"look {number}"))
    log = keeper.house.equipment["D-1"].log
    assert (len(log), log[-1].words) == (50, "inspected, sound: look 59")
