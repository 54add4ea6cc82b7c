"""Journals written for tests with the record format alone, and ways to spoil them."""

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import UNSET, Raw, structs

from dicehouse.journal.checkpoint import Checkpoint, Key, signed
from dicehouse.journal.record import NO_REFUSAL, NOTHING, Entry, Posting, body_of, entry_of, hash_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft
from dicehouse.journal.tree import Tree, leaf

NOON = datetime(2026, 11, 16, 1, tzinfo=UTC)
STREAMS = ("table-1", "table-2", "cage")

Log = list[bytes]
"""Bodies, in order."""


def entries(count: int, seed: int = 4) -> list[Entry]:
    """So many entries of a house in which money comes in, is staked, won, lost and refused; not chained yet."""
    chance = random.Random(seed)
    lengths = dict.fromkeys(STREAMS, 0)
    held = dict.fromkeys(("patron:ann", "patron:bob", "float:table-1"), 0)
    made = []
    for seq in range(1, count + 1):
        stream = chance.choice(STREAMS)
        lengths[stream] += 1
        account = chance.choice(list(held))
        amount = chance.randrange(100, 5000)
        kind = chance.choice(("pay-in", "stake", "refused"))
        postings: tuple[Posting, ...] = ()
        if kind == "stake" and held[account] >= amount:
            postings = (Posting(account, -amount), Posting("~win", amount))
            held[account] -= amount
        elif kind == "pay-in":
            postings = (Posting("~cash", -amount), Posting(account, amount))
            held[account] += amount
        done = (Raw(msgspec.json.encode({"kind": f"{kind}-done", "amount": amount})),) if postings else ()
        made.append(
            Entry(
                seq=seq,
                stream=stream,
                no=lengths[stream],
                id=f"c{seq}",
                at=NOON + timedelta(seconds=seq),
                command=Raw(msgspec.json.encode({"kind": kind, "by": "Zoë", "amount": amount})),
                events=done,
                refused=NO_REFUSAL if postings else Raw(b'{"why":"not-enough","clause":null,"message":"too little"}'),
                postings=postings,
                prev=NOTHING,
            )
        )
    return made


def chained(made: Iterable[Entry], before: str = NOTHING) -> Log:
    """The bodies of entries, each holding the hash of the one before it."""
    log = []
    for it in made:
        body = body_of(structs.replace(it, prev=before))
        before = hash_of(body)
        log.append(body)
    return log


def log_of(count: int, seed: int = 4) -> Log:
    return chained(entries(count, seed))


def changed(log: Log, seq: int, **fields: object) -> Log:
    """The log with some fields of one entry changed, and nothing else."""
    there = body_of(structs.replace(entry_of(log[seq - 1]), **fields))
    return [*log[: seq - 1], there, *log[seq:]]


def rewritten(log: Log, seq: int, **fields: object) -> Log:
    """The log as someone leaves it who changes one entry and makes every later hash anew."""
    made = [entry_of(it) for it in changed(log, seq, **fields)]
    return chained(made)


def balances(log: Log) -> dict[str, int]:
    sums: dict[str, int] = {}
    for body in log:
        for it in entry_of(body).postings:
            sums[it.account] = sums.get(it.account, 0) + it.amount
    return sums


def line(body: bytes, recorded: str = "") -> bytes:
    entry = entry_of(body)
    return b'{"seq":%d,"hash":"%s","body":%s}\n' % (entry.seq, (recorded or hash_of(body)).encode(), body)


def write_lines(path: Path, lines: Iterable[bytes]) -> Path:
    path.write_bytes(b"".join(lines))
    return path


def export(path: Path, log: Log, *extra: object) -> Path:
    """The log in JSON Lines, with further lines after it."""
    return write_lines(path, [*map(line, log), *(msgspec.json.encode(it) + b"\n" for it in extra)])


def database(path: Path, log: Log, seals: Sequence[bytes] = ()) -> Path:
    """The log as the SQLite store writes it."""
    store = SqliteStore(path)
    store.write([draft(entry_of(it)) for it in log])
    for it in seals:
        store.seal(it)
    store.close()
    return path


def draft(entry: Entry) -> Draft:
    return Draft(
        stream=entry.stream,
        no=entry.no,
        id=entry.id,
        at=entry.at,
        command=bytes(entry.command),
        judged=None if entry.judged is UNSET else bytes(entry.judged),
        events=tuple(map(bytes, entry.events)),
        refused=None if entry.refused == NO_REFUSAL else bytes(entry.refused),
        postings=entry.postings,
    )


def sealed(log: Log, key: Key, *sizes: int) -> list[bytes]:
    """Signed checkpoints of a log at some sizes."""
    tree, head, notes = Tree(), NOTHING, []
    for size in range(len(log) + 1):
        if size:
            tree.append(leaf(log[size - 1]))
            head = hash_of(log[size - 1])
        if size in sizes:
            at = NOON + timedelta(days=1, seconds=size)
            made = Checkpoint(key.origin, tree.size, tree.root, head, at, tree.edge, key.public)
            notes.append(signed(made, key))
    return notes
