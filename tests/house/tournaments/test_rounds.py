"""Rounds: seats by a published rule, one bank for all, spins and clock, the line, ties, repechage and early ends."""

import hashlib
from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.tournaments.advancing import EndTableEarly, RoundEnded
from dicehouse.house.tournaments.finishing import CancelTournament
from dicehouse.house.tournaments.parts import Round
from dicehouse.house.tournaments.preparing import DesignateTables, FileTournament
from dicehouse.house.tournaments.rounds import (
    AddTime,
    BrokenTournamentError,
    PauseRound,
    ResumeRound,
    RoundStarted,
    SkipRepechage,
    StartRound,
    play_of,
)
from dicehouse.house.tournaments.spinning import PlayOff
from dicehouse.house.tournaments.standings import cut, final_order, seated
from dicehouse.house.tournaments.wagering import Laid
from dicehouse.refusal import Why
from tests.house.keeper import happened, only
from tests.house.tournaments.organiser import (
    BOOK,
    PEOPLE,
    SECOND,
    SEED,
    START,
    TABLES,
    WHOLE,
    Organiser,
    final,
    refused,
    terms,
)

FIRST, FINAL = WHOLE.format.rounds
MINUTE = timedelta(minutes=1)


def plays(desk: Organiser, *stakes: int) -> Organiser:
    """Both spins at both tables: everyone wins what they stake on the first, and the same on the second."""
    order = iter(stakes)
    mine = {who: next(order, 10_000) for who in PEOPLE}
    for table in TABLES:
        here = {who: mine[who] for who in desk.at(table)}
        desk.spins(table, 1, 2, 3, **here).spins(table, 1, 2, 4)
    return desk


def by_name(desk: Organiser, standing: str) -> list[str]:
    return [who for who, one in desk.it.entrants.items() if one.standing == standing]


# --- seats and banks


