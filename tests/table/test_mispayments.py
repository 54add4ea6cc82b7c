"""Overpayments and underpayments: enquired into, put right, and reported when they are large."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table.disputes import DecideDispute, DisputeRaised, RaiseDispute
from dicehouse.table.mispayments import (
    AttemptLogged,
    BringToRegulator,
    CloseMispayment,
    EnquiryRecorded,
    LogAttempt,
    MispaymentClosed,
    MispaymentRecorded,
    MispaymentRectified,
    RecordEnquiry,
    RecordMispayment,
    RectifyMispayment,
    RegulatorInformed,
    report,
    still_to_do,
)
from dicehouse.table.orders import Command
from dicehouse.table.people import LeaveSeat
from tests.croupier import Croupier, happened, only, refused

S24 = "star-sicbo-2024"
GENEROUS = {"crown-sicbo-b": tuple(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue"))}
SETTLED_BY = {
    "star-sicbo-pre2024": "5.5", "crown-sicbo-a": "7.5", "crown-sicbo-b": "7.5", "aruze-sicbo": "7.5",
    "star-craps": "4.5",
}  # fmt: skip
ABOVE = {"aruze-sicbo": "casino-operator"}


def at_work(book: str = S24) -> Croupier:
    return Croupier(book).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1, bob=2)


def corrects(table: Croupier, kind: type[Any], **fields: Any) -> Any:
    """Someone who may correct payments does something."""
    return table.staff(kind, role=ABOVE.get(table.book.id, ""), **fields)


def wrong(table: Croupier, due: int, paid: int, person: str = "ann", **more: Any) -> str:
    """The id of a wrong payment that was recorded."""
    said = {"of": "wager", "due": due, "paid": paid, "person": person, "seat": 1, **more}
    return str(only(table.staff(RecordMispayment, **said), MispaymentRecorded).mispayment)


# --- on record


@pytest.mark.clause(S24, "8.10")
@pytest.mark.parametrize("of", ["wager", "cash-change", "colour-change"])
def test_whatever_was_not_settled_correctly_is_recorded(of: str) -> None:
    table = at_work()
    answer = table.staff(RecordMispayment, of=of, due=1_000, paid=1_500, person="ann", seat=1)
    said = only(answer, MispaymentRecorded)
    assert (said.of, said.due, said.paid, said.person, said.aware) == (of, 1_000, 1_500, "ann", table.now)
    assert said.clause == "8.10"
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.clause(S24, "8.11")
def test_suspected_intent_is_recorded_as_that() -> None:
    table = at_work()
    answer = table.staff(RecordMispayment, of="wager", due=1_000, paid=1_500, suspected=True)
    assert only(answer, MispaymentRecorded).clause == "8.11"


@pytest.mark.parametrize("book", [it for it in BUILT_IN if it != S24])
def test_every_other_house_records_and_corrects_by_the_clause_that_settles(book: str) -> None:
    table = at_work(book)
    answer = table.staff(RecordMispayment, of="wager", due=1_000, paid=400, person="ann", seat=1, enquiries="tapes")
    said = only(answer, MispaymentRecorded)
    assert said.clause == SETTLED_BY[book]
    done = only(corrects(table, RectifyMispayment, mispayment=said.mispayment), MispaymentRectified)
    assert (done.amount, done.back, done.clause) == (600, False, SETTLED_BY[book])
    assert table.rack("ann") == 100_600
    assert refused(corrects(table, BringToRegulator, mispayment=said.mispayment, words="x"))[0] is Why.NOT_HERE
    assert table.replays()


def test_a_record_names_two_amounts_and_a_round_and_a_moment_that_have_been() -> None:
    table = at_work()
    said: dict[str, Any] = {"of": "wager", "due": 1_000, "paid": 1_500}
    assert refused(table.staff(RecordMispayment, **said | {"paid": 1_000})) == (Why.BAD_STAKE, "8.10")
    assert refused(table.staff(RecordMispayment, round=1, **said)) == (Why.UNKNOWN_ID, "8.10")
    late = table.now + timedelta(seconds=2)
    assert refused(table.staff(RecordMispayment, aware=late, **said)) == (Why.WRONG_CLOCK, "8.10")
    happened(table.staff(RecordMispayment, aware=table.now + timedelta(seconds=1), **said))
    assert refused(table.player("ann", RecordMispayment, **said))[0] is Why.NOT_ALLOWED
    happened(table.staff(RecordMispayment, id="m1", **said))
    assert refused(table.staff(RecordMispayment, id="m1", **said)) == (Why.DUPLICATE_ID, "8.10")


def test_a_dispute_that_was_upheld_leads_to_a_correction() -> None:
    table = at_work()
    table.plays(1, 2, 5)
    dispute = only(table.player("ann", RaiseDispute, about="Small was not paid", bet="c9"), DisputeRaised).dispute
    said: dict[str, Any] = {"of": "wager", "due": 2_000, "paid": 0, "round": 1, "seat": 1}
    assert refused(table.staff(RecordMispayment, dispute="d9", **said)) == (Why.UNKNOWN_ID, "8.10")
    assert refused(table.staff(RecordMispayment, dispute=dispute, **said)) == (Why.NOT_YET, "8.10")
    happened(table.does(DecideDispute, "gus", "games-supervisor", dispute=dispute, ruling="pay her", upheld=True))
    found = only(table.staff(RecordMispayment, dispute=dispute, **said), MispaymentRecorded)
    assert (found.person, found.dispute) == ("ann", dispute)
    happened(table.staff(RectifyMispayment, mispayment=found.mispayment))
    assert table.rack("ann") == 102_000
    assert table.replays()


# --- enquiries and attempts


@pytest.mark.clause(S24, "8.10.1", "8.11")
def test_enquiries_say_in_each_case_whether_it_was_meant() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500)
    assert "enquiries" in refused_message(table.staff(CloseMispayment, mispayment=id, reason="x"))
    cleared = only(table.staff(RecordEnquiry, mispayment=id, found="a slip", suspected=False), EnquiryRecorded)
    meant = only(table.staff(RecordEnquiry, mispayment=id, found="a friend", suspected=True), EnquiryRecorded)
    assert (cleared.clause, meant.clause) == ("8.10", "8.11")
    assert table.table.mispayments[id].suspected
    assert refused(table.dealer(RecordEnquiry, mispayment=id, found="x", suspected=False))[0] is Why.NOT_ALLOWED
    assert refused(table.staff(RecordEnquiry, mispayment="m9", found="x", suspected=False)) == (Why.UNKNOWN_ID, "8.10")
    assert table.replays()


def refused_message(answer: Any) -> str:
    refused(answer)
    return str(answer.message)


@pytest.mark.clause(S24, "8.12", "8.12.1", "8.12.1.1", "8.12.1.2")
@pytest.mark.parametrize(
    "paid, how, clause",
    [
        (400, "identify", "8.12.1"),
        (400, "contact", "8.12.1"),
        (1_500, "liaise", "8.12.1"),
        (400, "reimburse", "8.12.1.1"),
        (1_500, "demand", "8.12.1.2"),
    ],
)
def test_each_attempt_to_put_it_right_is_logged_with_its_clause(paid: int, how: str, clause: str) -> None:
    table = at_work()
    id = wrong(table, 1_000, paid)
    logged = only(table.dealer(LogAttempt, mispayment=id, how=how, words="by telephone"), AttemptLogged)
    assert (logged.how, logged.clause) == (how, clause)
    happened(table.dealer(LogAttempt, mispayment=id, how=how, words="by letter"))
    assert table.table.mispayments[id].attempts == (how,)
    assert refused(table.dealer(LogAttempt, mispayment="m9", how=how, words="x"))[0] is Why.UNKNOWN_ID
    assert table.replays()


@pytest.mark.clause(S24, "8.12.1.1", "8.12.1.2")
@pytest.mark.parametrize("paid, how, clause", [(400, "demand", "8.12.1.2"), (1_500, "reimburse", "8.12.1.1")])
def test_nobody_demands_what_was_underpaid_or_reimburses_what_was_overpaid(paid: int, how: str, clause: str) -> None:
    table = at_work()
    id = wrong(table, 1_000, paid)
    assert refused(table.dealer(LogAttempt, mispayment=id, how=how, words="x")) == (Why.NOT_ELIGIBLE, clause)


@pytest.mark.clause(S24, "8.11.2", "8.12.1")
def test_whoever_is_not_known_is_identified_before_money_is_spoken_of() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500, person="")
    assert refused(table.dealer(LogAttempt, mispayment=id, how="demand", words="x")) == (Why.NOT_YET, "8.12.1.2")
    assert refused(table.staff(RectifyMispayment, mispayment=id)) == (Why.NOT_YET, "8.10.2")
    happened(table.dealer(LogAttempt, mispayment=id, how="identify", words="from the tapes", person="ann"))
    happened(table.dealer(LogAttempt, mispayment=id, how="demand", words="at the table"))
    happened(table.staff(RectifyMispayment, mispayment=id))
    assert table.rack("ann") == 99_500
    assert table.replays()


def test_an_attempt_may_name_the_person_it_reached() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500, person="")
    happened(table.dealer(LogAttempt, mispayment=id, how="demand", words="at the door", person="ann"))
    assert table.table.mispayments[id].person == "ann"


# --- put right


@pytest.mark.clause(S24, "8.10.2", "8.11.1")
@pytest.mark.parametrize("paid, rack, tray", [(1_500, 99_500, 500), (400, 100_600, -600)])
def test_money_moves_between_tray_and_rack_where_the_person_is_seated(paid: int, rack: int, tray: int) -> None:
    table = at_work()
    before = table.table.float
    id = wrong(table, 1_000, paid)
    done = only(table.staff(RectifyMispayment, mispayment=id), MispaymentRectified)
    assert (done.amount, done.back, done.seat, done.left) == (abs(tray), paid > 1_000, 1, 0)
    assert done.clause == "8.10.2"
    assert (table.rack("ann"), table.table.float) == (rack, before + tray)
    assert not table.table.mispayments
    assert refused(table.staff(RectifyMispayment, mispayment=id)) == (Why.UNKNOWN_ID, "8.10")
    assert table.replays()


def test_whoever_has_changed_seats_is_paid_where_they_are_now() -> None:
    table = at_work().seats(cas=3)
    id = wrong(table, 1_000, 400, person="cas")
    assert only(table.staff(RectifyMispayment, mispayment=id), MispaymentRectified).seat == 3
    assert table.rack("ann") == 100_000


def test_whoever_has_left_is_paid_or_pays_away_from_the_table() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500)
    happened(table.player("ann", LeaveSeat, seat=1))
    came = table.table.came
    assert only(table.staff(RectifyMispayment, mispayment=id), MispaymentRectified).seat == 0
    assert table.table.came == came
    assert table.replays()


def test_a_wrong_payment_may_be_put_right_in_parts_but_no_further() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500)
    happened(table.staff(RectifyMispayment, mispayment=id, amount=200))
    assert refused(table.staff(RectifyMispayment, mispayment=id, amount=301)) == (Why.ABOVE_LIMIT, "8.10.2")
    assert only(table.staff(RectifyMispayment, mispayment=id, amount=300, away=True), MispaymentRectified).seat == 0
    assert table.rack("ann") == 99_800
    assert table.replays()


def test_no_more_is_taken_back_than_the_person_has_there() -> None:
    table = at_work()
    id = wrong(table, 0, 100_001)
    assert refused(table.staff(RectifyMispayment, mispayment=id)) == (Why.NOT_ENOUGH, "8.10.2")
    happened(table.staff(RectifyMispayment, mispayment=id, amount=100_000))
    assert table.rack("ann") == 0


@pytest.mark.parametrize("of, headroom", [("wager", 5_600), ("cash-change", 5_000)])
def test_the_correction_of_a_wager_counts_towards_a_loss_limit_as_the_wager_did(of: str, headroom: int) -> None:
    table = at_work()
    table.table.seats[1].headroom = 5_000
    id = wrong(table, 1_000, 400, of=of)
    happened(table.staff(RectifyMispayment, mispayment=id))
    assert table.table.seats[1].headroom == headroom


@pytest.mark.clause("crown-sicbo", "7.5")
@pytest.mark.parametrize("book", ["crown-sicbo-a", "crown-sicbo-b"])
def test_an_error_found_late_leaves_later_spins_alone(book: str) -> None:
    def played(*, found: bool) -> Croupier:
        table = at_work(book).invites()
        happened(table.bets("ann", "small", 1_000))
        table.settles(1, 2, 5)
        table.invites()
        happened(table.bets("ann", "small", 1_000))
        if found:
            id = wrong(table, 2_000, 1_000, round=1)
            happened(table.staff(RectifyMispayment, mispayment=id))
        table.settles(1, 2, 5)
        return table

    with_error, without = played(found=True), played(found=False)
    assert with_error.table.history == without.table.history == [(1, 2, 5)] * 2
    assert with_error.table.last[0].winnings == without.table.last[0].winnings == 1_000
    assert with_error.rack("ann") == without.rack("ann") + 1_000
    assert with_error.replays()


# --- left as it is


@pytest.mark.clause(S24, "8.10", "8.10.1", "8.10.2")
@pytest.mark.parametrize(
    "kind, fields",
    [(LogAttempt, {"how": "contact", "words": "by letter"}), (BringToRegulator, {"words": "a slip of 15.00"})],
)
def test_an_error_without_intent_is_closed_after_enquiries_and_an_attempt_or_a_word_to_the_regulator(
    kind: type[Command], fields: dict[str, str]
) -> None:
    table = at_work()
    id = wrong(table, 1_000, 2_500, enquiries="tapes seen: a slip")
    assert refused(table.staff(CloseMispayment, mispayment=id, reason="x")) == (Why.NOT_YET, "8.10")
    happened(table.staff(kind, mispayment=id, **fields))
    closed = only(table.staff(CloseMispayment, mispayment=id, reason="not to be found"), MispaymentClosed)
    assert (closed.left, closed.clause) == (1_500, "8.12.1")
    assert not table.table.mispayments
    assert refused(table.staff(CloseMispayment, mispayment=id, reason="x"))[0] is Why.UNKNOWN_ID
    assert table.replays()


@pytest.mark.clause(S24, "8.11", "8.11.1", "8.11.2", "8.12.1")
def test_with_intent_the_person_is_to_be_identified_and_the_regulator_is_not_enough() -> None:
    table = at_work()
    id = wrong(table, 1_000, 2_500, person="", suspected=True, enquiries="he winked")
    happened(table.staff(BringToRegulator, mispayment=id, words="x"))
    assert "identify" in refused_message(table.staff(CloseMispayment, mispayment=id, reason="x"))
    happened(table.dealer(LogAttempt, mispayment=id, how="contact", words="x"))
    assert refused(table.staff(CloseMispayment, mispayment=id, reason="x")) == (Why.NOT_YET, "8.11")
    happened(table.dealer(LogAttempt, mispayment=id, how="identify", words="tapes"))
    happened(table.staff(CloseMispayment, mispayment=id, reason="nobody knows him"))


@pytest.mark.clause(S24, "8.11", "8.11.1")
def test_with_intent_the_regulators_knowledge_does_not_replace_an_attempt() -> None:
    for suspected, owed in ((False, ""), (True, "log an attempt to put it right")):
        table = at_work()
        id = wrong(table, 1_000, 2_500, suspected=suspected, enquiries="tapes seen")
        happened(table.staff(BringToRegulator, mispayment=id, words="x"))
        assert still_to_do(table.table.mispayments[id]) == owed


@pytest.mark.clause(S24, "8.12.1")
def test_once_the_person_is_known_identifying_is_no_attempt_and_part_of_the_money_is_one() -> None:
    table = at_work()
    id = wrong(table, 1_000, 2_500, suspected=True, enquiries="he winked")
    happened(table.dealer(LogAttempt, mispayment=id, how="identify", words="tapes"))
    assert still_to_do(table.table.mispayments[id]) == "log an attempt to put it right"
    happened(table.staff(RectifyMispayment, mispayment=id, amount=100))
    assert still_to_do(table.table.mispayments[id]) == ""


@pytest.mark.clause(S24, "8.10.2")
def test_the_regulator_is_told_once_by_someone_who_may() -> None:
    table = at_work()
    id = wrong(table, 1_000, 2_500)
    assert refused(table.dealer(BringToRegulator, mispayment=id, words="x")) == (Why.NOT_ALLOWED, "8.10.2")
    told = only(table.staff(BringToRegulator, mispayment=id, words="x"), RegulatorInformed)
    assert (told.regulator, told.clause) == ("NSW Independent Casino Commission", "8.10.2")
    assert refused(table.staff(BringToRegulator, mispayment=id, words="x")) == (Why.ALREADY_DONE, "8.10.2")
    assert refused(table.staff(BringToRegulator, mispayment="m9", words="x"))[0] is Why.UNKNOWN_ID


# --- the monthly report


def reported(table: Croupier, year: int = 2026, month: int = 3) -> list[str]:
    return [it.id for it in report(table.book, "Australia/Sydney", table.events, year, month)]


@pytest.mark.clause(S24, "8.13")
def test_the_report_lists_every_error_above_a_thousand_dollars_either_way() -> None:
    table = at_work()
    over = wrong(table, 0, 100_001)
    wrong(table, 0, 100_000)
    under = wrong(table, 100_001, 0)
    wrong(table, 100_000, 0)
    assert reported(table) == [over, under]
    (first, second) = report(table.book, "Australia/Sydney", table.events, 2026, 3)
    assert (first.error, second.error) == (100_001, -100_001)


@pytest.mark.clause(S24, "8.13")
@pytest.mark.parametrize(
    "aware, month",
    [
        (datetime(2026, 2, 28, 12, 59, 59, tzinfo=UTC), 2),
        (datetime(2026, 2, 28, 13, 0, tzinfo=UTC), 3),
    ],
)
def test_an_error_belongs_to_the_month_in_which_the_house_learnt_of_it_by_its_own_clock(
    aware: datetime, month: int
) -> None:
    table = at_work()
    id = wrong(table, 0, 200_000, aware=aware)
    assert reported(table, month=month) == [id]
    assert reported(table, month=5 - month) == []
    assert reported(table, year=2025, month=month) == []


@pytest.mark.clause(S24, "8.13")
def test_the_report_tells_what_was_done_about_each() -> None:
    table = at_work()
    id = wrong(table, 0, 200_000, person="")
    small = wrong(table, 0, 500)
    happened(table.dealer(LogAttempt, mispayment=id, how="identify", words="tapes", person="ann"))
    happened(table.dealer(LogAttempt, mispayment=id, how="contact", words="by telephone"))
    happened(table.dealer(LogAttempt, mispayment=small, how="contact", words="by telephone"))
    happened(table.staff(RecordEnquiry, mispayment=id, found="he winked", suspected=True))
    happened(table.staff(RectifyMispayment, mispayment=id, amount=50_000))
    happened(table.staff(RectifyMispayment, mispayment=id, amount=10_000))
    happened(table.staff(BringToRegulator, mispayment=id, words="x"))
    (line,) = report(table.book, "Australia/Sydney", table.events, 2026, 3)
    assert (line.person, line.attempts, line.suspected) == ("ann", ("identify", "contact"), True)
    assert (line.rectified, line.regulator, line.due, line.paid, line.of) == (60_000, True, 0, 200_000, "wager")
    assert line.aware == next(it.aware for it in table.events if isinstance(it, MispaymentRecorded))


@pytest.mark.parametrize("book", [it for it in BUILT_IN if it != S24])
def test_no_other_document_wants_a_report(book: str) -> None:
    table = at_work(book)
    wrong(table, 0, 200_000)
    assert reported(table) == []
