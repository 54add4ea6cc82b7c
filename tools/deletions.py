"""Deletes requirements of the documents one at a time, at random, and says which deletions no test notices.

    python -m tools.deletions --seed 1 --count 40 --only house/promotions

A requirement is an entry of a rulebook (a power, a time, a limit, a notice, a price, or one name in a list of it), an
item of a table in the code that judges (what terms must state, which channels there are), or a check that refuses
something. The three kinds take turns, so that the many prices do not crowd out the rest. `tools.changes` tries each.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final, Literal

from tools.changes import PACKAGE, ROOT, Change, in_turn, try_all

JUDGING: Final = ("layout/*.py", "table/**/*.py", "house/**/*.py")
WORDS: Final = ("sentences", "sentences.py", "explain.py", "reasons.py", "sheet.py")
"""Modules and folders that put rules into words; what the words must be is no requirement of a document."""
WIRING: Final = ("COMMANDS", "APPLIERS", "CHAPTERS")
"""Tables that say which function does what; without one of these nothing works."""
FORMS: Final[dict[type[ast.expr], str]] = {ast.Tuple: "({},)", ast.List: "[{}]", ast.Set: "{{{}}}"}
EMPTY: Final = {"({},)": "()", "[{}]": "[]", "{{{}}}": "set()"}

PARTS: Final = (
    r', (?:unless|exempt|powers|lose|units|placed|stays) = (?:"[^"]*"|\[[^\]]*\])',  # a key that can be left out
    r'(?<=\[)"[^"]+", ',  # the first name in a list of several
    r', "[^"]+"(?=[^{}=]*\])',  # another
)

Kind = Literal["rulebook", "table", "check"]


# --- what can be deleted


def in_rulebook(file: str, text: str) -> Iterator[Change]:
    """Each entry that says what the document requires, and each part of an entry that the entry can do without."""
    section, end = "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        start, end = end, end + len(line.encode())
        if line.startswith("["):
            section = line.strip("[]\n")
        key, _, value = line.partition(" = ")
        if section in ("", "readings") or not value or key in ("id", "name", "clause") or line.startswith(("#", "[")):
            continue
        what = f"[{section}] {line.strip()}"
        if value != "[]\n":
            yield Change("rulebook", file, start, end, "", number, what)
        for part in chain.from_iterable(re.finditer(pattern, value) for pattern in PARTS):
            at = start + len(line[: len(f"{key} = ") + part.start()].encode())
            said = part[0].strip(", ")
            yield Change("rulebook", file, at, at + len(part[0].encode()), "", number, f"{said} of {what}")


class Source:
    """A module, and what its text says at the places of its syntax tree."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text.encode()
        self.tree = ast.parse(text)
        lines = self.text.splitlines(keepends=True)
        self.starts = [sum(map(len, lines[:number])) for number in range(len(lines))]

    def span(self, node: ast.expr) -> tuple[int, int]:
        last, column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[last - 1] + column

    def said(self, node: ast.expr) -> str:
        return self.text[slice(*self.span(node))].decode()

    def without(self, kind: Kind, node: ast.expr, put: str, what: str) -> Change:
        return Change(kind, self.file, *self.span(node), put, node.lineno, " ".join(what.split())[:150])


