"""What mutation testing needs here: a pytest plugin for mutmut, and the score (`python -m tools.mutants`).

mutmut switches a mutant on in a copy of a process that has imported the package already. A wager is declared while its
module is imported and a rulebook is loaded once, so the mutant would come too late to matter, and would be tried only
on the one test that happened to come first. So, as a plugin, this module

- forgets the package and the tests before each run, and they are imported anew with the mutant on;
- gives a function called during import to every test, and one called by a test to all tests in the same file;
- runs first the test files that are named like the mutant's module, or only those with MUTANTS_NEAR=2. Most mutants
  are noticed there; `python -m tools.mutants survivors` names the others, to be tried again on every file.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from mutmut.state import state

FLOOR = 95
NOTICED = ("killed", "timeout", "suspicious", "segfault")

# The same examples for every mutant, and no time spent on making a failure small.
settings.register_profile(
    "mutants", database=None, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
)

called_on_import: set[str] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(args: list[str]) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("dicehouse", "tests")]:
        del sys.modules[name]
    files = {file_of(arg) for arg in args if "::" in arg}
    near = int(os.environ.get("MUTANTS_NEAR", "0")) or len(files)
    args[:] = [arg for arg in args if "::" not in arg] + sorted(files, key=distance_from_the_mutant)[:near]


def distance_from_the_mutant(file: str) -> tuple[int, str]:
    module = os.environ["MUTANT_UNDER_TEST"].rpartition(".")[0].split(".")
    words = file.removesuffix(".py").replace("test_", "").split("/")
    return -len(set(module) & set(words)), file


def pytest_collection_finish() -> None:
    if is_counting():
        called_on_import.update(state()._stats)  # noqa: SLF001 mutmut has no public name for it


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not is_counting():
        return
    every_test = {item.nodeid for item in session.items}
    tests_of = state().tests_by_mangled_function_name
    for function, tests in tests_of.items():
        files = {file_of(test) for test in tests}
        tests.update(every_test if function in called_on_import else {t for t in every_test if file_of(t) in files})


def is_counting() -> bool:
    """mutmut's first run, in which it notes the functions that each test calls."""
    return os.environ.get("MUTANT_UNDER_TEST") == "stats"


def file_of(test: str) -> str:
    return test.partition("::")[0]


def survivors() -> list[str]:
    """The mutants that no test has noticed so far."""
    found = []
    for file in sorted(Path("mutants").rglob("*.meta")):
        ended: dict[str, int | None] = json.loads(file.read_text())["exit_code_by_key"]
        found += [name for name, code in ended.items() if code == 0]
    return found


def main() -> None:
    if sys.argv[1:] == ["survivors"]:
        print(*survivors())
        return
    counts = json.loads(Path("mutants/mutmut-cicd-stats.json").read_text())
    noticed = sum(counts[outcome] for outcome in NOTICED)
    tried = counts["total"] - counts["skipped"]
    print(f"{noticed} of {tried} mutants noticed: {100 * noticed / tried:.1f}% (at least {FLOOR}% wanted)")
    if noticed * 100 < tried * FLOOR:
        sys.exit(1)


if __name__ == "__main__":
    main()
