"""Who deals at the tables of the browser tests, so that a test knows its dice."""

from typing import Any

from msgspec.structs import replace

from dicehouse.floor import demo
from dicehouse.floor.plan import HousePlan, Pace
from dicehouse.table import craps_roll, dealt, dealt_result, shooter
from dicehouse.table.orders import Command
from tests.web.served import Served


def plan() -> HousePlan:
    """The demo house with dice that the dealer keys in, and short wagering periods at its terminals."""
    made = demo.plan(pace=Pace(betting=5, beat=0.05, show=1), wagering_seconds=4)
    keyed = (replace(it, dealer="staff", tumbler="keyed") if it.rulebook != "aruze-sicbo" else it for it in made.tables)
    return replace(made, tables=tuple(keyed))


class Dealer:
    """The staff of one table, by its highest rank."""

    def __init__(self, served: Served, table: str) -> None:
        self.served = served
        self.table = table
        self.rank = served.floor.tables[table].book.roles[-1].id

    def does(self, order: type[Command], **fields: Any) -> None:
        self.served.does(self.table, order, "Sue", self.rank, **fields)

    def opens_betting(self) -> None:
        if dealt.tumbles_first(self.served.floor.tables[self.table].table):
            self.does(dealt.Tumble, times=3)
            self.does(dealt.InviteBets)
        else:
            self.does(dealt.InviteBets)
            self.does(dealt.Tumble)

    def closes_betting(self) -> None:
        self.does(dealt.CloseBetting)
        self.does(dealt.PressNoMoreBets)

    def shows(self, *dice: int) -> None:
        """From the cover to the payment."""
        self.does(dealt_result.Uncover)
        self.does(dealt_result.AnnounceResult, dice=dice)
        self.does(dealt_result.EnterResult, dice=dice)
        self.does(dealt_result.Settle)

    def offers_dice(self) -> None:
        self.does(shooter.OfferDice)

    def calls(self, *dice: int) -> None:
        """A roll that somebody has thrown, from the call to the payment."""
        self.does(craps_roll.CallRoll, dice=dice)
        self.does(craps_roll.SettleRoll)
