"""Super Streak: runs told result by result, and their worth from the plain arithmetic of runs."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate, product

import pytest

from dicehouse.dice import THREE
from dicehouse.games.family import Marker
from dicehouse.games.streak import AXES
from dicehouse.odds.chain import solve_chain
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import load
from dicehouse.wager import Automaton, Decision, Wager
from tests.support import Words, cited, outcomes, stories, tell, value_of

BOOK = "star-sicbo-2024"
PAYS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
ALL_SO_FAR = dict(zip(PAYS, accumulate(PAYS.values()), strict=True))
OTHER = {"small": "big", "big": "small", "odd": "even", "even": "odd"}
AXIS = {"small": "small-big", "big": "small-big", "odd": "odd-even", "even": "odd-even"}
HALF = Fraction(1, 2)


def streak(side: str = "small", **readings: str) -> Wager:
    return load(BOOK, readings).wagers[f"streak-{AXIS[side]}"]


def marker(axis: str, **readings: str) -> Marker:
    (found,) = (it for it in load(BOOK, readings).markers if it.rules.name == axis)
    return found


# The wager, as the rule book tells it.


@pytest.mark.clause("star-sicbo-2024", "6.3", "6.3.1", "6.3.2", "6.3.3", "6.3.4", "6.4", "6.4.1", "6.4.2")
@pytest.mark.clause("star-sicbo-2024", "7.2", '1.1 "Super Streak"')
@pytest.mark.clause("star-sicbo-pre2024", "6.3", "6.3.1", "6.3.2", "6.3.3", "6.3.4", "6.4", "6.4.1", "6.4.2")
@pytest.mark.clause("star-sicbo-pre2024", "7.2", '1.1 "Super Streak"')
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
@pytest.mark.parametrize("side", OTHER)
def test_a_run_is_paid_by_its_length_from_four_to_twelve(book: str, side: str) -> None:
    wager = load(book).wagers[f"streak-{AXIS[side]}"]
    for length in range(12):
        end = f"win {PAYS[length]}:1" if length >= 4 else "lose"
        assert tell(wager, [side] * length + [OTHER[side]], f"{side}_0") == end
    assert tell(wager, [side] * 12, f"{side}_0") == "win 500:1"


@pytest.mark.clause("star-sicbo-2024", "6.4.1", "6.4.2")
@pytest.mark.clause("star-sicbo-pre2024", "6.4.1", "6.4.2")
@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        triple                                      -> small_0
        small triple                                -> small_1
        triple triple big                           -> lose
        small small small triple big                -> lose
        small small small small triple              -> small_4
        small triple small triple small small big   -> win 6:1
        small small small small triple small big    -> win 10:1
    """),
)
def test_a_triple_leaves_a_streak_as_it_was(rolls: Words, end: str) -> None:
    assert tell(streak(), rolls, "small_0") == end


@pytest.mark.clause("star-sicbo-2024", "6.5")
@pytest.mark.clause("star-sicbo-pre2024", "6.5")
def test_the_two_axes_run_on_their_own_though_one_result_may_end_both() -> None:
    small, odd = streak("small"), streak("odd")
    for word, on_small, on_odd in [
        ("1+2+4", "small_1", "odd_1"),
        ("1+2+3", "small_1", "lose"),
        ("4+5+6", "lose", "odd_1"),
        ("3+5+6", "lose", "lose"),
    ]:
        assert tell(small, [word], "small_0") == on_small
        assert tell(odd, [word], "odd_0") == on_odd


def test_each_end_cites_its_clauses() -> None:
    assert cited(streak(), ["big"], "small_0") == "6.3, 6.4.1"
    assert cited(streak(), ["big"], "small_4") == "6.3, 6.4.2, 7.2[4 in a row]"
    assert cited(streak(), ["small"], "small_11") == "6.3, 6.4.2, 7.2[12 in a row]"
    assert cited(streak(streak_pays="each_length"), ["big"], "small_5") == "6.3, 6.4.2"
    assert (
        cited(streak(streak_side="first_result", streak_twelve="thirteen_loses"), ["small"], "small_12") == "6.3, 6.4.1"
    )
    assert cited(streak("odd", streak_side="first_result", even_totals="printed"), ["10"], "open") == "6.3, 6.4.1"


