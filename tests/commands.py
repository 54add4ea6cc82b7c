"""The command line for tests: in this process for speed, in one of its own where that is what is tested."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicehouse.cli.app import run

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The answer as JSON."""
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def rows(self) -> list[str]:
        assert (self.status, self.err) == (0, "")
        return self.out.splitlines()

    @property
    def mistake(self) -> str:
        """The one line that says what was wrong; nothing else was answered."""
        assert self.status == 2
        assert self.out == ""
        assert "Traceback" not in self.err
        *usage, line = self.err.splitlines()
        assert not usage or usage[0].startswith("Usage: dicehouse")
        return line.removeprefix("dicehouse: ").removeprefix("Error: ")


@contextmanager
def standard_input(text: bytes) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def dicehouse(*arguments: str, stdin: bytes = b"") -> Said:
    """Run a command here and now."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with (
        standard_input(stdin),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = run([*arguments])
    return Said(status, *(written(it) for it in (out, err)))


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def process(*arguments: str, **how: Any) -> "subprocess.Popen[bytes]":
    """Start a command as a process of its own."""
    command = [sys.executable, "-c", "from dicehouse.cli import main; main()", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, **how)
