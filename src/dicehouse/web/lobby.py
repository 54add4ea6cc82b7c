"""The tables as the door shows them, and the one at which somebody can play at once."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from dicehouse.floor.running import Running
from dicehouse.table.orders import Phase
from dicehouse.table.state import Table
from dicehouse.views.hand import puck_view
from dicehouse.views.table import called_out
from dicehouse.web.frames import PlayNow, TableLine

CHIPS: Final = 20_000
"""What a guest of the demo sits down with, in cents."""
LEAST: Final = timedelta(seconds=8)
"""What must be left of a betting period for somebody who has yet to sit down."""


def table_line(running: Running, now: datetime) -> TableLine:
    """A table, with what happens there now."""
    table = running.table
    every = table.sign.every
    call, ring = called_out(table)
    puck = puck_view(table)
    return TableLine(
        table=running.name,
        rulebook=table.book.id,
        rulebook_name=table.book.name,
        kind=table.kind.value,
        phase=table.phase.value,
        open=_is_open(table, now),
        waits=_is_open(table, now) and not table.seats,
        call=call,
        ring=ring,
        ends=running.ends if table.phase is Phase.BETTING else None,
        point=puck.point if puck and puck.on else 0,
        seats=table.config.seats,
        taken=len(table.seats),
        minimum=every.minimum,
        maximum=every.maximum,
    )


def play_now(tables: Iterable[Running], now: datetime) -> PlayNow | None:
    """The fullest Sic Bo table that is betting for 8 s or more; else one that waits for somebody, or any with room."""
    ranked = ((_rank(it, now), it) for it in tables if _has_room(it.table, now) and it.book.game.id == "sicbo")
    best = max(ranked, key=lambda it: it[0], default=None)
    if best is None:
        return None
    it = best[1]
    return PlayNow(it.name, CHIPS, it.ends if it.table.phase is Phase.BETTING else None, waits=not it.table.seats)


def free_seat(table: Table) -> int:
    """The first place that nobody has; 0 where all are taken."""
    return next((it for it in range(1, table.config.seats + 1) if it not in table.seats), 0)


def _rank(running: Running, now: datetime) -> tuple[int, float]:
    table, ends = running.table, running.ends
    betting = table.phase is Phase.BETTING and (ends is None or ends - now >= LEAST)
    return 2 if betting and table.seats else 1 if betting or not table.seats else 0, _fullness(table)


def _fullness(table: Table) -> float:
    return len(table.seats) / table.config.seats


def _has_room(table: Table, now: datetime) -> bool:
    most = table.most_players or table.config.seats
    return _is_open(table, now) and free_seat(table) > 0 and len(table.seats) < most


def _is_open(table: Table, now: datetime) -> bool:
    return table.phase is not Phase.CLOSED and not table.why_stopped(now)
