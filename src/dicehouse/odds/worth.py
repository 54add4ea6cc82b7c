"""What each reading is worth: the wagers whose return it changes, or a worked case where no return does."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from dicehouse.games.family import Choice
from dicehouse.games.streak import SHORTEST, ended_now
from dicehouse.money import Cents
from dicehouse.odds.chain import solve_chain
from dicehouse.odds.figures import decimal
from dicehouse.odds.value import Value, values, values_of
from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.readings import Reading, readings, shown
from dicehouse.wager import NOTHING, ONE, Decision, Wager

Worth = Mapping[str, Fraction]
"""What an option comes to, by wager or by case, per unit of stake."""


@dataclass(frozen=True)
class Option:
    choice: Choice
    says: str
    worth: Worth
    in_force: bool


@dataclass(frozen=True)
class Valued:
    """A reading with what each of its options is worth; no worth at all means that no return depends on it."""

    reading: Reading
    options: tuple[Option, ...]

    @property
    def in_units(self) -> bool:
        """Whether the worth is a sum of money, such as what a running wager fetches, and not a return."""
        return self.reading.key in _IN_UNITS


def reading_worths(name: str, changed: Mapping[str, str] | None = None) -> Iterator[Valued]:
    """Every point that a rulebook's document leaves open, each option valued with the other readings as they are."""
    changed = changed or {}
    book = load(name, changed)
    for key in book.open_readings:
        reading = readings()[key]
        chosen = book.readings[key]
        tried = {it: book if it == chosen else load(name, {**changed, key: shown(it)}) for it in reading.options}
        worths = _cases(key, tried) if key in _CASES else _returns_that_differ(tried)
        options = (Option(it, says, worths[it], it == chosen) for it, says in reading.options.items())
        yield Valued(reading, tuple(options))


def _returns_that_differ(tried: Mapping[Choice, Rulebook]) -> dict[Choice, Worth]:
    """The return of each wager that is not worth the same under every option."""
    wagers_of, *others = (it.wagers for it in tried.values())
    if all(it == wagers_of for it in others):
        return {choice: {} for choice in tried}
    returns = {choice: {it.id: it.returns for it in values(book)} for choice, book in tried.items()}
    wagers = dict.fromkeys(wager for it in returns.values() for wager in it)
    differ = [wager for wager in wagers if len({it.get(wager) for it in returns.values()}) > 1]
    return {choice: {wager: it[wager] for wager in differ if wager in it} for choice, it in returns.items()}


def _cases(key: str, tried: Mapping[Choice, Rulebook]) -> dict[Choice, Worth]:
    """The worked case of a reading, on those of its examples that each house has."""
    case, needs_all = _CASES[key]
    examples = dict(readings()[key].examples) if needs_all else {}
    return {
        choice: case(book, choice, readings()[key].examples) if book.wagers.keys() >= examples.keys() else {}
        for choice, book in tried.items()
    }


# Cases: readings that settle something other than a wager's own rules.

CHIP = Cents(100)

Examples = Sequence[tuple[str, int]]
"""Wagers with so many chips, as the reading names them."""


def _in_chips(book: Rulebook, choice: Choice, examples: Examples) -> Worth:  # noqa: ARG001  (the book has made the choice)
    """At stakes where rounding or a commission counts most."""
    return {
        f"{wager} at {chips} {'chip' if chips == 1 else 'chips'}": _at(book, wager, chips)
        for wager, chips in examples
        if wager in book.wagers
    }


def _at(book: Rulebook, wager: str, chips: int) -> Fraction:
    return values_of(book, book.wagers[wager], Cents(chips * CHIP), CHIP)[0].returns


