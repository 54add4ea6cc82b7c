"""Every wager of every rulebook against its exact return, on any number of threads; many seeds in a soak."""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from dicehouse.money import CENT, DOLLAR, Cents
from dicehouse.odds import values, values_of
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.simulate.figures import LEVEL, lines, total
from dicehouse.simulate.positions import TooManyPositionsError, plan
from dicehouse.simulate.proof import exact_stake, parts_of, prove
from dicehouse.simulate.run import count, play
from dicehouse.simulate.strategy import load_strategy
from dicehouse.simulate.tally import product_sum
from tests.soak import SOAK

SEEDS = 2_000 if SOAK else 8


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_wager_agrees_with_its_exact_return(name: str) -> None:
    book = load(name)
    proof = prove(parts_of(book, DOLLAR), 10_000_000, seed=7)
    assert {line.id: line.exact for line in proof.lines} == {value.id: value.returns for value in values(book)}
    assert [line.id for line in proof.lines if not line.agrees] == []
    assert proof.rounds >= 10_000_000
    assert all(sum(line.ends.values()) == line.placed for line in proof.lines)


def test_at_a_stake_that_chips_cannot_pay_the_exact_value_is_the_rounded_one() -> None:
    book = load("star-craps")
    wagers = ("place-win-6", "buy-4", "hard-4", "field", "dont-win")
    proof = prove(parts_of(book, DOLLAR, Cents(2000)), 1_000_000, seed=7)
    found = {line.id: line for line in proof.lines}
    for wager in wagers:
        (value,) = values_of(book, book.wagers[wager], Cents(2000), DOLLAR)
        assert found[wager].exact == value.returns
        assert found[wager].agrees


def test_another_reading_is_played_as_it_is_read() -> None:
    book = load("star-sicbo-2024", {"streak_triples": "end", "even_totals": "printed", "streak_window": "until_four"})
    proof = prove(parts_of(book, DOLLAR), 1_000_000, seed=3)
    assert [line.id for line in proof.lines if not line.agrees] == []


def test_too_many_positions_for_one_plan_are_played_in_several() -> None:
    book = load("star-craps", {"hardways": "either_before"})
    parts = parts_of(book, DOLLAR)
    assert len(parts) > 2
    proof = prove(parts, 200_000, seed=3)
    assert {line.id for line in proof.lines} == {value.id for value in values(book)}
    assert [line.id for line in proof.lines if not line.agrees] == []


def test_a_strategy_of_too_many_positions_is_refused_with_the_number() -> None:
    book = load("star-craps")
    with pytest.raises(TooManyPositionsError, match=r"comes to more than 100 positions; play fewer bets"):
        plan(book, load_strategy("come", book), most=100)


@pytest.mark.parametrize("name", ["star-sicbo-2024", "star-craps"])
def test_a_seed_gives_the_same_counts_on_any_number_of_threads(name: str) -> None:
    book = load(name)
    counted, played = parts_of(book, CENT)
    whole = [
        (count(counted, 7, 100_000_000, threads).tally, play(played, 7, sessions=9_000, threads=threads).tally)
        for threads in (1, 2, 5)
    ]
    for other in whole[1:]:
        for one, another in zip(whole[0], other, strict=True):
            assert np.array_equal(one.counts, another.counts)
            assert np.array_equal(one.node_counts, another.node_counts)
            assert one.spread == another.spread
            assert (one.rounds, one.result, one.result_squared) == (
                another.rounds,
                another.result,
                another.result_squared,
            )


def test_shards_add_up_in_any_order() -> None:
    from dicehouse.simulate.engine import empty
    from dicehouse.simulate.run import _play_shard

    book = load("star-craps")
    made = plan(book, load_strategy("iron-cross", book))
    shards = [(0, 10), (10, 1), (11, 29)]
    sums = []
    for order in (shards, shards[::-1], [(0, 40)]):
        tally = empty(made)
        for first, sessions in order:
            tally.add(_play_shard(made, 7, first, sessions))
        sums.append((tally.counts.tolist(), tally.spread, tally.over, tally.result_by_outlay, tally.rolls))
    assert sums[0] == sums[1] == sums[2]


