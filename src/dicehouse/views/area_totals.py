"""What everyone together has staked on each area, for players of a house that shows it; whose it is stays untold."""

from dicehouse.house.state import House
from dicehouse.table.state import Table


def are_shown(house: House | None) -> bool:
    """Whether players see what all of them have on the felt together."""
    return house is not None and house.policy.area_totals


def shown_totals(table: Table, house: House | None) -> dict[str, int]:
    """By area, what everyone together has staked there; nothing where the house does not show it."""
    totals: dict[str, int] = {}
    if are_shown(house):
        for it in table.layout.standing.values():
            totals[it.name] = totals.get(it.name, 0) + it.stake
    return totals
