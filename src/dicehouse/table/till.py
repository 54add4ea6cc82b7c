"""The latest sales and exchanges at a table, so that a mistake is noticed and can be undone."""

from typing import Final

from dicehouse.table.orders import Event
from dicehouse.table.state import Table, TillEntry, TillWhat

KEPT: Final = 10


def note(table: Table, event: Event, what: TillWhat, seat: int, amount: int, checks: tuple[str, int] = ("", 0)) -> None:
    """Put it down as the newest, and forget what is older than the last ten. Of colour checks the count is known."""
    colour, count = checks
    entry = TillEntry(
        id=event.cause, what=what, seat=seat, person=table.seats[seat].person, amount=amount, colour=colour,
        count=count, by=event.by, at=event.at,
    )  # fmt: skip
    table.till = (*table.till, entry)[-KEPT:]
