"""A round of Sic Bo run by a dealer, until no more bets are taken.

The Star tumbles first and then invites bets on dice that already lie under the cover (5.1, 5.2); Crown invites bets,
spins, and lets bets arrive until it says that no more may be placed (5.1.1 to 5.1.6). The reading betting_and_tumble
says which. What follows is the same for both (`dealt_result`).
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.call_bets import lapsed
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Count,
    Event,
    Events,
    Kind,
    Order,
    Orders,
    Phase,
    stamp,
)
from dicehouse.table.paid import paid_otherwise
from dicehouse.table.sealing import not_sealed
from dicehouse.table.settling import round_begins
from dicehouse.table.state import Table
from dicehouse.table.streak import day_begins
from dicehouse.table.table_sign import due_now

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


class OrderDemonstration(Command, frozen=True):
    """Have the dice spun for show while there are no wagers and no players."""

    spins: Count | None = None
    """How many; without it until someone bets."""


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


class DemonstrationOrdered(Event, frozen=True):
    """Spins for show were ordered."""

    spins: int
    """-1: until someone bets."""


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
            return out_of_turn(table, command, clause, "end the round first")
        return paid_otherwise(table, command) or (*_round_begins(table, command, clause), opened)
    if table.phase is not Phase.TUMBLED:
        return out_of_turn(table, command, clause, "tumble the dice first")
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


def out_of_turn(table: Table, command: Command, clause: str, instead: str) -> Refused:
    said = command.__struct_config__.tag
    return Refused(Why.WRONG_PHASE, clause, "wrong-moment", command=said, phase=table.phase.said, instead=instead)


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


def demonstration_ordered(table: Table, event: DemonstrationOrdered) -> None:
    table.demonstrations = event.spins


COMMANDS: Orders = {
    Tumble: Order(tumble, "tumble", kinds=DEALT, when_stopped=False),
    InviteBets: Order(invite_bets, "open_betting", kinds=DEALT, when_stopped=False),
    CloseBetting: Order(close_betting, "close_betting", kinds=DEALT, phases=(Phase.BETTING,)),
    PressNoMoreBets: Order(press_no_more_bets, "close_betting", kinds=DEALT, phases=(Phase.NO_MORE_BETS,)),
    OrderDemonstration: Order(order_demonstration, "demonstrate", kinds=DEALT),
}
APPLIERS: Appliers = {
    DiceTumbled: dice_tumbled,
    BettingOpened: betting_opened,
    BettingClosed: betting_closed,
    ButtonPressed: button_pressed,
    DemonstrationOrdered: demonstration_ordered,
}
