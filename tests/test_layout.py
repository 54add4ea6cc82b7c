"""The wagers on one layout: what is taken, what is refused and why, and where the money goes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from dicehouse.layout import Decided, Ended, Layout, PlacedWager, RollOutcome
from dicehouse.money import DOLLAR, LARGEST, Cents, as_money, cents, dollars
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import Wager
from tests.tables import DICE, TRUE_ODDS, decided, does, happened, judged, picture, refused, said, stands, table

POINTS = (4, 5, 6, 8, 9, 10)

AT_THE_LAYOUT = {
    "malformed", "wrong-dice", "unknown-wager", "not-offered", "unknown-id", "duplicate-id", "bad-stake",
    "wrong-units", "wrong-parent", "no-point", "wrong-time", "above-limit", "no-commission", "always-works",
    "must-stay",
}  # fmt: skip
"""Why a layout refuses something; the other reasons are those of a table."""

# --- placing


def test_a_wager_stands_as_it_was_placed() -> None:
    layout = table("star-craps")
    placed = layout.place("w1", "win-line", 1050)
    assert isinstance(placed, PlacedWager)
    assert placed is layout.standing["w1"]
    assert stands(placed) == ("w1", "win-line", 1050, 0, "waiting", None, None)
    assert placed.steps is placed.wager.rules.steps[placed.state]


def test_wagers_stand_in_the_order_they_were_placed() -> None:
    layout = table("star-craps", "place z field 1.00", "place a field 1.00", "place m field 1.00")
    assert list(layout.standing) == ["z", "a", "m"]
    assert happened(layout, "total 7") == ["z lose 0.00 0.00", "a lose 0.00 0.00", "m lose 0.00 0.00"]


def test_the_smallest_chip_is_a_dollar_unless_said_otherwise() -> None:
    assert Layout(load("star-craps")).chip == DOLLAR == 100


@pytest.mark.parametrize("stake", [1, LARGEST])
def test_the_smallest_and_the_largest_stake_are_taken(stake: int) -> None:
    assert isinstance(table("star-sicbo-2024").place("w1", "big", stake), PlacedWager)


@pytest.mark.parametrize("stake", [-1, 0, LARGEST + 1])
def test_a_stake_outside_them_is_not(stake: int) -> None:
    answer = refused(table("star-sicbo-2024").place("w1", "big", stake))
    said_so = f"Big: {as_money(stake)} is not above $0 and at most $1,000,000,000; stake an amount between"
    assert judged(answer) == (Why.BAD_STAKE, "4.1", said_so)


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_wager_that_needs_no_other_can_be_placed_when_it_is_its_time(book: str) -> None:
    for wager in load(book).wagers.values():
        if not wager.behind:
            layout = table(book)
            if wager.starts_by is not None and layout.markers[wager.marker] not in wager.starts_by:
                happened(layout, "total 6" if book == "star-craps" else "roll 1 2 4")
            assert isinstance(layout.place("w1", wager.id, 20 * wager.units * DOLLAR), PlacedWager), wager.id


# --- what is refused: one row for each reason, in the order of precedence

BEHIND = ("place w1 win-line 10.00", "total 6")
DONT = ("place w1 dont-win 10.00", "total 6")
HORN_UNITS = "8.1[Horn and Horn High note]"
REFUSALS = [
    (Why.WRONG_DICE, (), "roll 1 7", "2.3", "a roll is 2 faces from 1 to 6; say them, as in [1, 2]"),
    (Why.WRONG_DICE, (), "roll 1 2 3", "2.3", "a roll is 2 faces from 1 to 6; say them, as in [1, 2]"),
    (Why.WRONG_DICE, (), "roll 0 1", "2.3", "a roll is 2 faces from 1 to 6; say them, as in [1, 2]"),
    (Why.WRONG_DICE, (), "roll", "2.3", "a roll is 2 faces from 1 to 6; say them, as in [1, 2]"),
    (Why.UNKNOWN_WAGER, (), "place w1 feild 1.00", "6.1", "feild: there is no such wager; did you mean field?"),
    (
        Why.UNKNOWN_WAGER,
        (),
        "place w1 roulette 1.00",
        "6.1",
        "roulette: there is no such wager; choose one that is offered",
    ),
    (
        Why.NOT_OFFERED,
        (),
        "place w1 symbol-fish 1.00",
        "6.1",
        "symbol-fish: star-craps does not offer it; crown-sicbo-b does",
    ),
    (Why.UNKNOWN_ID, BEHIND, "remove w11", None, "w11: no wager with this id stands; did you mean w1?"),
    (Why.UNKNOWN_ID, (), "remove w2", None, "w2: no wager with this id stands; name one that does"),
    (Why.UNKNOWN_ID, BEHIND, "call w11 on", None, "w11: no wager with this id stands; did you mean w1?"),
    (
        Why.UNKNOWN_ID,
        BEHIND,
        "place b behind-win-line 1.00 on w11",
        None,
        "w11: no wager with this id stands; did you mean w1?",
    ),
    (
        Why.DUPLICATE_ID,
        BEHIND,
        "place w1 field 1.00",
        None,
        "w1: a wager with this id stands already; give it another id",
    ),
    (
        Why.BAD_STAKE,
        (),
        "place w1 field 0.00",
        "7.1",
        "Field: $0 is not above $0 and at most $1,000,000,000; stake an amount between",
    ),
    (
        Why.BAD_STAKE,
        (),
        "place w1 field -5.00",
        "7.1",
        "Field: -$5 is not above $0 and at most $1,000,000,000; stake an amount between",
    ),
    (
        Why.WRONG_UNITS,
        (),
        "place w1 horn 6.00",
        HORN_UNITS,
        "Horn: stake $6 is not in units of 4 chips of $1; stake $4 or $8",
    ),
    (
        Why.WRONG_UNITS,
        (),
        "place w1 horn 3.00",
        HORN_UNITS,
        "Horn: stake $3 is not in units of 4 chips of $1; stake $4",
    ),
    (
        Why.WRONG_UNITS,
        (),
        "place w1 horn-high-12 9.00",
        "6.1.22.1",
        "Horn High 12: stake $9 is not in units of 5 chips of $1; stake $5 or $10",
    ),
    (
        Why.WRONG_UNITS,
        (),
        "place w1 crap-eleven 5.00",
        "8.1[Crap-Eleven half note]",
        "Crap-Eleven: stake $5 is not in units of 2 chips of $1; stake $4 or $6",
    ),
    (
        Why.WRONG_PARENT,
        BEHIND,
        "place f field 1.00 on w1",
        "6.1.17",
        "Field: it stands behind no other wager; leave out the Win Line",
    ),
    (
        Why.WRONG_PARENT,
        BEHIND,
        "place b behind-win-line 1.00",
        "6.1.5",
        "Behind the Win Line: it stands behind a Win Line wager; name one that has its point",
    ),
    (
        Why.WRONG_PARENT,
        BEHIND,
        "place b behind-come 1.00 on w1",
        "6.1.7",
        "Behind the Come: it stands behind a Come wager; name one that has its point",
    ),
    (
        Why.WRONG_PARENT,
        (*BEHIND, "place b behind-win-line 1.00 on w1"),
        "place c behind-win-line 1.00 on b",
        "6.1.5",
        "Behind the Win Line: it stands behind a Win Line wager; name one that has its point",
    ),
    (
        Why.NO_POINT,
        ("place w1 win-line 10.00",),
        "place b behind-win-line 1.00 on w1",
        "6.1.5",
        "Behind the Win Line: its Win Line has no point yet; place it when the Win Line has one",
    ),
    (
        Why.NO_POINT,
        ("total 6", "place w1 dont-come 10.00"),
        "place b behind-dont-come 1.00 on w1",
        "6.1.8",
        "Behind the Don't Come: its Don't Come has no point yet; place it when the Don't Come has one",
    ),
    (
        Why.WRONG_TIME,
        ("total 6",),
        "place w1 win-line 1.00",
        "6.1.1",
        "Win Line: the point is 6; it is placed before a come-out roll, with the puck Off",
    ),
    (
        Why.WRONG_TIME,
        ("total 10",),
        "place w1 dont-win 1.00",
        "6.1.2",
        "Don't Win: the point is 10; it is placed before a come-out roll, with the puck Off",
    ),
    (
        Why.WRONG_TIME,
        (),
        "place w1 come 1.00",
        "6.1.3",
        "Come: the puck is Off; it is placed after a come-out roll, with a point on",
    ),
    (
        Why.WRONG_TIME,
        ("total 6", "total 7"),
        "place w1 dont-come 1.00",
        "6.1.4",
        "Don't Come: the puck is Off; it is placed after a come-out roll, with a point on",
    ),
    (
        Why.ABOVE_LIMIT,
        BEHIND,
        "place b behind-win-line 20.01 on w1",
        "6.1.5.1",
        "Behind the Win Line: $20.01 behind Win Line is above $20; place at most $20 more",
    ),
    (
        Why.ABOVE_LIMIT,
        (*BEHIND, "place b behind-win-line 15.00 on w1"),
        "place c behind-win-line 6.00 on w1",
        "6.1.5.1",
        "Behind the Win Line: $21 behind Win Line is above $20; place at most $5 more",
    ),
    (
        Why.ABOVE_LIMIT,
        (*BEHIND, "place b behind-win-line 20.00 on w1"),
        "place c behind-win-line 1.00 on w1",
        "6.1.5.1",
        "Behind the Win Line: $21 behind Win Line is above $20; it is full",
    ),
    (
        Why.ABOVE_LIMIT,
        DONT,
        "place b behind-dont-win 25.00 on w1",
        "6.1.6.1",
        "Behind the Don't Win: $25 behind Don't Win is above $24; place at most $24 more",
    ),
    (
        Why.ALWAYS_WORKS,
        BEHIND,
        "call w1 off",
        "6.6",
        "Win Line: it always works; take it down if it should not",
    ),
    (
        Why.MUST_STAY,
        BEHIND,
        "remove w1",
        "6.4",
        "Win Line: it stays up until it is decided; it stands at point 6",
    ),
]


@pytest.mark.clause("star-craps", "6.4", "6.6", "6.1.5.1", "6.1.6.1", "6.1.22.1", HORN_UNITS)
@pytest.mark.parametrize("why, given, command, clause, message", REFUSALS, ids=[f"{it[0]} {it[2]}" for it in REFUSALS])
def test_what_the_rules_forbid_is_refused_by_name_and_changes_nothing(
    why: Why, given: tuple[str, ...], command: str, clause: str | None, message: str
) -> None:
    layout = table("star-craps", *given)
    before = picture(layout)
    assert judged(does(layout, command)) == (why, clause, message)
    assert picture(layout) == before


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
@pytest.mark.parametrize(
    "wager, stake, least",
    [("buy-4", "19.00", "20.00"), ("lay-4", "38.00", "39.00"), ("lay-6", "22.00", "23.00")],
)
def test_a_buy_or_lay_too_small_for_a_chip_of_commission_is_refused_where_chips_pay_it(
    wager: str, stake: str, least: str
) -> None:
    layout = table("star-craps", commission="chips")
    before = picture(layout)
    clause = layout.book.wagers[wager].clause
    name, (most, enough) = layout.book.wagers[wager].name, (stake.removesuffix(".00"), least.removesuffix(".00"))
    message = f"{name}: a stake of ${most} pays no commission in chips of $1; stake at least ${enough}"
    assert judged(does(layout, f"place w1 {wager} {stake}")) == (Why.NO_COMMISSION, clause, message)
    assert picture(layout) == before
    happened(layout, f"place w1 {wager} {least}")
    assert layout.standing["w1"].commission == 100


@pytest.mark.parametrize("wager", ["field", "place-win-6", "big-6"])
def test_a_wager_without_commission_may_be_small_where_chips_pay_it(wager: str) -> None:
    layout = table("star-craps", f"place w1 {wager} 1.00", commission="chips")
    assert layout.standing["w1"].commission == 0


def test_the_table_of_refusals_names_every_reason_there_is_in_its_order() -> None:
    """A malformed line is refused before there is a command; see the tests of `dicehouse settle`."""
    rows = [why for why, *_ in REFUSALS]
    assert {*rows, Why.MALFORMED, Why.NO_COMMISSION} == AT_THE_LAYOUT
    assert rows == sorted(rows, key=list(Why).index)


CONFLICTS = [
    ((), "place w1 feild 0.00", {Why.UNKNOWN_WAGER, Why.BAD_STAKE}),
    (BEHIND, "place w1 feild 1.00", {Why.UNKNOWN_WAGER, Why.DUPLICATE_ID}),
    (BEHIND, "place b feild 1.00 on w9", {Why.UNKNOWN_WAGER, Why.UNKNOWN_ID}),
    (BEHIND, "place w1 big 0.00", {Why.NOT_OFFERED, Why.DUPLICATE_ID, Why.BAD_STAKE}),
    (BEHIND, "place w1 behind-win-line 1.00 on w9", {Why.UNKNOWN_ID, Why.DUPLICATE_ID}),
    (BEHIND, "place b behind-win-line 0.00 on w9", {Why.UNKNOWN_ID, Why.BAD_STAKE}),
    (BEHIND, "place w1 field 0.00", {Why.DUPLICATE_ID, Why.BAD_STAKE}),
    (BEHIND, "place w1 horn 1.00", {Why.DUPLICATE_ID, Why.WRONG_UNITS}),
    (BEHIND, "place w1 win-line 1.00", {Why.DUPLICATE_ID, Why.WRONG_TIME}),
    (BEHIND, "place b field 0.00 on w1", {Why.BAD_STAKE, Why.WRONG_PARENT}),
    (BEHIND, "place b win-line 0.00", {Why.BAD_STAKE, Why.WRONG_TIME}),
    (BEHIND, "place b horn 3.00 on w1", {Why.WRONG_UNITS, Why.WRONG_PARENT}),
    (BEHIND, "place b win-line 1.00 on w1", {Why.WRONG_PARENT, Why.WRONG_TIME}),
    (BEHIND, "place b behind-come 100.00 on w1", {Why.WRONG_PARENT, Why.ABOVE_LIMIT}),
    (("place w1 win-line 1.00",), "place b behind-win-line 9.00 on w1", {Why.NO_POINT, Why.ABOVE_LIMIT}),
]


@pytest.mark.parametrize("given, command, broken", CONFLICTS, ids=[it[1] for it in CONFLICTS])
def test_of_several_reasons_the_first_in_order_of_precedence_is_given(
    given: tuple[str, ...], command: str, broken: set[Why]
) -> None:
    layout = table("star-craps", *given)
    before = picture(layout)
    assert refused(does(layout, command)).why is min(broken, key=list(Why).index)
    assert picture(layout) == before


def test_a_wager_of_several_other_rulebooks_names_them_all() -> None:
    answer = table("aruze-sicbo").place("w1", "odd", 100)
    message = "odd: aruze-sicbo does not offer it; crown-sicbo-a, star-sicbo-2024, star-sicbo-pre2024 do"
    assert judged(answer) == (Why.NOT_OFFERED, "3.9", message)


@pytest.mark.clause("star-sicbo-2024", "6.2")
@pytest.mark.parametrize(
    "story, says",
    [
        ((), "no run has begun"),
        (("roll 3 3 3",), "no run has begun"),
        (("roll 1 2 3", "roll 1 2 4"), "a run of Small is in progress"),
        (("roll 6 6 5", "roll 6 6 4"), "a run of Big is in progress"),
    ],
)
def test_a_super_streak_wager_waits_for_a_run_to_begin(story: tuple[str, ...], says: str) -> None:
    layout = table("star-sicbo-2024", *story)
    message = f"Super Streak Small or Big: {says}; it is placed when a run has just begun, before the next result"
    assert judged(does(layout, "place w1 streak-small-big 5.00")) == (Why.WRONG_TIME, "6.2", message)


@pytest.mark.clause("star-sicbo-2024", "6.2")
def test_a_super_streak_wager_stays_until_its_run_ends() -> None:
    layout = table("star-sicbo-2024", "roll 1 2 4", "place w1 streak-small-big 5.00", "roll 1 1 2")
    message = "Super Streak Small or Big: it stays up until it is decided; it stands at small 1"
    assert judged(does(layout, "remove w1")) == (Why.MUST_STAY, "6.2", message)
    assert happened(layout, "roll 6 6 5") == ["w1 lose 0.00 0.00"]


@pytest.mark.parametrize("book", ["star-sicbo-2024", "crown-sicbo-b", "aruze-sicbo"])
def test_sic_bo_has_no_call_of_on_and_off_and_no_clause_for_it(book: str) -> None:
    layout = table(book, "place w1 big 5.00")
    assert judged(does(layout, "call w1 off")) == (
        Why.ALWAYS_WORKS,
        None,
        "Big: it always works; take it down if it should not",
    )


@pytest.mark.parametrize(
    "says, wager, command",
    [("units", "horn", "place w1 horn 3.00"), ("placed", "come", "place w1 come 3.00")],
)
def test_a_house_that_cites_no_clause_for_a_refusal_cites_that_of_the_wager(
    says: str, wager: str, command: str
) -> None:
    book = load("star-craps")
    silent = replace(book.wagers[wager], topic_clauses={})
    layout = Layout(replace(book, wagers={**book.wagers, wager: silent}))
    assert refused(does(layout, command)).clause == silent.clause
    cited = replace(silent, topic_clauses={says: "6.2"})
    layout = Layout(replace(book, wagers={**book.wagers, wager: cited}))
    assert refused(does(layout, command)).clause == "6.2"


# --- Behind: the limit on both sides, at every point and with several chips


@pytest.mark.clause("star-craps", "6.1.5.1", "6.1.6.1", "6.1.7.1", "6.1.8.1")
@pytest.mark.parametrize("chip", ["0.01", "0.50", "1.00", "2.50", "5.00"])
@pytest.mark.parametrize("flat", ["1.00", "3.00", "5.00", "7.50", "10.00", "17.00"])
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("parent", ["win-line", "dont-win", "come", "dont-come"])
def test_behind_a_wager_stands_at_most_what_wins_or_costs_double(parent: str, point: int, flat: str, chip: str) -> None:
    layout = with_its_point(parent, point, flat, chip)
    pays, to = TRUE_ODDS[point]
    most = Fraction(2 * cents(flat)) * (Fraction(pays, to) if "dont" in parent else 1)
    in_chips = Cents(int(most / cents(chip)) * cents(chip))
    before = picture(layout)
    assert refused(layout.place("b", f"behind-{parent}", in_chips + 1, "w1")).why is Why.ABOVE_LIMIT
    assert picture(layout) == before
    if in_chips:
        assert isinstance(layout.place("b", f"behind-{parent}", in_chips, "w1"), PlacedWager)
        assert refused(layout.place("c", f"behind-{parent}", 1, "w1")).why is Why.ABOVE_LIMIT


def with_its_point(parent: str, point: int, flat: str, chip: str = "1.00") -> Layout:
    """A line or Come wager `w1` that has its point."""
    first = 5 if point == 4 else 4
    before = [f"total {first}"] if "come" in parent else []
    return table("star-craps", *before, f"place w1 {parent} {flat}", f"total {point}", chip=chip)


@pytest.mark.clause("star-craps", "6.1.6.1")
@pytest.mark.parametrize("flat, most", [(1, 2), (2, 4), (3, 7), (4, 9), (5, 12)])
def test_the_most_behind_a_dont_win_on_six_is_as_the_readings_list_it(flat: int, most: int) -> None:
    layout = with_its_point("dont-win", 6, f"{flat}.00")
    parent = layout.standing["w1"]
    assert layout.most_behind(layout.book.wagers["behind-dont-win"], parent) == most * DOLLAR


def test_several_wagers_behind_one_add_up_to_the_limit() -> None:
    layout = table("star-craps", *BEHIND, "place a behind-win-line 7.00 on w1", "place b behind-win-line 8.00 on w1")
    assert [it.id for it in layout.standing["w1"].behind] == ["a", "b"]
    assert refused(does(layout, "place c behind-win-line 5.01 on w1")).why is Why.ABOVE_LIMIT
    happened(layout, "place c behind-win-line 5.00 on w1")
    assert [it.id for it in layout.standing["w1"].behind] == ["a", "b", "c"]
    assert happened(layout, "total 6") == [
        "w1 win 10.00 20.00",
        "a win 9.00 16.00",
        "b win 10.00 18.00",
        "c win 6.00 11.00",
    ]


def test_each_wager_has_its_own_limit() -> None:
    layout = table("star-craps", "place w1 win-line 10.00", "place w2 win-line 5.00", "total 6")
    happened(layout, "place a behind-win-line 20.00 on w1", "place b behind-win-line 10.00 on w2")
    assert stands(layout.standing["w1"]) == ("w1", "win-line", 1000, 0, "point_6", None, None, "a")
    assert stands(layout.standing["a"]) == ("a", "behind-win-line", 2000, 0, "point_6", None, "w1")


def test_what_was_taken_down_makes_room_behind_again() -> None:
    layout = table("star-craps", *BEHIND, "place a behind-win-line 12.00 on w1", "place b behind-win-line 8.00 on w1")
    assert happened(layout, "remove a") == ["a removed 0.00 12.00"]
    assert [it.id for it in layout.standing["w1"].behind] == ["b"]
    assert refused(does(layout, "place c behind-win-line 12.01 on w1")).why is Why.ABOVE_LIMIT
    happened(layout, "place c behind-win-line 12.00 on w1")


@pytest.mark.clause("star-craps", "6.1.5.2", "6.1.5.3", "6.1.6.2", "6.1.6.3")
@pytest.mark.parametrize("parent", ["win-line", "dont-win", "come", "dont-come"])
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("made", [True, False])
def test_a_behind_wager_ends_on_the_same_roll_and_the_same_way_as_its_parent(
    parent: str, point: int, made: bool
) -> None:
    layout = with_its_point(parent, point, "10.00")
    happened(layout, f"place b behind-{parent} 6.00 on w1")
    ends = decided(does(layout, f"total {point}" if made else "total 7"))
    wins = made is ("dont" not in parent)
    assert [(it.id, it.result) for it in ends] == [("w1", "win" if wins else "lose"), ("b", "win" if wins else "lose")]
    assert layout.standing == {}


# --- taking down


@pytest.mark.clause("star-craps", "6.4")
@pytest.mark.parametrize("wager", ["place-win-6", "place-lose-8", "hard-4", "big-6", "field", "horn"])
def test_a_wager_may_be_taken_down_before_it_is_decided(wager: str) -> None:
    layout = table("star-craps", f"place w1 {wager} 12.00")
    (gone,) = decided(layout.remove("w1"))
    clause = layout.book.wagers[wager].clause
    assert gone == Decided("w1", wager, Ended.REMOVED, Cents(1200), Cents(0), Cents(1200), (clause, "6.4"))
    assert layout.standing == {}


@pytest.mark.clause("star-craps", "6.4")
@pytest.mark.parametrize("line, before", [("win-line", ()), ("come", ("total 5",))])
def test_a_line_wager_may_be_taken_down_until_it_has_its_point(line: str, before: tuple[str, ...]) -> None:
    layout = table("star-craps", *before, f"place w1 {line} 5.00")
    assert happened(layout, "remove w1") == ["w1 removed 0.00 5.00"]
    for point in POINTS:
        if point != 5 or not before:
            up = table("star-craps", *before, f"place w1 {line} 5.00", f"total {point}")
            message = f"{up.book.wagers[line].name}: it stays up until it is decided; it stands at point {point}"
            assert judged(does(up, "remove w1")) == (Why.MUST_STAY, "6.4", message)


@pytest.mark.clause("star-craps", "6.5")
@pytest.mark.parametrize("line, before", [("dont-win", ()), ("dont-come", ("total 5",))])
def test_a_wager_against_the_shooter_may_be_taken_down_at_any_time(line: str, before: tuple[str, ...]) -> None:
    layout = table("star-craps", *before, f"place w1 {line} 5.00")
    (gone,) = decided(layout.remove("w1"))
    assert gone.clauses == (layout.book.wagers[line].clause, "6.5")
    happened(layout, *before, f"place w2 {line} 5.00" if not before else "total 12")
    point = with_its_point(line, 6, "5.00")
    assert happened(point, "remove w1") == ["w1 removed 0.00 5.00"]


@pytest.mark.clause("star-craps", "6.5")
def test_taking_a_wager_down_takes_what_is_behind_it_too_and_nothing_else() -> None:
    layout = table("star-craps", "place w1 dont-win 10.00", "place w2 dont-win 10.00", "total 4")
    happened(layout, "place a behind-dont-win 30.00 on w1", "place b behind-dont-win 10.00 on w1")
    happened(layout, "place c behind-dont-win 10.00 on w2", "place f field 1.00")
    assert happened(layout, "remove w1") == ["w1 removed 0.00 10.00", "a removed 0.00 30.00", "b removed 0.00 10.00"]
    assert list(layout.standing) == ["w2", "c", "f"]


@pytest.mark.clause("star-sicbo-2024", "3.11")
@pytest.mark.parametrize(
    "book, clauses",
    [
        ("star-sicbo-2024", ("3.2.2", "3.11")),
        ("star-sicbo-pre2024", ("3.1.2", "3.10")),
        ("crown-sicbo-a", ("3.8", "3.2")),
        ("aruze-sicbo", ("3.9.2", '1.1 "wagering period"')),
    ],
)
def test_a_sic_bo_wager_that_is_withdrawn_cites_the_wager_and_the_rule(book: str, clauses: tuple[str, ...]) -> None:
    layout = table(book, "place w1 big 5.00")
    (gone,) = decided(layout.remove("w1"))
    assert gone == Decided("w1", "big", Ended.REMOVED, Cents(500), Cents(0), Cents(500), clauses)


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
@pytest.mark.parametrize("keeps, back", [("returned", "21.00"), ("kept", "20.00")])
def test_the_commission_comes_back_on_taking_down_unless_the_house_keeps_it(keeps: str, back: str) -> None:
    layout = table("star-craps", "place w1 buy-4 20.00", commission_on_removal=keeps)
    assert layout.standing["w1"].commission == 100
    assert happened(layout, "remove w1") == [f"w1 removed 0.00 {back}"]


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
@pytest.mark.parametrize(
    "wager, stake, commission",
    [
        ("buy-6", "20.00", 100),
        ("buy-6", "0.19", 0),
        ("buy-6", "0.20", 1),
        ("buy-6", "10.50", 52),
        ("lay-4", "20.00", 50),
        ("lay-6", "7.00", 30),
        ("place-win-6", "20.00", 0),
    ],
)
def test_the_commission_is_charged_beyond_the_stake_and_a_part_of_a_cent_is_dropped(
    wager: str, stake: str, commission: int
) -> None:
    layout = table("star-craps", f"place w1 {wager} {stake}")
    assert layout.standing["w1"].commission == commission
    assert layout.standing["w1"].stake == cents(stake)


def test_an_id_may_be_used_again_once_its_wager_is_gone() -> None:
    layout = table("star-craps", "place w1 field 1.00", "total 7", "place w1 field 1.00", "remove w1")
    happened(layout, "place w1 win-line 1.00", "total 6", "place b behind-win-line 1.00 on w1", "total 6")
    happened(layout, "place w1 win-line 2.00", "total 8", "place b behind-win-line 4.00 on w1")
    assert [it.id for it in layout.standing["w1"].behind] == ["b"]
    void = table("star-sicbo-2024", "place w1 big 1.00", "no_result cocked dice", "place w1 big 1.00")
    assert list(void.standing) == ["w1"]


# --- on and off


@pytest.mark.clause("star-craps", "6.6", "6.6.1", "6.6.2")
@pytest.mark.parametrize("wager", ["buy-6", "place-win-6", "hard-6"])
def test_some_wagers_sleep_on_a_come_out_roll_unless_they_are_called_on(wager: str) -> None:
    layout = table("star-craps", f"place w1 {wager} 20.00")
    it = layout.standing["w1"]
    assert not layout.is_working(it)
    assert happened(layout, "total 7") == []
    happened(layout, "call w1 on")
    assert layout.is_working(it)
    assert happened(layout, "total 7") == ["w1 lose 0.00 0.00"]


@pytest.mark.clause("star-craps", "6.6.2")
def test_a_call_lasts_until_the_opposite_one() -> None:
    layout = table("star-craps", "total 5", "place w1 place-win-6 12.00")
    it = layout.standing["w1"]
    assert (it.called, layout.is_working(it)) == (None, True)
    happened(layout, "call w1 off")
    assert (it.called, layout.is_working(it)) == (False, False)
    assert happened(layout, "total 6", "total 7", "total 6", "total 7") == []
    happened(layout, "call w1 on")
    assert (it.called, layout.is_working(it)) == (True, True)
    assert happened(layout, "total 6") == ["w1 win 14.00 26.00"]


def test_a_call_answers_with_the_wager_that_was_called() -> None:
    layout = table("star-craps", "place w1 place-win-6 12.00")
    assert layout.call("w1", working=True) is layout.standing["w1"]


@pytest.mark.parametrize("wager", ["place-lose-6", "lay-6", "big-6", "field", "win-line"])
def test_the_other_wagers_work_on_every_roll(wager: str) -> None:
    layout = table("star-craps", f"place w1 {wager} 20.00")
    assert layout.is_working(layout.standing["w1"])


@pytest.mark.clause("star-craps", "6.6.1", "6.1.7.2", "6.1.7.3")
@pytest.mark.parametrize("total, come", [("7", "w1 lose 0.00 0.00"), ("6", "w1 win 10.00 20.00")])
def test_behind_a_come_comes_back_when_the_come_is_decided_while_it_sleeps(total: str, come: str) -> None:
    story = ("total 5", "place w1 come 10.00", "total 6", "place b behind-come 20.00 on w1", "total 5")
    layout = table("star-craps", *story)
    assert layout.markers == {"puck": "off"}
    ends = decided(does(layout, f"total {total}"))
    assert said(ends) == [come, "b push 0.00 20.00"]
    assert ends[1].clauses == ("6.1.7", "6.6")


def test_behind_a_come_is_decided_asleep_where_the_house_reads_it_so() -> None:
    story = ("total 5", "place w1 come 10.00", "total 6", "place b behind-come 20.00 on w1", "total 5")
    assert happened(table("star-craps", *story, behind_come_asleep="decided"), "total 7") == [
        "w1 lose 0.00 0.00",
        "b lose 0.00 0.00",
    ]
    assert happened(table("star-craps", *story, behind_come_asleep="decided"), "total 6") == [
        "w1 win 10.00 20.00",
        "b win 24.00 44.00",
    ]


def test_behind_a_come_called_off_comes_back_with_a_point_on_too() -> None:
    story = ("total 5", "place w1 come 10.00", "total 6", "place b behind-come 20.00 on w1", "call b off")
    assert happened(table("star-craps", *story), "total 6") == ["w1 win 10.00 20.00", "b push 0.00 20.00"]
    assert happened(table("star-craps", *story, "call b on"), "total 6") == ["w1 win 10.00 20.00", "b win 24.00 44.00"]


# --- a round without a result

RESULTLESS = {
    "star-sicbo-2024": ("8.6", "8.1"),
    "star-sicbo-pre2024": ("8.6", "8.1"),
    "aruze-sicbo": ("7.4", "7.4.1"),
}


@pytest.mark.clause("star-sicbo-2024", "8.6", '1.1 "void"', "8.1")
@pytest.mark.clause("star-sicbo-pre2024", "8.6", '1.1 "void"', "8.1")
@pytest.mark.clause("aruze-sicbo", "7.4", "7.4.1", '1.1 "void"', '1.1 "cocked dice"')
@pytest.mark.parametrize("book", RESULTLESS)
def test_without_a_result_every_stake_goes_back_where_the_document_says_so(book: str) -> None:
    layout = table(book, "place w1 big 5.00", "place w2 triple-1 1.00")
    clauses = RESULTLESS[book]
    assert decided(does(layout, "no_result cocked dice")) == [
        Decided("w1", "big", Ended.VOID, Cents(500), Cents(0), Cents(500), clauses),
        Decided("w2", "triple-1", Ended.VOID, Cents(100), Cents(0), Cents(100), clauses),
    ]
    assert layout.standing == {}


def test_a_reason_that_the_document_does_not_name_cites_the_rule_alone() -> None:
    layout = table("star-sicbo-2024", "place w1 big 5.00")
    (gone,) = decided(does(layout, "no_result a bird in the tumbler"))
    assert gone.clauses == ("8.6",)


@pytest.mark.clause("star-sicbo-2024", "8.6", '1.1 "Super Streak"')
@pytest.mark.clause("star-sicbo-pre2024", "8.6", '1.1 "Super Streak"')
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
def test_without_a_result_a_super_streak_neither_wins_nor_loses_nor_moves(book: str) -> None:
    layout = table(book, "roll 1 2 4", "place s streak-small-big 5.00", "roll 1 2 5", "place w1 big 5.00")
    before = stands(layout.standing["s"])
    assert happened(layout, "no_result cocked dice") == ["w1 void 0.00 5.00"]
    assert list(layout.standing) == ["s"]
    assert stands(layout.standing["s"]) == before


@pytest.mark.clause("crown-sicbo", "7.2", '1 "Void"')
@pytest.mark.clause("star-craps", "5.1")
@pytest.mark.parametrize("book, wager", [("crown-sicbo-a", "big"), ("crown-sicbo-b", "big"), ("star-craps", "field")])
def test_without_a_result_wagers_wait_where_the_document_says_nothing_else(book: str, wager: str) -> None:
    layout = table(book, f"place w1 {wager} 5.00")
    before = picture(layout)
    assert decided(does(layout, "no_result cocked dice")) == []
    assert picture(layout) == before


def test_without_a_result_the_markers_stand_still() -> None:
    craps = table("star-craps", "total 6", "no_result off the table")
    assert craps.markers == {"puck": "point_6"}
    sicbo = table("star-sicbo-2024", "roll 1 2 4", "no_result cocked dice")
    assert sicbo.markers == {"small-big": "small_open", "odd-even": "odd_open"}


def test_a_voided_wager_gets_its_commission_back_even_where_taking_down_does_not() -> None:
    readings = {"no_result_effect": "void", "commission_on_removal": "kept"}
    layout = table("star-craps", "place w1 buy-4 20.00", **readings)
    assert happened(layout, "no_result cocked dice") == ["w1 void 0.00 21.00"]


def test_a_held_wager_may_be_taken_down_after_what_was_behind_it_was_voided() -> None:
    """A house may hold a family that others stand behind; nothing may be left of a wager that is gone."""
    book = load("star-craps", {"no_result_effect": "void"})
    holding = Layout(replace(book, no_result=replace(book.no_result, holds=frozenset({"dont-win"}))))
    happened(holding, *DONT, "place b behind-dont-win 12.00 on w1")
    assert happened(holding, "no_result cocked dice") == ["b void 0.00 12.00"]
    assert holding.standing["w1"].behind == ()
    assert happened(holding, "remove w1") == ["w1 removed 0.00 10.00"]


# --- markers


@pytest.mark.clause("star-craps", '1.1 "come out point"', '1.1 "come out roll"', '1.1 "7 Out"', '1.1 "total"')
@pytest.mark.parametrize("total", range(2, 13))
def test_the_puck_goes_on_with_a_point_and_off_with_the_point_or_a_seven(total: int) -> None:
    layout = table("star-craps")
    assert layout.markers == {"puck": "off"}
    happened(layout, f"total {total}")
    if total not in POINTS:
        assert layout.markers == {"puck": "off"}
        return
    assert layout.markers == {"puck": f"point_{total}"}
    for other in {*DICE} - {total, 7}:
        happened(layout, f"total {other}")
        assert layout.markers == {"puck": f"point_{total}"}
    happened(layout, f"total {total}")
    assert layout.markers == {"puck": "off"}
    happened(layout, f"total {total}", "total 7")
    assert layout.markers == {"puck": "off"}


@pytest.mark.clause("star-craps", '1.1 "come point"', '1.1 "7 Out"')
def test_a_come_wager_has_a_point_of_its_own() -> None:
    layout = table("star-craps", "total 6", "place c come 5.00", "place d dont-come 5.00", "total 9")
    assert layout.markers == {"puck": "point_6"}
    assert [stands(layout.standing[id])[4] for id in "cd"] == ["point_9", "point_9"]
    assert happened(layout, "total 6") == []
    assert happened(layout, "total 7") == ["c lose 0.00 0.00", "d win 5.00 10.00"]


@pytest.mark.clause("star-craps", '1.1 "void"', "6.1.2.3", "6.1.4.3")
@pytest.mark.parametrize("line, before", [("dont-win", ()), ("dont-come", ("total 5",))])
def test_a_void_wager_against_the_shooter_gets_its_stake_back(line: str, before: tuple[str, ...]) -> None:
    layout = table("star-craps", *before, f"place w1 {line} 5.00")
    assert happened(layout, "total 2") == ["w1 push 0.00 5.00"]
    assert layout.standing == {}


@pytest.mark.clause("star-sicbo-2024", "6.5", '1.1 "Super Streak"', '1.1 "triple"')
@pytest.mark.clause("star-sicbo-pre2024", "6.5", '1.1 "Super Streak"', '1.1 "triple"')
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
def test_each_axis_follows_its_own_run_and_a_triple_moves_none(book: str) -> None:
    layout = table(book)
    seen = []
    for faces in ("1 1 1", "1 2 4", "4 4 4", "1 2 5", "6 6 5", "6 5 5"):
        happened(layout, f"roll {faces}")
        seen.append((layout.markers["small-big"], layout.markers["odd-even"]))
    assert seen == [
        ("none", "none"),
        ("small_open", "odd_open"),
        ("small_open", "odd_open"),
        ("small_run", "even_open"),
        ("big_open", "odd_open"),
        ("big_run", "even_open"),
    ]


@pytest.mark.parametrize("book", ["crown-sicbo-b"])
def test_a_table_without_markers_has_none(book: str) -> None:
    assert table(book, "roll 1 2 3").markers == {}


def test_a_refused_roll_moves_neither_wagers_nor_markers() -> None:
    layout = table("star-craps", "place w1 win-line 5.00")
    before = picture(layout)
    assert refused(layout.roll([7, 7])).why is Why.WRONG_DICE
    assert refused(layout.judge([1])).why is Why.WRONG_DICE
    assert picture(layout) == before


# --- a roll: judged, then taken


@pytest.mark.parametrize("book", BUILT_IN)
def test_judging_a_roll_changes_nothing_and_taking_it_is_the_roll(book: str) -> None:
    for roll in load(book).dice.rolls[::5]:
        judged, rolled = full(book), full(book)
        before = picture(judged)
        turn = judged.judge(roll)
        assert isinstance(turn, RollOutcome)
        assert picture(judged) == before
        judged.take(turn)
        assert turn.decided == rolled.roll(roll)
        assert picture(judged) == picture(rolled)


def full(book: str) -> Layout:
    """A layout with every wager of the rulebook that can stand at one time."""
    layout = table(book)
    happened(layout, *(["place p win-line 10.00", "total 6"] if book == "star-craps" else ["roll 1 2 4"]))
    for wager in layout.book.wagers.values():
        on = "p" if wager.behind == "win-line" else None
        answer = layout.place(wager.id, wager.id, 20 * wager.units * DOLLAR, on)
        assert isinstance(answer, PlacedWager) or answer.why in (Why.WRONG_TIME, Why.WRONG_PARENT), answer
    assert len(layout.standing) >= len(layout.book.wagers) - 5
    return layout


@pytest.mark.clause("star-sicbo-2024", '1.1 "total"', '1.1 "triple"')
@pytest.mark.clause("star-sicbo-pre2024", '1.1 "total"', '1.1 "triple"')
@pytest.mark.clause("crown-sicbo", '1 "Total"')
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a"])
def test_the_total_is_the_sum_of_the_three_dice_and_a_triple_is_three_alike(book: str) -> None:
    for roll in load(book).dice.rolls:
        layout = table(book, *(f"place t{it} total-{it} 1.00" for it in range(4, 18)), "place a any-triple 1.00")
        won = [it.id for it in decided(layout.roll(roll)) if it.result is Ended.WIN]
        expected = [f"t{sum(roll)}"] if 3 < sum(roll) < 18 else []
        assert won == expected + (["a"] if roll[0] == roll[1] == roll[2] else [])


@pytest.mark.clause("crown-sicbo", "1.3", "1.3.1", "1.3.2")
def test_a_bet_is_what_is_backed_and_a_wager_the_money_on_it() -> None:
    layout = table("crown-sicbo-a", "place w1 big 5.00", "place w2 big 7.00")
    first, second = layout.standing.values()
    assert first.wager is second.wager is layout.book.wagers["big"]
    assert (first.stake, second.stake) == (500, 700)
    assert happened(layout, "roll 6 6 5") == ["w1 win 5.00 10.00", "w2 win 7.00 14.00"]


# --- payment in chips


@pytest.mark.clause("star-craps", "6.7")
@pytest.mark.parametrize(
    "chip, rounding, stake, paid",
    [
        ("1.00", "up", "5.00", "6.00"),
        ("1.00", "down", "5.00", "5.00"),
        ("0.50", "up", "5.00", "6.00"),
        ("0.50", "down", "5.00", "5.50"),
        ("0.01", "up", "5.00", "5.84"),
        ("0.01", "down", "5.00", "5.83"),
        ("2.50", "up", "5.00", "7.50"),
        ("2.50", "down", "5.00", "5.00"),
        ("1.00", "up", "6.00", "7.00"),
        ("1.00", "down", "6.00", "7.00"),
    ],
)
def test_what_chips_cannot_pay_is_rounded_once_as_the_rulebook_says(
    chip: str, rounding: str, stake: str, paid: str
) -> None:
    layout = table("star-craps", "total 5", f"place w1 place-win-6 {stake}", chip=chip, chip_rounding=rounding)
    back = dollars(cents(paid) + cents(stake))
    assert happened(layout, "total 6") == [f"w1 win {paid} {back}"]


@pytest.mark.parametrize("book", ["star-sicbo-2024", "aruze-sicbo"])
def test_a_document_that_says_nothing_of_rounding_pays_to_the_cent(book: str) -> None:
    layout = table(book, "place w1 big 0.07", chip="5.00")
    assert happened(layout, "roll 6 6 5") == ["w1 win 0.07 0.14"]


@pytest.mark.parametrize(
    "wager, stake, total, ends",
    [
        ("horn", "4.00", 2, "w1 win 33.00 34.00"),
        ("horn", "8.00", 11, "w1 win 32.00 34.00"),
        ("horn", "4.00", 7, "w1 lose 0.00 0.00"),
        ("horn-high-12", "5.00", 12, "w1 win 66.00 68.00"),
        ("horn-high-12", "5.00", 2, "w1 win 33.00 34.00"),
        ("crap-eleven", "2.00", 11, "w1 win 16.00 17.00"),
        ("crap-eleven", "2.00", 2, "w1 win 8.00 9.00"),
        ("crap-eleven", "4.00", 3, "w1 win 15.00 17.00"),
    ],
)
def test_a_wager_in_parts_gets_back_the_part_that_won(wager: str, stake: str, total: int, ends: str) -> None:
    assert happened(table("star-craps", f"place w1 {wager} {stake}"), f"total {total}") == [ends]


@pytest.mark.parametrize("wager, units", [("horn", 4), ("horn-high-2", 5), ("crap-eleven", 2), ("field", 1)])
@pytest.mark.parametrize("chip", ["0.50", "1.00", "5.00"])
def test_units_are_counted_in_the_smallest_chip(wager: str, units: int, chip: str) -> None:
    unit = units * cents(chip)
    for stake in (unit, 2 * unit, 10 * unit):
        assert isinstance(table("star-craps", chip=chip).place("w1", wager, stake), PlacedWager)
        off = table("star-craps", chip=chip).place("w1", wager, stake + 1)
        assert isinstance(off, PlacedWager) if units == 1 else refused(off).why is Why.WRONG_UNITS


def test_a_decision_tells_the_wager_the_money_and_the_clauses() -> None:
    layout = table("star-craps", "place w1 win-line 10.00")
    clauses = ("6.1.1", "6.1.1.1.1", "8.1[Win Line]")
    assert layout.roll([5, 2]) == [Decided("w1", "win-line", Ended.WIN, Cents(1000), Cents(1000), Cents(2000), clauses)]


def test_results_have_the_names_of_the_contract_and_reasons_those_of_the_reference() -> None:
    assert [*Ended] == ["win", "lose", "push", "void", "removed"]
    assert {*Why} >= AT_THE_LAYOUT


# --- any commands in any order


class Anything(RuleBasedStateMachine):
    """Random commands at one table, with books kept beside it: who put how much in, and what came out."""

    book: str

    def __init__(self) -> None:
        super().__init__()
        self.layout = table(self.book)
        self.up: dict[str, int] = {}
        """What each wager on the layout has cost its player."""
        self.paid_in = 0
        self.paid_out = 0
        self.kept = 0

    @initialize(data=st.data(), chip=st.sampled_from([1, 50, 100, 250]), points=st.permutations(POINTS))
    def opens(self, data: st.DataObject, chip: int, points: list[int]) -> None:
        """A table where something is up already: each line wager with its point, or the first of a run."""
        self.layout = Layout(load(self.book), Cents(chip))
        lines = [["win-line", "dont-win"], ["come", "dont-come"]] if self.book == "star-craps" else []
        for wagers, point in zip(lines, points, strict=False):
            for wager in wagers:
                self.puts(data, self.layout.book.wagers[wager], 10 * chip, None)
            self.goes(decided(self.layout.roll(DICE[point])))
        if not lines:
            self.goes(decided(self.layout.roll([1, 2, 4])))

    @rule(data=st.data(), units=st.integers(1, 12), odd_cents=st.sampled_from([0, 0, 0, 1, 37]))
    def places(self, data: st.DataObject, units: int, odd_cents: int) -> None:
        wagers = self.layout.book.wagers.values()
        family = data.draw(st.sampled_from([*dict.fromkeys(it.family for it in wagers)]), "family")
        wager = data.draw(st.sampled_from([it for it in wagers if it.family == family]), "wager")
        self.puts(data, wager, units * wager.units * self.layout.chip + odd_cents, self.somebody(data, wager.behind))

    @precondition(lambda self: self.has_a_point())
    @rule(data=st.data(), units=st.integers(1, 30))
    def places_behind(self, data: st.DataObject, units: int) -> None:
        kind, parent = data.draw(st.sampled_from(self.has_a_point()), "behind")
        self.puts(data, kind, units * self.layout.chip, parent)

    def has_a_point(self) -> list[tuple[Wager, str]]:
        """What may stand behind each wager that is up and has its point."""
        kinds = [it for it in self.layout.book.wagers.values() if it.behind]
        return [
            (kind, it.id)
            for it in self.layout.standing.values()
            for kind in kinds
            if kind.behind == it.wager.family and it.wager.states[it.state] in kind.states
        ]

    def puts(self, data: st.DataObject, wager: Wager, stake: int, on: str | None) -> None:
        free = next(id for number in range(1000) if (id := f"w{number}") not in self.up)
        id = data.draw(st.sampled_from([free] * 5 + [*self.up][:1]), "id")
        before = picture(self.layout)
        placed = self.layout.place(id, wager.id, stake, on)
        if isinstance(placed, Refused):
            assert picture(self.layout) == before
        else:
            assert id not in self.up
            self.up[id] = stake + placed.commission
            self.paid_in += stake + placed.commission

    @rule(data=st.data())
    def rolls(self, data: st.DataObject) -> None:
        roll = data.draw(st.sampled_from(self.layout.book.dice.rolls), "roll")
        self.goes(decided(self.layout.roll(roll)))

    @rule(roll=st.lists(st.integers(-1, 8), max_size=5))
    def rolls_other_dice(self, roll: list[int]) -> None:
        if tuple(roll) not in self.layout.book.dice.rolls:
            before = picture(self.layout)
            assert refused(self.layout.roll(roll)).why is Why.WRONG_DICE
            assert picture(self.layout) == before

    @precondition(lambda self: self.up)
    @rule(data=st.data())
    def takes_down(self, data: st.DataObject) -> None:
        before = picture(self.layout)
        gone = self.layout.remove(self.somebody(data, "any") or "")
        if isinstance(gone, Refused):
            assert picture(self.layout) == before
        else:
            assert all(it.result is Ended.REMOVED for it in gone)
            self.goes(gone)

    @precondition(lambda self: self.up)
    @rule(data=st.data(), working=st.booleans())
    def calls(self, data: st.DataObject, working: bool) -> None:
        before = picture(self.layout)
        called = self.layout.call(self.somebody(data, "any") or "", working=working)
        assert not isinstance(called, Refused) or picture(self.layout) == before

    def somebody(self, data: st.DataObject, behind: str) -> str | None:
        """A wager that is up, seldom one that is not; nobody for a wager that stands behind no other."""
        return data.draw(st.sampled_from([*self.up, "nobody"]), "whose") if behind else None

    @rule()
    def has_no_result(self) -> None:
        self.goes(self.layout.no_result("cocked dice"))

    def goes(self, gone: list[Decided]) -> None:
        for it in gone:
            cost = self.up.pop(it.id)
            assert it.returned >= it.winnings >= 0
            if it.result in (Ended.PUSH, Ended.VOID, Ended.REMOVED):
                assert it.returned == cost
            if it.result is Ended.LOSE:
                assert it.returned == it.winnings == 0
            self.paid_out += it.returned
            self.kept += cost - it.returned

    @invariant()
    def each_wager_is_up_until_it_is_decided_once(self) -> None:
        assert {id: it.stake + it.commission for id, it in self.layout.standing.items()} == self.up

    @invariant()
    def no_money_is_made_or_lost(self) -> None:
        assert self.paid_in == self.paid_out + self.kept + sum(self.up.values())

    @invariant()
    def what_is_behind_a_wager_stands_with_it_within_its_limit(self) -> None:
        for it in self.layout.standing.values():
            assert all(self.layout.standing[each.id] is each and each.parent is it for each in it.behind)
            for each in it.behind:
                assert sum(other.stake for other in it.behind) <= self.layout.most_behind(each.wager, it)
            assert it.parent is None or it in it.parent.behind


@pytest.mark.parametrize("book", BUILT_IN)
def test_whatever_is_done_at_a_table_no_wager_and_no_money_is_lost(book: str) -> None:
    machine = type("Machine", (Anything,), {"book": book})
    few = settings(max_examples=max(10, settings().max_examples // 3), stateful_step_count=50)
    run_state_machine_as_test(machine, settings=few)


@pytest.mark.clause("star-craps", "4.5")
def test_a_wager_that_a_roll_does_not_touch_keeps_no_other_from_being_settled() -> None:
    """One that stays, one that sleeps, and then one that the roll decides."""
    layout = Layout(load("star-craps"))
    for id in ("big-6", "place-win-8", "field"):
        layout.place(id, id, 600)
    assert [it.id for it in settled(layout.roll((4, 4)))] == ["field"]


def settled(done: list[Decided] | Refused) -> list[Decided]:
    assert isinstance(done, list)
    return done
