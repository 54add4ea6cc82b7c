"""`dicehouse conformance`: the pack of cases, and the score of an engine that is held to it."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from dicehouse.cli import common

if TYPE_CHECKING:
    from dicehouse.conformance import Known, Played, Score

SHOWN: Final = 10


@click.command()
@click.argument("rulebooks", nargs=-1, metavar="[RULEBOOK]...")
@click.option("--engine", metavar="CMD", help="The program to play against, with its arguments; no shell runs it.")
@click.option(
    "--known",
    "known_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file of differences that are known; they are counted by themselves.",
)
@click.option("--wager", "wagers", multiple=True, help="Only cases of this wager. Repeatable.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=20, help="How long the engine may take to answer.")
@click.option("--show", type=click.IntRange(min=0), default=SHOWN, help="How many differences to print in full.")
@common.as_json
def conformance(
    rulebooks: tuple[str, ...],
    engine: str | None,
    known_file: Path | None,
    wagers: tuple[str, ...],
    seconds: float,
    show: int,
    as_json: bool,
) -> None:
    """Hold an engine to what every rulebook decides.

    Without --engine, prints the pack of each RULEBOOK as JSON Lines, or lists what the pack holds. With --engine,
    plays every case against that program, one JSON object a line in and one out, as `dicehouse settle` speaks:
    {"open": RULEBOOK, "chip": "1.00"} begins each case, then place, roll, call, remove and no_result. What a program
    does not know it answers with {"unsupported": "why"}. The exit status is 1 where a case differs.

    \b
    Examples:
      dicehouse conformance
      dicehouse conformance strip-craps > strip-craps.jsonl
      dicehouse conformance --engine "dicehouse settle star-craps"
      dicehouse conformance strip-craps --engine "python my_engine.py" --known known.toml
    """
    from dicehouse.conformance import RULEBOOKS, read_known
    from dicehouse.rulebooks.source import nearest

    for it in rulebooks:
        if it not in RULEBOOKS:
            raise click.UsageError(
                f"the pack has no rulebook {it!r}{nearest(it, RULEBOOKS)}; it has {', '.join(RULEBOOKS)}"
            )
    if engine is None:
        _print(rulebooks)
        return
    known = read_known(known_file) if known_file else []
    scores = _scores(rulebooks or RULEBOOKS, engine, seconds, frozenset(wagers), known)
    if as_json:
        common.write_json(_as_json(engine, scores, known))
    else:
        _tell(scores, known, show)
    if any(it.differences for it in scores):
        raise click.exceptions.Exit(1)


def _print(rulebooks: Sequence[str]) -> None:
    from dicehouse.conformance import RULEBOOKS, cases, head, text

    for it in rulebooks:
        sys.stdout.write(text(it))
    if rulebooks:
        return
    table = common.table(
        "The conformance pack", "rulebook", "wagers", "cases", "commands", right=("wagers", "cases", "commands")
    )
    for it in RULEBOOKS:
        held = list(cases(it))
        table.add_row(it, str(len(head(it).wagers)), str(len(held)), f"{sum(len(each.steps) for each in held):,}")
    common.console().print(table)


def _scores(
    rulebooks: Iterable[str], command: str, seconds: float, wagers: frozenset[str], known: "Sequence[Known]"
) -> "list[Score]":
    from dicehouse.conformance import Engine, Score, cases, head, play
    from dicehouse.rulebooks.source import nearest

    chosen = list(rulebooks)
    for it in wagers:
        having = {wager for each in chosen for wager in head(each).wagers}
        if it not in having:
            raise click.UsageError(f"no wager of these rulebooks is {it!r}{nearest(it, having)}")
    scores = []
    with Engine(command, seconds) as engine:
        for rulebook in chosen:
            score = Score(rulebook, known)
            for case in cases(rulebook):
                if not wagers or case.wager in wagers:
                    score.add(play(case, engine))
            scores.append(score)
    return scores


def _tell(scores: "Sequence[Score]", known: "Sequence[Known]", show: int) -> None:
    from dicehouse.conformance import Came

    console = common.console()
    figures = ("cases", "left out", "agree", "known", "differ", "score")
    table = common.table("Against the conformance pack", "rulebook", *figures, right=figures)
    for it in scores:
        counts = (it.counts[came] for came in (Came.UNSUPPORTED, Came.AGREES, Came.KNOWN, Came.DIFFERS))
        table.add_row(it.rulebook, str(it.cases), *map(str, counts), _percent(it))
    console.print(table)
    for it in scores:
        for why, count in it.unsupported.most_common():
            console.print(f"{it.rulebook}: {count} left out: {why}", markup=False)
    for each in known:
        if each.shown:
            console.print(f"{each.rulebook}: {len(each.shown)} known: {each.why}", markup=False)
        elif any(each.covers(it.rulebook, "") or each.rulebook == it.rulebook for it in scores):
            console.print(f"{each.rulebook}: no longer differs: {each.why}", markup=False)
    differences = [played for it in scores for played in it.differences]
    for played in differences[:show]:
        _difference(played)
    if len(differences) > show:
        print(f"… and {len(differences) - show} more; --show and --json tell them")


def _difference(played: "Played") -> None:
    case = played.case
    print(f"\n{case.rulebook}: {case.title} ({', '.join(case.clauses[:3])})")
    print(f"  at   {json.dumps(played.at)}")
    print(f"  due  {played.due}")
    print(f"  came {played.got}")


def _percent(score: "Score") -> str:
    """Rounded down, so that 100% means that every case agrees."""
    if not score.compared:
        return "-"
    hundredths = score.agreed * 10_000
    return f"{hundredths.numerator // hundredths.denominator / 100:.2f}%"


def _as_json(engine: str, scores: "Sequence[Score]", known: "Sequence[Known]") -> dict[str, object]:
    from dicehouse.conformance import Came

    return {
        "engine": engine,
        "scores": [
            {
                "rulebook": it.rulebook,
                "cases": it.cases,
                **{came.value: it.counts[came] for came in Came},
                "score": str(it.agreed),
                "left_out": dict(it.unsupported),
                "differences": [
                    {
                        "case": played.case.title,
                        "clauses": list(played.case.clauses),
                        "at": played.at,
                        "due": played.due,
                        "came": played.got,
                    }
                    for played in it.differences
                ],
            }
            for it in scores
        ],
        "known": [{"rulebook": it.rulebook, "why": it.why, "cases": it.shown} for it in known],
    }
