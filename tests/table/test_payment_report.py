"""The monthly report of large errors of payment: due when the month ends, sent on record, late when it is not."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table.enquiries import BringToRegulator, LogAttempt, RecordEnquiry
from dicehouse.table.mispayments import MispaymentRecorded, RecordMispayment
from dicehouse.table.notices import AcknowledgeNotice, NoticeAcknowledged, NoticeGiven, overdue
from dicehouse.table.payment_report import PaymentReportSent, SendPaymentReport
from dicehouse.table.rectifying import RectifyMispayment
from tests.croupier import Croupier, happened, only, refused
from tests.table.test_mispayments import S24, at_work, corrects, wrong

APRIL = datetime(2026, 3, 31, 13, tzinfo=UTC)
"""Midnight in Sydney, when March has ended."""


def sends(table: Croupier, month: str = "2026-03") -> Any:
    return table.staff(SendPaymentReport, month=month, reference="by letter 17")


@pytest.mark.clause(S24, "8.13")
@pytest.mark.parametrize("due, paid", [(0, 100_001), (100_001, 0)])
def test_an_error_of_a_cent_above_a_thousand_dollars_is_due_for_the_report_at_the_end_of_its_month(
    due: int, paid: int
) -> None:
    table = at_work()
    answer = table.staff(RecordMispayment, of="wager", due=due, paid=paid, person="ann", seat=1)
    told = only(answer, NoticeGiven)
    assert (told.to, told.due, told.clause) == ("games-supervisor", APRIL, "8.13")
    assert told.about == (
        "NSW Independent Casino Commission is to be informed of the payment errors above $1,000.00 of 2026-03"
    )
    again = happened(table.staff(RecordMispayment, of="wager", due=due, paid=paid))
    assert NoticeGiven not in {type(it) for it in again}
    assert len(table.table.notices) == 1, "one report has all errors of a month"


@pytest.mark.clause(S24, "8.13")
@pytest.mark.parametrize("due, paid", [(0, 100_000), (100_000, 0)])
def test_an_error_of_exactly_a_thousand_dollars_is_not_reported(due: int, paid: int) -> None:
    table = at_work()
    wrong(table, due, paid)
    assert not table.table.notices
    assert refused(sends(table)) == (Why.ALREADY_DONE, "8.13")


@pytest.mark.clause(S24, "8.13")
def test_a_report_not_sent_is_overdue_from_the_moment_its_month_ends_and_no_acknowledgement_takes_it_away() -> None:
    table = at_work()
    wrong(table, 0, 200_000)
    assert overdue(table.table, APRIL) == ()
    (late,) = overdue(table.table, APRIL + timedelta(microseconds=1))
    assert refused(table.staff(AcknowledgeNotice, notice=late.id)) == (Why.NOT_YET, "8.13")
    table.now = APRIL - timedelta(seconds=1)
    sent = only(sends(table), PaymentReportSent)
    assert (sent.at, sent.late) == (APRIL, True)
    assert not table.table.notices
    assert table.replays()


@pytest.mark.clause(S24, "8.13")
def test_a_report_says_what_was_wrong_and_what_was_done_about_it_and_who_sent_it() -> None:
    table = at_work()
    over, small, under = wrong(table, 0, 200_000, person=""), wrong(table, 0, 500), wrong(table, 150_000, 0)
    happened(table.dealer(LogAttempt, mispayment=over, how="identify", words="tapes", person="ann"))
    happened(table.dealer(LogAttempt, mispayment=over, how="contact", words="by telephone"))
    happened(table.dealer(LogAttempt, mispayment=small, how="contact", words="by telephone"))
    happened(table.staff(RecordEnquiry, mispayment=over, found="he winked", suspected=True))
    happened(table.staff(RectifyMispayment, mispayment=over, amount=50_000))
    happened(table.staff(BringToRegulator, mispayment=over, words="x"))
    happened(table.staff(RectifyMispayment, mispayment=under))
    table.now = APRIL - timedelta(seconds=2)
    answer = sends(table)
    sent = only(answer, PaymentReportSent)
    assert (sent.by, sent.role, sent.at) == ("a casino-supervisor", "casino-supervisor", APRIL - timedelta(seconds=1))
    assert (sent.month, sent.regulator, sent.late) == ("2026-03", "NSW Independent Casino Commission", False)
    assert only(answer, NoticeAcknowledged).notice == "payment-report/2026-03"
    first, second = sent.errors
    assert (first.id, first.person, first.attempts, first.suspected) == (over, "ann", ("identify", "contact"), True)
    assert (first.due, first.paid, first.error, first.rectified, first.regulator) == (0, 200_000, 200_000, 50_000, True)
    assert first.aware == next(it.aware for it in table.events if isinstance(it, MispaymentRecorded))
    assert (second.id, second.error, second.rectified) == (under, -150_000, 150_000)
    assert table.replays()


@pytest.mark.clause(S24, "8.13")
@pytest.mark.parametrize(
    "aware, month",
    [
        (datetime(2026, 2, 28, 12, 59, 59, tzinfo=UTC), "2026-02"),
        (datetime(2026, 2, 28, 13, 0, tzinfo=UTC), "2026-03"),
        (datetime(2025, 12, 31, 12, 59, 59, tzinfo=UTC), "2025-12"),
    ],
)
def test_an_error_belongs_to_the_month_in_which_the_house_learnt_of_it_by_its_own_clock(
    aware: datetime, month: str
) -> None:
    table = at_work()
    id = wrong(table, 0, 200_000, aware=aware)
    other = "2026-03" if month != "2026-03" else "2026-02"
    assert refused(sends(table, other)) == (Why.ALREADY_DONE, "8.13")
    sent = only(sends(table, month), PaymentReportSent)
    assert [it.id for it in sent.errors] == [id]
    assert sent.late == (month != "2026-03")


@pytest.mark.clause(S24, "8.13")
def test_an_error_found_after_the_report_asks_for_another_and_nothing_is_reported_twice() -> None:
    table = at_work()
    wrong(table, 0, 200_000)
    happened(sends(table))
    assert refused(sends(table)) == (Why.ALREADY_DONE, "8.13")
    late = wrong(table, 0, 300_000)
    assert [it.id for it in only(sends(table), PaymentReportSent).errors] == [late]


@pytest.mark.clause(S24, "8.13")
def test_the_report_is_sent_by_the_rank_that_corrects_payments() -> None:
    table = at_work()
    wrong(table, 0, 200_000)
    assert refused(table.dealer(SendPaymentReport, month="2026-03", reference="x")) == (Why.NOT_ALLOWED, "8.10.2")


@pytest.mark.parametrize("book", [it for it in BUILT_IN if it != S24])
def test_no_other_document_wants_a_report(book: str) -> None:
    table = at_work(book)
    wrong(table, 0, 200_000)
    assert not table.table.notices
    assert not table.table.unreported
    assert refused(corrects(table, SendPaymentReport, month="2026-03", reference="x"))[0] is Why.NOT_HERE
