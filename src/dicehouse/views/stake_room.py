"""How much more a player may stake on each area; what is the same for every seat is worked out once."""

from datetime import datetime
from typing import Final, NamedTuple

from dicehouse.layout import PlacedWager
from dicehouse.table.betting import PlaceWager, betting_closed
from dicehouse.table.limits import room
from dicehouse.table.orders import Command
from dicehouse.table.people import may_bet
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table
from dicehouse.table.wagering import period_over
from dicehouse.views.layout import offered
from dicehouse.views.own_wagers import Own, Shown
from dicehouse.views.parts import Refusal
from dicehouse.views.table import TRIAL
from dicehouse.views.trials import trial
from dicehouse.wager import Wager

FORGOTTEN: Final = 1_000
"""Wagers that are shown no more and may be kept."""


class Remembered:
    """What was worked out for the seats of a table and need not be again."""

    def __init__(self) -> None:
        self.shown: Shown = {}
        self.judged: dict[tuple[int, type[Command]], tuple[object, Refusal | None]] = {}
        """By seat and command, what of the seat it was judged by, and the answer."""
        self.open: dict[bool, tuple[list[Wager], dict[str, int]]] = {}
        """By whether betting is closed, the areas that take wagers and the room on the ordinary ones; only where that
        does not depend on what all players have on an area."""

    def forget(self) -> None:
        """To be told when anything happens at the table but players placing and taking back wagers of their own."""
        self.judged.clear()
        self.open.clear()


class Common(NamedTuple):
    """What is the same for every seat of a table at one moment; whoever looks at many works it out once."""

    plain: Wager
    """One of which nothing but the phase decides when it is placed."""
    rooms: dict[str, int]
    """By ordinary area that takes wagers now, the most for a player with nothing on the layout and no own limits."""
    others: tuple[Wager, ...]
    """Areas of which each player's own wagers decide, and those with a price."""
    remembered: Remembered
    at: datetime
    moment: tuple[bool, str]
    """What the clock alone may have changed: whether the wagering period is over, and why play has stopped."""


def common_of(table: Table, at: datetime, remembered: Remembered | None = None) -> Common:
    """With what is remembered, whatever of it is as it was need not be worked out again."""
    remembered = remembered or Remembered()
    if len(remembered.shown) > FORGOTTEN + 2 * len(table.bets):
        remembered.shown.clear()
    wagers = table.book.wagers.values()
    plain = next((it for it in wagers if it.starts_by is None and not it.behind and it.units == 1), None)
    plain = plain or next(iter(wagers))
    closed = betting_closed(table, plain.id, at) is not None
    takes, rooms = remembered.open.get(closed) or _open(table, closed=closed)
    if not table.sign.area:
        remembered.open[closed] = takes, rooms
    others = (it for it in takes if (it.joins_run and not betting_closed(table, it.id, at)) or it.behind)
    others = (it for it in others if it.joins_run or not closed)
    moment = (period_over(table, at), table.why_stopped(at))
    return Common(plain, rooms, tuple(others), remembered, at, moment)


def _open(table: Table, *, closed: bool) -> tuple[list[Wager], dict[str, int]]:
    """The areas that take wagers as the markers stand, and the room on the ordinary ones while betting is open."""
    there, markers, wagers = offered(table.book, table.config), table.layout.markers, table.book.wagers.values()
    takes = [it for it in wagers if it.id in there and (it.starts_by is None or markers[it.marker] in it.starts_by)]
    nobody = Seat(number=0, person="")
    rooms = {it.id: room(table, nobody, it) for it in takes if not closed and not it.behind and not it.joins_run}
    return takes, rooms


def rooms(table: Table, seat: Seat, own: Own, common: Common) -> dict[str, int]:
    """By area, the most that may be added to it now; an area that takes none is left out."""
    if may_bet(table, trial(PlaceWager, seat.person, common.at, seat=seat.number, wager=TRIAL, stake=1), seat):
        return {}
    money, wagers = _money(seat), table.book.wagers
    most = money
    if table.sign.player and seat.personal is None:
        most = min(money, table.sign.player - seat.staked)
    found = {id: min(top, most) for id, top in common.rooms.items()}
    if seat.personal is None and not table.sign.area:
        for id, there in seat.on.items():
            if id in found:
                whole = len(wagers[id].states) == 1
                found[id] = min(common.rooms[id] - there if whole else room(table, seat, wagers[id]), most)
    else:
        for id in seat.on if seat.personal is None else common.rooms:
            if id in found:
                found[id] = min(room(table, seat, wagers[id]), money)
    for wager in common.others:
        if wager.joins_run:
            found[wager.id] = 0 if wager.id in seat.on else min(table.config.streak_price, money)
        else:
            found[wager.id] = min(max((_behind(table, wager, it) for _, it in own), default=0), money)
    return {id: it for id, it in found.items() if it > 0}


def _money(seat: Seat) -> int:
    """What this seat has to stake, and may."""
    most = max(seat.rack, seat.tokens, *(it.count * it.value for it in seat.checks.values()), 0)
    return most if seat.headroom is None else min(most, max(seat.headroom - seat.staked, 0))


def _behind(table: Table, wager: Wager, parent: PlacedWager) -> int:
    """What may still go behind one of the seat's wagers."""
    if parent.wager.family != wager.behind or parent.wager.states[parent.state] not in wager.states:
        return 0
    return table.layout.most_behind(wager, parent) - sum(it.stake for it in parent.behind)
