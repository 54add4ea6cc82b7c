"""`dicehouse simulate`: every wager of a rulebook, or a strategy, played very often."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicehouse.cli import common
from dicehouse.money import DOLLAR, Cents, dollars
from dicehouse.odds.figures import decimal, percent
from dicehouse.rulebooks import Rulebook, load
from dicehouse.simulate.engines import engine_called
from dicehouse.simulate.reference import LARGEST_SEED

if TYPE_CHECKING:
    from dicehouse.simulate.engine import Engine, Progress
    from dicehouse.simulate.figures import Line
    from dicehouse.simulate.summary import Summary

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""
MOST = 10**15
PATIENCE = 30.0
"""Seconds between two lines of progress where there is no screen."""


class Number(click.ParamType[int]):
    """A whole number that may be written 1e9 or 1_000_000."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = common.whole(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a number such as 1000000 or 1e9", param, ctx)
        return number if 0 < number <= MOST else self.fail(f"{value} is not a whole number from 1 to 1e15", param, ctx)


@click.command()
@common.rulebook
@click.option("--strategy", metavar="FILE", help="What is played: a .toml file, or the name of one that is built in.")
@click.option("--rounds", type=Number(), help="How many rounds, such as 1e9; a million without it.")
@click.option("--sessions", type=Number(), help="How many sessions of the strategy, instead of --rounds.")
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), default=1, show_default=True, help="Which dice.")
@click.option(
    "--engine",
    type=click.Choice(("processor", "gpu")),
    default="processor",
    show_default=True,
    help="What plays: the same rounds, and the same result, on either.",
)
@click.option("--threads", type=click.IntRange(1, 1024), help="How many threads; the result is the same on any number.")
@common.readings
@click.option("--chip", type=common.Amount(), help="The smallest chip; 1.00 without it. A strategy names its own.")
@click.option("--stake", type=common.Amount(), help="Play every wager at this stake, paid in chips.")
@click.option(
    "--per-session",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write every session of a strategy into this folder, as Parquet.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep how far the run came in this file, and go on from there.",
)
@common.as_json
@click.option(
    "--report",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write report.html, report.pdf and report.json with charts into this folder.",
)
def simulate(
    rulebook: str,
    strategy: str | None,
    rounds: int | None,
    sessions: int | None,
    seed: int,
    engine: str,
    threads: int | None,
    readings: tuple[tuple[str, str], ...],
    chip: Cents | None,
    stake: Cents | None,
    per_session: Path | None,
    resume: Path | None,
    as_json: bool,
    folder: Path | None,
) -> None:
    """Play a RULEBOOK very often: every wager against its exact return, or a strategy.

    A return stands with its interval of 99.9% beside the exact value, and agrees if that lies in the interval. A seed
    gives the same dice on any machine, any number of threads and a GPU. Ctrl-C ends a run early: what was played until
    then is told, with the number of rounds it covers, and the exit status is 130. With --resume the same command goes
    on from there, also after the machine stopped, and comes out as if it had never ended. It needs the fast extra,
    --engine gpu the gpu extra, and --report the report extra: pip install 'dicehouse[fast,report]'.

    \b
    Examples:
      dicehouse simulate star-craps --rounds 1e8
      dicehouse simulate star-craps --strategy iron-cross --rounds 1e9 --seed 7
      dicehouse simulate star-sicbo-2024 --strategy martingale-small --sessions 1e6 --report out
      dicehouse simulate star-craps --strategy iron-cross --rounds 1e12 --resume week.json
      dicehouse simulate star-sicbo-2024 --engine gpu --rounds 1e13
      dicehouse simulate ./my-house.toml --strategy ./my-strategy.toml --json
    """
    if rounds is not None and sessions is not None:
        raise click.UsageError("give --rounds or --sessions, not both")
    if strategy is None and sessions is not None:
        raise click.UsageError("--sessions goes with --strategy; without one say how many --rounds")
    if strategy is not None and (chip is not None or stake is not None):
        raise click.UsageError("a strategy file says its own chip and stakes; leave out --chip and --stake")
    if engine == "gpu" and threads is not None:
        raise click.UsageError("--threads goes with the processor; leave it out with --engine gpu")
    if per_session is not None and (strategy is None or engine == "gpu"):
        raise click.UsageError("--per-session goes with --strategy on the processor")
    if resume is not None and (per_session is not None or engine == "gpu"):
        raise click.UsageError("--resume goes with the processor, and not with --per-session")
    chosen = engine_called(engine, threads or 0)  # first of all, so that a missing extra is told at once
    book = load(rulebook, dict(readings))
    if per_session is not None:
        from dicehouse.simulate.kept import Sessions
        from dicehouse.simulate.run import Processor

        chosen = Processor(threads or 0, Sessions(per_session).keep)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    goal = rounds or (0 if sessions else 10**6)
    with _kept(resume, book, strategy, (goal, sessions, seed, chip, stake), threads or 0) as engine_of_run:
        player = engine_of_run or chosen
        if strategy is None:
            made = _every_wager(book, goal, seed, player, chip or DOLLAR, stake)
        else:
            made = _strategy(book, strategy, goal, sessions or 0, seed, player)
    if made.interrupted and made.lines and resume is not None:
        print(f"dicehouse: kept in {resume}; the same command goes on from there", file=sys.stderr)
    _tell(made, as_json, folder)
    if made.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


