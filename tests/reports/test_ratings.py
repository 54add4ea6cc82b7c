"""Player ratings and theoretical win, with figures worked out by hand and by counting every result of the dice."""

import json
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import groupby, product
from pathlib import Path

import pytest

from dicehouse.house.patrons import EndCard, IssueCard, RegisterPatron, SetPolicy
from dicehouse.house.policy import CashPolicy, Policy, RatingsPolicy
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.reports.rated_play import RatedPlay, Sums
from dicehouse.reports.report import AskedError
from dicehouse.reports.written import as_json
from dicehouse.table import dealt_result
from dicehouse.table.betting import IncreaseWager, ReduceWager, RemoveWager
from dicehouse.table.call_bets import CallWager
from dicehouse.table.chips import ExchangeVoucher
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.people import LeaveSeat, SeatTaken
from tests.commands import dicehouse
from tests.croupier import Croupier, happened
from tests.leading.floor import Floor, went
from tests.reports.evening import PIN, kept
from tests.reports.test_reports import made, rows
from tests.stickperson import Stickperson

MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)


def rated(at: Croupier, *, latest_only: bool = False) -> RatedPlay:
    """The play of a table, told command by command."""
    play = RatedPlay(at.book, at.table.config, latest_only=latest_only)
    for _, events in groupby(at.events, lambda it: it.cause):
        play.listen(tuple(events))
    return play


def of(at: Croupier, person: str = "") -> Sums:
    """What came of the latest gaming day, of everyone or of one."""
    day = rated(at).day
    assert day is not None
    return day.people[person].sums if person else day.everyone


def sicbo(**seats: int) -> Croupier:
    return Croupier(name="Sic Bo 3").opens().seats(**(seats or {"ann": 4, "bob": 2}))


# --- theory


@pytest.mark.clause("star-sicbo-2024", "7.1[Small]", "7.1[Specific Doubles]")
def test_the_theory_is_the_edge_of_every_wager_and_the_win_what_they_left() -> None:
    """Small and Big keep 1/36, Double 4 at 11 to 1 keeps 1/9."""
    table = sicbo().invites()
    table.bets("ann", "small", 10_000)
    table.bets("bob", "big", 5_000)
    table.bets("bob", "double-4", 1_000)
    table.settles(1, 2, 4)
    ann, bob, everyone = of(table, "ann"), of(table, "bob"), of(table)
    assert (ann.theory, ann.win, ann.staked, ann.wagers) == (Fraction(10_000, 36), -10_000, 10_000, 1)
    assert (bob.theory, bob.win) == (Fraction(5_000, 36) + Fraction(1_000, 9), 6_000)
    assert (everyone.theory, everyone.win, everyone.staked) == (ann.theory + bob.theory, -4_000, 16_000)
    assert (everyone.results, everyone.at_risk, everyone.average_bet) == (1, 16_000, 16_000)


def counted(*dice: int) -> int:
    """What Ann's Small and Bob's Big and Double 4 get back, by the rules in three lines."""
    triple, total = len(set(dice)) == 1, sum(dice)
    small, big = 4 <= total <= 10 and not triple, 11 <= total <= 17 and not triple
    return 20_000 * small + 10_000 * big + 12_000 * (dice.count(4) >= 2)


def test_the_variance_is_that_of_all_wagers_on_the_same_dice_together() -> None:
    """Small and Big never win together, so the table swings less than its wagers would one by one."""
    table = sicbo().invites()
    table.bets("ann", "small", 10_000)
    table.bets("bob", "big", 5_000)
    table.bets("bob", "double-4", 1_000)
    table.settles(1, 2, 4)
    backs = [counted(*dice) for dice in product(range(1, 7), repeat=3)]
    mean = Fraction(sum(backs), 216)
    everyone = of(table)
    assert everyone.variance == Fraction(sum(it * it for it in backs), 216) - mean**2
    assert everyone.theory == 16_000 - mean
    assert everyone.variance < of(table, "ann").variance + of(table, "bob").variance


