"""Credits of terminals: what is void reaches the jackpot and the loss limit, what is in doubt waits for a decision,
and what is collected is paid by ticket or by hand."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from dicehouse.house import jackpots, limits, payouts
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.promotions.publishing import FileTerms, PublishPromotion
from dicehouse.house.promotions.terms import Earning
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import people
from dicehouse.table.credits_in_doubt import DecideCredits, WithholdCredits
from dicehouse.table.meter import AdjustCredit, CollectCredits, InsertMoney
from dicehouse.table.terminals import (
    ConfirmTerminalWagers,
    LoggedWager,
    RectifyTerminal,
    ReportTerminalFault,
    VoidTerminalWagers,
)
from tests.house.promotions.promoter import terms
from tests.stories.evening import Evening, a_table, happened, refused
from tests.stories.test_promotions import SOON

HALL = "terminals"
TERMS = JackpotTerms(
    rate=Rate(1, 300),
    seed=10_000,
    trigger=Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}, wager="triple-6", least=100),
    tables=(HALL,),
    approved_by="the Authority, letter 7",
)
"""One three-hundredth of turnover; nobody here has the wager that wins it."""


def opened(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path, house={"chips": "pocket"}, terminals=a_table(HALL, "aruze-sicbo", chip=5))
    evening.register("ann", "bob")
    happened(evening.cage_does(jackpots.OfferJackpot, pool="mini", terms=TERMS))
    evening.sit("ann", HALL, seat=1, money=50_000)
    evening.sit("bob", HALL, seat=2, money=50_000)
    return evening


def net_loss(evening: Evening, who: str) -> int:
    return limits.net_loss(evening.house, evening.house.patrons[who], "day", evening.now)


def shown(evening: Evening) -> int:
    return jackpots.display(evening.house)["mini"].shown


def plays_a_round(evening: Evening, **stakes: int) -> None:
    """Whatever the dice show; they are drawn and sealed by the tumbler."""
    number = evening.table(HALL).round.number
    for who, stake in stakes.items():
        happened(evening.bet(who, HALL, "small", stake))
    while evening.table(HALL).round.number == number:
        evening.advance(seconds=5)


def fails(evening: Evening, seat: int = 1) -> None:
    happened(evening.staff(HALL, ReportTerminalFault, seat=seat, kind="credits-wrong", said="they do not fit"))


@pytest.mark.clause("aruze-sicbo", "7.3", "4.1.1")
def test_wagers_that_are_void_were_neither_turnover_nor_lost_nor_won(tmp_path: Path) -> None:
    with opened(tmp_path) as evening:
        plays_a_round(evening, ann=1_000, bob=2_000)
        assert net_loss(evening, "ann") in {1_000, -1_000}
        assert (shown(evening), evening.house.jackpots["mini"].turnover) == (10_010, 3_000)
        of_bob = net_loss(evening, "bob")
        fails(evening)
        happened(evening.staff(HALL, VoidTerminalWagers, seat=1, reason="no record confirms them"))
        pool = evening.house.jackpots["mini"]
        assert (shown(evening), pool.turnover, pool.carry) == (10_006, 2_000, (2, 3))
        assert (net_loss(evening, "ann"), net_loss(evening, "bob")) == (0, of_bob)
        assert evening.table(HALL).seats[1].rack == 50_000
        assert evening.table(HALL).seats[1].lost == 0
        evening.restart(crash=True)
        assert (shown(evening), net_loss(evening, "ann")) == (10_006, 0)


ANYTHING = Trigger(
    states={
        "none": (Arm(rolled=Rolled(totals=tuple(range(3, 19))), to="one"),),
        "one": (Arm(rolled=Rolled(totals=tuple(range(3, 19))), to="two"),),
        "two": (Arm(rolled=Rolled(totals=tuple(range(3, 19))), to="win"),),
    }
)
"""Three results in a row with any wager."""


@pytest.mark.clause("aruze-sicbo", "7.3", "4.1.2", "6.7.3", "6.7.4")
def test_void_wagers_lead_to_no_jackpot_and_earn_no_entries_of_a_promotion(tmp_path: Path) -> None:
    with opened(tmp_path) as evening:
        entering = terms("aruze-sicbo", entries=Earning(for_stakes_of=1_000), **SOON)
        happened(evening.cage_does(FileTerms, terms=entering))
        happened(evening.cage_does(PublishPromotion, promotion="summer"))
        happened(evening.cage_does(jackpots.OfferJackpot, pool="row", terms=replace(TERMS, trigger=ANYTHING)))
        evening.restart(days=1, minutes=6)
        summer, row = evening.house.promotions["summer"], evening.house.jackpots["row"]
        plays_a_round(evening, ann=1_500, bob=2_000)
        plays_a_round(evening, ann=1_500, bob=2_000)
        assert row.runs == {HALL: {"1/ann": "two", "2/bob": "two"}}
        assert (summer.earned, summer.toward) == ({"ann": 3, "bob": 4}, {"ann": 0, "bob": 0})
        fails(evening)
        happened(evening.staff(HALL, VoidTerminalWagers, seat=1, reason="no record confirms them"))
        evening.restart(crash=True)
        summer, row = evening.house.promotions["summer"], evening.house.jackpots["row"]
        assert row.runs == {HALL: {"1/ann": "one", "2/bob": "two"}}
        assert (summer.earned, summer.toward) == ({"ann": 1, "bob": 4}, {"ann": 500, "bob": 0})
        happened(evening.staff(HALL, RectifyTerminal, seat=1, done="a new board"))
        plays_a_round(evening, ann=1_500, bob=2_000)
        row = evening.house.jackpots["row"]
        assert row.last is not None
        assert row.last.winners == ("bob",)
        prize = row.last.prize
        fails(evening, seat=2)
        happened(evening.staff(HALL, VoidTerminalWagers, seat=2, reason="no record confirms them"))
        told = [it for it in evening.house.notices.values() if it.to == "gaming-manager"]
        assert [(it.clause, it.about.partition(" with")[0]) for it in told] == [
            ("aruze-sicbo 4.1.2", "bob won jackpot row")
        ]
        assert sum(it.amount for it in evening.house.payouts.values()) == prize, "it stays his"


@pytest.mark.clause("aruze-sicbo", "7.1", "4.1.1")
def test_another_log_makes_the_turnover_and_the_loss_those_of_its_wagers(tmp_path: Path) -> None:
    with opened(tmp_path) as evening:
        plays_a_round(evening, ann=3_000)
        assert shown(evening) == 10_010
        fails(evening)
        log = (LoggedWager("small", 9_000),)
        lost = net_loss(evening, "ann")
        happened(evening.staff(HALL, ConfirmTerminalWagers, seat=1, wagers=log, log="the terminal's own journal"))
        assert shown(evening) == 10_030
        assert net_loss(evening, "ann") == 3 * lost


@pytest.mark.clause("aruze-sicbo", "7.1")
def test_an_adjusted_meter_counts_under_a_loss_limit(tmp_path: Path) -> None:
    with opened(tmp_path) as evening:
        fails(evening)
        happened(evening.staff(HALL, AdjustCredit, seat=1, amount=-700, reason="credits that a fault put there"))
        assert net_loss(evening, "ann") == 700
        happened(evening.staff(HALL, AdjustCredit, seat=1, amount=200, reason="less of them"))
        assert net_loss(evening, "ann") == 500


@pytest.mark.clause("aruze-sicbo", "7.5")
def test_credits_in_doubt_wait_for_the_decision_and_the_inspector_knows(tmp_path: Path) -> None:
    with opened(tmp_path) as evening:
        withholds: dict[str, Any] = {"role": "casino-operator", "by": "max", "seat": 1}
        happened(evening.staff(HALL, WithholdCredits, id="d1", amount=20_000, reason="who won this?", **withholds))
        happened(evening.staff(HALL, WithholdCredits, id="d2", amount=5_000, reason="and this?", **withholds))
        waiting = [it for it in evening.table(HALL).notices.values() if it.to == "inspector"]
        assert [it.clause for it in waiting] == ["7.5", "7.5"]
        assert evening.balance(f"table/{HALL}/doubted") == 25_000
        evening.restart(crash=True)
        happened(evening.player("ann", HALL, people.LeaveSeat, seat=1))
        assert [it.amount for it in evening.house.tickets.values()] == [25_000], "what was not in doubt"
        decides = {"role": "casino-operator", "by": "max", "reason": "the log was read"}
        happened(evening.staff(HALL, DecideCredits, withheld="d1", outcome="released", **decides))
        assert sorted(it.amount for it in evening.house.tickets.values()) == [20_000, 25_000], "she has left: on paper"
        happened(evening.staff(HALL, DecideCredits, withheld="d2", outcome="voided", **decides))
        assert evening.balance(f"table/{HALL}/doubted") == 0
        assert net_loss(evening, "ann") == 5_000
        again = refused(evening.staff(HALL, DecideCredits, withheld="d1", outcome="voided", **decides))
        assert (again.why, again.clause) == (Why.UNKNOWN_ID, "7.5")


@pytest.mark.clause("aruze-sicbo", "3.8", "5.1")
def test_a_payout_voucher_is_paid_by_hand_once_to_the_player_who_signs_for_it(tmp_path: Path) -> None:
    with opened(tmp_path) as evening:
        cash = evening.balance("cage/cash")
        happened(evening.player("ann", HALL, CollectCredits, seat=1, to="voucher"))
        assert not evening.house.tickets
        ((number, owed),) = evening.house.payouts.items()
        assert (owed.person, owed.amount, evening.balance(f"handpay/{number}")) == ("ann", 50_000, 50_000)
        pay = {"by": "cass", "role": "cashier", "payout": number, "verified": 50_000, "paper": "form 12"}
        unsigned = refused(evening.submit(HOUSE, payouts.PayOut, **{**pay, "signed_by": "bob"}))
        assert (unsigned.why, unsigned.clause) == (Why.NOT_ACKNOWLEDGED, "aruze-sicbo 5.1")
        happened(evening.submit(HOUSE, payouts.PayOut, signed_by="ann", **pay))
        assert evening.balance("cage/cash") == cash - 50_000
        assert refused(evening.submit(HOUSE, payouts.PayOut, signed_by="ann", **pay)).why is Why.UNKNOWN_ID


@pytest.mark.clause("aruze-sicbo", "3.4.1")
def test_the_notes_that_a_terminal_takes_are_a_setting_of_its_own(tmp_path: Path) -> None:
    plan = a_table(HALL, "aruze-sicbo", notes=(1_000, 2_000), terminal_notes={2: (5_000,)})
    with Evening(tmp_path, terminals=plan) as evening:
        evening.register("ann", "bob")
        evening.sit("ann", HALL, seat=1)
        evening.sit("bob", HALL, seat=2)
        for who, seat, no, yes in (("ann", 1, 5_000, 2_000), ("bob", 2, 2_000, 5_000)):
            answer = refused(evening.player(who, HALL, InsertMoney, seat=seat, amount=no))
            assert (answer.why, answer.clause) == (Why.WRONG_CHIPS, "3.4.1")
            happened(evening.player(who, HALL, InsertMoney, seat=seat, amount=yes))
        assert evening.table(HALL).drop == 7_000
