"""Checkpoints of a running house: the journal is signed at intervals, and a copy is kept outside the store.

Whoever holds the copy can tell later whether anything up to there was changed, left out or cut off. The key is made
when there is none yet, in a file that only its owner can read; its public part lies beside it, for those who verify.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Lock

from dicehouse.floor.plan import SealPlan
from dicehouse.journal.checkpoint import CheckpointError, Key, make_checkpoint, to_file
from dicehouse.journal.store import BrokenError, Store, UnavailableError

log = logging.getLogger("dicehouse.floor")


class Sealer:
    """Signs a journal again and again."""

    def __init__(self, plan: SealPlan, origin: str, store: Store, now: Callable[[], datetime]) -> None:
        self._plan = plan
        self._origin = origin
        self._store = store
        self._now = now
        self._making = Lock()
        self.sealed = 0
        """The entries at the last checkpoint of this process."""

    @property
    def anchors(self) -> tuple[Path, ...]:
        """Where copies are kept."""
        return (Path(self._plan.anchor),) if self._plan.anchor else ()

    def seal(self) -> int:
        """Sign the journal as it is now, unless nothing was written since; the number of its entries."""
        size = self._store.head().seq
        if size and size != self.sealed:
            made = make_checkpoint(self._store, self._key(), self._now(), [to_file(it) for it in self.anchors])
            self.sealed = made.size
        return size

    def signs(self, text: bytes) -> bytes:
        """What the key makes of a text, the same every time; an UnavailableError where it cannot be had."""
        try:
            return self._key().sign(text)
        except (CheckpointError, OSError) as error:
            raise UnavailableError(f"{self._plan.key}: the house's key cannot be read ({error})") from None

    def _key(self) -> Key:
        """It is made once, also where two ask for it at the same time."""
        path = Path(self._plan.key)
        with self._making:
            if not path.exists():
                made = Key.make(self._origin)
                made.save(path)
                path.with_name(f"{path.name}.pub").write_text(f"{made.public}\n", encoding="utf-8")
            return Key.load(path, self._origin)

    async def run(self, leads: Callable[[], bool]) -> None:
        """For ever; of several processes the one does it that leads the house."""
        while True:
            if leads():
                try:
                    await asyncio.to_thread(self.seal)
                except (CheckpointError, BrokenError, UnavailableError, OSError) as error:
                    log.error("checkpoint: %s", error)
            await asyncio.sleep(self._plan.minutes * 60)


def beside(journal: str | Path) -> SealPlan:
    """Key and copy beside the file of a journal, for a demo; a house keeps them elsewhere."""
    return SealPlan(key=f"{journal}.key", anchor=f"{journal}.anchor", minutes=1)
