"""`dicehouse rulebooks`: the rulebooks there are, the text of one, and what a file of one's own is worth."""

from fractions import Fraction
from pathlib import Path

import click

from dicehouse.cli import common
from dicehouse.cli.odds import as_data, show
from dicehouse.odds.value import values
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.loader import FOLDERS, SHIPPED, text_of
from dicehouse.rulebooks.source import nearest


@click.command()
@click.argument("what", nargs=-1, metavar="[RULEBOOK | check FILE | schema | kept JOURNAL]")
@common.as_json
def rulebooks(what: tuple[str, ...], as_json: bool) -> None:
    """List the rulebooks, print the file of one to start your own from, or check your own.

    `check FILE` says what is wrong in a file, with the line; when nothing is, what each wager is worth. `schema`
    prints a JSON Schema for editors, so that they complete and check as you write. `kept JOURNAL` lists the rulebooks
    that the tables of a journal were played by; `kept JOURNAL FOLDER` writes each into the folder as a file, to be used
    wherever a rulebook is named.

    \b
    Examples:
      dicehouse rulebooks
      dicehouse rulebooks star-craps > my-house.toml
      dicehouse rulebooks check my-house.toml
      dicehouse rulebooks schema > rulebook.schema.json
      dicehouse rulebooks kept house.db old
    """
    first, *others = what or ("",)
    if not first:
        _list(as_json)
    elif first == "check" and len(others) == 1:
        _check(load(others[0]), as_json)
    elif first == "schema" and not others:
        from dicehouse.rulebooks.schema import schema

        common.write_json(schema())
    elif first == "kept" and len(others) in {1, 2}:
        _kept(others[0], Path(others[1]) if others[1:] else None, as_json)
    elif first in FOLDERS and not others:
        click.echo(text_of(first), nl=False)
    elif first in ("check", "schema", "kept", *FOLDERS):
        raise click.UsageError("say `check FILE`, `schema`, `kept JOURNAL [FOLDER]`, or the id of one rulebook")
    else:
        close = nearest(first, [*FOLDERS, "check", "schema", "kept"])
        known = ", ".join([*BUILT_IN, *SHIPPED])
        raise click.UsageError(f"{first!r} is no rulebook{close}; there are {known}; `check FILE` checks a file")


def _list(as_json: bool) -> None:
    books = [load(name) for name in (*BUILT_IN, *SHIPPED)]
    if as_json:
        common.write_json(
            [
                {"id": it.id, "name": it.name, "document": it.document, "wagers": len(it.wagers), "hash": it.hash}
                for it in books
            ]
        )
        return
    table = common.table("Rulebooks", "Id", "Name", "Wagers", "Edition", right=("Wagers",))
    for it in books:
        table.add_row(it.id, it.name, str(len(it.wagers)), it.edition or "as usual; no approved document")
    common.console().print(table)


def _check(book: Rulebook, as_json: bool) -> None:
    """Everything in order: what each wager is worth, and what a careful reader would ask about."""
    notes = [*_notes(book)]
    if as_json:
        common.write_json({**as_data(book), "notes": notes})
        return
    show(book)
    states = sum(len(it.states) for it in book.wagers.values())
    counted = ((len(book.wagers), "wager"), (states, "state"), (len(book.markers), "marker"))
    told = ", ".join(f"{count} {what}{'s' if count != 1 else ''}" for count, what in counted)
    click.echo(f"Nothing is wrong: {told}.")
    for note in notes:
        click.echo(f"Note: {note}")


def _kept(journal: str, folder: Path | None, as_json: bool) -> None:
    """The rulebooks that a journal keeps, each once, with the tables that were played by it."""
    from dicehouse.leading.kept_rulebooks import of_journal

    books: dict[str, Rulebook] = {}
    tables: dict[str, list[str]] = {}
    for table, book in of_journal(journal):
        books[book.hash] = book
        tables.setdefault(book.hash, []).append(table)
    files = {it: f"{book.id}-{it[:12]}.json" for it, book in books.items()}
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for it, book in books.items():
            (folder / files[it]).write_text(book.source, encoding="utf-8")
    if as_json:
        rows = [
            {"id": book.id, "name": book.name, "hash": it, "tables": tables[it], "file": files[it]}
            for it, book in books.items()
        ]
        common.write_json(rows)
        return
    shown = common.table("Rulebooks that the journal keeps", "Id", "Name", "Hash", "Tables")
    for it, book in books.items():
        shown.add_row(book.id, book.name, it[:12], ", ".join(dict.fromkeys(tables[it])))
    common.console().print(shown)


DEAR = Fraction(1, 4)
"""An edge at which a price is worth a second look."""


def _notes(book: Rulebook) -> list[str]:
    valued = list(values(book))
    above = [it.id for it in valued if it.returns > 1]
    dear = [it.id for it in valued if it.edge > DEAR]
    cited = {clause for wager in book.wagers.values() for clause in wager.clauses}
    others = tuple(f"{it} " for it in book.paper.inherits)
    own = [it for it in book.paper.clauses if book.paper.own and it not in cited and not it.startswith(others)]
    said = {
        "above 100%, so no table opens with them until they are acknowledged by name": above,
        "the house keeps more than a quarter of these": dear,
        "clauses that no wager cites": own,
    }
    return [f"{what}: {', '.join(which)}" for what, which in said.items() if which]
