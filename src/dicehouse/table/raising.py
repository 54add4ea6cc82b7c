"""Chips on top of a wager: what one player has on one area, in one kind of chips, is one wager.

Later chips raise it, and it is paid and rounded once (Craps 6.7, by the reading chips_on_one_area). A Come wager that
has gone to its number stands on another area than the Come box, and a Behind wager on the area of its parent. A line or
Come wager takes nothing after its point (by the reading increase_after_point), a Don't wager nothing after it was made
smaller (6.5), and a streak wager has its price (2024 6.7).
"""

from msgspec.structs import replace

from dicehouse.layout import PlacedWager
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Bet, Declared
from dicehouse.table.limits import outside_limits, start_of
from dicehouse.table.orders import Answer, Command, stamp
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import WagerRestaked, restaked, short
from dicehouse.table.state import Table


def standing_there(table: Table, seat: Seat, wanted: Declared) -> PlacedWager | None:
    """The wager that chips on an area come on top of; None where they make one of their own."""
    if not seat.on.get(wanted.wager):
        return None
    kind = table.book.wagers[wanted.wager]
    if kind.joins_run:
        return None
    start = None if kind.behind else start_of(table, kind)
    for bet, it in table.bets_of(seat.number):
        same_chips = bet.chips == wanted.chips and (bet.chips != "colour" or bet.colour == wanted.colour)
        same_area = it.name == kind.id and (it.parent.id if it.parent else None) == wanted.on
        if same_chips and same_area and (it.parent or it.state == start):
            return it
    return None


def laid_on(table: Table, command: Command, seat: Seat, wanted: Declared, how: str) -> Answer | None:
    """Chips on an area where their player has a wager of the same kind, which they raise; None where there is none."""
    there = standing_there(table, seat, wanted)
    if there is None or wanted.id in table.layout.standing:
        return None
    answer = raised(table, command, seat, there, there.stake + wanted.stake, how)
    return answer if isinstance(answer, Refused) else tuple(replace(it, laid=wanted.id) for it in answer)


def raised(table: Table, command: Command, seat: Seat, it: PlacedWager, stake: int, how: str = "") -> Answer:
    """A wager at a larger stake: may it grow, does the layout take it, is it within the limits, is it paid?

    `how` is said of chips that came on its area; without it the wager was named.
    """
    bet = table.bets[it.id]
    charge = may_not_grow(table, bet, it) or table.layout.raising(it, stake)
    if isinstance(charge, Refused):
        return charge
    more = stake - it.stake
    refused = (
        (None if how == "found" else outside_limits(table, seat, it.wager, more, it))
        or short(table, seat, more, bet.chips, bet.colour)
        or _commission_short(seat, bet, it, more, charge - it.commission)
    )
    if refused:
        return refused
    return (
        WagerRestaked(
            clause=it.wager.clause, stake=stake, commission=charge, why="raised" if how else "increased", how=how,
            **restaked(table, it), **stamp(command),
        ),
    )  # fmt: skip


def may_not_grow(table: Table, bet: Bet, it: PlacedWager) -> Refused | None:
    """Whether a wager takes no more chips in its state."""
    state = it.wager.states[it.state]
    if it.wager.keeps_reduced and bet.reduced:
        clause = table.matter("reduced_dont") or None
        return Refused(Why.MUST_STAY, clause, "reduced-may-not-grow-again", wager=it.wager.name)
    at_start = state == it.wager.rules.starts[0]
    if at_start or it.wager.behind or it.wager.one_roll or len(it.wager.states) == 1:
        return None
    if not it.wager.joins_run and table.reading("increase_after_point") == "allowed":
        return None
    return Refused(
        Why.WRONG_TIME,
        it.wager.clause,
        "stands-takes-no-more",
        wager=it.wager.name,
        state=state.replace("_", " "),
    )


def _commission_short(seat: Seat, bet: Bet, it: PlacedWager, more: int, charge: int) -> Refused | None:
    due = charge + (more if bet.chips == "value" else 0)
    if not charge or due <= seat.rack:
        return None
    return Refused(
        Why.NOT_ENOUGH,
        it.wager.clause,
        "more-commission-above-chips",
        wager=it.wager.name,
        more=more,
        charge=charge,
        rack=seat.rack,
    )
