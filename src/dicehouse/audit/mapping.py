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
class Mapped:
    """How one kind of record is read."""

    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Our column, and theirs; several only for dice."""
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


AS_IT_IS: Final = Translation()


def mapping(path: Path) -> Translation:
    """Read a mapping file; an error names the file, the key and what it may be."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise MappingError(f"{path}: {error}") from None
    _only(path, "", said, ("money", "tickets", "wagers", "results"))
    money = said.get("money", "cents")
    if money not in ("cents", "dollars"):
        raise MappingError(f'{path}: money is "cents" or "dollars", not {money!r}')
    tickets = said.get("tickets", "numbers")
    if tickets not in ("numbers", "texts"):
        raise MappingError(f'{path}: tickets is "numbers" or "texts", not {tickets!r}')
    wagers, results = (
        _mapped(path, it, said.get(it, {}), our) for it, our in (("wagers", WAGERS), ("results", RESULTS))
    )
    return Translation(wagers, results, money == "dollars", tickets == "texts")


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
    return Mapped(
        {key: _columns(path, f"{part}.{key}", value, several=key == "dice") for key, value in columns.items()},
        {key: {str(it): str(word) for it, word in words.items()} for key, words in values.items()},
    )


def _columns(path: Path, key: str, said: Any, *, several: bool) -> tuple[str, ...]:
    if isinstance(said, str) and said:
        return (said,)
    if several and isinstance(said, list) and said and all(isinstance(it, str) and it for it in said):
        return tuple(said)
    raise MappingError(f'{path}: {key} is the name of a column, such as "ticket", not {said!r}')


def _only(path: Path, prefix: str, said: Mapping[str, object], known: Sequence[str]) -> None:
    for key in said:
        if key not in known:
            others = nearest(key, known) or "; there are " + ", ".join(known)
            raise MappingError(f"{path}: there is no {prefix}{key}{others}")
