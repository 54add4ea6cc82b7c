"""The books of a table: every event balanced, account by account, and the accounts always those of the table."""

from collections.abc import Iterable

import pytest

from dicehouse.layout import Layout
from dicehouse.table import Table, new_table
from dicehouse.table.betting import ReduceWager
from dicehouse.table.books import BooksError, applied
from dicehouse.table.chips import BuyChips, ExchangeVoucher
from dicehouse.table.conduct import RecordContravention, ReleaseWinnings, WithholdWinnings
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.purse import WagersTakenBack
from dicehouse.table.tray import FillTray
from tests.croupier import NOON, Croupier, happened


def posted(table: Croupier) -> tuple[Table, dict[str, int]]:
    """The table made again from its events, and what its books say then."""
    again, books = new_table(table.book), dict[str, int]()
    for event in table.events:
        entries = applied(again, event)
        assert sum(amount for _, amount in entries) == 0
        for account, amount in entries:
            books[account] = books.get(account, 0) + amount
    return again, {account: amount for account, amount in books.items() if amount}


def test_every_cent_of_a_round_has_its_account() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=50_000).seats(ann=1, bob=2)
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="cash"))
    happened(table.staff(FillTray, amount=3_000, slip="F1"))
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "big", 500))
    again, books = posted(table)
    assert books == {
        "table/table 1/float": 52_000,
        "table/table 1/drop": 1_000,
        "table/table 1/seat/1/rack": 100_000,
        "table/table 1/seat/1/wagers": 1_000,
        "table/table 1/seat/2/rack": 99_500,
        "table/table 1/seat/2/wagers": 500,
        "~cage": -53_000,
        "~cash": -1_000,
        "~chips": -200_000,
    }
    assert again.came == 254_000
    table.settles(1, 2, 5)
    happened(table.player("ann", LeaveSeat, seat=1))
    _, books = posted(table)
    assert books["~chips"] == -98_000
    assert "table/table 1/seat/1/rack" not in books


def test_money_at_terminals_comes_from_notes_and_transfers_and_leaves_as_tickets() -> None:
    table = Croupier("aruze-sicbo").opens(tray=0)
    happened(table.player("ann", TakeSeat, seat=1))
    for source, account in (("note", "~cash"), ("transfer", "transit/table 1")):
        happened(table.does(InsertMoney, "terminal 1", "device", seat=1, amount=5_000, source=source))
        assert posted(table)[1][account] == -5_000
    happened(table.player("ann", CollectCredits, seat=1, to="ticket"))
    assert posted(table)[1] == {
        "table/table 1/drop": 5_000, "~house/table 1": -5_000, "~cash": -5_000, "transit/table 1": -5_000,
        "~tickets": 10_000,
    }  # fmt: skip


def test_tokens_come_from_vouchers_and_withheld_winnings_go_out_by_the_cage() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=0).seats(ann=1)
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="V1", amount=1_000))
    assert posted(table)[1]["~vouchers"] == -1_000
    crown = Croupier("crown-sicbo-a").opens(tray=5_000).seats(ann=1)
    happened(crown.staff(RecordContravention, id="b1", offence="device", person="ann", who="player", what="a tablet"))
    happened(crown.staff(WithholdWinnings, breach="b1", reason="won with a device, it seems"))
    crown.invites()
    happened(crown.bets("ann", "small", 1_000))
    crown.settles(1, 2, 5)
    assert posted(crown)[1]["table/table 1/withheld"] == 1_000
    happened(crown.player("ann", LeaveSeat, seat=1))
    happened(crown.staff(ReleaseWinnings, person="ann", outcome="paid", reason="nothing was found"))
    assert posted(crown)[1]["~cage"] == -4_000


def test_an_event_that_moves_money_it_does_not_name_stops_the_table() -> None:
    """A table that is broken in memory: taking nothing back puts money into the drop box."""
    table = Croupier("star-sicbo-2024").opens().seats(ann=1).table
    nothing = WagersTakenBack(settled=(), why="nothing", at=NOON, by="x", role="dealer", cause="c", clause="")
    assert applied(table, nothing) == []
    table.layout = Leaking(table)
    with pytest.raises(BooksError, match="accounts gained 7 and 0 came to the table; stop the table"):
        applied(table, nothing)


class Leaking(Layout):
    def __init__(self, table: Table) -> None:
        super().__init__(table.book)
        self.table = table

    def lift(self, gone: Iterable[str]) -> None:
        super().lift(gone)
        self.table.drop += 7


def test_a_wager_made_smaller_gives_back_what_it_no_longer_stakes() -> None:
    table = Croupier("star-sicbo-2024").opens().seats(ann=1).invites()
    happened(table.bets("ann", "small", 2_000, id="w1"))
    happened(table.player("ann", ReduceWager, bet="w1", stake=500))
    books = posted(table)[1]
    assert (books["table/table 1/seat/1/rack"], books["table/table 1/seat/1/wagers"]) == (99_500, 500)
