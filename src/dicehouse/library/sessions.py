"""A session of one wager, worked out exactly: what is left after it, and the risk of ruin."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from dicehouse.library.amounts import Dollars, in_cents
from dicehouse.library.books import Book, rulebook
from dicehouse.library.frames import Frame
from dicehouse.money import Cents, dollars
from dicehouse.odds.bankroll import Ruin, ruin_or_goal, session_of
from dicehouse.odds.figures import percent
from dicehouse.odds.session import Session, game
from dicehouse.odds.session import session as worked_out
from dicehouse.rulebooks import Rulebook

if TYPE_CHECKING:
    import altair


class SessionOutcome:
    """How a session can end. Chances are exact fractions, amounts are cents; `core` is the session itself.

    With a bankroll every figure is that of somebody who stops when it is ruined, or when the goal is reached.
    """

    def __init__(self, core: Session, ever: Ruin | None) -> None:
        self.core = core
        self._ever = ever

    @property
    def ahead(self) -> Fraction:
        """The chance to leave with more than one brought."""
        return self.core.ahead

    @property
    def even(self) -> Fraction:
        return self.core.even

    @property
    def behind(self) -> Fraction:
        return self.core.behind

    @property
    def mean_cents(self) -> Fraction:
        return self.core.mean

    @property
    def wagers(self) -> Fraction:
        """Wagers made on average."""
        return self.core.wagers

    @property
    def ruined(self) -> Fraction | None:
        """The chance that the bankroll is ruined within the rounds; None without a bankroll."""
        return self.core.ruined

    @property
    def reached(self) -> Fraction | None:
        """The chance to come to the goal before ruin, however long that takes; None without a goal."""
        return None if self._ever is None else self._ever.reached

    def quantile(self, part: Fraction) -> int:
        """The lowest result, in cents, that at least this part of sessions does not exceed."""
        return self.core.quantile(part)

    def distribution(self) -> Frame:
        """Every result that can be, in cents, with its chance."""
        return Frame(
            f"{self.core.rounds} times {self.core.game.value.name}",
            {
                "result_cents": [net for net, _ in self.core],
                "chance": [float(Fraction(ways, self.core.whole)) for _, ways in self.core],
            },
        )

    def plot(self) -> "altair.Chart":
        """The middle of the distribution, in bands."""
        from dicehouse.library import charts

        step = self.core.step / 100
        rows: list[dict[str, object]] = [
            {"from": low / 100, "to": high / 100 + step, "share": float(chance)} for low, high, chance in self.core.bars
        ]
        return charts.results(f"{self.core.rounds} times {self.core.game.value.name}", rows)

    def __repr__(self) -> str:
        ruin = "" if self.ruined is None else f", ruined {percent(self.ruined)}"
        game = self.core.game
        return (
            f"<Session of {self.core.rounds} {game.value.id} at {dollars(game.stake)}: ahead {percent(self.ahead)},"
            f" behind {percent(self.behind)}, on average {dollars(round(self.mean_cents))}{ruin}>"
        )


def session(
    book: "Book | Rulebook | str | Path",
    wager: str,
    *,
    stake: Dollars = 10,
    rounds: int = 100,
    chip: Dollars = 1,
    bankroll: Dollars | None = None,
    goal: Dollars | None = None,
    readings: Mapping[str, str] | None = None,
) -> SessionOutcome:
    """One wager made again and again, as exact chances; a Behind wager by its point, such as "behind-come-6".

    >>> import dicehouse as dh
    >>> dh.session("star-craps", "pass line", bankroll=200)
    <Session of 100 win-line at 10.00: ahead 40.45%, behind 51.67%, on average -13.93, ruined 6.06%>
    """
    core = rulebook(book, readings=readings).core
    id = wager if any(wager.startswith(f"{it.id}-") for it in core.wagers.values() if it.behind) else None
    played = game(core, id or rulebook(core).wager(wager).id, in_cents("stake", stake), in_cents("chip", chip))
    if not 0 < rounds <= 1_000_000:
        raise ValueError(f"rounds: {rounds} is not a whole number from 1 to 1000000")
    brought, aim = (None if it is None else in_cents(name, it) for name, it in (("bankroll", bankroll), ("goal", goal)))
    _check(played.outlay, brought, aim)
    ever = None if brought is None or aim is None else ruin_or_goal(played, brought, aim)
    made = worked_out(played, rounds) if brought is None else session_of(played, brought, rounds, aim)
    return SessionOutcome(made, ever)


def _check(outlay: Cents, bankroll: Cents | None, goal: Cents | None) -> None:
    if bankroll is not None and bankroll < outlay:
        raise ValueError(f"bankroll {dollars(bankroll)} is below {dollars(outlay)}, what one wager takes; give more")
    if goal is not None and (bankroll is None or goal <= bankroll):
        had = "no bankroll" if bankroll is None else f"a bankroll of {dollars(bankroll)}"
        raise ValueError(f"goal {dollars(goal)} needs a bankroll below it, and there is {had}")
