"""`dicehouse draw`: a wager as the automaton it is."""

import sys
from pathlib import Path

import click

from dicehouse.cli import common
from dicehouse.diagram import diagram
from dicehouse.rulebooks import load
from dicehouse.rulebooks.source import nearest


@click.command()
@common.rulebook
@click.argument("wager")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The .svg file to write.")
@common.readings
def draw(rulebook: str, wager: str, output: Path | None, readings: tuple[tuple[str, str], ...]) -> None:
    """Draw a WAGER of a RULEBOOK: its states, and what each roll does in them.

    The drawing is one SVG that needs nothing else: put it in a document or open it in a browser. Without
    --output it goes to standard output.

    \b
    Examples:
      dicehouse draw star-craps win-line -o win-line.svg
      dicehouse draw star-craps hard-8 --reading hardways=either_before -o hard-8.svg
      dicehouse draw ./my-house.toml streak-small-big > streak.svg
    """
    book = load(rulebook, dict(readings))
    if wager not in book.wagers:
        near = nearest(wager, book.wagers)
        raise click.UsageError(f"{book.id} has no wager {wager!r}{near} (`dicehouse odds {rulebook}` lists them)")
    drawn = diagram(book.wagers[wager])
    if output is None:
        sys.stdout.write(drawn)
    else:
        output.write_text(drawn, encoding="utf-8")
