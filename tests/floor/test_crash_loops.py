"""A house that is killed again and again soon after its start gets on all the same with what was left over."""

import asyncio
from datetime import timedelta
from pathlib import Path

from msgspec import json

from dicehouse.floor.clock import Clock
from dicehouse.floor.floor import Floor
from dicehouse.floor.follow_up_rules import INTERESTING
from dicehouse.floor.outbox import CURSORS, STEP, Cursor
from dicehouse.floor.plan import HousePlan
from dicehouse.floor.secret_key import beside
from dicehouse.floor.stepped import SteppedLoop
from dicehouse.floor.vault import Vault
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import verify
from dicehouse.leading.leader import HOUSE
from tests.soak import SOAK
from tests.stories.evening import NOON, Evening

DEPOSITS = 12_000 if SOAK else 320
"""Each is followed by something elsewhere, or could be."""
FEW = 3 * STEP // 2
"""Entries that a house goes through before it is killed."""


def backlog(folder: Path) -> HousePlan:
    """A journal of an evening whose errands were noted nowhere."""
    with Evening(folder, star="star-sicbo-2024", craps="star-craps") as house:
        house.register("ann", money=10_000_000)
        house.sit("ann", "star")
        for _ in range(DEPOSITS // 4):
            house.buy_in("ann", "star", 100)
        plan = house.plan
    store = SqliteStore(folder / "journal.db")
    vault = Vault(store, beside(folder / "journal.db"))
    for stream in (HOUSE, "star", "craps"):
        vault.put(CURSORS + stream, json.encode(Cursor()))
    store.close()
    return plan


class Doomed:
    """A house that starts and is killed a few entries later."""

    def __init__(self, plan: HousePlan, journal: Path) -> None:
        self.loop = SteppedLoop()
        asyncio.set_event_loop(self.loop)
        start = NOON + timedelta(days=1)
        clock = Clock(lambda: start + timedelta(seconds=self.loop.time()), self.loop.time)
        self.floor = Floor(plan, journal, key=beside(journal), clock=clock, threaded=False)
        self.loop.run(self.floor.start())

    def noted(self) -> int:
        """How far the errands of the stream are that is furthest behind, as the next start finds it."""
        kept = [self.floor.vault.get(CURSORS + stream) for stream in (HOUSE, "star", "craps")]
        return min(json.decode(it, type=Cursor).seq if it else 0 for it in kept)

    def lives_for(self, entries: int) -> int:
        """Go through so many entries, or to the end of what was left over; what is noted when it is killed then."""
        errands, seen, before = self.floor._outbox, 0, -1
        head = self.floor.store.head().seq
        while seen < entries and ((errands._seq or 0) < head or self.noted() < head):
            self.loop.call_soon(self.loop.stop)
            self.loop.run_forever()
            seen += errands._seq != before
            before = errands._seq or 0
        noted = self.noted()
        self.loop.run(self.floor.abandon())
        self.loop.close()
        return noted


def test_a_house_killed_again_and_again_gets_on_with_its_errands(tmp_path: Path) -> None:
    plan, journal = backlog(tmp_path), tmp_path / "journal.db"
    store = SqliteStore(journal)
    left = [seq for seq, body, _ in store.bodies() if INTERESTING.search(body)]
    store.close()
    assert len(left) > 2 * FEW
    noted = [0]
    while noted[-1] < left[-1]:
        noted.append(Doomed(plan, journal).lives_for(FEW))
        assert noted[-1] > noted[-2], f"after {len(noted) - 1} starts it still stands at entry {noted[-1]}"
    assert len(noted) > 3
    report = verify(journal)
    assert report.faults == []
    store = SqliteStore(journal)
    assert store.balance("table/star/seat/1/rack") == DEPOSITS // 4 * 100, "nothing was done twice"
    store.close()
