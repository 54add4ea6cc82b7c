"""The results, read and checked: impossible dice, rounds that stand twice and rounds out of order are listed.

Results are read part by part and laid down on disk table by table, so that what is held of them does not grow with
their number. Only where the numbers of a table are sparse and its rounds also come out of order are those of one table
held together, to be sorted.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit.compiled import OUTCOME_BITS, Compiled
from dicehouse.audit.findings import Finding, Listed
from dicehouse.audit.groups import texts, unreadable_errors, whole
from dicehouse.audit.rounds import MISSING, Markers, Rounds

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

PART: Final = 1 << 20
"""Results that are held at a time."""
SPARSE: Final = 16
"""Numbers that leave more than so many gaps for each round are ranked."""
OPENING: Final = 1 << OUTCOME_BITS
ROLLED: Final = np.dtype([("number", np.int64), ("slot", np.uint16)])
"""A round as it is laid down: its outcome, and whether the table opened with it."""


@dataclass
class Spool:
    """The rounds of one table in the order in which they were read."""

    name: str
    file: Path
    count: int = 0
    first: int = 0
    last: int = 0
    latest: int = 0
    rises: bool = True
    """Whether every number was above the one before."""

    def add(self, number: "Whole", slot: "NDArray[np.uint16]", bad: Listed) -> None:
        before = np.r_[self.latest if self.count else number[0] - 1, number[:-1]]
        for it in bad.few("order", np.flatnonzero(number < before)):
            says = f"round {number[it]} comes after round {before[it]}"
            bad.add(Finding("order", says, table=self.name, round=int(number[it])))
        self.rises &= bool((number > before).all())
        low, high = int(number.min()), int(number.max())
        self.first, self.last = (min(self.first, low), max(self.last, high)) if self.count else (low, high)
        self.count += len(number)
        self.latest = int(number[-1])
        made = np.empty(len(number), ROLLED)
        made["number"], made["slot"] = number, slot
        with self.file.open("ab") as file:
            made.tofile(file)

    @property
    def span(self) -> int:
        return self.last - self.first + 1

    def parts(self) -> Iterator["NDArray[np.void]"]:
        for begin in range(0, self.count, PART):
            yield np.fromfile(self.file, ROLLED, PART, offset=begin * ROLLED.itemsize)


@dataclass
class Reading:
    """Results on their way from files to rounds."""

    compiled: Compiled
    folder: Path
    spools: dict[str, Spool] = field(default_factory=dict)
    bad: Listed = field(default_factory=Listed)

    def read(self, file: Path) -> None:
        import pyarrow.parquet as pq

        with pq.ParquetFile(file, read_dictionary=["table", "dice"]) as source:
            names = [it for it in ("table", "round", "dice", "opening") if it in source.schema_arrow.names]
            for batch in source.iter_batches(PART, columns=names):
                self._take(batch)

    def _take(self, batch: "pa.RecordBatch") -> None:
        import pyarrow as pa

        table = pa.Table.from_batches([batch])
        codes, names = texts(table, "table")
        number, outcome = whole(table, "round", -1), self._outcomes(table)
        opening = np.zeros(len(table), bool)
        if "opening" in table.column_names:
            opening = table["opening"].fill_null(False).to_numpy()
        named = np.array([it is not None for it in names])[codes]
        fit = named & (number >= 0) & (outcome >= 0)
        self._unfit(names, codes, number, outcome, fit)
        slot = (outcome + opening * OPENING).astype(np.uint16)
        for code in np.unique(codes[fit]).tolist():
            own = fit & (codes == code)
            self._spool(str(names[code])).add(number[own], slot[own], self.bad)

    def _spool(self, name: str) -> Spool:
        return self.spools.setdefault(name, Spool(name, self.folder / f"table-{len(self.spools)}"))

    def _outcomes(self, table: "pa.Table") -> "NDArray[np.int16]":
        """The number of each outcome; a round of no result has its own, and impossible dice have -1."""
        codes, words = texts(table, "dice")
        meaning = []
        for word in words:
            faces = word.split("-") if word else []
            roll = [int(face) if face.isdecimal() else 0 for face in faces]
            found = self.compiled.book.dice.find(roll) if word else self.compiled.no_result
            meaning.append(-1 if found is None else found)
        outcomes: NDArray[np.int16] = np.array(meaning, np.int16)[codes]
        return outcomes

    def _unfit(
        self,
        names: Sequence[str | None],
        codes: "NDArray[np.integer]",
        number: "Whole",
        outcome: "NDArray[np.int16]",
        fit: "NDArray[np.bool_]",
    ) -> None:
        for kind, says, which in (
            ("dice", "the dice cannot show this result", ~fit & (outcome < 0)),
            ("value", "a result without its table or its round", ~fit & (outcome >= 0)),
        ):
            for row in self.bad.few(kind, np.flatnonzero(which)):
                self.bad.add(Finding(kind, says, table=names[codes[row]] or "", round=max(int(number[row]), 0)))

    def rounds(self) -> Rounds:
        """All rounds in their places."""
        spools = sorted(self.spools.values(), key=lambda it: it.name)
        sparse = sum(it.span for it in spools) > SPARSE * sum(it.count for it in spools) + 1024
        slots, ranked = self.folder / "slots", self.folder / "numbers"
        slots.touch()
        sizes = [self._rank(it, slots, ranked) if sparse else self._lay(it, slots) for it in spools]
        begins = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        seen = np.zeros(MISSING + 1, np.int64)
        for begin, size in zip(begins.tolist(), sizes, strict=False):
            markers = Markers(self.compiled)

            def moments(slot: "NDArray[np.uint16]", markers: Markers = markers) -> "NDArray[np.uint16]":
                found = _moments(self.compiled, markers, slot)
                seen[:] += np.bincount(found, minlength=MISSING + 1)
                return found

            _change(slots, begin, size, moments)
        kinds = np.flatnonzero(seen[:MISSING])
        kind_of = np.full(MISSING + 1, MISSING, np.uint16)
        kind_of[kinds] = np.arange(len(kinds))
        _change(slots, 0, int(begins[-1]), lambda moments: kind_of[moments])
        first = np.array([0 if sparse else it.first for it in spools], np.int64)
        names = tuple(it.name for it in spools)
        return Rounds(names, first, begins, kinds, int(seen[:MISSING].sum()), slots, ranked if sparse else None)

    def _lay(self, spool: Spool, slots: Path) -> int:
        """Lay the rounds of a table one after the other, a place for each number."""
        with slots.open("ab") as file:
            begin = file.tell()
            for at in range(0, spool.span, PART):
                np.full(min(PART, spool.span - at), MISSING, np.uint16).tofile(file)
        for part in spool.parts():
            number, slot = part["number"], part["slot"]
            low = int(number.min())
            there = np.memmap(slots, np.uint16, "r+", begin + 2 * (low - spool.first), (int(number.max()) - low + 1,))
            first = there[number - low] == MISSING
            if not spool.rises:
                once = np.zeros(len(number), bool)
                once[np.unique(number, return_index=True)[1]] = True
                first &= once
            there[number[first] - low] = slot[first]
            self._twice(spool.name, number[~first], slot[~first], there[number[~first] - low])
        spool.file.unlink()
        return spool.span

    def _rank(self, spool: Spool, slots: Path, ranked: Path) -> int:
        """Lay the rounds of a table one after the other in the order of their numbers, which are kept beside them."""
        laid = 0
        parts: Iterator[NDArray[np.void]] = spool.parts()
        if not spool.rises:
            every = np.fromfile(spool.file, ROLLED)
            every = every[np.argsort(every["number"], kind="stable")]
            number = every["number"]
            first = np.r_[True, number[1:] != number[:-1]]
            counts = every["slot"][first][np.cumsum(first) - 1]
            self._twice(spool.name, number[~first], every["slot"][~first], counts[~first])
            parts = iter([every[first]])
        with slots.open("ab") as kept, ranked.open("ab") as numbers:
            for part in parts:
                np.ascontiguousarray(part["slot"]).tofile(kept)
                np.ascontiguousarray(part["number"]).tofile(numbers)
                laid += len(part)
        spool.file.unlink()
        return laid

    def _twice(self, table: str, number: "Whole", slot: "NDArray[np.uint16]", counts: "NDArray[np.uint16]") -> None:
        for it in self.bad.few("duplicate-round", np.arange(len(number))):
            same = "the same" if slot[it] % OPENING == counts[it] % OPENING else "another"
            says = f"round {number[it]} stands twice, with {same} result; the first one counts"
            self.bad.add(Finding("duplicate-round", says, table=table, round=int(number[it])))


def rounds_in(compiled: Compiled, files: Sequence[Path], folder: Path) -> tuple[Rounds, list[Finding]]:
    """Every round that has a fit result, laid down in a new folder, and what is wrong with the others."""
    folder.mkdir(parents=True)
    reading = Reading(compiled, folder)
    for file in files:
        try:
            reading.read(file)
        except unreadable_errors() as error:
            says = f"{file.name} cannot be read: {str(error).splitlines()[0]}"
            reading.bad.add(Finding("file", says, rows=0))
    rounds = reading.rounds()
    return rounds, reading.bad.findings()


def _moments(compiled: Compiled, markers: Markers, slot: "NDArray[np.uint16]") -> "NDArray[np.uint16]":
    """What was laid down, as moments; markers take a number without a round as one of no result."""
    there = slot != MISSING
    outcome = np.where(there, slot % OPENING, compiled.no_result)
    return np.where(there, markers.moments(outcome, there & (slot >= OPENING)), MISSING).astype(np.uint16)


def _change(file: Path, begin: int, size: int, change: Callable[["NDArray[np.uint16]"], "NDArray[np.uint16]"]) -> None:
    """Change a stretch of a file part by part."""
    for at in range(begin, begin + size, PART):
        part = np.fromfile(file, np.uint16, min(PART, begin + size - at), offset=2 * at)
        with file.open("r+b") as out:
            out.seek(2 * at)
            change(part).tofile(out)
