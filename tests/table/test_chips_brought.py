"""Chips that people bring to a table: seen by staff, and large sums by two of them."""

from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table.chips_brought import ChipsConfirmed, ConfirmChips
from dicehouse.table.orders import Answer
from dicehouse.table.people import BringChips, ChipsBrought, LeaveSeat, TakeSeat
from dicehouse.table.sentences import sentence
from tests.croupier import Croupier, happened, only, refused

SUM = 1_000_000
"""10,000.00, up to which one person is enough where the house says nothing else."""


def seated(rulebook: str = "star-sicbo-2024", cage: bool = True, **config: Any) -> Croupier:
    table = Croupier(rulebook, cage=cage, **config).opens()
    happened(table.player("ann", TakeSeat, seat=1))
    return table


def brings(table: Croupier, amount: int, by: str = "dora") -> Answer:
    return table.does(BringChips, by, "dealer", seat=1, amount=amount)


def counts(table: Croupier, amount: int, by: str = "sue") -> Answer:
    return table.does(ConfirmChips, by, table.supervisor, seat=1, amount=amount)


def words(answer: Answer) -> str:
    assert isinstance(answer, Refused)
    return answer.message


@pytest.mark.parametrize("rulebook", ["star-sicbo-2024", "star-craps"])
def test_one_person_is_enough_up_to_the_sum_of_the_house(rulebook: str) -> None:
    table = seated(rulebook)
    assert only(brings(table, SUM), ChipsBrought).confirmed_by == ""
    assert table.rack("ann") == SUM
    above = brings(seated(rulebook), SUM + 1)
    assert refused(above) == (Why.NOT_YET, None)
    assert words(above) == (
        "seat 1: $10,000.01 in chips is above $10,000, up to which one person is enough; have someone else count them"
        " first"
    )


def test_the_house_sets_the_sum() -> None:
    table = seated(confirm_chips_above=5_000)
    happened(brings(table, 5_000))
    assert refused(brings(table, 1))[0] is Why.NOT_YET
    assert refused(brings(seated(confirm_chips_above=0), 1))[0] is Why.NOT_YET


def test_small_sums_add_up() -> None:
    table = seated()
    happened(brings(table, SUM - 100))
    assert refused(brings(table, 101))[0] is Why.NOT_YET
    happened(brings(table, 100))
    assert refused(brings(table, 1))[0] is Why.NOT_YET


@pytest.mark.parametrize("rulebook", ["star-sicbo-2024", "crown-sicbo-a", "star-craps"])
def test_above_it_someone_else_of_the_staff_counts_them_first(rulebook: str) -> None:
    table = seated(rulebook)
    counted = only(counts(table, 5_000_000), ChipsConfirmed)
    assert sentence(table.book, counted) == "Sue counted $50,000 in chips that seat 1 brings"
    brought = only(brings(table, 5_000_000), ChipsBrought)
    assert brought.confirmed_by == "sue"
    assert sentence(table.book, brought) == "Seat 1 brought $50,000 in chips, counted by sue too"
    assert table.rack("ann") == 5_000_000
    assert refused(brings(table, 5_000_000))[0] is Why.NOT_YET, "the count was for those chips, not for others"
    happened(brings(table, SUM))
    assert table.replays()


def test_whoever_counted_them_cannot_bring_them_as_well() -> None:
    table = seated()
    happened(counts(table, 5_000_000, by="dora"))
    assert refused(brings(table, 5_000_000, by="dora")) == (Why.SAME_PERSON, None)
    happened(brings(table, 5_000_000, by="dan"))


def test_another_sum_than_was_counted_is_counted_again() -> None:
    table = seated()
    happened(counts(table, 5_000_000))
    answer = brings(table, 5_000_100)
    assert refused(answer) == (Why.ENTRY_DIFFERS, None)
    assert words(answer) == (
        "seat 1: $50,001 in chips is above $10,000, and sue counted $50,000 where $50,001 is brought; have them "
        "counted again"
    )
    assert refused(counts(table, 5_000_000)) == (Why.ALREADY_DONE, None)
    happened(counts(table, 5_000_100))
    happened(brings(table, 5_000_100))


def test_a_count_is_of_the_person_at_the_seat() -> None:
    table = seated()
    happened(counts(table, 5_000_000))
    happened(table.player("ann", LeaveSeat, seat=1))
    assert refused(counts(table, 5_000_000))[0] is Why.SEAT_EMPTY
    happened(table.player("bob", TakeSeat, seat=1))
    assert refused(brings(table, 5_000_000))[0] is Why.NOT_YET


def test_a_player_counts_nothing_and_hands_chips_to_the_dealer_where_a_cage_stands_behind_the_table() -> None:
    table = seated()
    assert refused(table.player("ann", ConfirmChips, seat=1, amount=100))[0] is Why.NOT_ALLOWED
    answer = table.player("ann", BringChips, seat=1, amount=100)
    assert refused(answer) == (Why.NOT_ALLOWED, None)
    assert words(answer) == "seat 1: $1 in chips is counted by staff; hand them to the dealer"


def test_a_table_on_its_own_has_nobody_to_ask() -> None:
    table = seated(cage=False)
    happened(table.player("ann", BringChips, seat=1, amount=900_000_000))
    assert table.rack("ann") == 900_000_000
