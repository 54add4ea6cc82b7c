"""A strategy as a compiled function plays the same game: the same dice, the same cents."""

from dataclasses import replace
from typing import Any

from numba import njit

from dicehouse.money import Cents
from dicehouse.rulebooks import load
from dicehouse.simulate.choosing import Menu
from dicehouse.simulate.figures import lines, lines_of_function, total
from dicehouse.simulate.positions import plan
from dicehouse.simulate.run import play, play_function
from dicehouse.simulate.strategy import Bet, Session, Strategy, load_strategy
from dicehouse.simulate.tables import Over

CRAPS = load("star-craps")
SICBO = load("star-sicbo-2024")


@njit
def everything(now: Any, standing: Any, last: Any, steps: Any) -> None:  # noqa: ARG001
    steps[:] = 1


@njit
def double_while_behind(now: Any, standing: Any, last: Any, steps: Any) -> None:  # noqa: ARG001
    """The second stake whenever the session stands at a loss, and nothing in its first two rounds."""
    if now.round >= 2:
        steps[0] = 2 if now.result < 0 else 1


def test_a_function_that_places_everything_is_the_same_as_data_that_does() -> None:
    strategy = load_strategy("win-line-with-odds", CRAPS)
    kinds = ("dont-win", "place-win-6", "buy-4", "behind-dont-win")
    bets = [Bet(it, CRAPS.wagers[it], (Cents(2_000),), on=CRAPS.wagers[it].behind) for it in kinds]
    strategy = Strategy("both", (*strategy.bets, *bets), Session(rounds=100))
    made, menu = plan(CRAPS, strategy), Menu(CRAPS, strategy)
    one, other = play(made, 7, sessions=400).tally, play_function(menu, everything, 7, sessions=400).tally
    assert one.spread == other.spread
    assert (one.result, one.outlay, one.rolls) == (other.result, other.outlay, other.rolls)
    told = {it.id: it for it in lines(made, one)}
    for line in lines_of_function(menu, other):
        same = told[line.id]
        assert (line.placed, line.outlay, line.returned, line.ends) == (
            same.placed,
            same.outlay,
            same.returned,
            same.ends,
        )
        assert line.expected == same.expected


def test_a_function_may_look_at_the_money() -> None:
    bet = Bet("big", SICBO.wagers["big"], (Cents(500), Cents(1_000)))
    strategy = Strategy("chasing", (bet,), Session(Cents(5_000), 300, win_goal=Cents(2_000)))
    menu = Menu(SICBO, strategy)
    tally = play_function(menu, double_while_behind, 7, sessions=4_000).tally
    (line,) = lines_of_function(menu, tally)
    assert line.agrees
    assert total(tally, [line]).agrees
    assert line.placed == tally.rounds - 2 * tally.sessions
    assert tally.over[Over.RUINED] > 0
    assert tally.over[Over.WIN_GOAL] > 0
    assert max(tally.spread["result"]) <= 2_500
    richer = replace(strategy, session=replace(strategy.session, bankroll=Cents(50_000)))
    again = play_function(Menu(SICBO, richer), double_while_behind, 7, sessions=4_000).tally
    assert again.over[Over.RUINED] < tally.over[Over.RUINED]
