"""`dicehouse dice`: whether a record of results is what fair dice give."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import click

from dicehouse.cli import common
from dicehouse.fairness import Judged, Record, judged, least_bias, read, rolls_to_see
from dicehouse.fairness.judging import FEWEST
from dicehouse.fairness.rolls import BY

MOST_TOLD: Final = 10
"""Bad lines that are told one by one."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True, exists=True, dir_okay=False))
@click.option("--by", multiple=True, type=click.Choice(BY), help="Judge each of them by itself too. Repeatable.")
@click.option(
    "--level",
    type=click.FloatRange(0, 0.5, min_open=True),
    default=0.01,
    show_default=True,
    help="How often fair dice may be called odd, all tests together.",
)
@click.option(
    "--bias",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.01,
    show_default=True,
    help="A bias for which to say how many rolls it takes to see it.",
)
@common.as_json
@click.pass_context
def dice(context: click.Context, file: Path, by: tuple[str, ...], level: float, bias: float, as_json: bool) -> None:
    """Put a FILE of results to the tests of fair dice, and say what such a record can show.

    The FILE (or - for standard input) has one roll a line: JSON such as {"dice": [1, 4, 5], "tumbler": "T1"}, CSV with
    a column dice or columns die1, die2, die3, or bare faces such as 1 4 5. It is tested for faces, totals,
    combinations, runs, one roll following from another, and by a sequential test that may be looked at at any time.
    The exit status is 0 if nothing speaks against fair dice and 1 if something does.

    \b
    Examples:
      dicehouse dice results.csv
      dicehouse dice results.csv --by tumbler --by dealer --level 0.001
    """
    with click.open_file(str(file), encoding="utf-8", errors="replace") as opened:
        record = read(_with_progress(opened, file))
    for number, said in record.bad[:MOST_TOLD]:
        click.echo(f"line {number}: {said}", err=True)
    if len(record.bad) > MOST_TOLD:
        click.echo(f"and {len(record.bad) - MOST_TOLD} more lines that are no rolls", err=True)
    if len(record.rolls) < FEWEST:
        raise click.ClickException(f"{file}: {len(record.rolls)} rolls are fewer than {FEWEST}; give a longer record")
    found = judged(record.rolls, by, level)
    if as_json:
        common.write_json(_data(record, found, bias))
    else:
        _show(record, found, bias)
    context.exit(1 if found.odd else 0)


def _with_progress(opened: IO[str], file: Path) -> Iterator[str]:
    """The lines of a file, with a bar on a screen."""
    from rich.progress import Progress

    size = file.stat().st_size if file.is_file() else None
    with Progress(transient=True, disable=not sys.stderr.isatty(), console=common.console()) as progress:
        task = progress.add_task("Reading", total=size)
        for number, line in enumerate(opened):
            yield line
            if number % 10_000 == 0:
                progress.update(task, completed=number * len(line))


def _data(record: Record, it: Judged, bias: float) -> dict[str, object]:
    return {
        "rolls": len(record.rolls),
        "dice": record.dice,
        "bad_lines": [{"line": line, "message": said} for line, said in record.bad],
        "level": it.level,
        "fair": not it.odd,
        "odd": [{"group": group.name, "test": found.test, "chance": found.chance} for group, found in it.odd],
        "groups": [
            {
                "name": group.name,
                "rolls": group.rolls,
                "faces": list(group.faces),
                "tests": [{"test": found.test, "said": found.said, "chance": found.chance} for found in group.found],
                "evidence": group.evidence,
                "most_evidence": group.most_evidence,
            }
            for group in it.groups
        ],
        "power": {
            "bias": bias,
            "rolls_to_see_it": rolls_to_see(bias, record.dice, it.level),
            "least_bias_here": least_bias(len(record.rolls), record.dice, it.level),
        },
    }


def _percent(chance: float) -> str:
    return f"{chance:.2%}" if chance >= 0.0001 else "below 0.01%"


def _show(record: Record, it: Judged, bias: float) -> None:
    console = common.console()
    odd = {(group.name, found.test) for group, found in it.odd}
    for group in it.groups:
        title = f"{group.name}: {group.rolls} rolls; faces 1 to 6 came {', '.join(str(n) for n in group.faces)} times"
        table = common.table(title, "Test", "Found", "Chance with fair dice", "", right=("Chance with fair dice",))
        for found in group.found:
            table.add_row(
                found.test, found.said, _percent(found.chance), "odd" if (group.name, found.test) in odd else ""
            )
        if not group.found:
            table.add_row("none", f"fewer than {FEWEST} rolls", "", "")
        console.print(table)
    if it.odd:
        group, found = it.odd[0]
        told = f"Not as fair dice fall: {found.test} of {group.name} ({found.said}). Fair dice would be called odd in"
        console.print(f"{told} {it.level:.1%} of such records; take the dice out of play and measure them.")
    else:
        console.print("Nothing in this record speaks against fair dice.")
    least, rolls = least_bias(len(record.rolls), record.dice, it.level), rolls_to_see(bias, record.dice, it.level)
    console.print(
        f"A face that shows {least:.1%} oftener than it should would be found here 9 times in 10; one that shows"
        f" {bias:.1%} oftener would take {rolls} rolls.",
        soft_wrap=True,
    )
    if record.bad:
        console.print(f"{len(record.bad)} lines were no rolls and were not judged.")
