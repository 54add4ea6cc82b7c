"""Someone at the pit with one table: what they see there, and what they do about it."""

from datetime import timedelta
from itertools import groupby
from typing import Any

from dicehouse.house.state import House
from dicehouse.refusal import Refused
from dicehouse.table.orders import Event
from dicehouse.views.acts import ActView, Opened
from dicehouse.views.diary import Diary
from dicehouse.views.pit import OpenedTable, PitView, pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from dicehouse.views.played import Played
from tests.croupier import Croupier
from tests.views.acting import filled, form

SUE = "sue"


class Supervisor:
    """Someone at the pit with one table, who hears all that happens there."""

    def __init__(self, at: Croupier, house: House | None = None, role: str = "", house_role: str = "") -> None:
        self.at = at
        self.house = house or House()
        self.role = role or at.supervisor
        self.house_role = house_role
        self.diary = Diary(lambda: at.table)
        self.played = Played(lambda: at.table)
        self._heard = 0

    def sees(self, opened: str = "", act: Opened | None = None) -> PitView:
        name = self.at.table.config.name
        for _, events in groupby(self.at.events[self._heard :], lambda it: it.cause):
            told = tuple(events)
            self.diary.listen(told)
            self.played.listen(told)
        self._heard = len(self.at.events)
        watcher = Watcher(SUE, self.role, {name: self.role}, self.house_role, self.at.now, act)
        return pit_view({name: Pit(self.at.table, self.diary, played=self.played)}, self.house, watcher, opened or name)

    def opened(self) -> OpenedTable:
        found = self.sees().opened
        assert found is not None
        return found

    def form(self, act: ActView) -> ActView:
        return form(lambda it: self.sees(act=it), act)

    def does(self, act: ActView, **more: Any) -> tuple[Event, ...] | Refused:
        """Fill an act in and give it."""
        act = self.form(act)
        self.at.count += 1
        self.at.now += timedelta(seconds=1)
        return self.at.submit(filled(act, SUE, self.role, self.at.now, id=f"p{self.at.count}", **more))