def _removed_after_one_roll(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    """A wager with commission that is taken down if its first roll does not decide it."""
    worth = {}
    for wager, _ in examples:
        kind = book.wagers[wager]
        value = values_of(book, kind)[0]
        now = 1 / value.rolls
        kept = 1 if choice == "kept" else value.outlay
        back = value.returns * value.outlay * now + kept * (1 - now)
        worth[f"{wager} taken down after one roll"] = back / value.outlay
    return worth


def _invalid(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    """A wager of an ineligible player: a winning stake goes back without winnings."""
    ((wager, _),) = examples
    win = values_of(book, book.wagers[wager])[0].win
    return {f"{wager} by an ineligible player": win if choice == "kept" else ONE}


def _at_even_money(book: Rulebook, examples: Examples) -> Iterator[Value]:
    """A wager that pays one for one, of those the house offers."""
    return islice((values_of(book, book.wagers[it])[0] for it, _ in examples if it in book.wagers), 1)


def _twice_the_maximum(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    return {
        f"{it.id} at twice the maximum": (it.returns + 1) / 2 if choice == "symmetric" else it.win * Fraction(3, 2)
        for it in _at_even_money(book, examples)
    }


def _token_on_even_money(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    return {f"a token on {it.id}": it.win * (2 if choice == "returned" else 1) for it in _at_even_money(book, examples)}


def _counted_against_a_loss_limit(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    """The stakes together, or the most that one result can cost."""
    gross = Fraction(sum(stake for _, stake in examples))
    backs = (
        sum((_back_on(book.wagers[it], outcome) * stake for it, stake in examples), NOTHING)
        for outcome in range(len(book.dice.rolls))
    )
    *most, last = (f"{it} {stake}" for it, stake in examples)
    return {f"{', '.join(most)} and {last} count as": gross if choice == "gross_stake" else gross - min(backs)}


def _back_on(wager: Wager, outcome: int, state: str | None = None) -> Fraction:
    """What comes back for a unit of stake if this outcome decides the wager."""
    step = wager.rules.steps[wager.rules.number(state) if state else 0][outcome]
    return step.money_back if isinstance(step, Decision) else NOTHING


def _running(book: Rulebook, examples: Examples, count: int) -> Fraction:
    """What a streak wager at this count is worth while it runs."""
    wager = book.wagers[examples[0][0]]
    return _money_back(wager, f"{_side(wager)}_{count}")


def _side(wager: Wager) -> str:
    """The first side of its axis."""
    return wager.marker.partition("-")[0]


def _money_back(wager: Wager, state: str) -> Fraction:
    chances = solve_chain(wager.rules)[state].chances
    return sum((end.money_back * chance for end, chance in chances.items()), NOTHING)


def _ended(book: Rulebook, examples: Examples, count: int) -> Fraction:
    """What it pays when a result of the other side ends its run at this count."""
    wager = book.wagers[examples[0][0]]
    return ended_now(wager, f"{_side(wager)}_{count}").money_back


def _forced_to_end(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    refund = choice == "refund_below_four"
    return {
        f"ended at count {count}, worth {decimal(_running(book, examples, count))} running": (
            ONE if refund and count < SHORTEST else _ended(book, examples, count)
        )
        for count in (1, 3, 4, 8, 11)
    }


def _closing_at_eight(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    on_the_next = (_ended(book, examples, 8) + _ended(book, examples, 9)) / 2
    running = _running(book, examples, 8)
    return {"a streak at count 8 when the table closes": running if choice == "run_to_end" else on_the_next}


def _joining_late(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    """A wager that joins a run takes its count over, the opening result counted."""
    counts = () if choice == "just_begun" else (1, 2, 3)
    return {f"joining a run of {count}": _running(book, examples, count) for count in counts}


def _new_money_after_the_point(book: Rulebook, choice: Choice, examples: Examples) -> Worth:
    if choice == "refused":
        return {}
    return {
        f"more on {wager} with point {point}": _money_back(book.wagers[wager], f"point_{point}")
        for wager, _ in examples
        for point in (4, 5, 6)
    }


Case = Callable[[Rulebook, Choice, Examples], Worth]

_CASES: Mapping[str, tuple[Case, bool]] = {
    "chip_rounding": (_in_chips, False),
    "commission": (_in_chips, True),
    "commission_on_removal": (_removed_after_one_roll, True),
    "losing_invalid_wagers": (_invalid, True),
    "over_maximum": (_twice_the_maximum, False),
    "token_on_win": (_token_on_even_money, False),
    "loss_limit_measure": (_counted_against_a_loss_limit, True),
    "streak_failure": (_forced_to_end, True),
    "streak_closing": (_closing_at_eight, True),
    "streak_window": (_joining_late, True),
    "increase_after_point": (_new_money_after_the_point, True),
}
"""Worked cases by reading, and whether a house that lacks one of their examples is told nothing."""

_IN_UNITS = frozenset({"loss_limit_measure", "streak_failure", "streak_closing"})
