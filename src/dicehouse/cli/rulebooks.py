"""`dicehouse rulebooks`: the rulebooks there are, or the text of one."""

import click

from dicehouse.cli import common
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.loader import text_of


@click.command()
@click.argument("rulebook", required=False, type=click.Choice(BUILT_IN), metavar="[RULEBOOK]")
@common.as_json
def rulebooks(rulebook: str | None, as_json: bool) -> None:
    """List the built-in rulebooks, or print the file of one to start your own from.

    \b
    Examples:
      dicehouse rulebooks
      dicehouse rulebooks star-craps > my-house.toml
    """
    if rulebook is not None:
        click.echo(text_of(rulebook), nl=False)
        return
    books = [load(name) for name in BUILT_IN]
    if as_json:
        common.write_json(
            [
                {"id": it.id, "name": it.name, "document": it.document, "wagers": len(it.wagers), "hash": it.hash}
                for it in books
            ]
        )
        return
    table = common.table("Built-in rulebooks", "Id", "Name", "Wagers", "Edition", right=("Wagers",))
    for it in books:
        table.add_row(it.id, it.name, str(len(it.wagers)), it.edition)
    common.console().print(table)
