"""Drop, win, hold and theory of each table as the pit sees them live, and who is rated."""

from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest
from msgspec.structs import replace

from dicehouse.house.cage_state import Tray
from dicehouse.house.patron_state import Patron, PlayerCard
from dicehouse.house.policy import Policy, RatingsPolicy
from dicehouse.house.state import House
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.reports.rated_play import Sums
from dicehouse.table.chips import BuyChips
from dicehouse.table.opening import CloseTable, OpenTable
from dicehouse.table.people import LeaveSeat
from dicehouse.table.tray import FillTray
from dicehouse.views import played as played_module
from dicehouse.views import takings
from dicehouse.views.played import Played
from tests.croupier import Croupier, happened
from tests.reports.evening import kept
from tests.views.supervising import Supervisor


def card(number: str) -> PlayerCard:
    return PlayerCard(number=number, form="physical", membership="club")


def house(percent: int | None = 20) -> House:
    """Ann has a card, Bob has none."""
    ratings = None if percent is None else RatingsPolicy(comps_percent=percent)
    return House(patrons={"ann": Patron(name="ann", card=card("88125540"))}, policy=Policy(ratings=ratings))


@pytest.fixture
def sicbo() -> Croupier:
    """Ann buys chips for 400.00 and loses 100.00 of them; Bob wins 50.00."""
    at = Croupier(name="Sic Bo 3").opens().seats(rack=50_000, ann=4, bob=2)
    happened(at.dealer(BuyChips, seat=4, amount=40_000))
    at.invites()
    happened(at.bets("ann", "small", 10_000))
    happened(at.bets("bob", "big", 5_000))
    at.settles(4, 5, 6)
    return at


# --- figures


def test_the_board_has_drop_win_and_hold_before_anyone_counts(sicbo: Croupier) -> None:
    """400.00 in the box; 100.00 won of Ann and 50.00 lost to Bob."""
    (line,) = Supervisor(sicbo).sees().tables
    it = line.figures
    assert (it.drop, it.win, it.hold, it.turnover) == (40_000, 5_000, "12.50%", None)


def test_a_fill_is_no_win(sicbo: Croupier) -> None:
    happened(sicbo.staff(FillTray, slip="F-1", amount=100_000))
    (line,) = Supervisor(sicbo).sees().tables
    assert (line.figures.win, line.figures.tray) == (5_000, 10_000_000 - 40_000 + 5_000 + 100_000)


def test_closing_figures_stay_until_the_table_opens_again(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo, house())
    for name, seat in (("ann", 4), ("bob", 2)):
        happened(sicbo.player(name, LeaveSeat, seat=seat))
    happened(sicbo.staff(CloseTable))
    (line,) = pit.sees().tables
    assert (line.open, line.figures.drop, line.figures.win, line.figures.hold) == (False, 40_000, 5_000, "12.50%")
    assert line.theory is not None
    assert (line.theory.win, line.theory.results) == (5_000, 1)
    assert [(it.here, it.win) for it in pit.sees().ratings.lines] == [(False, 10_000), (False, -5_000)]
    happened(sicbo.staff(OpenTable, float=1_000_000))
    (line,) = pit.sees().tables
    assert (line.figures.drop, line.figures.win) == (0, 0)
    assert line.theory is not None, "the gaming day goes on"


