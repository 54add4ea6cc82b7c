"""What an event says, in a few words made of its own fields."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from dicehouse.money import dollars
from dicehouse.table import Event

MONEY: Final = frozenset((
    "amount", "stake", "paid", "due", "left", "float", "drop", "tokens", "cashless", "counted", "difference", "old",
    "new", "odd", "prize", "seed", "value", "owed", "winnings", "returned",
))  # fmt: skip
"""Fields that are cents where they are numbers."""


def called(event: Event) -> str:
    """ "terminal failed" for TerminalFailed."""
    return str(event.__struct_config__.tag).replace("-", " ")


def about(event: Event, fields: Iterable[str]) -> str:
    """These fields with what is in them; one that is empty says nothing."""
    told = ((name, _said(name, getattr(event, name))) for name in fields)
    return ", ".join(f"{name.strip('_').replace('_', ' ')} {said}" for name, said in told if said)


def _said(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return dollars(value) if name in MONEY else str(value)
    if isinstance(value, tuple | list):
        return " ".join(_said(name, it) for it in value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, Struct):
        return msgspec.json.encode(value).decode()
    return str(value) if value else ""
