"""Money in integer cents, odds as exact fractions, and payment in chips.

Nothing here is a float and nothing is rounded on the way: `to_chips` is the one place where an
exact amount becomes one that chips can make, in the direction the rulebook gives.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NewType

Cents = NewType("Cents", int)

CENT: Final = Cents(1)
DOLLAR: Final = Cents(100)
LARGEST: Final = Cents(10**11)
"""A thousand million dollars: no stake is above it, so that a payout fits 64 bits wherever it is compiled."""

_AMOUNT = re.compile(r"(0|[1-9][0-9]{0,11})(?:\.([0-9]{2}))?", re.ASCII)
_ODDS = re.compile(r"([0-9]{1,4}(?:\.[0-9])?)\s?(to|for|:)\s?([0-9]{1,4})", re.ASCII)


class Rounding(StrEnum):
    """What becomes of a payout that chips cannot make."""

    UP = "up"
    DOWN = "down"
    EXACT = "exact"


def cents(text: object) -> Cents:
    """Read "10.00" or "10" dollars; anything else is a ValueError that says what an amount looks like."""
    if not isinstance(text, str):
        raise ValueError(f'an amount is a text such as "10.00", not {_shown(text)}')
    found = _AMOUNT.fullmatch(text)
    if not found:
        raise ValueError(f'an amount is dollars and two digits of cents, such as "10.00", not {_shown(text)}')
    amount = int(found[1]) * 100 + int(found[2] or 0)
    if amount > LARGEST:
        raise ValueError(f"{text} is above {dollars(LARGEST)}, the largest amount this system handles")
    return Cents(amount)


def whole_cents(what: str, amount: object) -> Cents:
    """An amount that a program gives, which is an int; a TypeError for a float, a bool, a text or anything else."""
    if type(amount) is not int:
        raise TypeError(
            f"{what}: {_shown(amount)} is {type(amount).__name__}; money is a whole number of cents, an int"
        )
    return Cents(amount)


def dollars(amount: int) -> str:
    """Write cents as "10.00"."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def as_money(amount: int) -> str:
    """Write cents as people read them: "$5", "$1,250", or "$12.50" where there are cents."""
    said = f"{abs(amount) // 100:,}" + (f".{abs(amount) % 100:02d}" if amount % 100 else "")
    return f"{'-' if amount < 0 else ''}${said}"


def to_chips(amount: Fraction, chip: Cents, rounding: Rounding) -> Cents:
    """An exact number of cents as money the table can hand over.

    `UP` and `DOWN` go to whole chips. `EXACT` is for documents that say nothing about rounding, whose
    odds are whole; what is left of a cent there goes to the player.
    """
    return in_chips(amount.numerator, amount.denominator, whole_cents("chip", chip), rounding)


def in_chips(numerator: int, denominator: int, chip: Cents, rounding: Rounding) -> Cents:
    """The same for an amount that comes as two whole numbers, where speed counts."""
    step = CENT if rounding is Rounding.EXACT else chip
    unit = denominator * step
    return Cents((numerator // unit if rounding is Rounding.DOWN else -(-numerator // unit)) * step)


@dataclass(frozen=True, slots=True, order=True)
class Odds:
    """Winnings for a stake: `Odds(9, 5)` pays nine for every five staked, beside the stake itself."""

    pays: int
    to: int

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.pays, self.to)


def odds(text: object) -> Odds:
    """Read "7.5 to 1" or "15:2" as exact odds in whole numbers; anything else is a ValueError.

    "8 for 1" counts the stake among what comes back, so it is 7 to 1.
    """
    found = _ODDS.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise ValueError(f'odds are a text such as "9 to 5" or "7.5 to 1", not {_shown(text)}')
    pays, to = Fraction(found[1]), int(found[3])
    if found[2] == "for":
        pays -= to
    if pays <= 0 or not to:
        raise ValueError(f"odds of {text} pay nothing or ask for no stake")
    if pays.denominator == 1:
        return Odds(pays.numerator, to)
    ratio = pays / to
    return Odds(ratio.numerator, ratio.denominator)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
