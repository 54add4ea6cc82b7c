"""Craps: the wagers of the table told roll by roll, the one-roll wagers on all 36 outcomes."""

from fractions import Fraction
from itertools import product

import pytest

from dicehouse.dice import TWO, Roll
from dicehouse.games.craps import GAME
from dicehouse.odds import values_of
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import load
from dicehouse.wager import NO_COMMISSION, NO_LIMIT, Base, Commission, Decision, Limit, Result, Wager
from tests.support import Words, cited, decisions, ends, return_of, stories, tell, value_of

BOOK = "star-craps"
POINTS = (4, 5, 6, 8, 9, 10)
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
TRUE_ODDS = {4: "2:1", 5: "3:2", 6: "6:5", 8: "6:5", 9: "3:2", 10: "2:1"}
AGAINST = {4: "1:2", 5: "2:3", 6: "5:6", 8: "5:6", 9: "2:3", 10: "1:2"}


def wager(id: str, **readings: str) -> Wager:
    return load(BOOK, readings).wagers[id]


def test_the_table_offers_these_wagers() -> None:
    numbered = ("place-win", "place-lose", "buy", "lay")
    assert list(load(BOOK).wagers) == [
        "win-line", "dont-win", "come", "dont-come",
        "behind-win-line", "behind-dont-win", "behind-come", "behind-dont-come",
        *(f"{family}-{p}" for family in numbered for p in POINTS),
        "hard-4", "hard-6", "hard-8", "hard-10", "big-6", "big-8",
        "any-craps", "craps-2", "craps-3", "craps-12", "eleven", "any-seven", "field",
        "horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12", "crap-eleven",
    ]  # fmt: skip


# The puck.


@pytest.mark.clause("star-craps", '1.1 "come out roll"', '1.1 "come out point"', '1.1 "7 Out"')
@pytest.mark.parametrize(
    "totals, state",
    stories("""
        2       -> off
        3       -> off
        4       -> point_4
        5       -> point_5
        6       -> point_6
        7       -> off
        8       -> point_8
        9       -> point_9
        10      -> point_10
        11      -> off
        12      -> off
        4 5 10  -> point_4
        4 4     -> off
        6 7     -> off
        6 2 3 11 12 8 -> point_6
        6 6 8   -> point_8
        9 7 7   -> off
        10 4 10 -> off
    """),
)
def test_a_point_turns_the_puck_on_and_the_point_or_a_seven_turns_it_off(totals: Words, state: str) -> None:
    (puck,) = load(BOOK).markers
    assert puck.rules.name == "puck"
    assert tell(puck.rules, totals) == state


def test_the_puck_says_what_it_shows() -> None:
    (puck,) = load(BOOK).markers
    assert puck.says == {"off": "the puck is Off", **{f"point_{p}": f"the point is {p}" for p in POINTS}}
    assert tuple(puck.says) == puck.rules.states


# Line and Come wagers.

FOR_THE_SHOOTER = """
    2            -> lose
    3            -> lose
    12           -> lose
    7            -> win 1:1
    11           -> win 1:1
    4            -> point_4
    5            -> point_5
    6            -> point_6
    8            -> point_8
    9            -> point_9
    10           -> point_10
    6 6          -> win 1:1
    6 7          -> lose
    6 11 6       -> win 1:1
    6 5 7        -> lose
    4 2 3 12 11  -> point_4
    4 5 6 8 9 10 -> point_4
    4 10 4       -> win 1:1
    5 9 7        -> lose
    8 6 8        -> win 1:1
    9 9          -> win 1:1
    10 4 7       -> lose
"""


@pytest.mark.clause("star-craps", "6.1.1", "6.1.1.1", "6.1.1.1.1", "6.1.1.1.2", "6.1.1.2", "6.1.1.2.1", "6.1.1.2.2")
@pytest.mark.clause("star-craps", '1.1 "7 Out"', "8.1[Win Line]")
@pytest.mark.parametrize("totals, end", stories(FOR_THE_SHOOTER))
def test_the_win_line_reads_like_the_rule_book(totals: Words, end: str) -> None:
    assert tell(wager("win-line"), totals) == end


