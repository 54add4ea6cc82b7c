"""The felts: every wager that is offered has its place, and what is said of it is true of the rulebook."""

from fractions import Fraction

import pytest

from dicehouse.odds import values_of
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table import Config, new_table
from dicehouse.views.felt import felt
from dicehouse.views.layout import AreaView, LayoutView, layout_view
from dicehouse.views.table_rules import table_rules


def laid(book: str, **config: object) -> LayoutView:
    return layout_view(new_table(load(book), Config(**config)))  # type: ignore[arg-type]


def area(view: LayoutView, id: str) -> AreaView:
    return next(it for it in view.areas if it.id == id)


def overlap(one: AreaView, other: AreaView) -> bool:
    """Whether two areas share ground, each by its true shape."""
    return any(
        a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h
        for a in one.parts or (one,)
        for b in other.parts or (other,)
    )


@pytest.mark.clause("star-sicbo-2024", "2.2")
@pytest.mark.clause("star-sicbo-2024", "Diagram A")
@pytest.mark.clause("star-sicbo-2024", "Diagram B")
@pytest.mark.clause("star-sicbo-2024", "Diagram C")
@pytest.mark.clause("star-sicbo-2024", "Diagram D")
@pytest.mark.clause("star-sicbo-pre2024", "2.2")
@pytest.mark.clause("star-sicbo-pre2024", "Diagram A")
@pytest.mark.clause("star-sicbo-pre2024", "Diagram B")
@pytest.mark.clause("star-sicbo-pre2024", "Diagram C")
@pytest.mark.clause("star-sicbo-pre2024", "Diagram D")
@pytest.mark.clause("crown-sicbo", "2.2.1")
@pytest.mark.clause("crown-sicbo", "Diagram A")
@pytest.mark.clause("crown-sicbo", "Diagram B")
@pytest.mark.clause("aruze-sicbo", "2.3")
@pytest.mark.clause("aruze-sicbo", "3.9.9")
@pytest.mark.clause("aruze-sicbo", "Diagram A")
@pytest.mark.clause("star-craps", "2.2")
@pytest.mark.clause("star-craps", "Diagram A")
@pytest.mark.parametrize("book", BUILT_IN)
def test_every_wager_on_offer_has_one_area_and_no_two_share_ground(book: str) -> None:
    view = laid(book)
    assert sorted(it.id for it in view.areas) == sorted(load(book).wagers)
    for number, one in enumerate(view.areas):
        assert one.x >= 0
        assert one.x + one.w <= view.w
        assert one.y + one.h <= view.h
        assert min(one.w, one.h) >= 40
        assert one.x <= one.chip[0] <= one.x + one.w
        assert one.y <= one.chip[1] <= one.y + one.h
        for other in view.areas[number + 1 :]:
            assert not overlap(one, other), (one.id, other.id)


@pytest.mark.parametrize("book", BUILT_IN)
def test_what_an_area_says_of_its_chance_and_return_is_what_the_odds_are(book: str) -> None:
    rulebook = load(book)
    for it in laid(book).areas:
        value = values_of(rulebook, rulebook.wagers[it.id])[0]
        if it.behind:
            continue
        assert Fraction(it.returns) == value.returns
        won, _, whole = it.chance.partition(" in ")
        assert (Fraction(int(won), int(whole)) if whole else Fraction(it.chance)) == value.win


def test_what_an_area_says_in_words() -> None:
    view = laid("star-sicbo-2024")
    double = area(view, "double-4")
    assert (double.odds, double.short, double.says) == ("11 to 1", "11:1", "at least two 4s")
    assert (double.chance, double.chance_percent) == ("16 in 216", "7.41%")
    assert (double.returns, double.return_percent, double.clause) == ("8/9", "88.89%", "3.2.4")
    assert double.how.en == "Wins on at least two 4s; anything else loses."
    assert (double.name.en, double.name.zh) == ("Double 4", "对子 4")
    single = area(view, "single-1")
    assert [(it.when, it.odds) for it in single.pays] == [
        ("one 1", "1 to 1"),
        ("two 1s", "2 to 1"),
        ("three 1s", "12 to 1"),
    ]
    streak = area(view, "streak-small-big")
    assert [it.when for it in streak.pays] == [f"{count} in a row" for count in range(4, 13)]
    assert streak.streak
    assert streak.multi_roll


