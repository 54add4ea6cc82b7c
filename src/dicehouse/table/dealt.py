"""A round of Sic Bo run by a dealer.

The Star tumbles first and then invites bets on dice that already lie under the cover (5.1, 5.2); Crown invites bets,
spins, and lets bets arrive until it says that no more may be placed (5.1.1 to 5.1.6). The reading betting_and_tumble
says which. From there on both uncover, call the result, key it in, light the winning areas, collect and pay.
"""

from collections.abc import Sequence

from dicehouse.refusal import Refused, Why
from dicehouse.table.call_bets import lapsed
from dicehouse.table.faults import compared, malfunctioned, slipped
from dicehouse.table.opening import due_now
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Count,
    Event,
    Events,
    Faces,
    Kind,
    Order,
    Orders,
    Phase,
    Words,
    stamp,
)
from dicehouse.table.paid import paid_otherwise
from dicehouse.table.sealing import not_sealed, opens, take_next
from dicehouse.table.settlement import WagersTakenBack, settled
from dicehouse.table.settling import RoundEnded, lit_at, results, round_begins
from dicehouse.table.state import Table
from dicehouse.table.streak import day_begins
from dicehouse.table.tray import too_short

DEALT = frozenset({Kind.DEALT})


class Tumble(Command, frozen=True):
    """Cover the dice and set them tumbling."""

    times: Count = 1
    """How often they tumbled."""
    seal: str = ""
    """A SHA-256 of salt and dice that fixes the result before it is shown; dice that are sealed already stay so."""


class InviteBets(Command, frozen=True):
    """Call "place your bets"."""


class CloseBetting(Command, frozen=True):
    """Call or signal "no more bets"; the earlier of the two counts."""


class PressNoMoreBets(Command, frozen=True):
    """Press No More Bets on the touch screen."""


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


class OrderDemonstration(Command, frozen=True):
    """Have the dice spun for show while there are no wagers and no players."""

    spins: Count | None = None
    """How many; without it until someone bets."""


class CallNoResult(Command, frozen=True):
    """Declare that the round has no result."""

    reason: Words


class DiceTumbled(Event, frozen=True):
    """The dice tumbled under the cover."""

    times: int
    seal: str


class BettingOpened(Event, frozen=True):
    """Wagers were invited."""

    round: int


class BettingClosed(Event, frozen=True):
    """ "No more bets": from here on nothing is placed, moved or withdrawn."""

    round: int


class ButtonPressed(Event, frozen=True):
    """No More Bets was pressed on the touch screen."""


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


class DemonstrationOrdered(Event, frozen=True):
    """Spins for show were ordered."""

    spins: int
    """-1: until someone bets."""


class NoResultCalled(Event, frozen=True):
    """The dice count for nothing."""

    reason: str


# --- the judgements, in the order of a round


def tumbles_first(table: Table) -> bool:
    return table.reading("betting_and_tumble") == "tumble_first"


def _round_begins(table: Table, command: Command, clause: str) -> Events:
    """What begins a round: limits that fall due come first."""
    return (
        *due_now(table, command),
        *day_begins(table, command),
        round_begins(table, command, clause),
    )


def tumble(table: Table, command: Tumble) -> Answer:
    """The Star tumbles before bets are invited, Crown while they arrive; a spin that was void is spun again."""
    clause, fixed = table.clause("tumble"), table.round.seal if table.config.sealed_dice else ""
    if fixed and command.seal not in {"", fixed}:
        return Refused(Why.ALREADY_DONE, clause, "sealed-by-another", command="tumble", table=table.config.name)
    if refused := None if command.seal else not_sealed(table, "tumble", clause):
        return refused
    tumbled = DiceTumbled(clause=clause, times=command.times, seal=fixed or command.seal, **stamp(command))
    if tumbles_first(table):
        if table.phase is Phase.BETWEEN:
            return paid_otherwise(table, command) or (*_round_begins(table, command, clause), tumbled)
        if table.phase is Phase.TUMBLED:
            return (tumbled,)
    elif table.phase in {Phase.BETTING, Phase.NO_MORE_BETS} and not table.round.tumbles:
        return _nobody_there(table) or (tumbled,)
    when = "between rounds" if tumbles_first(table) else "once in a round, after bets were invited"
    return Refused(Why.WRONG_PHASE, clause, "tumble-later", command="tumble", phase=table.phase.said, when=when)


def invite_bets(table: Table, command: InviteBets) -> Answer:
    """Bets are invited after at least three tumbles at The Star (5.1), and before the spin at Crown (5.1.1)."""
    clause = table.clause("open_betting")
    if refused := not_sealed(table, "invite-bets", clause):
        return refused
    opened = BettingOpened(clause=clause, round=table.round.number + (not tumbles_first(table)), **stamp(command))
    if not tumbles_first(table):
        if table.phase is not Phase.BETWEEN:
            return _out_of_turn(table, command, clause, "end the round first")
        return paid_otherwise(table, command) or (*_round_begins(table, command, clause), opened)
    if table.phase is not Phase.TUMBLED:
        return _out_of_turn(table, command, clause, "tumble the dice first")
    wanted = table.book.times["tumbles"]
    if table.round.tumbles < wanted.amount:
        return Refused(
            Why.NOT_YET,
            wanted.clause,
            "tumbled-too-few",
            command="invite-bets",
            tumbles=table.round.tumbles,
            amount=wanted.amount,
        )
    return (opened,)


