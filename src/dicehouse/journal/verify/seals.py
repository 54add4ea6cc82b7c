"""Holding the entries against the checkpoints: the tree over them, and what each checkpoint says of its size."""

import hashlib
from collections.abc import Sequence
from itertools import pairwise

from dicehouse.journal.record import NOTHING
from dicehouse.journal.verify.faults import Faults
from dicehouse.journal.verify.notes import Note, Sealed, note


class Seals:
    """The tree of the entries so far, and the checkpoints that lie ahead."""

    def __init__(self, faults: Faults, inside: Sequence[Sealed], kept: Sequence[Sealed], trusted: str) -> None:
        """With the checkpoints of the journal, those kept outside of it, and the key they must be signed by."""
        self._faults = faults
        self._edge: list[bytes] = []
        self._size = 0
        self._astray = False
        """Whether the tree is not that of the journal any more."""
        self._good = 0
        """The size of the last checkpoint that held."""
        self.sealed = 0
        own = [it for sealed in inside if (it := self._read(sealed))]
        every = [it for sealed in kept if (it := self._read(sealed))] + own
        self.key = trusted or (every[0].key if every else "")
        self._ahead: dict[int, list[Note]] = {}
        for it in every:
            if it.key != self.key:
                self._wrong(it, f"it is signed by key {it.key}, and not by {self.key}")
            elif it.origin != every[0].origin:
                self._wrong(it, f"it is of {it.origin!r}, and not of {every[0].origin!r}")
            else:
                self._ahead.setdefault(it.size, []).append(it)
        for before, it in pairwise(own):
            if it.size < before.size or it.time < before.time:
                said = f"it is of {it.size} entries at {it.time}, and the one before of {before.size} at {before.time}"
                self._wrong(it, said)
        self._compare(NOTHING)

    def _read(self, sealed: Sealed) -> Note | None:
        try:
            return note(sealed)
        except ValueError as error:
            self._faults.add(0, 0, str(error), where=sealed.where)
            return None

    def _wrong(self, it: Note, why: str) -> None:
        self._faults.add(0, 0, why, where=it.where)

    def check_kept(self, inside: Sequence[Sealed], kept: Sequence[Sealed]) -> None:
        """Whatever was anchored is still in the journal."""
        there = {it.note for it in inside}
        for it in kept:
            if it.note not in there:
                self._faults.add(0, 0, "it was anchored, and the journal does not hold it any more", where=it.where)

    def lose(self) -> None:
        """An entry is missing or cannot be relied on: from here on the tree is another one."""
        self._astray = True

    def append(self, body: bytes, head: str) -> None:
        """Grow the tree of RFC 6962 by an entry: two whole subtrees of one size become one of twice the size."""
        if self._astray:
            return
        grown = hashlib.sha256(b"\x00" + body).digest()
        size = self._size
        while size % 2:
            grown = hashlib.sha256(b"\x01" + self._edge.pop() + grown).digest()
            size //= 2
        self._edge.append(grown)
        self._size += 1
        if self._size in self._ahead:
            self._compare(head)

    @property
    def root(self) -> str:
        """Of all entries; empty if one of them was lost."""
        return "" if self._astray else self._root()

    def _root(self) -> str:
        root = self._edge[-1] if self._edge else hashlib.sha256(b"").digest()
        for left in self._edge[-2::-1]:
            root = hashlib.sha256(b"\x01" + left + root).digest()
        return root.hex()

    def _compare(self, head: str) -> None:
        size = self._size
        is_what = (self._root(), head, " ".join(it.hex() for it in self._edge))
        for it in self._ahead.get(size, ()):
            self.sealed = size
            if (it.root, it.head, it.edge) == is_what:
                self._good = size
            elif not self._astray:
                self._astray = True
                first = min(self._good + 1, size)
                which = f"entry {size}" if first == size else f"one of the entries {first} to {size}"
                said = f"{which} is not what it was when the checkpoint of {size} entries was signed at {it.time}"
                self._faults.add(size, first, said, last=size, where=it.where)

    def check_end(self, size: int, place: int) -> None:
        """No checkpoint says that there were more entries than there are."""
        self.sealed = max((it for it in self._ahead if it <= size), default=self.sealed)
        beyond = [it for notes in self._ahead.values() for it in notes if it.size > size]
        if beyond:
            most = max(beyond, key=lambda it: it.size)
            cut = f"entry {most.size} is" if most.size == size + 1 else f"entries {size + 1} to {most.size} are"
            said = (
                f"{cut} cut off: the journal ends with entry {size}, and had {most.size} when a checkpoint was signed"
            )
            self._faults.add(place, size + 1, f"{said} at {most.time}", last=most.size, where=most.where)
