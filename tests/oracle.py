"""Writes the repetitive golden files straight from the rule documents; it knows nothing of the engine.

Every rule is one plain predicate on the dice, every amount one line of arithmetic in cents. Run it with
`python tests/oracle.py`; it rewrites the files under tests/golden that say so in their first line.
Format and meaning: tests/golden/README.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, cycle, product
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"
WRITTEN = "# Written by tests/oracle.py; change it there, never here.\n"

Dice = tuple[int, ...]
Test = Callable[[Dice], bool]

FACES = range(1, 7)
THREE = tuple(product(FACES, repeat=3))
TWO = tuple(product(FACES, repeat=2))


# --- one roll: what is declared


@dataclass(frozen=True)
class Pays:
    """One winning arm: odds paid on a part of the stake, and only that part comes back."""

    clauses: str
    odds: Fraction
    when: Test
    part: Fraction = Fraction(1)

    def result(self) -> str:
        on = "" if self.part == 1 else f" on {self.part.numerator}/{self.part.denominator}"
        return f"win {self.odds.numerator}:{self.odds.denominator}{on}"


@dataclass(frozen=True)
class OneRoll:
    wager: str
    pays: tuple[Pays, ...]
    loses: str  # the clauses of the losing arm, which takes every other outcome


def is_triple(dice: Dice) -> bool:
    return len(set(dice)) == 1


def totals(*wanted: int) -> Test:
    return lambda dice: sum(dice) in wanted


def totals_no_triple(*wanted: int) -> Test:
    return lambda dice: sum(dice) in wanted and not is_triple(dice)


def shows(face: int, *times: int) -> Test:
    return lambda dice: dice.count(face) in times


def both_show(low: int, high: int) -> Test:
    return lambda dice: low in dice and high in dice


def three_different_of(*numbers: int) -> Test:
    return lambda dice: len(set(dice)) == 3 and set(dice) <= set(numbers)


COLOUR = {1: "red", 2: "green", 3: "blue", 4: "blue", 5: "green", 6: "red"}
SYMBOLS = ("fish", "prawn", "gourd", "coin", "crab", "chicken")  # they stand for 1 to 6
COLOURS = ("red", "green", "blue")


def colour_shows(colour: str, *times: int) -> Test:
    return lambda dice: [COLOUR[face] for face in dice].count(colour) in times


def one_colour(dice: Dice) -> bool:
    return len({COLOUR[face] for face in dice}) == 1


SMALL_TOTALS = tuple(range(4, 11))
BIG_TOTALS = tuple(range(11, 18))
ODD_TOTALS = (5, 7, 9, 11, 13, 15, 17)
EVEN_TOTALS = (4, 6, 8, 10, 12, 14, 16)  # reading A1: 10 stands where The Star printed 18
TOTAL_ODDS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}  # and their mirrors 17 to 11
FOURS = ((1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6))
PAIR_ROW = {1: "1&2-6", 2: "2&3-6", 3: "3&4-6", 4: "4&5-6", 5: "5&6"}


def simple(wager: str, wins: str, odds: int, when: Test, loses: str) -> OneRoll:
    return OneRoll(wager, (Pays(wins, Fraction(odds), when),), loses)


def counted(wager: str, rule: str, odds_clause: str, face: int) -> OneRoll:
    """Single Die, Any Number, Single Symbol: 1, 2 or 12 to one for one, two or three dice."""
    pays = [
        Pays(f"{rule}, {odds_clause.format(n, word)}", Fraction(odds), shows(face, n))
        for n, word, odds in ((1, "one", 1), (2, "two", 2), (3, "three", 12))
    ]
    return OneRoll(wager, tuple(pays), rule)


def total_row(total: int) -> str:
    low = min(total, 21 - total)
    return f"Total {low} or {21 - low}"


def total_odds(total: int) -> int:
    return TOTAL_ODDS[min(total, 21 - total)]


def star(basic: str, optional: str) -> Iterator[OneRoll]:
    """Both editions at The Star: they differ only in the numbers of section 3."""
    for wager, rule, name, wanted in (
        ("small", f"{basic}.1", "Small", SMALL_TOTALS),
        ("big", f"{basic}.2", "Big", BIG_TOTALS),
        ("odd", f"{optional}.1", "Odd", ODD_TOTALS),
        ("even", f"{optional}.2", "Even", EVEN_TOTALS),
    ):
        yield simple(wager, f"{rule}, {rule}.1, 7.1[{name}]", 1, totals_no_triple(*wanted), f"{rule}, {rule}.2")
    yield simple("any-triple", f"{basic}.5, 7.1[Any Triple]", 31, is_triple, f"{basic}.5")
    for face in FACES:
        yield simple(f"triple-{face}", f"{basic}.3, 7.1[Specific Triples]", 180, shows(face, 3), f"{basic}.3")
    for face in FACES:
        yield simple(f"double-{face}", f"{basic}.4, 7.1[Specific Doubles]", 11, shows(face, 2, 3), f"{basic}.4")
    for face in FACES:
        yield counted(f"single-{face}", f"{basic}.8", "7.1[Single Die {1}]", face)
    for total in range(4, 18):
        clauses = f"{basic}.6, 7.1[{total_row(total)}]"
        yield simple(f"total-{total}", clauses, total_odds(total), totals(total), f"{basic}.6")
    for low, high in combinations(FACES, 2):
        rule = f"{basic}.7, {basic}.7[{PAIR_ROW[low]}]"
        clauses = f"{rule}, 7.1[Combination {PAIR_ROW[low]}]"
        yield simple(f"pair-{low}-{high}", clauses, 6, both_show(low, high), rule)
    for four in FOURS:
        numbers = ",".join(map(str, four))
        rule = f"{optional}.3, {optional}.3[{numbers}]"
        wager = "four-" + numbers.replace(",", "-")
        yield simple(wager, f"{rule}, 7.1[Four {numbers}]", 7, three_different_of(*four), rule)


def crown_small_big(option: str, table: str) -> Iterator[OneRoll]:
    for wager, letter, rule, name, wanted in (
        ("small", "b", "3.7", "Small", SMALL_TOTALS),
        ("big", "a", "3.8", "Big", BIG_TOTALS),
    ):
        offered = f"{option}({letter}), {rule}"
        wins = f"{offered}, {rule}.1, {table}[{name}]"
        yield simple(wager, wins, 1, totals_no_triple(*wanted), f"{offered}, {rule}.2")


def crown_totals(offered: str, table: str) -> Iterator[OneRoll]:
    for total in range(4, 18):
        wins = f"{offered}, 3.12, 3.12.1, {table}[{total_row(total)}]"
        yield simple(f"total-{total}", wins, total_odds(total), totals(total), f"{offered}, 3.12, 3.12.2")


def crown_a() -> Iterator[OneRoll]:
    """Option A: numbers."""
    yield from crown_small_big("3.6.1", "6.1")
    for wager, letter, rule, name, wanted in (
        ("odd", "i", "3.16", "Odd", ODD_TOTALS),
        ("even", "j", "3.17", "Even", EVEN_TOTALS),
    ):
        offered = f"3.6.1({letter}), {rule}"
        wins = f"{offered}, {rule}.1, 6.1[{name}]"
        yield simple(wager, wins, 1, totals_no_triple(*wanted), f"{offered}, {rule}.2")
    any_triple = "3.6.1(e), 3.11"
    yield simple("any-triple", f"{any_triple}, 3.11.1, 6.1[Any Triple]", 31, is_triple, f"{any_triple}, 3.11.4")
    for face in FACES:
        rule = "3.6.1(c), 3.9"
        yield simple(f"triple-{face}", f"{rule}, 3.9.1, 6.1[Specific Triples]", 180, shows(face, 3), f"{rule}, 3.9.3")
    for face in FACES:
        rule = "3.6.1(d), 3.10"
        pays = (
            Pays(f"{rule}, 3.10.1, 3.10.1(a), 6.1[Specific Doubles]", Fraction(11), shows(face, 2)),
            Pays(f"{rule}, 3.10.1, 3.10.1(b), 6.1[Specific Doubles]", Fraction(11), shows(face, 3)),
        )
        yield OneRoll(f"double-{face}", pays, f"{rule}, 3.10.3")
    for face in FACES:
        yield counted(f"single-{face}", "3.6.1(h), 3.14, 3.14.1", "6.1[Single Die {1}]", face)
    yield from crown_totals("3.6.1(f)", "6.1")
    for low, high in combinations(FACES, 2):
        rule = "3.6.1(g), 3.13"
        wins = f"{rule}, 3.13.1, 6.1[Two Dice Combinations]"
        yield simple(f"pair-{low}-{high}", wins, 6, both_show(low, high), f"{rule}, 3.13.2")
    for four in FOURS:
        rule = "3.6.1(k), 3.18"
        wins = f"{rule}, 3.18.1, 6.1[3 of 4 Dice]"
        wager = "four-" + "-".join(map(str, four))
        yield simple(wager, wins, 7, three_different_of(*four), f"{rule}, 3.18.2")


def crown_b() -> Iterator[OneRoll]:
    """Option B: symbols and colours, read literally (E1, E2); a symbol triple is a colour triple too (E4)."""
    yield from crown_small_big("3.6.2", "6.2")
    for face, symbol in enumerate(SYMBOLS, start=1):
        yield counted(f"symbol-{symbol}", "3.6.2(j), 3.14, 3.14.2", "6.2[Single Symbol {1}]", face)
    for face, symbol in enumerate(SYMBOLS, start=1):
        rule = "3.6.2(c), 3.9"
        wins = f"{rule}, 3.9.2, 3.9.2(a), 6.2[Specific Symbol Triples]"
        yield simple(f"symbol-triple-{symbol}", wins, 180, shows(face, 3), f"{rule}, 3.9.3")
    rule = "3.6.2(e), 3.11"
    yield simple("any-symbol-triple", f"{rule}, 3.11.2, 6.2[Any Symbol Triple]", 31, is_triple, f"{rule}, 3.11.4")
    for colour in COLOURS:
        rule = "3.6.2(i), 3.15"
        pays = (
            Pays(f"{rule}, 6.2[Single Colour]", Fraction(1), colour_shows(colour, 1)),
            Pays(f"{rule}, 3.15.1, 6.2[Single Colour]", Fraction(1), colour_shows(colour, 2, 3)),
        )
        yield OneRoll(f"colour-{colour}", pays, rule)
    for colour in COLOURS:
        rule = "3.6.2(h), 3.10"
        pays = (
            Pays(f"{rule}, 3.10.2, 3.10.2(a), 6.2[Specific Colour Double]", Fraction(3), colour_shows(colour, 2)),
            Pays(f"{rule}, 3.10.2, 3.10.2(b), 6.2[Specific Colour Double]", Fraction(3), colour_shows(colour, 3)),
        )
        yield OneRoll(f"colour-double-{colour}", pays, f"{rule}, 3.10.3")
    for colour in COLOURS:
        rule = "3.6.2(d), 3.9"
        wins = f"{rule}, 3.9.2, 3.9.2(b), 6.2[Specific Colour Triples]"
        yield simple(f"colour-triple-{colour}", wins, 23, colour_shows(colour, 3), f"{rule}, 3.9.3")
    rule = "3.6.2(f), 3.11"
    yield simple("any-colour-triple", f"{rule}, 3.11.3, 6.2[Any Colour Triple]", 7, one_colour, f"{rule}, 3.11.4")
    yield from crown_totals("3.6.2(g)", "6.2")


def aruze() -> Iterator[OneRoll]:
    """The electronic table: no Odd, Even or four numbers; better doubles and triples (F20)."""
    for wager, rule, name, wanted in (
        ("small", "3.9.1", "Small", SMALL_TOTALS),
        ("big", "3.9.2", "Big", BIG_TOTALS),
    ):
        yield simple(wager, f"{rule}, {rule}.1, 3.9.10[{name}]", 1, totals_no_triple(*wanted), f"{rule}, {rule}.2")
    yield simple("any-triple", "3.9.5, 3.9.10[Any Triple]", 31, is_triple, "3.9.5")
    for face in FACES:
        yield simple(f"triple-{face}", "3.9.3, 3.9.10[Triple]", 190, shows(face, 3), "3.9.3")
    for face in FACES:
        yield simple(f"double-{face}", "3.9.4, 3.9.10[Double]", 12, shows(face, 2, 3), "3.9.4")
    for face in FACES:
        yield counted(f"single-{face}", "3.9.8", "3.9.10[Any Number {0}]", face)
    for total in range(4, 18):
        wins = f"3.9.6, 3.9.10[Total {total}]"
        yield simple(f"total-{total}", wins, total_odds(total), totals(total), "3.9.6")
    for low, high in combinations(FACES, 2):
        rule = f"3.9.7, 3.9.7[{PAIR_ROW[low]}]"
        wins = f"{rule}, 3.9.10[Two Dice Combination]"
        yield simple(f"pair-{low}-{high}", wins, 6, both_show(low, high), rule)


HORN_ODDS = {2: ("Craps Two", 33), 3: ("Craps Three", 16), 11: ("Eleven", 16), 12: ("Craps Twelve", 33)}


def craps() -> Iterator[OneRoll]:
    """The one-roll wagers of craps; a Horn is four wagers in one, three of which lose (G6, G7)."""
    field_even, field_double = "6.1.17, 8.1[Field 3,4,9,10,11]", "6.1.17, 8.1[Field 2,12]"
    pays = (
        Pays(field_even, Fraction(1), totals(3, 4, 9, 10, 11)),
        Pays(field_double, Fraction(2), totals(2, 12)),
    )
    yield OneRoll("field", pays, "6.1.17")
    yield OneRoll("any-craps", (Pays("6.1.12, 8.1[Any Craps]", Fraction(15, 2), totals(2, 3, 12)),), "6.1.12")
    for total, rule, name, odds in (
        (2, "6.1.13", "Craps Two", 33),
        (3, "6.1.14", "Craps Three", 16),
        (12, "6.1.15", "Craps Twelve", 33),
    ):
        yield simple(f"craps-{total}", f"{rule}, 8.1[{name}]", odds, totals(total), rule)
    yield simple("eleven", "6.1.16, 8.1[Eleven]", 16, totals(11), "6.1.16")
    yield simple("any-seven", "6.1.18, 8.1[Any Seven]", 4, totals(7), "6.1.18")
    note = "8.1[Horn and Horn High note]"
    quarters = tuple(
        Pays(f"6.1.21, {note}, 8.1[{name}]", Fraction(odds), totals(total), Fraction(1, 4))
        for total, (name, odds) in HORN_ODDS.items()
    )
    yield OneRoll("horn", quarters, "6.1.21")
    for high in HORN_ODDS:
        fifths = tuple(
            Pays(
                f"6.1.22, 6.1.22.1, 6.1.22.2, {note}, 8.1[{name}]",
                Fraction(odds),
                totals(total),
                Fraction(2 if total == high else 1, 5),
            )
            for total, (name, odds) in HORN_ODDS.items()
        )
        yield OneRoll(f"horn-high-{high}", fifths, "6.1.22, 6.1.22.3")
    half = "8.1[Crap-Eleven half note]"
    halves = (
        Pays(f"6.1.23, 8.1[Crap-Eleven 2,3,12], {half}", Fraction(15, 2), totals(2, 3, 12), Fraction(1, 2)),
        Pays(f"6.1.23, 8.1[Crap-Eleven 11], {half}", Fraction(16), totals(11), Fraction(1, 2)),
    )
    yield OneRoll("crap-eleven", halves, "6.1.23")


BOOKS: dict[str, tuple[tuple[Dice, ...], tuple[OneRoll, ...]]] = {
    "star-sicbo-2024": (THREE, tuple(star("3.2", "3.3"))),
    "star-sicbo-pre2024": (THREE, tuple(star("3.1", "3.2"))),
    "crown-sicbo-a": (THREE, tuple(crown_a())),
    "crown-sicbo-b": (THREE, tuple(crown_b())),
    "aruze-sicbo": (THREE, tuple(aruze())),
    "star-craps": (TWO, tuple(craps())),
}


def spelled(dice: Dice) -> str:
    return "".join(map(str, dice))


def rolls_file(rulebook: str) -> str:
    space, wagers = BOOKS[rulebook]
    lines = [
        f"# Every one-roll wager of {rulebook} on every one of the {len(space)} ordered outcomes.",
        "# wager | clauses | result | outcomes",
        "",
    ]
    for wager in wagers:
        left = set(space)
        for pays in wager.pays:
            winning = {dice for dice in space if pays.when(dice)}
            if not winning or not winning <= left:
                raise ValueError(f"{rulebook} {wager.wager}: {pays.clauses} is empty or overlaps another arm")
            left -= winning
            outcomes = " ".join(map(spelled, sorted(winning)))
            lines.append(f"{wager.wager} | {pays.clauses} | {pays.result()} | {outcomes}")
        lines.append(f"{wager.wager} | {wager.loses} | lose | rest")
    return WRITTEN + "\n".join(lines) + "\n"


# --- stories: the language


CHIP = 100


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def up_to_chips(cents: Fraction, chip: int = CHIP) -> int:
    """What chips cannot pay exactly is paid to the next amount they can (craps 6.7, Crown 4.2.3)."""
    return -(-cents // chip) * chip


def five_percent(cents: int) -> int:
    """A fraction of a cent is dropped."""
    return cents * 5 // 100


def place(name: str, wager: str, stake: int, on: str = "") -> str:
    return f"place {name} {wager} {money(stake)}" + (f" on {on}" if on else "")


def roll(dice: Dice) -> str:
    return "roll " + " ".join(map(str, dice))


def ends(name: str, result: str, winnings: int, returned: int) -> str:
    return f"=> {name} {result} winnings {money(winnings)} returned {money(returned)}"


def won(name: str, stake: int, winnings: int) -> str:
    return ends(name, "win", winnings, stake + winnings)


def lost(name: str) -> str:
    return ends(name, "lose", 0, 0)


def push(name: str, stake: int) -> str:
    return ends(name, "push", 0, stake)


def removed(name: str, returned: int) -> str:
    return ends(name, "removed", 0, returned)


def refused(clause: str) -> str:
    return f"=> refused {clause}"


def story(title: str, rulebook: str, clauses: str, lines: Iterable[str]) -> str:
    head = [f"story {title}", f"rulebook {rulebook}", f"chip {money(CHIP)}", f"clauses {clauses}"]
    return "\n".join([*head, *lines]) + "\n"


def stories_file(about: str, stories: Iterable[str]) -> str:
    return WRITTEN + f"# {about}\n\n" + "\n".join(stories)


# --- every one-roll wager on the table at once


SETTLING = {
    "star-sicbo-2024": "3.2, 3.3, 7.1",
    "star-sicbo-pre2024": "3.1, 3.2, 7.1",
    "crown-sicbo-a": "3.6, 3.6.1, 6.1",
    "crown-sicbo-b": "3.6, 3.6.2, 6.2",
    "aruze-sicbo": "3.9, 3.9.10",
    "star-craps": "6.1, 6.7, 8.1",
}
SICBO_ROUNDS = ((1, 2, 3), (5, 2, 2), (6, 4, 5), (3, 6, 1), (1, 1, 1), (4, 4, 4))


def whole_layout(rulebook: str) -> Iterator[str]:
    space, wagers = BOOKS[rulebook]
    stake = 2000  # whole chips in halves, quarters and fifths
    rounds = SICBO_ROUNDS if space is THREE else tuple(ways(total)[0] for total in range(2, 13))
    for dice in rounds:
        lines = [place(wager.wager, wager.wager, stake) for wager in wagers]
        lines.append(roll(dice))
        for wager in wagers:
            arm = next((pays for pays in wager.pays if pays.when(dice)), None)
            if arm is None:
                lines.append(lost(wager.wager))
            else:
                riding = int(stake * arm.part)
                lines.append(won(wager.wager, riding, up_to_chips(riding * arm.odds)))
        title = f"Every one-roll wager of {rulebook} is decided when {' '.join(map(str, dice))} comes"
        yield story(title, rulebook, SETTLING[rulebook], lines)


# --- Super Streak


STREAK_ODDS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
SIDES: dict[str, tuple[str, str, tuple[int, ...]]] = {  # side -> axis, clause, totals
    "Small": ("streak-small-big", "6.3.1", SMALL_TOTALS),
    "Big": ("streak-small-big", "6.3.2", BIG_TOTALS),
    "Odd": ("streak-odd-even", "6.3.3", ODD_TOTALS),
    "Even": ("streak-odd-even", "6.3.4", EVEN_TOTALS),
}
OTHER = {"Small": "Big", "Big": "Small", "Odd": "Even", "Even": "Odd"}


def spread(side: str) -> Iterator[Dice]:
    """Non-triple results of a side, one total after another, over and over."""
    by_total = [[dice for dice in THREE if totals_no_triple(total)(dice)] for total in SIDES[side][2]]
    return cycle(dice for nth in range(3) for group in by_total for dice in group[nth : nth + 1])


def streak_runs(rulebook: str) -> Iterator[str]:
    """The opening result does not count (B1); its side is the side of the wager (B2); twelve pays at once (B6)."""
    stake = 500
    for side, (axis, clause, _) in SIDES.items():
        for length in range(13):
            same = spread(side)
            lines = [roll(next(same)), place("s1", axis, stake)]
            lines += [roll(next(same)) for _ in range(length)]
            if length < 12:
                lines.append(roll(next(spread(OTHER[side]))))
            pays = STREAK_ODDS.get(length)
            lines.append(lost("s1") if pays is None else won("s1", stake, stake * pays))
            clauses = f"6.2, 6.3, {clause}, 6.4, {'6.4.1' if pays is None else '6.4.2'}, 7.2"
            if length:
                clauses += f", 7.2[{length} in a row]"
            worth = "loses" if pays is None else f"pays {pays} to 1"
            yield story(f"A run of {length} {side} after the opening result {worth}", rulebook, clauses, lines)


# --- craps: the parts


CRAPS = "star-craps"
POINTS = (4, 5, 6, 8, 9, 10)
GROUP = {4: "4/10", 10: "4/10", 5: "5/9", 9: "5/9", 6: "6/8", 8: "6/8"}


def by_point(four: str, five: str, six: str) -> dict[int, Fraction]:
    """Odds for 4 and 10, for 5 and 9, for 6 and 8."""
    odds = {"4/10": Fraction(four), "5/9": Fraction(five), "6/8": Fraction(six)}
    return {point: odds[GROUP[point]] for point in POINTS}


TRUE_ODDS = by_point("2/1", "3/2", "6/5")  # Behind the Win Line and the Come, Buy
LAID_ODDS = by_point("1/2", "2/3", "5/6")  # Behind the Don'ts, Lay
PLACE_ODDS = by_point("9/5", "7/5", "7/6")
PLACE_LOSE_ODDS = by_point("5/11", "5/8", "4/5")
HARD_ODDS = {4: Fraction(15, 2), 6: Fraction(19, 2), 8: Fraction(19, 2), 10: Fraction(15, 2)}


def ways(total: int) -> list[Dice]:
    return [dice for dice in TWO if sum(dice) == total]


def throw(total: int) -> str:
    return roll(ways(total)[0])


def throw_otherwise(total: int) -> str:
    """The same total with other dice, where there are others."""
    return roll(ways(total)[-1])


def another_point(number: int) -> int:
    return 8 if number == 6 else 6


def idle_throws(*decisive: int) -> list[str]:
    """One throw of every total but 7 and the decisive ones."""
    return [throw_otherwise(total) for total in range(2, 13) if total not in (7, *decisive)]


def tale(title: str, clauses: str, *lines: str) -> str:
    return story(title, CRAPS, clauses, lines)


# --- craps: Win Line, Don't Win, Come, Don't Come


@dataclass(frozen=True)
class Flat:
    wager: str
    name: str
    rule: str
    backs: bool  # with the dice, not against them
    travels: bool  # a Come: it needs a point on the table, then takes its own

    def wins_on(self, last: int) -> bool:
        """With a point: 7 is the end for those who back the dice."""
        return (last != 7) == self.backs

    def clauses(self, result: str, arm: int) -> str:
        if result == "push":
            return f"{self.rule}, {self.rule}.3"
        limb = f"{self.rule}.{1 if result == 'win' else 2}"
        odds = f", 8.1[{self.name}]" if result == "win" else ""
        return f"{self.rule}, {limb}, {limb}.{arm}{odds}"

    def to_point(self, stake: int, point: int) -> list[str]:
        """Place w1 and throw its point; a Come takes it while another point is on the table."""
        opening = [throw(another_point(point))] if self.travels else []
        return [*opening, place("w1", self.wager, stake), throw(point)]

    def ends(self, name: str, stake: int, last: int) -> str:
        return won(name, stake, stake) if self.wins_on(last) else lost(name)


WIN_LINE = Flat("win-line", "Win Line", "6.1.1", backs=True, travels=False)
DONT_WIN = Flat("dont-win", "Don't Win", "6.1.2", backs=False, travels=False)
COME = Flat("come", "Come", "6.1.3", backs=True, travels=True)
DONT_COME = Flat("dont-come", "Don't Come", "6.1.4", backs=False, travels=True)
FIRST_ROLL = {  # total -> backing the dice, against them
    2: ("lose", "push"),
    3: ("lose", "win"),
    7: ("win", "lose"),
    11: ("win", "lose"),
    12: ("lose", "win"),
}


def line_stories() -> Iterator[str]:
    for flat in (WIN_LINE, DONT_WIN, COME, DONT_COME):
        for total in FIRST_ROLL:
            yield decided_at_once(flat, total)
        for point in POINTS:
            for last in (point, 7):
                yield decided_by_its_point(flat, point, last)
                if flat.travels:
                    yield decided_by_a_come_out(flat, point, last)


def decided_at_once(flat: Flat, total: int) -> str:
    """Every way to throw the total, one fresh wager for each."""
    stake, result = 1000, FIRST_ROLL[total][0 if flat.backs else 1]
    lines = []
    for number, dice in enumerate(ways(total), start=1):
        name = f"w{number}"
        if flat.travels and (number == 1 or total == 7):
            lines.append(throw(6))
        ending = {"win": won(name, stake, stake), "lose": lost(name), "push": push(name, stake)}[result]
        lines += [place(name, flat.wager, stake), roll(dice), ending]
    says = {"win": "wins at once", "lose": "loses at once", "push": "is void"}[result]
    return tale(f"{flat.name} {says} on {total}", flat.clauses(result, 1), *lines)


def decided_by_its_point(flat: Flat, point: int, last: int) -> str:
    result = "win" if flat.wins_on(last) else "lose"
    idle = idle_throws(point, another_point(point)) if flat.travels else idle_throws(point)
    title = f"{flat.name} with the point {point} {result}s when {last} comes first"
    lines = [*flat.to_point(1000, point), *idle, throw_otherwise(last), flat.ends("w1", 1000, last)]
    return tale(title, flat.clauses(result, 2), *lines)


def decided_by_a_come_out(flat: Flat, point: int, last: int) -> str:
    """The table's point is made; the Come wager keeps its own through the next come-out roll."""
    result = "win" if flat.wins_on(last) else "lose"
    title = f"{flat.name} with the point {point} still {result}s on a come-out {last}"
    point_made = throw(another_point(point))
    lines = [*flat.to_point(1000, point), point_made, throw(last), flat.ends("w1", 1000, last)]
    return tale(title, flat.clauses(result, 2), *lines)


