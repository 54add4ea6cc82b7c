"""Why the dice decided a wager: for each family, a few words that are true of these dice and of nothing else.

What is needed to win is taken from the wager's own automaton, so the words follow the reading that is in force.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from dicehouse.diagram.words import NUMBERS, in_words
from dicehouse.dice import TWO, Roll
from dicehouse.games.colours import COLOURS, SYMBOLS
from dicehouse.games.craps import HORN
from dicehouse.games.streak import AXES, SHORTEST
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.naming import filled
from dicehouse.wager import Automaton, Decision, Result, Wager

LENGTHS: Final = (*NUMBERS, "seven", "eight", "nine", "ten", "eleven", "twelve")
TIMES: Final = ("never", "once", "twice", "three times")


class Fall(NamedTuple):
    """One wager, where it stood, how the dice fell, and what that did."""

    book: Rulebook
    wager: Wager
    state: str
    dice: Roll
    step: Decision

    @property
    def won(self) -> bool:
        return self.step.result is Result.WIN

    @property
    def picked(self) -> list[str]:
        """What tells the wager from others of its family: the 4 of double-4."""
        return self.wager.id.removeprefix(self.wager.family).split("-")[1:]

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def is_alike(self) -> bool:
        return len(set(self.dice)) == 1

    def winning(self) -> list[Roll]:
        """Every roll that would have won."""
        steps = self.wager.rules.steps[self.wager.rules.number(self.state)]
        return [
            roll
            for roll, step in zip(self.wager.dice.rolls, steps, strict=True)
            if isinstance(step, Decision) and step.result is Result.WIN
        ]


MOST_SAID: Final = 20_000
"""Reasons that are kept in mind."""
_SAID: Final[dict[tuple[Automaton, str, str, Roll, str], str]] = {}
"""By rules, wager, state, dice and rulebook."""


def reason(book: Rulebook, wager: Wager, state: str, dice: Sequence[int], step: Decision) -> str:
    """Why the dice did this to the wager; the same for all that stood there, so it is put into words once."""
    key = (wager.rules, wager.id, state, tuple(dice), book.hash)
    said = _SAID.get(key)
    if said is None:
        if len(_SAID) >= MOST_SAID:
            _SAID.clear()
        tell = by_its_rules if wager.declared else REASONS[wager.family]
        said = _SAID[key] = tell(Fall(book, wager, state, tuple(dice), step))
    return said


def by_its_rules(it: Fall) -> str:
    """A wager that its rulebook declares: what the file says, or what came, and what was needed instead."""
    shown = "-".join(it.book.game.faces[face - 1] for face in it.dice)
    told = it.book.wording[it.wager.id].told.get(it.step.result)
    if told:
        return filled(told.en, {"dice": shown, "total": it.total})
    if it.book.game.faces[0] != "1":
        return f"{shown} came"
    said = f"{shown} came" + (f", a total of {it.total}" if len(it.dice) > 1 else "")
    rolls = it.wager.dice.where(frozenset(it.winning()).__contains__)
    return f"{said}; {in_words(rolls)} was needed" if rolls and it.step.result is Result.LOSE else said


# --- by the total


def by_side(it: Fall) -> str:
    """Small, Big, Odd and Even."""
    totals = {sum(roll) for roll in it.winning()}
    if it.won:
        return f"the total was {it.total}"
    if it.is_alike and (it.total in totals or not any(len(set(roll)) == 1 for roll in it.winning())):
        return "the dice were a triple"
    if it.total in totals:
        return f"all three dice were {_colour_of(it.dice[0])}"
    if it.wager.family in {"odd", "even"} and it.total % 2 != min(totals) % 2:
        return f"the total was {it.total}, which is {'odd' if it.total % 2 else 'even'}"
    return f"the total was {it.total}; {_any_of(it, totals)} is needed"


def by_total(it: Fall) -> str:
    """A total of Sic Bo, and the wagers on the next roll at craps."""
    said = f"the {'roll' if it.wager.dice is TWO else 'total'} was {it.total}"
    if it.won:
        return said
    if it.total == _number(it):
        return f"{said}, and a triple made it"
    return f"{said}; {_any_of(it, {sum(roll) for roll in it.winning()})} is needed"


def in_parts(it: Fall) -> str:
    """The Horn and Crap-Eleven: one part wins, and the reading says what becomes of the others."""
    said = by_total(it)
    if not it.won or " on " not in it.step.label:
        return said
    return f"{said}; " + ("the stake came back whole" if it.step.back == it.step.whole else "the rest of it lost")


def _any_of(it: Fall, totals: Iterable[int]) -> str:
    return in_words(it.wager.dice.total(*totals))


def _number(it: Fall) -> int:
    return int(it.picked[0]) if it.picked and it.picked[0].isdigit() else 0


# --- by the faces


def by_face(it: Fall) -> str:
    """One face, for which it counts how many dice show it: Single, Double and Triple, and symbols."""
    face = SYMBOLS.index(it.picked[0]) + 1 if it.picked[0] in SYMBOLS else int(it.picked[0])
    return f"{_faces(it, face)} showed" + _needed(it, it.dice.count(face), lambda roll: roll.count(face))


def by_colour(it: Fall) -> str:
    colour = it.picked[0]

    def count(roll: Roll) -> int:
        return sum(face in COLOURS[colour] for face in roll)

    shown = count(it.dice)
    if shown == 3 and not it.won and it.wager.family == "colour-triple":
        return f"all three {colour} dice showed {_shown(it, it.dice[0])}, a triple of its own"
    said = (
        f"no die was {colour}" if not shown else f"{NUMBERS[shown]} {'die was' if shown == 1 else 'dice were'} {colour}"
    )
    return said + _needed(it, shown, count)


def _needed(it: Fall, shown: int, count: Callable[[Roll], int]) -> str:
    """How many are needed, where too few or too many showed."""
    if it.won:
        return ""
    enough = {count(roll) for roll in it.winning()}
    least = min(enough)
    exactly = "exactly " if shown > least or (3 not in enough) else ""
    return f"; {exactly}{NUMBERS[least]} {'is' if least == 1 else 'are'} needed"


def any_triple(it: Fall) -> str:
    return f"all three dice showed {_shown(it, it.dice[0])}" if it.won else "the dice were no triple"


def any_colour_triple(it: Fall) -> str:
    colours = {_colour_of(face) for face in it.dice}
    if it.won:
        return f"all three dice were {colours.pop()}"
    if len(colours) == 1:
        return f"all three {colours.pop()} dice showed {_shown(it, it.dice[0])}, a triple of its own"
    return f"the dice showed {NUMBERS[len(colours)]} colours; one is needed"


def pair(it: Fall) -> str:
    first, second = (int(face) for face in it.picked)
    missing = [face for face in (first, second) if face not in it.dice]
    if len(missing) == 2:
        return f"neither {first} nor {second} showed"
    if not missing:
        return f"{_faces(it, first)} and {_faces(it, second)} showed"
    there = second if missing == [first] else first
    return f"{_faces(it, there)} but no {missing[0]} showed"


def four(it: Fall) -> str:
    """Three of four numbers."""
    outside = sorted({face for face in it.dice if str(face) not in it.picked})
    if outside:
        are = "is not one" if len(outside) == 1 else "are not"
        return f"{_listed(outside)} {are} of the four"
    shown = sorted(set(it.dice))
    if it.won:
        return f"{_listed(shown)} showed, {'each' if len(shown) > 1 else 'which is'} one of the four"
    often = max(shown, key=it.dice.count)
    return f"{often} showed {TIMES[it.dice.count(often)]}; three different numbers are needed"


def _faces(it: Fall, face: int) -> str:
    """How many dice show a face: "no 4", "one 4", "two 4s"."""
    shown = it.dice.count(face)
    name = _shown(it, face)
    return f"{NUMBERS[shown]} {name}{'s' if shown > 1 and name != 'fish' else ''}"


def _shown(it: Fall, face: int) -> str:
    return it.book.game.faces[face - 1]


def _colour_of(face: int) -> str:
    return next(colour for colour, faces in COLOURS.items() if face in faces)


def _listed(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


# --- Super Streak


def streak(it: Fall) -> str:
    side, counted = run_at(it.state)
    if not side:
        return f"the total was {it.total}, which is on neither side"
    came, said = _came(it)
    if came == side or (it.is_alike and it.book.readings["streak_triples"] == "progress"):
        gone = f"was {LENGTHS[counted + 1]} long" if it.won else f"went on past {LENGTHS[counted]}"
        return f"the run of {side} {gone}, the longest there is"
    return f"{run_so_far(side, counted)} when {said}" + ("" if it.won else FOUR_NEEDED)


FOUR_NEEDED: Final = f"; {NUMBERS[SHORTEST]} in a row are needed"


def run_at(state: str) -> tuple[str, int]:
    """The side of a streak wager and what it has counted; no side before its first result."""
    side, _, counted = state.partition("_")
    return (side.title(), int(counted)) if counted else ("", 0)


def run_so_far(side: str, counted: int) -> str:
    return f"the run of {side} was {LENGTHS[counted]} long" if counted else f"no {side} had followed"


def _came(it: Fall) -> tuple[str, str]:
    """The side on which the dice fell, if any, and what to say of them."""
    if it.is_alike:
        return "", "a triple came"
    axis = next(axis for axis in AXES if axis.name == it.wager.marker)
    side = next((side.title() for side, rolls in axis.sides(it.book.readings).items() if it.dice in rolls), "")
    return side, f"{side} came" if side else f"a {it.total} came, which is on neither side"


# --- craps


def on_the_line(it: Fall) -> str:
    """Win Line and Don't Win: the come-out, then the point."""
    if it.state != "waiting":
        return _point(it, "the point")
    if it.step.result is Result.PUSH:
        return f"a {it.total} on the come-out decides nothing"
    return f"the come-out was {it.total}"


