"""Tickets: issued for collected credits, paid once, ever, and refused each for its own reason."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.cage import ConfirmReceipt, ReturnSent
from dicehouse.house.cage_state import CageTerms
from dicehouse.house.inquiries import WithholdTicket
from dicehouse.house.tickets import (
    AcceptTicket,
    ExpireTickets,
    IssueTicket,
    PayTicket,
    TicketAccepted,
    TicketIssued,
    TicketPaid,
    TicketsExpired,
    TicketVoided,
    VoidTicket,
    became,
    latest,
    liability,
)
from dicehouse.refusal import Refused, Why
from tests.house.books import holds, moves, stocked
from tests.house.keeper import NOON, Keeper, happened, only, refused

ARUZE = "aruze-sicbo"
SEVEN = "table 7"
YEAR = timedelta(days=365)


def printed(keeper: Keeper, ticket: str = "T1", amount: int = 2_500, **fields: Any) -> Any:
    said = {"table": SEVEN, "seat": 3, "validation": f"v-{ticket}", **fields}
    return keeper.device(IssueTicket, ticket=ticket, amount=amount, **said)


def paid(keeper: Keeper, ticket: str = "T1", amount: int = 2_500, **fields: Any) -> Any:
    return keeper.cashier(PayTicket, **{"ticket": ticket, "amount": amount, "validation": f"v-{ticket}", **fields})


def fed(keeper: Keeper, ticket: str = "T1", amount: int = 2_500, **fields: Any) -> Any:
    said = {"table": SEVEN, "seat": 4, "validation": f"v-{ticket}", **fields}
    return keeper.device(AcceptTicket, ticket=ticket, amount=amount, **said)


@pytest.mark.clause(ARUZE, "3.8", "3.7")
def test_collected_credits_become_a_ticket_that_the_house_owes() -> None:
    keeper = stocked()
    event = only(printed(keeper), TicketIssued)
    assert (event.terminal, event.amount, event.validation, event.day) == ("table 7/3", 2_500, "v-T1", "2026-03-02")
    assert event.until == event.at + YEAR
    assert moves(event) == [("collected/table 7", -2_500), ("ticket/T1", 2_500)]
    assert liability(keeper.house) == (1, 2_500, 0, 0)
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "3.8", "5.3")
def test_a_ticket_is_paid_at_once_in_cash_and_never_again() -> None:
    keeper = stocked(cash=10_000)
    happened(printed(keeper))
    event = only(paid(keeper), TicketPaid)
    assert moves(event) == [("ticket/T1", -2_500), ("~house", 2_500), ("cage/cash", -2_500), ("~cash", 2_500)]
    answer = paid(keeper)
    assert refused(answer) == (Why.ALREADY_DONE, "aruze-sicbo 3.8")
    assert isinstance(answer, Refused)
    assert answer.message == "ticket T1: it was paid before; keep it"
    assert refused(printed(keeper))[0] is Why.DUPLICATE_ID
    assert liability(keeper.house) == (0, 0, 0, 0)
    assert keeper.replays()


def test_a_ticket_may_go_to_the_account_of_someone_on_the_books() -> None:
    keeper = stocked("ann", cash=0)
    happened(printed(keeper))
    assert refused(paid(keeper, to="account", person="zoe"))[0] is Why.UNKNOWN_PATRON
    assert refused(paid(keeper, to="account"))[0] is Why.UNKNOWN_PATRON
    assert refused(paid(keeper)) == (Why.NOT_ENOUGH, "aruze-sicbo 5.3")
    event = only(paid(keeper, to="account", person="ann"), TicketPaid)
    assert moves(event) == [("ticket/T1", -2_500), ("patron/ann", 2_500)]
    (day,) = keeper.house.patrons["ann"].days.values()
    assert (day.other, day.deposited) == (2_500, 0), "it was in the house before"


@pytest.mark.parametrize(
    "fields, why",
    [
        ({"ticket": "T2"}, Why.UNKNOWN_ID),
        ({"amount": 2_501}, Why.ENTRY_DIFFERS),
        ({"amount": 2_499}, Why.ENTRY_DIFFERS),
        ({"validation": "v-T2"}, Why.ENTRY_DIFFERS),
    ],
)
@pytest.mark.clause(ARUZE, "3.8")
def test_a_ticket_that_is_not_what_was_issued_is_not_paid(fields: dict[str, Any], why: Why) -> None:
    keeper = stocked()
    happened(printed(keeper))
    assert refused(paid(keeper, **fields)) == (why, "aruze-sicbo 3.8")
    happened(paid(keeper))


def test_a_number_is_issued_once_while_its_ticket_is_out() -> None:
    keeper = stocked()
    happened(printed(keeper))
    assert refused(printed(keeper, amount=1)) == (Why.DUPLICATE_ID, "aruze-sicbo 3.8")


@pytest.mark.parametrize("sign", ["\n", "\x00", "\u200b", "\ue000", "\U00107c26"])
def test_a_number_that_cannot_be_printed_is_no_ticket_and_stops_nothing(sign: str) -> None:
    """No account may have such a name: the journal would not take it."""
    keeper = stocked()
    assert refused(printed(keeper, f"T{sign}")) == (Why.MALFORMED, None)
    happened(printed(keeper))
    assert liability(keeper.house) == (1, 2_500, 0, 0)


def test_a_ticket_is_good_until_its_last_moment() -> None:
    keeper = stocked()
    happened(printed(keeper))
    happened(printed(keeper, "T2"))
    last = keeper.house.tickets["T1"].until
    keeper.until(last)
    happened(paid(keeper))
    late = keeper.house.tickets["T2"].until
    keeper.until(late + timedelta(seconds=1))
    assert refused(paid(keeper, "T2")) == (Why.TOO_LATE, "aruze-sicbo 3.8")


def test_expired_tickets_are_written_off_and_later_forgotten() -> None:
    keeper = stocked(cage=CageTerms(ticket_days=30, ticket_memory=10))
    happened(printed(keeper))
    happened(printed(keeper, "T2", 100))
    happened(paid(keeper, "T2", 100))
    keeper.until(keeper.house.tickets["T1"].until)
    assert refused(keeper.device(ExpireTickets))[0] is Why.NOT_YET
    assert keeper.house.now is not None
    assert liability(keeper.house).over == 0
    event = only(keeper.device(ExpireTickets), TicketsExpired)
    assert (event.tickets, event.amount, event.forgotten) == (("T1",), 2_500, ())
    assert moves(event) == [("ticket/T1", -2_500), ("~house", 2_500)]
    assert (became(keeper.house, "T1"), became(keeper.house, "T2")) == ("expired", "paid")
    assert refused(paid(keeper)) == (Why.TOO_LATE, "aruze-sicbo 3.8")
    assert refused(paid(keeper, "T2", 100)) == (Why.ALREADY_DONE, "aruze-sicbo 3.8")
    keeper.until(keeper.house.ticket_days["2026-03-02"].forget)
    assert refused(keeper.device(ExpireTickets))[0] is Why.NOT_YET
    assert only(keeper.device(ExpireTickets), TicketsExpired).forgotten == ("2026-03-02",)
    assert keeper.house.ticket_days == {}
    assert refused(paid(keeper, "T2", 100)) == (Why.UNKNOWN_ID, "aruze-sicbo 3.8"), "forgotten, and still not paid"
    assert keeper.replays()


def test_what_is_over_and_not_yet_written_off_shows_in_the_liability() -> None:
    keeper = stocked()
    happened(printed(keeper))
    keeper.waits(days=366)
    happened(printed(keeper, "T2", 100))
    assert liability(keeper.house) == (2, 2_600, 0, 2_500)
    keeper.until(keeper.house.tickets["T2"].until)
    happened(printed(keeper, "T3", 1))
    assert liability(keeper.house).over == 2_500, "at its last moment a ticket is still good"


def test_a_withheld_ticket_is_neither_paid_nor_voided_nor_written_off() -> None:
    keeper = stocked(cage=CageTerms(ticket_days=30, ticket_memory=1))
    happened(printed(keeper))
    happened(keeper.manager(WithholdTicket, inquiry="I1", ticket="T1", reason="it was found on the floor"))
    assert refused(paid(keeper)) == (Why.NOT_YET, "aruze-sicbo 5.2")
    assert refused(keeper.supervisor(VoidTicket, ticket="T1", person="ann", reason="torn"))[0] is Why.NOT_YET
    assert liability(keeper.house).withheld == 2_500
    keeper.waits(days=400)
    assert refused(keeper.device(ExpireTickets))[0] is Why.NOT_YET


def test_a_day_is_not_forgotten_while_one_of_its_tickets_is_withheld() -> None:
    keeper = stocked(cage=CageTerms(ticket_days=30, ticket_memory=1))
    happened(printed(keeper))
    happened(keeper.manager(WithholdTicket, inquiry="I1", ticket="T1", reason="it was found on the floor"))
    happened(printed(keeper, "T2", 100))
    keeper.waits(days=400)
    event = only(keeper.device(ExpireTickets), TicketsExpired)
    assert (event.tickets, event.forgotten) == (("T2",), ())


@pytest.mark.clause(ARUZE, "3.4")
def test_terminals_take_no_tickets_unless_the_house_says_so() -> None:
    keeper = stocked()
    happened(printed(keeper))
    assert refused(fed(keeper)) == (Why.WRONG_CHIPS, "aruze-sicbo 3.4")
    assert (
        refused(keeper.cashier(AcceptTicket, ticket="T1", amount=2_500, validation="v-T1", table=SEVEN, seat=4))[0]
        is Why.NOT_ALLOWED
    )
    happened(paid(keeper))


@pytest.mark.clause(ARUZE, "3.4")
def test_a_ticket_that_a_terminal_takes_is_used_up_and_on_its_way_to_the_meter() -> None:
    keeper = stocked(cage=CageTerms(ticket_in="accepted"))
    happened(printed(keeper))
    assert refused(fed(keeper, validation="v-T2"))[0] is Why.ENTRY_DIFFERS
    event = only(fed(keeper, id="in1"), TicketAccepted)
    assert moves(event) == [("ticket/T1", -2_500), ("transit/table 7", 2_500)]
    assert refused(fed(keeper))[0] is Why.ALREADY_DONE
    assert refused(paid(keeper))[0] is Why.ALREADY_DONE
    happened(printed(keeper, "T2", 100))
    assert refused(fed(keeper, "T2", 100, id="in1"))[0] is Why.DUPLICATE_ID
    assert refused(keeper.device(ReturnSent, sent="in1", reason="no"))[0] is Why.MUST_STAY
    happened(keeper.device(ConfirmReceipt, sent="in1"))
    assert not holds(keeper, "transit/table 7")
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "3.8", "5.3.2")
def test_a_ticket_that_cannot_be_read_is_voided_and_its_holder_is_owed_by_hand() -> None:
    keeper = stocked()
    happened(printed(keeper))
    assert refused(keeper.cashier(VoidTicket, ticket="T1", person="ann", reason="torn"))[0] is Why.NOT_ALLOWED
    event = only(keeper.supervisor(VoidTicket, id="v1", ticket="T1", person="ann", reason="torn"), TicketVoided)
    assert moves(event) == [("ticket/T1", -2_500), ("handpay/v1", 2_500)]
    assert keeper.house.payouts["v1"].person == "ann"
    answer = paid(keeper)
    assert refused(answer)[0] is Why.ALREADY_DONE
    assert isinstance(answer, Refused)
    assert answer.message == "ticket T1: it was voided before; keep it"
    assert refused(keeper.supervisor(VoidTicket, ticket="T1", person="bob", reason="torn"))[0] is Why.ALREADY_DONE
    assert keeper.replays()


def test_the_record_of_a_terminal_shows_its_latest_35_tickets_out_and_in() -> None:
    keeper = stocked(cage=CageTerms(ticket_in="accepted"))
    assert latest(keeper.house, SEVEN, 3).given == []
    for n in range(1, 37):
        happened(printed(keeper, f"T{n}", n))
        happened(fed(keeper, f"T{n}", n))
    out = latest(keeper.house, SEVEN, 3)
    assert [it.amount for it in out.given] == list(range(2, 37))
    assert out.taken == []
    taken = latest(keeper.house, SEVEN, 4)
    assert [it.ticket for it in taken.taken] == [f"T{n}" for n in range(2, 37)]
    assert taken.given == []
    assert (out.given[0].at, taken.taken[-1].at) == (NOON + timedelta(seconds=5), keeper.now)


def test_tickets_of_two_days_are_remembered_by_their_day() -> None:
    """Midnight in Sydney is 13:00 in UTC in March."""
    keeper = stocked()
    keeper.until(NOON + timedelta(hours=12) - timedelta(seconds=1))
    happened(printed(keeper, "T1", 1))
    happened(printed(keeper, "T2", 2))
    happened(paid(keeper, "T2", 2))
    happened(paid(keeper, "T1", 1))
    days = keeper.house.ticket_days
    assert {day: list(it.paid) for day, it in days.items()} == {"2026-03-02": ["T1"], "2026-03-03": ["T2"]}


deeds = st.lists(
    st.tuples(
        st.sampled_from(["issue", "pay", "feed", "void", "wait", "expire", "withhold"]),
        st.integers(1, 4),
    ),
    max_size=40,
)


@given(deeds)
def test_whatever_happens_no_ticket_is_paid_twice(deeds: list[tuple[str, int]]) -> None:
    keeper = stocked(cage=CageTerms(ticket_days=2, ticket_memory=2, ticket_in="accepted"))
    for deed, n in deeds:
        ticket, amount = f"T{n}", n * 100
        if deed == "issue":
            printed(keeper, ticket, amount)
        elif deed == "pay":
            paid(keeper, ticket, amount)
        elif deed == "feed":
            fed(keeper, ticket, amount)
        elif deed == "void":
            keeper.supervisor(VoidTicket, ticket=ticket, person="ann", reason="torn")
        elif deed == "wait":
            keeper.waits(days=n)
        elif deed == "withhold":
            keeper.manager(WithholdTicket, inquiry=f"I{keeper.count}", ticket=ticket, reason="doubt")
        else:
            keeper.device(ExpireTickets)
    put = sum(it.amount for it in keeper.events if isinstance(it, TicketIssued))
    out = sum(it.amount for it in keeper.events if isinstance(it, TicketPaid | TicketAccepted | TicketVoided))
    gone = sum(it.amount for it in keeper.events if isinstance(it, TicketsExpired))
    assert put == out + gone + liability(keeper.house).amount
    assert keeper.replays()
