"""What an audit finds: differences between what was done and what the rules say, and records that cannot be settled."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIFFERENCES: Final = {
    "paid": "Paid something else than was due",
    "commission": "Charged another commission than was due",
    "course": "Went on in another state, or ended in another way, than the roll says",
    "start": "Placed when it could not be, or begun in a state where it does not begin",
}
BAD: Final = {
    "value": "A value is missing or is none that the column can hold",
    "stake": "A stake that is not above zero, above the largest, or not in the units of its wager",
    "unknown-wager": "No such wager is offered",
    "state": "A state that the wager does not have",
    "no-result": "The round is not among the results",
    "chain": "The steps of the wager do not follow each other",
    "duplicate": "The row stands more than once",
    "dice": "A result that the dice cannot show",
    "duplicate-round": "The result of a round stands more than once",
    "order": "A result comes after a later one of its table",
    "columns": "A file without a column that is needed",
    "file": "A file, or a part of one, that cannot be read",
}


@dataclass(frozen=True)
class Finding:
    """One thing found, where it is, and what was due."""

    kind: str
    says: str
    table: str = ""
    round: int = 0
    wager_no: int = 0
    step: int = 0
    wager: str = ""
    stake: int = 0
    paid: int | None = None
    due: int | None = None
    clauses: tuple[str, ...] = ()
    dealer: str = ""
    day: date | None = None
    rows: int = 1
    """How many rows it stands for."""
    ticket: str = ""
    """The wager's own id, where that is a text."""

    @property
    def is_difference(self) -> bool:
        return self.kind in DIFFERENCES

    @property
    def amount(self) -> int:
        """What was handed over, or charged, beyond what was due."""
        return 0 if self.paid is None or self.due is None else self.paid - self.due

    @property
    def where(self) -> tuple[str, str, int, int, int]:
        return self.kind, self.table, self.round, self.wager_no, self.step


@dataclass
class Listed:
    """Findings of which only so many of a kind are listed; all are counted."""

    most: int = 10_000
    listed: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, finding: Finding) -> None:
        self.listed.append(finding)

    def few(self, kind: str, rows: "NDArray[np.integer]") -> list[int]:
        """As many of these rows as are still to be listed as of this kind."""
        left = max(self.most - self.counts[kind], 0)
        self.counts[kind] += len(rows)
        return [int(it) for it in rows[:left]]

    def findings(self) -> list[Finding]:
        more = {kind: many - self.most for kind, many in self.counts.items() if many > self.most}
        return self.listed + [Finding(kind, f"and {it} more like these", rows=it) for kind, it in more.items()]


@dataclass
class Looked:
    """What an engine brings back: sums over all rows, and the rows that the judge must see."""

    rows: int = 0
    staked: int = 0
    paid: int = 0
    suspects: list[dict[str, object]] = field(default_factory=list)
    more: int = 0
    """Suspects beyond those that are listed."""
    chains: list[list[dict[str, object]]] = field(default_factory=list)
    """The steps of every wager whose chain does not hold."""
    doubled: list[dict[str, object]] = field(default_factory=list)
    """First steps that stand more than once, each as often as it stands."""
    bad: list[Finding] = field(default_factory=list)
