"""A throw of the dice at craps, from the hand to the payment (4.1 to 5.3.8).

Betting is open until the dice leave the shooter's hand, and for wagers that a dealer confirms until they rest (6.3).
The stickperson calls the total, the boxperson decides which face is uppermost if that is disputed, and the wagers that
the roll decides are settled. A throw for which "no roll" is called never happened: wagers wait for the next one.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from dicehouse.refusal import Refused, Why
from dicehouse.table.call_bets import lapsed
from dicehouse.table.dice_set import CRAPS, has_pair
from dicehouse.table.disputes import answered_by_dice
from dicehouse.table.opening import due_now
from dicehouse.table.orders import (
    DEVICE,
    PLAYER,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Order,
    Orders,
    Phase,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.paid import paid_otherwise
from dicehouse.table.sealing import not_sealed, opens, take_next
from dicehouse.table.settlement import (
    LosersCollected,
    WagerRestaked,
    WagersMoved,
    WagersTakenBack,
    WinnersPaid,
    settled,
    taken_back,
)
from dicehouse.table.settling import RoundEnded, remember, results, round_begins
from dicehouse.table.shooter import given_up, is_come_out, may_throw, puck_at, shooter, sleepers_only
from dicehouse.table.state import Settled, Table, Throw
from dicehouse.table.tray import too_short

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


class CallRoll(Command, frozen=True):
    """Call the dice; again, to put a slip right before settlement."""

    dice: Faces
    leaning: tuple[Annotated[int, Meta(ge=0, le=6)], ...] = ()
    """The face of each die that rests against something, 0 for a die that lies flat; empty if both do."""
    salt: str = ""
    """Opens the seal, where these are the dice under it."""


class JudgeTopFace(Command, frozen=True):
    """Decide finally which faces are uppermost."""

    dice: Faces


class ReportThrow(Command, frozen=True):
    """Report what was wrong with a throw, for a reason of the rulebook."""

    reason: Words


class CallNoRoll(Command, frozen=True):
    """Call "no roll"."""

    reason: Words


class SettleRoll(Command, frozen=True):
    """Collect and pay the wagers that the roll decides."""


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


class RollCalled(Event, frozen=True):
    """The total was called."""

    dice: Faces
    total: int
    come_out: bool
    corrects: Faces = ()
    """What had been called before, when this puts it right."""
    salt: str = ""
    seal: str = ""
    """What salt and dice open."""


class TopFaceJudged(Event, frozen=True):
    """The boxperson has decided what the dice show."""

    dice: Faces
    total: int
    corrects: Faces = ()
    disputes: tuple[str, ...] = ()
    """Those that this answers for good."""


class ThrowReported(Event, frozen=True):
    """Something was wrong with a throw."""

    reason: str
    no_result_due: str
    """The reason again where it leaves nothing but no roll; empty where the call is optional."""


class NoRollCalled(Event, frozen=True):
    """The throw was invalid; nothing happened to the wagers."""

    reason: str


class RollSettled(Event, frozen=True):
    """A roll is over, and the dice go back to the shooter."""

    roll: int
    """Since the table opened."""
    dice: Faces
    total: int


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


def call_roll(table: Table, command: CallRoll) -> Answer:
    """The total of the uppermost faces, at once (4.4.1); of a die that leans the face opposite (4.4.2)."""
    clause = table.clause("announce")
    refused = _wrong_dice(table, command.dice) or _leans(table, command) or _must_be_no_roll(table)
    refused = refused or _not_as_sealed(table, command.dice)
    if refused:
        return refused
    if command.salt and not opens(table.round.seal, command.salt, command.dice):
        return Refused(Why.WRONG_DICE, clause, "roll-seal-differs", command="call-roll")
    if table.round.judged:
        said = _dice(table.round.called)
        return Refused(
            Why.ALREADY_DONE,
            table.clause("judge_top_face"),
            "boxperson-decided",
            command="call-roll",
            said=said,
        )
    called = RollCalled(
        clause=clause,
        dice=command.dice,
        total=sum(command.dice),
        come_out=is_come_out(table),
        corrects=table.round.called,
        salt=command.salt,
        seal=table.round.seal if command.salt else "",
        **stamp(command),
    )
    return (called, *lapsed(table, command))


def _wrong_dice(table: Table, dice: Faces) -> Refused | None:
    if table.book.dice.find(dice) is not None:
        return None
    return Refused(
        Why.WRONG_DICE,
        table.matter("call_roll"),
        "roll-is-two-faces",
        dice=_dice(dice) or "nothing",
    )


def _not_as_sealed(table: Table, dice: Faces) -> Refused | None:
    """Dice that were fixed under a seal, and shown, are not called otherwise."""
    shown = table.round.shown
    if not shown or shown == dice:
        return None
    return Refused(
        Why.WRONG_DICE, table.clause("announce"), "said-differs-from-seal", dice=_dice(dice), shown_dice=_dice(shown)
    )


def _leans(table: Table, command: CallRoll) -> Refused | None:
    """Opposite faces make seven, so the face against the obstruction names the one that counts (2.3, 4.4.2)."""
    if not command.leaning:
        return None
    if len(command.leaning) != len(command.dice):
        return Refused(
            Why.WRONG_DICE,
            table.matter("leaning_die"),
            "leaning-of-both",
            command="call-roll",
            count=len(command.leaning),
        )
    for face, against in zip(command.dice, command.leaning, strict=True):
        if against and face != 7 - against:
            return Refused(
                Why.WRONG_DICE,
                table.matter("leaning_die"),
                "die-leans",
                command="call-roll",
                against=against,
                uppermost=7 - against,
                face=face,
            )
    return None


def judge_top_face(table: Table, command: JudgeTopFace) -> Answer:
    """The boxperson's decision is final (4.4.3)."""
    clause = table.clause("judge_top_face")
    refused = _wrong_dice(table, command.dice) or _must_be_no_roll(table) or _not_as_sealed(table, command.dice)
    if refused:
        return refused
    if table.round.judged:
        return Refused(
            Why.ALREADY_DONE, clause, "face-decided", command="judge-top-face", dice=_dice(table.round.called)
        )
    judged = TopFaceJudged(
        clause=clause,
        dice=command.dice,
        total=sum(command.dice),
        corrects=table.round.called,
        disputes=answered_by_dice(table),
        **stamp(command),
    )
    return (judged, *lapsed(table, command))


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


