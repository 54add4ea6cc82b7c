"""The odds laboratory: the figures are those of the odds themselves, exactly, under any reading."""

from fractions import Fraction

import pytest

from dicehouse.odds.value import values
from dicehouse.rulebooks import BUILT_IN, RulebookError, load
from dicehouse.views.odds import odds_books, odds_view, readings_view, stakes_view
from dicehouse.views.session_odds import Evening, session_view


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_wager_stands_in_one_line_with_its_own_return(name: str) -> None:
    view = odds_view(name, {})
    found = {id: it for it in view.wagers for id in it.ids}
    worth = {it.id: it for it in values(load(name))}
    assert found.keys() == worth.keys()
    for id, it in found.items():
        assert Fraction(it.returns.exact) == worth[id].returns
        assert Fraction(it.wins.exact) == worth[id].win
        assert it.over == (worth[id].returns > 1)
        assert it.name.zh
    assert [it.bar for it in view.wagers] == sorted(it.bar for it in view.wagers)
    assert view.trial == {}
    assert view.hash == load(name).hash


def test_the_published_rule_that_favours_the_player_is_warned_of() -> None:
    assert {it.id: it.over for it in odds_books().books} == {it: 6 if it == "crown-sicbo-b" else 0 for it in BUILT_IN}
    first = odds_view("crown-sicbo-b", {}).wagers[0]
    assert (first.name.en, first.returns.read, first.edge.read, first.over) == (
        "Red, Green, Blue", "140.74%", "-40.74%", True,
    )  # fmt: skip


def test_a_reading_on_trial_shows_what_it_was_before() -> None:
    view = odds_view("star-sicbo-2024", {"streak_opening_result_counts": "true"})
    assert view.trial == {"streak_opening_result_counts": "true"}
    changed = [it for it in view.wagers if it.shipped]
    assert [(it.id, it.shipped.exact, it.returns.exact) for it in changed if it.shipped] == [
        ("streak-small-big", "1847/2048", "1847/1024")
    ]
    assert odds_view("star-sicbo-2024", {"streak_opening_result_counts": "false"}).trial == {}


def test_a_reading_nobody_knows_is_an_error() -> None:
    with pytest.raises(RulebookError, match="no such reading"):
        odds_view("star-craps", {"luck": "good"})


def test_each_switch_has_one_shipped_option_and_the_worth_of_all() -> None:
    readings = readings_view("crown-sicbo-b").readings
    assert all(sum(option.shipped for option in it.options) == 1 for it in readings)
    colour = next(it for it in readings if it.key == "colour_counts")
    assert len(colour.moves) == 6
    at_least = next(option for option in colour.options if option.value == "at_least")
    assert [(it.figure.read, it.over) for it in at_least.worth] == [("140.74%", True), ("103.70%", True)]
    assert [bool(it.moves) for it in readings] == sorted((bool(it.moves) for it in readings), reverse=True)


@pytest.mark.clause("star-craps", "6.7")
def test_stakes_that_rounding_lifts_are_named_with_the_sign_that_forbids_them() -> None:
    view = stakes_view("star-craps", {}, 100)
    six = next(it for it in view.lines if it.id == "place-win-6")
    assert (six.stakes, six.worst.read) == ("$1 to $5, $7 to $10, $13 to $15, $19 to $20, $25", "136.36%")
    assert (six.minimum, six.unit) == (600, 600)
    assert (view.minimum, view.unit, view.rounding, view.clause) == (2_600, 100, "up", "6.7")
    assert stakes_view("star-sicbo-2024", {}, 100).lines == ()


def test_a_session_is_worked_out_exactly() -> None:
    view = session_view("star-sicbo-2024", {}, Evening("small", 1_000, 2))
    assert (view.ahead.exact, view.even.exact, view.behind.exact) == ("1225/5184", "1295/2592", "1369/5184")
    assert (view.mean, view.low, view.high) == ("-0.56", -2_000, 2_000)
    assert view.favours == "house"
    assert sum(it.share for it in view.bars) == pytest.approx(1_000_000, abs=5)
    assert view.ruined is None
    broke = session_view("star-sicbo-2024", {}, Evening("small", 1_000, 1, bankroll=1_000)).ruined
    assert broke is not None
    assert broke.exact == "37/72"


def test_a_session_says_for_whom_the_edge_is() -> None:
    assert session_view("crown-sicbo-b", {}, Evening("colour-red", 1_000, 2)).favours == "player"
    assert session_view("star-craps", {}, Evening("behind-come-4", 1_000, 2)).favours == ""


@pytest.mark.parametrize(
    "asked, says",
    [(Evening("luck", 1_000, 2), "no wager"), (Evening("streak-small-big", 1_000, 5_000), "fewer rounds")],
)
def test_a_session_that_cannot_be_worked_out_says_why(asked: Evening, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        session_view("star-sicbo-2024", {}, asked)
