"""The play of one table, person by person and gaming day by gaming day: stakes, time, theoretical and actual win.

Theory is the exact house edge of every wager that was made, at its stake and in the chips of its table, booked when the
wager leaves the layout. One that is taken down, or goes back without a result, leaves with what it was worth as it
stood, so that neither picking wagers up nor a round without a result moves the actual win away from the theory on
average. The variance is that of each result for all wagers on it together: two wagers on the same dice are not
independent. Wagers of tokens stake no money and are not counted.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from math import isqrt
from operator import add, mul
from typing import Any, Final
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from dicehouse.odds.standing import Amount, StandingValues
from dicehouse.reports.tables import gaming_day
from dicehouse.rulebooks import Rulebook
from dicehouse.table import Config, Event
from dicehouse.table.bets import Settled
from dicehouse.table.call_bets import WagerCalled
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.opening import TableOpened
from dicehouse.table.orders import Events, Faces, Kind
from dicehouse.table.people import SeatLeft, SeatTaken
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
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import kind_of
from dicehouse.wager import NOTHING, Wager

WITHIN_95: Final = Fraction(196, 100)
"""So many standard deviations to either side hold 19 results in 20 of a normal distribution."""
SECOND: Final = timedelta(seconds=1)

Decisions = LosersCollected | WinnersPaid | WagersTakenBack | WagersForfeited
Amounts = tuple[Amount, ...]
"""By class of outcomes."""


class Sums(Struct):
    """What came of some play."""

    results: int = 0
    """Results of the dice while money was at risk of them."""
    at_risk: int = 0
    """The stakes that each of these results could decide, added up."""
    wagers: int = 0
    """Wagers that were decided, or taken down."""
    staked: int = 0
    """Their stakes and commissions."""
    win: int = 0
    """What of these the house kept; below nothing, what it paid beyond them."""
    theory: Fraction = NOTHING
    """What of these the house keeps on average, in cents."""
    variance: Fraction = NOTHING
    """Of the win, in square cents."""

    @property
    def average_bet(self) -> int:
        """What was at risk of a result on average, to the cent below."""
        return self.at_risk // self.results if self.results else 0

    @property
    def within(self) -> int:
        """How far from the theory nineteen wins in twenty lie at most, to the cent above."""
        square = self.variance * WITHIN_95**2
        return 1 + isqrt(-(-square.numerator // square.denominator) - 1) if square > 0 else 0

    @property
    def is_outside(self) -> bool:
        """Whether the win is further from the theory than that."""
        return (self.win - self.theory) ** 2 > self.variance * WITHIN_95**2

    def add(self, other: "Sums") -> None:
        for key in Sums.__struct_fields__:
            setattr(self, key, getattr(self, key) + getattr(other, key))


class Rated(Struct):
    """One person's play on one gaming day at one table."""

    person: str
    seat: int = 0
    """Where they sat, or sit."""
    card: str = ""
    """The number of the card that they showed last at this table; empty where none was asked for."""
    seconds: int = 0
    """At the table, without the sitting that goes on."""
    since: datetime | None = None
    """Since when they sit; None for someone who has left."""
    sums: Sums = field(default_factory=Sums)

    def seconds_at(self, now: datetime) -> int:
        """How long they were at the table, up to a moment."""
        return self.seconds + (max(0, (now - self.since) // SECOND) if self.since else 0)


class Day(Struct):
    """One gaming day of a table."""

    of: date
    since: datetime
    """The first that happened on it."""
    everyone: Sums = field(default_factory=Sums)
    people: dict[str, Rated] = {}

    def rated(self, person: str) -> Rated:
        return self.people.setdefault(person, Rated(person))


class Laid(Struct):
    """A wager on the layout."""

    person: str
    wager: str
    state: str
    stake: int
    commission: int
    on: str | None
    theory: Fraction
    """What of the money in it the house keeps on average, as it was when that came there."""
    called: bool | None = None
    token: bool = False


class RatedPlay:
    """One table, told everything that happens there, in order and command by command."""

    def __init__(self, book: Rulebook, config: Config, *, latest_only: bool = False) -> None:
        self._latest_only = latest_only
        """Whether only the latest gaming day is kept."""
        self._config = config
        self._markers: dict[str, str] = {}
        self._laid: dict[str, Laid] = {}
        self._faced = False
        """Whether this result has been counted."""
        self._ends: datetime | None = None
        """When the present gaming day is over."""
        self.days: list[Day] = []
        self.goes_by(book)

    def goes_by(self, book: Rulebook) -> None:
        """The table goes by this rulebook from here on."""
        self._values = StandingValues(book, self._config.chip)
        self._is_craps = kind_of(book) is Kind.CRAPS

    @property
    def day(self) -> Day | None:
        """The latest gaming day on which anything happened; None before that."""
        return self.days[-1] if self.days else None

    def listen(self, events: Events) -> None:
        """What one command led to."""
        result = next((it for it in events if self._is_result(it)), None)
        for event in events:
            step = _STEPS.get(type(event))
            if step:
                self._turns(event.at)
                if result is not None and isinstance(event, _OF_A_RESULT) and not self._faced:
                    self._face()
                step(self, event, getattr(result, "dice", ()))
        self._faced = False

    def _is_result(self, event: Event) -> bool:
        """At craps every roll has dice of its own, and the round that ends with it has none."""
        return isinstance(event, RollSettled) or (isinstance(event, RoundEnded) and bool(event.dice))

    def _turns(self, at: datetime) -> None:
        """Begin another gaming day where one is over; whoever sits goes on sitting."""
        if self._ends is not None and at < self._ends:
            return
        of, before = gaming_day(self._config, at), self.day
        made = Day(of=of, since=at)
        if before is not None and self._ends is not None:
            again = max(self._ends, day_begins(self._config, of))
            for it in before.people.values():
                if it.since is not None:
                    it.seconds += (self._ends - it.since) // SECOND
                    made.people[it.person] = Rated(it.person, it.seat, it.card, since=again)
                    it.since = None
        self._ends = day_begins(self._config, of + timedelta(days=1))
        self.days = [made] if self._latest_only else [*self.days, made]

    # --- a result

    def _face(self) -> None:
        """Count a result for all that stands, before it is known what became of any wager."""
        self._faced = True
        mine: dict[str, tuple[Amounts, int]] = {}
        for it in self._laid.values():
            brings = self._brings(it)
            if brings is None:
                continue
            before, stake = mine.get(it.person, ((), 0))
            mine[it.person] = (tuple(map(add, before, brings)) if before else brings, stake + it.stake)
        if not mine:
            return
        day = self.days[-1]
        whole: Amounts = ()
        for person, (brings, stake) in mine.items():
            _risks(day.rated(person).sums, stake, brings, self._values.weights)
            whole = tuple(map(add, whole, brings)) if whole else brings
        _risks(day.everyone, sum(stake for _, stake in mine.values()), whole, self._values.weights)

    def _brings(self, it: Laid) -> Amounts | None:
        """What each outcome would bring to a wager; None where no outcome counts for it."""
        wager = self._values.book.wagers[it.wager]
        if it.token:
            return None
        brings = self._values.next(wager, it.state, it.stake)
        if self._works(it, wager):
            return brings
        if it.on is None:
            return None
        if self._values.book.readings["behind_come_asleep"] == "decided":
            return brings
        steps = self._values.steps(wager, it.state)
        return tuple(worth if step is None else it.stake for worth, step in zip(brings, steps, strict=True))

    def _works(self, it: Laid, wager: Wager) -> bool:
        """Whether the next roll counts for a wager: by its player's call, or else by the marker it minds."""
        if it.called is not None:
            return it.called
        return not wager.off_when or self._marker(wager.marker) not in wager.off_when

    def _marker(self, name: str) -> str:
        found = self._markers.get(name)
        if found is not None:
            return found
        return next(it.rules.starts[0] for it in self._values.book.markers if it.rules.name == name)

    # --- what the facts do

    def opened(self, event: TableOpened, _: Faces) -> None:
        """No wager stands, and every marker is where it starts."""
        self._config = event.config
        self._markers.clear()
        self._laid.clear()
        self.goes_by(self._values.book)

    def sat_down(self, event: SeatTaken, _: Faces) -> None:
        it = self.days[-1].rated(event.person)
        it.seat = event.seat
        it.card = event.card.number if event.card else it.card
        it.since = it.since or event.at

    def got_up(self, event: SeatLeft, _: Faces) -> None:
        it = self.days[-1].rated(event.person)
        it.seconds, it.since = it.seconds_at(event.at), None

    def placed(self, event: WagerPlaced, _: Faces) -> None:
        if event.wager not in self._values.book.wagers:
            return  # a wager of a rulebook that the table went by before
        made = Laid(
            event.person, event.wager, event.state, event.stake, event.commission, event.on, NOTHING,
            token=event.chips == "token",
        )  # fmt: skip
        made.theory = event.stake + event.commission - self._worth(made)
        self._laid[event.bet] = made
        it = self.days[-1].rated(event.person)
        it.seat, it.since = event.seat, it.since or event.at

    def restaked(self, event: WagerRestaked, _: Faces) -> None:
        self._changes(event.bet, event.stake, event.commission)

    def set_aside(self, event: ExcessSetAside, _: Faces) -> None:
        it = self._laid.get(event.bet)
        self._changes(event.bet, event.stake, it.commission if it else 0)

    def _changes(self, bet: str, stake: int, commission: int) -> None:
        it = self._laid.get(bet)
        if it is None:
            return
        before = it.stake + it.commission - self._worth(it)
        it.stake, it.commission = stake, commission
        it.theory += stake + commission - self._worth(it) - before

    def called(self, event: WagerCalled, _: Faces) -> None:
        it = self._laid.get(event.bet)
        if it is not None:
            it.called = event.working

    def moved(self, event: WagersMoved, _: Faces) -> None:
        for bet, state in event.moved.items():
            if bet in self._laid:
                self._laid[bet].state = state
        self._markers.update(event.markers)

    def over(self, _event: RoundEnded | RollSettled, _: Faces) -> None:
        """The result has been counted before."""

    def decided(self, event: Decisions, dice: Faces) -> None:
        by_dice = isinstance(event, LosersCollected | WinnersPaid)
        for it in event.settled:
            self._leaves(it, dice if by_dice else ())

    def _leaves(self, it: Settled, dice: Faces) -> None:
        """A wager leaves with what its result brings, or undecided with what it was worth."""
        laid = self._laid.pop(it.bet, None)
        if laid is None or laid.token:
            return
        meant = self._meant(laid, dice) if dice else self._worth(laid)
        theory = laid.theory if meant == it.returned else laid.theory + meant - it.returned
        staked, day = it.stake + it.extra, self.days[-1]
        for sums in (day.everyone, day.rated(laid.person).sums):
            sums.wagers += 1
            sums.staked += staked
            sums.win += staked - it.returned
            sums.theory += theory

    def _meant(self, it: Laid, dice: Faces) -> Amount:
        """What the dice bring by the wager's own rules, whatever it was given."""
        brings = self._brings(it)
        outcome = self._values.book.dice.index(dice)
        return self._worth(it) if brings is None else brings[self._values.class_of[outcome]]

    def _worth(self, it: Laid) -> Fraction:
        return self._values.now(self._values.book.wagers[it.wager], it.state, it.stake)


def _risks(sums: Sums, stake: int, brings: Amounts, weights: tuple[int, ...]) -> None:
    """One more result, with what each class of outcomes would have brought."""
    sums.results += 1
    sums.at_risk += stake
    many = sum(weights)
    whole, squares = sum(map(mul, weights, brings)), sum(map(mul, weights, map(mul, brings, brings)))
    sums.variance += Fraction(many * squares - whole * whole, many * many)


def day_begins(config: Config, of: date) -> datetime:
    """When a gaming day begins."""
    hours, minutes = map(int, config.gaming_day.split(":"))
    return datetime.combine(of, time(hours, minutes), ZoneInfo(config.time_zone)).astimezone(UTC)


_OF_A_RESULT = LosersCollected | WinnersPaid | WagersMoved | RoundEnded | RollSettled
_STEPS: Final[dict[type[Event], Callable[[RatedPlay, Any, Faces], None]]] = {  # each takes its own kind of event
    TableOpened: RatedPlay.opened,
    SeatTaken: RatedPlay.sat_down,
    SeatLeft: RatedPlay.got_up,
    WagerPlaced: RatedPlay.placed,
    WagerRestaked: RatedPlay.restaked,
    ExcessSetAside: RatedPlay.set_aside,
    WagerCalled: RatedPlay.called,
    WagersMoved: RatedPlay.moved,
    LosersCollected: RatedPlay.decided,
    WinnersPaid: RatedPlay.decided,
    WagersTakenBack: RatedPlay.decided,
    WagersForfeited: RatedPlay.decided,
    RoundEnded: RatedPlay.over,
    RollSettled: RatedPlay.over,
}
HEARD: Final = frozenset(_STEPS)
"""What is listened for."""
