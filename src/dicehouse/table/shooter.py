"""Who has the dice at craps (3.1 to 3.9, 4.1, 4.3).

Seats are numbered clockwise from the player to the left of the boxperson. The stickperson offers the dice to each in
turn, at the opening to everyone and after that to players with a Win Line or Don't Win wager. Whoever accepts
selects two dice and throws until seven-out, until passing them by choice or by order, or until no line wager is left.
"""

from collections.abc import Iterable
from typing import Literal

from dicehouse.layout import PlacedWager
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Settled
from dicehouse.table.dice_set import CRAPS, Die, bowl, has_pair, new_set, not_these, set_incomplete
from dicehouse.table.orders import (
    PLAYER,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Order,
    Orders,
    Phase,
    SeatNumber,
    stamp,
)
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import taken_back
from dicehouse.table.standing import in_force
from dicehouse.table.state import Table, seat_at


class OfferDice(Command, frozen=True):
    """Offer the dice to the next player in turn."""


class AcceptDice(Command, frozen=True):
    """Accept the dice that are offered, and select two of the five."""

    seat: SeatNumber
    dice: tuple[Die, Die]


class DeclineDice(Command, frozen=True):
    """Let the dice go on to the next player."""

    seat: SeatNumber


class SelectDice(Command, frozen=True):
    """Select two dice anew after one was off the table."""

    dice: tuple[Die, Die]


class PassDice(Command, frozen=True):
    """Give up the dice."""


class OrderPass(Command, frozen=True):
    """Order the shooter to give up the dice."""

    grounds: Literal["delay", "invalid rolls", "contravention"]


class TakeDice(Command, frozen=True):
    """Throw as stickperson, because there is no player to accept the dice and wagers are undecided."""

    dice: tuple[Die, Die] = (1, 2)


class DiceOffered(Event, frozen=True):
    """The dice are offered to a seat."""

    seat: int
    anew: bool = False
    """Whether everyone has declined and the turn begins again."""


class DiceAccepted(Event, frozen=True):
    """A seat has the dice."""

    seat: int
    person: str
    dice: tuple[int, ...]
    """The two selected."""
    bowl: tuple[int, ...]
    """Those that went back to the bowl."""


class DiceDeclined(Event, frozen=True):
    """A seat let the dice go by."""

    seat: int


class DiceSelected(Event, frozen=True):
    """The shooter has other dice."""

    dice: tuple[int, ...]
    bowl: tuple[int, ...]


class DiceRelinquished(Event, frozen=True):
    """The dice are nobody's."""

    seat: int
    """Whose they were; 0: the stickperson threw."""
    why: str
    skipped: bool = False
    """Whether that seat is not offered them in the coming turn."""


class StickpersonShoots(Event, frozen=True):
    """The stickperson is the designated shooter."""

    dice: tuple[int, ...]


# --- questions


def has_line_wager(table: Table, seat: Seat) -> bool:
    return not table.book.line or any(it in seat.on for it in table.book.line)


def shooter(table: Table) -> Seat | None:
    """The seat that has the dice, while whoever accepted them is there."""
    seat = table.seats.get(table.hand.shooter)
    return seat if seat is not None and seat.person == table.hand.person else None


def is_come_out(table: Table) -> bool:
    return puck_at(table) == "off"


def puck_at(table: Table) -> str:
    """Where the puck is; where there is none, every roll is a come-out."""
    return table.layout.markers.get("puck", "off")


def may_throw(table: Table) -> Seat | None:
    """The shooter, if there is one with a line wager (4.1, 4.3)."""
    seat = shooter(table)
    return seat if seat is not None and has_line_wager(table, seat) else None


def next_in_turn(table: Table, last: int, skipped: Iterable[int]) -> int:
    """The next seat clockwise to which the dice are offered; 0 if there is none (3.2, 3.8)."""
    for number in sorted(table.seats, key=lambda it: (it <= last, it)):
        seat = table.seats[number]
        if number in skipped or in_force(table, seat.person, table.now):
            continue
        if not table.hand.begun or has_line_wager(table, seat):
            return number
    return 0


def sleepers_only(standing: Iterable[PlacedWager], puck: str) -> bool:
    """Whether the next roll is a come-out and counts for none of these wagers."""
    return puck == "off" and not any(_works(it, puck) for it in standing)


def _works(it: PlacedWager, puck: str) -> bool:
    return it.called if it.called is not None else puck not in it.wager.off_when


# --- the judgements


