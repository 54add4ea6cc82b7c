"""Colour checks in a pocket: good at the table that issued them while it is open, at the cage while it is closed."""

from pathlib import Path

import pytest

from dicehouse.house import vouchers
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import checks_away, colours, opening, people
from dicehouse.table.orders import Answer
from tests.stories.evening import Evening, happened, refused

BOOK = "star-sicbo-2024"


def cash(evening: Evening, count: int) -> Answer:
    return evening.submit(HOUSE, vouchers.CashColours, by="cy", role="cashier", table="star", colour="red", count=count)


def close(evening: Evening) -> None:
    happened(evening.staff("star", opening.CloseTable))


@pytest.mark.clause(BOOK, "3.6", "3.7")
def test_checks_are_paid_where_the_rule_says_through_closing_opening_and_a_crash(tmp_path: Path) -> None:
    with Evening(tmp_path, star=BOOK, other=BOOK) as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=20_000)
        happened(evening.dealer("star", colours.IssueColours, seat=1, colour="red", count=20, value=500))
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1, with_checks=True))
        assert evening.house.accounts["patron/ann"] == 90_000, "ten thousand went home in red checks"
        assert refused(cash(evening, 1)).why is Why.UNKNOWN_ID, "the table is open"
        evening.sit("ann", "other", seat=4)
        elsewhere = evening.dealer("other", checks_away.BringColours, seat=4, colour="red", count=20)
        assert (refused(elsewhere).why, refused(elsewhere).clause) == (Why.NOT_ENOUGH, "3.7")

        close(evening)
        happened(cash(evening, 5))
        evening.restart(crash=True)
        happened(cash(evening, 5))

        evening.open("star")
        evening.restart(crash=True)
        assert refused(cash(evening, 1)).why is Why.UNKNOWN_ID, "it is open again"
        assert [(it.colour, it.count, it.value) for it in evening.table("star").away] == [("red", 10, 500)]
        happened(evening.player("ann", "other", people.LeaveSeat, seat=4))
        evening.sit("ann", "star")
        happened(evening.dealer("star", checks_away.BringColours, seat=1, colour="red", count=10))
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
        assert evening.house.accounts["patron/ann"] == 95_000
        assert evening.house.accounts["cage/colours"] == 5_000
        assert evening.table("star").away == []
        close(evening)
        assert evening.house.colour_sets == {}
