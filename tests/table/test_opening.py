"""Opening a table, closing it, and what has to be acknowledged or announced first."""

from datetime import UTC, datetime, timedelta

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import load
from dicehouse.table import Config, Phase, opening
from dicehouse.table.betting import PlaceWager
from dicehouse.table.dealt import Tumble
from dicehouse.table.dealt_result import CallNoResult
from dicehouse.table.opening import (
    AnnounceClosing,
    CloseTable,
    ClosingAnnounced,
    OpenTable,
    TableClosed,
    TableOpened,
    WithdrawClosing,
)
from dicehouse.table.people import LeaveSeat, TakeSeat
from tests.croupier import Croupier, happened, only, refused

RULEBOOKS = ("star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a", "crown-sicbo-b", "aruze-sicbo", "star-craps")
COLOURS = tuple(f"{it}-{colour}" for it in ("colour", "colour-double") for colour in ("red", "green", "blue"))
ACKNOWLEDGED = {"crown-sicbo-b": COLOURS, "star-sicbo-pre2024": ("star-sicbo-pre2024",)}
"""Wagers that return too much, and an edition that is no longer in force."""


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_table_opens_with_its_rulebook_limits_seats_and_chips_on_record(book: str) -> None:
    table = Croupier(book, name="pit 3, table 7", seats=5)
    opened = only(table.staff(OpenTable, float=500_000, acknowledged=ACKNOWLEDGED.get(book, ())), TableOpened)
    assert (opened.rulebook, opened.rulebook_hash, opened.float) == (book, table.book.hash, 500_000)
    assert opened.config.seats == 5
    assert refused(table.staff(OpenTable)) == (Why.TABLE_OPEN, None)
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "Order effect")
@pytest.mark.clause("star-craps", "Order effect")
@pytest.mark.parametrize(
    "book, day, opens",
    [
        ("star-sicbo-pre2024", datetime(2024, 8, 18, 13, 59, tzinfo=UTC), True),  # 23:59 in Sydney
        ("star-sicbo-pre2024", datetime(2024, 8, 18, 14, 0, tzinfo=UTC), False),
        ("star-sicbo-2024", datetime(2024, 8, 18, 13, 59, tzinfo=UTC), False),
        ("star-sicbo-2024", datetime(2024, 8, 18, 14, 0, tzinfo=UTC), True),
        ("crown-sicbo-a", datetime(2000, 1, 1, tzinfo=UTC), True),
        ("aruze-sicbo", datetime(2016, 6, 1, 13, 59, tzinfo=UTC), False),
        ("aruze-sicbo", datetime(2016, 6, 1, 14, 0, tzinfo=UTC), True),
        ("star-craps", datetime(2016, 8, 16, 13, 59, tzinfo=UTC), False),
        ("star-craps", datetime(2016, 8, 16, 14, 0, tzinfo=UTC), True),
    ],
)
def test_an_edition_that_is_not_in_force_is_acknowledged_by_name(book: str, day: datetime, opens: bool) -> None:
    """The 2024 edition took the place of the older one on 19 August 2024; the others came into force when approved."""
    table = Croupier(book)
    table.now = day - timedelta(seconds=1)
    assert opening.is_in_force(table.table, day) is opens
    if not opens:
        assert refused(table.staff(OpenTable)) == (Why.NOT_ACKNOWLEDGED, None)
        assert opening.to_acknowledge(table.table, day) == (book,)
    happened(table.staff(OpenTable, acknowledged=() if opens else (book,)))


def test_the_readings_in_force_are_on_record_where_they_are_not_the_shipped_ones() -> None:
    table = Croupier("star-sicbo-2024", {"even_totals": "printed", "streak_placed": "before_tumble"})
    assert only(table.staff(OpenTable), TableOpened).readings == {"even_totals": "printed"}


