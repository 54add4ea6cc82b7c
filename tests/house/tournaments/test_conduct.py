"""Conduct: penalties as the terms allow them, disqualification, retirement, and the director's last word."""

from typing import Any

import pytest

from dicehouse.house.tournaments.conduct import PenalisePlayer, PlayerPenalised, PlayerRetired, RetirePlayer
from dicehouse.house.tournaments.ruling import (
    DecideTournamentDispute,
    RaiseTournamentDispute,
    TournamentDisputeDecided,
)
from dicehouse.house.tournaments.standings import final_order
from dicehouse.refusal import Why
from tests.house.keeper import happened, only
from tests.house.tournaments.organiser import BOOK, PEOPLE, TABLES, Organiser, final, refused

T = TABLES[0]


def ready(**changed: Any) -> Organiser:
    return Organiser(final(**changed)).starts()


def penalises(desk: Organiser, person: str, what: str, action: str) -> Any:
    return desk.director(PenalisePlayer, person=person, what=what, action=action, reason="Seen by dealer 41")


@pytest.mark.clause(BOOK, "8.4.8(a)(i)", "8.4.8(b)(i)", "8.4.8(b)(ii)", "8.4.8(b)(iii)", "8.4.2(b)(i)")
@pytest.mark.parametrize("what, allowed, clause", [
    ("conduct", {"warn", "chips", "lose-wager", "disqualify"}, "8.4.8(a)(i)"),
    ("late", {"warn", "chips"}, "8.4.8(b)(i)"),
    ("absence", {"warn", "disqualify"}, "8.4.8(b)(ii)"),
    ("telephone", {"warn", "lose-wager", "disqualify"}, "8.4.8(b)(iii)"),
])  # fmt: skip
def test_the_director_does_what_the_terms_allow_and_nothing_else(what: str, allowed: set[str], clause: str) -> None:
    for action in ("warn", "chips", "lose-wager", "disqualify"):
        desk = ready()
        happened(desk.closes(T, {"ann": [("small", 10_000)]}))
        answer = penalises(desk, "ann", what, action)
        if action in allowed:
            done = only(answer, PlayerPenalised)
            assert done.clause == f"crown-sicbo {'8.4.8(b)(v)' if action == 'disqualify' else clause}"
        else:
            found = refused(answer, Why.NOT_ALLOWED)
            assert (found.clause, found.next) == (f"crown-sicbo {clause}", "choose one of those")
        assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(a)(i)")
def test_a_penalty_takes_chips_as_far_as_they_go_and_leaves_wagers_that_stand() -> None:
    desk = ready()
    assert only(penalises(desk, "ann", "late", "chips"), PlayerPenalised).chips == 20_000
    assert desk.one("ann").bank == 80_000
    happened(desk.closes(T, {"ann": [("small", 70_000)], "bob": [("small", 5_000)]}))
    assert only(penalises(desk, "ann", "late", "chips"), PlayerPenalised).chips == 10_000
    assert only(penalises(desk, "bob", "late", "chips"), PlayerPenalised).chips == 20_000
    happened(desk.settles(T, 1, 2, 3))
    assert (desk.one("ann").bank, desk.one("bob").bank) == (140_000, 80_000)
    happened(penalises(desk, "ann", "conduct", "warn"))
    assert desk.one("ann").warned == 1
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(a)(i)", "8.4.5(a)")
def test_a_penalty_that_takes_the_last_chips_puts_a_player_out() -> None:
    desk = ready(conduct={"penalty_chips": 100_000})
    happened(penalises(desk, "ann", "conduct", "chips"))
    assert desk.one("ann").standing == "out"
    assert "has no chips in play" in refused(penalises(desk, "ann", "conduct", "chips"), Why.NOT_ALLOWED).message


@pytest.mark.clause(BOOK, "8.4.8(b)(iii)")
def test_a_wager_is_lost_while_it_stands() -> None:
    desk = ready()
    found = refused(penalises(desk, "ann", "telephone", "lose-wager"), Why.NOT_ALLOWED)
    assert found.next == "choose another penalty"
    happened(desk.closes(T, {"ann": [("small", 10_000), ("big", 20_000)]}))
    assert refused(penalises(desk, "bob", "telephone", "lose-wager"), Why.NOT_ALLOWED)
    assert only(penalises(desk, "ann", "telephone", "lose-wager"), PlayerPenalised).chips == 30_000
    happened(desk.settles(T, 1, 2, 3))
    assert desk.one("ann").bank == 70_000
    assert desk.replays()


# --- disqualification and retirement


