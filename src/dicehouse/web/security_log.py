"""The security log: who signed in and out, and what the web itself turned away, one line of JSON each.

Whatever others wrote stands in it as ASCII with everything else escaped, so that no name can begin a line or hide one.
It never holds a password, a PIN, a key, a token or a whole card number. Who floods it is written down ten times a
second and counted from then on.
"""

import json
import logging
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from dicehouse.refusal import Why
from dicehouse.table.config import ConfigError
from dicehouse.views.parts import Refusal
from dicehouse.web.rate_limit import Rate
from dicehouse.web.refusals import Turned

log = logging.getLogger("dicehouse.web")

LARGEST: Final = 10 * 1024 * 1024
"""Bytes of one file; then the next is begun."""
FILES: Final = 9
"""Older files that are kept."""
LONGEST: Final = 200
"""Characters of one value."""
STDERR: Final = "stderr"

OF_THE_WEB: Final = frozenset({*Turned, Why.NOT_ALLOWED, Why.NOT_YOUR_SEAT, Why.MALFORMED})
"""What is written down; a refusal by the rules stands in the journal."""


class _Private(RotatingFileHandler):
    """Files that nobody but their owner reads."""

    def _open(self) -> TextIOWrapper:
        made = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(made, "a", encoding="ascii")


class SecurityLog:
    """Where lines go: a file that is begun anew when it is large, or standard error; nowhere without either."""

    def __init__(self, to: str | Path = "", now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now
        self._handler = _handler(to)
        self._rate = Rate(100, 0.1)
        self._left_out = 0

    def tells(self, what: str, *, who: str = "", address: str = "", **more: str) -> None:
        """One line: what happened, when, who did it and from where."""
        if self._handler is None:
            return
        if self._rate.take(address or who):
            self._left_out += 1
            return
        said = {"at": self._now().astimezone(UTC).isoformat(), "what": what, "who": who, "address": address, **more}
        line = {key: _short(value) for key, value in said.items() if value}
        if self._left_out:
            line["left_out"] = str(self._left_out)
            self._left_out = 0
        record = logging.LogRecord("dicehouse.security", logging.INFO, "", 0, json.dumps(line), None, None)
        self._handler.handle(record)

    def refused(self, refused: Refusal, *, who: str = "", address: str = "", where: str = "") -> None:
        """Something was turned away by the web itself; what could not be read is not repeated."""
        if refused.why in OF_THE_WEB:
            message = "" if refused.why == Why.MALFORMED else refused.message
            self.tells("turned-away", who=who, address=address, why=refused.why, where=where, message=message)

    def broke(self, where: str, error: BaseException, *, who: str = "", address: str = "") -> None:
        """Something of ours fell."""
        log.error("%a: %a", where[:80], error)
        self.tells("broken", who=who, address=address, where=where, error=type(error).__name__)

    def close(self) -> None:
        if self._handler is not None:
            self._handler.close()


class Calm(logging.Filter):
    """Lets through ten times what anyone can have written at will, then once in ten seconds: no disk is filled so."""

    def __init__(self, rate: Rate | None = None) -> None:
        super().__init__()
        self._rate = rate or Rate(10, 10)

    def filter(self, record: logging.LogRecord) -> bool:
        return not self._rate.take(str(record.msg))


CALM: Final = Calm()


def _handler(to: str | Path) -> logging.Handler | None:
    if not to:
        return None
    if to == STDERR:
        return logging.StreamHandler(sys.stderr)
    try:
        return _Private(to, maxBytes=LARGEST, backupCount=FILES)
    except OSError as error:
        raise ConfigError(f"security_log: {to} cannot be written ({error.strerror}); name another file") from None


def _short(value: str) -> str:
    return value if len(value) <= LONGEST else value[: LONGEST - 3] + "..."
