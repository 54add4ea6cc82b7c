"""Overpayments and underpayments: enquired into, put right, and reported when they are large."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table.books import POSTINGS
from dicehouse.table.colours import IssueColours, RedeemColours
from dicehouse.table.disputes import DecideDispute, DisputeRaised, RaiseDispute
from dicehouse.table.enquiries import (
    AttemptLogged,
    BringToRegulator,
    CloseMispayment,
    EnquiryRecorded,
    LogAttempt,
    MispaymentClosed,
    RecordEnquiry,
    RegulatorInformed,
    still_to_do,
)
from dicehouse.table.judge import evolve
from dicehouse.table.mispayments import MispaymentRecorded, MispaymentReferred, RecordMispayment
from dicehouse.table.opening import AnnounceClosing, CloseTable
from dicehouse.table.orders import Command
from dicehouse.table.people import LeaveSeat
from dicehouse.table.rectifying import ConfirmRectified, MispaymentRectified, RectifyMispayment
from dicehouse.table.sentences import sentence
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
    assert table.rack("ann") == (100_600 if book == "aruze-sicbo" else 100_000), "a terminal had booked what it paid"
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
    assert refused(table.staff(RecordMispayment, dispute=dispute, **said)) == (Why.NOT_DECLARED, "8.10")
    found = only(table.staff(RecordMispayment, dispute=dispute, booked=0, **said), MispaymentRecorded)
    assert (found.person, found.dispute, found.won) == ("ann", dispute, 2_000)
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
    assert table.rack("ann") == 100_500, "now that it is known whose rack has what was overpaid"
    happened(table.dealer(LogAttempt, mispayment=id, how="contact", words="at the table", person="ann"))
    again = table.dealer(LogAttempt, mispayment=id, how="identify", words="after all", person="bob")
    assert refused(again) == (Why.ALREADY_DONE, "8.12.1")
    happened(table.staff(RectifyMispayment, mispayment=id))
    assert table.rack("ann") == 100_000
    assert table.replays()


def test_an_attempt_may_name_the_person_it_reached() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500, person="")
    happened(table.dealer(LogAttempt, mispayment=id, how="demand", words="at the door", person="ann"))
    assert table.table.mispayments[id].person == "ann"


# --- put right


@pytest.mark.clause(S24, "8.10.2", "8.11.1")
@pytest.mark.parametrize("paid, rack, tray", [(1_500, 100_500, -500), (400, 99_400, 600)])
def test_what_was_really_handed_over_is_booked_and_then_put_right(paid: int, rack: int, tray: int) -> None:
    table = at_work()
    before = table.table.float
    id = wrong(table, 1_000, paid)
    assert (table.rack("ann"), table.table.float) == (rack, before + tray)
    done = only(table.staff(RectifyMispayment, mispayment=id), MispaymentRectified)
    assert (done.amount, done.back, done.seat, done.left) == (abs(tray), paid > 1_000, 1, 0)
    assert done.clause == "8.10.2"
    assert (table.rack("ann"), table.table.float) == (100_000, before)
    assert not table.table.mispayments
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.5")
def test_seventy_due_and_sixty_handed_ends_with_seventy() -> None:
    table = Croupier("crown-sicbo-a").opens(tray=1_000_000).seats(rack=10_000, ann=1).invites()
    happened(table.bets("ann", "total-9", 1_000, id="w1"))
    table.settles(2, 3, 4)
    assert table.rack("ann") == 17_000
    id = wrong(table, 7_000, 6_000, bet="w1", round=1)
    assert (table.rack("ann"), table.table.float) == (16_000, 994_000)
    happened(table.staff(RectifyMispayment, mispayment=id))
    assert (table.rack("ann"), table.table.float) == (17_000, 993_000)


@pytest.mark.clause("crown-sicbo", "7.5")
def test_a_losing_wager_that_was_paid_is_taken_back_as_far_as_the_person_holds_it_and_the_rest_is_owed() -> None:
    table = Croupier("crown-sicbo-a").opens(tray=1_000_000).seats(rack=10_000, ann=1).invites()
    happened(table.bets("ann", "small", 10_000, id="w1"))
    table.settles(6, 5, 4)
    id = wrong(table, 0, 20_000, bet="w1", round=1)
    assert table.rack("ann") == 20_000
    table.invites()
    happened(table.bets("ann", "small", 15_000))
    table.settles(6, 5, 4)
    taken = only(table.staff(RectifyMispayment, mispayment=id), MispaymentRectified)
    assert (taken.amount, taken.left, table.rack("ann")) == (5_000, 15_000, 0)
    asked = only(table.staff(RectifyMispayment, mispayment=id), AttemptLogged)
    assert (asked.how, asked.words) == ("demand", "150.00 was asked for, and nothing is in front of ann")
    assert table.table.mispayments[id].owed == -15_000
    assert table.replays()


def test_a_rack_loses_no_more_than_it_has_and_the_rest_was_in_a_pocket() -> None:
    table = at_work()
    before = table.table.float
    wrong(table, 100_500, 0)
    assert (table.rack("ann"), table.table.float) == (0, before + 100_500)


def test_more_than_the_tray_holds_was_not_handed_out_of_it() -> None:
    table = Croupier().opens(tray=500).seats(ann=1)
    said: dict[str, Any] = {"of": "wager", "due": 0, "person": "ann", "seat": 1}
    assert refused(table.staff(RecordMispayment, paid=501, **said)) == (Why.NOT_ENOUGH, "8.10")
    happened(table.staff(RecordMispayment, paid=500, **said))
    assert (table.rack("ann"), table.table.float) == (100_500, 0)


@pytest.mark.clause(S24, "8.10.2")
def test_a_wrong_payment_is_put_right_once_and_a_correction_is_not_corrected() -> None:
    table = at_work().invites()
    happened(table.bets("ann", "small", 1_000, id="w1"))
    table.settles(1, 2, 5)
    said: dict[str, Any] = {"of": "wager", "due": 1_000, "paid": 400, "person": "ann", "seat": 1, "round": 1}
    happened(table.staff(RecordMispayment, id="m1", bet="w1", **said))
    for _ in range(2):
        again = table.staff(RecordMispayment, id="m2", bet="w1", **said | {"paid": 300})
        assert refused(again) == (Why.ALREADY_DONE, "8.10")
        assert "m1 corrects its payment" in refused_message(again)
        corrected = table.staff(RecordMispayment, id="m2", bet="m1", **said | {"due": 600, "paid": 500})
        assert refused(corrected) == (Why.NOT_ELIGIBLE, "8.10")
        assert refused(table.staff(RecordMispayment, id="m1", **said)) == (Why.DUPLICATE_ID, "8.10")
        table.staff(RectifyMispayment, mispayment="m1")
    assert refused(table.staff(RectifyMispayment, mispayment="m1")) == (Why.ALREADY_DONE, "8.10")
    assert refused(table.staff(RectifyMispayment, mispayment="m3")) == (Why.UNKNOWN_ID, "8.10")
    assert table.rack("ann") == 101_000


@pytest.mark.clause(S24, "8.10.2")
def test_where_the_settlement_itself_was_wrong_it_is_said_what_was_booked() -> None:
    table = at_work().invites()
    happened(table.bets("ann", "small", 1_000, id="w1"))
    table.settles(6, 5, 4)
    said: dict[str, Any] = {"of": "wager", "due": 1_000, "paid": 0, "person": "ann", "seat": 1, "bet": "w1", "round": 1}
    answer = table.staff(RecordMispayment, id="m1", **said)
    assert refused(answer) == (Why.NOT_DECLARED, "8.10")
    assert "$10 was due and the table booked $0 in winnings" in refused_message(answer)
    recorded = only(table.staff(RecordMispayment, id="m1", booked=0, **said), MispaymentRecorded)
    assert (recorded.tray, recorded.rack, recorded.owed) == (0, 0, 1_000)
    happened(table.staff(RectifyMispayment, mispayment="m1"))
    assert table.rack("ann") == 100_000


def test_a_terminal_books_what_its_meter_paid() -> None:
    table = at_work("aruze-sicbo")
    said: dict[str, Any] = {"of": "wager", "due": 1_000, "paid": 400, "person": "ann", "seat": 1}
    assert refused(table.staff(RecordMispayment, booked=1_000, **said)) == (Why.NOT_HERE, "7.5")
    recorded = only(table.staff(RecordMispayment, booked=400, **said), MispaymentRecorded)
    assert (recorded.tray, recorded.rack, recorded.owed, recorded.won) == (0, 0, 600, 600)


def test_whoever_has_changed_seats_is_paid_where_they_are_now() -> None:
    table = at_work().seats(cas=3)
    id = wrong(table, 1_000, 400, person="cas")
    assert (table.rack("ann"), table.rack("cas")) == (100_000, 99_400)
    assert only(table.staff(RectifyMispayment, mispayment=id), MispaymentRectified).seat == 3
    assert (table.rack("ann"), table.rack("cas")) == (100_000, 100_000)


@pytest.mark.clause(S24, "8.12.1")
@pytest.mark.parametrize("paid, owed", [(1_500, -500), (400, 600)])
def test_whoever_is_not_at_the_table_is_paid_or_pays_at_the_cage(paid: int, owed: int) -> None:
    table = at_work()
    happened(table.player("ann", LeaveSeat, seat=1))
    before = table.table.float
    answer = table.staff(RecordMispayment, id="m1", of="wager", due=1_000, paid=paid, person="ann", seat=1)
    left = only(answer, MispaymentReferred)
    assert (left.person, left.amount, left.opened) == ("ann", owed, 0)
    assert table.table.float == before + owed, "what the tray really has"
    assert refused(table.staff(RectifyMispayment, mispayment="m1")) == (Why.ALREADY_DONE, "8.10.2")
    part = abs(owed) - 100
    paid_there = only(table.does(ConfirmRectified, "cage", "device", mispayment="m1", amount=part), MispaymentRectified)
    assert (paid_there.back, paid_there.seat, paid_there.left, paid_there.owed) == (owed < 0, 0, 100, 0)
    above = table.does(ConfirmRectified, "cage", "device", mispayment="m1", amount=101)
    assert refused(above) == (Why.ABOVE_LIMIT, "8.10.2")
    happened(table.does(ConfirmRectified, "cage", "device", mispayment="m1", amount=100))
    assert table.table.float == before + owed
    assert not table.table.mispayments
    assert refused(table.does(ConfirmRectified, "cage", "device", mispayment="m1", amount=1))[0] is Why.ALREADY_DONE
    assert table.replays()


def test_whoever_is_identified_and_not_at_the_table_is_left_to_the_cage() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500, person="")
    answer = table.dealer(LogAttempt, mispayment=id, how="identify", words="tapes", person="cas")
    assert only(answer, MispaymentReferred).amount == -500


def test_it_may_be_left_to_the_cage_though_the_person_is_there() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500)
    assert refused(table.does(ConfirmRectified, "cage", "device", mispayment=id, amount=1)) == (Why.NOT_YET, "8.10.2")
    happened(table.staff(RectifyMispayment, mispayment=id, amount=200))
    left = only(table.staff(RectifyMispayment, mispayment=id, away=True), MispaymentReferred)
    assert (left.amount, left.opened, table.rack("ann")) == (-300, 0, 100_300)
    assert refused(table.staff(ConfirmRectified, mispayment=id, amount=1))[0] is Why.NOT_ALLOWED
    assert table.replays()


def test_at_a_closed_table_the_chips_lie_with_the_cage() -> None:
    table = at_work()
    happened(table.player("bob", LeaveSeat, seat=2))
    happened(table.staff(AnnounceClosing))
    table.now += timedelta(hours=1)
    happened(table.staff(CloseTable, people="stay"))
    id = wrong(table, 1_000, 400)
    assert (table.rack("ann"), table.table.float) == (99_400, 0)
    assert only(table.staff(RectifyMispayment, mispayment=id), MispaymentReferred).amount == 600
    assert table.replays()


def test_a_wrong_payment_may_be_put_right_in_parts_but_no_further() -> None:
    table = at_work()
    id = wrong(table, 1_000, 1_500)
    happened(table.staff(RectifyMispayment, mispayment=id, amount=200))
    assert refused(table.staff(RectifyMispayment, mispayment=id, amount=301)) == (Why.ABOVE_LIMIT, "8.10.2")
    happened(table.staff(RectifyMispayment, mispayment=id, amount=300))
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.parametrize(
    "of, booked, found, closed",
    [
        ("wager", 1_000, 5_000, 4_400),
        ("wager", 400, 5_600, 5_000),
        ("cash-change", 1_000, 5_000, 5_000),
        ("cash-change", 400, 5_000, 5_000),
    ],
)
def test_what_is_due_counts_towards_a_loss_limit_and_what_is_given_up_does_not(
    of: str, booked: int, found: int, closed: int
) -> None:
    """1,000 was due and 400 paid: 1,000 was won, until the house and the player leave it at 400."""
    table = at_work()
    table.table.seats[1].headroom = 5_000
    id = wrong(table, 1_000, 400, of=of, booked=booked, enquiries="tapes")
    assert table.table.seats[1].headroom == found
    happened(table.dealer(LogAttempt, mispayment=id, how="reimburse", words="he would not take it"))
    done = only(table.staff(CloseMispayment, mispayment=id, reason="he would not take it"), MispaymentClosed)
    assert (done.person, done.seat, done.owed) == ("ann", 1, 600)
    assert table.table.seats[1].headroom == closed


def test_what_was_won_counts_once_it_is_known_whose_it_is() -> None:
    table = at_work()
    table.table.seats[1].headroom = 5_000
    id = wrong(table, 1_000, 400, person="", booked=400)
    assert table.table.seats[1].headroom == 5_000
    logged = only(table.dealer(LogAttempt, mispayment=id, how="identify", words="x", person="ann"), AttemptLogged)
    assert (logged.person, logged.there, logged.won) == ("ann", 1, 600)
    assert table.table.seats[1].headroom == 5_600


@pytest.mark.parametrize("seated", [True, False])
def test_an_old_record_that_booked_nothing_is_put_right_as_it_was(seated: bool) -> None:
    """Records from before said nothing of the books: the money moves when it is put right, and only then."""
    table = at_work()
    if not seated:
        happened(table.player("ann", LeaveSeat, seat=1))
    before, table.now = table.table.float, table.now + timedelta(seconds=1)
    old = MispaymentRecorded(
        at=table.now, by="gus", role="games-supervisor", cause="m1", clause="8.10", mispayment="m1", of="wager",
        due=1_000, paid=400, round=0, person="ann", seat=1, bet="", dispute="", aware=table.now, suspected=False,
        enquiries="",
    )  # fmt: skip
    evolve(table.table, old)
    table.events.append(old)
    assert table.table.float == before
    if seated:
        table.table.seats[1].headroom = 5_000
        done = only(table.staff(RectifyMispayment, mispayment="m1"), MispaymentRectified)
        assert (table.rack("ann"), table.table.float, done.owed) == (100_600, before - 600, 0)
        assert table.table.seats[1].headroom == 5_600
    else:
        left = only(table.staff(RectifyMispayment, mispayment="m1"), MispaymentReferred)
        assert (left.amount, left.opened) == (600, 600)
        moved = dict(POSTINGS[MispaymentReferred](table.table, left))
        assert moved == {"~house": -600, f"~owed/{table.table.config.name}/m1": 600}


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
            id = wrong(table, 2_000, 1_000, round=1, booked=1_000)
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
    assert (closed.left, closed.clause, closed.owed) == (1_500, "8.12.1", -1_500)
    assert not table.table.mispayments
    assert refused(table.staff(CloseMispayment, mispayment=id, reason="x"))[0] is Why.ALREADY_DONE
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


# --- in colour


def in_red(book: str = S24, **config: Any) -> Croupier:
    """Ann has ten red checks of 10.00 and 900.00 in chips, and won eight more with one of them."""
    table = Croupier(book, **config).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1, bob=2)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=10, value=1_000))
    happened(table.invites().bets("ann", "total-8", 1_000, id="w", chips="colour", colour="red"))
    table.settles(1, 2, 5)
    assert hands(table) == (18, 90_000)
    return table


def hands(table: Croupier) -> tuple[int, int]:
    """Ann's red checks and her value chips."""
    own = table.table.seats[1].checks.get("red")
    return own.count if own else 0, table.rack("ann")


