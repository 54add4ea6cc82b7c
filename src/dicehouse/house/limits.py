"""Deposit and loss limits: what a patron has chosen, what is used up, and what may still be lost.

A deposit limit counts outside money put into an account on a calendar day. A loss limit counts the net loss of a day, a
week or a month over all tables and terminals: stakes less what came back, in the period in which they were decided. A
lower limit holds at once; a higher one, or none, after 24 hours.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from dicehouse.house.calendar import PERIODS, Period, day_of, first_day, last_rollover, next_rollover
from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.orders import PATRON, Appliers, Order, Orders
from dicehouse.house.patron_state import Limit, Patron, Raise
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Balance, Command, Event, Moment, Name, stamp

DEPOSIT_LIMIT: Final = 'star-sicbo-2024 1.1 "Deposit Limit"'
LOSS_LIMIT: Final = 'star-sicbo-2024 1.1 "Loss Limit"'
NO_MORE_LOSS: Final = "star-sicbo-2024 9.3"
BREAK: Final = "star-sicbo-2024 9.4"
WAIT: Final = timedelta(hours=24)
"""Before a limit is higher or gone."""
OUTSIDE_FUNDS: Final = frozenset({"cash", "debit-card", "eftpos", "bank-transfer"})
"""What counts against a deposit limit; winnings, chips, vouchers and tokens were in the house before."""

Which = Literal["deposit", "day", "week", "month"]


class SetLimit(Command, frozen=True):
    """Choose a limit of one's own, change it, or have it removed."""

    patron: Name
    limit: Which
    """On deposits of a day, or on the net loss of a day, week or month."""
    amount: Balance | None = None
    """None to have it removed."""


class DeclineLimit(Command, frozen=True):
    """Say that one wants no limit."""

    patron: Name
    limit: Which


class RequireBreak(Command, frozen=True):
    """Keep a patron from wagering while a limit period ends and the next begins."""

    patron: Name
    until: Moment


class LimitSet(Event, frozen=True):
    """A limit holds from here on; one that was to come does not."""

    patron: str
    limit: str
    amount: int | None


class LimitRaiseAsked(Event, frozen=True):
    """A limit will be higher, or gone, after the time to think it over."""

    patron: str
    limit: str
    amount: int | None
    since: datetime


class LimitDeclined(Event, frozen=True):
    """Someone wants no limit."""

    patron: str
    limit: str


class BreakRequired(Event, frozen=True):
    """A patron may not wager until then, while a limit period ends."""

    patron: str
    until: datetime


# --- what the limits are and what is left of them


def limit_of(patron: Patron, limit: str, now: datetime) -> int | None:
    """The limit that holds at a moment."""
    found = patron.limits.get(limit)
    if found is None:
        return None
    return found.coming.amount if found.coming and now >= found.coming.since else found.amount


def to_come(patron: Patron, limit: str, now: datetime) -> Raise | None:
    """The higher limit, or none, that has been asked for and does not hold yet."""
    found = patron.limits.get(limit)
    return found.coming if found and found.coming and now < found.coming.since else None


def deposited(house: House, patron: Patron, now: datetime) -> int:
    """Outside money put in today."""
    day = patron.days.get(day_of(house, now))
    return day.deposited if day else 0


def net_loss(house: House, patron: Patron, period: Period, now: datetime) -> int:
    """Stakes less returns of the period that a moment belongs to; below nothing after a win."""
    first = first_day(period, day_of(house, now))
    return sum(it.staked - it.returned - it.corrected for day, it in patron.days.items() if day >= first)


def loss_limits(patron: Patron, now: datetime) -> dict[Period, int]:
    """The loss limits that hold at a moment."""
    found = ((period, limit_of(patron, period, now)) for period in PERIODS)
    return {period: amount for period, amount in found if amount is not None}


