"""How long someone plays: sitting down and getting up, the checks and blocks of the policy, and the activity statement.

A stretch of play ends with a break of the policy's length away from every place; time at terminals and time at tables
count each for itself in it. Any 24 hours and any 7 days are counted to the second. Someone at two terminals at once
plays once. Without a policy nothing is asked, and the time is on record all the same.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, NamedTuple

from dicehouse.house.calendar import begins, day_of
from dicehouse.house.holders import may_show, not_their_own, patron_of
from dicehouse.house.limits import pauses
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.patron_state import Day, Patron, Playing, Sitting
from dicehouse.house.play_record import today
from dicehouse.house.policy import PlayPolicy
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Perhaps, Words, stamp

Where = Literal["table", "terminal"]
WHERE: Final[tuple[Where, ...]] = ("table", "terminal")

DAY: Final = timedelta(hours=24)
WEEK: Final = timedelta(days=7)
SHORTEST: Final = timedelta(minutes=1)
"""Getting up for less is no rest and counts as play, which also bounds how many sittings a week can have."""


class SitDown(Command, frozen=True):
    """Begin to play at a table or terminal."""

    patron: Name
    place: Name
    where: Where
    card: Perhaps = ""
    """Without it where no card is asked for, or where the table looks at it."""


class GetUp(Command, frozen=True):
    """End play at a table or terminal."""

    patron: Name
    place: Name


class CheckPatron(Command, frozen=True):
    """Say how someone does who has played for long without a break."""

    patron: Name
    note: Words


class SatDown(Event, frozen=True):
    """Someone plays at a place."""

    patron: str
    place: str
    where: Where
    rested: bool
    """Whether this begins a new stretch of play."""


class GotUp(Event, frozen=True):
    """Someone plays no longer at a place."""

    patron: str
    place: str


class PatronChecked(Event, frozen=True):
    """Staff saw how someone does."""

    patron: str
    note: str
    seconds: dict[str, int]
    """How long this stretch of play was at tables and at terminals."""


class Overlong(NamedTuple):
    """Someone who has played as long as the policy lets them."""

    patron: str
    rule: Literal["terminal", "table", "24 hours", "7 days"]
    seconds: int
    most: int
    block: bool
    """Whether they may not play on; else staff see how they do."""
    until: datetime | None
    """When they may play again if they stop now; None for a check."""


# --- how long


def stretch(house: House, patron: Patron, where: Where, now: datetime) -> int:
    """Seconds at tables, or at terminals, since the latest break of the policy's length."""
    playing = patron.playing
    if is_rested(house, patron, now):
        return 0
    since = playing.since.get(where)
    return playing.stretch.get(where, 0) + (_seconds(now - since) if since else 0)


def is_rested(house: House, patron: Patron, now: datetime) -> bool:
    """Whether someone is away from every place and has been for the length of a break."""
    playing = patron.playing
    if playing.at:
        return False
    return not playing.sittings or now - playing.sittings[-1].until >= _break(house)


def _break(house: House) -> timedelta:
    return timedelta(minutes=(house.policy.play or PlayPolicy()).break_minutes)


def _seconds(time: timedelta) -> int:
    return time // timedelta(seconds=1)


def _sittings(playing: Playing, now: datetime) -> Iterator[Sitting]:
    """The newest first, the one that goes on among them."""
    if playing.since:
        yield Sitting(min(playing.since.values()), now)
    yield from reversed(playing.sittings)


def played(patron: Patron, now: datetime, window: timedelta) -> int:
    """Seconds of play in the time before a moment."""
    start = now.astimezone(UTC) - window
    return sum(_seconds(it.until - max(it.since, start)) for it in _sittings(patron.playing, now) if it.until > start)


def _free_again(patron: Patron, now: datetime, window: timedelta, most: int) -> datetime:
    """The moment after which less than `most` of the window is play, for someone who stops now."""
    left, sittings = timedelta(seconds=most), _sittings(patron.playing, now)
    it = next(sittings)
    while it.until - it.since < left:
        left -= it.until - it.since
        it = next(sittings)
    return it.until.astimezone(UTC) - left + window