@pytest.mark.clause("star-craps", "6.1.3", "6.1.3.1", "6.1.3.1.1", "6.1.3.1.2", "6.1.3.2", "6.1.3.2.1", "6.1.3.2.2")
@pytest.mark.clause("star-craps", '1.1 "come point"', "8.1[Come]")
@pytest.mark.parametrize("totals, end", stories(FOR_THE_SHOOTER))
def test_come_reads_like_the_rule_book(totals: Words, end: str) -> None:
    assert tell(wager("come"), totals) == end


AGAINST_THE_SHOOTER = """
    2            -> push
    3            -> win 1:1
    12           -> win 1:1
    7            -> lose
    11           -> lose
    4            -> point_4
    5            -> point_5
    6            -> point_6
    8            -> point_8
    9            -> point_9
    10           -> point_10
    6 6          -> lose
    6 7          -> win 1:1
    6 11 6       -> lose
    6 5 7        -> win 1:1
    4 2 3 12 11  -> point_4
    4 5 6 8 9 10 -> point_4
    4 10 4       -> lose
    5 9 7        -> win 1:1
    8 2 7        -> win 1:1
    9 9          -> lose
    10 4 7       -> win 1:1
"""


@pytest.mark.clause("star-craps", "6.1.2", "6.1.2.1", "6.1.2.1.1", "6.1.2.1.2", "6.1.2.2", "6.1.2.2.1", "6.1.2.2.2")
@pytest.mark.clause("star-craps", "6.1.2.3", '1.1 "void"', "8.1[Don't Win]")
@pytest.mark.parametrize("totals, end", stories(AGAINST_THE_SHOOTER))
def test_dont_win_reads_like_the_rule_book(totals: Words, end: str) -> None:
    assert tell(wager("dont-win"), totals) == end


@pytest.mark.clause("star-craps", "6.1.4", "6.1.4.1", "6.1.4.1.1", "6.1.4.1.2", "6.1.4.2", "6.1.4.2.1", "6.1.4.2.2")
@pytest.mark.clause("star-craps", "6.1.4.3", '1.1 "come point"', "8.1[Don't Come]")
@pytest.mark.parametrize("totals, end", stories(AGAINST_THE_SHOOTER))
def test_dont_come_reads_like_the_rule_book(totals: Words, end: str) -> None:
    assert tell(wager("dont-come"), totals) == end


