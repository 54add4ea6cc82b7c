"""Colour checks that leave an open table in somebody's pocket, and come back."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import PlaceWager
from dicehouse.table.checks_away import BringColours, ColoursBrought, ColoursReturned, ReturnColours
from dicehouse.table.colours import IssueColours, RedeemColours
from dicehouse.table.opening import CloseTable, OpenTable, TableClosed
from dicehouse.table.people import LeaveSeat, SeatLeft
from dicehouse.table.state import Away
from tests.croupier import Croupier, happened, only, refused

STAR, OLDER, CROWN = "star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a"
BOOKS = [(STAR, "3.7", "3.8"), (OLDER, "3.6", "3.7"), (CROWN, "3.1.2(c)", "3.1.2(d)")]
"""With the clause on redemption, and the one on a colour that another player has."""


def taken_away(book: str, count: int = 20, value: int = 500, **config: Any) -> Croupier:
    """Ann bought red checks and walked off with them; Bob and Cas are there."""
    table = Croupier(book, **config).opens().seats(ann=1, bob=2, cas=3)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=count, value=value))
    happened(table.dealer(LeaveSeat, seat=1, with_checks=True))
    return table


def away(count: int, person: str = "ann", colour: str = "red", value: int = 500) -> Away:
    return Away(person=person, colour=colour, count=count, value=value)


@pytest.mark.clause(STAR, "3.6", "3.7")
@pytest.mark.clause(OLDER, "3.5", "3.6")
@pytest.mark.clause("crown-sicbo", "3.1.2(b)", "3.1.2(c)(i)")
@pytest.mark.parametrize("book, clause, _", BOOKS)
def test_checks_that_were_taken_away_come_back_and_are_redeemed_at_their_value(book: str, clause: str, _: str) -> None:
    table = taken_away(book)
    left = next(it for it in table.events if isinstance(it, SeatLeft))
    assert (left.chips, left.checks["red"].count, left.good_here, left.clause) == (90_000, 20, True, clause)
    assert table.table.away == [away(20)]
    assert table.table.held() == table.table.came == 10_000_000 + 200_000, "ten thousand are in her pocket"
    table.seats(rack=1_000, ann=1)
    back = only(table.dealer(BringColours, seat=1, colour="red", count=15), ColoursBrought)
    assert (back.value, back.of, back.clause) == (500, (away(15),), clause)
    assert table.table.away == [away(5)]
    happened(table.dealer(RedeemColours, seat=1, colour="red", count=15))
    assert table.rack("ann") == 1_000 + 7_500
    assert refused(table.dealer(BringColours, seat=1, colour="red", count=6)) == (Why.NOT_ENOUGH, clause)
    assert refused(table.dealer(BringColours, seat=1, colour="blue", count=1)) == (Why.NOT_ENOUGH, clause)
    assert refused(table.dealer(BringColours, seat=7, colour="red", count=1))[0] is Why.SEAT_EMPTY
    assert table.replays()


@pytest.mark.clause(STAR, "3.6")
def test_they_can_be_played_with_again_at_that_table() -> None:
    table = taken_away(STAR).seats(ann=1)
    happened(table.dealer(BringColours, seat=1, colour="red", count=20))
    table.invites()
    bet = table.player("ann", PlaceWager, seat=1, wager="small", stake=1_000, chips="colour", colour="red")
    happened(bet)
    table.settles(1, 2, 5)
    assert table.table.held() == table.table.came
    assert table.replays()


@pytest.mark.clause(STAR, "3.8")
@pytest.mark.clause(OLDER, "3.7")
@pytest.mark.clause("crown-sicbo", "3.1.2(d)")
@pytest.mark.parametrize("book, _, clause", BOOKS)
def test_their_colour_is_issued_to_nobody_else_meanwhile_unless_its_holder_agrees(
    book: str, _: str, clause: str
) -> None:
    table = taken_away(book)
    red: dict[str, Any] = {"seat": 2, "colour": "red", "count": 5, "value": 500}
    assert refused(table.dealer(IssueColours, **red)) == (Why.WRONG_CHIPS, clause)
    happened(table.dealer(IssueColours, **red, agreed=("ann",)))
    table.seats(ann=1)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=1, value=500, agreed=("bob",)))
    assert table.replays()


@pytest.mark.clause(STAR, "3.10")
def test_colours_that_are_away_are_not_left_for_those_without_one() -> None:
    table = taken_away(STAR, colours=("red", "blue", "green"))
    happened(table.dealer(IssueColours, seat=2, colour="blue", count=5, value=500))
    second = table.staff(IssueColours, seat=2, colour="green", count=5, value=500)
    assert refused(second) == (Why.WRONG_CHIPS, "3.10")


def test_no_more_checks_of_a_colour_are_out_than_there_are() -> None:
    table = taken_away(STAR, checks=30).seats(ann=1)
    assert refused(table.dealer(IssueColours, seat=1, colour="red", count=11, value=500))[0] is Why.NOT_ENOUGH
    happened(table.dealer(IssueColours, seat=1, colour="red", count=10, value=500))


@pytest.mark.clause(STAR, "3.7")
def test_whoever_presents_them_is_paid_and_ones_own_come_first() -> None:
    table = taken_away(STAR).seats(ann=1)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=4, value=500))
    happened(table.dealer(LeaveSeat, seat=1, with_checks=True))
    assert table.table.away == [away(24)], "of one person and value they are one"
    happened(table.dealer(IssueColours, seat=2, colour="red", count=3, value=500, agreed=("ann",)))
    happened(table.player("bob", LeaveSeat, seat=2, with_checks=True))
    table.seats(bob=2)
    back = only(table.dealer(BringColours, seat=2, colour="red", count=2), ColoursBrought)
    assert back.of == (away(2, "bob"),)
    back = only(table.dealer(BringColours, seat=2, colour="red", count=3), ColoursBrought)
    assert back.of == (away(1, "bob"), away(2))
    assert table.table.away == [away(22)]
    assert table.replays()


@pytest.mark.clause(STAR, "3.7")
def test_checks_of_one_colour_at_two_values_are_traced_before_they_are_taken() -> None:
    table = taken_away(STAR)
    happened(table.dealer(IssueColours, seat=2, colour="red", count=3, value=1_000, agreed=("ann",)))
    happened(table.player("bob", LeaveSeat, seat=2, with_checks=True))
    assert refused(table.dealer(BringColours, seat=3, colour="red", count=1)) == (Why.NOT_DECLARED, "3.7")
    happened(table.dealer(BringColours, seat=3, colour="red", count=1, value=1_000))
    other = table.dealer(BringColours, seat=3, colour="red", count=1, value=500)
    assert refused(other) == (Why.WRONG_CHIPS, "3.7")
    table.seats(ann=1)
    assert only(table.dealer(BringColours, seat=1, colour="red", count=20), ColoursBrought).value == 500
    assert table.replays()


def test_a_player_without_checks_leaves_as_ever() -> None:
    table = Croupier(STAR).opens().seats(ann=1)
    left = only(table.player("ann", LeaveSeat, seat=1, with_checks=True), SeatLeft)
    assert (left.checks, left.good_here, left.clause) == ({}, False, "")


@pytest.mark.clause(STAR, "3.7")
def test_when_the_table_closes_the_house_takes_over_what_is_out_and_gives_it_back_when_it_opens() -> None:
    table = taken_away(STAR)
    for name, seat in (("bob", 2), ("cas", 3)):
        happened(table.player(name, LeaveSeat, seat=seat))
    closed = only(table.staff(CloseTable), TableClosed)
    assert closed.away == (away(20),)
    assert table.table.away == []
    happened(table.staff(OpenTable))
    again = only(table.does(ReturnColours, "the house", "device", colour="red", count=20, value=500), ColoursReturned)
    assert again.away == away(20, "")
    table.seats(bob=2)
    happened(table.dealer(BringColours, seat=2, colour="red", count=20))
    assert refused(table.dealer(ReturnColours, colour="red", count=1, value=500))[0] is Why.NOT_ALLOWED
    assert table.replays()
