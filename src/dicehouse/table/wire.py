"""Commands and events as lines of JSON: what arrives is read strictly, and what is no command is refused."""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Protocol

import msgspec

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import VERSION, Command, Event

Explain = Callable[[bytes, Exception], Refused | None]
"""What a line that is no command is refused for, where it is more than that."""


class ReadCommand(Protocol):
    def __call__(self, line: bytes, explain: Explain | None = None) -> Command | Refused: ...


def reads_commands(kinds: Iterable[type[Command]]) -> ReadCommand:
    """A function that makes a command of a line."""
    decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(reduce(or_, kinds))

    def command_of(line: bytes, explain: Explain | None = None) -> Command | Refused:
        try:
            return decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return (explain(line, error) if explain else None) or Refused(
                Why.MALFORMED, None, "line-no-command", error=str(error)
            )

    return command_of


def reads_events(kinds: Iterable[type[Event]]) -> Callable[[bytes], Event]:
    """A function that makes an event of a line; a msgspec.DecodeError if it is none, or of a later version."""
    decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(reduce(or_, kinds))

    def event_of(line: bytes) -> Event:
        event = decoder.decode(line)
        if event.v > VERSION:
            raise msgspec.ValidationError(f"it is of version {event.v}, and this program knows version {VERSION}")
        return event

    return event_of
