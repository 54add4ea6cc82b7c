"""Play put right after it was counted: void wagers earn nothing, and entries that are sealed stay as they are."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.promotions.drawing import SealEntries
from dicehouse.house.promotions.entering import CountPlay, ShutOut
from dicehouse.house.promotions.lot import Entry
from dicehouse.house.promotions.publishing import ApproveAmendment, ProposeAmendment
from dicehouse.house.promotions.recounting import PlayRecounted, RecountPlay
from dicehouse.house.promotions.terms import Earning
from dicehouse.house.sentences import told
from dicehouse.refusal import Why
from dicehouse.table.notices import NoticeGiven
from tests.house.keeper import NOON, happened, kinds, only
from tests.house.promotions.promoter import DAY, Promoter, every, refused, terms


def plays(desk: Promoter, person: str, staked: int, number: int, table: str = "7") -> None:
    happened(desk.device(CountPlay, promotion="summer", person=person, table=table, staked=staked, round=number))


def recounts(desk: Promoter, person: str, staked: int, number: int, **fields: Any) -> Any:
    said = {"promotion": "summer", "table": "7", "round": number, "reason": "the terminal failed"}
    return desk.device(RecountPlay, person=person, staked=staked, **{**said, **fields})


def stands(desk: Promoter, person: str = "ann") -> tuple[int, int]:
    """Someone's entries, and what counts toward the next."""
    it = desk.promotion
    assert it.earned.get(person, 0) == sum(entry.number for entry in it.entries if entry.person == person)
    return it.earned.get(person, 0), it.toward.get(person, 0)


@every("7.3", "7.4")
def test_void_wagers_take_their_entries_back_once() -> None:
    desk = Promoter("aruze-sicbo").starts()
    plays(desk, "ann", 7_000, 1)
    plays(desk, "bob", 5_000, 1)
    plays(desk, "ann", 14_000, 2)
    assert stands(desk) == (4, 1_000)
    answer = recounts(desk, "ann", 0, 2)
    assert told(only(answer, PlayRecounted)) == (
        "$0 instead of $140 counts for ann in round 2 at 7, with 3 entries fewer in summer: the terminal failed "
        "(aruze-sicbo 6.7.3)"
    )
    assert stands(desk) == (1, 2_000), "50.00 an entry: 70.00 is one, and 20.00 toward the next"
    assert desk.promotion.entries == [Entry("ann", 1), Entry("bob", 1)]
    again = refused(recounts(desk, "ann", 0, 2), Why.ALREADY_DONE)
    assert (again.clause, again.next) == ("aruze-sicbo 6.7.4", "leave it as it is")
    plays(desk, "ann", 4_000, 3)
    refused(recounts(desk, "ann", 0, 2), Why.ALREADY_DONE)
    assert stands(desk) == (2, 1_000)
    refused(recounts(desk, "zoe", 0, 1), Why.ALREADY_DONE)
    refused(recounts(desk, "ann", 0, 2, promotion="x"), Why.UNKNOWN_ID)
    assert desk.replays()


def test_the_wagers_of_a_log_count_instead() -> None:
    desk = Promoter().starts()
    plays(desk, "ann", 4_000, 1)
    more = only(recounts(desk, "ann", 9_000, 1), PlayRecounted)
    assert "$90 instead of $40 counts for ann in round 1 at 7, with 1 entry more in summer" in told(more)
    assert stands(desk) == (1, 4_000)
    fewer = only(recounts(desk, "ann", 6_000, 1), PlayRecounted)
    assert "with the same entries in summer" in told(fewer)
    assert stands(desk) == (1, 1_000)


def test_rounds_count_or_do_not() -> None:
    desk = Promoter(entries=Earning(for_rounds=2, minimum_wager=1_000)).starts()
    plays(desk, "ann", 1_000, 1)
    plays(desk, "ann", 2_000, 2)
    assert stands(desk) == (1, 0)
    happened(recounts(desk, "ann", 1_500, 2))
    assert stands(desk) == (1, 0), "it is a round still"
    happened(recounts(desk, "ann", 999, 2))
    assert stands(desk) == (0, 1), "below the qualifying wager it is none"
    assert desk.promotion.earned == {}
    happened(recounts(desk, "bob", 1_000, 2))
    assert stands(desk, "bob") == (0, 1), "a round that did not qualify and does"


