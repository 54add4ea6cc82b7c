"""Exact odds as a frame: figures as numbers to compute with, and each beside it as an exact fraction."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicehouse.library.amounts import Dollars, in_cents
from dicehouse.library.books import Book, rulebook
from dicehouse.library.frames import Cell, Frame
from dicehouse.odds.figures import volatility_index
from dicehouse.odds.value import Value, values, values_of
from dicehouse.rulebooks import Rulebook
from dicehouse.wager import Result

if TYPE_CHECKING:
    import altair

EXACT = ("win", "lose", "push", "return", "edge", "edge_decided", "edge_per_roll", "variance", "rolls")
SHOWN = ("id", "name", "pays", "win_exact", "return", "edge", "rolls", "clause")


class Odds(Frame):
    """Every wager of a rulebook. `edge` is a number and `edge_exact` the fraction that it stands for, and so on."""

    def plot(self) -> "altair.Chart":
        """The house edge of every wager, the best for the player first."""
        from dicehouse.library.charts import edges

        return edges(self)


def odds(
    book: "Book | Rulebook | str | Path",
    *,
    stake: Dollars | None = None,
    chip: Dollars = 1,
    rolls_per_hour: int = 100,
    readings: Mapping[str, str] | None = None,
) -> Odds:
    """The odds of every wager of a rulebook: chances, return, edge, variance and length.

    With a stake every wager is valued as it is paid in chips. `edge_per_hour` is of a wager that always stands, and
    `volatility_index` is 1.645 standard deviations of what comes back for a unit of outlay.

    >>> import dicehouse as dh
    >>> odds = dh.odds("star-craps")
    >>> odds
    <Odds star-craps: 71 rows, 26 columns>
    >>> odds.row("place-win-6")["edge_exact"]
    '1/66'
    """
    core = rulebook(book, readings=readings).core
    if stake is None:
        found = list(values(core))
    else:
        at, least = in_cents("stake", stake), in_cents("chip", chip)
        found = [it for wager in core.wagers.values() for it in values_of(core, wager, at, least)]
    return frame_of(core.id, found, rolls_per_hour)


def frame_of(title: str, found: Sequence[Value], rolls_per_hour: int = 100) -> Odds:
    """A row for each of these wagers."""
    columns: dict[str, list[Cell]] = {
        "id": [it.id for it in found],
        "name": [it.name for it in found],
        "family": [it.wager.family for it in found],
        "clause": [it.wager.clause for it in found],
        "pays": [", ".join(_prices(it)) for it in found],
    }
    for name in EXACT:
        exact = [getattr(it, "returns" if name == "return" else name) for it in found]
        columns[name] = [float(it) for it in exact]
        columns[f"{name}_exact"] = [str(it) for it in exact]
    columns["edge_per_hour"] = [float(it.edge_per_hour(rolls_per_hour)) for it in found]
    columns["volatility_index"] = [float(volatility_index(it.variance)) for it in found]
    columns["outlay_exact"] = [str(it.outlay) for it in found]
    return Odds(title, columns, SHOWN)


def _prices(value: Value) -> list[str]:
    return list(dict.fromkeys(it.label.removeprefix("win ") for it in value.payouts if it.result is Result.WIN))