def test_what_the_cage_has_counted_comes_before_what_the_table_has_on_record(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    for name, seat in (("ann", 4), ("bob", 2)):
        happened(sicbo.player(name, LeaveSeat, seat=seat))
    happened(sicbo.staff(CloseTable))
    pit.sees()
    counted = Tray(opener=10_000_000, since=sicbo.now, closer=9_966_000, drop=40_000)
    found = takings.table_figures(sicbo.table, House(trays={"Sic Bo 3": counted}), pit.played)
    assert (found.drop, found.win) == (40_000, 6_000)
    assert (
        takings.table_figures(sicbo.table, House(trays={"Sic Bo 3": replace(counted, closer=None)}), pit.played).win
        == 5_000
    )


def test_all_tables_together_have_the_sum_of_their_figures_and_of_their_variances() -> None:
    one, two = takings.FiguresView(40_000, 5_000, "", 0, None), takings.FiguresView(10_000, None, "", 0, None)
    found = takings.totals([one, two], [None])
    assert (found.tables, found.drop, found.win, found.hold, found.theory, found.within) == (
        1,
        40_000,
        5_000,
        "12.50%",
        0,
        0,
    )


# --- theory


def test_the_theory_of_a_table_stands_beside_what_its_wagers_left(sicbo: Croupier) -> None:
    """150.00 at 1/36; Small against Big swings as 50.00 of Small does, but for the triples that both lose to."""
    pit = Supervisor(sicbo).sees()
    (line,) = pit.tables
    assert line.theory is not None
    assert (line.theory.win, line.theory.theory, line.theory.edge, line.theory.results) == (5_000, 417, "2.78%", 1)
    backs = [(105, 20_000), (105, 10_000), (6, 0)]
    mean = Fraction(sum(n * it for n, it in backs), 216)
    variance = Fraction(sum(n * it * it for n, it in backs), 216) - mean**2
    assert (line.theory.within - 1) ** 2 < variance * Fraction(196, 100) ** 2 <= line.theory.within**2
    assert (pit.totals.theory, pit.totals.within) == (417, line.theory.within)


def test_a_table_without_a_decided_wager_has_no_theory_yet() -> None:
    (line,) = Supervisor(Croupier(name="Sic Bo 3").opens()).sees().tables
    assert line.theory is None
    assert takings.theory_view(None) is None


def far(pit: Supervisor, results: int, win: int) -> None:
    """So many results on which the house won so much where 10.00 was expected, give or take 19.60."""
    day = pit.played.day
    assert day is not None
    day.everyone = Sums(results=results, wagers=1, win=win, theory=Fraction(1_000), variance=Fraction(1_000_000))


@pytest.mark.parametrize(
    "win, title, words",
    [
        (2_961, "Sic Bo 3 above its interval", "Won $29.61, at most $29.60 expected"),
        (-961, "Sic Bo 3 below its interval", "Won -$9.61, at least -$9.60 expected"),
    ],
)
def test_a_win_outside_its_interval_waits_for_a_supervisor(sicbo: Croupier, win: int, title: str, words: str) -> None:
    pit = Supervisor(sicbo)
    pit.sees()
    far(pit, 30, win)
    (need,) = [it for it in pit.sees().needs if it.case == "interval"]
    assert (need.title.en, need.words.en, need.tone) == (title, words, "amber")


@pytest.mark.parametrize("results, win", [(29, 2_961), (30, 2_960), (30, -960)])
def test_few_results_and_a_win_within_are_no_matter_for_a_supervisor(sicbo: Croupier, results: int, win: int) -> None:
    pit = Supervisor(sicbo)
    pit.sees()
    far(pit, results, win)
    assert [it for it in pit.sees().needs if it.case == "interval"] == []


# --- ratings


def test_players_are_rated_by_seat_and_the_end_of_their_card(sicbo: Croupier) -> None:
    """A fifth of 2.78 in comps for Ann; Bob has no card and is not rated."""
    pit = Supervisor(sicbo, house())
    ann, bob = pit.sees().ratings.lines
    assert (ann.card, ann.table, ann.seat, ann.here) == ("••5540", "Sic Bo 3", 4, True)
    assert (ann.average_bet, ann.theory, ann.win, ann.comps) == (10_000, 278, 10_000, 55)
    assert (bob.card, bob.seat, bob.average_bet, bob.win, bob.comps) == ("", 2, 5_000, -5_000, None)
    assert (pit.sees().ratings.players, pit.sees().ratings.comps_percent) == (2, 20)


def test_without_a_policy_nobody_is_given_comps(sicbo: Croupier) -> None:
    view = Supervisor(sicbo, house(None)).sees()
    assert (view.ratings.comps_percent, view.ratings.lines[0].comps) == (None, None)


def test_the_list_is_as_long_as_a_page(sicbo: Croupier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takings, "LISTED", 1)
    view = Supervisor(sicbo, house()).sees()
    assert ([it.seat for it in view.ratings.lines], view.ratings.players) == ([4], 2), (
        "of whom most is kept comes first"
    )


# --- after a restart


def listened(at: Croupier) -> Played:
    found = Played(lambda: at.table)
    for _, events in groupby(at.events, lambda it: it.cause):
        found.listen(tuple(events))
    return found


def read_back(at: Croupier, folder: Path) -> Played:
    store = SqliteStore(kept(at.events, "Sic Bo 3", folder / "house.db"))
    entries = len({it.cause for it in at.events})
    found = Played(lambda: at.table).read_back(store, "Sic Bo 3", entries)
    store.close()
    return found


@pytest.mark.parametrize("step", [1, 5, 10_000])
def test_after_a_restart_the_figures_are_as_they_were(
    sicbo: Croupier, step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played_module, "STEP", step)
    before, after = listened(sicbo), read_back(sicbo, tmp_path)
    assert (after.day, after.takings) == (before.day, before.takings)
    assert after.takings is not None


def test_an_earlier_opening_is_not_read_back(sicbo: Croupier, tmp_path: Path) -> None:
    for name, seat in (("ann", 4), ("bob", 2)):
        happened(sicbo.player(name, LeaveSeat, seat=seat))
    happened(sicbo.staff(CloseTable))
    happened(sicbo.staff(OpenTable, float=1_000_000))
    found = read_back(sicbo, tmp_path)
    assert found.takings is not None
    assert (found.takings.drop, found.day and found.day.everyone.wagers) == (0, 0)


def test_what_is_too_long_ago_is_not_read_back(
    sicbo: Croupier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played_module, "STEP", 1)
    monkeypatch.setattr(played_module, "MOST", 2)
    found = read_back(sicbo, tmp_path)
    assert (found.takings, takings.table_figures(sicbo.table, House(), found).win) == (None, None)


def test_figures_of_a_closed_table_go_by_the_rulebook_it_was_opened_with(sicbo: Croupier) -> None:
    """The table is closed and has gone over to another rulebook, in which Small is another wager or none."""
    other = Croupier("crown-sicbo-a", name="Sic Bo 3").table
    other.texts[sicbo.book.hash] = sicbo.book.source
    found = Played(lambda: other)
    for _, events in groupby(sicbo.events, lambda it: it.cause):
        found.listen(tuple(events))
    assert found.day is not None
    assert found.day.everyone.theory == Fraction(15_000, 36)