def test_the_interval_holds_196_hundredths_of_a_standard_deviation_and_ends_on_a_cent() -> None:
    it = Sums(results=1, win=200, theory=Fraction(4), variance=Fraction(10_000))
    assert (it.within, it.is_outside) == (196, False), "its end is within"
    it.win = 201
    assert it.is_outside
    assert (Sums().within, Sums().is_outside, Sums().average_bet) == (0, False, 0)
    assert Sums(variance=Fraction(1, 1_000)).within == 1


def test_a_round_without_a_result_leaves_no_theory_and_no_win() -> None:
    table = sicbo().invites()
    table.bets("ann", "small", 10_000)
    table.closes_betting()
    happened(table.dealer(dealt_result.Uncover))
    happened(table.staff(dealt_result.CallNoResult, reason="cocked dice"))
    ann = of(table, "ann")
    assert (ann.theory, ann.win, ann.results, ann.variance) == (Fraction(0), 0, 0, Fraction(0))


def test_a_stake_that_changes_is_rated_as_it_was_decided() -> None:
    table = sicbo().invites()
    table.bets("ann", "small", 10_000, id="w1")
    happened(table.player("ann", IncreaseWager, bet="w1", stake=30_000))
    happened(table.player("ann", ReduceWager, bet="w1", stake=20_000))
    table.settles(5, 5, 6)
    ann = of(table, "ann")
    assert (ann.staked, ann.theory, ann.win, ann.at_risk) == (20_000, Fraction(20_000, 36), 20_000, 20_000)


def test_a_result_keyed_again_counts_once() -> None:
    table = sicbo().invites()
    table.bets("ann", "small", 10_000)
    table.calls(5, 5, 6)
    happened(table.dealer(dealt_result.AnnounceResult, dice=(1, 2, 6)))
    happened(table.dealer(dealt_result.EnterResult, dice=(1, 2, 6)))
    happened(table.dealer(dealt_result.Settle))
    ann = of(table, "ann")
    assert (ann.results, ann.win, ann.theory) == (1, -10_000, Fraction(10_000, 36))


def test_a_wrong_payment_leaves_the_rating_by_the_rules() -> None:
    table = sicbo().invites()
    table.bets("ann", "small", 10_000)
    table.settles(1, 2, 4)
    before = of(table, "ann")
    happened(table.staff(RecordMispayment, of="wager", due=10_000, paid=20_000, seat=4, person="ann"))
    assert of(table, "ann") == before


def test_tokens_stake_no_money_and_are_not_rated() -> None:
    table = sicbo()
    happened(table.dealer(ExchangeVoucher, seat=4, voucher="v1", amount=2_000))
    table.invites()
    table.bets("ann", "small", 1_000, chips="token")
    table.settles(1, 2, 4)
    assert of(table, "ann") == Sums()


# --- wagers of several rolls


@pytest.mark.clause("star-craps", "6.1.2")
def test_a_line_wager_is_rated_once_and_every_roll_is_a_result_that_it_risks() -> None:
    """Don't Win keeps 3/220: 20.00 for three rolls, none of which is its number but the last."""
    table = Stickperson(name="Craps 1").seats(ann=1, bob=2).shoots("ann")
    happened(table.bets("bob", "dont-win", 2_000))
    for dice in ((4, 2), (4, 4), (3, 4)):
        table.rolls(*dice)
    bob = of(table, "bob")
    assert (bob.theory, bob.win, bob.wagers, bob.staked) == (Fraction(2_000 * 3, 220), -2_000, 1, 2_000)
    assert (bob.results, bob.at_risk, bob.average_bet) == (3, 6_000, 2_000)


