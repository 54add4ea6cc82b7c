"""The house as it stands: plain data, changed by events alone, so that a snapshot of it can be kept and hashed."""

import hashlib
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from dicehouse.house.cage_state import (
    Box,
    CageTerms,
    Inquiry,
    Owed,
    Payout,
    Sent,
    Slip,
    Ticket,
    TicketDay,
    TicketRecord,
    Tray,
    Voucher,
)
from dicehouse.house.jackpot_state import Jackpot
from dicehouse.house.patron_state import Identity, Patron
from dicehouse.house.policy import Policy
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.tournaments.state import Tournament
from dicehouse.table.cases import Exclusion, Notice


class EquipmentLine(Struct, frozen=True, array_like=True):
    """Something that was done with a set of dice or a tumbler, and by whom."""

    at: datetime
    by: str
    words: str


class Equipment(Struct, kw_only=True):
    """A set of dice or a tumbler on the register."""

    what: Literal["dice", "tumbler"]
    dice: tuple[str, ...]
    """The serial of each die."""
    table: str = ""
    """Where it is; empty: in the store."""
    place: int = 0
    """What came to the table first has the lower number, and is in use."""
    sound: bool = False
    """Whether it was inspected and found sound since it was last at a table or failed."""
    faults: int = 0
    retired: str = ""
    """Why it is out of use for good; empty while it is not."""
    log: list[EquipmentLine] = []
    """The latest of what was done with it, the newest last."""


class ColourSet(Struct, kw_only=True):
    """Colour checks of one table that were still out when it closed."""

    table: str
    colour: str
    count: int
    value: int
    """Of each check, as it was issued; 0: it could not be traced."""
    rule: Literal["recorded_value", "traced_or_lowest"]


class TableDispute(Struct, kw_only=True):
    """How far a dispute at a table has come."""

    table: str
    dispute: str
    about: str
    stage: str
    ruling: str
    """The latest decision in words; empty while there is none."""
    upheld: bool


class Complaint(Struct, kw_only=True):
    """A complaint outside the house, with the dispute that it came from."""

    kind: str
    of: str
    """The table, promotion or tournament."""
    dispute: str
    person: str
    words: str
    """As the person put it."""
    about: str
    """What the dispute was about."""
    ruling: str
    """How the house had decided it; empty where it had not."""
    regulator: str
    clause: str
    lodged: datetime
    concluded: datetime | None = None
    outcome: str = ""
    upheld: bool = False
    reference: str = ""
    """Of the regulator's letter; empty where an inspector wrote the outcome down."""
    told: str = ""
    """How the person came to know the outcome; empty while they do not."""


class ExclusionRecord(Struct, frozen=True, kw_only=True):
    """An exclusion, and which tables it concerns."""

    exclusion: Exclusion
    table: str = ""
    """Where it was ordered."""
    game: str = ""
    """Which is played there."""

    def concerns(self, table: str, game: str, document: str) -> bool:
        """Whether it holds at a table: a game is what goes by the same name, or by the same document."""
        out_of = self.exclusion.out_of
        if out_of == "game":
            return game == self.game or document == self.exclusion.clause.partition(" ")[0]
        return out_of == "casino" or table == self.table


class Recommendation(Struct, frozen=True, kw_only=True):
    """A table recommends to exclude someone from the casino, and nobody has decided yet."""

    table: str
    clause: str
    reason: str
    since: datetime


class House(Struct, kw_only=True):
    """Everything that is not at a table."""

    name: str = "the house"
    time_zone: str = "Australia/Sydney"
    now: datetime | None = None
    policy: Policy = Policy()
    patrons: dict[str, Patron] = {}
    cards: dict[str, str] = {}
    """Every card ever issued, and to whom."""
    identities: dict[str, Identity] = {}
    """By person."""
    seen: dict[str, dict[str, datetime]] = {}
    """By person, when the PIN was last keyed right and the picture last compared."""
    exclusions: dict[str, tuple[ExclusionRecord, ...]] = {}
    """By person."""
    recommendations: dict[str, Recommendation] = {}
    """By person."""
    pauses: dict[str, datetime] = {}
    """Who is kept from wagering while a limit period ends, and until when."""
    cage: CageTerms = CageTerms()
    accounts: dict[str, int] = {}
    """What is in each account, in cents; those outside the house begin with "~". They add up to nothing."""
    sent: dict[str, Sent] = {}
    """By the id of what was sent."""
    slips: dict[str, Slip] = {}
    """Those that wait for the cage, by number."""
    past_slips: dict[str, Slip] = {}
    """Those on their way to a table, and the latest that are done."""
    numbered_slips: int = 0
    """How many the house has numbered."""
    trays: dict[str, Tray] = {}
    """By table."""
    boxes: dict[str, Box] = {}
    colour_sets: dict[str, ColourSet] = {}
    """By table, colour and value."""
    equipment: dict[str, Equipment] = {}
    """The register of dice and tumblers, by serial."""
    vouchers: dict[str, Voucher] = {}
    tickets: dict[str, Ticket] = {}
    """Outstanding, by number."""
    ticket_days: dict[str, TicketDay] = {}
    ticket_records: dict[str, TicketRecord] = {}
    """By terminal."""
    payouts: dict[str, Payout] = {}
    owed: dict[str, Owed] = {}
    """By table and wrong payment."""
    inquiries: dict[str, Inquiry] = {}
    notices: dict[str, Notice] = {}
    jackpots: dict[str, Jackpot] = {}
    program: str = ""
    """The hash of the program that leads the house; empty where none was put on record."""
    rounds: dict[str, int] = {}
    """The latest round that each table has reported for its jackpots."""
    promotions: dict[str, Promotion] = {}
    tournaments: dict[str, Tournament] = {}
    disputes: dict[str, dict[str, TableDispute]] = {}
    """Of all tables, by person, then by table and dispute."""
    complaints: dict[str, Complaint] = {}


def house_hash(house: House) -> str:
    """SHA-256 of everything the house is, in the order it came about."""
    return hashlib.sha256(msgspec.json.encode(house)).hexdigest()
