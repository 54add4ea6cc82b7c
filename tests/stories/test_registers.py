"""The register of dice and tumblers through an evening: brought, inspected, exchanged, failed and retired."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.house import equipment as register
from dicehouse.refusal import Why
from dicehouse.table import dealt_result, dice_set, equipment, opening
from dicehouse.table.orders import Answer
from tests.reports.test_reports import rows
from tests.stories.evening import NOON, Evening, a_table, happened, refused


class Night(Evening):
    """An evening whose tables wait for the register before they open."""

    def open(self, name: str) -> None:
        if self.table(name).in_use:
            super().open(name)

    def manager(self, order: Any, **fields: Any) -> Answer:
        return self.cage_does(order, role="gaming-manager", **fields)

    def enter(self, serial: str, what: str, dice: int, *, inspected: bool = True) -> None:
        names = " ".join(f"{serial}.{number}" for number in range(dice))
        happened(self.manager(register.RegisterEquipment, serial=serial, what=what, dice=names))
        if inspected:
            happened(self.manager(register.RecordInspection, serial=serial, sound=True, words="calipers and balance"))

    def bring(self, serial: str, table: str) -> Answer:
        return self.manager(register.BringEquipment, serial=serial, table=table)

    def log(self, serial: str) -> list[str]:
        return [it.words for it in self.house.equipment[serial].log]


def night(folder: Path, **tables: str) -> Night:
    plans: dict[str, Any] = {name: a_table(name, book, registered_equipment=True) for name, book in tables.items()}
    return Night(folder, start=NOON, **plans)


@pytest.mark.clause("star-craps", "2.3", "3.6")
def test_dice_go_from_the_store_to_one_table_and_back_with_every_inspection_on_record(tmp_path: Path) -> None:
    with night(tmp_path, craps="star-craps", other="star-craps", sicbo="star-sicbo-2024") as evening:
        told = refused(evening.staff("craps", opening.OpenTable))
        assert (told.why, told.clause) == (Why.NOT_YET, "2.3")
        evening.enter("D-1", "dice", 5, inspected=False)
        assert refused(evening.bring("D-1", "craps")).why is Why.NOT_YET
        happened(evening.manager(register.RecordInspection, serial="D-1", sound=True, words="calipers"))
        happened(evening.bring("D-1", "craps"))
        assert refused(evening.bring("D-1", "other")).why is Why.ALREADY_DONE
        evening.open("craps")
        evening.restart(crash=True)
        assert evening.table("craps").in_use == "D-1"

        looked = evening.submit(
            "craps", equipment.InspectEquipment, by="beth", role="boxperson", sound=True, words="faces and edges"
        )
        happened(looked)
        assert evening.house.equipment["D-1"].log[-1].by == "beth"

        happened(evening.staff("craps", dice_set.ReportDiceOff, dice=(2, 5)))
        assert refused(evening.staff("craps", dice_set.ReplaceDice)).clause == "3.6"
        evening.enter("D-2", "dice", 5)
        happened(evening.bring("D-2", "craps"))
        happened(evening.staff("craps", dice_set.ReplaceDice))
        assert evening.table("craps").in_use == "D-2"
        assert evening.log("D-1")[-1] == "taken off craps: two of its dice were lost"
        assert refused(evening.bring("D-1", "other")).why is Why.NOT_YET, "it is inspected first"
        retire = {"serial": "D-1", "reason": "two dice are lost", "destroyed": True}
        assert refused(evening.manager(register.RetireEquipment, **retire)).why is Why.SAME_PERSON
        happened(evening.manager(register.RetireEquipment, **retire, witness="ines"))
        assert refused(evening.bring("D-1", "other")).why is Why.NOT_ELIGIBLE


@pytest.mark.clause("star-sicbo-2024", "2.5", "8.5")
def test_a_tumbler_that_breaks_is_on_its_log_and_is_exchanged(tmp_path: Path) -> None:
    with night(tmp_path, sicbo="star-sicbo-2024", craps="star-craps") as evening:
        for serial in ("T-1", "T-2"):
            evening.enter(serial, "tumbler", 3)
        happened(evening.bring("T-1", "craps"))
        assert evening.table("craps").in_use == "", "a craps table has no tumbler"
        assert evening.log("T-1")[-1] == "taken off craps: craps plays with no tumbler"
        happened(evening.manager(register.RecordInspection, serial="T-1", sound=True, words="looked at again"))
        happened(evening.bring("T-1", "sicbo"))
        happened(evening.bring("T-2", "sicbo"))
        evening.open("sicbo")
        evening.invite("sicbo")
        happened(evening.dealer("sicbo", dealt_result.CallNoResult, reason="broken tumbler"))
        assert (evening.log("T-1")[-1], evening.house.equipment["T-1"].faults) == ("failed at sicbo: broken tumbler", 1)
        happened(evening.staff("sicbo", equipment.ExchangeEquipment, reason="it is broken"))
        evening.restart(crash=True)
        assert (evening.table("sicbo").in_use, evening.table("sicbo").spare) == ("T-2", "")
        assert register.at_table(evening.house, "sicbo") == ["T-2"]
        assert evening.log("T-1")[-1] == "taken off sicbo: it is broken"
        assert evening.house.equipment["T-1"].faults == 1, "nothing is counted twice"
        evening.invite("sicbo")
    lines = rows("equipment-register", tmp_path / "journal.db", "serial", "done", "by", "table")
    assert [it[1:] for it in lines if it[0] == "T-1"] == [
        ("T-1 is on the register, a tumbler with 3 dice", "max", ""),
        ("T-1 was inspected by max and found sound: calipers and balance", "max", ""),
        ("T-1 was brought to craps", "max", "craps"),
        ("T-1 was taken off craps: craps plays with no tumbler", "max", "craps"),
        ("T-1 was inspected by max and found sound: looked at again", "max", ""),
        ("T-1 was brought to sicbo", "max", "sicbo"),
        ("T-1 failed at sicbo: broken tumbler", "dana", "sicbo"),
        ("T-1 was taken off sicbo: it is broken", "sue", "sicbo"),
    ]
