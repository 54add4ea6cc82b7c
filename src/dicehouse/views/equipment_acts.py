# ruff: noqa: RUF001 - Chinese punctuation
"""What is done with the dice and the tumblers of the house's register, at a table and with the register itself."""

from collections.abc import Iterator
from typing import Final

from dicehouse.house import equipment as register
from dicehouse.house.state import Equipment, House
from dicehouse.table import equipment
from dicehouse.table.orders import Kind
from dicehouse.table.state import Table
from dicehouse.views.acts import REASON, Act, ChoiceView, name_field, one_field, text_field, tick_field
from dicehouse.views.parts import Text
from dicehouse.views.pit_acts import hint

SERIAL: Final = Text("Serial", "编号")
FOUND: Final = Text("What was found", "检查结果")
SOUND: Final = tick_field("sound", Text("Found sound", "完好"), needed=True)


def at_the_table(table: Table) -> Iterator[Act]:
    """The dice or the tumbler of the register that are at this table."""
    there = tuple(ChoiceView(it, Text(it, it)) for it in (table.in_use, table.spare) if it)
    if not there:
        return
    spare = tick_field("spare", Text("The one that lies ready", "备用的一副"))
    yield Act(
        equipment.InspectEquipment, Text("Inspect dice or tumbler", "检查骰具"), "eye",
        hint(table.book.topics.get("equipment", ""), f"in use: {table.in_use}", f"在用：{table.in_use}"),
        fields=(SOUND, text_field("words", FOUND), spare),
    )  # fmt: skip
    yield Act(equipment.ExchangeEquipment, Text("Exchange dice or tumbler", "更换骰具"), "repeat", fields=(REASON,))
    yield Act(
        equipment.RemoveEquipment, Text("Take dice or tumbler off", "撤下骰具"), "export",
        fields=(one_field("serial", SERIAL, there), REASON), free=True,
    )  # fmt: skip


def of_the_register(house: House, table: Table) -> Iterator[Act]:
    """What a manager does with the register of dice and tumblers, for one table."""
    what = "dice" if table.kind is Kind.CRAPS else "tumbler"
    stored = {serial: it for serial, it in house.equipment.items() if it.what == what and not (it.table or it.retired)}
    every = tuple(_on_the_register(serial, it) for serial, it in stored.items())
    there = ", ".join(register.at_table(house, table.config.name)) or "-"
    yield Act(
        register.BringEquipment, Text("Bring dice or a tumbler", "送来骰具"), "next",
        Text(f"at this table: {there}", f"本桌：{there}"), given={"table": table.config.name},
        fields=(one_field("serial", SERIAL, tuple(it for it in every if stored[str(it.value)].sound)),), free=True,
    )  # fmt: skip
    dice = text_field("dice", Text("Serials of the dice, with spaces between", "各骰子编号（空格分隔）"))
    yield Act(
        register.RegisterEquipment, Text("Enter dice or a tumbler", "登记骰具"), "edit", given={"what": what},
        fields=(name_field("serial", SERIAL), dice), free=True,
    )  # fmt: skip
    one = one_field("serial", SERIAL, every)
    yield Act(
        register.RecordInspection, Text("Inspected in the store", "库内检查"), "eye",
        fields=(one, SOUND, text_field("words", FOUND)), free=True,
    )  # fmt: skip
    yield Act(
        register.RetireEquipment, Text("Retire dice or a tumbler", "报废骰具"), "cross",
        fields=(
            one, REASON, tick_field("destroyed", Text("Destroyed", "已销毁")),
            name_field("witness", Text("Seen by", "见证人"), needed=False),
        ),
        grave=True, free=True,
    )  # fmt: skip


def _on_the_register(serial: str, it: Equipment) -> ChoiceView:
    """A serial with what was last done with it."""
    return ChoiceView(serial, Text(serial, serial), it.log[-1].words if it.log else "")
