"""A wager in words and figures, from its own automaton: when it wins, what it pays, and how likely that is."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from dicehouse.diagram.words import NUMBERS, either, in_words
from dicehouse.dice import Rolls
from dicehouse.games.colours import COLOURS, SYMBOLS
from dicehouse.games.streak import SHORTEST
from dicehouse.odds import Value, values_of
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import Rulebook
from dicehouse.wager import Base, Decision, Go, Result, Stay, Wager


class PayLine(Struct, frozen=True):
    """One price of an area."""

    when: str
    """In words of the table: "two 4s", "4 in a row"; empty where the area has one price."""
    odds: str
    """ "11 to 1"."""
    short: str
    """ "11:1"."""
    part: str = ""
    """The part of the stake on which it is paid; empty: all of it."""
    wins: tuple[int, ...] = ()
    """What each chip of the layout would win, or a streak at its price; 0 where it alone is no stake."""


class Figures(Struct, frozen=True):
    """How likely a wager is to win and what comes back, exactly and in percent."""

    chance: str
    chance_percent: str
    returns: str
    return_percent: str


def prices(wager: Wager, wins: Callable[[Decision], tuple[int, ...]] = lambda _: ()) -> tuple[PayLine, ...]:
    """What a wager pays, each price with what it is paid for, and what `wins` says that a price comes to."""
    found: dict[str, list[str]] = {}
    ends: dict[str, Decision] = {}
    for state, rolls, end in _wins(wager):
        found.setdefault(end.label, []).append(_paid_for(wager, state, rolls))
        ends[end.label] = end
    lines = [
        _line(label, _when(wager, when) if len(found) > 1 else "", wins(ends[label])) for label, when in found.items()
    ]
    return tuple(sorted(lines, key=lambda it: _order(it.short)) if not wager.behind else lines)


def _wins(wager: Wager) -> Iterator[tuple[str, Rolls, Decision]]:
    for state, arms in zip(wager.rules.states, wager.rules.arms, strict=True):
        yield from ((state, rolls, it) for rolls, it in arms if isinstance(it, Decision) and it.result is Result.WIN)


def _when(wager: Wager, when: list[str]) -> str:
    said = either(dict.fromkeys(when))
    return f"point {said}" if wager.behind else said


def _paid_for(wager: Wager, state: str, rolls: Rolls) -> str:
    if wager.family == "streak":
        return f"{_run_paid(state, rolls, wager)} in a row"
    if wager.behind:
        return state.removeprefix("point_")
    return shown(wager, rolls)


def _run_paid(state: str, rolls: Rolls, wager: Wager) -> int:
    """How long the run is that pays here: one more than was counted where the result goes on with it."""
    counted = int(state.rpartition("_")[2])
    goes_on = any(isinstance(it, Go) for _, it in wager.rules.arms[wager.rules.number(state)])
    side = state.partition("_")[0]
    ends_it = goes_on or rolls != _on_side(side, wager)
    return counted if ends_it else counted + 1


def _on_side(side: str, wager: Wager) -> Rolls:
    """The results that carry a run of this side on: those that lead from its first count to its second."""
    first = wager.rules.arms[wager.rules.number(next(it for it in wager.states if it.startswith(side)))]
    return next(rolls for rolls, it in first if isinstance(it, Go))


def _line(label: str, when: str, wins: tuple[int, ...]) -> PayLine:
    price, _, part = label.removeprefix("win ").partition(" on ")
    return PayLine(when, price.replace(":", " to "), price, part, wins)


def _order(short: str) -> Fraction:
    pays, to = short.split(":")
    return Fraction(int(pays), int(to))


# --- when it wins


def shown(wager: Wager, rolls: Rolls) -> str:
    """A set of rolls in the words of this wager's felt."""
    picked = wager.id.removeprefix(f"{wager.family}-")
    if picked in SYMBOLS and wager.family.startswith("symbol"):
        face = SYMBOLS.index(picked) + 1
        return _so_many(sorted({roll.count(face) for roll in rolls}), picked)
    if picked in COLOURS and wager.family.startswith("colour"):
        counts = sorted({sum(face in COLOURS[picked] for face in roll) for roll in rolls})
        alike = "" if rolls & rolls.dice.alike else ", not all the same"
        dice = "die" if counts[0] == 1 else "dice"
        return _so_many(counts, f"{picked} {dice}") + (alike if counts == [3] else "")
    if wager.family == "any-colour-triple":
        return "three dice of one colour" + ("" if rolls & rolls.dice.alike else ", not all the same")
    if wager.family in {"single", "double", "triple"} and len(rolls) == 1:
        return f"three {picked}s"
    if wager.family == "four" and not rolls - rolls.dice.different:
        return f"three different of {', '.join(picked.split('-'))}"
    return in_words(rolls)