@pytest.mark.clause("star-sicbo-2024", "6.2")
@pytest.mark.clause("star-sicbo-pre2024", "6.2")
def test_a_streak_is_placed_when_a_run_has_just_begun_and_stays_until_its_end() -> None:
    wager = streak()
    assert (wager.id, wager.name) == ("streak-small-big", "Super Streak Small or Big")
    assert streak("odd").name == "Super Streak Odd or Even"
    assert wager.marker == "small-big"
    assert wager.starts_by == {"small_open": "small_0", "big_open": "big_0"}
    assert wager.when == "when a run has just begun, before the next result"
    assert wager.states == tuple(f"{side}_{count}" for side in ("small", "big") for count in range(12))
    assert wager.contract_in == set(wager.states)
    assert wager.rules.starts == ("small_0", "big_0")
    assert wager.weights == (HALF, HALF)
    assert wager.topic_clauses["placed"] == wager.topic_clauses["stays"] == "6.2"
    assert not wager.off_when


# The marker of each axis.


@pytest.mark.clause("star-sicbo-2024", "6.2", "6.5")
@pytest.mark.clause("star-sicbo-pre2024", "6.2", "6.5")
@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        triple                  -> none
        small                   -> small_open
        big                     -> big_open
        triple small            -> small_open
        small triple            -> small_open
        small small             -> small_run
        small small triple      -> small_run
        small small small       -> small_run
        small big               -> big_open
        small small big         -> big_open
        big big big small       -> small_open
        big big                 -> big_run
        small big big triple    -> big_run
    """),
)
def test_betting_opens_when_a_run_has_just_begun(rolls: Words, end: str) -> None:
    assert tell(marker("small-big").rules, rolls) == end
    for side, same in (("small", "odd"), ("big", "even")):
        rolls, end = tuple(word.replace(side, same) for word in rolls), end.replace(side, same)
    assert tell(marker("odd-even").rules, rolls) == end


@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        10           -> none
        odd          -> odd_open
        8            -> even_open
        odd 10       -> none
        odd odd 10   -> none
        odd 8        -> even_open
        8 14         -> even_run
        8 14 10      -> none
        8 10         -> none
        8 10 14      -> even_open
        10 10 odd    -> odd_open
        8 8 triple   -> even_run
    """),
)
def test_a_ten_leaves_an_axis_without_a_side_where_even_is_read_as_printed(rolls: Words, end: str) -> None:
    for reading in ("printed", "printed_triples_lose"):
        assert tell(marker("odd-even", even_totals=reading).rules, rolls) == end


def test_a_marker_says_what_its_states_mean() -> None:
    assert marker("small-big").says == {
        "none": "no run has begun",
        "small_open": "a run of Small has just begun",
        "small_run": "a run of Small is in progress",
        "big_open": "a run of Big has just begun",
        "big_run": "a run of Big is in progress",
    }
    for it in load(BOOK).markers:
        assert tuple(it.says) == it.rules.states


def test_the_axes_are_named_after_their_sides() -> None:
    assert [axis.name for axis in AXES] == ["small-big", "odd-even"]
    assert [it.rules.name for it in load(BOOK).markers] == ["small-big", "odd-even"]


def on_each_side(readings: Mapping[str, str | bool]) -> dict[str, int]:
    return {side: len(rolls) for axis in AXES for side, rolls in axis.sides(readings).items()}


