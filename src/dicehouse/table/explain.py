"""Explanations: why a wager ended as it did, and what happened in a round, in plain words with the clause.

`why` speaks of one decided wager, `told` of one event, and `round_in_words` of all that happened in a round. They
look at records and never at the table, so an old record can be explained as well as a new one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dicehouse.games.streak import ended_now
from dicehouse.layout import Ended
from dicehouse.money import Rounding, as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.reasons import FOUR_NEEDED, reason, run_at, run_so_far
from dicehouse.table.bets import Settled
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.orders import Event, Faces
from dicehouse.table.sentences import sentence
from dicehouse.table.settlement import LosersCollected, WagersForfeited, WagersTakenBack, WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.wager import Decision, Result, Wager

_CUT_SHORT: Final = {"streak_lights": "the equipment failed", "streak_closing": "the table was about to close"}
"""What ends a Super Streak wager before its run does, by the topic of the clause, and what has happened then."""


def ended_apart(book: Rulebook, it: Settled, dice: Sequence[int]) -> bool:
    """Whether something else than the rule of the wager decided it though the dice lay: it was not valid, or its run
    was made to end."""
    if it.result == Ended.VOID:
        return True
    wager = book.wagers[it.wager]
    step = wager.rules.steps[wager.rules.number(it.state)][book.dice.index(dice)]
    return wager.joins_run and (not isinstance(step, Decision) or _cut_short_by(book, it) != "")


def _cut_short_by(book: Rulebook, it: Settled) -> str:
    """The topic of the clause by which a streak was made to end; empty where none is cited."""
    cited = it.clauses[-1:]
    return next((topic for topic in _CUT_SHORT if (book.topics.get(topic),) == cited), "")


def why(book: Rulebook, it: Settled, dice: Sequence[int] = (), because: str = "") -> str:
    """One sentence on a decided wager: "Double 4 lost: one 4 showed; two are needed (3.2.4)".

    The dice are those that decided it; a wager that ended without dice may come with the words of whoever ended it.
    """
    wager = book.wagers[it.wager]
    told = _by_the_dice(book, wager, it, dice) if it.state else _without_dice(book, it, because)
    return f"{wager.name} {told} ({_cited(it.clauses) or wager.clause})"


SAID_SHORTLY: Final = {
    "loss limit": "it was above its player's loss limit",
    "nobody throws": "no player throws the dice",
    "rebuilt": "it was laid again as the terminal's record shows",
    "removed": "",
    "reduced": "",
}
"""Reasons that the table itself gives, in words."""


def _without_dice(book: Rulebook, it: Settled, because: str) -> str:
    because = SAID_SHORTLY.get(because, because)
    if it.result == Ended.REMOVED:
        return f"came down: {as_money(it.returned)} went back to its player" + (f"; {because}" if because else "")
    if it.result == Ended.VOID:
        return f"went back: {because or _without_result(book, it.clauses)}"
    return f"was forfeited: its {as_money(it.stake)} went to the house" + (f"; {because}" if because else "")


def _without_result(book: Rulebook, clauses: Sequence[str]) -> str:
    rule = book.no_result
    none = {rule.clause, *rule.reasons.values()}
    return "the round had no result" if none.intersection(clauses) else "it was declared void"


def _by_the_dice(book: Rulebook, wager: Wager, it: Settled, dice: Sequence[int]) -> str:
    if wager.joins_run and ended_apart(book, it, dice) and not _is_invalid(book, it):
        return _cut_short(book, wager, it)
    if it.result == Ended.VOID:
        return "went back: it was not a valid wager, so it can win nothing"
    step = wager.rules.steps[wager.rules.number(it.state)][book.dice.index(dice)]
    if not isinstance(step, Decision):
        raise ValueError(
            f"{it.bet}: {wager.id} at {it.state} is not decided by {list(dice)}; give the dice that did it"
        )
    if it.result == Ended.PUSH and step.result is not Result.PUSH:
        return f"went back: it was Off when the {book.wagers[wager.behind].name} in front of it was decided"
    return f"{_ended(book, it, step)}: {reason(book, wager, it.state, dice, step)}"


def _cut_short(book: Rulebook, wager: Wager, it: Settled) -> str:
    """A streak that was made to end at its count."""
    side, counted = run_at(it.state)
    run = run_so_far(side, counted) if side else "no run had begun"
    enough = "" if it.result == Ended.WIN else FOUR_NEEDED
    happened = _CUT_SHORT.get(_cut_short_by(book, it), "it was made to end")
    return f"{_ended(book, it, ended_now(wager, it.state))}: {run} when {happened}{enough}"


def _is_invalid(book: Rulebook, it: Settled) -> bool:
    """Whether it went back as a wager of someone who may not bet."""
    return it.result == Ended.VOID and not _cut_short_by(book, it)


def _ended(book: Rulebook, it: Settled, step: Decision) -> str:
    """ "lost", "went back" or "won $20 at 2 to 1"; even money is not mentioned."""
    if it.result != Ended.WIN:
        return "lost" if it.result == Ended.LOSE else "went back"
    price, _, part = step.label.removeprefix("win ").partition(" on ")
    at = "" if price == "1:1" else f" at {price.replace(':', ' to ')}"
    on = f" on {part} of the stake" if part else ""
    paid = f", {it.checks} {it.colour} checks of it" if it.checks else ""
    return f"won {as_money(it.winnings)}{at}{on}{_rounded(book, it, step)}{paid}"


def _rounded(book: Rulebook, it: Settled, step: Decision) -> str:
    if it.winnings * step.whole == it.stake * step.pays:
        return ""
    way = "down" if book.rounding is Rounding.DOWN else "up"
    return f", rounded {way} to {'the cent' if book.rounding is Rounding.EXACT else 'chips'}"


def _cited(clauses: Sequence[str]) -> str:
    """The clause that says most: the last that is no line of a table of odds."""
    return next((it for it in reversed(clauses) if "[" not in it), "")


# --- what happened


def told(book: Rulebook, event: Event) -> str:
    """One sentence on an event, with its clause where it has one."""
    said = sentence(book, event)
    return f"{said} ({event.clause})" if event.clause else said


def round_in_words(book: Rulebook, events: Iterable[Event]) -> list[str]:
    """What happened, step by step; each wager that was decided has its reason."""
    events = list(events)
    return [line for number, event in enumerate(events) for line in _lines(book, event, events[number:])]


def _lines(book: Rulebook, event: Event, onwards: Sequence[Event]) -> Iterator[str]:
    yield told(book, event)
    if isinstance(event, LosersCollected | WinnersPaid | WagersTakenBack | WagersForfeited):
        because = event.why if isinstance(event, WagersTakenBack | WagersForfeited) else ""
        dice = dice_of(onwards)
        yield from (why(book, it, dice, because) for it in event.settled)


def dice_of(events: Iterable[Event]) -> Faces:
    """The dice of the first round or roll that these events bring to its end."""
    return next((it.dice for it in events if isinstance(it, RoundEnded | RollSettled) and it.dice), ())
