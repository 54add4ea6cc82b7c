"""The house as it stands: plain data, changed by events alone, so that a snapshot of it can be kept and hashed."""

import hashlib
from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dicehouse.house.policy import Policy
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.tournaments.state import Tournament
from dicehouse.money import LARGEST
from dicehouse.table.counted import Chips
from dicehouse.table.state import Exclusion, Notice


class CageTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house sets for its cage."""

    ticket_days: Annotated[int, Meta(ge=1, le=3_650)] = 365
    """How long a ticket is good, in days from its issue."""
    ticket_memory: Annotated[int, Meta(ge=1, le=3_650)] = 365
    """How many more days the house says of an old ticket what became of it."""
    ticket_in: Literal["cashier_only", "accepted"] = "cashier_only"
    """Whether terminals take tickets, or the cashier alone."""


class Sent(Struct, frozen=True, kw_only=True):
    """Money on its way to a table, which has yet to take it."""

    table: str
    amount: int
    what: str
    """A buy-in, fill, ticket, voucher or prize."""
    account: str
    """Where it lies."""
    origin: str
    """The account it goes back to if the table does not take it."""
    person: str = ""


class Slip(Struct, kw_only=True):
    """A fill or credit of a table's tray, with everyone who had a hand in it."""

    kind: Literal["fill", "credit"]
    table: str
    amount: int
    chips: tuple[Chips, ...] = ()
    requested_by: str
    requested_at: datetime | None = None
    approved_by: str = ""
    approved_at: datetime | None = None
    handed_by: str = ""
    handed_at: datetime | None = None
    received_by: str = ""
    received_at: datetime | None = None
    ended: str = ""
    """Why it came to nothing; empty while it did not."""


class CountDifference(Struct, frozen=True, kw_only=True):
    """A count that was not as recorded."""

    what: str
    """The opener, the closer, or a box by its number."""
    difference: int
    """Counted, less recorded."""
    explained: str
    by: tuple[str, str]


class Tray(Struct, kw_only=True):
    """What a table's tray and boxes were counted at since it was last opened."""

    opener: int
    since: datetime
    closer: int | None = None
    closed_at: datetime | None = None
    counters: tuple[str, ...] = ()
    """Who counted the closer and the boxes."""
    differences: tuple[CountDifference, ...] = ()
    reconciled_by: str = ""
    reconciled_at: datetime | None = None
    remark: str = ""
    fills: int = 0
    credits: int = 0
    drop: int = 0
    """Cash counted out of its boxes."""
    paper: int = 0
    """Buy-ins from accounts and vouchers that it took in place of cash."""


class Box(Struct, frozen=True, kw_only=True):
    """A drop box that was taken from its table and is to be counted."""

    table: str
    removed_by: str
    since: datetime
    recorded: int | None = None
    """What the table has on record as dropped into it; None where that is typed with the count."""


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


class Voucher(Struct, kw_only=True):
    """A promotional voucher."""

    person: str
    amount: int
    until: datetime
    returns: bool | None
    """Whether a winning token comes back, where the voucher says so itself."""
    used: bool = False


class Ticket(Struct, kw_only=True):
    """A ticket that may yet be paid."""

    amount: int
    terminal: str
    issued: datetime
    until: datetime
    validation: str
    day: str
    """The calendar day of its issue."""
    withheld: str = ""
    """The inquiry for which it is withheld; empty while it is not."""


class TicketLine(Struct, frozen=True, array_like=True):
    """A ticket as the record of its terminal shows it."""

    ticket: str
    amount: int
    at: datetime


class TicketDay(Struct, kw_only=True):
    """Tickets issued on one day of which something became, kept until nobody can ask any more."""

    forget: datetime
    paid: dict[str, None] = {}
    """Numbers in the order they were paid."""
    otherwise: dict[str, str] = {}
    """What became of those that were not."""


class TicketRecord(Struct, kw_only=True):
    """The latest tickets of one terminal, the newest last."""

    taken: list[TicketLine] = []
    given: list[TicketLine] = []


class Payout(Struct, kw_only=True):
    """Money that the house owes someone and pays by hand, by ticket or to a credit meter."""

    person: str
    amount: int
    of: str
    """What it is paid for."""
    since: datetime
    form: str
    """How the player asked for it, or how the house has decided to pay it."""
    table: str = ""
    seat: int = 0
    after: datetime | None = None
    """The time agreed with the player, before which it is not paid."""
    identified: bool | None = None
    """Whether identification was shown; None while nobody asked for it."""
    withheld: str = ""
    """The inquiry for which it is withheld; empty while it is not."""


