"""What is shown at a table. A view is worked out from the state and decides nothing."""

from dicehouse.table.orders import Faces
from dicehouse.table.settling import lit_at
from dicehouse.table.state import Table


def winning_numbers(table: Table, most: int = 10) -> tuple[Faces, ...]:
    """The present result and the latest before it, the newest first, as a winning number display shows them."""
    present = (table.round.called,) if table.round.running and table.round.called else ()
    return (*present, *reversed(table.history))[:most]


def lit_areas(table: Table) -> tuple[str, ...]:
    """The winning areas of the entered result, to be illuminated until the next round begins."""
    return lit_at(table, table.round.keyed) if table.round.keyed else ()
