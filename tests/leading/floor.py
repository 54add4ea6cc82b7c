"""A house and its tables on one store, and what must hold of all of them at any time."""

from datetime import timedelta
from typing import Any

from dicehouse.house.state import House
from dicehouse.journal.store import Store
from dicehouse.journal.writer import Writer
from dicehouse.leading.leader import HouseLeader, Leader
from dicehouse.leading.reconcile import untold
from dicehouse.leading.stream import Leading
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table.config import Config
from dicehouse.table.orders import Answer, Command
from tests.croupier import NOON


class Floor:
    """A house with tables, and commands a second apart."""

    def __init__(self, store: Store, house: House | None = None, **tables: str) -> None:
        """Tables by name, each with its rulebook; `_` in a name is a space."""
        self.store = store
        self.writer = Writer(store)
        self.house = HouseLeader(store, self.writer, house)
        self.tables = {
            name.replace("_", " "): Leader(
                store, self.writer, load(book), name.replace("_", " "), Config(name=name.replace("_", " "), cage=True)
            )
            for name, book in tables.items()
        }
        self.now = NOON
        self.count = 0

    def submit(self, to: Leading[Any], kind: type[Command], by: str, role: str, id: str = "", **fields: Any) -> Answer:
        self.count += 1
        self.now += timedelta(seconds=1)
        command = kind(id=id or f"c{self.count}", at=self.now, by=by, role=role, **fields)
        answer = to.give(command).result(timeout=20)
        self.sound()
        return answer

    def cage(self, kind: type[Command], role: str = "cashier", **fields: Any) -> Answer:
        return self.submit(self.house, kind, "cara" if role == "cashier" else role, role, **fields)

    def told(self, kind: type[Command], **fields: Any) -> Answer:
        """By a table's own machinery."""
        return self.cage(kind, "device", **fields)

    def at(self, table: str, kind: type[Command], by: str = "sue", role: str = "", **fields: Any) -> Answer:
        leader = self.tables[table]
        return self.submit(leader, kind, by, role or list(leader.book.ranks)[-1], **fields)

    def has(self, account: str) -> int:
        return self.store.balance(account)

    def untold(self) -> dict[str, int]:
        """What each account between has more than the house knows."""
        return {it.account: it.ledger - it.here for it in untold(self.house.house, self.store.balances())}

    def sound(self) -> None:
        """Every cent is somewhere, once; no account is short; tables and house agree with the ledger."""
        balances = self.store.balances()
        assert sum(balances.values()) == 0
        assert not [name for name, amount in balances.items() if amount < 0 and not name.startswith("~")]
        assert "~tables" not in balances
        led: tuple[Leading[Any], ...] = (self.house, *self.tables.values())
        for leader in led:
            assert leader.differences() == []

    def stops(self) -> None:
        self.writer.close()


def went(answer: Answer) -> Any:
    """The first event of an answer that is no refusal."""
    assert not isinstance(answer, Refused), answer
    return answer[0]


def why(answer: Answer) -> Any:
    assert isinstance(answer, Refused), answer
    return answer.why
