"""`dicehouse audit`: every recorded wager settled again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from dicehouse.cli import common
from dicehouse.money import DOLLAR, Cents, dollars
from dicehouse.rulebooks import load

if TYPE_CHECKING:
    from dicehouse.audit.run import Audited, Progress


SHOWN: Final = 5
"""Files that cannot be read which are named on the screen."""


@click.command()
@common.rulebook
@click.option(
    "--wagers",
    required=True,
    multiple=True,
    help="Recorded wagers: a file, a folder or a pattern. Repeatable. See the schema page.",
)
@click.option("--results", required=True, multiple=True, help="Recorded results, likewise.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="The folder to write the report into."
)
@click.option(
    "--map", "map_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A mapping file (TOML)."
)
@click.option("--infer", is_flag=True, help="Audit nothing: print a mapping file for these records, to look over.")
@click.option("--sample", metavar="PERCENT", help="Look at a part of the wagers alone, such as 5%.")
@click.option("--seed", default=1, show_default=True, help="Which part of that size.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "numba", "duckdb", "spark"]),
    default="auto",
    show_default=True,
    help="What does the work; auto is numba where it is installed, else duckdb.",
)
@click.option("--casino", default="", help="Whose records they are, for the report.")
@click.option("--period", default="", help="The days that they are of, for the report.")
@click.option("--made-by", default="", help="Who makes the report.")
@click.option("--chip", type=common.Amount(), default=DOLLAR, help="The smallest chip of the tables. [default: 1.00]")
@common.readings
@common.as_json
def audit(
    rulebook: str,
    wagers: tuple[str, ...],
    results: tuple[str, ...],
    output: Path | None,
    map_file: Path | None,
    infer: bool,
    sample: str | None,
    seed: int,
    engine: str,
    casino: str,
    period: str,
    made_by: str,
    chip: Cents,
    readings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Settle every recorded wager again by the RULEBOOK and report each difference.

    Reads Parquet, CSV or JSON Lines. A mapping file adapts other names of columns and wagers, and --infer writes one to
    begin with. Records that cannot be settled are counted and listed, and never stop the audit. The exit status is 0
    when nothing was found, 1 when something was, and 2 when the command could not be run.

    \b
    Examples:
      dicehouse records star-craps --rounds 10000 --errors 20 -o made
      dicehouse audit star-craps --wagers made/wagers --results made/results.parquet -o report
      dicehouse audit crown-sicbo-a --wagers 'year/*.csv' --results results.csv --infer > ours.toml
      dicehouse audit crown-sicbo-a --wagers 'year/*.csv' --results results.csv --map ours.toml --sample 5%
    """
    try:
        from dicehouse.audit.compiled import Compiled
        from dicehouse.audit.mapping import AS_IT_IS, mapping
        from dicehouse.audit.report import as_data, write
        from dicehouse.audit.run import audit as run
        from dicehouse.audit.sample import sample_of
    except ModuleNotFoundError:
        raise ValueError("an audit needs the audit extra: pip install 'dicehouse[audit]'") from None
    if infer:
        _infer(rulebook, wagers, results)
        return
    compiled = Compiled(load(rulebook, dict(readings)), chip)
    part = sample_of(sample, seed) if sample else None
    translation = mapping(map_file) if map_file else AS_IT_IS
    chosen = _best() if engine == "auto" else engine
    with progress_bar() as progress:
        audited = run(compiled, wagers, results, translation=translation, engine=chosen, sample=part, progress=progress)
    said = (("Casino", casino), ("Period", period), ("Made by", made_by))
    made = write(audited, output, [it for it in said if it[1]]) if output else []
    if as_json:
        common.write_json(as_data(audited))
    else:
        _show(audited, made)
    if not audited.clean:
        raise click.exceptions.Exit(1)


def _infer(rulebook: str, wagers: tuple[str, ...], results: tuple[str, ...]) -> None:
    """A mapping file on standard output, and on standard error what is still to be written into it."""
    from dicehouse.audit.infer import infer

    made = infer(load(rulebook), wagers, results)
    print(made.text, end="")
    if made.open:
        print(f"to be filled in: {', '.join(made.open)}", file=sys.stderr)
        raise click.exceptions.Exit(1)


def _best() -> str:
    from importlib.util import find_spec

    return "numba" if find_spec("numba") else "duckdb"


def _show(audited: "Audited", made: list[Path]) -> None:
    from dicehouse.audit.findings import BAD, DIFFERENCES
    from dicehouse.audit.report import register

    book = audited.compiled.book
    print(f"{book.id}: {audited.rows:,} rows of wagers in {audited.rounds:,} rounds settled again")
    if audited.sample:
        print(f"  a sample: {audited.sample}")
    print(f"  staked {dollars(audited.staked)}, paid {dollars(audited.paid)}, due {dollars(audited.due)}")
    for kind, says in (DIFFERENCES | BAD).items():
        count = sum(it.rows for it in audited.findings if it.kind == kind)
        if count:
            print(f"  {count:>9,}  {kind:<16} {says}")
        if kind in {"columns", "file"}:  # one for a whole file, which says what to do
            for it in [it for it in audited.findings if it.kind == kind][:SHOWN]:
                print(f"{'':>12} {it.says}")
    if audited.more:
        print(f"  {audited.more:,} rows more stand out and are not listed; is this the right rulebook and chip?")
    over = len(register(audited) or ())
    if over:
        print(f"  {over:,} single errors above 1000.00 are on the list for the monthly report")
    if audited.clean:
        every = "every wager of the sample" if audited.sample else "every recorded wager"
        print(f"  nothing found: {every} was paid what the rules say")
    if made:
        print("report: " + ", ".join(str(it) for it in made))


@contextmanager
def progress_bar() -> Iterator["Progress"]:
    """A bar on standard error, where that is a screen."""
    from dicehouse.audit.run import Progress

    if not sys.stderr.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def begins(what: str, rows: int) -> None:
            bar.reset(task, description=what, total=rows or None)

        yield Progress(begins, lambda rows: bar.advance(task, rows))
