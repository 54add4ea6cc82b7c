# ruff: noqa: RUF001 - Chinese punctuation
"""What is done with the dice and the tumblers of the house's register, at a table and with the register itself."""

from collections.abc import Iterator

from dicehouse.house import equipment as register
from dicehouse.house.state import Equipment, House
from dicehouse.table import equipment
from dicehouse.table.orders import Kind
from dicehouse.table.state import Table
from dicehouse.views.acts import Act
from dicehouse.views.fields import ChoiceView
from dicehouse.views.parts import Text, same
from dicehouse.views.pit_acts import hint
from dicehouse.views.table_choices import names


def at_the_table(table: Table) -> Iterator[Act]:
    """The dice or the tumbler of the register that are at this table."""
    there = tuple(it for it in (table.in_use, table.spare) if it)
    if not there:
        return
    used = hint(table.book.topics.get("equipment", ""), f"in use: {table.in_use}", f"在用：{table.in_use}")
    yield Act(equipment.InspectEquipment, used)
    yield Act(equipment.ExchangeEquipment)
    yield Act(equipment.RemoveEquipment, choices={"serial": lambda: names(there)}, free=True)


def of_the_register(house: House, table: Table) -> Iterator[Act]:
    """What a manager does with the register of dice and tumblers, for one table."""
    what = "dice" if table.kind is Kind.CRAPS else "tumbler"
    stored = {serial: it for serial, it in house.equipment.items() if it.what == what and not (it.table or it.retired)}
    every = tuple(_on_the_register(serial, it) for serial, it in stored.items())
    sound = tuple(it for it in every if stored[str(it.value)].sound)
    there = ", ".join(register.at_table(house, table.config.name)) or "-"
    yield Act(
        register.BringEquipment, Text(f"at this table: {there}", f"本桌：{there}"), {"table": table.config.name},
        choices={"serial": lambda: sound}, free=True,
    )  # fmt: skip
    yield Act(register.RegisterEquipment, given={"what": what}, free=True)
    yield Act(register.RecordInspection, choices={"serial": lambda: every}, free=True)
    yield Act(register.RetireEquipment, choices={"serial": lambda: every}, free=True)


def _on_the_register(serial: str, it: Equipment) -> ChoiceView:
    """A serial with what was last done with it."""
    return ChoiceView(serial, same(serial), it.log[-1].words if it.log else "")
