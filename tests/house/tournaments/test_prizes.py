"""Prizes: to the cent for any field, ties and disqualifications, through the ledger, and the same on replay."""

import random
import time
from datetime import timedelta
from fractions import Fraction
from itertools import count
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.house.accounts import broken
from dicehouse.house.judge import act, event_of, evolve
from dicehouse.house.patron_state import Patron
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.state import House, house_hash
from dicehouse.house.tournaments.advancing import EndRound
from dicehouse.house.tournaments.changing import WithdrawEntry
from dicehouse.house.tournaments.conduct import PenalisePlayer
from dicehouse.house.tournaments.directing import AppointDirector, BriefPlayers
from dicehouse.house.tournaments.distributing import distributed, pool_of
from dicehouse.house.tournaments.entering import EnterTournament
from dicehouse.house.tournaments.finishing import (
    CancelTournament,
    FinishTournament,
    PayTournament,
    PublishTournamentResults,
    TournamentFinished,
)
from dicehouse.house.tournaments.parts import Pool, Prize, Round
from dicehouse.house.tournaments.preparing import (
    ApproveTournament,
    DesignateTables,
    FileTournament,
    NotifyInspectorate,
    OfferTerms,
)
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.ruling import DecideTournamentDispute, RaiseTournamentDispute
from dicehouse.house.tournaments.seating import PromiseSeats
from dicehouse.house.tournaments.spinning import SettleTournamentSpin
from dicehouse.house.tournaments.wagering import CloseTournamentBetting, Laid
from dicehouse.money import LARGEST
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Command, Event
from tests.house.books import holds
from tests.house.keeper import happened, only
from tests.house.tournaments.organiser import BOOK, PEOPLE, SEED, START, TABLES, Organiser, final, refused, terms

T = TABLES[0]


def played(desk: Organiser, **stakes: int) -> Organiser:
    """A final in which everyone wins what they stake."""
    desk.spins(T, 1, 2, 3, **stakes).spins(T, 1, 2, 3)
    happened(desk.ends())
    return desk


def won(desk: Organiser) -> list[tuple[int, str, int]]:
    return [(it.place, it.person, it.prize) for it in desk.it.places if it.prize]


# --- the arithmetic alone


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    """A pool whose shares make one, over up to a dozen places."""
    parts = draw(st.lists(st.integers(1, 50), min_size=1, max_size=12))
    prizes = tuple(
        Prize(place=place, share=f"{part}/{sum(parts)}") for place, part in enumerate(parts, 1)
    )  # fmt: skip
    return Pool(share="1/1", of=("buy-in",), prizes=prizes, leftover=draw(st.sampled_from(["first", "house"])))


@st.composite
def orders(draw: st.DrawFn) -> list[list[str]]:
    """Groups of equals, from the first."""
    names = (f"p{number}" for number in count())
    return [[next(names) for _ in range(size)] for size in draw(st.lists(st.integers(1, 9), max_size=20))]


@pytest.mark.clause(BOOK, "8.4.7(b)")
@given(pools(), st.integers(0, int(LARGEST)), orders())
def test_prizes_are_the_pool_to_the_cent_for_any_field_and_ties(pool: Pool, whole: int, order: list[list[str]]) -> None:
    found = distributed(pool, whole, order)
    assert {*found} == {who for same in order for who in same}
    assert all(amount >= 0 for amount in found.values())
    given_out = sum(found.values())
    if pool.leftover == "first" and order:
        assert given_out == whole
    else:
        assert given_out <= whole
        shared = sum(
            (Fraction(it.share) for it in pool.prizes if it.place <= sum(map(len, order))), Fraction(0)
        )  # fmt: skip
        assert shared * whole - given_out < sum(map(len, order)) + 1
    for same in order[1:] if pool.leftover == "first" else order:
        assert max(found[who] for who in same) - min(found[who] for who in same) <= (pool.leftover == "first")
    if order and pool.leftover == "first":
        first = [found[who] for who in order[0]]
        assert max(first) - min(first) <= 2


