"""Craps: a puck, wagers that wait for a point, and wagers on the next roll.

The come-out is any roll with the puck Off. A total of 4, 5, 6, 8, 9 or 10 then becomes the point and
turns the puck On, until the point or a seven turns it Off again.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from dicehouse.dice import TWO, Rolls
from dicehouse.games.family import Choice, Family, Game, Marker, Members, Terms, WagerOptions
from dicehouse.games.sicbo import one_roll
from dicehouse.wager import ONE, OTHERWISE, STAY, Arms, Effect, Otherwise, Wager, automaton, go

POINTS: Final = (4, 5, 6, 8, 9, 10)
HARD: Final = (4, 6, 8, 10)
HORN: Final = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}

SEVEN: Final = TWO.total(7)
ON: Final = {f"point_{p}": f"the point is {p}" for p in POINTS}


def puck(readings: Mapping[str, Choice]) -> tuple[Marker, ...]:  # noqa: ARG001
    off: dict[Rolls | Otherwise, Effect] = {TWO.total(p): go(f"point_{p}") for p in POINTS}
    on: dict[str, Arms] = {f"point_{p}": {TWO.total(p, 7): go("off"), OTHERWISE: STAY} for p in POINTS}
    rules = automaton("puck", TWO, {"off": {**off, OTHERWISE: STAY}, **on})
    return (Marker(rules, {"off": "the puck is Off", **ON}),)


BEFORE_THE_COME_OUT: Final[WagerOptions] = {
    "marker": "puck",
    "starts_by": {"off": "waiting"},
    "when": "before a come-out roll, with the puck Off",
}
WITH_A_POINT_ON: Final[WagerOptions] = {
    "marker": "puck",
    "starts_by": dict.fromkeys(ON, "waiting"),
    "when": "after a come-out roll, with a point on",
}
SLEEPS_ON_A_COME_OUT: Final[WagerOptions] = {"marker": "puck", "off_when": frozenset({"off"})}


def for_the_shooter(terms: Terms, ways: WagerOptions) -> Wager:
    """Win Line and Come: seven or eleven wins, 2, 3 or 12 loses, and a point must repeat before a seven."""
    ways = {**ways, "contract_in": frozenset(ON)}
    return terms.wager(
        states={
            "waiting": {
                TWO.total(7, 11): terms.win(says="natural"),
                TWO.total(2, 3, 12): terms.lose("craps"),
                **{TWO.total(p): go(f"point_{p}") for p in POINTS},
            },
            **{
                f"point_{p}": {
                    TWO.total(p): terms.win(says="point_made"),
                    SEVEN: terms.lose("seven_out"),
                    OTHERWISE: STAY,
                }
                for p in POINTS
            },
        },
        **ways,
    )


def against_the_shooter(terms: Terms, ways: WagerOptions) -> Wager:
    """Don't Win and Don't Come: 3 or 12 wins, seven or eleven loses, 2 is barred, and a seven must beat the point."""
    three_or_twelve, natural = terms.win(says="craps"), terms.lose("natural")
    barred: dict[Choice, Effect] = {
        "returned": terms.push("barred"),
        "stays": STAY,
        "loses": natural,
        "wins": three_or_twelve,
    }
    on_two = barred[terms.readings["dont_on_two"]]
    return terms.wager(
        states={
            "waiting": {
                TWO.total(3, 12): three_or_twelve,
                TWO.total(7, 11): natural,
                TWO.total(2): on_two,
                **{TWO.total(p): go(f"point_{p}") for p in POINTS},
            },
            **{
                f"point_{p}": {
                    SEVEN: terms.win(says="seven_out"),
                    TWO.total(p): terms.lose("point_made"),
                    OTHERWISE: STAY,
                }
                for p in POINTS
            },
        },
        **ways,
    )


def win_line(terms: Terms) -> Iterator[Wager]:
    yield for_the_shooter(terms, {**BEFORE_THE_COME_OUT, "line": True})


def dont_win(terms: Terms) -> Iterator[Wager]:
    yield against_the_shooter(terms, {**BEFORE_THE_COME_OUT, "line": True, "keeps_reduced": True})


def come(terms: Terms) -> Iterator[Wager]:
    yield for_the_shooter(terms, WITH_A_POINT_ON)


def dont_come(terms: Terms) -> Iterator[Wager]:
    yield against_the_shooter(terms, {**WITH_A_POINT_ON, "keeps_reduced": True})


def behind(terms: Terms, parent: str, *, on_the_shooter: bool, ways: WagerOptions) -> Iterator[Wager]:
    """True odds beside a line or Come wager that has its point; it starts, wins and loses with its parent."""
    states: dict[str, Arms] = {}
    for p in POINTS:
        made, seven = TWO.total(p), SEVEN
        wins, loses = (made, seven) if on_the_shooter else (seven, made)
        states[f"point_{p}"] = {wins: terms.win(str(p)), loses: terms.lose(), OTHERWISE: STAY}
    ways = {**ways, "behind": parent, "limit": terms.limit}
    yield terms.wager(states=states, starts=tuple(states), **ways)


def behind_win_line(terms: Terms) -> Iterator[Wager]:
    return behind(terms, "win-line", on_the_shooter=True, ways={"short": "Behind"})


def behind_dont_win(terms: Terms) -> Iterator[Wager]:
    return behind(terms, "dont-win", on_the_shooter=False, ways={"short": "Behind"})


def behind_come(terms: Terms) -> Iterator[Wager]:
    return behind(terms, "come", on_the_shooter=True, ways=SLEEPS_ON_A_COME_OUT)


def behind_dont_come(terms: Terms) -> Iterator[Wager]:
    return behind(terms, "dont-come", on_the_shooter=False, ways={})


def number_before_seven(terms: Terms, number: int, *picked: object, price: str = "win", ways: WagerOptions) -> Wager:
    arms: Arms = {TWO.total(number): terms.win(price), SEVEN: terms.lose(), OTHERWISE: STAY}
    return terms.wager(*picked, states={"up": arms}, **ways)


def seven_before_number(terms: Terms, number: int, ways: WagerOptions) -> Wager:
    arms: Arms = {SEVEN: terms.win(str(number)), TWO.total(number): terms.lose(), OTHERWISE: STAY}
    return terms.wager(number, states={"up": arms}, **ways)


def place_win(terms: Terms) -> Iterator[Wager]:
    for p in POINTS:
        yield number_before_seven(terms, p, p, price=str(p), ways={**SLEEPS_ON_A_COME_OUT, "short": "Place"})


def place_lose(terms: Terms) -> Iterator[Wager]:
    for p in POINTS:
        yield seven_before_number(terms, p, {"button": "dont-place", "short": "To lose"})


def buy(terms: Terms) -> Iterator[Wager]:
    for p in POINTS:
        ways: WagerOptions = {**SLEEPS_ON_A_COME_OUT, "commission": terms.commission, "button": "buy"}
        yield number_before_seven(terms, p, p, price=str(p), ways=ways)


def lay(terms: Terms) -> Iterator[Wager]:
    for p in POINTS:
        yield seven_before_number(terms, p, {"commission": terms.commission, "button": "lay"})


def big_6(terms: Terms) -> Iterator[Wager]:
    yield number_before_seven(terms, 6, ways={})


def big_8(terms: Terms) -> Iterator[Wager]:
    yield number_before_seven(terms, 8, ways={})


def hard(terms: Terms) -> Iterator[Wager]:
    """A pair, before the same total comes another way and before a seven."""
    for number in HARD:
        pair = TWO.total(number) & TWO.alike
        easy = TWO.total(number) - pair
        won, lost = terms.win(str(number)), terms.lose()
        states: dict[str, Arms] = {"up": {pair: won, easy | SEVEN: lost, OTHERWISE: STAY}}
        if terms.readings["hardways"] == "either_before":
            states = {
                "up": {pair: won, easy: go("after_easy"), SEVEN: go("after_seven"), OTHERWISE: STAY},
                "after_easy": {pair: won, SEVEN: lost, OTHERWISE: STAY},
                "after_seven": {pair: won, easy: lost, OTHERWISE: STAY},
            }
        yield terms.wager(number, states=states, **SLEEPS_ON_A_COME_OUT)


def next_roll(*totals: int) -> Members:
    """A wager that one of the totals comes on the next roll."""

    def members(terms: Terms) -> Iterator[Wager]:
        yield one_roll(terms, wins={TWO.total(*totals): terms.win()})

    return members


def field(terms: Terms) -> Iterator[Wager]:
    wins = {TWO.total(3, 4, 9, 10, 11): terms.win("middle"), TWO.total(2, 12): terms.win("ends")}
    yield one_roll(terms, wins=wins)


def horn(terms: Terms) -> Iterator[Wager]:
    """Four equal wagers in one, on 2, 3, 11 and 12."""
    yield in_parts(terms, dict.fromkeys(HORN, 1))


def horn_high(terms: Terms) -> Iterator[Wager]:
    """A Horn with one unit more on a number of the player's choice."""
    for high in HORN:
        extra = 1 if terms.readings["horn_high"] == "two_units" else 0
        yield in_parts(terms, {number: 1 + extra * (number == high) for number in HORN}, high, units=5)


