"""Results as they are shown: the dice in words, the areas that win, the roads and how often each came."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, cast

from msgspec import Struct

from dicehouse.dice import FACES
from dicehouse.games.sides import NAMES, PARITY, SIDES, SIZE, side_of
from dicehouse.table.orders import Faces, Kind
from dicehouse.table.settling import REMEMBERED, lit_at
from dicehouse.table.state import Table
from dicehouse.views.parts import ResultView, Text

Size = Literal["small", "big", "triple", ""]
Parity = Literal["odd", "even", "triple", ""]


class Bead(Struct, frozen=True):
    """One result on the roads."""

    dice: tuple[int, ...]
    total: int
    size: Size
    parity: Parity
    seven: bool = False
    """At craps: whether it was a seven."""


class PointView(Struct, frozen=True):
    """A point of a craps table, and what became of it."""

    point: int
    ended: Literal["made", "seven", "open"]


class Statistics(Struct, frozen=True):
    """How the results that the table remembers fell. Past results predict nothing."""

    results: int
    small: int
    big: int
    odd: int
    even: int
    triples: int
    faces: tuple[int, ...]
    """How many dice showed each face, from 1 to 6."""
    totals: dict[str, int]


_TOTALS: Final = (
    "", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"
)  # fmt: skip


def result_view(table: Table, dice: Faces, number: int, at: datetime | None = None) -> ResultView:
    """Dice that lie open, in words and in the areas that win."""
    lit = lit_at(table, dice)
    return ResultView(number, dice, sum(dice), result_words(table, dice), lit, at)


def result_words(table: Table, dice: Faces) -> Text:
    if table.book.wording:
        return _calls(table, dice)
    if table.kind is Kind.CRAPS:
        return Text(_TOTALS[sum(dice)], f"{sum(dice)} 点")
    named = [Text(*NAMES[it]) for it in SIDES if _wins(table, it, dice)]
    if not named and len(set(dice)) == 1:
        named = [Text(f"Triple {dice[0]}", f"围骰 {dice[0]}")]
    return Text(", ".join(it.en for it in named), "、".join(it.zh for it in named))


def _calls(table: Table, dice: Faces) -> Text:
    """What the file has the crew call for each wager that this wins."""
    lit = lit_at(table, dice)
    calls = [said.call for wager, said in table.book.wording.items() if said.call.en and wager in lit]
    return Text(", ".join(it.en for it in calls), "、".join(it.zh or it.en for it in calls))


def _wins(table: Table, wager: str, dice: Faces) -> bool:
    return wager in table.book.wagers and wager in lit_at(table, dice)


_BEADS: Final[dict[tuple[str, frozenset[str], Faces], Bead]] = {}
"""Every bead that was worked out, by rulebook, what is left out and dice: there are 216 of a kind."""


def bead(table: Table, dice: Faces) -> Bead:
    """A result on the roads: by what wins on this table's felt."""
    key = (table.book.hash, table.config.left_out(table.book), dice)
    found = _BEADS.get(key)
    if found is None:
        found = _BEADS[key] = _bead(table, dice)
    return found


def _bead(table: Table, dice: Faces) -> Bead:
    if table.kind is Kind.CRAPS:
        return Bead(dice, sum(dice), "", "", seven=sum(dice) == 7)
    lit = lit_at(table, dice)
    neither = "triple" if len(set(dice)) == 1 else ""
    size, parity = side_of(lit, SIZE) or neither, side_of(lit, PARITY) or neither
    return Bead(dice, sum(dice), cast("Size", size), cast("Parity", parity))


def points(table: Table) -> tuple[PointView, ...]:
    """The points of the rolls that the table remembers, the oldest first; none at other games."""
    puck = next((it.rules for it in table.book.markers if it.rules.name == "puck"), None)
    if puck is None:
        return ()
    numbers = {int(it.removeprefix("point_")) for it in puck.states if it.startswith("point_")}
    found: list[PointView] = []
    on = 0
    totals = [sum(dice) for dice in table.history]
    if len(totals) == REMEMBERED:  # how a hand stood that began before them is known from its seven on
        totals = totals[totals.index(7) :] if 7 in totals else []
    for total in totals:
        if not on:
            on = total if total in numbers else 0
        elif total in {on, 7}:
            found.append(PointView(on, "made" if total == on else "seven"))
            on = 0
    return (*found, PointView(on, "open")) if on else tuple(found)


def statistics(beads: Sequence[Bead]) -> Statistics:
    """How the remembered results fell."""
    faces = Counter(face for it in beads for face in it.dice)
    totals = Counter(it.total for it in beads)
    return Statistics(
        results=len(beads),
        small=sum(it.size == "small" for it in beads),
        big=sum(it.size == "big" for it in beads),
        odd=sum(it.parity == "odd" for it in beads),
        even=sum(it.parity == "even" for it in beads),
        triples=sum(len(set(it.dice)) == 1 and len(it.dice) == 3 for it in beads),
        faces=tuple(faces[face] for face in FACES),
        totals={str(total): totals[total] for total in sorted(totals)},
    )