@pytest.mark.clause(BOOK, "8.4.7(a)", "8.4.7(b)")
@pytest.mark.parametrize("leftover, odd", [("first", 1), ("house", 0)])
def test_an_odd_cent_goes_where_the_terms_say(leftover: Any, odd: int) -> None:
    thirds = tuple(Prize(place=place, share="1/3") for place in (1, 2, 3))
    pool = Pool(share="1/1", of=("buy-in",), prizes=thirds, leftover=leftover)
    assert distributed(pool, 100, [["ann"], ["bob"], ["cai"]]) == {"ann": 33 + odd, "bob": 33, "cai": 33}
    assert distributed(pool, 100, [["ann"], ["bob", "cai"]]) == {"ann": 33 + odd, "bob": 33, "cai": 33}
    assert distributed(pool, 90, [["ann"], ["bob"]]) == {"ann": 30 + 30 * odd, "bob": 30}
    assert distributed(pool, 101, [["ann", "bob", "cai"]]) == {"ann": 33 + odd, "bob": 33 + odd, "cai": 33}
    assert distributed(pool, 101, [["ann"], ["bob", "cai"]]) == {"ann": 33 + odd, "bob": 33 + odd, "cai": 33}
    assert distributed(pool, 90, []) == {}


@pytest.mark.clause(BOOK, "8.4.7(a)")
def test_the_pool_is_fixed_or_the_exact_share() -> None:
    assert pool_of(Pool(fixed=5_000), 99) == 5_000
    assert pool_of(Pool(share="2/3"), 100) == 66
    assert pool_of(Pool(share="1/1"), 100) == 100


# --- from a tournament to the ledger


@pytest.mark.clause(BOOK, "8.4.6(a)", "8.4.7(a)", "8.4.7(b)")
def test_the_pool_goes_to_the_places_and_the_fees_to_the_house() -> None:
    desk = Organiser(final()).starts()
    assert refused(desk.finishes(), Why.WRONG_PHASE)
    played(desk, ann=50_000, bob=40_000, cai=30_000)
    before = holds(desk, "~house")
    done = only(desk.finishes(), TournamentFinished)
    assert (done.pool, won(desk)) == (60_000, [(1, "ann", 30_000), (2, "bob", 18_000), (3, "cai", 12_000)])
    assert holds(desk, "~house") == before + 12_000
    assert (holds(desk, "tournament/spring/pool"), holds(desk, "tournament/spring/fees")) == (0, 0)
    assert holds(desk, "tournament/spring/owed") == 60_000
    for who, form in (("ann", "cash"), ("bob", "account"), ("cai", "cheque")):
        happened(desk.desk(PayTournament, person=who, form=form))
    assert (holds(desk, "tournament/spring/owed"), holds(desk, "patron/bob"), holds(desk, "~bank")) == (
        0, 18_000, 12_000,
    )  # fmt: skip
    assert refused(desk.desk(PayTournament, person="ann", form="cash"), Why.ALREADY_DONE)
    assert refused(desk.desk(PayTournament, person="fay", form="cash"), Why.ALREADY_DONE)
    happened(desk.manager(PublishTournamentResults, tournament="spring", where="On the display"))
    assert desk.it.results == "On the display"
    assert refused(desk.finishes(), Why.WRONG_PHASE)
    assert desk.replays()


def test_cash_for_a_prize_must_be_in_the_cage() -> None:
    desk = played(Organiser(final()).starts(), ann=50_000, bob=40_000, cai=30_000)
    happened(desk.finishes())
    for house in (desk.house, desk.second):
        house.accounts["~house"] += house.accounts["cage/cash"]
        house.accounts["cage/cash"] = 0
        if not house.accounts["~house"]:
            del house.accounts["~house"]
    assert refused(desk.desk(PayTournament, person="ann", form="cash"), Why.NOT_ENOUGH)
    assert refused(desk.cashier(PayTournament, tournament="x", person="ann", form="cash"), Why.UNKNOWN_ID)