@pytest.mark.clause(BOOK, "8.4.8(a)(ii)", "8.4.8(b)(v)", "8.4.2(b)(i)")
@pytest.mark.parametrize("rule, each", [("removed", 0), ("shared", 20_000)])
def test_chips_of_who_is_disqualified_go_as_the_terms_say(rule: str, each: int) -> None:
    desk = ready(conduct={"disqualified_chips": rule})
    happened(desk.closes(T, {"ann": [("small", 50_000)], "bob": [("small", 10_000)]}))
    done = only(penalises(desk, "ann", "conduct", "disqualify"), PlayerPenalised)
    assert (done.chips, done.shared) == (100_000, dict.fromkeys(PEOPLE[1:], each) if each else {})
    happened(desk.settles(T, 1, 2, 3))
    assert (desk.one("ann").standing, desk.one("ann").bank) == ("disqualified", 0)
    assert desk.one("bob").bank == 110_000 + each
    assert refused(penalises(desk, "ann", "conduct", "warn"), Why.ALREADY_DONE)
    assert refused(desk.closes(T, {"ann": [("small", 5_000)]}), Why.NOT_YOUR_SEAT)
    assert all("ann" not in same for same in final_order(desk.it))
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(b)(v)")
def test_chips_are_shared_in_whole_chips_and_only_among_others_at_the_table() -> None:
    desk = Organiser(final(conduct={"disqualified_chips": "shared"}, details={"min_players": 2}), PEOPLE[:4]).starts()
    happened(penalises(desk, "ann", "conduct", "disqualify"))
    assert {desk.one(who).bank for who in ("bob", "cai", "dee")} == {130_000}, "33,333.33 each is not in chips"
    for who in ("bob", "cai"):
        happened(penalises(desk, who, "conduct", "disqualify"))
    assert only(penalises(desk, "dee", "conduct", "disqualify"), PlayerPenalised).shared == {}
    before = Organiser(final(conduct={"disqualified_chips": "shared"})).opens()
    assert only(penalises(before, "ann", "conduct", "disqualify"), PlayerPenalised).shared == {}
    assert refused(penalises(before, "zoe", "conduct", "warn"), Why.UNKNOWN_PATRON)
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(b)(vi)")
@pytest.mark.parametrize("rule, placed", [("ranked", True), ("unplaced", False)])
def test_who_retires_keeps_a_place_or_does_not_as_the_terms_say(rule: str, placed: bool) -> None:
    desk = ready(conduct={"retirement": rule})
    happened(desk.closes(T, {"ann": [("small", 50_000)]}))
    waits = refused(desk.director(RetirePlayer, person="ann"), Why.WAGERS_STAND)
    assert waits.message == "ann: has $500 on the layout; wait for the spin"
    happened(desk.settles(T, 1, 2, 3))
    assert refused(desk.patron("bob", RetirePlayer, tournament="spring", person="ann"), Why.NOT_ALLOWED)
    gone = only(desk.patron("ann", RetirePlayer, tournament="spring", person="ann"), PlayerRetired)
    assert gone.placed is placed
    assert refused(desk.director(RetirePlayer, person="ann"), Why.NOT_ALLOWED)
    assert refused(desk.director(RetirePlayer, person="zoe"), Why.UNKNOWN_PATRON)
    assert (("ann",) in final_order(desk.it)) is placed
    assert refused(Organiser().opens().director(RetirePlayer, person="ann"), Why.WRONG_PHASE)
    assert desk.replays()


# --- disputes


@pytest.mark.clause(BOOK, "8.4.8(h)")
@pytest.mark.parametrize("satisfied", [True, False])
def test_the_director_decides_for_good_and_whether_the_person_is_satisfied_is_on_record(satisfied: bool) -> None:
    desk = ready()
    happened(desk.patron("ann", RaiseTournamentDispute, id="D1", tournament="spring", person="ann", about="My wager"))
    decide: dict[str, Any] = {"dispute": "D1", "decision": "The wager stood", "satisfied": satisfied}
    assert refused(desk.operator(DecideTournamentDispute, tournament="spring", **decide), Why.NOT_ALLOWED)
    assert refused(desk.director(DecideTournamentDispute, **{**decide, "dispute": "D2"}), Why.UNKNOWN_ID)
    decided = only(desk.director(DecideTournamentDispute, **decide), TournamentDisputeDecided)
    assert (decided.unsatisfied, decided.advised) == (not satisfied, False)
    assert decided.clause == "crown-sicbo 8.4.8(h)"
    again = refused(desk.director(DecideTournamentDispute, **decide), Why.ALREADY_DONE)
    assert again.message == "D1: it was decided for good (The wager stood); leave it so"
    assert refused(
        desk.patron("ann", RaiseTournamentDispute, tournament="autumn", person="ann", about="x"), Why.UNKNOWN_ID
    )
    assert refused(
        desk.does(DecideTournamentDispute, "otto", "tournament-director", tournament="spring", **decide),
        Why.NOT_ALLOWED,
    )
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(h)")
def test_a_table_waits_for_its_ruling_and_others_play_on() -> None:
    desk = Organiser().starts()
    asks: dict[str, Any] = {"id": "D1", "person": "ann", "about": "A telephone", "table": T}
    assert refused(desk.patron("ann", RaiseTournamentDispute, tournament="spring", **asks), Why.UNKNOWN_ID)
    assert refused(desk.director(RaiseTournamentDispute, **{**asks, "table": "table 7"}), Why.UNKNOWN_ID)
    happened(desk.closes(T, {}))
    happened(desk.director(RaiseTournamentDispute, **asks))
    assert refused(desk.settles(T, 1, 2, 3), Why.PLAY_STOPPED).clause == "crown-sicbo 8.4.8(h)"
    desk.spins(TABLES[1], 1, 2, 3)
    happened(desk.director(RaiseTournamentDispute, id="D2", person="bob", about="Noise"))
    happened(desk.director(DecideTournamentDispute, dispute="D2", decision="Be quiet", satisfied=True))
    assert refused(desk.settles(T, 1, 2, 3), Why.PLAY_STOPPED)
    happened(desk.director(DecideTournamentDispute, dispute="D1", decision="A warning", satisfied=True))
    happened(desk.settles(T, 1, 2, 3))
    happened(desk.director(RaiseTournamentDispute, **{**asks, "id": "D3"}))
    assert refused(desk.closes(T, {}), Why.PLAY_STOPPED)
    early = Organiser().opens()
    happened(early.director(RaiseTournamentDispute, id="D1", person="ann", about="The seats"))
    happened(early.director(DecideTournamentDispute, dispute="D1", decision="As drawn", satisfied=True))
    assert desk.replays()
