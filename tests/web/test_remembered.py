"""Seats are shown the same whether everything is worked out for each of them or what is known is used again."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.refusal import Refused
from dicehouse.table import dealt_result
from dicehouse.table.betting import IncreaseWager, MoveWager, RemoveWager
from dicehouse.table.call_bets import CallWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.limits import SetPersonalLimits
from dicehouse.table.orders import Events
from dicehouse.table.state import Table
from dicehouse.views.seat import Around, SeatView, seat_view
from dicehouse.views.stake_room import Remembered, common_of
from dicehouse.web.live import touched
from tests.croupier import Croupier, happened
from tests.stickperson import Stickperson

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
    """A table, and what its broadcast remembers of it."""

    def __init__(self, book: str, area: int) -> None:
        every = Limits(minimum=500, maximum=10_000, unit=300 if book == "crown-sicbo-a" else 0)
        sign = Sign(every=every, player=30_000, area=area)
        self.at = Croupier(book, name="Watched 1", sign=sign).opens().seats(rack=12_000, ann=1, bob=2, cy=3)
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
            self.hears(at.bets(name, wager, 500 + which % 12 * (300 if at.book.id == "crown-sicbo-a" else 500)))
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
            happened(at.dealer(dealt_result.Settle))
            self.look_anew()
            at.invites()
            self.look_anew()
        elif step == "look":
            self.look()

    def hears(self, answer: Events | Refused) -> None:
        """As a broadcast does, which forgets how commands were judged when more happens than wagers of players."""
        if not isinstance(answer, Refused) and any(touched(event) is None for event in answer):
            self.remembered.forget()

    def look_anew(self) -> None:
        self.remembered.forget()
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
@given(steps=STEPS, area=st.sampled_from((0, 15_000)))
def test_what_is_remembered_of_a_table_is_what_it_holds(book: str, steps: list[Any], area: int) -> None:
    watched = Watched(book, area)
    for step, which in steps:
        watched.does(step, which)
    watched.look()


def can(table: Table, seat: int, remembered: Remembered, at: datetime) -> dict[str, Any]:
    """What may be done at a seat, the same with what is remembered as without."""
    found = seat_view(table, seat, Around(at=at), common_of(table, at, remembered)).can
    assert found == seat_view(table, seat, Around(at=at)).can
    return found


def test_the_dice_may_be_thrown_once_the_shooter_has_a_wager_on_a_line() -> None:
    craps, remembered = Stickperson().seats(ann=1, bob=2), Remembered()
    assert craps.offers() == 1
    happened(craps.accepts("ann"))
    assert all(can(craps.table, seat, remembered, craps.now)["throw-dice"] for seat in (1, 2))
    happened(craps.bets("ann", "win-line", 1_000))
    assert can(craps.table, 1, remembered, craps.now)["throw-dice"] is None
    assert can(craps.table, 2, remembered, craps.now)["throw-dice"].why == "not-your-seat"


def test_who_has_no_more_than_the_least_stake_may_place_one_more_wager_and_no_other() -> None:
    sicbo, remembered = Croupier("star-sicbo-2024").opens().seats(rack=1_500, ann=1), Remembered()
    sicbo.invites()
    least = sicbo.table.sign.every.minimum
    for stake in (1_500 - least, least):
        assert can(sicbo.table, 1, remembered, sicbo.now)["place-wager"] is None
        happened(sicbo.bets("ann", "big", stake))
    assert can(sicbo.table, 1, remembered, sicbo.now)["place-wager"].why == "not-enough"


def test_a_roll_opens_the_areas_that_go_by_the_puck() -> None:
    craps, remembered = Stickperson().seats(ann=1), Remembered()
    craps.shoots("ann")

    def areas() -> set[str]:
        common = common_of(craps.table, craps.now, remembered)
        shown = seat_view(craps.table, 1, Around(at=craps.now), common)
        assert shown == seat_view(craps.table, 1, Around(at=craps.now))
        return set(shown.room)

    assert {"win-line", "come"} & areas() == {"win-line"}
    craps.rolls(4, 2)
    remembered.forget()
    assert {"win-line", "come"} & areas() == {"come"}


def test_what_others_have_on_an_area_leaves_less_room_there_by_the_limit_of_the_area() -> None:
    sign, remembered = Sign(every=Limits(minimum=500, maximum=10_000), area=12_000), Remembered()
    sicbo = Croupier("star-sicbo-2024", sign=sign).opens().seats(rack=20_000, ann=1, bob=2)
    sicbo.invites()
    for stake, room in ((0, 10_000), (5_000, 7_000), (4_000, 3_000)):
        if stake:
            happened(sicbo.bets("ann", "small", stake))
        common = common_of(sicbo.table, sicbo.now, remembered)
        assert seat_view(sicbo.table, 2, Around(at=sicbo.now), common).room["small"] == room