def _so_many(counts: list[int], what: str) -> str:
    said = either(NUMBERS[it] for it in counts)
    return f"at least one {what}" if counts == [1, 2, 3] else f"{said} {what}"


def says(wager: Wager) -> str:
    """When it wins, in a few words."""
    if wager.family == "streak":
        return f"{NUMBERS[SHORTEST]} or more in a row"
    if wager.behind:
        return "its point before 7" if _is_for_the_point(wager) else "7 before its point"
    arms = wager.rules.arms[0]
    wins = _union(wager, arms, Result.WIN)
    loses = _union(wager, arms, Result.LOSE)
    if wager.one_roll:
        return shown(wager, wins)
    if _has_point(wager):
        then = "its point before 7" if _is_for_the_point(wager) else "7 before its point"
        return f"{shown(wager, wins)}, then {then}"
    return f"{shown(wager, wins)} before {shown(wager, loses)}"


def how(book: Rulebook, wager: Wager) -> str:
    """The same in a sentence, with what loses and what it costs."""
    return f"{_wins_and_loses(wager)}.{_costs(book, wager)}"


def _wins_and_loses(wager: Wager) -> str:
    if wager.family == "streak":
        return f"Pays when the run it follows has {NUMBERS[SHORTEST]} results or more; a shorter run loses"
    if wager.behind or (not wager.one_roll and not _has_point(wager)):
        return f"Wins on {says(wager)}; it stays until one of them comes"
    arms = wager.rules.arms[0]
    pushes = _union(wager, arms, Result.PUSH)
    if wager.one_roll:
        held = f"; {shown(wager, pushes)} gives the stake back" if pushes else ""
        return f"Wins on {says(wager)}{held}; anything else loses"
    wins, loses = (shown(wager, _union(wager, arms, it)) for it in (Result.WIN, Result.LOSE))
    then = "must come before a 7" if _is_for_the_point(wager) else "must not come before a 7"
    held = f", {shown(wager, pushes)} gives the stake back" if pushes else ""
    return f"Wins on {wins}, loses on {loses}{held}; any other roll is its point, which {then}"


def _has_point(wager: Wager) -> bool:
    return any(isinstance(it, Go) for _, it in wager.rules.arms[0]) and any(
        it.startswith("point_") for it in wager.states
    )


def _is_for_the_point(wager: Wager) -> bool:
    state = next(it for it in wager.states if it.startswith("point_"))
    wins = _union(wager, wager.rules.arms[wager.rules.number(state)], Result.WIN)
    return not wins & wager.dice.total(7)


def _union(wager: Wager, arms: tuple[tuple[Rolls, Decision | Go | Stay], ...], result: Result) -> Rolls:
    found = wager.dice.none
    for rolls, it in arms:
        if isinstance(it, Decision) and it.result is result:
            found |= rolls
    return found


def _costs(book: Rulebook, wager: Wager) -> str:
    paid = f" It costs {commission(wager)} to place." if wager.commission.rate else ""
    parts = f" Its stake is a multiple of {wager.units} chips." if wager.units > 1 else ""
    least = wager.limit
    behind = book.wagers[wager.behind].name if wager.behind else ""
    of = "may win" if least.of_winnings else "may be"
    most = f" It {of} at most {least.times} times the {behind} in front of it." if wager.behind else ""
    return paid + parts + most


_BASE: Final = {Base.STAKE: "the stake", Base.WINNINGS: "what it can win", Base.PAYABLE: "what it can win"}


def commission(wager: Wager) -> str:
    """ "5% of the stake"; empty where there is none."""
    rate = wager.commission.rate
    return f"{percent(rate, 0)} of {_BASE[wager.commission.of]}" if rate else ""


# --- how likely


def figures(book: Rulebook, wager: Wager) -> Figures:
    """A Behind wager has one figure for each point, those that are equal told once."""
    valued = values_of(book, wager)
    return Figures(
        _each(_chance(wager, it) for it in valued),
        _each(percent(it.win) for it in valued),
        _each(str(it.returns) for it in valued),
        _each(percent(it.returns) for it in valued),
    )


def _chance(wager: Wager, value: Value) -> str:
    if not wager.one_roll:
        return str(value.win)
    whole = len(wager.dice.rolls)
    return f"{value.win * whole} in {whole}"


def _each(texts: Iterator[str]) -> str:
    return either(dict.fromkeys(texts))
