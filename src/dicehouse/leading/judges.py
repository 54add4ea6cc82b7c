"""What judging a journal again needs to know of a table and of the house, and by which rulebook a table was led."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from dicehouse.house import judge as house_judge
from dicehouse.house.state import House
from dicehouse.leading import reconcile
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN, Rulebook, RulebookError, load
from dicehouse.rulebooks.loader import restored
from dicehouse.table import Table, command_of, decide, event_of, new_table, snapshot
from dicehouse.table.books import applied
from dicehouse.table.orders import Answer, Command, Event
from dicehouse.table.program import ProgramStarted, StartProgram
from dicehouse.table.snapshots import Snapshot, adopt


class Judge(Protocol):
    """What judging needs to know of a table, or of the house."""

    def starts(self, state: Any, command: StartProgram) -> Any:
        """The state in which a program begins to lead; a ValueError says why there is none."""

    def command(self, line: bytes) -> Command | Refused: ...

    def event(self, body: bytes) -> Event: ...

    def decide(self, state: Any, command: Command) -> Answer: ...

    def apply(self, state: Any, event: Event) -> Iterable[tuple[str, int]]: ...

    def kept(self, state: Any) -> bytes: ...

    def rekept(self, kept: bytes) -> bytes:
        """A snapshot as this program would write it."""

    def ledger_mismatches(self, state: Any, ledger: Mapping[str, int]) -> list[reconcile.Difference]: ...


class TableJudge:
    def __init__(self) -> None:
        self._books: dict[str, Rulebook] = {}

    def starts(self, state: Table | None, command: StartProgram) -> Table:
        book = rulebook_of(command, self._books)
        if state is None:
            return new_table(book, command.config)
        if state.book.hash != book.hash:
            adopt(state, book)
        return state

    def command(self, line: bytes) -> Command | Refused:
        return command_of(line)

    def event(self, body: bytes) -> Event:
        return event_of(body)

    def decide(self, state: Table, command: Command) -> Answer:
        return decide(state, command)

    def apply(self, state: Table, event: Event) -> Iterable[tuple[str, int]]:
        return applied(state, event)

    def kept(self, state: Table) -> bytes:
        return msgspec.json.encode(snapshot(state))

    def rekept(self, kept: bytes) -> bytes:
        return msgspec.json.encode(msgspec.json.decode(kept, type=Snapshot))

    def ledger_mismatches(self, state: Table, ledger: Mapping[str, int]) -> list[reconcile.Difference]:
        return reconcile.table_differences(state, ledger)


class HouseJudge:
    def starts(self, state: House | None, command: StartProgram) -> House:
        return state or House(name=command.house or "the house", time_zone=command.time_zone or "Australia/Sydney")

    def command(self, line: bytes) -> Command | Refused:
        return house_judge.command_of(line)

    def event(self, body: bytes) -> Event:
        return house_judge.event_of(body)

    def decide(self, state: House, command: Command) -> Answer:
        return house_judge.decide(state, command)

    def apply(self, state: House, event: Event) -> Iterable[tuple[str, int]]:
        house_judge.evolve(state, event)
        return ((it.account, it.amount) for it in getattr(event, "postings", ()))

    def kept(self, state: House) -> bytes:
        return msgspec.json.encode(state)

    def rekept(self, kept: bytes) -> bytes:
        return msgspec.json.encode(msgspec.json.decode(kept, type=House))

    def ledger_mismatches(self, state: House, ledger: Mapping[str, int]) -> list[reconcile.Difference]:
        return reconcile.house_differences(state, ledger)


def rulebook_of(command: StartProgram | ProgramStarted, known: dict[str, Rulebook]) -> Rulebook:
    """The rulebook by which a program leads, from its text where that is on record, or else one that this program has
    and whose hash is the same; a ValueError where there is neither. Those that were met are `known`."""
    named = command.rulebook or ""
    if command.source:
        book = restored(command.source)
        if book.hash != named:
            raise ValueError(f"the text of rulebook {named[:12]} on record has the hash {book.hash[:12]} here")
        known[named] = book
    if named not in known:
        for id in BUILT_IN:
            try:
                book = load(id, command.readings)
            except RulebookError:
                continue
            known.setdefault(book.hash, book)
    if named not in known:
        raise ValueError(
            f"the text of rulebook {named[:12] or 'none'} is not on record, and this program has none such"
        )
    return known[named]
