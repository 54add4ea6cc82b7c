"""What is held against the journal beside the rules of its entries: the disk, the screens, the running house."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from dicehouse.floor.durable import once_durable
from dicehouse.floor.floor import Floor
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import verify
from dicehouse.leading.leader import HOUSE, HouseLeader, Leader
from dicehouse.leading.rejudge import rejudge
from dicehouse.views.player import player_view
from tools.house_simulation.auditor import Auditor
from tools.house_simulation.loss_rules import SYDNEY
from tools.house_simulation.process import Process
from tools.house_simulation.violation import Violation


def verified(copy: Path, auditor: Auditor) -> None:
    """A copy of the journal passes the verifier, and holds everything that was ever seen in it."""
    report = verify(copy)
    if report.faults:
        raise Violation("verify passes", f"{report.faults[0]}")
    store = SqliteStore(copy)
    try:
        auditor.still_there(store.bodies())
    finally:
        store.close()


def rejudged(copy: Path) -> None:
    """Every command of a journal, judged again, leads to what it led to."""
    found = rejudge(copy)
    if wrong := [*found.differences, *found.unjudged]:
        raise Violation("verify --rejudge passes", f"{wrong[0]}")


def running(processes: Iterable[Process]) -> None:
    """Nothing that should run for ever has ended, and no table was stopped."""
    for process in processes:
        if not process.ready:
            continue
        for failure in process.floor.tasks.failures:
            raise Violation("the house goes on", f"process {process.number}: {failure!r}")
        for it in process.floor.everything():
            if it.halted:  # type: ignore[attr-defined]
                raise Violation("the house goes on", f"process {process.number}: {it.leader.stream} was stopped")


class Look(NamedTuple):
    """What a screen showed."""

    before: int
    """How far the journal went when it was made."""
    account: str
    shown: int


async def look(floor: Floor, person: str, table: str) -> list[Look]:
    """What a player sees of the account and of the rack, once it is durable."""
    before = floor.store.head().seq

    def made() -> list[Look]:
        house, found = floor.house.house, []
        view = player_view(house, person, floor.now(), {})
        if view is not None and floor.leads(HOUSE):
            found.append(Look(before, f"patron/{person}", view.account))
        seat = floor.tables[table].table.seat_of(person)
        if seat is not None and floor.leads(table):
            found.append(Look(before, f"table/{table}/seat/{seat.number}/rack", seat.rack))
        return found

    return await once_durable(made, floor.everything())


def seen(auditor: Auditor, looks: list[Look], read: Callable[[], None]) -> None:
    """What was shown is what the ledger had at some moment between before and now."""
    read()
    for it in looks:
        then = [(seq, amount) for seq, account, amount in auditor.money.history if account == it.account]
        earlier = [amount for seq, amount in then if seq <= it.before]
        held = {amount for seq, amount in then if seq > it.before} | {earlier[-1] if earlier else 0}
        if it.shown not in held:
            raise Violation("screens show the ledger", f"{it.account}: {it.shown} was shown, and it had {sorted(held)}")


def agrees(process: Process, auditor: Auditor) -> None:
    """When all is quiet: ledger, tables, house and screens say the same, to the cent."""
    floor = process.floor
    ledger = {name: it for name, it in floor.store.balances().items() if it}
    model = {name: it for name, it in auditor.money.balances.items() if it}
    if ledger != model:
        wrong = next(it for it in {**ledger, **model} if ledger.get(it) != model.get(it))
        raise Violation(
            "money is conserved", f"{wrong}: {ledger.get(wrong)} in the ledger, {model.get(wrong)} by its entries"
        )
    for name, it in floor.tables.items():
        for number, seat in it.table.seats.items():
            _same(model, f"table/{name}/seat/{number}/rack", seat.rack, f"process {process.number}")
    house, now = floor.house.house, floor.now()
    today = now.astimezone(SYDNEY).date()
    for person in house.patrons:
        view = player_view(house, person, now, {})
        if view is None:
            continue
        _same(model, f"patron/{person}", view.account, f"process {process.number}")
        lost = auditor.losses.lost[person, today]
        if view.net_today != -lost:
            said = f"{person} lost {lost} today, and the house counts {-view.net_today}"
            raise Violation("the house counts what was lost", said)


def _same(model: dict[str, int], account: str, shown: int, where: str) -> None:
    if model.get(account, 0) != shown:
        said = f"{account}: {where} shows {shown}, and the ledger has {model.get(account, 0)}"
        raise Violation("screens show the ledger", said)


class _WithoutSnapshots:
    """A store that kept none."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def kept(self, stream: str) -> None:  # noqa: ARG002
        return None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def replayed(processes: Iterable[Process]) -> None:
    """What runs is what the journal makes of itself from its first entry on."""
    for process in processes:
        floor = process.floor
        store, writer = _WithoutSnapshots(floor.store), floor.house.leader.writer
        for it in floor.everything():
            leader, again = it.leader, None
            if isinstance(leader, Leader):
                again = Leader(store, writer, leader.book, leader.stream, leader.config).hash()
            elif isinstance(leader, HouseLeader) and floor.leads(HOUSE):
                first = leader._restored(leader._first)
                again = HouseLeader(store, writer, first).hash()
            if again is not None and again != leader.hash():
                raise Violation("replay gives the same state", f"process {process.number}, {leader.stream}")
