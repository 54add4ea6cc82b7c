"""A session in the odds laboratory: one wager made again and again, worked out exactly."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from dicehouse.money import Cents
from dicehouse.odds.bankroll import session_of
from dicehouse.odds.figures import decimal, percent
from dicehouse.odds.session import Game, Session, edge_shows, game, session
from dicehouse.rulebooks import load
from dicehouse.views.odds import MILLION, Figure, chinese_name, percentage, root
from dicehouse.views.parts import Text

MOST_BITS: Final = 100_000_000
"""Of a session that is worked out while someone waits."""
MOST_WORK: Final = 10_000_000_000
"""The same of one with a bankroll."""


class BarView(Struct, frozen=True):
    """How often a session ends between two results, both included."""

    least: int
    most: int
    chance: str
    share: int
    """In millionths."""


class SessionView(Struct, frozen=True, kw_only=True):
    """One wager made again and again, worked out exactly."""

    wager: str
    name: Text
    stake: int
    outlay: int
    rounds: int
    returns: Figure
    ahead: Figure
    even: Figure
    behind: Figure
    mean: str
    """In dollars, to the cent."""
    deviation: str
    middle: int
    low: int
    high: int
    """One session in twenty ends below the low one, one in twenty above the high one."""
    bars: tuple[BarView, ...]
    ruined: Figure | None
    """The chance that the bankroll is gone on the way; None where none was given."""
    shows: int
    """After about how many wagers nineteen players in twenty are on the side that the edge is on; 0 without an edge."""
    favours: Literal["house", "player", ""]


class Evening(NamedTuple):
    """A session that someone asks for; money in cents."""

    wager: str
    stake: int
    rounds: int
    chip: int = 100
    bankroll: int = 0
    """0: nobody asks for ruin."""


def session_view(name: str, trial: Mapping[str, str], asked: Evening) -> SessionView:
    """A session; a ValueError where the wager is not known or the session too large to be worked out here."""
    book = load(name, dict(trial))
    played = game(book, asked.wager, Cents(asked.stake), Cents(asked.chip))
    if asked.bankroll:
        made = session_of(played, Cents(asked.bankroll), asked.rounds, most_work=MOST_WORK)
    else:
        made = session(played, asked.rounds, MOST_BITS)
    mean, spread = made.mean / 100, made.variance / 10_000
    return SessionView(
        wager=asked.wager,
        name=Text(played.value.name, chinese_name(book, played.value)),
        stake=asked.stake,
        outlay=played.outlay,
        rounds=asked.rounds,
        returns=percentage(played.value.returns),
        ahead=_figure(made.ahead),
        even=_figure(made.even),
        behind=_figure(made.behind),
        mean=decimal(mean),
        deviation=root(spread),
        middle=made.quantile(Fraction(1, 2)),
        low=made.quantile(Fraction(1, 20)),
        high=made.quantile(Fraction(19, 20)),
        bars=tuple(_bars(made)),
        ruined=None if made.ruined is None else _figure(made.ruined),
        shows=_shows(played),
        favours="house" if played.mean < 0 else "player" if played.mean else "",
    )


def _bars(made: Session) -> Iterator[BarView]:
    for least, most, chance in made.bars:
        yield BarView(least, most, percent(chance), int(chance * MILLION))


def _figure(x: Fraction) -> Figure:
    """A chance whose exact fraction may have thousands of digits: that is left out where nobody could read it."""
    exact = str(x) if x.denominator < 10**12 else ""
    return Figure(exact, percent(x))


def _shows(played: Game) -> int:
    found = edge_shows(played, Fraction(1, 20))
    return found.about if found else 0