def test_nothing_happens_at_a_closed_table() -> None:
    table = Croupier()
    assert refused(table.player("ann", TakeSeat, seat=1)) == (Why.TABLE_CLOSED, "9.13")
    assert refused(table.player("ann", PlaceWager, seat=1, wager="small", stake=500)) == (Why.TABLE_CLOSED, "9.13")
    assert refused(table.dealer(OpenTable))[0] is Why.NOT_ALLOWED


def test_no_table_opens_on_a_wager_above_a_hundred_percent_until_it_is_acknowledged_by_name() -> None:
    table = Croupier("crown-sicbo-b")
    assert refused(table.staff(OpenTable)) == (Why.NOT_ACKNOWLEDGED, "3.15")
    assert refused(table.staff(OpenTable, acknowledged=COLOURS[:3])) == (Why.NOT_ACKNOWLEDGED, "3.10")
    happened(table.staff(OpenTable, acknowledged=COLOURS))
    exact = Croupier("crown-sicbo-b", {"colour_counts": "exact"})
    happened(exact.staff(OpenTable))


def test_a_reading_that_makes_a_wager_too_good_has_to_be_acknowledged_as_well() -> None:
    table = Croupier("star-sicbo-2024", {"streak_opening_result_counts": "true"})
    assert refused(table.staff(OpenTable)) == (Why.NOT_ACKNOWLEDGED, "6.3")
    without = Croupier("star-sicbo-2024", {"streak_opening_result_counts": "true"}, offers=("odd", "even", "four"))
    happened(without.staff(OpenTable))


def test_a_house_offers_only_optional_families_that_exist() -> None:
    table = Croupier("star-sicbo-2024", offers=("streaks",))
    assert refused(table.staff(OpenTable))[0] is Why.NOT_OFFERED


@pytest.mark.clause("star-sicbo-2024", "2.2", "6.1")
@pytest.mark.clause("star-sicbo-pre2024", "2.2", "6.1")
@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
@pytest.mark.parametrize("layout, has_streak", [("A", False), ("B", False), ("C", True), ("D", True)])
def test_super_streak_needs_a_layout_that_has_its_areas(book: str, layout: str, has_streak: bool) -> None:
    named = Croupier(book, layout=layout, offers=("odd", "even", "streak"))
    if has_streak:
        happened(named.staff(OpenTable, acknowledged=(book,)))
    else:
        assert refused(named.staff(OpenTable, acknowledged=(book,))) == (Why.NOT_OFFERED, "6.1")
    happened(Croupier(book, layout=layout).staff(OpenTable, acknowledged=(book,)))
    happened(Croupier(book, layout=layout, offers=("odd",)).staff(OpenTable, acknowledged=(book,)))


ONLY = [("crown-sicbo-a", "A", "B"), ("crown-sicbo-b", "B", "A"), ("aruze-sicbo", "A", "B"), ("star-craps", "A", "B")]


@pytest.mark.clause("crown-sicbo", "2.2.1")
@pytest.mark.clause("aruze-sicbo", "3.9.9")
@pytest.mark.clause("star-craps", "2.2")
@pytest.mark.parametrize("book, has, has_not", ONLY)
def test_a_table_has_one_of_its_documents_layouts(book: str, has: str, has_not: str) -> None:
    over = ACKNOWLEDGED.get(book, ())
    assert (Config().diagram(load(book)), Config(layout=has).diagram(load(book))) == (has, has)
    happened(Croupier(book, layout=has).staff(OpenTable, acknowledged=over))
    assert refused(Croupier(book, layout=has_not).staff(OpenTable, acknowledged=over))[0] is Why.NOT_HERE


def resting(book: str) -> Croupier:
    """A table with a player and no wager, between rounds or rolls."""
    table = Croupier(book).opens(acknowledged=ACKNOWLEDGED.get(book, ()))
    happened(table.player("ann", TakeSeat, seat=1))
    return table


