"""`dicehouse records`: made-up records of play, with planted errors, for trying out an audit."""

from pathlib import Path

import click

from dicehouse.cli import common
from dicehouse.cli.audit import progress_bar
from dicehouse.money import DOLLAR, Cents
from dicehouse.rulebooks import load


class Many(click.ParamType[int]):
    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """A whole number, also written as 1e6."""
        try:
            number = common.whole(str(value))
        except ValueError:
            self.fail(f"{value!r} is no whole number, such as 500000 or 5e5", param, ctx)
        return number if number >= 0 else self.fail(f"{value} is below zero", param, ctx)


@click.command()
@common.rulebook
@click.option("--rounds", type=Many(), required=True, help="Rounds over all tables; at craps, rolls.")
@click.option("--errors", type=Many(), default=0, show_default=True, help="Errors to plant, listed in planted.csv.")
@click.option("--seed", type=Many(), default=0, show_default=True, help="The same seed makes the same records.")
@click.option("--tables", type=click.IntRange(1, 10_000), default=8, show_default=True, help="Tables.")
@click.option("--days", type=click.IntRange(1, 3660), default=30, show_default=True, help="Gaming days.")
@click.option("--wagers", type=click.IntRange(2, 1000), default=20, show_default=True, help="New wagers a round.")
@click.option("--chip", type=common.Amount(), default=DOLLAR, help="The smallest chip. [default: 1.00]")
@common.readings
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write into."
)
def records(
    rulebook: str,
    rounds: int,
    errors: int,
    seed: int,
    tables: int,
    days: int,
    wagers: int,
    chip: Cents,
    readings: tuple[tuple[str, str], ...],
    output: Path,
) -> None:
    """Make up records of play under a RULEBOOK: wagers and results as Parquet, with errors planted in them.

    The folder gets wagers/*.parquet, results.parquet, and planted.csv with the place and the kind of every error.

    \b
    Examples:
      dicehouse records star-craps --rounds 10000 --errors 20 -o made
      dicehouse records crown-sicbo-a --rounds 5e5 --errors 100 --seed 7 -o year
    """
    try:
        from dicehouse.audit.compiled import Compiled
        from dicehouse.audit.records import Wanted, make
        from dicehouse.audit.run import needs_extras
    except ModuleNotFoundError:
        raise ValueError("records need the audit extra: pip install 'dicehouse[audit]'") from None
    needs_extras("duckdb")
    if not rounds:
        raise click.UsageError("--rounds is 0; make at least one round")
    if (output / "wagers").exists():
        raise click.UsageError(f"{output} has records already; name another folder")
    compiled = Compiled(load(rulebook, dict(readings)), chip)
    wanted = Wanted(rounds, errors, seed, tables=min(tables, rounds), days=days, per_round=wagers)
    with progress_bar() as progress:
        progress.begins("Playing", rounds)
        made = make(compiled, wanted, output, progress.goes_on)
    print(
        f"{output}: {made.wagers:,} rows of wagers in {made.rounds:,} rounds at {wanted.tables} tables,"
        f" {len(made.planted)} errors planted"
    )
