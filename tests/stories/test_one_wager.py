"""Chips on one area are one wager in the whole house: at the tables, on the screens, in the journal and in the reports.

What is paid is written out from the document: Place to Win 8 pays 7 to 6 (craps 8.1), and what chips of 1.00 cannot
make is paid to the next highest amount that they can (6.7). 10.00 wins 11.67, paid as 12.00; 5.00 and five times 1.00,
each by itself, would be paid 6.00 and five times 2.00, which is 16.00.
"""

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.run import audit
from dicehouse.floor.rounds import round_numbered
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.jackpots import OfferJackpot
from dicehouse.money import DOLLAR
from dicehouse.refusal import Why
from dicehouse.reports.export import export
from dicehouse.reports.sources import opened
from dicehouse.rulebooks import load
from dicehouse.table.betting import MoveWager, ReduceWager
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.settlement import WagerRestaked, WinnersPaid
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.table.throw import ThrowDice
from dicehouse.views.acts import Asker
from dicehouse.views.paying import outcome, payments
from dicehouse.views.round_replay import told_view
from dicehouse.views.seat import Around, seat_view
from tests.stories.evening import Evening, happened, refused

pytestmark = pytest.mark.filterwarnings("ignore:fetch_arrow_table:DeprecationWarning")


def roll(evening: Evening, *dice: int) -> WinnersPaid | None:
    """A roll from the hand to the payment."""
    happened(evening.staff("craps", ThrowDice, role="stickperson"))
    happened(evening.staff("craps", CallRoll, role="stickperson", dice=dice))
    events = happened(evening.dealer("craps", SettleRoll))
    return next((it for it in events if isinstance(it, WinnersPaid)), None)


def shoot(evening: Evening, who: str) -> None:
    """Someone with a line wager takes the dice, and the point becomes 4."""
    happened(evening.bet(who, "craps", "win-line", 1_000, id="line"))
    happened(evening.staff("craps", OfferDice, role="stickperson"))
    seat = evening.table("craps").seat_of(who)
    assert seat is not None
    happened(evening.player(who, "craps", AcceptDice, seat=seat.number, dice=(1, 2)))
    roll(evening, 2, 2)


