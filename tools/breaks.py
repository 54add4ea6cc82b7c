"""Breaks rules of the house one at a time, by a list of breaks, and holds each to the tests that must notice it.

    python -m tools.breaks --only payments

A break stands in `breaks.toml` beside this: the rule in words, a piece of code that keeps it, what stands there once it
is broken, and the tests that have to fail then. Each is made in a copy of the tree; at the end the same tests have to
pass on the tree as it is.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from tools.changes import PACKAGE, ROOT, Change, Copy

FILE: Final = Path(__file__).with_suffix(".toml")


class Break(NamedTuple):
    """A rule, how it is broken, and what has to notice it."""

    of: str
    """What the rule is about."""
    rule: str
    file: str
    """From the folder of the package."""
    says: str
    instead: str
    noticed_by: tuple[str, ...]
    """Tests, each by its file below `tests` and its name."""

    def change(self, root: Path) -> Change:
        """The break as a change of the tree; a ValueError if the code says something else by now."""
        path = f"{PACKAGE}/{self.file}"
        text = (root / path).read_text(encoding="utf-8")
        found = text.count(self.says)
        if found != 1:
            raise ValueError(f"{self.rule}: {path} has {self.says!r} {found} times; it must have it once")
        before = text[: text.index(self.says)]
        start = len(before.encode())
        line = before.count("\n") + 1
        return Change(self.of, path, start, start + len(self.says.encode()), self.instead, line, self.rule)

    def tests(self) -> tuple[str, ...]:
        return tuple(f"tests/{it}" for it in self.noticed_by)


def every() -> list[Break]:
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [
        Break(of=of, **{**row, "noticed_by": tuple(row["noticed_by"])}) for of, table in rows.items() for row in table
    ]


def stale(chosen: list[Break], root: Path) -> list[str]:
    """What breaks quote that the code does not say any more."""
    found = []
    for it in chosen:
        try:
            it.change(root)
        except ValueError as error:
            found.append(str(error))
    return found


def try_each(chosen: list[Break]) -> list[Break]:
    """Tell of each break whether all of its tests notice it; those that one of its tests does not."""
    left: list[Break] = []
    with tempfile.TemporaryDirectory(prefix="breaks-") as folder:
        copy = Copy(Path(folder))
        for number, it in enumerate(chosen, 1):
            blind = [test for test in it.tests() if not copy.fails_with(it.change(copy.root), test)]
            left += [it] if blind else []
            told = f"NOT NOTICED by {', '.join(blind)}" if blind else f"noticed by {', '.join(it.noticed_by)}"
            print(f"{number:>4}  {it.of}: {it.rule}\n      {told}", flush=True)
        if test := copy.fails_anyway(test for it in chosen for test in it.tests()):
            sys.exit(f"{test} fails without any break, so what it noticed counts for nothing; mend it first")
    return left


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="what the rules are about, or a part of it")
    asked = parser.parse_args()
    chosen = [it for it in every() if asked.only in it.of]
    if told := stale(chosen, ROOT):
        sys.exit("\n".join(told))
    left = try_each(chosen)
    print(f"{len(chosen) - len(left)} of {len(chosen)} breaks noticed by every test that is named for them")
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()