def settle_roll(table: Table, command: SettleRoll) -> Answer:
    """Losers collected and winners paid, then the dice go back to the shooter, or on after seven-out (4.5, 3.7.1)."""
    clause, dice = table.clause("settle"), table.round.called
    refused = _must_be_no_roll(table) or paid_otherwise(table, command)
    if refused:
        return refused
    done = results(table, command, dice, clause)
    refused = too_short(table, done, clause)
    if refused:
        return refused
    puck = next((it.markers["puck"] for it in done if isinstance(it, WagersMoved) and "puck" in it.markers), "")
    puck = puck or puck_at(table)
    ended = puck == "off" or table.reading("craps_round") == "roll"
    over = (RoundEnded(clause=clause, round=table.round.number, **stamp(command)), *due_now(table, command))
    roll = RollSettled(clause=clause, roll=table.hand.rolls + 1, dice=dice, total=sum(dice), **stamp(command))
    return (*done, *_hand_over(table, command, done, puck), *(over if ended else ()), roll)


def _hand_over(table: Table, command: Command, done: Events, puck: str) -> Events:
    """A seven-out takes the dice from the shooter; the stickperson ends when nothing that works is left (3.9).

    A seven-out decides every wager that works, so it ends the stickperson's turn as well.
    """
    seven_out = sum(table.round.called) == 7 and not is_come_out(table)
    lost = (given_up(table, command, "7 out", table.matter("seven_out")),) if seven_out and table.hand.shooter else ()
    if not table.hand.stick:
        return lost
    ends = LosersCollected | WinnersPaid | WagersTakenBack
    gone = {it.bet for event in done if isinstance(event, ends) for it in event.settled}
    left = [it for it in table.layout.standing.values() if it.id not in gone]
    if not sleepers_only(left, puck):
        return ()
    clause = table.clause("throw_for_nobody")
    back = taken_back(table, command, (it.id for it in left), clause, "nobody throws")
    less = {it.bet: it for it in done if isinstance(it, WagerRestaked)}
    rest = tuple(replace(it, settled=tuple(_rest(one, less.get(one.bet)) for one in it.settled)) for it in back)
    return (*rest, given_up(table, command, "7 out" if seven_out else "everything is decided", clause))


