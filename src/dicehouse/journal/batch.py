"""A batch of drafts, judged and chained: what a store knows, with drafts, becomes rows and outcomes.

It reads and writes nothing. A store checks each draft before it begins, looks up what `Known` asks for while nobody
else can write, and writes what `chain` returns in the same transaction.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from dicehouse.journal.drafts import (
    check_balance,
    clock,
    is_repeat,
    made,
    net,
    not_leader,
    other_body,
    out_of_order,
    short,
)
from dicehouse.journal.store import Draft, Head, Lease, Outcome, Rejected, Repeated, Written


class Place(NamedTuple):
    """Where a stream ends: the number and the time of its latest entry."""

    no: int
    at: datetime


class Known(NamedTuple):
    """What a store knows about the streams, ids and accounts that a batch names; what is not there is left out."""

    head: Head
    places: Mapping[str, Place]
    bodies: Mapping[tuple[str, str], bytes]
    """By stream and id."""
    leases: Mapping[str, Lease]
    balances: Mapping[str, int]


class Row(NamedTuple):
    """An entry with its place in the chain."""

    seq: int
    stream: str
    no: int
    id: str
    hash: str
    body: bytes


class Batch(NamedTuple):
    """What is to be written, and what is to be answered once it is durable."""

    outcomes: list[Outcome]
    rows: list[Row]
    places: dict[str, Place]
    """Of the streams that went on."""
    balances: dict[str, int]
    """Of the accounts that the rows name."""


def names(drafts: Sequence[Draft]) -> tuple[list[str], list[str]]:
    """The streams and the accounts that a batch names, each once and in one order for every writer."""
    streams = {draft.stream for draft in drafts}
    accounts = {posting.account for draft in drafts for posting in draft.postings}
    return sorted(streams), sorted(accounts)


def chain(known: Known, drafts: Sequence[Draft]) -> Batch:
    """Judge each draft after those before it, and chain those that stand."""
    batch = Batch([], [], {}, {})
    seq, prev = known.head
    bodies, balances = dict(known.bodies), dict(known.balances)
    for draft in drafts:
        before = bodies.get((draft.stream, draft.id))
        if before is not None:
            batch.outcomes.append(Repeated(before) if is_repeat(draft, before) else other_body(draft))
            continue
        place = batch.places.get(draft.stream) or known.places.get(draft.stream)
        moved = net(draft.postings)
        if rejected := _rejected(draft, known.leases.get(draft.stream), place, moved, balances):
            batch.outcomes.append(rejected)
            continue
        for account, amount in moved.items():
            balances[account] = batch.balances[account] = balances.get(account, 0) + amount
            check_balance(account, balances[account])
        seq += 1
        body, prev = made(draft, seq, prev)
        batch.rows.append(Row(seq, draft.stream, draft.no, draft.id, prev, body))
        batch.places[draft.stream] = Place(draft.no, draft.at)
        bodies[draft.stream, draft.id] = body
        batch.outcomes.append(Written(seq, prev))
    return batch


def _rejected(
    draft: Draft, lease: Lease | None, place: Place | None, moved: Mapping[str, int], balances: Mapping[str, int]
) -> Rejected | None:
    """The first reason of `Not`, in its order, not to write a draft."""
    return (
        not_leader(draft, lease)
        or out_of_order(draft, place.no if place else 0)
        or clock(draft, place.at if place else None)
        or next(filter(None, (short(account, -moved[account], balances.get(account, 0)) for account in moved)), None)
    )
