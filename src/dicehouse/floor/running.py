"""What runs on the floor: a table or the house, led from the journal, with what a watcher wants to know beside it."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Final, NamedTuple

from dicehouse.floor import dealing
from dicehouse.floor.clock import Clock
from dicehouse.floor.plan import TablePlan
from dicehouse.floor.signal import Signal
from dicehouse.floor.tumbler import Tumbler
from dicehouse.house import judge as house_judge
from dicehouse.house.state import House
from dicehouse.journal.record import Entry, entry_of
from dicehouse.journal.store import Store
from dicehouse.leading.leader import HouseLeader, Leader
from dicehouse.refusal import Refused
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    Config,
    Event,
    Table,
    craps_roll,
    dealt,
    dealt_result,
    electronic,
    event_of,
    evolve,
    opening,
    sealing,
    shooter,
    throw,
    wagering,
)
from dicehouse.table.orders import Answer, Events, Kind
from dicehouse.table.server import ServerRectified
from dicehouse.table.settlement import WagerPlaced, WagerRestaked
from dicehouse.table.settling import RoundBegan, RoundEnded

STEPS: Final = (
    opening.TableOpened,
    dealt.DiceTumbled, dealt.BettingOpened, dealt.BettingClosed, dealt.ButtonPressed, dealt_result.DiceUncovered,
    dealt_result.ResultAnnounced, dealt_result.ResultEntered, dealt_result.NoResultCalled,
    wagering.WageringOpened, wagering.WageringExtended, electronic.WageringEnded, electronic.DiceShot,
    electronic.DiceReported, electronic.RoundVoided, ServerRectified,
    shooter.DiceOffered, shooter.DiceAccepted, shooter.DiceDeclined, shooter.DiceRelinquished,
    shooter.StickpersonShoots, throw.DiceThrown, throw.DiceRested, craps_roll.RollCalled, throw.NoRollCalled,
    craps_roll.RollSettled, RoundEnded,
)  # fmt: skip
"""What takes a round one step on; a dealer's times count from the latest of them."""

_STEPS: Final = frozenset(STEPS)
_WAGERS: Final = frozenset({WagerPlaced, WagerRestaked})
"""What takes no round a step on, and is no seal."""
_TAIL: Final = 4_000
"""Entries that are looked through for the latest step when a table is taken up again."""


class Opened(NamedTuple):
    """A seal that was opened."""

    round: int
    seal: str
    salt: str
    dice: tuple[int, ...]


class Running:
    """A table in play."""

    def __init__(self, plan: TablePlan, leader: Leader, clock: Clock, tumbler: Tumbler | None) -> None:
        self.plan = plan
        self.leader = leader
        self.clock = clock
        self.tumbler = tumbler
        self.signal = Signal()
        self.turn = Signal()
        """Sent with `signal`, except for wagers, which change nothing of what falls due."""
        self.settled = Signal()
        """Sent whenever the outcome of a command is known."""
        self.listeners: list[Callable[[Events], None]] = []
        """Who is told what has happened here, once it is durable."""
        self.revision = self._no = leader.no
        self.halted = False
        """Whether a broken invariant has stopped it."""
        self.practice = plan.dealer == "practice" and tumbler is not None
        self.since = clock.now()
        self.opened: Opened | None = None
        self._look_back()

    def _look_back(self) -> None:
        """When the present phase began, and which seal was opened last, as the journal has it."""
        leader = self.leader
        self.since = datetime.min.replace(tzinfo=UTC)
        for event in _latest(leader.store, leader.stream, leader.no):
            self._follow(event)
        if self.since.year == 1:
            self.since = leader.table.now or self.clock.now()

    def take_up(self) -> None:
        """Go on with the leader as it is now, after a change of who leads."""
        self._no = self.leader.no
        self.revision = max(self.revision + 1, self._no)
        self._look_back()
        self.settled.send()
        self._rings()

    @property
    def name(self) -> str:
        return self.leader.stream

    @property
    def table(self) -> Table:
        return self.leader.table

    @property
    def book(self) -> Rulebook:
        """The rulebook in force."""
        return self.leader.book

    @property
    def config(self) -> Config:
        return self.table.config

    @property
    def ends(self) -> datetime | None:
        """When the present period for wagers, or the shooter's time, ends by the clock."""
        return dealing.ends(self.table, self.plan.pace, self.since, self.clock.now(), self.practice)

    @property
    def window_ends(self) -> datetime | None:
        """Until when the practice dealer waits for wagers on a Super Streak."""
        return dealing.window_ends(self.table, self.plan.pace, self.since, self.clock.now(), self.practice)

    @property
    def period(self) -> int:
        """How many seconds the period for wagers lasts; 0 where a person ends it."""
        if self.table.kind is Kind.ELECTRONIC:
            return self.config.wagering_seconds
        return round(self.plan.pace.betting) if self.practice else 0

    def practise(self, on: bool) -> bool:
        """Let a practice dealer deal, where there is a tumbler, or leave it to people; whether it deals now."""
        self.practice = on and self.tumbler is not None
        self._rings()
        return self.practice

    def halt(self) -> None:
        self.halted = True
        self._rings()

    def _rings(self) -> None:
        self.signal.send()
        self.turn.send()

    def next_step(self, now: datetime) -> dealing.Step | None:
        if self.halted:
            return None
        return dealing.next_step(self.table, self.plan.pace, self.since, now, self.practice)

    def follow(self, entry: Entry) -> None:
        """Take over what another process wrote, which leads this table."""
        self._no = max(self._no, self.leader.no)  # it was made anew since, from all that is written, where that failed
        if entry.no <= self._no:
            return
        for missed in _between(self.leader.store, self.name, self._no, entry.no):
            self._take_over(missed)
        self._take_over(entry)

    def _take_over(self, entry: Entry) -> None:
        self._no = entry.no
        events = tuple(event_of(bytes(it)) for it in entry.events)
        for event in events:
            evolve(self.table, event)
        if events:
            self.listen(events)

    def listen(self, answer: Answer) -> None:
        """What a command has led to is durable."""
        if isinstance(answer, Refused):
            return
        wagers = True
        for event in answer:
            if type(event) not in _WAGERS:
                wagers = False
                self._follow(event)
        for listener in self.listeners:
            listener(answer)
        self.revision += 1
        self.signal.send()
        if not (wagers and self.table.kind is Kind.ELECTRONIC):
            self.turn.send()

    def _follow(self, event: Event) -> None:
        if event.at < self.since:
            return
        if type(event) in _STEPS:
            self.since = event.at
            self._round = getattr(event, "round", self._round)
        elif isinstance(event, RoundBegan):
            self._round = event.round
        if (
            isinstance(event, dealt_result.DiceUncovered | electronic.DiceReported | craps_roll.RollCalled)
            and event.salt
        ):
            self.opened = Opened(self._round, event.seal or self._sealed, event.salt, event.dice)
        elif isinstance(event, dealt.DiceTumbled | sealing.DiceSealed):
            self._sealed = event.seal

    _sealed = ""
    """The seal that is to be opened."""
    _round = 0
    """The round that is played."""


