"""Deposit and loss limits: what a patron has chosen, what is used up, and what may still be lost.

A deposit limit counts outside money put into an account on a calendar day. A loss limit counts the net loss of a day, a
week or a month over all tables and terminals: stakes less what came back, in the period in which they were decided. A
lower limit holds at once; a higher one, or none, after 24 hours. What may be lost is allotted to places, so that two of
them never spend the same dollar of it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta

from dicehouse.house.calendar import PERIODS, Period, day_of, first_day, last_rollover, next_rollover
from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.state import Day, House, Limit, Patron, Purchase, Raise
from dicehouse.money import LARGEST
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Balance, Command, Event, Moment, Name, SaleId, Words, stamp

DEPOSIT_LIMIT: Final = 'star-sicbo-2024 1.1 "Deposit Limit"'
LOSS_LIMIT: Final = 'star-sicbo-2024 1.1 "Loss Limit"'
NO_MORE_LOSS: Final = "star-sicbo-2024 9.3"
BREAK: Final = "star-sicbo-2024 9.4"
WAIT: Final = timedelta(hours=24)
"""Before a limit is higher or gone."""
KEPT: Final = 35
"""Days of which the house keeps the sums: more than any month or week, and enough for a statement."""
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


class RecordPlay(Command, frozen=True):
    """Tell the house what a patron staked and got back in wagers that were decided."""

    patron: Name
    place: Name
    """The table or terminal."""
    stake: Balance
    returned: Balance
    """All money that came back, the stakes that won among it."""
    decided: Moment | None = None
    """When; without it now. The house may hear of it on the next day."""


class CorrectPlay(Command, frozen=True):
    """Tell the house what a patron gained, or lost, since wagers that were decided were put right."""

    patron: Name
    place: Name
    gained: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    """Below nothing where it was lost."""
    reason: Words


class RecordCash(Command, frozen=True):
    """Tell the house of cash that a patron puts in at a table or terminal."""

    patron: Name
    place: Name
    amount: Amount
    sale: SaleId = ""
    """The sale of chips for which it was paid."""


class AllotHeadroom(Command, frozen=True):
    """Set apart for a place what a patron may still lose."""

    patron: Name
    place: Name
    most: Balance | None = None
    """No more than this; everything that is not set apart elsewhere without it."""


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


class PlayRecorded(Event, frozen=True):
    """Wagers of a patron were decided."""

    patron: str
    place: str
    stake: int
    returned: int
    decided: datetime | None = None
    """When; None in records of a time when it counted as played when the house heard of it."""


class PlayCorrected(Event, frozen=True):
    """Wagers of a patron that were decided were put right."""

    patron: str
    place: str
    gained: int
    reason: str


class CashRecorded(Event, frozen=True):
    """A patron put in cash at a table or terminal."""

    patron: str
    place: str
    amount: int
    sale: str = ""


class HeadroomAllotted(Event, frozen=True):
    """So much may be lost at a place, or as much as one likes, since a limit was removed."""

    patron: str
    place: str
    amount: int | None
    counted: int = 0
    """What was lost there, of what the house had heard by then."""


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


def record_play(house: House, command: RecordPlay) -> Answer:
    """What was decided is on record whatever the limit, for it has happened."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if not command.stake and not command.returned:
        return Refused(Why.BAD_STAKE, None, "no-play-recorded", person=patron.name)
    return (
        PlayRecorded(
            clause=LOSS_LIMIT, patron=patron.name, place=command.place, stake=command.stake, returned=command.returned,
            decided=command.decided, **stamp(command),
        ),
    )  # fmt: skip


def correct_play(house: House, command: CorrectPlay) -> Answer:
    """What was put right has happened too; it counts from here on, as the loss limit is kept from here on."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if not command.gained:
        return Refused(Why.BAD_STAKE, LOSS_LIMIT, "correction-of-zero", person=patron.name)
    return (
        PlayCorrected(
            clause=LOSS_LIMIT, patron=patron.name, place=command.place, gained=command.gained, reason=command.reason,
            **stamp(command),
        ),
    )  # fmt: skip


def record_cash(house: House, command: RecordCash) -> Answer:
    """Banknotes at a terminal and cash change at a table go into no account, and count as cash alone."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    refused = too_much_cash(house, patron, command.amount, command.at)
    if refused:
        return refused
    return (
        CashRecorded(
            clause="", patron=patron.name, place=command.place, amount=command.amount, sale=command.sale,
            **stamp(command),
        ),
    )  # fmt: skip


