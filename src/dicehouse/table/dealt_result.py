"""The result of a round of Sic Bo run by a dealer: uncovered, called, keyed in and settled, or called no result.

The dice are uncovered, the result is called and keyed in, the winning areas light up, and the losers are collected and
the winners paid.
"""

from collections.abc import Sequence

from dicehouse.refusal import Refused, Why
from dicehouse.table.dealt import DEALT, out_of_turn, tumbles_first
from dicehouse.table.faults import compared, malfunctioned, slipped
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Faces,
    Order,
    Orders,
    Phase,
    Words,
    stamp,
)
from dicehouse.table.paid import paid_otherwise
from dicehouse.table.sealing import opens, take_next
from dicehouse.table.settlement import WagersTakenBack, settled
from dicehouse.table.settling import RoundEnded, lit_at, results
from dicehouse.table.state import Table
from dicehouse.table.tray import too_short


class Uncover(Command, frozen=True):
    """Lift the cover."""

    dice: Faces = ()
    """As a device read them; a dealer without one leaves it out."""
    salt: str = ""
    """Opens the seal."""


class AnnounceResult(Command, frozen=True):
    """Call the dice."""

    dice: Faces


class EnterResult(Command, frozen=True):
    """Key the dice into the table; again, to put a slip right before settlement."""

    dice: Faces


class Settle(Command, frozen=True):
    """Collect losing wagers and pay winning ones."""


class CallNoResult(Command, frozen=True):
    """Declare that the round has no result."""

    reason: Words


class DiceUncovered(Event, frozen=True):
    """The cover was lifted."""

    dice: Faces
    salt: str
    no_result_due: str = ""
    """Why the dice may not count: they were shown too early, or a step was left out."""
    seal: str = ""
    """What salt and dice open."""


class ResultAnnounced(Event, frozen=True):
    """The dice were called."""

    dice: Faces
    """From the lowest to the highest."""
    total: int


class ResultEntered(Event, frozen=True):
    """The dice were keyed in, and the winning areas light up."""

    dice: Faces
    areas: tuple[str, ...]
    """The winning areas, as the equipment is to light them."""
    corrects: Faces = ()
    """What had been keyed before, when this puts it right."""
    differs: bool = False
    """Whether it is not what was called, and has to be put right before settlement."""


class NoResultCalled(Event, frozen=True):
    """The dice count for nothing."""

    reason: str


def uncover(table: Table, command: Uncover) -> Answer:
    """What was shown is shown: too early, or with a step left out, the round can only be void (8.3, 8.4, 7.1.3)."""
    seal = table.round.seal
    if command.dice and table.book.dice.find(command.dice) is None:
        return table.layout.wrong_dice()
    if seal and not opens(seal, command.salt, command.dice):
        return Refused(Why.WRONG_DICE, table.clause("uncover"), "tumble-seal-differs")
    due = ""
    if table.phase is not Phase.NO_MORE_BETS:
        due = "dice exposed early"
    elif not table.round.tumbles:
        return out_of_turn(table, command, table.clause("tumble"), "spin the dice first")
    elif _button_missing(table):
        due = "button not pressed"
    return (
        DiceUncovered(
            clause=table.book.no_result.reasons[due] if due else table.clause("uncover"),
            dice=command.dice,
            salt=command.salt,
            no_result_due=due,
            seal=seal,
            **stamp(command),
        ),
    )


def _button_missing(table: Table) -> bool:
    """Only a touch screen has the button, and only some documents ask for it (8.4)."""
    asks = "button not pressed" in table.book.no_result.reasons
    return asks and table.config.touch_screen and not table.round.pressed


def announce_result(table: Table, command: AnnounceResult) -> Answer:
    """The faces from the lowest to the highest, and the total (5.3); a mistaken call is made again in time."""
    refused = _not_these(table, command.dice, table.round.shown, "the dice show")
    if refused:
        return refused
    return _announced(table, command, command.dice)


def _announced(table: Table, command: Command, dice: Faces) -> Events:
    called = tuple(sorted(dice))
    announced = ResultAnnounced(clause=table.clause("announce"), dice=called, total=sum(called), **stamp(command))
    return (announced, *compared(table, command, called))


def enter_result(table: Table, command: EnterResult) -> Answer:
    """The three numbers are keyed in and the winning areas light up; a slip is put right by keying again (5.4)."""
    clause = table.clause("enter_result")
    refused = _not_these(table, command.dice, (), "")
    if refused:
        return refused
    first: Events = ()
    called = table.round.called
    if table.phase is Phase.UNCOVERED:
        if tumbles_first(table):
            return out_of_turn(table, command, clause, "call the result first")
        refused = _not_these(table, command.dice, table.round.shown, "the dice show")
        if refused:
            return refused
        first, called = _announced(table, command, command.dice), tuple(sorted(command.dice))
    keyed = tuple(sorted(command.dice))
    if keyed == table.round.keyed:
        return Refused(Why.ALREADY_DONE, clause, "result-entered", command="enter-result", dice=_dice(keyed))
    entered = ResultEntered(
        clause=clause,
        dice=keyed,
        areas=lit_at(table, keyed),
        corrects=table.round.keyed,
        differs=keyed != called,
        **stamp(command),
    )
    return (*first, entered, *slipped(table, command, keyed, called))


