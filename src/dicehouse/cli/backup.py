"""`dicehouse backup`: a verified copy of a journal while a house runs on it."""

import sys
import time
from pathlib import Path
from typing import Final

import click

PATIENCE: Final = 2.0
"""Seconds before progress is told, and between two tellings."""
SERVERS: Final = ("postgresql://", "postgres://")


@click.command()
@click.argument("journal")
@click.argument("to", type=click.Path(path_type=Path))
def backup(journal: str, to: Path) -> None:
    """Copy a JOURNAL in SQLite to a new file, while the house runs, and verify the copy.

    The copy holds everything that was acknowledged when it began, and has its name only once it was verified and is on
    the disk. Only its owner can read it.

    \b
    Examples:
      dicehouse backup house.db /backup/house-2026-11-16.db
      dicehouse verify /backup/house-2026-11-16.db --key house.pub --anchor anchor.txt
    """
    if journal.startswith(SERVERS):
        raise click.UsageError(
            "a journal in PostgreSQL is copied by its server: type pg_dump --format=custom --file=TO ADDRESS,"
            " restore it into another database with pg_restore, and verify that: dicehouse verify ADDRESS"
        )
    from dicehouse.journal import backup as copying

    made = copying.backup(Path(journal), to, Progress())
    print(f"{to}: {made.entries} entries copied and verified; head {made.head}; root {made.root}")


class Progress:
    """Tells how far it is, once it takes longer than a moment."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, what: str, done: int, of: int) -> None:
        if time.monotonic() - self._told >= PATIENCE:
            self._told = time.monotonic()
            print(f"{done}{f' of {of}' if of else ''} {what}", file=sys.stderr, flush=True)
