"""Credit meters held against the ledger: money in, wins, turnover and money out, from the events of each terminal.

A meter is worked out from what happened at its terminal, and what the ledger has for the same terminal from the
postings alone; the two ways meet only here, and a difference means that one of them is wrong.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report, total
from dicehouse.reports.walk import Record, Walk
from dicehouse.table import Event
from dicehouse.table.credits_in_doubt import CreditsDecided, CreditsWithheld
from dicehouse.table.meter import CreditAdjusted, CreditsCollected, MoneyInserted
from dicehouse.table.people import ChipsBrought, SeatLeft
from dicehouse.table.rectifying import MispaymentRectified
from dicehouse.table.settlement import (
    LosersCollected,
    WagerPlaced,
    WagerRestaked,
    WagersForfeited,
    WagersTakenBack,
    WinnersPaid,
)
from dicehouse.table.wagering import WageringOpened
from dicehouse.table.withheld_winnings import WinningsReleased, WinningsWithheld

COLUMNS: Final = (
    Column("table"),
    Column("terminal", Kind.COUNT),
    Column("money_in", Kind.MONEY),
    Column("wins", Kind.MONEY),
    Column("turnover", Kind.MONEY),
    Column("money_out", Kind.MONEY),
    Column("adjusted", Kind.MONEY),
    Column("meter", Kind.MONEY, "Should be"),
    Column("ledger", Kind.MONEY),
    Column("difference", Kind.MONEY),
)
NOTES: Final = (
    Note("Money in, wins and adjustments less turnover and money out is the credit on the meter.", "aruze-sicbo 3.4"),
    Note("Turnover is what was staked less what went back undecided; wins are all that came back on a decision."),
    Note("Meters count from the first entry of the journal to the end of the period."),
)


class Meter(Struct):
    money_in: int = 0
    wins: int = 0
    turnover: int = 0
    money_out: int = 0
    adjusted: int = 0

    @property
    def credit(self) -> int:
        return self.money_in + self.wins + self.adjusted - self.turnover - self.money_out


class _Bet(Struct):
    seat: int
    person: str
    stake: int
    commission: int


class _Terminals:
    """The terminals of one table."""

    def __init__(self) -> None:
        self.electronic = False
        self.meters: dict[int, Meter] = {}
        self.ledger: dict[int, int] = {}
        self.bets: dict[str, _Bet] = {}
        self.withheld: set[str] = set()

    def at(self, seat: int) -> Meter:
        return self.meters.setdefault(seat, Meter())

    # --- what the facts do

    def opened(self, _: WageringOpened) -> None:
        self.electronic = True

    def money_came(self, event: MoneyInserted | ChipsBrought) -> None:
        self.at(event.seat).money_in += event.amount

    def money_left(self, event: CreditsCollected) -> None:
        self.at(event.seat).money_out += event.amount

    def seat_left(self, event: SeatLeft) -> None:
        self.at(event.seat).money_out += event.chips

    def put_right(self, event: CreditAdjusted) -> None:
        self.at(event.seat).adjusted += event.amount

    def credits_withheld(self, event: CreditsWithheld) -> None:
        self.at(event.seat).adjusted -= event.amount

    def credits_decided(self, event: CreditsDecided) -> None:
        if event.seat and event.outcome == "released":
            self.at(event.seat).adjusted += event.amount

    def rectified(self, event: MispaymentRectified) -> None:
        if event.seat:
            self.at(event.seat).adjusted += -event.amount if event.back else event.amount

    def held_aside(self, event: WinningsWithheld) -> None:
        self.withheld.add(event.person)

    def released(self, event: WinningsReleased) -> None:
        self.withheld.discard(event.person)
        if event.seat and event.outcome == "paid":
            self.at(event.seat).adjusted += event.amount

    def placed(self, event: WagerPlaced) -> None:
        self.bets[event.bet] = _Bet(event.seat, event.person, event.stake, event.commission)
        self.at(event.seat).turnover += event.stake + event.commission

    def restaked(self, event: WagerRestaked) -> None:
        bet = self.bets[event.bet]
        self.at(bet.seat).turnover += event.stake + event.commission - bet.stake - bet.commission
        bet.stake, bet.commission = event.stake, event.commission

    def taken_back(self, event: WagersTakenBack) -> None:
        for it in event.settled:
            bet = self.bets.pop(it.bet)
            self.at(bet.seat).turnover -= it.returned

    def decided(self, event: LosersCollected | WinnersPaid | WagersForfeited) -> None:
        for it in event.settled:
            bet = self.bets.pop(it.bet)
            kept = it.winnings if bet.person in self.withheld else 0
            self.at(bet.seat).wins += it.returned - kept


_STEPS: Final[dict[type[Event], Callable[[_Terminals, Any], None]]] = {  # each takes its own kind of event
    WageringOpened: _Terminals.opened,
    MoneyInserted: _Terminals.money_came,
    ChipsBrought: _Terminals.money_came,
    CreditsCollected: _Terminals.money_left,
    SeatLeft: _Terminals.seat_left,
    CreditAdjusted: _Terminals.put_right,
    CreditsWithheld: _Terminals.credits_withheld,
    CreditsDecided: _Terminals.credits_decided,
    MispaymentRectified: _Terminals.rectified,
    WinningsWithheld: _Terminals.held_aside,
    WinningsReleased: _Terminals.released,
    WagerPlaced: _Terminals.placed,
    WagerRestaked: _Terminals.restaked,
    WagersTakenBack: _Terminals.taken_back,
    LosersCollected: _Terminals.decided,
    WinnersPaid: _Terminals.decided,
    WagersForfeited: _Terminals.decided,
}


def meter_variance(walk: Walk, asked: Asked) -> Report:
    found: dict[str, _Terminals] = {}
    for record in walk:
        if record.table and asked.is_at(record.table) and not asked.is_after(record.at):
            _add(found.setdefault(record.table, _Terminals()), record)
    rows: list[tuple[Cell, ...]] = []
    for table, its in sorted(found.items()):
        for seat in sorted(its.meters.keys() | its.ledger.keys()) if its.electronic else ():
            it, there = its.meters.get(seat, Meter()), its.ledger.get(seat, 0)
            rows.append((
                table, seat, it.money_in, it.wins, it.turnover, it.money_out, it.adjusted, it.credit, there,
                there - it.credit,
            ))  # fmt: skip
    sums = total(COLUMNS, rows)
    wrong = sum(1 for row in rows if row[-1])
    verdict = Note(f"{wrong} of {len(rows)} meters differ from the ledger.")
    return Report(
        title="Meters and the ledger", columns=COLUMNS, rows=rows,
        totals={name: it for name, it in sums.items() if name != "terminal"}, notes=(verdict, *NOTES),
    )  # fmt: skip


def _add(terminals: _Terminals, record: Record) -> None:
    for event in record.events:
        step = _STEPS.get(type(event))
        if step:
            step(terminals, event)
    rack = f"table/{record.table}/seat/"
    for it in record.postings:
        if it.account.startswith(rack) and it.account.endswith("/rack"):
            seat = int(it.account[len(rack) : -len("/rack")])
            terminals.ledger[seat] = terminals.ledger.get(seat, 0) + it.amount
