"""Breaks the modules that money passes through, at random, and counts the breaks that the tests notice.

    python -m tools.money_mutants --seed 1 --count 300 --only journal/

There are too many mutants of these modules to try them all, so a sample is drawn, the rooms in turn, and each room's
share is told with the interval in which that of all its mutants lies, at 95%. The mutants are those that mutmut makes
of functions; `tools.changes` tries each. A mutant that only puts a refusal or an error into other words is not drawn.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Final, NamedTuple

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, create_mutations

from tools.changes import PACKAGE, ROOT, Change, in_turn, try_all

FLOOR: Final = 95
MONEY: Final = {
    "table": "books box chips chips_brought colours declared_chips handed ledger losses meter meters mispayments paid "
    "rectifying sales settlement settling tray",
    "house": "cage exclusions headroom jackpot_rounds jackpots limits owed payouts play_record tickets trays vouchers",
    "leading": "judges leader recent reconcile stream",
    "journal": "batch checkpoint drafts postgres record sqlite store tree writer verify/*",
}
"""The modules that money passes through, by room."""
SAID: Final = {"Refused": slice(2, None), "Rejected": slice(1, 2), "short": slice(2, 3)}
"""The arguments that are words of a refusal; those by name are its figures, or else a clause."""


class Mutant(NamedTuple):
    room: str
    file: str
    """From the root of the tree."""
    module: libcst.Module
    mutation: Mutation
    line: int

    def changed(self) -> Change:
        broken = self.module.deep_replace(self.mutation.original_node, self.mutation.mutated_node)
        if not isinstance(broken, libcst.Module):
            raise TypeError(f"{self.file}:{self.line}: the mutant is no module")
        said = (self.mutation.original_node, self.mutation.mutated_node)
        was, now = (" ".join(self.module.code_for_node(it).split()) for it in said)
        what = f"{was}  ->  {now}"
        return Change(self.room, self.file, 0, len(self.module.bytes), broken.code, self.line, what)


def mutants_of(room: str, file: str, text: str) -> Iterator[Mutant]:
    module, mutations, _, _ = create_mutations(file, text)
    places = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    for mutation in mutations:
        if isinstance(mutation.contained_by_top_level_function, libcst.FunctionDef):
            yield Mutant(room, file, module, mutation, places[mutation.original_node].start.line)


class Wordless(ast.NodeTransformer):
    """Takes the words out of refusals and errors."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        if isinstance(node.func, ast.Name) and node.func.id in SAID:
            del node.args[SAID[node.func.id]]
            node.keywords = [it for it in node.keywords if it.arg == "clause"]
        self.generic_visit(node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        if isinstance(node.exc, ast.Call):
            node.exc = node.exc.func
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A value that nothing else uses was words too."""
        self.generic_visit(node)
        set_here = (it for it in ast.walk(node) if isinstance(it, ast.Assign) and isinstance(it.targets[0], ast.Name))
        for it in sorted(set_here, key=lambda it: -it.lineno):
            if ast.unparse(it.targets[0]) not in names_used(node):
                it.value = ast.Constant("")
        return node


def names_used(node: ast.AST) -> set[str]:
    return {it.id for it in ast.walk(node) if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Load)}


def acts_differently(text: str, change: Change) -> bool:
    """Whether a mutant does more than to say the same in other words."""
    return _without_words(text) != _without_words(change.put)


def _without_words(text: str) -> str:
    return ast.dump(Wordless().visit(ast.parse(text)))


def files_of(root: Path, room: str) -> list[Path]:
    found = [sorted((root / PACKAGE / room).glob(f"{module}.py")) for module in MONEY[room].split()]
    if not all(found):
        raise ValueError(f"{room}: {found.count([])} of {MONEY[room]} have no file; MONEY names what is there")
    return [*chain.from_iterable(found)]


def every(root: Path, only: str = "") -> dict[str, list[Mutant]]:
    found: dict[str, list[Mutant]] = {}
    for room in MONEY:
        for path in (str(it.relative_to(root)) for it in files_of(root, room)):
            if only in path:
                found.setdefault(room, []).extend(mutants_of(room, path, (root / path).read_text(encoding="utf-8")))
    return found


def interval(noticed: int, tried: int) -> tuple[float, float]:
    """Wilson's interval for the share of all mutants, at 95%."""
    z = NormalDist().inv_cdf(0.975)
    share, room = noticed / tried, z * z / tried
    middle, half = share + room / 2, z * sqrt(share * (1 - share) / tried + room / tried / 4)
    return (middle - half) / (1 + room), min(1.0, (middle + half) / (1 + room))


def told(room: str, noticed: int, tried: int) -> str:
    low, high = interval(noticed, tried)
    share = f"{100 * noticed / tried:.1f}% ({100 * low:.1f}% to {100 * high:.1f}%)"
    return f"{room}: {noticed} of {tried} mutants noticed, {share}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--only", default="", help="a part of the paths that are broken")
    parser.add_argument("--number", type=int, nargs="*", help="of the mutants drawn, only these")
    parser.add_argument("--list", action="store_true", help="print what would be broken, and break nothing")
    asked = parser.parse_args()
    wanted = every(ROOT, asked.only)
    changes = (it.changed() for it in in_turn(wanted.values(), asked.seed))
    drawn = islice((it for it in changes if acts_differently((ROOT / it.file).read_text("utf-8"), it)), asked.count)
    chosen = [it for number, it in enumerate(drawn, 1) if not asked.number or number in asked.number]
    print(f"{len(chosen)} of {sum(map(len, wanted.values()))} mutants, seed {asked.seed}", flush=True)
    if asked.list:
        print(*chosen, sep="\n")
        return
    missed = Counter(it.kind for it in try_all(chosen))
    tried = Counter(it.kind for it in chosen)
    for room, count in tried.items():
        print(told(room, count - missed[room], count))
    print(told("all", tried.total() - missed.total(), tried.total()) + f"; at least {FLOOR}% wanted")
    sys.exit(1 if missed.total() * 100 > tried.total() * (100 - FLOOR) else 0)


if __name__ == "__main__":
    main()
