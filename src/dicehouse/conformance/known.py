"""Differences of an engine that are known, in a TOML file: which cases, and why.

    [[difference]]
    rulebook = "strip-craps"
    cases = "fire *"        # titles, with * for anything; or several: ["fire *", "all *"]
    why = "it pays the Fire Bet by another table"

A known difference is counted by itself and fails nobody; one that no longer shows is named.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from dicehouse import toml

KEYS: Final = frozenset({"rulebook", "cases", "why"})


@dataclass
class Known:
    """One difference, and the cases in which it showed."""

    rulebook: str
    cases: tuple[str, ...]
    why: str
    shown: list[str] = field(default_factory=list)

    def covers(self, rulebook: str, title: str) -> bool:
        return fnmatchcase(rulebook, self.rulebook) and any(fnmatchcase(title, it) for it in self.cases)


def read(file: Path) -> list[Known]:
    """The differences of a file; a ValueError that names the entry where one is not understood."""
    try:
        said = toml.read(file.read_text(encoding="utf-8"))
    except (toml.TomlError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
    entries = said.get("difference", [])
    if set(said) - {"difference"} or not isinstance(entries, list):
        raise ValueError(f"{file}: it has [[difference]] entries and nothing else")
    return [_known(f"{file}: difference {number}", it) for number, it in enumerate(entries, start=1)]


def _known(where: str, said: object) -> Known:
    if not isinstance(said, Mapping) or set(said) != KEYS:
        raise ValueError(f"{where}: it needs rulebook, cases and why, and nothing else")
    cases = said["cases"] if isinstance(said["cases"], list) else [said["cases"]]
    if not all(isinstance(it, str) and it for it in _texts(said, cases)):
        raise ValueError(f"{where}: rulebook, cases and why are texts that are not empty")
    return Known(said["rulebook"], tuple(cases), said["why"])


def _texts(said: Mapping[str, Any], cases: Iterable[object]) -> Iterable[object]:
    return (said["rulebook"], said["why"], *cases)
