"""`dicehouse staff`: who of the staff may sign in at a house, in which ranks, by which password."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from dicehouse.cli import house_files

if TYPE_CHECKING:
    from dicehouse.web.identities import Staff
    from dicehouse.web.roster import Roster

LONGEST: Final = 1_024
"""Characters that are read of a password on standard input."""

password_option = click.option(
    "--password-stdin", "piped", is_flag=True, help="Read the password from standard input, its first line."
)


@click.group()
def staff() -> None:
    """The staff of a HOUSE, which is its folder or its file: add people, see who is there, shut somebody out.

    A running house takes it over within half a minute, and signs out people who may no longer sign in.

    \b
    Examples:
      dicehouse staff add my-house Dora --role dealer
      dicehouse staff list my-house
      dicehouse staff disable my-house Dora
    """


@staff.command()
@house_files.house_argument
@click.argument("name")
@click.option("--role", "roles", multiple=True, required=True, help="A rank of the tables or of the house. Repeatable.")
@password_option
def add(house: Path, name: str, roles: tuple[str, ...], piped: bool) -> None:
    """Let NAME sign in at a HOUSE, with a password that is asked for.

    They choose another one themselves when they have signed in.

    \b
    Examples:
      dicehouse staff add my-house Dora --role dealer
      pass show dora | dicehouse staff add my-house Dora --role dealer --role casino-supervisor --password-stdin
    """
    from dicehouse.web import staff_file

    found = house_files.read(house)
    password = asked(name, piped, found.roster.breached)
    _change(found, lambda text: staff_file.added(text, name, roles, password, found.roster.ranks))
    click.echo(f"{name}: added as {', '.join(roles)}")


@staff.command("list")
@house_files.house_argument
def list_(house: Path) -> None:
    """Everyone on the staff of a HOUSE, with their ranks and how they sign in.

    \b
    Example:
      dicehouse staff list my-house
    """
    roster = house_files.read(house).roster
    rows = [(it.name, ", ".join(it.roles), _signs_in(it, roster)) for it in roster.everyone]
    if not rows:
        click.echo("nobody yet; 'dicehouse staff add' lets somebody in")
    names, ranks = (max((len(it[place]) for it in rows), default=0) for place in (0, 1))
    for name, held, how in rows:
        click.echo(f"{name:{names}}  {held:{ranks}}  {how}")


def _signs_in(person: "Staff", roster: "Roster") -> str:
    if person.disabled:
        return "disabled"
    if person.passkeys:
        return "password and passkey"
    return "password; has to register a passkey" if roster.must_have_passkey(person) else "password"


@staff.command()
@house_files.house_argument
@click.argument("name")
def disable(house: Path, name: str) -> None:
    """Shut NAME out of a HOUSE until they are enabled again.

    \b
    Example:
      dicehouse staff disable my-house Dora
    """
    from dicehouse.web import staff_file

    found = house_files.read(house)
    _change(found, lambda text: staff_file.disabled(text, name, found.roster.ranks))
    click.echo(f"{name}: disabled; 'dicehouse staff enable' lets them in again")


@staff.command()
@house_files.house_argument
@click.argument("name")
def enable(house: Path, name: str) -> None:
    """Let NAME sign in at a HOUSE again.

    \b
    Example:
      dicehouse staff enable my-house Dora
    """
    from dicehouse.web import staff_file

    found = house_files.read(house)
    _change(found, lambda text: staff_file.enabled(text, name, found.roster.ranks))
    click.echo(f"{name}: enabled")


@staff.command()
@house_files.house_argument
@click.argument("name")
@password_option
def password(house: Path, name: str, piped: bool) -> None:
    """Give NAME a new password; it also takes the place of one that they chose themselves.

    \b
    Example:
      dicehouse staff password my-house Dora
    """
    from dicehouse.web import staff_file

    found = house_files.read(house)
    new = asked(name, piped, found.roster.breached)
    _change(found, lambda text: staff_file.with_password(text, name, new, found.roster.ranks))
    click.echo(f"{name}: has a new password")


def asked(name: str, piped: bool, breaches: Path | None) -> str:
    """A new password for somebody that is good enough, typed twice or from standard input."""
    from dicehouse.web.passwords import breached, weakness

    if piped:
        found = sys.stdin.readline(LONGEST).rstrip("\r\n")
    else:
        found = click.prompt(f"Password of {name}", hide_input=True, confirmation_prompt=True)
    if weak := weakness(found, name) or breached(found, breaches):
        raise click.ClickException(weak)
    return str(found)


def _change(house: house_files.House, change: Callable[[str], str]) -> None:
    from dicehouse.journal import private
    from dicehouse.table import ConfigError

    try:
        made = change(house_files.text_of(house.file))
    except ConfigError as error:
        raise click.ClickException(f"{house.file}: {error}") from None
    private.write(house.file, made.encode())
