"""A table as a terminal shows it: dice drawn as faces, what stands on the layout, markers and recent results."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.reasons import run_at
from dicehouse.table import Kind, Table
from dicehouse.table.seats import Seat

if TYPE_CHECKING:
    from rich.table import Table as Rows

    from dicehouse.layout import PlacedWager

PIPS: Final = {1: "    ●    ", 2: "●       ●", 3: "●   ●   ●", 4: "● ●   ● ●", 5: "● ● ● ● ●", 6: "● ●● ●● ●"}
"""The nine places of a face, row by row."""
RECENT: Final = 12


def face(book: Rulebook, value: int) -> list[str]:
    """A die in five lines; one with symbols has its name and colour."""
    if book.game.faces[0] == "1":
        pips = PIPS[value]
        rows = [" ".join(pips[row : row + 3]) for row in (0, 3, 6)]
        return ["╭───────╮", *(f"│ {row} │" for row in rows), "╰───────╯"]
    colour = next((colour for colour, values in book.game.colours.items() if value in values), "")
    named = (book.game.faces[value - 1].title(), str(value), colour)
    return ["╭─────────╮", *(f"│{it:^9}│" for it in named), "╰─────────╯"]


def dice(book: Rulebook, values: Sequence[int]) -> str:
    return "\n".join("  ".join(rows) for rows in zip(*(face(book, it) for it in values), strict=True))


def called(book: Rulebook, values: Sequence[int]) -> str:
    """The result as it is called: "1, 2, 5: total 8"."""
    return f"{', '.join(book.game.faces[it - 1] for it in sorted(values))}: total {sum(values)}"


def recent(history: Sequence[Sequence[int]]) -> str:
    """The latest totals, the newest last; a triple has a star."""
    shown = [f"{sum(it)}{'*' if is_triple(it) else ''}" for it in history[-RECENT:]]
    return f"Recent totals: {' '.join(shown)}" + (" (* a triple)" if any(map(is_triple, history[-RECENT:])) else "")


def is_triple(dice: Sequence[int]) -> bool:
    return len(dice) == 3 and len(set(dice)) == 1


def markers(table: Table) -> Iterator[str]:
    """Where the puck is, or how the runs stand that a Super Streak wager can join."""
    for it in table.book.markers:
        name = it.rules.name
        now = table.layout.markers[name]
        joined = (wager for wager in table.book.wagers.values() if wager.marker == name and wager.joins_run)
        streak = next(joined, None)
        if streak is None:
            yield it.says[now][0].upper() + it.says[now][1:]
        else:
            price = f"; {as_money(table.config.streak_price)} buys in" if now in (streak.starts_by or {}) else ""
            yield f"{streak.name}: {it.says[now]}{price}"


def standing(table: Table, seat: Seat) -> "Rows":
    """The player's wagers."""
    from rich.table import Table as Rows

    rows = Rows.grid(padding=(0, 2))
    rows.add_column(justify="right")
    for _ in range(3):
        rows.add_column()
    rows.columns[2].justify = "right"
    for bet, it in table.bets_of(seat.number):
        rows.add_row(bet.id, it.wager.name, as_money(it.stake), where(table, it))
    return rows


def where(table: Table, it: "PlacedWager") -> str:
    """What a wager waits for, and whether it sleeps."""
    state = it.wager.states[it.state]
    said = [] if len(it.wager.states) == 1 else [state.replace("_", " ")]
    if it.wager.joins_run:
        side, counted = run_at(state)
        said = [f"{counted} {side} in a row" if side else "waiting for a side"]
    if it.parent is not None:
        said.append(f"behind {it.parent.id}")
    if it.wager.off_when and not table.layout.is_working(it):
        said.append("off")
    return ", ".join(said)


def rack(table: Table) -> str:
    """What a player's money is called: chips lie on a rack, and a terminal has credits."""
    return "credits" if table.kind is Kind.ELECTRONIC else "rack"


def summary(table: Table, seat: Seat) -> str:
    """One line on the money."""
    limits = table.sign.every
    laid = f", {as_money(seat.staked)} on the layout" if seat.staked else ""
    between = f"{as_money(limits.minimum)} to {as_money(limits.maximum)}"
    return f"{rack(table).title()} {as_money(seat.rack)}{laid}; limits {between}"
