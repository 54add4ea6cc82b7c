"""A sale of chips undone: by whom, until when, and where chips and money go."""

from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table.books import accounts, applied
from dicehouse.table.box import EmptyBox
from dicehouse.table.chips import BuyChips
from dicehouse.table.explain import told
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.orders import DEVICE
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.sales import ReverseSale, SaleReversed
from dicehouse.table.seats import Card
from tests.croupier import Croupier, happened, only, refused
from tests.stickperson import Stickperson

STAR = "star-sicbo-2024"
SENIOR = {
    STAR: ("games-supervisor", "8.10.2"),
    "star-sicbo-pre2024": ("games-supervisor", "5.5"),
    "crown-sicbo-a": ("tg-higher-duties-dealer", "7.5"),
    "star-craps": ("boxperson", "4.5"),
}
"""Who may put payments right, and by which clause."""
TRAY = 10_000_000


def sold(rulebook: str = STAR, **config: Any) -> Croupier:
    """Ann has bought 50.00 from dora with cash, and has nothing else."""
    table = Stickperson(**config) if rulebook == "star-craps" else Croupier(rulebook, **config).opens()
    happened(table.player("ann", TakeSeat, seat=1, card=Card("card of ann", "ann")))
    with_ = "terminal" if table.table.config.cashless else "cash"
    happened(table.dealer(BuyChips, id="sale", seat=1, amount=5_000, with_=with_))
    return table


def undo(table: Croupier, by: str = "dora", role: str = "dealer", sale: str = "sale") -> Any:
    return table.does(ReverseSale, by, role, sale=sale, reason="a slip of the hand")


@pytest.mark.parametrize("rulebook", SENIOR)
def test_whoever_sold_chips_undoes_it_in_the_same_round(rulebook: str) -> None:
    table = sold(rulebook)
    done = only(undo(table), SaleReversed)
    assert (done.sale, done.seat, done.person, done.amount, done.with_) == ("sale", 1, "ann", 5_000, "cash")
    seat = table.table.seats[1]
    assert (seat.rack, table.table.float, table.table.drop, table.table.came) == (0, TRAY, 0, TRAY)
    assert told(table.book, done).startswith("The sale of $50 to ann at seat 1 was undone: a slip of the hand")
    assert table.replays()


@pytest.mark.clause(STAR, '1.1 "Cash Change"')
def test_a_sale_between_rounds_can_be_undone_until_the_next_one_is_over() -> None:
    table = sold()
    table.invites()
    happened(undo(table))
    table = sold()
    table.plays(1, 2, 5)
    assert refused(undo(table))[0] is Why.NOT_ALLOWED


@pytest.mark.parametrize("rulebook", SENIOR)
def test_later_or_by_another_it_takes_someone_who_puts_payments_right(rulebook: str) -> None:
    senior, clause = SENIOR[rulebook]
    table = sold(rulebook)
    answer = undo(table, by="dan")
    assert refused(answer) == (Why.NOT_ALLOWED, clause)
    assert isinstance(answer, Refused)
    assert "dora sold it" in answer.message
    assert answer.message.endswith(f"ask {senior.replace('-', ' ')} or above")
    only(undo(table, "sue", senior), SaleReversed)
    if rulebook == "star-craps":
        return
    table = sold(rulebook)
    table.plays(1, 2, 5)
    answer = undo(table)
    assert refused(answer) == (Why.NOT_ALLOWED, clause)
    assert isinstance(answer, Refused)
    assert "its round is over" in answer.message
    only(undo(table, "sue", senior), SaleReversed)
    assert table.replays()


def test_nobody_else_undoes_a_sale() -> None:
    table = sold()
    assert refused(table.player("ann", ReverseSale, sale="sale", reason="no thanks"))[0] is Why.NOT_ALLOWED


def test_a_sale_is_undone_once_and_only_one_that_was_made() -> None:
    table = sold()
    assert refused(undo(table, sale="other"))[0] is Why.UNKNOWN_ID
    happened(undo(table))
    happened(table.dealer(BuyChips, id="again", seat=1, amount=5_000))
    answer = undo(table)
    assert refused(answer) == (Why.ALREADY_DONE, '1.1 "Cash Change"')
    assert isinstance(answer, Refused)
    assert "the sale of $50 was undone already" in answer.message
    assert table.rack("ann") == 5_000, "the second sale stands"
    happened(undo(table, sale="again"))
    assert table.table.drop == 0


def test_the_chips_must_be_there_in_full() -> None:
    table = sold().invites()
    happened(table.bets("ann", "small", 500, id="w"))
    answer = undo(table)
    assert refused(answer) == (Why.NOT_ENOUGH, '1.1 "Cash Change"')
    assert isinstance(answer, Refused)
    assert "$50 was sold and $45 is left in chips at seat 1" in answer.message


def test_the_money_must_be_there_in_full() -> None:
    table = sold()
    happened(table.staff(EmptyBox, box="7"))
    answer = undo(table, "sue", "games-supervisor")
    assert refused(answer)[0] is Why.NOT_ENOUGH
    assert isinstance(answer, Refused)
    assert "$50 was paid and $0 is in the drop box" in answer.message
    table = sold(cashless=True)
    happened(table.staff(EmptyBox, box="7"))
    assert refused(undo(table, "sue", "games-supervisor"))[0] is Why.NOT_ENOUGH


def test_a_sale_is_over_when_its_buyer_leaves() -> None:
    table = sold()
    happened(table.player("bob", TakeSeat, seat=2))
    happened(table.dealer(BuyChips, id="bobs", seat=2, amount=5_000))
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.player("ann", TakeSeat, seat=1))
    assert refused(undo(table))[0] is Why.UNKNOWN_ID
    happened(undo(table, sale="bobs"))


@pytest.mark.clause(STAR, "2.7.3")
def test_what_a_terminal_was_paid_goes_back_by_it() -> None:
    table = sold(cashless=True)
    assert table.table.cashless == 5_000
    assert only(undo(table), SaleReversed).with_ == "terminal"
    assert (table.table.cashless, table.rack("ann")) == (0, 0)
    assert table.replays()


@pytest.mark.clause(STAR, "9.2.1")
def test_chips_that_were_to_count_from_the_next_round_are_gone_from_that_too() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=50_000))
    happened(table.dealer(BuyChips, id="sale", seat=1, amount=5_000))
    happened(table.dealer(BuyChips, id="second", seat=1, amount=2_000))
    assert table.table.seats[1].late == 7_000
    happened(undo(table))
    assert table.table.seats[1].late == 2_000


def test_the_books_have_it_the_other_way_round() -> None:
    table = sold()
    sums = dict[str, int]()
    undone = only(undo(table), SaleReversed)
    before = sold()
    for account, amount in applied(before.table, undone):
        sums[account] = amount
    assert sums == {
        "table/table 1/seat/1/rack": -5_000, "table/table 1/float": 5_000, "table/table 1/drop": -5_000, "~cash": 5_000,
    }  # fmt: skip
    assert accounts(before.table) == {"table/table 1/float": TRAY}