class Owed(Struct, kw_only=True):
    """What someone is owed by a wrong payment that a table has left to the cage, or owes."""

    table: str
    mispayment: str
    person: str
    amount: int
    """Below nothing: what they owe."""
    since: datetime
    rule: str
    """The document and the clause by which it is put right."""


class Inquiry(Struct, kw_only=True):
    """An investigation for which a prize or ticket is withheld or demanded back."""

    kind: Literal["payout", "ticket", "return"]
    of: str
    """The payout or ticket."""
    person: str
    amount: int
    reason: str
    since: datetime
    reviewed: bool = False
    """Whether an inspector has reviewed it."""
    returned: int = 0
    """What came back of a prize that was demanded back."""


class Rate(Struct, frozen=True, array_like=True):
    """So many parts of so many: an exact share."""

    parts: Annotated[int, Meta(ge=0, le=1_000_000)]
    of: Annotated[int, Meta(ge=1, le=1_000_000)]


class Rolled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Results: exactly these faces in any order, one of these totals, or any triple or pair of all dice."""

    faces: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    totals: tuple[Annotated[int, Meta(ge=2, le=18)], ...] = ()
    alike: bool = False


class Arm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What some results lead to: another state, or a win."""

    rolled: Rolled
    to: Annotated[str, Meta(min_length=1, max_length=64)]


class Trigger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a jackpot is won, as states and the results that lead from one to the next; the first is the start.

    A result that no arm names leads back to the start, and so does a round in which the seat has not the wager.
    """

    states: dict[str, tuple[Arm, ...]]
    wager: str = ""
    """The wager that the seat must have in each round; empty: any."""
    least: Annotated[int, Meta(ge=0)] = 0
    """The least stake on it, in cents."""
    dice: Literal[2, 3] = 3


class JackpotTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a progressive jackpot grows and what it starts from."""

    rate: Rate
    """The share of settled stakes that goes to the pool."""
    hidden_rate: Rate = Rate(0, 1)
    """The share that goes to the hidden pool, for the next prize."""
    seed: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    cap: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    """What the pool does not grow beyond; 0: it has none."""
    trigger: Trigger
    tables: tuple[str, ...]
    """The tables that are linked."""
    approved_by: Annotated[str, Meta(min_length=1, max_length=64)]
    """Whose approval of the share is on file, and its number."""


class Jackpot(Struct, kw_only=True):
    """A progressive jackpot. The whole cents of its pools are in their accounts."""

    terms: JackpotTerms
    coming: JackpotTerms | None = None
    """Terms that take effect when the pool is won."""
    carry: tuple[int, int] = (0, 1)
    """What has accrued to the pool beyond its whole cents: a fraction of a cent."""
    hidden_carry: tuple[int, int] = (0, 1)
    runs: dict[str, dict[str, str]] = {}
    """Who is not at the start of the trigger, by table, then by seat and person."""
    turnover: int = 0
    seeded: int = 0
    contributed: int = 0
    won: int = 0
    adjusted: int = 0
    wins: int = 0
    last: "JackpotWin | None" = None
    before: dict[str, int] = {}
    """The latest round of each table that was counted before this prize began to grow."""
    results: dict[str, "RunsBefore"] = {}
    """The latest result of each table, and who was not at the start before it."""
    winners: dict[str, "WonIn"] = {}
    """Who last won it at each table, and in which round."""


class RunsBefore(Struct, frozen=True):
    """A round with a result, and where its seats stood in a trigger before it."""

    round: int
    runs: dict[str, str]
    """Who was not at the start, by seat and person."""


class WonIn(Struct, frozen=True):
    """A round in which a jackpot was won."""

    round: int
    seats: tuple[str, ...]
    """By seat and person."""

    def seats_in(self, number: int) -> tuple[str, ...]:
        """Who won it in this round."""
        return self.seats if number == self.round else ()


class JackpotWin(Struct, frozen=True, kw_only=True):
    """How a jackpot was last won."""

    at: datetime
    prize: int
    winners: tuple[str, ...]


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
