"""Loss limits are allotted to places: what one place has and does not need moves to another where its patron plays.

The first place at which someone sits has all that may be lost, and the next one what is left. When the patron asks,
each other place gives up what it has and does not need for the wagers that stand there; only then is it set apart for
the place that wants it. At no moment may more be lost at all places together than the limit leaves.
"""

from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.limits import NO_MORE_LOSS, headroom, pauses, spare
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Balance, Command, Event, Name, Perhaps, stamp


class AllotHeadroom(Command, frozen=True):
    """Set apart for a place what a patron may still lose."""

    patron: Name
    place: Name
    most: Balance | None = None
    """No more than this; everything that is not set apart elsewhere without it."""


class BringHeadroom(Command, frozen=True):
    """Have what other places have of a loss limit, and nothing is staked with, set apart for this one."""

    patron: Name
    place: Name
    """The table or terminal at which it is wanted."""


class ReturnHeadroom(Command, frozen=True):
    """Tell the house what a place has given up of what was set apart for it."""

    patron: Name
    place: Name
    amount: Amount
    allotment: Perhaps
    """By which the place had it; one that was made anew meanwhile counts instead."""
    wanted_at: Name


class HeadroomAllotted(Event, frozen=True):
    """So much may be lost at a place, or as much as one likes, since a limit was removed."""

    patron: str
    place: str
    amount: int | None
    counted: int = 0
    """What was lost there, of what the house had heard by then."""


class HeadroomWanted(Event, frozen=True):
    """A patron wants to play at a place with what is set apart for others."""

    patron: str
    place: str


class HeadroomReturned(Event, frozen=True):
    """A place has given up some of what was set apart for it."""

    patron: str
    place: str
    amount: int


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


def bring_headroom(house: House, command: BringHeadroom) -> Answer:
    patron = not_their_own(command, command.patron) or patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    here = patron.allotted.get(command.place)
    if here is None:
        return Refused(Why.NOT_ELIGIBLE, NO_MORE_LOSS, "nothing-set-apart", person=patron.name, place=command.place)
    if sum(patron.allotted.values()) == here:
        return Refused(
            Why.ALREADY_DONE,
            NO_MORE_LOSS,
            "nothing-set-apart-elsewhere",
            person=patron.name,
            here=here,
            place=command.place,
        )
    return (HeadroomWanted(clause=NO_MORE_LOSS, patron=patron.name, place=command.place, **stamp(command)),)


def return_headroom(house: House, command: ReturnHeadroom) -> Answer:
    """The one place gives it up and the other has it in one step."""
    patron = patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if patron.allotments.get(command.place) != command.allotment:
        return Refused(
            Why.ALREADY_DONE,
            NO_MORE_LOSS,
            "set-apart-anew",
            person=patron.name,
            place=command.place,
            amount=command.amount,
        )
    says = stamp(command)
    returned = HeadroomReturned(
        clause=NO_MORE_LOSS, patron=patron.name, place=command.place, amount=command.amount, **says
    )
    left = headroom(house, patron.name, command.at)
    if left is None or command.wanted_at not in patron.allotted:
        return (returned,)
    kept = max(0, patron.allotted[command.place] - command.amount)
    others = {**patron.allotted, command.place: kept, command.wanted_at: 0}
    return (
        returned,
        HeadroomAllotted(
            clause=NO_MORE_LOSS, patron=patron.name, place=command.wanted_at,
            amount=max(0, left - sum(others.values())), counted=patron.counted.get(command.wanted_at, 0), **says,
        ),
    )  # fmt: skip


def headroom_wanted(house: House, event: HeadroomWanted) -> None:
    """Nothing is set apart otherwise before a place has given something up."""


def headroom_returned(house: House, event: HeadroomReturned) -> None:
    allotted = house.patrons[event.patron].allotted
    allotted[event.place] = max(0, allotted[event.place] - event.amount)


def headroom_allotted(house: House, event: HeadroomAllotted) -> None:
    """Without a limit there is nothing to set apart."""
    patron = house.patrons[event.patron]
    patron.allotted.pop(event.place, None)
    patron.allotments.pop(event.place, None)
    if event.amount is not None:
        patron.allotted[event.place] = event.amount
        patron.allotments[event.place] = event.cause


COMMANDS: Orders = {
    BringHeadroom: Order(bring_headroom, "cashier", (PATRON,)),
    ReturnHeadroom: Order(return_headroom, others=(DEVICE,)),
    AllotHeadroom: Order(allot_headroom, others=(DEVICE,)),
}
APPLIERS: Appliers = {
    HeadroomWanted: headroom_wanted,
    HeadroomReturned: headroom_returned,
    HeadroomAllotted: headroom_allotted,
}
