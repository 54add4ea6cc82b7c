"""Rounds that a jackpot has counted, put right: a wager that is void after all was no turnover (4.1.1, 7.3).

A pool gives back what a round added to it, or gets what it lacked, to the fraction of a cent. A prize that was won in
the meantime stays with its winners, and what a round had added to it stays in it.
"""

from typing import Annotated

from msgspec import Meta

from dicehouse.house.jackpots import GROWS, Counted, JackpotGrew, grown
from dicehouse.house.orders import DEVICE, Facts, Order, Orders
from dicehouse.house.state import House
from dicehouse.money import LARGEST
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp


class CorrectRound(Command, frozen=True):
    """Tell the house by how much more, or less, was staked in a round that the jackpots have counted."""

    table: Name
    round: Annotated[int, Meta(ge=1)]
    turnover: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    """Below nothing where wagers were void."""
    reason: Words


class RoundCorrected(Event, frozen=True):
    """So much more, or less, was staked in a round than was counted."""

    table: str
    round: int
    turnover: int
    reason: str


def correct_round(house: House, command: CorrectRound) -> Answer:
    last = house.rounds.get(command.table, 0)
    if command.round > last:
        message = (
            f"{command.table}: round {command.round} is to be put right and {last} is the last that was counted; "
            "report it first"
        )
        return Refused(Why.NOT_YET, GROWS, message)
    if not command.turnover:
        message = f"{command.table}: 0.00 puts nothing right in round {command.round}; name what was staked otherwise"
        return Refused(Why.BAD_STAKE, GROWS, message)
    return (
        RoundCorrected(
            clause=GROWS, table=command.table, round=command.round, turnover=command.turnover, reason=command.reason,
            **stamp(command),
        ),
        *_put_right(house, command),
    )  # fmt: skip


def _put_right(house: House, command: CorrectRound) -> tuple[JackpotGrew, ...]:
    """The pools that this round has made grow and that were not won since."""
    return tuple(
        grown(house, command, Counted(command.table, command.round, command.turnover), pool)
        for pool, it in house.jackpots.items()
        if command.table in it.terms.tables and command.round > it.before.get(command.table, 0)
    )


def on_record(house: House, event: RoundCorrected) -> None:
    """The pools follow."""


ORDERS: Orders = {CorrectRound: Order(correct_round, others=(DEVICE,))}
FACTS: Facts = {RoundCorrected: on_record}
