"""The seal binds the house: simulated dice are fixed before a wager on them is taken, at every kind of table, and the
journal shows it to anyone."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from dicehouse.floor.plan import Pace, TablePlan
from dicehouse.floor.tumbler import Shaken, SimulatedTumbler
from dicehouse.journal.record import entry_of
from dicehouse.journal.verify.dice_seals import check_seals
from dicehouse.refusal import Refused, Why
from dicehouse.table import Config, dealt, dealt_result
from dicehouse.table.craps_roll import RollCalled
from dicehouse.table.dealt_result import DiceUncovered
from dicehouse.table.electronic import DiceReported
from dicehouse.table.sealing import DiceSealed
from dicehouse.table.settlement import WagerPlaced
from tests.stories.evening import Evening, happened

TABLES = {"star": "star-sicbo-2024", "crown": "crown-sicbo-a", "craps": "star-craps", "hall": "aruze-sicbo"}
WAGER = {"star": "big", "crown": "small", "craps": "win-line", "hall": "big"}
OPENING = DiceUncovered | DiceReported | RollCalled


def simulated(name: str, dealer: str = "practice") -> TablePlan:
    made = Config(name=name, cage=True, wagering_seconds=10)
    dealer = "staff" if name == "hall" else dealer
    pace = Pace(betting=5, beat=1, show=1)
    return TablePlan(config=made, rulebook=TABLES[name], dealer=dealer, tumbler="simulated", pace=pace)  # type: ignore[arg-type]


def heard(evening: Evening, table: str) -> list[Any]:
    """Everything that happened at a table, in its order."""
    kept = evening.floor.tables[table].leader
    return [kept._event(bytes(it)) for body in evening.floor.store.stream(table) for it in entry_of(body).events]


def _evening(folder: Path, table: str, **more: Any) -> Evening:
    tables: dict[str, Any] = {table: simulated(table)}
    return Evening(folder, **tables, **more)


@pytest.mark.parametrize("table", TABLES)
def test_every_wager_comes_after_the_seal_that_its_dice_open(table: str, tmp_path: Path) -> None:
    with _evening(tmp_path, table) as evening:
        evening.register("ann", money=500_000)
        evening.sit("ann", table, money=100_000)
        for step in range(24):
            evening.bet("ann", table, WAGER[table], 500)
            evening.advance(seconds=4)
            if step == 12:
                evening.restart(crash=True)
        seals: list[str] = []
        shown = 0
        for event in heard(evening, table):
            if isinstance(event, DiceSealed):
                seals.append(event.seal)
            elif isinstance(event, WagerPlaced):
                assert seals[shown:], "a wager was taken before its dice were sealed"
            elif isinstance(event, OPENING):
                text = f"{event.salt}:{'-'.join(map(str, event.dice))}"
                assert hashlib.sha256(text.encode()).hexdigest() == event.seal == seals[shown]
                shown += 1
        assert shown >= 2
    report = check_seals(tmp_path / "journal.db")
    assert (report.made, report.opened, report.standing) == (len(seals), shown, len(seals) - shown)
    assert (report.faults, report.unopened, report.late) == ([], 0, 0)


class Stuck(SimulatedTumbler):
    """A tumbler that cannot be shaken."""

    async def shake(self) -> Shaken:
        return Shaken("", "it does not answer")


@pytest.mark.parametrize("table", TABLES)
def test_where_no_seal_can_be_made_no_wager_is_taken(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("dicehouse.floor.tumbler.SimulatedTumbler", Stuck)
        with _evening(tmp_path, table) as evening:
            evening.register("ann", money=500_000)
            evening.sit("ann", table, money=100_000)
            assert isinstance(evening.bet("ann", table, WAGER[table], 500), Refused)
            evening.advance(minutes=1)
            answer = evening.bet("ann", table, WAGER[table], 500)
            assert isinstance(answer, Refused)
            assert answer.why in {Why.NOT_YET, Why.BETTING_CLOSED}
            assert not evening.table(table).bets
    with _evening(tmp_path, table, opened=False) as evening:
        evening.advance(seconds=8)
        happened(evening.bet("ann", table, WAGER[table], 500))


def test_after_a_spin_without_a_result_other_dice_are_sealed_already(tmp_path: Path) -> None:
    """At Crown the wagers stay (7.2); the dice of the next spin were fixed before they could be touched."""
    with Evening(tmp_path, crown=simulated("crown", "staff")) as evening:
        evening.register("ann", money=500_000)
        evening.sit("ann", "crown", money=100_000)
        happened(evening.dealer("crown", dealt.InviteBets))
        first, second = evening.table("crown").round.seal, evening.table("crown").next_seal
        assert len({first, second, ""}) == 3
        happened(evening.bet("ann", "crown", "small", 500))
        happened(evening.dealer("crown", dealt.Tumble))
        assert evening.table("crown").round.seal == first, "tumbling does not choose other dice"
        happened(evening.staff("crown", dealt_result.CallNoResult, reason="cocked dice"))
        assert evening.table("crown").round.seal == second
        happened(evening.bet("ann", "crown", "single-3", 500))
        happened(evening.dealer("crown", dealt.Tumble))
        happened(evening.dealer("crown", dealt.CloseBetting))
        assert happened(evening.dealer("crown", dealt_result.Uncover))[0].seal == second  # type: ignore[attr-defined]
    report = check_seals(tmp_path / "journal.db")
    assert report.faults == []
    assert [(it.table, it.round, it.seal, it.why) for it in report.listed] == [
        ("crown", 1, first, "there was no result")
    ]
