"""What the documents want shown at a table: the sign with its limits, and what was won at terminals and in jackpots."""

import pytest

from dicehouse.house.jackpot_rounds import ReportRound, Stake
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.jackpots import OfferJackpot
from dicehouse.house.payouts import PayOut
from dicehouse.table.betting import PlaceWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.settlement import WinnersPaid
from dicehouse.views.display import display_view
from dicehouse.views.recent_rounds import Recall
from dicehouse.views.seat import Around, seat_view
from dicehouse.views.table import Beside, TableView, table_view
from tests.croupier import Croupier, happened
from tests.hall import Hall, hall
from tests.house.books import stocked
from tests.house.keeper import Keeper

ARUZE = "aruze-sicbo"


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("star-sicbo-2024", marks=pytest.mark.clause("star-sicbo-2024", "4.1")),
        pytest.param("star-sicbo-pre2024", marks=pytest.mark.clause("star-sicbo-pre2024", "4.1")),
        pytest.param("crown-sicbo-a", marks=pytest.mark.clause("crown-sicbo", "4.1", "4.1 fn1 s66(1)(c)")),
        pytest.param("aruze-sicbo", marks=pytest.mark.clause(ARUZE, "3.2")),
    ],
)
def test_the_sign_shows_the_minimum_the_maximum_and_the_unit(book: str) -> None:
    every = Limits(minimum=1_000, maximum=50_000, unit=500)
    table = Croupier(book, sign=Sign(every=every, wagers={"small": Limits(minimum=2_500, maximum=100_000)}))
    shown = display_view(table.table, "")
    assert shown.limits == "Min $10, max $500, steps of $5"
    assert shown.limits_by_wager == {"small": "Small: Min $25, max $1,000"}


@pytest.mark.clause("star-craps", "7.1")
def test_at_craps_the_sign_hangs_there_too() -> None:
    table = Croupier("star-craps", sign=Sign(every=Limits(minimum=500, maximum=20_000)))
    assert display_view(table.table, "").limits == "Min $5, max $200"


@pytest.mark.clause(ARUZE, "3.6", "3.6.1")
def test_what_was_won_stands_on_the_screen_of_the_terminal() -> None:
    table = hall()
    recall = Recall(lambda: table.table)
    happened(table.player("ann", PlaceWager, seat=1, wager="big", stake=1_000))
    before = table.table.seats[1].rack
    recall.listen(table.rolls(4, 5, 6))
    shown = seat_view(table.table, 1, Around(at=table.now, last=recall.last(1, "ann")))
    assert (shown.credits, shown.rack) == (True, before + 2_000)
    assert shown.last is not None
    assert (shown.last.won, shown.last.net) == (1_000, 1_000)


@pytest.mark.clause(ARUZE, "3.6.2", "3.6.3", "3.6.4")
def test_a_jackpot_and_who_won_it_stand_on_the_terminals_and_on_the_display() -> None:
    keeper, table = stocked(), hall()
    trigger = Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}, wager="triple-6")
    terms = JackpotTerms(rate=Rate(1, 100), seed=5_000, trigger=trigger, tables=("the hall",), approved_by="order 7")
    happened(keeper.manager(OfferJackpot, pool="mini", terms=terms))
    assert [(it.pool, it.amount, it.words) for it in public(keeper, table).jackpots] == [("mini", 5_000, "")]
    happened(table.player("ann", PlaceWager, seat=1, wager="triple-6", stake=1_000))
    paid = [it for event in table.rolls(6, 6, 6) if isinstance(event, WinnersPaid) for it in event.settled]
    stakes = tuple(Stake(seat=1, person="ann", wager=it.wager, stake=it.stake, result=it.result) for it in paid)
    happened(keeper.device(ReportRound, id="r1", table="the hall", round=1, dice=(6, 6, 6), stakes=stakes))
    happened(keeper.device(PayOut, id="p1", payout="r1/mini/1", verified=5_010))
    (shown,) = public(keeper, table).jackpots
    assert (shown.amount, shown.won) == (5_000, 5_010), "the seed again; the winner had a share too"
    assert display_view(table.table, "", keeper.house).jackpot == f"mini: {shown.words}"
    assert shown.words.startswith("$50.10 at ")


def public(keeper: Keeper, table: Hall) -> TableView:
    return table_view(table.table, Beside(now=table.now, since=table.now, house=keeper.house))
