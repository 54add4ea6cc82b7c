"""Who is at the table: places taken, left and given up, how many may play, and who may bet.

One person has one place at a table with a dealer. Whoever sits out three rounds while all other places are in use may
be required to give theirs up (9.14, 9.9); at terminals a supervisor's opinion is enough (8.14).
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.cards import not_theirs, without_card
from dicehouse.table.checks_away import take_away
from dicehouse.table.chips_brought import is_confirmed, not_seen, unconfirmed
from dicehouse.table.colours import redeemed
from dicehouse.table.declared_chips import is_declared_here
from dicehouse.table.ledger import COLOURS, TOKENS, Sums, collected, hands, move, pockets, rack
from dicehouse.table.orders import (
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Balance,
    Command,
    Count,
    Entries,
    Event,
    Events,
    Kind,
    Order,
    Orders,
    Phase,
    Postings,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.seats import Card, Checks, Seat
from dicehouse.table.standing import not_cleared, pauses, rests, shut_out
from dicehouse.table.state import Away, Table, seat_at
from dicehouse.table.table_sign import due_now
from dicehouse.table.till import note
from dicehouse.table.wagering import extended, not_this_terminal, one_terminal_more, out_of_order, waits_for_someone


class TakeSeat(Command, frozen=True):
    """Take a place at the table; a player for oneself, staff for the person they name."""

    seat: SeatNumber
    person: str = ""
    card: Card | None = None


class LeaveSeat(Command, frozen=True):
    """Leave, with everything in one's hands; colour checks are redeemed first at an open table, or taken away."""

    seat: SeatNumber
    declares: Balance | None = None
    """What a player with a loss limit takes along, in value chips."""
    with_checks: bool = False
    """Whether colour checks leave an open table in the player's pocket; they stay good at that table alone."""


class BringChips(Command, frozen=True):
    """Put chips from elsewhere in the casino on a rack; staff do where a cage stands behind the table."""

    seat: SeatNumber
    amount: Amount


class LimitPlayers(Command, frozen=True):
    """Limit how many may play, or keep each place to one player; without either, lift the limit."""

    most: Count | None = None
    one_each: bool = False


class RequireVacate(Command, frozen=True):
    """Require someone to give up a place."""

    seat: SeatNumber | None = None
    """Which; left out for a person who stands in the way beside a terminal."""
    person: str = ""
    grounds: Words = "not playing"


class SeatTaken(Event, frozen=True):
    """Someone is at a place."""

    seat: int
    person: str
    card: Card | None


class SeatLeft(Event, frozen=True):
    """A place is free again."""

    seat: int
    person: str
    chips: int
    """Value chips taken along."""
    tokens: int
    checks: dict[str, Checks]
    """Colour checks taken along, with their values on record."""
    good_here: bool = False
    """Whether the table is open, so that it alone takes them back."""


class ChipsBrought(Event, frozen=True):
    """Chips from elsewhere lie on a rack."""

    seat: int
    amount: int
    confirmed_by: str = ""
    """Who counted them too; empty where one person was enough."""


class PlayersLimited(Event, frozen=True):
    """So many may play from here on; whoever is there may stay."""

    most: int
    """0: as many as there are places."""
    one_each: bool


class VacateRequired(Event, frozen=True):
    """Someone has to give up a place and may not bet from it any more."""

    seat: int
    """0: a place beside a terminal."""
    person: str
    grounds: str


def may_bet(table: Table, command: Command, seat: Seat) -> Refused | None:
    """Whether someone may bet for a seat: its player, a helper on record, or staff at the player's word."""
    return (
        not_theirs(table, command, seat)
        or _must_leave(table, seat)
        or out_of_order(table, seat)
        or (not_this_terminal(table, seat.person, seat.number) if table.only_terminals else None)
        or (shut_out(table, command, seat.person, command.by) if table.exclusions else None)
        or (pauses(table, command, seat.person) if table.paused else None)
        or (rests(table, command, seat.person) if table.resting else None)
        or not_cleared(table, seat)
        or without_card(table, command, seat)
    )


def _must_leave(table: Table, seat: Seat) -> Refused | None:
    if not seat.must_leave:
        return None
    return Refused(
        Why.NOT_YOUR_SEAT, table.clause("vacate_seat"), "told-to-leave", seat=seat.number, person=seat.person
    )