# --- craps: the Behind wagers


@dataclass(frozen=True)
class Behind:
    flat: Flat
    rule: str
    odds: dict[int, Fraction]

    @property
    def wager(self) -> str:
        return f"behind-{self.flat.wager}"

    @property
    def name(self) -> str:
        return f"Behind the {self.flat.name}"

    def limit(self, flat: int, point: int) -> int:
        """Twice the flat; behind a Don't, the whole chips whose exact winnings stay within twice the flat (G13)."""
        if self.flat.backs:
            return 2 * flat
        return int(2 * flat / self.odds[point]) // CHIP * CHIP

    def wins(self, name: str, stake: int, point: int) -> str:
        return won(name, stake, up_to_chips(stake * self.odds[point]))

    def ends(self, name: str, stake: int, point: int, last: int) -> str:
        return self.wins(name, stake, point) if self.flat.wins_on(last) else lost(name)

    def clauses(self, point: int, last: int) -> str:
        if self.flat.wins_on(last):
            return f"{self.rule}, {self.rule}.2, 8.1[{self.name} {GROUP[point]}]"
        return f"{self.rule}, {self.rule}.3"


BEHIND_COME = Behind(COME, "6.1.7", TRUE_ODDS)
BEHIND_DONT_COME = Behind(DONT_COME, "6.1.8", LAID_ODDS)
BEHINDS = (
    Behind(WIN_LINE, "6.1.5", TRUE_ODDS),
    Behind(DONT_WIN, "6.1.6", LAID_ODDS),
    BEHIND_COME,
    BEHIND_DONT_COME,
)


