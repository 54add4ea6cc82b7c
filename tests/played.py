"""A small journal of a real table and its house, for whoever reads journals: a round of sealed dice, and refusals."""

import hashlib
from datetime import timedelta
from pathlib import Path
from typing import Any

from dicehouse.house.cage import StockCage
from dicehouse.house.patrons import RegisterPatron
from dicehouse.house.state import House
from dicehouse.journal.record import entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Store
from dicehouse.journal.writer import Writer
from dicehouse.leading.leader import HouseLeader, Leader
from dicehouse.leading.stream import Leading, OriginalCommand
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table import dealt, dealt_result, opening, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.chips import BuyChips
from dicehouse.table.config import Config
from dicehouse.table.orders import Answer, Command
from dicehouse.table.sealing import SealDice
from tests.croupier import NOON
from tests.logs import Log

TABLE = "table 7"
STAFF = "tg-assistant-casino-manager"
SALT = "5a17"
DICE = ((1, 2, 3), (2, 2, 4), (6, 5, 4), (1, 1, 2))
"""Of the first results, each under the same salt."""


def seal(dice: tuple[int, ...]) -> str:
    return hashlib.sha256(f"{SALT}:{'-'.join(map(str, dice))}".encode()).hexdigest()


class Played:
    """A house with one table, in a store."""

    def __init__(self, store: Store, rulebook: str = "crown-sicbo-a", **config: Any) -> None:
        self.store = store
        self.writer = Writer(store, threaded=False)
        made = Config(name=TABLE, sealed_dice=True, touch_screen=False, **config)
        self.house = HouseLeader(store, self.writer, House(name="The Example", time_zone="Australia/Perth"))
        self.table = Leader(store, self.writer, load(rulebook), TABLE, made)
        self.now, self.count = NOON, 0
        self.house.start(self.now)
        self.table.start(self.now)

    def submit(self, to: Leading[Any], kind: type[Command], by: str, role: str, **fields: Any) -> Answer:
        self.count += 1
        self.now += timedelta(seconds=1)
        return to.give(kind(id=f"c{self.count}", at=self.now, by=by, role=role, **fields)).result()

    def at(self, kind: type[Command], by: str = "sue", role: str = STAFF, **fields: Any) -> Answer:
        answer = self.submit(self.table, kind, by, role, **fields)
        assert not isinstance(answer, Refused), answer
        return answer

    def adds(self, kind: type[Command], secret: bool = True, role: str = "dealer", **added: Any) -> Answer:
        """A command to which the house adds something before it is judged."""
        self.count += 1
        self.now += timedelta(seconds=1)
        asked = kind(id=f"c{self.count}", at=self.now, by="dana", role=role)
        heard: list[Answer | Exception] = []
        said = b'{"do":"%s","id":"%s","by":"dana","role":"%s"}' % (
            str(kind.__struct_config__.tag).encode(), asked.id.encode(), role.encode(),
        )  # fmt: skip
        whole = kind(id=asked.id, at=self.now, by="dana", role=role, **added)
        self.table.hand(whole, said, heard.append, OriginalCommand(asked, secret))
        answer = heard[0]
        assert not isinstance(answer, Exception), answer
        return answer

    def opens(self) -> "Played":
        self.at(opening.OpenTable, float=1_000_000)
        for dice in DICE[:2]:
            self.at(SealDice, "tumbler", "device", seal=seal(dice))
        self.at(people.TakeSeat, "ann", "player", seat=1)
        self.at(BuyChips, seat=1, amount=50_000)
        return self

    def plays(self, number: int = 1) -> "Played":
        """A round; Ann has ten dollars on Small, and one wager too many is refused."""
        dice = DICE[number - 1]
        self.at(dealt.InviteBets)
        self.at(PlaceWager, "ann", "player", seat=1, wager="small", stake=1_000)
        much = self.submit(self.table, PlaceWager, "ann", "player", seat=1, wager="big", stake=9_000_000)
        assert isinstance(much, Refused)
        self.at(dealt.Tumble)
        self.at(dealt.CloseBetting)
        self.adds(dealt_result.Uncover, dice=dice, salt=SALT)
        self.at(dealt_result.EnterResult, dice=dice)
        self.at(dealt_result.Settle)
        self.at(SealDice, "tumbler", "device", seal=seal(DICE[number + 1]))
        return self

    def closes(self) -> None:
        self.table.keep()
        self.house.keep()
        self.writer.close()
        self.store.close()


def played(path: Path) -> Path:
    """The journal in a SQLite file."""
    it = Played(SqliteStore(path)).opens().plays()
    it.submit(it.house, StockCage, "max", "casino-operator", what="cash", amount=5_000)
    it.submit(it.house, RegisterPatron, "cara", "cashier", patron="ann")
    it.closes()
    return path


def log_of(path: Path) -> Log:
    store = SqliteStore(path)
    try:
        return [body for _, body, _ in store.bodies()]
    finally:
        store.close()


def find(log: Log, text: bytes) -> int:
    """The number of the first entry that holds this."""
    return next(entry_of(it).seq for it in log if text in it)
