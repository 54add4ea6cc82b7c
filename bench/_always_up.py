"""Twenty wagers at craps that stand on every roll: what a roll decides is placed again before the next."""

from typing import Final

from bench._script import STAKE
from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.positions import Plan, plan
from dicehouse.simulate.strategy import Bet, Session, Strategy

TWENTY: Final = (
    *("win-line", "dont-win", "big-6", "big-8", "field", "any-craps", "any-seven", "eleven", "craps-2", "craps-12"),
    *(f"place-win-{point}" for point in (4, 5, 6, 8, 9, 10)),
    *(f"hard-{number}" for number in (4, 6, 8, 10)),
)


def always_up(book: Rulebook, wagers: tuple[str, ...]) -> Plan:
    bets = (Bet(it, book.wagers[it], (STAKE,), working=True if it.startswith("hard") else None) for it in wagers)
    return plan(book, Strategy("always up", tuple(bets), Session(rounds=65_536)))
