"""The five dice of a craps table: a pair to throw and a bowl, dice that leave the table, and a new set (3.3 to 3.6)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Appliers, Command, Event, Kind, Order, Orders, Phase, stamp
from dicehouse.table.state import Table

CRAPS = frozenset({Kind.CRAPS})
SET = (1, 2, 3, 4, 5)
"""The dice of a set by their numbers."""
OFF_THE_TABLE = "off the table"
"""The reason for which dice that leave the table are no roll."""

Die = Annotated[int, Meta(ge=1, le=5, description="one of the five dice of a set, by its number")]


class ReportDiceOff(Command, frozen=True):
    """Report that dice have gone off the table and are being looked for."""

    dice: Annotated[tuple[Die, ...], Meta(min_length=1)]


class ReportDiceFound(Command, frozen=True):
    """Check dice that were found."""

    dice: Annotated[tuple[Die, ...], Meta(min_length=1)]
    asked_for: bool = False
    """Whether the shooter asks to have them back; otherwise they go to the bowl."""
    sound: bool = True
    """Whether they passed the check; if not they stay out of play."""


class ReplaceDice(Command, frozen=True):
    """Put a new set of dice on the table after two of the old one were lost."""


class DiceWentOff(Event, frozen=True):
    """Dice are off the table."""

    dice: tuple[int, ...]
    no_result_due: str = ""
    """Why the throw can only be no roll, when they were in the air."""


class DiceFound(Event, frozen=True):
    """Dice that had been off the table were found and checked."""

    dice: tuple[int, ...]
    goes: Literal["player", "bowl", "away"]


class DiceReplaced(Event, frozen=True):
    """A new set of dice is at the table."""

    set: int
    at_once: bool
    """Whether it is in use already; otherwise the shooter ends the hand with what is left of the old one."""
    serial: str = ""
    """Of the new set, and of the old one, where the house keeps a register."""
    removed: str = ""


# --- questions


def on_the_table(table: Table) -> tuple[int, ...]:
    return tuple(it for it in SET if it not in table.hand.missing)


def has_pair(table: Table) -> bool:
    """Whether two dice are selected and on the table."""
    return len(table.hand.pair) == 2 and set(table.hand.pair) <= set(on_the_table(table))


def bowl(table: Table, dice: Iterable[int]) -> tuple[int, ...]:
    return tuple(it for it in on_the_table(table) if it not in dice)


def set_incomplete(table: Table) -> Refused | None:
    """Two lost dice make a new set due, before anyone else throws (3.6)."""
    lost = len(table.hand.missing)
    if lost < 2 or table.hand.fresh:
        return None
    return Refused(Why.NOT_YET, table.clause("replace_dice"), "dice-lost", lost=lost, count=len(SET))


def not_these(table: Table, dice: tuple[int, ...]) -> Refused | None:
    there = on_the_table(table)
    if len(set(dice)) == 2 and set(dice) <= set(there):
        return None
    said = " and ".join(map(str, dice))
    known = ", ".join(map(str, there))
    return Refused(
        Why.WRONG_DICE,
        table.matter("accept_dice"),
        "select-two-dice",
        said=said,
        known=known,
    )


# --- the judgements


def report_dice_off(table: Table, command: ReportDiceOff) -> Answer:
    """A throw of which a die leaves the table is no roll (5.3.1); the shooter selects others or waits (3.4)."""
    away = [it for it in command.dice if it in table.hand.missing]
    if away:
        return Refused(Why.ALREADY_DONE, table.matter("dice_off"), "die-off-already", away=away[0])
    thrown = table.phase is Phase.IN_THE_AIR and not set(command.dice).isdisjoint(table.hand.pair)
    return (
        DiceWentOff(
            clause=table.book.no_result.reasons[OFF_THE_TABLE] if thrown else table.matter("dice_off"),
            dice=tuple(sorted(set(command.dice))),
            no_result_due=OFF_THE_TABLE if thrown else "",
            **stamp(command),
        ),
    )


def report_dice_found(table: Table, command: ReportDiceFound) -> Answer:
    """Checked by the boxperson, then back to the player who asks, or to the bowl (3.5)."""
    hand, clause = table.hand, table.clause("check_dice")
    there = [it for it in command.dice if it not in hand.missing]
    if there:
        return Refused(Why.ALREADY_DONE, clause, "die-not-missing", there=there[0])
    goes: Literal["player", "bowl", "away"] = "bowl"
    if not command.sound or hand.fresh:
        goes = "away"
    elif command.asked_for:
        if not set(command.dice) <= set(hand.original):
            return Refused(Why.NOT_ELIGIBLE, table.matter("dice_to_player"), "not-shooters-die", dice=command.dice[0])
        goes = "player"
    found = {
        "player": table.matter("dice_to_player"),
        "bowl": table.matter("dice_to_bowl"),
        "away": table.matter("dice_lost") if hand.fresh else clause,
    }
    dice = tuple(sorted(set(command.dice)))
    return (DiceFound(clause=found[goes], dice=dice, goes=goes, **stamp(command)),)


def replace_dice(table: Table, command: ReplaceDice) -> Answer:
    """With two dice lost a new set comes, and the shooter goes on with the rest of the old one meanwhile (3.6)."""
    hand, clause = table.hand, table.clause("replace_dice")
    left = len(on_the_table(table))
    if len(SET) - left < 2:
        return Refused(Why.NOT_YET, clause, "dice-off-table-two-needed", command="replace-dice", off=len(SET) - left)
    if hand.fresh and left >= 2:
        return Refused(Why.ALREADY_DONE, clause, "new-set-lies-ready", command="replace-dice")
    if table.config.registered_equipment and not table.spare:
        return Refused(Why.NOT_YET, clause, "no-set-ready", command="replace-dice", in_use=table.in_use)
    at_once = left < 2 or not (hand.stick or hand.shooter)
    removed = table.in_use if table.spare else ""
    return (
        DiceReplaced(
            clause=clause, set=hand.set + 1, at_once=at_once, serial=table.spare, removed=removed, **stamp(command)
        ),
    )


# --- what the facts do


def dice_went_off(table: Table, event: DiceWentOff) -> None:
    hand = table.hand
    if not hand.original and not set(event.dice).isdisjoint(hand.pair):
        hand.original = hand.pair
    hand.missing = tuple(sorted({*hand.missing, *event.dice}))
    table.round.no_result_due = event.no_result_due or table.round.no_result_due


def dice_found(table: Table, event: DiceFound) -> None:
    hand = table.hand
    if event.goes == "away":
        return
    hand.missing = tuple(it for it in hand.missing if it not in event.dice)
    if event.goes == "player" and not set(hand.original) & set(hand.missing):
        hand.pair = hand.original
    elif event.goes == "bowl" and set(hand.pair) & set(event.dice):
        hand.pair = ()


def dice_replaced(table: Table, event: DiceReplaced) -> None:
    if event.serial:
        table.in_use, table.spare = event.serial, ""
    if event.at_once:
        new_set(table, event.set)
    else:
        table.hand.fresh = True


def new_set(table: Table, number: int) -> None:
    hand = table.hand
    hand.set, hand.fresh = number, False
    hand.missing = hand.pair = hand.original = ()


_BETWEEN_ROLLS = (Phase.BETTING,)

COMMANDS: Orders = {
    ReportDiceOff: Order(report_dice_off, staff=True, kinds=CRAPS),
    ReportDiceFound: Order(report_dice_found, "check_dice", kinds=CRAPS, phases=_BETWEEN_ROLLS),
    ReplaceDice: Order(replace_dice, "replace_dice", kinds=CRAPS, phases=_BETWEEN_ROLLS),
}
APPLIERS: Appliers = {
    DiceWentOff: dice_went_off,
    DiceFound: dice_found,
    DiceReplaced: dice_replaced,
}