@contextmanager
def _kept(
    file: Path | None, book: Rulebook, strategy: str | None, said: tuple[int | None, ...], threads: int
) -> "Iterator[Engine | None]":
    """An engine that keeps the run in a file; None without one."""
    if file is None:
        yield None
        return
    from hashlib import sha256

    from dicehouse import __version__
    from dicehouse.simulate.resume import kept
    from dicehouse.simulate.run import Processor

    own = Path(strategy) if strategy and strategy.endswith(".toml") else None
    named = sha256(own.read_bytes()).hexdigest() if own and own.exists() else strategy
    with kept(file, " ".join(map(str, (__version__, book.hash, named, *said)))) as run:
        yield Processor(threads, run=run)


def _every_wager(
    book: Rulebook, rounds: int, seed: int, engine: "Engine", chip: Cents, stake: Cents | None
) -> "Summary":
    from dicehouse.simulate.proof import parts_of
    from dicehouse.simulate.whole import every_wager

    parts = parts_of(book, chip, stake)
    with _progress(rounds * len(parts)) as progress:
        return every_wager(book, parts, rounds, seed, engine, progress)


def _strategy(book: Rulebook, name: str, rounds: int, sessions: int, seed: int, engine: "Engine") -> "Summary":
    from dicehouse.simulate.positions import plan
    from dicehouse.simulate.strategy import load_strategy
    from dicehouse.simulate.whole import strategy

    chosen = load_strategy(name, book)
    with _progress(rounds or sessions * chosen.session.rounds) as progress:
        return strategy(plan(book, chosen), seed, engine, rounds=rounds, sessions=sessions, progress=progress)