def allot_headroom(house: House, command: AllotHeadroom) -> Answer:
    """All that is set apart together is never more than what may be lost, and in a pause no place gets more (9.4).

    It may get less, and one without a limit gets its share: a limit that is chosen in a pause binds when it is over.
    """
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    left = spare(house, patron, command.place, command.at)
    there = patron.allotted.get(command.place)
    if there is not None and (left is None or left > there):
        refused = pauses(house, patron.name, command.at)
        if refused:
            return refused
    if left is None and command.place not in patron.allotted:
        return Refused(Why.NOT_ELIGIBLE, NO_MORE_LOSS, "no-loss-limit-to-allot", person=patron.name)
    amount = left if left is None or command.most is None else min(left, command.most)
    counted = patron.counted.get(command.place, 0)
    return (
        HeadroomAllotted(
            clause=NO_MORE_LOSS, patron=patron.name, place=command.place, amount=amount, counted=counted,
            **stamp(command),
        ),
    )  # fmt: skip


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


def today(house: House, name: str, at: datetime) -> Day:
    """The sums of a patron's day, begun where there are none; those of long ago go."""
    patron, day = house.patrons[name], day_of(house, at)
    if day not in patron.days:
        oldest = day - timedelta(days=KEPT - 1)
        patron.days = {**{it: sums for it, sums in patron.days.items() if it >= oldest}, day: Day()}
    return patron.days[day]


def money_in(house: House, name: str, means: str, amount: int, at: datetime) -> None:
    """Count what was put into an account; for someone who is not on the books there is nothing to count."""
    if name not in house.patrons:
        return
    day = today(house, name, at)
    if means in OUTSIDE_FUNDS:
        day.deposited += amount
    else:
        day.other += amount
    day.cash += amount if means == "cash" else 0


def money_out(house: House, name: str, amount: int, at: datetime) -> None:
    """Count what was paid out of an account."""
    if name in house.patrons:
        today(house, name, at).withdrawn += amount


def limit_set(house: House, event: LimitSet) -> None:
    house.patrons[event.patron].limits[event.limit] = Limit(event.amount)


def limit_raise_asked(house: House, event: LimitRaiseAsked) -> None:
    patron = house.patrons[event.patron]
    there = limit_of(patron, event.limit, event.at)
    patron.limits[event.limit] = Limit(there, Raise(event.amount, event.since))


def limit_declined(house: House, event: LimitDeclined) -> None:
    house.patrons[event.patron].limits[event.limit] = Limit(declined=event.at)


def play_recorded(house: House, event: PlayRecorded) -> None:
    """On the day on which it was decided, whenever the house heard of it."""
    day = today(house, event.patron, event.decided or event.at)
    day.staked += event.stake
    day.returned += event.returned
    _counted(house.patrons[event.patron], event.place, event.stake - event.returned)


def _counted(patron: Patron, place: str, lost: int) -> None:
    """So much more was lost at a place, which takes it off what was set apart for it."""
    patron.counted[place] = patron.counted.get(place, 0) + lost
    if place in patron.allotted:
        patron.allotted[place] = max(0, patron.allotted[place] - lost)


def play_corrected(house: House, event: PlayCorrected) -> None:
    """What was wrongly paid or played is put right on the day on which it is found."""
    day = today(house, event.patron, event.at)
    day.corrected += event.gained
    _counted(house.patrons[event.patron], event.place, -event.gained)


def cash_recorded(house: House, event: CashRecorded) -> None:
    day = today(house, event.patron, event.at)
    day.other += event.amount
    day.cash += event.amount
    if event.sale:
        day.purchases.setdefault(event.sale, Purchase()).cash += event.amount


def headroom_allotted(house: House, event: HeadroomAllotted) -> None:
    """Without a limit there is nothing to set apart."""
    patron = house.patrons[event.patron]
    patron.allotted.pop(event.place, None)
    patron.allotments.pop(event.place, None)
    if event.amount is not None:
        patron.allotted[event.place] = event.amount
        patron.allotments[event.place] = event.cause


def break_required(house: House, event: BreakRequired) -> None:
    house.pauses[event.patron] = event.until


COMMANDS: Orders = {
    SetLimit: Order(set_limit, "cashier", (PATRON,)),
    DeclineLimit: Order(decline_limit, "cashier", (PATRON,)),
    RecordPlay: Order(record_play, others=(DEVICE,)),
    CorrectPlay: Order(correct_play, others=(DEVICE,)),
    RecordCash: Order(record_cash, others=(DEVICE,)),
    AllotHeadroom: Order(allot_headroom, others=(DEVICE,)),
    RequireBreak: Order(require_break, "cage-supervisor"),
}
APPLIERS: Appliers = {
    LimitSet: limit_set,
    LimitRaiseAsked: limit_raise_asked,
    LimitDeclined: limit_declined,
    PlayRecorded: play_recorded,
    PlayCorrected: play_corrected,
    CashRecorded: cash_recorded,
    HeadroomAllotted: headroom_allotted,
    BreakRequired: break_required,
}
