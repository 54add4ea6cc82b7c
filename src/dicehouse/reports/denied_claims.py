"""Claims above $100 that the house denied: prizes, tickets and vouchers, inquiries and disputes.

A ticket or voucher that was refused at first and paid later was not denied. A dispute counts with the stake of its
wager; where it names none that can be found, its amount is not known and it is listed for a person to judge.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from dicehouse.house.inquiries import Determined
from dicehouse.house.promotions.awarding import ClaimDenied
from dicehouse.house.promotions.editions import DENIED_ABOVE
from dicehouse.house.tickets import TicketAccepted, TicketPaid
from dicehouse.house.vouchers import VoucherHandedIn, VoucherIssued, VouchersExpired
from dicehouse.leading.refusals import Said
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report, total
from dicehouse.reports.walk import Record, Walk
from dicehouse.table import Event
from dicehouse.table.disputes import (
    DisputeDecided,
    DisputeDecidedFinally,
    DisputeRaised,
    DisputeReviewed,
)
from dicehouse.table.settlement import (
    LosersCollected,
    WagerPlaced,
    WagerRestaked,
    WagersForfeited,
    WagersTakenBack,
    WinnersPaid,
)

COLUMNS: Final = (
    Column("denied", Kind.MOMENT),
    Column("where"),
    Column("claim"),
    Column("person"),
    Column("address"),
    Column("amount", Kind.MONEY),
    Column("reason"),
    Column("by"),
    Column("clause"),
)
NOTES: Final = (
    Note("Every claim above $100.00 that was denied, with the reason.", "star-sicbo-2024 10.10.1"),
    Note(
        "An address is in the journal for claims of promotional prizes; look others up where the house keeps patrons."
    ),
    Note("A dispute without an amount names no wager that could be found; see what it was about."),
)


class _Claim(Struct):
    """What a command to pay something says, of all that it may say."""

    do: str
    by: str
    ticket: str = ""
    voucher: str = ""
    amount: int = 0
    person: str = ""


class _Raised(Struct):
    """A dispute, and what it is about in money."""

    person: str
    about: str
    stake: int | None


class _Fold:
    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.denied: dict[str, tuple[Cell, ...]] = {}
        self.vouchers: dict[str, tuple[str, int]] = {}
        self.disputes: dict[tuple[str, str], _Raised] = {}
        self.stakes: dict[str, dict[str, int]] = {}
        """Of wagers that stand, and of those decided last, by stream."""
        self.over: dict[str, list[str]] = {}

    def add(self, record: Record) -> None:
        if record.refused is not None:
            self._refused(record, record.refused)
        for event in record.events:
            step = _STEPS.get(type(event))
            if step:
                step(self, record, event)

    def deny(self, key: str, record: Record, row: tuple[Cell, ...], amount: int | None) -> None:
        if (amount is None or amount > DENIED_ABOVE) and self.asked.covers(record.at):
            self.denied[key] = row

    def _refused(self, record: Record, refused: bytes) -> None:
        """A ticket or voucher for which the cage paid nothing."""
        claim = msgspec.json.decode(record.command, type=_Claim)
        if claim.do == "pay-ticket":
            what, person, amount = f"ticket {claim.ticket}", claim.person, claim.amount
        elif claim.do == "hand-in-voucher":
            person, amount = self.vouchers.get(claim.voucher, ("", 0))
            what = f"voucher {claim.voucher}"
        else:
            return
        said = msgspec.json.decode(refused, type=Said)
        row = (record.at, "the house", what, person, "", amount, said.message, claim.by, said.clause or "")
        self.deny(what, record, row, amount)

    # --- what the facts do

    def paid(self, _: Record, event: TicketPaid | TicketAccepted) -> None:
        self.denied.pop(f"ticket {event.ticket}", None)

    def voucher_issued(self, _: Record, event: VoucherIssued) -> None:
        self.vouchers[event.voucher] = event.person, event.amount

    def voucher_used(self, _: Record, event: VoucherHandedIn) -> None:
        self.denied.pop(f"voucher {event.voucher}", None)

    def vouchers_expired(self, _: Record, event: VouchersExpired) -> None:
        for it in event.vouchers:
            self.vouchers.pop(it, None)

    def determined(self, record: Record, event: Determined) -> None:
        if not event.pay:
            what = f"{event.kind} {event.of}"
            row = (event.at, "the house", what, event.person, "", event.amount, event.reason, event.by, event.clause)
            self.deny(f"inquiry {event.inquiry} {record.seq}", record, row, event.amount)

    def prize_denied(self, record: Record, event: ClaimDenied) -> None:
        what = f"claim {event.claim} of a prize of {event.promotion}"
        row = (
            event.at, "the house", what, event.name or event.person, event.address, event.value, event.reason, event.by,
            event.clause,
        )  # fmt: skip
        self.deny(f"prize {event.promotion} {event.claim}", record, row, event.value)

    def placed(self, record: Record, event: WagerPlaced | WagerRestaked) -> None:
        self.stakes.setdefault(record.stream, {})[event.bet] = event.stake

    def decided(self, record: Record, event: WagersTakenBack | LosersCollected | WinnersPaid | WagersForfeited) -> None:
        """The wagers of the latest decisions can still be disputed; those before them are let go."""
        stakes, over = self.stakes.setdefault(record.stream, {}), self.over.setdefault(record.stream, [])
        over += [it.bet for it in event.settled]
        for bet in over[: -len(event.settled) - REMEMBERED]:
            stakes.pop(bet, None)
        del over[: -len(event.settled) - REMEMBERED]

    def raised(self, record: Record, event: DisputeRaised) -> None:
        stake = self.stakes.get(record.stream, {}).get(event.bet)
        self.disputes[record.stream, event.dispute] = _Raised(event.person, event.about, stake)

    def ruled(self, record: Record, event: DisputeDecided | DisputeReviewed | DisputeDecidedFinally) -> None:
        """The latest ruling is what stands."""
        key = f"dispute {record.stream} {event.dispute}"
        self.denied.pop(key, None)
        it = self.disputes.get((record.stream, event.dispute))
        if it is None or event.upheld or not self.asked.is_at(record.table):
            return
        what = f"dispute {event.dispute}: {it.about}"
        row = (event.at, record.table, what, it.person, "", it.stake, event.ruling, event.by, record.clause(event))
        self.deny(key, record, row, it.stake)


REMEMBERED: Final = 10_000
"""Decided wagers of each table whose stakes are remembered for disputes."""

_STEPS: Final[dict[type[Event], Callable[[_Fold, Record, Any], None]]] = {  # each takes its own kind of event
    TicketPaid: _Fold.paid,
    TicketAccepted: _Fold.paid,
    VoucherIssued: _Fold.voucher_issued,
    VoucherHandedIn: _Fold.voucher_used,
    VouchersExpired: _Fold.vouchers_expired,
    Determined: _Fold.determined,
    ClaimDenied: _Fold.prize_denied,
    WagerPlaced: _Fold.placed,
    WagerRestaked: _Fold.placed,
    WagersTakenBack: _Fold.decided,
    LosersCollected: _Fold.decided,
    WinnersPaid: _Fold.decided,
    WagersForfeited: _Fold.decided,
    DisputeRaised: _Fold.raised,
    DisputeDecided: _Fold.ruled,
    DisputeReviewed: _Fold.ruled,
    DisputeDecidedFinally: _Fold.ruled,
}


def denied_claims(walk: Walk, asked: Asked) -> Report:
    fold = _Fold(asked)
    for record in walk:
        fold.add(record)
    rows = [row for row in fold.denied.values() if not asked.table or row[1] == asked.table]
    return Report(
        title="Claims above $100.00 that were denied", columns=COLUMNS, rows=rows, totals=total(COLUMNS, rows),
        notes=NOTES,
    )  # fmt: skip
