"""What is on record at a table until it is dealt with: breaches, disputes, wrong payments, notices; plain data."""

from datetime import datetime
from typing import Literal

from msgspec import Struct


class Exclusion(Struct, frozen=True, kw_only=True):
    """An order by which someone may take no further part."""

    out_of: Literal["table", "game", "casino"]
    reason: str
    by: str
    """Who ordered it."""
    role: str
    clause: str
    """By which it was ordered, with its document."""
    since: datetime
    until: datetime | None = None
    """Without it until it is lifted."""


class Notice(Struct, frozen=True, kw_only=True):
    """Something that someone must be told."""

    id: str
    to: str
    about: str
    due: datetime
    clause: str
    met_by: str = ""
    """The command that meets it, where it is not enough to say that one was told."""


class Breakdown(Struct, frozen=True, kw_only=True):
    """Equipment of the table that failed and is not yet mended."""

    what: str
    since: datetime
    stops: datetime
    """When play stops if it is not mended by then."""
    clause: str


class Breach(Struct, frozen=True, kw_only=True):
    """Something forbidden that someone did."""

    id: str
    kind: str
    person: str
    who: str
    """Player, spectator, employee or inspector."""
    clause: str
    members: tuple[str, ...] = ()
    """Those who did it together with that person."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone in breach."""
        return (self.person, *self.members)


class Doubted(Struct, frozen=True, kw_only=True):
    """Credits of a terminal that are withheld until the house has decided whose they are."""

    id: str
    seat: int
    person: str
    amount: int
    reason: str


class Mispayment(Struct, kw_only=True):
    """An overpayment or underpayment that is not yet closed."""

    id: str
    person: str
    """Empty while nobody knows who it was."""
    seat: int
    """0: away from the table."""
    of_wager: bool
    due: int
    paid: int
    suspected: bool
    """Whether it may have been meant."""
    enquired: bool
    attempts: tuple[str, ...] = ()
    rectified: int = 0
    regulator: bool = False
    """Whether the regulator was told of it."""
    booked: bool = False
    """Whether what was really handed over is in the books; records from before that was done have it not."""
    owed: int = 0
    """What stands in its account: above nothing the house owes the person, below the person owes the house."""
    outside: int = 0
    """What the person got beyond what was booked, as far as no rack at the table has it."""
    won: int = 0
    """What counts towards a loss limit once it is known whose."""
    referred: bool = False
    """Whether the cage has it, and it is paid or taken back there."""
    colour: str = ""
    """Of the checks that the person was paid in; empty: value chips."""


class PaymentError(Struct, frozen=True, kw_only=True):
    """A large error of payment, as the regulator is informed of it."""

    id: str
    aware: datetime
    of: str
    person: str
    due: int
    paid: int
    suspected: bool
    attempts: tuple[str, ...] = ()
    rectified: int = 0
    regulator: bool = False
    """Whether it was brought to the regulator's attention by itself."""

    @property
    def error(self) -> int:
        """Above nothing for an overpayment, below for an underpayment."""
        return self.paid - self.due


class Dispute(Struct, kw_only=True):
    """A dispute or complaint."""

    id: str
    person: str
    bet: str
    """The wager it is about, where it is about one."""
    about: str = ""
    topic: str = ""
    """Dice: which face is uppermost."""
    raised: datetime | None = None
    decided: str = ""
    """Who decided it first."""
    asked: bool = False
    """Whether a review was asked for."""
    reviewed: bool = False
    final: bool = False
    advised: bool = False
    upheld: bool = False
    """Whether the latest decision is for the person."""
    ruling: str = ""
    """The latest decision in words."""
    accepted: bool = False
    """Whether the person is content with it."""
    complaint: str = ""
    """The person's complaint outside the house; empty while there is none."""
