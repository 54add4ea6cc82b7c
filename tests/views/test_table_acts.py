"""What a dealer may do beside the keys: every act can be filled in, and says beforehand what the judge would answer."""

from collections.abc import Iterator
from typing import Any

import pytest

from dicehouse.odds import values
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import Phase, decide
from dicehouse.table.chips import BuyChips
from dicehouse.table.dealt_result import Settle, Uncover
from dicehouse.table.faults import LightsFailed, LightsReported
from dicehouse.table.mispayments import MispaymentRecorded
from dicehouse.table.settling import lit_at
from dicehouse.views.acts import ActView, Asker, Opened
from dicehouse.views.dealer import DealerView, dealer_view
from dicehouse.views.table_acts import equipment
from tests.croupier import Croupier, happened, kinds
from tests.views.acting import filled, form, the


def sees(at: Croupier, role: str = "", opened: Opened | None = None) -> DealerView:
    return dealer_view(at.table, 1, Asker("dora", role or at.book.roles[-1].id, at.now, opened))


def opens(at: Croupier, act: ActView, seat: int = 0) -> ActView:
    return form(lambda it: sees(at, opened=it), act, seat)


def does(at: Croupier, act: ActView, **more: Any) -> Any:
    at.count += 1
    return at.submit(filled(opens(at, act), "dora", at.book.roles[-1].id, at.now, id=f"a{at.count}", **more))


def stages(book: str) -> Iterator[Croupier]:
    """A table open, with a wager on it, and with its dice called."""
    at = Croupier(book, name="a table")
    over = tuple(it.wager.id for it in values(at.book) if it.returns > 1)
    at.opens(acknowledged=over).seats(ann=1, bob=2)
    yield at
    if at.table.phase is not Phase.BETTING:
        at.invites()
    happened(at.bets("ann", {"star-craps": "win-line", "crown-sicbo-b": "symbol-fish"}.get(book, "small"), 1_000))
    yield at
    if at.table.kind == "dealt":
        at.calls(1, 2, 4)
        yield at


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_act_beside_the_keys_can_be_filled_in_and_is_refused_as_the_judge_says(book: str) -> None:
    for at in stages(book):
        view, role = sees(at), at.book.roles[-1].id
        for act in (*view.wrong, *view.acts):
            opened = opens(at, act)
            answer = decide(at.table, filled(opened, "dora", role, at.now))
            assert act.refused in (None, opened.refused)
            if opened.refused is not None:
                assert isinstance(answer, Refused), act
                assert (answer.why, answer.clause or "") == (opened.refused.why, opened.refused.clause), act
            else:
                assert not isinstance(answer, Refused) or answer.why not in {Why.NOT_ALLOWED, Why.NOT_HERE}, act
        for act in view.seat_acts:
            there = opens(at, act, seat=1)
            assert there.given["seat"] == 1
            answer = decide(at.table, filled(there, "dora", role, at.now))
            assert not isinstance(answer, Refused) or answer.why not in {Why.NOT_ALLOWED, Why.NOT_HERE}, act


@pytest.mark.clause("star-sicbo-2024", "8.7")
def test_lights_that_are_wrong_are_reported_from_the_console_and_the_dice_decide() -> None:
    *_, at = stages("star-sicbo-2024")
    act = the(sees(at).wrong, "report-lights")
    assert act.refused is None
    right = lit_at(at.table, (1, 2, 4))
    assert kinds(happened(does(at, act, areas=list(right)))) == [LightsReported.__name__]
    wrong = happened(does(at, act, areas=["big"]))
    assert LightsFailed.__name__ in kinds(wrong)
    assert at.table.why_stopped(at.now)


def test_dead_lights_can_be_reported_before_the_table_is_lit_and_not_while_the_dice_are_called() -> None:
    at = next(stages("star-sicbo-2024"))
    assert the(sees(at).wrong, "report-lights").refused is None
    at.invites().closes_betting()
    happened(at.dealer(Uncover))
    refused = the(sees(at).wrong, "report-lights").refused
    assert refused is not None
    assert refused.why == Why.WRONG_PHASE


def test_a_payment_that_was_wrong_is_noticed_by_the_dealer_after_the_round() -> None:
    *_, at = stages("star-sicbo-2024")
    happened(at.dealer(Settle))
    act = the(sees(at, "dealer").wrong, "record-mispayment")
    assert act.refused is None
    said = {"due": 2_000, "paid": 1_000, "seat": 1, "person": "ann", "of": "wager"}
    (recorded,) = [it for it in happened(does(at, act, **said)) if isinstance(it, MispaymentRecorded)]
    assert (recorded.due, recorded.paid) == (2_000, 1_000)


@pytest.mark.clause("crown-sicbo", "5.1.7")
def test_a_demonstration_is_ordered_where_the_rulebook_knows_one() -> None:
    crown, star = next(stages("crown-sicbo-a")), next(stages("star-sicbo-2024"))
    happened(does(crown, the(sees(crown).acts, "order-demonstration"), spins=3))
    assert crown.table.demonstrations == 3
    assert "order-demonstration" not in {it.do for it in sees(star).acts}


def test_the_pit_empties_the_drop_box_once_there_is_something_in_it() -> None:
    at = next(stages("star-sicbo-2024"))
    assert "empty-box" in {str(it.order.__struct_config__.tag) for it in equipment(at.table)}
    happened(at.staff(BuyChips, seat=1, amount=5_000, with_="cash"))
    (act,) = [it for it in equipment(at.table) if it.order.__struct_config__.tag == "empty-box"]
    assert act.words.en == "$50 by the table's record"


def test_what_a_dealer_sees_of_a_seat_tells_nothing_of_its_money() -> None:
    *_, at = stages("star-sicbo-2024")
    at.table.seats[1].rack = 987_654
    assert "987" not in repr(sees(at).seat_acts)
