"""A rulebook file read with its line numbers, so that every mistake in it can be pointed at."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Never, TypeVar

from dicehouse import toml

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?")
_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_PART = re.compile(_NAME)
_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[][{}]|\n''', re.DOTALL
)
"""What can hide a line or a bracket in TOML: texts and comments; and the brackets and line ends themselves."""

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
        try:
            self.values: Table = toml.read(text)
        except toml.TomlError as error:
            raise RulebookError(file, str(error), line=error.line) from None
        self.lines = dict(_lines(text))

    @classmethod
    def read(cls, path: Path) -> "Source":
        return cls(str(path), cls.text(path))

    @staticmethod
    def text(path: Path) -> str:
        """What a file says; a RulebookError where it cannot be read."""
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise RulebookError(str(path), "this is not a text file in UTF-8") from None
        except OSError as error:
            raise RulebookError(str(path), f"it cannot be read: {error.strerror}") from None

    def says(self, keys: Keys) -> int:
        """How much of the way to a value this file goes: all of it once it gives a list, which is never merged."""
        value: object = self.values
        for depth, key in enumerate(keys):
            if not isinstance(value, Mapping):
                break
            if key not in value:
                return depth
            value = value[key]
        return len(keys)

    def line(self, keys: Keys) -> int:
        """The line of a key, or of the nearest table around it; 0 where there is none."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return self.lines.get(keys, 0)


def _lines(text: str) -> Iterator[tuple[Keys, int]]:
    """Each key of a TOML text, and each table in a list, with its line; keys of such a table have the line of it."""
    table: Keys = ()
    repeats: dict[Keys, int] = {}
    last: Keys = ()
    for number, line, element in _statements(text):
        if element is not None:
            yield (*last, str(element)), number
        elif header := _HEADER.fullmatch(line):
            table = _split(header[2])
            if header[1] == "[[":
                repeats[table] = repeats.get(table, -1) + 1
                table = (*table, str(repeats[table]))
            yield table, number
        elif key := _KEY.match(line):
            last = (*table, *_split(key[1]))
            yield last, number


def _statements(text: str) -> Iterator[tuple[int, str, int | None]]:
    """The lines on which something begins, by number; not those inside a long text or a list, but for the tables
    in a list, which have their place in it."""
    number, inside, element = 1, "", 0
    yield number, _line_at(text, 0), None
    for token in _TOKEN.finditer(text):
        if token[0] == "\n":
            number += 1
            if not inside:
                element = 0
                yield number, _line_at(text, token.end()), None
        elif token[0] in ("[", "{"):
            if inside == "[" and token[0] == "{":
                yield number, "", element
                element += 1
            inside += token[0]
        elif token[0] in ("]", "}"):
            inside = inside[:-1]
        else:
            number += token[0].count("\n")


def _line_at(text: str, start: int) -> str:
    return text[start:].partition("\n")[0].removesuffix("\r")


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
        source = max(self.sources, key=lambda it: it.says(way))
        raise RulebookError(source.file, message, ".".join(way), source.line(way))

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

    def day(self, key: str) -> date:
        return self._value(key, date, "a date, written 2024-08-19", None)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(it, str) for it in value):
            self.fail("this is a list of texts", key)
        return tuple(value)

    def sides(self, key: str) -> tuple[int, ...]:
        value = self.table.get(key)
        if not isinstance(value, list) or not value or not all(type(it) is int and 1 <= it <= 6 for it in value):
            self.fail("this is a list of sides from 1 to 6, such as [1, 6]", key)
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
            written = (
                f"a list, written {key} = [{{ … }}]"
                if isinstance(value, Mapping)
                else f"an array of tables, written [[{key}]]"
            )
            self.fail(f"this is {written}", key)
        for number, it in enumerate(value):
            yield replace(self, table=it, keys=(*self.keys, key, str(number)))

    def _value(self, key: str, kind: type[T], called: str, default: T | None) -> T:
        value = self.table.get(key, default)
        if type(value) is not kind:
            quoted = f'; write it in quotes: "{value}"' if kind is str and type(value) in (int, float) else ""
            self.fail("this key is missing" if value is None else f"this is {called}, not {value!r}{quoted}", key)
        return value


def closest(word: str, known: Collection[str]) -> str:
    """The known word that is close to one, or nothing."""
    return next(iter(get_close_matches(word, known, n=1)), "")


def nearest(word: str, known: Collection[str]) -> str:
    """ "; did you mean …?" where a known word is close, and nothing where none is."""
    close = closest(word, known)
    return f"; did you mean {close}?" if close else ""
