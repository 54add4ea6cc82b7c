"""A table opens and closes with a count of its tray by two people, and on nobody's chips without a word on them."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.colours import IssueColours
from dicehouse.table.counted import Chips
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.opening import AnnounceClosing, CloseTable, OpenTable, TableClosed, TableOpened
from dicehouse.table.orders import DEVICE
from dicehouse.table.people import SeatLeft
from dicehouse.table.terminals import ReportTerminalFault
from dicehouse.table.tray import AnnounceFill, SendFillBack
from tests.croupier import Croupier, happened, only, refused
from tests.hall import hall

TRAY = (Chips(10_000, 90), Chips(2_500, 40))
"""10,000.00."""
SHORT = (Chips(10_000, 90), Chips(2_500, 39))


def closing(seats: bool = True, **config: Any) -> Croupier:
    """A table whose notice has run, with Ann and Bob at it."""
    table = Croupier("star-sicbo-2024", cage=True, **config).opens(tray=1_000_000, with_="dora")
    if seats:
        table.seats(ann=1, bob=2)
    happened(table.staff(AnnounceClosing))
    table.now += timedelta(minutes=20)
    return table


# --- chips that people hold


def test_it_does_not_close_on_chips_in_front_of_people_without_a_word_on_them() -> None:
    table = closing()
    no = table.staff(CloseTable)
    assert refused(no) == (Why.NOT_ACKNOWLEDGED, "9.13")
    assert "$2,000 is still in front of people, seats 1, 2" in str(no)


def test_people_leave_with_all_they_hold_and_their_checks_are_paid_at_the_cage() -> None:
    table = closing()
    happened(table.dealer(IssueColours, seat=2, colour="red", count=8, value=1_000))
    closed, ann, bob = happened(table.staff(CloseTable, people="take-along"))
    assert isinstance(closed, TableClosed)
    assert isinstance(ann, SeatLeft)
    assert isinstance(bob, SeatLeft)
    assert (ann.person, ann.chips, ann.checks) == ("ann", 100_000, {})
    assert (bob.person, bob.chips, bob.checks["red"].count, bob.good_here) == ("bob", 92_000, 8, False)
    assert table.table.seats == {}
    assert table.replays()


def test_people_may_stay_with_their_chips_and_empty_hands_need_no_word() -> None:
    table = closing()
    only(table.staff(CloseTable, people="stay"), TableClosed)
    assert table.rack("ann") == 100_000
    nobody = closing(seats=False)
    nobody.seats(rack=1, cat=3)
    happened(nobody.does(SetLossLimit, "the house", DEVICE, seat=3, person="cat"))
    assert refused(nobody.staff(CloseTable))[0] is Why.NOT_ACKNOWLEDGED


@pytest.mark.clause("star-sicbo-2024", "9.2.3")
def test_who_declares_what_is_left_leaves_by_themselves() -> None:
    table = closing()
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, person="ann", headroom=50_000))
    assert refused(table.staff(CloseTable, people="take-along")) == (Why.NOT_DECLARED, "9.2.3")
    assert table.rack("ann") == 100_000


def test_nobody_is_sent_from_a_terminal_that_is_out_of_order() -> None:
    table = hall()
    happened(table.staff(AnnounceClosing))
    table.now += timedelta(minutes=30)
    happened(table.staff(ReportTerminalFault, seat=3, kind="display", said="it is dark"))
    assert refused(table.staff(CloseTable, people="take-along"))[0] is Why.OUT_OF_ORDER


def test_it_does_not_close_on_a_fill_that_came_and_was_not_counted() -> None:
    table = closing(seats=False)
    happened(table.does(AnnounceFill, "the house", DEVICE, slip="F-00001", amount=100, handed_by="cara"))
    assert refused(table.staff(CloseTable))[0] is Why.NOT_YET
    happened(table.staff(SendFillBack, slip="F-00001", reason="it closes"))
    happened(table.staff(CloseTable))


# --- counts


def test_a_tray_is_counted_by_two_people_as_it_closes() -> None:
    table = closing(seats=False, count_trays=True)
    assert refused(table.staff(CloseTable))[0] is Why.NOT_YET, "the house counts every tray"
    assert refused(table.staff(CloseTable, chips=TRAY))[0] is Why.NOT_YET, "by one alone"
    alone = table.does(CloseTable, "sue", table.supervisor, chips=TRAY, with_="sue")
    assert refused(alone)[0] is Why.SAME_PERSON
    assert refused(table.staff(CloseTable, chips=TRAY, counted=1, with_="dora"))[0] is Why.ENTRY_DIFFERS
    closed = only(table.staff(CloseTable, chips=TRAY, with_="dora"), TableClosed)
    assert (closed.float, closed.counted, closed.chips, closed.with_) == (1_000_000, 1_000_000, TRAY, "dora")
    assert table.table.last_tray == 1_000_000


def test_a_count_that_differs_from_the_record_says_why() -> None:
    table = closing(seats=False)
    assert refused(table.staff(CloseTable, chips=SHORT, with_="dora"))[0] is Why.ENTRY_DIFFERS
    closed = only(table.staff(CloseTable, chips=SHORT, with_="dora", explained="one fell down"), TableClosed)
    assert (closed.float, closed.counted, closed.explained) == (1_000_000, 997_500, "one fell down")
    assert table.table.last_tray == 997_500


def closed() -> Croupier:
    table = closing(seats=False)
    happened(table.staff(CloseTable, counted=1_000_000, with_="dora"))
    return table


def test_a_tray_is_counted_against_what_was_left_as_it_opens() -> None:
    table = closed()
    assert refused(table.staff(OpenTable, float=1_000_001, with_="dora"))[0] is Why.NOT_ENOUGH
    assert refused(table.staff(OpenTable, chips=SHORT, with_="dora"))[0] is Why.ENTRY_DIFFERS
    assert refused(table.staff(OpenTable, chips=SHORT, float=1, with_="dora"))[0] is Why.ENTRY_DIFFERS
    opened, *_ = happened(table.staff(OpenTable, chips=SHORT, with_="dora", explained="one went to the count room"))
    assert isinstance(opened, TableOpened)
    assert (opened.float, opened.chips, opened.with_) == (997_500, SHORT, "dora")


def test_without_a_count_nothing_is_held_against_it_and_terminals_have_no_tray() -> None:
    happened(closed().staff(OpenTable, float=5_000))
    assert refused(hall_closed().staff(OpenTable, with_="dora"))[0] is Why.NOT_HERE


def hall_closed() -> Croupier:
    return Croupier("aruze-sicbo", count_trays=True)
