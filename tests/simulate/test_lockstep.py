"""The compiled form and the layout, one wager at a time, on the same dice: the same cents in every session."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from dicehouse.money import Cents
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.source import Source
from dicehouse.simulate.engine import thrown
from dicehouse.simulate.figures import lines
from dicehouse.simulate.playing import play_sessions
from dicehouse.simulate.positions import TooManyPositionsError, plan
from dicehouse.simulate.run import play
from dicehouse.simulate.strategy import (
    EXAMPLES,
    HERE,
    Bet,
    Ladder,
    Session,
    Strategy,
    Won,
    load_strategy,
    read_strategy,
)
from dicehouse.simulate.tables import Record, Rules
from tests.simulate.lockstep import CRAPS, PLAYED_AT, SICBO, Slowly


def rows_of(book: Rulebook, strategy: Strategy, seed: int, sessions: int) -> list[list[int]]:
    """Each session by itself, as the compiled form writes it down."""
    made, session = plan(book, strategy), strategy.session
    bankroll = session.bankroll if session.bankroll is not None else 2**60
    floor = bankroll - session.stop_loss if session.stop_loss is not None else -(2**62)
    goal = bankroll + session.win_goal if session.win_goal is not None else 2**62
    counts, nodes = np.zeros(len(made.tables.moves), np.int64), np.zeros(len(made.tables.node_moves), np.int64)
    record = Record(counts, nodes, np.zeros((sessions, 8), np.int64))
    rules = Rules(bankroll, floor, goal, session.rounds)
    play_sessions(np.uint64(seed), 0, thrown(book.dice), made.tables, rules, record)
    rows: list[list[int]] = record.sessions.tolist()
    return rows


def same(book: Rulebook, strategy: Strategy, seed: int, sessions: int) -> None:
    """Each session to the cent, and each bet over all of them."""
    slow = [Slowly(book, strategy, seed, number) for number in range(sessions)]
    assert [it.play() for it in slow] == rows_of(book, strategy, seed, sessions)
    made = plan(book, strategy)
    found = dict.fromkeys((bet.id for bet in strategy.bets), (0, 0))
    for line in lines(made, play(made, seed, sessions=sessions, threads=1).tally):
        bet = max((it for it in found if line.id.startswith(it)), key=len)
        found[bet] = (found[bet][0] + line.placed, found[bet][1] + line.returned)
    assert found == {
        bet: (sum(it.placed.get(bet, 0) for it in slow), sum(it.returned.get(bet, 0) for it in slow)) for bet in found
    }


def test_every_strategy_that_comes_with_the_package_is_played_here() -> None:
    assert set(EXAMPLES) == set(PLAYED_AT)
    assert all((HERE / f"{name}.toml").is_file() for name in EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_strategy_moves_the_same_cents_as_on_a_layout(name: str) -> None:
    book = PLAYED_AT[name]
    same(book, load_strategy(name, book), seed=11, sessions=12)


def test_every_kind_of_craps_wager_at_stakes_that_chips_cannot_pay() -> None:
    """Rounding, commissions, sleeping wagers and odds behind each kind of line, all at once."""
    kinds = ["win-line", "dont-win", "come", "dont-come", "place-win-6", "place-lose-4", "buy-5", "lay-10", "hard-8"]
    kinds += ["big-6", "field", "horn", "crap-eleven", "horn-high-2"]
    units = {it: CRAPS.wagers[it].units for it in kinds}
    bets = [Bet(it, CRAPS.wagers[it], (Cents(700 * units[it]),)) for it in kinds]
    bets += [
        Bet(f"behind-{it}", CRAPS.wagers[f"behind-{it}"], (Cents(1300),), on=it)
        for it in ("win-line", "dont-win", "come", "dont-come")
    ]
    same(CRAPS, Strategy("all", tuple(bets), Session(Cents(100_000), 200)), seed=3, sessions=10)


def test_super_streaks_move_the_same_cents_as_on_a_layout() -> None:
    bets = tuple(
        Bet(it, SICBO.wagers[it], (Cents(300),)) for it in ("streak-small-big", "streak-odd-even", "any-triple")
    )
    same(SICBO, Strategy("streaks", bets, Session(Cents(20_000), 150)), seed=5, sessions=10)


STAKES = st.integers(1, 30).map(lambda chips: Cents(100 * chips))
RESULTS: st.SearchStrategy[Won] = st.sampled_from(["win", "lose"])


@st.composite
def strategies(draw: st.DrawFn) -> Strategy:
    """Any few bets at craps, with ladders, conditions, several standing, and a session that stops."""
    kinds = draw(st.lists(st.sampled_from(sorted(CRAPS.wagers)), min_size=1, max_size=4, unique=True))
    bets: list[Bet] = []
    for kind in kinds:
        wager = CRAPS.wagers[kind]
        if wager.behind and wager.behind not in {it.id for it in bets}:
            continue
        steps = draw(st.lists(STAKES, min_size=1, max_size=3))
        stakes = tuple(Cents(it * wager.units * (20 if wager.commission.rate else 1)) for it in steps)
        points = draw(st.sets(st.sampled_from(CRAPS.markers[0].rules.states), min_size=1, max_size=7))
        limited = draw(st.booleans())
        before: dict[str, Won] = draw(
            st.dictionaries(st.sampled_from([*(it.id for it in bets), kind]), RESULTS, max_size=1)
        )
        bets.append(
            Bet(
                kind,
                wager,
                stakes,
                Ladder(
                    draw(RESULTS), draw(st.sampled_from(["start", "step"])), draw(st.sampled_from(["start", "stay"]))
                ),
                1 if wager.behind else draw(st.integers(1, 2)),
                {"puck": frozenset(points)} if limited else {},
                before,
                True if wager.off_when and limited else None,
                wager.behind,
            )
        )
    if not bets:
        bets.append(Bet("field", CRAPS.wagers["field"], (Cents(500),)))
    amounts = st.none() | st.integers(1, 300).map(lambda it: Cents(1000 * it))
    session = Session(draw(amounts), draw(st.integers(1, 60)), draw(amounts), draw(amounts))
    return Strategy("drawn", tuple(bets), session)


@settings(max_examples=40 if settings.default is None or settings.default.max_examples < 1_000 else 1_000)
@given(strategy=strategies(), seed=st.integers(0, 2**64 - 1))
def test_any_strategy_at_craps_moves_the_same_cents_as_on_a_layout(strategy: Strategy, seed: int) -> None:
    slow = [Slowly(CRAPS, strategy, seed, number).play() for number in range(2)]
    try:
        rows = rows_of(CRAPS, strategy, seed, 2)
    except TooManyPositionsError:
        reject()
    assert rows == slow


def test_a_stake_above_the_sign_is_played_at_the_maximum() -> None:
    text = '[limits.field]\nmaximum = "7.00"\n[[bet]]\nwager = "field"\nstake = "50.00"\n'
    strategy = read_strategy(Source("it.toml", text), CRAPS)
    assert strategy.bets[0].stakes == (700,)
    same(CRAPS, replace(strategy, session=Session(Cents(5_000), 40)), seed=1, sessions=5)


def test_the_path_of_a_file_is_a_strategy_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[bet]]\nwager = "small"\nstake = "5.00"\n', encoding="utf-8")
    assert load_strategy(str(file), SICBO).name == "mine"


@pytest.mark.parametrize("amount, rounds", [(499, 1), (500, 1), (501, 2)])
def test_a_session_stops_when_the_loss_or_the_win_is_reached(amount: int, rounds: int) -> None:
    """Big at 5.00: what one loss or one win reaches ends the session at once, and a cent more does not."""
    bet = Bet("big", SICBO.wagers["big"], (Cents(500),))
    lost = Strategy("stop", (bet,), Session(Cents(10_000), 50, stop_loss=Cents(amount)))
    won = Strategy("goal", (bet,), Session(Cents(10_000), 50, win_goal=Cents(amount)))
    same(SICBO, lost, seed=1, sessions=20)
    same(SICBO, won, seed=1, sessions=20)
    assert min(row[2] for row in rows_of(SICBO, lost, 1, 20)) == rounds
    assert min(row[2] for row in rows_of(SICBO, won, 1, 20)) == rounds
