"""The meters of a terminal, and that they agree: money in, and wins, less turnover, less money out, is the credit.

The meters are sums of their own, added up from what happens; the credit is what wagers are made from and what is paid
out. The two are compared when a play begins and before any value leaves the terminal. Where they differ, the terminal
takes no wager and pays nothing until the supervisor has put it right, and an inspector is told.
"""

from collections.abc import Callable
from typing import Any, Final

from dicehouse.money import dollars
from dicehouse.refusal import Refused
from dicehouse.table.betting import IncreaseWager, PlaceWager
from dicehouse.table.credits_in_doubt import CreditsDecided, CreditsWithheld
from dicehouse.table.electronic import EndWagering
from dicehouse.table.meter import CollectCredits, CreditAdjusted, CreditsCollected, MoneyInserted
from dicehouse.table.notices import notice
from dicehouse.table.orders import INSPECTOR, Answer, Command, Event, Events
from dicehouse.table.people import ChipsBrought, LeaveSeat, SeatLeft
from dicehouse.table.rectifying import MispaymentRectified
from dicehouse.table.seats import Meters, Seat
from dicehouse.table.settlement import (
    LosersCollected,
    WagerPlaced,
    WagerRestaked,
    WagersForfeited,
    WagersTakenBack,
    WinnersPaid,
)
from dicehouse.table.state import Table
from dicehouse.table.terminals import METER, TerminalRectified, failed
from dicehouse.table.withheld_winnings import WinningsReleased

CHECKED: Final = (PlaceWager, IncreaseWager, CollectCredits, LeaveSeat)
"""Commands with which a play begins or value leaves a terminal."""


def guarded(table: Table, command: Command, judge: Callable[[Table, Any], Answer]) -> Answer:
    """Judge a command of a terminal whose meters agree; one whose meters do not is locked instead."""
    if isinstance(command, EndWagering):
        answer = judge(table, command)
        if isinstance(answer, Refused):
            return answer
        playing = (it for it in table.seats.values() if it.staked)
        return (*(event for it in playing for event in _locked(table, command, it)), *answer)
    if isinstance(command, CHECKED):
        bet = table.bets.get(getattr(command, "bet", ""))
        seat = table.seats.get(bet.seat if bet else getattr(command, "seat", 0))
        return (_locked(table, command, seat) if seat else ()) or judge(table, command)
    return judge(table, command)


def _locked(table: Table, command: Command, seat: Seat) -> Events:
    """The terminal out of order and the inspector told, if its meters do not agree; else nothing."""
    should = table.meters.get(seat.number, Meters()).credit
    if seat.fault is not None or seat.rack == should:
        return ()
    said = f"{dollars(seat.rack)} is on the credit meter and the other meters come to {dollars(should)}"
    about = f"seat {seat.number}: {said}; the terminal is locked"
    return (
        failed(table, command, seat, METER, said),
        notice(command, f"meters of seat {seat.number}", INSPECTOR, about, command.at, table.matter("credits_fault")),
    )


# --- what the facts do to the meters


def metered(table: Table, event: Event) -> None:
    """Add up what an event does, before it is applied."""
    step = _STEPS.get(type(event))
    if step is not None:
        step(table, event)


def _at(table: Table, seat: int) -> Meters:
    return table.meters.setdefault(seat, Meters())


def _came(table: Table, event: MoneyInserted | ChipsBrought) -> None:
    _at(table, event.seat).money_in += event.amount


def _collected(table: Table, event: CreditsCollected) -> None:
    _at(table, event.seat).money_out += event.amount


def _left(table: Table, event: SeatLeft) -> None:
    _at(table, event.seat).money_out += event.chips


def _adjusted(table: Table, event: CreditAdjusted) -> None:
    _at(table, event.seat).adjusted += event.amount


def _withheld(table: Table, event: CreditsWithheld) -> None:
    _at(table, event.seat).adjusted -= event.amount


def _given_back(table: Table, event: CreditsDecided) -> None:
    if event.seat and event.outcome == "released":
        _at(table, event.seat).adjusted += event.amount


def _corrected(table: Table, event: MispaymentRectified) -> None:
    if event.seat:
        _at(table, event.seat).adjusted += -event.amount if event.back else event.amount


def _released(table: Table, event: WinningsReleased) -> None:
    if event.seat:
        _at(table, event.seat).adjusted += event.amount


def _placed(table: Table, event: WagerPlaced) -> None:
    _at(table, event.seat).turnover += event.stake + event.commission


def _restaked(table: Table, event: WagerRestaked) -> None:
    it = table.layout.standing[event.bet]
    more = event.stake + event.commission - it.stake - it.commission
    _at(table, table.bets[event.bet].seat).turnover += more


def _taken_back(table: Table, event: WagersTakenBack) -> None:
    """What goes back undecided was not played."""
    for it in event.settled:
        bet = table.bets[it.bet]
        _at(table, bet.seat).turnover -= it.returned + bet.excess


def _decided(table: Table, event: LosersCollected | WinnersPaid | WagersForfeited) -> None:
    """Everything that comes back on a decision was won, but for what is held aside."""
    for it in event.settled:
        bet = table.bets[it.bet]
        aside = it.winnings if bet.person in table.withheld else 0
        _at(table, bet.seat).won += it.returned - aside + (bet.excess if it.returned else 0)


def _rectified(table: Table, event: TerminalRectified) -> None:
    """What the meters were found to be wrong by is on them from here on, and on record."""
    _at(table, event.seat).adjusted += event.variance


_STEPS: Final[dict[type[Event], Callable[[Table, Any], None]]] = {
    MoneyInserted: _came,
    ChipsBrought: _came,
    CreditsCollected: _collected,
    SeatLeft: _left,
    CreditAdjusted: _adjusted,
    CreditsWithheld: _withheld,
    CreditsDecided: _given_back,
    MispaymentRectified: _corrected,
    WinningsReleased: _released,
    WagerPlaced: _placed,
    WagerRestaked: _restaked,
    WagersTakenBack: _taken_back,
    WagersForfeited: _decided,
    LosersCollected: _decided,
    WinnersPaid: _decided,
    TerminalRectified: _rectified,
}
