"""The PINs of player cards: five wrong ones in a row lock a card until staff unlock it.

A PIN never comes here, nor a hash of one: the floor keeps PINs in its vault, and says of each that is keyed whether it
was right; here they are counted.
"""

from typing import Annotated

from msgspec import Meta

from dicehouse.house.holders import (
    ATTEMPTS,
    OWN_CARD,
    card_of,
    held_card,
    in_force,
    usable,
)
from dicehouse.house.identity import saw
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp

PinReference = Annotated[
    str, Meta(pattern="^[0-9a-f]{32}$", description="under which the floor keeps a PIN; it tells nothing of it")
]


class CheckPin(Command, frozen=True):
    """A PIN was keyed for a card, and the floor has compared it with the one that it keeps."""

    card: Name
    matched: bool


class SetPin(Command, frozen=True):
    """Give a card another PIN."""

    patron: Name
    pin_reference: PinReference


class UnlockCard(Command, frozen=True):
    """Let a card be used again that wrong PINs have locked."""

    patron: Name
    reason: Words


class PinAccepted(Event, frozen=True):
    """The PIN was right."""

    patron: str
    number: str


class PinMissed(Event, frozen=True):
    """The PIN was wrong."""

    patron: str
    number: str
    left: int
    """Attempts that are left; without any the card is locked."""


class CardLocked(Event, frozen=True):
    """Too many wrong PINs: nobody may play by the card until a supervisor unlocks it."""

    patron: str
    number: str


class CardUnlocked(Event, frozen=True):
    """A locked card may be used again."""

    patron: str
    number: str
    reason: str


class PinSet(Event, frozen=True):
    """A card has another PIN."""

    patron: str
    number: str
    pin_reference: str = ""
    """Empty in journals of earlier versions, as that of a card."""


def pin_of(house: House, number: str) -> str:
    """The reference of the PIN of a card in force; empty where there is no such card, or it has no PIN."""
    card = in_force(house, number)
    return "" if isinstance(card, Refused) else card.pin_reference


def check_pin(house: House, command: CheckPin) -> Answer:
    """A wrong PIN is a fact, not a refusal: it counts, and the fifth in a row locks the card."""
    card = usable(house, command.card)
    if isinstance(card, Refused):
        return card
    patron, says = house.cards[card.number], stamp(command)
    if command.matched:
        return (PinAccepted(clause=OWN_CARD, patron=patron, number=card.number, **says),)
    left = ATTEMPTS - card.wrong - 1
    missed = PinMissed(clause=OWN_CARD, patron=patron, number=card.number, left=left, **says)
    if left:
        return (missed,)
    return (missed, CardLocked(clause=OWN_CARD, patron=patron, number=card.number, **says))


def set_pin(house: House, command: SetPin) -> Answer:
    """Not for a card that is locked or suspended: that is for a supervisor to end first."""
    card = card_of(house, command.patron)
    card = card if isinstance(card, Refused) else usable(house, card.number)
    if isinstance(card, Refused):
        return card
    return (
        PinSet(
            clause=OWN_CARD, patron=command.patron, number=card.number, pin_reference=command.pin_reference,
            **stamp(command),
        ),
    )  # fmt: skip


def unlock_card(house: House, command: UnlockCard) -> Answer:
    card = card_of(house, command.patron)
    if isinstance(card, Refused):
        return card
    if not card.locked:
        return Refused(
            Why.ALREADY_DONE,
            OWN_CARD,
            "card-not-locked",
            card=card.number,
            wrong=card.wrong,
            attempts=ATTEMPTS,
        )
    return (
        CardUnlocked(
            clause=OWN_CARD, patron=command.patron, number=card.number, reason=command.reason, **stamp(command)
        ),
    )


def pin_accepted(house: House, event: PinAccepted) -> None:
    held_card(house, event.patron).wrong = 0
    saw(house, event.patron, "pin", event.at)


def pin_missed(house: House, event: PinMissed) -> None:
    held_card(house, event.patron).wrong += 1


def card_locked(house: House, event: CardLocked) -> None:
    held_card(house, event.patron).locked = True


def card_unlocked(house: House, event: CardUnlocked) -> None:
    card = held_card(house, event.patron)
    card.locked, card.wrong = False, 0


def pin_set(house: House, event: PinSet) -> None:
    card = held_card(house, event.patron)
    card.pin_reference, card.wrong = event.pin_reference, 0


COMMANDS: Orders = {
    CheckPin: Order(check_pin, "cashier", (DEVICE,)),
    SetPin: Order(set_pin, "cashier"),
    UnlockCard: Order(unlock_card, "cage-supervisor"),
}


APPLIERS: Appliers = {
    PinAccepted: pin_accepted,
    PinMissed: pin_missed,
    CardLocked: card_locked,
    CardUnlocked: card_unlocked,
    PinSet: pin_set,
}
