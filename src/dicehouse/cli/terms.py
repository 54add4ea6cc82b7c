"""`dicehouse terms`: the terms of a promotion or tournament, checked and set out to be read."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicehouse.cli import common

if TYPE_CHECKING:
    from dicehouse.house.terms import Terms


class Moment(click.ParamType[datetime]):
    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            made = datetime.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is no time; write one such as 2026-12-01T10:00:00+11:00", param, ctx)
        if made.tzinfo is None:
            self.fail(f"{value!r} has no time zone; write one such as 2026-12-01T10:00:00+11:00", param, ctx)
        return made


@click.group()
def terms() -> None:
    """Check the terms of a promotion or tournament, or print them for patrons.

    A FILE of terms is TOML; `kind` says whether it is of a "promotion" or a "tournament". What can be in it is in
    the manual under "Prizes".

    \b
    Examples:
      dicehouse terms check spring.toml
      dicehouse terms print spring.toml -o spring.pdf
    """


@terms.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--at", type=Moment(), help="The present for this check, such as 2026-11-15T12:00:00+11:00; else now.")
@common.as_json
def check(file: Path, at: datetime | None, as_json: bool) -> None:
    """List everything that is missing, contradictory or impossible in a FILE of terms, each with its clause.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the file cannot be read.

    \b
    Examples:
      dicehouse terms check spring.toml
      dicehouse terms check spring.toml --at 2026-11-15T12:00:00+11:00 --json
    """
    from dicehouse.house.terms import problems

    read = _read(file)
    with _named(file):
        found = problems(read, at or datetime.now().astimezone())
    if as_json:
        common.write_json({"file": str(file), "terms": read.id, "problems": [it._asdict() for it in found]})
    else:
        for it in found:
            print(f"{it.clause or '-'}: {it.said}")
        many = f"{len(found)} things are wrong" if len(found) != 1 else "1 thing is wrong"
        wrong = many if found else "nothing is wrong"
        print(f"{file}: the terms of {read.kind} {read.id} by {read.rulebook}; {wrong}")
    if found:
        raise click.exceptions.Exit(1)


@terms.command("print")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write: .html or .pdf."
)
def print_(file: Path, output: Path | None) -> None:
    """Set a FILE of terms out for patrons, in plain words; what is missing is shown as not stated.

    Without --output the HTML goes to standard output. A .pdf needs the report extra: pip install 'dicehouse[report]'.

    \b
    Examples:
      dicehouse terms print spring.toml -o spring.html
      dicehouse terms print spring.toml -o spring.pdf
    """
    kind = ".html" if output is None else output.suffix.lower()
    if kind not in (".html", ".htm", ".pdf"):
        raise click.UsageError(f"{output} is neither .html nor .pdf, so there is no telling what to write")
    from dicehouse.house.terms import sheet
    from dicehouse.sheet import as_html, as_pdf

    read = _read(file)
    with _named(file):
        made = sheet(read)
    if output is None:
        sys.stdout.write(as_html(made))
    elif kind == ".pdf":
        output.write_bytes(as_pdf(made))
    else:
        output.write_text(as_html(made), encoding="utf-8")


def _read(file: Path) -> "Terms":
    from dicehouse.house.terms import read

    with _named(file):
        return read(file.read_text(encoding="utf-8"))


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """A mistake in a file is told with the file's name."""
    from dicehouse.table.config import ConfigError

    try:
        yield
    except UnicodeDecodeError:
        raise ValueError(f"{file}: it is not UTF-8 text; name a file of terms in TOML") from None
    except ConfigError as error:
        raise ValueError(f"{file}: {error}") from None
