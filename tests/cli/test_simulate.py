"""`dicehouse simulate`: what it tells, what it refuses, and what an interruption leaves."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from tests.commands import ROOT, dicehouse, process

STRATEGY = ("simulate", "star-craps", "--strategy", "iron-cross")


def test_every_wager_is_told_beside_its_exact_return() -> None:
    data = dicehouse("simulate", "crown-sicbo-b", "--rounds", "1e6", "--seed", "7", "--json").data
    assert (data["rulebook"], data["rounds"], data["seed"], data["interrupted"]) == ("crown-sicbo-b", 10**6, 7, False)
    small = data["lines"][0]
    assert (small["id"], small["placed"], small["exact"], small["agrees"]) == ("small", 10**6, "35/36", True)
    assert float(small["low"]) < 35 / 36 < float(small["high"])
    assert small["win"] + small["lose"] == 10**6


def test_a_strategy_is_told_with_its_sessions() -> None:
    data = dicehouse(*STRATEGY, "--sessions", "300", "--seed", "7", "--threads", "1", "--json").data
    assert data["strategy"] == "Iron Cross"
    assert data["sessions"]["played"] == 300
    assert sum(data["sessions"]["ended"].values()) == 300
    assert data["total"]["agrees"]
    assert data == dicehouse(*STRATEGY, "--sessions", "300", "--seed", "7", "--threads", "5", "--json").data
    assert data != dicehouse(*STRATEGY, "--sessions", "300", "--seed", "8", "--json").data


def test_people_read_a_table_and_a_verdict() -> None:
    said = dicehouse(*STRATEGY, "--rounds", "100_000")
    assert said.status == 0
    assert "Iron Cross at Craps at The Star (star-craps), 100," in said.out
    assert "All agree with the exact values." in said.out
    assert "Longest run of losses" in said.out
    every = dicehouse("simulate", "aruze-sicbo", "--rounds", "1000", "--seed", "5")
    assert "of all runs" in every.out


def test_one_session_is_too_few_to_tell() -> None:
    assert "too few sessions to tell" in dicehouse(*STRATEGY, "--sessions", "1").out


def test_a_report_has_charts_in_html_and_pdf(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "out"
    data = dicehouse(*STRATEGY, "--rounds", "50000", "--report", str(folder), "--json").data
    html = (folder / "report.html").read_text(encoding="utf-8")
    assert html.count("<svg") == 3
    assert "Iron Cross: Craps at The Star" in html
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")
    assert json.loads((folder / "report.json").read_text(encoding="utf-8")) == data


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("star-craps", "--rounds", "1.5"), "'1.5' is not a number such as 1000000 or 1e9"),
        (("star-craps", "--rounds", "many"), "'many' is not a number such as 1000000 or 1e9"),
        (("star-craps", "--rounds", "0"), "0 is not a whole number from 1 to 1e15"),
        (("star-craps", "--rounds", "1e16"), "1e16 is not a whole number from 1 to 1e15"),
        (("star-craps", "--sessions", "5"), "--sessions goes with --strategy"),
        (("star-craps", "--strategy", "come", "--sessions", "5", "--rounds", "5"), "give --rounds or --sessions, not"),
        (("star-craps", "--strategy", "come", "--chip", "1.00"), "a strategy file says its own chip and stakes"),
        (("star-craps", "--strategy", "coma"), "coma: there is no such strategy; did you mean come?"),
        (("star-craps", "--strategy", "none.toml"), "none.toml: it cannot be read: No such file or directory"),
        (("star-craps", "--strategy", "sicbo-spread"), "star-craps does not offer 'big'; did you mean"),
        (("star-craps", "--stake", "3.00"), "Horn: stake $3 is not in units of 4 chips of $1; stake $4"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: tuple[str, ...], message: str) -> None:
    assert message in dicehouse("simulate", *arguments).mistake


def test_a_bankroll_below_the_first_round_is_told_with_both_amounts(tmp_path: Path) -> None:
    file = tmp_path / "poor.toml"
    file.write_text('[session]\nbankroll = "5.00"\n[[bet]]\nwager = "field"\nstake = "6.00"\n', encoding="utf-8")
    said = dicehouse("simulate", "star-craps", "--strategy", str(file)).mistake
    assert said == "poor: the bankroll 5.00 does not cover the first round, 6.00; bring more or stake less"


def test_without_numba_the_extra_is_named() -> None:
    hidden = "import sys; sys.modules |= {'numba': None, 'numpy': None}; from dicehouse.cli.app import run; "
    hidden += "sys.exit(run(sys.argv[1:]))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", hidden, "simulate", "star-craps"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dicehouse: simulation needs the fast extra: pip install 'dicehouse[fast]'\n"


def test_without_numpy_the_gpu_engine_names_its_extra() -> None:
    hidden = (
        "import sys; sys.modules |= {'numpy': None}; from dicehouse.cli.app import run; sys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", hidden, "simulate", "star-craps", "--engine", "gpu"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dicehouse: the GPU engine needs the gpu extra: pip install 'dicehouse[gpu]'\n"


def test_a_screen_shows_the_rounds_and_how_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    said = dicehouse(*STRATEGY, "--rounds", "2e7")
    assert said.status == 0
    assert re.search(r"[\d,]+ of 20,000,000 rounds, [\d,]+ a second", said.err)


@pytest.mark.parametrize("what", [(), ("--strategy", "come")], ids=["every wager", "strategy"])
def test_ctrl_c_keeps_what_was_done_and_says_how_much(what: tuple[str, ...]) -> None:
    def stopped_after(seconds: int) -> tuple[int, bytes, bytes]:
        running = process("simulate", "star-craps", *what, "--rounds", "1e14", "--json", stdout=subprocess.PIPE)
        time.sleep(seconds)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        if not out and seconds < 60:  # too slow a machine to have begun, or to have played anything
            return stopped_after(2 * seconds)
        return running.returncode, out, err

    status, out, err = stopped_after(1)
    assert status == 130, err
    data = json.loads(out)
    assert data["interrupted"]
    assert err.decode() == f"dicehouse: stopped; what is told covers {data['rounds']:,} rounds\n"
    assert 0 < data["rounds"] < 1e14


def test_every_session_is_written_down_as_it_was_counted(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    run = ("simulate", "star-craps", "--strategy", "iron-cross", "--sessions", "2000", "--seed", "5")
    told = dicehouse(*run, "--per-session", str(folder), "--json").data["sessions"]
    with duckdb.connect() as con:
        (found,) = con.execute(
            "select count(*), count(distinct session), min(result_cents), max(drawdown_cents),"
            f" count(*) filter (where ended = 'ruined') from '{folder}/*.parquet'"
        ).fetchall()
    least, drop = (int(told[name][end].replace(".", "")) for name, end in (("result", "least"), ("drawdown", "most")))
    assert found == (2000, 2000, least, drop, told["ended"]["ruined"])
    assert (
        "it is not empty; name a folder that is not there yet" in dicehouse(*run, "--per-session", str(folder)).mistake
    )
    alone = dicehouse("simulate", "star-craps", "--per-session", str(tmp_path / "other"))
    assert "--per-session goes with --strategy on the processor" in alone.mistake
