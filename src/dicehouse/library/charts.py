"""Charts with Altair, imported when one is asked for."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

from dicehouse.library.frames import Frame

if TYPE_CHECKING:
    import altair

FELT: Final = "#1f6f54"
WARN: Final = "#8a2113"


def edges(odds: Frame) -> "altair.Chart":
    """The house edge of every wager as bars, the best for the player first."""
    alt = _altair()
    rows = [{"wager": row["id"], "edge": row["edge"], "exact": row["edge_exact"]} for row in odds]
    made: altair.Chart = (
        alt.Chart(alt.Data(values=rows), title=odds.title)
        .mark_bar(color=FELT)
        .encode(
            x=alt.X("edge:Q", title="house edge", axis=alt.Axis(format="%")),
            y=alt.Y("wager:N", title=None, sort="x"),
            tooltip=["wager:N", "exact:N"],
        )
    )
    return made


def intervals(title: str, rows: Sequence[Mapping[str, object]]) -> "altair.LayerChart":
    """Each simulated return with its interval, as what it lies above or below the exact value."""
    alt = _altair()
    base = alt.Chart(alt.Data(values=list(rows)), title=title).encode(
        y=alt.Y("wager:N", title=None, sort=None),
        color=alt.condition("datum.agrees", alt.value(FELT), alt.value(WARN)),
    )
    x = "simulated less exact return, percent of outlay"
    lines = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=x), x2="high:Q")
    made: altair.LayerChart = lines + base.mark_point(filled=True).encode(x=alt.X("off:Q", title=x))
    return made


def results(title: str, rows: Sequence[Mapping[str, object]]) -> "altair.Chart":
    """How likely, or how often, a session ends where; each row is a band `from` to `to` in dollars with its share."""
    alt = _altair()
    made: altair.Chart = (
        alt.Chart(alt.Data(values=list(rows)), title=title)
        .mark_bar(color=FELT)
        .encode(
            x=alt.X("from:Q", title="result of a session, dollars", bin=alt.Bin(binned=True)),
            x2="to:Q",
            y=alt.Y("share:Q", title="sessions", axis=alt.Axis(format="%")),
        )
    )
    return made


def _altair() -> ModuleType:
    try:
        return import_module("altair")
    except ImportError:
        raise ImportError("a plot needs Altair: pip install 'dicehouse[report]'") from None