def behind_stories() -> Iterator[str]:
    for behind in BEHINDS:
        for point in POINTS:
            yield behind_decided(behind, point, point)
            yield behind_decided(behind, point, 7)
            yield behind_limits(behind, point)
            yield behind_adds_up(behind, point)
    for point in POINTS:
        for last in (point, 7):
            yield from behind_come_sleeps(point, last)
            yield behind_dont_come_works(point, last)


def behind_decided(behind: Behind, point: int, last: int) -> str:
    flat, stake = 3000, 6000
    does = "wins" if behind.flat.wins_on(last) else "loses"
    return tale(
        f"{behind.name} on {point} {does} with its wager on {last}",
        behind.clauses(point, last),
        *behind.flat.to_point(flat, point),
        place("b1", behind.wager, stake, on="w1"),
        throw(last),
        behind.flat.ends("w1", flat, last),
        behind.ends("b1", stake, point, last),
    )


def behind_limits(behind: Behind, point: int) -> str:
    """Flat wagers of one to five chips: one chip too many is refused, the limit itself is taken and paid."""
    last = point if behind.flat.backs else 7
    flats = {f"w{chips}": chips * CHIP for chips in range(1, 6)}
    lines = [throw(another_point(point))] if behind.flat.travels else []
    lines += [place(name, behind.flat.wager, flat) for name, flat in flats.items()]
    lines.append(throw(point))
    paid = [won(name, flat, flat) for name, flat in flats.items()]
    for name, flat in flats.items():
        limit = behind.limit(flat, point)
        lines += [place(f"over-{name}", behind.wager, limit + CHIP, on=name), refused(f"{behind.rule}.1")]
        lines.append(place(f"b-{name}", behind.wager, limit, on=name))
        paid.append(behind.wins(f"b-{name}", limit, point))
    title = f"{behind.name} on {point} is limited by each flat wager of one to five chips"
    return tale(title, f"{behind.rule}.1, {behind.clauses(point, last)}, 6.7", *lines, throw(last), *paid)


