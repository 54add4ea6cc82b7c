"""Terminals and the house together: their books meet, and no dollar is in both or in neither."""

from typing import Any

import pytest

from dicehouse.house.cage import ConfirmReceipt
from dicehouse.house.cage_state import CageTerms
from dicehouse.house.jackpot_rounds import ReportRound, Stake
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.jackpots import OfferJackpot, display
from dicehouse.house.payouts import OweHandPay, PayOut
from dicehouse.house.tickets import AcceptTicket, IssueTicket, PayTicket, liability
from dicehouse.refusal import Why
from dicehouse.table import Event, new_table
from dicehouse.table.bets import Settled
from dicehouse.table.betting import PlaceWager
from dicehouse.table.books import applied
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.meter import CollectCredits, CreditsCollected, InsertMoney
from dicehouse.table.people import BringChips, LeaveSeat, TakeSeat
from dicehouse.table.settlement import WinnersPaid
from tests.croupier import only as only_at_table
from tests.hall import Hall
from tests.house.books import moves, stocked
from tests.house.keeper import Keeper, happened, refused

ARUZE = "aruze-sicbo"
HALL = "the hall"


def hall(readings: dict[str, str] | None = None) -> Hall:
    """Terminals with the cage behind them; Ann at 1 and Bob at 3 have put a note in."""
    table = Hall(readings, cage=True)
    table.opens(tray=0)
    for name, seat in {"ann": 1, "bob": 3}.items():
        happened(table.player(name, TakeSeat, seat=seat))
        happened(table.device(SetLossLimit, seat=seat, person=name))
        happened(table.player(name, InsertMoney, seat=seat, amount=10_000))
    return table


def at_table(table: Hall) -> dict[str, int]:
    """What the table's own entries have moved, account by account."""
    again, sums = new_table(table.book), dict[str, int]()
    for event in table.events:
        for account, amount in applied(again, event):
            sums[account] = sums.get(account, 0) + amount
    return sums


def ledger(keeper: Keeper, table: Hall) -> dict[str, int]:
    """The entries of both, as the journal adds them up."""
    sums = at_table(table)
    for event in keeper.events:
        for account, amount in moves(event):
            sums[account] = sums.get(account, 0) + amount
    assert sum(sums.values()) == 0
    assert not [name for name, amount in sums.items() if amount < 0 and not name.startswith("~")]
    return sums


def credits_of(table: Hall, seat: int = 1) -> int:
    return table.table.seats[seat].rack


def collected(table: Hall, name: str = "ann", seat: int = 1) -> Any:
    return only_at_table(table.player(name, CollectCredits, seat=seat), CreditsCollected)


def settled_in(events: tuple[Event, ...]) -> tuple[Settled, ...]:
    return tuple(it for event in events for it in getattr(event, "settled", ()))


@pytest.mark.clause(ARUZE, "3.4", "3.4.1", "3.4.2", "3.5", "3.6", "3.6.1", "3.7", "3.8")
def test_notes_become_credits_then_winnings_then_a_ticket_then_cash() -> None:
    keeper, table = stocked(), hall()
    assert credits_of(table) == 10_000
    happened(table.player("ann", PlaceWager, id="w1", seat=1, wager="big", stake=1_000))
    assert credits_of(table) == 9_000, "a round is played from the credit meter"
    won = [it for event in table.rolls(4, 5, 6) if isinstance(event, WinnersPaid) for it in event.settled]
    assert [(it.bet, it.winnings) for it in won] == [("w1", 1_000)], "what was won is there for the screen to show"
    paper = collected(table).amount
    assert (paper, credits_of(table)) == (11_000, 0)
    happened(keeper.device(IssueTicket, ticket="T1", table=HALL, seat=1, amount=paper, validation="v"))
    assert liability(keeper.house).amount == 11_000
    happened(keeper.cashier(PayTicket, ticket="T1", amount=11_000, validation="v"))
    sums = ledger(keeper, table)
    assert not {"ticket/T1", f"collected/{HALL}"} & {name for name, amount in sums.items() if amount}