@pytest.mark.clause(BOOK, "8.4.7(a)")
@pytest.mark.parametrize("fixed", [100_000, 30_000])
def test_a_fixed_pool_is_made_up_by_the_house_or_leaves_it_something(fixed: int) -> None:
    prizes = (Prize(place=1, amount=20_000), Prize(place=2, amount=10_000))
    desk = Organiser(final(pool={"share": "", "of": (), "fixed": fixed, "prizes": prizes})).starts()
    played(desk, ann=50_000, bob=40_000)
    before = holds(desk, "~house")
    assert only(desk.finishes(), TournamentFinished).pool == fixed
    assert won(desk) == [(1, "ann", fixed - 10_000), (2, "bob", 10_000)]
    assert holds(desk, "~house") == before + 72_000 - fixed
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.2(a)(v)")
def test_staff_keep_their_place_and_the_next_eligible_has_the_prize() -> None:
    desk = Organiser(final(entry={"staff": True})).prepares()
    happened(desk.approves("ann"))
    for person in PEOPLE:
        happened(desk.enters(person, staff=person == "ann"))
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    played(desk, ann=60_000, bob=50_000, cai=40_000, dee=30_000)
    happened(desk.finishes())
    assert [it.person for it in desk.it.places][:4] == ["ann", "bob", "cai", "dee"]
    assert won(desk) == [(2, "bob", 30_000), (3, "cai", 18_000), (4, "dee", 12_000)]


@pytest.mark.clause(BOOK, "8.4.2(a)(v)", "8.4.6(a)")
def test_equal_places_after_staff_share_by_the_tie_rule() -> None:
    desk = Organiser(final(entry={"staff": True}, winners={"ties": ("share",)})).prepares()
    happened(desk.approves("ann"))
    for person in PEOPLE:
        happened(desk.enters(person, staff=person == "ann"))
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    played(desk, ann=60_000, bob=50_000, cai=50_000, dee=30_000)
    happened(desk.finishes())
    assert won(desk) == [(2, "bob", 24_000), (2, "cai", 24_000), (4, "dee", 12_000)]
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.3(c)")
def test_chips_are_worth_their_rate_where_they_are_cash() -> None:
    desk = Organiser(final(format={"chips_after": "cash", "cash_rate": "1/3"})).starts()
    played(desk, ann=50_000, bob=40_000, cai=30_000)
    done = only(desk.finishes(), TournamentFinished)
    assert (done.cashed["ann"], done.cashed["fay"]) == (53_333, 40_000)
    assert desk.it.owed["ann"] == 53_333 + 30_000
    assert desk.replays()


def test_rulings_come_before_the_end_and_rounds_too() -> None:
    desk = Organiser(final()).starts()
    happened(desk.director(RaiseTournamentDispute, id="D1", person="ann", about="A seat"))
    played(desk, ann=50_000, bob=40_000, cai=30_000)
    assert "D1 wait for the director" in refused(desk.finishes(), Why.NOT_YET).message
    happened(desk.director(DecideTournamentDispute, dispute="D1", decision="As it was", satisfied=True))
    happened(desk.finishes())
    two = Organiser(terms(format={"ties": ("lot",)})).starts()
    for table in TABLES:
        two.spins(table, 1, 2, 3).spins(table, 1, 2, 3)
    happened(two.ends())
    assert "1 of 2 rounds are played" in refused(two.finishes(), Why.NOT_YET).message
    assert refused(two.manager(PublishTournamentResults, tournament="spring", where="x"), Why.WRONG_PHASE)


@pytest.mark.clause(BOOK, "8.4.8(a)(iv)")
def test_a_tournament_that_is_called_off_gives_everything_back() -> None:
    desk = Organiser().opens()
    happened(desk.desk(WithdrawEntry, person="fay"))
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    happened(desk.director(PenalisePlayer, person="eve", what="conduct", action="disqualify", reason="Chips in a shoe"))
    happened(desk.operator(CancelTournament, tournament="spring", reason="No light"))
    assert desk.it.owed == {"fay": 12_000, "ann": 12_000, "bob": 12_000, "cai": 12_000, "dee": 12_000}
    assert refused(desk.operator(CancelTournament, tournament="spring", reason="Again"), Why.WRONG_PHASE).message == (
        "cancel tournament: spring is cancelled (No light); it is for one that is planned and not begun or in a round"
        " or between rounds"
    )
    for who in [*desk.it.owed]:
        happened(desk.desk(PayTournament, person=who, form="cash"))
    assert not [name for name in desk.house.accounts if name.startswith("tournament/")]
    assert desk.replays()


