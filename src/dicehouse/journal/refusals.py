"""A refusal as a journal keeps it and as one process tells it to another: the record, and its English sentence.

The sentence is what remains readable should the catalogue no longer have the id, and all that journals have which were
written before refusals were records.
"""

from datetime import date
from typing import Any

import msgspec

from dicehouse.refusal import Refused, Why
from dicehouse.words import can_say


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal as it is written down."""

    why: Why
    clause: str | None
    message: str
    says: str = ""
    figures: dict[str, Any] = {}

    @property
    def refused(self) -> Refused:
        if can_say(self.says, self.figures):
            return Refused(self.why, self.clause, self.says, **self.figures)
        return Refused(self.why, self.clause, "as-written", text=self.message)


def said(refused: Refused) -> Said:
    """As it is written down; a moment as its sentence has it, so that what is read back says the same."""
    figures = {name: str(it) if isinstance(it, date) else it for name, it in refused.figures.items()}
    return Said(refused.why, refused.clause, refused.message, refused.says, figures)


def written(refused: Refused) -> bytes:
    return msgspec.json.encode(said(refused))


def decoded(body: bytes) -> Said:
    return msgspec.json.decode(body, type=Said)


def read(body: bytes) -> Refused:
    return decoded(body).refused