def offer_dice(table: Table, command: OfferDice) -> Answer:
    """To the left of the boxperson at the opening, to the left of the shooter before after that (3.2, 3.8)."""
    hand = table.hand
    first = table.matter("shooter_after") if set(hand.declined) - {hand.last} else table.matter("next_shooter")
    clause = first if hand.begun else table.clause("offer_dice")
    if may_throw(table):
        return Refused(Why.ALREADY_DONE, clause, "seat-has-dice", command="offer-dice", shooter=hand.shooter)
    if hand.offered in table.seats:
        return Refused(Why.ALREADY_DONE, clause, "dice-offered", command="offer-dice", offered=hand.offered)
    refused = set_incomplete(table)
    if refused:
        return refused
    last = hand.shooter or hand.last
    seat = next_in_turn(table, last, hand.declined)
    again = 0 if seat or hand.stick else next_in_turn(table, last, ())
    if not seat and not again:
        return Refused(Why.NOT_ELIGIBLE, table.clause("throw_for_nobody"), "nobody-can-shoot", command="offer-dice")
    offered = DiceOffered(clause=clause, seat=seat or again, anew=not seat, **stamp(command))
    if hand.shooter:
        return (
            given_up(
                table,
                command,
                "no line wager",
                table.matter("line_wager_kept") if hand.begun else table.matter("line_wager"),
            ),
            offered,
        )
    if hand.stick:
        return (given_up(table, command, "a player is there to throw", clause), offered)
    return (offered,)


