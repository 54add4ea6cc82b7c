"""Jackpots reconciled to the cent: seeds and contributions less prizes, with adjustments, is what the pools hold.

Contributions are worked out twice: from what went into the pools, and exactly from turnover and the approved share.
What the two differ by is the fraction of a cent that is carried on.
"""

from fractions import Fraction
from typing import Final

from msgspec import Struct

from dicehouse.house.accounts import HOUSE
from dicehouse.house.jackpot_rounds import JackpotGrew, JackpotReset, JackpotWon
from dicehouse.house.jackpot_state import JackpotTerms
from dicehouse.house.jackpots import JackpotAdjusted, JackpotOffered, hidden_account, pool_account
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report, total
from dicehouse.reports.walk import Walk
from dicehouse.table import Event

COLUMNS: Final = (
    Column("jackpot"),
    Column("turnover", Kind.MONEY),
    Column("seeds", Kind.MONEY),
    Column("contributions", Kind.MONEY),
    Column("won", Kind.MONEY),
    Column("wins", Kind.COUNT),
    Column("adjusted", Kind.MONEY),
    Column("should_be", Kind.MONEY),
    Column("pool", Kind.MONEY, "In the pool"),
    Column("hidden", Kind.MONEY),
    Column("difference", Kind.MONEY),
    Column("carried", Kind.CENTS, "Carried, in cents"),
    Column("share_difference", Kind.CENTS, "Off the share, in cents"),
)
NOTES: Final = (
    Note("Seeds and contributions less prizes won, with adjustments, is what the pools hold.", "aruze-sicbo 4.1.1"),
    Note("Carried is the fraction of a cent that has accrued beyond whole cents. Contributions and what is carried are "
         "exactly the approved share of turnover; the last column is what they are off it by."),
    Note("Pools count from the first entry of the journal to the end of the period."),
)  # fmt: skip


class Pool(Struct):
    terms: JackpotTerms
    turnover: int = 0
    seeds: int = 0
    contributions: int = 0
    won: int = 0
    wins: int = 0
    adjusted: int = 0
    shown: int = 0
    """What the ledger has in the pool."""
    hidden: int = 0
    carried: Fraction = Fraction(0)
    accrued: Fraction = Fraction(0)
    """The approved share of turnover, exactly."""

    def row(self, name: str) -> tuple[Cell, ...]:
        due = self.seeds + self.contributions + self.adjusted - self.won
        off = self.contributions + self.carried - self.accrued
        return (
            name, self.turnover, self.seeds, self.contributions, self.won, self.wins, self.adjusted, due, self.shown,
            self.hidden, self.shown + self.hidden - due, self.carried, off,
        )  # fmt: skip


def jackpot_reconciliation(walk: Walk, asked: Asked) -> Report:
    pools: dict[str, Pool] = {}
    ledger: dict[str, int] = {}
    for record in walk:
        if asked.is_after(record.at):
            continue
        for event in record.events:
            _add(pools, event)
        for it in record.postings:
            if it.account.startswith("jackpot/"):
                ledger[it.account] = ledger.get(it.account, 0) + it.amount
    for name, pool in pools.items():
        pool.shown, pool.hidden = ledger.get(pool_account(name), 0), ledger.get(hidden_account(name), 0)
    rows = [it.row(name) for name, it in sorted(pools.items()) if not asked.table or asked.table in it.terms.tables]
    return Report(title="Jackpot reconciliation", columns=COLUMNS, rows=rows, totals=total(COLUMNS, rows), notes=NOTES)


def _add(pools: dict[str, Pool], event: Event) -> None:
    if isinstance(event, JackpotOffered):
        pools[event.pool] = Pool(event.terms, seeds=event.terms.seed)
    elif isinstance(event, JackpotGrew):
        it = pools[event.pool]
        it.turnover += event.turnover
        it.contributions -= sum(each.amount for each in event.postings if each.account == HOUSE)
        it.carried = Fraction(*event.carry) + Fraction(*event.hidden_carry)
        rate, hidden = it.terms.rate, it.terms.hidden_rate
        it.accrued += event.turnover * (Fraction(rate.parts, rate.of) + Fraction(hidden.parts, hidden.of))
    elif isinstance(event, JackpotWon):
        it = pools[event.pool]
        it.won += event.prize - event.odd
        it.wins += 1
    elif isinstance(event, JackpotReset):
        it = pools[event.pool]
        it.seeds += event.seed
        it.terms = event.terms
    elif isinstance(event, JackpotAdjusted):
        pools[event.pool].adjusted += event.new - event.old
