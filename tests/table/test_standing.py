"""What the house tells a table of people: breaks, pauses and exclusions, until they are over or lifted."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.odds import values
from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table.orders import DEVICE, Phase
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card
from dicehouse.table.standing import ExclusionLifted, LiftExclusion, TellStanding
from tests.croupier import Croupier, happened, refused

PLAIN = {"star-craps": "win-line", "crown-sicbo-b": "symbol-fish"}


def rests(at: Croupier, until: timedelta) -> None:
    """Seen from the next command."""
    happened(at.does(TellStanding, "errand", DEVICE, person="ann", resting=at.now + until))


@pytest.mark.parametrize("book", BUILT_IN)
def test_whoever_takes_a_break_places_nothing_until_it_is_over(book: str) -> None:
    over = tuple(it.wager.id for it in values(load(book)) if it.returns > 1)
    at = Croupier(book).opens(acknowledged=over).seats(ann=1, bob=2)
    if at.table.phase is not Phase.BETTING:
        at.invites()
    wager = PLAIN.get(book, "small")
    happened(at.bets("ann", wager, 1_000))
    rests(at, timedelta(minutes=5))
    assert refused(at.bets("ann", wager, 1_000)) == (Why.PAUSED, None)
    happened(at.bets("bob", wager, 1_000))
    assert at.table.seats[1].staked == 1_000
    rests(at, timedelta(0))
    happened(at.bets("ann", wager, 1_000))
    assert at.table.resting == {}


@pytest.mark.clause("star-sicbo-2024", "9.4")
@pytest.mark.parametrize(
    "book, clause",
    [("star-sicbo-2024", "9.4"), ("star-craps", "star-sicbo-2024 9.4"), ("crown-sicbo-a", "star-sicbo-2024 9.4")],
)
def test_whoever_is_paused_is_told_by_which_document(book: str, clause: str) -> None:
    at = Croupier(book).opens().seats(ann=1)
    if at.table.phase is not Phase.BETTING:
        at.invites()
    happened(at.does(TellStanding, "errand", DEVICE, person="ann", paused=at.now + timedelta(minutes=5)))
    assert refused(at.bets("ann", PLAIN.get(book, "small"), 1_000)) == (Why.PAUSED, clause)


def test_only_the_house_tells_a_table_of_a_break() -> None:
    at = Croupier().opens().seats(ann=1)
    fields: dict[str, Any] = {"person": "ann", "resting": at.now + timedelta(minutes=5)}
    assert refused(at.player("ann", TellStanding, **fields))[0] is Why.NOT_ALLOWED
    assert refused(at.staff(TellStanding, **fields))[0] is Why.NOT_ALLOWED


def test_what_the_house_tells_takes_the_place_of_what_it_told_before() -> None:
    at = Croupier().opens().seats(ann=1).excludes("ann").invites()
    assert refused(at.bets("ann", "small", 1_000))[0] is Why.EXCLUDED
    later = at.now + timedelta(minutes=5)
    happened(at.does(TellStanding, "errand", DEVICE, person="ann", paused=later))
    assert refused(at.bets("ann", "small", 1_000)) == (Why.PAUSED, "9.4")
    happened(at.does(TellStanding, "errand", DEVICE, person="bob"))
    assert at.table.paused == {"ann": later}
    happened(at.does(TellStanding, "errand", DEVICE, person="ann"))
    happened(at.bets("ann", "small", 1_000))
    assert (at.table.paused, at.table.exclusions) == ({}, {})
    assert at.replays()


@pytest.mark.clause("star-sicbo-2024", "9.8.2", "9.8.3")
def test_an_exclusion_that_has_a_time_is_over_at_that_time() -> None:
    at = Croupier().opens().seats(ann=1).invites()
    until = at.now + timedelta(seconds=10)
    at.excludes("ann", until=until)
    at.now = until - timedelta(seconds=2)
    assert refused(at.bets("ann", "small", 1_000)) == (Why.EXCLUDED, "9.8.2"), "a second before"
    happened(at.bets("ann", "small", 1_000))
    assert refused(at.staff(LiftExclusion, person="ann", reason="over"))[0] is Why.UNKNOWN_ID


@pytest.mark.clause("star-sicbo-2024", "9.8.2", "9.8.3")
@pytest.mark.parametrize("out_of, clause", [("table", "9.8.2"), ("game", "9.8.2"), ("casino", "9.8.3")])
def test_an_exclusion_is_lifted_by_whoever_may_exclude(out_of: str, clause: str) -> None:
    at = Croupier().opens().excludes("ann", out_of=out_of)
    says: dict[str, Any] = {"person": "ann", "reason": "a hearing aid"}
    assert refused(at.dealer(LiftExclusion, **says)) == (Why.NOT_ALLOWED, clause)
    assert refused(at.player("ann", LiftExclusion, **says))[0] is Why.NOT_ALLOWED
    (lifted,) = happened(at.staff(LiftExclusion, **says))
    assert isinstance(lifted, ExclusionLifted)
    assert (lifted.person, lifted.clause, lifted.exclusion.out_of) == ("ann", clause, out_of)
    assert refused(at.staff(LiftExclusion, **says)) == (Why.UNKNOWN_ID, "9.8.2")
    assert at.replays()


@pytest.mark.clause("aruze-sicbo", "8.7.3")
def test_where_the_casino_is_only_recommended_nobody_lifts_an_exclusion_from_it() -> None:
    at = Croupier("aruze-sicbo").opens().excludes("ann", out_of="casino")
    assert refused(at.staff(LiftExclusion, person="ann", reason="x")) == (Why.NOT_ALLOWED, "8.7.3")
    crown = Croupier("crown-sicbo-a").opens().excludes("ann", out_of="casino")
    assert refused(crown.staff(LiftExclusion, person="ann", reason="x")) == (Why.NOT_ALLOWED, "star-craps 9.3.2")


def test_a_table_of_a_house_takes_no_wager_before_the_house_has_cleared_the_seat() -> None:
    at = Croupier(cage=True).opens(tray=0).seats(bob=2)
    happened(at.player("ann", TakeSeat, seat=1, card=Card("1", "ann")))
    happened(at.dealer(BringChips, seat=1, amount=5_000))
    at.invites()
    assert refused(at.bets("ann", "small", 1_000)) == (Why.NOT_CLEARED, "3.1")
    happened(at.bets("bob", "small", 1_000))
