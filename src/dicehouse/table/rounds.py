"""The round in play, the dice and the hand that has them; plain data."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from dicehouse.table.orders import Faces


class Voided(Struct, kw_only=True):
    """An outcome that was declared invalid, for the crew that has to give the stakes back."""

    round: int
    ground: Literal["disrupted", "fraud"]
    reason: str
    by: str
    role: str
    at: datetime
    clause: str
    cause: str
    """The command by which it was."""
    back: dict[int, int] = {}
    """By seat, what goes back with it."""
    forfeited: dict[int, int] = {}
    """By seat, what is kept all the same."""


class Round(Struct, kw_only=True):
    """The round in play."""

    number: int = 0
    tumbles: int = 0
    seal: str = ""
    """A hash that fixed the dice before anyone saw them."""
    closed_at: datetime | None = None
    pressed: bool = False
    """Whether the No More Bets button was pressed."""
    shown: Faces = ()
    """The dice under the cover, where a device read them."""
    called: Faces = ()
    """The dice as they were called."""
    keyed: Faces = ()
    """The dice as they were entered."""
    display: Faces = ()
    """What the winning number display showed before the dice were called."""
    no_result_due: str = ""
    """The reason for which this round can have no result, once there is one."""
    ends: datetime | None = None
    """When the wagering period of terminals ends."""
    shooter: int = 0
    """The terminal whose player shoots; 0: the dice shoot by themselves."""
    shoots_by: datetime | None = None
    """The shooter's last moment to press the button."""
    lights_failed: bool = False
    running: bool = False
    """Whether it has begun and is not over."""
    puck: str = "off"
    """Where the puck was when the dice left the hand."""
    rested: bool = False
    """Whether thrown dice have come to rest."""
    judged: bool = False
    """Whether the boxperson has decided which faces are uppermost."""


class Throw(Struct, frozen=True, kw_only=True):
    """A roll that counted, for wagers that lay there and are found after it."""

    at: datetime
    """When the dice left the hand."""
    dice: Faces
    puck: str
    """Where the puck was then."""


class Hand(Struct, kw_only=True):
    """Who has the dice at a craps table, and where each of the five is."""

    shooter: int = 0
    """The seat that has the dice; 0: nobody's."""
    person: str = ""
    """Who accepted them there."""
    stick: bool = False
    """Whether the stickperson throws, because no player will."""
    offered: int = 0
    """The seat to which the dice are offered."""
    declined: tuple[int, ...] = ()
    """Seats that have had their turn since the dice were last accepted."""
    last: int = 0
    """The seat of the shooter before, from which the dice go on clockwise."""
    begun: bool = False
    """Whether anyone has thrown since the table opened."""
    pair: tuple[int, ...] = ()
    """The two dice selected, of those numbered 1 to 5."""
    original: tuple[int, ...] = ()
    """The two dice that were in play when one of them went off the table."""
    missing: tuple[int, ...] = ()
    """Dice of this set that are off the table."""
    set: int = 1
    """How many sets of five have been in use."""
    fresh: bool = False
    """Whether a new set lies ready for the next shooter."""
    invalid: int = 0
    """Throws of this shooter that were no roll."""
    rolls: int = 0
    """Valid rolls since the table opened."""
    throws: tuple[Throw, ...] = ()
    """The latest of them."""
