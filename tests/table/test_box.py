"""The drop box: it leaves the table with everything in it, and an empty one stays where it is."""

import pytest

from dicehouse.refusal import Why
from dicehouse.table.box import BoxEmptied, EmptyBox, box_carried
from dicehouse.table.chips import BuyChips, ExchangeVoucher
from tests.croupier import Croupier, happened, only, refused

STAR = "star-sicbo-2024"


@pytest.mark.parametrize("cage, cash_goes_to", [(False, "~drop"), (True, "dropped/table 1")])
def test_a_box_leaves_with_its_cash_and_tokens_and_is_empty_afterwards(cage: bool, cash_goes_to: str) -> None:
    table = Croupier(STAR, cage=cage).opens().seats(ann=1)
    happened(table.dealer(BuyChips, seat=1, amount=5_000, with_="cash"))
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=2_000))
    happened(table.invites().bets("ann", "big", 2_000, chips="token"))
    table.settles(1, 2, 4)
    held = table.table.held()
    emptied = only(table.staff(EmptyBox, box="B1"), BoxEmptied)
    assert (emptied.box, emptied.drop, emptied.tokens, emptied.cashless) == ("B1", 5_000, 2_000, 0)
    assert dict(box_carried(table.table, emptied)) == {
        "table/table 1/drop": -5_000, cash_goes_to: 5_000, "table/table 1/tokens": -2_000, "~house": 2_000,
    }  # fmt: skip
    assert (table.table.drop, table.table.taken, table.table.held()) == (0, 0, held - 7_000)
    assert refused(table.staff(EmptyBox, box="B2")) == (Why.ALREADY_DONE, None)
    assert table.replays()


@pytest.mark.parametrize("with_, drop, slips", [("cash", 100, 0), ("account", 0, 100)])
def test_a_box_with_one_thing_in_it_is_not_empty(with_: str, drop: int, slips: int) -> None:
    table = Croupier(STAR).opens().seats(ann=1)
    assert refused(table.staff(EmptyBox, box="B1")) == (Why.ALREADY_DONE, None)
    happened(table.dealer(BuyChips, seat=1, amount=100, with_=with_))
    emptied = only(table.staff(EmptyBox, box="B1"), BoxEmptied)
    assert (emptied.drop, emptied.cashless) == (drop, slips)