def test_no_triple_is_on_any_side() -> None:
    assert on_each_side({"even_totals": "corrected"}) == {"small": 105, "big": 105, "odd": 105, "even": 105}
    assert on_each_side({"even_totals": "ten_added"}) == {"small": 105, "big": 105, "odd": 105, "even": 105}
    assert on_each_side({"even_totals": "printed"}) == {"small": 105, "big": 105, "odd": 105, "even": 78}
    for axis in AXES:
        for side, rolls in axis.sides({"even_totals": "corrected"}).items():
            assert list(rolls.indices()) == outcomes(THREE, side)


def after(rules: Automaton, state: str, roll: int) -> str:
    step = rules.steps[rules.number(state)][roll]
    assert not isinstance(step, Decision)
    return state if step is None else rules.states[step]


def test_both_axes_change_over_together_in_25_of_98_results() -> None:
    axes = [it.rules for it in load(BOOK).markers]
    plain = [i for i, roll in enumerate(THREE.rolls) if len(set(roll)) > 1]
    kinds: dict[tuple[str, ...], int] = {}
    for roll in plain:
        kind = tuple(after(rules, "none", roll) for rules in axes)
        kinds[kind] = kinds.get(kind, 0) + 1
    assert kinds == {
        ("small_open", "even_open"): 60,
        ("small_open", "odd_open"): 45,
        ("big_open", "odd_open"): 60,
        ("big_open", "even_open"): 45,
    }
    together = sum(
        times
        for (kind, times), roll in product(kinds.items(), plain)
        if all(after(rules, state, roll).endswith("_open") for rules, state in zip(axes, kind, strict=True))
    )
    assert Fraction(together, len(plain) ** 2) == Fraction(25, 98)


def test_the_window_of_an_axis_is_open_after_half_of_the_results() -> None:
    rules = marker("small-big").rules
    for state in ("small_open", "small_run", "big_open", "big_run"):
        opened = [
            i for i in outcomes(THREE, "small") + outcomes(THREE, "big") if after(rules, state, i).endswith("_open")
        ]
        assert len(opened) == 105


# Readings.


@pytest.mark.parametrize("reading, start", [("false", 0), ("true", 1)])
def test_the_count_starts_at_nought_or_with_the_opening_result(reading: str, start: int) -> None:
    wager = streak(streak_opening_result_counts=reading)
    assert wager.starts_by == {"small_open": f"small_{start}", "big_open": f"big_{start}"}
    assert wager.rules.starts == (f"small_{start}", f"big_{start}")
    assert wager.states == tuple(f"{side}_{count}" for side in ("small", "big") for count in range(start, 12))
    assert wager.weights == (HALF, HALF)
    assert tell(wager, ["small"] * (4 - start) + ["big"], f"small_{start}") == "win 6:1"
    assert tell(wager, ["small"] * (3 - start) + ["big"], f"small_{start}") == "lose"