def headroom(house: House, name: str, now: datetime) -> int | None:
    """What a patron may still lose: the least that is left over the periods; None without a loss limit."""
    patron = house.patrons.get(name)
    limits = loss_limits(patron, now) if patron else {}
    if patron is None or not limits:
        return None
    return max(0, min(amount - net_loss(house, patron, period, now) for period, amount in limits.items()))


def spare(house: House, patron: Patron, place: str, now: datetime) -> int | None:
    """What may be lost at a place, with what is set apart for the others taken off; None without a loss limit."""
    left = headroom(house, patron.name, now)
    if left is None:
        return None
    return max(0, left - sum(amount for where, amount in patron.allotted.items() if where != place))


def out_of_date(house: House, now: datetime) -> tuple[str, ...]:
    """Patrons for whom more or less is set apart than they may lose, since a period ended or a limit changed.

    What is set apart for their places is to be asked for anew.
    """
    limited = ((it, headroom(house, it.name, now)) for it in house.patrons.values() if it.allotted)
    return tuple(it.name for it, left in limited if sum(it.allotted.values()) != left)


def is_bound(house: House, documents: bool) -> bool:
    """Whether a loss limit binds at a table, whose document has loss limits or not."""
    return documents or house.policy.loss_limits == "every_table"


def not_bound(house: House, name: str, tables: Mapping[str, bool], now: datetime) -> tuple[str, ...]:
    """The tables at which a patron's loss limit does not bind, of those of the house with whether their document has
    loss limits; none for someone who has no such limit."""
    if name not in house.patrons or not loss_limits(house.patrons[name], now):
        return ()
    return tuple(table for table, documents in tables.items() if not is_bound(house, documents))


def above_deposit_limit(house: House, name: str, means: str, amount: int, at: datetime) -> Refused | None:
    """Whether outside money may be put into an account; other money always may."""
    patron = house.patrons.get(name)
    if patron is None or means not in OUTSIDE_FUNDS:
        return None
    most, used = limit_of(patron, "deposit", at), deposited(house, patron, at)
    if most is not None and used + amount > most:
        return Refused(
            Why.DEPOSIT_LIMIT,
            DEPOSIT_LIMIT,
            "deposit-above-limit",
            name=name,
            used=used,
            amount=amount,
            most=most,
            left=max(0, most - used),
        )
    return too_much_cash(house, patron, amount, at) if means == "cash" else None


def too_much_cash(house: House, patron: Patron, amount: int, at: datetime) -> Refused | None:
    """Whether the policy of the house lets so much cash in."""
    if house.policy.cash is None:
        return None
    day = patron.days.get(day_of(house, at))
    used, most = day.cash if day else 0, house.policy.cash.day
    if used + amount <= most:
        return None
    return Refused(
        Why.DEPOSIT_LIMIT,
        None,
        "cash-above-daily-most",
        person=patron.name,
        used=used,
        amount=amount,
        most=most,
        left=max(0, most - used),
    )


def paused_until(house: House, person: str, now: datetime) -> datetime | None:
    """Until when someone is kept from wagering; None while they are not."""
    until = house.pauses.get(person)
    return until if until and now < until else None


def pauses(house: House, person: str, now: datetime) -> Refused | None:
    """Whether someone takes a break while a limit period ends (9.4)."""
    until = paused_until(house, person, now)
    if until is None:
        return None
    return Refused(Why.PAUSED, BREAK, "pauses-at-period-end", person=person, until=until)


# --- the judgements


def _clause(limit: str) -> str:
    return DEPOSIT_LIMIT if limit == "deposit" else LOSS_LIMIT


def _said(limit: str) -> str:
    return "deposit limit" if limit == "deposit" else f"loss limit of the {limit}"


def _own(house: House, command: Command, name: str) -> Patron | Refused:
    return not_their_own(command, name) or patron_of(house, name)