def behind_adds_up(behind: Behind, point: int) -> str:
    last = 7 if behind.flat.backs else point
    return tale(
        f"Several {behind.name} wagers on {point} share one limit",
        f"{behind.rule}.1, {behind.clauses(point, last)}",
        *behind.flat.to_point(500, point),
        place("b1", behind.wager, behind.limit(500, point) - 300, on="w1"),
        place("b2", behind.wager, 400, on="w1"),
        refused(f"{behind.rule}.1"),
        place("b3", behind.wager, 300, on="w1"),
        place("b4", behind.wager, CHIP, on="w1"),
        refused(f"{behind.rule}.1"),
        throw(last),
        *map(lost, ("w1", "b1", "b3")),
    )


def behind_come_sleeps(point: int, last: int) -> Iterator[str]:
    """Off on a come-out roll unless called On (6.6.1); off when the Come is decided, it comes back (G15)."""
    flat, stake = 1000, 2000
    ready = [*COME.to_point(flat, point), place("b1", "behind-come", stake, on="w1")]
    point_made = throw(another_point(point))
    ending = [throw(last), COME.ends("w1", flat, last)]
    back, decided = push("b1", stake), BEHIND_COME.ends("b1", stake, point, last)
    name = f"Behind the Come on {point}"
    yield tale(f"{name} comes back from a come-out {last}", "6.1.7, 6.6, 6.6.1", *ready, point_made, *ending, back)
    title, clauses = f"{name} called on is decided by a come-out {last}", BEHIND_COME.clauses(point, last)
    yield tale(title, f"{clauses}, 6.6, 6.6.1", *ready, point_made, "call b1 on", *ending, decided)
    title = f"{name} called off comes back from a {last} with a point on the table"
    yield tale(title, "6.1.7, 6.6, 6.6.2", *ready, "call b1 off", *ending, back)


