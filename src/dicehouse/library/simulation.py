"""A simulation as a frame: every bet with what came back, its interval and its exact return, and how sessions went."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dicehouse.library.amounts import Dollars, in_cents
from dicehouse.library.books import Book, rulebook
from dicehouse.library.frames import Frame
from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.engines import engine_called

if TYPE_CHECKING:
    import altair

    from dicehouse.simulate.figures import Line
    from dicehouse.simulate.summary import Summary
    from dicehouse.simulate.verdict import Verdict

SHOWN = ("id", "placed", "return", "low", "high", "exact", "agrees")


class Simulation(Frame):
    """What came of each bet, amounts in cents; `summary` is the run itself."""

    def __init__(self, summary: "Summary") -> None:
        self.summary = summary
        told = summary.lines if summary.total is None else [*summary.lines, summary.total]
        by = summary.strategy.name if summary.strategy else "every wager"
        title = f"{by} at {summary.book.id}, {summary.rounds:,} rounds, seed {summary.seed}"
        super().__init__(title, _columns(told), SHOWN)

    @property
    def agrees(self) -> bool:
        """Whether every exact return lies in its interval of 99.9%."""
        return self.summary.agrees

    @property
    def verdict(self) -> "Verdict":
        """All wagers taken together by Holm's method: `agrees`, `differ`, and `adjusted` chances."""
        return self.summary.verdict

    def distribution(self, of: str = "result") -> Frame:
        """How many sessions had each result or drawdown (in cents), number of rounds, or longest run of wins or losses
        ("wins", "losses"); only a strategy has sessions."""
        tally = self.summary.tally
        if tally is None:
            raise ValueError("only a strategy is played in sessions; name one, such as strategy='iron-cross'")
        if of not in tally.spread:
            raise ValueError(f"{of!r} is none of {', '.join(tally.spread)}")
        found = sorted(tally.spread[of].items())
        name = f"{of}_cents" if of in {"result", "drawdown"} else of
        return Frame(
            f"{of} of {tally.sessions:,} sessions",
            {name: [value for value, _ in found], "sessions": [times for _, times in found]},
        )

    def plot(self) -> "altair.Chart | altair.LayerChart":
        """How sessions ended, of a strategy; else every return beside its exact value."""
        from dicehouse.library import charts

        tally = self.summary.tally
        if tally is None:
            return charts.intervals(self.title, [row for row in map(_interval, self.summary.lines) if row])
        from dicehouse.simulate.sessions import bars

        rows = [
            {"from": low / 100, "to": high / 100, "share": times / tally.sessions}
            for low, high, times in bars(tally.spread["result"])
        ]
        return charts.results(self.title, rows)


def simulate(
    book: "Book | Rulebook | str | Path",
    strategy: str | Path | None = None,
    *,
    rounds: int | None = None,
    sessions: int | None = None,
    seed: int = 1,
    stake: Dollars | None = None,
    chip: Dollars = 1,
    readings: Mapping[str, str] | None = None,
    engine: str = "processor",
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play every wager, or a strategy by its name or file, very often; the same seed plays the same.

    Without `rounds` or `sessions` it is a million rounds. It needs the extra `fast`. `progress` is told how many
    rounds were added.

    >>> import dicehouse as dh
    >>> played = dh.simulate("star-craps", "iron-cross", rounds=100_000, seed=7)
    >>> played.agrees
    True
    >>> played
    <Simulation Iron Cross at star-craps, 100,251 rounds, seed 7: 5 rows, 13 columns>
    """
    if rounds is not None and sessions is not None:
        raise ValueError("give rounds or sessions, not both")
    if sessions is not None and strategy is None:
        raise ValueError("only a strategy is played in sessions; without one say how many rounds")
    for name, number in (("rounds", rounds), ("sessions", sessions)):
        if number is not None and not 0 < number <= 10**15:
            raise ValueError(f"{name}: {number} is not a whole number from 1 to 10**15")
    core = rulebook(book, readings=readings).core
    plays = engine_called(engine, threads)
    from dicehouse.simulate.engine import unwatched
    from dicehouse.simulate.positions import plan
    from dicehouse.simulate.proof import parts_of
    from dicehouse.simulate.strategy import load_strategy
    from dicehouse.simulate.whole import every_wager
    from dicehouse.simulate.whole import strategy as whole_strategy

    goal = rounds or (0 if sessions else 10**6)
    hears = progress or unwatched
    if strategy is None:
        at = None if stake is None else in_cents("stake", stake)
        parts = parts_of(core, in_cents("chip", chip), at)
        return Simulation(every_wager(core, parts, goal, seed, plays, hears))
    if stake is not None or chip != 1:
        raise ValueError("a strategy says its own chip and stakes; leave out chip and stake")
    chosen = load_strategy(str(strategy), core)
    made = whole_strategy(plan(core, chosen), seed, plays, rounds=goal, sessions=sessions or 0, progress=hears)
    return Simulation(made)


def _columns(told: "list[Line]") -> dict[str, list[str | int | float | bool | None]]:
    margins = [it.margin for it in told]
    returns = [float(it.returns) for it in told]
    return {
        "id": [it.id for it in told],
        "placed": [it.placed for it in told],
        "outlay_cents": [it.outlay for it in told],
        "returned_cents": [it.returned for it in told],
        **{result: [it.ends.get(result, 0) for it in told] for result in ("win", "lose", "push")},
        "return": [*returns],
        "low": [None if margin is None else value - margin for value, margin in zip(returns, margins, strict=True)],
        "high": [None if margin is None else value + margin for value, margin in zip(returns, margins, strict=True)],
        "exact": [float(it.exact) for it in told],
        "exact_exact": [str(it.exact) for it in told],
        "agrees": [it.agrees for it in told],
    }


def _interval(it: "Line") -> dict[str, object]:
    """In percent of outlay; empty where there is too little to tell."""
    if it.margin is None:
        return {}
    off = 100 * float(it.returns - it.exact)
    return {
        "wager": it.id, "off": off, "low": off - 100 * it.margin, "high": off + 100 * it.margin, "agrees": it.agrees,
    }  # fmt: skip
