"""`dicehouse doctor`: whether a house is ready to be served, and what to mend."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from dicehouse.cli import house_files
from dicehouse.cli.secrets import given_key

if TYPE_CHECKING:
    from dicehouse.floor.plan import HousePlan, TablePlan
    from dicehouse.floor.secret_key import SecretKey
    from dicehouse.web.roster import Roster

WRONG: Final = 1
"""The exit status where something keeps the house, or a table, from opening."""
ROOM: Final = 1_000_000_000
"""Bytes that should be free where the journal lies: some days of a busy house."""


class State(Enum):
    """How something stands."""

    GOOD = "good"
    LOOK = "look"
    MEND = "mend"


class Finding(NamedTuple):
    """One thing that was looked at; a `says` that is not good ends with what to do."""

    state: State
    subject: str
    says: str


@click.command()
@house_files.house_argument
@click.option("--journal", help="A file, or the postgresql:// address of a database.  [default: as serve has it]")
@click.option("--secret-key", type=click.Path(dir_okay=False, path_type=Path), help="The file of the secret key.")
def doctor(house: Path, journal: str | None, secret_key: Path | None) -> None:
    """Check a HOUSE, which is its folder or its file, before it opens: tables, staff, secrets, seal, journal.

    Nothing is changed, and a house that is being served is not disturbed. The exit status is 0 where it can open, with
    lines marked "look" for what is better looked at, and 1 where a line says "mend".

    \b
    Examples:
      dicehouse doctor my-house
      dicehouse doctor house.toml --journal postgresql://db.example/house --secret-key house.secret
    """
    found = house_files.read(house)
    key = given_key(secret_key, passphrase=False)
    worst = State.GOOD
    for it in findings(found, journal or house_files.journal_of(house), key):
        click.echo(f"{it.state.value}  {it.subject}: {it.says}")
        worst = max(worst, it.state, key=list(State).index)
    if worst is State.MEND:
        raise click.exceptions.Exit(WRONG)
    click.echo("The house can open." if worst is State.GOOD else "The house can open; look at the lines above first.")


def findings(house: house_files.House, journal: str, key: "SecretKey | None") -> Iterator[Finding]:
    """Everything, in the order in which a house is built."""
    yield Finding(State.GOOD, str(house.file), f"{house.plan.name} is read without a mistake")
    if not house.plan.tables:
        yield Finding(State.MEND, "tables", "there are none; add a section [[tables]] with name and rulebook")
    for table in house.plan.tables:
        yield _table(table)
    yield from _people(house.file, house.roster)
    yield from _secrets(house.plan, journal, key)
    yield from _seal(house.plan, journal)
    yield from _journal(journal)
    yield from _webhooks(house.plan)


def _table(plan: "TablePlan") -> Finding:
    from dicehouse.refusal import Refused
    from dicehouse.table import new_table, opening

    table, now = new_table(plan.book(), plan.config), datetime.now(UTC)
    asked = opening.to_acknowledge(table, now)
    order = opening.OpenTable(id="doctor", at=now, by="doctor", role="casino-operator", acknowledged=asked)
    answer = opening.open_table(table, order)
    if isinstance(answer, Refused):
        return Finding(State.LOOK, plan.name, f"it does not open as it is: {answer.message}")
    if asked:
        return Finding(
            State.LOOK, plan.name, f"{plan.rulebook} opens when somebody acknowledges by name: {', '.join(asked)}"
        )
    return Finding(State.GOOD, plan.name, f"{plan.rulebook}, {plan.config.seats} seats, dealt by {_dealer(plan)}")


def _dealer(plan: "TablePlan") -> str:
    return {"staff": "staff", "practice": "the program"}[plan.dealer]


def _people(file: Path, roster: "Roster") -> Iterator[Finding]:
    from dicehouse.house.orders import LADDER
    from dicehouse.journal.private import exposed

    staff = roster.identities.staff
    if not staff:
        yield Finding(State.MEND, "staff", f"nobody may sign in; type: dicehouse staff add {file} NAME --role RANK")
        return
    operators = [it.name for it in staff if LADDER[-1] in it.roles]
    if operators:
        yield Finding(State.GOOD, "staff", f"{len(staff)} may sign in; {', '.join(operators)} as {LADDER[-1]}")
    else:
        yield Finding(
            State.LOOK, "staff", f"nobody is {LADDER[-1]}, who alone switches a policy on; give it to somebody"
        )
    due = [it.name for it in staff if roster.must_have_passkey(it) and not it.passkeys]
    if due:
        yield Finding(State.LOOK, "passkeys", f"{', '.join(due)} must register one when they sign in next")
    if found := exposed(file):
        yield Finding(State.MEND, "passwords", found)
    if roster.breached is None:
        beside = file.with_suffix(".breached.txt").name
        yield Finding(State.LOOK, "passwords", f"none is held against known breaches; lay {beside} beside the file")


def _secrets(plan: "HousePlan", journal: str, key: "SecretKey | None") -> Iterator[Finding]:
    from dicehouse.floor.secret_key import SecretKeyError, of_house
    from dicehouse.floor.stores import InUseError, held, is_server
    from dicehouse.floor.vault import Vault, is_begun
    from dicehouse.journal.private import ExposedError
    from dicehouse.journal.store import BrokenError, NotAJournalError, UnavailableError

    try:
        key = key or of_house(plan, journal)
    except SecretKeyError as error:
        yield Finding(State.MEND, "secret key", str(error))
        return
    if not is_server(journal) and not Path(journal).exists():
        yield Finding(State.GOOD, "secret key", f"{key.told} is read; the first start uses it")
        return
    if _is_earlier(journal):
        yield Finding(
            State.GOOD, "secret key", f"{key.told} is read; it is not tried on a journal that is to be upgraded"
        )
        return
    try:
        store = held(journal)
    except InUseError:
        yield Finding(State.GOOD, "secret key", f"{key.told} is read; {journal} is being served, so it is not tried")
        return
    except (BrokenError, NotAJournalError, UnavailableError, ExposedError) as error:
        yield Finding(State.MEND, "journal", str(error))
        return
    try:
        if is_begun(store.store):
            Vault(store.store, key)
        yield Finding(State.GOOD, "secret key", f"{key.told} opens what is kept in {journal}")
    except SecretKeyError as error:
        yield Finding(State.MEND, "secret key", str(error))
    finally:
        store.close()


def _is_earlier(journal: str) -> bool:
    """Whether to open the journal would change it; False where it cannot be read, which opening it then tells."""
    from dicehouse.floor.stores import is_server
    from dicehouse.journal import postgres_schema, sqlite_file
    from dicehouse.journal.store import NotAJournalError
    from dicehouse.journal.upgrade import version_of, version_on_server

    with suppress(NotAJournalError):
        if is_server(journal):
            return version_on_server(journal) < postgres_schema.VERSION
        return version_of(Path(journal)) < sqlite_file.VERSION
    return False


def _seal(plan: "HousePlan", journal: str) -> Iterator[Finding]:
    from dicehouse.floor.stores import is_server
    from dicehouse.journal.private import exposed

    if plan.seal is None:
        yield Finding(State.LOOK, "seal", "the journal is not signed, so it proves little; add the section [seal]")
        return
    key, anchor = Path(plan.seal.key), Path(plan.seal.anchor) if plan.seal.anchor else None
    if found := exposed(key):
        yield Finding(State.MEND, "seal", found)
    if anchor is None:
        yield Finding(State.LOOK, "seal", "no copy of the signatures is kept; name a file as anchor in [seal]")
    elif not anchor.parent.is_dir():
        yield Finding(State.MEND, "seal", f"{anchor.parent}: there is no such folder for the anchor; make it")
    elif not is_server(journal) and _same_disk(anchor, Path(journal)):
        yield Finding(State.LOOK, "seal", f"{anchor} is on the disk of the journal; keep it on another, or elsewhere")
    else:
        yield Finding(State.GOOD, "seal", f"signed with {key}, and copied to {anchor}")


def _same_disk(one: Path, other: Path) -> bool:
    folders = [it.absolute().parent for it in (one, other)]
    return all(it.is_dir() for it in folders) and len({it.stat().st_dev for it in folders}) == 1


def _webhooks(plan: "HousePlan") -> Iterator[Finding]:
    from dicehouse.table import ConfigError
    from dicehouse.web.webhooks import checked

    for it in plan.webhooks:
        try:
            checked(it)
        except ConfigError as error:
            yield Finding(State.MEND, "webhooks", str(error).removeprefix("webhooks: "))
            continue
        named = " with people's names" if it.feed == "journal" else ""
        yield Finding(State.GOOD, "webhooks", f"{it.name} is sent the feed {it.feed!r}{named} at {it.url}")


def _journal(journal: str) -> Iterator[Finding]:
    from dicehouse.floor.stores import is_server
    from dicehouse.journal.private import exposed, open_folder
    from dicehouse.journal.verify.sources import shown

    if _is_earlier(journal):
        where = shown(journal)
        yield Finding(State.LOOK, "journal", f"{where} is of an earlier version; type: dicehouse upgrade {where}")
    if is_server(journal):
        return
    path = Path(journal)
    if not path.absolute().parent.is_dir():
        yield Finding(State.MEND, "journal", f"{path.absolute().parent}: there is no such folder; make it")
        return
    found = exposed(path) if path.exists() else ""
    if found := found or open_folder(path):
        yield Finding(State.MEND, "journal", found)
    elif path.exists():
        yield Finding(State.GOOD, "journal", f"{journal} is its owner's alone; 'dicehouse verify' proves what is in it")
    else:
        yield Finding(State.GOOD, "journal", f"{journal} is made when the house is first served")
    free = shutil.disk_usage(path.absolute().parent).free
    if free < ROOM:
        yield Finding(State.LOOK, "disk", f"{free / 1e9:.1f} GB are free and {ROOM / 1e9:.0f} should be; make room")
