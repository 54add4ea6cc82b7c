"""A refusal is a value: why, by which clause, about what and with which figures.

What people read is made of it at the edge, from the catalogue in `words`, in the language of whoever reads it.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, Self

from dicehouse.words import Figure, Language, Sentence, say, subject_of


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


class _Record(NamedTuple):
    why: Why
    clause: str | None
    says: str
    """The id of its sentence in the catalogue."""
    figures: dict[str, Figure]


class Refused(_Record):
    """A request that the rules forbid: why, by which clause, and the figures that its sentence names."""

    __slots__ = ()

    def __new__(cls, why: Why, clause: str | None, says: str, /, **figures: Figure) -> Self:
        return cls._make((why, clause, says, figures))

    def under(self, clause: str | None) -> Self:
        """The same, by another clause."""
        return self._replace(clause=clause)

    @property
    def subject(self) -> Figure:
        """What it is about, by itself."""
        return subject_of(self.says, self.figures)

    def sentence(self, language: Language = "en", names: Mapping[str, str] = {}, about: bool = True) -> Sentence:
        """It in words; `names` has other names for people and things, as whoever reads it knows them."""
        return say(self.says, self.figures, language, names, about)

    @property
    def message(self) -> str:
        """It in one English sentence."""
        return self.sentence().whole("en")

    def __str__(self) -> str:
        return self.message

    def __hash__(self) -> int:
        return hash((self.why, self.clause, self.says))

    @property
    def next(self) -> str:
        """What to do instead, in English; empty where there is nothing to do."""
        return self.sentence().next
