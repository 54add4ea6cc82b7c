"""The latest rounds, seat by seat: the result of each wager in words, with its clause and amount."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from msgspec import Struct

from dicehouse.journal.record import entry_of
from dicehouse.journal.store import Store
from dicehouse.rulebooks import Rulebook
from dicehouse.table import event_of
from dicehouse.table.bets import Settled
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.explain import dice_of, why
from dicehouse.table.orders import Events, Faces
from dicehouse.table.people import SeatTaken
from dicehouse.table.settlement import LosersCollected, WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import Table
from dicehouse.views.parts import money

KEPT: Final = 30
"""Rounds that are recalled for each seat."""
WINDOW: Final = 500
"""Entries that are looked back at first; then eight times as many, and so on."""
FURTHEST: Final = 32_000
"""Entries after which looking back ends, so that a busy house opens soon."""


class DecisionView(Struct, frozen=True):
    """A wager that was decided, in words."""

    id: str
    wager: str
    name: str
    result: str
    """win, lose, push, void or removed."""
    stake: int
    winnings: int
    returned: int
    extra: int
    """What went with the stake beyond it: a commission."""
    net: int
    words: str
    """ "one 4 showed; two are needed"."""
    sentence: str
    """ "Double 4 lost: one 4 showed; two are needed (3.2.4)"."""
    clause: str


class RoundView(Struct, frozen=True):
    """What a round was for this seat."""

    round: int
    at: datetime
    dice: tuple[int, ...]
    total: int
    decided: tuple[DecisionView, ...]
    won: int
    """What winning wagers won, without their stakes."""
    lost: int
    """The stakes of losing wagers."""
    net: int
    words: str
    """The whole in one sentence, the net first."""


class Recall:
    """The latest rounds of one table, by seat; it hears all that happens there."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._kept: dict[int, tuple[str, deque[_Played]]] = {}

    def read_back(self, store: Store, stream: str, no: int) -> "Recall":
        """Take up what the journal has of the rounds of whoever sits at the table now, from the latest entries on."""
        seated = {number: seat.person for number, seat in self._table().seats.items()}
        window = WINDOW
        while seated:
            first = max(0, no - window)
            found = _decided_since(store, stream, first, no)
            if first == 0 or window >= FURTHEST or all(_is_enough(found.get(it)) for it in seated):
                for seat, person in seated.items():
                    for it in found.get(seat, _Found()).rounds:
                        self._keep(seat, person, _Played(self._table().book, it))
                break
            window *= 8
        return self

    def listen(self, events: Events) -> None:
        """Take note of wagers that a result has decided."""
        for seat, it in _decided(events):
            there = self._table().seats.get(seat)
            if there is not None:
                self._keep(seat, there.person, _Played(self._table().book, it))

    def _keep(self, seat: int, person: str, it: "_Played") -> None:
        kept = self._kept.get(seat)
        if kept is None or kept[0] != person:
            kept = self._kept[seat] = (person, deque(maxlen=KEPT))
        if not kept[1] or kept[1][0].at != it.at:  # read back and heard is still one round
            kept[1].appendleft(it)

    def rounds(self, seat: int, person: str) -> tuple[RoundView, ...]:
        """This person's rounds at a seat, the newest first."""
        kept = self._kept.get(seat)
        return tuple(it.view for it in kept[1]) if kept is not None and kept[0] == person else ()

    def last(self, seat: int, person: str) -> RoundView | None:
        kept = self._kept.get(seat)
        return kept[1][0].view if kept is not None and kept[0] == person else None


class _Round(NamedTuple):
    """What `round_view` is made of, but for the rulebook."""

    decided: list[Settled]
    dice: Faces
    number: int
    at: datetime


class _Played:
    """A round of a seat, put into words when someone first looks at it."""

    def __init__(self, book: Rulebook, it: _Round) -> None:
        self.at = it.at
        self._book = book
        self._round = it

    @cached_property
    def view(self) -> RoundView:
        return round_view(self._book, *self._round)


class _Found:
    """What the journal has of a seat since somebody took it."""

    def __init__(self) -> None:
        self.taken = False
        """Whether it was taken in the part that was read, so that there is nothing of this person before."""
        self.rounds: deque[_Round] = deque(maxlen=KEPT)


def _is_enough(found: _Found | None) -> bool:
    return found is not None and (found.taken or len(found.rounds) == KEPT)


def _decided(events: Events) -> Iterator[tuple[int, _Round]]:
    """What a result decided, seat by seat."""
    decided = [it for event in events if isinstance(event, (LosersCollected, WinnersPaid)) for it in event.settled]
    if not decided:
        return
    dice = dice_of(events)
    over = next((it for it in events if isinstance(it, RollSettled) or (isinstance(it, RoundEnded) and it.dice)), None)
    if not dice or over is None:
        return
    number = over.roll if isinstance(over, RollSettled) else over.round
    by_seat: dict[int, list[Settled]] = {}
    for it in decided:
        by_seat.setdefault(it.seat, []).append(it)
    for seat, own in by_seat.items():
        yield seat, _Round(own, dice, number, events[0].at)


def _decided_since(store: Store, stream: str, first: int, last: int) -> dict[int, _Found]:
    """By seat, the latest rounds of whoever took it last, the oldest first."""
    found: dict[int, _Found] = {}
    for body in islice(store.stream(stream, first), last - first):
        if not _TAGS.search(body):
            continue
        events = tuple(event_of(bytes(it)) for it in entry_of(body).events)
        for event in events:
            if isinstance(event, SeatTaken):
                found[event.seat] = _Found()
                found[event.seat].taken = True
        for seat, it in _decided(events):
            found.setdefault(seat, _Found()).rounds.append(it)
    return found


_TAGS: Final = re.compile(
    b'"event":"(?:%b)"'
    % b"|".join(str(it.__struct_config__.tag).encode() for it in (SeatTaken, LosersCollected, WinnersPaid))
)


def round_view(book: Rulebook, decided: list[Settled], dice: Faces, number: int, at: datetime) -> RoundView:
    """What a round was for one seat."""
    views = tuple(decision_view(book, it, dice) for it in decided)
    won = sum(it.winnings for it in views)
    lost = sum(it.stake - (it.returned - it.winnings) for it in views)
    net = sum(it.net for it in views)
    return RoundView(number, at, dice, sum(dice), views, won, lost, net, _summed(won, lost, net))


def decision_view(book: Rulebook, it: Settled, dice: Faces) -> DecisionView:
    said = why(book, it, dice)
    text, _, clause = said.rpartition(" (")
    return DecisionView(
        id=it.bet,
        wager=it.wager,
        name=book.wagers[it.wager].name,
        result=it.result,
        stake=it.stake,
        winnings=it.winnings,
        returned=it.returned,
        extra=it.extra,
        net=it.returned - it.stake,
        words=text.partition(": ")[2] or text,
        sentence=said,
        clause=clause.removesuffix(")"),
    )


def _summed(won: int, lost: int, net: int) -> str:
    """The whole in one sentence, the net first."""
    said = f"Up {money(net)}" if net > 0 else f"Down {money(-net)}" if net else "Level"
    parts = [f"you won {money(won)}"] * bool(won) + [f"you lost {money(lost)}"] * bool(lost)
    return f"{said}: {' and '.join(parts)}" if parts else said