@pytest.mark.clause(S24, "8.10.2")
@pytest.mark.clause("star-sicbo-pre2024", "5.5")
@pytest.mark.clause("crown-sicbo", "7.5")
@pytest.mark.parametrize("book", [S24, "star-sicbo-pre2024", "crown-sicbo-a"])
def test_a_payment_in_colour_is_put_right_in_colour(book: str) -> None:
    """80.00 was due in eight checks; she was handed six, and later nine by another error."""
    table = in_red(book)
    tray = table.table.float
    short = wrong(table, 8_000, 6_000, bet="w", round=1)
    assert hands(table) == (16, 90_000), "two checks are in the tray"
    assert table.table.mispayments[short].outside == 0
    assert table.table.float == tray + 2_000
    done = only(corrects(table, RectifyMispayment, mispayment=short), MispaymentRectified)
    assert (done.colour, done.checks, done.worth, done.amount) == ("red", 2, 2_000, 2_000)
    assert sentence(table.book, done) == f"$20 of {short}, 2 red checks of it, was paid at seat 1"
    assert (hands(table), table.table.float) == ((18, 90_000), tray)
    over = wrong(table, 8_000, 9_500, colour="red")
    assert hands(table) == (19, 90_500), "one check, and what whole checks cannot make in value chips"
    back = only(corrects(table, RectifyMispayment, mispayment=over), MispaymentRectified)
    assert (back.back, back.checks, back.amount, back.left) == (True, 1, 1_500, 0)
    assert (hands(table), table.table.float) == ((18, 90_000), tray)
    assert table.replays()


