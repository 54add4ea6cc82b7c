"""Describe a wager from its automaton: when it wins, what it pays, and how likely that is."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from dicehouse.diagram.words import NUMBERS, either
from dicehouse.dice import Rolls
from dicehouse.games.streak import SHORTEST
from dicehouse.money import CENT, Cents
from dicehouse.odds import Value, values_of
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.rolls_in_words import shown
from dicehouse.views.parts import Text
from dicehouse.wager import Base, Decision, Go, Limit, Result, Stay, Wager

CRAPS_DICE: Final = 2


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
    if wager.behind:
        return tuple(lines)
    return tuple(sorted(lines, key=lambda it: _order(it.short)))


def _wins(wager: Wager) -> Iterator[tuple[str, Rolls, Decision]]:
    for state, arms in zip(wager.rules.states, wager.rules.arms, strict=True):
        yield from ((state, rolls, it) for rolls, it in arms if isinstance(it, Decision) and it.result is Result.WIN)


def _when(wager: Wager, when: list[str]) -> str:
    said = either(dict.fromkeys(when))
    if not said:
        return ""
    return f"point {said}" if wager.behind else said


def _paid_for(wager: Wager, state: str, rolls: Rolls) -> str:
    if wager.joins_run:
        return f"{_run_paid(state, rolls, wager)} in a row"
    if wager.behind:
        return state.removeprefix("point_")
    return shown(wager, rolls) if not wager.declared or plainly_worded(wager) else ""


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
    pays, to = short.partition(" ")[0].split(":")
    return Fraction(int(pays), int(to))


# --- when it wins


def plainly_worded(wager: Wager) -> bool:
    """Whether the rolls of a declared wager say it all: it is decided at once, before another, or by its point."""
    decided = all(_union(wager, wager.rules.arms[0], it) for it in (Result.WIN, Result.LOSE))
    return decided and wager.states[1:] == tuple(it for it in wager.states if it.startswith("point_"))


def says(book: Rulebook, wager: Wager) -> str:
    """When it wins, in a few words; what its rulebook says of it goes before what its rolls say."""
    return _own_words(book, wager) or _by_its_rolls(wager)


def _own_words(book: Rulebook, wager: Wager) -> str:
    """What its rulebook says of a wager, or its clause, where its rolls do not say it; else nothing."""
    if not wager.declared or wager.behind:
        return ""
    if book.wording[wager.id].rule.en:
        return book.wording[wager.id].rule.en
    symbols = any(not it.isdecimal() for it in book.game.faces)
    return book.paper.clauses[wager.clause].rstrip(".") if symbols or not plainly_worded(wager) else ""


def _by_its_rolls(wager: Wager) -> str:
    if wager.joins_run:
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


def how(book: Rulebook, wager: Wager) -> Text:
    """The same in a sentence, with what loses and what it costs; without Chinese where the console makes it."""
    costs = _costs(book, wager)
    said = _own_words(book, wager)
    if not said:
        return Text(f"{_wins_and_loses(wager)}.{costs}", "")
    chinese = book.wording[wager.id].rule.zh
    return Text(f"{said[:1].upper()}{said[1:]}.{costs}", f"{chinese}。" if chinese else "")


def _wins_and_loses(wager: Wager) -> str:
    if wager.joins_run:
        return f"Pays when the run it follows has {NUMBERS[SHORTEST]} results or more; a shorter run loses"
    if wager.behind or (not wager.one_roll and not _has_point(wager)):
        return f"Wins on {_by_its_rolls(wager)}; it stays until one of them comes"
    arms = wager.rules.arms[0]
    pushes = _union(wager, arms, Result.PUSH)
    if wager.one_roll:
        held = f"; {shown(wager, pushes)} gives the stake back" if pushes else ""
        return f"Wins on {_by_its_rolls(wager)}{held}; anything else loses"
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
    by_point = ", by its point" if least.by_state else ""
    most = f" It {of} at most {_times(least)} times the {behind} in front of it{by_point}." if wager.behind else ""
    return paid + parts + most


def _times(limit: Limit, to: str = " to ") -> str:
    """ "2", or "3 to 5" where the point decides."""
    every = sorted(set(limit.by_state.values())) or [limit.times]
    return str(every[0]) if len(every) == 1 else f"{every[0]}{to}{every[-1]}"


def note(wager: Wager) -> Text:
    """What is printed beside a price, as a player needs it: what is void, how much may stand behind, what it costs."""
    if wager.behind:
        won, chinese = ("win ", "赢") if wager.limit.of_winnings else ("", "")
        return Text(f"{won}max {_times(wager.limit, '-')}x", f"最多{chinese} {_times(wager.limit, ' 至 ')} 倍")
    if wager.commission.rate:
        rate = percent(wager.commission.rate, 0)
        return Text(f"{rate} to place", f"佣金 {rate}")
    pushes = sorted({str(sum(roll)) for roll in _union(wager, wager.rules.arms[0], Result.PUSH)})
    return Text(f"{either(pushes)} is void", f"{'、'.join(pushes)} 点无效") if pushes else Text("", "")


def totals(wager: Wager) -> tuple[int, ...]:
    """The totals of two dice on which a wager on one roll wins, where it wins on every roll of them and on several."""
    if not wager.one_roll or wager.dice.count != CRAPS_DICE:
        return ()
    wins = _union(wager, wager.rules.arms[0], Result.WIN)
    found = sorted({sum(roll) for roll in wins})
    return tuple(found) if len(found) > 1 and wins == wager.dice.total(*found) else ()


def is_paid_exactly(wager: Wager, stake: int, chip: int) -> bool:
    """Whether chips can pay whatever a stake wins, and what placing it costs."""
    return not wager.commission.rate and all(stake * it.pays % (it.whole * chip) == 0 for _, _, it in _wins(wager))


_BASE: Final = {Base.STAKE: "the stake", Base.WINNINGS: "what it can win", Base.PAYABLE: "what it can win"}


def commission(wager: Wager) -> str:
    """ "5% of the stake"; empty where there is none."""
    rate = wager.commission.rate
    return f"{percent(rate, 0)} of {_BASE[wager.commission.of]}" if rate else ""


# --- how likely


def figures(book: Rulebook, wager: Wager, stake: Cents | None = None, chip: Cents = CENT) -> Figures:
    """A Behind wager has one figure for each point, those that are equal told once; with a stake as chips pay it."""
    valued = values_of(book, wager, stake, chip)
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
