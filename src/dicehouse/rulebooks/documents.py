"""The document that a rulebook goes by: one of the five with a register of clauses, or one that the file brings along.

What a file takes over from the rulebook it is based on keeps that one's clauses. Where the file has a document of its
own, they are cited with the name of theirs, as in "star-craps 9.8", so that no number is taken for another's.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from dicehouse.rulebooks.clauses import DOCUMENTS, clauses_of
from dicehouse.rulebooks.language import DOCUMENT
from dicehouse.rulebooks.source import Reader, Source, Table

_CITES: Final = frozenset({"clause", "only", "exempt", "defined", "own", "proxies", "needs"})
"""Keys whose text is a clause, wherever they stand."""
_CITING: Final = frozenset({"says", "reasons", "topics", "refusals"})
"""Tables in which every text is one."""
_UNCITED: Final = frozenset({"markers", "document", "readings"})
"""Tables that cite nothing."""


@dataclass(frozen=True)
class Document:
    """What a rulebook goes by."""

    id: str
    title: str
    edition: str
    regulator: str
    clauses: Mapping[str, str]
    """Every clause that may be cited, in a few words; those of other documents go by the name of theirs."""
    own: bool
    """Whether the rulebook itself brings it along."""
    file: str = ""
    """The document itself, where the rulebook has it."""
    inherits: tuple[str, ...] = ()
    """Other documents whose clauses come with what it is based on."""


def document_of(top: Reader) -> Document:
    """The document of a rulebook."""
    if not isinstance(top.table.get("document"), Mapping):
        id = top.choice("document", DOCUMENTS)
        clauses = {number: it.gist for number, it in clauses_of(id).items()}
        return Document(id, id, top.text("edition"), top.text("regulator"), clauses, own=False)
    bring = tuple(it for it in top.sources if isinstance(it.values.get("document"), Mapping))
    said = replace(top.inner("document"), sources=bring or top.sources)
    said.only(*DOCUMENT, "inherits")
    id = said.text("id")
    if id in DOCUMENTS:
        said.fail(f"{id!r} is a document that Dicehouse knows; give yours another name", "id")
    clauses = dict(_clauses(said))
    for name, inherited in said.inner("inherits", needed=False).table.items():
        clauses.update((f"{name} {number}", gist) for number, gist in _known(name, inherited).items())
    return Document(
        id,
        said.text("title"),
        said.text("edition", default=""),
        said.text("regulator", default=""),
        clauses,
        own=True,
        file=said.text("file", default=""),
        inherits=tuple(said.inner("inherits", needed=False).table),
    )


def _clauses(said: Reader) -> Iterator[tuple[str, str]]:
    table = said.inner("clauses")
    if not table.table:
        said.fail("there are no clauses; give each clause that the rulebook cites", "clauses")
    return ((number, table.text(number)) for number in table.table)


def _known(name: str, inherited: Mapping[str, str]) -> Mapping[str, str]:
    return {number: it.gist for number, it in clauses_of(name).items()} if name in DOCUMENTS else inherited


def with_clauses_beside(source: Source, folder: Path) -> Table:
    """What a file says, with the clauses of its document in it, also where they stand in a file beside it."""
    document = source.values.get("document")
    if not isinstance(document, Mapping) or not isinstance(document.get("clauses"), str):
        return source.values
    rows = Source.text(folder / document["clauses"]).splitlines()
    clauses = {}
    for line, row in enumerate(filter(None, rows), start=1):
        try:
            found = json.loads(row)
            clauses[found["clause"]] = found["gist"]
        except (ValueError, LookupError, TypeError):
            said = 'a line is {"clause": "4.2", "gist": "what it says"}'
            Reader((source,), source.values).fail(f"{document['clauses']}, line {line}: {said}", "document", "clauses")
    return {**source.values, "document": {**document, "clauses": clauses}}


def inherited_documents(base: Table) -> dict[str, Any]:
    """The documents that come with a base, for a rulebook that has its own: by id, their clauses."""
    document = base.get("document")
    if not isinstance(document, Mapping):
        return {str(document): {}}
    return {**document.get("inherits", {}), str(document.get("id")): dict(document.get("clauses", {}))}


def cited_by_name(base: Table) -> dict[str, Any]:
    """What a base says, with the name of its document before every clause."""
    document = base.get("document")
    name = document.get("id") if isinstance(document, Mapping) else document
    known = document.get("inherits", {}) if isinstance(document, Mapping) else {}

    def cited(value: object) -> object:
        named = isinstance(value, str) and any(value.startswith(f"{it} ") for it in known)
        return f"{name} {value}" if isinstance(value, str) and not named else value

    def walk(key: str, value: object, *, all_cite: bool) -> object:
        if isinstance(value, Mapping):
            inside = all_cite or key in _CITING
            return {it: walk(it, inner, all_cite=inside) for it, inner in value.items()}
        if isinstance(value, list):
            return [walk(key, it, all_cite=False) if isinstance(it, Mapping) else it for it in value]
        return cited(value) if all_cite or key in _CITES else value

    return {key: value if key in _UNCITED else walk(key, value, all_cite=False) for key, value in base.items()}
