"""Answers as the journal has them: a refusal as it is written down, and what people are told of what it turned away.

A refusal is kept, and told by one process to another, as the record with its English sentence. The sentence is what
remains readable should the catalogue no longer have the id, and all that journals have which were written before
refusals were records.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

import msgspec

from dicehouse.journal.record import NO_REFUSAL, entry_of
from dicehouse.journal.store import Draft, Not, Rejected, UnavailableError
from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import CHIPS_OUTSIDE
from dicehouse.table.orders import Answer, Event
from dicehouse.words import can_say

_WHY: Final = {Not.SHORT: Why.NOT_ENOUGH, Not.OTHER_BODY: Why.DUPLICATE_ID}
"""What a rejection by the store is called where it reaches people; the others are a matter of order and time."""


class OvertakenError(UnavailableError):
    """A command was judged behind another that was not written, or while another program wrote or had taken over, and
    led to nothing; given again, it is judged as things stand then."""


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


def answer_of(body: bytes, event_of: Callable[[bytes], Event]) -> Answer:
    """The answer that the entry of a command holds."""
    entry = entry_of(body)
    if entry.refused != NO_REFUSAL:
        return read(bytes(entry.refused))
    return tuple(event_of(bytes(it)) for it in entry.events)


class _Named(msgspec.Struct, frozen=True):
    """Of a command, what a person would call it by."""

    do: str
    seat: int = 0
    person: str = ""

    @property
    def subject(self) -> str:
        return self.person or self.do.replace("-", " ")


def turned_away(outcome: Rejected | Exception, draft: Draft, clause_on_chips: str | None) -> Refused | Exception:
    """What those hear who gave a command of which the store made no entry."""
    if isinstance(outcome, Exception):
        return outcome
    stream, id, short = draft.stream, draft.id, outcome.shortfall
    if outcome.why is Not.OUT_OF_ORDER:
        return OvertakenError(
            f"{stream}: {id} was judged behind a command that was not written, or beside another program, and nothing"
            " was done; give it again"
        )
    if outcome.why is Not.NOT_LEADER:
        return OvertakenError(f"{stream}: another process has taken it over and {id} was not done; give it again")
    if short is not None and short.account == CHIPS_OUTSIDE:
        named = msgspec.json.decode(draft.command, type=_Named)
        says = "too-many-chips-at-seat" if named.seat else "too-many-chips"
        return Refused(
            Why.NOT_ENOUGH, clause_on_chips, says, seat=named.seat, subject=named.subject, taken=short.taken,
            there=short.there,
        )  # fmt: skip
    return Refused(_WHY.get(outcome.why, Why.WRONG_CLOCK), None, "as-written", text=outcome.message)
