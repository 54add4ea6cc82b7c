"""The meters of a terminal agree with its credit; where they do not, it is locked and an inspector is told."""

from typing import Any

import msgspec
import pytest

from dicehouse.refusal import Why
from dicehouse.table import evolve, restore, snapshot
from dicehouse.table.betting import PlaceWager
from dicehouse.table.electronic import EndWagering
from dicehouse.table.meter import AdjustCredit, CollectCredits, CreditsCollected, InsertMoney
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.orders import Command
from dicehouse.table.people import LeaveSeat
from dicehouse.table.rectifying import ConfirmRectified, RectifyMispayment
from dicehouse.table.seats import Meters
from dicehouse.table.snapshots import Snapshot
from dicehouse.table.terminals import RectifyTerminal, TerminalFailed, TerminalRectified, VoidTerminalWagers
from dicehouse.table.withheld_winnings import WinningsReleased, WinningsWithheld
from tests.croupier import happened, kinds, only, refused
from tests.hall import Hall, hall

ARUZE = "aruze-sicbo"


def damaged(table: Hall, change: int = 100, seat: int = 1) -> Hall:
    """The same table from a snapshot in which somebody has changed a credit meter."""
    kept = msgspec.json.decode(msgspec.json.encode(snapshot(table.table)))
    kept["state"]["seats"][str(seat)]["rack"] += change
    kept["state"]["came"] += change
    table.table = restore(table.book, msgspec.convert(kept, Snapshot, strict=False))
    table.sound = False
    return table


def agree(table: Hall) -> bool:
    own = table.table
    return all(it.rack == own.meters.get(it.number, Meters()).credit for it in own.seats.values())


@pytest.mark.clause(ARUZE, "3.4", "3.7", "3.8")
def test_the_meters_of_a_terminal_come_to_its_credit() -> None:
    table = hall()
    happened(table.player("ann", InsertMoney, seat=1, amount=5_000))
    happened(table.bets("ann", "big", 1_000))
    happened(table.bets("ann", "small", 500))
    table.rolls(4, 5, 6)
    assert table.table.meters[1] == Meters(money_in=105_000, won=2_000, turnover=1_500)
    happened(table.player("ann", CollectCredits, seat=1))
    assert table.table.meters[1] == Meters(money_in=105_000, won=2_000, turnover=1_500, money_out=105_500)
    assert (table.table.seats[1].rack, agree(table)) == (0, True)
    happened(table.player("bob", LeaveSeat, seat=3))
    assert table.table.meters[3].credit == 0, "whoever comes next begins with nothing"


@pytest.mark.parametrize("change", [100, -100])
@pytest.mark.parametrize(
    "kind, fields",
    [(PlaceWager, {"wager": "big", "stake": 1_000}), (CollectCredits, {}), (LeaveSeat, {})],
)
def test_a_terminal_whose_meters_differ_is_locked_when_play_begins_or_value_leaves(
    kind: type[Command], fields: dict[str, Any], change: int
) -> None:
    table = damaged(hall(), change)
    answer = table.player("ann", kind, seat=1, **fields)
    assert kinds(answer) == ["TerminalFailed", "NoticeGiven"]
    shown = {100: "1001.00", -100: "999.00"}[change]
    said = f"{shown} is on the credit meter and the other meters come to 1000.00"
    assert only(answer, TerminalFailed).said == said
    told = only(answer, NoticeGiven)
    assert (told.to, told.about) == ("inspector", f"seat 1: {said}; the terminal is locked")
    assert table.table.seats[1].rack == 100_000 + change, "nothing was staked and nothing has left"
    assert refused(table.player("ann", kind, seat=1, **fields))[0] is Why.OUT_OF_ORDER
    happened(table.bets("bob", "big", 1_000))
    assert table.table.seats[3].staked == 1_000, "the others play on"


def test_meters_are_looked_at_once_more_when_the_wagers_are_locked() -> None:
    table = hall()
    happened(table.bets("ann", "big", 1_000))
    happened(table.bets("bob", "big", 1_000))
    damaged(table)
    ended = table.at(table.ends, EndWagering)
    assert kinds(ended) == ["TerminalFailed", "NoticeGiven", "WageringEnded"]
    assert only(ended, TerminalFailed).seat == 1


