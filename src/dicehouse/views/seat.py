"""What one player sees of their own seat, and nobody else does."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from msgspec import Struct

from dicehouse.layout import PlacedWager
from dicehouse.refusal import Refused
from dicehouse.table import decide
from dicehouse.table.betting import PlaceWager, RemoveWager, betting_closed
from dicehouse.table.call_bets import DeclareWager
from dicehouse.table.dice_set import on_the_table
from dicehouse.table.electronic import ShootDice
from dicehouse.table.limits import room
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.orders import PLAYER, Command, Kind
from dicehouse.table.people import LeaveSeat, TakeSeat, may_bet
from dicehouse.table.reasons import run_at
from dicehouse.table.shooter import AcceptDice, DeclineDice, PassDice
from dicehouse.table.state import Bet, Chips, Seat, Table
from dicehouse.table.throw import ThrowDice
from dicehouse.views.layout import offered
from dicehouse.views.own_disputes import OwnDispute, own_disputes
from dicehouse.views.parts import LimitsView, Refusal, limits_view, refusal
from dicehouse.views.player import PlayerView
from dicehouse.views.recall import RoundView
from dicehouse.views.table import TRIAL
from dicehouse.views.waiting import waits
from dicehouse.wager import Wager


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


class WagerView(Struct, frozen=True, kw_only=True):
    """One of the seat's wagers on the layout."""

    id: str
    wager: str
    """Also the area that it stands on."""
    name: str
    stake: int
    commission: int
    excess: int
    """What lies with it above the maximum and does not play."""
    state: str
    point: int
    """The number it waits for; 0: none of its own."""
    count: int
    """Results that a streak has counted."""
    working: bool
    """Whether the next roll counts for it."""
    called: bool | None
    """On or Off by the player's own call; None without one."""
    asked: bool
    """Whether it was called On and staff have yet to confirm it."""
    behind: str | None
    """The id of the wager that it stands behind."""
    chips: Chips
    colour: str
    words: str
    """What it waits for, or what it is worth if it ends now."""
    clause: str
    remove: Refusal | None
    """Why it cannot be taken down; None where it can."""


