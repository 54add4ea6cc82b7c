"""Words that the sentences of several kinds of events share."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from dicehouse.diagram.words import NUMBERS
from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table.bets import Settled

Sentence = str | Callable[[Rulebook, Any], str]
"""A text with the fields of the event in it, or a function where the words depend on them."""


def faces(book: Rulebook, dice: Sequence[int]) -> str:
    """Dice as they are called: "1, 2, 5", or the symbols."""
    return ", ".join(book.game.faces[face - 1] for face in dice)


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M:%S")


def listed(words: Sequence[object]) -> str:
    *others, last = map(str, words)
    return f"{', '.join(others)} and {last}" if others else last


def counted(count: int, one: str, more: str) -> str:
    return f"one {one}" if count == 1 else f"{NUMBERS[count] if 0 <= count < len(NUMBERS) else count} {more}"


def how_often(times: int) -> str:
    return "once" if times == 1 else counted(times, "", "times")


def wagers_with_stakes(settled: Sequence[Settled]) -> str:
    """ "one wager, $10" or "two wagers, $25 in all"."""
    stakes = as_money(sum(it.stake for it in settled))
    return f"{counted(len(settled), 'wager', 'wagers')}, {stakes}" + ("" if len(settled) == 1 else " in all")


def wager_by_wager(book: Rulebook, settled: Sequence[Settled]) -> str:
    """ "seat 1 Small $10; seat 3 Double 4 $5"."""
    return "; ".join(f"seat {it.seat} {book.wagers[it.wager].name} {as_money(it.stake)}" for it in settled)


def because(words: str) -> str:
    return f": {words}" if words else ""


def at_seat(number: int, elsewhere: str) -> str:
    return f"at seat {number}" if number else elsewhere


def in_whose_favour(it: Any) -> str:
    return "in the player's favour" if it.upheld else "as the house had it"


def colour_checks(it: Any) -> str:
    return counted(it.count, f"{it.colour} check", f"{it.colour} checks")