@pytest.mark.parametrize(
    "id, totals, clauses",
    [
        ("win-line", "7", "6.1.1, 6.1.1.1.1, 8.1[Win Line]"),
        ("win-line", "2", "6.1.1, 6.1.1.2.1"),
        ("win-line", "6 6", "6.1.1, 6.1.1.1.2, 8.1[Win Line]"),
        ("win-line", "6 7", "6.1.1, 6.1.1.2.2"),
        ("come", "11", "6.1.3, 6.1.3.1.1, 8.1[Come]"),
        ("come", "12", "6.1.3, 6.1.3.2.1"),
        ("come", "9 9", "6.1.3, 6.1.3.1.2, 8.1[Come]"),
        ("come", "9 7", "6.1.3, 6.1.3.2.2"),
        ("dont-win", "3", "6.1.2, 6.1.2.1.1, 8.1[Don't Win]"),
        ("dont-win", "7", "6.1.2, 6.1.2.2.1"),
        ("dont-win", "2", "6.1.2, 6.1.2.3"),
        ("dont-win", "4 7", "6.1.2, 6.1.2.1.2, 8.1[Don't Win]"),
        ("dont-win", "4 4", "6.1.2, 6.1.2.2.2"),
        ("dont-come", "12", "6.1.4, 6.1.4.1.1, 8.1[Don't Come]"),
        ("dont-come", "11", "6.1.4, 6.1.4.2.1"),
        ("dont-come", "2", "6.1.4, 6.1.4.3"),
        ("dont-come", "10 7", "6.1.4, 6.1.4.1.2, 8.1[Don't Come]"),
        ("dont-come", "10 10", "6.1.4, 6.1.4.2.2"),
        ("place-win-4", "4", "6.1.10, 6.1.10.1, 8.1[Place to Win 4]"),
        ("place-win-4", "7", "6.1.10, 6.1.10.2"),
        ("place-lose-9", "7", "6.1.11, 6.1.11.1, 8.1[Place to Lose 9]"),
        ("place-lose-9", "9", "6.1.11, 6.1.11.2"),
        ("buy-5", "5", "6.1.24, 6.1.10.1, 8.1[Buy 5]"),
        ("buy-5", "7", "6.1.24, 6.1.10.2"),
        ("lay-10", "7", "6.1.25, 6.1.11.1, 8.1[Lay 10]"),
        ("lay-10", "10", "6.1.25, 6.1.11.2"),
        ("hard-8", "4+4", "6.1.9, 8.1[Hardway 8]"),
        ("hard-8", "5+3", "6.1.9"),
        ("hard-8", "7", "6.1.9"),
        ("big-6", "6", "6.1.19, 8.1[Big 6]"),
        ("big-8", "7", "6.1.20"),
        ("any-craps", "3", "6.1.12, 8.1[Any Craps]"),
        ("any-seven", "2", "6.1.18"),
        ("field", "9", "6.1.17, 8.1[Field 3,4,9,10,11]"),
        ("field", "12", "6.1.17, 8.1[Field 2,12]"),
        ("field", "7", "6.1.17"),
        ("horn", "2", "6.1.21, 8.1[Horn and Horn High note], 8.1[Craps Two]"),
        ("horn", "7", "6.1.21"),
        ("horn-high-3", "3", "6.1.22, 6.1.22.2, 8.1[Craps Three]"),
        ("horn-high-3", "11", "6.1.22, 6.1.22.2, 8.1[Eleven]"),
        ("horn-high-3", "4", "6.1.22, 6.1.22.3"),
        ("crap-eleven", "2", "6.1.23, 8.1[Crap-Eleven half note], 8.1[Crap-Eleven 2,3,12]"),
        ("crap-eleven", "11", "6.1.23, 8.1[Crap-Eleven half note], 8.1[Crap-Eleven 11]"),
        ("crap-eleven", "7", "6.1.23"),
    ],
)
def test_each_decision_cites_its_clauses(id: str, totals: str, clauses: str) -> None:
    assert cited(wager(id), totals.split()) == clauses


@pytest.mark.clause("star-craps", "6.1.1", "6.1.2", '1.1 "come out roll"')
@pytest.mark.parametrize("id", ["win-line", "dont-win"])
def test_a_line_wager_is_placed_before_a_come_out_roll(id: str) -> None:
    line = wager(id)
    assert (line.marker, line.starts_by) == ("puck", {"off": "waiting"})
    assert line.when == "before a come-out roll, with the puck Off"


@pytest.mark.clause("star-craps", "6.1.3", "6.1.4")
@pytest.mark.parametrize("id", ["come", "dont-come"])
def test_a_come_wager_is_placed_with_a_point_on(id: str) -> None:
    come = wager(id)
    assert (come.marker, come.starts_by) == ("puck", {f"point_{p}": "waiting" for p in POINTS})
    assert come.when == "after a come-out roll, with a point on"


@pytest.mark.clause("star-craps", "6.4", "6.5")
def test_only_a_wager_for_the_shooter_must_stay_once_it_has_its_point() -> None:
    stay = {id: it.contract_in for id, it in load(BOOK).wagers.items() if it.contract_in}
    assert stay == {id: {f"point_{p}" for p in POINTS} for id in ("win-line", "come")}
    assert wager("win-line").topic_clauses["stays"] == "6.4"


@pytest.mark.clause("star-craps", "6.6")
def test_buy_place_behind_the_come_and_hardways_sleep_on_a_come_out_roll() -> None:
    asleep = {id for id, it in load(BOOK).wagers.items() if it.off_when}
    assert asleep == {"behind-come"} | {
        id for id in load(BOOK).wagers if id.startswith(("buy-", "place-win-", "hard-"))
    }
    for id in asleep:
        assert wager(id).marker == "puck"
        assert wager(id).off_when == {"off"}
        assert wager(id).starts_by is None


