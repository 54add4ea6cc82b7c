"""`dicehouse draw`: a wager as the automaton it is, and draws of prizes that anyone can work out again."""

import sys
from pathlib import Path

import click

from dicehouse.cli import common
from dicehouse.cli.progress import telling


class Draws(click.Group):
    """What is no command of its own is a rulebook with a wager to be drawn."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in self.commands:
            return super().resolve_command(ctx, args)
        return "", wager_drawing, args


@click.group(cls=Draws, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
def draw() -> None:
    """Draw a WAGER of a RULEBOOK: its states, and what each roll does in them.

    The drawing is one SVG that needs nothing else: put it in a document or open it in a browser. Without
    --output it goes to standard output. With --reading KEY=VALUE an unclear point is taken another way.

    \b
    Examples:
      dicehouse draw star-craps win-line -o win-line.svg
      dicehouse draw star-craps hard-8 --reading hardways=either_before -o hard-8.svg
      dicehouse draw ./my-house.toml streak-small-big > streak.svg

    A draw of prizes is another thing: `publish` writes it out of a journal, and `verify` works it out again.
    """


@click.command(name="draw")
@common.rulebook
@click.argument("wager")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The .svg file to write.")
@common.readings
def wager_drawing(rulebook: str, wager: str, output: Path | None, readings: tuple[tuple[str, str], ...]) -> None:
    """Draw a WAGER of a RULEBOOK."""
    from dicehouse.diagram import diagram
    from dicehouse.rulebooks import load
    from dicehouse.rulebooks.source import nearest

    book = load(rulebook, dict(readings))
    if wager not in book.wagers:
        near = nearest(wager, book.wagers)
        raise click.UsageError(f"{book.id} has no wager {wager!r}{near} (`dicehouse odds {rulebook}` lists them)")
    drawn = diagram(book.wagers[wager])
    if output is None:
        sys.stdout.write(drawn)
    else:
        output.write_text(drawn, encoding="utf-8")


@draw.command(short_help="Write a draw of prizes out of a journal.")
@click.argument("promotion")
@click.option("--journal", metavar="FILE", required=True, help="The journal: a file, an export, or postgresql://…")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The .json file to write.")
def publish(promotion: str, journal: str, output: Path | None) -> None:
    """Write the draw of a PROMOTION out of a journal, so that anyone can verify it without the journal.

    It holds the sealed entries, what was promised before and opened after, the scrutineer's word, the prizes and the
    winners. Without --output it goes to standard output.

    \b
    Examples:
      dicehouse draw publish summer-draw --journal house.db -o draw.json
      dicehouse draw verify draw.json
    """
    import msgspec

    from dicehouse.reports.draw import published
    from dicehouse.reports.sources import opened

    with opened(journal) as source, telling("entries read") as progress:
        made = published(source, promotion, progress)
    text = msgspec.json.format(msgspec.json.encode(made)).decode() + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")


@draw.command(short_help="Work a published draw of prizes out again.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Work out a published draw again from its FILE: the promise, the seal, and every winner.

    The exit status is 0 if the draw stands, 1 if it does not, and 2 if there is no published draw to verify.

    \b
    Example:
      dicehouse draw verify draw.json
    """
    from dicehouse.journal.verify.published import faults, read_draw

    try:
        it = read_draw(file.read_bytes())
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    found = faults(it)
    for fault in found:
        print(fault)
    if found:
        print(f"{file}: the draw of {it.promotion} does not stand")
        raise click.exceptions.Exit(1)
    for one in it.winners:
        print(f"prize {one.prize}, {one.name}: {one.person}, by entry {one.entry}")
    number = sum(one.number for one in it.entries)
    print(f"{file}: the draw of {it.promotion} among {number} entries stands as published")