def in_tables(source: Source) -> Iterator[Change]:
    """Each item of a constant of the module, and each of the words that a field can have."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id.isupper() and target.id not in WIRING:
                yield from _items(source, target.id, node.value)
    outside = [node for node in source.tree.body if not isinstance(node, ast.FunctionDef)]
    for found in chain.from_iterable(map(ast.walk, outside)):
        if isinstance(found, ast.Subscript) and source.said(found.value) == "Literal":
            words = found.slice
            yield from _without_one(source, "Literal", words, words.elts if isinstance(words, ast.Tuple) else [], "{}")


def _items(source: Source, name: str, node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.Call) and len(node.args) == 1:
        yield from _items(source, name, node.args[0])
    elif isinstance(node, ast.Dict):
        items = [key for key in node.keys if key]
        values = {id(key): source.said(value) for key, value in zip(node.keys, node.values, strict=True) if key}
        if len(items) == len(node.values):
            for gone in items:
                kept = ", ".join(f"{source.said(key)}: {values[id(key)]}" for key in items if key is not gone)
                yield source.without("table", node, f"{{{kept}}}", f"{name} without {source.said(gone)}")
        for value in node.values:
            yield from _items(source, name, value)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        yield from _without_one(source, name, node, node.elts, FORMS[type(node)])
        if not all(isinstance(item, ast.Tuple) for item in node.elts):  # rows go as a whole
            for item in node.elts:
                yield from _items(source, name, item)


def _without_one(source: Source, name: str, node: ast.expr, items: list[ast.expr], form: str) -> Iterator[Change]:
    for gone in items:
        kept = [source.said(item) for item in items if item is not gone]
        put = form.format(", ".join(kept)) if kept else EMPTY.get(form, "")
        yield source.without("table", node, put, f"{name} without {source.said(gone)}")


def in_checks(source: Source) -> Iterator[Change]:
    """Each condition under which something is refused or found wrong, and each part of one that has several."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.If | ast.IfExp):
            body: list[ast.AST] = [*node.body] if isinstance(node, ast.If) else [node.body]
            if _refuses(body, node.test):
                yield from _never(source, node.test)


def _refuses(body: list[ast.AST], test: ast.expr) -> bool:
    """Whether something in it is refused; a refusal by another judge is handed on by the name that was asked for."""
    names = {it.id for it in ast.walk(test) if isinstance(it, ast.Name)}
    if "Refused" in names:
        return True
    for node in chain.from_iterable(map(ast.walk, body)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Refused", "Problem"):
            return True
    last = body[-1]
    return isinstance(last, ast.Return) and isinstance(last.value, ast.Name) and names == {last.value.id}


def _never(source: Source, test: ast.expr) -> Iterator[Change]:
    yield source.without("check", test, "False", f"refused if {source.said(test)}")
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        for part in test.values:
            if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Is):
                continue  # it is there for the type of what follows
            what = f"refused if {source.said(part)} (of: {source.said(test)})"
            yield source.without("check", part, "False", what)


def every(root: Path) -> dict[Kind, list[Change]]:
    found: dict[Kind, list[Change]] = {"rulebook": [], "table": [], "check": []}
    for file in sorted((root / PACKAGE / "rulebooks").glob("*.toml")):
        if file.name != "readings.toml":
            found["rulebook"] += in_rulebook(str(file.relative_to(root)), file.read_text(encoding="utf-8"))
    for file in sorted({it for pattern in JUDGING for it in (root / PACKAGE).glob(pattern)}):
        if not {file.name, file.parent.name} & {*WORDS}:
            source = Source(str(file.relative_to(root)), file.read_text(encoding="utf-8"))
            found["table"] += in_tables(source)
            found["check"] += in_checks(source)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--only", default="", help="a part of the paths in which requirements are deleted")
    parser.add_argument("--list", action="store_true", help="print what would be deleted, and delete nothing")
    asked = parser.parse_args()
    every_kind = every(ROOT)
    wanted = ([it for it in kind if asked.only in it.file] for kind in every_kind.values())
    chosen = [*islice(in_turn(wanted, asked.seed), asked.count)]
    print(f"{len(chosen)} of {sum(map(len, every_kind.values()))} requirements, seed {asked.seed}", flush=True)
    if asked.list:
        print(*chosen, sep="\n")
        return
    left = try_all(chosen)
    counts = Counter(it.kind for it in chosen)
    missed = Counter(it.kind for it in left)
    parts = ", ".join(f"{kind} {counts[kind] - missed[kind]} of {counts[kind]}" for kind in every_kind)
    print(f"{len(chosen) - len(left)} of {len(chosen)} deletions noticed, seed {asked.seed}: {parts}")
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()
