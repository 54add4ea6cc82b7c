"""Wrong payments in a whole house: booked as they happened, owed until they are put right, wherever the person goes."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from dicehouse.house.limits import SetLimit
from dicehouse.house.owed import SettleOwed
from dicehouse.leading.leader import HOUSE
from dicehouse.leading.reconcile import house_differences, table_differences
from dicehouse.refusal import Why
from dicehouse.table.colours import IssueColours
from dicehouse.table.enquiries import CloseMispayment, LogAttempt
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.notices import overdue
from dicehouse.table.opening import AnnounceClosing
from dicehouse.table.orders import Phase
from dicehouse.table.payment_report import PaymentReportSent, SendPaymentReport
from dicehouse.table.people import LeaveSeat
from dicehouse.table.rectifying import RectifyMispayment
from tests.stories.evening import Evening, happened, refused

S24 = "star-sicbo-2024"


def ledger(evening: Evening) -> dict[str, int]:
    return {name: amount for name, amount in evening.floor.store.balances().items() if amount}


def agrees(evening: Evening, *tables: str) -> None:
    """Tables and house have what the ledger has, and nothing was made or lost."""
    books = ledger(evening)
    assert sum(books.values()) == 0
    assert not house_differences(evening.house, books)
    for name in tables:
        assert not table_differences(evening.table(name), books)


def short_paid(evening: Evening, table: str, **fields: Any) -> None:
    """70.00 was due to ann for her wager, and the dealer handed her 60.00."""
    said = {"of": "wager", "due": 7_000, "paid": 6_000, "person": "ann", "seat": 1, "enquiries": "tapes", **fields}
    happened(evening.staff(table, RecordMispayment, **{"id": "m1", **said}))


def played(evening: Evening, table: str) -> None:
    evening.register("ann")
    evening.sit("ann", table, money=10_000)
    evening.invite(table)
    happened(evening.bet("ann", table, "total-9", 1_000, id="w1"))
    evening.settle(table, 2, 3, 4)


@pytest.mark.clause("crown-sicbo", "7.5")
def test_a_short_payment_ends_with_what_was_due_after_a_crash_between_finding_and_making_good(tmp_path: Path) -> None:
    with Evening(tmp_path, crown="crown-sicbo-a") as evening:
        played(evening, "crown")
        tray = evening.table("crown").float
        short_paid(evening, "crown", bet="w1", round=1)
        assert evening.table("crown").seats[1].rack == 16_000
        assert ledger(evening)["~owed/crown/m1"] == 1_000
        evening.restart(crash=True)
        agrees(evening, "crown")
        happened(evening.staff("crown", RectifyMispayment, mispayment="m1"))
        assert (evening.table("crown").seats[1].rack, evening.table("crown").float) == (17_000, tray)
        assert "~owed/crown/m1" not in ledger(evening)
        assert refused(evening.staff("crown", RectifyMispayment, mispayment="m1")).why is Why.ALREADY_DONE
        agrees(evening, "crown")


@pytest.mark.clause(S24, "8.10.2", "8.12.1", "8.12.1.2")
def test_an_overpayment_is_owed_beyond_the_seat_and_the_closing_of_the_table_and_is_paid_back_at_the_cage(
    tmp_path: Path,
) -> None:
    with Evening(tmp_path, star=S24, crown="crown-sicbo-a") as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=10_000)
        said: dict[str, Any] = {
            "of": "wager",
            "due": 0,
            "paid": 20_000,
            "person": "ann",
            "seat": 1,
            "enquiries": "tapes",
        }
        happened(evening.staff("star", RecordMispayment, id="m1", **said))
        assert evening.table("star").seats[1].rack == 30_000
        assert not evening.house.owed, "she is at the table, where it is taken back"
        happened(evening.player("ann", "star", LeaveSeat, seat=1))
        assert evening.house.owed["star/m1"].amount == -20_000
        assert refused(evening.staff("star", RectifyMispayment, mispayment="m1")).why is Why.ALREADY_DONE
        happened(evening.staff("star", AnnounceClosing))
        evening.advance(hours=1)
        assert evening.table("star").phase is Phase.CLOSED
        evening.restart(crash=True)
        assert ledger(evening)["~owed/star/m1"] == evening.house.accounts["~owed/star/m1"] == -20_000
        (line,) = [it for it in desk(evening).payouts if it.id == "owed-star/m1"]
        assert (line.title.en, line.amount, line.acts[0].refused) == ("ann owes", 20_000, None)
        paid = {"owed": "star/m1", "by": "cara", "role": "cashier"}
        happened(evening.submit(HOUSE, SettleOwed, amount=5_000, means="cash", **paid))
        assert evening.table("star").mispayments["m1"].rectified == 5_000
        happened(evening.submit(HOUSE, SettleOwed, means="account", **paid))
        assert not evening.table("star").mispayments
        assert not evening.house.owed
        again = refused(evening.submit(HOUSE, SettleOwed, **paid))
        assert again.why is Why.UNKNOWN_ID
        assert "~owed/star/m1" not in ledger(evening)
        agrees(evening, "star", "crown")


def desk(evening: Evening) -> Any:
    return evening.cage_view(by="cara", role="cashier")


@pytest.mark.clause(S24, "8.10.2", "8.11", "8.12.1.1")
def test_whoever_had_left_before_it_was_found_is_owed_it_at_the_cage_until_the_table_writes_it_off(
    tmp_path: Path,
) -> None:
    with Evening(tmp_path, star=S24) as evening:
        played(evening, "star")
        happened(evening.player("ann", "star", LeaveSeat, seat=1))
        tray = evening.table("star").float
        short_paid(evening, "star", bet="w1", round=1)
        assert evening.table("star").float == tray + 1_000
        assert evening.house.owed["star/m1"].amount == 1_000
        dealer = {"mispayment": "m1", "reason": "she is overseas"}
        assert refused(evening.dealer("star", CloseMispayment, **dealer)).clause == "8.10.2"
        happened(evening.dealer("star", LogAttempt, mispayment="m1", how="contact", words="by letter"))
        happened(evening.staff("star", CloseMispayment, **dealer))
        assert not evening.house.owed
        assert "~owed/star/m1" not in ledger(evening)
        agrees(evening, "star")


@pytest.mark.clause(S24, "8.10", "8.15", "9.3")
def test_what_was_due_counts_towards_a_loss_limit_wherever_the_person_plays_next(tmp_path: Path) -> None:
    """Keyed wrongly and settled so, a wager that had won 10.00 was booked as lost; the payment is put right."""
    with Evening(tmp_path, star=S24, other=S24) as evening:
        evening.register("ann")
        happened(evening.cage_does(SetLimit, patron="ann", limit="day", amount=2_000))
        evening.sit("ann", "star", money=10_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 1_000, id="w1"))
        evening.settle("star", 6, 5, 4)
        assert evening.table("star").seats[1].headroom == 1_000
        said: dict[str, Any] = {"of": "wager", "due": 2_000, "paid": 0, "booked": 0, "person": "ann", "seat": 1}
        happened(evening.staff("star", RecordMispayment, id="m1", bet="w1", round=1, **said))
        assert evening.table("star").seats[1].headroom == 3_000, "her stake and 10.00 won are due to her"
        happened(evening.staff("star", RectifyMispayment, mispayment="m1"))
        assert evening.table("star").seats[1].headroom == 3_000, "nothing is counted twice"
        happened(evening.player("ann", "star", LeaveSeat, seat=1, declares=11_000))
        evening.sit("ann", "other", money=5_000)
        assert evening.table("other").seats[1].headroom == 3_000


@pytest.mark.clause(S24, "8.13")
def test_the_report_of_a_month_is_due_when_it_ends_and_overdue_until_someone_has_sent_it(tmp_path: Path) -> None:
    last_day = datetime(2026, 3, 31, 1, tzinfo=UTC)
    with Evening(tmp_path, start=last_day, star=S24, crown="crown-sicbo-a") as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=10_000)
        evening.register("bob")
        evening.sit("bob", "crown", money=10_000)
        for table, person in (("star", "ann"), ("crown", "bob")):
            said: dict[str, Any] = {"of": "wager", "due": 0, "paid": 100_001, "person": person, "seat": 1}
            happened(evening.staff(table, RecordMispayment, id="m1", **said))
        assert not evening.table("crown").notices, "Crown's document asks for no report"
        evening.advance(hours=11)
        assert not overdue(evening.table("star"), evening.now)
        evening.restart()
        evening.advance(hours=1, seconds=1)
        (late,) = overdue(evening.table("star"), evening.now)
        assert (late.to, late.clause) == ("games-supervisor", "8.13")
        answer = happened(evening.staff("star", SendPaymentReport, month="2026-03", reference="by letter 17"))
        (sent,) = [it for it in answer if isinstance(it, PaymentReportSent)]
        assert (sent.by, sent.late, [it.id for it in sent.errors]) == ("sue", True, ["m1"])
        assert not overdue(evening.table("star"), evening.now)


@pytest.mark.clause("crown-sicbo", "7.5")
def test_a_payment_in_colour_is_booked_and_put_right_in_colour_until_the_player_has_left(tmp_path: Path) -> None:
    with Evening(tmp_path, crown="crown-sicbo-a") as evening:
        evening.register("ann")
        evening.sit("ann", "crown", money=10_000)
        happened(evening.dealer("crown", IssueColours, seat=1, colour="red", count=10, value=500))
        evening.invite("crown")
        happened(evening.bet("ann", "crown", "total-8", 500, id="w1", chips="colour", colour="red"))
        evening.settle("crown", 1, 2, 5)
        checks, rack = "table/crown/seat/1/checks", "table/crown/seat/1/rack"
        assert (evening.balance(checks), evening.balance(rack)) == (9_000, 5_000), "8 to 1, in eight checks"
        tray = evening.balance("table/crown/float")
        said: dict[str, Any] = {
            "of": "wager", "person": "ann", "seat": 1, "bet": "w1", "round": 1, "enquiries": "tapes",
        }  # fmt: skip
        happened(evening.staff("crown", RecordMispayment, id="m1", due=4_000, paid=6_000, **said))
        assert (evening.balance(checks), evening.balance(rack)) == (11_000, 5_000)
        assert (evening.balance("table/crown/float"), evening.balance("~owed/crown/m1")) == (tray - 2_000, -2_000)
        evening.restart(crash=True)
        happened(evening.staff("crown", RectifyMispayment, mispayment="m1", amount=1_500))
        assert (evening.balance(checks), evening.balance(rack)) == (9_500, 5_000)
        assert (evening.balance("table/crown/float"), evening.balance("~owed/crown/m1")) == (tray - 500, -500)
        agrees(evening, "crown")
        happened(evening.player("ann", "crown", LeaveSeat, seat=1))
        assert evening.house.accounts["patron/ann"] == 90_000 + 9_500 + 5_000, "coloured up on leaving"
        ((number, owed),) = evening.house.owed.items()
        assert owed.amount == -500, "the last check is owed in money now"
        happened(evening.cage_does(SettleOwed, owed=number, amount=500, means="account"))
        assert "~owed/crown/m1" not in ledger(evening)
        agrees(evening, "crown")
