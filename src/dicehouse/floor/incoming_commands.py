"""Commands on their way into the floor: completed by what the house knows, and the kinds that need special handling."""

from typing import Final

import msgspec
from msgspec.structs import replace

from dicehouse.floor.dealer import OPENED
from dicehouse.house.patrons import for_table
from dicehouse.house.promotions.drawing import OpenDraw
from dicehouse.house.state import House
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.table import cards, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import PLAYER, Command

NOT_IN_TOURNAMENTS: Final = (OpenTable, people.TakeSeat, PlaceWager, RaiseDispute)
"""What a table does not take while it is kept for a tournament: play for money, and what its director decides."""
OPENING: Final = (*OPENED, OpenDraw, StartRound)
"""To which the house adds what nobody may know before it is taken: the dice under a seal, a secret."""


def as_given(command: Command) -> bytes:
    """A command as it was given, without the server's time, so that a repeated command is recognised as the same."""
    first, _, rest = _encode(command).partition(b',"at":"')
    return first + rest[rest.index(b'"') + 1 :]


_encode: Final = msgspec.json.Encoder().encode


def with_card(house: House, command: Command) -> Command:
    """A player's card is what the house says it is, not what the player says."""
    if not isinstance(command, people.TakeSeat | cards.PresentCard) or command.role != PLAYER:
        return command
    patron = house.patrons.get(command.by)
    own = patron.card.number if patron and patron.card else ""
    number = command.card.number if command.card else own
    card = for_table(house, number)
    return command if card is None and patron is None else replace(command, card=card)