@given(st.data())
@settings(max_examples=25)
def test_whatever_happens_every_cent_is_paid_once(data: st.DataObject) -> None:
    """Any field, any dice, ties that are shared, and some who withdraw, retire or are disqualified."""
    number = data.draw(st.integers(2, 8), label="players")
    people = [f"p{it}" for it in range(number)]
    pool = data.draw(pools())
    own = final(
        details={"min_players": 1, "max_players": 8, "buy_in": data.draw(st.integers(1, 9_999))},
        format={"rounds": (Round(spins=1, tables=1, seats=8),)},
        winners={"ties": ("share",)},
        pool=pool,
    )
    desk = Organiser(own, people).opens()
    start = sum(holds(desk, f"tournament/spring/{it}") for it in ("pool", "fees"))
    for who in data.draw(st.sets(st.sampled_from(people), max_size=number - 1), label="withdrawn"):
        happened(desk.desk(WithdrawEntry, person=who))
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    stakes = {who: data.draw(st.sampled_from([10_000, 20_000, 100_000])) for who in desk.at(T)}
    for who in data.draw(st.sets(st.sampled_from(desk.at(T))), label="disqualified"):
        happened(desk.director(PenalisePlayer, person=who, what="conduct", action="disqualify", reason="x"))
    if desk.at(T):
        desk.spins(T, *data.draw(st.tuples(*[st.integers(1, 6)] * 3)), **stakes)
    happened(desk.ends())
    house, bought = holds(desk, "~house"), holds(desk, "tournament/spring/pool")
    done = only(desk.finishes(), TournamentFinished)
    prizes = sum(it.prize for it in done.places)
    assert prizes <= done.pool == bought
    assert holds(desk, "~house") - house + sum(desk.it.owed.values()) == start
    eligible = [it for it in done.places if not desk.one(it.person).staff]
    if pool.leftover == "first" and eligible:
        assert prizes == done.pool
    for who in [*desk.it.owed]:
        happened(desk.desk(PayTournament, person=who, form="cheque"))
    assert not [name for name in desk.house.accounts if name.startswith("tournament/")]
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.6(a)", "8.4.7(b)")
def test_two_players_for_three_prizes_leave_one_to_the_first() -> None:
    desk = Organiser(final(details={"min_players": 2}), PEOPLE[:2]).starts()
    played(desk, ann=50_000)
    happened(desk.finishes())
    assert won(desk) == [(1, "ann", 14_000), (2, "bob", 6_000)]


@pytest.mark.clause(BOOK, "8.4.6(a)")
def test_who_reached_the_final_is_placed_before_a_larger_bank_that_did_not() -> None:
    desk = Organiser(terms(format={"ties": ("lot",)})).starts()
    for table, stakes in zip(TABLES, ((60_000, 50_000, 40_000), (30_000, 20_000, 10_000)), strict=True):
        mine = dict(zip(desk.at(table), stakes, strict=True))
        desk.spins(table, 1, 2, 3, **mine).spins(table, 1, 2, 3)
    happened(desk.ends())
    rich = max((one.bank, who) for who, one in desk.it.entrants.items() if one.standing == "out")[1]
    happened(desk.director(StartRound, seed=SEED))
    first, second, third = desk.at(T)
    desk.spins(T, 6, 6, 5, **{first: 10_000, second: 20_000, third: 30_000}).spins(T, 6, 6, 5)
    happened(desk.ends())
    happened(desk.finishes())
    assert [it.person for it in desk.it.places[:4]] == [first, second, third, rich]
    assert desk.one(rich).bank > desk.one(first).bank


@pytest.mark.clause(BOOK, "8.4.6(a)")
def test_equal_at_the_last_prize_is_decided_too() -> None:
    desk = Organiser(final()).starts()
    desk.spins(T, 1, 2, 3, ann=60_000, bob=50_000, cai=40_000, dee=40_000).spins(T, 1, 2, 3)
    assert "cai, dee are equal" in refused(desk.ends(), Why.NOT_YET).message


# --- a large one


