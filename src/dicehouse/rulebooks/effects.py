"""What an arm of a declared wager does: a decision at a price, a state to go on in, or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Final

from dicehouse.games.words import Vocabulary, numbers_in
from dicehouse.money import Odds, odds
from dicehouse.rulebooks.naming import Values, filled, spoken
from dicehouse.rulebooks.source import Reader, nearest
from dicehouse.wager import NOTHING, ONE, Decision, Result, lose, push, win


@dataclass(frozen=True)
class Winning:
    """A commission that is charged on a win: it only lowers what is paid."""

    rate: Fraction = NOTHING
    of_winnings: bool = False

    def taken(self, paid: Fraction, part: Fraction) -> Fraction:
        return self.rate * (paid if self.of_winnings else part)

    @property
    def label(self) -> str:
        return f" less {self.rate * 100}%{' of it' if self.of_winnings else ''}" if self.rate else ""


@dataclass(frozen=True)
class Setting:
    """What all arms of one wager have in common."""

    words: Vocabulary
    clause: str
    charge: Winning
    values: Values = field(default_factory=dict)

    def bind(self, values: Values) -> "Setting":
        return replace(self, words=self.words.bind(values), values={**self.values, **values})


_ENDS: Final = ("pays", "push", "lose", "go")


def effect(row: Reader, setting: Setting) -> Decision | str | None:
    """A decision, the state it goes to, or nothing."""
    said = [it for it in _ENDS if it in row.table]
    if len(said) > 1:
        row.fail(f"an arm does one thing, and this does {' and '.join(said)}", said[1])
    for key in ("push", "lose"):
        if key in row.table and not row.flag(key):
            row.fail("write true, or leave it out", key)
    clauses = tuple(dict.fromkeys([setting.clause, row.clause(default=setting.clause)]))
    if not said:
        return _lost_in_part(row, clauses) if "back" in row.table else None
    if said[0] == "go":
        return filled(row.text("go"), setting.values)
    if said[0] == "pays":
        return _won(row, setting, clauses)
    return push(*clauses) if said[0] == "push" else lose(*clauses)


def _won(row: Reader, setting: Setting, clauses: tuple[str, ...]) -> Decision:
    price, part = _price(row, setting), _part(row, "part", ONE)
    made = win(price, *clauses, part=part, back=_part(row, "back", part))
    if not setting.charge.rate:
        return made
    paid = made.winnings - setting.charge.taken(made.winnings, part)
    if paid <= 0:
        row.fail("nothing is left of it after the commission", "pays")
    back = Fraction(made.back, made.whole)
    whole = lcm(paid.denominator, back.denominator)
    return replace(
        made, pays=int(paid * whole), back=int(back * whole), whole=whole, label=made.label + setting.charge.label
    )


def _lost_in_part(row: Reader, clauses: tuple[str, ...]) -> Decision:
    back = _part(row, "back", ONE)
    return Decision(Result.LOSE, 0, back.numerator, back.denominator, clauses, f"lose, {back} back")


def _price(row: Reader, setting: Setting) -> Odds:
    said, key = row, "pays"
    if isinstance(row.table["pays"], Mapping):
        said = row.inner("pays")
        by = row.text("by", default="")
        if by and by not in setting.values:
            row.fail(f"there is no parameter {by!r}{nearest(by, setting.values)}", "by")
        key = picked(said, setting.words, setting.values, by)
    try:
        return odds(said.table[key])
    except ValueError as error:
        said.fail(str(error), key)


def picked(said: Reader, words: Vocabulary, values: Values, by: str) -> str:
    """The key of a table that names the value of a parameter: the one that is asked for, or the one named last."""
    if not values:
        said.fail("there is no parameter to pick by; write one value")
    value = values[by] if by else list(values.values())[-1]
    fits = (key for key in said.table if _names(said, key, words, value))
    return next(fits, None) or said.fail(f"there is nothing for {value}")


def _names(said: Reader, key: str, words: Vocabulary, value: int | str) -> bool:
    if isinstance(value, str):
        return value in [it.strip() for it in key.split(",")]
    return value in spoken(said, key, key, numbers_in, words)


def _part(row: Reader, key: str, default: Fraction) -> Fraction:
    if key not in row.table:
        return default
    text = row.text(key)
    top, slash, below = text.partition("/")
    if not (slash and top.isdecimal() and below.isdecimal() and len(text) < 10 and 0 < int(top) <= int(below)):
        row.fail(f'a part of the stake is a text such as "1/4", not {text!r}', key)
    return Fraction(int(top), int(below))
