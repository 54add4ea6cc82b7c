"""Another engine, as a program that is told commands on its standard input and answers each with a line of JSON.

It is started once, without a shell, and never waited for without end: an engine that is silent, that ends or that says
what is no JSON is named with the command it was asked.
"""

import contextlib
import json
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Self

Answer = Mapping[str, Any]


class EngineError(ValueError):
    """The engine cannot be played against any further."""


class Engine:
    """Commands go in by `ask`, and as many answers come back."""

    def __init__(self, command: str, seconds: float = 20) -> None:
        self.command = command
        self.seconds = seconds
        """How long an answer may take."""
        words = shlex.split(command)
        if not words:
            raise EngineError("the command of the engine is empty; give a program such as 'python my_engine.py'")
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineError(f"the engine {words[0]!r} cannot be started: {error.strerror}") from None
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._asked: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the engine: its input is closed first, so that it can end by itself."""
        self._asked.put(b"")
        try:
            self._process.wait(timeout=2 if kind is None else 0.1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(timeout=2)

    def ask(self, commands: Sequence[Mapping[str, object]]) -> list[Answer]:
        """The answer to each command."""
        self._asked.put("".join(json.dumps(it) + "\n" for it in commands).encode())
        return [self._answer(it) for it in commands]

    def _answer(self, command: Mapping[str, object]) -> Answer:
        try:
            line = self._answers.get(timeout=self.seconds)
        except Empty:
            raise EngineError(
                f"the engine did not answer {json.dumps(command)} within {self.seconds:g} s;"
                " it must write a line for each and flush it"
            ) from None
        if not line:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=2)
            status = self._process.poll()
            how = "closed its output" if status is None else f"ended with status {status}"
            raise EngineError(f"the engine {how} when it was asked {json.dumps(command)}")
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict):
            shown = line[:80].decode(errors="replace").rstrip()
            raise EngineError(f"the engine answered {json.dumps(command)} with {shown!r}, which is no JSON object")
        return said

    def _read(self) -> None:
        with self._process.stdout or contextlib.nullcontext(()) as output:
            for line in output:
                self._answers.put(line)
        self._answers.put(b"")

    def _write(self) -> None:
        # An engine that has ended is told of where its answer is missed.
        with contextlib.suppress(OSError), self._process.stdin or contextlib.nullcontext() as pipe:
            while pipe and (commands := self._asked.get()):
                pipe.write(commands)
                pipe.flush()
