"""A house for tests: a clock, people with roles, and every promise of `decide` and `evolve` checked at each step.

After each command it holds that deciding changed nothing, that a refusal changed nothing and says what to do next, that
each event moved what it states and nothing else, and that the events, written down and read again, do to a second house
what they did to the first.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, Self

import msgspec

from dicehouse.house.judge import act, command_of, decide, event_of, evolve
from dicehouse.house.orders import DEVICE, INSPECTOR, PATRON
from dicehouse.house.state import House, house_hash
from dicehouse.refusal import Refused
from dicehouse.table.orders import Answer, Command, Event
from tests.croupier import NOON, happened, kinds, only, refused

__all__ = ["NOON", "Keeper", "happened", "kinds", "only", "refused"]

CASHIER: Final = "cashier"
SUPERVISOR: Final = "cage-supervisor"
MANAGER: Final = "gaming-manager"
OPERATOR: Final = "casino-operator"

Check = Callable[[House], None]
"""Something that must hold of the house after every command; an AssertionError where it does not."""


class Keeper:
    """Someone who gives commands in a house and keeps the books of it."""

    def __init__(self, *checks: Check, now: datetime = NOON, **house: Any) -> None:
        self.house = House(**house)
        self.first = msgspec.json.encode(self.house)
        self.second = self.empty()
        self.now = now
        self.events: list[Event] = []
        self.count = 0
        self.checks = checks

    def does(self, kind: type[Command], /, by: str, role: str, id: str = "", **fields: Any) -> Answer:
        """Give a command a second after the one before."""
        self.count += 1
        self.now += timedelta(seconds=1)
        return self.submit(kind(id=id or f"c{self.count}", at=self.now, by=by, role=role, **fields))

    def submit(self, command: Command) -> Answer:
        """Give a command as it is, at its own time; it also goes through its line of JSON."""
        assert command_of(msgspec.json.encode(command)) == command, f"{command} is not the same when read again"
        before = house_hash(self.house)
        judged = decide(self.house, command)
        assert house_hash(self.house) == before, f"judging {command} changed the house"
        answer = act(self.house, command)
        assert answer == judged, f"{command} was judged {judged} and then {answer}"
        if isinstance(answer, Refused):
            assert house_hash(self.house) == before, f"the refusal {answer} changed the house"
            assert answer.next, f"the refusal says nothing of what to do next: {answer.message}"
        else:
            assert answer, f"{command} led to nothing and was not refused"
            self.events += answer
            for event in answer:
                self.applies(event_of(msgspec.json.encode(event)))
            assert house_hash(self.second) == house_hash(self.house), f"{kinds(answer)} do not replay"
            assert house_hash(self.restored()) == house_hash(self.house), f"a snapshot after {kinds(answer)} differs"
        for check in self.checks:
            check(self.house)
        return answer

    def applies(self, event: Event) -> None:
        """Apply an event to the second house, and hold what it states that it moves against every account there is."""
        before = dict(self.second.accounts)
        evolve(self.second, event)
        stated: dict[str, int] = {}
        for said in (getattr(event, "told", ()), getattr(event, "postings", ())):
            assert sum(it.amount for it in said) == 0, f"{event} does not balance"
            for it in said:
                stated[it.account] = stated.get(it.account, 0) + it.amount
        after = self.second.accounts
        changed = {it: after.get(it, 0) - before.get(it, 0) for it in {*before, *after}}
        assert {it: amount for it, amount in stated.items() if amount} == {
            it: amount for it, amount in changed.items() if amount
        }, f"{event} moved {changed}"

    def cashier(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, "cara", CASHIER, **fields)

    def supervisor(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, "sue", SUPERVISOR, **fields)

    def manager(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, "gus", MANAGER, **fields)

    def operator(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, "otto", OPERATOR, **fields)

    def patron(self, name: str, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, name, PATRON, **fields)

    def inspector(self, kind: type[Command], /, **fields: Any) -> Answer:
        return self.does(kind, "ines", INSPECTOR, **fields)

    def device(self, kind: type[Command], /, name: Any = "table 7", **fields: Any) -> Answer:
        return self.does(kind, name, DEVICE, **fields)

    def waits(self, **time: float) -> Self:
        """Let time go by: `waits(hours=24)`. The next command comes one second after."""
        self.now += timedelta(**time)
        return self

    def until(self, moment: datetime) -> Self:
        """Let time go by so that the next command comes at this very moment."""
        assert moment - timedelta(seconds=1) >= self.now, f"{moment} is past: it is {self.now}"
        self.now = moment - timedelta(seconds=1)
        return self

    def empty(self) -> House:
        """The house as it was before anything happened."""
        return msgspec.json.decode(self.first, type=House)

    def again(self) -> House:
        """The same house made from nothing but its events, written down and read again."""
        house = self.empty()
        for event in self.events:
            evolve(house, event_of(msgspec.json.encode(event)))
        return house

    def restored(self) -> House:
        """The same house from a snapshot of it."""
        return msgspec.json.decode(msgspec.json.encode(self.house), type=House)

    def replays(self) -> bool:
        """Whether events alone, and a snapshot alone, make the same house."""
        here = house_hash(self.house)
        return house_hash(self.again()) == here and house_hash(self.restored()) == here
