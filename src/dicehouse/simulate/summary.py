"""A simulation told as plain data, for programs, for the screen and for the report."""

from dataclasses import dataclass
from fractions import Fraction

from dicehouse.money import dollars
from dicehouse.odds.figures import decimal
from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.figures import LEVEL, Line
from dicehouse.simulate.sessions import Spread, chance, spread, won
from dicehouse.simulate.strategy import Strategy
from dicehouse.simulate.tables import Over
from dicehouse.simulate.tally import Tally
from dicehouse.simulate.verdict import METHOD, Verdict, verdict

PLACES = 7
"""Digits of a simulated return."""


@dataclass(frozen=True)
class Summary:
    """What is told of a run; of one without a strategy there are no sessions and no total."""

    book: Rulebook
    seed: int
    rounds: int
    lines: list[Line]
    interrupted: bool = False
    strategy: Strategy | None = None
    total: Line | None = None
    tally: Tally | None = None

    @property
    def verdict(self) -> Verdict:
        """Of all wagers together; all bets in one are not one wager more."""
        return verdict(self.lines)

    @property
    def agrees(self) -> bool:
        """Whether nothing lies outside its interval."""
        told = self.lines if self.total is None else [*self.lines, self.total]
        return all(it.agrees is not False for it in told)


def as_data(it: Summary) -> dict[str, object]:
    data: dict[str, object] = {
        "rulebook": it.book.id,
        "hash": it.book.hash,
        "readings": {key: it.book.readings[key] for key in it.book.open_readings},
        "strategy": it.strategy.name if it.strategy else None,
        "seed": it.seed,
        "rounds": it.rounds,
        "interrupted": it.interrupted,
        "level": LEVEL,
        "agrees": it.agrees,
        "lines": [line_data(line) for line in it.lines],
    }
    together = it.verdict
    data["together"] = {
        "method": METHOD,
        "agrees": together.agrees,
        "differ": list(together.differ),
        "chances": {id: f"{chance:.6g}" for id, chance in together.adjusted.items()},
    }
    if it.total is not None:
        data["total"] = line_data(it.total)
    if it.tally is not None:
        data["sessions"] = session_data(it.tally)
    return data


def line_data(line: Line) -> dict[str, object]:
    low, high = interval(line)
    return {
        "id": line.id,
        "placed": line.placed,
        "outlay": dollars(line.outlay),
        "returned": dollars(line.returned),
        **{result: line.ends.get(result, 0) for result in ("win", "lose", "push")},
        "return": decimal(line.returns, PLACES),
        "low": low,
        "high": high,
        "exact": str(line.exact),
        "agrees": line.agrees,
    }


def interval(line: Line) -> tuple[str | None, str | None]:
    """The ends of the interval as decimals."""
    if line.margin is None:
        return None, None
    margin = Fraction(line.margin)
    return decimal(line.returns - margin, PLACES), decimal(line.returns + margin, PLACES)


def session_data(tally: Tally) -> dict[str, object]:
    ruined, low, high = chance(tally.over[Over.RUINED], tally.sessions)
    return {
        "played": tally.sessions,
        "won": won(tally),
        "ended": {it.name.lower(): tally.over[it] for it in Over},
        "ruin": {"share": f"{ruined:.7f}", "low": f"{low:.7f}", "high": f"{high:.7f}"},
        "result": _spread_data(spread(tally.spread["result"]), money=True),
        "drawdown": _spread_data(spread(tally.spread["drawdown"]), money=True),
        "rounds": _spread_data(spread(tally.spread["rounds"])),
        "longest_run_of_wins": _spread_data(spread(tally.spread["wins"])),
        "longest_run_of_losses": _spread_data(spread(tally.spread["losses"])),
    }


def _spread_data(it: Spread, *, money: bool = False) -> dict[str, object]:
    scale = 100 if money else 1
    told = dollars if money else int
    return {
        "mean": decimal(it.mean / scale, 4),
        "deviation": f"{it.deviation / scale:.4f}",
        "least": told(it.least),
        "most": told(it.most),
        "percent": {str(percent): told(value) for percent, value in it.quantiles.items()},
    }