class RepeatView(Struct, frozen=True):
    """A stake of the round before, which can be placed again."""

    wager: str
    stake: int
    chips: Chips
    colour: str


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as its own player sees it."""

    table: str
    revision: int
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


Own = Sequence[tuple[Bet, PlacedWager]]
"""The wagers of one seat, in the order they were placed."""
Shown = dict[str, tuple[tuple[object, ...], WagerView]]
"""By id, wagers as they were shown, and what that was made from."""
FORGOTTEN: Final = 1_000
"""Wagers that are shown no more and may be kept."""


# --- what a player may do


def trial(kind: type[Command], person: str, at: datetime, role: str = PLAYER, **fields: Any) -> Command:
    """A command that is only judged."""
    return kind(id=TRIAL, at=at, by=person, role=role, **fields)


def judged(table: Table, command: Command, about: bool = True) -> Refusal | None:
    """Why a command would be refused; None where it would not."""
    answer = decide(table, command)
    return refusal(answer, about=about) if isinstance(answer, Refused) else None


_AT_A_SEAT: Final[Mapping[Kind, tuple[tuple[str, type[Command], Mapping[str, Any]], ...]]] = {
    Kind.DEALT: (("leave-seat", LeaveSeat, {}),),
    Kind.CRAPS: (
        ("leave-seat", LeaveSeat, {}),
        ("decline-dice", DeclineDice, {}),
        ("throw-dice", ThrowDice, {}),
    ),
    Kind.ELECTRONIC: (
        ("leave-seat", LeaveSeat, {}),
        ("collect-credits", CollectCredits, {}),
        ("insert-money", InsertMoney, {"amount": 100}),
    ),
}
"""What a player at a seat may try, each with what it takes beside the seat."""


def _can(table: Table, seat: Seat, at: datetime, plain: Wager) -> dict[str, Refusal | None]:
    found: dict[str, Refusal | None] = {
        said: judged(table, trial(kind, seat.person, at, seat=seat.number, **more))
        for said, kind, more in _AT_A_SEAT[table.kind]
    }
    if table.kind is Kind.CRAPS:
        pair = on_the_table(table)[:2]
        found["accept-dice"] = judged(table, trial(AcceptDice, seat.person, at, seat=seat.number, dice=pair))
        found["pass-dice"] = judged(table, trial(PassDice, seat.person, at))
    if table.kind is Kind.ELECTRONIC:
        found["shoot-dice"] = judged(table, trial(ShootDice, seat.person, at))
    found["place-wager"] = _may_place(table, seat, at, plain)
    if table.kind is not Kind.ELECTRONIC:
        found["declare-wager"] = _may_place(table, seat, at, plain, DeclareWager)
    return found


def _may_place(
    table: Table, seat: Seat, at: datetime, plain: Wager, kind: type[PlaceWager | DeclareWager] = PlaceWager
) -> Refusal | None:
    """Whether an ordinary wager of the least stake would be taken: the first area that minds no marker is tried."""
    own = table.bets_of(seat.number) if plain.id in seat.on else ()
    there = next((it.stake for bet, it in own if it.name == plain.id and bet.chips == "value"), 0)
    stake = max(table.limits(plain.id, seat).minimum - there, table.config.chip)
    return judged(table, trial(kind, seat.person, at, seat=seat.number, wager=plain.id, stake=stake))


# --- how much more


class Common(NamedTuple):
    """What is the same for every seat of a table at one moment; whoever looks at many works it out once."""

    plain: Wager
    """One of which nothing but the phase decides when it is placed."""
    rooms: dict[str, int]
    """By ordinary area that takes wagers now, the most for a player with nothing on the layout and no own limits."""
    others: tuple[Wager, ...]
    """Areas of which each player's own wagers decide, and those with a price."""
    shown: Shown
    """Where wagers are kept as they were shown."""


def common_of(table: Table, at: datetime, shown: Shown | None = None) -> Common:
    """With the wagers as they were shown before, those of them that are as they were need not be made again."""
    if shown is not None and len(shown) > FORGOTTEN + 2 * len(table.bets):
        shown.clear()
    there, markers, wagers = offered(table.book, table.config), table.layout.markers, table.book.wagers.values()
    plain = next(it for it in wagers if it.starts_by is None and not it.behind and it.units == 1)
    closed = betting_closed(table, plain.id, at) is not None
    takes = [it for it in wagers if it.id in there and (it.starts_by is None or markers[it.marker] in it.starts_by)]
    nobody = Seat(number=0, person="")
    rooms = {it.id: room(table, nobody, it) for it in takes if not closed and not it.behind and it.family != "streak"}
    others = (it for it in takes if (it.family == "streak" and not betting_closed(table, it.id, at)) or it.behind)
    others = (it for it in others if it.family == "streak" or not closed)
    return Common(plain, rooms, tuple(others), {} if shown is None else shown)


def rooms(table: Table, seat: Seat, own: Own, at: datetime, common: Common | None = None) -> dict[str, int]:
    """By area, the most that may be added to it now; an area that takes none is left out."""
    if may_bet(table, trial(PlaceWager, seat.person, at, seat=seat.number, wager=TRIAL, stake=1), seat):
        return {}
    common, money, wagers = common or common_of(table, at), _money(seat), table.book.wagers
    most = money
    if table.sign.player and seat.personal is None:
        most = min(money, table.sign.player - seat.staked)
    found = {id: min(top, most) for id, top in common.rooms.items()}
    for id in seat.on if seat.personal is None else common.rooms:
        if id in found:
            found[id] = min(room(table, seat, wagers[id]), money)
    for wager in common.others:
        if wager.family == "streak":
            found[wager.id] = 0 if wager.id in seat.on else min(table.config.streak_price, money)
        else:
            found[wager.id] = min(max((_behind(table, wager, it) for _, it in own), default=0), money)
    return {id: it for id, it in found.items() if it > 0}


