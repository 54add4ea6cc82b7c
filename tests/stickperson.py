"""A craps table for tests: the crew by role, dice handed to a shooter, and rolls from the hand to the payment."""

from typing import Any, Self

from dicehouse.refusal import Refused
from dicehouse.table import Event, craps_roll, shooter, throw
from dicehouse.table.orders import Command
from tests.croupier import Croupier, happened


class Stickperson(Croupier):
    """The croupier of a craps table, which is open."""

    def __init__(self, readings: dict[str, str] | None = None, **config: Any) -> None:
        super().__init__("star-craps", readings, **config)
        self.opens()

    def stick(self, kind: type[Command], **fields: Any) -> tuple[Event, ...] | Refused:
        return self.does(kind, "stan", "stickperson", **fields)

    def box(self, kind: type[Command], **fields: Any) -> tuple[Event, ...] | Refused:
        return self.does(kind, "beth", "boxperson", **fields)

    def offers(self) -> int:
        """The seat to which the dice are offered next."""
        happened(self.stick(shooter.OfferDice))
        return self.table.hand.offered

    def accepts(self, name: str, dice: tuple[int, int] = (1, 2)) -> tuple[Event, ...] | Refused:
        seat = self.table.seat_of(name)
        assert seat is not None, f"{name} has no seat"
        return self.player(name, shooter.AcceptDice, seat=seat.number, dice=dice)

    def declines(self, name: str) -> tuple[Event, ...] | Refused:
        seat = self.table.seat_of(name)
        assert seat is not None, f"{name} has no seat"
        return self.player(name, shooter.DeclineDice, seat=seat.number)

    def shoots(self, name: str, line: str = "win-line", stake: int = 1_000, **fields: Any) -> Self:
        """Someone makes a line wager, is offered the dice and accepts them."""
        happened(self.bets(name, line, stake, **fields))
        while self.table.seats[self.offers()].person != name:
            happened(self.declines(self.table.seats[self.table.hand.offered].person))
        happened(self.accepts(name))
        return self

    def throws(self) -> Self:
        """The dice leave the hand of whoever has them."""
        happened(self.stick(throw.ThrowDice))
        return self

    def rolls(self, *dice: int) -> tuple[Event, ...]:
        """A roll from the hand to the payment."""
        self.throws()
        happened(self.stick(craps_roll.CallRoll, dice=dice))
        return happened(self.dealer(craps_roll.SettleRoll))

    @property
    def puck(self) -> str:
        return self.table.layout.markers["puck"]
