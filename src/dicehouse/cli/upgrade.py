"""`dicehouse upgrade`: the files of a house brought to the formats of this program, with a verified copy first."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from dicehouse.cli import house_files
from dicehouse.cli.backup import SERVERS, Progress

if TYPE_CHECKING:
    from dicehouse.journal.upgrade import Upgraded

DUE: Final = 1
"""The exit status of --check where something is to be brought up."""
OPENLY: Final = 1
"""The version of tables in which PINs and undrawn dice lay openly."""


@click.command()
@click.argument("house")
@click.option("--journal", help="The journal of a house, where it is not in its folder.")
@click.option(
    "--backup",
    "copy",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the copy of the journal goes.  [default: beside it, as JOURNAL.version-N]",
)
@click.option("--dumped", is_flag=True, help="Say that a journal in PostgreSQL was dumped, which its server does.")
@click.option("--check", is_flag=True, help="Change nothing; the exit status is 1 where something is to be done.")
def upgrade(house: str, journal: str | None, copy: Path | None, dumped: bool, check: bool) -> None:
    """Bring the files of a HOUSE to the formats of this program, with a verified copy of its journal first.

    HOUSE is its folder, its file, or a journal alone: a file, or the postgresql:// address of a database. Stop the
    house before. Entries stay as they were written; what changes are the tables around them. Where nothing is to be
    done, nothing is.

    \b
    Examples:
      dicehouse upgrade my-house --check
      dicehouse upgrade my-house
      dicehouse upgrade house.db --backup /backup/before.db
    """
    where = journal or _journal(house)
    due = _on_server(where, dumped, check) if where.startswith(SERVERS) else _in_file(Path(where), copy, check)
    if check and due:
        raise click.exceptions.Exit(DUE)


def _journal(named: str) -> str:
    """The journal that belongs to what was named; a house's own file is read on the way."""
    path = Path(named)
    if named.startswith(SERVERS) or not (path.is_dir() or path.suffix == ".toml"):
        return named
    from dicehouse.floor.plan import VERSION

    found = house_files.read(path)
    click.echo(f"{found.file}: of version {found.plan.version}, and this program's is {VERSION}; nothing to do")
    return house_files.journal_of(path)


def _in_file(journal: Path, copy: Path | None, check: bool) -> bool:
    from dicehouse.floor.stores import locked
    from dicehouse.journal.sqlite_file import VERSION
    from dicehouse.journal.upgrade import upgrade as bring_up
    from dicehouse.journal.upgrade import version_of

    version = version_of(journal)
    if not _is_due(str(journal), version, VERSION):
        return False
    to = copy or journal.with_name(f"{journal.name}.version-{version}")
    if check:
        click.echo(f"  'dicehouse upgrade {journal}' copies it to {to} first")
        return True
    with locked(journal):
        done = bring_up(journal, to, Progress())
    click.echo(f"  copied to {to}: {done.before.entries} entries, verified; head {done.before.head}")
    _tell(done, VERSION)
    if version <= OPENLY:
        click.echo("  the copy has PINs and dice that nobody had seen, openly: keep it as you keep a key")
    return True


def _on_server(address: str, dumped: bool, check: bool) -> bool:
    from dicehouse.journal.postgres_schema import VERSION
    from dicehouse.journal.upgrade import upgrade_on_server, version_on_server
    from dicehouse.journal.verify.sources import shown

    where = shown(address)
    if not _is_due(where, version_on_server(address), VERSION):
        return False
    if check:
        click.echo("  dump it first; then 'dicehouse upgrade ADDRESS --dumped'")
        return True
    if not dumped:
        raise click.UsageError(
            f"{where}: dump it first, with pg_dump --format=custom --file=BEFORE ADDRESS, restore that into another"
            " database, verify it there with dicehouse verify, and then type this again with --dumped"
        )
    progress = Progress()
    _tell(upgrade_on_server(address, lambda read: progress("records verified", read, 0)), VERSION)
    return True


def _is_due(where: str, version: int, known: int) -> bool:
    if version > known:
        raise click.ClickException(
            f"{where}: its tables are of version {version}, and this program knows up to {known};"
            " install a later Dicehouse"
        )
    todo = "" if version < known else "; nothing to do"
    click.echo(f"{where}: its tables are of version {version}, and this program's are of {known}{todo}")
    return version < known


def _tell(done: "Upgraded", version: int) -> None:
    click.echo(f"  now of version {version}, and verified again: the same {done.after.entries} entries, the same head")
