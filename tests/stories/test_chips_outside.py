"""Chips come from somewhere: whatever is brought to a table or cashed was sold, won or declared before."""

from pathlib import Path

import pytest

from dicehouse.house import cage
from dicehouse.house.policy import ChipsPolicy, Policy
from dicehouse.refusal import Why
from dicehouse.table import people
from dicehouse.table.chips_brought import ConfirmChips
from dicehouse.table.orders import Answer
from tests.stories.evening import Evening, happened, refused

POCKETS = {"chips": "pocket"}


def outside(evening: Evening) -> int:
    return evening.balance("chips/outside")


def brings(evening: Evening, table: str, amount: int, by: str = "dana") -> Answer:
    return evening.submit(table, people.BringChips, by=by, role="dealer", seat=1, amount=amount)


def test_a_dealer_cannot_make_chips_for_a_player_who_then_cashes_them(tmp_path: Path) -> None:
    with Evening(tmp_path, house=POCKETS, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        evening.sit("ann", "star")
        happened(evening.submit("star", ConfirmChips, by="sue", role="casino-supervisor", seat=1, amount=900_000_000))
        answer = refused(brings(evening, "star", 900_000_000))
        assert answer[:2] == (Why.NOT_ENOUGH, "3.4")
        assert answer.message.startswith("seat 1: $9,000,000 in chips is above the $0 that players can have outside")
        assert evening.table("star").seats[1].rack == 0
        cashed = refused(evening.cage_does(cage.CashChips, amount=900_000_000))
        assert cashed.why is Why.NOT_ENOUGH
        assert outside(evening) == 0


@pytest.mark.parametrize(
    "book, clause",
    [
        pytest.param("star-sicbo-2024", "3.4", marks=pytest.mark.clause("star-sicbo-2024", "3.4")),
        pytest.param("star-sicbo-pre2024", "3.3", marks=pytest.mark.clause("star-sicbo-pre2024", "3.3")),
        pytest.param("crown-sicbo-a", "3.1", marks=pytest.mark.clause("crown-sicbo", "3.1")),
        pytest.param("crown-sicbo-b", "3.1", marks=pytest.mark.clause("crown-sicbo", "3.1")),
        pytest.param("star-craps", "6.2", marks=pytest.mark.clause("star-craps", "6.2")),
    ],
)
def test_each_document_says_in_its_own_clause_that_wagers_are_chips_of_the_house(
    book: str, clause: str, tmp_path: Path
) -> None:
    with Evening(tmp_path, house=POCKETS, table=book) as evening:
        evening.register("ann")
        happened(evening.cage_does(cage.SellChips, amount=2_000))
        evening.sit("ann", "table", seat=3)
        answer = refused(evening.submit("table", people.BringChips, by="dana", role="dealer", seat=3, amount=2_500))
        assert (answer.why, answer.clause) == (Why.NOT_ENOUGH, clause)
        assert answer.message.startswith("seat 3: $25 in chips is above the $20 that players can have outside")
        assert answer.next.startswith("take no more than that")


def test_chips_go_from_the_cage_to_a_table_to_another_and_back(tmp_path: Path) -> None:
    with Evening(tmp_path, house=POCKETS, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        happened(evening.cage_does(cage.SellChips, amount=20_000))
        assert outside(evening) == 20_000
        evening.sit("ann", "star")
        assert refused(brings(evening, "star", 20_100)).why is Why.NOT_ENOUGH
        happened(brings(evening, "star", 20_000))
        assert outside(evening) == 0
        assert refused(evening.cage_does(cage.CashChips, amount=100)).why is Why.NOT_ENOUGH
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 5_000))
        evening.settle("star", 1, 2, 5)
        evening.restart(crash=True)
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
        assert outside(evening) == 25_000, "what she brought and what she won"
        evening.sit("ann", "craps")
        happened(brings(evening, "craps", 25_000))
        happened(evening.player("ann", "craps", people.LeaveSeat, seat=1))
        assert refused(evening.cage_does(cage.CashChips, amount=25_100)).why is Why.NOT_ENOUGH
        happened(evening.cage_does(cage.CashChips, amount=25_000))
        assert outside(evening) == 0


def test_what_was_out_before_these_books_is_declared_by_the_operator_on_record(tmp_path: Path) -> None:
    with Evening(tmp_path, house=POCKETS, star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", "star")
        assert refused(brings(evening, "star", 500)).why is Why.NOT_ENOUGH
        by_manager = evening.cage_does(
            cage.DeclareChipsOutside, by="gus", role="gaming-manager", amount=500, reason="found"
        )
        assert refused(by_manager).why is Why.NOT_ALLOWED
        happened(evening.cage_does(cage.DeclareChipsOutside, amount=500, reason="out since last year"))
        happened(brings(evening, "star", 500))
        assert refused(brings(evening, "star", 100)).why is Why.NOT_ENOUGH


def test_chips_that_go_to_an_account_pass_through_the_pocket_without_a_trace(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann", money=100_000)
        evening.sit("ann", "star", money=30_000)
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
        assert outside(evening) == 0
        assert evening.house.accounts["patron/ann"] == 100_000


def test_above_the_sum_of_the_policy_a_second_person_counts_them(tmp_path: Path) -> None:
    house = {**POCKETS, "policy": Policy(chips=ChipsPolicy(confirm_above=50_000))}
    with Evening(tmp_path, house=house, star="star-sicbo-2024") as evening:
        evening.register("ann")
        happened(evening.cage_does(cage.SellChips, amount=500_000))
        evening.sit("ann", "star")
        asked = refused(brings(evening, "star", 60_000))
        assert asked.why is Why.NOT_YET
        assert "$600 in chips is above $500" in asked.message
        happened(evening.submit("star", ConfirmChips, by="dana", role="dealer", seat=1, amount=60_000))
        assert refused(brings(evening, "star", 60_000, by="dana")).why is Why.SAME_PERSON
        evening.restart(crash=True)
        happened(brings(evening, "star", 60_000, by="dev"))
        assert outside(evening) == 440_000
