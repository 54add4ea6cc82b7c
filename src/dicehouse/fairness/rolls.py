"""Reading a record of results: one roll a line, as JSON, as CSV with a header, or as bare faces.

    {"dice": [1, 4, 5], "tumbler": "T1", "dealer": "17"}        JSON Lines
    dice,tumbler,dealer                                         CSV; or columns die1, die2, die3
    1-4-5,T1,17
    1 4 5                                                       faces alone

A line that is no roll is told with its number and why; it is never left out in silence.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

BY: Final = ("tumbler", "dealer", "table")
"""What rolls can be told apart by."""
_DIE: Final = re.compile(r"die_?([1-3])")
_FACES: Final = re.compile(r"[1-6](?:[ ,;/|-]*[1-6]){1,2}")


class Rolled(NamedTuple):
    """One roll, in the order the record has it."""

    dice: tuple[int, ...]
    by: tuple[str, str, str] = ("", "", "")
    """The tumbler, the dealer and the table, where the record says so."""


class BadLine(NamedTuple):
    line: int
    said: str


@dataclass
class Record:
    """All rolls of a file."""

    rolls: list[Rolled] = field(default_factory=list)
    bad: list[BadLine] = field(default_factory=list)

    @property
    def dice(self) -> int:
        """How many dice were thrown; 0 without a roll."""
        return len(self.rolls[0].dice) if self.rolls else 0


def read(lines: Iterable[str]) -> Record:
    """Every line of a record, in order."""
    record = Record()
    header: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("\ufeff")
        if not text:
            continue
        if not header and not record.rolls and _is_header(text):
            header = _cells(text.lower())
            continue
        found = _rolled(text, header)
        if isinstance(found, str):
            record.bad.append(BadLine(number, found))
        elif record.dice and len(found.dice) != record.dice:
            told = f"{len(found.dice)} dice, and the first roll has {record.dice}"
            record.bad.append(BadLine(number, told))
        else:
            record.rolls.append(found)
    return record


def _is_header(text: str) -> bool:
    cells = [it.strip() for it in text.lower().split(",")]
    return not text.startswith("{") and any(it == "dice" or _DIE.fullmatch(it) for it in cells)


def _cells(text: str) -> list[str]:
    return [it.strip() for it in next(csv.reader([text]))]


def _rolled(text: str, header: list[str]) -> Rolled | str:
    """A roll, or what is wrong with it."""
    if text.startswith("{"):
        return _from_json(text)
    if header:
        cells = _cells(text)
        if len(cells) != len(header):
            return f"{len(cells)} columns, and the header has {len(header)}"
        return _from_columns(dict(zip(header, cells, strict=True)))
    return _faces(text)


def _from_json(text: str) -> Rolled | str:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return "this is not JSON"
    return _from_columns({str(key).lower(): value for key, value in found.items()})


def _from_columns(found: dict[str, Any]) -> Rolled | str:
    if "dice" in found:
        dice = found["dice"]
        said = " ".join(str(it) for it in dice) if isinstance(dice, list) else str(dice)
    else:
        said = " ".join(str(found[key]) for key in sorted(found) if _DIE.fullmatch(key) and found[key] != "")
    rolled = _faces(said)
    if isinstance(rolled, str):
        return rolled
    tumbler, dealer, table = (str(found.get(key, "")) for key in BY)
    return Rolled(rolled.dice, (tumbler, dealer, table))


def _faces(text: str) -> Rolled | str:
    if not _FACES.fullmatch(text):
        shown = text if len(text) <= 40 else text[:37] + "..."
        return f"{shown!r} is not two or three faces from 1 to 6"
    return Rolled(tuple(_digits(text)))


def _digits(text: str) -> Iterator[int]:
    return (int(it) for it in text if it.isdigit())
