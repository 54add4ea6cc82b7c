"""Who is who: people on the books of the house, the card in force of each, and whether someone may play by it."""

from typing import Final

from dicehouse.house.orders import PATRON
from dicehouse.house.state import House, Patron, PlayerCard
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
    message = f"{name}: the house knows nobody of this name; register them first"
    return Refused(Why.UNKNOWN_PATRON, None, message)


def not_their_own(command: Command, patron: str) -> Refused | None:
    """Patrons act for themselves; staff and devices act at a patron's word."""
    if command.role != PATRON or command.by == patron:
        return None
    said = command.__struct_config__.tag
    return Refused(Why.NOT_ALLOWED, None, f"{said}: this is not {command.by}'s; ask for your own")


def card_of(house: House, name: str) -> PlayerCard | Refused:
    """The card in force of a patron."""
    patron = patron_of(house, name)
    if isinstance(patron, Refused):
        return patron
    if patron.card is None:
        return Refused(Why.NO_CARD, PLAYER_CARD, f"{name}: has no card in force; have one issued")
    return patron.card


def in_force(house: House, number: str) -> PlayerCard | Refused:
    """A card by its number, whoever's it is."""
    owner = house.cards.get(number)
    if owner is None:
        return Refused(Why.NO_CARD, PLAYER_CARD, f"card {number}: the house has issued no such card; show another")
    card = house.patrons[owner].card
    if card is None or card.number != number:
        return Refused(Why.NO_CARD, PLAYER_CARD, f"card {number}: is no longer in force; show the present one")
    return card


def usable(house: House, number: str) -> PlayerCard | Refused:
    """A card by which its patron may play now."""
    card = in_force(house, number)
    if isinstance(card, Refused):
        return card
    if card.suspended:
        message = f"card {number}: is suspended ({card.suspended}); have a cage supervisor reinstate it"
        return Refused(Why.NO_CARD, OWN_CARD, message)
    if card.locked:
        message = (
            f"card {number}: {card.wrong} wrong PINs of {ATTEMPTS} have locked it; have a cage supervisor unlock it"
        )
        return Refused(Why.NO_CARD, OWN_CARD, message)
    return card


def may_show(house: House, number: str, person: str, helps: bool = False) -> Refused | None:
    """Whether someone may show a card: its patron, or a helper on record at the table."""
    card = usable(house, number)
    if isinstance(card, Refused):
        return card
    owner = house.cards[number]
    if person == owner or helps:
        return None
    message = f"card {number}: was issued to someone else, not to {person}; play by your own card"
    return Refused(Why.NO_CARD, OWN_CARD, message)