def settle(table: Table, command: Settle) -> Answer:
    """Once the areas are lit: losers are collected, then winners paid (5.5, 5.1.6)."""
    clause = table.clause("settle")
    called, keyed = table.round.called, table.round.keyed
    if keyed != called and not table.round.lights_failed:
        return Refused(
            Why.ENTRY_DIFFERS,
            table.clause("enter_result"),
            "keyed-differs",
            command="settle",
            dice=_dice(keyed),
            called_dice=_dice(called),
        )
    refused = paid_otherwise(table, command)
    if refused:
        return refused
    done = results(table, command, called, clause)
    ended = RoundEnded(clause=clause, round=table.round.number, dice=called, **stamp(command))
    return too_short(table, done, clause) or (*done, ended)


def call_no_result(table: Table, command: CallNoResult) -> Answer:
    """Wagers go back at The Star, streaks hold (8.6); at Crown they stay and the dice are spun again (7.2)."""
    rule = table.book.no_result
    if command.reason not in rule.reasons:
        return Refused(
            Why.NO_RESULT_DUE,
            rule.clause,
            "no-reason-here",
            command="call-no-result",
            reason=command.reason,
            reasons=tuple(rule.reasons),
        )
    called = NoResultCalled(clause=rule.reasons[command.reason], reason=command.reason, **stamp(command))
    failed = malfunctioned(table, command, command.reason)
    if table.reading("no_result_effect") != "void":
        return (called, *failed)
    gone = tuple(settled(table, it) for it in table.layout.voiding(command.reason))
    back = WagersTakenBack(clause=rule.clause, settled=gone, why=command.reason, **stamp(command))
    ended = RoundEnded(clause=rule.clause, round=table.round.number, counts=False, **stamp(command))
    return (called, *failed, *((back,) if gone else ()), ended)


def dice_uncovered(table: Table, event: DiceUncovered) -> None:
    table.round.shown = event.dice
    table.round.no_result_due = event.no_result_due
    table.phase = Phase.VOID if event.no_result_due else Phase.UNCOVERED


def result_announced(table: Table, event: ResultAnnounced) -> None:
    table.round.called = event.dice
    table.round.keyed = ()
    table.phase = Phase.ANNOUNCED


def result_entered(table: Table, event: ResultEntered) -> None:
    table.round.keyed = event.dice
    table.phase = Phase.ENTERED


def no_result_called(table: Table, event: NoResultCalled) -> None:  # noqa: ARG001
    """The dice count for nothing; where wagers stay, so does what was said about betting."""
    now = table.round
    now.tumbles, now.no_result_due, now.pressed = 0, "", False
    now.shown = now.called = now.keyed = now.display = ()
    now.lights_failed = False
    if table.reading("no_result_effect") != "void":  # otherwise the round is over
        take_next(table)
    table.phase = Phase.NO_MORE_BETS if now.closed_at else Phase.BETTING


def _not_these(table: Table, dice: Faces, known: Faces, called: str) -> Refused | None:
    if table.book.dice.find(dice) is None:
        return table.layout.wrong_dice()
    if known and sorted(known) != sorted(dice):
        return Refused(
            Why.WRONG_DICE,
            table.clause("announce"),
            "said-differs",
            dice=_dice(dice),
            called=called,
            sorted_dice=_dice(sorted(known)),
        )
    return None


def _dice(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))


_COVERED = (Phase.TUMBLED, Phase.BETTING, Phase.NO_MORE_BETS)


_SHOWN = (Phase.UNCOVERED, Phase.ANNOUNCED, Phase.ENTERED)


COMMANDS: Orders = {
    Uncover: Order(uncover, "uncover", others=(DEVICE,), kinds=DEALT, phases=_COVERED),
    AnnounceResult: Order(announce_result, "announce", kinds=DEALT, phases=_SHOWN),
    EnterResult: Order(enter_result, "enter_result", kinds=DEALT, phases=_SHOWN),
    Settle: Order(settle, "settle", kinds=DEALT, phases=(Phase.ENTERED,)),
    CallNoResult: Order(call_no_result, "call_no_result", kinds=DEALT, phases=(*_COVERED, Phase.VOID, *_SHOWN)),
}


APPLIERS: Appliers = {
    DiceUncovered: dice_uncovered,
    ResultAnnounced: result_announced,
    ResultEntered: result_entered,
    NoResultCalled: no_result_called,
}
