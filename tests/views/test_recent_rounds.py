"""Rounds that a player recalls: of the own seat, the latest ten, also after the house was shut and opened again."""

from pathlib import Path

import pytest

from dicehouse.floor.plan import HousePlan
from dicehouse.table import craps_roll, dealt, dealt_result, throw
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.views import recent_rounds
from dicehouse.views.recent_rounds import Recall, RoundView
from tests.floor.parlour import Parlour, a_table, happened, house, tells


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def dealt_by_hand(book: str) -> HousePlan:
    return house(a_table(book, dealer="staff", tumbler="keyed"))


def read_back(it: Parlour, seat: int = 1, who: str = "Ann") -> tuple[RoundView, ...]:
    """What somebody recalls who asks for the first time."""
    running = it.floor.tables["T"]
    leader = running.leader
    return Recall(lambda: running.table).read_back(leader.store, leader.stream, leader.no).rounds(seat, who)


def listens(it: Parlour) -> Recall:
    running = it.floor.tables["T"]
    heard = Recall(lambda: running.table)
    running.listeners.append(heard.listen)
    return heard


async def plays(it: Parlour, *dice: int) -> None:
    """Ann bets, and the round or roll is dealt to its end."""
    if len(dice) == 2:
        happened(await it.bets("field"))
        happened(await it.staff(throw.ThrowDice))
        happened(await it.staff(craps_roll.CallRoll, dice=dice))
        happened(await it.staff(craps_roll.SettleRoll))
        return
    happened(await it.staff(dealt.Tumble, times=3))
    happened(await it.staff(dealt.InviteBets))
    happened(await it.bets("small"))
    happened(await it.bets("double-4"))
    for order in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt_result.Uncover):
        happened(await it.staff(order))
    happened(await it.staff(dealt_result.AnnounceResult, dice=dice))
    happened(await it.staff(dealt_result.EnterResult, dice=dice))
    happened(await it.staff(dealt_result.Settle))


ROLLS: dict[str, list[tuple[int, ...]]] = {
    "star-sicbo-2024": [(1, 2, 4), (4, 4, 6), (6, 6, 6)],
    "star-craps": [(3, 3), (4, 5), (5, 5)],
}


@pytest.mark.parametrize("book", ROLLS)
def test_the_journal_gives_the_same_rounds_as_were_heard_also_after_a_restart(journal: Path, book: str) -> None:
    seen: list[RoundView] = []

    async def evening(it: Parlour) -> None:
        heard = listens(it)
        await it.sits()
        if book == "star-craps":
            happened(await it.bets("win-line"))
            happened(await it.staff(OfferDice))
            happened(await it.staff(AcceptDice, seat=1, dice=(1, 2)))
        for dice in ROLLS[book]:
            await plays(it, *dice)
        seen.extend(heard.rounds(1, "Ann"))
        assert [it.dice for it in seen] == ROLLS[book][::-1]
        assert read_back(it) == tuple(seen)

    async def morning(it: Parlour) -> None:
        assert read_back(it) == tuple(seen)
        assert read_back(it, 1, "Bob") == ()
        assert read_back(it, 2) == ()

    tells(evening, dealt_by_hand(book), journal)
    tells(morning, dealt_by_hand(book), journal)


def test_rounds_of_who_sat_there_before_are_nobody_elses(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await plays(it, 1, 2, 4)
        assert len(read_back(it)) == 1
        happened(await it.player(LeaveSeat, seat=1))
        happened(await it.player(TakeSeat, "Bob", seat=1))
        assert read_back(it, 1, "Bob") == ()

    tells(story, dealt_by_hand("star-sicbo-2024"), journal)


def test_it_looks_back_as_far_as_it_must_and_keeps_no_more_than_the_latest(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_rounds, "WINDOW", 2)
    monkeypatch.setattr(recent_rounds, "KEPT", 2)

    async def story(it: Parlour) -> None:
        heard = listens(it)
        await it.sits()
        for dice in ROLLS["star-sicbo-2024"]:
            await plays(it, *dice)
        assert [it.dice for it in read_back(it)] == [(6, 6, 6), (4, 4, 6)]
        assert read_back(it) == heard.rounds(1, "Ann")

    tells(story, dealt_by_hand("star-sicbo-2024"), journal)


def test_it_ends_where_it_may_look_no_further(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_rounds, "WINDOW", 2)
    monkeypatch.setattr(recent_rounds, "FURTHEST", 2)

    async def story(it: Parlour) -> None:
        await it.sits()
        await plays(it, 1, 2, 4)
        await plays(it, 1, 2, 5)
        assert [it.dice for it in read_back(it)] == [(1, 2, 5)]

    tells(story, dealt_by_hand("star-sicbo-2024"), journal)
