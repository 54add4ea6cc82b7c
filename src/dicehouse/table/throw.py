"""A throw of the dice at craps, from the hand until the dice rest, or until it is no roll (4.1 to 5.3.8).

Betting is open until the dice leave the shooter's hand, and for wagers that a dealer confirms until they rest (6.3).
A throw for which "no roll" is called never happened: wagers wait for the next one.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.call_bets import lapsed
from dicehouse.table.dice_set import CRAPS, has_pair
from dicehouse.table.orders import (
    DEVICE,
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
    Words,
    stamp,
)
from dicehouse.table.paid import paid_otherwise
from dicehouse.table.sealing import not_sealed, take_next
from dicehouse.table.settlement import (
    WagersTakenBack,
    settled,
)
from dicehouse.table.settling import round_begins
from dicehouse.table.shooter import is_come_out, may_throw, puck_at, shooter
from dicehouse.table.state import Table

NOT_THE_SHOOTER = "not thrown by the shooter"
"""The reason for which a throw by anyone else is no roll."""


FINDABLE = 20
"""Rolls after which a wager that lay there all the time can still be found."""


class ThrowDice(Command, frozen=True):
    """Throw the dice; the shooter does, or the stickperson marks the moment they leave the hand."""

    seat: SeatNumber | None = None
    """Who threw them, as the stickperson saw it; without it the shooter."""


class MarkRest(Command, frozen=True):
    """Mark the moment the dice come to rest, after which no wager can be made."""


class ReportThrow(Command, frozen=True):
    """Report what was wrong with a throw, for a reason of the rulebook."""

    reason: Words


class CallNoRoll(Command, frozen=True):
    """Call "no roll"."""

    reason: Words


class DiceThrown(Event, frozen=True):
    """The dice left the hand."""

    seat: int
    """0: the stickperson's."""
    dice: tuple[int, ...]
    """Which of the five."""
    come_out: bool
    no_result_due: str = ""
    """Why the throw can only be no roll."""


class DiceRested(Event, frozen=True):
    """The dice lie still."""


class ThrowReported(Event, frozen=True):
    """Something was wrong with a throw."""

    reason: str
    no_result_due: str
    """The reason again where it leaves nothing but no roll; empty where the call is optional."""


class NoRollCalled(Event, frozen=True):
    """The throw was invalid; nothing happened to the wagers."""

    reason: str


# --- the judgements, in the order of a throw


def throw_dice(table: Table, command: ThrowDice) -> Answer:
    """By a shooter with a line wager, or the stickperson when nobody will; anyone else's is no roll (4.1, 4.3)."""
    hand = table.hand
    if command.role == PLAYER:
        own = shooter(table)
        if own is None or own.person != command.by or command.seat not in {None, own.number}:
            return Refused(
                Why.NOT_YOUR_SEAT,
                table.matter("accept_dice"),
                "does-not-have-dice",
                command="throw-dice",
                by=command.by,
            )
    elif command.seat is not None and command.seat != hand.shooter:
        return _thrown(table, command, command.seat, NOT_THE_SHOOTER)
    seat = may_throw(table)
    if seat is None and not hand.stick:
        if shooter(table) is None:
            return Refused(
                Why.NOT_ELIGIBLE,
                table.matter("line_wager"),
                "nobody-has-dice",
                command="throw-dice",
            )
        return Refused(
            Why.NOT_ELIGIBLE,
            table.matter("line_wager_kept") if hand.begun else table.matter("line_wager"),
            "shooter-without-line-wager",
            command="throw-dice",
            shooter=hand.shooter,
        )
    refused = paid_otherwise(table, command) or not_sealed(table, "throw-dice", table.matter("throw"))
    if refused:
        return refused
    if not has_pair(table):
        return Refused(Why.WRONG_DICE, table.matter("select_dice"), "no-two-dice-selected", command="throw-dice")
    return _thrown(table, command, seat.number if seat else 0)