def test_wagers_that_mind_no_puck_may_be_placed_at_any_time() -> None:
    minds = {id for id, it in load(BOOK).wagers.items() if it.marker}
    for id, it in load(BOOK).wagers.items():
        if id not in minds:
            assert (it.starts_by, it.when, it.off_when) == (None, "", frozenset())
    lines = {"win-line", "dont-win", "come", "dont-come"}
    assert {id for id in minds if not wager(id).off_when} == lines


# Behind wagers.

BEHIND = {
    "behind-win-line": ("win-line", TRUE_ODDS),
    "behind-come": ("come", TRUE_ODDS),
    "behind-dont-win": ("dont-win", AGAINST),
    "behind-dont-come": ("dont-come", AGAINST),
}


@pytest.mark.clause("star-craps", "6.1.5", "6.1.5.2", "6.1.5.3", "6.1.6", "6.1.6.2", "6.1.6.3")
@pytest.mark.clause("star-craps", "6.1.7", "6.1.7.2", "6.1.7.3", "6.1.8", "6.1.8.2", "6.1.8.3")
@pytest.mark.parametrize("id", BEHIND)
def test_a_behind_wager_is_decided_by_the_rolls_that_decide_its_parent_and_the_same_way(id: str) -> None:
    behind, parent = wager(id), wager(BEHIND[id][0])
    assert behind.behind == parent.family
    assert behind.states == tuple(f"point_{p}" for p in POINTS)
    assert behind.rules.starts == behind.states
    for point, total in product(POINTS, range(2, 13)):
        mine, its = (ends(it, [str(total)], f"point_{point}") for it in (behind, parent))
        if isinstance(its, Decision):
            assert isinstance(mine, Decision)
            assert mine.result == its.result
        else:
            assert mine == its == f"point_{point}"


@pytest.mark.parametrize("id", BEHIND)
@pytest.mark.parametrize("point", POINTS)
def test_a_behind_wager_pays_true_odds(id: str, point: int) -> None:
    _, odds = BEHIND[id]
    for_the_shooter = odds is TRUE_ODDS
    wins, loses = (str(point), "7") if for_the_shooter else ("7", str(point))
    assert tell(wager(id), [wins], f"point_{point}") == f"win {odds[point]}"
    assert tell(wager(id), [loses], f"point_{point}") == "lose"
    assert tell(wager(id), ["2", "12", "11", wins], f"point_{point}") == f"win {odds[point]}"
    row = "4/10" if point in (4, 10) else "5/9" if point in (5, 9) else "6/8"
    name, clause = wager(id).name, wager(id).clause
    assert cited(wager(id), [wins], f"point_{point}") == f"{clause}, {clause}.2, 8.1[{name} {row}]"
    assert cited(wager(id), [loses], f"point_{point}") == f"{clause}, {clause}.3"


@pytest.mark.clause("star-craps", "6.1.5.1", "6.1.6.1", "6.1.7.1", "6.1.8.1")
@pytest.mark.parametrize(
    "id, limit",
    [
        ("behind-win-line", Limit(2, of_winnings=False, clause="6.1.5.1")),
        ("behind-dont-win", Limit(2, of_winnings=True, clause="6.1.6.1")),
        ("behind-come", Limit(2, of_winnings=False, clause="6.1.7.1")),
        ("behind-dont-come", Limit(2, of_winnings=True, clause="6.1.8.1")),
    ],
)
def test_a_behind_wager_has_a_limit(id: str, limit: Limit) -> None:
    assert wager(id).limit == limit


def test_no_other_wager_stands_behind_one_or_has_such_a_limit() -> None:
    for id, it in load(BOOK).wagers.items():
        if id not in BEHIND:
            assert (it.behind, it.limit) == ("", NO_LIMIT)


# Numbers before seven, and seven before numbers.

PLACE_PAYS = ("9:5", "7:5", "7:6", "7:6", "7:5", "9:5")
PLACE_LOSE_PAYS = ("5:11", "5:8", "4:5", "4:5", "5:8", "5:11")