def in_parts(terms: Terms, shares: Mapping[int, int], *picked: object, units: int = 4) -> Wager:
    """A wager settled as separate wagers on the numbers of the Horn: one wins, the others lose."""
    whole = sum(shares.values())
    back = ONE if terms.readings["horn"] == "all_returned" else None
    wins = {
        TWO.total(number): terms.win(HORN[number], part=Fraction(share, whole), back=back)
        for number, share in shares.items()
    }
    return one_roll(terms, *picked, wins=wins, units=units)


def crap_eleven(terms: Terms) -> Iterator[Wager]:
    """Half on Any Craps and half on Eleven."""
    part = ONE if terms.readings["crap_eleven"] == "all_paid" else Fraction(1, 2)
    back = None if terms.readings["crap_eleven"] == "half_each" else ONE
    wins = {
        TWO.total(2, 3, 12): terms.win("craps", part=part, back=back),
        TWO.total(11): terms.win("eleven", part=part, back=back),
    }
    yield one_roll(terms, wins=wins, units=2)


_POINTS = tuple(map(str, POINTS))
_LINE_SAYS = ("natural", "craps", "point_made", "seven_out", "placed")

GAME: Final = Game(
    "craps",
    TWO,
    (
        Family("win-line", win_line, says=(*_LINE_SAYS, "stays")),
        Family("dont-win", dont_win, says=(*_LINE_SAYS, "barred", "removed")),
        Family("come", come, says=(*_LINE_SAYS, "stays")),
        Family("dont-come", dont_come, says=(*_LINE_SAYS, "barred", "removed")),
        Family("behind-win-line", behind_win_line, prices=_POINTS, needs="limit"),
        Family("behind-dont-win", behind_dont_win, prices=_POINTS, needs="limit"),
        Family("behind-come", behind_come, prices=_POINTS, needs="limit"),
        Family("behind-dont-come", behind_dont_come, prices=_POINTS, needs="limit"),
        Family("place-win", place_win, prices=_POINTS),
        Family("place-lose", place_lose, prices=_POINTS),
        Family("buy", buy, prices=_POINTS, needs="commission"),
        Family("lay", lay, prices=_POINTS, needs="commission"),
        Family("hard", hard, prices=tuple(map(str, HARD))),
        Family("big-6", big_6),
        Family("big-8", big_8),
        Family("any-craps", next_roll(2, 3, 12)),
        Family("craps-2", next_roll(2)),
        Family("craps-3", next_roll(3)),
        Family("craps-12", next_roll(12)),
        Family("eleven", next_roll(11)),
        Family("any-seven", next_roll(7)),
        Family("field", field, prices=("middle", "ends")),
        Family("horn", horn, prices=(), parts=tuple(HORN.values()), says=("win", "lose", "units")),
        Family("horn-high", horn_high, prices=(), parts=tuple(HORN.values()), says=("win", "lose", "units")),
        Family("crap-eleven", crap_eleven, prices=("craps", "eleven"), says=("win", "lose", "units")),
    ),
    markers=puck,
)
