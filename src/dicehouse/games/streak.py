"""Super Streak: a wager that a run of Small or Big, or of Odd or Even, goes on for four results or more.

Each axis of the table carries a marker that follows the results. A run has just begun when its side
came up for the first time: then the window is open, and a wager takes that side. The wager counts
the results that follow on its side; a triple leaves everything as it was; the first result that is
not on its side ends the run, and the length of the run pays. Twelve pays at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dicehouse.dice import THREE, Rolls
from dicehouse.games.family import Choice, Family, Marker, Terms
from dicehouse.money import Odds
from dicehouse.wager import NOTHING, ONE, STAY, Arms, Decision, Effect, Otherwise, Wager, automaton, go, lose, win

SHORTEST, LONGEST = 4, 12

SMALL = THREE.total(*range(4, 11)) - THREE.alike
BIG = THREE.total(*range(11, 18)) - THREE.alike
ODD = THREE.total(5, 7, 9, 11, 13, 15, 17) - THREE.alike
EVEN = THREE.total(4, 6, 8, 10, 12, 14, 16) - THREE.alike

_EVEN_PRINTED = THREE.total(4, 6, 8, 12, 14, 16, 18) - THREE.showing(2, 3) - THREE.showing(4, 3)
_EVEN_BY_READING: Mapping[Choice, Rolls] = {
    "corrected": EVEN,
    "printed": _EVEN_PRINTED,
    "printed_triples_lose": _EVEN_PRINTED - THREE.alike,
    "ten_added": _EVEN_PRINTED | THREE.total(10),
}


def even(reading: Choice) -> Rolls:
    """The results on which Even wins: two documents print a list without ten and with eighteen."""
    return _EVEN_BY_READING[reading]


@dataclass(frozen=True)
class Axis:
    """Two sides that follow each other: Small and Big, or Odd and Even."""

    first: str
    second: str

    @property
    def name(self) -> str:
        return f"{self.first}-{self.second}"

    def sides(self, readings: Mapping[str, Choice]) -> dict[str, Rolls]:
        """The results of each side; a triple is on none of them."""
        every = {"small": SMALL, "big": BIG, "odd": ODD, "even": even(readings["even_totals"]) - THREE.alike}
        return {self.first: every[self.first], self.second: every[self.second]}


AXES = (Axis("small", "big"), Axis("odd", "even"))


def window(axis: Axis, readings: Mapping[str, Choice]) -> Marker:
    """The marker of an axis: which side the run is on, and whether it has only just begun."""
    sides = axis.sides(readings)
    says = {"none": "no run has begun"}
    states: dict[str, Arms] = {"none": _follows("", STAY, sides)}
    joins = _joins(readings)
    for side in sides:
        for this, after in pairwise((*joins, "run", "run")):
            states[f"{side}_{this}"] = _follows(side, go(f"{side}_{after}") if this != "run" else STAY, sides)
            says[f"{side}_{this}"] = f"a run of {side.title()} {_LONG[this]}"
    return Marker(automaton(axis.name, THREE, states), says)


_WHEN = {1: "has just begun", 3: "is at most three results long"}
_LONG = {
    "open": "has just begun",
    "two": "is two results long",
    "three": "is three results long",
    "run": "is in progress",
}


def _joins(readings: Mapping[str, Choice]) -> tuple[str, ...]:
    """How long a run is while its window is open, as the marker calls it."""
    return ("open", "two", "three") if readings["streak_window"] == "until_four" else ("open",)


def _follows(side: str, same: Effect, sides: Mapping[str, Rolls]) -> Arms:
    """Where the next result leads from a run on this side."""
    arms: dict[Rolls | Otherwise, Effect] = {
        rolls: same if it == side else go(f"{it}_open") for it, rolls in sides.items()
    }
    neither = _on_neither(sides)
    return arms | {THREE.alike: STAY} | ({neither: go("none")} if neither else {})


def streak(terms: Terms) -> Iterator[Wager]:
    for axis in AXES:
        sides = axis.sides(terms.readings)
        begins = 1 if terms.readings["streak_opening_result_counts"] else 0
        joins = _joins(terms.readings)
        starts = {f"{side}_{join}": f"{side}_{begins + late}" for late, join in enumerate(joins) for side in sides}
        states: dict[str, Arms] = {}
        if terms.readings["streak_side"] == "first_result":
            begins, starts = 1, dict.fromkeys(starts, "open")
            states["open"] = _before_the_first_result(sides, terms)
        for side, rolls in sides.items():
            for count in range(begins, LONGEST + (terms.readings["streak_twelve"] != "at_once")):
                states[f"{side}_{count}"] = _at(count, side, rolls, terms)
        yield terms.wager(
            axis.first,
            axis.second,
            states=states,
            starts=tuple(dict.fromkeys(starts.values())),
            weights=_how_often(sides, len(set(starts.values()))),
            marker=axis.name,
            starts_by=starts,
            when=f"when a run {_WHEN[len(joins)]}, before the next result",
            contract_in=frozenset(states),
            joins_run=True,
        )


def _at(count: int, side: str, rolls: Rolls, terms: Terms) -> Arms:
    """What happens to a wager that has counted so many results on its side."""
    goes_on: Effect = go(f"{side}_{count + 1}")
    if count == LONGEST:
        goes_on = STAY if terms.readings["streak_twelve"] == "at_the_end" else terms.lose()
    elif count == LONGEST - 1 and terms.readings["streak_twelve"] == "at_once":
        goes_on = _paid_at(LONGEST, terms)
    ends = _paid_at(count, terms)
    triples: dict[Choice, Effect] = {"hold": STAY, "end": ends, "progress": goes_on}
    triple = triples[terms.readings["streak_triples"]]
    return {rolls: goes_on, THREE.every - THREE.alike - rolls: ends, THREE.alike: triple}


def _paid_at(length: int, terms: Terms) -> Decision:
    """A run of this length is over."""
    if length < SHORTEST:
        return terms.lose()
    if terms.readings["streak_pays"] == "final_length":
        return terms.win(str(length))
    paid = sum((terms.odds[str(it)].odds.ratio for it in range(SHORTEST, length + 1)), start=NOTHING)
    return win(Odds(paid.numerator, paid.denominator), *terms.clauses("win"))


_OFF_SIDE = {"small": (5, 6, 6), "big": (1, 1, 2), "odd": (1, 1, 2), "even": (1, 1, 3)}
"""A result that ends a run on each side."""


def ended_now(wager: Wager, state: str) -> Decision:
    """What a wager pays whose run is made to end where it stands."""
    side = state.partition("_")[0]
    roll = _OFF_SIDE.get(side)
    steps = wager.rules.steps[wager.rules.number(state)]
    step = steps[THREE.index(roll)] if roll else next(it for it in steps if it is not None)
    return step if isinstance(step, Decision) else lose(wager.clause)


def _before_the_first_result(sides: Mapping[str, Rolls], terms: Terms) -> Arms:
    arms: dict[Rolls | Otherwise, Effect] = {rolls: go(f"{side}_1") for side, rolls in sides.items()}
    neither = _on_neither(sides)
    return arms | {THREE.alike: STAY} | ({neither: terms.lose()} if neither else {})


def _how_often(sides: Mapping[str, Rolls], starts: int) -> tuple[Fraction, ...]:
    """How often a window opens on each side: a result on it after one that is not; who joins late is not counted."""
    if starts == 1:
        return (ONE,)
    results = len(THREE.every - THREE.alike)
    opens = [Fraction(len(rolls) * (results - len(rolls))) for rolls in sides.values()]
    return (*(it / sum(opens) for it in opens), *[NOTHING] * (starts - len(opens)))


def _on_neither(sides: Mapping[str, Rolls]) -> Rolls:
    """Results that are no triple and yet on no side: a ten, where Even is read as printed."""
    rest = THREE.every - THREE.alike
    for rolls in sides.values():
        rest -= rolls
    return rest


FAMILY = Family(
    "streak", streak, prices=tuple(map(str, range(SHORTEST, LONGEST + 1))), says=("win", "lose", "placed", "stays")
)
