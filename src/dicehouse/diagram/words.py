"""Rolls and states in the language of the table: "7 or 11", "4 to 10, no triple", "Point 4"."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from typing import Final

from dicehouse.dice import FACES, Dice, Roll, Rolls

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
ALIKE: Final = ("", "", "pair", "triple", "quadruple", "quintuple", "sextuple")
"""What dice are called that all show the same face, by their number."""


@lru_cache(maxsize=1024)
def in_words(rolls: Rolls) -> str:
    """A set of rolls as people at a table say it; where there is no short way, how many rolls it has.

    >>> from dicehouse.dice import TWO, THREE
    >>> in_words(TWO.total(2, 3, 12))
    '2, 3 or 12'
    >>> in_words(THREE.total(*range(4, 11)) - THREE.alike)
    '4 to 10, no triple'
    """
    if rolls == rolls.dice.every:
        return "any roll"
    if rolls == rolls.dice.alike:
        return f"any {ALIKE[rolls.dice.count]}"
    ways = (_by_total, _by_face, _by_both_faces, _by_combination, _with_exceptions)
    found = next(filter(None, (way(rolls) for way in ways)), "")
    return found or how_many(rolls)


def how_many(rolls: Rolls) -> str:
    return f"{len(rolls)} of {len(rolls.dice.rolls)} rolls"


def _by_total(rolls: Rolls) -> str:
    """Whole totals, or totals without the pairs or triples that make them."""
    totals, missing = totals_of(rolls)
    if not missing:
        return _run_together(totals)
    if missing != (missing | rolls) & rolls.dice.alike:
        return _hard(rolls)
    if rolls.dice.count == 2:
        lacking, _ = totals_of(missing)
        return either([f"easy {it}" if it in lacking else str(it) for it in totals])
    return f"{_run_together(totals)}, no {ALIKE[rolls.dice.count]}"


def _hard(rolls: Rolls) -> str:
    """Two equal dice, called by their total as at a craps table."""
    pair = rolls.dice.count == 2 and len(rolls) == 1 and rolls & rolls.dice.alike == rolls
    return f"hard {sum(next(iter(rolls)))}" if pair else ""


def _by_face(rolls: Rolls) -> str:
    """So many dice show one of some faces."""
    for size in range(1, 5):
        for faces in combinations(FACES, size):
            times = sorted({_times(roll, faces) for roll in rolls})
            if rolls == _showing(rolls.dice, faces, times):
                return _so_often(rolls.dice, faces, times)
    return ""


def _showing(dice: Dice, faces: tuple[int, ...], times: Collection[int]) -> Rolls:
    return dice.where(lambda roll: _times(roll, faces) in times)


def _times(roll: Roll, faces: tuple[int, ...]) -> int:
    return sum(face in faces for face in roll)


def _so_often(dice: Dice, faces: tuple[int, ...], times: Sequence[int]) -> str:
    often = either([NUMBERS[it] for it in times])
    if len(times) > 1 and times[0] == 0:
        often = f"at most {NUMBERS[times[-1]]}"
    elif len(times) > 1 and times[-1] == dice.count:
        often = f"at least {NUMBERS[times[0]]}"
    one = often.endswith(("no", "one"))
    if len(faces) > 1:
        every = "all " if times[0] == dice.count else ""
        return f"{either(map(str, faces))} on {every}{often} {'die' if one else 'dice'}"
    if times[0] == dice.count:
        return f"{ALIKE[dice.count]} {faces[0]}"
    return f"{often} {faces[0]}" if one else f"{often} {faces[0]}s"


def _by_both_faces(rolls: Rolls) -> str:
    """Two different faces, both showing."""
    both = (it for it in combinations(FACES, 2) if rolls == rolls.dice.where(set(it).issubset))
    return next((f"both {a} and {b}" for a, b in both), "")


def _by_combination(rolls: Rolls, most: int = 4) -> str:
    """A few combinations, however the dice lie."""
    found = sorted({tuple(sorted(roll)) for roll in rolls})
    every_way = rolls.dice.where(lambda roll: tuple(sorted(roll)) in found)
    return either("-".join(map(str, it)) for it in found) if len(found) <= most and rolls == every_way else ""


def _with_exceptions(rolls: Rolls) -> str:
    """Totals, but for one or two combinations."""
    totals, missing = totals_of(rolls)
    without = _by_combination(missing, most=2)
    return f"{_run_together(totals)}, without {without}" if without else ""


def totals_of(rolls: Rolls) -> tuple[list[int], Rolls]:
    """The totals of some rolls, and the rolls that make them and are not among these."""
    totals = sorted({sum(roll) for roll in rolls})
    return totals, rolls.dice.total(*totals) - rolls


def _run_together(totals: Sequence[int]) -> str:
    """Numbers in words, three or more in a row as a range."""
    parts: list[str] = []
    for _, group in groupby(enumerate(totals), key=lambda pair: pair[1] - pair[0]):
        run = [str(it) for _, it in group]
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return either(parts)


def either(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def called(state: str) -> str:
    """A state's name for people: "point_4" is Point 4."""
    name = state.replace("_", " ")
    return name[:1].upper() + name[1:]
