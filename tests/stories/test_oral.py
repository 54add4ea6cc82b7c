"""Wagers called out across a house: none counts without what pays for it, and "no bet" is on record for good."""

from pathlib import Path

import pytest

from dicehouse.house import limits
from dicehouse.journal.record import entry_of
from dicehouse.refusal import Why
from dicehouse.table import event_of
from dicehouse.table.call_bets import ConfirmWager, DeclaredLapsed, DeclareWager, OralWagerRefused, RefuseOralWager
from dicehouse.table.chips import BuyChips
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt import CloseBetting
from dicehouse.table.orders import Answer
from dicehouse.table.people import LeaveSeat
from dicehouse.table.sentences import sentence
from dicehouse.table.settlement import WagerPlaced
from dicehouse.table.throw import ThrowDice
from tests.stories.evening import Evening, happened, refused
from tests.stories.test_procedure import take_dice

STAR, CROWN, CRAPS = "star-sicbo-2024", "crown-sicbo-a", "star-craps"
CLAUSE = {"star": "3.12", "crown": "3.3"}


def calls(evening: Evening, table: str, wager: str = "small", stake: int = 1_000, **fields: str) -> Answer:
    """Ann calls a wager out."""
    seat = evening.table(table).seat_of("ann")
    assert seat is not None
    return evening.player("ann", table, DeclareWager, seat=seat.number, wager=wager, stake=stake, **fields)


def rack(evening: Evening, table: str) -> int:
    seat = evening.table(table).seat_of("ann")
    assert seat is not None
    return seat.rack


def on_record(evening: Evening, table: str) -> list[str]:
    """Every "no bet" of a table, as its journal tells it."""
    events = (event_of(it) for body in evening.floor.store.stream(table) for it in entry_of(body).events)
    return [sentence(evening.table(table).book, it) for it in events if isinstance(it, OralWagerRefused)]


@pytest.mark.clause(STAR, "3.12")
@pytest.mark.clause("crown-sicbo", "3.3")
def test_chips_at_one_table_pay_for_nothing_that_is_called_out_at_another(tmp_path: Path) -> None:
    with Evening(tmp_path, star=STAR, crown=CROWN) as evening:
        evening.register("ann", money=50_000)
        evening.sit("ann", "star", money=10_000)
        evening.sit("ann", "crown")
        for table in CLAUSE:
            evening.invite(table)
        assert refused(calls(evening, "crown"))[:2] == (Why.NOT_ENOUGH, "3.3"), "her chips lie at the other table"
        happened(evening.dealer("crown", RefuseOralWager, seat=1, wager="small", stake=1_000))
        evening.buy_in("ann", "crown", 5_000)
        for table in CLAUSE:
            happened(calls(evening, table, id=f"called at {table}"))
        happened(evening.dealer("star", RefuseOralWager, bet="called at star"))

        evening.restart(crash=True)
        gone = refused(evening.dealer("star", ConfirmWager, bet="called at star"))
        assert gone[:2] == (Why.UNKNOWN_ID, "3.12"), "no bet is no bet after a crash"
        (laid,) = happened(evening.dealer("crown", ConfirmWager, bet="called at crown"))
        assert isinstance(laid, WagerPlaced)
        assert (laid.person, laid.how, laid.stake) == ("ann", "oral", 1_000), "the other one still waited"
        for table in CLAUSE:
            evening.settle(table, 1, 2, 3)
        assert {table: rack(evening, table) for table in CLAUSE} == {"star": 10_000, "crown": 6_000}
        assert limits.net_loss(evening.house, evening.house.patrons["ann"], "day", evening.now) == -1_000
        for table in CLAUSE:
            happened(evening.player("ann", table, LeaveSeat, seat=1))
        assert evening.house.accounts["patron/ann"] == 51_000
        words = ["No bet: ann called out $10 on Small, and no chips came with it"]
        assert (on_record(evening, "star"), on_record(evening, "crown")) == (words, words)


@pytest.mark.clause(STAR, "3.12", "3.11")
@pytest.mark.clause("crown-sicbo", "3.3", "3.2")
def test_what_was_not_laid_before_the_close_never_was_a_wager_whatever_paid_for_it(tmp_path: Path) -> None:
    with Evening(tmp_path, star=STAR, crown=CROWN) as evening:
        evening.register("ann", money=50_000)
        for table, clause in CLAUSE.items():
            evening.sit("ann", table)
            evening.invite(table)
            cash = refused(calls(evening, table, with_="cash"))
            assert cash[:2] == (Why.WRONG_CHIPS, clause), "money is changed first"
            happened(evening.dealer(table, BuyChips, seat=1, amount=2_000))
            happened(calls(evening, table, id=f"called at {table}"))
        evening.restart(crash=True)
        for table, clause in CLAUSE.items():
            answer = happened(evening.dealer(table, CloseBetting))
            (lapsed,) = [it for it in answer if isinstance(it, DeclaredLapsed)]
            assert (lapsed.bets, lapsed.clause) == ((f"called at {table}",), clause)
            late = refused(evening.dealer(table, ConfirmWager, bet=f"called at {table}"))
            assert late[:2] == (Why.UNKNOWN_ID, clause)
            happened(evening.dealer(table, RefuseOralWager, seat=1, wager="small", stake=1_000, lacks="time"))
            assert rack(evening, table) == 2_000
            words = ["No bet: ann called out $10 on Small, and it came too late to be laid"]
            assert on_record(evening, table) == words


@pytest.mark.clause(CRAPS, "6.2", "6.3")
@pytest.mark.clause(STAR, "3.12")
def test_a_wager_called_while_the_dice_are_in_the_air_needs_chips_of_its_own_table(tmp_path: Path) -> None:
    with Evening(tmp_path, craps=CRAPS, star=STAR) as evening:
        evening.register("ann", "bob", money=50_000)
        evening.sit("ann", "craps", seat=2)
        evening.sit("ann", "star", money=5_000)
        evening.sit("bob", "craps", money=20_000)
        assert refused(calls(evening, "craps", "field"))[:2] == (Why.NOT_ENOUGH, "6.2")
        happened(evening.bet("bob", "craps", "win-line", 1_000))
        take_dice(evening, "bob", "craps")
        happened(evening.staff("craps", ThrowDice, role="stickperson"))
        assert refused(calls(evening, "craps", "field"))[:2] == (Why.NOT_ENOUGH, "6.3")
        happened(evening.dealer("craps", RefuseOralWager, seat=2, wager="field", stake=1_000))
        for bet in ("confirmed", "no bet"):
            happened(evening.player("bob", "craps", DeclareWager, id=bet, seat=1, wager="field", stake=1_000))
        happened(evening.dealer("craps", RefuseOralWager, bet="no bet", lacks="time"))
        evening.restart(crash=True)
        gone = refused(evening.dealer("craps", ConfirmWager, bet="no bet"))
        assert gone[:2] == (Why.UNKNOWN_ID, "6.3")
        happened(evening.dealer("craps", ConfirmWager, bet="confirmed"))
        happened(evening.staff("craps", CallRoll, role="stickperson", dice=(5, 4)))
        happened(evening.dealer("craps", SettleRoll))
        bob = evening.table("craps").seats[1]
        assert (bob.rack, bob.on) == (20_000, {"win-line": 1_000}), "one field wager at 1 to 1, and not two"
        assert (rack(evening, "craps"), rack(evening, "star")) == (0, 5_000)
        assert on_record(evening, "craps") == [
            "No bet: ann called out $10 on Field, and no chips came with it",
            "No bet: bob called out $10 on Field, and it came too late to be laid",
        ]
