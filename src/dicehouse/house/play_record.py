"""What a patron staked, got back, put in and took out, day by day: the sums that limits and statements are made from.

What was decided at a table counts on the day on which it was decided; what is put right counts on the day on which it
is found.
"""

from datetime import datetime, timedelta
from typing import Annotated, Final

from msgspec import Meta

from dicehouse.house.calendar import day_of
from dicehouse.house.holders import patron_of
from dicehouse.house.limits import LOSS_LIMIT, OUTSIDE_FUNDS, too_much_cash
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.patron_state import Day, Patron, Purchase
from dicehouse.house.state import House
from dicehouse.money import LARGEST
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Balance, Command, Event, Moment, Name, SaleId, Words, stamp

KEPT: Final = 35
"""Days of which the house keeps the sums: more than any month or week, and enough for a statement."""


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


COMMANDS: Orders = {
    RecordPlay: Order(record_play, others=(DEVICE,)),
    CorrectPlay: Order(correct_play, others=(DEVICE,)),
    RecordCash: Order(record_cash, others=(DEVICE,)),
}


APPLIERS: Appliers = {
    PlayRecorded: play_recorded,
    PlayCorrected: play_corrected,
    CashRecorded: cash_recorded,
}
