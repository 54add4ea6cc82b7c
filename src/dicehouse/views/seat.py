"""What one player sees of their own seat, and nobody else does."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from dicehouse.layout import PlacedWager
from dicehouse.table.bets import Bet, Chips
from dicehouse.table.orders import Kind
from dicehouse.table.people import TakeSeat
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table
from dicehouse.views.own_disputes import OwnDispute, own_disputes
from dicehouse.views.own_wagers import WagerView, shown_wager
from dicehouse.views.parts import LimitsView, Refusal, limits_view
from dicehouse.views.permitted import no_removal, permitted
from dicehouse.views.player import PlayerView
from dicehouse.views.recent_rounds import RoundView
from dicehouse.views.stake_room import Common, common_of, rooms
from dicehouse.views.trials import judged, trial


class CardView(Struct, frozen=True):
    """A player card, of which only the end is shown."""

    number: str
    """The last four characters."""
    valid: bool


class ChecksView(Struct, frozen=True):
    """Colour checks in hand."""

    colour: str
    count: int
    value: int
    marked: bool


class RepeatView(Struct, frozen=True):
    """A stake of the round before, which can be placed again."""

    wager: str
    stake: int
    chips: Chips
    colour: str


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as its own player sees it."""

    table: str
    seat: int
    """0 while the player has no seat here."""
    person: str
    card: CardView | None
    credits: bool
    """Whether the rack holds credits of a terminal rather than chips."""
    rack: int
    tokens: int
    checks: tuple[ChecksView, ...]
    staked: int
    """Everything of this seat on the layout."""
    working: int
    """What of it the next roll counts for."""
    aside: int
    """Commissions and excess that lie with it."""
    personal: LimitsView | None
    """Limits agreed with this player."""
    headroom: int | None
    """What may still be lost under a loss limit; None without one."""
    wagers: tuple[WagerView, ...]
    room: dict[str, int]
    """By area, the most that may be added to it; an area that is not here takes none."""
    last: RoundView | None
    """The latest round in which something of this seat was decided."""
    repeat: tuple[RepeatView, ...]
    can: dict[str, Refusal | None]
    """By command, why it would be refused; null where it would not."""
    shooter: bool
    """Whether this seat has the dice, or the button."""
    offered: bool
    """Whether the dice are offered to this seat."""
    must_leave: bool
    fault: str
    """What is wrong with this terminal; empty while nothing is."""
    paused: datetime | None
    """Until when this person takes a break at this table."""
    disputes: tuple[OwnDispute, ...]
    """This player's own that are not over."""
    player: PlayerView | None
    """None for a guest without an account."""


# --- what stands


def by_seat(table: Table) -> dict[int, list[tuple[Bet, PlacedWager]]]:
    """The wagers of every seat at once, for whoever looks at many."""
    found: dict[int, list[tuple[Bet, PlacedWager]]] = {}
    standing = table.layout.standing
    for bet in table.bets.values():
        found.setdefault(bet.seat, []).append((bet, standing[bet.id]))
    return found


def _checks(seat: Seat) -> Iterator[ChecksView]:
    return (ChecksView(colour, it.count, it.value, it.marked) for colour, it in seat.checks.items())


def _repeat(last: RoundView | None) -> tuple[RepeatView, ...]:
    """What the seat had on the layout in the round before, area by area."""
    stakes: dict[str, int] = {}
    for it in last.decided if last else ():
        stakes[it.wager] = stakes.get(it.wager, 0) + it.stake
    return tuple(RepeatView(wager, stake, "value", "") for wager, stake in stakes.items())


# --- the whole


class Around(Struct, frozen=True, kw_only=True):
    """What a view tells of a seat that is not in the table's state."""

    at: datetime
    last: RoundView | None = None
    player: PlayerView | None = None


def seat_view(table: Table, number: int, around: Around, common: Common | None = None) -> SeatView:
    """A seat as its own player sees it; whoever looks at many seats brings what is common."""
    seat, at, last = table.seats[number], around.at, around.last
    own = list(table.bets_of(number))
    common = common or common_of(table, at)
    closed = no_removal(table, seat, own, common)
    wagers = tuple(shown_wager(table, bet, it, at, closed, common.remembered.shown) for bet, it in own)
    return SeatView(
        table=table.config.name,
        seat=number,
        person=seat.person,
        card=CardView(seat.card.number[-4:], seat.card.valid) if seat.card else None,
        credits=table.kind is Kind.ELECTRONIC,
        rack=seat.rack,
        tokens=seat.tokens,
        checks=tuple(_checks(seat)),
        staked=seat.staked,
        working=sum(it.stake for it in wagers if it.working),
        aside=seat.aside,
        personal=limits_view(seat.personal) if seat.personal else None,
        headroom=seat.headroom,
        wagers=wagers,
        room=rooms(table, seat, own, common),
        last=last,
        repeat=_repeat(last),
        can=permitted(table, seat, common),
        shooter=number in {table.hand.shooter, table.round.shooter},
        offered=table.hand.offered == number,
        must_leave=seat.must_leave,
        fault=f"{seat.fault.kind}: {seat.fault.said}" if seat.fault else "",
        paused=table.paused.get(seat.person),
        disputes=own_disputes(table, seat.person, at),
        player=around.player,
    )


def no_seat_view(table: Table, person: str, around: Around) -> SeatView:
    """What someone sees who has not sat down: whether there is a place, or why there is none."""
    free = next((it for it in range(1, table.config.seats + 1) if it not in table.seats), 1)
    return SeatView(
        table=table.config.name,
        seat=0,
        person=person,
        card=None,
        credits=table.kind is Kind.ELECTRONIC,
        rack=0,
        tokens=0,
        checks=(),
        staked=0,
        working=0,
        aside=0,
        personal=None,
        headroom=None,
        wagers=(),
        room={},
        last=None,
        repeat=(),
        can={"take-seat": judged(table, trial(TakeSeat, person, around.at, seat=free))},
        shooter=False,
        offered=False,
        must_leave=False,
        fault="",
        paused=table.paused.get(person),
        disputes=own_disputes(table, person, around.at),
        player=around.player,
    )
