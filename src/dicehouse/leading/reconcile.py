"""The accounts of the tables and of the house held against the ledger: they agree to the cent, or it is said where not.

What a table or the house has in an account of its own is what the ledger has in it; anything else is damage, and play
stops. An account between the two holds what one side has put there and the other has not yet taken: there the house
may know less than the ledger, until it is told, and the difference is what it has yet to hear of.
"""

from collections.abc import Mapping
from typing import NamedTuple

from dicehouse.house.state import House
from dicehouse.money import dollars
from dicehouse.table.books import accounts
from dicehouse.table.ledger import BETWEEN, CHIPS_OUTSIDE
from dicehouse.table.state import Table

TABLES = "table/"
OUTSIDE = "~"


class Difference(NamedTuple):
    """An account of which two hold different things to be true; in cents."""

    account: str
    here: int
    """As the table or the house has it."""
    ledger: int

    def __str__(self) -> str:
        return f"{self.account}: {dollars(self.here)} here and {dollars(self.ledger)} in the ledger"


def prefix_of(table: Table) -> str:
    """How the accounts of a table begin."""
    return f"{TABLES}{table.config.name}/"


def table_differences(table: Table, ledger: Mapping[str, int]) -> list[Difference]:
    """Where a table and the ledger do not agree; nothing while they do."""
    begins = prefix_of(table)
    return ledger_mismatches(accounts(table), {name: it for name, it in ledger.items() if name.startswith(begins)})


def house_differences(house: House, ledger: Mapping[str, int]) -> list[Difference]:
    """Where the house and the ledger do not agree on an account of the house alone; nothing while they do."""
    shared = (TABLES, OUTSIDE, CHIPS_OUTSIDE, *BETWEEN)
    return ledger_mismatches(
        {name: it for name, it in house.accounts.items() if not name.startswith(shared)},
        {name: it for name, it in ledger.items() if not name.startswith(shared)},
    )


def untold(house: House, ledger: Mapping[str, int]) -> list[Difference]:
    """What tables have taken or given of which the house has not heard; nothing when all was told."""
    return ledger_mismatches(
        {name: it for name, it in house.accounts.items() if name.startswith(BETWEEN)},
        {name: it for name, it in ledger.items() if name.startswith(BETWEEN)},
    )


def ledger_mismatches(here: Mapping[str, int], ledger: Mapping[str, int]) -> list[Difference]:
    every = dict.fromkeys((*here, *ledger))
    return [Difference(it, here.get(it, 0), ledger.get(it, 0)) for it in every if here.get(it, 0) != ledger.get(it, 0)]