def behind_dont_come_works(point: int, last: int) -> str:
    flat, stake = 1000, 1200
    return tale(
        f"Behind the Don't Come on {point} works on a come-out {last}",
        f"{BEHIND_DONT_COME.clauses(point, last)}, 6.6",
        *DONT_COME.to_point(flat, point),
        place("b1", "behind-dont-come", stake, on="w1"),
        throw(another_point(point)),
        throw(last),
        DONT_COME.ends("w1", flat, last),
        BEHIND_DONT_COME.ends("b1", stake, point, last),
    )


# --- craps: a number before the seven


@dataclass(frozen=True)
class Numbered:
    """A wager on one number, or against it, placed at any time."""

    family: str
    name: str
    rule: str
    odds: dict[int, Fraction]
    arms: tuple[str, str]  # the winning and the losing clause
    backs: bool
    sleeps: bool  # off on a come-out roll, and may be called

    def wager(self, number: int) -> str:
        return f"{self.family}-{number}"

    def proper(self, number: int) -> int:
        """A stake that chips pay exactly."""
        return self.odds[number].denominator * 1000

    def winnings(self, number: int, stake: int) -> int:
        return up_to_chips(stake * self.odds[number])

    def wins_on(self, last: int) -> bool:
        return (last != 7) == self.backs

    def ends(self, number: int, last: int) -> str:
        """How w1 with its proper stake ends."""
        stake = self.proper(number)
        return won("w1", stake, self.winnings(number, stake)) if self.wins_on(last) else lost("w1")

    def clauses(self, number: int, last: int) -> str:
        wins, loses = self.arms
        if self.wins_on(last):
            return f"{self.rule}, {wins}, 8.1[{self.name} {number}]"
        return f"{self.rule}, {loses}"