CLOCKS = [
    pytest.param(book, clause, minutes, marks=pytest.mark.clause(book, clause))
    for book, clause, minutes in (
        ("star-sicbo-2024", "9.13", 20),
        ("star-sicbo-pre2024", "9.8", 20),
        ("star-craps", "9.8", 20),
        ("aruze-sicbo", "8.2", 5),
    )
]


@pytest.mark.parametrize("book, clause, minutes", CLOCKS)
def test_a_table_with_players_closes_when_its_sign_has_hung_long_enough(book: str, clause: str, minutes: int) -> None:
    table = resting(book)
    assert refused(table.staff(CloseTable)) == (Why.NOT_YET, clause)
    soon = table.now + timedelta(seconds=1, minutes=minutes) - timedelta(seconds=1)
    assert refused(table.staff(AnnounceClosing, closes=soon)) == (Why.NOT_YET, clause)
    announced = only(table.staff(AnnounceClosing), ClosingAnnounced)
    assert announced.closes == announced.at + timedelta(minutes=minutes)
    table.now = announced.closes - timedelta(seconds=2)
    assert refused(table.staff(CloseTable)) == (Why.NOT_YET, clause)
    closed = only(table.staff(CloseTable), TableClosed)
    assert (closed.at, closed.float) == (announced.closes, 10_000_000)
    assert table.table.phase is Phase.CLOSED
    happened(table.player("ann", LeaveSeat, seat=1))
    assert table.table.held() == 0
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "9.13")
def test_a_later_time_on_the_sign_is_the_one_that_counts() -> None:
    table = resting("star-sicbo-2024")
    late = table.now + timedelta(minutes=45)
    happened(table.staff(AnnounceClosing, closes=late))
    table.now += timedelta(minutes=30)
    assert refused(table.staff(CloseTable)) == (Why.NOT_YET, "9.13")
    table.now = late - timedelta(seconds=1)
    happened(table.staff(CloseTable))


@pytest.mark.clause("crown-sicbo", "9.8")
def test_crown_closes_after_three_spins_of_which_a_void_one_is_none() -> None:
    table = resting("crown-sicbo-a")
    assert refused(table.staff(CloseTable, role="tg-higher-duties-dealer")) == (Why.NOT_YET, "9.8")
    assert refused(table.dealer(AnnounceClosing)) == (Why.NOT_ALLOWED, "9.8")
    happened(table.staff(AnnounceClosing, role="tg-higher-duties-dealer"))
    table.invites()
    happened(table.dealer(CallNoResult, reason="cocked dice"))
    happened(table.dealer(Tumble))
    table.settles(1, 2, 3)
    table.plays(1, 2, 3)
    assert refused(table.staff(CloseTable)) == (Why.NOT_YET, "9.8")
    table.plays(1, 2, 3)
    happened(table.staff(CloseTable))
    assert table.replays()


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_table_without_players_closes_at_once(book: str) -> None:
    table = Croupier(book).opens(acknowledged=ACKNOWLEDGED.get(book, ()))
    happened(table.staff(CloseTable))
    assert table.table.came == 0
    table.opens(acknowledged=ACKNOWLEDGED.get(book, ()))
    assert table.replays()


def test_a_sign_that_is_taken_down_closes_nothing() -> None:
    table = resting("star-sicbo-2024")
    assert refused(table.staff(WithdrawClosing))[0] is Why.ALREADY_DONE
    happened(table.staff(AnnounceClosing))
    happened(table.staff(WithdrawClosing))
    table.now += timedelta(minutes=30)
    assert refused(table.staff(CloseTable)) == (Why.NOT_YET, "9.13")


def test_a_table_does_not_close_in_the_middle_of_a_round() -> None:
    table = Croupier().opens().invites()
    assert refused(table.staff(CloseTable)) == (Why.WRONG_PHASE, "9.13")


def test_time_does_not_run_backwards() -> None:
    table = resting("star-sicbo-2024")
    table.now -= timedelta(seconds=5)
    assert refused(table.staff(AnnounceClosing))[0] is Why.WRONG_CLOCK
