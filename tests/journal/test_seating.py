"""The verifier seats every round of a tournament again, and sees whatever was changed to sit someone elsewhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.house.promotions.lot import commitment
from dicehouse.house.tournaments.changing import BuyTournamentChips, NominateSubstitute, WithdrawEntry
from dicehouse.house.tournaments.conduct import PenalisePlayer, RetirePlayer
from dicehouse.house.tournaments.parts import BuyBack, Round
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.seating import PromiseSeats
from dicehouse.journal.verify import verify
from dicehouse.journal.verify.seating import drawn
from tests.house.keeper import happened
from tests.house.tournaments.organiser import PEOPLE, SEED, START, TABLES, Organiser, terms
from tests.journal.test_draws import place, written

ROUNDS = (
    Round(spins=1, tables=2, seats=3, top=1),
    Round(spins=1, tables=1, seats=4, top=1, repechage=True),
    Round(spins=1, tables=1, seats=4),
)
LATER = "what the later rounds are drawn from"


def played() -> list[dict[str, Any]]:
    """A tournament with all that changes who plays: a substitute, one who is out, a repechage and a way back."""
    rounds = {
        "rounds": ROUNDS, "ties": ("lot",), "repechage": "All who are out",
        "buy_back": BuyBack(price=100, after_rounds=(2,), places=1),
    }  # fmt: skip
    desk = Organiser(terms(format=rounds, winners={"ties": ("share",)}, details={"min_players": 3})).prepares()
    happened(desk.promises())
    for who in PEOPLE:
        happened(desk.enters(who))
    swap = {"person": "fay", "substitute": "zoe", "accepted": True, "signed": True}
    happened(desk.desk(NominateSubstitute, **swap))
    happened(desk.desk(WithdrawEntry, person="eve"))
    happened(desk.director(PenalisePlayer, person="dee", what="conduct", action="disqualify", reason="Abuse"))
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    happened(desk.does(PromiseSeats, "dora", "tournament-director", tournament="spring", commitment=commitment(LATER)))
    happened(desk.desk(BuyTournamentChips, person="ann", what="add-on", means="cash"))
    happened(desk.director(PenalisePlayer, person="ann", what="late", action="warn", reason="Six minutes"))
    for table in TABLES:
        desk.spins(table, 1, 2, 3)
    happened(desk.ends())
    happened(desk.director(StartRound, seed=LATER))
    desk.spins(TABLES[0], 1, 2, 3)
    happened(desk.ends())
    gone = next(who for who, one in desk.it.entrants.items() if one.standing == "out")
    happened(desk.desk(BuyTournamentChips, person=gone, what="buy-back", means="cash"))
    through = next(who for who, one in desk.it.entrants.items() if one.standing == "through")
    happened(desk.director(RetirePlayer, person=through))
    happened(desk.director(StartRound, seed=SEED))
    return [msgspec.json.decode(msgspec.json.encode(it)) for it in desk.events]


def test_seats_that_were_drawn_by_the_rule_stand(tmp_path: Path) -> None:
    report = verify(written(tmp_path, played()))
    assert (report.faults, report.seatings, report.draws) == ([], 3, 0)


def swaps(events: list[dict[str, Any]]) -> None:
    seats = events[place(events, "round-started")]["seats"]
    seats[0][0], seats[1][0] = seats[1][0], seats[0][0]


def other_seed(events: list[dict[str, Any]]) -> None:
    events[place(events, "round-started")]["seed"] += "!"


def someone_else(events: list[dict[str, Any]]) -> None:
    events[place(events, "round-started")]["seats"][0][0] = "dee"


def no_promise(events: list[dict[str, Any]]) -> None:
    del events[place(events, "seats-promised")]


def late_and_not_said(events: list[dict[str, Any]]) -> None:
    events[place(events, "seats-promised")]["late"] = False


def early_and_said_late(events: list[dict[str, Any]]) -> None:
    next(it for it in events if it["event"] == "seats-promised")["late"] = True


@pytest.mark.parametrize(
    "change, said",
    [
        (swaps, "are not those that its seed gives"),
        (other_seed, "was promised"),
        (someone_else, "were due to play"),
        (no_promise, "and none was promised"),
        (late_and_not_said, "were promised after their players were known"),
        (early_and_said_late, "were promised before their players were known"),
    ],
)
def test_whatever_was_changed_is_found(
    tmp_path: Path, change: Callable[[list[dict[str, Any]]], None], said: str
) -> None:
    events = played()
    change(events)
    report = verify(written(tmp_path, events))
    assert any(said in it.why for it in report.faults), report.faults


def test_players_are_dealt_to_the_tables_one_by_one() -> None:
    seats = drawn(SEED, PEOPLE, TABLES)
    assert sorted(who for who, _, _ in seats) == sorted(PEOPLE)
    assert [table for _, table, _ in seats] == [*TABLES] * 3
    assert [seat for _, _, seat in seats] == [1, 1, 2, 2, 3, 3]