TO_WIN, TO_LOSE = ("6.1.10.1", "6.1.10.2"), ("6.1.11.1", "6.1.11.2")
BUY = Numbered("buy", "Buy", "6.1.24, 6.1.10", TRUE_ODDS, TO_WIN, backs=True, sleeps=True)
LAY = Numbered("lay", "Lay", "6.1.25, 6.1.11", LAID_ODDS, TO_LOSE, backs=False, sleeps=False)
NUMBERED = (
    Numbered("place-win", "Place to Win", "6.1.10", PLACE_ODDS, TO_WIN, backs=True, sleeps=True),
    Numbered("place-lose", "Place to Lose", "6.1.11", PLACE_LOSE_ODDS, TO_LOSE, backs=False, sleeps=False),
    BUY,
    LAY,
    Numbered("big", "Big", "6.1", {6: Fraction(1)}, ("6.1.19", "6.1.19"), backs=True, sleeps=False),
    Numbered("big", "Big", "6.1", {8: Fraction(1)}, ("6.1.20", "6.1.20"), backs=True, sleeps=False),
)


def number_stories() -> Iterator[str]:
    for kind in NUMBERED:
        for number in kind.odds:
            for last in (number, 7):
                yield number_decided(kind, number, last)
                yield number_asleep(kind, number, last) if kind.sleeps else number_works(kind, number, last)
                if kind.sleeps:
                    yield number_called_on(kind, number, last)
            if kind.sleeps:
                yield number_called_off(kind, number)
            yield number_in_chips(kind, number)
    for number in POINTS:
        yield commission_back(BUY, number, lambda stake, _: five_percent(stake))
        yield commission_back(LAY, number, lambda _, winnings: five_percent(winnings))