def _money(seat: Seat) -> int:
    """What this seat has to stake, and may."""
    most = max(seat.rack, seat.tokens, *(it.count * it.value for it in seat.checks.values()), 0)
    return most if seat.headroom is None else min(most, max(seat.headroom - seat.staked, 0))


def _behind(table: Table, wager: Wager, parent: PlacedWager) -> int:
    """What may still go behind one of the seat's wagers."""
    if parent.wager.family != wager.behind or parent.wager.states[parent.state] not in wager.states:
        return 0
    return table.layout.most_behind(wager, parent) - sum(it.stake for it in parent.behind)


# --- what stands


def by_seat(table: Table) -> dict[int, list[tuple[Bet, PlacedWager]]]:
    """The wagers of every seat at once, for whoever looks at many."""
    found: dict[int, list[tuple[Bet, PlacedWager]]] = {}
    standing = table.layout.standing
    for bet in table.bets.values():
        found.setdefault(bet.seat, []).append((bet, standing[bet.id]))
    return found


def _wager(table: Table, bet: Bet, it: PlacedWager, at: datetime, closed: Refusal | None) -> WagerView:
    state = it.wager.states[it.state]
    streak = it.wager.family == "streak"
    own = streak or bool(it.wager.contract_in)
    return WagerView(
        id=it.id,
        wager=it.name,
        name=it.wager.name,
        stake=it.stake,
        commission=it.commission,
        excess=bet.excess,
        state=state,
        point=int(state.removeprefix("point_")) if state.startswith("point_") else 0,
        count=run_at(state)[1] if streak else 0,
        working=not it.can_be_off or table.layout.is_working(it),
        called=it.called,
        asked=bet.asked,
        behind=it.parent.id if it.parent else None,
        chips=bet.chips,
        colour=bet.colour,
        words=waits(table, bet, it),
        clause=it.wager.clause,
        remove=judged(table, trial(RemoveWager, bet.person, at, bet=it.id)) if own else closed,
    )


def _shown(table: Table, bet: Bet, it: PlacedWager, at: datetime, closed: Refusal | None, shown: Shown) -> WagerView:
    """The same as `_wager`, as it was made before where nothing of it is another."""
    if it.can_be_off or it.wager.contract_in or it.wager.behind or it.wager.family == "streak":
        return _wager(table, bet, it, at, closed)
    key = (it.stake, it.commission, it.state, it.called, bet.excess, bet.asked, bet.chips, bet.colour, closed)
    kept = shown.get(it.id)
    if kept is None or kept[0] != key:
        kept = shown[it.id] = (key, _wager(table, bet, it, at, closed))
    return kept[1]


def _no_removal(table: Table, seat: Seat, own: Own, at: datetime) -> Refusal | None:
    """Why an ordinary wager cannot be taken down now, whichever it is."""
    plain = next((it for _, it in own if not it.wager.contract_in and it.wager.family != "streak"), None)
    return None if plain is None else judged(table, trial(RemoveWager, seat.person, at, bet=plain.id), about=False)


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
    revision: int
    last: RoundView | None = None
    player: PlayerView | None = None


def seat_view(
    table: Table, number: int, around: Around, own: Own | None = None, common: Common | None = None
) -> SeatView:
    """A seat as its own player sees it; whoever looks at many seats brings the wagers of each, and what is common."""
    seat, at, last = table.seats[number], around.at, around.last
    own = list(table.bets_of(number)) if own is None else own
    common = common or common_of(table, at)
    closed = _no_removal(table, seat, own, at)
    wagers = tuple(_shown(table, bet, it, at, closed, common.shown) for bet, it in own)
    return SeatView(
        table=table.config.name,
        revision=around.revision,
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
        room=rooms(table, seat, own, at, common),
        last=last,
        repeat=_repeat(last),
        can=_can(table, seat, at, common.plain),
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
        revision=around.revision,
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