def set_limit(house: House, command: SetLimit) -> Answer:
    """Lower at once, higher or none after 24 hours; asking for what holds takes back a change to come."""
    patron = _own(house, command, command.patron)
    if isinstance(patron, Refused):
        return patron
    which, wanted, says = command.limit, command.amount, stamp(command)
    clause, there, coming = _clause(which), limit_of(patron, which, command.at), to_come(patron, which, command.at)
    if wanted == there and coming is None:
        return Refused(Why.ALREADY_DONE, clause, "limit-already", person=patron.name, said=_said(which), amount=there)
    lower = wanted is not None and (there is None or wanted <= there)
    if lower:
        return (LimitSet(clause=clause, patron=patron.name, limit=which, amount=wanted, **says),)
    if coming is not None and coming.amount == wanted:
        return Refused(
            Why.ALREADY_DONE,
            clause,
            "limit-coming",
            person=patron.name,
            said=_said(which),
            amount=wanted,
            since=coming.since,
        )
    since = command.at.astimezone(UTC) + WAIT
    return (LimitRaiseAsked(clause=clause, patron=patron.name, limit=which, amount=wanted, since=since, **says),)


def decline_limit(house: House, command: DeclineLimit) -> Answer:
    patron = _own(house, command, command.patron)
    if isinstance(patron, Refused):
        return patron
    there = limit_of(patron, command.limit, command.at)
    if there is not None:
        return Refused(
            Why.MUST_STAY,
            _clause(command.limit),
            "limit-stands",
            person=patron.name,
            said=_said(command.limit),
            there=there,
        )
    return (LimitDeclined(clause=_clause(command.limit), patron=patron.name, limit=command.limit, **stamp(command)),)


def require_break(house: House, command: RequireBreak) -> Answer:
    """Close to the end of a period of a limit that holds, before it or after it, and short (9.4)."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    at, near = command.at, timedelta(minutes=house.policy.rollover.minutes)
    periods = loss_limits(patron, at)
    if not periods:
        return Refused(Why.NOT_ELIGIBLE, BREAK, "no-loss-limit-to-break", person=patron.name)
    if command.until <= at:
        return Refused(Why.WRONG_TIME, BREAK, "break-would-be-over", person=patron.name, until=command.until, at=at)
    ends = [turn for it in periods for turn in (last_rollover(house, it, at), next_rollover(house, it, at))]
    end = min(ends, key=lambda turn: abs(turn - at))
    if abs(end - at) > near:
        return Refused(Why.NOT_YET, BREAK, "break-too-early", person=patron.name, end=end, near=str(near), at=at)
    if command.until > end + near:
        return Refused(
            Why.ABOVE_MAXIMUM,
            BREAK,
            "break-ends-too-late",
            person=patron.name,
            until=command.until,
            near=str(near),
            end=end,
        )
    return (BreakRequired(clause=BREAK, patron=patron.name, until=command.until, **stamp(command)),)


# --- what the facts do


def limit_set(house: House, event: LimitSet) -> None:
    house.patrons[event.patron].limits[event.limit] = Limit(event.amount)


def limit_raise_asked(house: House, event: LimitRaiseAsked) -> None:
    patron = house.patrons[event.patron]
    there = limit_of(patron, event.limit, event.at)
    patron.limits[event.limit] = Limit(there, Raise(event.amount, event.since))


def limit_declined(house: House, event: LimitDeclined) -> None:
    house.patrons[event.patron].limits[event.limit] = Limit(declined=event.at)


def break_required(house: House, event: BreakRequired) -> None:
    house.pauses[event.patron] = event.until


COMMANDS: Orders = {
    SetLimit: Order(set_limit, "cashier", (PATRON,)),
    DeclineLimit: Order(decline_limit, "cashier", (PATRON,)),
    RequireBreak: Order(require_break, "cage-supervisor"),
}
APPLIERS: Appliers = {
    LimitSet: limit_set,
    LimitRaiseAsked: limit_raise_asked,
    LimitDeclined: limit_declined,
    BreakRequired: break_required,
}
