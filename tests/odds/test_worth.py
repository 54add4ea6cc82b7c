"""What each reading is worth: the returns it changes, and the worked cases, each by arithmetic of its own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dicehouse.dice import TWO
from dicehouse.games.family import Choice
from dicehouse.odds import worth
from dicehouse.odds.figures import percent
from dicehouse.odds.worth import Valued, reading_worths
from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.readings import readings

Worths = dict[Choice, dict[str, Fraction]]
Ask = Callable[..., Valued]

HALF = Fraction(1, 2)
PAYS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """One reading of a rulebook, valued, among some families of wagers or all; the rest would only take time."""

    def asked(name: str, key: str, changed: Mapping[str, str] | None = None, among: tuple[str, ...] = ()) -> Valued:
        def only(name: str, changed: Mapping[str, str] | None = None) -> Rulebook:
            book = load(name, changed)
            assert key in book.open_readings
            wagers = {id: it for id, it in book.wagers.items() if not among or it.family in among}
            return replace(book, open_readings=(key,), wagers=wagers)

        monkeypatch.setattr(worth, "load", only)
        (valued,) = reading_worths(name, changed)
        return valued

    return asked


def worths(valued: Valued) -> Worths:
    return {option.choice: dict(option.worth) for option in valued.options}


def f(**figures: str) -> dict[str, Fraction]:
    return {name.replace("_", "-"): Fraction(text) for name, text in figures.items()}


# What is asked, and in which order.


def test_a_reading_is_valued_with_all_its_options_and_the_one_in_force(ask: Ask) -> None:
    valued = ask("star-craps", "crap_eleven")
    reading = readings()["crap_eleven"]
    assert valued.reading is reading
    assert [(it.choice, it.says) for it in valued.options] == list(reading.options.items())
    assert [it.in_force for it in valued.options] == [True, False, False]
    assert [dict(it.worth) for it in valued.options] == [
        f(crap_eleven="17/18"),
        f(crap_eleven="37/36"),
        f(crap_eleven="17/9"),
    ]


def test_the_option_in_force_is_the_one_that_was_changed_to(ask: Ask) -> None:
    valued = ask("star-craps", "crap_eleven", {"crap_eleven": "all_paid"})
    assert [it.in_force for it in valued.options] == [False, False, True]


def test_an_option_is_valued_with_the_other_readings_as_they_are(ask: Ask) -> None:
    valued = ask("star-sicbo-2024", "streak_opening_result_counts", {"streak_pays": "each_length"}, ("streak",))
    assert worths(valued)[False]["streak-small-big"] == Fraction(829, 512)
    assert worths(valued)[True]["streak-small-big"] == Fraction(829, 256)


def test_every_open_reading_is_valued_in_the_order_of_the_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    book = load("star-craps")
    monkeypatch.setattr(worth, "load", lambda *_: book)
    found = list(reading_worths("star-craps"))
    assert [it.reading.key for it in found] == list(book.open_readings)
    assert len(found) > 60
    assert {it.reading.key for it in found if it.in_units} == set()


def test_a_rulebook_is_loaded_once_as_it_is_and_once_for_each_other_option(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, str]]] = []

    def noted(name: str, changed: Mapping[str, str]) -> Rulebook:
        asked.append((name, dict(changed)))
        return replace(load(name, changed), open_readings=("symbol_triple_is_colour_triple",))

    monkeypatch.setattr(worth, "load", noted)
    (valued,) = reading_worths("crown-sicbo-b", {"colour_counts": "exact"})
    assert asked == [
        ("crown-sicbo-b", {"colour_counts": "exact"}),
        ("crown-sicbo-b", {"colour_counts": "exact", "symbol_triple_is_colour_triple": "false"}),
    ]
    assert [it.in_force for it in valued.options] == [True, False]


@pytest.mark.parametrize(
    "book, key",
    [("star-craps", "come_out_roll"), ("star-craps", "horn_high"), ("star-craps", "no_result_effect"),
     ("star-sicbo-2024", "keying_slip"), ("crown-sicbo-a", "colour_counts"), ("crown-sicbo-a", "chip_rounding")],
)  # fmt: skip
def test_a_reading_on_which_no_return_depends_has_no_worth(book: str, key: str, ask: Ask) -> None:
    valued = ask(book, key, among=("small", "horn-high", "field", "dont-win"))
    assert valued.options
    assert [dict(it.worth) for it in valued.options] == [{}] * len(valued.options)


@pytest.mark.parametrize(
    "book, key, in_units",
    [
        ("star-sicbo-2024", "loss_limit_measure", True),
        ("star-sicbo-2024", "streak_failure", True),
        ("star-sicbo-2024", "streak_closing", True),
        ("star-sicbo-2024", "streak_window", False),
        ("star-sicbo-2024", "over_maximum", False),
        ("star-craps", "crap_eleven", False),
    ],
)
def test_a_sum_of_money_is_told_from_a_return(book: str, key: str, in_units: bool, ask: Ask) -> None:
    assert ask(book, key).in_units is in_units


# Readings that change what a wager returns.


FACES = range(1, 7)
PAIRS = [f"pair-{a}-{b}" for a in FACES for b in range(a + 1, 7)]
FOURS = ["four-1-2-3-4", "four-2-3-4-5", "four-2-3-5-6", "four-3-4-5-6"]
STREAKS = ["streak-small-big", "streak-odd-even"]
LINES = ["dont-win", "dont-come"]


def each(wagers: list[str], figure: str) -> dict[str, Fraction]:
    return dict.fromkeys(wagers, Fraction(figure))


CHANGED: list[tuple[str, str, Worths]] = [
    (
        "star-sicbo-2024",
        "four_numbers",
        {"three_different": each(FOURS, "8/9"), "drawn_from_four": each(FOURS, "64/27")},
    ),
    (
        "star-sicbo-2024",
        "double_on_triple",
        {
            "pays_once": each([f"double-{it}" for it in FACES], "8/9"),
            "loses": each([f"double-{it}" for it in FACES], "5/6"),
        },
    ),
    ("star-sicbo-2024", "pair_pays", {"once": each(PAIRS, "35/36"), "each_pair": each(PAIRS, "41/36")}),
    (
        "star-sicbo-2024",
        "total_by_triple",
        {
            "wins": f(total_6="95/108", total_9="25/27", total_12="25/27", total_15="95/108"),
            "loses": f(total_6="19/24", total_9="8/9", total_12="8/9", total_15="19/24"),
        },
    ),
    (
        "star-sicbo-2024",
        "streak_opening_result_counts",
        {False: each(STREAKS, "1847/2048"), True: each(STREAKS, "1847/1024")},
    ),
    (
        "star-sicbo-2024",
        "streak_side",
        {"opening_result": each(STREAKS, "1847/2048"), "first_result": each(STREAKS, "1847/1024")},
    ),
    (
        "star-sicbo-2024",
        "streak_twelve",
        {
            "at_once": each(STREAKS, "1847/2048"),
            "at_the_end": each(STREAKS, "1847/2048"),
            "thirteen_loses": each(STREAKS, "6887/8192"),
        },
    ),
    (
        "star-sicbo-2024",
        "streak_pays",
        {"final_length": each(STREAKS, "1847/2048"), "each_length": each(STREAKS, "829/512")},
    ),
    (
        "star-craps",
        "dont_on_two",
        {
            "returned": each(LINES, "217/220"),
            "stays": each(LINES, "1898/1925"),
            "loses": each(LINES, "949/990"),
            "wins": each(LINES, "502/495"),
        },
    ),
    (
        "star-craps",
        "hardways",
        {
            "both_before": f(hard_4="17/18", hard_6="21/22", hard_8="21/22", hard_10="17/18"),
            "either_before": f(hard_4="391/126", hard_6="291/110", hard_8="291/110", hard_10="391/126"),
        },
    ),
    (
        "crown-sicbo-b",
        "option_b_triple",
        {"symbol": f(small="35/36", big="35/36"), "colour": f(small="8/9", big="8/9")},
    ),
]


@pytest.mark.parametrize("book, key, figures", CHANGED, ids=lambda it: it if isinstance(it, str) else "")
def test_a_reading_lists_the_wagers_whose_return_it_changes(book: str, key: str, figures: Worths, ask: Ask) -> None:
    among = {
        "star-sicbo-2024": ("small", "streak") if "streak" in key else ("small", "four", "double", "pair", "total"),
    }
    assert worths(ask(book, key, among=among.get(book, ()))) == figures


def test_the_list_of_even_changes_the_wager_and_the_streak(ask: Ask) -> None:
    found = worths(ask("star-sicbo-2024", "even_totals", among=("odd", "even", "streak")))
    assert {choice: it["even"] for choice, it in found.items()} == {
        "corrected": Fraction(35, 36),
        "printed": Fraction(79, 108),
        "printed_triples_lose": Fraction(13, 18),
        "ten_added": Fraction(53, 54),
    }
    assert {tuple(it) for it in found.values()} == {("even", "streak-odd-even")}
    assert {percent(it["streak-odd-even"]) for it in found.values()} == {"90.19%", "55.88%"}


def test_what_triples_do_to_a_streak_is_valued(ask: Ask) -> None:
    found = worths(ask("star-sicbo-2024", "streak_triples", among=("streak",)))
    assert {choice: percent(it["streak-small-big"]) for choice, it in found.items()} == {
        "hold": "90.19%",
        "end": "76.40%",
        "progress": "106.57%",
    }


def test_a_wager_that_only_some_options_have_is_listed_where_it_is() -> None:
    whole = load("star-craps")
    less = replace(whole, wagers={id: it for id, it in whole.wagers.items() if id != "field"})
    assert worth._returns_that_differ({"a": whole, "b": less}) == {"a": {"field": Fraction(17, 18)}, "b": {}}
    assert worth._returns_that_differ({"b": less, "a": whole}) == {"a": {"field": Fraction(17, 18)}, "b": {}}


# Worked cases: money that no wager's own rules decide.


def test_rounding_is_shown_where_it_counts_most(ask: Ask) -> None:
    found = worths(ask("star-craps", "chip_rounding"))
    cases = {
        "place-win-6 at 1 chip": (1, 7, 6),
        "place-win-6 at 5 chips": (5, 7, 6),
        "place-lose-4 at 1 chip": (1, 5, 11),
        "hard-4 at 1 chip": (1, 15, 2),
    }
    wins = dict(zip(cases, (Fraction(5, 11), Fraction(5, 11), Fraction(2, 3), Fraction(1, 9)), strict=True))
    for choice, it in found.items():
        assert list(it) == list(cases)
        for case, (stake, pays, to) in cases.items():
            cent = stake * 100 * pays
            paid = {
                "up": Fraction(-(-cent // (to * 100)) * 100),
                "down": Fraction(cent // (to * 100) * 100),
                "exact": Fraction(-(-cent // to)),
            }[str(choice)]
            assert it[case] == wins[case] * (paid + stake * 100) / (stake * 100)
    assert [percent(it) for it in found["up"].values()] == ["136.36%", "100.00%", "133.33%", "100.00%"]
    assert percent(found["down"]["place-win-6 at 5 chips"]) == "90.91%"


def test_a_commission_in_chips_is_shown_on_25_chips(ask: Ask) -> None:
    assert worths(ask("star-craps", "commission")) == {
        "exact": {"buy-4 at 25 chips": 25 / (25 + Fraction(5, 4))},
        "chips": {"buy-4 at 25 chips": Fraction(25, 26)},
    }


def test_a_commission_that_comes_back_on_removal_is_worth_more(ask: Ask) -> None:
    found = worths(ask("star-craps", "commission_on_removal"))
    for wager, decided in (("buy-4", Fraction(9, 36)), ("buy-6", Fraction(11, 36))):
        case = f"{wager} taken down after one roll"
        paid = 1 + Fraction(1, 20)
        # True odds: what is decided brings back the stake on average; what is taken down brings it back for certain.
        assert found["kept"][case] == (decided + (1 - decided)) / paid
        assert found["returned"][case] == (decided + (1 - decided) * paid) / paid
    assert [percent(it) for it in found["kept"].values()] == ["95.24%", "95.24%"]
    assert [percent(it) for it in found["returned"].values()] == ["98.81%", "98.54%"]


def test_losing_invalid_wagers_that_are_kept_cost_an_ineligible_player_half(ask: Ask) -> None:
    assert worths(ask("star-sicbo-2024", "losing_invalid_wagers")) == {
        "kept": {"small by an ineligible player": Fraction(105, 216)},
        "returned": {"small by an ineligible player": Fraction(1)},
    }


@pytest.mark.parametrize(
    "book, wager, win",
    [("star-sicbo-2024", "small", Fraction(105, 216)), ("star-craps", "win-line", Fraction(244, 495))],
)
def test_a_stake_of_twice_the_maximum(book: str, wager: str, win: Fraction, ask: Ask) -> None:
    case = f"{wager} at twice the maximum"
    assert worths(ask(book, "over_maximum")) == {
        "symmetric": {case: (win * 3 + (1 - win) * 1) / 2},
        "asymmetric": {case: win * 3 / 2},
    }


def test_twice_the_maximum_on_small_returns_what_is_written(ask: Ask) -> None:
    found = worths(ask("star-sicbo-2024", "over_maximum"))
    assert [percent(it) for option in found.values() for it in option.values()] == ["98.61%", "72.92%"]


@pytest.mark.parametrize(
    "book, wager, win",
    [("star-sicbo-2024", "small", Fraction(105, 216)), ("star-craps", "win-line", Fraction(244, 495))],
)
def test_a_token_that_comes_back_is_worth_twice_one_that_does_not(
    book: str, wager: str, win: Fraction, ask: Ask
) -> None:
    assert worths(ask(book, "token_on_win")) == {
        "returned": {f"a token on {wager}": 2 * win},
        "taken": {f"a token on {wager}": win},
    }


def test_a_loss_limit_counts_stakes_or_the_worst_that_can_come(ask: Ask) -> None:
    """A triple costs 200 and brings 310; any other result costs one side and the ten."""
    case = "small 100, big 100 and any-triple 10 count as"
    assert worths(ask("star-sicbo-2024", "loss_limit_measure")) == {
        "gross_stake": {case: Fraction(210)},
        "worst_case": {case: Fraction(10)},
    }


def test_a_wager_that_an_outcome_leaves_undecided_brings_nothing_back_on_it() -> None:
    place = load("star-craps").wagers["place-win-6"]
    assert [worth._back_on(place, TWO.index(roll)) for roll in ((3, 3), (3, 4), (1, 1))] == [Fraction(13, 6), 0, 0]


def running(count: int) -> Fraction:
    """A streak at this count: it ends with one half each time, and twelve pays at once."""
    ends = {length: HALF ** (length - count + 1) * (PAYS.get(length, -1) + 1) for length in range(count, 12)}
    return sum(ends.values(), HALF ** (12 - count) * 501)


def test_a_forced_end_pays_the_count_and_costs_the_rest(ask: Ask) -> None:
    found = worths(ask("star-sicbo-2024", "streak_failure"))
    assert list(found["settle_at_count"].values()) == [0, 0, 7, 36, 101]
    assert list(found["refund_below_four"].values()) == [1, 1, 7, 36, 101]
    told = [f"ended at count {n}, worth {float(running(n)):.2f} running" for n in (1, 3, 4, 8, 11)]
    assert list(found["settle_at_count"]) == list(found["refund_below_four"]) == told
    assert told[-1] == "ended at count 11, worth 301.00 running"
    costs = [running(n) - paid for n, paid in zip((1, 3, 4, 8, 11), (0, 0, 7, 36, 101), strict=True)]
    assert [f"{float(it):.2f}" for it in costs] == ["1.80", "7.21", "7.43", "41.88", "200.00"]


def test_a_streak_at_eight_when_the_table_closes(ask: Ask) -> None:
    case = "a streak at count 8 when the table closes"
    found = worths(ask("star-sicbo-2024", "streak_closing"))
    assert found == {"run_to_end": {case: running(8)}, "next_result": {case: HALF * 36 + HALF * 51}}
    assert found == {"run_to_end": {case: Fraction(623, 8)}, "next_result": {case: Fraction(87, 2)}}


def test_joining_a_run_late_is_worth_several_times_its_price(ask: Ask) -> None:
    found = worths(ask("star-sicbo-2024", "streak_window"))
    assert found == {"just_begun": {}, "until_four": {f"joining a run of {n}": running(n) for n in (1, 2, 3)}}
    assert [f"{float(it):.2f}" for it in found["until_four"].values()] == ["1.80", "3.61", "7.21"]


def test_more_money_after_the_point_helps_whoever_bets_against(ask: Ask) -> None:
    found = worths(ask("star-craps", "increase_after_point"))
    ways = {4: 3, 5: 4, 6: 5}
    assert found == {
        "refused": {},
        "allowed": {
            **{f"more on win-line with point {p}": Fraction(2 * it, it + 6) for p, it in ways.items()},
            **{f"more on dont-win with point {p}": Fraction(12, it + 6) for p, it in ways.items()},
        },
    }
    shown = [percent(it) for it in found["allowed"].values()]
    assert shown == ["66.67%", "80.00%", "90.91%", "133.33%", "120.00%", "109.09%"]


# An operator's own rulebook.


@pytest.mark.parametrize("key", ["streak_failure", "streak_closing", "streak_window", "streak_triples"])
def test_a_house_that_offers_no_streak_still_learns_what_its_readings_are_worth(
    key: str, tmp_path: Path, ask: Ask
) -> None:
    house = tmp_path / "no-streak.toml"
    house.write_text('based_on = "star-sicbo-2024"\nname = "No streaks"\n[wagers.streak]\noffered = false\n')
    assert "streak-small-big" not in load(house).wagers
    assert worths(ask(str(house), key)) == {option: {} for option in readings()[key].options}


@pytest.mark.parametrize(
    "book, key",
    [
        *(("star-craps", key) for key in ("chip_rounding", "commission", "commission_on_removal", "over_maximum",
                                          "token_on_win", "increase_after_point")),
        *(("star-sicbo-2024", key) for key in ("chip_rounding", "losing_invalid_wagers", "over_maximum", "token_on_win",
                                               "loss_limit_measure", "streak_failure", "streak_closing",
                                               "streak_window")),
    ],
)  # fmt: skip
def test_a_house_is_told_of_no_wager_that_it_does_not_offer(book: str, key: str, ask: Ask) -> None:
    """A house of its own may leave out any family; here all but one that no case speaks of."""
    valued = ask(book, key, among=("field", "odd"))
    assert worths(valued) == {option: {} for option in readings()[key].options}


@pytest.mark.parametrize("family", ["place-win", "place-lose", "hard"])
def test_a_house_with_some_of_the_wagers_of_a_case_is_told_of_no_others(family: str, ask: Ask) -> None:
    for told in worths(ask("star-craps", "chip_rounding", among=(family,))).values():
        assert all(case.startswith(f"{family}-") for case in told)