def test_a_terminal_takes_no_chips_and_whoever_leaves_credits_is_paid_at_the_cage() -> None:
    keeper, table = stocked(), hall()
    assert refused(table.player("ann", BringChips, seat=1, amount=100))[0] is Why.WRONG_CHIPS
    happened(table.player("ann", LeaveSeat, seat=1))
    assert ledger(keeper, table)[f"collected/{HALL}"] == 10_000
    happened(keeper.cashier(OweHandPay, id="H1", table=HALL, seat=1, person="ann", amount=10_000))
    assert (ledger(keeper, table)[f"collected/{HALL}"], ledger(keeper, table)["handpay/H1"]) == (0, 10_000)


@pytest.mark.clause(ARUZE, "4.1.1", "4.1.2", "4.1.3.1", "3.4.3", "3.6.2", "3.6.4")
def test_a_jackpot_won_at_a_terminal_is_on_its_meter_and_no_longer_on_the_display() -> None:
    keeper, table = stocked(), hall()
    trigger = Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}, wager="triple-6")
    terms = JackpotTerms(rate=Rate(1, 100), seed=5_000, trigger=trigger, tables=(HALL,), approved_by="order 7")
    happened(keeper.manager(OfferJackpot, pool="mini", terms=terms))
    happened(table.player("ann", PlaceWager, seat=1, wager="triple-6", stake=500))
    happened(table.player("bob", PlaceWager, seat=3, wager="big", stake=500))
    settled = settled_in(table.rolls(6, 6, 6))
    people = {1: "ann", 3: "bob"}
    stakes = tuple(
        Stake(seat=it.seat, person=people[it.seat], wager=it.wager, stake=it.stake, result=it.result) for it in settled
    )
    assert len(stakes) == 2
    happened(keeper.device(ReportRound, id="r1", table=HALL, round=1, dice=(6, 6, 6), stakes=stakes))
    assert display(keeper.house)["mini"].shown == 5_000
    happened(keeper.device(PayOut, id="p1", payout="r1/mini/1", verified=5_010))
    before = credits_of(table)
    happened(table.device(InsertMoney, seat=1, amount=5_010, source="jackpot"))
    assert credits_of(table) == before + 5_010
    assert ledger(keeper, table).get(f"transit/{HALL}") == 0, "the table's own entry took it"
    happened(keeper.device(ConfirmReceipt, sent="p1"))
    assert ledger(keeper, table).get(f"transit/{HALL}") == 0, "and it is not taken twice"


@pytest.mark.clause(ARUZE, "3.4.4", "5.1", "3.8")
def test_credits_are_paid_by_hand_or_come_back_by_transfer() -> None:
    keeper, table = stocked(), hall()
    amount = collected(table).amount
    happened(keeper.device(OweHandPay, id="H1", table=HALL, seat=1, person="ann", amount=amount, form="meter"))
    happened(keeper.device(PayOut, id="p1", payout="H1", verified=amount))
    happened(table.device(InsertMoney, seat=1, amount=amount, source="transfer"))
    happened(keeper.device(ConfirmReceipt, sent="p1"))
    sums = ledger(keeper, table)
    assert (credits_of(table), sums[f"transit/{HALL}"], sums[f"collected/{HALL}"]) == (amount, 0, 0)


@pytest.mark.clause(ARUZE, "3.4")
@pytest.mark.parametrize("reading", ["cashier_only", "accepted"])
def test_house_and_terminals_agree_on_whether_tickets_are_fed_in(reading: Any) -> None:
    keeper, table = stocked(cage=CageTerms(ticket_in=reading)), hall({"ticket_in": reading})
    amount = collected(table).amount
    happened(keeper.device(IssueTicket, ticket="T1", table=HALL, seat=1, amount=amount, validation="v"))
    said = {"ticket": "T1", "amount": amount, "validation": "v", "table": HALL, "seat": 1}
    asked = keeper.device(AcceptTicket, id="in1", **said)
    inserted = table.player("ann", InsertMoney, seat=1, amount=amount, source="ticket")
    if reading == "cashier_only":
        assert refused(asked)[0] is refused(inserted)[0] is Why.WRONG_CHIPS
    else:
        happened(asked)
        happened(inserted)
        happened(keeper.device(ConfirmReceipt, sent="in1"))
        assert (credits_of(table), ledger(keeper, table)[f"transit/{HALL}"]) == (amount, 0)