class Tables(Mapping[str, Table]):
    """The tables of a floor by name, each as it stands when it is asked for."""

    def __init__(self, running: Mapping[str, Running]) -> None:
        self._running = running

    def __getitem__(self, name: str) -> Table:
        return self._running[name].table

    def __iter__(self) -> Iterator[str]:
        return iter(self._running)

    def __len__(self) -> int:
        return len(self._running)


def seated(tables: Mapping[str, Running]) -> dict[str, dict[int, str]]:
    """Who sits where: by table and seat."""
    return {name: {it.number: it.person for it in running.table.seats.values()} for name, running in tables.items()}


class RunningHouse:
    """The house in business."""

    def __init__(self, leader: HouseLeader) -> None:
        self.leader = leader
        self.signal = Signal()
        self.settled = Signal()
        """Sent whenever the outcome of a command is known."""
        self.listeners: list[Callable[[Events], None]] = []
        """Who is told what has happened in the house, once it is durable."""
        self.revision = self._no = leader.no
        self.halted = False
        """Whether a broken invariant has stopped it."""

    @property
    def house(self) -> House:
        return self.leader.house

    def halt(self) -> None:
        self.halted = True
        self.signal.send()

    def follow(self, entry: Entry) -> None:
        """Take over what another process wrote, which leads the house."""
        self._no = max(self._no, self.leader.no)  # it was made anew since, from all that is written, where that failed
        if entry.no <= self._no:
            return
        for missed in _between(self.leader.store, self.leader.stream, self._no, entry.no):
            self._take_over(missed)
        self._take_over(entry)

    def _take_over(self, entry: Entry) -> None:
        self._no = entry.no
        events = tuple(house_judge.event_of(bytes(it)) for it in entry.events)
        for event in events:
            house_judge.evolve(self.house, event)
        if events:
            self.listen(events)

    def take_up(self) -> None:
        """Go on with the leader as it is now, after a change of who leads."""
        self._no = self.leader.no
        self.revision = max(self.revision + 1, self._no)
        self.settled.send()
        self.signal.send()

    def listen(self, answer: Answer) -> None:
        """What a command has led to is durable."""
        if isinstance(answer, Refused):
            return
        for listener in self.listeners:
            listener(answer)
        self.revision += 1
        self.signal.send()


def _between(store: Store, stream: str, no: int, until: int) -> Iterator[Entry]:
    """The entries between two numbers of a stream; there are some where it changed hands while it was read."""
    if until == no + 1:
        return
    for body in islice(store.stream(stream, no), until - no - 1):
        yield entry_of(body)


def _latest(store: Store, stream: str, no: int) -> Iterator[Event]:
    """The latest events of a table that take a round on, in their order."""
    for body in store.stream(stream, max(0, no - _TAIL)):
        if _TAGS.search(body):
            yield from (event_of(bytes(it)) for it in entry_of(body).events)


_TAGS: Final = re.compile(
    b'"event":"(?:%b)"'
    % b"|".join(str(it.__struct_config__.tag).encode() for it in (*STEPS, sealing.DiceSealed, RoundBegan))
)
