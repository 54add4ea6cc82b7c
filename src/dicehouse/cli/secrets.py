"""`dicehouse secrets`: the key under which a house keeps what nobody may read."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from dicehouse.floor.secret_key import SecretKey
    from dicehouse.floor.stores import Held


@click.group()
def secrets() -> None:
    """The secret key of a house: make one, or put the secrets of a journal under another.

    Dice that are still covered, PINs and the like lie in the journal's store, sealed under a key that is not there.
    Keep the key where a copy of the journal does not go, and a copy of the key where it is not lost.

    \b
    Examples:
      dicehouse secrets new /etc/dicehouse/house.secret
      dicehouse secrets rotate house.db --from house.secret --to new.secret
    """


@secrets.command()
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Make a secret key in a new FILE that you alone can read.

    \b
    Example:
      dicehouse secrets new /etc/dicehouse/house.secret
    """
    from dicehouse.floor.secret_key import SecretKeyError, make

    try:
        make(file)
    except SecretKeyError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{file}: a new secret key; keep a copy in a safe place, for without it the house's secrets are lost")


@secrets.command()
@click.argument("journal")
@click.option("--from", "old", type=click.Path(path_type=Path), help="The file of the key that they are under.")
@click.option("--from-passphrase", is_flag=True, help="They are under a passphrase; ask for it.")
@click.option("--to", type=click.Path(path_type=Path), help="The file of the key to put them under.")
@click.option("--to-passphrase", is_flag=True, help="Put them under a passphrase; ask for it twice.")
def rotate(journal: str, old: Path | None, from_passphrase: bool, to: Path | None, to_passphrase: bool) -> None:
    """Put all secrets of a JOURNAL under another key, in one transaction; the house must not be running.

    Without --from the key is taken from DICEHOUSE_SECRET_KEY or DICEHOUSE_PASSPHRASE. After a crash either key is right
    for all of them, and the command can be given again.

    \b
    Examples:
      dicehouse secrets rotate house.db --from house.secret --to new.secret
      dicehouse secrets rotate postgresql://db.example/house --from house.secret --to-passphrase
    """
    from dicehouse.floor.secret_key import SecretKeyError
    from dicehouse.floor.vault import Vault
    from dicehouse.journal.store import BrokenError, UnavailableError

    if (to is None) != to_passphrase:
        raise click.UsageError("name the new key with --to FILE, or take --to-passphrase; one of the two")
    before = given_key(old, from_passphrase)
    if before is None:
        raise click.UsageError("name the key that the secrets are under with --from FILE, or take --from-passphrase")
    after = _named(to, "The new passphrase", confirmed=True)
    held = _stopped(journal)
    try:
        count = Vault(held.store, before).reseal(after)
    except (SecretKeyError, BrokenError, UnavailableError) as error:
        raise click.ClickException(str(error)) from None
    finally:
        held.close()
    click.echo(f"{_shown(journal)}: {count} secrets are under {after.told} now; the old key opens none of them")


@secrets.command()
@click.argument("journal")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(journal: str, yes: bool) -> None:
    """Remove all secrets of a JOURNAL whose key is lost, so that the house can be served under a new one.

    No money and no entry is lost. Rounds whose dice lie covered have no result, every PIN has to be set anew at the
    cage, and secrets that were promised for draws and seats cannot be opened any more.
    """
    if not yes:
        click.confirm(f"{_shown(journal)}: remove its secrets for good?", abort=True)
    held = _stopped(journal)
    try:
        names = held.store.secrets()
        held.store.keep_secrets(dict.fromkeys(names))
    finally:
        held.close()
    click.echo(f"{_shown(journal)}: {len(names)} secrets are gone; serve it with a new key")


def given_key(file: Path | None, passphrase: bool) -> "SecretKey | None":
    """The key that was named, or is asked for, or lies in the environment; None without any."""
    from dicehouse.floor.secret_key import SecretKeyError, of_environment

    if file is not None or passphrase:
        return _named(file, "The passphrase")
    try:
        return of_environment()
    except SecretKeyError as error:
        raise click.ClickException(str(error)) from None


def _named(file: Path | None, prompt: str, *, confirmed: bool = False) -> "SecretKey":
    """The key in a file, or the passphrase that is typed."""
    from dicehouse.floor import secret_key

    try:
        if file is not None:
            return secret_key.of_file(file)
        return secret_key.of_passphrase(click.prompt(prompt, hide_input=True, confirmation_prompt=confirmed))
    except secret_key.SecretKeyError as error:
        raise click.ClickException(str(error)) from None


def _stopped(journal: str) -> "Held":
    """A journal that is there and that nobody serves."""
    from dicehouse.floor.stores import InUseError, held, is_server
    from dicehouse.journal.store import BrokenError, NotAJournalError, UnavailableError

    if not is_server(journal) and not Path(journal).is_file():
        raise click.ClickException(f"{journal}: there is no such journal; name its file or its postgresql:// address")
    try:
        found = held(journal)
        standing = found.store.leases(datetime.now(UTC)) if found.shared else {}
    except (InUseError, NotAJournalError, BrokenError, UnavailableError) as error:
        raise click.ClickException(str(error)) from None
    if standing:
        found.close()
        holders = ", ".join(sorted({it.holder.rpartition("#")[0] for it in standing.values()}))
        raise click.ClickException(f"{_shown(journal)}: it is served at {holders}; stop every process of it first")
    return found


def _shown(journal: str) -> str:
    from dicehouse.journal.verify.sources import shown

    return shown(journal)
