"""`dicehouse sheet`: a par sheet to file."""

import sys
from datetime import datetime
from pathlib import Path

import click

from dicehouse.cli import common
from dicehouse.money import Cents
from dicehouse.rulebooks import load
from dicehouse.sheet import as_html, as_pdf
from dicehouse.sheet import sheet as par_sheet


@click.command()
@common.rulebook
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write: .html or .pdf."
)
@common.readings
@click.option("--chip", type=common.Amount(), help="The smallest chip: adds the stakes that rounding makes too good.")
@click.option(
    "--date",
    "on",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The date to print, such as 2026-11-15.",
)
def sheet(
    rulebook: str,
    output: Path | None,
    readings: tuple[tuple[str, str], ...],
    chip: Cents | None,
    on: datetime | None,
) -> None:
    """The par sheet of a RULEBOOK: every wager with its clauses, odds, chances, return, edge and variance.

    With the readings in force, the rule on chips, how every figure is defined, and a place to sign. The same
    rulebook gives the same sheet to the last letter; a date stands on it only if you give one. Without
    --output the HTML goes to standard output. A .pdf needs the report extra: pip install 'dicehouse[report]'.

    \b
    Examples:
      dicehouse sheet star-craps -o sheet.html
      dicehouse sheet star-craps --chip 1.00 --date 2026-11-15 -o sheet.pdf
      dicehouse sheet ./my-house.toml --reading chip_rounding=down -o sheet.html
    """
    kind = ".html" if output is None else output.suffix.lower()
    if kind not in (".html", ".htm", ".pdf"):
        raise click.UsageError(f"{output} is neither .html nor .pdf, so there is no telling what to write")
    made = par_sheet(load(rulebook, dict(readings)), chip, on.date() if on else None)
    if output is None:
        sys.stdout.write(as_html(made))
    elif kind == ".pdf":
        output.write_bytes(as_pdf(made))
    else:
        output.write_text(as_html(made), encoding="utf-8")
