"""Dice that are fixed before anyone wagers on them: a seal, and the salt and dice that open it.

At a table whose dice are sealed, the seal of a round stands before its first wager can be made, and that of a roll at
craps before any wager that is made after the roll before. It is the SHA-256 of salt and dice, so the house has chosen
the result by then and cannot choose again; whoever kept the seal can check that. Two seals stand, one behind the other:
when a result is over, or counts for nothing, the next dice are fixed already. Without a seal no wager is taken.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Command,
    Event,
    Kind,
    Name,
    Order,
    Orders,
    Phase,
    stamp,
)
from dicehouse.table.state import Table

_LOCKED: Final = (Phase.SHOOTING, Phase.ROLLING)
"""When a tumbler that shakes real dice has something to seal."""


class SealDice(Command, frozen=True):
    """Commit the tumbler to a result that it has not yet shown."""

    seal: Name
    """A SHA-256 of salt and dice, which the report must open; of the salt alone where the dice are cocked."""


class DiceSealed(Event, frozen=True):
    """The tumbler is committed to a result."""

    seal: str


def sealed_text(salt: str, dice: Sequence[int]) -> bytes:
    """What a seal is the SHA-256 of: the salt and the dice in the order they lie."""
    return f"{salt}:{'-'.join(map(str, dice))}".encode()


def opens(seal: str, salt: str, dice: Sequence[int]) -> bool:
    return hashlib.sha256(sealed_text(salt, dice)).hexdigest() == seal


def lacks_seal(table: Table) -> bool:
    """Whether the dice of the next result are to be sealed, and are not yet."""
    return table.config.sealed_dice and not table.round.seal


def wants_seal(table: Table) -> bool:
    """Whether there are dice to seal: those of the next result, or those after them."""
    return table.config.sealed_dice and not (table.round.seal and table.next_seal)


def take_next(table: Table) -> None:
    """The dice under the seal have been shown or count for nothing, and the next ones take their place."""
    table.round.seal, table.next_seal = table.next_seal, ""


def not_sealed(table: Table, said: str, clause: str | None) -> Refused | None:
    """Nothing that opens the betting, and no wager, comes before the seal."""
    if not lacks_seal(table):
        return None
    return Refused(Why.NOT_YET, clause, "next-dice-not-sealed-yet", command=said, table=table.config.name)


def seal_dice(table: Table, command: SealDice) -> Answer:
    """Once for each result: before its wagers where the table promises that, or else before the dice are read."""
    electronic = table.kind is Kind.ELECTRONIC
    clause = table.matter("equipment") if electronic else table.clause("tumble")
    if table.round.seal and (table.next_seal or not table.config.sealed_dice):
        return Refused(Why.ALREADY_DONE, clause, "round-sealed-already", command="seal-dice", round=table.round.number)
    if not table.config.sealed_dice and not electronic:
        return Refused(
            Why.NOT_HERE, clause, "dice-not-sealed-before-they-fall", command="seal-dice", table=table.config.name
        )
    if not table.config.sealed_dice and table.phase not in _LOCKED:
        return Refused(
            Why.WRONG_PHASE,
            clause,
            "seal-later",
            command="seal-dice",
            phase=table.phase.said,
            first=_LOCKED[0].said,
            second=_LOCKED[1].said,
        )
    return (DiceSealed(clause=clause, seal=command.seal, **stamp(command)),)


def dice_sealed(table: Table, event: DiceSealed) -> None:
    if table.round.seal:
        table.next_seal = event.seal
    else:
        table.round.seal = event.seal


COMMANDS: Orders = {SealDice: Order(seal_dice, others=(DEVICE,), when_stopped=False)}
APPLIERS: Appliers = {DiceSealed: dice_sealed}
