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
SCRUTINEER: Final = "scrutineer"
"""Whoever oversees a draw of prizes for the house."""
DIRECTOR: Final = "tournament-director"
"""Whoever directs a tournament, or stands in for its director; outside the ranks of the house."""
OFFICERS: Final = ("chief-operating-officer", "chief-executive-officer")
"""Who lets staff play in a tournament and answers to the regulator; outside the ranks of the house."""
OTHERS: Final = (PATRON, INSPECTOR, DEVICE, SCRUTINEER, DIRECTOR, *OFFICERS)


@dataclass(frozen=True)
class Order:
    """Who may give a command, and the function that judges the rest."""

    judge: Callable[[Any, Any], Answer]
    rank: str = ""
    """The lowest rank that may; empty: none."""
    others: tuple[str, ...] = ()


Orders = dict[type[Command], Order]
Appliers = dict[type[Event], Callable[[Any, Any], None]]
