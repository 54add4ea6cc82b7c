"""The streams that are led from the journal: each table in its own, and the house in the stream `house`.

table = Leader(store, writer, load("star-sicbo-2024"), "table 7", Config(name="table 7", cage=True))
house = HouseLeader(store, writer, House(name="The Star"))
answer = table.give(command).result()
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from dicehouse.house import judge as house_judge
from dicehouse.house.state import House, house_hash
from dicehouse.journal.record import entry_of
from dicehouse.journal.store import Store
from dicehouse.leading.kept_rulebooks import kept_rulebooks
from dicehouse.leading.reconcile import Difference, house_differences, prefix_of, table_differences
from dicehouse.leading.setup import Setup
from dicehouse.leading.stream import DraftWriter, Leading, NotLedError
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.loader import restored
from dicehouse.table import Command, Config, Event, Table, decide, event_of, new_table, restore, snapshot, state_hash
from dicehouse.table.books import applied
from dicehouse.table.orders import Answer, Phase
from dicehouse.table.program import ProgramStarted, changes_between
from dicehouse.table.snapshots import Snapshot

__all__ = ["HOUSE", "DraftWriter", "HouseLeader", "Leader", "NotLedError"]

HOUSE: Final = "house"
"""The stream of the house; no table has this name."""


class Leader(Leading[Table]):
    """A table and its place in the journal."""

    def __init__(
        self, store: Store, writer: DraftWriter, book: Rulebook | None, stream: str, config: Config | None = None
    ) -> None:
        """`book` is what the house wishes it to go by, which it does from the next opening on; None where that cannot
        be read just now, and the table stays with the one that its journal has."""
        self.wanted = book
        self.config = config
        super().__init__(store, writer, stream)

    @property
    def book(self) -> Rulebook:
        """The rulebook in force."""
        return self.state.book

    @property
    def table(self) -> Table:
        return self.state

    @property
    def coming(self) -> Rulebook:
        """The rulebook by which it is led from the next start on: an open table keeps the one it was opened with."""
        return self._coming(self.state)

    def _coming(self, state: Table) -> Rulebook:
        return self.wanted if self.wanted and state.phase is Phase.CLOSED else state.book

    def _new(self) -> Table:
        book = self.wanted or next(kept_rulebooks(self.store.stream(self.stream)), None)
        if book is None:
            raise ValueError("there is no rulebook to begin with")
        return new_table(book, self.config)

    def _judged(self, state: Table, command: Command) -> Answer:
        return decide(state, command)

    def _applied(self, state: Table, event: Event) -> Iterable[tuple[str, int]]:
        return applied(state, event)

    def _event(self, body: bytes) -> Event:
        return event_of(body)

    def _kept(self, state: Table) -> bytes:
        return msgspec.json.encode(snapshot(state))

    def _passing(self, state: Table) -> int:
        return len(state.bets)

    def _restored(self, kept: bytes) -> Table:
        found = msgspec.json.decode(kept, type=Snapshot)
        wanted = self.wanted if self.wanted and self.wanted.hash == found.rulebook else None
        return restore(wanted or restored(found.source), found)

    def _hash(self, state: Table) -> str:
        return state_hash(state)

    def _setup(self, state: Table) -> Setup:
        before, book = state.book, self._coming(state)
        is_on_record = book.hash == before.hash and book.hash in state.rulebooks
        return Setup(
            book.hash,
            book.changed_readings(),
            "" if is_on_record else book.source,
            changes_between(before, book),
            config=self.config or Config(),
        )

    def _clause_on_chips(self) -> str | None:
        return self._state.book.topics.get("chips")

    def _ledger_mismatches(self, state: Table) -> list[Difference]:
        return table_differences(state, self.store.balances(prefix_of(state)))


class HouseLeader(Leading[House]):
    """The house and its place in the journal."""

    def __init__(self, store: Store, writer: DraftWriter, house: House | None = None) -> None:
        """`house` is what a house without any entry begins as; one with entries began as its first one says."""
        self._first = msgspec.json.encode(house or House())
        super().__init__(store, writer, HOUSE)

    @property
    def house(self) -> House:
        return self.state

    def _new(self) -> House:
        house = self._restored(self._first)
        first = next((entry_of(body) for body in self.store.stream(self.stream)), None)
        event = self._event(bytes(first.events[0])) if first and first.events else None
        if isinstance(event, ProgramStarted) and event.house:
            house.name, house.time_zone = event.house, event.time_zone
        return house

    def _judged(self, state: House, command: Command) -> Answer:
        return house_judge.decide(state, command)

    def _applied(self, state: House, event: Event) -> Iterable[tuple[str, int]]:
        """What the house moved itself; what a table told it is in the table's own entries."""
        house_judge.evolve(state, event)
        return ((it.account, it.amount) for it in getattr(event, "postings", ()))

    def _event(self, body: bytes) -> Event:
        return house_judge.event_of(body)

    def _kept(self, state: House) -> bytes:
        return msgspec.json.encode(state)

    def _restored(self, kept: bytes) -> House:
        return msgspec.json.decode(kept, type=House)

    def _hash(self, state: House) -> str:
        return house_hash(state)

    def _setup(self, state: House) -> Setup:
        return Setup(house=state.name, time_zone=state.time_zone)

    def _clause_on_chips(self) -> str | None:
        return None

    def _ledger_mismatches(self, state: House) -> list[Difference]:
        return house_differences(state, self.store.balances())