@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        triple                            -> open
        small                             -> small_1
        big                               -> big_1
        small big                         -> lose
        triple big big big big small      -> win 6:1
        big big big small                 -> lose
    """),
)
def test_without_a_side_the_first_result_sets_it_and_counts(rolls: Words, end: str) -> None:
    assert tell(streak(streak_side="first_result"), rolls) == end


def test_without_a_side_a_streak_starts_in_one_state_whatever_opened_it() -> None:
    for counts in ("false", "true"):
        wager = streak(streak_side="first_result", streak_opening_result_counts=counts)
        assert wager.rules.starts == ("open",)
        assert wager.weights == (Fraction(1),)
        assert wager.starts_by == {"small_open": "open", "big_open": "open"}
        assert wager.states == ("open", *(f"{side}_{count}" for side in ("small", "big") for count in range(1, 12)))
        assert wager.contract_in == set(wager.states)


def test_without_a_side_a_ten_loses_where_even_is_read_as_printed() -> None:
    wager = streak("odd", streak_side="first_result", even_totals="printed")
    assert tell(wager, ["10"]) == "lose"
    assert tell(wager, ["8"]) == "even_1"
    assert tell(wager, ["odd"]) == "odd_1"
    assert tell(wager, ["triple"]) == "open"
    assert tell(wager, ["odd", "odd", "odd", "odd", "10"]) == "win 6:1"
    assert tell(wager, ["8", "10"]) == "lose"


@pytest.mark.parametrize(
    "triples, twelve, count, end",
    [
        ("hold", "at_once", 0, "small_0"),
        ("hold", "at_once", 11, "small_11"),
        ("hold", "at_the_end", 12, "small_12"),
        ("hold", "thirteen_loses", 12, "small_12"),
        ("end", "at_once", 0, "lose"),
        ("end", "at_once", 3, "lose"),
        ("end", "at_once", 4, "win 6:1"),
        ("end", "at_once", 11, "win 100:1"),
        ("end", "at_the_end", 12, "win 500:1"),
        ("progress", "at_once", 0, "small_1"),
        ("progress", "at_once", 10, "small_11"),
        ("progress", "at_once", 11, "win 500:1"),
        ("progress", "at_the_end", 11, "small_12"),
        ("progress", "at_the_end", 12, "small_12"),
        ("progress", "thirteen_loses", 12, "lose"),
    ],
)
def test_a_triple_holds_ends_or_carries_on_a_run(triples: str, twelve: str, count: int, end: str) -> None:
    assert tell(streak(streak_triples=triples, streak_twelve=twelve), ["triple"], f"small_{count}") == end


@pytest.mark.parametrize(
    "twelve, more, end",
    [
        ("at_the_end", 12, "small_12"),
        ("at_the_end", 13, "small_12"),
        ("at_the_end", 30, "small_12"),
        ("thirteen_loses", 12, "small_12"),
        ("thirteen_loses", 13, "lose"),
    ],
)
def test_a_run_of_twelve_may_wait_for_its_end(twelve: str, more: int, end: str) -> None:
    wager = streak(streak_twelve=twelve)
    assert wager.states == tuple(f"{side}_{count}" for side in ("small", "big") for count in range(13))
    assert tell(wager, ["small"] * more, "small_0") == end
    assert tell(wager, ["small"] * 12 + ["big"], "small_0") == "win 500:1"
    assert tell(wager, ["small"] * 11 + ["big"], "small_0") == "win 100:1"


def test_each_length_may_be_paid_beside_the_last() -> None:
    wager = streak(streak_pays="each_length")
    assert [tell(wager, ["big"], f"small_{count}") for count in range(4)] == ["lose"] * 4
    assert [tell(wager, ["big"], f"small_{count}") for count in range(4, 12)] == [
        "win 6:1", "win 16:1", "win 31:1", "win 51:1", "win 86:1", "win 136:1", "win 211:1", "win 311:1",
    ]  # fmt: skip
    assert tell(wager, ["small"], "small_11") == "win 811:1"


# Worth: the run goes on with the same chance each time.


def from_runs(
    goes_on: Fraction, pays: Mapping[int, int], counted: int = 0, *, twelve_must_end: bool = False
) -> tuple[Fraction, Fraction]:
    """Money back and chance to win, when each result of the run carries it on with the same chance."""
    chances = {length: goes_on ** (length - counted) * (1 - goes_on) for length in range(counted, 12)}
    chances[12] = goes_on ** (12 - counted) * ((1 - goes_on) if twelve_must_end else 1)
    winning = {length: chance for length, chance in chances.items() if length >= 4}
    return (
        sum((chance * (pays[length] + 1) for length, chance in winning.items()), Fraction(0)),
        sum(winning.values(), Fraction(0)),
    )


@pytest.mark.parametrize(
    "readings, worth, returned",
    [
        ({}, from_runs(HALF, PAYS), Fraction(1847, 2048)),
        ({"streak_opening_result_counts": "true"}, from_runs(HALF, PAYS, 1), Fraction(1847, 1024)),
        ({"streak_side": "first_result"}, from_runs(HALF, PAYS, 1), Fraction(1847, 1024)),
        ({"streak_twelve": "at_the_end"}, from_runs(HALF, PAYS), Fraction(1847, 2048)),
        ({"streak_twelve": "thirteen_loses"}, from_runs(HALF, PAYS, twelve_must_end=True), Fraction(6887, 8192)),
        ({"streak_pays": "each_length"}, from_runs(HALF, ALL_SO_FAR), Fraction(829, 512)),
        ({"streak_triples": "end"}, from_runs(Fraction(105, 216), PAYS), None),
        ({"streak_triples": "progress"}, from_runs(Fraction(111, 216), PAYS), None),
    ],
    ids=str,
)
@pytest.mark.parametrize("axis", ["small-big", "odd-even"])
def test_a_streak_is_worth_what_its_runs_are(
    axis: str, readings: dict[str, str], worth: tuple[Fraction, Fraction], returned: Fraction | None
) -> None:
    value = value_of(BOOK, f"streak-{axis}", **readings)
    assert (value.returns, value.win) == worth
    assert value.returns == (returned or value.returns)
    assert value.win + value.lose == 1


@pytest.mark.parametrize("triples, shown", [("hold", "90.19%"), ("end", "76.40%"), ("progress", "106.57%")])
def test_what_triples_do_moves_the_return(triples: str, shown: str) -> None:
    assert percent(value_of(BOOK, "streak-small-big", streak_triples=triples).returns) == shown


def test_a_streak_wins_one_time_in_sixteen_or_in_eight() -> None:
    assert value_of(BOOK, "streak-small-big").win == Fraction(1, 16)
    assert value_of(BOOK, "streak-small-big", streak_opening_result_counts="true").win == Fraction(1, 8)


@pytest.mark.parametrize("reading", ["printed", "printed_triples_lose"])
def test_as_printed_an_even_streak_returns_a_fifth_of_an_odd_one(reading: str) -> None:
    wager = streak("odd", even_totals=reading)
    chain = solve_chain(wager.rules)
    worth = {
        side: sum((it.money_back * chance for it, chance in chain[f"{side}_0"].chances.items()), Fraction(0))
        for side in ("odd", "even")
    }
    assert worth == {"odd": from_runs(HALF, PAYS)[0], "even": from_runs(Fraction(78, 210), PAYS)[0]}
    assert [percent(it) for it in worth.values()] == ["90.19%", "19.14%"]
    # A window opens on a side when a result is on it and the one before was not.
    often = {"odd": Fraction(105 * 105), "even": Fraction(78 * 132)}
    assert wager.weights == tuple(it / sum(often.values()) for it in often.values())
    mixed = sum(worth[side] * it for side, it in often.items()) / sum(often.values())
    assert value_of(BOOK, "streak-odd-even", even_totals=reading).returns == mixed
    assert value_of(BOOK, "streak-small-big", even_totals=reading).returns == Fraction(1847, 2048)


def test_as_printed_a_streak_without_a_side_starts_on_odd_or_even_or_loses() -> None:
    worth = HALF * from_runs(HALF, PAYS, 1)[0] + Fraction(78, 210) * from_runs(Fraction(78, 210), PAYS, 1)[0]
    found = value_of(BOOK, "streak-odd-even", streak_side="first_result", even_totals="printed")
    assert found.returns == worth


def test_a_streak_lives_for_about_two_results_and_hardly_ever_for_ten() -> None:
    value = value_of(BOOK, "streak-small-big")
    # Twelve results at most, each going on with one half, and one roll in 36 is a triple.
    assert value.rolls == 2 * (1 - HALF**12) * Fraction(36, 35) == Fraction(1053, 512)
    rules, alive = streak().rules, {"small_0": 1}
    for _ in range(10):
        then: dict[str, int] = {}
        for state, ways in alive.items():
            for roll, step in enumerate(rules.steps[rules.number(state)]):
                if not isinstance(step, Decision):
                    then[after(rules, state, roll)] = then.get(after(rules, state, roll), 0) + ways
        alive = then
    assert percent(Fraction(sum(alive.values()), 216**10)) == "0.13%"