def test_a_strategy_agrees_with_the_exact_worth_of_what_it_placed() -> None:
    book = load("star-craps")
    made = plan(book, load_strategy("come", book))
    tally = play(made, 7, rounds=3_000_000).tally
    found = lines(made, tally)
    whole = total(tally, found)
    assert all(line.agrees for line in (*found, whole))
    assert whole.outlay == sum(line.outlay for line in found)
    assert whole.returned == sum(line.returned for line in found) == tally.outlay + tally.result
    assert tally.rounds >= 3_000_000
    assert sum(tally.over.values()) == tally.sessions == sum(tally.spread["result"].values())


def test_a_few_sessions_are_no_sample() -> None:
    book = load("star-craps")
    made = plan(book, load_strategy("come", book))
    for sessions, verdict in ((29, None), (30, True)):
        tally = play(made, 7, sessions=sessions).tally
        assert total(tally, lines(made, tally)).agrees is verdict


def test_stakes_that_nothing_is_rounded_at() -> None:
    book = load("star-craps")
    assert exact_stake(book.wagers["place-win-6"], DOLLAR) == 600
    assert exact_stake(book.wagers["horn"], DOLLAR) % 400 == 0
    assert exact_stake(book.wagers["buy-4"], DOLLAR) == 2000
    assert exact_stake(load("aruze-sicbo").wagers["small"], CENT) == 1


@pytest.mark.parametrize("name", ["star-sicbo-2024", "star-craps"])
def test_intervals_hold_the_truth_as_often_as_they_say(name: str) -> None:
    """If more seeds miss at a wager than chance would bring once in a million runs, the interval is wrong."""
    book = load(name)
    parts = parts_of(book, DOLLAR)
    missed: dict[str, int] = {}
    for seed in range(SEEDS):
        for part in parts:
            alone = len(part.positions) == 1 and not part.nodes
            tally = (count(part, seed, 100_000) if alone else play(part, seed, sessions=100)).tally
            for line in lines(part, tally):
                missed[line.id] = missed.get(line.id, 0) + (not line.agrees)
    assert all(_chance_of(misses, SEEDS, Fraction(1, 1000)) > Fraction(1, 10**6) for misses in missed.values()), missed
    assert LEVEL == 0.999


def _chance_of(misses: int, runs: int, rate: Fraction) -> Fraction:
    """That so many or more of the runs miss: the exact tail of the binomial distribution."""
    fewer = sum((comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(misses)), Fraction(0))
    return 1 - fewer


def test_an_operators_own_rulebook_is_played_as_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "my-house.toml"
    text = 'based_on = "star-craps"\n[wagers.hard.odds]\n6 = { pays = "10 to 1", clause = "8.1[Hardway 6]" }\n'
    file.write_text(text, encoding="utf-8")
    found = {line.id: line for line in prove(parts_of(load(str(file)), DOLLAR), 2_000_000, seed=7).lines}
    assert found["hard-6"].exact == 1
    assert found["hard-6"].agrees
    assert found["hard-8"].exact < 1


def test_squared_deviations_come_to_one_on_average() -> None:
    """Not only wide enough: the deviation that is told is the one that is seen, also where wagers overlap."""
    book = load("star-craps")
    made = plan(book, load_strategy("come", book))
    squares: dict[str, list[float]] = {}
    for seed in range(60):
        tally = play(made, seed, sessions=300).tally
        found = lines(made, tally)
        for it in (*found, total(tally, found)):
            squares.setdefault(it.id, []).append((float(it.returned - it.expected) / (it.deviation or 1)) ** 2)
    means = {name: sum(each) / len(each) for name, each in squares.items()}
    assert 0.8 < sum(means.values()) / len(means) < 1.2
    assert 0.5 < means["come"] < 1.6, "two Come wagers lose together"


def test_sums_of_products_are_exact_past_64_bits() -> None:
    large, small = np.array([2**40, -(2**41), 3]), np.array([2**40, 5, 7])
    assert product_sum(large, large) == 2**80 + 2**82 + 9
    assert product_sum(small, np.ones_like(small)) == 2**40 + 12
