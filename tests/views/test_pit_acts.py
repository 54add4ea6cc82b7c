"""What a supervisor may do from the pit: acts that are exactly what the judge would take, opening, and limits."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import decide
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.config import Limits, Sign
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.orders import Phase
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.views.acts import ActView, acts_in
from tests.croupier import Croupier, happened
from tests.views.acting import filled, the
from tests.views.supervising import SUE, Supervisor


@pytest.fixture
def sicbo() -> Croupier:
    return Croupier(name="Sic Bo 3").opens().seats(ann=4, bob=2)


# --- acts are what the judge would take


def _opening(at: Croupier) -> ActView:
    pit = Supervisor(at)
    return pit.form(the(pit.opened(), "open-table"))


def stages(at: Croupier) -> Any:
    """A table closed, open, with wagers on it and with everything that can wait for a supervisor."""
    yield Supervisor(at)
    over = tuple(str(it.value) for field in _opening(at).fields for it in field.choices)
    at.opens(acknowledged=over)
    yield Supervisor(at)
    at.seats(ann=1, bob=2)
    if at.table.phase is not Phase.BETTING:
        at.invites()
    plain = {"star-craps": "win-line", "crown-sicbo-b": "symbol-fish"}.get(at.book.id, "small")
    happened(at.bets("ann", plain, 1_000, id="w1"))
    yield Supervisor(at)
    happened(at.player("ann", RaiseDispute, id="d1", about="the wager", bet="w1"))
    happened(at.staff(RecordMispayment, id="m1", of="wager", due=2_000, paid=1_000, seat=1, person="ann"))
    offence = next(iter(at.book.conduct))
    happened(at.staff(RecordContravention, id="b1", offence=offence, person="bob", who="player", what="a phone"))
    yield Supervisor(at)


@pytest.mark.parametrize("rulebook", BUILT_IN)
def test_every_act_can_be_filled_in_and_is_refused_exactly_as_the_judge_says(rulebook: str) -> None:
    at = Croupier(rulebook, name="a table")
    seen = set()
    for pit in stages(at):
        for listed in acts_in(pit.sees()):
            act = pit.form(listed)
            assert listed.refused in (None, act.refused)
            command = filled(act, SUE, pit.role, at.now, absent=True)
            answer = decide(at.table, command)
            seen.add(act.do)
            if act.refused is None:
                assert not isinstance(answer, Refused) or answer.why is not Why.NOT_ALLOWED, (act, answer)
            else:
                assert isinstance(answer, Refused), act
                assert (answer.why, answer.clause or "") == (act.refused.why, act.refused.clause), act
    wanted = {"open-table", "change-limits", "close-table", "record-mispayment", "invalidate-outcome", "raise-dispute"}
    assert wanted | {"record-contravention", "rectify-mispayment", "exclude-person"} <= seen


@pytest.mark.parametrize("rulebook", BUILT_IN)
def test_a_dealer_sees_the_same_acts_and_why_each_is_not_for_a_dealer(rulebook: str) -> None:
    at = Croupier(rulebook, name="a table")
    low = at.book.roles[0].id
    for high in stages(at):
        seen = Supervisor(at, role=low).opened().acts
        assert [it.do for it in seen] == [it.do for it in high.opened().acts]
    closing = the(Supervisor(at, role=low).opened().acts, "close-table")
    assert closing.refused is not None
    assert closing.refused.why == "not-allowed"
    assert closing.refused.clause == at.table.clause("close_table")


def test_a_refusal_does_not_repeat_the_name_of_its_command(sicbo: Croupier) -> None:
    act = the(Supervisor(sicbo).opened().acts, "close-table")
    assert act.refused is not None
    assert act.refused.message == "2 players are there; announce the closing first"


# --- wagers over 100%


def test_a_table_with_wagers_over_100_per_cent_opens_only_with_each_acknowledged_by_name() -> None:
    at = Croupier("crown-sicbo-b", name="Symbols 1")
    pit = Supervisor(at)
    (need,) = pit.sees().needs
    assert need.title.en == "Symbols 1 waits to open"
    assert "140.74%" in need.words.en
    act = pit.form(pit.opened().acts[0])
    (field,) = act.fields
    assert act.do == "open-table"
    assert {it.name.en: it.more.partition(" ")[0] for it in field.choices}["Red"] == "140.74%"
    every = [it.value for it in field.choices]
    for missing in every:
        left = decide(at.table, filled(act, SUE, pit.role, at.now, acknowledged=[it for it in every if it != missing]))
        assert isinstance(left, Refused)
        assert (left.why, at.table.book.name_of(str(missing)) in left.message) == (Why.NOT_ACKNOWLEDGED, True)
    happened(pit.does(act))
    assert at.table.phase is Phase.BETWEEN
    assert pit.sees().needs == ()


def test_a_table_without_such_wagers_opens_with_nothing_to_fill_in() -> None:
    pit = Supervisor(Croupier(name="Sic Bo 3"))
    (act,) = pit.opened().acts
    assert (act.do, act.asks, act.refused) == ("open-table", False, None)
    happened(pit.does(act))


def test_a_table_that_closed_with_players_at_it_can_be_opened_again(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    happened(pit.does(the(pit.opened().acts, "announce-closing")))
    sicbo.now += timedelta(minutes=20)
    happened(pit.does(the(pit.opened().acts, "close-table"), people="stay"))
    assert sicbo.table.seats
    happened(pit.does(the(pit.opened().acts, "open-table")))


def test_a_wager_over_100_per_cent_that_is_not_offered_need_not_be_acknowledged() -> None:
    reading = {"four_numbers": "drawn_from_four"}
    offered = Supervisor(Croupier("crown-sicbo-a", reading, name="Sic Bo 6"))
    left_out = Supervisor(Croupier("crown-sicbo-a", reading, name="Sic Bo 6", offers=("odd", "even")))
    assert len(offered.opened().over) == 4
    assert left_out.opened().over == ()
    happened(left_out.does(the(left_out.opened().acts, "open-table")))


# --- limits, personal limits, notices


def test_limits_are_filled_in_over_those_in_force_and_keep_what_was_not_touched(sicbo: Croupier) -> None:
    sign = Sign(every=Limits(500, 50_000), wagers={"total": Limits(100, 10_000)}, player=200_000)
    happened(sicbo.staff(ChangeLimits, sign=sign))
    sicbo.plays(1, 2, 4)
    sicbo.invites()
    pit = Supervisor(sicbo)
    answer = pit.does(the(pit.opened().acts, "change-limits"), **{"sign.every.maximum": 60_000})
    happened(answer)
    assert sicbo.table.coming is not None
    assert sicbo.table.coming.sign == Sign(
        every=Limits(500, 60_000), wagers={"total": Limits(100, 10_000)}, player=200_000
    )


def test_limits_of_a_seat_are_agreed_shown_and_ended(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    happened(pit.does(the(pit.opened().acts, "set-personal-limits"), seat=4, **{"limits.maximum": 200_000}))
    opened = pit.opened()
    assert [(it.seat, it.limits.maximum) for it in opened.personal] == [(4, 200_000)]
    assert [it.words.en for it in opened.seats[3].marks] == ["limits of its own"]
    happened(pit.does(opened.personal[0].end))
    assert pit.opened().personal == ()


def test_a_closing_is_announced_withdrawn_or_done_when_its_time_has_come(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    happened(pit.does(the(pit.opened().acts, "announce-closing")))
    closing = the(pit.opened().acts, "close-table")
    assert closing.refused is not None
    assert closing.refused.clause == "9.13"
    sicbo.now += timedelta(minutes=20)
    assert the(pit.opened().acts, "close-table").refused is None
    happened(pit.does(the(pit.opened().acts, "withdraw-closing")))
    assert the(pit.opened().acts, "announce-closing").refused is None
