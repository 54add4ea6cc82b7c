"""`dicehouse init`: a house of one's own in a new folder, ready to be served."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

import click

from dicehouse.cli import house_files
from dicehouse.cli.staff import asked, password_option

TABLES: Final = ("star-sicbo-2024", "star-craps")
SECTION: Final = """[[tables]]
name = {name}
rulebook = {rulebook}
dealer = "{dealer}"             # "staff": people deal; "practice": a dealer who is the program
tumbler = "simulated"           # "keyed": a dealer keys the dice in; or the address of a device
seats = {seats}
[tables.sign.every]
minimum = "5.00"
maximum = "1000.00"
"""


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", help="What the house is called.  [default: as its folder]")
@click.option("--time-zone", default="Australia/Sydney", show_default=True, help="Where its days begin and end.")
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="RULEBOOK",
    help="A table, by its rulebook. Repeatable.  [default: star-sicbo-2024 and star-craps]",
)
@click.option("--practice", is_flag=True, help="Let the program deal every table, to try the house out alone.")
@click.option("--admin", help="Who may do everything at first; asked for without it.")
@password_option
def init(
    folder: Path,
    name: str | None,
    time_zone: str,
    tables: tuple[str, ...],
    practice: bool,
    admin: str | None,
    piped: bool,
) -> None:
    """Make a house in a new FOLDER: its file, in which every setting is explained, its secret key, and the first of
    its staff.

    \b
    Examples:
      dicehouse init my-house
      dicehouse init my-house --table star-craps --table macau-sicbo.toml --practice
      echo 'a long password' | dicehouse init my-house --admin Alex --password-stdin
    """
    from dicehouse.floor import secret_key
    from dicehouse.journal import private

    taken = next((it for it in (house_files.HOUSE, house_files.SECRET) if (folder / it).exists()), None)
    if taken:
        raise click.ClickException(f"{folder / taken}: there is a house already; name a new folder")
    if piped and not admin:
        raise click.UsageError("--password-stdin goes with --admin NAME")
    books = [_named(it) for it in tables or TABLES]
    admin = admin or click.prompt("Who may do everything at first? Your name")
    text = _checked(folder, _filled(name or folder.absolute().name, time_zone, books, admin, practice), admin, piped)
    folder.mkdir(parents=True, exist_ok=True)
    secret_key.make(folder / house_files.SECRET)
    private.write(folder / house_files.HOUSE, text.encode())
    click.echo(f"{folder}: a house with {len(books)} tables, and {admin} as its first operator")
    click.echo(f"  {house_files.HOUSE}    its tables, staff and policy, each setting explained")
    click.echo(f"  {house_files.SECRET}  the key of its secrets; keep a copy elsewhere")
    click.echo(f"Next: dicehouse serve --house {folder}")


def _named(rulebook: str) -> str:
    """A rulebook as the file of the house names it: by its id, or by where its file is."""
    return str(Path(rulebook).absolute()) if rulebook.endswith(".toml") else rulebook


def _filled(name: str, time_zone: str, books: list[str], admin: str, practice: bool) -> str:
    """The file of the house, but for the password."""
    from dicehouse import toml

    template = Template(files("dicehouse.cli").joinpath("house.toml.txt").read_text(encoding="utf-8"))
    roles = dict.fromkeys(["casino-operator", *_highest(books)])
    staff = (
        f"[[staff]]\nname = {toml.quoted(admin)}\n"
        f"roles = [{', '.join(map(toml.quoted, roles))}]\npassword = {toml.quoted(_UNSET)}\n"
    )
    dealer = "practice" if practice else "staff"
    return template.substitute(
        name=toml.quoted(name), time_zone=toml.quoted(time_zone), staff=staff, tables="\n".join(_tables(books, dealer))
    )


_UNSET: Final = "$argon2id$"
"""Of nobody, until the rest of the file has been found right."""


def _highest(books: list[str]) -> Iterator[str]:
    from dicehouse.rulebooks import load

    return (load(it).roles[-1].id for it in books)


def _tables(books: list[str], dealer: str) -> Iterator[str]:
    from dicehouse import toml
    from dicehouse.rulebooks import load

    numbers: dict[str, int] = {}
    for rulebook in books:
        book = load(rulebook)
        kind = "Craps" if book.game.id == "craps" else "Sic Bo"
        numbers[kind] = numbers.get(kind, 0) + 1
        yield SECTION.format(
            name=toml.quoted(f"{kind} {numbers[kind]}"), rulebook=toml.quoted(rulebook), dealer=dealer, seats=8
        )


def _checked(folder: Path, text: str, admin: str, piped: bool) -> str:
    """The file with the password of its operator; a mistake in what was asked for is told before one is typed."""
    from dicehouse.floor import plan
    from dicehouse.table import ConfigError
    from dicehouse.web import identities, staff_file
    from dicehouse.web.roles import ranks_of

    try:
        ranks = ranks_of(it.book() for it in plan.read(text, folder).tables)
        identities.read(text, ranks)
        return staff_file.with_password(text, admin, asked(admin, piped, None), ranks)
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