@pytest.mark.clause(BOOK, "8.1", "8.4.3(b)", "8.4.3(a)(ii)")
def test_everyone_starts_with_the_same_bank_at_a_seat_of_the_published_rule() -> None:
    desk = Organiser().opens().briefs().until(START)
    began = only(desk.director(StartRound, seed=SEED), RoundStarted)
    assert {one.bank for one in desk.it.entrants.values()} == {100_000}
    assert began.bank == 100_000

    def drawn(who: str) -> str:
        return hashlib.sha256(f"dicehouse seat 1\n{SEED}\n{who}".encode()).hexdigest()

    order = sorted(PEOPLE, key=drawn)
    assert [tuple(it) for it in began.seats] == [
        (who, TABLES[place % 2], place // 2 + 1) for place, who in enumerate(order)
    ]
    assert began.ends == START + 30 * MINUTE
    assert desk.replays()


@given(st.sets(st.text("abcdef", min_size=1), min_size=1, max_size=60), st.integers(1, 9), st.text("xyz"))
def test_tables_differ_by_one_player_at_most_and_no_seat_is_given_twice(
    people: set[str], tables: int, seed: str
) -> None:
    found = seated(people, [str(it) for it in range(tables)], seed)
    assert {it.person for it in found} == people
    assert len({(it.table, it.seat) for it in found}) == len(people)
    sizes = Counter(it.table for it in found)
    assert max(sizes.values()) - min([*sizes.values()] + [0] * (len(sizes) < tables)) <= 1


@pytest.mark.clause(BOOK, "8.4.1(a)(i)", "8.4.1(a)(iii)", "8.4.3(a)(ii)")
def test_a_round_waits_for_its_time_its_players_and_its_tables() -> None:
    desk = Organiser(people=PEOPLE[:4]).opens().briefs().until(START - SECOND)
    assert refused(desk.director(StartRound, seed=SEED), Why.NOT_YET)
    few = Organiser(people=PEOPLE[:3]).opens().briefs().until(START)
    found = refused(few.director(StartRound, seed=SEED), Why.NOT_ENOUGH)
    assert found.message == "spring: 3 have entered, and it takes 4; cancel it, or move the start"
    happened(desk.director(StartRound, seed=SEED))
    assert refused(desk.director(StartRound, seed=SEED), Why.WRONG_PHASE)
    bare = Organiser().opens().briefs().until(START)
    bare.it.tables = bare.second.tournaments["spring"].tables = ["table 11"]
    short = refused(bare.director(StartRound, seed=SEED), Why.NOT_ENOUGH)
    assert "round 1 has 1 of 2 tables and 6 players" in short.message


def test_a_round_does_not_begin_on_terms_that_are_not_ready() -> None:
    desk = Organiser().opens().briefs()
    happened(desk.manager(FileTournament, terms=WHOLE))
    desk.until(START)
    assert refused(desk.director(StartRound, seed=SEED), Why.NOT_YET).clause is not None


@pytest.mark.clause(BOOK, "8.4.3(a)(i)")
def test_another_round_has_its_own_bank_or_carries_the_one_before() -> None:
    for last, banks in (
        (msgspec.structs.replace(FINAL, bank=250_000), {250_000}),
        (msgspec.structs.replace(FINAL, carries=True), {160_000, 150_000, 140_000}),
        (FINAL, {100_000}),
    ):
        desk = plays(Organiser(terms(format={"rounds": (FIRST, last)})).starts(), 50_000, 40_000, 30_000)
        happened(desk.ends())
        happened(desk.director(StartRound, seed=SEED))
        assert {desk.one(who).bank for who in desk.at(TABLES[0])} == banks
        assert desk.replays()


# --- the clock


@pytest.mark.clause(BOOK, "8.4.3(a)(i)")
def test_a_round_ends_by_its_clock_to_the_second() -> None:
    desk = Organiser().starts()
    table = TABLES[0]
    desk.until(START + 30 * MINUTE - SECOND)
    happened(desk.closes(table, {}))
    late = refused(desk.closes(TABLES[1], {}), Why.TOO_LATE)
    assert late.message.startswith(f"table 12: play is over there, time was up at {START + 30 * MINUTE}")
    assert "play goes on at table 11" in refused(desk.ends(), Why.NOT_YET).message
    happened(desk.settles(table, 1, 2, 3))
    assert "let them play an extra spin" in refused(desk.ends(), Why.NOT_YET).message
    assert refused(desk.closes(table, {}), Why.TOO_LATE)


@pytest.mark.clause(BOOK, "8.4.3(a)(i)")
def test_a_pause_stops_play_and_the_clock_and_time_can_be_added() -> None:
    desk = Organiser().starts().until(START + 10 * MINUTE)
    happened(desk.director(PauseRound, reason="The fire alarm"))
    assert refused(desk.director(PauseRound, reason="Again"), Why.ALREADY_DONE)
    assert refused(desk.closes(TABLES[0], {}), Why.PLAY_STOPPED)
    desk.until(START + 40 * MINUTE)
    happened(desk.director(ResumeRound))
    assert refused(desk.director(ResumeRound), Why.ALREADY_DONE)
    assert play_of(desk.house, "spring").ends == START + 60 * MINUTE
    happened(desk.director(AddTime, minutes=5, reason="A slow dealer"))
    assert play_of(desk.house, "spring").ends == START + 65 * MINUTE
    desk.until(START + 65 * MINUTE - SECOND)
    happened(desk.closes(TABLES[0], {}))
    assert refused(desk.closes(TABLES[1], {}), Why.TOO_LATE)
    assert desk.replays()


def test_a_round_by_spins_has_no_clock_to_add_to_but_can_pause() -> None:
    desk = Organiser(final()).starts()
    assert refused(desk.director(AddTime, minutes=5, reason="x"), Why.NOT_ALLOWED)
    happened(desk.director(PauseRound, reason="Dinner"))
    happened(desk.director(ResumeRound))
    assert play_of(desk.house, "spring").ends is None


def test_what_is_for_a_round_is_refused_without_one() -> None:
    desk = Organiser().opens()
    for kind, fields in (
        (PauseRound, {"reason": "x"}), (ResumeRound, {}), (AddTime, {"minutes": 1, "reason": "x"}),
        (EndTableEarly, {"table": "x", "why": "agreed"}), (PlayOff, {"dice": (1, 2, 3), "wagers": {}}),
    ):  # fmt: skip
        assert refused(desk.director(kind, **fields), Why.WRONG_PHASE)
    assert refused(desk.ends(), Why.WRONG_PHASE)
    assert refused(desk.settles("table 11", 1, 2, 3), Why.WRONG_PHASE)
    assert refused(desk.closes("table 11", {}), Why.WRONG_PHASE)
    with pytest.raises(BrokenTournamentError, match="it is in a round, and there is none"):
        play_of(desk.house, "spring")


# --- who goes on


@pytest.mark.clause(BOOK, "8.4.3(a)(iii)", "8.4.5(a)")
def test_the_first_of_each_table_and_the_best_of_the_rest_go_on() -> None:
    desk = plays(Organiser().starts(), 50_000, 45_000, 40_000, 35_000, 30_000, 25_000)
    assert desk.at(TABLES[0]) == ["ann", "cai", "eve"]
    ended = only(desk.ends(), RoundEnded)
    assert (ended.through, ended.out) == (("ann", "bob", "cai"), ("dee", "eve", "fay"))
    assert by_name(desk, "out") == ["dee", "eve", "fay"]
    assert (desk.it.phase, desk.it.rounds) == ("between", 1)
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.3(a)(iii)")
def test_a_table_with_nobody_left_leaves_its_place_to_the_rest() -> None:
    desk = Organiser().starts()
    happened(desk.closes(TABLES[0], {who: [("big", 100_000)] for who in desk.at(TABLES[0])}))
    happened(desk.settles(TABLES[0], 1, 2, 3))
    assert refused(desk.closes(TABLES[0], {}), Why.TOO_LATE)
    desk.spins(TABLES[1], 1, 2, 3, bob=50_000, dee=40_000).spins(TABLES[1], 1, 2, 3)
    assert only(desk.ends(), RoundEnded).through == ("bob", "dee", "fay")


@pytest.mark.clause(BOOK, "8.4.3(a)(iii)", "8.4.6(a)")
def test_equal_at_the_line_means_an_extra_spin_between_those_alone() -> None:
    desk = plays(Organiser().starts(), 50_000, 45_000, 30_000, 30_000)
    found = refused(desk.ends(), Why.NOT_YET)
    assert found.message == "spring: cai, dee are equal where it matters; let them play an extra spin"
    assert found.clause == "crown-sicbo 8.4.3(a)(iii)"
    small, big = (Laid("small", 20_000),), (Laid("big", 20_000),)
    extra: dict[str, Any] = {"dice": (1, 2, 3)}
    assert refused(desk.director(PlayOff, wagers={"cai": small, "ann": big}, **extra), Why.NOT_ALLOWED)
    assert refused(desk.director(PlayOff, wagers={"cai": small, "dee": big}, dice=(1, 2)), Why.WRONG_DICE)
    rich = {"cai": (Laid("small", 105_000),), "dee": big}
    assert refused(desk.director(PlayOff, wagers=rich, **extra), Why.NOT_ENOUGH)
    happened(desk.director(PlayOff, wagers={"cai": small, "dee": small}, **extra))
    assert "cai, dee are equal" in refused(desk.ends(), Why.NOT_YET).message
    happened(desk.director(PlayOff, wagers={"cai": big, "dee": small}, **extra))
    assert (desk.one("cai").extra, desk.one("cai").bank) == ([20_000, -20_000], 140_000)
    assert refused(desk.director(PlayOff, wagers={"cai": big, "dee": small}, **extra), Why.NOT_YET)
    assert only(desk.ends(), RoundEnded).through == ("ann", "bob", "dee")
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.6(a)", "8.4.3(a)(iii)")
def test_equal_at_a_table_matters_only_if_not_all_of_them_go_on() -> None:
    wide = msgspec.structs.replace(FIRST, top=1, best=0)
    own = terms(format={"rounds": (wide, msgspec.structs.replace(FINAL, seats=2))})
    desk = plays(Organiser(own).starts(), 50_000, 45_000, 50_000)
    assert "ann, cai are equal" in refused(desk.ends(), Why.NOT_YET).message
    both = plays(Organiser().starts(), 50_000, 45_000, 50_000)
    assert only(both.ends(), RoundEnded).through == ("ann", "cai", "bob"), "all who are equal go on"
    early = Organiser().starts()
    assert refused(early.director(PlayOff, dice=(1, 2, 3), wagers={}), Why.NOT_YET)


@pytest.mark.clause(BOOK, "8.4.6(a)")
def test_the_bank_before_the_last_spin_tells_equals_apart() -> None:
    desk = Organiser().starts()
    desk.spins(TABLES[0], 1, 2, 3, ann=30_000, cai=20_000).spins(TABLES[0], 1, 2, 3, ann=20_000, cai=30_000)
    desk.spins(TABLES[1], 1, 2, 3, bob=50_000, dee=5_000 * 3).spins(TABLES[1], 1, 2, 3)
    assert desk.one("ann").bank == desk.one("cai").bank
    assert only(desk.ends(), RoundEnded).through[:2] == ("bob", "ann")


@pytest.mark.clause(BOOK, "8.4.6(a)")
def test_a_lot_follows_from_the_seed_by_the_published_rule() -> None:
    desk = plays(Organiser(terms(format={"ties": ("lot",)})).starts())

    def drawn(who: str) -> str:
        return hashlib.sha256(f"dicehouse lot 1\n{SEED}\n{who}".encode()).hexdigest()

    first = {min(desk.at(table), key=drawn) for table in TABLES}
    rest = min({*PEOPLE} - first, key=drawn)
    assert {*only(desk.ends(), RoundEnded).through} == {*first, rest}


# --- repechage


def with_repechage(**more: Any) -> Organiser:
    first = msgspec.structs.replace(FIRST, best=0, spins=1)
    again = Round(spins=1, tables=1, seats=3, best=1, repechage=True)
    own = terms(format={"rounds": (first, again, FINAL), "ties": ("lot",), **more})
    desk = Organiser(own).starts()
    stakes = dict(zip(PEOPLE, (50_000, 45_000, 40_000, 35_000, 30_000, 25_000), strict=True))
    for table in TABLES:
        desk.spins(table, 1, 2, 3, **{who: stakes[who] for who in desk.at(table)})
    happened(desk.ends())
    return desk


@pytest.mark.clause(BOOK, "8.4.3(a)(v)")
def test_the_best_of_those_who_are_out_play_for_a_place_in_the_final() -> None:
    desk = with_repechage(repechage="The best three")
    assert refused(desk.director(SkipRepechage, reason="Late"), Why.NOT_ALLOWED)
    happened(desk.director(StartRound, seed=SEED))
    assert {*desk.at(TABLES[0])} == {"cai", "dee", "eve"}
    assert by_name(desk, "out") == ["fay"]
    desk.spins(TABLES[0], 1, 2, 3, eve=60_000)
    happened(desk.ends())
    happened(desk.director(StartRound, seed=SEED))
    assert {*desk.at(TABLES[0])} == {"ann", "bob", "eve"}
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.3(a)(v)")
def test_a_repechage_that_the_director_decides_on_can_be_left_out() -> None:
    desk = with_repechage(repechage_by_director=True)
    happened(desk.director(SkipRepechage, reason="It is late"))
    assert refused(desk.director(SkipRepechage, reason="It is late"), Why.NOT_ALLOWED)
    happened(desk.director(StartRound, seed=SEED))
    assert {*desk.at(TABLES[0])} == {"ann", "bob"}
    assert refused(desk.director(SkipRepechage, reason="It is late"), Why.WRONG_PHASE)
    assert desk.replays()


# --- early ends


@pytest.mark.clause(BOOK, "8.4.8(d)", "8.4.8(d)(i)")
def test_a_table_ends_early_once_it_is_certain_who_goes_on() -> None:
    desk = Organiser().starts()
    early: dict[str, Any] = {"table": TABLES[0], "why": "determined"}
    uncertain = refused(desk.director(EndTableEarly, **early), Why.NOT_YET)
    assert uncertain.message == "table 11: 3 players are left and 1 of them go on, 6 in all and 3 go on; play on"
    assert refused(desk.director(EndTableEarly, **{**early, "table": "table 7"}), Why.UNKNOWN_ID)
    happened(desk.closes(TABLES[0], {who: [("big", 100_000)] for who in ("cai", "eve")}))
    assert refused(desk.director(EndTableEarly, **early), Why.WAGERS_STAND)
    happened(desk.settles(TABLES[0], 1, 2, 3))
    happened(desk.director(EndTableEarly, **early))
    assert refused(desk.director(EndTableEarly, **early), Why.ALREADY_DONE)
    assert "determined" in refused(desk.closes(TABLES[0], {}), Why.TOO_LATE).message
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(d)(i)")
def test_a_table_also_ends_early_when_no_more_are_left_in_all_than_go_on() -> None:
    desk = Organiser().starts()
    happened(desk.closes(TABLES[0], {who: [("big", 100_000)] for who in desk.at(TABLES[0])}))
    happened(desk.settles(TABLES[0], 1, 2, 3))
    happened(desk.director(EndTableEarly, table=TABLES[1], why="determined"))
    assert only(desk.ends(), RoundEnded).through == ("bob", "dee", "fay")


@pytest.mark.clause(BOOK, "8.4.8(d)(ii)")
def test_a_table_ends_early_if_chips_are_cash_and_all_of_it_agree() -> None:
    early: dict[str, Any] = {"table": TABLES[0], "why": "agreed", "agreed": ("ann", "cai")}
    plain = Organiser().starts()
    assert refused(plain.director(EndTableEarly, **early), Why.NOT_ALLOWED).clause == "crown-sicbo 8.4.8(d)(ii)"
    desk = Organiser(terms(format={"chips_after": "cash", "cash_rate": "1/100"})).starts()
    found = refused(desk.director(EndTableEarly, **early), Why.NOT_ACKNOWLEDGED)
    assert found.message == "table 11: eve did not agree, and all must; play on"
    happened(desk.director(EndTableEarly, **{**early, "agreed": ("ann", "cai", "eve")}))
    assert desk.replays()


# --- the final


@pytest.mark.clause(BOOK, "8.4.6(a)")
def test_equal_at_a_prize_means_an_extra_spin_and_below_the_prizes_nothing() -> None:
    desk = Organiser(final()).starts()
    desk.spins(TABLES[0], 1, 2, 3, ann=60_000, bob=50_000, cai=40_000).spins(TABLES[0], 1, 2, 3)
    ended = only(desk.ends(), RoundEnded)
    assert ended.through[:3] == ("ann", "bob", "cai")
    assert final_order(desk.it)[3] == ("dee", "eve", "fay")
    assert refused(desk.director(StartRound, seed=SEED), Why.ALREADY_DONE).next == "finish it"
    tied = Organiser(final()).starts()
    tied.spins(TABLES[0], 1, 2, 3, ann=60_000, bob=60_000).spins(TABLES[0], 1, 2, 3)
    found = refused(tied.ends(), Why.NOT_YET)
    assert (found.clause, found.message.split(" are")[0]) == ("crown-sicbo 8.4.6(a)", "spring: ann, bob")
    assert tied.replays()


def test_tables_can_be_set_apart_anew_between_rounds() -> None:
    desk = plays(Organiser().starts(), 50_000, 45_000, 40_000)
    assert refused(desk.manager(DesignateTables, tournament="spring", tables=("table 9",)), Why.WRONG_PHASE)
    happened(desk.ends())
    happened(desk.manager(DesignateTables, tournament="spring", tables=("table 9",)))
    happened(desk.director(StartRound, seed=SEED))
    assert {*desk.at("table 9")} == {"ann", "bob", "cai"}


def test_nobody_is_left_for_a_round_after_everyone_went_out() -> None:
    desk = Organiser().starts()
    for table in TABLES:
        happened(desk.closes(table, {who: [("big", 100_000)] for who in desk.at(table)}))
        happened(desk.settles(table, 1, 2, 3))
    happened(desk.ends())
    assert "0 players" in refused(desk.director(StartRound, seed=SEED), Why.NOT_ENOUGH).message
    happened(desk.operator(CancelTournament, tournament="spring", reason="Nobody is left"))


def test_a_line_names_everyone_once() -> None:
    desk = plays(Organiser().starts(), 50_000, 45_000, 40_000)
    line = cut(desk.it)
    assert sorted((*line.through, *line.out)) == [*PEOPLE]
