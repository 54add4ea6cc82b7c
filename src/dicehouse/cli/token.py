"""`dicehouse token`: what machines show of themselves, made and ended here and kept hashed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import click

from dicehouse.cli import house_files

LONGEST: Final = 3_660
"""Days; nothing lasts for ever."""
SCOPE_NAMES: Final = ("tables", "pit", "inspect", "notices", "dealing")


@click.group()
def token() -> None:
    """The tokens of a HOUSE, which is its folder or its file: what a program shows instead of signing in.

    A house that runs follows within half a minute; a token that is ended opens nothing more, and its feeds close.

    \b
    Examples:
      dicehouse token add my-house results-board --scope tables
      dicehouse token list my-house
      dicehouse token end my-house results-board
    """


@token.command()
@house_files.house_argument
@click.argument("name")
@click.option(
    "--scope", "scopes", multiple=True, required=True, type=click.Choice(SCOPE_NAMES), help="What it may. Repeatable."
)
@click.option("--table", default="", help="The one table that it is for.  [default: all]")
@click.option(
    "--days", default=365, show_default=True, type=click.IntRange(1, LONGEST), help="After which it ends by itself."
)
def add(house: Path, name: str, scopes: tuple[str, ...], table: str, days: int) -> None:
    """Make a token for the program NAME and print it, this once.

    NAME is of small letters, digits and strokes; the journal and the security log have it as token:NAME. The token
    goes into the header `Authorization: Bearer TOKEN`.

    \b
    Examples:
      dicehouse token add my-house results-board --scope tables
      dicehouse token add my-house shaker-3 --scope dealing --table "Sic Bo 1" --days 90
    """
    import secrets

    import msgspec

    from dicehouse.table import ConfigError
    from dicehouse.web.identities import BEARER, Token, key_hash

    found, made = house_files.read(house), f"{BEARER}{secrets.token_urlsafe(32)}"
    if table and table not in {it.name for it in found.plan.tables}:
        names = ", ".join(it.name for it in found.plan.tables)
        raise click.ClickException(f"--table {table}: the house has no such table; it has {names}")
    until = datetime.now(UTC).replace(microsecond=0) + timedelta(days=days)
    fields = {"name": name, "scopes": scopes, "key": key_hash(made), "until": until, "table": table}
    try:
        found.roster.add_token(msgspec.convert(fields, Token))
    except msgspec.ValidationError:
        raise click.ClickException(
            f"{name!r} is no name for a token; write small letters, digits and strokes"
        ) from None
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{name}: may {', '.join(scopes)} for {days} days; it is shown this once", err=True)
    click.echo(made)


@token.command("list")
@house_files.house_argument
def list_(house: Path) -> None:
    """Every token of a HOUSE, with its scopes and when it ends; never what it is.

    \b
    Example:
      dicehouse token list my-house
    """
    found = house_files.read(house).roster.identities.tokens
    if not found:
        click.echo("none yet; 'dicehouse token add' makes one")
    now, width = datetime.now(UTC), max((len(it.name) for it in found), default=0)
    for it in found:
        ends = f"until {it.until.date()}" if it.until > now else f"ended {it.until.date()}"
        place = f", {it.table} alone" if it.table else ""
        click.echo(f"{it.name:{width}}  {', '.join(it.scopes)}{place}  {ends}")


@token.command()
@house_files.house_argument
@click.argument("name")
def end(house: Path, name: str) -> None:
    """Let the token NAME open nothing any more.

    \b
    Example:
      dicehouse token end my-house results-board
    """
    from dicehouse.table import ConfigError

    try:
        house_files.read(house).roster.end_token(name)
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{name}: ended")
