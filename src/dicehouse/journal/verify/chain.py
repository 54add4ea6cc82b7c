"""Verify the hash chain: every entry in its place, written after the one before it.

Of two entries that do not belong together, one is wrong. The walk looks two records ahead to tell which: the one for
which its follower does not vouch. After a fault it goes on, so that one fault does not make all later entries wrong.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from dicehouse.journal.record import NOTHING, Entry
from dicehouse.journal.verify.draws import Draws
from dicehouse.journal.verify.faults import Faults, VerifyError
from dicehouse.journal.verify.records import Record, read
from dicehouse.journal.verify.seals import Seals
from dicehouse.journal.verify.snapshots import Snapshots
from dicehouse.journal.verify.sources import DamagedError, Filed
from dicehouse.journal.verify.sums import Sums

PATIENCE: Final = 2.0
"""Seconds before progress is told, and between two tellings."""
GIVE_UP: Final = 100
"""Records of which none is an entry: then the file is no journal."""
REMEMBERED: Final = 1000
"""Gaps, and entries of a gap, that are remembered in case they turn up elsewhere."""

Progress = Callable[[int], None]
"""Told how many records were read so far."""


class Chain:
    """How far the walk came."""

    def __init__(self, faults: Faults, seals: Seals, sums: Sums, draws: Draws, snapshots: Snapshots) -> None:
        self._faults = faults
        self._seals = seals
        self._sums = sums
        self._draws = draws
        self._snapshots = snapshots
        self.records = 0
        self._due = 1
        """The number of the entry that comes next."""
        self._heads: tuple[str, ...] = (NOTHING,)
        """What the next entry may name as the hash before it; nothing at all if that cannot be told."""
        self.head = NOTHING
        self._sound = 0
        self._distrusted = 0
        """An entry that is blamed already, though it reads well."""
        self._strays: set[int] = set()
        """Entries that were found where they do not belong."""
        self._gaps: list[range] = []

    @property
    def size(self) -> int:
        return self._due - 1

    def walk(self, items: Iterable[Filed], progress: Progress) -> None:
        told = time.monotonic()
        records = self._readable(items)
        here, then = next(records, None), next(records, None)
        while here is not None:
            after = next(records, None)
            self._take(here, then, after)
            here, then = then, after
            if not self.records % 1024 and time.monotonic() - told >= PATIENCE:
                told = time.monotonic()
                progress(self.records)
        if self.records and not self._sound:
            raise _no_journal(self.records)

    def _readable(self, items: Iterable[Filed]) -> Iterator[Record]:
        """Every record, up to where the file can be read."""
        try:
            for filed in items:
                self.records += 1
                record = read(filed)
                self._sound += record.entry is not None
                if self.records == GIVE_UP and not self._sound:
                    raise _no_journal(self.records)
                yield record
        except DamagedError as error:
            self._lose()
            self._faults.add(self.records + 1, self.records + 1, str(error), where=f"after {self.records} records")

    def _lose(self) -> None:
        self._seals.lose()
        self._sums.lose()
        self._draws.lose()
        self._snapshots.lose()

    def _take(self, here: Record, then: Record | None, after: Record | None) -> None:
        entry = here.entry
        if entry is None:
            self._take_unsound(here, then)
        elif (
            entry.seq == self._due
            and entry.prev in self._heads
            and (then is None or here.is_followed_by(then))
            and not here.wrong
        ):
            self._accept(here, entry)
        else:
            self._take_doubtful(here, entry, then, after)

    def _accept(self, here: Record, entry: Entry) -> None:
        self._sums.add(here.filed.place, entry)
        self._draws.add(here.filed.place, entry)
        self._snapshots.add(here.filed.place, entry)
        self._seals.append(here.filed.body or b"", here.hash)
        self._due = entry.seq + 1
        self.head = here.hash
        self._heads = (here.hash,)

    def _skip(self) -> None:
        """Go on past an entry whose content cannot be relied on."""
        self._lose()
        self._due += 1
        self._heads = ()

    def _take_unsound(self, here: Record, then: Record | None) -> None:
        if _seq(then) == self._due:
            said = f"it stands before entry {self._due} and is none of the entries: {here.wrong}"
            self._faults.add(here.filed.place, 0, said)
        else:
            self._faults.add(here.filed.place, self._due, here.wrong)
            self._skip()

    def _take_doubtful(self, here: Record, entry: Entry, then: Record | None, after: Record | None) -> None:
        if here.wrong:
            self._faults.add(here.filed.place, entry.seq, here.wrong)
        if entry.seq != self._due and not self._is_after_gap(here, entry, then):
            return
        if self._heads and entry.prev not in self._heads:
            self._tell_other_before(here, entry)
        blamed = self._distrusted
        if then is not None and _seq(then) == entry.seq + 1 and not here.is_followed_by(then):
            blamed = self._blame(here, entry.seq, then, after)
        if blamed == entry.seq:
            self._skip()
            return
        self._accept(here, entry)
        if blamed > entry.seq:
            self._distrusted = blamed
            self._heads = ()

    def _tell_other_before(self, here: Record, entry: Entry) -> None:
        said = f"it names {entry.prev} as the hash of the entry before it, and that is"
        self._faults.add(here.filed.place, entry.seq, f"{said} {self._heads[0]}" if entry.seq > 1 else f"{said} none")
        self._seals.lose()

    def _blame(self, here: Record, seq: int, then: Record, after: Record | None) -> int:
        """Of two neighbours that do not belong together, the one that its follower does not vouch for."""
        prev = then.entry.prev if then.entry else ""
        says = f"entry {seq + 1} names {prev} as the hash of the entry before it, and entry {seq} has {here.hash}"
        if after is None or _seq(after) != seq + 2:
            self._faults.add(here.filed.place, seq, f"it or entry {seq + 1} was changed: {says}", last=seq + 1)
            return seq
        if then.is_followed_by(after):
            if not self._faults.names(seq):
                self._faults.add(here.filed.place, seq, f"it was changed: {says}")
            return seq
        self._faults.add(then.filed.place, seq + 1, f"it was changed: {says}")
        return seq + 1

    # --- entries out of their place

    def _is_after_gap(self, here: Record, entry: Entry, then: Record | None) -> bool:
        """Tell what an entry does where another is due; whether to go on from it, since those between are missing."""
        place, seq, due = here.filed.place, entry.seq, self._due
        following = _seq(then)
        if (following == due + 1 != seq) or (then is None and due in self._strays and self._is_lost(seq)):
            self._strays.add(seq)
            self._gaps = [*self._gaps[1 - REMEMBERED :], range(due, due + 1)]
            self._faults.add(place, due, f"entry {seq} stands where entry {due} belongs")
            self._skip()
            return False
        if seq > due and following != due:
            self._tell_gap(place, due, seq)
            return True
        how = "is out of its place: it stands" if seq > due or self._is_lost(seq) else "is there twice: it stands again"
        self._faults.add(place, seq, f"entry {seq} {how} after entry {due - 1}")
        self._strays.add(seq)
        if seq == due - 1 and self._heads:
            self._heads += (here.hash,)
        return False

    def _tell_gap(self, place: int, due: int, seq: int) -> None:
        missing = (
            [it for it in range(due, seq) if it not in self._strays] if seq - due <= REMEMBERED else [due, seq - 1]
        )
        if missing:
            first, last = missing[0], missing[-1]
            which = f"entry {first} is" if first == last else f"entries {first} to {last} are"
            self._faults.add(place, first, f"{which} missing: entry {seq} follows entry {due - 1}", last=last)
            self._gaps = [*self._gaps[1 - REMEMBERED :], range(due, seq)]
        self._lose()
        self._due, self._heads = seq, ()

    def _is_lost(self, seq: int) -> bool:
        """Whether an entry was not found in its place."""
        return seq in self._strays or any(seq in gap for gap in self._gaps)


def _seq(record: Record | None) -> int:
    return record.entry.seq if record is not None and record.entry is not None else 0


def _no_journal(records: int) -> VerifyError:
    return VerifyError(f"none of the {records} records read is an entry; name the file of a journal")
