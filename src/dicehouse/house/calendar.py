"""Days, weeks and months by the house's own clock; a day is 23 or 25 hours long where daylight saving changes."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from dicehouse.house.state import House

Period = Literal["day", "week", "month"]
PERIODS: Final[tuple[Period, ...]] = ("day", "week", "month")
"""A week begins on Monday, a month on its first day."""


def day_of(house: House, at: datetime) -> date:
    """The calendar day that a moment falls on in the house."""
    return at.astimezone(ZoneInfo(house.time_zone)).date()


def begins(house: House, day: date) -> datetime:
    """The first moment of a day in the house."""
    return datetime.combine(day, time(), ZoneInfo(house.time_zone)).astimezone(UTC)


def first_day(period: Period, day: date) -> date:
    """The day on which the period began that a day belongs to."""
    if period == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == "month" else day


def last_rollover(house: House, period: Period, at: datetime) -> datetime:
    """When the period began that a moment belongs to."""
    return begins(house, first_day(period, day_of(house, at)))


def next_rollover(house: House, period: Period, at: datetime) -> datetime:
    """When the next period begins."""
    longest = {"day": 1, "week": 7, "month": 31}[period]
    return begins(house, first_day(period, first_day(period, day_of(house, at)) + timedelta(days=longest)))