def _nobody_there(table: Table) -> Refused | None:
    """Spins for show are ordered, where the document gives someone the power to (5.1.7)."""
    if table.seats or table.demonstrations or "demonstrate" not in table.book.powers:
        return None
    return Refused(
        Why.NOT_YET, table.clause("demonstrate"), "nobody-at-table", command="tumble", table=table.config.name
    )


def order_demonstration(table: Table, command: OrderDemonstration) -> Answer:
    """Once the table is open, at any moment without wagers, and as often as ordered or until someone bets (5.1.7)."""
    clause = table.clause("demonstrate")
    if table.bets:
        return Refused(
            Why.WAGERS_STAND, clause, "wagers-on-layout", command="order-demonstration", count=len(table.bets)
        )
    return (DemonstrationOrdered(clause=clause, spins=command.spins or -1, **stamp(command)),)


def close_betting(table: Table, command: CloseBetting) -> Answer:
    """Nothing may be placed, moved or withdrawn from here on (3.11, 3.2)."""
    if not table.round.tumbles and not tumbles_first(table):
        return Refused(Why.WRONG_PHASE, table.clause("tumble"), "dice-have-not-spun", command="close-betting")
    closed = BettingClosed(clause=table.clause("close_betting"), round=table.round.number, **stamp(command))
    return (closed, *lapsed(table, command))


def press_no_more_bets(table: Table, command: PressNoMoreBets) -> Answer:
    """The press follows the call, at tables that have the button (5.2)."""
    clause = table.clause("close_betting")
    if not table.config.touch_screen:
        return Refused(
            Why.NOT_HERE, clause, "panel-without-button", command="press-no-more-bets", table=table.config.name
        )
    if table.round.pressed:
        return Refused(Why.ALREADY_DONE, clause, "button-pressed", command="press-no-more-bets")
    return (ButtonPressed(clause=clause, **stamp(command)),)


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
        return _out_of_turn(table, command, table.clause("tumble"), "spin the dice first")
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
            return _out_of_turn(table, command, clause, "call the result first")
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


def _out_of_turn(table: Table, command: Command, clause: str, instead: str) -> Refused:
    said = command.__struct_config__.tag
    return Refused(Why.WRONG_PHASE, clause, "wrong-moment", command=said, phase=table.phase.said, instead=instead)


def _dice(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))


# --- what the facts do


def dice_tumbled(table: Table, event: DiceTumbled) -> None:
    table.round.tumbles += event.times
    table.round.seal = event.seal
    if table.phase is Phase.BETWEEN:
        table.phase = Phase.TUMBLED


def betting_opened(table: Table, event: BettingOpened) -> None:  # noqa: ARG001
    table.phase = Phase.BETTING


def betting_closed(table: Table, event: BettingClosed) -> None:
    table.phase = Phase.NO_MORE_BETS
    table.round.closed_at = event.at


def button_pressed(table: Table, event: ButtonPressed) -> None:  # noqa: ARG001
    table.round.pressed = True


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


def demonstration_ordered(table: Table, event: DemonstrationOrdered) -> None:
    table.demonstrations = event.spins


def no_result_called(table: Table, event: NoResultCalled) -> None:  # noqa: ARG001
    """The dice count for nothing; where wagers stay, so does what was said about betting."""
    now = table.round
    now.tumbles, now.no_result_due, now.pressed = 0, "", False
    now.shown = now.called = now.keyed = now.display = ()
    now.lights_failed = False
    if table.reading("no_result_effect") != "void":  # otherwise the round is over
        take_next(table)
    table.phase = Phase.NO_MORE_BETS if now.closed_at else Phase.BETTING


_COVERED = (Phase.TUMBLED, Phase.BETTING, Phase.NO_MORE_BETS)
_SHOWN = (Phase.UNCOVERED, Phase.ANNOUNCED, Phase.ENTERED)

COMMANDS: Orders = {
    Tumble: Order(tumble, "tumble", kinds=DEALT, when_stopped=False),
    InviteBets: Order(invite_bets, "open_betting", kinds=DEALT, when_stopped=False),
    CloseBetting: Order(close_betting, "close_betting", kinds=DEALT, phases=(Phase.BETTING,)),
    PressNoMoreBets: Order(press_no_more_bets, "close_betting", kinds=DEALT, phases=(Phase.NO_MORE_BETS,)),
    Uncover: Order(uncover, "uncover", others=(DEVICE,), kinds=DEALT, phases=_COVERED),
    AnnounceResult: Order(announce_result, "announce", kinds=DEALT, phases=_SHOWN),
    EnterResult: Order(enter_result, "enter_result", kinds=DEALT, phases=_SHOWN),
    Settle: Order(settle, "settle", kinds=DEALT, phases=(Phase.ENTERED,)),
    OrderDemonstration: Order(order_demonstration, "demonstrate", kinds=DEALT),
    CallNoResult: Order(call_no_result, "call_no_result", kinds=DEALT, phases=(*_COVERED, Phase.VOID, *_SHOWN)),
}
APPLIERS: Appliers = {
    DiceTumbled: dice_tumbled,
    BettingOpened: betting_opened,
    BettingClosed: betting_closed,
    ButtonPressed: button_pressed,
    DiceUncovered: dice_uncovered,
    ResultAnnounced: result_announced,
    ResultEntered: result_entered,
    DemonstrationOrdered: demonstration_ordered,
    NoResultCalled: no_result_called,
}
