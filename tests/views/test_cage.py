"""The cage: one card at a time, and acts that are exactly what the house would take."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.house import slips, trays
from dicehouse.house.cage import DepositFunds
from dicehouse.house.inquiries import DemandReturn
from dicehouse.house.judge import decide
from dicehouse.house.limits import DeclineLimit, SetLimit
from dicehouse.house.owed import RecordOwed
from dicehouse.house.patrons import EndCard, IssueCard, SuspendCard
from dicehouse.house.payouts import OweHandPay
from dicehouse.house.pins import CheckPin
from dicehouse.house.tickets import IssueTicket
from dicehouse.house.vouchers import IssueVoucher, RecordColours
from dicehouse.refusal import Refused, Why
from dicehouse.table import Table
from dicehouse.table.colours import IssueColours
from dicehouse.table.orders import Event
from dicehouse.table.people import LeaveSeat
from dicehouse.views.acts import ActView, Asker, Opened, acts_in
from dicehouse.views.cage import CageView, cage_view
from dicehouse.views.cage_patron import PatronDesk
from tests.croupier import Croupier, happened
from tests.house.books import holds, stocked
from tests.house.keeper import CASHIER, MANAGER, SUPERVISOR, Keeper
from tests.views.acting import filled, form, the

REFERENCE = "5a17" * 8
PROOF = "validation-number-0042"


class Clerk:
    """Someone at the counter, of some rank."""

    def __init__(
        self, keeper: Keeper, tables: dict[str, Table] | None = None, role: str = CASHIER, name: str = "cara"
    ) -> None:
        self.keeper = keeper
        self.tables = tables or {}
        self.role = role
        self.name = name

    def sees(self, card: str = "", opened: Opened | None = None) -> CageView:
        self.card = card
        asker = Asker(self.name, self.role, self.keeper.now, opened)
        return cage_view(self.keeper.house, self.tables, asker, self.role, card)

    def form(self, act: ActView) -> ActView:
        return form(lambda it: self.sees(self.card, it), act)

    def patron(self, card: str = "1001") -> PatronDesk:
        found = self.sees(card).patron
        assert found is not None
        return found

    def does(self, act: ActView, **more: Any) -> tuple[Event, ...] | Refused:
        self.keeper.count += 1
        self.keeper.now += timedelta(seconds=1)
        id = f"k{self.keeper.count}"
        return self.keeper.submit(filled(self.form(act), self.name, self.role, self.keeper.now, id=id, **more))


def house() -> Keeper:
    """A house that knows Ann with card 1001 and Bob with card 1002, each with money in the account."""
    keeper = stocked("ann", "bob")
    for name, number, money in (("ann", "1001", 124_000), ("bob", "1002", 777_700)):
        happened(keeper.cashier(IssueCard, patron=name, number=number, pin_reference=REFERENCE))
        happened(keeper.cashier(DepositFunds, person=name, amount=money, means="bank-transfer"))
    return keeper


def busy() -> Keeper:
    """The same, with something of everything that can wait at a cage."""
    keeper = house()
    ticket = {"ticket": "T1", "table": "Electronic 1", "seat": 5, "amount": 21_250, "validation": PROOF}
    happened(keeper.device(IssueTicket, **ticket))
    happened(keeper.device(OweHandPay, id="H1", table="Electronic 1", seat=3, person="bob", amount=620_000))
    until = keeper.now + timedelta(days=14)
    happened(keeper.supervisor(IssueVoucher, voucher="V1", person="bob", amount=5_000, until=until))
    happened(keeper.cashier(slips.RequestFill, slip="F1", table="Sic Bo 1", amount=100_000))
    happened(keeper.cashier(slips.RequestCredit, slip="C1", table="Sic Bo 1", amount=50_000))
    happened(keeper.supervisor(slips.ApproveSlip, slip="C1"))
    happened(keeper.supervisor(trays.RemoveDropBox, box="B1", table="Sic Bo 1"))
    happened(keeper.device(RecordColours, table="Sic Bo 4", colour="green", count=14, value=500))
    happened(keeper.manager(DemandReturn, inquiry="I1", of="H0", person="bob", amount=1_000, reason="a fault"))
    return keeper


TABLES = {"Sic Bo 1": Croupier(name="Sic Bo 1").table}


# --- acts are what the house would take


@pytest.mark.parametrize("role", [CASHIER, SUPERVISOR, MANAGER, "inspector"])
def test_every_act_can_be_filled_in_and_is_refused_as_the_house_says(role: str) -> None:
    keeper = busy()
    clerk = Clerk(keeper, TABLES, role)
    acts = list(acts_in(clerk.sees("1001")))
    for act in acts:
        answer = decide(keeper.house, filled(clerk.form(act), clerk.name, role, keeper.now))
        if act.refused is None:
            assert not isinstance(answer, Refused) or answer.why is not Why.NOT_ALLOWED, (act, answer)
        else:
            assert isinstance(answer, Refused), act
    assert {it.do for it in acts} >= {
        "issue-card", "suspend-card", "set-pin", "check-pin", "deposit-funds", "withdraw-funds", "set-limit",
        "cash-chips", "sell-chips", "cash-colours", "pay-ticket", "hand-in-voucher", "pay-out", "request-fill",
        "request-credit", "approve-slip", "receive-credit", "count-tray", "count-drop-box", "take-return",
    }  # fmt: skip


def test_an_inspector_sees_everything_and_may_do_nothing_but_acknowledge_and_review() -> None:
    view = Clerk(busy(), TABLES, "inspector").sees("1001")
    assert {it.do for it in acts_in(view) if it.refused is None} <= {"acknowledge-notice", "review-inquiry"}


# --- one card


def test_one_card_is_looked_up_and_no_figure_of_another_is_there() -> None:
    clerk = Clerk(house())
    assert clerk.sees().patron is None
    view = clerk.sees("1001")
    assert view.patron is not None
    assert (view.patron.name, view.patron.balance) == ("ann", 124_000)
    assert view.patron.card is not None
    assert (view.patron.card.number, view.patron.card.words.en) == ("1001", "The one card in force")
    text = msgspec.json.encode(view).decode()
    assert "777700" not in text
    assert "1002" not in text


def test_a_card_that_is_not_in_force_says_why() -> None:
    keeper = house()
    happened(keeper.cashier(EndCard, patron="ann", reason="lost"))
    for card, said in (("1001", "no longer in force"), ("9999", "has issued no such card")):
        view = Clerk(keeper).sees(card)
        assert view.patron is None
        assert view.no_patron is not None
        assert said in view.no_patron.message


def test_neither_a_pin_nor_its_hash_nor_what_proves_a_ticket_is_ever_shown() -> None:
    text = msgspec.json.encode(Clerk(busy(), TABLES).sees("1001")).decode()
    assert REFERENCE not in text
    assert PROOF not in text


def test_a_card_is_suspended_reinstated_locked_and_unlocked_by_a_supervisor() -> None:
    keeper = house()
    cashier, supervisor = Clerk(keeper), Clerk(keeper, role=SUPERVISOR, name="sue")
    refused = the(cashier.patron().cards, "suspend-card").refused
    assert refused is not None
    assert refused.next == "ask cage supervisor or above"
    happened(supervisor.does(the(supervisor.patron().cards, "suspend-card")))
    card = cashier.patron().card
    assert card is not None
    assert (card.state, card.words.en) == ("suspended", "Suspended: words")
    happened(supervisor.does(the(supervisor.patron().cards, "reinstate-card")))
    for _ in range(5):
        happened(keeper.cashier(CheckPin, card="1001", matched=False))
    card = cashier.patron().card
    assert card is not None
    assert card.state == "locked"
    happened(supervisor.does(the(supervisor.patron().cards, "unlock-card")))
    assert the(cashier.patron().cards, "issue-card").refused is None


def test_a_suspended_card_is_not_got_round_by_a_new_one() -> None:
    keeper = house()
    happened(keeper.supervisor(SuspendCard, patron="ann", reason="a doubt"))
    refused = the(Clerk(keeper).patron().cards, "issue-card").refused
    assert refused is not None
    assert refused.why == "no-card"


# --- money and limits


def test_money_goes_in_and_out_and_the_deposit_limit_is_asked_of_the_house() -> None:
    keeper = house()
    happened(keeper.cashier(SetLimit, patron="ann", limit="deposit", amount=150_000))
    clerk = Clerk(keeper)
    patron = clerk.patron()
    assert [(it.used, it.left) for it in patron.limits if it.limit == "deposit"] == [(124_000, 26_000)]
    happened(clerk.does(the(patron.deposits, "deposit-funds", "cash"), amount=26_000))
    used_up = the(clerk.patron().deposits, "deposit-funds", "cash").refused
    assert used_up is not None
    assert used_up.why == "deposit-limit"
    assert the(clerk.patron().deposits, "deposit-funds", "chips").refused is None
    happened(clerk.does(the(clerk.patron().withdrawals, "withdraw-funds", "cash"), amount=150_000))
    assert clerk.patron().balance == 0
    empty = the(clerk.patron().withdrawals, "withdraw-funds", "cash").refused
    assert empty is not None
    assert empty.why == "not-enough"


@pytest.mark.clause("star-sicbo-2024", '1.1 "Loss Limit"')
def test_lowering_a_limit_counts_now_and_raising_it_a_day_later_and_can_be_cancelled() -> None:
    keeper = house()
    clerk = Clerk(keeper)

    def week() -> Any:
        return next(it for it in clerk.patron().limits if it.limit == "week")

    happened(clerk.does(week().set, amount=100_000))
    assert (week().amount, week().coming, week().cancel) == (100_000, False, None)
    happened(clerk.does(week().set, amount=200_000))
    assert (week().amount, week().coming_amount) == (100_000, 200_000)
    assert week().coming_since - keeper.now == timedelta(hours=24)
    happened(clerk.does(week().cancel))
    assert (week().amount, week().coming) == (100_000, False)
    happened(clerk.does(week().remove))
    assert (week().coming, week().coming_amount) == (True, None)
    keeper.now += timedelta(hours=24)
    assert (week().amount, week().coming) == (None, False)


def test_a_limit_that_was_offered_and_declined_is_on_record() -> None:
    keeper = house()
    happened(keeper.cashier(DeclineLimit, patron="ann", limit="month"))
    month = next(it for it in Clerk(keeper).patron().limits if it.limit == "month")
    assert month.declined == keeper.now


# --- tickets, vouchers, hand-pays


@pytest.mark.clause("aruze-sicbo", "3.8", "5.3")
def test_a_ticket_is_paid_once_against_the_number_on_it() -> None:
    clerk = Clerk(busy(), TABLES)
    (line,) = clerk.sees().tickets
    assert (line.title.en, line.words.en, line.amount) == ("Ticket T1", "Electronic 1, terminal 5", 21_250)
    pay = the(line, "pay-ticket")
    assert pay.refused is None
    wrong = clerk.does(pay, validation="guessed", amount=21_250)
    assert isinstance(wrong, Refused)
    happened(clerk.does(pay, validation=PROOF, amount=21_250))
    again = clerk.does(clerk.sees().pay_ticket, ticket="T1", validation=PROOF, amount=21_250)
    assert isinstance(again, Refused)
    assert "paid" in again.message
    assert clerk.sees().tickets == ()


def test_a_ticket_is_paid_to_the_account_of_the_card_on_the_counter_and_of_no_other() -> None:
    keeper = busy()
    clerk = Clerk(keeper, TABLES)
    assert [it.value for it in clerk.form(the(clerk.sees().tickets, "pay-ticket")).fields[-1].choices] == ["cash"]
    pay = the(clerk.sees("1001").tickets, "pay-ticket")
    happened(clerk.does(pay, validation=PROOF, amount=21_250, to="account"))
    assert clerk.patron().balance == 124_000 + 21_250


@pytest.mark.clause("aruze-sicbo", "5.1")
def test_a_hand_pay_waits_for_the_signature_and_for_the_sum_that_the_player_checked() -> None:
    clerk = Clerk(busy(), TABLES)
    (line,) = clerk.sees().payouts
    assert line.title.en == "Hand-pay, Electronic 1 terminal 3"
    assert [it.words.en for it in line.tags] == ["Player checks the sum and signs (5.1)"]
    pay = the(line, "pay-out")
    assert [it.key for it in clerk.form(pay).fields] == ["verified", "signed_by", "paper"]
    assert isinstance(clerk.does(pay, verified=620_000, signed_by="ann"), Refused)
    assert isinstance(clerk.does(pay, verified=619_999, signed_by="bob"), Refused)
    happened(clerk.does(the(line, "ask-identification")))
    waits = the(clerk.sees().payouts, "pay-out").refused
    assert waits is not None
    assert waits.clause == "aruze-sicbo 5.3.3"
    happened(clerk.does(the(clerk.sees().payouts, "show-identification")))
    happened(clerk.does(pay, verified=620_000, signed_by="bob"))
    assert clerk.sees().payouts == ()


def test_what_wrong_payments_owe_is_paid_or_taken_back_here() -> None:
    clerk = Clerk(house())
    for id, amount in (("m1", 1_000), ("m2", -2_000)):
        said: dict[str, Any] = {"table": "Sic Bo 3", "mispayment": id, "person": "ann", "amount": amount}
        happened(clerk.keeper.device(RecordOwed, rule="star-sicbo-2024 8.10", **said))
    owed, owes = (it for it in clerk.sees().payouts if it.id.startswith("owed-"))
    assert (owed.title.en, owed.title.zh, owed.amount) == ("Owed to ann", "应付 ann", 1_000)
    assert (owes.title.en, owes.title.zh, owes.amount) == ("ann owes", "ann 应退", 2_000)
    for line in (owed, owes):
        assert line.words.en == "wrong payment at Sic Bo 3"
        happened(clerk.does(line.acts[0]))
    assert not clerk.keeper.house.owed


def test_a_voucher_is_exchanged_at_a_table_and_then_gone() -> None:
    clerk = Clerk(busy(), TABLES)
    (line,) = clerk.sees().vouchers
    assert "bob" not in msgspec.json.encode(line).decode()
    happened(clerk.does(line.acts[0]))
    assert clerk.sees().vouchers == ()


# --- chips, colour checks, fills


@pytest.mark.clause("star-sicbo-2024", "3.7")
def test_colour_checks_are_paid_here_once_their_table_has_closed_and_not_before() -> None:
    at = Croupier(name="Sic Bo 3").opens().seats(ann=1)
    happened(at.dealer(IssueColours, seat=1, colour="red", count=8, value=1_000))
    clerk = Clerk(busy(), {"Sic Bo 3": at.table})
    closed, still_open = clerk.sees().colours
    assert (closed.table, closed.amount, closed.act.refused) == ("Sic Bo 4", 7_000, None)
    assert (still_open.table, still_open.amount) == ("Sic Bo 3", 8_000)
    assert still_open.act.refused is not None
    assert still_open.act.refused.next == "redeem them at Sic Bo 3 itself"
    happened(clerk.does(closed.act))
    assert [it.table for it in clerk.sees().colours] == ["Sic Bo 3"]
    happened(at.dealer(LeaveSeat, seat=1, with_checks=True))
    assert [(it.table, it.amount) for it in clerk.sees().colours] == [("Sic Bo 3", 8_000)], "they are in her pocket"


def test_a_fill_is_prepared_by_one_checked_by_another_and_then_handed_over() -> None:
    keeper = busy()
    cashier = Clerk(keeper, TABLES)
    fill, credit = cashier.sees().slips
    assert [it.words.en for it in fill.tags] == ["prepared by cara", "to be checked by another"]
    assert [it.words.en for it in credit.tags] == ["prepared by cara", "checked by sue"]
    assert fill.acts[0].refused is not None
    same = Clerk(keeper, TABLES, SUPERVISOR, name="cara").sees().slips[0].acts[0].refused
    assert same is not None
    assert same.why == "same-person"
    supervisor = Clerk(keeper, TABLES, SUPERVISOR, name="sue")
    happened(supervisor.does(supervisor.sees().slips[0].acts[0]))
    before = cashier.sees().chips
    happened(cashier.does(the(cashier.sees().slips[0], "deliver-fill")))
    assert cashier.sees().chips == before - 100_000
    counted = cashier.does(the(cashier.sees().slips, "receive-credit"), counted=49_999)
    assert isinstance(counted, Refused)


def test_chips_are_bought_and_sold_over_the_counter() -> None:
    keeper = house()
    clerk = Clerk(keeper)
    happened(clerk.does(the(clerk.sees().chip_acts, "cash-chips"), amount=97_000))
    assert holds(keeper, "cage/cash") == 1_000_000 - 97_000
    happened(clerk.does(the(clerk.sees().chip_acts, "sell-chips"), amount=1_000))
    assert clerk.sees().unbalanced == ""
