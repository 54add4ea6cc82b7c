"""The status of a wager on the layout in a few words: what it would pay, how long it stays, and whether it works."""

from typing import Final

from dicehouse.games.streak import ended_now
from dicehouse.layout import PlacedWager
from dicehouse.money import in_chips
from dicehouse.rulebooks.reasons import run_at
from dicehouse.table.bets import Bet
from dicehouse.table.orders import Kind
from dicehouse.table.state import Table
from dicehouse.views import wager_words
from dicehouse.views.parts import money
from dicehouse.wager import Decision, Result


def waits(table: Table, bet: Bet, it: PlacedWager) -> str:
    """What becomes of a wager from here on."""
    if bet.asked:
        return "Called On; it counts when staff confirm it"
    if it.can_be_off and not table.layout.is_working(it):
        return "Off, called by its player" if it.called is False else "Off at the come-out"
    if it.wager.joins_run:
        return _streak(it)
    state = it.wager.states[it.state]
    if it.wager.behind:
        number = state.removeprefix("point_")
        decides = number if _says(table, it).startswith("its point") else f"7 before {number}"
        return f"Pays {money(_could_win(table, it))} on {decides}"
    if state.startswith("point_"):
        return f"{'Stays' if state in it.wager.contract_in else 'Waits'} until {state.removeprefix('point_')} or 7"
    if it.wager.one_roll and table.kind is Kind.CRAPS:
        return "Next roll only"
    said = _says(table, it)
    return f"On, called by its player; wins on {said}" if it.called else f"Wins on {said}"


_SAID: Final[dict[tuple[str, str], str]] = {}
"""When each wager wins, by rulebook and wager."""


def _says(table: Table, it: PlacedWager) -> str:
    key = (table.book.hash, it.name)
    if key not in _SAID:
        _SAID[key] = wager_words.says(table.book, it.wager)
    return _SAID[key]


def _streak(it: PlacedWager) -> str:
    state = it.wager.states[it.state]
    side, counted = run_at(state)
    if not side:
        return "Takes the side of the next result"
    step = ended_now(it.wager, state)
    if step.result is not Result.WIN:
        return f"{side}, {counted} in a row; a run of four pays"
    return f"{side}, {counted} in a row, {step.label.removeprefix('win ').replace(':', ' to ')} if it ends now"


def _could_win(table: Table, it: PlacedWager) -> int:
    """The most that the next roll can pay on it, in chips."""
    most = max((step.winnings for step in it.steps if isinstance(step, Decision)), default=None)
    if most is None:
        return 0
    return in_chips(it.stake * most.numerator, most.denominator, table.layout.chip, table.book.rounding)
