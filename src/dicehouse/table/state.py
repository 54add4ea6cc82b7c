"""A table as it stands: seats and their money, the wagers on the layout, the round, and what is on record.

One owner changes it, and only by `evolve`. Everything but the layout and the rulebook is plain data, so that a
snapshot of it can be kept, compared by its hash and restored.
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from dicehouse.layout import Layout, PlacedWager
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table.config import Config, Limits, Sign
from dicehouse.table.counted import FillOnWay
from dicehouse.table.orders import Faces, Kind, Name, Phase
from dicehouse.wager import Wager

Chips = Literal["value", "colour", "token"]
"""What a stake is made of: value chips or credits, colour checks, or promotional tokens."""
BEFORE: Final = datetime.min.replace(tzinfo=UTC)
"""Before anything else: the moment of what was placed when moments were not kept."""


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


class Away(Struct, frozen=True, kw_only=True):
    """Colour checks that were taken away from the table."""

    person: str
    """Who took them; empty where that is not on record."""
    colour: str
    count: int
    value: int
    """Of each, in cents, as they were issued."""


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


class Paid(Struct, frozen=True, kw_only=True):
    """What a seat was handed for the result of a round or roll, by whom and when."""

    amount: int
    by: str
    at: datetime


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


class Laid(Struct, frozen=True):
    """A wager on the layout, as a snapshot keeps it."""

    bet: Bet
    wager: str
    stake: int
    commission: int
    state: str
    on: str | None
    called: bool | None


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A table as it can be kept: what was on the layout, where the markers stood, and everything else."""

    rulebook: str
    """The hash of the rulebook in force."""
    laid: tuple[Laid, ...]
    markers: dict[str, str]
    state: State
    source: str = ""
    """The text of that rulebook, so that whatever has become of its file, the table goes on by it."""


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


def snapshot(table: Table) -> Snapshot:
    laid = (
        Laid(
            table.bets[it.id],
            it.name,
            it.stake,
            it.commission,
            it.wager.states[it.state],
            it.parent.id if it.parent else None,
            it.called,
        )
        for it in table.layout.standing.values()
    )
    plain = State(**{key: getattr(table, key) for key in State.__struct_fields__ if key != "bets"})
    source = table.texts.get(table.book.hash, table.book.source)
    return Snapshot(table.book.hash, tuple(laid), dict(table.layout.markers), plain, source)


def restore(book: Rulebook, kept: Snapshot) -> Table:
    """A table as it was kept, by a rulebook that has all its wagers; the snapshot must not be used again."""
    plain = {key: getattr(kept.state, key) for key in State.__struct_fields__ if key != "bets"}
    table = Table(book=book, layout=Layout(book, Cents(kept.state.config.chip)), **plain)
    if kept.source:
        table.texts[kept.rulebook] = kept.source
    for it in kept.laid:
        table.layout.restore(it.bet.id, it.wager, it.stake, it.commission, it.state, it.on).called = it.called
        table.put_down(it.bet)
    table.layout.markers.update(kept.markers)
    return table


def adopt(table: Table, book: Rulebook) -> None:
    """Go by another rulebook from here on; a ValueError where it lacks a wager that stands on the layout."""
    kept = msgspec.json.decode(msgspec.json.encode(snapshot(table)), type=Snapshot)
    gone = next((it.wager for it in kept.laid if it.wager not in book.wagers), None)
    if gone:
        raise ValueError(f"{book.id}: it has no wager {gone}, and one stands on the layout")
    kept.state.last = tuple(it for it in kept.state.last if it.wager in book.wagers)
    made = restore(book, msgspec.structs.replace(kept, markers=_known_markers(book, kept.markers)))
    for key in Table.__struct_fields__:
        if key != "texts":
            setattr(table, key, getattr(made, key))


def _known_markers(book: Rulebook, markers: dict[str, str]) -> dict[str, str]:
    """Where the markers stand that a rulebook has too."""
    rules = (it.rules for it in book.markers)
    return {it.name: markers[it.name] for it in rules if markers.get(it.name) in it.states}


def this_round(table: Table) -> int:
    """The round that what happens now belongs to: before the dice are tumbled it is the next one."""
    return table.round.number + (table.phase is Phase.BETWEEN)


def state_hash(table: Table) -> str:
    """SHA-256 of everything a table is, in the order it came about: the same events give the same hash."""
    whole = msgspec.structs.replace(snapshot(table), source="")  # the hash of the rulebook is in it
    return hashlib.sha256(msgspec.json.encode(whole)).hexdigest()


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