def test_a_terminal_works_again_once_its_meter_was_put_right_and_the_difference_is_on_record() -> None:
    table = damaged(hall())
    happened(table.bets("ann", "big", 1_000))
    happened(table.staff(AdjustCredit, seat=1, amount=-100, reason="the log shows 1000.00"))
    rectified = only(table.staff(RectifyTerminal, seat=1, done="the memory was replaced"), TerminalRectified)
    assert (rectified.variance, agree(table)) == (100, True)
    collected = only(table.player("ann", CollectCredits, seat=1), CreditsCollected)
    assert collected.amount == 100_000


@pytest.mark.parametrize("voided", [False, True])
def test_meters_agree_through_faults_and_wagers_that_go_back(voided: bool) -> None:
    table = hall()
    happened(table.bets("ann", "big", 1_000))
    happened(table.bets("bob", "big", 1_000))
    table.fails(1)
    if voided:
        happened(table.staff(VoidTerminalWagers, seat=1, reason="no record of them"))
        assert table.table.meters[1].turnover == 0
    table.rolls(1, 1, 2)
    assert agree(table)


@pytest.mark.parametrize("due, paid, credit", [(1_000, 400, 100_600), (400, 1_000, 99_400)])
def test_a_payment_put_right_at_a_terminal_is_on_its_meters(due: int, paid: int, credit: int) -> None:
    table = hall()
    said = {"of": "wager", "due": due, "paid": paid, "person": "ann", "seat": 1, "enquiries": "the log was read"}
    happened(table.staff(RecordMispayment, role="casino-operator", id="m1", **said))
    happened(table.staff(RectifyMispayment, role="casino-operator", mispayment="m1"))
    assert (table.table.seats[1].rack, agree(table)) == (credit, True)


def test_a_payment_put_right_away_from_the_terminal_is_not_on_its_meters() -> None:
    table = hall()
    said = {"of": "wager", "due": 1_000, "paid": 400, "person": "ann", "seat": 1, "enquiries": "the log was read"}
    happened(table.staff(RecordMispayment, role="casino-operator", id="m1", **said))
    happened(table.staff(RectifyMispayment, role="casino-operator", mispayment="m1", away=True))
    assert (table.table.seats[1].rack, table.table.meters[1].adjusted, agree(table)) == (100_000, 0, True)


@pytest.mark.parametrize("seat, credit", [(1, 101_000), (0, 100_000)], ids=["there", "elsewhere"])
def test_winnings_held_aside_come_on_the_meters_when_they_are_released_there(seat: int, credit: int) -> None:
    table = hall()
    happened(table.bets("ann", "big", 1_000))
    says: dict[str, Any] = {"at": table.now, "by": "otto", "role": "casino-operator", "cause": "x", "clause": "5.2"}
    evolve(table.table, WinningsWithheld(person="ann", breach="b1", reason="looked at", **says))
    table.rolls(4, 5, 6)
    assert (table.table.meters[1].won, agree(table)) == (1_000, True), "the stake came back"
    says["at"] = table.now
    released = WinningsReleased(person="ann", outcome="paid", amount=1_000, seat=seat, reason="all is well", **says)
    evolve(table.table, released)
    assert (table.table.seats[1].rack, agree(table)) == (credit, True)


@pytest.mark.clause("aruze-sicbo", "7.5")
def test_what_the_cage_put_right_is_on_no_meter() -> None:
    """Someone who has left is paid at the cage, so that no terminal of theirs shows it."""
    table = hall()
    before = dict(table.table.meters)
    wrong: dict[str, Any] = {"of": "wager", "due": 700, "paid": 600, "person": "zed"}
    happened(table.staff(RecordMispayment, "casino-operator", id="m1", **wrong))
    happened(table.device(ConfirmRectified, mispayment="m1", amount=100))
    assert table.table.meters == before
    assert table.table.mispayments == {}
    assert table.replays()
