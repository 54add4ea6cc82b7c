"""A run that is broken off and taken up again comes out as one that never was."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dicehouse.money import DOLLAR
from dicehouse.rulebooks import load
from dicehouse.simulate import resume, run
from dicehouse.simulate.engine import Played
from dicehouse.simulate.positions import Plan, plan
from dicehouse.simulate.proof import parts_of
from dicehouse.simulate.resume import kept
from dicehouse.simulate.strategy import load_strategy
from tests.commands import dicehouse

SEED = 7
OF = "this run"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards so small that a short run has many."""
    monkeypatch.setattr(run, "SHARD", 2_000)
    monkeypatch.setattr(run, "COUNTED", 1_000)
    monkeypatch.setattr(resume, "EVERY", 0.0)


def sicbo() -> Plan:
    book = load("star-sicbo-2024")
    return plan(book, load_strategy("martingale-small", book))


def strategy(player: run.Processor, progress: Callable[[int], None]) -> Played:
    return player.play(sicbo(), SEED, rounds=40_000, progress=progress)


def wagers(player: run.Processor, progress: Callable[[int], None]) -> Played:
    counted = parts_of(load("crown-sicbo-b"), DOLLAR)[0]
    return player.count(counted, SEED, 9_500, progress)


def breaks_off_after(steps: int) -> Callable[[int], None]:
    """Ctrl-C, once so many parts were added."""
    left = [steps]

    def step(rounds: int) -> None:
        left[0] -= bool(rounds)
        if left[0] < 0:
            raise KeyboardInterrupt

    return step


def same(one: Played, other: Played) -> None:
    a, b = one.tally, other.tally
    assert np.array_equal(a.counts, b.counts)
    assert np.array_equal(a.node_counts, b.node_counts)
    names = ("sessions", "rounds", "rolls", "result", "outlay", "result_squared", "outlay_squared", "result_by_outlay")
    assert [getattr(a, it) for it in names] == [getattr(b, it) for it in names]
    assert (a.over, a.spread) == (b.over, b.spread)


@pytest.mark.parametrize("plays", [strategy, wagers])
def test_a_run_that_is_broken_off_twice_comes_out_as_one_that_never_was(
    plays: Callable[[run.Processor, Callable[[int], None]], Played], tmp_path: Path
) -> None:
    whole = plays(run.Processor(2), lambda _: None)
    file, before = tmp_path / "run.json", 0
    for steps in (1, 3):
        with kept(file, OF) as held:
            played = plays(run.Processor(2, run=held), breaks_off_after(steps))
        assert played.interrupted
        assert before < played.tally.rounds < whole.tally.rounds
        before = played.tally.rounds
    told: list[int] = []
    with kept(file, OF) as held:
        last = plays(run.Processor(3, run=held), told.append)
    assert not last.interrupted
    same(last, whole)
    assert told[0] > 0, "what was played before is told first"
    assert sum(told) == whole.tally.rounds
    with kept(file, OF) as held:
        same(plays(run.Processor(1, run=held), lambda _: None), whole)


def test_the_file_is_whole_while_the_run_goes_on(tmp_path: Path) -> None:
    file, seen = tmp_path / "run.json", list[int]()

    def looks(_: int) -> None:
        if file.exists():
            seen.append(json.loads(file.read_text(encoding="utf-8"))["parts"][0]["rounds"])

    with kept(file, OF) as held:
        strategy(run.Processor(1, run=held), looks)
    assert len(set(seen)) > 3
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    "text, says",
    [
        ("no json", "it is no run that was kept; name a file that is not there yet"),
        ("[]", "it is no run that was kept"),
        ('{"form": 1, "plays": "another", "parts": []}', "it is of another run; give the same options again"),
        ('{"form": 2, "plays": "this run", "parts": []}', "it is of another run"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=says), kept(file, OF):
        pass
    assert file.read_text(encoding="utf-8") == text


# --- the command


def test_the_same_command_goes_on_and_says_the_same_as_one_without(tmp_path: Path) -> None:
    command = ("simulate", "star-sicbo-2024", "--strategy", "martingale-small", "--rounds", "20000", "--json")
    whole = dicehouse(*command).data
    file = str(tmp_path / "run.json")
    assert dicehouse(*command, "--resume", file).data == dicehouse(*command, "--resume", file).data == whole
    every = ("simulate", "crown-sicbo-b", "--rounds", "3000", "--json")
    assert dicehouse(*every, "--resume", str(tmp_path / "every.json")).data == dicehouse(*every).data
    assert "it is of another run" in dicehouse(*command, "--resume", file, "--seed", "2").mistake
    assert "it is of another run" in dicehouse(*every, "--resume", file).mistake


@pytest.mark.parametrize("more", [("--engine", "gpu"), ("--per-session", "sessions")])
def test_what_cannot_be_taken_up_is_said(more: tuple[str, ...], tmp_path: Path) -> None:
    command = ("simulate", "star-sicbo-2024", "--strategy", "martingale-small", "--resume", str(tmp_path / "r.json"))
    assert "--resume goes with the processor, and not with --per-session" in dicehouse(*command, *more).mistake
