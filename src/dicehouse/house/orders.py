"""Who may do what in the house: a ladder of its own, beside the ladders of the tables."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from dicehouse.table.orders import Answer, Command, Event

LADDER: Final = ("cashier", "cage-supervisor", "gaming-manager", "casino-operator")
"""From the lowest; whoever ranks above one who may, may too."""
PATRON: Final = "patron"
INSPECTOR: Final = "inspector"
DEVICE: Final = "device"
"""A terminal, a table or the house's clock."""
OTHERS: Final = (PATRON, INSPECTOR, DEVICE)


@dataclass(frozen=True)
class Order:
    """Who may give a command, and the function that judges the rest."""

    judge: Callable[[Any, Any], Answer]
    rank: str = ""
    """The lowest rank that may; empty: none."""
    others: tuple[str, ...] = ()


Orders = dict[type[Command], Order]
Facts = dict[type[Event], Callable[[Any, Any], None]]
