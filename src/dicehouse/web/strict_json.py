"""JSON that means one thing: no object says a key twice, nothing stands too deep inside something else, no text has
signs in it that are not seen, and no name looks like another.
"""

import json
import re
import unicodedata
from collections.abc import Sized
from typing import Any, Final

from dicehouse.toml import DEEPEST, is_deeper

UNSEEN: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
"""Controls, marks that turn the direction of writing, and spaces without width; a line may end in a longer text."""


def once_each(body: bytes, read: Sized = ()) -> None:
    """A ValueError where an object says a key twice: readers do not agree on which of the two counts.

    `read` is the object that was read from it: every key has a colon, so that where it has as many keys as there are
    colons none was there twice. Nearly every command is so, and need not be read again.
    """
    if len(read) != body.count(b":"):
        _reads(body.decode())


def _pairs(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1:
        seen = {key for key, _ in pairs}
        if len(seen) != len(pairs):
            raise ValueError("a key is there twice")


def not_deep(body: bytes, read: object) -> None:
    """A ValueError where lists and objects stand too deep inside each other; `read` is what was read from a body."""
    if body.count(b"[") + body.count(b"{") > DEEPEST and is_deeper(read, DEEPEST):
        raise ValueError(f"it is nested deeper than {DEEPEST} lists and objects")


_reads: Final = json.JSONDecoder(object_pairs_hook=_pairs).decode


def unseen_in_body(body: bytes, read: Any) -> bool:
    """Whether a text in a body has signs in it that are not seen; `read` is what was read from it.

    Nearly every command is plain ASCII without a backslash, which holds no such sign, and need not be gone through.
    """
    plain = body.isascii() and b"\\" not in body and body.decode("ascii").isprintable()
    return not plain and unseen_in(read)


def unseen_in(it: Any) -> bool:
    """Whether a text anywhere in something that was read has signs in it that are not seen."""
    if isinstance(it, str):
        return UNSEEN.search(it) is not None
    if isinstance(it, dict):
        return any(unseen_in(key) or unseen_in(value) for key, value in it.items())
    return isinstance(it, list) and any(unseen_in(value) for value in it)


def confusable_key(name: str) -> str:
    """How a name looks: the same for any two that people take for one another by capitals, width or blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