def accept_dice(table: Table, command: AcceptDice) -> Answer:
    """The first to accept is the shooter and keeps two dice; the others go to the bowl (3.3)."""
    seat = _offered_to(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = not_these(table, command.dice)
    if refused:
        return refused
    return (
        DiceAccepted(
            clause=table.matter("accept_dice"), seat=seat.number, person=seat.person, dice=command.dice,
            bowl=bowl(table, command.dice), **stamp(command),
        ),
    )  # fmt: skip


def decline_dice(table: Table, command: DeclineDice) -> Answer:
    seat = _offered_to(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause = table.matter("shooter_after") if table.hand.begun else table.clause("offer_dice")
    return (DiceDeclined(clause=clause, seat=seat.number, **stamp(command)),)


def _offered_to(table: Table, command: Command, number: int) -> Seat | Refused:
    """The seat that may answer an offer; staff answer at its word."""
    seat = seat_at(table, number)
    if isinstance(seat, Refused):
        return seat
    if command.role == PLAYER and command.by != seat.person:
        return Refused(Why.NOT_YOUR_SEAT, None, "another-players-dice", seat=number, by=command.by)
    if table.hand.offered != number:
        return Refused(Why.NOT_ELIGIBLE, table.clause("offer_dice"), "dice-not-offered", seat=number)
    return seat


def select_dice(table: Table, command: SelectDice) -> Answer:
    """Other dice after one went off the table; the original ones come back once found and checked (3.4.2)."""
    refused = _not_the_shooter(table, command, "select-dice", table.matter("select_dice"))
    if refused:
        return refused
    if has_pair(table):
        said = " and ".join(map(str, table.hand.pair))
        return Refused(
            Why.ALREADY_DONE, table.matter("accept_dice"), "dice-selected-already", command="select-dice", said=said
        )
    return not_these(table, command.dice) or (
        DiceSelected(
            clause=table.matter("select_dice"), dice=command.dice, bowl=bowl(table, command.dice), **stamp(command)
        ),
    )


def _not_the_shooter(table: Table, command: Command, said: str, clause: str) -> Refused | None:
    """A player speaks as the shooter; staff speak for the shooter, or for the stickperson who throws."""
    seat = shooter(table)
    if seat is None and not (table.hand.stick and command.role != PLAYER):
        return Refused(Why.NOT_ELIGIBLE, clause, "no-player-has-dice", command=said)
    if seat is not None and command.role == PLAYER and command.by != seat.person:
        return Refused(
            Why.NOT_YOUR_SEAT, clause, "dice-of-another-player", command=said, seat=seat.number, by=command.by
        )
    return None


def pass_dice(table: Table, command: PassDice) -> Answer:
    """After any roll, also with a point on, which stays (3.7)."""
    if shooter(table) is None:
        return Refused(Why.NOT_ELIGIBLE, table.matter("pass_dice"), "no-player-has-dice", command="pass-dice")
    return _not_the_shooter(table, command, "pass-dice", table.matter("pass_dice")) or (
        given_up(table, command, "passed", table.matter("pass_dice")),
    )


def order_pass(table: Table, command: OrderPass) -> Answer:
    """For delay, for repeated invalid rolls or for a breach of the rules (3.7.2)."""
    clause = table.clause("order_pass")
    if shooter(table) is None:
        return Refused(Why.NOT_ELIGIBLE, clause, "no-player-has-dice", command="order-pass")
    if command.grounds == "invalid rolls" and table.hand.invalid < 2:
        return Refused(Why.NOT_YET, clause, "too-few-no-rolls", command="order-pass", invalid=table.hand.invalid)
    return (given_up(table, command, command.grounds, clause),)


def given_up(table: Table, command: Command, why: str, clause: str) -> DiceRelinquished:
    """The fact that the dice are nobody's; whoever passed them, or had to, is not asked again in this turn."""
    return DiceRelinquished(
        clause=clause,
        seat=table.hand.shooter,
        why=why,
        skipped=why in {"passed", "delay", "invalid rolls", "contravention"},
        **stamp(command),
    )


def dice_lost(table: Table, command: Command, gone: Iterable[Settled]) -> Events:
    """A shooter whose last line wager goes while a point is on loses the dice; the point stays (4.3)."""
    seat = may_throw(table)
    if seat is None or is_come_out(table) or not table.book.line:
        return ()
    left = sum(seat.on.get(it, 0) for it in table.book.line)
    left -= sum(it.stake for it in gone if it.seat == seat.number and it.wager in table.book.line)
    return () if left else (given_up(table, command, "no line wager", table.matter("line_wager_kept")),)


def take_dice(table: Table, command: TakeDice) -> Answer:
    """No player is available and wagers are undecided; those that only sleep on come-outs go back (3.9)."""
    hand, clause = table.hand, table.clause("throw_for_nobody")
    if hand.stick:
        return Refused(Why.ALREADY_DONE, clause, "stickperson-throws-already", command="take-dice")
    waiting = hand.offered if hand.offered in table.seats else 0
    asked = may_throw(table)
    player = asked.number if asked else waiting or next_in_turn(table, hand.last, hand.declined)
    if player:
        return Refused(Why.NOT_ELIGIBLE, clause, "seat-may-throw", command="take-dice", player=player)
    if not table.bets:
        return Refused(Why.NOT_ELIGIBLE, clause, "no-wager-waits-roll", command="take-dice")
    standing = table.layout.standing
    if sleepers_only(table.layout.standing.values(), puck_at(table)):
        return taken_back(table, command, tuple(standing), clause, "nobody throws")
    refused = set_incomplete(table) or not_these(table, command.dice)
    if refused:
        return refused
    lapsed = (given_up(table, command, "no line wager", table.matter("line_wager_kept")),) if hand.shooter else ()
    return (*lapsed, StickpersonShoots(clause=clause, dice=command.dice, **stamp(command)))


# --- what the facts do


def dice_offered(table: Table, event: DiceOffered) -> None:
    table.hand.offered = event.seat
    if event.anew:
        table.hand.declined = ()


def dice_accepted(table: Table, event: DiceAccepted) -> None:
    hand = table.hand
    hand.shooter, hand.person, hand.pair = event.seat, event.person, event.dice
    hand.offered, hand.declined = 0, ()


def dice_declined(table: Table, event: DiceDeclined) -> None:
    table.hand.offered = 0
    table.hand.declined += (event.seat,)


def dice_selected(table: Table, event: DiceSelected) -> None:
    table.hand.pair = event.dice


def dice_relinquished(table: Table, event: DiceRelinquished) -> None:
    """The hand is over; a new set that lay ready comes into use."""
    hand = table.hand
    hand.last = event.seat or hand.last
    hand.shooter, hand.person, hand.stick, hand.invalid = 0, "", False, 0
    hand.pair = hand.original = ()
    hand.declined = (event.seat,) if event.skipped else ()
    if hand.fresh:
        new_set(table, hand.set + 1)


def stickperson_shoots(table: Table, event: StickpersonShoots) -> None:
    table.hand.stick, table.hand.pair = True, event.dice


_BETWEEN_ROLLS = (Phase.BETTING,)

COMMANDS: Orders = {
    OfferDice: Order(offer_dice, "offer_dice", kinds=CRAPS, phases=_BETWEEN_ROLLS, when_stopped=False),
    AcceptDice: Order(accept_dice, "offer_dice", others=(PLAYER,), kinds=CRAPS, phases=_BETWEEN_ROLLS),
    DeclineDice: Order(decline_dice, "offer_dice", others=(PLAYER,), kinds=CRAPS, phases=_BETWEEN_ROLLS),
    SelectDice: Order(select_dice, "offer_dice", others=(PLAYER,), kinds=CRAPS, phases=_BETWEEN_ROLLS),
    PassDice: Order(pass_dice, "offer_dice", others=(PLAYER,), kinds=CRAPS, phases=_BETWEEN_ROLLS),
    OrderPass: Order(order_pass, "order_pass", kinds=CRAPS, phases=_BETWEEN_ROLLS),
    TakeDice: Order(take_dice, "throw_for_nobody", kinds=CRAPS, phases=_BETWEEN_ROLLS, when_stopped=False),
}
APPLIERS: Appliers = {
    DiceOffered: dice_offered,
    DiceAccepted: dice_accepted,
    DiceDeclined: dice_declined,
    DiceSelected: dice_selected,
    DiceRelinquished: dice_relinquished,
    StickpersonShoots: stickperson_shoots,
}
