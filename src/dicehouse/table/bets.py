"""What a table knows of a wager: whose it is, called out, standing or decided; plain data."""

from datetime import UTC, datetime
from typing import Final, Literal

from msgspec import Struct

Chips = Literal["value", "colour", "token"]
"""What a stake is made of: value chips or credits, colour checks, or promotional tokens."""


BEFORE: Final = datetime.min.replace(tzinfo=UTC)
"""Before anything else: the moment of what was placed when moments were not kept."""


class Bet(Struct, kw_only=True):
    """What the table knows of a wager beyond what the layout does."""

    id: str
    seat: int
    person: str
    chips: Chips = "value"
    colour: str = ""
    round: int = 0
    """The round in which chips were last put on it."""
    earlier: int = 0
    """What of it stood before that round."""
    at: datetime = BEFORE
    """When it was placed."""
    excess: int = 0
    """Money above the maximum that lies with the wager but does not play."""
    asked: bool = False
    """Whether it was called On and staff have yet to confirm it."""
    reduced: bool = False
    """Whether it has been made smaller, after which a Don't wager may not grow again."""
    valid: bool = True
    """Whether its player may bet at all; an invalid wager can win nothing."""


class Declared(Struct, frozen=True, kw_only=True):
    """A wager that a player has called out and nobody has laid yet."""

    id: str
    seat: int
    person: str
    wager: str
    stake: int
    on: str | None
    chips: Chips
    colour: str = ""


class Settled(Struct, frozen=True, kw_only=True):
    """A wager that has been decided, with the money that went with it."""

    bet: str
    seat: int
    wager: str
    result: str
    stake: int
    winnings: int
    returned: int
    clauses: tuple[str, ...]
    state: str = ""
    """Where its automaton stood when the dice decided it."""
    extra: int = 0
    """What went with the stake beyond it: the commission, and money above the maximum that was lost."""
    colour: str = ""
    checks: int = 0
    """How many checks of that colour are in the winnings; the rest of them is in value chips."""