@pytest.mark.clause("star-craps", "6.1.10", "6.1.10.1", "6.1.10.2", "6.1.24", "6.1.19", "6.1.20")
@pytest.mark.parametrize(
    "id, number, odds",
    [
        *((f"place-win-{p}", p, it) for p, it in zip(POINTS, PLACE_PAYS, strict=True)),
        *((f"buy-{p}", p, TRUE_ODDS[p]) for p in POINTS),
        ("big-6", 6, "1:1"),
        ("big-8", 8, "1:1"),
    ],
)
def test_a_number_comes_before_seven_or_loses(id: str, number: int, odds: str) -> None:
    kind = wager(id)
    for total in range(2, 13):
        said = {number: f"win {odds}", 7: "lose"}.get(total, "up")
        assert tell(kind, [str(total)]) == said
        if said == "up":
            assert tell(kind, [str(total), str(number)]) == f"win {odds}"
    assert kind.states == ("up",)


@pytest.mark.clause("star-craps", "6.1.11", "6.1.11.1", "6.1.11.2", "6.1.25")
@pytest.mark.parametrize(
    "id, number, odds",
    [
        *((f"place-lose-{p}", p, it) for p, it in zip(POINTS, PLACE_LOSE_PAYS, strict=True)),
        *((f"lay-{p}", p, AGAINST[p]) for p in POINTS),
    ],
)  # fmt: skip
def test_seven_comes_before_a_number_or_loses(id: str, number: int, odds: str) -> None:
    kind = wager(id)
    for total in range(2, 13):
        said = {7: f"win {odds}", number: "lose"}.get(total, "up")
        assert tell(kind, [str(total)]) == said
        if said == "up":
            assert tell(kind, [str(total), "7"]) == f"win {odds}"
    assert kind.states == ("up",)


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
def test_only_buy_and_lay_charge_a_commission_a_twentieth_of_stake_or_winnings() -> None:
    for it in load(BOOK).wagers.values():
        bases = {"buy": Base.STAKE, "lay": Base.PAYABLE}
        charge = Commission(Fraction(1, 20), bases[it.family]) if it.family in bases else NO_COMMISSION
        assert it.commission == charge


@pytest.mark.parametrize("reading", ["payable", "winnings", "stake"])
def test_the_commission_of_a_lay_is_on_what_the_reading_says(reading: str) -> None:
    assert wager("lay-4", lay_commission_on=reading).commission == Commission(Fraction(1, 20), Base(reading))
    assert wager("buy-4", lay_commission_on=reading).commission == Commission(Fraction(1, 20), Base.STAKE)


# Hardways.


