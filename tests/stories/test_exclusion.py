"""Whoever is excluded plays nowhere that the exclusion reaches, until it ends (2024 9.8, pre-2024 and Craps 9.3, Aruze
8.7, Crown 9.2)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dicehouse.house import cage, exclusions
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused, Why
from dicehouse.table import conduct, people
from dicehouse.table.chips import BuyChips
from dicehouse.table.meter import InsertMoney
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.standing import LiftExclusion
from dicehouse.views.diary import Diary
from dicehouse.views.pit import pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from tests.stories.evening import Evening, happened, refused

HOUSES: dict[str, Any] = {
    "star": "star-sicbo-2024", "older": "star-sicbo-pre2024", "crown": "crown-sicbo-a", "symbols": "crown-sicbo-b",
    "terminals": "aruze-sicbo", "craps": "star-craps", "dice": "star-craps",
}  # fmt: skip


def exclude(evening: Evening, table: str, who: str, out_of: str, **more: Any) -> None:
    seen: dict[str, Any] = {"offence": "device", "person": who, "who": "player", "what": "a pocket computer"}
    happened(evening.staff(table, conduct.RecordContravention, id=f"breach of {who}", **seen))
    order: dict[str, Any] = {"breach": f"breach of {who}", "reason": "a pocket computer", "out_of": out_of, **more}
    happened(evening.staff(table, conduct.ExcludePerson, **order))


@pytest.mark.clause("star-craps", "9.3.3")
@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_excluded_from_the_casino_at_one_table_is_excluded_at_every_table_and_at_the_cage(tmp_path: Path) -> None:
    with Evening(tmp_path, **HOUSES) as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "craps", money=20_000)
        exclude(evening, "craps", "ann", "casino")
        for table in HOUSES:
            if table != "craps":
                answer = refused(evening.player("ann", table, people.TakeSeat, seat=2))
                assert answer.why is Why.EXCLUDED, table
                assert "elsewhere" not in answer.message
        assert refused(evening.bet("ann", "craps", "field", 500)).why is Why.EXCLUDED
        assert refused(evening.dealer("craps", BuyChips, seat=1, amount=1_000)).why is Why.EXCLUDED
        assert refused(evening.player("ann", "craps", people.BringChips, seat=1, amount=1_000)).why is Why.EXCLUDED
        buys: dict[str, Any] = {"person": "ann", "table": "craps", "amount": 1_000}
        answer = refused(evening.submit(HOUSE, cage.BuyIn, by="ann", role="patron", **buys))
        assert (answer.why, answer.clause) == (Why.EXCLUDED, "star-craps 9.3.3")
        paid_in: dict[str, Any] = {"person": "ann", "amount": 1_000, "means": "cash"}
        assert refused(evening.cage_does(cage.DepositFunds, **paid_in)).why is Why.EXCLUDED
        happened(evening.player("bob", "star", people.TakeSeat, seat=2))
        # what is owed is paid: her chips go to her account, and from there to her
        happened(evening.player("ann", "craps", people.LeaveSeat, seat=1))
        assert evening.house.accounts["patron/ann"] == 100_000
        happened(evening.cage_does(cage.WithdrawFunds, person="ann", amount=100_000, means="cash"))


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_it_holds_after_a_crash_and_at_a_table_that_was_not_there_when_it_was_ordered(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        exclude(evening, "star", "ann", "casino")
        evening.restart(crash=True)
        assert refused(evening.player("ann", "craps", people.TakeSeat, seat=2)).why is Why.EXCLUDED
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps", new="crown-sicbo-a", opened=False) as evening:
        evening.advance(seconds=2)
        evening.open("new")
        assert refused(evening.player("ann", "new", people.TakeSeat, seat=2)).why is Why.EXCLUDED


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_someone_at_two_tables_bets_at_neither_and_keeps_what_is_theirs(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", crown="crown-sicbo-a") as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=20_000)
        evening.sit("ann", "crown", money=20_000)
        evening.invite("crown")
        happened(evening.bet("ann", "crown", "small", 1_000))
        exclude(evening, "star", "ann", "casino")
        answer = refused(evening.bet("ann", "crown", "big", 1_000))
        assert (answer.why, answer.clause) == (Why.EXCLUDED, "star-sicbo-2024 9.8.3"), "Crown has no such power"
        evening.settle("crown", 1, 2, 4)
        assert evening.table("crown").seats[1].rack == 21_000, "what stood was decided"


@pytest.mark.clause("star-craps", "9.3.2")
@pytest.mark.clause("crown-sicbo", "9.2.2")
@pytest.mark.clause("aruze-sicbo", "8.7.2")
def test_excluded_from_a_game_may_play_another(tmp_path: Path) -> None:
    with Evening(tmp_path, **HOUSES) as evening:
        evening.register("ann", "bob")
        exclude(evening, "craps", "ann", "game")
        assert refused(evening.player("ann", "dice", people.TakeSeat, seat=1)).clause == "9.3.2"
        evening.sit("ann", "star", money=1_000)
        exclude(evening, "crown", "bob", "game")
        assert refused(evening.player("bob", "symbols", people.TakeSeat, seat=1)).clause == "9.2.2"
        evening.sit("bob", "craps")


@pytest.mark.clause("star-sicbo-2024", "9.8.2")
def test_excluded_from_one_table_may_play_at_the_next(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", next="star-sicbo-2024") as evening:
        evening.register("ann")
        exclude(evening, "star", "ann", "table")
        assert refused(evening.player("ann", "star", people.TakeSeat, seat=1)).why is Why.EXCLUDED
        evening.sit("ann", "next", money=1_000)


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_an_exclusion_is_lifted_by_the_rank_that_the_document_names_at_any_table(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps", terminals="aruze-sicbo") as evening:
        evening.register("ann")
        exclude(evening, "craps", "ann", "casino")
        lifts: dict[str, Any] = {"person": "ann", "reason": "it was a hearing aid"}
        answer = refused(evening.dealer("star", LiftExclusion, **lifts))
        assert (answer.why, answer.clause) == (Why.NOT_ALLOWED, "9.8.3")
        answer = refused(evening.staff("terminals", LiftExclusion, **lifts))
        assert answer.why is Why.NOT_ALLOWED, "its document only lets the casino be recommended"
        answer = refused(evening.staff("star", LiftExclusion, person="bob", reason="a mistake"))
        assert answer.why is Why.UNKNOWN_ID
        happened(evening.staff("star", LiftExclusion, **lifts))
        for table in ("star", "craps", "terminals"):
            happened(evening.player("ann", table, people.TakeSeat, seat=1))
        assert evening.house.exclusions == {}
        assert refused(evening.staff("star", LiftExclusion, **lifts)).why is Why.UNKNOWN_ID, "it was lifted"


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_an_exclusion_ends_when_its_time_has_come(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        exclude(evening, "craps", "ann", "casino", until=evening.now + timedelta(hours=2))
        evening.advance(hours=1)
        assert refused(evening.player("ann", "star", people.TakeSeat, seat=1)).why is Why.EXCLUDED
        evening.advance(hours=1)
        evening.sit("ann", "star", money=1_000)
        past: dict[str, Any] = {"breach": "breach of ann", "reason": "again", "until": evening.now}
        assert refused(evening.staff("craps", conduct.ExcludePerson, **past)).why is Why.WRONG_TIME


@pytest.mark.clause("aruze-sicbo", "8.7.3")
def test_a_recommendation_reaches_the_gaming_manager_who_decides(tmp_path: Path) -> None:
    with Evening(tmp_path, terminals="aruze-sicbo", star="star-sicbo-2024") as evening:
        evening.register("ann", "bob")
        exclude(evening, "terminals", "ann", "casino")
        exclude(evening, "terminals", "bob", "casino")
        evening.sit("ann", "star", seat=1)
        first, _ = evening.house.notices.values()
        assert (first.to, first.clause) == ("gaming-manager", "aruze-sicbo 8.7.3")
        manager: dict[str, Any] = {"by": "gus", "role": "gaming-manager"}
        happened(evening.cage_does(AcknowledgeNotice, **manager, notice=first.id))
        declined: dict[str, Any] = {"person": "bob", "reason": "no device was found"}
        happened(evening.cage_does(exclusions.DeclineRecommendation, **manager, **declined))
        assert refused(evening.cage_does(exclusions.DeclineRecommendation, **manager, **declined)).why is Why.UNKNOWN_ID
        out: dict[str, Any] = {"person": "ann", "reason": "section 79"}
        assert refused(evening.cage_does(exclusions.ExcludeFromCasino, by="cass", role="cashier", **out))
        happened(evening.cage_does(exclusions.ExcludeFromCasino, **manager, **out))
        assert evening.house.recommendations == {}
        evening.invite("star")
        answer = refused(evening.bet("ann", "star", "small", 500))
        assert (answer.why, "by gus" in answer.message) == (Why.EXCLUDED, True)
        assert refused(evening.cage_does(exclusions.ExcludeFromCasino, **manager, **out)).why is Why.ALREADY_DONE
        happened(evening.cage_does(exclusions.EndExclusion, **manager, person="ann", reason="appeal upheld"))
        assert not isinstance(evening.player("ann", "terminals", people.TakeSeat, seat=4), Refused)


@pytest.mark.clause("star-sicbo-2024", "9.8")
def test_the_record_of_a_contravention_is_closed_and_the_exclusion_outlives_it(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        exclude(evening, "star", "ann", "game")
        closes: dict[str, Any] = {"breach": "breach of ann", "outcome": "police were told"}
        happened(evening.staff("star", conduct.CloseContravention, **closes))
        assert evening.table("star").breaches == {}
        assert refused(evening.staff("star", conduct.CloseContravention, **closes)).why is Why.UNKNOWN_ID
        assert refused(evening.player("ann", "star", people.TakeSeat, seat=1)).why is Why.EXCLUDED


@pytest.mark.clause("aruze-sicbo", "8.7.2")
def test_someone_without_a_card_is_excluded_by_name(tmp_path: Path) -> None:
    with Evening(tmp_path, terminals="aruze-sicbo", craps="star-craps") as evening:
        exclude(evening, "craps", "walker", "casino")
        assert refused(evening.player("walker", "terminals", people.TakeSeat, seat=1)).why is Why.EXCLUDED
        happened(evening.player("guest", "terminals", people.TakeSeat, seat=1))
        happened(evening.player("guest", "terminals", InsertMoney, seat=1, amount=5_000, source="note"))
        happened(evening.bet("guest", "terminals", "small", 500))


def cases(evening: Evening, table: str) -> list[tuple[str, str, list[str]]]:
    """What the pit shows of a table: each matter, what is said of it, and what can be done about it."""
    role = evening.senior(table)
    pits = {table: Pit(evening.table(table), Diary(lambda: evening.table(table)))}
    opened = pit_view(
        pits, evening.house, Watcher("sue", role, {table: role}, "gaming-manager", evening.now), table
    ).opened
    assert opened is not None
    return [(it.title.en, it.words.en, [act.do for act in it.acts]) for it in opened.cases]


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
@pytest.mark.clause("aruze-sicbo", "8.7.3")
def test_the_pit_and_the_cage_see_who_is_excluded_by_whom_and_why(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps", terminals="aruze-sicbo") as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "star")
        exclude(evening, "craps", "ann", "casino")
        exclude(evening, "terminals", "bob", "casino")
        words = "Excluded from the casino by sue: a pocket computer (star-craps 9.3.3)"
        for table in ("craps", "star"):  # where it was ordered, and where she sits
            assert ("ann is excluded", words, ["lift-exclusion"]) in cases(evening, table), table
        assert not [it for it in cases(evening, "terminals") if it[0] == "ann is excluded"]
        (asked,) = [it for it in cases(evening, "terminals") if it[0] == "Exclude bob?"]
        assert asked[1:] == ("a pocket computer (aruze-sicbo 8.7.3)", ["decline-recommendation", "exclude-from-casino"])
        patron = evening.cage_view("card of ann").patron
        assert patron is not None
        assert [it.en for it in patron.excluded] == [words]
        happened(evening.staff("star", LiftExclusion, person="ann", reason="it was a hearing aid"))
        assert not [it for table in ("craps", "star") for it in cases(evening, table) if it[0] == "ann is excluded"]
