"""A place at a table or a terminal, whoever is at it, and their money; plain data."""

from datetime import datetime

from msgspec import Struct

from dicehouse.table.bets import Settled
from dicehouse.table.config import Limits
from dicehouse.table.orders import Faces, Name


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A player card as it was shown to the dealer."""

    number: Name
    issued_to: Name
    valid: bool = True


class Checks(Struct):
    """Colour checks in one player's hands."""

    count: int
    value: int
    """Of each, in cents, as declared when they were issued."""
    marked: bool = True
    """Whether a marker button shows the value."""


class Fault(Struct, kw_only=True):
    """A terminal that does not work as it should, and the wagers that this puts in doubt."""

    kind: str
    said: str
    since: datetime
    round: int
    """The round of the wagers in doubt."""
    dice: Faces = ()
    """What that round's dice showed; empty before they lay."""
    decided: tuple["Settled", ...] = ()
    """The terminal's wagers of that round as they were settled."""
    answered: bool = False
    """Whether those wagers have been confirmed or declared void."""


class Meters(Struct, kw_only=True):
    """What a terminal has counted since it was put up, in cents; together they come to the credit on it."""

    money_in: int = 0
    won: int = 0
    """All that came back on a decision."""
    turnover: int = 0
    """All that was staked, less what went back undecided."""
    money_out: int = 0
    adjusted: int = 0
    """What staff put on the credit meter, less what they took off."""

    @property
    def credit(self) -> int:
        """What should be on the credit meter."""
        return self.money_in + self.won + self.adjusted - self.turnover - self.money_out


class Counted(Struct, frozen=True, kw_only=True):
    """Chips that someone of the staff has counted, for another to put on the rack."""

    by: str
    amount: int


class Seat(Struct, kw_only=True):
    """A place at the table, or a terminal, and whoever is at it."""

    number: int
    person: str
    card: Card | None = None
    rack: int = 0
    """Value chips, or the credits of a terminal."""
    tokens: int = 0
    token_returns: bool = True
    """Whether a winning token comes back, by the reading or by its voucher's own conditions."""
    checks: dict[str, Checks] = {}
    """By colour."""
    staked: int = 0
    """Everything of this seat that stands on the layout."""
    on: dict[str, int] = {}
    """The same by wager."""
    aside: int = 0
    """Commissions and excess that lie with those wagers."""
    personal: Limits | None = None
    warned: bool = False
    """Whether a stake below the minimum was let stand with the warning that the next goes back."""
    wagered: bool = False
    """Whether it has made a wager in this round."""
    idle: int = 0
    """Rounds in a row without a wager."""
    cleared: bool = True
    """Whether the house has said what this person may play for; a table without a house asks nobody."""
    lost: int = 0
    """What was lost here since the place was taken; below nothing after a win."""
    headroom: int | None = None
    """What may still be lost under a loss limit; None without one."""
    allotment: str = ""
    """The order of the house by which that was set apart."""
    undeclared: int = 0
    """Chips that a player with a loss limit brought and has not declared."""
    late: int = 0
    """Chips declared or bought after the round began, which count from the next one."""
    brought: int = 0
    """Chips brought that only one person has counted."""
    counted: Counted | None = None
    """Chips that a second person has counted and that are yet to be put on the rack."""
    helper: str = ""
    """Who is on record as helping this player with their hands."""
    must_leave: bool = False
    """Whether this place has to be given up."""
    since: int = 0
    """The change of stakes at this table by which everything it has on the layout came to what it is."""
    since_on: dict[str, int] = {}
    """The same by wager."""
    joined: int = 0
    """The round in which this person came."""
    fault: Fault | None = None
    """What is wrong with this terminal, until it is rectified."""
