"""Payouts: paid at once or with the reason why not, signed for, withheld, demanded back, reviewed and determined."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.house.accounts import balance
from dicehouse.house.cage import ConfirmReceipt, ReturnSent
from dicehouse.house.cage_state import CageTerms
from dicehouse.house.inquiries import (
    DemandReturn,
    Determine,
    Determined,
    InquiryReviewed,
    PaymentWithheld,
    ReturnDemanded,
    ReturnTaken,
    ReviewInquiry,
    TakeReturn,
    WithholdPayout,
    WithholdTicket,
)
from dicehouse.house.notices import overdue
from dicehouse.house.payouts import (
    AskIdentification,
    ChangeForm,
    DelayPayment,
    FormChanged,
    HandPayOwed,
    IdentificationAsked,
    IdentificationShown,
    OweHandPay,
    PaidOut,
    PaymentDelayed,
    PayOut,
    ShowIdentification,
    owed,
)
from dicehouse.house.tickets import IssueTicket, PayTicket, TicketIssued, VoidTicket, became
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import AcknowledgeNotice, NoticeAcknowledged, NoticeGiven
from tests.house.books import holds, moves, stocked
from tests.house.keeper import Keeper, happened, only, refused

ARUZE = "aruze-sicbo"
SEVEN = "table 7"
SIGNED = {"verified": 50_000, "signed_by": "ann", "paper": "form 1"}


def owing(form: str = "cash", *patrons: str, **house: Any) -> Keeper:
    """A house that owes ann 500.00 from terminal 3, by the number H1."""
    keeper = stocked(*patrons, **house)
    happened(keeper.device(OweHandPay, id="H1", table=SEVEN, seat=3, person="ann", amount=50_000, form=form))
    return keeper


def pays(keeper: Keeper, **fields: Any) -> Any:
    return keeper.cashier(PayOut, payout="H1", **{**SIGNED, **fields})


@pytest.mark.clause(ARUZE, "5.1", "5.3", "3.8")
def test_collected_credits_that_are_paid_by_hand_are_owed_and_then_paid_at_once() -> None:
    keeper = stocked()
    answer = keeper.device(OweHandPay, id="H1", table=SEVEN, seat=3, person="ann", amount=50_000)
    assert moves(only(answer, HandPayOwed)) == [("collected/table 7", -50_000), ("handpay/H1", 50_000)]
    assert owed(keeper.house) == 50_000
    event = only(pays(keeper), PaidOut)
    assert (event.signed_by, event.paper, event.form, event.clause) == ("ann", "form 1", "cash", "aruze-sicbo 5.1")
    assert moves(event) == [("handpay/H1", -50_000), ("~house", 50_000), ("cage/cash", -50_000), ("~cash", 50_000)]
    assert owed(keeper.house) == 0
    assert refused(pays(keeper)) == (Why.UNKNOWN_ID, "aruze-sicbo 5.3")
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "5.1")
@pytest.mark.parametrize(
    "fields, why",
    [
        ({"signed_by": ""}, Why.NOT_ACKNOWLEDGED),
        ({"signed_by": "bob"}, Why.NOT_ACKNOWLEDGED),
        ({"paper": ""}, Why.NOT_ACKNOWLEDGED),
        ({"verified": 49_999}, Why.ENTRY_DIFFERS),
        ({"verified": 50_001}, Why.ENTRY_DIFFERS),
    ],
)
@pytest.mark.parametrize("form", ["cash", "cheque", "bank-transfer", "account"])
def test_nobody_is_paid_by_hand_before_they_verify_the_amount_and_sign(
    form: str, fields: dict[str, Any], why: Why
) -> None:
    keeper = owing(form, "ann")
    assert refused(pays(keeper, **fields)) == (why, "aruze-sicbo 5.1")
    happened(pays(keeper))


@pytest.mark.parametrize(
    "form, to", [("cash", "~cash"), ("cheque", "~bank"), ("bank-transfer", "~bank"), ("account", "patron/ann")]
)
def test_each_form_of_payment_takes_the_money_where_it_goes(form: str, to: str) -> None:
    keeper = owing(form, "ann")
    before = holds(keeper, to)
    happened(pays(keeper))
    assert holds(keeper, to) == before + 50_000
    put_in = [(it.other, it.deposited) for it in keeper.house.patrons["ann"].days.values()]
    assert put_in == ([(50_000, 0)] if form == "account" else [])


def test_cash_that_is_not_in_the_cage_is_not_paid_nor_an_account_that_nobody_has() -> None:
    keeper = owing("cash", cash=49_999)
    assert refused(pays(keeper)) == (Why.NOT_ENOUGH, "aruze-sicbo 5.3")
    assert refused(pays(owing("account")))[0] is Why.UNKNOWN_PATRON


@pytest.mark.clause(ARUZE, "4.1.3.1", "3.4.4")
def test_a_payment_to_the_credit_meter_needs_no_signature_and_is_on_its_way_to_the_table() -> None:
    keeper = owing("meter")
    assert refused(keeper.device(PayOut, payout="H1", verified=49_999))[0] is Why.ENTRY_DIFFERS
    event = only(keeper.device(PayOut, id="p1", payout="H1", verified=50_000), PaidOut)
    assert (event.clause, moves(event)) == (
        "aruze-sicbo 4.1.3.1",
        [("handpay/H1", -50_000), ("transit/table 7", 50_000)],
    )
    assert refused(keeper.device(ReturnSent, sent="p1", reason="no"))[0] is Why.MUST_STAY
    happened(keeper.device(OweHandPay, id="H1", table=SEVEN, seat=3, person="ann", amount=50_000, form="meter"))
    assert refused(keeper.device(PayOut, id="p1", payout="H1", verified=50_000))[0] is Why.DUPLICATE_ID
    happened(keeper.device(ConfirmReceipt, sent="p1"))
    assert keeper.replays()


def test_a_machine_pays_nothing_that_is_handed_over() -> None:
    keeper = owing("cash")
    assert refused(keeper.device(PayOut, payout="H1", **SIGNED)) == (Why.NOT_ALLOWED, "aruze-sicbo 5.1")


def test_no_meter_takes_what_came_from_no_terminal_but_a_ticket_may() -> None:
    keeper = stocked()
    happened(keeper.device(IssueTicket, ticket="T1", table=SEVEN, seat=3, amount=50_000, validation="v"))
    happened(keeper.supervisor(VoidTicket, id="H1", ticket="T1", person="ann", reason="torn"))
    happened(keeper.supervisor(ChangeForm, payout="H1", form="meter", reason="the player plays on"))
    assert refused(pays(keeper)) == (Why.WRONG_CHIPS, "aruze-sicbo 4.1.3.1")
    happened(keeper.supervisor(ChangeForm, payout="H1", form="ticket", reason="the player plays on"))
    event = only(pays(keeper, ticket="T2", validation="w"), TicketIssued)
    assert event.terminal == "cage/0"


@pytest.mark.clause(ARUZE, "4.1.3.2", "3.8")
def test_a_payment_by_ticket_becomes_a_ticket_like_any_other() -> None:
    keeper = owing("ticket")
    for fields in ({}, {"ticket": "T1"}, {"validation": "v"}):
        assert refused(pays(keeper, **fields)) == (Why.NOT_DECLARED, "aruze-sicbo 4.1.3.2")
    happened(keeper.device(IssueTicket, ticket="T1", table=SEVEN, seat=3, amount=1, validation="v"))
    assert refused(pays(keeper, ticket="T1", validation="v"))[0] is Why.DUPLICATE_ID
    answer = keeper.device(PayOut, payout="H1", verified=50_000, ticket="T2", validation="w")
    assert moves(only(answer, TicketIssued)) == [("handpay/H1", -50_000), ("ticket/T2", 50_000)]
    assert moves(only(answer, PaidOut)) == []
    assert owed(keeper.house) == 0
    happened(keeper.cashier(PayTicket, ticket="T2", amount=50_000, validation="w"))
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "5.3.2")
def test_the_house_may_pay_in_another_form_and_both_are_on_record() -> None:
    keeper = owing("cash")
    fields = {"payout": "H1", "reason": "no more cash than 10,000 is paid"}
    assert refused(keeper.cashier(ChangeForm, form="cheque", **fields))[0] is Why.NOT_ALLOWED
    assert refused(keeper.supervisor(ChangeForm, form="cash", **fields))[0] is Why.ALREADY_DONE
    event = only(keeper.supervisor(ChangeForm, form="cheque", **fields), FormChanged)
    assert (event.asked, event.form, event.clause) == ("cash", "cheque", "aruze-sicbo 5.3.2")
    assert only(pays(keeper), PaidOut).form == "cheque"


@pytest.mark.clause(ARUZE, "5.3.1", "5.3")
def test_a_payment_may_wait_for_a_time_that_the_player_agrees_to() -> None:
    keeper = owing()
    later = keeper.now + timedelta(hours=2)
    fields: dict[str, Any] = {"payout": "H1", "reason": "the record of the round is read again"}
    assert refused(
        keeper.supervisor(DelayPayment, until=keeper.now + timedelta(seconds=1), agreed_by="ann", **fields)
    ) == (
        Why.WRONG_TIME,
        "aruze-sicbo 5.3.1",
    )
    assert refused(keeper.supervisor(DelayPayment, until=later, agreed_by="bob", **fields))[0] is Why.NOT_ACKNOWLEDGED
    answer = keeper.supervisor(DelayPayment, id="d1", until=later, agreed_by="ann", **fields)
    assert only(answer, PaymentDelayed).until == later
    notice = only(answer, NoticeGiven)
    assert (notice.to, notice.due) == ("cashier", later)
    keeper.until(later - timedelta(seconds=1))
    assert refused(pays(keeper)) == (Why.NOT_YET, "aruze-sicbo 5.3.1")
    assert overdue(keeper.house, later) == ()
    assert [it.id for it in overdue(keeper.house, later + timedelta(seconds=1))] == ["d1/delayed payment"]
    happened(pays(keeper))
    assert keeper.house.now == later
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "5.3.3")
def test_a_player_who_is_asked_for_identification_is_paid_once_it_is_shown() -> None:
    keeper = owing()
    only(keeper.cashier(AskIdentification, payout="H1"), IdentificationAsked)
    assert refused(keeper.cashier(AskIdentification, payout="H1"))[0] is Why.ALREADY_DONE
    assert refused(pays(keeper)) == (Why.NOT_YET, "aruze-sicbo 5.3.3")
    event = only(keeper.cashier(ShowIdentification, payout="H1", document="passport"), IdentificationShown)
    assert event.document == "passport"
    happened(pays(keeper))
    assert keeper.replays()


@pytest.mark.parametrize(
    "kind, fields",
    [
        (ChangeForm, {"form": "cash", "reason": "none"}),
        (DelayPayment, {"until": "2026-03-05T00:00:00Z", "agreed_by": "ann", "reason": "none"}),
        (AskIdentification, {}),
        (ShowIdentification, {"document": "none"}),
        (WithholdPayout, {"inquiry": "I1", "reason": "none"}),
    ],
)
def test_what_is_not_owed_cannot_be_changed_put_off_or_withheld(kind: Any, fields: dict[str, Any]) -> None:
    keeper = stocked()
    if "until" in fields:
        fields = {**fields, "until": keeper.now + timedelta(days=1)}
    assert refused(keeper.operator(kind, payout="H9", **fields)) == (Why.UNKNOWN_ID, "aruze-sicbo 5.3")


# --- withheld and demanded back


def withheld(keeper: Keeper, **fields: Any) -> Any:
    return keeper.manager(WithholdPayout, **{"inquiry": "I1", "payout": "H1", "reason": "a doubtful win", **fields})


@pytest.mark.clause(ARUZE, "5.2")
def test_a_withheld_prize_waits_for_an_inspectors_review_and_a_determination() -> None:
    keeper = owing()
    answer = withheld(keeper, id="w1")
    event, notice = only(answer, PaymentWithheld), only(answer, NoticeGiven)
    assert (event.kind, event.of, event.person, event.amount) == ("payout", "H1", "ann", 50_000)
    assert (notice.to, notice.due, notice.clause) == ("inspector", keeper.now, "aruze-sicbo 5.2")
    assert refused(pays(keeper)) == (Why.NOT_YET, "aruze-sicbo 5.2")
    ends = {"inquiry": "I1", "pay": True, "reason": "the record shows the win"}
    assert refused(keeper.manager(Determine, **ends)) == (Why.NOT_YET, "aruze-sicbo 5.2")
    assert refused(keeper.operator(ReviewInquiry, inquiry="I1", remarks="fine"))[0] is Why.NOT_ALLOWED
    only(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="the record was read"), InquiryReviewed)
    assert refused(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="again"))[0] is Why.ALREADY_DONE
    assert refused(keeper.supervisor(Determine, **ends))[0] is Why.NOT_ALLOWED
    event = only(keeper.manager(Determine, **ends), Determined)
    assert moves(event) == []
    happened(pays(keeper))
    assert refused(keeper.manager(Determine, **ends)) == (Why.UNKNOWN_ID, "aruze-sicbo 5.2")
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "5.2")
def test_a_prize_that_is_found_not_to_be_due_is_the_houses() -> None:
    keeper = owing()
    happened(withheld(keeper))
    happened(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="agreed"))
    event = only(keeper.manager(Determine, inquiry="I1", pay=False, reason="a forged win"), Determined)
    assert moves(event) == [("handpay/H1", -50_000), ("~house", 50_000)]
    assert refused(pays(keeper))[0] is Why.UNKNOWN_ID
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "5.2")
def test_only_a_manager_withholds_and_an_inquiry_has_one_number_and_one_matter() -> None:
    keeper = owing()
    assert refused(keeper.supervisor(WithholdPayout, inquiry="I1", payout="H1", reason="doubt"))[0] is Why.NOT_ALLOWED
    happened(withheld(keeper))
    assert refused(withheld(keeper))[0] is Why.DUPLICATE_ID
    assert refused(withheld(keeper, inquiry="I2")) == (Why.ALREADY_DONE, "aruze-sicbo 5.2")
    demanded = keeper.manager(DemandReturn, inquiry="I1", of="H0", person="ann", amount=1, reason="doubt")
    assert refused(demanded)[0] is Why.DUPLICATE_ID


@pytest.mark.clause(ARUZE, "5.2")
@pytest.mark.parametrize("pay", [True, False])
def test_a_withheld_ticket_is_good_again_or_forfeited(pay: bool) -> None:
    keeper = stocked(cage=CageTerms(ticket_days=10))
    happened(keeper.device(IssueTicket, ticket="T1", table=SEVEN, seat=3, amount=700, validation="v"))
    last = keeper.house.tickets["T1"].until
    answer = keeper.manager(WithholdTicket, inquiry="I1", ticket="T1", person="ann", reason="two claim it")
    since = keeper.now
    assert only(answer, NoticeGiven).to == "inspector"
    again = keeper.manager(WithholdTicket, inquiry="I2", ticket="T1", reason="two claim it")
    assert refused(again)[0] is Why.ALREADY_DONE
    keeper.waits(days=11)
    happened(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="agreed"))
    event = only(keeper.manager(Determine, inquiry="I1", pay=pay, reason="it is clear now"), Determined)
    presented = keeper.cashier(PayTicket, ticket="T1", amount=700, validation="v")
    if pay:
        assert moves(event) == []
        happened(presented)
        assert event.at - since > timedelta(days=11)
        assert became(keeper.house, "T1") == "paid"
    else:
        assert moves(event) == [("ticket/T1", -700), ("~house", 700)]
        assert refused(presented)[0] is Why.ALREADY_DONE
        assert became(keeper.house, "T1") == "forfeited"
    assert keeper.now > last
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "5.2")
def test_the_time_for_which_a_ticket_was_withheld_does_not_count() -> None:
    keeper = stocked(cage=CageTerms(ticket_days=10))
    happened(keeper.device(IssueTicket, ticket="T1", table=SEVEN, seat=3, amount=700, validation="v"))
    last = keeper.house.tickets["T1"].until
    happened(keeper.manager(WithholdTicket, inquiry="I1", ticket="T1", reason="two claim it"))
    since = keeper.now
    happened(keeper.waits(days=3).inspector(ReviewInquiry, inquiry="I1", remarks="agreed"))
    happened(keeper.manager(Determine, inquiry="I1", pay=True, reason="it is clear now"))
    assert keeper.house.tickets["T1"].until == last + (keeper.now - since)


def test_no_unknown_or_paid_ticket_is_withheld() -> None:
    keeper = stocked()
    fields = {"inquiry": "I1", "ticket": "T1", "reason": "doubt"}
    assert refused(keeper.manager(WithholdTicket, **fields))[0] is Why.UNKNOWN_ID
    happened(keeper.device(IssueTicket, ticket="T1", table=SEVEN, seat=3, amount=700, validation="v"))
    happened(keeper.cashier(PayTicket, ticket="T1", amount=700, validation="v"))
    assert refused(keeper.manager(WithholdTicket, **fields))[0] is Why.ALREADY_DONE


@pytest.mark.clause(ARUZE, "5.2")
@pytest.mark.parametrize("pay", [True, False])
def test_a_prize_demanded_back_waits_for_the_determination_and_goes_where_it_says(pay: bool) -> None:
    keeper = owing()
    happened(pays(keeper))
    answer = keeper.manager(DemandReturn, inquiry="I1", of="H1", person="ann", amount=50_000, reason="a fault")
    assert only(answer, ReturnDemanded).amount == 50_000
    assert only(answer, NoticeGiven).to == "inspector"
    assert only(keeper.cashier(TakeReturn, inquiry="I1", amount=30_000), ReturnTaken).amount == 30_000
    assert refused(keeper.cashier(TakeReturn, inquiry="I1", amount=20_001)) == (Why.ABOVE_MAXIMUM, "aruze-sicbo 5.2")
    happened(keeper.cashier(TakeReturn, inquiry="I1", amount=20_000))
    assert balance(keeper.house, "inquiry/I1") == 50_000
    happened(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="agreed"))
    event = only(keeper.manager(Determine, id="D1", inquiry="I1", pay=pay, reason="it is clear now"), Determined)
    to = "handpay/D1" if pay else "~house"
    assert moves(event) == [("inquiry/I1", -50_000), (to, 50_000)]
    assert ("D1" in keeper.house.payouts) is pay
    if pay:
        happened(keeper.cashier(PayOut, payout="D1", **SIGNED))
    assert keeper.replays()


@pytest.mark.parametrize("pay", [True, False])
def test_a_prize_that_never_came_back_leaves_nothing_to_give(pay: bool) -> None:
    keeper = stocked()
    happened(keeper.manager(DemandReturn, inquiry="I1", of="H1", person="ann", amount=5, reason="a fault"))
    happened(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="agreed"))
    event = only(keeper.manager(Determine, inquiry="I1", pay=pay, reason="it is clear now"), Determined)
    assert (event.amount, moves(event), keeper.house.payouts) == (0, [], {})


def test_nothing_is_taken_back_that_was_not_demanded() -> None:
    keeper = owing()
    answer = keeper.cashier(TakeReturn, inquiry="I1", amount=1)
    assert refused(answer)[0] is Why.UNKNOWN_ID
    assert isinstance(answer, Refused)
    assert answer.message == "inquiry I1: there is none; those that are open: none"
    assert refused(keeper.inspector(ReviewInquiry, inquiry="I1", remarks="none"))[0] is Why.UNKNOWN_ID
    happened(withheld(keeper))
    assert refused(keeper.cashier(TakeReturn, inquiry="I1", amount=1))[0] is Why.ABOVE_MAXIMUM


# --- notices


@pytest.mark.clause(ARUZE, "5.2")
def test_an_inspector_acknowledges_the_notice_and_nobody_else_can() -> None:
    keeper = owing()
    happened(withheld(keeper, id="w1"))
    said = {"notice": "w1/inquiry I1"}
    assert refused(keeper.operator(AcknowledgeNotice, **said)) == (Why.NOT_ALLOWED, "aruze-sicbo 5.2")
    event = only(keeper.inspector(AcknowledgeNotice, **said), NoticeAcknowledged)
    assert event.late, "it was due at once"
    assert keeper.house.notices == {}
    answer = keeper.inspector(AcknowledgeNotice, **said)
    assert refused(answer)[0] is Why.UNKNOWN_ID
    assert isinstance(answer, Refused)
    assert answer.next == "the notices that are: none"
    assert keeper.replays()


@pytest.mark.parametrize("late", [False, True])
def test_a_notice_to_the_cage_is_acknowledged_by_its_rank_or_above_in_time_or_late(late: bool) -> None:
    keeper = owing()
    later = keeper.now + timedelta(hours=2)
    happened(keeper.supervisor(DelayPayment, id="d1", payout="H1", until=later, agreed_by="ann", reason="a check"))
    said = {"notice": "d1/delayed payment"}
    assert refused(keeper.inspector(AcknowledgeNotice, **said))[0] is Why.NOT_ALLOWED
    keeper.until(later + timedelta(seconds=1 if late else 0))
    acknowledge = keeper.manager if late else keeper.cashier
    assert only(acknowledge(AcknowledgeNotice, **said), NoticeAcknowledged).late is late


def test_notices_are_overdue_in_the_order_they_fell_due() -> None:
    keeper = owing()
    happened(keeper.device(OweHandPay, id="H2", table=SEVEN, seat=4, person="bob", amount=100))
    for payout, person, hours in (("H1", "ann", 2), ("H2", "bob", 1)):
        until = keeper.now + timedelta(hours=hours)
        fields = {"payout": payout, "until": until, "agreed_by": person, "reason": "a check"}
        happened(keeper.supervisor(DelayPayment, id=f"d-{payout}", **fields))
    found = overdue(keeper.house, keeper.now + timedelta(hours=3))
    assert [it.id for it in found] == ["d-H2/delayed payment", "d-H1/delayed payment"]
