"""A program beside the tests: it opens a journal from another process and says what came of what it wrote.

    aside.py ADDRESS lead STREAM HOLDER COUNT    take the lease and write so many entries; a word for each
    aside.py ADDRESS load STREAMS                write at so many tables until the process is killed, and say of each
                                                 entry, once it is durable: table, number, seq and hash
    aside.py ADDRESS obey                        do what each line of standard input says: verify the journal, or write
                                                 so many entries; say how many there are then

It imports the package alone, and the tests import their drafts from it.
"""

import importlib
import sys
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import msgspec

from dicehouse.journal.record import Posting
from dicehouse.journal.store import Draft, Outcome, Rejected, Store, Written
from dicehouse.journal.verify import verify
from dicehouse.journal.writer import Writer

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def open_store(address: str) -> Store:
    """An address is `module:Class:argument`."""
    module, name, argument = address.split(":", 2)
    return cast(Store, getattr(importlib.import_module(module), name)(argument))


def draft(
    stream: str = "table 1",
    no: int = 1,
    id: str | None = None,
    *,
    moves: tuple[tuple[str, int], ...] = (),
    **others: Any,
) -> Draft:
    """A draft whose id and command follow from its place, unless they are given."""
    id = f"command {no}" if id is None else id
    if "command" not in others:
        others["command"] = msgspec.json.encode({"id": id.encode("utf-8", "replace").decode()})
    others.setdefault("at", NOON)
    return Draft(stream=stream, no=no, id=id, postings=tuple(Posting(*it) for it in moves), **others)


def whys(outcomes: list[Outcome]) -> list[str]:
    """Each outcome in a word."""
    return [it.why.value if isinstance(it, Rejected) else type(it).__name__.lower() for it in outcomes]


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def lead(store: Store, stream: str, holder: str, count: str) -> None:
    if store.lead(stream, holder, NOON, 60) is None:
        say("none")
    for no in range(1, int(count) + 1):
        move = (("~cash", -1), ("float", 1))
        say(*whys(store.write([draft(stream, no, leader=holder, moves=move)])))


def load(store: Store, streams: str) -> None:
    """Players who bring a dollar and spend it, sooner or later, at whichever table; until somebody ends the process."""
    writer = Writer(store, most=16)
    count = int(streams)
    next_no = [store.length(f"table {number}") + 1 for number in range(count)]
    asked = SimpleQueue[tuple[int, Future[Outcome]]]()

    def ask(number: int, *, brings: bool) -> None:
        no, stream = next_no[number], f"table {number}"
        player = f"rack/{(number + no) % 5}"
        moves = (("~cash", -200), (player, 200)) if brings else ((player, -100), ("float", 100))
        asked.put((number, writer.submit(draft(stream, no, f"{stream}, {no}", moves=moves, events=(b"%d" % no,)))))

    for number in range(count):
        ask(number, brings=True)
    while True:
        number, future = asked.get()
        outcome = future.result()
        if isinstance(outcome, Written):
            say(number, next_no[number], outcome.seq, outcome.hash)
            next_no[number] += 1
        ask(number, brings=not isinstance(outcome, Written))  # a player who was short brings more


def obey(store: Store) -> None:
    path = Path(sys.argv[1].split(":", 2)[2])
    for line in map(str.strip, sys.stdin):
        first = store.length("table 1") + 1
        if line == "verify":
            if verify(path).faults:
                say("faults")
        else:
            store.write([draft("table 1", no) for no in range(first, first + int(line))])
        say(store.length("table 1"))


if __name__ == "__main__":
    opened = open_store(sys.argv[1])
    words: dict[str, Callable[..., None]] = {"lead": lead, "load": load, "obey": obey}
    words[sys.argv[2]](opened, *sys.argv[3:])
    opened.close()
