"""A table that is told of a player's break takes no wager of theirs until it is over, and everybody else's."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.odds import values
from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table.breaks import RestPlayer
from dicehouse.table.orders import DEVICE, Phase
from tests.croupier import Croupier, happened, refused

PLAIN = {"star-craps": "win-line", "crown-sicbo-b": "symbol-fish"}


def rests(at: Croupier, until: timedelta) -> None:
    """Seen from the next command."""
    happened(at.does(RestPlayer, "errand", DEVICE, person="ann", until=at.now + until))


@pytest.mark.parametrize("book", BUILT_IN)
def test_whoever_takes_a_break_places_nothing_until_it_is_over(book: str) -> None:
    over = tuple(it.wager.id for it in values(load(book)) if it.returns > 1)
    at = Croupier(book).opens(acknowledged=over).seats(ann=1, bob=2)
    if at.table.phase is not Phase.BETTING:
        at.invites()
    wager = PLAIN.get(book, "small")
    happened(at.bets("ann", wager, 1_000))
    rests(at, timedelta(minutes=5))
    assert refused(at.bets("ann", wager, 1_000)) == (Why.PAUSED, None)
    happened(at.bets("bob", wager, 1_000))
    assert at.table.seats[1].staked == 1_000
    rests(at, timedelta(0))
    happened(at.bets("ann", wager, 1_000))
    assert at.table.resting == {}


def test_only_the_house_tells_a_table_of_a_break() -> None:
    at = Croupier().opens().seats(ann=1)
    fields: dict[str, Any] = {"person": "ann", "until": at.now + timedelta(minutes=5)}
    assert refused(at.player("ann", RestPlayer, **fields))[0] is Why.NOT_ALLOWED
    assert refused(at.staff(RestPlayer, **fields))[0] is Why.NOT_ALLOWED
