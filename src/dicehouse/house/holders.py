"""Who is who: people on the books of the house, the card in force of each, and whether someone may play by it."""

from typing import Final

from dicehouse.house.orders import PATRON
from dicehouse.house.patron_state import Patron, PlayerCard
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Command

PLAYER_CARD: Final = 'star-sicbo-2024 1.1 "player card"'
OWN_CARD: Final = "star-sicbo-2024 9.1"

ATTEMPTS: Final = 5
"""Wrong PINs in a row that lock a card."""


def patron_of(house: House, name: str) -> Patron | Refused:
    """Someone on the books of the house."""
    found = house.patrons.get(name)
    if found is not None:
        return found
    return Refused(Why.UNKNOWN_PATRON, None, "nobody-of-that-name", name=name)


def not_their_own(command: Command, patron: str) -> Refused | None:
    """Patrons act for themselves; staff and devices act at a patron's word."""
    if command.role != PATRON or command.by == patron:
        return None
    said = command.__struct_config__.tag
    return Refused(Why.NOT_ALLOWED, None, "not-ones-own", command=said, by=command.by)


def card_of(house: House, name: str) -> PlayerCard | Refused:
    """The card in force of a patron."""
    patron = patron_of(house, name)
    if isinstance(patron, Refused):
        return patron
    if patron.card is None:
        return Refused(Why.NO_CARD, PLAYER_CARD, "no-card-in-force", name=name)
    return patron.card


def held_card(house: House, patron: str) -> PlayerCard:
    """The card of a patron to whose card something has happened."""
    card = house.patrons[patron].card
    if card is None:
        raise LookupError(f"{patron} has no card, and something happened to it")
    return card


def in_force(house: House, number: str) -> PlayerCard | Refused:
    """A card by its number, whoever's it is."""
    owner = house.cards.get(number)
    if owner is None:
        return Refused(Why.NO_CARD, PLAYER_CARD, "no-such-card", number=number)
    card = house.patrons[owner].card
    if card is None or card.number != number:
        return Refused(Why.NO_CARD, PLAYER_CARD, "card-no-longer-in-force", number=number)
    return card


def usable(house: House, number: str) -> PlayerCard | Refused:
    """A card by which its patron may play now."""
    card = in_force(house, number)
    if isinstance(card, Refused):
        return card
    if card.suspended:
        return Refused(Why.NO_CARD, OWN_CARD, "card-suspended", number=number, suspended=card.suspended)
    if card.locked:
        return Refused(Why.NO_CARD, OWN_CARD, "card-locked", number=number, wrong=card.wrong, attempts=ATTEMPTS)
    return card


def may_show(house: House, number: str, person: str, helps: bool = False) -> Refused | None:
    """Whether someone may show a card: its patron, or a helper on record at the table."""
    card = usable(house, number)
    if isinstance(card, Refused):
        return card
    owner = house.cards[number]
    if person == owner or helps:
        return None
    return Refused(Why.NO_CARD, OWN_CARD, "card-not-own", number=number, person=person)
