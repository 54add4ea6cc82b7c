"""A table as it stands: seats and their money, the wagers on the layout, the round, and what is on record.

One owner changes it, and only by `evolve`. Everything but the layout and the rulebook is plain data, so that a
snapshot of it can be kept, compared by its hash and restored (`snapshots`).
"""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from dicehouse.layout import Layout, PlacedWager
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table.bets import Bet, Declared, Settled
from dicehouse.table.cases import Breach, Breakdown, Dispute, Doubted, Exclusion, Mispayment, Notice, PaymentError
from dicehouse.table.config import Config, Limits, Sign
from dicehouse.table.counted import FillOnWay
from dicehouse.table.duties import Duty, RosterLine, StaffBreak
from dicehouse.table.orders import Faces, Kind, Phase
from dicehouse.table.rounds import Hand, Round, Voided
from dicehouse.table.seats import Meters, Seat
from dicehouse.wager import Wager


class Away(Struct, frozen=True, kw_only=True):
    """Colour checks that were taken away from the table."""

    person: str
    """Who took them; empty where that is not on record."""
    colour: str
    count: int
    value: int
    """Of each, in cents, as they were issued."""


class Sale(Struct, kw_only=True):
    """Chips that were sold to someone who is at the table still."""

    seat: int
    person: str
    amount: int
    with_: Literal["cash", "account", "terminal"]
    late: bool
    by: str
    """Who sold them."""
    round: int
    at: datetime
    reversed: bool = False


TillWhat = Literal["sold", "undone", "voucher", "issued", "redeemed", "brought"]


class TillEntry(Struct, frozen=True, kw_only=True):
    """Chips that staff handed over or took in at a seat."""

    id: str
    """The command by which they did."""
    what: TillWhat
    seat: int
    person: str
    amount: int
    colour: str = ""
    """Of colour checks."""
    count: int = 0
    by: str
    at: datetime


class Change(Struct, frozen=True):
    """Limits that are on their sign and not yet in force."""

    sign: Sign
    since: datetime


class Closing(Struct, kw_only=True):
    """A notice that the table will close."""

    since: datetime
    at: datetime | None = None
    rounds: int = 0
    """Rounds with a result still to be played, where the notice is counted in rounds."""


class Paid(Struct, frozen=True, kw_only=True):
    """What a seat was handed for the result of a round or roll, by whom and when."""

    amount: int
    by: str
    at: datetime


class State(Struct, kw_only=True):
    """All of a table that is plain data."""

    config: Config = Config()
    phase: Phase = Phase.CLOSED
    now: datetime | None = None
    round: Round = msgspec.field(default_factory=Round)
    seats: dict[int, Seat] = {}
    bets: dict[str, Bet] = {}
    declared: dict[str, Declared] = {}
    areas: dict[str, int] = {}
    """What stands on each area from all players."""
    sales: dict[str, Sale] = {}
    """Chips sold at the table, by the id of the sale, until their buyer leaves."""
    till: tuple[TillEntry, ...] = ()
    """The latest of what staff sold, changed and took in, the newest last."""
    sign: Sign = Sign()
    coming: Change | None = None
    closing: Closing | None = None
    hand: Hand = msgspec.field(default_factory=Hand)
    """The dice of a craps table."""
    in_use: str = ""
    """The serial of the dice or the tumbler in use, where the house keeps a register."""
    spare: str = ""
    """The serial of the one that lies ready beside it."""
    day: date | None = None
    """The gaming day in which the latest round began."""
    stale: tuple[str, ...] = ()
    """Axes of an earlier gaming day that start afresh once their wagers are decided."""
    streak_call: Literal["", "last", "over"] = ""
    """Whether the final call for streak wagers was made, and whether its round has begun."""
    demonstrations: int = 0
    """Spins without players still ordered; -1: until someone bets."""
    most_players: int = 0
    """A limit on the number of players; 0: as many as there are seats."""
    one_each: bool = False
    """Whether each place is kept to one player by order."""
    paused: dict[str, datetime] = {}
    """Persons who take a break from wagering, and until when."""
    resting: dict[str, datetime] = {}
    """Persons who take a break by their own wish, and until when."""
    directed: dict[str, str] = {}
    """Persons who were told to give up a place and have not, and on which grounds."""
    exclusions: dict[str, Exclusion] = {}
    """Persons who may not take part."""
    stopped: str = ""
    """Why no play is permitted until a fault is rectified; empty while it is."""
    away: list[Away] = []
    """Colour checks that people took away while the table was open."""
    float: int = 0
    """The house's chips in the tray."""
    last_tray: int | None = None
    """What was left in the tray at the last closing; None before the first."""
    fills: dict[str, FillOnWay] = {}
    """Chips on their way from the cage, by slip."""
    drop: int = 0
    """Cash in the drop box or the note acceptor."""
    cashless: int = 0
    """Money from accounts for chips that were sold at the table."""
    taken: int = 0
    """Tokens that were collected."""
    came: int = 0
    """All money that came to the table, less all that left it; equal to what is on it."""
    history: list[Faces] = []
    """The latest results, the newest last."""
    last: tuple[Settled, ...] = ()
    """The latest round's decisions."""
    last_dice: Faces = ()
    voided: Voided | None = None
    """The latest outcome, where it was declared invalid; until the next round or throw."""
    notices: dict[str, Notice] = {}
    broken: Breakdown | None = None
    """Equipment of the table that is to be mended."""
    breaches: dict[str, Breach] = {}
    withheld: dict[str, int] = {}
    """Winnings held aside during an investigation, by person; whoever is named here is paid no winnings."""
    doubted: dict[str, Doubted] = {}
    """Credits withheld from terminals, by the command that did."""
    mispayments: dict[str, Mispayment] = {}
    corrected: dict[str, str] = {}
    """Every wrong payment ever recorded, and the wager that it was of; empty where it was of none."""
    unreported: dict[str, PaymentError] = {}
    """Large errors of payment that are not yet in a report to the regulator."""
    paid: dict[int, Paid] = {}
    """What each seat was handed for the latest result, until the next round or throw."""
    disputes: dict[str, Dispute] = {}
    """Those that are not over."""
    past_disputes: dict[str, Dispute] = {}
    """Those that are, on record for whoever raised them."""
    changes: int = 0
    """How often a stake on the layout has changed, which tells who was first at an amount."""
    last_shooter: int = 0
    """The terminal whose turn it was to shoot last."""
    meters: dict[int, Meters] = {}
    """Of terminals, by their number."""
    program: str = ""
    """The hash of the program that leads the table; empty where none was put on record."""
    next_seal: str = ""
    """The seal on the dice after those of this round, where the table's dice are sealed."""
    rulebooks: tuple[str, ...] = ()
    """The hashes of the rulebooks whose text is on record here."""
    only_terminals: dict[str, tuple[int, ...]] = {}
    """Persons who were told at which terminals to play."""
    duties: dict[str, Duty] = {}
    """Who of the staff is signed on, by position."""
    roster: dict[str, RosterLine] = {}
    """Who is to be at which position and when, the earliest first."""
    staff_breaks: dict[str, StaffBreak] = {}
    """Breaks of staff who signed off here, by name."""