def overlong(house: House, patron: Patron, now: datetime) -> tuple[Overlong, ...]:
    """What of the policy's play time someone has used up: blocks first."""
    policy = house.policy.play
    if policy is None:
        return ()
    found = [*_windows(patron, policy, now), *_stretches(house, patron, policy, now)]
    return tuple(sorted(found, key=lambda it: not it.block))


def _windows(patron: Patron, policy: PlayPolicy, now: datetime) -> Iterator[Overlong]:
    rules: tuple[tuple[Literal["24 hours", "7 days"], timedelta, int], ...] = (
        ("24 hours", DAY, policy.day_hours),
        ("7 days", WEEK, policy.week_hours),
    )
    for rule, window, hours in rules:
        seconds, most = played(patron, now, window), hours * 3_600
        if seconds >= most:
            yield Overlong(patron.name, rule, seconds, most, True, _free_again(patron, now, window, most))


def _stretches(house: House, patron: Patron, policy: PlayPolicy, now: datetime) -> Iterator[Overlong]:
    """A check puts the next one off by as long again; a block is over after a break."""
    block = policy.continuous == "block"
    rules: tuple[tuple[Where, int], ...] = (("terminal", policy.terminal_hours), ("table", policy.table_hours))
    for where, hours in rules:
        seconds, most = stretch(house, patron, where, now), hours * 3_600
        checked = 0 if block else patron.playing.checked.get(where, 0)
        if seconds and seconds - checked >= most:
            left = now.astimezone(UTC) if patron.playing.at else patron.playing.sittings[-1].until
            yield Overlong(patron.name, where, seconds, most, block, left + _break(house) if block else None)


def blocked(house: House, patron: Patron, now: datetime, where: str = "") -> Refused | None:
    """Whether the policy lets someone play on, at a table or a terminal or, without naming one, wherever they are."""
    places = {where} if where else set(patron.playing.at.values())
    for it in overlong(house, patron, now):
        if it.block and (it.rule in places or it.rule not in WHERE):
            span = "without a break" if it.rule in WHERE else f"in {it.rule}"
            return Refused(
                Why.PAUSED,
                None,
                "play-time-reached",
                person=patron.name,
                played=_told(it.seconds),
                span=span,
                most=_told(it.most),
                until=it.until,
            )
    return None


def _told(seconds: int) -> str:
    return f"{seconds // 3_600}:{seconds // 60 % 60:02d} h"


def due(house: House, now: datetime) -> tuple[Overlong, ...]:
    """Everyone at a place whom staff have to see, or who may not play on."""
    there = (it for it in house.patrons.values() if it.playing.at)
    return tuple(found for it in there for found in overlong(house, it, now))


# --- the activity statement


class Line(NamedTuple):
    """A day of a statement; money in cents."""

    day: date
    deposits: int
    """Outside money put into the account."""
    other: int
    """Chips and the like put into the account, and cash at tables and terminals."""
    withdrawals: int
    stakes: int
    returns: int
    net: int
    """What was won; below nothing, what was lost."""
    seconds: int
    """Of play."""


def statement(house: House, name: str, now: datetime) -> tuple[Line, ...] | Refused:
    """What a patron did, day by day, the earliest first; play that goes on counts up to now."""
    patron = patron_of(house, name)
    if isinstance(patron, Refused):
        return patron
    since = min(patron.playing.since.values(), default=now)
    running = dict(_by_day(house, Sitting(since, now)))
    days = {**{day: Day() for day in running}, **patron.days}
    return tuple(_line(day, days[day], running.get(day, 0)) for day in sorted(days))


def _line(day: date, it: Day, running: int) -> Line:
    return Line(
        day=day,
        deposits=it.deposited,
        other=it.other,
        withdrawals=it.withdrawn,
        stakes=it.staked,
        returns=it.returned,
        net=it.returned - it.staked + it.corrected,
        seconds=it.seconds + running,
    )


