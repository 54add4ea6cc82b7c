"""Wagers placed, moved, reduced and withdrawn by players, and refused by the house.

Betting is open between the invitation and "no more bets" (3.11, 3.2, 3.8.1); at craps until the dice leave the hand,
and for a wager that staff confirm until they rest (6.3). A Super Streak wager is made before the round (6.1).
"""

from collections.abc import Iterator
from datetime import datetime

from dicehouse.layout import Ended, PlacedWager
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Bet, Chips, Declared
from dicehouse.table.limits import outside_limits
from dicehouse.table.orders import (
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.people import may_bet
from dicehouse.table.raising import laid_on, raised
from dicehouse.table.sealing import lacks_seal, not_sealed
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import WagerPlaced, WagerRestaked, WagersTakenBack, restaked, settled, short, taken_back
from dicehouse.table.shooter import dice_lost
from dicehouse.table.state import Table, seat_at, this_round
from dicehouse.table.streak import too_early_or_late
from dicehouse.table.wagering import not_at_terminal, out_of_order, period_over


class PlaceWager(Command, frozen=True):
    """Put chips on the layout. The wager goes by the id of this command, or raises the player's own on that area."""

    seat: SeatNumber
    wager: Name
    stake: Amount
    on: Name | None = None
    """The wager that a Behind wager stands behind."""
    chips: Chips = "value"
    colour: str = ""


class MoveWager(Command, frozen=True):
    """Move a wager to another area before betting closes; there it is placed by the id of this command."""

    bet: Name
    wager: Name


class RemoveWager(Command, frozen=True):
    """Take a wager down, with all that stands behind it."""

    bet: Name


class ReduceWager(Command, frozen=True):
    """Make a wager smaller."""

    bet: Name
    stake: Amount
    """What is left."""


class IncreaseWager(Command, frozen=True):
    """Make a wager larger."""

    bet: Name
    stake: Amount
    """What it becomes."""


class RefuseWager(Command, frozen=True):
    """Refuse a wager on reasonable grounds and take it off the layout."""

    bet: Name
    grounds: Words


# --- the judgements


def place_wager(table: Table, command: PlaceWager) -> Answer:
    """Chips on an area of the layout while betting is open."""
    seat = not_at_terminal(table, command) or bettor(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    wanted = Declared(
        id=command.id, seat=seat.number, person=seat.person, wager=command.wager, stake=command.stake, on=command.on,
        chips=command.chips, colour=command.colour,
    )  # fmt: skip
    return as_placed(table, command, seat, wanted, "laid" if command.role == PLAYER else "dealer")


def as_placed(table: Table, command: Command, seat: Seat, wanted: Declared, how: str) -> Answer:
    """A wager that its player may make: is there time, does the layout take it, is it within the limits, is it paid?

    Chips on an area where the player has some of the same kind raise that wager.
    """
    found = how == "found"
    refused = None if found else betting_closed(table, wanted.wager, command.at, how)
    if refused:
        return refused
    answer = laid_on(table, command, seat, wanted, how)
    if answer is not None:
        return answer
    made = table.layout.placing(wanted.id, wanted.wager, wanted.stake, wanted.on)
    if isinstance(made, Refused):
        return made
    refused = (
        _not_offered(table, made)
        or _not_own(table, made, seat)
        or _wrong_chips(table, made, wanted.chips)
        or (None if found else outside_limits(table, seat, made.wager, wanted.stake))
        or short(table, seat, wanted.stake, wanted.chips, wanted.colour)
        or _cannot_pay_commission(seat, made, wanted.chips)
    )
    if refused:
        return refused
    return (
        WagerPlaced(
            clause=made.wager.clause,
            bet=wanted.id,
            seat=seat.number,
            person=seat.person,
            wager=made.name,
            stake=wanted.stake,
            commission=made.commission,
            state=made.wager.states[made.state],
            on=wanted.on,
            chips=wanted.chips,
            colour=wanted.colour,
            how=how,
            **stamp(command),
        ),
    )


def betting_closed(table: Table, wager: str, at: datetime, how: str = "laid") -> Refused | None:
    """Whether it is too late, or too early, to touch a wager of this kind."""
    kind, on_time = table.book.wagers.get(wager), table.phase is Phase.BETTING and not period_over(table, at)
    if kind is not None and kind.joins_run:
        if refused := too_early_or_late(table, kind, at):
            return refused
        on_time = True
    if on_time and not lacks_seal(table):
        return None
    name = table.book.name_of(wager)
    if on_time:
        return not_sealed(table, name, closing_clause(table))
    in_the_air = table.phase is Phase.IN_THE_AIR and not table.round.rested
    if in_the_air and how == "in the air":
        return None
    if table.phase is Phase.VOID:
        due = table.round.no_result_due
        return Refused(Why.BETTING_CLOSED, table.book.no_result.reasons[due], "result-cannot-come", wager=name, due=due)
    if table.kind is Kind.CRAPS and not in_the_air:
        says = "dice-lie-still-wait"
    elif in_the_air:
        says = "dice-in-the-air"
    elif table.phase in {Phase.BETWEEN, Phase.TUMBLED}:
        says = "betting-not-opened"
    else:
        number = table.round.number
        return Refused(
            Why.BETTING_CLOSED,
            closing_clause(table),
            "betting-closed-for-round",
            wager=name,
            round=number,
            coming=number + 1,
        )
    return Refused(Why.BETTING_CLOSED, closing_clause(table), says, wager=name)


def closing_clause(table: Table) -> str:
    return table.book.forbids(Why.BETTING_CLOSED) or table.book.removal_clause


def bettor(table: Table, command: Command, number: int) -> Seat | Refused:
    """The seat for which someone wants to bet: its own player, whoever is logged as helping, or staff at its word."""
    seat = seat_at(table, number)
    if isinstance(seat, Refused):
        return seat
    return may_bet(table, command, seat) or seat


def _not_offered(table: Table, made: PlacedWager) -> Refused | None:
    config, book, family = table.config, table.book, made.wager.family
    if family not in book.optional or family not in config.left_out(book):
        return None
    drawn = book.layouts.get(config.layout)
    if drawn and family in drawn.without:
        return Refused(
            Why.NOT_OFFERED,
            drawn.needs,
            "layout-has-no-area",
            wager=made.wager.name,
            layout=config.layout,
            table=config.name,
        )
    return Refused(
        Why.NOT_OFFERED,
        made.wager.clause,
        "table-does-not-offer",
        wager=made.wager.name,
        table=config.name,
    )


def _not_own(table: Table, made: PlacedWager, seat: Seat) -> Refused | None:
    """A Behind wager stands behind a wager of the same seat."""
    if made.parent is None or table.bets[made.parent.id].seat == seat.number:
        return None
    return Refused(
        Why.WRONG_PARENT,
        made.wager.clause,
        "parent-of-another-seat",
        wager=made.wager.name,
        parent=made.parent.wager.name,
    )


def _wrong_chips(table: Table, made: PlacedWager, chips: Chips) -> Refused | None:
    """Colour checks play at dealt tables only, tokens where the document knows them and no credits are played."""
    if chips == "value":
        return None
    taken = {
        "colour": "issue_colours" in table.book.powers,
        "token": table.config.tokens and "token_on_win" in table.book.open_readings,
    }
    if taken[chips] and not made.wager.joins_run:
        return None
    clause = table.book.forbids(Why.WRONG_CHIPS) if not made.wager.joins_run else made.wager.clause
    return Refused(
        Why.WRONG_CHIPS,
        (chips == "token" and table.clause("exchange_voucher")) or clause,
        "no-colour-checks-on-it" if chips == "colour" else "no-tokens-on-it",
        wager=made.wager.name,
        table=table.config.name,
    )


def _cannot_pay_commission(seat: Seat, made: PlacedWager, chips: Chips) -> Refused | None:
    due = made.commission + (made.stake if chips == "value" else 0)
    if not made.commission or due <= seat.rack:
        return None
    return Refused(
        Why.NOT_ENOUGH,
        made.wager.clause,
        "commission-above-chips",
        wager=made.wager.name,
        stake=made.stake,
        commission=made.commission,
        rack=seat.rack,
    )


def move_wager(table: Table, command: MoveWager) -> Answer:
    """From one area to another while betting is open; the new place is judged like any wager."""
    found = own(table, command, command.bet)
    if isinstance(found, Refused):
        return found
    bet, it = found
    if command.wager == it.name:
        return Refused(Why.ALREADY_DONE, table.book.removal_clause, "stands-there-already", wager=it.wager.name)
    back = _removed(table, command, it, "moved")
    if isinstance(back, Refused):
        return back
    seat = table.seats[bet.seat]
    moved = Declared(
        id=command.id, seat=seat.number, person=seat.person, wager=command.wager, stake=it.stake, on=None,
        chips=bet.chips,
    )  # fmt: skip
    if bet.chips == "colour" or it.commission or it.behind:
        return Refused(Why.MUST_STAY, it.wager.clause, "cannot-move-in-one-step", wager=it.wager.name)
    seat_after = _with_back(seat, it, bet)
    placed = as_placed(table, command, seat_after, moved, "moved")
    return placed if isinstance(placed, Refused) else (*back, *placed)


def _with_back(seat: Seat, it: PlacedWager, bet: Bet) -> Seat:
    """The seat as it would be with a wager in hand again."""
    on = {**seat.on, it.name: seat.on[it.name] - it.stake}
    more = {"tokens": seat.tokens + it.stake} if bet.chips == "token" else {"rack": seat.rack + it.stake}
    fields = {key: getattr(seat, key) for key in Seat.__struct_fields__}
    return Seat(**fields | {"on": on, "staked": seat.staked - it.stake} | more)


def remove_wager(table: Table, command: RemoveWager) -> Answer:
    found = own(table, command, command.bet)
    return found if isinstance(found, Refused) else _removed(table, command, found[1])


def _removed(table: Table, command: Command, it: PlacedWager, why: str = "removed") -> Answer:
    gone = table.layout.removing(it.id)
    if isinstance(gone, Refused):
        return gone
    back = tuple(settled(table, each) for each in gone)
    taken = WagersTakenBack(clause=table.book.removal_clause, settled=back, why=why, **stamp(command))
    return (taken, *dice_lost(table, command, back))


def own(table: Table, command: Command, id: str, how: str = "laid") -> tuple[Bet, PlacedWager] | Refused:
    """A wager that this person may still touch."""
    refused = not_at_terminal(table, command)
    if refused:
        return refused
    bet = table.bets.get(id)
    if bet is None:
        return table.layout.no_such_id(id)
    seat = table.seats[bet.seat]
    it = table.layout.standing[id]
    if command.role == PLAYER and command.by not in {seat.person, seat.helper}:
        return Refused(
            Why.NOT_YOUR_SEAT, it.wager.clause, "wager-of-another-seat", wager=it.wager.name, seat=seat.number
        )
    return out_of_order(table, seat) or betting_closed(table, it.name, command.at, how) or (bet, it)


def reduce_wager(table: Table, command: ReduceWager) -> Answer:
    """What may be taken down may be made smaller (6.4); what stands behind it shrinks with it."""
    found = own(table, command, command.bet)
    if isinstance(found, Refused):
        return found
    _, it = found
    gone = table.layout.removing(it.id)
    if isinstance(gone, Refused):
        return gone
    if command.stake >= it.stake:
        return Refused(
            Why.BAD_STAKE,
            table.book.removal_clause,
            "stake-not-below",
            wager=it.wager.name,
            stake=command.stake,
            now=it.stake,
        )
    refused = (
        (table.layout.off_units(it.wager, command.stake) if it.wager.units > 1 else None)
        or _no_commission(table, it, command.stake)
        or outside_limits(table, table.seats[found[0].seat], it.wager, command.stake - it.stake, it)
    )
    return refused or _reduced(table, command, it, command.stake)


def _no_commission(table: Table, it: PlacedWager, stake: int) -> Refused | None:
    """A wager may not shrink below the stake at which its commission can be charged (6.1.24, 6.1.25)."""
    charge = table.layout.charging(it.wager, stake) if it.commission else None
    return charge if isinstance(charge, Refused) else None


def _reduced(table: Table, command: Command, it: PlacedWager, stake: int) -> Events:
    """A wager at a smaller stake, with its commission and no more behind it than may stand there (6.1.5.1, 6.1.6.1)."""
    clause = it.wager.topic_clauses.get("removed", table.book.removal_clause)
    charge = table.book.commission(it.wager, Cents(stake), table.layout.chip)
    if table.reading("commission_on_removal") == "kept":
        charge = it.commission
    made = WagerRestaked(
        clause=clause, stake=stake, commission=charge, why="reduced", **restaked(table, it), **stamp(command)
    )
    return (made, *_shrunk_behind(table, command, it, stake))


def _shrunk_behind(table: Table, command: Command, it: PlacedWager, stake: int) -> Iterator[Event]:
    """What stands behind a wager beyond the limit of its new stake goes back, the newest first."""
    if not it.behind:
        return
    over = sum(each.stake for each in it.behind) - table.layout.most_behind(it.behind[0].wager, it, Cents(stake))
    for each in reversed(it.behind):
        if over <= 0:
            break
        clause, left = each.wager.limit.clause, max(each.stake - over, 0)
        over -= each.stake - left
        if left:
            yield WagerRestaked(
                clause=clause, stake=left, commission=0, why="reduced", **restaked(table, each), **stamp(command)
            )
        else:
            yield from taken_back(table, command, (each.id,), clause, "reduced", Ended.REMOVED)


def increase_wager(table: Table, command: IncreaseWager) -> Answer:
    """More on a wager that stands; not on a line or Come wager that has its point, unless the reading allows (G12)."""
    found = own(table, command, command.bet)
    if isinstance(found, Refused):
        return found
    bet, it = found
    if command.stake <= it.stake:
        return Refused(
            Why.BAD_STAKE, it.wager.clause, "stake-not-above", wager=it.wager.name, stake=command.stake, now=it.stake
        )
    return raised(table, command, table.seats[bet.seat], it, command.stake)


def refuse_wager(table: Table, command: RefuseWager) -> Answer:
    """Before betting closes at Sic Bo (9.16); at craps whenever the wager could be removed (9.11, 6.4)."""
    clause = table.clause("refuse_wager")
    bet = table.bets.get(command.bet)
    if bet is None:
        return table.layout.no_such_id(command.bet)
    it = table.layout.standing[bet.id]
    placed_now = bet.round == this_round(table)
    if it.wager.joins_run and placed_now and table.phase is Phase.BETWEEN:
        return taken_back(table, command, (bet.id,), clause, command.grounds, Ended.REMOVED)
    refused = betting_closed(table, it.name, command.at)
    if refused:
        return refused.under(clause)
    gone = table.layout.removing(bet.id)
    if isinstance(gone, Refused):
        return gone
    back = taken_back(table, command, (bet.id,), clause, command.grounds, Ended.REMOVED)
    return (*back, *dice_lost(table, command, back[0].settled))


_LOGGED = (PLAYER,)

COMMANDS: Orders = {
    PlaceWager: Order(place_wager, staff=True, others=_LOGGED, when_stopped=False),
    MoveWager: Order(move_wager, staff=True, others=_LOGGED),
    RemoveWager: Order(remove_wager, staff=True, others=_LOGGED),
    ReduceWager: Order(reduce_wager, staff=True, others=_LOGGED),
    IncreaseWager: Order(increase_wager, staff=True, others=_LOGGED, when_stopped=False),
    RefuseWager: Order(refuse_wager, "refuse_wager"),
}
APPLIERS: Appliers = {}
