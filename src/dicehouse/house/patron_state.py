"""What the house keeps of a patron: cards, limits, sums of each day and where they play; plain data."""

from datetime import date, datetime

import msgspec
from msgspec import Struct


class PlayerCard(Struct, kw_only=True):
    """A card in force."""

    number: str
    form: str
    membership: str
    pin_reference: str = ""
    """Under which the floor keeps its PIN; empty where one has to be set."""
    wrong: int = 0
    """Wrong PINs in a row."""
    locked: bool = False
    """Whether there were too many of them."""
    suspended: str = ""
    """Why nobody may play by it for the time being; empty while its patron may."""


class Raise(Struct, frozen=True):
    """A limit that will be higher, or gone."""

    amount: int | None
    since: datetime


class Limit(Struct):
    """A limit that a patron has chosen; none without an amount."""

    amount: int | None = None
    coming: Raise | None = None
    declined: datetime | None = None
    """When the patron last chose to have none."""


class Declarations(Struct):
    """What a patron declared at one table on one day."""

    bought: int = 0
    brought: int = 0
    taken: int = 0
    late: int = 0
    """Of the first two, what was declared after its round had begun."""
    ignored: int = 0
    """Directions that were not followed."""


class Purchase(Struct):
    """What is counted of one sale of chips at a table."""

    cash: int = 0
    declared: int = 0
    late: int = 0


class Day(Struct, kw_only=True):
    """What one patron did on one calendar day."""

    deposited: int = 0
    """Outside funds, which count against a deposit limit."""
    other: int = 0
    """Other money put in."""
    cash: int = 0
    """What of both was cash."""
    withdrawn: int = 0
    staked: int = 0
    returned: int = 0
    corrected: int = 0
    """What was gained by putting right what had been decided; below nothing, lost."""
    seconds: int = 0
    """At tables and terminals."""
    declared: dict[str, Declarations] = {}
    """By table."""
    purchases: dict[str, Purchase] = {}
    """By sale, what the sums above have of it; one that is undone goes."""


class Sitting(Struct, frozen=True, array_like=True):
    """From when to when someone was at a place."""

    since: datetime
    until: datetime


class Playing(Struct, kw_only=True):
    """When someone was at tables and terminals."""

    at: dict[str, str] = {}
    """The places where this person is, each a table or a terminal."""
    since: dict[str, datetime] = {}
    """Since when at tables, and since when at terminals."""
    stretch: dict[str, int] = {}
    """Seconds at tables and at terminals since the latest break, without the sitting that goes on."""
    checked: dict[str, int] = {}
    """How many of them there were when staff last saw how this person does."""
    sittings: list[Sitting] = []
    """Those of the last seven days that are over."""


class Patron(Struct, kw_only=True):
    """Someone who plays in the house, by the name that the tables know."""

    name: str
    card: PlayerCard | None = None
    limits: dict[str, Limit] = {}
    days: dict[date, Day] = {}
    """The latest 35 days, of which the sums of a day, a week and a month are made."""
    allotted: dict[str, int] = {}
    """By place, what may be lost there of a loss limit."""
    allotments: dict[str, str] = {}
    """By place, the command by which that was set apart last."""
    counted: dict[str, int] = {}
    """By place, what the house has heard was lost there since this person sat down."""
    resting: datetime | None = None
    """Until when this person takes a break by their own wish."""
    playing: Playing = msgspec.field(default_factory=Playing)


class Identity(Struct, frozen=True, kw_only=True):
    """By which document someone was identified."""

    document: str
    number_reference: str
    """Under which the floor keeps the number."""
    number_ends: str
    """Its last characters."""
    born: date
    expires: date | None
    checked_by: str
    at: datetime