def test_six_placings_on_place_8_are_paid_as_one_wager_across_a_crash(tmp_path: Path) -> None:
    with Evening(tmp_path, craps="star-craps", star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", "craps", money=50_000)
        shoot(evening, "ann")
        happened(evening.bet("ann", "craps", "place-win-8", 500, id="eight"))
        for _ in range(3):
            happened(evening.bet("ann", "craps", "place-win-8", 100))
        evening.restart(crash=True)
        for _ in range(2):
            (more,) = happened(evening.bet("ann", "craps", "place-win-8", 100))
            assert isinstance(more, WagerRestaked)
            assert more.bet == "eight"
        rack = evening.table("craps").seats[1].rack
        paid = roll(evening, 4, 4)
        assert paid is not None
        assert [(it.bet, it.stake, it.winnings) for it in paid.settled] == [("eight", 1_000, 1_200)]
        assert evening.table("craps").seats[1].rack == rack + 1_000 + 1_200
        (day,) = evening.house.patrons["ann"].days.values()
        assert (day.staked, day.returned) == (1_000, 2_200), "the stake is counted once"


def test_every_screen_and_the_inspector_see_one_wager(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "star", money=50_000)
        evening.sit("bob", "star", seat=2, money=50_000)
        evening.invite("star")
        for stake in (500, 300, 200):
            happened(evening.bet("ann", "star", "small", stake))
        happened(evening.bet("bob", "star", "big", 700))
        table = evening.table("star")
        view = seat_view(table, 1, Around(at=evening.now))
        assert [(it.wager, it.stake) for it in view.wagers] == [("small", 1_000)]
        assert (view.staked, view.rack, view.room["small"]) == (1_000, 49_000, 49_000)
        assert view.can["place-wager"] is None
        wager = view.wagers[0].id
        happened(evening.player("ann", "star", ReduceWager, bet=wager, stake=800))
        happened(evening.bet("ann", "star", "small", 200))
        evening.result("star", 1, 2, 5)
        shown = outcome(table, Asker("dana", "dealer", evening.now))
        assert shown.ahead is not None
        pay = payments(table, shown)
        assert [(it.seat, it.winnings, [one.amount for one in it.wagers]) for it in pay] == [
            (1, 1_000, [1_000]), (2, 0, []),
        ]  # fmt: skip
        assert [(it.seat, [(one.name, one.stake) for one in it.lost]) for it in pay] == [(1, []), (2, [("Big", 700)])]
        evening.settle_result("star")
        found = round_numbered(evening.floor.store, "star", 1)
        assert found is not None
        told = told_view(found, table.book, "star", 100, ZoneInfo("Australia/Sydney"))
        assert "2 wagers from 2 seats, $17" in [step.words for step in told.steps]
        assert (told.decided, told.again, told.equal, told.postings) == (2, 2, 2, 0)


def test_at_terminals_and_in_a_jackpot_a_raised_stake_is_counted_once(tmp_path: Path) -> None:
    with Evening(tmp_path, hall="aruze-sicbo") as evening:
        trigger = Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}, wager="big", least=1_000)
        terms = JackpotTerms(rate=Rate(1, 100), seed=5_000, trigger=trigger, tables=("hall",), approved_by="order 7")
        happened(evening.cage_does(OfferJackpot, pool="mini", terms=terms))
        evening.register("ann")
        evening.sit("ann", "hall", money=50_000)
        happened(evening.bet("ann", "hall", "big", 500, id="w"))
        happened(evening.bet("ann", "hall", "single-6", 500, id="moved"))
        happened(evening.player("ann", "hall", MoveWager, bet="moved", wager="big"))
        table = evening.table("hall")
        assert {it.id: it.stake for it in table.layout.standing.values()} == {"w": 1_000}
        assert (table.meters[1].turnover, table.seats[1].rack) == (1_000, 49_000)
        evening.advance(minutes=3)
        assert evening.house.jackpots["mini"].turnover == 1_000
        assert [it.staked for it in evening.house.patrons["ann"].days.values()] == [1_000]


def test_an_export_with_raised_wagers_is_borne_out_by_the_audit(tmp_path: Path) -> None:
    with Evening(tmp_path, craps="star-craps") as evening:
        evening.register("ann")
        evening.sit("ann", "craps", money=90_000)
        shoot(evening, "ann")
        for dice in ((1, 2), (3, 3), (4, 4), (6, 5)):
            for wager in ("place-win-8", "field", "come", "buy-5", "place-win-8", "field"):
                happened(evening.bet("ann", "craps", wager, 700))
            roll(evening, *dice)
    with opened(str(tmp_path / "journal.db")) as source:
        export(source, tmp_path / "out", parquet=True)
    files = (str(tmp_path / "out" / f"{table}-star-craps.parquet") for table in ("wagers", "results"))
    found = audit(Compiled(load("star-craps"), DOLLAR), *files)
    assert (found.findings, found.rounds) == ((), 5)


def test_what_forbids_more_on_a_wager_forbids_chips_on_its_area(tmp_path: Path) -> None:
    with Evening(tmp_path, craps="star-craps") as evening:
        evening.register("ann")
        evening.sit("ann", "craps", money=50_000)
        shoot(evening, "ann")
        assert refused(evening.bet("ann", "craps", "win-line", 500)).why is Why.WRONG_TIME
        happened(evening.bet("ann", "craps", "behind-win-line", 1_500, on="line"))
        over = refused(evening.bet("ann", "craps", "behind-win-line", 600, on="line"))
        assert (over.why, over.clause) == (Why.ABOVE_LIMIT, "6.1.5.1")
        assert "$21 behind Win Line is above $20" in over.message
