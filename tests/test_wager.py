"""A wager is an automaton: what may be declared, what is refused, and what is compiled from it."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from dicehouse.dice import THREE, TWO
from dicehouse.money import Odds
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import (
    DECIDED,
    NO_COMMISSION,
    NO_LIMIT,
    NOTHING,
    ONE,
    OTHERWISE,
    STAY,
    Arms,
    Automaton,
    Decision,
    Go,
    Limit,
    Result,
    RuleError,
    Stay,
    Wager,
    automaton,
    go,
    lose,
    push,
    win,
)
from tests.support import Words, exactly, stories, tell

EVENS = Odds(1, 1)
SEVEN = TWO.total(7)


def point_six() -> dict[str, Arms]:
    """Six must come twice before a seven."""
    return {
        "first": {TWO.total(6): go("second"), SEVEN: lose("b"), OTHERWISE: STAY},
        "second": {TWO.total(6): win(Odds(9, 5), "a"), SEVEN: lose("b"), OTHERWISE: STAY},
    }


# Effects.


@pytest.mark.parametrize(
    "effect, result, pays, back, whole, label",
    [
        (win(EVENS), "win", 1, 1, 1, "win 1:1"),
        (win(Odds(9, 5)), "win", 9, 5, 5, "win 9:5"),
        (win(Odds(10, 2)), "win", 5, 1, 1, "win 10:2"),
        (win(Odds(33, 1), part=Fraction(1, 4)), "win", 33, 1, 4, "win 33:1 on 1/4"),
        (win(Odds(15, 2), part=Fraction(1, 2)), "win", 15, 2, 4, "win 15:2 on 1/2"),
        (win(Odds(15, 2), part=Fraction(1, 2), back=ONE), "win", 15, 4, 4, "win 15:2 on 1/2"),
        (win(Odds(2, 1), back=Fraction(1, 3)), "win", 6, 1, 3, "win 2:1"),
        (win(Odds(2, 1), back=NOTHING), "win", 2, 0, 1, "win 2:1"),
        (lose(), "lose", 0, 0, 1, "lose"),
        (push(), "push", 0, 1, 1, "push"),
    ],
)
def test_a_decision_says_what_is_won_and_what_comes_back(
    effect: Decision, result: str, pays: int, back: int, whole: int, label: str
) -> None:
    assert effect.result == result
    assert (effect.pays, effect.back, effect.whole) == (pays, back, whole)
    assert effect.label == label
    assert effect.clauses == ()
    assert effect.winnings == Fraction(pays, whole)
    assert effect.money_back == Fraction(pays + back, whole)


def test_a_decision_carries_its_clauses_in_order() -> None:
    assert win(EVENS, "2", "1").clauses == ("2", "1")
    assert lose("6.1", "6.2").clauses == ("6.1", "6.2")
    assert push("6.3").clauses == ("6.3",)


def test_results_and_effects_have_plain_names() -> None:
    assert [str(it) for it in Result] == ["win", "lose", "push"]
    assert go("point_6") == Go("point_6")
    assert Stay() == STAY
    assert [ONE, NOTHING, DECIDED] == [1, 0, -1]


# What may be declared.


def test_a_declaration_is_made_ready() -> None:
    rules = automaton("twice six", TWO, point_six())
    assert rules.name == "twice six"
    assert rules.dice is TWO
    assert rules.states == ("first", "second")
    assert rules.starts == ("first",)
    assert [rules.number(state) for state in rules.states] == [0, 1]
    assert "steps" not in repr(rules)


@pytest.mark.parametrize(
    "totals, end",
    stories("""
        7         -> lose
        6         -> second
        5 2 12    -> first
        6 6       -> win 9:5
        6 8 11 6  -> win 9:5
        6 7       -> lose
        8 6 5 7   -> lose
    """),
)
def test_a_wager_goes_from_state_to_state_until_it_is_decided(totals: Words, end: str) -> None:
    assert tell(automaton("twice six", TWO, point_six()), totals) == end


def test_steps_hold_a_decision_or_the_number_of_the_next_state_or_nothing() -> None:
    rules = automaton("twice six", TWO, point_six())
    for state, here in enumerate(rules.steps):
        assert len(here) == 36
        for roll, step in zip(TWO.rolls, here, strict=True):
            if sum(roll) == 7:
                assert step == lose("b")
            elif sum(roll) == 6:
                assert step == (win(Odds(9, 5), "a") if state else 1)
            else:
                assert step is None


def test_arms_spell_out_otherwise_and_keep_the_order_of_the_declaration() -> None:
    rules = automaton("twice six", TWO, point_six())
    rest = TWO.every - TWO.total(6, 7)
    assert rules.arms == (
        ((TWO.total(6), go("second")), (SEVEN, lose("b")), (rest, STAY)),
        ((TWO.total(6), win(Odds(9, 5), "a")), (SEVEN, lose("b")), (rest, STAY)),
    )


def test_otherwise_may_stand_anywhere() -> None:
    rules = automaton("any seven", TWO, {"open": {OTHERWISE: lose(), SEVEN: win(Odds(4, 1))}})
    assert rules.arms == (((TWO.every - SEVEN, lose()), (SEVEN, win(Odds(4, 1)))),)


def test_arms_that_name_every_roll_need_no_otherwise() -> None:
    rules = automaton("seven or not", TWO, {"open": {SEVEN: win(EVENS), TWO.every - SEVEN: lose()}})
    assert tell(rules, ["7"]) == "win 1:1"
    assert tell(rules, ["2"]) == "lose"


def test_a_wager_may_start_in_several_states() -> None:
    states = point_six()
    assert automaton("behind", TWO, states, ["second", "first"]).starts == ("second", "first")
    assert automaton("behind", TWO, states, ("first",)).starts == ("first",)
    assert automaton("behind", TWO, states, []).starts == ("first",)


def test_a_state_may_be_reached_through_others() -> None:
    chain: dict[str, Arms] = {
        "a": {SEVEN: go("d"), OTHERWISE: STAY},
        "b": {SEVEN: lose(), OTHERWISE: go("a")},
        "c": {SEVEN: go("b"), OTHERWISE: STAY},
        "d": {SEVEN: go("c"), OTHERWISE: STAY},
    }
    assert tell(automaton("chain", TWO, chain), ["7", "2", "7", "7", "7"]) == "lose"


def test_a_marker_never_decides_and_needs_no_end() -> None:
    lamp: dict[str, Arms] = {"off": {SEVEN: go("on"), OTHERWISE: STAY}, "on": {TWO.every: go("off")}}
    assert tell(automaton("lamp", TWO, lamp), ["2", "7", "7", "7"]) == "on"


# What is refused.


def refused(states: Mapping[str, Arms], starts: tuple[str, ...] = ()) -> str:
    with pytest.raises(RuleError) as error:
        automaton("twice six", TWO, states, starts)
    return str(error.value)


def test_a_rule_error_is_a_value_error() -> None:
    assert issubclass(RuleError, ValueError)


def test_a_wager_without_states_is_refused() -> None:
    assert refused({}) == "twice six: no states are declared"


def test_a_gap_is_refused_and_named() -> None:
    assert refused({"open": {SEVEN: win(EVENS), TWO.total(2, 3): lose()}}) == "twice six, open: no arm names (1, 3)"


def test_a_gap_in_a_later_state_is_refused_and_named() -> None:
    assert refused({**point_six(), "second": {TWO.every - TWO.total(12): lose()}}) == (
        "twice six, second: no arm names (6, 6)"
    )


def test_an_overlap_is_refused_and_named() -> None:
    arms: Arms = {TWO.total(2, 3): win(EVENS), TWO.total(3, 4): lose(), OTHERWISE: STAY}
    assert refused({"open": arms}) == "twice six, open: (1, 2) stands in two arms"


def test_an_overlap_with_an_earlier_arm_than_the_last_is_refused() -> None:
    arms: Arms = {TWO.total(2): win(EVENS), TWO.total(3): lose(), TWO.total(2, 12): STAY, OTHERWISE: STAY}
    assert refused({"open": arms}) == "twice six, open: (1, 1) stands in two arms"


def test_an_arm_without_a_roll_is_refused() -> None:
    arms: Arms = {TWO.total(13): win(EVENS), OTHERWISE: lose()}
    assert refused({"open": arms}) == "twice six, open: an arm names no roll, so it can never happen"


def test_an_otherwise_that_is_left_with_nothing_is_refused() -> None:
    arms: Arms = {SEVEN: win(EVENS), TWO.every - SEVEN: lose(), OTHERWISE: STAY}
    assert refused({"open": arms}) == "twice six, open: OTHERWISE is left with no roll"


def test_a_state_without_arms_is_refused() -> None:
    assert refused({"open": {}}) == "twice six, open: no arm names (1, 1)"


def test_an_unknown_state_is_refused_and_named() -> None:
    arms: Arms = {SEVEN: lose(), OTHERWISE: go("somewhere")}
    assert refused({"open": arms}) == "twice six: goes to 'somewhere', which is not one of its states"


@pytest.mark.parametrize("starts", [("third",), ("first", "third")])
def test_an_unknown_start_is_refused_and_named(starts: tuple[str, ...]) -> None:
    assert refused(point_six(), starts) == "twice six: starts in 'third', which is not one of its states"


def test_a_state_that_no_roll_leads_to_is_refused_and_named() -> None:
    assert refused({**point_six(), "third": {TWO.every: lose()}}) == "twice six: no roll leads to 'third'"


def test_a_state_that_only_itself_leads_to_is_refused() -> None:
    island: Arms = {SEVEN: lose(), OTHERWISE: go("third")}
    assert refused({**point_six(), "third": island}) == "twice six: no roll leads to 'third'"


def test_a_start_that_cannot_reach_the_first_state_is_refused() -> None:
    assert refused(point_six(), ("second",)) == "twice six: no roll leads to 'first'"


def test_a_state_from_which_no_decision_can_come_is_refused_and_named() -> None:
    states: dict[str, Arms] = {**point_six(), "second": {TWO.every: go("trap")}, "trap": {TWO.every: STAY}}
    assert refused(states) == "twice six: no roll ever decides it in 'second'"
    states = {**point_six(), "second": {SEVEN: lose(), OTHERWISE: go("trap")}, "trap": {TWO.every: STAY}}
    assert refused(states) == "twice six: no roll ever decides it in 'trap'"


def test_rolls_of_other_dice_are_refused() -> None:
    with pytest.raises(ValueError, match=exactly("outcomes of 2 dice and of 3 cannot be combined")):
        automaton("mixed", TWO, {"open": {THREE.alike: win(EVENS), OTHERWISE: lose()}})


# A wager and its tables.


def made(states: Mapping[str, Arms]) -> Wager:
    return Wager("twice-six", "Twice Six", "twice", "1.1", automaton("twice-six", TWO, states))


def test_a_wager_is_placed_at_any_time_and_by_itself_unless_it_says_otherwise() -> None:
    wager = made(point_six())
    assert wager.dice is TWO
    assert wager.states == ("first", "second")
    assert wager.weights == (ONE,)
    assert wager.starts_by is None
    assert (wager.marker, wager.when, wager.behind, wager.units) == ("", "", "", 1)
    assert (wager.off_when, wager.contract_in, wager.topic_clauses) == (frozenset(), frozenset(), {})
    assert wager.commission is NO_COMMISSION
    assert wager.limit is NO_LIMIT
    assert [NO_COMMISSION.rate, NO_LIMIT.times] == [0, 0]


def test_a_wager_cites_its_own_clause_and_then_those_of_its_decisions() -> None:
    assert made(point_six()).clauses == ("1.1", "b", "a")
    assert made({"open": {TWO.every: win(EVENS, "1.1", "8.1")}}).clauses == ("1.1", "8.1")


def test_a_wager_that_every_roll_decides_takes_one_roll() -> None:
    assert made({"open": {SEVEN: win(EVENS), OTHERWISE: lose()}}).one_roll
    assert not made({"open": {SEVEN: win(EVENS), OTHERWISE: STAY}}).one_roll
    assert not made(point_six()).one_roll


def test_the_most_that_a_wager_can_win_is_known_by_state_and_over_all() -> None:
    arms: Arms = {TWO.total(2): win(Odds(7, 2)), TWO.total(3): win(Odds(3, 1)), TWO.total(4): push(), OTHERWISE: lose()}
    assert made({"open": arms}).most_won == (Fraction(7, 2),)
    assert made({"open": arms}).best == Fraction(7, 2)
    assert made(point_six()).most_won == (NOTHING, Fraction(9, 5))
    assert made(point_six()).best == Fraction(9, 5)
    waits: Arms = {TWO.every: go("then")}
    assert made({"first": waits, "then": {TWO.every: lose()}}).most_won == (NOTHING, NOTHING)


def test_tables_hold_the_next_state_and_what_is_paid_and_given_back() -> None:
    tables = made(
        {
            "first": {TWO.total(6): go("second"), SEVEN: push(), OTHERWISE: STAY},
            "second": {TWO.total(6): win(Odds(33, 1), part=Fraction(1, 4)), SEVEN: lose(), OTHERWISE: STAY},
        }
    ).tables
    six, seven, other = TWO.index((3, 3)), TWO.index((3, 4)), TWO.index((1, 1))
    cells = [
        [
            tuple(
                it[s][i]
                for it in (tables.next_state, tables.pay_numerator, tables.back_numerator, tables.pay_denominator)
            )
            for i in (six, seven, other)
        ]
        for s in (0, 1)
    ]
    assert cells == [
        [(1, 0, 0, 1), (DECIDED, 0, 1, 1), (0, 0, 0, 1)],
        [(DECIDED, 33, 1, 4), (DECIDED, 0, 0, 1), (1, 0, 0, 1)],
    ]


def test_tables_are_compiled_once() -> None:
    wager = made(point_six())
    assert wager.tables is wager.tables


@pytest.mark.parametrize("book", BUILT_IN)
def test_tables_agree_with_the_steps_of_every_wager_on_every_roll(book: str) -> None:
    for wager in load(book).wagers.values():
        tables, outcomes = wager.tables, len(wager.dice.rolls)
        for table in (tables.next_state, tables.pay_numerator, tables.back_numerator, tables.pay_denominator):
            assert [len(row) for row in table] == [outcomes] * len(wager.states)
        for state, row in enumerate(wager.rules.steps):
            for i, step in enumerate(row):
                found = (
                    tables.pay_numerator[state][i],
                    tables.back_numerator[state][i],
                    tables.pay_denominator[state][i],
                )
                if isinstance(step, Decision):
                    assert tables.next_state[state][i] == DECIDED
                    assert found == (step.pays, step.back, step.whole)
                else:
                    assert tables.next_state[state][i] == (state if step is None else step)
                    assert found == (0, 0, 1)


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_roll_stands_in_exactly_one_arm_of_every_state(book: str) -> None:
    rules = [it.rules for it in load(book).wagers.values()] + [it.rules for it in load(book).markers]
    for it in rules:
        assert len(it.arms) == len(it.states)
        for arms in it.arms:
            named = [roll for rolls, _ in arms for roll in rolls]
            assert sorted(named) == list(it.dice.rolls)


@pytest.mark.parametrize("book", BUILT_IN)
def test_arms_and_steps_say_the_same(book: str) -> None:
    rules: list[Automaton] = [it.rules for it in load(book).wagers.values()] + [it.rules for it in load(book).markers]
    for it in rules:
        for arms, row in zip(it.arms, it.steps, strict=True):
            for rolls, effect in arms:
                assert isinstance(effect, Stay | Go | Decision)
                step = {Stay: None, Go: it.states.index(effect.state) if isinstance(effect, Go) else None}.get(
                    type(effect), effect
                )
                assert {row[i] for i in rolls.indices()} == {step}


def test_a_state_is_found_by_its_name_and_another_name_is_told() -> None:
    rules = automaton("line", TWO, {"out": {TWO.total(7): go("in"), OTHERWISE: STAY}, "in": {OTHERWISE: lose()}})
    assert [rules.number(state) for state in ("out", "in")] == [0, 1]
    with pytest.raises(ValueError, match=r"\Aline has no state 'on'\Z"):
        rules.number("on")


def test_a_limit_may_depend_on_the_point() -> None:
    limit = Limit(2, of_winnings=False, clause="1", by_state={"point_4": 3})
    assert (limit.at("point_4"), limit.at("point_5")) == (3, 2)
