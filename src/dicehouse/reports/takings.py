"""What a table took in and gave out since it was opened, by its own record: opener, fills, credits, drop and closer."""

from datetime import date
from fractions import Fraction
from typing import Final, get_args

from msgspec import Struct

from dicehouse.house.cage_state import Tray
from dicehouse.house.trays import Figures, figures
from dicehouse.reports.report import Cell
from dicehouse.table import Event, Table
from dicehouse.table.box import BoxEmptied
from dicehouse.table.meter import MoneyInserted
from dicehouse.table.opening import TableClosed, TableOpened
from dicehouse.table.orders import Events
from dicehouse.table.tray import FillReceived, TrayCredited, TrayFilled

Changed = TrayFilled | FillReceived | TrayCredited | MoneyInserted | BoxEmptied | TableClosed


class Opening(Struct):
    """A tray from its opening on, counted by the cage or recorded by the table."""

    table: str
    tray: Tray
    by: str
    meters: int = 0
    """Money put into terminals, which is their drop; what was notes is also in their boxes."""

    def row(self, day: date) -> tuple[Cell, ...]:
        it = figures(self.tray)
        drop = self.meters or it.drop
        hold = Fraction(it.win, drop) if it.win is not None and drop else None
        return (
            self.table, day, self.tray.since, it.opener, it.fills, it.credits, drop, it.closer, it.win, hold, self.by,
        )  # fmt: skip

    def changes(self, event: Changed) -> None:
        """By the table's own record."""
        if isinstance(event, TrayFilled | FillReceived):
            self.tray.fills += event.amount
        elif isinstance(event, TrayCredited):
            self.tray.credits += event.amount
        elif isinstance(event, MoneyInserted):
            self.meters += event.amount if event.source != "jackpot" else 0
        else:
            self.tray.drop += event.drop
            self.tray.paper += event.cashless + event.tokens
            if isinstance(event, TableClosed):
                self.tray.closer = event.float


def opened(table: str, event: TableOpened) -> Opening:
    return Opening(table, Tray(opener=event.float, since=event.at), "the table")


class Takings:
    """One table's latest opening, told what happens there; its figures stay when it closes."""

    def __init__(self) -> None:
        self.opening: Opening | None = None

    def listen(self, events: Events) -> None:
        for event in events:
            if isinstance(event, TableOpened):
                self.opening = opened(event.config.name, event)
            elif isinstance(event, Changed) and self.opening is not None:
                self.opening.changes(event)

    def figures(self, table: Table) -> Figures | None:
        """As the tray stands now, before anyone counts it; None where the opening was not heard."""
        if self.opening is None:
            return None
        tray = self.opening.tray
        now = Tray(
            opener=tray.opener, since=tray.since, closer=table.float if tray.closer is None else tray.closer,
            fills=tray.fills, credits=tray.credits, drop=tray.drop + table.drop,
            paper=tray.paper + table.cashless + table.taken,
        )  # fmt: skip
        return figures(now)


HEARD: Final[frozenset[type[Event]]] = frozenset((TableOpened, *get_args(Changed)))
"""What is listened for."""
