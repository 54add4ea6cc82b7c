"""What a draft must be before it becomes an entry, and what every store says when it is not written.

`check` asks what the program itself owes: names that can be read, postings that balance, amounts within bounds. What
it finds is a BrokenError, for it cannot have come from outside. `made` gives a draft its place in the
chain. The rejections are those of `Not`, in one wording for both stores.
"""

from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from dicehouse.journal.record import NO_REFUSAL, Entry, Posting, body_of, entry_of, hash_of
from dicehouse.journal.store import OUTSIDE, BrokenError, Draft, Lease, Not, Rejected, Shortfall
from dicehouse.money import dollars

LARGEST: Final = 10**15
"""In cents. No posting and no balance is above it, nor below it on the other side."""
LONGEST: Final = 200
"""Characters of the name of a stream, a command, an account or a holder."""

_ONE: Final = msgspec.json.Decoder(Raw).decode
"""Reads one value of JSON and gives back its bytes."""


def check(draft: Draft) -> None:
    """A BrokenError unless the draft is one that may be written."""
    stream, id, leader = draft.stream, draft.id, draft.leader
    if not (0 < len(stream) <= LONGEST and stream.isprintable()):
        check_name("stream", stream)
    if not (0 < len(id) <= LONGEST and id.isprintable()):
        check_name("id", id)
    if draft.at.tzinfo is not UTC:
        check_time(_whose(draft), draft.at)
    if leader and not (len(leader) <= LONGEST and leader.isprintable()):
        check_name("leader", leader)
    if draft.refused is not None and (draft.events or draft.postings):
        raise BrokenError(f"{_whose(draft)}: it is refused and has events or postings; refuse or do, not both")
    total = 0
    for it in draft.postings:
        name, amount = it.account, it.amount
        named = 0 < len(name) <= LONGEST and name.isprintable()
        if not named or type(amount) is not int or not -LARGEST <= amount <= LARGEST:
            total = 1
            break
        total += amount
    if total:
        check_postings(_whose(draft), draft.postings)


def _whose(draft: Draft) -> str:
    return f"{draft.stream}, {draft.id}"


def check_name(kind: str, name: str) -> None:
    """A name is from one to 200 characters that can be printed."""
    if not 0 < len(name) <= LONGEST:
        raise BrokenError(f"{kind} {name[:40]!r}: {len(name)} characters; give it from 1 to {LONGEST}")
    if not name.isprintable():
        raise BrokenError(f"{kind} {name[:40]!r}: it cannot be printed; use letters, digits and signs")


def check_time(whose: str, at: datetime) -> None:
    if at.utcoffset() is None:
        raise BrokenError(f"{whose}: the time {at} has no zone; give it one")


def check_postings(whose: str, postings: tuple[Posting, ...]) -> None:
    """Each is within bounds, and together they are nothing."""
    total = 0
    for it in postings:
        check_name("account", it.account)
        if type(it.amount) is not int or not -LARGEST <= it.amount <= LARGEST:
            check_amount(f"{whose}: {it.account}", it.amount)
        total += it.amount
    if total:
        raise BrokenError(
            f"{whose}: the postings add up to {dollars(total)} instead of 0.00; the other side is missing"
        )


def check_amount(whose: str, amount: int) -> None:
    if type(amount) is not int:
        raise BrokenError(f"{whose}: {amount!r} is no whole number of cents")
    if not -LARGEST <= amount <= LARGEST:
        raise BrokenError(f"{whose}: {dollars(amount)} is beyond {dollars(LARGEST)}, the largest amount in a journal")


def check_balance(account: str, balance: int) -> None:
    """A balance as it was read or is about to be written."""
    check_amount(account, balance)
    if balance < 0 and not account.startswith(OUTSIDE):
        raise BrokenError(f"{account}: its balance is {dollars(balance)} and may not be below 0.00; verify the journal")


