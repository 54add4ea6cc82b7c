"""Wagers and results as an audit reads them: each result of a table, and what it did to every wager that stood."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, Final, NamedTuple

from msgspec import Struct

from dicehouse.reports.tables import gaming_day
from dicehouse.reports.walk import Place, Record
from dicehouse.table import Event
from dicehouse.table.bets import Settled
from dicehouse.table.call_bets import WagerCalled
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.opening import TableOpened
from dicehouse.table.settlement import (
    ExcessSetAside,
    LosersCollected,
    WagerPlaced,
    WagerRestaked,
    WagersForfeited,
    WagersMoved,
    WagersTakenBack,
    WinnersPaid,
)
from dicehouse.table.settling import RoundBegan, RoundEnded
from dicehouse.table.streak import GamingDayBegan
from dicehouse.table.throw import DiceThrown
from dicehouse.table.wagering import WageringOpened

Row = tuple[object, ...]


class Standing(Struct):
    """A wager on the layout."""

    no: int
    bet: str
    seat: int
    person: str
    wager: str
    stake: int
    commission: int
    state: str
    call: str = ""
    steps: int = 0


class Step(NamedTuple):
    """What a result did to a wager that it decided, or to one that was taken down before it."""

    standing: Standing
    before: str
    after: str
    returned: int


class Play:
    """One table, event by event; it hands out rows of settlements, wagers and results."""

    def __init__(self) -> None:
        self.round = 0
        self.results = 0
        self.wagers = 0
        self.is_craps = False
        self.opening = False
        self.standing: dict[str, Standing] = {}
        self.decided: list[Step] = []
        self.before: dict[str, str] = {}
        """Where wagers stood that this result moves."""

    def add(self, record: Record, event: Event, place: Place) -> Iterator[tuple[str, Row]]:
        """The rows that come of an event, each with its table."""
        step = _STEPS.get(type(event))
        if step:
            step(self, event)
        if isinstance(event, _DECISIONS):
            for it in event.settled:
                yield "settlements", self._settled(record, event, it)
                self._leaves(record, event, it)
        elif isinstance(event, RollSettled) or (isinstance(event, RoundEnded) and not self.is_craps):
            yield from self._result(record, event, place)

    def _settled(self, record: Record, event: Event, it: Settled) -> Row:
        person = self.standing[it.bet].person
        return (
            record.seq, record.stream, record.table, self.round, event.at, event.by, it.bet, it.seat, person,
            it.wager, it.result, it.stake, it.winnings, it.returned, " ".join(it.clauses),
        )  # fmt: skip

    def _leaves(self, record: Record, event: Event, it: Settled) -> None:
        """A wager that went before any result came was never in play; one that was forfeited no result decided."""
        gone = self.standing.pop(it.bet)
        in_play = gone.steps or not isinstance(event, WagersTakenBack) or any(map(_ends, record.events))
        if in_play and it.result != "forfeit":
            self.decided.append(Step(gone, it.state or gone.state, it.result, it.returned))

    def _result(self, record: Record, event: RollSettled | RoundEnded, place: Place) -> Iterator[tuple[str, Row]]:
        self.results += 1
        day = gaming_day(place.config, event.at)
        dice = "-".join(map(str, event.dice))
        table = record.table
        yield "results", (
            table, self.results, dice, self.opening, event.at, event.by, day, self.round, record.seq,
        )  # fmt: skip
        stood = [Step(it, self.before.get(it.bet, it.state), it.state, 0) for it in self.standing.values()]
        for step in (*self.decided, *stood):
            step.standing.steps += 1
            yield "wagers", self._wager(step, table, event, day)
        self.opening = False
        self.decided.clear()
        self.before.clear()

    def _wager(self, step: Step, table: str, event: Event, day: date) -> Row:
        it = step.standing
        return (
            it.no, table, self.results, it.wager, it.stake, step.returned, it.steps, step.before, step.after,
            it.commission, it.call or None, event.by, day, event.at, it.bet, it.seat, it.person,
        )  # fmt: skip

    # --- what the facts do

    def opened(self, _: TableOpened) -> None:
        self.opening = True

    def day_began(self, event: GamingDayBegan) -> None:
        self.opening = self.opening or not event.stale

    def round_began(self, event: RoundBegan | WageringOpened) -> None:
        self.round = event.round

    def thrown(self, _: DiceThrown) -> None:
        self.is_craps = True

    def placed(self, event: WagerPlaced) -> None:
        self.wagers += 1
        self.standing[event.bet] = Standing(
            self.wagers, event.bet, event.seat, event.person, event.wager, event.stake, event.commission, event.state
        )

    def restaked(self, event: WagerRestaked) -> None:
        it = self.standing[event.bet]
        it.stake, it.commission = event.stake, event.commission

    def set_aside(self, event: ExcessSetAside) -> None:
        self.standing[event.bet].stake = event.stake

    def called(self, event: WagerCalled) -> None:
        self.standing[event.bet].call = "on" if event.working else "off"

    def moved(self, event: WagersMoved) -> None:
        for bet, state in event.moved.items():
            self.before[bet], self.standing[bet].state = self.standing[bet].state, state


def _ends(event: Event) -> bool:
    return isinstance(event, RoundEnded | RollSettled)


_DECISIONS = LosersCollected | WinnersPaid | WagersTakenBack | WagersForfeited
_STEPS: Final[dict[type[Event], Callable[[Play, Any], None]]] = {  # each takes its own kind of event
    TableOpened: Play.opened,
    GamingDayBegan: Play.day_began,
    RoundBegan: Play.round_began,
    WageringOpened: Play.round_began,
    DiceThrown: Play.thrown,
    WagerPlaced: Play.placed,
    WagerRestaked: Play.restaked,
    ExcessSetAside: Play.set_aside,
    WagerCalled: Play.called,
    WagersMoved: Play.moved,
}