class Table(State, kw_only=True):
    """A table in play: its state, the rulebook it goes by and the layout."""

    book: Rulebook
    layout: Layout
    kind: Kind = Kind.DEALT
    texts: dict[str, str] = {}
    """The rulebooks that its entries have put on record, as far as they were gone through: their texts by hash."""
    by_seat: dict[int, dict[str, Bet]] = {}
    """The same as `bets`, seat by seat: nobody goes through the wagers of a whole table to find those of one player."""

    def __post_init__(self) -> None:
        self.kind = kind_of(self.book)

    def reading(self, key: str) -> str | bool:
        return self.book.readings[key]

    def clause(self, power: str) -> str:
        """The clause that gives a power, where the rulebook has it."""
        found = self.book.powers.get(power)
        return found.clause if found else ""

    def matter(self, name: str) -> str:
        """The clause on a matter, where the rulebook has it."""
        return self.book.topics.get(name, "")

    def why_stopped(self, at: datetime) -> str:
        """Why no play is permitted at a moment; empty while it is."""
        if self.stopped or self.broken is None or at < self.broken.stops:
            return self.stopped
        return f"{self.broken.what}, and it was not mended by {self.clock(self.broken.stops)}"

    def clock(self, moment: datetime) -> str:
        """A moment as the clock at this table shows it."""
        return f"{moment.astimezone(ZoneInfo(self.config.time_zone)):%H:%M:%S}"

    def bets_of(self, seat: int) -> Iterator[tuple[Bet, PlacedWager]]:
        """A seat's wagers in the order they were placed."""
        return ((it, self.layout.standing[it.id]) for it in self.by_seat.get(seat, {}).values())

    def put_down(self, bet: Bet) -> None:
        """A wager comes onto the layout."""
        self.bets[bet.id] = self.by_seat.setdefault(bet.seat, {})[bet.id] = bet

    def take_up(self, id: str) -> Bet:
        """A wager leaves the layout."""
        bet = self.bets.pop(id)
        del self.by_seat[bet.seat][id]
        return bet

    def limits(self, wager: str, seat: Seat) -> Limits:
        """What a wager may be: by the player's own agreement, else by the sign."""
        return seat.personal or stated(self.sign, self.book.wagers[wager])

    def seat_of(self, person: str) -> Seat | None:
        return next((it for it in self.seats.values() if it.person == person), None)

    def held(self) -> int:
        """All money at the table: in racks, on the layout with its commission, in the tray and in the boxes."""
        seats = sum(
            it.rack + it.tokens + it.staked + it.aside + sum(own.count * own.value for own in it.checks.values())
            for it in self.seats.values()
        )
        aside = sum(self.withheld.values()) + sum(it.amount for it in self.doubted.values())
        return seats + aside + self.float + self.drop + self.cashless + self.taken


def stated(sign: Sign, wager: Wager) -> Limits:
    """What a sign says of a wager: by its name, else by its family, else as of every wager."""
    return sign.wagers.get(wager.id) or sign.wagers.get(wager.family) or sign.every


def kind_of(book: Rulebook) -> Kind:
    """How a table is run by a rulebook: whose dice are thrown, and who lets them fall."""
    if "offer_dice" in book.powers:
        return Kind.CRAPS
    return Kind.DEALT if "tumble" in book.powers else Kind.ELECTRONIC


def new_table(book: Rulebook, config: Config | None = None) -> Table:
    """A closed table."""
    config = config or Config()
    return Table(book=book, layout=Layout(book, Cents(config.chip)), config=config, sign=config.sign)


def this_round(table: Table) -> int:
    """The round that what happens now belongs to: before the dice are tumbled it is the next one."""
    return table.round.number + (table.phase is Phase.BETWEEN)


def seat_at(table: Table, number: int) -> Seat | Refused:
    """The seat someone is at."""
    if not 1 <= number <= table.config.seats:
        return Refused(
            Why.UNKNOWN_SEAT, None, "no-such-seat", seat=number, table=table.config.name, seats=table.config.seats
        )
    seat = table.seats.get(number)
    if seat is None:
        return Refused(Why.SEAT_EMPTY, None, "seat-empty", seat=number)
    return seat
