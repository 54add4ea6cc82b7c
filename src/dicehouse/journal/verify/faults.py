"""The faults that verification reports, in plain words, each with its record."""

from msgspec import Struct


class VerifyError(ValueError):
    """There is no journal to verify here, or none that this program can read."""


class Fault(Struct, frozen=True, kw_only=True):
    """A record that is wrong, and why."""

    first: int
    """The number of the entry; 0 where the fault is in no entry."""
    last: int
    """The same number, or the last of several entries of which the file does not tell which one it is."""
    where: str
    """The place in the file."""
    why: str


class Faults:
    """The faults of one journal, the first ones in full and the rest counted."""

    def __init__(self, place: str, most: int) -> None:
        self._place = place
        self._most = max(most, 1)
        self._listed: list[tuple[int, Fault]] = []
        self.count = 0
        self._named: set[int] = set()

    def add(self, place: int, first: int, why: str, *, last: int = 0, where: str = "") -> None:
        self._named.add(first)
        self.count += 1
        if len(self._listed) < self._most:
            fault = Fault(first=first, last=last or first, where=where or f"{self._place} {place}", why=why)
            self._listed.append((place, fault))

    def names(self, seq: int) -> bool:
        """Whether an entry was found to be wrong."""
        return seq in self._named

    @property
    def told(self) -> list[Fault]:
        """In the order of the file."""
        return [fault for _, fault in sorted(self._listed, key=lambda it: it[0])]

    @property
    def more(self) -> int:
        return self.count - len(self._listed)


def dollars(amount: int) -> str:
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"