def number_decided(kind: Numbered, number: int, last: int) -> str:
    other, does = another_point(number), "wins" if kind.wins_on(last) else "loses"
    return tale(
        f"{kind.name} {number} {does} when {last} comes first",
        kind.clauses(number, last),
        throw(other),
        place("w1", kind.wager(number), kind.proper(number)),
        *idle_throws(number, other),
        throw_otherwise(last),
        kind.ends(number, last),
    )


def number_asleep(kind: Numbered, number: int, last: int) -> str:
    """The come-out roll passes it by; the same total with a point on decides it."""
    lines = [place("w1", kind.wager(number), kind.proper(number)), throw(last)]
    if last == 7:
        lines.append(throw(another_point(number)))
    lines += [throw_otherwise(last), kind.ends(number, last)]
    title = f"{kind.name} {number} sleeps through a come-out {last}"
    return tale(title, f"{kind.clauses(number, last)}, 6.6, 6.6.1", *lines)


def number_works(kind: Numbered, number: int, last: int) -> str:
    lines = [place("w1", kind.wager(number), kind.proper(number)), throw(last), kind.ends(number, last)]
    return tale(f"{kind.name} {number} works on a come-out {last}", f"{kind.clauses(number, last)}, 6.6", *lines)


def number_called_on(kind: Numbered, number: int, last: int) -> str:
    standing = place("w1", kind.wager(number), kind.proper(number))
    title = f"{kind.name} {number} called on is decided by a come-out {last}"
    clauses = f"{kind.clauses(number, last)}, 6.6, 6.6.1"
    return tale(title, clauses, standing, "call w1 on", throw(last), kind.ends(number, last))


def number_called_off(kind: Numbered, number: int) -> str:
    other = another_point(number)
    return tale(
        f"{kind.name} {number} called off waits until it is called on",
        f"{kind.clauses(number, number)}, 6.6, 6.6.2",
        throw(other),
        place("w1", kind.wager(number), kind.proper(number)),
        "call w1 off",
        throw(number),
        throw(7),
        throw(other),
        "call w1 on",
        throw_otherwise(number),
        kind.ends(number, number),
    )


