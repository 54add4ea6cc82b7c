"""A refusal is a value: why, by which clause, and in one sentence what was wrong and what to do next."""

from enum import StrEnum
from typing import NamedTuple


class Why(StrEnum):
    """Why something was refused, in order of precedence: the first that applies is the one that is told."""

    MALFORMED = "malformed"
    WRONG_CLOCK = "wrong-clock"
    NOT_HERE = "not-here"
    NOT_ALLOWED = "not-allowed"
    TABLE_CLOSED = "table-closed"
    TABLE_OPEN = "table-open"
    PLAY_STOPPED = "play-stopped"
    WRONG_PHASE = "wrong-phase"
    UNKNOWN_PATRON = "unknown-patron"
    UNKNOWN_SEAT = "unknown-seat"
    SEAT_EMPTY = "seat-empty"
    SEAT_TAKEN = "seat-taken"
    TABLE_FULL = "table-full"
    NOT_YOUR_SEAT = "not-your-seat"
    OUT_OF_ORDER = "out-of-order"
    TERMINAL_LIMIT = "terminal-limit"
    EXCLUDED = "excluded"
    PAUSED = "paused"
    NOT_CLEARED = "not-cleared"
    NO_CARD = "no-card"
    BETTING_CLOSED = "betting-closed"
    WRONG_DICE = "wrong-dice"
    UNKNOWN_WAGER = "unknown-wager"
    NOT_OFFERED = "not-offered"
    UNKNOWN_ID = "unknown-id"
    DUPLICATE_ID = "duplicate-id"
    BAD_STAKE = "bad-stake"
    WRONG_UNITS = "wrong-units"
    WRONG_PARENT = "wrong-parent"
    NO_POINT = "no-point"
    WRONG_TIME = "wrong-time"
    ABOVE_LIMIT = "above-limit"
    NO_COMMISSION = "no-commission"
    ALWAYS_WORKS = "always-works"
    MUST_STAY = "must-stay"
    WRONG_CHIPS = "wrong-chips"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    OFF_UNIT = "off-unit"
    DEPOSIT_LIMIT = "deposit-limit"
    LOSS_LIMIT = "loss-limit"
    NOT_DECLARED = "not-declared"
    NOT_ENOUGH = "not-enough"
    NOT_YET = "not-yet"
    TOO_LATE = "too-late"
    WAGERS_STAND = "wagers-stand"
    NOT_ACKNOWLEDGED = "not-acknowledged"
    NO_RESULT_DUE = "no-result-due"
    ENTRY_DIFFERS = "entry-differs"
    NOT_ELIGIBLE = "not-eligible"
    SAME_PERSON = "same-person"
    ALREADY_DONE = "already-done"


class Refused(NamedTuple):
    """A request that the rules forbid. The message ends with the next step, after a semicolon, where there is one."""

    why: Why
    clause: str | None
    message: str

    @property
    def next(self) -> str:
        """What to do instead."""
        return self.message.rpartition("; ")[2] if "; " in self.message else ""
