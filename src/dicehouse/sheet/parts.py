"""What a sheet is made of: sections of texts, facts, tables and places to sign."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    warns: bool = False
    kind: Literal["text"] = "text"


@dataclass(frozen=True)
class Facts:
    """Names and what they stand for."""

    facts: tuple[tuple[str, str], ...]
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True)
class Column:
    title: str
    share: int
    """Its part of the width."""
    right: bool = False


@dataclass(frozen=True)
class Cell:
    lines: tuple[str, ...]
    """The first line is the main one."""
    mark: str = ""
    """A word of warning."""


@dataclass(frozen=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: Literal["table"] = "table"


@dataclass(frozen=True)
class Signatures:
    """Places to sign."""

    by: tuple[str, ...]
    lines: tuple[str, ...]
    kind: Literal["signatures"] = "signatures"


@dataclass(frozen=True)
class Chart:
    """A drawing as SVG, and what it shows for those who cannot see it."""

    svg: str
    says: str
    kind: Literal["chart"] = "chart"


Block = Text | Facts | Table | Signatures | Chart


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Sheet:
    title: str
    version: str
    hash: str
    date: str
    """ "2026-11-15", or nothing."""
    sections: tuple[Section, ...]
