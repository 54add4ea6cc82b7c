"""A rulebook file read with its line numbers, so that every mistake in it can be pointed at."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Never, TypeVar

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?")
_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_PART = re.compile(_NAME)
_AT_LINE = re.compile(r"line (\d+)")

Keys = tuple[str, ...]
Table = Mapping[str, Any]
T = TypeVar("T")


class RulebookError(ValueError):
    """What someone wrote in a rulebook is wrong; the file, the key and the line say where."""

    def __init__(self, file: str, message: str, key: str = "", line: int = 0) -> None:
        self.file, self.key, self.line = file, key, line
        where = f"{file}, line {line}" if line else file
        super().__init__(f"{where}: {key}: {message}" if key else f"{where}: {message}")


class Source:
    """One TOML file: its values and the line of every key."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = dict(_lines(text))
        try:
            self.values: Table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = _AT_LINE.search(str(error))
            raise RulebookError(file, f"this is not TOML: {error}", line=int(found[1]) if found else 0) from None

    @classmethod
    def read(cls, path: Path) -> "Source":
        try:
            return cls(str(path), path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise RulebookError(str(path), "this is not a text file in UTF-8") from None
        except OSError as error:
            raise RulebookError(str(path), f"it cannot be read: {error.strerror}") from None

    def known(self, keys: Keys) -> Keys:
        """The longest part of the way to a key that stands in this file."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return keys


def _lines(text: str) -> Iterator[tuple[Keys, int]]:
    """Each key of a TOML text with its line; keys of an inline table have the line of their table."""
    table: Keys = ()
    repeats: dict[Keys, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            table = _split(header[2])
            if header[1] == "[[":
                repeats[table] = repeats.get(table, -1) + 1
                table = (*table, str(repeats[table]))
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *_split(key[1])), number


def _split(dotted: str) -> Keys:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def merged(base: Table, own: Table) -> dict[str, Any]:
    """The base with everything that `own` says instead; tables are merged, anything else replaced."""
    both = dict(base)
    for key, value in own.items():
        before = both.get(key)
        both[key] = merged(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    return both


@dataclass(frozen=True)
class Reader:
    """A table of a rulebook, read key by key; what is left unread at the end nobody knows, and is an error."""

    sources: tuple[Source, ...]
    """The file itself first, then the rulebook it is based on."""
    table: Table
    keys: Keys = ()
    clauses: Collection[str] = ()
    """The clauses of the document, which are all that may be cited."""

    def fail(self, message: str, *keys: str) -> Never:
        way = (*self.keys, *keys)
        source = max(self.sources, key=lambda it: len(it.known(way)))
        raise RulebookError(source.file, message, ".".join(way), source.lines.get(source.known(way), 0))

    def only(self, *known: str) -> None:
        """Refuse any key that is not known here."""
        for key in self.table:
            if key not in known:
                self.fail(f"no such key here{nearest(key, known)}", key)

    def text(self, key: str, default: str | None = None) -> str:
        return self._value(key, str, "a text", default)

    def whole(self, key: str, default: int | None = None) -> int:
        value = self._value(key, int, "a whole number above zero", default)
        return value if value > 0 else self.fail(f"{value} is not above zero", key)

    def flag(self, key: str, default: bool | None = None) -> bool:
        return self._value(key, bool, "true or false", default)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(it, str) for it in value):
            self.fail("this is a list of texts", key)
        return tuple(value)

    def choice(self, key: str, options: Collection[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in options:
            self.fail(f"{value!r} is not one of {', '.join(options)}{nearest(value, options)}", key)
        return value

    def clause(self, key: str = "clause", default: str | None = None) -> str:
        number = self.text(key, default)
        if number not in self.clauses and number != default:
            self.fail(f"the document has no clause {number!r}{nearest(number, self.clauses)}", key)
        return number

    def inner(self, key: str, *, needed: bool = True) -> "Reader":
        value = self.table.get(key, None if needed else {})
        if not isinstance(value, Mapping):
            self.fail("this table is missing" if value is None else "this is a table", key)
        return replace(self, table=value, keys=(*self.keys, key))

    def each(self) -> Iterator[tuple[str, "Reader"]]:
        """Every table inside this one, by its key."""
        return ((key, self.inner(key)) for key in self.table)

    def rows(self, key: str) -> Iterator["Reader"]:
        """Every table of an array of tables, in order."""
        value = self.table.get(key)
        if not isinstance(value, list) or not all(isinstance(it, Mapping) for it in value):
            self.fail(f"this is an array of tables, written [[{key}]]", key)
        for number, it in enumerate(value):
            yield replace(self, table=it, keys=(*self.keys, key, str(number)))

    def _value(self, key: str, kind: type[T], called: str, default: T | None) -> T:
        value = self.table.get(key, default)
        if type(value) is not kind:
            self.fail("this key is missing" if value is None else f"this is {called}, not {value!r}", key)
        return value


def nearest(word: str, known: Collection[str]) -> str:
    """ "; did you mean …?" where a known word is close, and nothing where none is."""
    close = get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else ""
