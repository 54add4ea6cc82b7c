"""A whole house on one journal that is killed again and again, and its books after every time.

    python -m tools.kills.lives JOURNAL KILLS SEED [DEFECT]

Each life is a process of its own that serves the house from the journal and takes deposits and buy-ins, one after the
other, until SIGKILL; one in five is killed while it starts. Whoever gave a command that was not answered gives it again
with its id, as a console does. After each kill what was answered must be there; at the end everything must be there
once, and the money where it belongs. It prints a line after each kill, and at the end how many kills there were, how
many commands were answered, and how many entries there are. With a defect, one of those of the simulation of a house,
it shows what the kills find.
"""

import asyncio
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan, TablePlan
from dicehouse.floor.secret_key import SecretKey
from dicehouse.house.cage import BuyIn, DepositFunds, StockCage
from dicehouse.house.patrons import RegisterPatron
from dicehouse.house.slips import ApproveSlip, DeliverFill, RequestFill
from dicehouse.journal.record import entry_of
from dicehouse.journal.store import Store, UnavailableError
from dicehouse.journal.verify import verify
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused, Why
from dicehouse.table import Config
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import Command
from dicehouse.table.people import TakeSeat
from dicehouse.table.tray import ReceiveFill
from tools.house_simulation.defects import DEFECTS

TABLE = TablePlan(config=Config(name="T", cage=True), rulebook="star-sicbo-2024", dealer="staff", tumbler="keyed")
PLAN = HousePlan(name="the house", chips="account", tables=(TABLE,))
T = TypeVar("T")
IN_ITS_START = 1 / 5
"""How many lives are killed before they answer anything."""
STARTING = 0.5
"""Seconds in which such a life is killed."""
FIRST = 9
"""Commands by which the house is set up; then deposits and buy-ins take turns."""
DEPOSIT, BOUGHT = 1_000, 300
WITHIN = 60.0
"""Seconds in which a house that starts takes its first command."""
LEASE = 1
KEY = SecretKey("a key for tests", bytes(range(32)))
NOT_YET = 75
"""How a life ends that could not reach its journal."""


def order(floor: Floor, number: int) -> tuple[str, Command]:
    """The command of a number: always the same one."""
    operator: dict[str, Any] = {"id": f"c{number}", "at": floor.now(), "by": "max", "role": "casino-operator"}
    ann: dict[str, Any] = {"id": f"c{number}", "at": floor.now(), "by": "ann", "role": "player"}
    match number:
        case 1:
            return HOUSE, StockCage(**operator, what="cash", amount=10**9)
        case 2:
            return HOUSE, StockCage(**operator, what="chips", amount=10**9)
        case 3:
            return HOUSE, RegisterPatron(**operator, patron="ann")
        case 4:
            return "T", OpenTable(**{**operator, "role": floor.tables["T"].book.roles[-1].id})
        case 5:
            return "T", TakeSeat(**ann, seat=1)
        case 6:
            return HOUSE, RequestFill(**operator, table="T", amount=10**8)
        case 7:
            return HOUSE, ApproveSlip(**{**operator, "by": "cleo", "role": "cage-supervisor"}, slip="F-00001")
        case 8:
            return HOUSE, DeliverFill(**operator, slip="F-00001")
        case 9:
            return "T", ReceiveFill(**{**operator, "by": "dana", "role": "dealer"}, slip="F-00001", amount=10**8)
        case it if not it % 2:
            return HOUSE, DepositFunds(**operator, person="ann", amount=DEPOSIT, means="bank-transfer")
        case _:
            return HOUSE, BuyIn(**{**ann, "role": "patron"}, person="ann", table="T", amount=BOUGHT)


async def live(where: str, number: int, out: int, last: int = 0) -> None:
    """Serve the house and say the number of each command once it is answered; for ever, or up to the last."""
    floor = Floor(PLAN, where, key=KEY, lease=LEASE)
    await floor.start()
    while not last or number <= last:
        table = floor.tables["T"].table
        while number == FIRST and not (table.fills or table.float):  # it is still on its way
            await asyncio.sleep(0.05)
            table = floor.tables["T"].table
        to, command = order(floor, number)
        try:
            answer = await floor.give(to, command)
        except UnavailableError:
            await asyncio.sleep(0.05)
            continue
        if isinstance(answer, Refused) and answer.why is Why.NOT_HERE:  # another life had the lease
            await asyncio.sleep(0.05)
            continue
        if isinstance(answer, Refused):
            os.write(out, f"refused {number}: {answer.message}\n".encode())
            return
        os.write(out, f"{number}\n".encode())
        number += 1
    while not {HOUSE, "T"} <= set(floor.led()):  # those before may still have had the leases
        await asyncio.sleep(0.05)
    await floor.follow_through()
    await floor.stop()