def _rest(it: Settled, less: WagerRestaked | None) -> Settled:
    """What goes back of a wager of which a part went back just before."""
    if less is None:
        return it
    return replace(it, stake=less.stake, returned=less.stake + less.commission, extra=less.commission)


def _must_be_no_roll(table: Table) -> Refused | None:
    """What the rules declare invalid cannot be called or settled (5.3)."""
    due = table.round.no_result_due
    if not due:
        return None
    return Refused(Why.NO_RESULT_DUE, table.book.no_result.reasons[due], "must-call-no-roll", command="throw", due=due)


def _dice(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))


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


def roll_called(table: Table, event: RollCalled) -> None:
    table.round.called, table.round.rested = event.dice, True
    table.round.shown = event.dice if event.salt else table.round.shown
    table.phase = Phase.CALLED


def top_face_judged(table: Table, event: TopFaceJudged) -> None:
    table.round.called, table.round.rested, table.round.judged = event.dice, True, True
    table.phase = Phase.CALLED
    for dispute in event.disputes:
        table.disputes[dispute].topic = "dice"


def throw_reported(table: Table, event: ThrowReported) -> None:
    table.round.no_result_due = event.no_result_due or table.round.no_result_due


def no_roll_called(table: Table, event: NoRollCalled) -> None:  # noqa: ARG001
    table.hand.invalid += 1
    _betting_again(table)


def roll_settled(table: Table, event: RollSettled) -> None:
    hand, now = table.hand, table.round
    hand.rolls = event.roll
    thrown = Throw(at=now.closed_at or event.at, dice=event.dice, puck=now.puck)
    hand.throws = (*hand.throws, thrown)[-FINDABLE:]
    remember(table, event.dice)
    _betting_again(table)


def _betting_again(table: Table) -> None:
    now = table.round
    now.called, now.rested, now.judged, now.no_result_due, now.closed_at = (), False, False, "", None
    now.shown = ()
    take_next(table)
    table.phase = Phase.BETTING


_THROWN = (Phase.IN_THE_AIR, Phase.CALLED)

COMMANDS: Orders = {
    ThrowDice: Order(
        throw_dice, "mark_throw", others=(PLAYER,), kinds=CRAPS, phases=(Phase.BETTING,), when_stopped=False
    ),
    MarkRest: Order(mark_rest, "mark_throw", others=(DEVICE,), kinds=CRAPS, phases=(Phase.IN_THE_AIR,)),
    CallRoll: Order(call_roll, "announce", kinds=CRAPS, phases=_THROWN),
    JudgeTopFace: Order(judge_top_face, "judge_top_face", kinds=CRAPS, phases=_THROWN),
    ReportThrow: Order(report_throw, staff=True, others=(DEVICE,), kinds=CRAPS, phases=_THROWN),
    CallNoRoll: Order(call_no_roll, "call_no_result", kinds=CRAPS, phases=_THROWN),
    SettleRoll: Order(settle_roll, "settle", kinds=CRAPS, phases=(Phase.CALLED,)),
}
APPLIERS: Appliers = {
    DiceThrown: dice_thrown,
    DiceRested: dice_rested,
    RollCalled: roll_called,
    TopFaceJudged: top_face_judged,
    ThrowReported: throw_reported,
    NoRollCalled: no_roll_called,
    RollSettled: roll_settled,
}
