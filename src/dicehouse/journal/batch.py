"""A batch of drafts, judged and chained: what a store remembers, with drafts, becomes rows and outcomes.

Nothing is written here. A store checks each draft before it begins, sees to it that nobody else can write, and writes
what `chain` returns in the same transaction. The memory goes on with the batch, so whatever fails after that, the store
forgets it all and reads it again.

A draft is taken to be new before its id is looked up, because the table of ids refuses a second one itself; when that
happens, the store has the whole batch judged again with a look at each id. So the common batch costs no look-up at all.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from dicehouse.journal import drafts as rules
from dicehouse.journal.record import NOTHING
from dicehouse.journal.store import OUTSIDE, Draft, Head, Lease, Outcome, Rejected, Repeated, Written

REMEMBERED: Final = 200_000
"""Accounts or streams that are remembered before all is read anew."""

Find = Callable[[str, str], bytes | None]
"""The body of an entry by its stream and id."""


class Place(NamedTuple):
    """Where a stream ends: the number, the time and the seq of its latest entry."""

    no: int
    at: datetime | None
    seq: int


NOWHERE: Final = Place(0, None, 0)
"""The place of a stream that is not begun."""


class Memory:
    """What a store remembers of a journal, of what it was asked about so far; a lease that is None is nobody's.

    It is only a copy, good as long as nobody else wrote and nothing failed.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.head: Head | None = None
        self.places: dict[str, Place] = {}
        self.balances: dict[str, int] = {}
        self.leases: dict[str, Lease | None] = {}

    @property
    def is_full(self) -> bool:
        return max(len(self.places), len(self.balances), len(self.leases)) > REMEMBERED


class Row(NamedTuple):
    """An entry with its place in the chain."""

    seq: int
    stream: str
    no: int
    id: str
    before: int
    """The seq of the entry before it in its stream; 0 without one."""
    body: bytes
    hash: str


class Batch(NamedTuple):
    """What is to be written, and what is to be answered once it is durable."""

    head: Head
    """How far the journal went before."""
    outcomes: list[Outcome]
    rows: list[Row]
    places: dict[str, Place]
    """Where the streams that the rows go on ended before."""
    balances: dict[str, int]
    """What the accounts that the rows name held before."""


def names(drafts: Sequence[Draft]) -> tuple[set[str], set[str]]:
    """The streams and the accounts that a batch names."""
    streams = {draft.stream for draft in drafts}
    accounts = {posting.account for draft in drafts for posting in draft.postings}
    return streams, accounts


def chain(memory: Memory, drafts: Sequence[Draft], find: Find, *, sure: bool) -> Batch:
    """Judge each draft after those before it, and chain those that stand.

    The memory has the head and every stream and account that the drafts name, and the leases of those with a leader.
    `sure`: look up every id, and not only that of a draft which is about to be rejected.
    """
    head = memory.head or Head(0, NOTHING)
    outcomes: list[Outcome] = []
    rows: list[Row] = []
    batch = Batch(head, outcomes, rows, {}, {})
    seq, prev = head
    places, balances, leases = memory.places, memory.balances, memory.leases
    places_before, balances_before = batch.places, batch.balances
    bodies: dict[tuple[str, str], bytes] = {}
    for draft in drafts:
        stream, id, no = draft.stream, draft.id, draft.no
        key, place, moved = (stream, id), places[stream], rules.net(draft.postings)
        rejected = _rejected(draft, leases[stream] if draft.leader else None, place, moved, balances)
        if rejected or sure or key in bodies:
            before = bodies.get(key) or find(*key)
            if before is not None:
                outcomes.append(Repeated(before) if rules.is_repeat(draft, before) else rules.other_body(draft))
                continue
        if rejected:
            outcomes.append(rejected)
            continue
        seq += 1
        body, prev = rules.made(draft, seq, prev)
        for account, amount in moved.items():
            was = balances[account]
            if account not in balances_before:
                balances_before[account] = was
            balances[account] = after = was + amount
            if not 0 <= after <= rules.LARGEST:
                rules.check_balance(account, after)
        rows.append(Row(seq, stream, no, id, place.seq, body, prev))
        if stream not in places_before:
            places_before[stream] = place
        places[stream] = Place(no, draft.at, seq)
        bodies[key] = body
        outcomes.append(Written(seq, prev))
    memory.head = Head(seq, prev)
    return batch


def _rejected(
    draft: Draft, lease: Lease | None, place: Place, moved: dict[str, int], balances: dict[str, int]
) -> Rejected | None:
    """The first reason of `Not`, in its order, not to write a draft."""
    if draft.leader and (rejected := rules.not_leader(draft, lease)):
        return rejected
    if draft.no != place.no + 1:
        return rules.out_of_order(draft, place.no)
    if place.at is not None and draft.at < place.at:
        return rules.clock(draft, place.at)
    for account, amount in moved.items():
        if amount < 0 and balances[account] + amount < 0 and not account.startswith(OUTSIDE):
            return rules.short(account, -amount, balances[account])
    return None