def on_the_come(it: Fall) -> str:
    """Come and Don't Come: rolls before they have a point of their own, then that point."""
    if it.state != "waiting":
        return _point(it, "its point")
    if it.step.result is Result.PUSH:
        return f"a {it.total} before it has a point decides nothing"
    return f"{it.total} came before it had a point"


def behind(it: Fall) -> str:
    return _point(it, "its point" if it.wager.behind.endswith("come") else "the point")


def _point(it: Fall, called: str) -> str:
    point = it.state.removeprefix("point_")
    return f"7 came before {called} {point}" if it.total == 7 else f"{called} {point} was made"


def before_seven(it: Fall) -> str:
    """A number against the seven, either way round; rolls while the wager was Off are not spoken of."""
    number = _number(it) or int(it.wager.family.removeprefix("big-"))
    other = number if it.total == 7 else 7
    return f"{it.total} came" + ("" if it.won else f"; {other} was needed first")


def hard(it: Fall) -> str:
    number = it.picked[0]
    low, high = sorted(it.dice)
    after = {"after_easy": f", and {number} the easy way before it", "after_seven": ", and 7 before it"}
    if it.won:
        return f"{number} came the hard way, {low} and {high}"
    if it.total == 7:
        return f"7 came{after.get(it.state) or f'; {number} the hard way was needed first'}"
    return f"{number} came the easy way, {low} and {high}{after.get(it.state, '')}"


REASONS: Final[Mapping[str, Callable[[Fall], str]]] = {
    **dict.fromkeys(("small", "big", "odd", "even"), by_side),
    **dict.fromkeys(("total", "any-craps", *HORN.values(), "any-seven", "field"), by_total),
    **dict.fromkeys(("horn", "horn-high", "crap-eleven"), in_parts),
    **dict.fromkeys(("single", "double", "triple", "symbol", "symbol-triple"), by_face),
    **dict.fromkeys(("colour", "colour-double", "colour-triple"), by_colour),
    **dict.fromkeys(("any-triple", "any-symbol-triple"), any_triple),
    "any-colour-triple": any_colour_triple,
    "pair": pair,
    "four": four,
    "streak": streak,
    **dict.fromkeys(("win-line", "dont-win"), on_the_line),
    **dict.fromkeys(("come", "dont-come"), on_the_come),
    **dict.fromkeys(("behind-win-line", "behind-dont-win", "behind-come", "behind-dont-come"), behind),
    **dict.fromkeys(("place-win", "place-lose", "buy", "lay", "big-6", "big-8"), before_seven),
    "hard": hard,
}
"""By family, for every family of every game."""
