"""Send views as changes: a console that has one version of a view is sent the difference to the next.

An edition has a number. A change names the number it leads on from and the one it leads to, what is set and what is
cut, each by its path; in a list of records with an `id` the id is the way to a record, and a new one comes last.
Whoever does not have the first of the two numbers asks for the whole. What differs is worked out and encoded once for
all who have the same edition.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

STAMPS: Final = frozenset({"now", "revision"})
"""Fields that say when a view was made: they go with other changes, and are none by themselves."""

Path = tuple[str, ...]
_encode: Final = msgspec.json.Encoder().encode


class Difference(Struct):
    """What is different in a view."""

    set: list[tuple[Path, Any]] = []
    cut: list[Path] = []

    def is_of_time_alone(self) -> bool:
        return not self.cut and all(path[0] in STAMPS for path, _ in self.set)


def difference(before: Struct, after: Struct) -> Difference:
    """What to set and what to cut in one view to have the other of its kind."""
    found = Difference()
    _in_record(found, (), before, after)
    return found


def _in_record(found: Difference, path: Path, before: Struct, after: Struct) -> None:
    for name, key in zip(after.__struct_fields__, after.__struct_encode_fields__, strict=True):
        was, now = getattr(before, name), getattr(after, name)
        if was is not now and was != now:
            _in_value(found, (*path, key), was, now)


def _in_value(found: Difference, path: Path, was: Any, now: Any) -> None:
    if isinstance(now, Struct) and type(was) is type(now):
        _in_record(found, path, was, now)
    elif isinstance(now, dict) and isinstance(was, dict):
        _in_parts(found, path, was, now, lambda: now)
    elif _has_ids(was) and _has_ids(now):
        ids, there = {it.id: it for it in was}, {it.id: it for it in now}
        kept = [id for id in ids if id in there]
        if kept == list(there)[: len(kept)] and len(there) == len(now):
            _in_parts(found, path, ids, there, lambda: now)
        else:
            found.set.append((path, now))
    else:
        found.set.append((path, now))


def _in_parts(
    found: Difference, path: Path, was: Mapping[str, Any], now: Mapping[str, Any], whole: Callable[[], Any]
) -> None:
    """Part by part, or all of it anew where that is shorter."""
    other = [key for key, it in now.items() if key not in was or (was[key] is not it and was[key] != it)]
    gone = [key for key in was if key not in now]
    if 2 * (len(other) + len(gone)) > len(now):
        found.set.append((path, whole()))
        return
    found.set.extend(((*path, str(key)), now[key]) for key in other)
    found.cut.extend((*path, str(key)) for key in gone)


def _has_ids(it: Any) -> bool:
    return isinstance(it, tuple) and bool(it) and isinstance(it[0], Struct) and "id" in it[0].__struct_fields__


class Edition:
    """One edition of a view."""

    def __init__(self, view: Struct, version: int = 1) -> None:
        self.view = view
        self.version = version
        self._whole = b""
        self._since: dict[int, bytes] = {}
        """Encoded, by the version that is led on from."""

    def next(self, view: Struct) -> "Edition":
        """The edition after this one; the same one, with its time brought up to date, where nothing else is new."""
        found = difference(self.view, view)
        if found.is_of_time_alone():
            self.view, self._whole = view, b""
            return self
        made = Edition(view, self.version + 1)
        made._since[self.version] = made._change(self.version, found)
        return made

    def whole(self) -> bytes:
        self._whole = self._whole or _encode(self.view)
        return self._whole

    def since(self, before: "Edition") -> bytes:
        """The change that leads here from an earlier edition."""
        if before.version not in self._since:
            self._since[before.version] = self._change(before.version, difference(before.view, self.view))
        return self._since[before.version]

    def _change(self, version: int, found: Difference) -> bytes:
        return _encode({"from": version, "to": self.version, "cut": found.cut, "set": found.set})
