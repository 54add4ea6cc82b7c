"""The demo house: a table of every document and of three games from files, people with cards, PINs and money, and
staff of every rank.

It is for trying things out on one's own machine. Its PINs are known to everybody, so it is served on the loopback
address alone.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan, Pace, TablePlan
from dicehouse.floor.signal import Signal
from dicehouse.house import cage, jackpots, patrons, pins, slips, trays
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.patron_state import Patron
from dicehouse.house.slips import SlipRequested
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import Config, Kind, Phase, tray
from dicehouse.table.config import Limits, Sign
from dicehouse.table.counted import Chips, worth
from dicehouse.table.opening import OpenTable, to_acknowledge
from dicehouse.table.orders import Answer, Command


class DemoPatron(NamedTuple):
    """Someone to play as."""

    name: str
    card: str
    pin: str
    money: int


class DemoStaff(NamedTuple):
    """Someone to work as; at a table the console takes the rank that its rulebook has for the work."""

    name: str
    role: str
    """dealer, supervisor, manager, cashier, cage-supervisor, inspector, tournament-director or scrutineer."""
    title: str


PATRONS: Final = (
    DemoPatron("Ann", "1001", "1111", 500_000),
    DemoPatron("Bob", "1002", "2222", 250_000),
    DemoPatron("Cai", "1003", "3333", 1_000_000),
    DemoPatron("Dee", "1004", "4444", 100_000),
)
STAFF: Final = (
    DemoStaff("Dana", "dealer", "Dealer"),
    DemoStaff("Sue", "supervisor", "Casino supervisor"),
    DemoStaff("Max", "manager", "Gaming manager"),
    DemoStaff("Cass", "cashier", "Cashier"),
    DemoStaff("Cleo", "cage-supervisor", "Cage supervisor"),
    DemoStaff("Ines", "inspector", "Inspector"),
    DemoStaff("Tess", "tournament-director", "Tournament director"),
    DemoStaff("Wren", "scrutineer", "Scrutineer"),
    DemoStaff("Coco", "officer", "Chief operating officer"),
)
PACE: Final = Pace(betting=15, beat=1, window=10)
"""Quick enough that whoever sits down has a settled wager within half a minute."""
FLOAT: Final = (Chips(100_000, 800), Chips(10_000, 1_800), Chips(2_500, 600), Chips(500, 1_000))
"""Chips in each tray."""
ELECTRONIC: Final = "Electronic 1"


def plan(pace: Pace | None = None, wagering_seconds: int = 20) -> HousePlan:
    """A house with a table of every document and three more; `pace` and `wagering_seconds` say how fast it plays."""
    dealt = {
        "Sic Bo 1": "star-sicbo-2024",
        "Sic Bo 2": "star-sicbo-pre2024",
        "Sic Bo 3": "crown-sicbo-a",
        "Symbols 1": "crown-sicbo-b",
        "Craps 1": "star-craps",
        "Macau 1": "macau-sicbo",
        "Las Vegas 1": "strip-craps",
        "Yee Hah Hi 1": "yee-hah-hi",
    }
    pace = pace or PACE
    tables = [
        TablePlan(config=Config(name=name, cage=True), rulebook=book, dealer="practice", pace=pace)
        for name, book in dealt.items()
    ]
    terminals = Config(
        name=ELECTRONIC, cage=True, seats=500, chip=5, wagering_seconds=wagering_seconds,
        sign=Sign(every=Limits(minimum=100, maximum=50_000)),
    )  # fmt: skip
    tables.append(TablePlan(config=terminals, rulebook="aruze-sicbo", pace=pace))
    return HousePlan(name="The Demo House", chips="account", tables=tuple(tables), demo=True)


JACKPOT: Final = JackpotTerms(
    rate=Rate(1, 100),
    hidden_rate=Rate(1, 200),
    seed=100_000,
    cap=1_000_000,
    trigger=Trigger(states={"start": (Arm(rolled=Rolled(faces=(6, 6, 6)), to="win"),)}, least=100),
    tables=(ELECTRONIC,),
    approved_by="demo approval 1",
)


async def open_house(floor: Floor) -> None:
    """Bring a house to life that has never been: everything goes by the books, and what was done is not done again."""
    if not floor.leads(HOUSE):
        return  # the process does that which leads the house
    opening = Opening(floor)
    await opening.cage()
    await opening.patrons()
    await opening.tables()


class Opening:
    """What opens the house, act by act, each by whoever may do it."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor

    async def does(self, to: str, id: str, order: type[Command], role: str, by: str, **fields: Any) -> Answer:
        return await self.floor.give(to, order(id=f"demo/{id}", at=self.floor.now(), by=by, role=role, **fields))

    async def cage(self) -> None:
        if self.floor.house.house.accounts:
            return
        for what, amount in {"cash": 100_000_000, "chips": 5_000_000_000}.items():
            await self.does(HOUSE, what, cage.StockCage, "cage-supervisor", "Cleo", what=what, amount=amount)
        outside = {"amount": 10_000_000, "reason": "so that everyone has some to try things with"}
        await self.does(HOUSE, "outside", cage.DeclareChipsOutside, "casino-operator", "Max", **outside)
        terms = {"pool": "Triple six", "terms": JACKPOT}
        await self.does(HOUSE, "jackpot", jackpots.OfferJackpot, "casino-operator", "Max", **terms)

    async def patrons(self) -> None:
        for it in PATRONS:
            known = self.floor.house.house.patrons.get(it.name)
            if known:
                await self._has_pin(known, it.pin)
                continue
            await self.registers(it)
            money = {"person": it.name, "amount": it.money, "means": "bank-transfer"}
            await self.does(HOUSE, f"{it.name}/money", cage.DepositFunds, "cashier", "Cass", **money)

    async def registers(self, it: DemoPatron) -> None:
        pin = await self._keeps(f"demo/{it.name}/card", it.pin)
        await self.does(HOUSE, f"{it.name}/in", patrons.RegisterPatron, "cashier", "Cass", patron=it.name)
        card = {"patron": it.name, "number": it.card, "pin_reference": pin}
        await self.does(HOUSE, f"{it.name}/card", patrons.IssueCard, "cashier", "Cass", **card)

    async def _keeps(self, id: str, pin: str) -> str:
        return await asyncio.to_thread(self.floor.pins.keep, id, pin, self.floor.now())

    async def _has_pin(self, patron: Patron, pin: str) -> None:
        """In a demo of an earlier version PINs were kept otherwise, and a copy of one may come without its secrets."""
        if patron.card is None or await asyncio.to_thread(self.floor.pins.is_kept, patron.card.pin_reference):
            return
        id = f"{patron.name}/pin/{self.floor.now().timestamp():.6f}"
        kept = {"patron": patron.name, "pin_reference": await self._keeps(f"demo/{id}", pin)}
        await self.does(HOUSE, id, pins.SetPin, "cashier", "Cass", **kept)

    async def tables(self) -> None:
        """Open every table, and fill its tray from the cage."""
        for name, running in self.floor.tables.items():
            if running.table.phase is not Phase.CLOSED:
                continue
            over = to_acknowledge(running.table, self.floor.now())
            role = running.book.powers["close_table"].by[0]
            opened = await self.does(name, "open", OpenTable, role, "Sue", acknowledged=over)
            if not isinstance(opened, Refused) and running.table.kind is not Kind.ELECTRONIC:
                await self._fill(name)

    async def _fill(self, table: str) -> None:
        """Asked for at the cage, brought, and counted at the table; then the opener is put on record."""
        asked = {"table": table, "chips": FLOAT}
        answer = await self.does(HOUSE, f"{table}/fill", slips.RequestFill, "cashier", "Cass", **asked)
        slip = "" if isinstance(answer, Refused) else next(it.slip for it in answer if isinstance(it, SlipRequested))
        await self.does(HOUSE, f"{table}/approve", slips.ApproveSlip, "cage-supervisor", "Cleo", slip=slip)
        await self.does(HOUSE, f"{table}/deliver", slips.DeliverFill, "cashier", "Cass", slip=slip)
        running = self.floor.tables[table]
        await self._until(running.signal, lambda: slip in running.table.fills)
        role = running.book.roles[0].id
        await self.does(table, "received", tray.ReceiveFill, role, "Dana", slip=slip, chips=FLOAT)
        await self._until(self.floor.house.signal, lambda: slip not in self.floor.house.house.sent)
        counted = {"table": table, "when": "opener", "counted": worth(FLOAT), "with_": "Sue"}
        await self.does(HOUSE, f"{table}/opener", trays.CountTray, "cashier", "Cass", **counted)

    async def _until(self, signal: Signal, happened: Callable[[], bool]) -> None:
        """What follows elsewhere has come about; an opener is counted once the chips are in the tray."""
        while not happened() and not self.floor.house.halted:
            await signal.after(signal.sent)
