"""A table for tests: a clock, people with names, and every promise of `decide` and `evolve` checked at each step.

After each command it holds that judging changed nothing, that each event moved what it states and nothing else, that
all money is where it came from, that whatever is cited is a clause of the table's own document, and that the same
events, written down and read again, make the same table.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import msgspec

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load
from dicehouse.rulebooks.clauses import DOCUMENTS, clauses_of
from dicehouse.table import (
    Config,
    Event,
    Table,
    command_of,
    dealt,
    dealt_result,
    decide,
    event_of,
    evolve,
    losses,
    new_table,
    opening,
    people,
    standing,
    state_hash,
)
from dicehouse.table.betting import PlaceWager
from dicehouse.table.books import applied, places
from dicehouse.table.cases import Exclusion
from dicehouse.table.orders import DEVICE, PLAYER, Command
from dicehouse.table.seats import Card
from dicehouse.table.snapshots import Snapshot, restore, snapshot

NOON = datetime(2026, 3, 2, 1, tzinfo=UTC)
"""Midday in Sydney, on a Monday in daylight saving time."""

SUPERVISOR = {
    "star-sicbo-2024": "casino-supervisor",
    "star-sicbo-pre2024": "casino-supervisor",
    "crown-sicbo-a": "tg-assistant-casino-manager",
    "crown-sicbo-b": "tg-assistant-casino-manager",
    "aruze-sicbo": "assistant-gaming-manager",
    "star-craps": "casino-supervisor",
}


class ForeignClauseError(AssertionError):
    """Something is cited that the table's document does not have."""


