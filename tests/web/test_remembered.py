"""Seats are shown the same whether everything is worked out for each of them or what is known is used again."""

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
from dicehouse.views.rooms import Remembered, common_of
from dicehouse.views.seat import Around, SeatView, seat_view
from dicehouse.web.live import touched
from tests.croupier import Croupier, happened

NAMES = ("ann", "bob", "cy")
WAGERS = {
    "star-sicbo-2024": ("small", "big", "single-4", "double-2", "streak-small-big"),
    "crown-sicbo-a": ("small", "big", "single-4", "double-2", "total-9"),
    "star-craps": ("win-line", "dont-win", "field", "place-win-6", "hard-8", "come", "buy-4"),
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
        every = Limits(minimum=500, maximum=10_000, unit=300 if book == "crown-sicbo-a" else 0)
        sign = Sign(every=every, player=30_000, area=15_000)
        self.at = Croupier(book, name="Watched 1", sign=sign).opens().seats(ann=1, bob=2, cy=3)
        self.wagers = WAGERS[book]
        self.remembered = Remembered()
        if book != "star-craps":
            self.at.invites()

    def does(self, step: str, which: int) -> None:
        at, bets = self.at, list(self.at.table.bets)
        name, bet = NAMES[which % 3], bets[which % len(bets)] if bets else "none"
        wager = self.wagers[which % len(self.wagers)]
        person = at.table.bets[bet].person if bets else name
        if step == "place":
            self.hears(at.bets(name, wager, 500 + which % 4 * (300 if at.book.id == "crown-sicbo-a" else 500)))
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
            self.hears(at.staff(SetPersonalLimits, seat=1 + which % 3, limits=limits, sign="at the seat"))
        elif step == "round" and at.book.id != "star-craps":
            at.calls(1 + which % 6, 1 + which % 5, 1 + which % 4)
            self.look_anew()
            happened(at.dealer(dealt.Settle))
            self.look_anew()
            at.invites()
            self.look_anew()
        elif step == "look":
            self.look()

    def hears(self, answer: Events | Refused) -> None:
        """As a broadcast does, which forgets how commands were judged when more happens than wagers of players."""
        if not isinstance(answer, Refused) and any(touched(event) is None for event in answer):
            self.remembered.judged.clear()

    def look_anew(self) -> None:
        self.remembered.judged.clear()
        self.look()

    def look(self) -> None:
        for seat in self.at.table.seats:
            assert self.seat(seat) == seat_view(self.at.table, seat, Around(at=self.at.now))

    def seat(self, number: int) -> SeatView:
        """As it is shown with what is remembered."""
        table, at = self.at.table, self.at.now
        return seat_view(table, number, Around(at=at), common_of(table, at, self.remembered))


@pytest.mark.parametrize("book", WAGERS)
@settings(max_examples=40)
@given(steps=STEPS)
def test_what_is_remembered_of_a_table_is_what_it_holds(book: str, steps: list[Any]) -> None:
    watched = Watched(book)
    for step, which in steps:
        watched.does(step, which)
    watched.look()