def test_what_craps_says_of_wagers_that_wait() -> None:
    view = laid("star-craps")
    assert area(view, "win-line").says == "7 or 11, then its point before 7"
    assert area(view, "dont-win").how.en.startswith("Wins on 3 or 12, loses on 7 or 11, 2 gives the stake back;")
    assert area(view, "place-lose-4").says == "7 before 4"
    assert area(view, "buy-4").commission == "5% of the stake"
    behind = area(view, "behind-come")
    assert [(it.when, it.short) for it in behind.pays] == [
        ("point 4 or 10", "2:1"),
        ("point 5 or 9", "3:2"),
        ("point 6 or 8", "6:5"),
    ]
    assert behind.behind == "come"
    assert area(view, "hard-8").can_be_off
    assert [it.number for it in view.boxes] == [4, 5, 6, 8, 9, 10]
    assert len(area(view, "win-line").parts) == 2


def test_symbols_and_colours_go_by_their_names() -> None:
    view = laid("crown-sicbo-b")
    assert area(view, "symbol-fish").says == "at least one fish"
    assert area(view, "colour-double-red").says == "two or three red dice"
    assert view.colours["red"].letter == "R"
    assert view.faces == ("fish", "prawn", "gourd", "coin", "crab", "chicken")


@pytest.mark.clause("crown-sicbo", "2.2.3")
@pytest.mark.clause("aruze-sicbo", "2.3.1")
@pytest.mark.clause("aruze-sicbo", "2.3.2")
def test_an_area_that_is_not_offered_is_taken_by_the_one_that_absorbs_it() -> None:
    whole, without = laid("star-sicbo-2024"), laid("star-sicbo-2024", offers=("four", "streak"))
    small, taller = area(whole, "small"), area(without, "small")
    assert (small.h, taller.h) == (100, 168)
    assert taller.chip[1] - small.chip[1] == 68
    assert "odd" not in {it.id for it in without.areas}


@pytest.mark.clause("star-sicbo-2024", "2.2", "6.1", "Diagram A", "Diagram C")
@pytest.mark.clause("star-sicbo-pre2024", "2.2", "6.1", "Diagram A", "Diagram C")
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
def test_the_felt_that_is_drawn_is_the_layout_of_the_table(book: str) -> None:
    plain, streaks = laid(book, layout="A"), laid(book, layout="C")
    assert {it.id for it in streaks.areas} - {it.id for it in plain.areas} == {"streak-small-big", "streak-odd-even"}
    assert (plain.streak_price, streaks.streak_price) == (0, 1_000)
    assert laid(book).areas == streaks.areas, "without a letter it is the first with every area"


@pytest.mark.parametrize(
    "book, layout, says",
    [
        ("star-sicbo-2024", "", ("The layout is that of diagram C.", "2.2")),
        ("star-sicbo-2024", "B", ("The layout is that of diagram B.", "2.2")),
        ("crown-sicbo-b", "", ("The layout is that of diagram B.", "2.2.1")),
        ("star-craps", "", ("The layout is that of diagram A.", "2.2")),
    ],
)
def test_the_rules_of_a_table_say_which_layout_it_has(book: str, layout: str, says: tuple[str, str]) -> None:
    lines = table_rules(new_table(load(book), Config(layout=layout))).sections[0].lines
    assert (lines[0].words.en, lines[0].clause) == says


@pytest.mark.clause("star-sicbo-2024", "8.6")
@pytest.mark.parametrize("layout, says", [("A", "."), ("C", "; Super Streak wagers stay.")])
def test_the_rules_speak_of_super_streak_only_where_the_layout_has_it(layout: str, says: str) -> None:
    rules = table_rules(new_table(load("star-sicbo-2024"), Config(layout=layout)))
    lines = {line.clause: line.words.en for section in rules.sections for line in section.lines}
    assert lines["8.6"] == f"No result: wagers go back to their players{says}"
    assert ("6.3" in lines) is (layout == "C")