def killed(where: str, number: int, seconds: float, *, starting: bool = False, tries: int = 100) -> int:
    """A life from this command on, killed so long after its first answer, or after its start; the last command that was
    answered. One that finds no database at its start is begun again, as whoever runs the house does."""
    ear, mouth = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(ear)
            asyncio.run(live(where, number, mouth))
        except UnavailableError:
            os._exit(NOT_YET)
        finally:
            os._exit(1)
    os.close(mouth)
    if not starting and not select.select([ear], [], [], WITHIN)[0]:
        os.kill(child, signal.SIGKILL)
        raise SystemExit(f"no answer to command {number} in {WITHIN} s")
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(ear, "rb") as heard:
        said = heard.read()
    ended = os.waitstatus_to_exitcode(status)
    if ended == NOT_YET and tries:
        time.sleep(0.2)
        return killed(where, number, seconds, starting=starting, tries=tries - 1)
    if ended != -signal.SIGKILL or b"refused" in said:
        raise SystemExit(f"it ended by itself with {ended}: {said.decode()}")
    whole = said[: said.rfind(b"\n") + 1].split()
    return int(whole[-1]) if whole else number - 1


def read(where: str, look: Callable[[Store], T]) -> T:
    """What the journal says, once whatever it lies on is up again and stays so meanwhile."""
    until = time.monotonic() + WITHIN
    while True:
        try:
            store = opened(where)
            try:
                return look(store)
            finally:
                store.close()
        except UnavailableError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def opened(where: str) -> Store:
    if "://" in where:
        from dicehouse.journal.postgres import PostgresStore

        return PostgresStore(where)
    from dicehouse.journal.sqlite import SqliteStore

    return SqliteStore(where)


def there(where: str, first: int, last: int) -> None:
    """Everything that was answered is in the journal."""

    def missing(store: Store) -> list[int]:
        streams = {number: "T" if number in {4, 5, FIRST} else HOUSE for number in range(first, last + 1)}
        return [number for number, stream in streams.items() if not store.find(stream, f"c{number}")]

    lost = read(where, missing)
    if lost:
        raise SystemExit(f"{len(lost)} commands were answered and are lost, the first of them c{lost[0]}")


def counted(where: str, last: int) -> int:
    """Everything is there once, and the money where it belongs; the number of entries."""
    asyncio.run(live(where, last, os.open(os.devnull, os.O_WRONLY), last=last))
    report = verify(where)
    if report.faults:
        raise SystemExit(f"the journal does not stand: {report.faults[0]}")

    def written(store: Store) -> tuple[list[str], int, int]:
        given = [entry.id for _, body, _ in store.bodies() if (entry := entry_of(body)).id.startswith("c")]
        return sorted(given), store.balance("patron/ann"), store.balance("table/T/seat/1/rack")

    deposits = sum(1 for number in range(FIRST + 1, last + 1) if not number % 2)
    bought = max(0, last - FIRST - deposits) * BOUGHT
    found = read(where, written)
    given = found[0]
    due = (sorted(f"c{number}" for number in range(1, last + 1)), deposits * DEPOSIT - bought, bought)
    if found != due:
        raise SystemExit(f"after {last} commands {found[1:]} where {due[1:]} is due, {len(given)} entries of theirs")
    return report.entries


def main() -> None:
    where, kills, chance = sys.argv[1], int(sys.argv[2]), random.Random(int(sys.argv[3]))
    last = 0
    with DEFECTS[sys.argv[4]]() if len(sys.argv) > 4 else nullcontext():
        for number in range(1, kills + 1):
            starting = chance.random() < IN_ITS_START
            answered = killed(where, last + 1, chance.uniform(0.0, STARTING if starting else 0.15), starting=starting)
            there(where, last + 1, answered)
            last = answered
            print(f"killed {number}", flush=True)
        print(kills, last, counted(where, last + 1), flush=True)


if __name__ == "__main__":
    main()
