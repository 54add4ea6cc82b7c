"""A roll at craps once the dice lie: called, judged where its top face is disputed, and settled (4.4, 4.5).

The stickperson calls the total, the boxperson decides which face is uppermost if that is disputed, and the wagers that
the roll decides are settled.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Settled
from dicehouse.table.call_bets import lapsed
from dicehouse.table.dice_set import CRAPS
from dicehouse.table.disputes import answered_by_dice
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Order,
    Orders,
    Phase,
    stamp,
)
from dicehouse.table.paid import paid_otherwise
from dicehouse.table.rounds import Throw
from dicehouse.table.sealing import opens
from dicehouse.table.settlement import (
    LosersCollected,
    WagerRestaked,
    WagersMoved,
    WagersTakenBack,
    WinnersPaid,
    taken_back,
)
from dicehouse.table.settling import RoundEnded, remember, results
from dicehouse.table.shooter import given_up, is_come_out, puck_at, sleepers_only
from dicehouse.table.state import Table
from dicehouse.table.table_sign import due_now
from dicehouse.table.throw import FINDABLE, THROWN, betting_again
from dicehouse.table.tray import too_short


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


class SettleRoll(Command, frozen=True):
    """Collect and pay the wagers that the roll decides."""


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


class RollSettled(Event, frozen=True):
    """A roll is over, and the dice go back to the shooter."""

    roll: int
    """Since the table opened."""
    dice: Faces
    total: int


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


def roll_called(table: Table, event: RollCalled) -> None:
    table.round.called, table.round.rested = event.dice, True
    table.round.shown = event.dice if event.salt else table.round.shown
    table.phase = Phase.CALLED


def top_face_judged(table: Table, event: TopFaceJudged) -> None:
    table.round.called, table.round.rested, table.round.judged = event.dice, True, True
    table.phase = Phase.CALLED
    for dispute in event.disputes:
        table.disputes[dispute].topic = "dice"


def roll_settled(table: Table, event: RollSettled) -> None:
    hand, now = table.hand, table.round
    hand.rolls = event.roll
    thrown = Throw(at=now.closed_at or event.at, dice=event.dice, puck=now.puck)
    hand.throws = (*hand.throws, thrown)[-FINDABLE:]
    remember(table, event.dice)
    betting_again(table)


COMMANDS: Orders = {
    CallRoll: Order(call_roll, "announce", kinds=CRAPS, phases=THROWN),
    JudgeTopFace: Order(judge_top_face, "judge_top_face", kinds=CRAPS, phases=THROWN),
    SettleRoll: Order(settle_roll, "settle", kinds=CRAPS, phases=(Phase.CALLED,)),
}


APPLIERS: Appliers = {
    RollCalled: roll_called,
    TopFaceJudged: top_face_judged,
    RollSettled: roll_settled,
}