class Croupier:
    """Someone who gives commands at a table and keeps the books of it."""

    def __init__(
        self, rulebook: str = "star-sicbo-2024", readings: dict[str, str] | None = None, **config: Any
    ) -> None:
        self.book = load(rulebook, readings)
        self.table: Table = new_table(self.book, Config(**config))
        self.now = NOON
        self.events: list[Event] = []
        self.count = 0
        self.supervisor = SUPERVISOR.get(rulebook, self.book.roles[-1].id)

    def does(
        self, kind: type[Command], /, by: str, role: str, id: str = "", **fields: Any
    ) -> tuple[Event, ...] | Refused:
        """Give a command a second after the one before."""
        self.count += 1
        self.now += timedelta(seconds=1)
        return self.submit(kind(id=id or f"c{self.count}", at=self.now, by=by, role=role, **fields))

    def submit(self, command: Command) -> tuple[Event, ...] | Refused:
        """Give a command as it is, at its own time; it also goes through its line of JSON."""
        assert command_of(msgspec.json.encode(command)) == command, f"{command} is not the same when read again"
        before = state_hash(self.table)
        answer = decide(self.table, command)
        assert state_hash(self.table) == before, f"judging {command} changed the table"
        cited = {it.clause for it in ((answer,) if isinstance(answer, Refused) else answer) if it.clause}
        if not all(map(self.knows, cited)):
            raise ForeignClauseError(f"{cited} is not of {self.book.document}: {answer}")
        if isinstance(answer, Refused):
            assert answer.next, f"the refusal says nothing of what to do next: {answer.message}"
        else:
            assert answer, f"{command} led to nothing and was not refused"
            for event in answer:
                assert event_of(msgspec.json.encode(event)) == event, f"{event} is not the same when read again"
                self.applies(event)
            self.events += answer
            assert state_hash(self.restored()) == state_hash(self.table), f"a snapshot after {kinds(answer)} differs"
        assert self.table.held() == self.table.came, "money was made or lost"
        assert all(it.rack >= 0 and it.tokens >= 0 for it in self.table.seats.values()), "someone owes money"
        return answer

    def knows(self, clause: str) -> bool:
        """Whether the table's document has a clause; one of another document comes with the name of that."""
        if self.book.paper.own:
            return clause in self.book.paper.clauses
        document, _, number = clause.partition(" ")
        return clause in self.book.paper.clauses or (document in DOCUMENTS and number in clauses_of(document))

    def applies(self, event: Event) -> None:
        """Apply an event, and hold what it states that it moves against every account there is."""
        before = places(self.table)
        stated = applied(self.table, event)
        assert sum(amount for _, amount in stated) == 0, f"{event} does not balance: {stated}"
        after = places(self.table)
        changed = {it: after.get(it, 0) - before.get(it, 0) for it in {*before, *after}}
        outside = tuple(it for it, _ in stated if not it.startswith(("table/", "~house/")))
        assert {it: amount for it, amount in stated if it not in outside} == {
            it: amount for it, amount in changed.items() if amount
        }, f"{event} states {stated}"

    def staff(self, kind: type[Command], /, role: str = "", **fields: Any) -> tuple[Event, ...] | Refused:
        """Something the highest rank there is for it does, or the role that is named."""
        role = role or self.supervisor
        return self.does(kind, f"a {role}", role, **fields)

    def dealer(self, kind: type[Command], /, **fields: Any) -> tuple[Event, ...] | Refused:
        return self.does(kind, "dora", "dealer", **fields)

    def player(self, name: str, kind: type[Command], /, **fields: Any) -> tuple[Event, ...] | Refused:
        return self.does(kind, name, PLAYER, **fields)

    def opens(self, tray: int = 10_000_000, **fields: Any) -> Self:
        """An edition that is not in force is acknowledged unless the call says what is."""
        known = (self.book.id,) if not opening.is_in_force(self.table, self.now) else ()
        acknowledged = (*fields.pop("acknowledged", ()), *known)
        happened(self.staff(opening.OpenTable, float=tray, acknowledged=acknowledged, **fields))
        return self

    def seats(self, rack: int = 100_000, **who: int) -> Self:
        """People with chips in front of them, by name: `seats(ann=1, bob=2)`."""
        for name, seat in who.items():
            happened(self.player(name, people.TakeSeat, seat=seat, card=Card(f"card of {name}", name)))
            if self.table.config.cage:
                happened(self.does(losses.SetLossLimit, "the house", DEVICE, seat=seat, person=name))
            by, role = ("dora", "dealer") if self.table.config.cage else (name, PLAYER)
            happened(self.does(people.BringChips, by, role, seat=seat, amount=rack))
        return self

    def excludes(self, *names: str, **fields: Any) -> Self:
        """People who may not take part, as the house has told the table."""
        for name in names:
            made = {"out_of": "game", "reason": "a calculator", "by": "sue", "role": "casino-supervisor"}
            ordered = Exclusion(**{**made, "clause": "star-craps 9.3.2", "since": self.now, **fields})
            happened(self.does(standing.TellStanding, "the house", DEVICE, person=name, exclusion=ordered))
        return self

    def bets(self, name: str, wager: str, stake: int, **fields: Any) -> tuple[Event, ...] | Refused:
        seat = self.table.seat_of(name)
        assert seat is not None, f"{name} has no seat"
        return self.player(name, PlaceWager, seat=seat.number, wager=wager, stake=stake, **fields)

    def invites(self) -> Self:
        """Bets are open at a dealt table."""
        if dealt.tumbles_first(self.table):
            happened(self.dealer(dealt.Tumble, times=3))
            happened(self.dealer(dealt.InviteBets))
        else:
            happened(self.dealer(dealt.InviteBets))
            happened(self.dealer(dealt.Tumble))
        return self

    def closes_betting(self) -> Self:
        happened(self.dealer(dealt.CloseBetting))
        if self.table.config.touch_screen:
            happened(self.dealer(dealt.PressNoMoreBets))
        return self

    def calls(self, *dice: int) -> Self:
        """Betting is closed, the dice are uncovered, called and entered."""
        self.closes_betting()
        happened(self.dealer(dealt_result.Uncover))
        happened(self.dealer(dealt_result.AnnounceResult, dice=dice))
        happened(self.dealer(dealt_result.EnterResult, dice=dice))
        return self

    def settles(self, *dice: int) -> tuple[Event, ...]:
        """The rest of a dealt round from open betting on."""
        self.calls(*dice)
        return happened(self.dealer(dealt_result.Settle))

    def plays(self, *dice: int) -> tuple[Event, ...]:
        """A dealt round from beginning to end."""
        return self.invites().settles(*dice)

    def rack(self, name: str) -> int:
        seat = self.table.seat_of(name)
        assert seat is not None
        return seat.rack

    def again(self) -> Table:
        """The same table made from nothing but its events, written down and read again."""
        table = new_table(self.book)
        for event in self.events:
            evolve(table, event_of(msgspec.json.encode(event)))
        return table

    def restored(self) -> Table:
        """The same table from a snapshot of it."""
        return restore(self.book, msgspec.json.decode(msgspec.json.encode(snapshot(self.table)), type=Snapshot))

    def replays(self) -> bool:
        return state_hash(self.again()) == state_hash(self.table)


def happened(answer: tuple[Event, ...] | Refused) -> tuple[Event, ...]:
    """What a command led to, which must not be a refusal."""
    assert not isinstance(answer, Refused), answer
    return answer


def refused(answer: tuple[Event, ...] | Refused) -> tuple[Why, str | None]:
    """Why a command was refused, and by which clause."""
    assert isinstance(answer, Refused), f"it was not refused: {answer}"
    return answer.why, answer.clause


def only(answer: tuple[Event, ...] | Refused, kind: type[Event]) -> Any:
    """The one event of a kind among those that happened."""
    found = [it for it in happened(answer) if isinstance(it, kind)]
    assert len(found) == 1, f"{len(found)} of {kind.__name__} in {answer}"
    return found[0]


def kinds(answer: Sequence[Event] | Refused) -> list[str]:
    """The names of what happened, in order."""
    assert not isinstance(answer, Refused), answer
    return [type(it).__name__ for it in answer]