def take_seat(table: Table, command: TakeSeat) -> Answer:
    """A free place, while fewer play than may (3.15); one for each person, but for terminals (8.1)."""
    if command.seat > table.config.seats:
        return Refused(
            Why.UNKNOWN_SEAT, None, "no-such-seat", seat=command.seat, table=table.config.name, seats=table.config.seats
        )
    if command.seat in table.seats:
        there = table.seats[command.seat].person
        return Refused(Why.SEAT_TAKEN, None, "seat-occupied", seat=command.seat, there=there)
    if table.most_players and len(table.seats) >= table.most_players:
        return Refused(
            Why.TABLE_FULL,
            table.clause("limit_players"),
            "table-full",
            seat=command.seat,
            count=len(table.seats),
            most_players=table.most_players,
            table=table.config.name,
        )
    person = command.by if command.role == PLAYER else command.person or command.by
    refused = one_terminal_more(table, person, command.seat) or shut_out(table, command, person)
    if refused:
        return refused
    refused = _shared_area(table, command.seat) if table.one_each else None
    if refused:
        return refused
    own = table.seat_of(person) if table.kind is not Kind.ELECTRONIC else None
    if own is not None:
        return Refused(
            Why.SAME_PERSON,
            table.clause("limit_players") or None,
            "is-at-seat",
            seat=command.seat,
            person=person,
            own=own.number,
        )
    taken = SeatTaken(clause="", seat=command.seat, person=person, card=command.card, **stamp(command))
    return (taken, *_period_begins(table, command))


def _period_begins(table: Table, command: Command) -> Events:
    """With the first person at terminals that waited for one, so that a wager in the same instant is taken."""
    if not waits_for_someone(table):
        return ()
    return (*due_now(table, command), extended(table, command, seated=True))


def _shared_area(table: Table, seat: int) -> Refused | None:
    """Whether someone else is at the same player area, while each is kept to one player (3.15)."""
    areas = table.config.player_areas or table.config.seats
    other = next((it for it in table.seats.values() if (it.number - seat) % areas == 0), None)
    if other is None:
        return None
    return Refused(Why.TABLE_FULL, table.clause("limit_players"), "player-area-taken", seat=seat, other=other.number)


def leave_seat(table: Table, command: LeaveSeat) -> Answer:
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = not_theirs(table, command, seat) or out_of_order(table, seat) or _undeclared(table, seat, command)
    if refused:
        return refused
    if seat.staked:
        return Refused(Why.WAGERS_STAND, None, "wagers-on-layout-stay", seat=seat.number, staked=seat.staked)
    return leaving(table, command, seat, with_checks=command.with_checks)


def _undeclared(table: Table, seat: Seat, command: LeaveSeat) -> Refused | None:
    """A player with a loss limit declares what is left (9.2.3)."""
    there = seat.rack + _in_checks(seat)
    if not is_declared_here(table, seat) or command.declares == there:
        return None
    says = "nothing-declared" if command.declares is None else "declared-differs"
    clause = table.matter("declare_leftover") or None
    return Refused(Why.NOT_DECLARED, clause, says, seat=seat.number, declared=command.declares, there=there)


def _in_checks(seat: Seat) -> int:
    return sum(own.count * own.value for own in seat.checks.values())


def leaving(table: Table, command: Command, seat: Seat, *, with_checks: bool) -> Events:
    """A place left with all that is in its player's hands, of which colour checks are good at this table only."""
    closed = table.phase is Phase.CLOSED
    keeps = closed or with_checks
    kept = {colour: own for colour, own in seat.checks.items() if own.count} if keeps else {}
    good_here = bool(kept) and not closed
    clause = table.clause("redeem_colours") if good_here else ""
    return (
        *(() if keeps else redeemed(table, command, seat)),
        SeatLeft(
            clause=table.matter("declare_leftover") if is_declared_here(table, seat) else clause,
            seat=seat.number,
            person=seat.person,
            chips=seat.rack + (0 if keeps else _in_checks(seat)),
            tokens=seat.tokens,
            checks=kept,
            good_here=good_here,
            **stamp(command),
        ),
    )


def bring_chips(table: Table, command: BringChips) -> Answer:
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = not_theirs(table, command, seat) or shut_out(table, command, seat.person)
    if refused:
        return refused
    if table.config.cage and table.kind is Kind.ELECTRONIC:
        clause = table.matter("credits") or None
        return Refused(Why.WRONG_CHIPS, clause, "terminal-takes-no-chips", seat=seat.number, amount=command.amount)
    amount = command.amount
    refused = not_seen(table, command, seat, amount) or unconfirmed(table, command, seat, amount)
    if refused:
        return refused
    second = seat.counted.by if seat.counted and is_confirmed(command, seat, amount) else ""
    return (ChipsBrought(clause="", seat=seat.number, amount=amount, confirmed_by=second, **stamp(command)),)


def limit_players(table: Table, command: LimitPlayers) -> Answer:
    """The number of players, or one for each player area (3.15)."""
    most = command.most or 0
    clause = table.clause("limit_players")
    return (PlayersLimited(clause=clause, most=most, one_each=command.one_each, **stamp(command)),)


