"""What everyone together has on each area is shown to players of a house that wants it so, and without a name."""

import pytest

from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import Policy
from dicehouse.table import dealt_result
from dicehouse.views.table import Beside, TableView, table_view
from tests.croupier import Croupier, happened
from tests.house.keeper import Keeper


def seen(at: Croupier, keeper: Keeper) -> TableView:
    return table_view(at.table, Beside(now=at.now, since=at.now, house=keeper.house))


@pytest.fixture
def table() -> Croupier:
    at = Croupier(name="Sic Bo 3").opens().seats(ann=1, bob=2)
    at.invites()
    at.bets("ann", "small", 1_000)
    at.bets("ann", "total-9", 500)
    at.bets("bob", "small", 2_500)
    return at


def test_nobody_is_shown_them_unless_the_house_wants_it(table: Croupier) -> None:
    assert seen(table, Keeper()).totals == {}


def test_stakes_of_all_seats_on_an_area_are_one_total(table: Croupier) -> None:
    keeper = Keeper()
    happened(keeper.operator(SetPolicy, policy=Policy(area_totals=True)))
    assert seen(table, keeper).totals == {"small": 3_500, "total-9": 500}
    table.closes_betting()
    for order, fields in (
        (dealt_result.Uncover, {}),
        (dealt_result.AnnounceResult, {"dice": (1, 2, 4)}),
        (dealt_result.EnterResult, {"dice": (1, 2, 4)}),
        (dealt_result.Settle, {}),
    ):
        happened(table.dealer(order, **fields))
    assert seen(table, keeper).totals == {}, "what the round decided is off the felt"
