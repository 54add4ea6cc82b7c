"""Logs for programs: a line of JSON for each record, and one for each command with what came of it.

A command has one id: the line has it, its entry in the journal has it, and so has whatever else was logged while it was
dealt with, on every process that had to do with it. No field names a person or money; the journal says who and what.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, TextIO

from dicehouse.floor.figures import outcome_of
from dicehouse.refusal import Refused
from dicehouse.table.orders import Answer, Command

log = logging.getLogger("dicehouse.commands")

_ID: Final[ContextVar[str]] = ContextVar("command", default="")
FIELDS: Final = "fields"
"""Under which a record has what its line says beside its message."""


@contextmanager
def about(id: str) -> Iterator[None]:
    """While a command is dealt with: whatever is logged has its id."""
    token = _ID.set(id)
    try:
        yield
    finally:
        _ID.reset(token)


def tell(stream: str, command: Command, answer: Answer | Exception, seconds: float) -> None:
    """One command was answered after so long; nothing is written unless somebody asked for it."""
    if not log.isEnabledFor(logging.INFO):
        return
    do, outcome = command.__struct_config__.tag, outcome_of(answer)
    fields = {"command": command.id, "stream": stream, "do": do, "role": command.role, "outcome": outcome}
    if isinstance(answer, Refused):
        fields["why"] = answer.why.value
    elif isinstance(answer, Exception):
        fields["error"] = type(answer).__name__
    log.info("%s: %s", do, outcome, extra={FIELDS: fields | {"seconds": f"{seconds:.6f}"}})


class JsonLines(logging.Formatter):
    """A record as one line of JSON, in ASCII, so that nothing that others wrote begins a line or hides one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id := _ID.get():
            line["command"] = id
        line |= getattr(record, FIELDS, {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def write_as_json(to: TextIO | None = None) -> None:
    """From here on everything that this process logs goes to standard error so, and every command with it."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):  # they have handlers of their own
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
