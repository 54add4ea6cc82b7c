"""A mapping file: which columns of an operator's own records are which of ours, and what their words mean."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dicehouse.audit.schema import RESULTS, WAGERS, Column
from dicehouse.rulebooks.source import nearest


class MappingError(ValueError):
    """A mapping file that cannot be used."""


@dataclass(frozen=True)
class Joined:
    """One text of several columns; nothing where one of them is empty."""

    by: str = "-"


@dataclass(frozen=True)
class Split:
    """A part of one column, from 1; from the end where it is below nothing."""

    by: str
    part: int


@dataclass(frozen=True)
class Summed:
    """Several amounts together; an empty one is nothing."""


Way = Joined | Split | Summed


@dataclass(frozen=True)
class Mapped:
    """How one kind of record is read."""

    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Our column, and theirs; several where ours is put together from them."""
    ways: Mapping[str, "Way"] = field(default_factory=dict)
    """How ours is put together or cut out, by our column."""
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def theirs(self, column: str) -> tuple[str, ...]:
        return self.columns.get(column, (column,))


@dataclass(frozen=True)
class Translation:
    """Both kinds, and how money is written."""

    wagers: Mapped = Mapped()
    results: Mapped = Mapped()
    dollars: bool = False
    tickets: bool = False
    """Whether the numbers of wagers are texts."""
    dates: str = ""
    """How days are written, such as %d/%m/%Y; empty for 2026-11-30."""


AS_IT_IS: Final = Translation()


def mapping(path: Path) -> Translation:
    """Read a mapping file; an error names the file, the key and what it may be."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise MappingError(f"{path}: {error}") from None
    _only(path, "", said, ("money", "tickets", "dates", "wagers", "results"))
    money = said.get("money", "cents")
    if money not in ("cents", "dollars"):
        raise MappingError(f'{path}: money is "cents" or "dollars", not {money!r}')
    tickets = said.get("tickets", "numbers")
    if tickets not in ("numbers", "texts"):
        raise MappingError(f'{path}: tickets is "numbers" or "texts", not {tickets!r}')
    dates = said.get("dates", "")
    if not isinstance(dates, str) or (dates and not all(it in dates for it in ("%d", "%m"))):
        raise MappingError(f'{path}: dates is how days are written, such as "%d/%m/%Y", not {dates!r}')
    wagers, results = (
        _mapped(path, it, said.get(it, {}), our) for it, our in (("wagers", WAGERS), ("results", RESULTS))
    )
    return Translation(wagers, results, money == "dollars", tickets == "texts", dates)


def _mapped(path: Path, part: str, said: Any, ours: Sequence[Column]) -> Mapped:
    if not isinstance(said, dict):
        raise MappingError(f'{path}: {part} is a table of columns, such as [wagers] with wager_no = "ticket"')
    names = [it.name for it in ours]
    columns = {key: value for key, value in said.items() if key != "values"}
    _only(path, f"{part}.", columns, names)
    values = said.get("values", {})
    if not isinstance(values, dict) or not all(isinstance(it, dict) for it in values.values()):
        raise MappingError(f"{path}: {part}.values is a table for each column, such as [{part}.values.wager]")
    _only(path, f"{part}.values.", values, names)
    kinds = {it.name: it.kind for it in ours}
    read = {key: _column(path, f"{part}.{key}", value, kinds[key]) for key, value in columns.items()}
    return Mapped(
        {key: theirs for key, (theirs, _) in read.items()},
        {key: way for key, (_, way) in read.items() if way},
        {key: {str(it): str(word) for it, word in words.items()} for key, words in values.items()},
    )


def _column(path: Path, key: str, said: Any, kind: str) -> tuple[tuple[str, ...], Way | None]:
    """Their columns, and what is done with them."""
    if isinstance(said, str) and said:
        return (said,), None
    if key == "results.dice" and _are_names(said):
        return tuple(said), Joined()
    if isinstance(said, dict):
        match said:
            case {"join": names, **more} if _are_names(names) and kind != "cents" and _are_texts(more, "by"):
                return tuple(names), Joined(more.get("by", "-"))
            case {"split": str(name), "by": str(by), "part": int(part), **more} if name and by and part and not more:
                return (name,), Split(by, part)
            case {"sum": names, **more} if _are_names(names) and kind == "cents" and not more:
                return tuple(names), Summed()
    forms = '{ split = "game", by = "-", part = 2 }'
    forms += ' or { sum = ["winnings", "back"] }' if kind == "cents" else ' or { join = ["pit", "ticket"], by = "-" }'
    raise MappingError(f'{path}: {key} is the name of a column, such as "ticket", or {forms}; not {said!r}')


def _are_names(said: Any) -> bool:
    return isinstance(said, list) and bool(said) and all(isinstance(it, str) and it for it in said)


def _are_texts(said: Mapping[str, Any], *known: str) -> bool:
    return all(key in known and isinstance(value, str) for key, value in said.items())


def _only(path: Path, prefix: str, said: Mapping[str, object], known: Sequence[str]) -> None:
    for key in said:
        if key not in known:
            others = nearest(key, known) or "; there are " + ", ".join(known)
            raise MappingError(f"{path}: there is no {prefix}{key}{others}")