def made(draft: Draft, seq: int, prev: str) -> tuple[bytes, str]:
    """The body and the hash of the entry that a draft becomes.

    What comes in as bytes is read once, each part by itself; the rest is written by the program, from checked fields.
    """
    command, refused, at = Raw(draft.command.strip()), NO_REFUSAL, draft.at
    judged: Raw | UnsetType = UNSET
    events = tuple([Raw(it) for it in draft.events])
    parts = [command, *events]
    if draft.refused is not None:
        parts.append(refused := Raw(draft.refused))
    if draft.judged is not None:
        parts.append(judged := Raw(draft.judged))
    if at.tzinfo is not UTC:
        at = at.astimezone(UTC)
    entry = Entry(
        seq=seq, stream=draft.stream, no=draft.no, id=draft.id, at=at, command=command, judged=judged, events=events,
        refused=refused, postings=draft.postings, prev=prev,
    )  # fmt: skip
    body = body_of(entry)
    try:
        sound = type(draft.no) is int
        for part in parts:
            sound = sound and _ONE(part) == part
        if not body.isascii():
            body.decode()
    except (msgspec.DecodeError, UnicodeDecodeError):
        sound = False
    if not sound:
        raise BrokenError(f"{_whose(draft)}: command, events or refusal is not one value of JSON each")
    return body, hash_of(body)


def read(body: bytes, digest: str, stream: str, no: int) -> Entry:
    """An entry as it was recorded; a BrokenError if it is not what was written."""
    whose = f"{stream}, entry {no}"
    if hash_of(body) != digest:
        raise BrokenError(
            f"{whose}: its hash is {hash_of(body)}, not {digest} as recorded; stop play, verify the journal"
        )
    try:
        entry = entry_of(body)
    except msgspec.DecodeError as error:
        raise BrokenError(f"{whose}: it cannot be read: {error}; stop play, verify the journal") from error
    if (entry.stream, entry.no) != (stream, no):
        raise BrokenError(f"{whose}: it says {entry.stream}, entry {entry.no}; stop play, verify the journal")
    check_postings(whose, entry.postings)
    return entry


def is_repeat(draft: Draft, body: bytes) -> bool:
    """Whether an entry with the draft's id was made of the same command."""
    return bytes(entry_of(body).command) == draft.command.strip()


# --- why a draft is not written


def other_body(draft: Draft) -> Rejected:
    message = f"{draft.id}: another command of {draft.stream} has this id; give each command its own"
    return Rejected(Not.OTHER_BODY, message)


def not_leader(draft: Draft, lease: Lease | None) -> Rejected | None:
    """A rejection unless the draft asks for no lease, or its leader holds it at the time of the draft."""
    if not draft.leader or (lease and lease.holder == draft.leader and draft.at < lease.until):
        return None
    if lease is None:
        message = f"{draft.stream}: nobody leads it, not {draft.leader}; take the lease first"
    elif lease.holder != draft.leader:
        message = f"{draft.stream}: {lease.holder} leads it until {lease.until}, not {draft.leader}; send it there"
    else:
        message = f"{draft.stream}: the lease of {draft.leader} ended at {lease.until}, and it is {draft.at}; renew it"
    return Rejected(Not.NOT_LEADER, message)


def out_of_order(draft: Draft, length: int) -> Rejected:
    message = f"{draft.stream}: {draft.id} was judged for place {draft.no}, and {length + 1} is next; judge it again"
    return Rejected(Not.OUT_OF_ORDER, message)


def clock(draft: Draft, latest: datetime) -> Rejected:
    message = f"{draft.stream}: {draft.at} is before {latest}, its latest entry; set the clock right and give it again"
    return Rejected(Not.CLOCK, message)


def short(account: str, taken: int, there: int) -> Rejected:
    message = f"{account}: {dollars(taken)} is above the {dollars(there)} there; take no more, or pay in first"
    return Rejected(Not.SHORT, message, Shortfall(account, taken, there))


def net(postings: tuple[Posting, ...]) -> dict[str, int]:
    """What each account gains or loses by all of them together."""
    each = {it.account: it.amount for it in postings}
    if len(each) == len(postings):
        return each
    sums: dict[str, int] = {}
    for it in postings:
        sums[it.account] = sums.get(it.account, 0) + it.amount
    return sums