def test_the_variances_of_the_rolls_are_those_of_the_whole_wager() -> None:
    """A Win Line of 11.00 with the point 6: the come-out, and then a roll that six and seven decide, 5 times in 11.

    Worth before: 11.00 * 488/495. On the come-out 8 of 36 pay 22.00 and 4 of 36 nothing; the rest leave it worth 22.00
    times the chance to make the point.
    """
    table = Stickperson(name="Craps 1").seats(ann=1).shoots("ann", stake=1_100)
    table.rolls(4, 2)
    table.rolls(3, 3)
    chances = {4: Fraction(1, 3), 5: Fraction(2, 5), 6: Fraction(5, 11)}
    ways = {4: 6, 5: 8, 6: 10}
    after = [(8, Fraction(2_200)), (4, Fraction(0)), *((ways[it], 2_200 * chances[it]) for it in ways)]
    mean = sum(n * worth for n, worth in after) / 36
    assert mean == 1_100 * Fraction(488, 495)
    first = sum(n * worth**2 for n, worth in after) / 36 - mean**2
    on_the_point = [(5, 2_200), (6, 0), (25, 1_000)]
    second = Fraction(sum(n * worth**2 for n, worth in on_the_point), 36) - 1_000**2
    assert of(table, "ann").variance == first + second


def test_a_wager_taken_down_leaves_with_what_it_was_worth() -> None:
    """Don't Win behind the point 6 wins 6 times in 11: whoever takes 20.00 down gives up 1.82 beside its edge of 0.27.

    A Place wager is worth the same on every roll, so taking it down leaves nothing.
    """
    table = Stickperson(name="Craps 1").seats(ann=1, bob=2).shoots("ann")
    happened(table.bets("bob", "dont-win", 2_000, id="w1"))
    table.rolls(4, 2)
    happened(table.bets("bob", "place-win-8", 1_200, id="w2"))
    table.rolls(5, 4)
    happened(table.player("bob", RemoveWager, bet="w2"))
    bob = of(table, "bob")
    assert (bob.theory, bob.win, bob.staked, bob.wagers) == (Fraction(0), 0, 1_200, 1)
    happened(table.player("bob", RemoveWager, bet="w1"))
    bob = of(table, "bob")
    assert (bob.theory, bob.win, bob.wagers) == (2_000 * (Fraction(3, 220) + Fraction(1, 11)), 0, 2)


@pytest.mark.clause("star-craps", "6.6")
def test_a_wager_that_is_off_is_at_no_risk() -> None:
    table = Stickperson(name="Craps 1").seats(ann=1, bob=2).shoots("ann")
    table.rolls(4, 2)
    happened(table.bets("bob", "place-win-8", 1_200, id="w2"))
    happened(table.player("bob", CallWager, bet="w2", working=False))
    table.rolls(4, 4)
    assert of(table, "bob").results == 0, "it was called off"
    happened(table.player("bob", RemoveWager, bet="w2"))
    happened(table.bets("bob", "place-win-8", 1_200, id="w3"))
    table.rolls(5, 4)
    assert of(table, "bob").results == 1
    table.rolls(3, 3)
    happened(table.bets("ann", "win-line", 1_000))
    table.rolls(4, 4)
    assert of(table, "bob").results == 2, "Place wagers sleep on a come-out"
    assert of(table, "ann").results == 5


@pytest.mark.parametrize("reading, behind", [("decided", [2_500, 0, 1_000]), ("returned", [1_000, 1_000, 1_000])])
def test_a_behind_wager_that_sleeps_is_at_the_risk_that_its_reading_leaves(reading: str, behind: list[int]) -> None:
    """Bob's Come of 10.00 goes to 5 with 10.00 behind, and on the next come-out a seven comes while that sleeps.

    A five, of which there are 4 in 36, pays the Come 1 to 1 and what is behind 3 to 2; a seven takes both, or one; else
    the Come is worth two fifths of 20.00, which is how often its point is made.
    """
    table = Stickperson({"behind_come_asleep": reading}, name="Craps 1").seats(ann=1, bob=2).shoots("ann")
    table.rolls(4, 2)
    happened(table.bets("bob", "come", 1_000, id="come"))
    table.rolls(3, 2)
    happened(table.bets("bob", "behind-come", 1_000, id="behind", on="come"))
    table.rolls(3, 3)
    happened(table.bets("ann", "win-line", 1_000))
    before = of(table, "bob")
    table.rolls(3, 4)
    after = of(table, "bob")
    come = [(4, 2_000), (6, 0), (26, 800)]
    whole = [(n, worth + more) for (n, worth), more in zip(come, behind, strict=True)]
    mean = Fraction(sum(n * it for n, it in whole), 36)
    assert after.variance - before.variance == Fraction(sum(n * it * it for n, it in whole), 36) - mean**2
    assert (after.wagers, after.win) == (2, 2_000 - behind[1])


