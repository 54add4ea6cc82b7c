"""Who has the dice at a table, where the puck and the markers stand, and who shoots, as everybody may see it."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from dicehouse.table.orders import Kind
from dicehouse.table.state import Table
from dicehouse.views.parts import Text, money


class MarkerView(Struct, frozen=True):
    """Something that lies on the table and is moved by every roll."""

    name: Text
    says: Text
    """What it means as it lies now."""


class PuckView(Struct, frozen=True):
    on: bool
    point: int
    """0 while it is Off."""


class HandView(Struct, frozen=True, kw_only=True):
    """Who has the dice at a craps table, and where each of the five is."""

    shooter: int
    """The seat; 0: nobody."""
    stick: bool
    """Whether the stickperson throws."""
    offered: int
    """The seat to which the dice are offered; 0: none."""
    pair: tuple[int, ...]
    """The two dice selected, of those numbered 1 to 5."""
    missing: tuple[int, ...]
    """Dice that are off the table."""
    rolls: int
    """Valid rolls since the table opened."""
    words: str


class ShootView(Struct, frozen=True):
    """Whose turn it is to shoot the dice of an electronic table."""

    seat: int
    by: datetime | None
    """The last moment to press."""
    rule: str
    """Who shoots, in words."""


def puck_view(table: Table) -> PuckView | None:
    state = table.layout.markers.get("puck")
    if state is None:
        return None
    return PuckView(state != "off", 0 if state == "off" else int(state.removeprefix("point_")))


def marker_views(table: Table) -> Iterator[MarkerView]:
    for it in table.book.markers:
        if it.name and it.rules.name != "puck":
            state = table.layout.markers[it.rules.name]
            name = Text(it.name[0], it.name[-1] or it.name[0])
            yield MarkerView(name, Text(it.says[state], it.chinese[state] or it.says[state]))


def hand_view(table: Table) -> HandView | None:
    if table.kind is not Kind.CRAPS:
        return None
    it = table.hand
    return HandView(
        shooter=it.shooter,
        stick=it.stick,
        offered=it.offered,
        pair=it.pair,
        missing=it.missing,
        rolls=it.rolls,
        words=dice_words(table),
    )


def dice_words(table: Table) -> str:
    it = table.hand
    if it.shooter:
        return f"Seat {it.shooter} has the dice"
    if it.stick:
        return "The stickperson throws"
    if it.offered:
        return f"The dice are offered to seat {it.offered}"
    return "Nobody has the dice"


def shoot_view(table: Table) -> ShootView | None:
    if table.kind is not Kind.ELECTRONIC:
        return None
    value, time = table.config.shooting_value, table.book.times["shoot"]
    who = f"The highest stake of {money(value)} or more shoots (3.10.2)" if value else "Players shoot in turn (3.10.1)"
    rule = f"{who}; after {time.amount} {time.unit} the dice start alone"
    return ShootView(table.round.shooter, table.round.shoots_by, rule)
