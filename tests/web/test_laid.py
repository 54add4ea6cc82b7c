"""Seats are shown the same whether a table is gone through for each of them or what is known already is used again."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.refusal import Refused
from dicehouse.table import dealt
from dicehouse.table.betting import IncreaseWager, MoveWager, RemoveWager
from dicehouse.table.call_bets import CallWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.limits import SetPersonalLimits
from dicehouse.table.orders import Events
from dicehouse.table.settlement import WagersTakenBack
from dicehouse.views.seat import Around, Shown, common_of, seat_view
from dicehouse.web.laid import Laid
from tests.croupier import Croupier, happened

NAMES = ("ann", "bob", "cy")
WAGERS = {
    "star-sicbo-2024": ("small", "big", "single-4", "double-2", "streak-small-big"),
    "star-craps": ("win-line", "dont-win-line", "field", "place-6", "hardway-8", "come-line"),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("place", "place", "place", "remove", "increase", "move", "call", "limit", "round", "look")),
        st.integers(0, 99),
    ),
    max_size=25,
)


class Watched:
    """A table, and what its ward remembers of it."""

    def __init__(self, book: str) -> None:
        sign = Sign(every=Limits(minimum=500, maximum=10_000), player=30_000, area=15_000)
        self.at = Croupier(book, name="Watched 1", sign=sign).opens().seats(ann=1, bob=2, cy=3)
        self.wagers = WAGERS[book]
        self.laid = Laid()
        self.shown: Shown = {}
        if book != "star-craps":
            self.at.invites()

    def does(self, step: str, which: int) -> None:
        at, bets = self.at, list(self.at.table.bets)
        name, bet = NAMES[which % 3], bets[which % len(bets)] if bets else "none"
        wager = self.wagers[which % len(self.wagers)]
        person = at.table.bets[bet].person if bets else name
        if step == "place":
            self.hears(at.bets(name, wager, 500 + which % 4 * 500))
        elif step == "remove":
            self.hears(at.player(person, RemoveWager, bet=bet))
        elif step == "increase":
            self.hears(at.player(person, IncreaseWager, bet=bet, stake=1_000 + which % 7 * 500))
        elif step == "move":
            self.hears(at.player(person, MoveWager, bet=bet, wager=wager))
        elif step == "call" and at.book.id == "star-craps":
            self.hears(at.player(person, CallWager, bet=bet, working=which % 2 == 0))
        elif step == "limit":
            limits = Limits(minimum=500, maximum=1_000 * (1 + which % 9))
            at.staff(SetPersonalLimits, seat=1 + which % 3, limits=limits, sign="at the seat")
        elif step == "round" and at.book.id != "star-craps":
            at.calls(1 + which % 6, 1 + which % 5, 1 + which % 4)
            self.look()
            happened(at.dealer(dealt.Settle))
            self.look()
            at.invites()
        elif step == "look":
            self.look()

    def hears(self, answer: Events | Refused) -> None:
        for event in () if isinstance(answer, Refused) else answer:
            if isinstance(event, WagersTakenBack) and event.why in {"removed", "moved"} and self.at.count % 3:
                self.laid.takes_back(event.settled)

    def look(self) -> None:
        table, around = self.at.table, Around(at=self.at.now, revision=1)
        common = common_of(table, self.at.now, self.shown)
        for seat in table.seats:
            own = self.laid.own(table, seat)
            assert own == list(table.bets_of(seat))
            assert seat_view(table, seat, around, own, common) == seat_view(table, seat, around)


@pytest.mark.parametrize("book", WAGERS)
@settings(max_examples=40)
@given(steps=STEPS)
def test_what_is_remembered_of_a_table_is_what_it_holds(book: str, steps: list[Any]) -> None:
    watched = Watched(book)
    for step, which in steps:
        watched.does(step, which)
    watched.look()


def test_a_table_that_was_made_anew_is_gone_through_anew() -> None:
    watched = Watched("star-sicbo-2024")
    happened(watched.at.bets("ann", "small", 1_000))
    watched.look()
    other = Watched("star-sicbo-2024")
    happened(other.at.bets("bob", "big", 2_000))
    assert [it[1].name for it in watched.laid.own(other.at.table, 2)] == ["big"]
    assert watched.laid.own(other.at.table, 1) == []