def test_what_play_was_worth_beyond_the_most_goes_first() -> None:
    desk = Promoter(entries=Earning(for_rounds=1, most_each=2)).starts()
    for number in (1, 2, 3):
        plays(desk, "ann", 100, number, table=str(number))
    assert stands(desk) == (2, 0)
    happened(recounts(desk, "ann", 0, 3, table="3"))
    assert stands(desk) == (2, 0), "two rounds are left"
    happened(recounts(desk, "ann", 0, 2, table="2"))
    assert stands(desk) == (1, 0)


def test_nothing_goes_below_nothing_where_the_terms_have_changed_since() -> None:
    desk = Promoter(entries=Earning(for_stakes_of=20_000)).starts()
    plays(desk, "ann", 20_000, 1)
    other = terms(entries=Earning(for_stakes_of=5_000))
    happened(desk.operator(ProposeAmendment, promotion="summer", terms=other, reason="Entries are too dear."))
    letter = {"promotion": "summer", "reference": "L/17", "approved": desk.now}
    happened(desk.manager(ApproveAmendment, **letter))
    happened(recounts(desk, "ann", 0, 1))
    assert stands(desk) == (0, 0), "one entry of 200.00 is all there was"


def test_nobody_gets_entries_who_may_not_have_any() -> None:
    desk = Promoter().starts()
    plays(desk, "bob", 5_000, 1)
    refused(recounts(desk, "zoe", 5_000, 1), Why.NOT_ELIGIBLE)
    happened(desk.manager(ShutOut, promotion="summer", person="bob", reason="works here"))
    refused(recounts(desk, "bob", 0, 1), Why.NOT_ELIGIBLE)
    assert desk.promotion.toward == {}


@every("7.3")
def test_sealed_entries_stay_and_the_manager_is_told() -> None:
    desk = Promoter("star-craps").starts()
    plays(desk, "ann", 10_000, 3)
    plays(desk, "bob", 1_000, 3)
    desk.until(NOON + 4 * DAY)
    happened(desk.manager(SealEntries, promotion="summer"))
    answer = recounts(desk, "ann", 0, 3)
    assert kinds(answer) == ["PlayRecounted", "NoticeGiven"]
    it = only(answer, NoticeGiven)
    assert (it.to, it.clause) == ("gaming-manager", "star-craps 10.7.3")
    assert it.about == (
        "ann has 2 entries in summer, sealed, and should have 0, since round 3 at 7 was put right: "
        "the terminal failed; decide about a prize"
    )
    assert stands(desk) == (2, 0)
    refused(recounts(desk, "ann", 0, 3), Why.ALREADY_DONE)
    assert kinds(recounts(desk, "bob", 0, 3)) == ["PlayRecounted"], "it had earned no entry"
    assert desk.replays()


@given(st.lists(st.tuples(st.integers(1, 30_000), st.integers(0, 30_000)), min_size=1, max_size=6), st.integers(0, 3))
def test_a_count_put_right_is_what_it_would_have_been_from_the_beginning(
    rounds: list[tuple[int, int]], most: int
) -> None:
    """Whatever came between, at other tables."""
    desk, other = (Promoter(entries=Earning(for_stakes_of=5_000, most_each=most)).starts() for _ in range(2))
    for number, (counted, _) in enumerate(rounds, 1):
        plays(desk, "ann", counted, number, table=str(number))
    for number, (counted, true) in enumerate(rounds, 1):
        if counted != true:
            happened(recounts(desk, "ann", true, number, table=str(number)))
        if true:
            plays(other, "ann", true, number, table=str(number))
    assert stands(desk) == stands(other)
