"""What is due: by when, what, by which clause, and whether it is late."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.house.deadlines import deadlines
from dicehouse.house.state import House

NUMBERS: Final = re.compile(r"(claim|dispute)? [0-9a-f]{8}-[0-9a-f-]{27}")
"""Numbers of claims and disputes that say nothing to people."""


class DueLine(Struct, frozen=True):
    """Something that is due."""

    at: datetime
    of: str
    what: str
    clause: str
    late: bool


def due_lines(house: House, at: datetime, of: str = "", said: Callable[[str], str] = str) -> Iterator[DueLine]:
    """What is due in all tournaments and promotions, or in one of them, the earliest first."""
    for it in deadlines(house, at):
        if of in ("", it.of):
            yield DueLine(it.at, it.of, NUMBERS.sub(_unnumbered, said(it.what)), it.clause, it.late)


def _unnumbered(found: re.Match[str]) -> str:
    return found[1] or " the dispute"