@contextmanager
def _progress(rounds: int) -> Iterator["Progress"]:
    """On standard error: a bar on a screen, a line now and then elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeRemainingColumn

    class Rounds(ProgressColumn):
        def render(self, task: Task) -> str:
            rate = f", {task.speed:,.0f} a second" if task.speed else ""
            return f"{task.completed:,.0f} of {task.total:,.0f} rounds{rate}"

    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield _lines(rounds)
        return
    columns = (BarColumn(), Rounds(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=rounds)
        yield lambda done: bar.advance(task, done)


def _lines(rounds: int) -> "Progress":
    done, last = 0, 0.0

    def step(more: int) -> None:
        nonlocal done, last
        done, now = done + more, time.monotonic()
        last = last or now
        if now - last >= PATIENCE:
            last = now
            print(f"{done:,} of {rounds:,} rounds", file=sys.stderr, flush=True)

    return step


def _tell(made: "Summary", as_json: bool, folder: Path | None) -> None:
    from dicehouse.simulate.summary import as_data

    if not made.lines:
        print("dicehouse: stopped before any round was done; nothing was kept", file=sys.stderr)
        return
    if folder is not None:
        from dicehouse.simulate.report import write_report

        write_report(made, folder)
    if as_json:
        common.write_json(as_data(made))
    else:
        _show(made)
    if made.interrupted:
        print(f"dicehouse: stopped; what is told covers {made.rounds:,} rounds", file=sys.stderr)


def _show(made: "Summary") -> None:
    console = common.console()
    title = f"{made.book.name} ({made.book.id}), {made.rounds:,} rounds, seed {made.seed}"
    if made.strategy is not None:
        title = f"{made.strategy.name} at {title}"
    right = ("Placed", "Return", "±", "Exact", "")
    table = common.table(title, "Wager", "Placed", "Return", "±", "Exact", "", "Verdict", right=right)
    for line in made.lines:
        table.add_row(*_cells(line))
    if made.total is not None:
        table.add_section()
        table.add_row(*_cells(made.total))
    console.print(table)
    if made.tally is not None:
        _show_sessions(made)
    console.print(_verdict(made), soft_wrap=True)


def _verdict(made: "Summary") -> str:
    told = made.lines if made.total is None else [*made.lines, made.total]
    outside = [it.id for it in told if it.agrees is False]
    if not outside:
        return "All agree with the exact values. An interval holds 99.9% of all runs."
    differ = made.verdict.differ
    together = f"{', '.join(differ)} differ" if differ else "they agree"
    return (
        f"Outside: {', '.join(outside)}. Of {len(told)} intervals that each hold 99.9% of all runs, chance alone leaves"
        f" {len(told) / 1000:.3f} outside. Taken together (Holm's method, wrong in one run in a thousand at most)"
        f" {together}; play another seed or more rounds to tell chance from a defect."
    )


def _cells(line: "Line") -> tuple[str, ...]:
    margin = "" if line.margin is None else f"{100 * line.margin:.4f}%"
    verdict = {True: "agrees", False: "[red]differs[/red]", None: "too few sessions to tell"}[line.agrees]
    exact = str(line.exact) if line.exact.denominator < 10**6 else ""
    return line.id, f"{line.placed:,}", percent(line.returns, 4), margin, exact, percent(line.exact, 4), verdict


def _show_sessions(made: "Summary") -> None:
    from dicehouse.simulate.sessions import chance, spread, won
    from dicehouse.simulate.tables import Over

    tally = made.tally
    if tally is None:
        return
    ruined, low, high = chance(tally.over[Over.RUINED], tally.sessions)
    names = {"result": "Result", "drawdown": "Drawdown", "rounds": "Rounds played"}
    names |= {"wins": "Longest run of wins", "losses": "Longest run of losses"}
    heads = ("Mean", "Least", "5%", "Median", "95%", "Most")
    table = common.table(f"{tally.sessions:,} sessions", "Of a session", *heads, right=heads)
    for name, called in names.items():
        it, money = spread(tally.spread[name]), name in ("result", "drawdown")
        cells = (it.least, it.quantiles[5], it.quantiles[50], it.quantiles[95], it.most)
        told = (dollars(cell) if money else f"{cell:,}" for cell in cells)
        table.add_row(called, decimal(it.mean / (100 if money else 1)), *told)
    console = common.console()
    console.print(table)
    console.print(
        f"Ruined: {100 * ruined:.4f}% of sessions (99.9% interval {100 * low:.4f}% to {100 * high:.4f}%)."
        f" Won something: {100 * won(tally) / tally.sessions:.2f}%."
        f" Ended by the stop loss: {tally.over[Over.STOP_LOSS]:,}, by the win goal: {tally.over[Over.WIN_GOAL]:,}.",
        soft_wrap=True,
    )