def number_in_chips(kind: Numbered, number: int) -> str:
    """One to twelve chips, each paid up to the next whole chip."""
    last = number if kind.backs else 7
    stakes = {f"w{chips}": chips * CHIP for chips in range(1, 13)}
    lines = [throw(another_point(number))]
    lines += [place(name, kind.wager(number), stake) for name, stake in stakes.items()]
    lines.append(throw(last))
    lines += [won(name, stake, kind.winnings(number, stake)) for name, stake in stakes.items()]
    title = f"{kind.name} {number} pays one to twelve chips up to the next chip"
    return tale(title, f"{kind.clauses(number, last)}, 6.7", *lines)


def commission_back(kind: Numbered, number: int, charge: Callable[[int, int], int]) -> str:
    """Taken down, a Buy or Lay brings its commission back (G18); a Lay's is on what it would be paid (G20)."""
    lines = []
    for chips in range(1, 13):
        name, stake = f"w{chips}", chips * CHIP
        commission = charge(stake, kind.winnings(number, stake))
        lines += [place(name, kind.wager(number), stake), f"remove {name}", removed(name, stake + commission)]
    title = f"{kind.name} {number} taken down returns the stake and the commission"
    return tale(title, f"{kind.rule}, 6.4", *lines)


# --- craps: Hardways


def hardway_stories() -> Iterator[str]:
    """The pair must come before the easy ways and before 7 (G8); off on a come-out roll."""
    for number, odds in HARD_ODDS.items():
        stake, hard = 1000, (number // 2, number // 2)
        easy = [dice for dice in ways(number) if dice != hard]
        win_clauses = f"6.1.9, 8.1[Hardway {number}]"
        name, standing = f"Hard {number}", place("w1", f"hard-{number}", stake)
        wins, loses = won("w1", stake, up_to_chips(stake * odds)), lost("w1")

        waiting = [throw(5), standing, *idle_throws(number, 5)]
        yield tale(f"{name} wins the hard way", win_clauses, *waiting, roll(hard), wins)
        for dice in [*easy, *ways(7)]:
            way = "easy way" if sum(dice) == number else "seven"
            yield tale(f"{name} loses on the {way} {dice[0]} {dice[1]}", "6.1.9", *waiting, roll(dice), loses)

        title = f"{name} sleeps through a come-out seven and a come-out hard way"
        yield tale(title, f"{win_clauses}, 6.6, 6.6.1", standing, throw(7), roll(hard), roll(hard), wins)
        title = f"{name} sleeps through a come-out easy way and then loses to one"
        yield tale(title, "6.1.9, 6.6, 6.6.1", standing, roll(easy[0]), roll(easy[-1]), loses)
        for dice in (hard, easy[0], (5, 2)):
            title = f"{name} called on is decided by a come-out {dice[0]} {dice[1]}"
            clauses, ending = (win_clauses, wins) if dice == hard else ("6.1.9", loses)
            yield tale(title, f"{clauses}, 6.6, 6.6.1", standing, "call w1 on", roll(dice), ending)

        title = f"{name} called off waits until it is called on"
        passing = [roll(hard), roll(easy[0]), throw(7), throw(5)]
        clauses = f"{win_clauses}, 6.6, 6.6.2"
        yield tale(title, clauses, throw(5), standing, "call w1 off", *passing, "call w1 on", roll(hard), wins)

        stakes = {f"w{chips}": chips * CHIP for chips in range(1, 6)}
        placed = [place(each, f"hard-{number}", cents) for each, cents in stakes.items()]
        paid = [won(each, cents, up_to_chips(cents * odds)) for each, cents in stakes.items()]
        title = f"{name} pays one to five chips up to the next chip"
        yield tale(title, f"{win_clauses}, 6.7", throw(5), *placed, roll(hard), *paid)


# --- the files


def files() -> Iterator[tuple[str, str]]:
    for rulebook in BOOKS:
        yield f"{rulebook}.rolls.txt", rolls_file(rulebook)
        about = f"Every one-roll wager of {rulebook} together on one layout."
        yield f"{rulebook}-layout.stories.txt", stories_file(about, whole_layout(rulebook))
    for rulebook in ("star-sicbo-2024", "star-sicbo-pre2024"):
        about = "Super Streak: every length of run on each of the four sides."
        yield f"{rulebook}-streak-runs.stories.txt", stories_file(about, streak_runs(rulebook))
    yield "star-sicbo-pre2024-streak.stories.txt", streak_stories_of_the_older_edition()
    about = "Win Line, Don't Win, Come and Don't Come: every first roll and every point, both ways."
    yield "star-craps-line.stories.txt", stories_file(about, line_stories())
    about = "The four Behind wagers: every point, both ways, their limits, asleep and working."
    yield "star-craps-behind.stories.txt", stories_file(about, behind_stories())
    about = (
        "Place to Win, Place to Lose, Buy, Lay, Big 6, Big 8: every number, both ways, asleep, in chips, taken down."
    )
    yield "star-craps-numbers.stories.txt", stories_file(about, number_stories())
    about = "Hardways: every number, every way to win and lose, asleep, in chips."
    yield "star-craps-hardways.stories.txt", stories_file(about, hardway_stories())


def streak_stories_of_the_older_edition() -> str:
    """Its sections 6, 7.2 and 8.6 have the same numbers, so it has the stories written for 2024."""
    stories = (GOLDEN / "star-sicbo-2024-streak.stories.txt").read_text(encoding="utf-8")
    return WRITTEN + stories.replace("rulebook star-sicbo-2024", "rulebook star-sicbo-pre2024")


def main() -> None:
    for name, text in files():
        (GOLDEN / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
