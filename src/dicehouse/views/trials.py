"""Commands that are only tried: whether they would be refused, and why."""

from datetime import datetime
from typing import Any

from dicehouse.refusal import Refused
from dicehouse.table import decide
from dicehouse.table.orders import PLAYER, Command
from dicehouse.table.state import Table
from dicehouse.views.parts import Refusal, refusal
from dicehouse.views.table import TRIAL


def trial(kind: type[Command], person: str, at: datetime, role: str = PLAYER, **fields: Any) -> Command:
    """A command that is only judged."""
    return kind(id=TRIAL, at=at, by=person, role=role, **fields)


def judged(table: Table, command: Command, about: bool = True) -> Refusal | None:
    """Why a command would be refused; None where it would not."""
    answer = decide(table, command)
    return refusal(answer, about=about) if isinstance(answer, Refused) else None
