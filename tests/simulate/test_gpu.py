"""The GPU's kernels against the processor's engine, bit for bit: here as C, and on a GPU by `make gpu`."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicehouse.money import CENT, DOLLAR, Cents
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.simulate.engine import Played
from dicehouse.simulate.figures import lines, total
from dicehouse.simulate.gpu import chain as chains
from dicehouse.simulate.gpu import device as found
from dicehouse.simulate.gpu import running, scale
from dicehouse.simulate.gpu.chain import chain
from dicehouse.simulate.gpu.device import Device
from dicehouse.simulate.gpu.engine import Gpu
from dicehouse.simulate.positions import Plan, TooManyPositionsError, plan
from dicehouse.simulate.proof import parts_of, prove
from dicehouse.simulate.reference import LARGEST_SEED
from dicehouse.simulate.run import Processor
from dicehouse.simulate.strategy import EXAMPLES, Bet, Ladder, Session, Strategy, load_strategy
from dicehouse.simulate.summary import Summary, as_data
from tests.simulate.host_device import COMPILER, HostDevice
from tests.simulate.lockstep import CRAPS, PLAYED_AT, SICBO

PROCESSOR = Processor(threads=1)


@pytest.fixture(scope="module", params=["processor", "gpu"])
def device(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Device:
    if request.param == "gpu":
        if "DICEHOUSE_GPU" not in os.environ:
            pytest.skip("needs a GPU: make gpu")
        return found.devices()[0]
    if COMPILER is None:
        pytest.skip("no C compiler is on the path, so the kernels cannot be compiled here; install gcc")
    return HostDevice(tmp_path_factory.mktemp("kernels"))


@pytest.fixture(scope="module")
def gpu(device: Device) -> Gpu:
    return Gpu([device])


def same_counts(one: Played, other: Played) -> None:
    assert np.array_equal(one.tally.counts, other.tally.counts)
    assert np.array_equal(one.tally.node_counts, other.tally.node_counts)
    for name in ("sessions", "rounds", "rolls"):
        assert getattr(one.tally, name) == getattr(other.tally, name), name


def same(one: Played, other: Played) -> None:
    """Everything that is counted, to the cent."""
    same_counts(one, other)
    for name in ("result", "outlay", "result_squared", "outlay_squared", "result_by_outlay", "over", "spread"):
        assert getattr(one.tally, name) == getattr(other.tally, name), name
    assert one.interrupted == other.interrupted


def played_at(name: str) -> Plan:
    book = PLAYED_AT[name]
    return plan(book, load_strategy(name, book))


# ---------------------------------------------------------------------------------------------- the same rounds


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_wager_of_every_rulebook_comes_out_byte_for_byte(name: str, gpu: Gpu) -> None:
    book = load(name)
    parts = parts_of(book, DOLLAR)
    told = []
    for engine in (PROCESSOR, gpu):
        proof = prove(parts, 300_007, LARGEST_SEED, engine=engine)
        told.append(json.dumps(as_data(Summary(book, 7, proof.rounds, proof.lines, proof.interrupted))))
    assert told[0] == told[1]
    assert '"agrees": true' in told[0]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_strategy_comes_out_byte_for_byte(name: str, gpu: Gpu) -> None:
    made = played_at(name)
    told = []
    for engine in (PROCESSOR, gpu):
        played = engine.play(made, 7, rounds=60_000)
        found = lines(made, played.tally)
        whole = total(played.tally, found)
        told.append(
            json.dumps(
                as_data(Summary(made.book, 7, 0, found, strategy=made.strategy, total=whole, tally=played.tally))
            )
        )
    assert told[0] == told[1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_count_and_every_sum_is_the_processors(name: str, gpu: Gpu) -> None:
    made = played_at(name)
    same(PROCESSOR.play(made, 3, sessions=401), gpu.play(made, 3, sessions=401))


@pytest.mark.parametrize("rounds", [1, 11, 12, 13, 2_399, 5_000_011])
def test_a_count_ends_at_the_very_round(rounds: int, gpu: Gpu) -> None:
    part = parts_of(SICBO, DOLLAR)[0]
    played = gpu.count(part, 7, rounds)
    same(PROCESSOR.count(part, 7, rounds), played)
    assert int(played.tally.counts.sum()) == played.tally.rounds == rounds


def test_a_count_goes_over_from_one_shard_to_the_next(gpu: Gpu) -> None:
    part, rounds = parts_of(CRAPS, DOLLAR)[0], 3 * 2**25 + 5
    same(Processor().count(part, 7, rounds), gpu.count(part, 7, rounds))


def test_an_operators_own_rulebook_is_played_as_it_is_written(tmp_path: Path, gpu: Gpu) -> None:
    file = tmp_path / "my-house.toml"
    text = 'based_on = "star-craps"\n[wagers.hard.odds]\n6 = { pays = "10 to 1", clause = "8.1[Hardway 6]" }\n'
    file.write_text(text, encoding="utf-8")
    parts = parts_of(load(str(file)), DOLLAR)
    one, other = (prove(parts, 100_000, 7, engine=engine).lines for engine in (PROCESSOR, gpu))
    assert one == other
    assert next(line for line in other if line.id == "hard-6").exact == 1


# ------------------------------------------------------------------------------- the ways in which tables are held


def every_state(book: Rulebook, **changed: Any) -> Plan:
    """A ladder, commission, wagers that sleep, and some that are left at the end."""
    stakes = tuple(Cents(it) for it in (1000, 2500, 6000))
    bets = (
        Bet("win-line", book.wagers["win-line"], stakes, Ladder(top="start")),
        Bet("buy-4", book.wagers["buy-4"], (Cents(2000),)),
        Bet("hard-8", book.wagers["hard-8"], (Cents(500),), working=True),
    )
    return plan(book, Strategy("several", bets, Session(**{"rounds": 90, **changed})))


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"bankroll": Cents(30_000)},
        {"stop_loss": Cents(9_000), "win_goal": Cents(7_000)},
        {"bankroll": Cents(30_000), "stop_loss": Cents(20_000), "win_goal": Cents(50_000)},
        {"rounds": 1},
        {"bankroll": Cents(10**12)},
        {"bankroll": Cents(10**12), "rounds": 3_000, "stop_loss": Cents(10**11)},
    ],
    ids=["no stop", "bankroll", "stops", "all", "one round", "cents past 32 bits", "too wide to count"],
)
def test_sessions_end_as_on_the_processor(changed: dict[str, Any], gpu: Gpu) -> None:
    made = every_state(CRAPS, **changed)
    same(PROCESSOR.play(made, 5, sessions=300), gpu.play(made, 5, sessions=300))


@pytest.mark.parametrize("shared", [1_000, 3_000, 6_000, 20_000])
def test_tables_that_are_partly_or_wholly_far_give_the_same(shared: int, device: Device, tmp_path: Path) -> None:
    if not isinstance(device, HostDevice):
        pytest.skip("the room of a GPU is what it is")
    small = Gpu([HostDevice(tmp_path, shared_bytes=shared)])
    made = every_state(CRAPS, bankroll=Cents(30_000))
    same(PROCESSOR.play(made, 5, sessions=100), small.play(made, 5, sessions=100))
    made = every_state(CRAPS)
    same_counts(PROCESSOR.visit(made, 5, 9_000), small.visit(made, 5, 9_000))


def test_far_more_positions_than_are_near_are_visited_alike(gpu: Gpu) -> None:
    book = load("star-craps", {"hardways": "either_before"})
    for part in parts_of(book, DOLLAR)[1:]:
        same_counts(PROCESSOR.visit(part, 7, 20_000), gpu.visit(part, 7, 20_000))


def test_sessions_whose_figures_are_too_many_are_written_down_one_by_one(
    monkeypatch: pytest.MonkeyPatch, device: Device
) -> None:
    monkeypatch.setattr(scale, "MOST_BINS", 100)
    made = every_state(CRAPS, bankroll=Cents(30_000))
    same(PROCESSOR.play(made, 5, sessions=301), Gpu([device, device]).play(made, 5, sessions=301))


# -------------------------------------------------------------------------------------------- several, and stopping


def test_several_devices_add_up_to_one(device: Device) -> None:
    several = Gpu([device, device, device])
    made, part = every_state(CRAPS, bankroll=Cents(30_000)), parts_of(SICBO, CENT)[0]
    same(PROCESSOR.play(made, 5, sessions=302), several.play(made, 5, sessions=302))
    made = every_state(CRAPS)
    same_counts(PROCESSOR.visit(made, 5, 9_000), several.visit(made, 5, 9_000))
    same(Processor().count(part, 5, 5 * 2**25 + 1), several.count(part, 5, 5 * 2**25 + 1))


def test_launches_of_any_size_add_up_to_the_same(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    made = every_state(CRAPS, bankroll=Cents(30_000))
    whole = gpu.play(made, 5, sessions=500)
    monkeypatch.setattr(running.Running, "launches", _one_and_two)
    same(whole, gpu.play(made, 5, sessions=500))


def _one_and_two(self: running.Running, seed: int, first: int, count: int, *_: int) -> Iterator[tuple[int, int]]:
    done = 0
    while done < count:
        number = min(1 + done % 2 * 140, count - done)
        self._launch(seed, first + done, number)
        yield first + done, number
        done += number


@pytest.mark.parametrize("form", ["count", "visit", "play"])
def test_ctrl_c_keeps_what_was_counted(form: str, gpu: Gpu) -> None:
    before = signal.getsignal(signal.SIGINT)
    told: list[int] = []

    def progress(rounds: int) -> None:
        told.append(rounds)
        signal.raise_signal(signal.SIGINT)

    made = every_state(CRAPS)
    if form == "count":
        part = parts_of(SICBO, DOLLAR)[0]
        played = gpu.count(part, 7, 10**15, progress)
        same_counts(Processor().count(part, 7, played.tally.rounds), played)
    elif form == "visit":
        played = gpu.visit(made, 7, 10**15, progress)
        same_counts(Processor().visit(made, 7, played.tally.rounds), played)
    else:
        played = gpu.play(made, 7, sessions=10**12, progress=progress)
        same_counts(Processor().play(made, 7, sessions=played.tally.sessions), played)
    assert played.interrupted
    assert told == [played.tally.rounds]
    assert signal.getsignal(signal.SIGINT) is before


def test_progress_tells_every_round(gpu: Gpu) -> None:
    made, part = every_state(CRAPS), parts_of(SICBO, DOLLAR)[0]
    for played, told in (
        (gpu.count(part, 7, 2**25 + 9, (counted := list[int]()).append), counted),
        (gpu.visit(made, 7, 9_000, (visited := list[int]()).append), visited),
        (gpu.play(made, 7, rounds=9_000, progress=(rounds := list[int]()).append), rounds),
    ):
        assert sum(told) == played.tally.rounds


# ---------------------------------------------------------------------------------------------------- what is refused


def test_a_session_longer_than_the_kernels_count_is_refused_with_both_numbers(gpu: Gpu) -> None:
    made = every_state(CRAPS, rounds=2**30 + 1)
    with pytest.raises(ValueError, match=r"a session of 1,073,741,825 rounds is longer than the 1,073,741,824"):
        gpu.play(made, 7, sessions=1)


def test_too_many_ways_to_be_left_are_refused_with_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MOST", 5)
    with pytest.raises(TooManyPositionsError, match=r"can be left in more than 5 ways .* leave out --engine gpu"):
        chain(every_state(CRAPS))
