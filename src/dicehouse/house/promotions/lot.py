"""The published rule by which a draw is decided, short enough to be worked out again by anybody.

Before entries close the house commits itself to a secret: it publishes SHA-256 of it. When entries close they are
sealed: the list of who has how many, in the order they were earned, has a hash. After that the scrutineer, where there
is one, adds a word of their own choice. The seed of the draw is

    SHA-256 of "dicehouse draw 1", the secret, the hash of the entries and the word, each in a line of its own.

For the n-th prize (from 1) and the k-th attempt (from 1) the number is SHA-256 of "SEED n k" in hexadecimal digits,
read as one large number. If it is not below the largest multiple of the number of entries that fits 256 bits, the next
attempt is made, so that every entry is as likely; otherwise its remainder is the winning entry, counted from 0. An
entry of someone who has already won is passed over by another attempt where the terms say one prize each.

Nobody can steer it: the house fixed the secret before it knew the entries, the entries were fixed before the secret was
known, and the word comes last from someone who knows neither.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, count
from typing import Final, NamedTuple

RULE: Final = "dicehouse draw 1"
SPACE: Final = 2**256


class Entry(NamedTuple):
    """Entries that someone earned at one time."""

    person: str
    number: int


class Winner(NamedTuple):
    """Who won which prize with which entry."""

    prize: int
    """Of all single prizes, from 1."""
    entry: int
    """Of all entries, from 0."""
    person: str


def commitment(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def entries_hash(entries: Sequence[Entry]) -> str:
    lines = "".join(f"{it.number} {it.person}\n" for it in entries)
    return hashlib.sha256(lines.encode()).hexdigest()


def seed(secret: str, entries: str, word: str) -> str:
    return hashlib.sha256(f"{RULE}\n{secret}\n{entries}\n{word}".encode()).hexdigest()


def winners(seed: str, entries: Sequence[Entry], prizes: int, *, one_each: bool) -> tuple[Winner, ...]:
    """Who wins each prize; fewer than there are prizes where nobody is left to win one."""
    ends = list(accumulate(it.number for it in entries))
    left = {it.person for it in entries}
    found: list[Winner] = []
    for prize in range(1, prizes + 1):
        if not left:
            break
        numbers = (_number(seed, prize, attempt, ends[-1]) for attempt in count(1))
        held = ((it, entries[bisect_right(ends, it)].person) for it in numbers if it is not None)
        entry, person = next(pair for pair in held if pair[1] in left)
        found.append(Winner(prize, entry, person))
        if one_each:
            left.discard(person)
    return tuple(found)


def _number(seed: str, prize: int, attempt: int, below: int) -> int | None:
    drawn = int(hashlib.sha256(f"{seed} {prize} {attempt}".encode()).hexdigest(), 16)
    return drawn % below if drawn < SPACE - SPACE % below else None
