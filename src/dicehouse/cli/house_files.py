"""The files of a house: its own file, and what lies beside it under the names that `dicehouse init` gives."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

if TYPE_CHECKING:
    from dicehouse.floor.plan import HousePlan
    from dicehouse.rulebooks import Rulebook
    from dicehouse.web.roster import Roster

HOUSE: Final = "house.toml"
JOURNAL: Final = "house.db"
SECRET: Final = "house.secret"

house_argument = click.argument("house", type=click.Path(exists=True, path_type=Path))


class House(NamedTuple):
    """A house as its files say it is."""

    file: Path
    plan: "HousePlan"
    roster: "Roster"


def file_of(house: Path) -> Path:
    """The file of a house that is named by it or by its folder."""
    file = house / HOUSE if house.is_dir() else house
    if not file.is_file():
        raise click.ClickException(f"{house}: there is no {HOUSE} in this folder; 'dicehouse init {house}' makes one")
    return file


def journal_of(house: Path) -> str:
    """The journal of a house to which none is named: in its folder; in this one where its file alone was named."""
    return str(house / JOURNAL) if house.is_dir() else "dicehouse.db"


def text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise click.ClickException(f"{file}: this is not a text file in UTF-8") from None


def read(house: Path) -> House:
    """What the files of a house say; a mistake in them is one line."""
    from dicehouse.floor import plan
    from dicehouse.table import ConfigError
    from dicehouse.web import identities
    from dicehouse.web.roles import ranks_of
    from dicehouse.web.roster import Roster

    file = file_of(house)
    text = text_of(file)
    try:
        made = plan.read(text, file.parent)
        books = _readable(made)
        ranks = ranks_of(books)._replace(whole=len(books) == len(made.tables))
        people = identities.read(text, ranks, file.parent)
        return House(file, made, Roster(people, file, file.with_suffix(".keys.json"), ranks))
    except ConfigError as error:
        raise click.ClickException(f"{file}: {error}") from None


def _readable(plan: "HousePlan") -> "list[Rulebook]":
    """The rulebooks of the tables that can be read; the floor says of the others why not."""
    from dicehouse.rulebooks import RulebookError

    found = []
    for it in plan.tables:
        with suppress(RulebookError):
            found.append(it.book())
    return found
