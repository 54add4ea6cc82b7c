"""Simulations, sessions and audits from a notebook are those of the command line."""

from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dicehouse as dh
from tests.commands import dicehouse


def test_a_strategy_plays_as_it_does_on_the_command_line() -> None:
    played = dh.simulate("star-craps", "iron-cross", rounds=50_000, seed=3)
    told = dicehouse(
        "simulate", "star-craps", "--strategy", "iron-cross", "--rounds", "50000", "--seed", "3", "--json"
    ).data
    assert played["id"] == [it["id"] for it in [*told["lines"], told["total"]]]
    assert played["returned_cents"] == [int(it["returned"].replace(".", "")) for it in [*told["lines"], told["total"]]]
    assert played.agrees is told["agrees"]
    results = played.distribution()
    assert sum(int(str(it)) for it in results["sessions"]) == told["sessions"]["played"]
    assert str(min(int(str(it)) for it in results["result_cents"])) == told["sessions"]["result"]["least"].replace(
        ".", ""
    )
    assert played.plot().to_dict()["mark"]["type"] == "bar"


def test_every_wager_is_played_and_its_progress_told() -> None:
    heard: list[int] = []
    played = dh.simulate("crown-sicbo-a", rounds=20_000, progress=heard.append)
    assert len(played) == 56
    assert sum(heard) == 20_000
    with pytest.raises(ValueError, match="only a strategy is played in sessions"):
        played.distribution()
    assert len(played.plot().to_dict()["layer"]) == 2


def test_what_cannot_be_simulated_is_told() -> None:
    for wrong, says in (
        ({"rounds": 5, "sessions": 5}, "not both"),
        ({"sessions": 5}, "without one say how many rounds"),
        ({"rounds": 0}, "rounds: 0 is not a whole number from 1"),
        ({"strategy": "iron-cross", "stake": 5}, "a strategy says its own chip and stakes"),
        ({"engine": "abacus"}, "'abacus' is no engine; there are processor and gpu"),
        ({"strategy": "iron-crosses"}, "there is no such strategy"),
    ):
        with pytest.raises(ValueError, match=says):
            dh.simulate("star-craps", **wrong)
    with pytest.raises(ValueError, match="'luck' is none of result, rounds"):
        dh.simulate("star-craps", "iron-cross", sessions=10).distribution("luck")


def test_a_session_is_that_of_the_command_line() -> None:
    told = dicehouse("session", "star-craps", "win-line", "--bankroll", "200.00", "--goal", "400.00", "--json").data
    made = dh.session("star-craps", "pass line", bankroll=200, goal=400)
    assert f"{float(made.ahead):.12f}" == told["ahead"]
    assert made.ahead + made.even + made.behind == 1
    assert made.ruined is not None
    assert f"{float(made.ruined):.12f}" == told["ruin_within_rounds"]["ruined"]
    assert made.reached is not None
    assert f"{float(made.reached):.12f}" == told["ruin_or_goal"]["reached"]
    assert made.quantile(Fraction(1, 2)) == int(told["quantiles"]["0.50"].replace(".", ""))
    assert sum(float(str(it)) for it in made.distribution()["chance"]) == pytest.approx(1)
    assert made.plot().to_dict()["mark"]["type"] == "bar"


def test_a_session_without_a_bankroll_has_no_ruin() -> None:
    made = dh.session("star-sicbo-2024", "small", rounds=10)
    assert (made.ruined, made.reached) == (None, None)
    assert made.mean_cents == Fraction(-1000 * 10, 36)
    assert "ruined" not in repr(made)


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"bankroll": 5}, "bankroll 5.00 is below 10.00"),
        ({"goal": 50}, "there is no bankroll"),
        ({"bankroll": 50, "goal": 50}, "there is a bankroll of 50.00"),
        ({"rounds": 0}, "rounds: 0"),
    ],
)
def test_a_session_that_cannot_be_is_told(wrong: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        dh.session("star-craps", "pass line", **wrong)  # type: ignore[arg-type]


def test_a_behind_wager_is_a_session_by_its_point() -> None:
    assert dh.session("star-craps", "behind-come-6").mean_cents == 0


WAGERS = {
    "wager_no": [0, 1],
    "table": ["T1", "T1"],
    "round": [1, 1],
    "wager": ["small", "big"],
    "stake": [1000, 1000],
    "returned": [2000, 2000],
}
RESULTS = {"table": ["T1"], "round": [1], "dice": ["1-2-3"]}


def test_data_frames_are_audited_as_files_are(tmp_path: Path) -> None:
    pq.write_table(pa.table(WAGERS), tmp_path / "wagers.parquet")
    pq.write_table(pa.table(RESULTS), tmp_path / "results.parquet")
    import pandas as pd

    for wagers, results in (
        (pa.table(WAGERS), pa.table(RESULTS)),
        (pd.DataFrame(WAGERS), pd.DataFrame(RESULTS)),
        (tmp_path / "wagers.parquet", str(tmp_path / "results.parquet")),
    ):
        found = dh.audit("star-sicbo-2024", wagers, results)
        assert not found.clean
        assert [(row["wager"], row["paid_cents"], row["due_cents"]) for row in found] == [("big", 2000, 0)]
        assert found.core.due == 2000


def test_an_audit_that_finds_nothing_says_so() -> None:
    wagers = {**WAGERS, "returned": [2000, 0]}
    found = dh.audit("star-sicbo-2024", pa.table(wagers), pa.table(RESULTS))
    assert found.clean
    assert repr(found).endswith("nothing found>")


def test_what_is_no_record_is_told() -> None:
    with pytest.raises(TypeError, match=r"records are a path or a data frame that speaks Arrow.*not list"):
        dh.audit("star-sicbo-2024", [], pa.table(RESULTS))  # type: ignore[arg-type]


def test_odds_are_plotted() -> None:
    chart = dh.odds("star-craps").plot().to_dict()
    assert chart["mark"]["type"] == "bar"
    assert len(chart["data"]["values"]) == 71
