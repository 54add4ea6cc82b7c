"""Outcomes of one to five dice, and sets of them.

A roll is the tuple of faces in the order the dice lie, so each of the 36 outcomes of two dice, or the
216 of three, is equally likely. A set of outcomes is one integer with a bit for each outcome: exact, hashable, cheap to
combine, and counting its bits is counting its chance.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

FACES: Final = (1, 2, 3, 4, 5, 6)
MOST_DICE: Final = 5

Roll = tuple[int, ...]


class Dice:
    """A number of six-sided dice thrown together: `TWO` for craps, `THREE` for Sic Bo."""

    def __init__(self, count: int) -> None:
        self.count: Final = count
        self.rolls: Final[tuple[Roll, ...]] = tuple(product(FACES, repeat=count))
        self._index: Final = {roll: i for i, roll in enumerate(self.rolls)}
        self.every: Final = Rolls(self, (1 << len(self.rolls)) - 1)
        self.none: Final = Rolls(self, 0)
        self.alike: Final = self.where(lambda roll: len(set(roll)) == 1)
        self.different: Final = self.where(lambda roll: len(set(roll)) == count)

    def __repr__(self) -> str:
        return f"Dice({self.count})"

    def index(self, roll: Sequence[int]) -> int:
        """The place of a roll among all outcomes; KeyError if these dice cannot show it."""
        return self._index[tuple(roll)]

    def find(self, roll: object) -> int | None:
        """The same for what comes from outside, or None if it is no roll of these dice; `True` and 1.0 are no faces."""
        if not isinstance(roll, list | tuple):
            return None
        for face in roll:
            if type(face) is not int:
                return None
        return self._index.get(tuple(roll))

    def where(self, holds: Callable[[Roll], bool]) -> "Rolls":
        """The outcomes for which `holds` is true."""
        return Rolls(self, sum(1 << i for i, roll in enumerate(self.rolls) if holds(roll)))

    def total(self, *totals: int) -> "Rolls":
        """The faces add up to one of the totals."""
        return self.where(lambda roll: sum(roll) in totals)

    def showing(self, face: int, *times: int) -> "Rolls":
        """The face shows exactly so many times, for one of the given numbers of times."""
        return self.where(lambda roll: roll.count(face) in times)

    def drawn_from(self, *faces: int) -> "Rolls":
        """Every die shows one of the faces."""
        return self.where(lambda roll: set(roll) <= set(faces))


@dataclass(frozen=True, slots=True)
class Rolls:
    """A set of outcomes of the same dice."""

    dice: Dice
    bits: int

    def __or__(self, other: "Rolls") -> "Rolls":
        return Rolls(self.dice, self.bits | self._bits_of(other))

    def __and__(self, other: "Rolls") -> "Rolls":
        return Rolls(self.dice, self.bits & self._bits_of(other))

    def __sub__(self, other: "Rolls") -> "Rolls":
        return Rolls(self.dice, self.bits & ~self._bits_of(other))

    def __contains__(self, roll: Sequence[int]) -> bool:
        return bool(self.bits >> self.dice.index(roll) & 1)

    def __iter__(self) -> Iterator[Roll]:
        return (self.dice.rolls[i] for i in self.indices())

    def __len__(self) -> int:
        return self.bits.bit_count()

    def indices(self) -> Iterator[int]:
        return (i for i, bit in enumerate(reversed(f"{self.bits:b}")) if bit == "1")

    @property
    def chance(self) -> Fraction:
        return Fraction(len(self), len(self.dice.rolls))

    def _bits_of(self, other: "Rolls") -> int:
        if other.dice is not self.dice:
            raise ValueError(f"outcomes of {self.dice.count} dice and of {other.dice.count} cannot be combined")
        return other.bits


@cache
def dice_of(count: int) -> Dice:
    """So many dice; always the same object, since only outcomes of the same dice can be combined."""
    return Dice(count)


TWO: Final = dice_of(2)
THREE: Final = dice_of(3)