@pytest.mark.clause("star-craps", "6.1.9")
@pytest.mark.parametrize("number, odds", [(4, "15:2"), (6, "19:2"), (8, "19:2"), (10, "15:2")])
def test_a_hardway_wins_on_the_pair_before_the_easy_way_and_before_seven(number: int, odds: str) -> None:
    expected = {
        roll: f"win {odds}" if roll == (number // 2, number // 2) else "lose" if sum(roll) in (number, 7) else "goes on"
        for roll in TWO.rolls
    }
    assert decisions(wager(f"hard-{number}")) == expected
    assert wager(f"hard-{number}").states == ("up",)


@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        3+3          -> win 19:2
        5+1          -> after_easy
        7            -> after_seven
        5            -> up
        5+1 3+3      -> win 19:2
        5+1 4+2 2+4  -> after_easy
        5+1 8 7      -> lose
        7 3+3        -> win 19:2
        7 7 6+6      -> after_seven
        7 4+2        -> lose
        12 7 1+5     -> lose
    """),
)
def test_a_hardway_that_needs_only_one_of_the_two_loses_when_both_have_come(rolls: Words, end: str) -> None:
    assert tell(wager("hard-6", hardways="either_before"), rolls) == end


@pytest.mark.parametrize(
    "number, both, either", [(4, "94.44%", "310.32%"), (6, "95.45%", "264.55%"), (8, "95.45%", "264.55%"),
                             (10, "94.44%", "310.32%")]
)  # fmt: skip
def test_a_hardway_by_each_reading(number: int, both: str, either: str) -> None:
    id, pays = f"hard-{number}", Fraction(19, 2) if number in (6, 8) else Fraction(15, 2)
    easy = WAYS[number] - 1
    first = Fraction(1, 7 + easy)
    assert return_of(BOOK, id) == first * (pays + 1)
    # The pair comes at once, or after the easy way and before seven, or after seven and before the easy way.
    chance = first + easy * first * Fraction(1, 7) + 6 * first * Fraction(1, 1 + easy)
    assert return_of(BOOK, id, hardways="either_before") == chance * (pays + 1)
    assert percent(return_of(BOOK, id)) == both
    assert percent(return_of(BOOK, id, hardways="either_before")) == either


# One roll.

NEXT_ROLL = {
    "any-craps": {2: "15:2", 3: "15:2", 12: "15:2"},
    "craps-2": {2: "33:1"},
    "craps-3": {3: "16:1"},
    "craps-12": {12: "33:1"},
    "eleven": {11: "16:1"},
    "any-seven": {7: "4:1"},
    "field": {2: "2:1", 3: "1:1", 4: "1:1", 9: "1:1", 10: "1:1", 11: "1:1", 12: "2:1"},
    "horn": {2: "33:1 on 1/4", 3: "16:1 on 1/4", 11: "16:1 on 1/4", 12: "33:1 on 1/4"},
    "horn-high-2": {2: "33:1 on 2/5", 3: "16:1 on 1/5", 11: "16:1 on 1/5", 12: "33:1 on 1/5"},
    "horn-high-3": {2: "33:1 on 1/5", 3: "16:1 on 2/5", 11: "16:1 on 1/5", 12: "33:1 on 1/5"},
    "horn-high-11": {2: "33:1 on 1/5", 3: "16:1 on 1/5", 11: "16:1 on 2/5", 12: "33:1 on 1/5"},
    "horn-high-12": {2: "33:1 on 1/5", 3: "16:1 on 1/5", 11: "16:1 on 1/5", 12: "33:1 on 2/5"},
    "crap-eleven": {2: "15:2 on 1/2", 3: "15:2 on 1/2", 11: "16:1 on 1/2", 12: "15:2 on 1/2"},
}


@pytest.mark.clause("star-craps", "6.1.12", "6.1.13", "6.1.14", "6.1.15", "6.1.16", "6.1.17", "6.1.18", "6.1.21")
@pytest.mark.clause("star-craps", "6.1.22", "6.1.22.1", "6.1.22.2", "6.1.22.3", "6.1.23")
@pytest.mark.parametrize("id", NEXT_ROLL)
def test_the_next_roll_decides(id: str) -> None:
    wins = NEXT_ROLL[id]
    assert decisions(wager(id)) == {
        roll: f"win {wins[sum(roll)]}" if sum(roll) in wins else "lose" for roll in TWO.rolls
    }
    assert wager(id).one_roll


def test_all_other_wagers_may_take_more_than_one_roll() -> None:
    assert {id for id, it in load(BOOK).wagers.items() if it.one_roll} == set(NEXT_ROLL)


@pytest.mark.clause("star-craps", "6.1.21", "6.1.22.1", "6.1.23", "8.1[Horn and Horn High note]")
def test_wagers_in_parts_are_placed_in_units() -> None:
    units = {id: it.units for id, it in load(BOOK).wagers.items() if it.units != 1}
    assert units == {"horn": 4, "crap-eleven": 2, **{f"horn-high-{it}": 5 for it in (2, 3, 11, 12)}}


def money_back(id: str, **readings: str) -> dict[Roll, Fraction]:
    (row,) = wager(id, **readings).rules.steps
    return {roll: it.money_back for roll, it in zip(TWO.rolls, row, strict=True) if isinstance(it, Decision)}


PARTS = {2: Fraction(33), 3: Fraction(16), 11: Fraction(16), 12: Fraction(33)}


@pytest.mark.parametrize("reading, rest_back", [("in_parts", False), ("all_returned", True)])
@pytest.mark.parametrize("high", [None, 2, 3, 11, 12])
@pytest.mark.parametrize("spread", ["two_units", "even_spread"])
def test_a_horn_is_settled_in_its_parts(reading: str, rest_back: bool, high: int | None, spread: str) -> None:
    id = f"horn-high-{high}" if high else "horn"
    shares = {it: Fraction(1, 4) for it in PARTS}
    if high and spread == "two_units":
        shares = {it: Fraction(2 if it == high else 1, 5) for it in PARTS}
    expected = {
        roll: shares[sum(roll)] * PARTS[sum(roll)] + (1 if rest_back else shares[sum(roll)])
        if sum(roll) in PARTS
        else Fraction(0)
        for roll in TWO.rolls
    }
    assert money_back(id, horn=reading, horn_high=spread) == expected
    assert return_of(BOOK, id, horn=reading, horn_high=spread) == sum(expected.values()) / 36


@pytest.mark.parametrize(
    "readings, horn, high_2, high_3",
    [
        ({}, Fraction(17, 18), Fraction(17, 18), Fraction(17, 18)),
        ({"horn": "all_returned"}, Fraction(77, 72), Fraction(193, 180), Fraction(16, 15)),
        ({"horn_high": "even_spread"}, Fraction(17, 18), Fraction(17, 18), Fraction(17, 18)),
    ],
    ids=str,
)
def test_what_a_horn_returns_by_each_reading(
    readings: dict[str, str], horn: Fraction, high_2: Fraction, high_3: Fraction
) -> None:
    assert return_of(BOOK, "horn", **readings) == horn
    assert return_of(BOOK, "horn-high-2", **readings) == return_of(BOOK, "horn-high-12", **readings) == high_2
    assert return_of(BOOK, "horn-high-3", **readings) == return_of(BOOK, "horn-high-11", **readings) == high_3


def test_the_spread_of_a_horn_high_moves_only_the_variance() -> None:
    uneven, even = (value_of(BOOK, "horn-high-2", horn_high=it) for it in ("two_units", "even_spread"))
    assert uneven.returns == even.returns
    assert uneven.variance > even.variance == value_of(BOOK, "horn").variance


@pytest.mark.parametrize(
    "reading, part, back, returned",
    [
        ("half_each", Fraction(1, 2), Fraction(1, 2), Fraction(17, 18)),
        ("half_paid_all_returned", Fraction(1, 2), Fraction(1), Fraction(37, 36)),
        ("all_paid", Fraction(1), Fraction(1), Fraction(17, 9)),
    ],
)
def test_crap_eleven_by_each_reading(reading: str, part: Fraction, back: Fraction, returned: Fraction) -> None:
    pays = {2: Fraction(15, 2), 3: Fraction(15, 2), 12: Fraction(15, 2), 11: Fraction(16)}
    expected = {roll: pays[sum(roll)] * part + back if sum(roll) in pays else Fraction(0) for roll in TWO.rolls}
    assert money_back("crap-eleven", crap_eleven=reading) == expected
    assert return_of(BOOK, "crap-eleven", crap_eleven=reading) == returned == sum(expected.values()) / 36
    assert wager("crap-eleven", crap_eleven=reading).units == 2


# Don't, and the barred two.


def dont_by_hand(on_two: Fraction) -> Fraction:
    """A Don't wager, when a first roll of two brings back so much."""
    points = sum((Fraction(WAYS[p], 36) * Fraction(6, 6 + WAYS[p]) for p in POINTS), Fraction(0))
    return 2 * (Fraction(3, 36) + points) + on_two * Fraction(1, 36)


@pytest.mark.parametrize("id", ["dont-win", "dont-come"])
@pytest.mark.parametrize(
    "reading, end, on_two, shown",
    [
        ("returned", "push", Fraction(1), "98.64%"),
        ("loses", "lose", Fraction(0), "95.86%"),
        ("wins", "win 1:1", Fraction(2), "101.41%"),
    ],
)
def test_a_dont_wager_by_each_reading_of_the_two(id: str, reading: str, end: str, on_two: Fraction, shown: str) -> None:
    assert tell(wager(id, dont_on_two=reading), ["2"]) == end
    assert return_of(BOOK, id, dont_on_two=reading) == dont_by_hand(on_two)
    assert percent(return_of(BOOK, id, dont_on_two=reading)) == shown


@pytest.mark.parametrize("id", ["dont-win", "dont-come"])
def test_a_dont_wager_that_stays_on_two_is_worth_the_same_for_each_decision(id: str) -> None:
    assert tell(wager(id, dont_on_two="stays"), ["2"]) == "waiting"
    stays, returned = (value_of(BOOK, id, dont_on_two=it) for it in ("stays", "returned"))
    assert returned.returns == Fraction(217, 220)
    assert returned.push == Fraction(1, 36)
    assert stays.push == 0
    assert stays.edge == stays.edge_decided == returned.edge_decided == Fraction(27, 1925)
    # A wager that stays is a wager that was never rolled a two.
    assert stays.returns == dont_by_hand(Fraction(0)) * Fraction(36, 35)


@pytest.mark.parametrize(
    "reading, clauses",
    [("returned", "6.1.2, 6.1.2.3"), ("loses", "6.1.2, 6.1.2.2.1"), ("wins", "6.1.2, 6.1.2.1.1, 8.1[Don't Win]")],
)
def test_what_a_two_does_cites_its_clause(reading: str, clauses: str) -> None:
    assert cited(wager("dont-win", dont_on_two=reading), ["2"]) == clauses


# New money after the point, and the money behind.


def test_new_money_after_the_point_is_worth_what_the_point_is() -> None:
    for p in POINTS:
        made = Fraction(WAYS[p], WAYS[p] + 6)
        for id, chance in (("win-line", made), ("dont-win", 1 - made)):
            rules = wager(id).rules
            wins = Fraction(sum(1 for it in rules.steps[rules.number(f"point_{p}")] if is_win(it)), 36)
            ended = Fraction(sum(1 for it in rules.steps[rules.number(f"point_{p}")] if isinstance(it, Decision)), 36)
            assert wins / ended == chance


def is_win(step: object) -> bool:
    return isinstance(step, Decision) and step.result is Result.WIN


def test_the_edge_with_full_odds_behind_is_small() -> None:
    """Win Line with double odds 1/165 of the action, Don't Win with full odds 1/220."""
    book = load(BOOK)
    win_line, dont = value_of(BOOK, "win-line"), value_of(BOOK, "dont-win")
    on_a_point = Fraction(sum(WAYS[p] for p in POINTS), 36)
    assert win_line.edge / (1 + 2 * on_a_point) == Fraction(1, 165)
    limits = {
        it.id.rpartition("-")[2]: 2 / (it.payouts[0].money_back - 1) for it in values_of(book, wager("behind-dont-win"))
    }
    assert limits == {"4": 4, "5": 3, "6": Fraction(12, 5), "8": Fraction(12, 5), "9": 3, "10": 4}
    action = 1 + sum((Fraction(WAYS[int(p)], 36) * stake for p, stake in limits.items()), Fraction(0))
    assert dont.edge / action == Fraction(1, 220)  # fmt: skip


# What a rulebook must say.


def test_the_game_asks_a_rulebook_for_these_families() -> None:
    points, hard = tuple(map(str, POINTS)), ("4", "6", "8", "10")
    prices = {family.id: family.prices for family in GAME.families if family.prices != ("win",)}
    assert prices == {
        **dict.fromkeys(BEHIND, points),
        **dict.fromkeys(("place-win", "place-lose", "buy", "lay"), points),
        "hard": hard,
        "field": ("middle", "ends"),
        "horn": (),
        "horn-high": (),
        "crap-eleven": ("craps", "eleven"),
    }
    needs = {family.id: family.needs for family in GAME.families if family.needs}
    assert needs == {**dict.fromkeys(BEHIND, "limit"), "buy": "commission", "lay": "commission"}
    parts = {family.id: family.parts for family in GAME.families if family.parts}
    assert parts == dict.fromkeys(("horn", "horn-high"), ("craps-2", "craps-3", "eleven", "craps-12"))