def require_vacate(table: Table, command: RequireVacate) -> Answer:
    """After three rounds sat out at a full table (9.14, 9.9); at terminals whenever someone does not play (8.14)."""
    clause = table.clause("vacate_seat")
    limit = table.book.times.get("abstaining")
    if command.seat is None and limit is None and command.person:
        return (
            VacateRequired(clause=clause, seat=0, person=command.person, grounds=command.grounds, **stamp(command)),
        )
    seat = seat_at(table, command.seat or 0)
    if isinstance(seat, Refused):
        return seat
    if seat.wagered:
        says = "wagers-and-must-sit-out" if limit else "wagers-in-this-round"
        return Refused(Why.NOT_YET, clause, says, seat=seat.number, person=seat.person)
    places = min(table.config.seats, table.most_players or table.config.seats)
    if limit and len(table.seats) < places:
        return Refused(
            Why.NOT_YET, limit.clause, "places-free", seat=seat.number, count=len(table.seats), places=places
        )
    if limit and seat.idle < limit.amount:
        return Refused(
            Why.NOT_YET, limit.clause, "rounds-sat-out", seat=seat.number, idle=seat.idle, amount=limit.amount
        )
    if seat.must_leave:
        return Refused(Why.ALREADY_DONE, clause, "leave-required", seat=seat.number, person=seat.person)
    return (
        VacateRequired(clause=clause, seat=seat.number, person=seat.person, grounds=command.grounds, **stamp(command)),
    )


# --- what the facts do


def seat_taken(table: Table, event: SeatTaken) -> None:
    """Where a house stands behind the table, it says what may be played for."""
    table.seats[event.seat] = Seat(
        number=event.seat, person=event.person, card=event.card, joined=table.round.number,
        cleared=not table.config.cage,
    )  # fmt: skip


def seat_left(table: Table, event: SeatLeft) -> None:
    left = table.seats.pop(event.seat)
    if left.must_leave and not any(it.must_leave and it.person == left.person for it in table.seats.values()):
        table.directed.pop(left.person, None)
    table.declared = {id: it for id, it in table.declared.items() if it.seat != event.seat}
    table.sales = {id: it for id, it in table.sales.items() if it.seat != event.seat}
    table.came -= event.chips + event.tokens + sum(own.count * own.value for own in event.checks.values())
    if event.good_here:
        taken = event.checks.items()
        take_away(table, [Away(person=event.person, colour=it, count=o.count, value=o.value) for it, o in taken])


def chips_brought(table: Table, event: ChipsBrought) -> None:
    seat = table.seats[event.seat]
    seat.rack += event.amount
    seat.undeclared += event.amount if is_declared_here(table, seat) else 0
    seat.brought += 0 if event.confirmed_by else event.amount
    seat.counted = None
    table.came += event.amount
    note(table, event, "brought", event.seat, event.amount)


def players_limited(table: Table, event: PlayersLimited) -> None:
    table.most_players, table.one_each = event.most, event.one_each


def vacate_required(table: Table, event: VacateRequired) -> None:
    table.directed[event.person] = event.grounds
    if event.seat:
        table.seats[event.seat].must_leave = True


def departure_moved(table: Table, event: SeatLeft) -> Entries:
    """What is taken along: chips in a pocket; credits that the cage pays out where one stands behind the terminals."""
    credits_out = table.config.cage and table.kind is Kind.ELECTRONIC
    sums = Sums()
    sums.move(rack(table, event.seat), collected(table.config.name) if credits_out else pockets(table), event.chips)
    sums.move(hands(table, event.seat, "token"), TOKENS, event.tokens)
    for checks in event.checks.values():
        sums.move(hands(table, event.seat, "colour"), COLOURS, checks.count * checks.value)
    return sums.entries()


def arrival_moved(table: Table, event: ChipsBrought) -> Entries:
    return move(pockets(table), rack(table, event.seat), event.amount)


COMMANDS: Orders = {
    TakeSeat: Order(take_seat, staff=True, others=(PLAYER,)),
    LeaveSeat: Order(leave_seat, staff=True, others=(PLAYER,), when_closed=True),
    BringChips: Order(bring_chips, staff=True, others=(PLAYER,)),
    LimitPlayers: Order(limit_players, "limit_players"),
    RequireVacate: Order(require_vacate, "vacate_seat"),
}
APPLIERS: Appliers = {
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    ChipsBrought: chips_brought,
    PlayersLimited: players_limited,
    VacateRequired: vacate_required,
}
POSTINGS: Postings = {SeatLeft: departure_moved, ChipsBrought: arrival_moved}
