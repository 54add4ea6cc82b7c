"""Changes of the tree that a test should notice, made one at a time in a copy of it, and the test that does.

A change is tried on the test files nearest to it, then on every test of its room. A test that fails without any change
too has noticed nothing; all that noticed something are run again at the end, on the tree as it is.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = "src/dicehouse"
ROOMS: Final = ("tests/rulebooks", "tests/games", "tests/test_layout.py", "tests/table", "tests/house")
OWN: Final = ("tests/table", "tests/house", "tests/leading", "tests/journal")
"""The tests of a room that notice by themselves what is changed in it."""
LEFT_OUT: Final = ("tests/rulebooks/test_clauses.py", "tests/table/test_machines.py")
"""The register, which counts tests, and the machine that plays at random: neither expects what a document says."""
OF_A_SERVER: Final = "tests/journal/test_postgres.py"
"""It starts and kills servers for minutes; it is asked about what talks to one."""
NEAR: Final = 4
MINUTES: Final = (5, 15)
"""How long the nearest tests may take, and those of a room; what takes longer hangs."""

T = TypeVar("T")


class Change(NamedTuple):
    kind: str
    file: str
    """From the root of the tree."""
    start: int
    end: int
    put: str
    """What stands there instead, so that the file can still be read."""
    line: int
    what: str

    def made_in(self, text: bytes) -> bytes:
        return text[: self.start] + self.put.encode() + text[self.end :]

    def __str__(self) -> str:
        return f"{self.file.removeprefix(PACKAGE + '/')}:{self.line}  {self.what}"


def in_turn(of_kinds: Iterable[list[T]], seed: int) -> Iterator[T]:
    """All of them in an order of chance, the kinds in turn."""
    chance = random.Random(seed)
    shuffled = [chance.sample(kind, len(kind)) for kind in of_kinds]
    return (it for turn in zip_longest(*shuffled) for it in turn if it is not None)


def near(root: Path, file: str) -> list[str]:
    """The test files that are named like a file or import it, the nearest first."""
    if file.endswith(".toml"):
        return ["tests/rulebooks/test_built_in.py", "tests/rulebooks/test_decided.py", "tests/games"]
    module = file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    _, room, *own = words = module.split(".")
    found: list[tuple[int, int, str]] = []
    for test in sorted(root.glob("tests/**/test_*.py")):
        path = test.relative_to(root)
        if str(path) in left_out(file) or not any(path.is_relative_to(it) for it in (*rooms_of(file), *ROOMS)):
            continue
        name = {test.stem.removeprefix("test_"), *test.stem.split("_")}
        if (path.parent.name == room and name & {*own}) or re.search(rf"\b{module}\b", test.read_text("utf-8")):
            found.append((-len({*words} & (name | {*path.parts})), len(found), str(path)))
    return [path for _, _, path in sorted(found)[:NEAR]]


def rooms_of(file: str) -> tuple[str, ...]:
    """The tests of the room that a module belongs to; those of every room that decides for what stands in none."""
    own = tuple(it for it in OWN if f"/{Path(it).name}/" in file)
    return own or ROOMS


def left_out(file: str) -> tuple[str, ...]:
    """The test files that are not asked about a change of a file."""
    return LEFT_OUT if re.search("/postgres|/server", file) else (*LEFT_OUT, OF_A_SERVER)


class Copy:
    """A copy of the tree in which changes are made."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        made = (".git", ".venv", "build", "mutants", "node_modules", "static", ".*cache", ".hypothesis")
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(*made))

    def noticed_by(self, change: Change) -> str:
        """The test that notices a change; empty where none does."""
        ignored = left_out(change.file)
        with self._changed(change):
            asked = (near(self.root, change.file), rooms_of(change.file))
            failing = (self._fails(tests, ignored, minutes) for tests, minutes in zip(asked, MINUTES, strict=True))
            return next(filter(None, failing), "")

    def fails_with(self, change: Change, test: str) -> bool:
        """Whether one test notices a change."""
        with self._changed(change):
            return bool(self._fails([test], (), MINUTES[0]))

    @contextmanager
    def _changed(self, change: Change) -> Iterator[None]:
        file = self.root / change.file
        text, times = file.read_bytes(), file.stat()
        file.write_bytes(change.made_in(text))
        try:
            yield
        finally:
            file.write_bytes(text)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))  # so that what was compiled from it counts again

    def fails_anyway(self, tests: Iterable[str]) -> str:
        """The first of some tests that fails without any change; empty where all of them pass."""
        return self._fails(sorted({*tests}), LEFT_OUT, MINUTES[-1])

    def _fails(self, tests: Iterable[str], ignored: Iterable[str], minutes: int) -> str:
        """The first test that fails, without its parameters; of tests that do not come to an end, their first file."""
        asked = tuple(tests)
        if not asked:
            return ""
        told_how = ("-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", "--hypothesis-seed=0")
        environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        with tempfile.TemporaryFile("w+") as told:
            pytest = subprocess.Popen(
                (sys.executable, "-m", "pytest", *told_how, *(f"--ignore={it}" for it in ignored), *asked),
                cwd=self.root, env=environ, stdout=told, stderr=subprocess.STDOUT, process_group=0,
            )  # fmt: skip
            try:
                code = pytest.wait(60 * minutes)
            except subprocess.TimeoutExpired:
                return asked[0]
            finally:
                _end_all_of(pytest)
            told.seek(0)
            output = told.read()
        if code == 0:
            return ""
        found = re.search(r"^(?:FAILED|ERROR) ([^\s\[]+)", output, re.MULTILINE)
        if found is None:
            sys.exit(f"pytest ended with {code} and named no test:\n{output}")
        return found[1]


def _end_all_of(process: subprocess.Popen[bytes]) -> None:
    """Whatever broken code has started and left running goes with it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        process.wait()


def try_all(chosen: list[Change]) -> list[Change]:
    """Tell of each change which test notices it; those that none does."""
    left: list[Change] = []
    noticed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="changes-") as folder:
        copy = Copy(Path(folder))
        for number, change in enumerate(chosen, 1):
            test = copy.noticed_by(change)
            left += [] if test else [change]
            noticed += [test] if test else []
            print(f"{number:>4}  {'noticed by ' + test if test else 'NOT NOTICED'}\n      {change}", flush=True)
        if test := copy.fails_anyway(noticed):
            sys.exit(f"{test} fails without any change, so what it noticed counts for nothing; mend it first")
    return left
