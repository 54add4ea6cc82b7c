"""One rule for the ledger: what is written there is what each event states, and every place of the house agrees."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.house import cage
from dicehouse.house.judge import event_of as house_event_of
from dicehouse.journal.record import entry_of
from dicehouse.leading.leader import HOUSE
from dicehouse.leading.reconcile import prefix_of, table_differences, untold
from dicehouse.refusal import Refused
from dicehouse.table import books, event_of, new_table, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.box import EmptyBox
from dicehouse.table.chips import BuyChips
from dicehouse.table.meter import CollectCredits
from dicehouse.table.orders import Phase
from tests.stories.evening import Evening, happened


def an_evening(evening: Evening) -> None:
    """Money by every road: accounts, cash, chips in pockets, wagers won and lost, a ticket, a box and a departure."""
    evening.register("ann", "bob")
    evening.sit("ann", "star", seat=1, money=40_000)
    evening.sit("bob", "star", seat=2)
    happened(evening.cage_does(cage.SellChips, amount=30_000))
    happened(evening.dealer("star", people.BringChips, seat=2, amount=30_000))
    happened(evening.dealer("star", BuyChips, seat=2, amount=10_000, with_="cash"))
    for dice in ((1, 2, 5), (6, 6, 5)):
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 5_000))
        happened(evening.bet("bob", "star", "big", 2_000))
        evening.settle("star", *dice)
    happened(evening.staff("star", EmptyBox, box="B1"))
    happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
    evening.sit("ann", "terminals", seat=7, money=20_000)
    number = evening.table("terminals").round.number
    happened(evening.player("ann", "terminals", PlaceWager, seat=7, wager="small", stake=1_000))
    while evening.table("terminals").round.number == number or evening.table("terminals").phase is not Phase.BETTING:
        evening.advance(seconds=5)
    happened(evening.player("ann", "terminals", CollectCredits, seat=7))


def test_the_ledger_has_what_the_events_state_and_nothing_else(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", terminals="aruze-sicbo") as evening:
        an_evening(evening)
        evening.restart(crash=True)
        store = evening.floor.house.leader.store
        for name in evening.floor.tables:
            table = evening.table(name)
            again, moved = new_table(table.book, evening.plan.config_of(evening.floor.tables[name].plan)), 0
            for body in store.stream(name, 0):
                entry = entry_of(body)
                sums: dict[str, int] = {}
                for event in entry.events:
                    for account, amount in books.applied(again, event_of(bytes(event))):
                        sums[account] = sums.get(account, 0) + amount
                assert {it.account: it.amount for it in entry.postings} == {k: v for k, v in sums.items() if v}
                assert sum(sums.values()) == 0
                moved += bool(sums)
            assert moved >= 4
            assert books.accounts(again) == books.accounts(table)
            assert table_differences(table, store.balances(prefix_of(table))) == []
        for body in store.stream(HOUSE, 0):
            entry = entry_of(body)
            stated: dict[str, int] = {}
            for raw in entry.events:
                for it in getattr(house_event_of(bytes(raw)), "postings", ()):
                    stated[it.account] = stated.get(it.account, 0) + it.amount
            assert {it.account: it.amount for it in entry.postings} == {k: v for k, v in stated.items() if v}
        assert sum(store.balances().values()) == 0
        waiting = [(it.account, it.ledger - it.here) for it in untold(evening.house, store.balances())]
        assert waiting == [("dropped/star", 10_000)], "the box, until it is counted"


def test_a_table_whose_event_moves_what_it_does_not_state_stops_and_the_journal_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "star", money=40_000)
        evening.sit("bob", "craps", money=40_000)
        before = evening.balance("table/star/float")
        postings: dict[Any, Any] = books.POSTINGS
        monkeypatch.delitem(postings, people.SeatLeft)
        with pytest.raises(Exception, match="seat-left: it states nothing and changed"):
            evening.player("ann", "star", people.LeaveSeat, seat=1)
        assert evening.balance("table/star/float") == before
        assert evening.balance("table/star/seat/1/rack") == 40_000, "nothing was written"
        monkeypatch.undo()
        evening.restart(crash=True)
        left = evening.player("ann", "star", people.LeaveSeat, seat=1)
        assert not isinstance(left, Refused)
        assert evening.house.accounts["patron/ann"] == 100_000
