"""What a player sees of their own figures in the house: account, limits, time played."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.house import accounts
from dicehouse.house.breaks import on_break
from dicehouse.house.calendar import PERIODS, day_of
from dicehouse.house.limits import deposited, limit_of, net_loss, not_bound, paused_until
from dicehouse.house.patron_state import Patron
from dicehouse.house.playtime import statement
from dicehouse.house.state import House
from dicehouse.refusal import Refused
from dicehouse.views.own_disputes import HouseDispute, OwnComplaint, house_disputes, own_complaints
from dicehouse.views.parts import money


class LimitLeft(Struct, frozen=True):
    """A limit that the player has chosen."""

    limit: str
    amount: int | None
    used: int
    left: int | None
    words: str


class SetApart(Struct, frozen=True):
    """What may be lost at one place, of a loss limit for all."""

    place: str
    """A table, or a table and its terminal."""
    amount: int


class PlayerView(Struct, frozen=True, kw_only=True):
    """The player's own figures in the house."""

    account: int
    """What is in the account."""
    limits: tuple[LimitLeft, ...]
    set_apart: tuple[SetApart, ...]
    """What of the loss limit is set apart for the places where the player is."""
    not_covered: tuple[str, ...]
    """The tables of the house at which the loss limit does not bind."""
    played_today: int
    """Seconds at tables and terminals on this calendar day."""
    reality_minutes: int
    """After how many minutes of play the terminal tells time and net; 0: never by itself."""
    net_today: int
    """What came back less what was staked, today."""
    paused: datetime | None
    """Until when this person takes a break that the house requires."""
    resting: datetime | None
    """Until when this person takes a break by their own wish."""
    disputes: tuple[HouseDispute, ...]
    """Raised anywhere in the house."""
    complaints: tuple[OwnComplaint, ...]
    """Made outside the house, with what came of each."""


_LOSS: Final = {"day": "today", "week": "this week", "month": "this month"}


def player_view(house: House, person: str, now: datetime, tables: Mapping[str, bool]) -> PlayerView | None:
    """Someone's own figures, in a house of these tables with whether their document has loss limits; None for a guest
    whom the house does not know."""
    patron = house.patrons.get(person)
    if patron is None:
        return None
    today = patron.days.get(day_of(house, now))
    return PlayerView(
        account=accounts.balance(house, accounts.patron(person)),
        limits=tuple(_limits(house, patron, now)),
        set_apart=tuple(SetApart(place, amount) for place, amount in patron.allotted.items() if amount),
        not_covered=not_bound(house, person, tables, now),
        played_today=_seconds(house, person, now),
        reality_minutes=house.policy.reality_check.minutes if house.policy.reality_check else 0,
        net_today=today.returned - today.staked + today.corrected if today else 0,
        paused=paused_until(house, patron.name, now),
        resting=on_break(patron, now),
        disputes=tuple(house_disputes(house, person)),
        complaints=tuple(own_complaints(house, person, now)),
    )


def _limits(house: House, patron: Patron, now: datetime) -> Iterator[LimitLeft]:
    most = limit_of(patron, "deposit", now)
    if most is not None:
        used = deposited(house, patron, now)
        left = max(0, most - used)
        yield LimitLeft("deposit", most, used, left, f"{money(left)} more may be deposited today")
    for period in PERIODS:
        most = limit_of(patron, period, now)
        if most is not None:
            used = max(0, net_loss(house, patron, period, now))
            left = max(0, most - net_loss(house, patron, period, now))
            yield LimitLeft(period, most, used, left, f"{money(left)} left {_LOSS[period]}")


def _seconds(house: House, person: str, now: datetime) -> int:
    lines = statement(house, person, now)
    if isinstance(lines, Refused):
        return 0
    today = day_of(house, now)
    return sum(it.seconds for it in lines if it.day == today)