def _thrown(table: Table, command: Command, seat: int, due: str = "") -> Events:
    """The dice are in the air; a round begins if none is running."""
    began = round_begins(table, command, table.matter("come_out"))
    thrown = DiceThrown(
        clause=table.book.no_result.reasons[due] if due else table.matter("throw"),
        seat=seat,
        dice=table.hand.pair,
        come_out=is_come_out(table),
        no_result_due=due,
        **stamp(command),
    )
    return (thrown,) if table.round.running else (began, thrown)


def mark_rest(table: Table, command: MarkRest) -> Answer:
    clause = table.clause("mark_throw")
    if table.round.rested:
        return Refused(Why.ALREADY_DONE, clause, "dice-lie-still", command="mark-rest")
    return (DiceRested(clause=clause, **stamp(command)), *lapsed(table, command))


def report_throw(table: Table, command: ReportThrow) -> Answer:
    """Some reasons permit the call of no roll and others leave no choice (5.2, 5.3)."""
    refused = _no_reason(table, command.reason, "report-throw")
    if refused:
        return refused
    rule = table.book.no_result
    due = "" if command.reason in rule.optional else command.reason
    return (
        ThrowReported(clause=rule.reasons[command.reason], reason=command.reason, no_result_due=due, **stamp(command)),
    )


def _no_reason(table: Table, reason: str, said: str) -> Refused | None:
    rule = table.book.no_result
    if reason in rule.reasons:
        return None
    return Refused(
        Why.NO_RESULT_DUE, rule.clause, "no-reason-here", command=said, reason=reason, reasons=tuple(rule.reasons)
    )


def call_no_roll(table: Table, command: CallNoRoll) -> Answer:
    """The throw is invalid (5.1); the reading no_result_effect says what becomes of the wagers."""
    refused = _no_reason(table, command.reason, "call-no-roll")
    if refused:
        return refused
    rule = table.book.no_result
    called = NoRollCalled(clause=rule.reasons[command.reason], reason=command.reason, **stamp(command))
    gone = tuple(settled(table, it) for it in table.layout.voiding(command.reason))
    back = WagersTakenBack(clause=rule.clause, settled=gone, why=command.reason, **stamp(command))
    return (called, *lapsed(table, command), *((back,) if gone else ()))


# --- what the facts do


def dice_thrown(table: Table, event: DiceThrown) -> None:
    now = table.round
    now.called, now.rested, now.judged, now.no_result_due = (), False, False, event.no_result_due
    now.closed_at, now.puck = event.at, puck_at(table)
    table.last, table.paid, table.voided = (), {}, None
    table.hand.begun = True
    table.phase = Phase.IN_THE_AIR


def dice_rested(table: Table, event: DiceRested) -> None:  # noqa: ARG001
    table.round.rested = True


def throw_reported(table: Table, event: ThrowReported) -> None:
    table.round.no_result_due = event.no_result_due or table.round.no_result_due


def no_roll_called(table: Table, event: NoRollCalled) -> None:  # noqa: ARG001
    table.hand.invalid += 1
    betting_again(table)


def betting_again(table: Table) -> None:
    now = table.round
    now.called, now.rested, now.judged, now.no_result_due, now.closed_at = (), False, False, "", None
    now.shown = ()
    take_next(table)
    table.phase = Phase.BETTING


THROWN = (Phase.IN_THE_AIR, Phase.CALLED)

COMMANDS: Orders = {
    ThrowDice: Order(
        throw_dice, "mark_throw", others=(PLAYER,), kinds=CRAPS, phases=(Phase.BETTING,), when_stopped=False
    ),
    MarkRest: Order(mark_rest, "mark_throw", others=(DEVICE,), kinds=CRAPS, phases=(Phase.IN_THE_AIR,)),
    ReportThrow: Order(report_throw, staff=True, others=(DEVICE,), kinds=CRAPS, phases=THROWN),
    CallNoRoll: Order(call_no_roll, "call_no_result", kinds=CRAPS, phases=THROWN),
}
APPLIERS: Appliers = {
    DiceThrown: dice_thrown,
    DiceRested: dice_rested,
    ThrowReported: throw_reported,
    NoRollCalled: no_roll_called,
}
