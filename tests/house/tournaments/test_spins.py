"""Spins: wagers settled by the rulebook itself, minimum and compulsory wagers, and secret ones that stay secret."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.house.tournaments.parts import Secret
from dicehouse.house.tournaments.rounds import BrokenTournamentError
from dicehouse.house.tournaments.spinning import (
    SettleTournamentSpin,
    TournamentSpinSettled,
    VoidTournamentSpin,
    won_by,
)
from dicehouse.house.tournaments.state import Staked
from dicehouse.house.tournaments.wagering import (
    CloseTournamentBetting,
    Opened,
    SealWager,
    TournamentBettingClosed,
    seal_of,
)
from dicehouse.layout import Layout
from dicehouse.money import Cents
from dicehouse.refusal import Why
from dicehouse.rulebooks import load
from tests.house.keeper import happened, only
from tests.house.tournaments.organiser import BOOK, TABLES, Organiser, final, refused

T = TABLES[0]


def ready(**changed: Any) -> Organiser:
    """A final of six at one table."""
    return Organiser(final(**changed)).starts()


@pytest.mark.clause(BOOK, "8.1", "8.4.8(c)", "8.4.8(g)")
@pytest.mark.parametrize("book, wager, dice", [
    ("crown-sicbo-a", "small", (1, 2, 3)),
    ("crown-sicbo-a", "triple-2", (2, 2, 2)),
    ("crown-sicbo-a", "total-4", (1, 1, 2)),
    ("crown-sicbo-b", "symbol-fish", (1, 1, 2)),
    ("crown-sicbo-b", "colour-red", (1, 6, 2)),
])  # fmt: skip
def test_wagers_are_those_of_the_rulebook(book: str, wager: str, dice: tuple[int, ...]) -> None:
    desk = ready(rulebook=book)
    happened(desk.closes(T, {"ann": [(wager, 10_000)]}))
    settled = only(desk.settles(T, *dice), TournamentSpinSettled)
    layout = Layout(load(book), Cents(5_000))
    layout.place("w", wager, 10_000)
    decided = layout.roll(dice)
    assert isinstance(decided, list)
    assert settled.banks["ann"] == 100_000 + decided[0].winnings
    assert decided[0].winnings >= 10_000
    assert settled.banks["bob"] == 90_000, "the compulsory wager was taken"


@given(st.data())
@settings(max_examples=40)
def test_any_spin_pays_what_the_layout_pays_and_moves_no_money(data: st.DataObject) -> None:
    book = load("crown-sicbo-a")
    desk = ready()
    before = {**desk.house.accounts}
    names = [*book.wagers]
    bets = {
        who: data.draw(st.lists(st.tuples(st.sampled_from(names), st.just(10_000)), min_size=1, max_size=4))
        for who in ("ann", "bob")
    }
    dice = data.draw(st.tuples(*[st.integers(1, 6)] * 3))
    happened(desk.closes(T, bets))
    settled = only(desk.settles(T, *dice), TournamentSpinSettled)
    for who, wagers in bets.items():
        layout = Layout(book, Cents(5_000))
        for number, (wager, stake) in enumerate(wagers):
            layout.place(str(number), wager, stake)
        decided = layout.roll(dice)
        assert isinstance(decided, list)
        assert settled.banks[who] == 100_000 + sum(it.returned - it.stake for it in decided)
    assert desk.house.accounts == before
    assert desk.replays()


def test_a_record_that_no_layout_settles_is_not_believed() -> None:
    desk = ready()
    with pytest.raises(BrokenTournamentError, match="does not decide each of 1 wagers"):
        won_by(desk.it, (1, 2, 3), {"ann": [Staked("no-such", 5_000)]})


@pytest.mark.clause(BOOK, "8.4.4(a)", "8.4.4(b)")
@pytest.mark.parametrize("bets, why, clause", [
    ([("small", 100_005)], Why.NOT_ENOUGH, None),
    ([("small", 60_000), ("big", 45_000)], Why.NOT_ENOUGH, None),
    ([("smal", 10_000)], Why.UNKNOWN_WAGER, "crown-sicbo 3.6.1"),
    ([("small", 12_500)], Why.WRONG_CHIPS, "crown-sicbo 8.4.4(a)"),
    ([("small", 10_000), ("big", 5_000)], Why.BELOW_MINIMUM, "crown-sicbo 8.4.4(b)"),
])  # fmt: skip
def test_a_wager_is_in_chips_of_the_bank_and_not_below_the_minimum(bets: Any, why: Why, clause: str | None) -> None:
    desk = ready(wagers={"minimum": 10_000})
    assert refused(desk.closes(T, {"ann": bets}), why).clause == clause
    happened(desk.closes(T, {"ann": [("small", 100_000)], "bob": [("small", 95_000)]}))


@pytest.mark.clause(BOOK, "8.4.4(b)")
def test_who_has_less_than_the_minimum_can_stake_all_of_it() -> None:
    desk = ready(wagers={"minimum": 20_000, "compulsory": 20_000})
    desk.spins(T, 6, 6, 5, **{**dict.fromkeys(desk.people, 20_000), "ann": 90_000})
    assert desk.one("ann").bank == 10_000
    assert refused(desk.closes(T, {"ann": [("small", 5_000)]}), Why.BELOW_MINIMUM)
    closed = only(desk.closes(T, {"ann": [("small", 5_000), ("big", 5_000)]}), TournamentBettingClosed)
    assert "ann" not in closed.missed


@pytest.mark.clause(BOOK, "8.4.4(b)", "8.4.8(b)(ii)")
def test_a_compulsory_wager_that_is_not_made_is_taken_with_the_spin() -> None:
    desk = ready()
    closed = only(desk.closes(T, {"ann": [("small", 10_000)], "bob": [("small", 5_000)]}), TournamentBettingClosed)
    assert closed.missed == {"bob": 5_000, "cai": 10_000, "dee": 10_000, "eve": 10_000, "fay": 10_000}
    assert desk.one("cai").bank == 100_000
    happened(desk.settles(T, 1, 2, 3))
    assert [desk.one(who).bank for who in ("ann", "bob", "cai")] == [110_000, 100_000, 90_000]
    assert desk.one("cai").before == 100_000
    free = ready(wagers={"compulsory": 0, "compulsory_missed": ""})
    assert only(free.closes(T, {}), TournamentBettingClosed).missed == {}
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.4(b)", "8.4.5(a)")
def test_a_compulsory_wager_that_is_not_made_puts_a_player_out_where_the_terms_say_so() -> None:
    desk = ready(wagers={"compulsory_missed": "out"})
    bets = {who: [("small", 10_000)] for who in desk.people if who != "fay"}
    closed = only(desk.closes(T, {**bets, "fay": [("small", 5_000)]}), TournamentBettingClosed)
    assert (closed.out, closed.missed, "fay" in closed.staked) == (("fay",), {}, False)
    settled = only(desk.settles(T, 1, 2, 3), TournamentSpinSettled)
    assert settled.out == ("fay",)
    assert (desk.one("fay").standing, desk.one("fay").bank) == ("out", 100_000)
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.5(a)")
def test_who_has_no_chips_left_is_out() -> None:
    desk = ready()
    desk.spins(T, 6, 6, 5, ann=100_000, bob=95_000)
    assert (desk.one("ann").standing, desk.one("bob").standing) == ("out", "playing")
    assert refused(desk.closes(T, {"ann": [("small", 5_000)]}), Why.NOT_YOUR_SEAT)


def test_a_spin_is_settled_once_betting_is_closed_and_once() -> None:
    desk = ready()
    assert refused(desk.settles(T, 1, 2, 3), Why.NO_RESULT_DUE)
    assert refused(desk.settles("table 7", 1, 2, 3), Why.UNKNOWN_ID)
    assert refused(desk.closes("table 7", {}), Why.UNKNOWN_ID)
    happened(desk.closes(T, {}))
    assert refused(desk.closes(T, {}), Why.BETTING_CLOSED)
    assert refused(desk.settles(T, 1, 2), Why.WRONG_DICE)
    happened(desk.settles(T, 1, 2, 3))
    assert refused(desk.settles(T, 1, 2, 3), Why.NO_RESULT_DUE)
    desk.spins(T, 1, 2, 3)
    assert "2 spins are played" in refused(desk.closes(T, {}), Why.TOO_LATE).message
    assert refused(desk.cashier(SettleTournamentSpin, tournament="spring", table=T, dice=(1, 2, 3)), Why.NOT_ALLOWED)


def test_a_spin_without_a_result_gives_everything_back() -> None:
    desk = ready()
    seals(desk, "ann", "small", 10_000)
    void: dict[str, Any] = {"table": T, "reason": "A die is not flat"}
    assert refused(desk.director(VoidTournamentSpin, **void), Why.NO_RESULT_DUE)
    assert refused(desk.director(VoidTournamentSpin, **{**void, "table": "x"}), Why.UNKNOWN_ID)
    happened(desk.closes(T, {"bob": [("big", 50_000)]}))
    happened(desk.director(VoidTournamentSpin, **void))
    assert {one.bank for one in desk.it.entrants.values()} == {100_000}
    assert (desk.one("ann").secrets, desk.it.round and desk.it.round.tables[T].spins) == (0, 0)
    happened(desk.closes(T, {}))
    assert desk.replays()


# --- secret wagers


def seals(desk: Organiser, person: str, wager: str, stake: int, word: str = "owl") -> Any:
    return desk.patron(person, SealWager, tournament="spring", person=person, seal=seal_of(wager, stake, word))


def opened(person: str, wager: str, stake: int, word: str = "owl") -> Opened:
    return Opened(person=person, wager=wager, stake=stake, word=word)


@pytest.mark.clause(BOOK, "8.4.4(c)")
def test_a_secret_wager_is_sealed_and_opened_when_betting_closes() -> None:
    desk = ready()
    (sealed,) = happened(seals(desk, "ann", "triple-6", 20_000))
    assert "triple" not in str(sealed)
    for other in (
        opened("ann", "triple-6", 25_000), opened("ann", "triple-6", 20_000, "fox"), opened("bob", "triple-6", 20_000),
    ):  # fmt: skip
        found = refused(desk.closes(T, {}, opened=(other,)), Why.ENTRY_DIFFERS)
        assert found.clause == "crown-sicbo 8.4.4(c)"
    right = opened("ann", "triple-6", 20_000)
    assert refused(desk.closes(T, {}, opened=(right, right)), Why.ENTRY_DIFFERS)
    closed = only(desk.closes(T, {"ann": [("small", 5_000)]}, opened=(right,)), TournamentBettingClosed)
    assert closed.staked["ann"] == (Staked("small", 5_000), Staked("triple-6", 20_000))
    happened(desk.settles(T, 6, 6, 6))
    assert desk.one("ann").bank == 100_000 + 180 * 20_000 - 5_000
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.4(c)")
def test_secret_wagers_are_as_many_as_the_terms_allow_in_a_spin_and_a_session() -> None:
    desk = ready()
    happened(seals(desk, "ann", "small", 10_000))
    assert "1 of 1 secret wagers in this spin" in refused(seals(desk, "ann", "big", 10_000), Why.ABOVE_MAXIMUM).message
    happened(desk.closes(T, {}))
    assert refused(seals(desk, "bob", "small", 10_000), Why.BETTING_CLOSED)
    happened(desk.settles(T, 1, 2, 3))
    assert desk.one("ann").bank == 90_000, "a wager that is not opened is not made"
    happened(seals(desk, "ann", "small", 10_000))
    happened(desk.closes(T, {}, opened=(opened("ann", "small", 10_000),)))
    happened(desk.settles(T, 1, 2, 3))
    assert desk.one("ann").bank == 100_000
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.4(c)")
def test_a_session_has_no_more_secret_wagers_than_the_terms_say() -> None:
    desk = ready(wagers={"secret": Secret(per_session=1, per_spin=1, how="In an envelope")})
    happened(seals(desk, "ann", "small", 10_000))
    happened(desk.closes(T, {}))
    happened(desk.settles(T, 1, 2, 3))
    found = refused(seals(desk, "ann", "small", 10_000), Why.ABOVE_MAXIMUM)
    assert found.message == "ann: has made 1 of 1 secret wagers in this round; lay it openly"
    none = ready(wagers={"secret": None})
    assert refused(seals(none, "ann", "small", 10_000), Why.NOT_OFFERED)


@pytest.mark.clause(BOOK, "8.4.4(c)")
def test_only_who_plays_hands_in_a_secret_wager_and_only_the_own() -> None:
    desk = ready()
    seal = seal_of("small", 5_000, "owl")
    assert refused(desk.patron("bob", SealWager, tournament="spring", person="ann", seal=seal), Why.NOT_ALLOWED)
    assert refused(desk.director(SealWager, person="zoe", seal=seal), Why.UNKNOWN_PATRON)
    desk.spins(T, 6, 6, 5, ann=100_000)
    assert refused(desk.director(SealWager, person="ann", seal=seal), Why.NOT_ALLOWED)
    assert refused(Organiser().opens().director(SealWager, person="ann", seal=seal), Why.WRONG_PHASE)
    assert refused(
        desk.manager(CloseTournamentBetting, tournament="spring", table=T, wagers={}), Why.NOT_ALLOWED
    )  # fmt: skip
