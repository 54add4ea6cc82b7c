"""What is set apart of a loss limit for one place moves to another where its patron plays too.

The first place at which someone sits has all that may be lost, and the next one what is left. When the patron asks,
each other place gives up what it has and does not need for the wagers that stand there; only then is it set apart for
the place that wants it. At no moment may more be lost at all places together than the limit leaves.
"""

from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.limits import NO_MORE_LOSS, HeadroomAllotted, headroom
from dicehouse.house.orders import DEVICE, PATRON, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, Perhaps, stamp


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


class HeadroomWanted(Event, frozen=True):
    """A patron wants to play at a place with what is set apart for others."""

    patron: str
    place: str


class HeadroomReturned(Event, frozen=True):
    """A place has given up some of what was set apart for it."""

    patron: str
    place: str
    amount: int


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


COMMANDS: Orders = {
    BringHeadroom: Order(bring_headroom, "cashier", (PATRON,)),
    ReturnHeadroom: Order(return_headroom, others=(DEVICE,)),
}
APPLIERS: Appliers = {HeadroomWanted: headroom_wanted, HeadroomReturned: headroom_returned}
