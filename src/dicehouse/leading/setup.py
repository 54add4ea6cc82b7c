"""What is put on record with the program that leads a stream: its rulebook, readings and configuration."""

from typing import NamedTuple

from dicehouse.table.config import Config
from dicehouse.table.program import (
    RuleChange,
)


class Setup(NamedTuple):
    """What is put on record with the program: whatever judging needs beside the commands."""

    rulebook: str | None = None
    """The hash of the rulebook in force, at a table."""
    readings: dict[str, str] = {}  # noqa: RUF012 (nobody writes to it)
    """Those that are not as shipped."""
    source: str = ""
    """The text of the rulebook, where it is not on record yet."""
    changes: tuple[RuleChange, ...] = ()
    config: Config | None = None
    house: str = ""
    time_zone: str = ""