def test_whoever_has_coloured_up_is_paid_in_value_chips() -> None:
    table = in_red()
    short = wrong(table, 8_000, 6_000, bet="w", round=1)
    happened(table.dealer(RedeemColours, seat=1, colour="red", count=16))
    done = only(corrects(table, RectifyMispayment, mispayment=short), MispaymentRectified)
    assert (done.colour, done.checks, done.amount) == ("", 0, 2_000)
    assert hands(table) == (0, 90_000 + 16_000 + 2_000)
    assert table.replays()


def test_whoever_has_left_is_paid_at_the_cage() -> None:
    table = in_red()
    short = wrong(table, 8_000, 6_000, bet="w", round=1)
    happened(table.player("ann", LeaveSeat, seat=1))
    assert only(corrects(table, RectifyMispayment, mispayment=short), MispaymentReferred).amount == 2_000
    assert table.replays()


def test_checks_that_are_not_there_are_made_up_in_value_chips() -> None:
    """Of nineteen red checks eighteen are hers; and what she has bet of them she cannot give back."""
    table = in_red(checks=19)
    over = wrong(table, 8_000, 11_000, bet="w", round=1)
    assert hands(table) == (19, 92_000), "the table had one check more"
    happened(table.invites().bets("ann", "total-8", 18_000, chips="colour", colour="red"))
    happened(table.bets("ann", "big", 91_500))
    back = only(corrects(table, RectifyMispayment, mispayment=over), MispaymentRectified)
    assert (back.checks, back.worth, back.amount, back.left) == (1, 1_000, 1_500, 1_500)
    assert hands(table) == (0, 0)
    assert table.replays()


def test_whoever_is_identified_later_has_it_in_colour() -> None:
    table = in_red()
    found = wrong(table, 8_000, 10_000, person="", colour="red")
    assert hands(table) == (18, 90_000)
    said = only(table.staff(LogAttempt, mispayment=found, how="identify", words="tapes", person="ann"), AttemptLogged)
    assert (said.colour, said.checks, said.worth, said.rack) == ("red", 2, 2_000, 0)
    assert hands(table) == (20, 90_000)
    happened(corrects(table, RectifyMispayment, mispayment=found))
    assert hands(table) == (18, 90_000)
    assert table.replays()


@pytest.mark.parametrize(
    "book, clause, named",
    [(S24, "8.10", "name one of"), ("star-craps", "4.5", "leave the colour out")],
)
def test_a_payment_was_in_a_colour_that_the_table_has(book: str, clause: str, named: str) -> None:
    table = at_work(book)
    said: dict[str, Any] = {"of": "wager", "due": 1_000, "paid": 500, "person": "ann", "seat": 1, "colour": "mauve"}
    answer = table.staff(RecordMispayment, **said)
    assert refused(answer) == (Why.WRONG_CHIPS, clause)
    assert named in str(answer)