class Hall:
    """A house that only counts, for a field too large to check after every command."""

    def __init__(self, people: list[str]) -> None:
        self.house = House(patrons={it: Patron(name=it) for it in people})
        self.first = msgspec.json.encode(self.house)
        self.events: list[Event] = []
        self.count = 0
        self.now = START - timedelta(days=4)

    def does(self, kind: type[Command], role: str, by: str = "dora", **fields: Any) -> tuple[Event, ...]:
        self.count += 1
        answer = act(self.house, kind(id=f"c{self.count}", at=self.now, by=by, role=role, **fields))
        assert not isinstance(answer, Refused), answer
        self.events += answer
        return answer


@pytest.mark.clause(BOOK, "8.1", "8.4.3(a)(ii)", "8.4.7(b)")
@pytest.mark.clause(BOOK, '1 "Tournament"', '1 "Tournament Director"', '1 "Tournament player"')
def test_five_hundred_players_at_sixty_tables_play_to_their_prizes_in_seconds() -> None:
    began = time.perf_counter()
    dice = random.Random(7)
    people = [f"E{number:03}" for number in range(500)]
    tables = tuple(f"table {number}" for number in range(1, 61))
    rounds = (
        Round(spins=10, tables=60, seats=9, top=2, best=60),
        Round(spins=10, tables=20, seats=9, top=2, best=5),
        Round(spins=10, tables=5, seats=9, top=1, best=4),
        Round(spins=10, tables=1, seats=9),
    )
    own = terms(
        details={"min_players": 300, "max_players": 500},
        format={"rounds": rounds, "ties": ("bank-before", "lot")},
        winners={"ties": ("bank-before", "lot")},
        pool={"prizes": (Prize(place=1, share="1/4"), Prize(place=2, to=26, share="3/100"))},
    )
    hall, here = Hall(people), {"tournament": "spring"}
    hall.does(FileTournament, "gaming-manager", terms=own)
    hall.does(ApproveTournament, "casino-operator", **here)
    hall.does(OfferTerms, "gaming-manager", where="At the desk", **here)
    hall.does(NotifyInspectorate, "gaming-manager", to="I. Vance", **here)
    hall.does(AppointDirector, "casino-operator", person="dora", **here)
    hall.does(DesignateTables, "gaming-manager", tables=tables, **here)
    for who in people:
        hall.does(EnterTournament, "cashier", person=who, means="cash", accepted=True, signed=True, **here)
    hall.does(BriefPlayers, "tournament-director", understood=tuple(people), **here)
    hall.now = START
    it = hall.house.tournaments["spring"]
    names = ("small", "big", "odd", "even", "triple-6", "total-9", "single-3", "double-2")
    for wanted in rounds:
        hall.does(PromiseSeats, "tournament-director", commitment=commitment(SEED), **here)
        began_round = hall.does(StartRound, "tournament-director", seed=SEED, **here)
        assert began_round
        for _ in range(wanted.spins):
            for table in tables[: wanted.tables]:
                players = [who for who in it.entrants if it.entrants[who].table == table]
                bets = {
                    who: (Laid(dice.choice(names), 5_000 * dice.randint(2, 4)),)
                    for who in players
                    if it.entrants[who].standing == "playing" and it.entrants[who].bank >= 20_000
                }
                if not bets and not any(it.entrants[who].standing == "playing" for who in players):
                    continue
                hall.does(CloseTournamentBetting, "device", table=table, wagers=bets, **here)
                roll = tuple(dice.randint(1, 6) for _ in range(3))
                hall.does(SettleTournamentSpin, "device", table=table, dice=roll, **here)
        hall.does(EndRound, "tournament-director", **here)
    (done,) = hall.does(FinishTournament, "tournament-director", **here)
    assert isinstance(done, TournamentFinished)
    assert (len(done.places), done.pool, sum(each.prize for each in done.places)) == (500, 5_000_000, 5_000_000)
    for who in [*it.owed]:
        hall.does(PayTournament, "cashier", person=who, form="account", **here)
    assert not broken(hall.house)
    taken = time.perf_counter() - began
    assert taken < 30, f"it took {taken:.1f} s"
    again = msgspec.json.decode(hall.first, type=House)
    for event in hall.events:
        evolve(again, event_of(msgspec.json.encode(event)))
    assert house_hash(again) == house_hash(hall.house)
    assert again.tournaments["spring"].places == it.places