def test_a_row_that_lost_areas_spreads_over_its_width() -> None:
    view = laid("crown-sicbo-a")
    fours = [it for it in view.areas if it.family == "four"]
    assert [(it.x, it.w) for it in fours] == [(0, 210), (210, 210), (420, 210), (630, 210)]


def test_a_band_with_nothing_left_closes_up() -> None:
    view = laid("aruze-sicbo")
    assert "bottom" not in {it.id for it in view.bands}
    assert view.h == 528 - 88
    singles = area(view, "single-1")
    assert singles.y == 352
    assert singles.chip[1] == next(it for it in felt("sicbo").areas if it.id == "single-1").chip[1] - 88


def test_chips_below_the_tables_smallest_are_not_offered() -> None:
    assert laid("star-sicbo-2024", chip=500).chips == (500, 2_500, 10_000, 50_000, 100_000)
    assert laid("star-sicbo-2024").chips[0] == 100


def test_super_streak_has_its_price_only_where_it_is_offered() -> None:
    assert laid("star-sicbo-2024", streak_price=2_000).streak_price == 2_000
    assert laid("crown-sicbo-a").streak_price == 0


def test_a_craps_felt_tells_what_a_player_needs_beside_the_price() -> None:
    view = laid("star-craps")
    assert area(view, "field").totals == (2, 3, 4, 9, 10, 11, 12)
    assert area(view, "any-craps").totals == (2, 3, 12)
    assert area(view, "hard-8").totals == area(view, "any-seven").totals == ()
    notes = {id: area(view, id).note.en for id in ("dont-win", "dont-come", "behind-win-line", "behind-dont-win")}
    assert notes == {
        "dont-win": "2 is void", "dont-come": "2 is void",
        "behind-win-line": "max 2x", "behind-dont-win": "win max 2x",
    }  # fmt: skip
    assert area(view, "buy-4").note.en == "5% to place"
    assert area(laid("star-sicbo-2024"), "small").note.en == ""


def test_a_tap_stakes_a_chip_on_each_part_and_what_comes_back_is_as_chips_pay_it() -> None:
    view = laid("star-craps", chip=100)
    assert area(view, "horn").stakes[:3] == (400, 2_000, 10_000)
    assert area(view, "horn-high-2").stakes[:2] == (500, 2_500)
    six = area(view, "place-win-6")
    assert six.stakes[:3] == (100, 500, 2_500)
    assert [line.wins[:2] for line in six.pays] == [(200, 600)]  # 7 to 6 of $1 and of $5, rounded up to a whole dollar
    assert six.paid_back[:2] == ("136.36%", "100.00%")  # 5/11 of 3 in 1, and of 11 in 5
    sicbo = laid("star-sicbo-2024")
    assert set(area(sicbo, "streak-small-big").stakes) == {sicbo.streak_price}
    assert set(area(sicbo, "small").paid_back) == {area(sicbo, "small").return_percent}


@pytest.mark.parametrize(
    "book, en, zh",
    [
        ("star-craps", "Win Line and Come wagers stay once they have a point; others may be taken down between rolls.",
         ("赢线和来注有点数后不可取回",)),
        ("strip-craps", ("Pass Line and Come wagers stay once they have a point; others may be taken down between"
         " rolls, but for those that stay until they are decided."),
         ("过线和来注有点数后不可取回", "须留至分出胜负的投注除外")),
    ],
)  # fmt: skip
def test_craps_says_by_its_own_names_what_stays_up(book: str, en: str, zh: tuple[str, ...]) -> None:
    lines = table_rules(new_table(load(book), Config())).sections[0].lines
    (said,) = [it.words for it in lines if it.words.en == en]
    assert all(part in said.zh for part in zh)
