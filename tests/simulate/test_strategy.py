"""Strategies as data: what a file may say, and what every mistake in one is told as."""

import pytest

from dicehouse.money import Cents
from dicehouse.rulebooks import load
from dicehouse.rulebooks.source import RulebookError, Source
from dicehouse.simulate.strategy import Ladder, Limits, Session, Strategy, load_strategy, read_strategy
from tests.support import exactly

CRAPS = load("star-craps")
PUCK = "off, point_4, point_5, point_6, point_8, point_9, point_10"
FIELD = '[[bet]]\nwager = "field"\nstake = "5.00"\n'


def read(text: str) -> Strategy:
    return read_strategy(Source("it.toml", text), CRAPS)


def test_a_file_says_bets_session_limits_and_chip() -> None:
    made = read(
        'name = "Both"\nchip = "0.50"\n'
        '[session]\nbankroll = "100.00"\nrounds = 20\nstop_loss = "40.00"\nwin_goal = "60.00"\n'
        '[limits.table]\nminimum = "1.00"\nmaximum = "50.00"\n[limits.come]\nmaximum = "7.00"\n'
        '[[bet]]\nwager = "come"\nstakes = ["5.00", "10.00"]\nladder = { up = "win", back = "step", top = "start" }\n'
        'standing = 3\nwhen = { puck = ["point_6"] }\nafter = { come = "win" }\n'
        '[[bet]]\nid = "odds"\nwager = "behind-come"\nstake = "full"\nworking = true\n'
    )
    come, odds = made.bets
    assert (made.name, made.chip) == ("Both", 50)
    assert made.session == Session(Cents(10_000), 20, Cents(4_000), Cents(6_000))
    assert made.limits_of(CRAPS.wagers["field"]) == Limits(Cents(100), Cents(5_000))
    assert (come.stakes, come.ladder, come.standing) == ((500, 700), Ladder("win", "step", "start"), 3)
    assert come.when == {"puck": frozenset({"point_6"})}
    assert come.after == {"come": "win"}
    assert (odds.id, odds.on, odds.stakes, odds.working) == ("odds", "come", (), True)


@pytest.mark.parametrize(
    "ladder, results, steps",
    [
        (Ladder(), "lose lose lose lose win", [1, 2, 2, 2, 0]),
        (Ladder(top="start"), "lose lose lose lose", [1, 2, 0, 1]),
        (Ladder(back="step"), "lose lose win win win push", [1, 2, 1, 0, 0, 0]),
        (Ladder("win"), "win lose win push win", [1, 0, 1, 1, 2]),
    ],
)
def test_a_ladder_follows_the_results(ladder: Ladder, results: str, steps: list[int]) -> None:
    at, found = 0, []
    for result in results.split():
        at = ladder.after(at, result, 3)
        found.append(at)
    assert found == steps


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "it.toml: bet: this is an array of tables, written [[bet]]"),
        ("bet = []", "it.toml, line 1: bet: a strategy without a bet never plays; write at least one [[bet]]"),
        ("bets = 1", "it.toml, line 1: bets: no such key here; did you mean bet?"),
        (
            '[[bet]]\nwager = "feild"\nstake = "5.00"',
            "it.toml, line 2: bet.0.wager: star-craps does not offer 'feild'; did you mean field?",
        ),
        (
            FIELD + FIELD,
            "it.toml, line 4: bet.1.id: an earlier bet is called 'field' too; give this one an id of its own",
        ),
        ('[[bet]]\nwager = "field"', "it.toml, line 1: bet.0.stake: give one stake, or a list of stakes for a ladder"),
        (
            '[[bet]]\nwager = "field"\nstakes = []',
            "it.toml, line 3: bet.0.stakes: a ladder has at least one stake",
        ),
        (
            '[[bet]]\nwager = "field"\nstake = 5',
            'it.toml, line 3: bet.0.stake: this is a text, not 5; write it in quotes: "5"',
        ),
        (
            '[[bet]]\nwager = "field"\nstake = "full"',
            "it.toml, line 3: bet.0.stake: only a wager behind another can be full; give an amount",
        ),
        (
            '[[bet]]\nwager = "field"\nstake = "5.50"',
            "it.toml, line 3: bet.0.stake: 5.50 is not a multiple of 1.00, which field is placed in",
        ),
        (
            '[[bet]]\nwager = "horn"\nstake = "6.00"',
            "it.toml, line 3: bet.0.stake: 6.00 is not a multiple of 4.00, which horn is placed in",
        ),
        (
            '[limits.field]\nminimum = "6.00"\n' + FIELD,
            "it.toml, line 5: bet.0.stake: 5.00 is below the minimum 6.00 of field; stake more",
        ),
        (
            '[limits.fields]\nminimum = "6.00"\n' + FIELD,
            "it.toml, line 1: limits.fields: star-craps has no wager and no family of this name; did you mean field?",
        ),
        (
            '[limits.table]\nminimum = "6.00"\nmaximum = "5.00"\n' + FIELD,
            "it.toml, line 1: limits.table: the minimum 6.00 is above the maximum 5.00",
        ),
        (FIELD + "standing = 0", "it.toml, line 4: bet.0.standing: 0 is not above zero"),
        (
            FIELD + "working = true",
            "it.toml, line 4: bet.0.working: field always works, so it cannot be called on; leave this out",
        ),
        (
            '[[bet]]\nwager = "buy-4"\nstake = "20.00"\nworking = false',
            "it.toml, line 4: bet.0.working: buy-4 called off would never be decided; leave this out, or say true",
        ),
        (
            FIELD + 'when = { puk = ["off"] }',
            "it.toml, line 4: bet.0.when.puk: star-craps has no such marker; it has puck; did you mean puck?",
        ),
        (
            FIELD + 'when = { puck = ["point_7"] }',
            f"it.toml, line 4: bet.0.when.puck: 'point_7' is not one of {PUCK}; did you mean point_9?",
        ),
        (
            FIELD + 'after = { come = "win" }',
            "it.toml, line 4: bet.0.after.come: no bet up to here is called 'come'",
        ),
        (
            FIELD + 'after = { field = "draw" }',
            "it.toml, line 4: bet.0.after.field: 'draw' is not one of win, lose",
        ),
        (
            FIELD + 'ladder = { up = "win" }',
            "it.toml, line 4: bet.0.ladder: a ladder needs at least two stakes; write stakes = [...]",
        ),
        (
            '[[bet]]\nwager = "behind-come"\nstake = "5.00"',
            "it.toml, line 2: bet.0.wager: behind-come stands behind a come wager; write a bet for that one before it",
        ),
        (
            FIELD + 'on = "come"',
            "it.toml, line 4: bet.0.on: field stands behind no other wager; leave this out",
        ),
        (
            '[session]\nbankroll = "0.00"\n' + FIELD,
            "it.toml, line 2: session.bankroll: it is nothing; give an amount above 0.00",
        ),
        (
            '[session]\nbankrol = "5.00"\n' + FIELD,
            "it.toml, line 2: session.bankrol: no such key here; did you mean bankroll?",
        ),
    ],
)
def test_a_mistake_in_a_strategy_is_told_with_file_line_and_key(text: str, message: str) -> None:
    with pytest.raises(RulebookError, match=exactly(message)):
        read(text)


def test_a_name_that_is_no_strategy_is_told_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"^iron-cros: there is no such strategy; did you mean iron-cross\?; name one"):
        load_strategy("iron-cros", CRAPS)