def _by_day(house: House, sitting: Sitting) -> Iterator[tuple[date, int]]:
    """The seconds of a sitting on each calendar day."""
    since, day = sitting.since, day_of(house, sitting.since)
    while since < sitting.until:
        day += timedelta(days=1)
        until = min(sitting.until, begins(house, day))
        yield day - timedelta(days=1), _seconds(until - since)
        since = until


# --- the judgements


def sit_down(house: House, command: SitDown) -> Answer:
    """By one's own card where one is shown, not during a break, and not after too much play."""
    refused = not_their_own(command, command.patron)
    if refused:
        return refused
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    refused = (
        pauses(house, patron.name, command.at)
        or blocked(house, patron, command.at, command.where)
        or (may_show(house, command.card, command.patron) if command.card else None)
    )
    if refused:
        return refused
    if command.place in patron.playing.at:
        return Refused(Why.ALREADY_DONE, None, "plays-already", person=patron.name, place=command.place)
    rested = is_rested(house, patron, command.at)
    return (
        SatDown(
            clause="star-sicbo-2024 9.1", patron=patron.name, place=command.place, where=command.where, rested=rested,
            **stamp(command),
        ),
    )  # fmt: skip


def get_up(house: House, command: GetUp) -> Answer:
    patron = not_their_own(command, command.patron) or patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if command.place not in patron.playing.at:
        places = ", ".join(patron.playing.at) or "nowhere"
        return Refused(
            Why.ALREADY_DONE, None, "plays-elsewhere", person=patron.name, places=places, place=command.place
        )
    return (GotUp(clause="", patron=patron.name, place=command.place, **stamp(command)),)


def check_patron(house: House, command: CheckPatron) -> Answer:
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if not patron.playing.at:
        return Refused(Why.NOT_ELIGIBLE, None, "plays-nowhere", person=patron.name)
    seconds: dict[str, int] = {where: stretch(house, patron, where, command.at) for where in WHERE}
    return (PatronChecked(clause="", patron=patron.name, note=command.note, seconds=seconds, **stamp(command)),)


# --- what the facts do


def patron_checked(house: House, event: PatronChecked) -> None:
    house.patrons[event.patron].playing.checked = dict(event.seconds)


def sat_down(house: House, event: SatDown) -> None:
    playing = house.patrons[event.patron].playing
    if event.rested:
        playing.stretch, playing.checked = {}, {}
    playing.at[event.place] = event.where
    house.patrons[event.patron].counted.pop(event.place, None)
    playing.since.setdefault(event.where, event.at.astimezone(UTC))


def got_up(house: House, event: GotUp) -> None:
    patron = house.patrons[event.patron]
    playing = patron.playing
    began = min(playing.since.values())
    where = playing.at.pop(event.place)
    patron.allotted.pop(event.place, None)
    patron.allotments.pop(event.place, None)
    patron.counted.pop(event.place, None)
    if where in playing.at.values():
        return
    playing.stretch[where] = playing.stretch.get(where, 0) + _seconds(event.at - playing.since.pop(where))
    then = min(playing.since.values(), default=event.at.astimezone(UTC))
    if then > began:
        _sat(house, patron, Sitting(began, then))


def _sat(house: House, patron: Patron, sitting: Sitting) -> None:
    """A sitting, or the part of it before the one that goes on, is over."""
    for day, seconds in _by_day(house, sitting):
        today(house, patron.name, begins(house, day)).seconds += seconds
    oldest = sitting.until - WEEK
    kept = [it for it in patron.playing.sittings if it.until > oldest]
    if kept and sitting.since - kept[-1].until < SHORTEST:
        sitting = Sitting(kept.pop().since, sitting.until)
    patron.playing.sittings = [*kept, sitting]


COMMANDS: Orders = {
    SitDown: Order(sit_down, "cashier", (PATRON, DEVICE)),
    GetUp: Order(get_up, "cashier", (PATRON, DEVICE)),
    CheckPatron: Order(check_patron, "cashier"),
}
APPLIERS: Appliers = {
    SatDown: sat_down,
    GotUp: got_up,
    PatronChecked: patron_checked,
}