# --- time


def test_time_runs_from_the_seat_to_leaving_it_and_while_someone_sits() -> None:
    table = sicbo()
    (bob_sat,) = [it.at for it in table.events if isinstance(it, SeatTaken) and it.person == "bob"]
    table.now = bob_sat + timedelta(minutes=90)
    happened(table.player("bob", LeaveSeat, seat=2))
    day = rated(table).day
    assert day is not None
    bob, ann = day.people["bob"], day.people["ann"]
    assert (bob.since, bob.seconds_at(table.now)) == (None, 5_401)
    assert ann.seconds_at(table.now + timedelta(hours=1)) > 9_000


def test_a_gaming_day_ends_at_six_and_whoever_sits_is_rated_anew() -> None:
    """Noon on Monday until 5:59 on Tuesday is Monday; from six on it is Tuesday. The wager stood over six o'clock."""
    table = sicbo(ann=4)
    sat = table.events[1].at
    table.now = datetime(2026, 3, 2, 18, 59, tzinfo=UTC)  # 5:59 on Tuesday in Sydney
    table.plays(1, 2, 4)
    table.invites()
    table.bets("ann", "small", 10_000)
    table.now = datetime(2026, 3, 2, 19, 30, tzinfo=UTC)
    table.settles(1, 2, 4)
    monday, tuesday = rated(table).days
    assert (monday.of, tuesday.of) == (MONDAY, TUESDAY)
    six = datetime(2026, 3, 2, 19, tzinfo=UTC)
    assert monday.people["ann"].seconds == (six - sat) // timedelta(seconds=1)
    assert monday.people["ann"].since is None
    assert tuesday.people["ann"].since == six
    assert (monday.everyone.wagers, tuesday.everyone.wagers, tuesday.people["ann"].seat) == (0, 1, 4)
    assert [it.of for it in rated(table, latest_only=True).days] == [TUESDAY]


def test_play_that_began_before_it_was_listened_to_does_no_harm() -> None:
    """Someone who takes up in mid-play knows no wager from before, and whoever bets has been here since then."""
    table = sicbo(ann=4).invites()
    table.bets("ann", "small", 10_000, id="w1")
    before = len(table.events)
    happened(table.player("ann", IncreaseWager, bet="w1", stake=20_000))
    table.bets("ann", "odd", 5_000)
    table.settles(1, 2, 4)
    play = RatedPlay(table.book, table.table.config)
    for _, events in groupby(table.events[before:], lambda it: it.cause):
        play.listen(tuple(events))
    assert play.day is not None
    ann = play.day.people["ann"]
    assert (ann.seat, ann.sums.wagers, ann.sums.staked) == (4, 1, 5_000)
    assert ann.since is not None


# --- the reports


FIFTH = Policy(ratings=RatingsPolicy(comps_percent=20))


def evening(tmp_path: Path, policy: Policy | None = FIFTH) -> Path:
    """Ann has a card and loses 100.00 on Small; Bob has none and wins 50.00 on Big."""
    file = tmp_path / "house.db"
    floor = Floor(SqliteStore(file), table_7="star-sicbo-2024")
    went(floor.cage(RegisterPatron, patron="ann"))
    went(floor.cage(IssueCard, patron="ann", number="88125540", pin_reference=PIN))
    if policy:
        went(floor.cage(SetPolicy, "casino-operator", policy=policy))
    floor.stops()
    floor.store.close()
    table = sicbo().invites()
    table.bets("ann", "small", 10_000)
    table.bets("bob", "big", 5_000)
    table.settles(4, 5, 6)
    return kept(table.events, "Sic Bo 3", file)


