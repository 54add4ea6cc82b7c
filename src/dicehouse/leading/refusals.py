"""Answers as the journal has them: a refusal as it is written down, and what people are told of what it turned away."""

from collections.abc import Callable
from typing import Final

import msgspec

from dicehouse.journal.record import NO_REFUSAL, entry_of
from dicehouse.journal.store import Draft, Not, Rejected, Shortfall, UnavailableError
from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import CHIPS_OUTSIDE
from dicehouse.table.orders import Answer, Event

_WHY: Final = {Not.SHORT: Why.NOT_ENOUGH, Not.OTHER_BODY: Why.DUPLICATE_ID}
"""What a rejection by the store is called where it reaches people; the others are a matter of order and time."""


class OvertakenError(UnavailableError):
    """A command was judged behind another that was not written, or while another program wrote or had taken over, and
    led to nothing; given again, it is judged as things stand then."""


class Said(msgspec.Struct, frozen=True):
    """A refusal as it is written down."""

    why: str
    clause: str | None
    message: str


class _Named(msgspec.Struct, frozen=True):
    """Of a command, what a person would call it by."""

    do: str
    seat: int = 0
    person: str = ""

    @property
    def subject(self) -> str:
        return f"seat {self.seat}" if self.seat else self.person or self.do


def written_down(refused: Refused) -> bytes:
    return msgspec.json.encode(Said(refused.why, refused.clause, refused.message))


def answer_of(body: bytes, event_of: Callable[[bytes], Event]) -> Answer:
    """The answer that the entry of a command holds."""
    entry = entry_of(body)
    if entry.refused != NO_REFUSAL:
        kept = msgspec.json.decode(bytes(entry.refused), type=Said)
        return Refused(Why(kept.why), kept.clause, kept.message)
    return tuple(event_of(bytes(it)) for it in entry.events)


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
        return Refused(Why.NOT_ENOUGH, clause_on_chips, _too_many_chips(named, short))
    return Refused(_WHY.get(outcome.why, Why.WRONG_CLOCK), None, outcome.message)


def _too_many_chips(named: _Named, it: Shortfall) -> str:
    """Someone brings or cashes more chips than the house has outside."""
    return (
        f"{named.subject}: {dollars(it.taken)} in chips is above the {dollars(it.there)} that players can have outside "
        "the tables; take no more than that, sell chips to the player, or have the casino operator declare others"
    )
