"""What the display over a table shows beside what everybody may see."""

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.table.orders import Kind
from dicehouse.table.settling import lit_at
from dicehouse.table.state import Table
from dicehouse.table.views import lit_areas, winning_numbers
from dicehouse.views.hand import hand_view, shoot_view
from dicehouse.views.parts import limits_line
from dicehouse.views.table import closing_view, coming_limits, jackpot_views


class DisplayView(Struct, frozen=True, kw_only=True):
    table: str
    numbers: tuple[tuple[int, ...], ...]
    """The present result and those before it, the newest first."""
    lit: tuple[str, ...]
    """The areas to be illuminated."""
    limits: str
    """The sign in one line."""
    limits_by_wager: dict[str, str]
    """The same by wager, where they differ."""
    notice: str
    """A coming change, a closing, or why play has stopped; empty while there is none."""
    shooting: str
    """Who shoots and by which rule; empty where nobody does."""
    jackpot: str
    """The latest jackpot, by terminal and without a name."""


def display_view(table: Table, stopped: str, house: House | None = None) -> DisplayView:
    """What stands over the table now; `stopped` says why play has stopped, where it has."""
    coming, closing = coming_limits(table), closing_view(table)
    notices = [f"Play has stopped: {stopped}" if stopped else "", closing.words if closing else ""]
    notices.append(coming.words if coming else "")
    prizes = [f"{it.pool}: {it.words}" for it in jackpot_views(table, house) if it.words]
    return DisplayView(
        table=table.config.name,
        numbers=winning_numbers(table),
        lit=_lit(table),
        limits=limits_line(table.sign.every),
        limits_by_wager={
            wager: f"{table.book.wagers[wager].name if wager in table.book.wagers else wager}: {limits_line(it)}"
            for wager, it in table.sign.wagers.items()
        },
        notice=". ".join(filter(None, notices)),
        shooting=_shooting(table),
        jackpot=". ".join(prizes),
    )


def _lit(table: Table) -> tuple[str, ...]:
    """At a dealt table the areas of the entered result; elsewhere those of the dice that were called or read."""
    if table.kind is Kind.DEALT:
        return lit_areas(table)
    return lit_at(table, table.round.called) if table.round.called else ()


def _shooting(table: Table) -> str:
    hand, shoot = hand_view(table), shoot_view(table)
    if hand is not None:
        return hand.words
    if shoot is None:
        return ""
    return f"Terminal {shoot.seat} shoots. {shoot.rule}" if shoot.seat else shoot.rule