def test_each_person_is_rated_by_table_and_gaming_day(tmp_path: Path) -> None:
    """Small and Big keep 1/36: 2.78 of Ann's 100.00, of which a fifth is 55.5 cents, and 1.39 of Bob's 50.00."""
    columns = ("gaming_day", "table", "person", "card", "average_bet", "results", "staked", "theory", "win", "comps")
    assert rows("ratings", evening(tmp_path), *columns) == [
        (MONDAY, "Sic Bo 3", "ann", "••5540", 10_000, 1, 10_000, 278, 10_000, 55),
        (MONDAY, "Sic Bo 3", "bob", "", 5_000, 1, 5_000, 139, -5_000, None),
    ]


def test_the_interval_and_the_exact_edge_stand_beside_the_win(tmp_path: Path) -> None:
    """100.00 at even money on 105 of 216: 1.96 standard deviations are 195.93 to the cent above."""
    journal = evening(tmp_path)
    assert rows("ratings", journal, "edge", "at_least", "at_most", patron="ann") == [
        (Fraction(1, 36), 278 - 19_593, 278 + 19_593)
    ]
    report = made("ratings", journal).report
    assert report.totals == {
        "time": report.totals["time"], "staked": 15_000, "edge": Fraction(1, 36), "theory": 417, "win": 5_000,
        "comps": 55,
    }  # fmt: skip
    said = json.loads(as_json(made("ratings", journal)))
    assert said["rows"][0]["edge"] == {"exact": "1/36", "percent": "2.78"}


def test_a_table_is_rated_as_a_whole(tmp_path: Path) -> None:
    """Small against Big swings like 50.00 of Small alone, but for the triples."""
    columns = ("table", "rulebook", "results", "wagers", "staked", "theory", "win", "outside")
    journal = evening(tmp_path)
    assert rows("theoretical-win", journal, *columns) == [
        ("Sic Bo 3", "star-sicbo-2024", 1, 2, 15_000, 417, 5_000, False)
    ]
    assert made("theoretical-win", journal).report.totals["theory"] == 417


@pytest.mark.parametrize(
    "policy, given",
    [
        (None, 0),
        (Policy(cash=CashPolicy()), 0),
        (Policy(ratings=RatingsPolicy(comps_percent=0)), 0),
        (Policy(ratings=RatingsPolicy()), 55),
    ],
)
def test_comps_are_what_the_policy_gives(policy: Policy | None, given: int, tmp_path: Path) -> None:
    assert rows("ratings", evening(tmp_path, policy), "comps", patron="ann") == [(given,)]


def test_comps_go_by_the_policy_at_the_end_of_the_gaming_day_and_by_the_card_in_force(tmp_path: Path) -> None:
    journal = evening(tmp_path)
    store = SqliteStore(journal)
    floor = Floor(store)
    floor.count, floor.now = 100, datetime(2026, 3, 2, 18, 59, 59, tzinfo=UTC)  # the command comes at six on Tuesday
    went(floor.cage(SetPolicy, "casino-operator", policy=Policy()))
    floor.stops()
    assert rows("ratings", journal, "comps", patron="ann") == [(55,)], "Tuesday's policy is not Monday's"
    floor = Floor(store)
    floor.count, floor.now = 200, datetime(2026, 3, 3, 1, tzinfo=UTC)
    went(floor.cage(EndCard, patron="ann", reason="lost"))
    floor.stops()
    store.close()
    assert rows("ratings", journal, "card", "comps", patron="ann") == [("", None)]


def test_a_player_of_whom_nothing_is_known_is_no_silent_empty_page(tmp_path: Path) -> None:
    with pytest.raises(AskedError, match="zoe: nobody of this name played at a table"):
        made("ratings", evening(tmp_path), patron="zoe")


def test_days_and_tables_that_are_not_asked_for_are_left_out(tmp_path: Path) -> None:
    journal = evening(tmp_path)
    assert rows("ratings", journal, "person", since=TUESDAY) == []
    assert rows("theoretical-win", journal, "table", until=date(2026, 3, 1)) == []
    assert made("ratings", journal, since=TUESDAY).report.totals["theory"] == 0


def test_the_command_prints_the_ratings(tmp_path: Path) -> None:
    printed = dicehouse("report", "ratings", "--journal", str(evening(tmp_path)), "--as", "csv").out
    assert printed.splitlines()[1].startswith("2026-03-02,Sic Bo 3,ann,••5540,")
